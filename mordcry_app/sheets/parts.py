"""Building blocks of sheets: each knows its height, draws itself, and can be divided.

Parts are measured when they are made, for a given width, and never change. Lengths are in points;
`x` runs from the page's left edge, `top` from its foot upwards, as in PDF.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol, runtime_checkable

from mordcry_app.sheets.styles import BLACK, HAIR, BoxStyle, TextStyle
from mordcry_app.sheets.text import Line, Run, one_line, wrap

Align = Literal["left", "centre", "right"]
_TOLERANCE = 0.01


class Pen(Protocol):
    """What parts draw with."""

    def text(self, x: float, y: float, text: str, face: str, size: float, ink: float) -> None:
        """Write on a baseline at `y`."""
        ...

    def rule(self, x1: float, y1: float, x2: float, y2: float, width: float, ink: float) -> None:
        """Draw a straight line."""
        ...

    def box(
        self, x: float, y: float, width: float, height: float, line: float, radius: float = 0.0
    ) -> None:
        """Draw the outline of a box whose lower left corner is at `x`, `y`."""
        ...

    def image(self, x: float, y: float, width: float, height: float, data: bytes) -> None:
        """Draw a picture, a PNG or JPEG, with its lower left corner at `x`, `y`."""
        ...

    def path(
        self,
        points: Sequence[tuple[float, float]],
        width: float,
        ink: float,
        *,
        dash: tuple[float, ...] = (),
        closed: bool = False,
        fill: float | None = None,
    ) -> None:
        """Draw a line through points, dashed in lengths of points, or a shape with a grey in it."""
        ...

    def link(self, x: float, y: float, width: float, height: float, page: int) -> None:
        """Let a click on an area lead to a page, which has a bookmark."""
        ...


class Part(Protocol):
    """Something with a height that stands on a page."""

    @property
    def height(self) -> float:
        """Height in points."""
        ...

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw the part with its upper left corner at `x`, `top`."""
        ...

    def split(self, room: float) -> tuple[Part | None, Part | None]:
        """Return what fits into `room` points, and the rest; either may be nothing."""
        ...


@runtime_checkable
class Bookmarked(Protocol):
    """A part that has bookmarks of its own in the PDF’s outline, on the page where it stands."""

    @property
    def bookmarks(self) -> tuple[str, ...]:
        """What begins in this part, in order."""
        ...


class Whole:
    """Mix-in for parts that cannot be divided."""

    def split(self: Part, room: float) -> tuple[Part | None, Part | None]:
        """Return the whole part where it fits, and otherwise leave it to the next page."""
        return (self, None) if self.height <= room + _TOLERANCE else (None, self)


@dataclass(frozen=True)
class Gap:
    """Empty space, divided anywhere."""

    height: float

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw nothing."""

    def split(self, room: float) -> tuple[Part | None, Part | None]:
        """Go on with the rest of the space on the next page."""
        if self.height <= room + _TOLERANCE:
            return self, None
        return (Gap(room), Gap(self.height - room)) if room > 0 else (None, self)


@dataclass(frozen=True)
class Rule(Whole):
    """A horizontal line in the middle of its height."""

    width: float
    height: float
    line: float = 0.4
    ink: float = HAIR

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw the line."""
        y = top - self.height / 2
        pen.rule(x, y, x + self.width, y, self.line, self.ink)


def baseline(style: TextStyle) -> float:
    """Return how far below the top of its line a text stands."""
    return (style.leading - 0.92 * style.size) / 2 + 0.72 * style.size


def draw_line(pen: Pen, line: Line, x: float, y: float) -> None:
    """Write a line with its baseline at `y`."""
    for glyphs in line.glyphs:
        pen.text(x + glyphs.x, y, glyphs.text, glyphs.face, glyphs.size, glyphs.ink)


@dataclass(frozen=True)
class Lines:
    """Lines of text, divided between any two of them, but never into fewer than `least`."""

    lines: tuple[Line, ...]
    style: TextStyle
    width: float
    align: Align = "left"
    least: int = 1

    @property
    def height(self) -> float:
        """Height in points."""
        return len(self.lines) * self.style.leading

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Write the lines."""
        y = top - baseline(self.style)
        for line in self.lines:
            spare = self.width - line.width
            shift = {"left": 0.0, "centre": spare / 2, "right": spare}[self.align]
            draw_line(pen, line, x + shift, y)
            y -= self.style.leading

    def split(self, room: float) -> tuple[Part | None, Part | None]:
        """Return the lines that fit, and the others."""
        count = int((room + _TOLERANCE) / self.style.leading)
        if count >= len(self.lines):
            return self, None
        count = min(count, len(self.lines) - self.least)
        if count < self.least:
            return None, self
        return replace(self, lines=self.lines[:count]), replace(self, lines=self.lines[count:])


def paragraph(
    runs: Sequence[Run], width: float, align: Align = "left", style: TextStyle | None = None
) -> Lines:
    """Set runs as lines; `style` gives their distance, by default that of the first run."""
    return Lines(wrap(runs, width), style or runs[0].style, width, align)


@dataclass(frozen=True)
class Stack:
    """Parts below one another."""

    parts: tuple[Part, ...]

    @property
    def height(self) -> float:
        """Height in points."""
        return sum(part.height for part in self.parts)

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw the parts from the top down."""
        for part in self.parts:
            part.draw(pen, x, top)
            top -= part.height

    def split(self, room: float) -> tuple[Part | None, Part | None]:
        """Divide between parts, or within the one that the room ends in."""
        for place, part in enumerate(self.parts):
            if part.height <= room + _TOLERANCE:
                room -= part.height
                continue
            first, rest = part.split(room)
            before = self.parts[:place] + ((first,) if first else ())
            after = ((rest,) if rest else ()) + self.parts[place + 1 :]
            return (Stack(before) if before else None), Stack(after)
        return self, None


