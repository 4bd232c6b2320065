"""Covers all but a few squares of a board with pieces, or proves that it cannot be done.

This is exact cover with optional squares, searched the way that suits narrow boards: always the
first undecided square in reading order is settled, by a piece whose first square it is or by
leaving it open. What is left to do then depends only on the undecided squares and on how many of
each kind of piece remain, so every dead end is remembered and never entered twice, on whatever way
it is reached. Pieces that can be turned into each other are one kind with a count, so that like
things are never tried in each other’s stead.

Boards and pieces are bit masks; bit order is reading order. Nothing here knows things or grids.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

_NODES_BETWEEN_CHECKS = 256


@dataclass(frozen=True)
class Kind:
    """Pieces that are alike: how many there are, the squares of one, and every way to lay it.

    `ways` lists masks by the bit of their first square to cover, best way first. Masks may have
    squares beside those to cover: these may be used once, and do not help.
    """

    count: int
    area: int
    ways: Mapping[int, Sequence[int]]


@dataclass(frozen=True)
class Laid:
    """A piece that was laid: the index of its kind, and its mask."""

    kind: int
    mask: int


class OutOfNodesError(Exception):
    """The search has looked at as many positions as it may."""


class CoverSearch:
    """A search on one board with given pieces; dead ends are kept from one try to the next.

    `to_cover` are the squares to settle, `beside` others that pieces may use. `check` is called
    now and then and may raise, which ends the search with its exception. `most_nodes` is how many
    positions may be looked at in all tries together.
    """

    def __init__(
        self,
        to_cover: int,
        beside: int,
        kinds: Sequence[Kind],
        check: Callable[[], None],
        most_nodes: int | None = None,
    ) -> None:
        self.nodes = 0
        self._to_cover = to_cover
        self._beside = beside
        self._check = check
        self._most_nodes = most_nodes
        self._dead: dict[tuple[int, int], int] = {}
        self._laid: list[Laid] = []
        bits = max((kind.count for kind in kinds), default=0).bit_length()
        self._all_pieces = sum(kind.count << bits * index for index, kind in enumerate(kinds))
        self._areas = [kind.area for kind in kinds]
        self._all_area = sum(kind.count * kind.area for kind in kinds)
        self._choices, self._relevant = self._by_first_square(kinds, bits)

    def leaving(self, most_open: int) -> tuple[Laid, ...] | None:
        """Return pieces that leave at most so many squares open, or none if there are no such.

        Raises `OutOfNodesError` when the limit is reached first.
        """
        self._laid = []
        if not self._settle(
            self._to_cover | self._beside, self._all_pieces, self._all_area, most_open
        ):
            return None
        return tuple(reversed(self._laid))

    def _by_first_square(
        self, kinds: Sequence[Kind], bits: int
    ) -> tuple[dict[int, list[tuple[int, int, int, Sequence[int]]]], dict[int, int]]:
        """Return, for each square to cover, what may be laid there, and what can still matter."""
        choices: dict[int, list[tuple[int, int, int, Sequence[int]]]] = {}
        relevant: dict[int, int] = {}
        reach = 0
        for square in range(self._to_cover.bit_length() - 1, -1, -1):
            bit = 1 << square
            if not self._to_cover & bit:
                continue
            choices[bit] = []
            reach |= bit
            for index, kind in enumerate(kinds):
                ways = kind.ways.get(bit, ())
                if ways:
                    shift = bits * index
                    choices[bit].append((index, ((1 << bits) - 1) << shift, 1 << shift, ways))
                    for mask in ways:
                        reach |= mask
            relevant[bit] = reach
        return choices, relevant

    def _settle(self, rest: int, pieces: int, area: int, most_open: int) -> bool:
        """Settle the first of the squares that `rest` still has; say whether all went well."""
        undecided = rest & self._to_cover
        still_to_cover = undecided.bit_count() - most_open
        if still_to_cover <= 0:
            return True
        if still_to_cover > area:
            return False
        bit = undecided & -undecided
        key = (rest & self._relevant[bit], pieces)
        if self._dead.get(key, -1) >= most_open:
            return False
        self._count()
        for index, all_of_kind, one_of_kind, ways in self._choices[bit]:
            if not pieces & all_of_kind:
                continue
            area_then = area - self._areas[index]
            for mask in ways:
                if mask & rest == mask and self._settle(
                    rest ^ mask, pieces - one_of_kind, area_then, most_open
                ):
                    self._laid.append(Laid(index, mask))
                    return True
        if most_open and self._settle(rest ^ bit, pieces, area, most_open - 1):
            return True
        self._dead[key] = most_open
        return False

    def _count(self) -> None:
        self.nodes += 1
        if self._most_nodes is not None and self.nodes > self._most_nodes:
            raise OutOfNodesError
        if self.nodes % _NODES_BETWEEN_CHECKS == 0:
            self._check()
