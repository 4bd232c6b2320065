"""A character’s grid: what lies where, what is in the way, and what sticks out.

Rules: d10-pool.txt, “Grid Capacity” (5 × Might squares, Speed falls by 1 for each square outside)
and “Grid Management” (turning, no square used twice). “Complete Fit” there forbids what
“Overloading” puts a price on. Our ruling: a thing may stick out at that price, and
`sticking_out=False` is the stricter house rule. What is carried without a place in the grid
(`Layout.loose`) lies outside with all its squares.

Everything here is a frozen value: whatever changes a layout returns a new one, or raises `Refusal`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations, product

from mordcry_app.rules.refusal import Refusal
from mordcry_app.rulesets.d10_pool.inventory.shapes import Shape, Square, Squares, size

GRID_WIDTH = 5


@dataclass(frozen=True)
class Grid:
    """A rectangle of squares; with no rows at all everything lies outside it."""

    wide: int
    high: int

    @cached_property
    def squares(self) -> Squares:
        """Every square of the grid."""
        return frozenset(Square(x, y) for x in range(self.wide) for y in range(self.high))


def grid_of(might: int, width: int = GRID_WIDTH) -> Grid:
    """Return the grid of a character (“Grid Capacity”): `width` squares wide, one row a Might."""
    return Grid(width, max(0, might))


@dataclass(frozen=True)
class Thing:
    """Something that needs room: one item, or one bundle. The id is the caller’s, used once."""

    id: str
    name: str
    shape: Shape


@dataclass(frozen=True)
class Placement:
    """A thing in its place: turned clockwise, with the top left corner of its extent at x, y.

    The turn is kept as the smallest one that looks the same (0–3), so that equal layouts are equal.
    """

    thing: Thing
    rotation: int
    x: int
    y: int

    def __post_init__(self) -> None:
        """Keep the smallest turn that looks the same."""
        object.__setattr__(self, "rotation", self.thing.shape.least_turn(self.rotation))

    @cached_property
    def squares(self) -> Squares:
        """The squares that the thing lies on, inside the grid or not."""
        return _moved(self.thing.shape.turned(self.rotation), self.x, self.y)


@dataclass(frozen=True)
class Trouble:
    """What is wrong with one placement; nothing is wrong where all of it is empty."""

    outside: Squares = frozenset()
    shared: Squares = frozenset()
    in_the_way: tuple[Thing, ...] = ()

    def __bool__(self) -> bool:
        """Say whether anything is wrong."""
        return bool(self.outside or self.shared)


@dataclass(frozen=True)
class Overload:
    """How much of what a character carries lies outside, and whose squares these are."""

    things: tuple[tuple[Thing, int], ...] = ()
    """Each thing that lies outside in whole or in part, with its squares outside (1 or more)."""

    @property
    def squares(self) -> int:
        """How many squares lie outside."""
        return sum(count for _, count in self.things)

    @property
    def speed_loss(self) -> int:
        """What is taken off Speed: 1 for each square outside (“Grid Capacity”, Overloading)."""
        return self.squares

    @property
    def sentence(self) -> str:
        """The reason in words; empty for a character who is not overloaded."""
        if not self.things:
            return ""
        lie = "1 square lies" if self.squares == 1 else f"{self.squares} squares lie"
        whose = ", ".join(f"{thing.name} {count}" for thing, count in self.things)
        return f"Overloaded: {lie} outside the grid ({whose}), so Speed is −{self.speed_loss}."


@dataclass(frozen=True)
class Layout:
    """A grid with what lies in it, and what is carried without a place.

    Raises `ValueError` where two things have the same id.
    """

    grid: Grid
    placements: tuple[Placement, ...] = ()
    loose: tuple[Thing, ...] = ()

    def __post_init__(self) -> None:
        """See that every thing is here once."""
        ids = [thing.id for thing in self.things]
        if len(set(ids)) < len(ids):
            raise ValueError(f"a thing is listed twice among {', '.join(sorted(ids))}")

    @property
    def things(self) -> tuple[Thing, ...]:
        """Everything carried: what has a place first."""
        return (*(placement.thing for placement in self.placements), *self.loose)

    @property
    def free(self) -> Squares:
        """The squares of the grid on which nothing lies."""
        return self.grid.squares.difference(*(placement.squares for placement in self.placements))

    @property
    def overload(self) -> Overload:
        """What lies outside the grid."""
        sticking = ((p.thing, len(p.squares - self.grid.squares)) for p in self.placements)
        loose = ((thing, thing.shape.area) for thing in self.loose)
        return Overload(tuple((thing, count) for thing, count in (*sticking, *loose) if count))

    @property
    def overlaps(self) -> tuple[tuple[Thing, Thing, Squares], ...]:
        """Every two things that lie on the same squares; a sound layout has none."""
        pairs = combinations(self.placements, 2)
        shared = ((one.thing, two.thing, one.squares & two.squares) for one, two in pairs)
        return tuple(pair for pair in shared if pair[2])

    def placement_of(self, thing_id: str) -> Placement | None:
        """Return where a thing lies, or none where it has no place."""
        return next((p for p in self.placements if p.thing.id == thing_id), None)


def trouble_of(layout: Layout, placement: Placement) -> Trouble:
    """Return what is wrong with a placement beside everything else in a layout.

    Where the thing itself lies now does not count, so this also answers for a move.
    """
    others = [other for other in layout.placements if other.thing.id != placement.thing.id]
    in_the_way = [other for other in others if other.squares & placement.squares]
    return Trouble(
        outside=placement.squares - layout.grid.squares,
        shared=placement.squares.intersection(
            frozenset[Square]().union(*(other.squares for other in in_the_way))
        ),
        in_the_way=tuple(other.thing for other in in_the_way),
    )


def placements_in(grid: Grid, thing: Thing) -> Iterator[Placement]:
    """Yield every placement of a thing wholly within an empty grid: by turn, row and column."""
    for rotation, squares in thing.shape.turns:
        wide, high = size(squares)
        for y, x in product(range(grid.high - high + 1), range(grid.wide - wide + 1)):
            yield Placement(thing, rotation, x, y)


def placements_for(layout: Layout, thing: Thing) -> tuple[Placement, ...]:
    """Return every place in a layout where a thing could lie without any trouble."""
    return tuple(p for p in placements_in(layout.grid, thing) if not trouble_of(layout, p))


def place(layout: Layout, placement: Placement, *, sticking_out: bool = True) -> Layout:
    """Put a thing in a place, from wherever it was, and return the new layout.

    A thing may stick out of the grid, for Speed, but not lie wholly outside it; see `take_out`.
    With `sticking_out` off (a house rule), it must lie within. Raises `Refusal` with the reason.
    """
    trouble = trouble_of(layout, placement)
    thing = placement.thing
    no_room = f"There is no room for the {thing.name} there"
    if trouble.in_the_way:
        names = " and ".join(f"the {other.name}" for other in trouble.in_the_way)
        raise Refusal(f"{no_room}: it would lie over {names}.")
    if trouble.outside == placement.squares:
        raise Refusal(f"{no_room}: it would lie wholly outside the grid.")
    if trouble.outside and not sticking_out:
        count = len(trouble.outside)
        some = "1 of its squares" if count == 1 else f"{count} of its squares"
        raise Refusal(f"{no_room}: {some} would stick out of the grid.")
    places = {p.thing.id: p for p in layout.placements} | {thing.id: placement}
    loose = tuple(other for other in layout.loose if other.id != thing.id)
    return replace(layout, placements=tuple(places.values()), loose=loose)


def move(layout: Layout, thing_id: str, x: int, y: int, *, sticking_out: bool = True) -> Layout:
    """Move the corner of a thing that has a place, without turning it; see `place`."""
    placement = _placed(layout, thing_id)
    return place(layout, replace(placement, x=x, y=y), sticking_out=sticking_out)


def rotate(
    layout: Layout, thing_id: str, quarters: int = 1, *, sticking_out: bool = True
) -> Layout:
    """Turn a thing that has a place by some quarter turns clockwise.

    Its corner stays where it is if it can, or else goes to the nearest place, no further than the
    thing is long, where all of it has room. Only if there is none does it stick out, as little as
    can be. Raises `Refusal` where there is no such place. What looks the same turned stays.
    """
    now = _placed(layout, thing_id)
    turned = replace(now, rotation=now.rotation + quarters)
    if turned == now:
        return layout
    reach = max(size(now.thing.shape.squares)) - 1
    steps = sorted(
        product(range(-reach, reach + 1), repeat=2),
        key=lambda step: (abs(step[0]) + abs(step[1]), step),
    )
    nearby = [replace(turned, x=now.x + dx, y=now.y + dy) for dx, dy in steps]
    open_to_it: list[tuple[int, Placement]] = []
    for placement in nearby:
        trouble = trouble_of(layout, placement)
        within = trouble.outside != placement.squares if sticking_out else not trouble.outside
        if within and not trouble.shared:
            open_to_it.append((len(trouble.outside), placement))
    if not open_to_it:
        raise Refusal(f"There is no room to turn the {now.thing.name} where it lies.")
    _, best = min(open_to_it, key=lambda found: found[0])
    return place(layout, best, sticking_out=sticking_out)


def take_out(layout: Layout, thing_id: str) -> Layout:
    """Take a thing out of its place; it is carried outside the grid until it has a new one."""
    placement = _placed(layout, thing_id)
    rest = tuple(other for other in layout.placements if other is not placement)
    return replace(layout, placements=rest, loose=(*layout.loose, placement.thing))


def drop(layout: Layout, thing_ids: Iterable[str]) -> Layout:
    """Return a layout without some things; ids of what is not there do not matter."""
    gone = frozenset(thing_ids)
    return replace(
        layout,
        placements=tuple(p for p in layout.placements if p.thing.id not in gone),
        loose=tuple(thing for thing in layout.loose if thing.id not in gone),
    )


def _placed(layout: Layout, thing_id: str) -> Placement:
    placement = layout.placement_of(thing_id)
    if placement is not None:
        return placement
    loose = next((thing for thing in layout.loose if thing.id == thing_id), None)
    if loose is None:
        raise Refusal("This is not carried any more.")
    raise Refusal(f"The {loose.name} has no place in the grid yet.")


@lru_cache(maxsize=4_096)
def _moved(squares: Squares, x: int, y: int) -> Squares:
    return frozenset(Square(left + x, top + y) for left, top in squares)
