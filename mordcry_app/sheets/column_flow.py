"""Blocks that flow down one column and on in the next, column after column and page after page.

A `ColumnFlow` is a part like any other: on a page that it fills, its columns are as tall as the
room; where it ends, they are about equally tall. Lengths are in points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from mordcry_app.sheets.parts import Column, Columns, Gap, Part, Pen, Stack

_TOLERANCE = 0.01
_FINE = 2.0
"""Columns are balanced to so many points."""
_LEAST_START = 120.0
"""Columns that go on over several pages do not begin where less room than this is left."""
_WHOLE_BLOCKS = 1.12
"""Columns may be so much taller if no block has to be divided for it."""


@dataclass(frozen=True)
class Headed:
    """A body below a heading; what goes on elsewhere stands below `again`.

    Neither piece of a divided body is less than `least` points tall, unless nothing else will do.
    """

    heading: Part
    again: Part
    body: Part
    least: float = 0.0

    @property
    def height(self) -> float:
        """Height in points."""
        return self.heading.height + self.body.height

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw the heading, then the body."""
        self.heading.draw(pen, x, top)
        self.body.draw(pen, x, top - self.heading.height)

    def split(self, room: float) -> tuple[Part | None, Part | None]:
        """Divide the body."""
        if self.height <= room + _TOLERANCE:
            return self, None
        first, rest = self.body.split(room - self.heading.height)
        if first is not None and rest is not None and rest.height < self.least:
            first, rest = self.body.split(self.body.height - self.least)
        if first is None or rest is None or first.height < self.least:
            return None, self
        return replace(self, body=first), replace(self, heading=self.again, body=rest)

    def forced(self, room: float) -> tuple[Part | None, Part | None]:
        """Divide wherever it is possible at all."""
        first, rest = replace(self, least=0.0).split(room)
        return first, replace(rest, least=self.least) if isinstance(rest, Headed) else rest


@dataclass(frozen=True)
class Block:
    """A part on its way into a column.

    `gap` is the space before it, but for the top of a column. A `kept` block is not divided unless
    it is taller than a column. The PDF’s outline has its `bookmark`.
    """

    part: Part
    gap: float = 0.0
    kept: bool = False
    bookmark: str = ""


@dataclass(frozen=True)
class Poured:
    """Columns that are filled and stay together, and the bookmarks of what begins in them."""

    columns: Columns
    bookmarks: tuple[str, ...]

    @property
    def height(self) -> float:
        """Height of the tallest column."""
        return self.columns.height

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw column after column."""
        self.columns.draw(pen, x, top)

    def split(self, room: float) -> tuple[Part | None, Part | None]:
        """Return all of it where it fits, and otherwise leave it to the next page."""
        return (self, None) if self.height <= room + _TOLERANCE else (None, self)


@dataclass(frozen=True)
class ColumnFlow:
    """Blocks in `count` columns of `width` points with a `gutter` between them."""

    blocks: tuple[Block, ...]
    count: int
    width: float
    gutter: float

    @property
    def height(self) -> float:
        """Height of the columns when all blocks stand on one page."""
        return self._balanced.height

    @property
    def bookmarks(self) -> tuple[str, ...]:
        """The bookmarks of all blocks."""
        return self._balanced.bookmarks

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw column after column."""
        self._balanced.draw(pen, x, top)

    def split(self, room: float) -> tuple[Part | None, Part | None]:
        """Fill the columns of a page, and leave the others to the next; balance the last ones."""
        if self.height <= room + _TOLERANCE:
            return self._balanced, None
        filled, rest = self._fill(self.blocks, room, must_go_on=True)
        if not rest:
            return self._level(self.blocks, room) or filled, None
        if not filled.columns.columns or room < _LEAST_START:
            return None, self
        return filled, replace(self, blocks=tuple(rest))

    @cached_property
    def _balanced(self) -> Poured:
        """All blocks in columns as low as they can be, whole ones where that costs little."""
        total = sum(block.gap + block.part.height for block in self.blocks)
        whole = self._level([replace(block, kept=True) for block in self.blocks], total)
        divided = self._level(self.blocks, total)
        if whole is None or divided is None:
            raise AssertionError("one column has room for all of its blocks")
        return whole if whole.height <= divided.height * _WHOLE_BLOCKS else divided

    def _level(self, blocks: Sequence[Block], most: float) -> Poured | None:
        """Return the columns at the least height that holds all blocks, or nothing above `most`."""
        best, rest = self._fill(blocks, most)
        if rest:
            return None
        low = sum(block.part.height for block in blocks) / self.count * 0.9
        high = best.height
        while high - low > _FINE:
            middle = (low + high) / 2
            tried, rest = self._fill(blocks, middle)
            if rest:
                low = middle
            else:
                best, high = tried, min(middle, tried.height)
        return best

    def _fill(
        self, blocks: Sequence[Block], room: float, *, must_go_on: bool = False
    ) -> tuple[Poured, list[Block]]:
        """Pour blocks into the columns of one page; return what is left over, too.

        What fills a page `must_go_on`: there a block that is taller than a column is divided,
        whatever it asks for.
        """
        waiting = list(blocks)
        columns: list[Column] = []
        bookmarks: list[str] = []
        for number in range(self.count):
            parts = _poured(waiting, room, bookmarks, must_go_on)
            if parts:
                offset = number * (self.width + self.gutter)
                columns.append(Column(offset, Stack(tuple(parts))))
        return Poured(Columns(tuple(columns)), tuple(bookmarks)), waiting


def _poured(
    waiting: list[Block], room: float, bookmarks: list[str], must_go_on: bool
) -> list[Part]:
    """Take blocks off the list as far as they fit into one column."""
    parts: list[Part] = []
    while waiting:
        block = waiting[0]
        gap = block.gap if parts else 0.0
        left = room - gap
        first, rest = _divided(block, left, must_go_on=must_go_on and not parts)
        if first is None:
            break
        if gap:
            parts.append(Gap(gap))
        parts.append(first)
        room = left - first.height
        if block.bookmark:
            bookmarks.append(block.bookmark)
        if rest is not None:
            waiting[0] = replace(block, part=rest, bookmark="")
            break
        del waiting[0]
    return parts


def _divided(block: Block, room: float, *, must_go_on: bool) -> tuple[Part | None, Part | None]:
    """Return what of a block goes into so much room, and the rest."""
    part = block.part
    if part.height <= room + _TOLERANCE:
        return part, None
    if block.kept and not must_go_on:
        return None, part
    first, rest = part.split(room)
    if first is None and must_go_on and isinstance(part, Headed):
        return part.forced(room)
    return first, rest