@dataclass(frozen=True)
class Column:
    """A part and how far from the left it stands among others."""

    offset: float
    part: Part


@dataclass(frozen=True)
class Columns:
    """Parts beside one another, each divided by itself."""

    columns: tuple[Column, ...]

    @property
    def height(self) -> float:
        """Height of the tallest part."""
        return max((column.part.height for column in self.columns), default=0.0)

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw the parts from left to right."""
        for column in self.columns:
            column.part.draw(pen, x + column.offset, top)

    def split(self, room: float) -> tuple[Part | None, Part | None]:
        """Divide each part at the same height."""
        firsts: list[Column] = []
        rests: list[Column] = []
        for column in self.columns:
            first, rest = column.part.split(room)
            if first is not None:
                firsts.append(Column(column.offset, first))
            if rest is not None:
                rests.append(Column(column.offset, rest))
        return (
            Columns(tuple(firsts)) if firsts else None,
            Columns(tuple(rests)) if rests else None,
        )


def beside(aside: Part, main: Part, offset: float) -> Columns:
    """Put two parts beside one another, the second `offset` points from the left."""
    return Columns((Column(0.0, aside), Column(offset, main)))


@dataclass(frozen=True)
class Framed:
    """A part within a rounded frame; divided, each piece has a frame of its own."""

    part: Part
    width: float
    padding: float = 5.0

    @property
    def height(self) -> float:
        """Height with the frame."""
        return self.part.height + 2 * self.padding

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw the frame, then what is within."""
        pen.box(x, top - self.height, self.width, self.height, 0.8, 3.0)
        self.part.draw(pen, x + 2 * self.padding, top - self.padding)

    def split(self, room: float) -> tuple[Part | None, Part | None]:
        """Divide what is within."""
        first, rest = self.part.split(room - 2 * self.padding)
        return (
            Framed(first, self.width, self.padding) if first else None,
            Framed(rest, self.width, self.padding) if rest else None,
        )


@dataclass(frozen=True)
class Boxes(Whole):
    """A row of square boxes to tick, each with a label or none; the first few may be crossed."""

    labels: tuple[Line | None, ...]
    style: TextStyle
    box: BoxStyle
    crossed: int = 0

    @property
    def height(self) -> float:
        """Height in points."""
        return self.box.row

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw the boxes on the baseline of their labels."""
        side = self.box.side
        base = top - (self.height - side) / 2 - side
        text_base = top - (self.height - self.style.leading) / 2 - baseline(self.style)
        for number, label in enumerate(self.labels):
            pen.box(x, base, side, side, 0.6)
            if number < self.crossed:
                inset = side * 0.2
                left, right = x + inset, x + side - inset
                low, high = base + inset, base + side - inset
                pen.rule(left, low, right, high, 0.8, BLACK)
                pen.rule(left, high, right, low, 0.8, BLACK)
            x += side
            if label is not None:
                draw_line(pen, label, x + LABEL_GAP, text_base)
                x += LABEL_GAP + label.width
            x += self.box.gap


LABEL_GAP = 1.8
"""Between a box and its label."""

_FIELD_GAP = 6.0


@dataclass(frozen=True)
class WriteIn(Whole):
    """Labels, each followed by a line to write on; the lines share what room there is.

    A label may be empty. `shares` says how much of the room each line gets.
    """

    labels: tuple[Line, ...]
    shares: tuple[float, ...]
    style: TextStyle
    width: float
    height: float
    line: float = 0.45

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw labels and lines on one baseline near the foot of the part."""
        gaps = sum(LABEL_GAP for label in self.labels if label.glyphs)
        gaps += _FIELD_GAP * (len(self.labels) - 1)
        room = self.width - gaps - sum(label.width for label in self.labels)
        y = top - self.height + 2.4
        for label, share in zip(self.labels, self.shares, strict=True):
            if label.glyphs:
                draw_line(pen, label, x, y)
                x += label.width + LABEL_GAP
            length = room * share / sum(self.shares)
            pen.rule(x, y, x + length, y, self.line, BLACK)
            x += length + _FIELD_GAP


def write_in(
    labels: Sequence[str], style: TextStyle, width: float, height: float, *shares: float
) -> WriteIn:
    """Return labelled lines to write on; without `shares` they are equally long."""
    lines = tuple(one_line(label, style) for label in labels)
    return WriteIn(lines, shares or (1.0,) * len(lines), style, width, height)
