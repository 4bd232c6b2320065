"""The grid: its size, what overlaps or sticks out, what overload costs, and moving things."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mordcry_app.rules.refusal import Refusal
from mordcry_app.rulesets.d10_pool.inventory.grid import (
    Grid,
    Layout,
    Placement,
    Thing,
    drop,
    grid_of,
    move,
    place,
    placements_for,
    placements_in,
    rotate,
    take_out,
    trouble_of,
)
from mordcry_app.rulesets.d10_pool.inventory.shapes import SHAPES
from tests.rulesets.d10_pool.inventory.solvers import cells_of, lying, squares

POLE = Thing("pole", "Pole", SHAPES["3x1"])
BOOK = Thing("book", "Book", SHAPES["1x1"])
CHEST = Thing("chest", "Chest", SHAPES["2x2"])
HARP = Thing("harp", "Harp", SHAPES["l4"])


def laid(*placements: Placement, grid: Grid | None = None, loose: tuple[Thing, ...] = ()) -> Layout:
    return Layout(grid or grid_of(3), placements, loose)


def refusal(do: object, *arguments: object, **options: object) -> str:
    assert callable(do)
    with pytest.raises(Refusal) as refused:
        do(*arguments, **options)
    return refused.value.sentence


@pytest.mark.parametrize(("might", "total"), [(2, 10), (3, 15), (4, 20), (5, 25), (10, 50)])
def test_the_grid_grows_with_might(might: int, total: int) -> None:
    grid = grid_of(might)
    assert (grid.wide, grid.high, len(grid.squares)) == (5, might, total)


def test_without_might_there_is_no_grid() -> None:
    assert grid_of(0).squares == grid_of(-2).squares == frozenset()
    assert Layout(grid_of(0), loose=(CHEST,)).overload.speed_loss == 4
    assert grid_of(2, width=6).wide == 6


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("grid", [Grid(3, 3), Grid(4, 3), Grid(5, 2), Grid(5, 0), Grid(2, 5)])
def test_all_placements_in_an_empty_grid(shape: object, grid: Grid) -> None:
    thing = Thing("thing", "Thing", shape)  # type: ignore[arg-type]
    found = [frozenset(cells_of(placement)) for placement in placements_in(grid, thing)]
    assert len(set(found)) == len(found)
    assert set(found) == set(lying(grid, thing.shape))


def test_placements_beside_other_things() -> None:
    layout = laid(Placement(CHEST, 0, 0, 0), Placement(BOOK, 0, 4, 1))
    places = {(p.rotation, p.x, p.y) for p in placements_for(layout, POLE)}
    assert places == {(0, 2, 0), (0, 0, 2), (0, 1, 2), (0, 2, 2), (1, 2, 0), (1, 3, 0)}
    moved = {(p.x, p.y) for p in placements_for(layout, CHEST)}
    assert moved == {(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)}


def test_what_is_wrong_with_a_placement() -> None:
    layout = laid(Placement(CHEST, 0, 3, 1), Placement(BOOK, 0, 2, 2))
    assert not trouble_of(layout, Placement(POLE, 0, 0, 1))
    over = trouble_of(layout, Placement(POLE, 0, 1, 2))
    assert (over.outside, over.shared) == (frozenset(), squares((2, 2), (3, 2)))
    assert over.in_the_way == (CHEST, BOOK)
    out = trouble_of(layout, Placement(POLE, 1, 0, 2))
    assert (out.outside, out.shared) == (squares((0, 3), (0, 4)), frozenset())
    both = trouble_of(layout, Placement(POLE, 0, 4, 1))
    assert (both.outside, both.shared) == (squares((5, 1), (6, 1)), squares((4, 1)))
    assert over
    assert out
    assert not trouble_of(layout, Placement(CHEST, 0, 0, 0))


def test_turns_that_look_the_same_are_the_same_placement() -> None:
    assert Placement(POLE, 3, 1, 0) == Placement(POLE, 1, 1, 0)
    assert Placement(CHEST, 2, 0, 0) == Placement(CHEST, 0, 0, 0)
    assert Placement(HARP, 3, 0, 0) != Placement(HARP, 1, 0, 0)


@pytest.mark.parametrize(
    ("placements", "loose", "lost"),
    [
        ([(POLE, 0, 2, 0)], [], 0),
        ([(POLE, 0, 3, 0)], [], 1),
        ([(POLE, 0, 4, 0)], [], 2),
        ([(POLE, 0, -2, 0)], [], 2),
        ([(POLE, 1, 0, 1)], [], 1),
        ([(CHEST, 0, 4, 2)], [], 3),
        ([(CHEST, 0, 0, 0)], [POLE], 3),
        ([(CHEST, 0, 0, 2)], [POLE, BOOK], 6),
        ([(POLE, 1, 0, -1), (CHEST, 0, 1, -1)], [], 3),
    ],
)
def test_each_square_outside_is_one_speed(
    placements: list[tuple[Thing, int, int, int]], loose: list[Thing], lost: int
) -> None:
    overload = laid(*(Placement(*p) for p in placements), loose=tuple(loose)).overload
    assert overload.squares == overload.speed_loss == lost
    assert bool(overload.sentence) == bool(lost)


def test_overload_says_whose_squares_lie_outside() -> None:
    layout = laid(Placement(POLE, 0, 4, 0), Placement(CHEST, 0, 0, 0), loose=(BOOK,))
    assert layout.overload.things == ((POLE, 2), (BOOK, 1))
    expected = "Overloaded: 3 squares lie outside the grid (Pole 2, Book 1), so Speed is −3."
    assert layout.overload.sentence == expected
    one = "Overloaded: 1 square lies outside the grid (Book 1), so Speed is −1."
    assert laid(loose=(BOOK,)).overload.sentence == one


def test_a_grid_that_shrinks_overloads() -> None:
    layout = laid(Placement(POLE, 1, 0, 0), Placement(BOOK, 0, 4, 2))
    assert layout.overload.squares == 0
    weaker = Layout(grid_of(2), layout.placements)
    assert weaker.overload.things == ((POLE, 1), (BOOK, 1))


def test_overlaps_are_found_in_and_outside_the_grid() -> None:
    layout = laid(Placement(POLE, 0, 3, 0), Placement(CHEST, 0, 4, 0), Placement(BOOK, 0, 0, 0))
    assert layout.overlaps == ((POLE, CHEST, squares((4, 0), (5, 0))),)
    assert laid(Placement(POLE, 0, 0, 0), Placement(BOOK, 0, 0, 1)).overlaps == ()


def test_a_thing_is_listed_once() -> None:
    with pytest.raises(ValueError, match="twice among book, book"):
        laid(Placement(BOOK, 0, 0, 0), loose=(BOOK,))


def test_placing_takes_a_thing_from_wherever_it_was() -> None:
    layout = place(laid(loose=(BOOK, POLE)), Placement(POLE, 1, 0, 0))
    assert (layout.placements, layout.loose) == ((Placement(POLE, 1, 0, 0),), (BOOK,))
    layout = place(layout, Placement(POLE, 0, 0, 1))
    assert layout.placements == (Placement(POLE, 0, 0, 1),)
    layout = place(layout, Placement(CHEST, 0, 3, 1))
    assert layout.things == (POLE, CHEST, BOOK)
    assert layout.free == layout.grid.squares - squares(
        (0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (3, 2), (4, 2)
    )


def test_why_a_thing_cannot_be_put_there() -> None:
    layout = laid(Placement(CHEST, 0, 3, 0), Placement(BOOK, 0, 2, 0))
    way = "There is no room for the Pole there: "
    over = refusal(place, layout, Placement(POLE, 0, 2, 0))
    assert over == f"{way}it would lie over the Chest and the Book."
    wholly = refusal(place, layout, Placement(POLE, 0, 5, 0))
    assert wholly == f"{way}it would lie wholly outside the grid."
    assert place(layout, Placement(POLE, 1, 0, 1)).overload.speed_loss == 1
    strict = refusal(place, layout, Placement(POLE, 1, 0, 1), sticking_out=False)
    assert strict == f"{way}1 of its squares would stick out of the grid."
    strict = refusal(place, layout, Placement(POLE, 1, 0, 2), sticking_out=False)
    assert strict == f"{way}2 of its squares would stick out of the grid."
    beside = laid(Placement(POLE, 0, 3, 0))
    assert "over the Pole" in refusal(place, beside, Placement(CHEST, 0, 5, 0))


def test_moving() -> None:
    layout = laid(Placement(POLE, 1, 0, 0), Placement(BOOK, 0, 4, 0), loose=(CHEST,))
    assert move(layout, "pole", 2, 0).placement_of("pole") == Placement(POLE, 1, 2, 0)
    assert move(layout, "pole", 0, 0) == layout
    assert "over the Book" in refusal(move, layout, "pole", 4, 0)
    assert "stick out" in refusal(move, layout, "pole", 1, 1, sticking_out=False)
    assert refusal(move, layout, "chest", 1, 1) == "The Chest has no place in the grid yet."
    assert refusal(move, layout, "gone", 1, 1) == "This is not carried any more."


def test_turning_in_place_or_just_beside() -> None:
    free = laid(Placement(POLE, 0, 0, 0))
    assert rotate(free, "pole").placement_of("pole") == Placement(POLE, 1, 0, 0)
    assert rotate(free, "pole", 2) == free
    at_the_foot = laid(Placement(POLE, 0, 1, 2))
    assert rotate(at_the_foot, "pole").placement_of("pole") == Placement(POLE, 1, 1, 0)
    beside = laid(Placement(HARP, 0, 0, 0), Placement(BOOK, 0, 1, 0))
    assert rotate(beside, "harp").placement_of("harp") == Placement(HARP, 1, 0, 1)
    assert rotate(beside, "harp", -1).placement_of("harp") == Placement(HARP, 3, 0, 0)


def test_turning_may_stick_out_only_where_there_is_no_room_within() -> None:
    low = laid(Placement(POLE, 0, 0, 1), grid=grid_of(2))
    stands = rotate(low, "pole")
    assert stands.placement_of("pole") == Placement(POLE, 1, 0, 0)
    assert stands.overload.speed_loss == 1
    sentence = refusal(rotate, low, "pole", sticking_out=False)
    assert sentence == "There is no room to turn the Pole where it lies."


def test_turning_between_other_things() -> None:
    crowd = [
        Placement(Thing(f"b{x}{y}", "Book", SHAPES["1x1"]), 0, x, y)
        for x in range(-3, 8)
        for y in range(-3, 7)
        if not (1 <= x <= 3 and y == 1)
    ]
    layout = laid(Placement(POLE, 0, 1, 1), *crowd)
    assert "no room to turn the Pole" in refusal(rotate, layout, "pole")


def test_what_looks_the_same_turned_stays_even_where_it_sticks_out() -> None:
    layout = laid(Placement(CHEST, 0, 4, 0))
    assert rotate(layout, "chest") == layout


def test_taking_out_and_dropping() -> None:
    layout = laid(Placement(POLE, 1, 0, 0), Placement(BOOK, 0, 4, 0))
    out = take_out(layout, "pole")
    assert (out.placements, out.loose) == ((Placement(BOOK, 0, 4, 0),), (POLE,))
    assert out.overload.speed_loss == 3
    assert "no place" in refusal(take_out, out, "pole")
    assert drop(out, ["pole", "no such thing"]) == laid(Placement(BOOK, 0, 4, 0))
    assert drop(layout, ["pole", "book"]).things == ()


@given(st.data())
def test_whatever_is_done_nothing_overlaps_or_gets_lost(data: st.DataObject) -> None:
    things = [
        Thing(f"{n}", f"T{n}", data.draw(st.sampled_from(list(SHAPES.values()))))
        for n in range(data.draw(st.integers(1, 6)))
    ]
    layout = Layout(grid_of(data.draw(st.integers(1, 4))), loose=tuple(things))
    sticking_out = data.draw(st.booleans())
    for _ in range(12):
        thing = data.draw(st.sampled_from(things))
        x, y, turn = (data.draw(st.integers(-2, 5)) for _ in range(3))
        try:
            match data.draw(st.sampled_from(["place", "move", "rotate", "take_out"])):
                case "place":
                    layout = place(layout, Placement(thing, turn, x, y), sticking_out=sticking_out)
                case "move":
                    layout = move(layout, thing.id, x, y, sticking_out=sticking_out)
                case "rotate":
                    layout = rotate(layout, thing.id, turn, sticking_out=sticking_out)
                case _:
                    layout = take_out(layout, thing.id)
        except Refusal:
            continue
        assert layout.overlaps == ()
        assert sorted(t.id for t in layout.things) == sorted(t.id for t in things)
        if not sticking_out:
            assert layout.overload.squares == sum(t.shape.area for t in layout.loose)
