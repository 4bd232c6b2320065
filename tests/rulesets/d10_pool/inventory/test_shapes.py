"""Shapes: the nine rows of the source, turning, and what is no shape."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mordcry_app.rulesets.d10_pool.inventory.shapes import (
    LARGE_L,
    SHAPE_ROWS,
    SHAPES,
    Shape,
    rectangle,
    shape_from_rows,
    shape_named,
    size,
    squares_of,
)
from tests.rulesets.d10_pool.inventory.solvers import turned_by_hand

ROWS = {
    "1×1 Square": {1},
    "2×1 Rectangle": {2},
    "3×1 Line": {3},
    "3-Square L": {3},
    "2×2 Square": {4},
    "4-Square L": {4},
    "T-Shape": {3, 4, 5},
    "3×2 Rectangle": {6},
    "3×3+ Large": {9},
}


def test_the_nine_rows_of_the_source_in_its_order() -> None:
    assert {row.name: {s.area for s in row.shapes} for row in SHAPE_ROWS.values()} == ROWS
    assert [row.name for row in SHAPE_ROWS.values()] == list(ROWS)


def test_every_listed_shape_as_it_is_drawn() -> None:
    assert {shape.id: "/".join(shape.rows()) for shape in SHAPES.values()} == {
        "1x1": "X",
        "2x1": "XX",
        "3x1": "XXX",
        "l3": "X./XX",
        "2x2": "XX/XX",
        "l4": "X./X./XX",
        "t3": "XX/X.",
        "t4": "XXX/.X.",
        "t5": "XXX/.X./.X.",
        "3x2": "XXX/XXX",
        "3x3": "XXX/XXX/XXX",
    }


@pytest.mark.parametrize(
    ("shape_id", "turns"),
    [
        ("1x1", [0]),
        ("2x1", [0, 1]),
        ("3x1", [0, 1]),
        ("l3", [0, 1, 2, 3]),
        ("2x2", [0]),
        ("l4", [0, 1, 2, 3]),
        ("t3", [0, 1, 2, 3]),
        ("t4", [0, 1, 2, 3]),
        ("t5", [0, 1, 2, 3]),
        ("3x2", [0, 1]),
        ("3x3", [0]),
    ],
)
def test_turns_that_look_the_same_are_listed_once(shape_id: str, turns: list[int]) -> None:
    shape = SHAPES[shape_id]
    assert [quarters for quarters, _ in shape.turns] == turns
    assert {squares for _, squares in shape.turns} == turned_by_hand(shape)


def test_a_quarter_turn_goes_clockwise() -> None:
    assert LARGE_L.rows() == ("X.", "X.", "XX")
    assert Shape("turned", LARGE_L.turned(1)).rows() == ("XXX", "X..")
    assert Shape("turned", LARGE_L.turned(2)).rows() == ("XX", ".X", ".X")
    assert Shape("turned", LARGE_L.turned(3)).rows() == ("..X", "XXX")
    assert LARGE_L.turned(5) == LARGE_L.turned(1) == LARGE_L.turned(-3)


def test_a_shape_is_never_mirrored() -> None:
    left_handed = shape_from_rows("left", ".X", ".X", "XX")
    assert left_handed.squares not in LARGE_L.outline
    assert left_handed.outline != LARGE_L.outline


def test_which_shapes_belong_to_a_row() -> None:
    for row in SHAPE_ROWS.values():
        for shape in row.shapes:
            for _, squares in shape.turns:
                assert row.has(Shape("turned", squares))
    rows = {
        sides: [row.id for row in SHAPE_ROWS.values() if row.has(rectangle(*sides))]
        for sides in [(1, 2), (2, 3), (3, 3), (3, 4), (5, 3), (5, 5), (4, 2), (4, 1)]
    }
    assert rows == {
        (1, 2): ["rectangle"],
        (2, 3): ["large_rectangle"],
        (3, 3): ["large"],
        (3, 4): ["large"],
        (5, 3): ["large"],
        (5, 5): ["large"],
        (4, 2): [],
        (4, 1): [],
    }
    with_a_hole = shape_from_rows("ring", "XXX", "X.X", "XXX")
    assert not any(row.has(with_a_hole) for row in SHAPE_ROWS.values())


def test_shapes_by_name() -> None:
    assert all(shape_named(shape_id) is shape for shape_id, shape in SHAPES.items())
    assert shape_named("4x3").rows() == ("XXXX",) * 3
    assert shape_named("5x10").area == 50
    for unknown in ("", "l5", "4x1", "2x3", "03x3", "3x", "100x3", "٣x٣", "3x3 "):
        with pytest.raises(ValueError, match=r"^unknown shape “.*”; valid: 1x1, .* 3x3 up$"):
            shape_named(unknown)


def test_what_is_no_shape() -> None:
    with pytest.raises(ValueError, match="has no squares"):
        shape_from_rows("nothing", "..")
    with pytest.raises(ValueError, match="not one piece"):
        shape_from_rows("corner to corner", "X.", ".X")
    with pytest.raises(ValueError, match="drawn with X"):
        shape_from_rows("typo", "XO")
    with pytest.raises(ValueError, match="has no squares"):
        rectangle(0, 3)


@given(st.sets(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=8))
def test_any_squares_turned_four_times_are_as_they_were(pairs: set[tuple[int, int]]) -> None:
    try:
        shape = Shape("any", squares_of(pairs))
    except ValueError:
        return
    assert min(x for x, _ in shape.squares) == 0 == min(y for _, y in shape.squares)
    assert shape.turned(4) == shape.squares
    assert {squares for _, squares in shape.turns} == turned_by_hand(shape)
    for quarters in range(4):
        turned = Shape("turned", shape.turned(quarters))
        assert turned.outline == shape.outline
        assert turned.area == shape.area
        assert sorted(size(turned.squares)) == sorted(size(shape.squares))
        assert shape.turned(shape.least_turn(quarters)) == turned.squares
    assert shape_from_rows("again", *shape.rows()).squares == shape.squares
