"""Slow and simple solvers that share nothing with the search: the truth for small grids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from mordcry_app.rulesets.d10_pool.inventory.grid import Grid, Placement, Thing
from mordcry_app.rulesets.d10_pool.inventory.packing import Packed
from mordcry_app.rulesets.d10_pool.inventory.shapes import SHAPES, Shape, Square

Cells = frozenset[tuple[int, int]]


def things_of(shapes: Sequence[Shape]) -> list[Thing]:
    return [Thing(f"{n}", f"{shape.id} {n}", shape) for n, shape in enumerate(shapes)]


def things(*shape_ids: str) -> list[Thing]:
    return things_of([SHAPES[shape_id] for shape_id in shape_ids])


def turned_by_hand(shape: Shape) -> set[Cells]:
    """Every turn of a shape, by turning its drawing."""
    rows = shape.rows()
    turns: set[Cells] = set()
    for _ in range(4):
        turns.add(
            frozenset((x, y) for y, row in enumerate(rows) for x, s in enumerate(row) if s == "X")
        )
        rows = tuple("".join(column) for column in zip(*reversed(rows), strict=True))
    return turns


def lying(grid: Grid, shape: Shape, margin: int = 0) -> Iterator[Cells]:
    """Every way in which a shape can lie in a grid, or touch it where there is a margin."""
    inside = {(x, y) for x in range(grid.wide) for y in range(grid.high)}
    for cells in turned_by_hand(shape):
        for left in range(-margin, grid.wide + 1):
            for top in range(-margin, grid.high + 1):
                moved = frozenset((x + left, y + top) for x, y in cells)
                if moved <= inside or (margin and moved & inside):
                    yield moved


def all_fit(grid: Grid, shapes: Sequence[Shape], taken: Cells = frozenset()) -> bool:
    """Whether everything fits: by every set of squares that the things so far can take up."""
    reached = {_bits(grid, taken)}
    for shape in sorted(shapes, key=lambda shape: -shape.area):
        ways = [_bits(grid, cells) for cells in lying(grid, shape)]
        reached = {mask | way for mask in reached for way in ways if not mask & way}
    return bool(reached)


def fewest_outside(
    grid: Grid, shapes: Sequence[Shape], *, sticking_out: bool, margin: int = 0
) -> int:
    """The fewest squares outside, by trying each thing in every place and in none."""
    inside = {(x, y) for x in range(grid.wide) for y in range(grid.high)}
    best = sum(shape.area for shape in shapes)
    reached: dict[Cells, int] = {frozenset(): 0}
    for shape in shapes:
        ways = [(c, len(c - inside)) for c in lying(grid, shape, margin if sticking_out else 0)]
        then: dict[Cells, int] = {}
        for cells, cost in reached.items():
            then[cells] = min(then.get(cells, best), cost + shape.area)
            for way, more in ways:
                if not cells & way:
                    both = cells | way
                    then[both] = min(then.get(both, best), cost + more)
        reached = then
    return min(reached.values())


def assert_sound(packed: Packed, grid: Grid, carried: Sequence[Thing]) -> None:
    """See that a packing holds everything once, overlaps nowhere, and counts what is outside."""
    assert packed.layout.grid == grid
    assert sorted(packed.layout.things, key=lambda t: t.id) == sorted(carried, key=lambda t: t.id)
    cells = {p.thing.id: cells_of(p) for p in packed.placements}
    assert all(not one & two for one, two in combinations(cells.values(), 2))
    outside = sum(thing.shape.area for thing in packed.layout.loose)
    outside += sum(
        not (0 <= x < grid.wide and 0 <= y < grid.high) for each in cells.values() for x, y in each
    )
    assert packed.outside == outside


def cells_of(placement: Placement) -> Cells:
    """Where a thing lies, by turning its drawing as often as the placement says."""
    rows = placement.thing.shape.rows()
    for _ in range(placement.rotation):
        rows = tuple("".join(column) for column in zip(*reversed(rows), strict=True))
    return frozenset(
        (placement.x + x, placement.y + y)
        for y, row in enumerate(rows)
        for x, sign in enumerate(row)
        if sign == "X"
    )


def squares(*pairs: tuple[int, int]) -> frozenset[Square]:
    return frozenset(Square(x, y) for x, y in pairs)


def _bits(grid: Grid, cells: Cells) -> int:
    return sum(1 << (y * grid.wide + x) for x, y in cells)
