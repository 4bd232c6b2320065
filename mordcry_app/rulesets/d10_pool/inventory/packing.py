"""“Pack for me”: finds room for everything in a grid, or proves that there is none.

Rules: d10-pool.txt, “Grid Capacity” and “Grid Management”; that things may stick out is a ruling,
see `grid`.

`pack` asks whether everything fits; `pack_most` finds the packing with the fewest squares outside.
Both are exact and give the same answer to the same question every time. A limit on the positions
looked at is never passed over in silence, but answered with `Undecided`. The search itself is in
`cover_search`. Here things become masks, what can be told without a search is told in words, and
things of a single square are kept back to fill what the search leaves open.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from mordcry_app.rulesets.d10_pool.inventory.cover_search import (
    CoverSearch,
    Kind,
    Laid,
    OutOfNodesError,
)
from mordcry_app.rulesets.d10_pool.inventory.grid import (
    Grid,
    Layout,
    Placement,
    Thing,
)
from mordcry_app.rulesets.d10_pool.inventory.shapes import (
    SINGLE,
    Square,
    Squares,
    size,
    to_corner,
)

_ROOM_FOR_ALL = "There is room for everything."


@dataclass(frozen=True)
class Packed:
    """A packing: the things that were fixed and the packed ones, and what has no place.

    From `pack`, everything lies within. From `pack_most`, no packing leaves fewer squares outside,
    unless it is only the best so far of an `Undecided`.
    """

    layout: Layout
    reason: str
    """One sentence: what the packing comes to."""

    @property
    def placements(self) -> tuple[Placement, ...]:
        """Where things lie, fixed ones first."""
        return self.layout.placements

    @property
    def outside(self) -> int:
        """How many squares lie outside the grid; each is 1 Speed."""
        return self.layout.overload.squares


@dataclass(frozen=True)
class NoPacking:
    """A proof that not everything fits."""

    reason: str
    """One sentence: why not."""
    nodes: int = 0
    """How many positions were looked at; none where it can be told without a search."""


@dataclass(frozen=True)
class Undecided:
    """The limit of positions was reached before there was an answer."""

    nodes: int
    at_least: int = 0
    """So many squares lie outside in any packing."""
    best: Packed | None = None
    """From `pack_most`: a packing, though there may be a better one."""

    @property
    def reason(self) -> str:
        """One sentence: what is known so far."""
        return f"The search stopped at its limit of {self.nodes:,} positions and has no answer yet."


def nothing() -> None:
    """Let a search go on: what is called now and then where nobody can cancel."""


def pack(
    grid: Grid,
    things: Sequence[Thing],
    *,
    fixed: Sequence[Placement] = (),
    check: Callable[[], None] = nothing,
    most_nodes: int | None = None,
) -> Packed | NoPacking | Undecided:
    """Find a place within a grid for every thing, around those that are `fixed`, or prove none.

    `check` is called now and then during a long search; what it raises ends the search and is
    passed on. `most_nodes` limits how many positions are looked at; without it, the search runs
    to its end.
    """
    board = _Board(grid, fixed)
    pieces = _Pieces(board, things)
    reason = _why_not(board, things, pieces.without_a_way)
    if reason:
        return NoPacking(reason)
    search = CoverSearch(board.free_mask, board.beside_mask, pieces.kinds, check, most_nodes)
    try:
        laid = search.leaving(len(board.free) - sum(k.count * k.area for k in pieces.kinds))
    except OutOfNodesError:
        return Undecided(search.nodes - 1)
    if laid is None:
        ways = f"Every way to lay {_things(len(things))} was searched ({search.nodes:,} positions)"
        return NoPacking(f"{ways}, and none has room for all of them.", search.nodes)
    return pieces.packed(laid, _ROOM_FOR_ALL)


def pack_most(
    grid: Grid,
    things: Sequence[Thing],
    *,
    fixed: Sequence[Placement] = (),
    sticking_out: bool = True,
    check: Callable[[], None] = nothing,
    most_nodes: int | None = None,
) -> Packed | Undecided:
    """Find the packing that leaves the fewest squares outside, around things that are `fixed`.

    Things may stick out of the grid in part, or are left without a place and lie outside wholly.
    With `sticking_out` off (the house rule of `grid.place`), only the latter. `check` and
    `most_nodes` are as for `pack`.
    """
    whole = pack(grid, things, fixed=fixed, check=check, most_nodes=most_nodes)
    if isinstance(whole, Packed):
        return whole
    longest = max((max(size(thing.shape.squares)) for thing in things), default=1)
    board = _Board(grid, fixed, margin=longest - 1 if sticking_out else 0)
    pieces = _Pieces(board, things)
    at_best = sum(thing.shape.area for thing in things) - len(board.free)
    least = max(at_best, 0 if isinstance(whole, Undecided) else 1)
    nodes = whole.nodes
    if isinstance(whole, NoPacking):
        left = None if most_nodes is None else most_nodes - nodes
        search = CoverSearch(board.free_mask, board.beside_mask, pieces.kinds, check, left)
        try:
            for outside in _possible(things, least, sticking_out):
                least = outside
                laid = search.leaving(len(pieces.singles) + least - at_best)
                if laid is not None:
                    return pieces.packed(laid, _fewest(least))
        except OutOfNodesError:
            nodes += search.nodes - 1
    best = pieces.packed(pieces.first_fit(), "A packing may leave fewer squares outside than this.")
    return Undecided(nodes, least, best)


class _Board:
    """A grid as bits in reading order along its shorter side, with a margin around it."""

    def __init__(self, grid: Grid, fixed: Sequence[Placement], margin: int = 0) -> None:
        self.grid = grid
        self.fixed = tuple(fixed)
        self._across = range(-margin, grid.wide + margin)
        self._down = range(-margin, grid.high + margin)
        upright = grid.wide <= grid.high
        self._step_across = 1 if upright else len(self._down)
        self._step_down = len(self._across) if upright else 1
        taken = frozenset[Square]().union(*(placement.squares for placement in fixed))
        self.free: Squares = grid.squares - taken
        self.free_mask = self._mask(self.free)
        every = frozenset(Square(x, y) for x in self._across for y in self._down)
        self.beside_mask = self._mask(every - grid.squares - taken)

    def moved(self, squares: Squares) -> Iterator[int]:
        """Yield the masks of some squares, from the top left corner, moved all over the board."""
        wide, high = size(squares)
        across = self._across[: max(0, len(self._across) - wide + 1)]
        down = self._down[: max(0, len(self._down) - high + 1)]
        mask = sum(1 << (x * self._step_across + y * self._step_down) for x, y in squares)
        for x, y in product(across, down):
            yield mask << self._bit(x, y)

    def squares_of(self, mask: int) -> Squares:
        """Return the squares of a mask."""
        return frozenset(
            Square(x, y) for x in self._across for y in self._down if mask >> self._bit(x, y) & 1
        )

    def _mask(self, squares: Iterable[Square]) -> int:
        return sum(1 << self._bit(x, y) for x, y in squares)

    def _bit(self, x: int, y: int) -> int:
        left, top = x - self._across.start, y - self._down.start
        return left * self._step_across + top * self._step_down


class _Pieces:
    """Things sorted into kinds, and how what is laid becomes a layout again.

    Kinds are those of several squares, larger ones first, then those with fewer ways to turn.
    """

    def __init__(self, board: _Board, things: Sequence[Thing]) -> None:
        alike: defaultdict[frozenset[Squares], list[Thing]] = defaultdict(list)
        for thing in things:
            alike[thing.shape.outline].append(thing)
        self.singles = alike.pop(SINGLE.outline, [])
        self._board = board
        self._alike = sorted(alike.values(), key=_least_handy_first)
        self.kinds = [
            Kind(len(group), group[0].shape.area, self._ways(group[0])) for group in self._alike
        ]

    @property
    def without_a_way(self) -> list[Thing]:
        """The things that fit nowhere on the board, whatever else lies there."""
        pairs = zip(self.kinds, self._alike, strict=True)
        return [thing for kind, group in pairs if not kind.ways for thing in group]

    def packed(self, laid: Iterable[Laid], reason: str) -> Packed:
        """Return the packing for some laid pieces, with single squares in what is still free."""
        waiting = [list(reversed(group)) for group in self._alike]
        placements = [
            _placement(waiting[piece.kind].pop(), self._board.squares_of(piece.mask))
            for piece in laid
        ]
        still_free = self._board.free.difference(*(p.squares for p in placements))
        free = sorted(still_free, key=lambda square: (square.y, square.x))
        filled = zip(self.singles, free, strict=False)
        placements += (Placement(thing, 0, square.x, square.y) for thing, square in filled)
        loose = [thing for group in waiting for thing in reversed(group)]
        loose += self.singles[len(free) :]
        places = (*self._board.fixed, *placements)
        return Packed(Layout(self._board.grid, places, tuple(loose)), reason)

    def first_fit(self) -> list[Laid]:
        """Return what fits when each piece in turn takes the first place for it in the grid."""
        free = self._board.free_mask
        laid: list[Laid] = []
        for index, kind in enumerate(self.kinds):
            left = kind.count
            for mask in (mask for bit in sorted(kind.ways) for mask in kind.ways[bit]):
                if left and mask & free == mask:
                    laid.append(Laid(index, mask))
                    free ^= mask
                    left -= 1
        return laid

    def _ways(self, thing: Thing) -> dict[int, tuple[int, ...]]:
        """Return every way to lay a thing on a square of the board that is free, by the first such.

        Of those with the same first square, what sticks out least comes first.
        """
        board = self._board
        usable = board.free_mask | board.beside_mask
        ways: defaultdict[int, list[int]] = defaultdict(list)
        for _, turned in thing.shape.turns:
            for mask in board.moved(turned):
                covers = mask & board.free_mask
                if covers and mask & usable == mask:
                    ways[covers & -covers].append(mask)
        return {
            bit: tuple(sorted(masks, key=lambda mask: (mask & board.beside_mask).bit_count()))
            for bit, masks in ways.items()
        }


def _possible(things: Sequence[Thing], least: int, sticking_out: bool) -> Iterator[int]:
    """Yield how many squares may lie outside, from `least` up to all that the things have.

    Where nothing sticks out, these are the squares of some of the things together.
    """
    all_squares = sum(thing.shape.area for thing in things)
    sums = 1
    for thing in things:
        sums |= sums << thing.shape.area
    for count in range(least, all_squares + 1):
        if sticking_out or sums >> count & 1:
            yield count


def _fewest(outside: int) -> str:
    lie = "1 square lies" if outside == 1 else f"{outside} squares lie"
    return f"{lie} outside, and no packing leaves fewer there."


def _least_handy_first(alike: list[Thing]) -> tuple[int, int]:
    shape = alike[0].shape
    return -shape.area, len(shape.turns)


def _placement(thing: Thing, squares: Squares) -> Placement:
    """Return the placement that puts a thing on some squares; one of its turns does."""
    corner = to_corner(squares)
    rotation = next(quarters for quarters, turned in thing.shape.turns if turned == corner)
    left, top = min(square.x for square in squares), min(square.y for square in squares)
    return Placement(thing, rotation, left, top)


def _why_not(board: _Board, things: Sequence[Thing], without_a_way: Sequence[Thing]) -> str:
    """Return why not everything can fit, where that can be told without a search."""
    needed, free = sum(thing.shape.area for thing in things), len(board.free)
    if needed > free:
        return f"{_things(len(things))} of {_squares(needed)} cannot fit into {_squares(free)}."
    if without_a_way:
        beside = " beside what stays where it is" if board.fixed else ""
        return (
            f"The {without_a_way[0].name} fits nowhere in the grid{beside}, however it is turned."
        )
    dark = sum(_is_dark(square) for square in board.free)
    if not _colours_can_match(2 * dark - free, things, still_open=free - needed):
        return (
            f"Coloured like a chessboard, {dark} of the free squares are dark and {free - dark} "
            f"light; {_things(len(things))} like these never cover them so, however they lie."
        )
    return ""


def _colours_can_match(surplus: int, things: Iterable[Thing], still_open: int) -> bool:
    """Say whether things can take `surplus` more dark squares than light ones, or fewer.

    Turned or moved, a thing takes the same number more of one colour than of the other; only which
    colour it is can change. Each square that stays open may be of either. The sums that can be
    reached are the bits of a number, moved up so that none is negative.
    """
    excesses = [1] * still_open
    for thing in things:
        dark = sum(map(_is_dark, thing.shape.squares))
        excesses.append(abs(2 * dark - thing.shape.area))
    furthest = sum(excesses)
    sums = 1 << furthest
    for excess in excesses:
        sums = sums << excess | sums >> excess
    return abs(surplus) <= furthest and bool(sums >> (furthest + surplus) & 1)


def _is_dark(square: Square) -> bool:
    return (square.x + square.y) % 2 == 0


def _things(count: int) -> str:
    return "1 thing" if count == 1 else f"{count} things"


def _squares(count: int) -> str:
    return "1 square" if count == 1 else f"{count} squares"
