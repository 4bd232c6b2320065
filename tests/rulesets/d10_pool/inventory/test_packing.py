"""“Pack for me”, against slow solvers on small grids and against packings known to exist."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mordcry_app.rulesets.d10_pool.inventory.grid import (
    Grid,
    Placement,
    Thing,
    grid_of,
    placements_in,
)
from mordcry_app.rulesets.d10_pool.inventory.packing import (
    NoPacking,
    Packed,
    Undecided,
    pack,
    pack_most,
)
from mordcry_app.rulesets.d10_pool.inventory.shapes import SHAPES, Shape, shape_from_rows
from tests.rulesets.d10_pool.inventory.solvers import (
    all_fit,
    assert_sound,
    fewest_outside,
    things,
    things_of,
)

DIFFERENT = [shape for shape in SHAPES.values() if shape.id != "t3"]
"""Every shape of the source once: the smallest T is the small L turned."""
HOUSE_SHAPES = [
    *SHAPES.values(),
    shape_from_rows("left_l", ".X", ".X", "XX"),
    shape_from_rows("z", "XX.", ".XX"),
    shape_from_rows("u", "X.X", "XXX"),
    shape_from_rows("long", "XXXX"),
]
CROWDED = ("3x3", "3x3", "3x3", "t5", "t5", "l3", "2x1", "2x1")
"""These leave six squares of a 5 × 10 grid open, and yet there is no room for all."""


def multisets(most: int, kinds: Sequence[Shape] = DIFFERENT) -> Iterator[tuple[Shape, ...]]:
    """Every collection of different shapes that has at most so many squares."""
    yield ()
    for index, shape in enumerate(kinds):
        if shape.area <= most:
            for others in multisets(most - shape.area, kinds[index:]):
                yield (shape, *others)


def packed(answer: object) -> Packed:
    assert isinstance(answer, Packed), answer
    return answer


def no_packing(answer: object) -> NoPacking:
    assert isinstance(answer, NoPacking), answer
    return answer


def assert_right(grid: Grid, shapes: Sequence[Shape], expected: bool) -> None:
    carried = things_of(shapes)
    answer = pack(grid, carried)
    assert isinstance(answer, Packed) == expected, ([shape.id for shape in shapes], answer)
    if isinstance(answer, Packed):
        assert_sound(answer, grid, carried)
        assert (answer.outside, answer.layout.loose) == (0, ())
        assert answer.reason == "There is room for everything."
    else:
        assert no_packing(answer).reason.endswith(".")


@pytest.mark.parametrize(
    ("grid", "count"), [(Grid(3, 3), 181), (Grid(4, 3), 583), (Grid(3, 4), 583), (Grid(5, 2), 273)]
)
def test_everything_that_could_be_packed_into_a_small_grid(grid: Grid, count: int) -> None:
    answers = {shapes: all_fit(grid, shapes) for shapes in multisets(len(grid.squares))}
    assert len(answers) == count
    assert len(set(answers.values())) == 2
    for shapes, expected in answers.items():
        assert_right(grid, shapes, expected)


@given(st.integers(1, 4), st.lists(st.sampled_from(HOUSE_SHAPES), max_size=12))
@settings(max_examples=150)
def test_any_things_in_a_grid_five_wide(might: int, shapes: list[Shape]) -> None:
    grid = grid_of(might)
    tight: list[Shape] = []
    for shape in shapes:
        if sum(s.area for s in tight) + shape.area <= len(grid.squares):
            tight.append(shape)
    assert_right(grid, tight, all_fit(grid, tight))


@given(st.integers(2, 4), st.lists(st.sampled_from(HOUSE_SHAPES), max_size=6), st.data())
@settings(max_examples=100)
def test_around_what_stays_where_it_is(
    might: int, shapes: list[Shape], data: st.DataObject
) -> None:
    grid = grid_of(might)
    stays = Thing("stays", "Statue", data.draw(st.sampled_from(DIFFERENT)))
    at = st.integers(-1, 4)
    fixed = Placement(stays, data.draw(st.integers(0, 3)), data.draw(at), data.draw(at))
    taken = frozenset((x, y) for x, y in fixed.squares & grid.squares)
    carried = things_of(shapes)
    answer = pack(grid, carried, fixed=[fixed])
    assert isinstance(answer, Packed) == all_fit(grid, shapes, taken)
    most = packed(pack_most(grid, carried, fixed=[fixed]))
    for found in [most] + [answer] * isinstance(answer, Packed):
        assert isinstance(found, Packed)
        assert_sound(found, grid, [stays, *carried])
        assert found.placements[0] == fixed
    sticks_out = len(fixed.squares - grid.squares)
    assert (most.outside == sticks_out) == isinstance(answer, Packed)


@given(st.randoms(use_true_random=False), st.integers(1, 10))
@settings(max_examples=100)
def test_a_grid_that_was_filled_is_packed_again(random: Random, might: int) -> None:
    grid = grid_of(might)
    shapes: list[Shape] = []
    free = grid.squares
    while free:
        first = min(free, key=lambda square: (square.y, square.x))
        shape = random.choice(HOUSE_SHAPES)
        places = placements_in(grid, Thing("", "", shape))
        fitting = [p.squares for p in places if first in p.squares <= free]
        if fitting:
            shapes.append(shape)
            free -= random.choice(fitting)
    left_out = random.randrange(len(shapes)) if random.random() < 0.3 else len(shapes)
    random.shuffle(shapes)
    assert_right(grid, shapes[:left_out], expected=True)


SMALL = [s for s in HOUSE_SHAPES if s.area in {1, 3, 4} and s.id != "t3"]


@given(
    st.sampled_from([Grid(2, 2), Grid(3, 2), Grid(2, 3), Grid(3, 1), Grid(5, 1), Grid(5, 0)]),
    st.lists(st.sampled_from(SMALL), max_size=3),
)
@settings(max_examples=60)
def test_the_fewest_squares_outside_where_things_may_stick_out(
    grid: Grid, shapes: list[Shape]
) -> None:
    carried = things_of(shapes)
    answer = packed(pack_most(grid, carried))
    assert_sound(answer, grid, carried)
    assert answer.outside == fewest_outside(grid, shapes, sticking_out=True, margin=3)


@given(st.integers(0, 2), st.lists(st.sampled_from(HOUSE_SHAPES), max_size=8))
@settings(max_examples=100)
def test_the_fewest_squares_outside_where_nothing_may_stick_out(
    might: int, shapes: list[Shape]
) -> None:
    grid, carried = grid_of(might), things_of(shapes)
    answer = packed(pack_most(grid, carried, sticking_out=False))
    assert_sound(answer, grid, carried)
    assert all(placement.squares <= grid.squares for placement in answer.placements)
    assert answer.outside == fewest_outside(grid, shapes, sticking_out=False)


def test_what_sticks_out_is_cheaper_than_what_is_left_out() -> None:
    grid, carried = grid_of(2), things("3x3", "1x1")
    sticking = packed(pack_most(grid, carried))
    assert (sticking.outside, sticking.layout.loose) == (3, ())
    assert sticking.reason == "3 squares lie outside, and no packing leaves fewer there."
    strict = packed(pack_most(grid, carried, sticking_out=False))
    assert (strict.outside, strict.layout.loose) == (9, (carried[0],))


def test_more_than_there_is_room_for() -> None:
    carried = things(*["3x2"] * 4, "1x1", "1x1")
    assert no_packing(pack(grid_of(5), carried)).reason == (
        "6 things of 26 squares cannot fit into 25 squares."
    )
    answer = packed(pack_most(grid_of(5), carried))
    assert answer.outside == 1
    assert answer.reason == "1 square lies outside, and no packing leaves fewer there."


def test_nothing_to_pack_and_nowhere_to_pack_it() -> None:
    assert packed(pack(grid_of(0), [])).placements == ()
    one = things("1x1")
    assert (
        no_packing(pack(grid_of(0), one)).reason == "1 thing of 1 square cannot fit into 0 squares."
    )
    assert packed(pack_most(grid_of(0), one)).layout.loose == tuple(one)


def test_a_thing_that_fits_nowhere_is_named() -> None:
    statue = Thing("statue", "Statue", SHAPES["3x3"])
    answer = no_packing(pack(grid_of(2), [statue, *things("1x1")]))
    assert (answer.nodes, answer.reason) == (
        0,
        "The Statue fits nowhere in the grid, however it is turned.",
    )
    post = Placement(Thing("post", "Post", SHAPES["1x1"]), 0, 2, 1)
    answer = no_packing(pack(grid_of(3), [statue], fixed=[post]))
    assert answer.reason == (
        "The Statue fits nowhere in the grid beside what stays where it is, however it is turned."
    )


@pytest.mark.parametrize(
    ("might", "shapes"),
    [
        (4, ["t4"] * 5),
        (10, ["t4"] * 11 + ["3x2"]),
        (10, ["t4"] * 5 + ["2x2"] * 3 + ["l4"] * 3 + ["3x2"]),
        (2, ["t4", "2x2", "2x1"]),
    ],
)
def test_no_packing_by_colours_alone(might: int, shapes: list[str]) -> None:
    answer = no_packing(pack(grid_of(might), things(*shapes)))
    assert answer.nodes == 0
    half = 5 * might // 2
    assert answer.reason == (
        f"Coloured like a chessboard, {half} of the free squares are dark and {half} light; "
        f"{len(shapes)} things like these never cover them so, however they lie."
    )
    if might < 5:
        assert not all_fit(grid_of(might), [SHAPES[shape_id] for shape_id in shapes])
    one_square_less = [*shapes[:-1], {"t4": "l3", "3x2": "t5", "2x1": "1x1"}[shapes[-1]]]
    other = pack(grid_of(might), things(*one_square_less))
    assert not isinstance(other, NoPacking) or other.nodes > 0


def test_no_packing_after_a_search() -> None:
    answer = no_packing(pack(grid_of(10), things(*CROWDED)))
    assert answer.nodes > 1_000
    assert answer.reason == (
        f"Every way to lay 8 things was searched ({answer.nodes:,} positions), "
        "and none has room for all of them."
    )
    most = packed(pack_most(grid_of(10), things(*CROWDED)))
    assert most.outside == 1
    assert_sound(most, grid_of(10), things(*CROWDED))


def test_twenty_things_in_the_largest_grid() -> None:
    ids = ["3x3", "3x2", "3x2", "l4", "t4", "t3", "l3", "3x1", *["1x1"] * 12]
    carried = things(*ids)
    assert (len(carried), sum(thing.shape.area for thing in carried)) == (20, 50)
    assert_sound(packed(pack(grid_of(10), carried)), grid_of(10), carried)


def test_an_awkward_thing_may_keep_out_what_has_squares_enough() -> None:
    """d10-pool.txt, “Trade-offs”: squares alone do not decide."""
    grid = grid_of(2)
    assert isinstance(pack(grid, things("2x2", *["1x1"] * 6)), Packed)
    assert isinstance(pack(grid, things("t4", *["1x1"] * 6)), Packed)
    assert isinstance(pack(grid, things("2x2", "3x2")), Packed)
    assert isinstance(pack(grid, things("t4", "3x2")), NoPacking)


class Cancelled(Exception):
    """Somebody pressed the button."""


@pytest.mark.parametrize("search", [pack, pack_most])
def test_a_search_can_be_cancelled(search: object) -> None:
    asked: list[int] = []

    def check() -> None:
        asked.append(len(asked))
        if len(asked) == 3:
            raise Cancelled

    assert callable(search)
    with pytest.raises(Cancelled):
        search(grid_of(10), things(*CROWDED), check=check)
    assert len(asked) == 3


def test_a_limit_is_answered_with_undecided() -> None:
    grid, carried = grid_of(10), things(*CROWDED)
    needed = no_packing(pack(grid, carried)).nodes
    short = pack(grid, carried, most_nodes=needed - 1)
    assert short == Undecided(needed - 1)
    assert isinstance(short, Undecided)
    limit = f"The search stopped at its limit of {needed - 1:,} positions and has no answer yet."
    assert short.reason == limit
    assert no_packing(pack(grid, carried, most_nodes=needed)).nodes == needed


def test_a_limit_leaves_the_best_so_far() -> None:
    grid, carried = grid_of(10), things(*CROWDED)
    needed = no_packing(pack(grid, carried)).nodes
    for limit, at_least in ((0, 0), (50, 0), (needed, 1)):
        answer = pack_most(grid, carried, most_nodes=limit)
        assert isinstance(answer, Undecided)
        assert (answer.nodes, answer.at_least) == (limit, at_least)
        best = packed(answer.best)
        assert_sound(best, grid, carried)
        assert best.outside >= 1
        assert best.reason == "A packing may leave fewer squares outside than this."
    full = packed(pack_most(grid, carried, most_nodes=10 * needed))
    assert full == pack_most(grid, carried)


def test_the_same_question_has_the_same_answer() -> None:
    for carried in (things(*CROWDED), things("t5", "t3", "l3", "3x1", "1x1", "1x1", "3x2", "3x2")):
        for search, might in product((pack, pack_most), (4, 10)):
            assert search(grid_of(might), carried) == search(grid_of(might), carried)


def test_a_small_l_and_the_smallest_t_are_turned_each_in_its_own_way() -> None:
    carried = things(*["t3", "l3"] * 5)
    answer = packed(pack(grid_of(6), carried))
    assert_sound(answer, grid_of(6), carried)
