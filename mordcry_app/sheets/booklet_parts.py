"""What the pages of a book are made of: a narrow measure, paragraphs, ornaments, heads, entries.

The book stands on the one grid of all sheets; its text keeps to a narrower measure in the middle,
which is easier to read.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from mordcry_app.sheets.parts import (
    Align,
    Column,
    Columns,
    Gap,
    Lines,
    Part,
    Pen,
    Rule,
    Stack,
    Whole,
    baseline,
    draw_line,
    paragraph,
)
from mordcry_app.sheets.styles import BLACK, HAIR, Setting, TextStyle
from mordcry_app.sheets.text import Run, measure, one_line, shortened, wrap

_MEASURE = 0.72
_LARGE_MEASURE = 0.86
_INDENT = "\u00a0" * 4
_LEAST_LINES = 2
_HEAD_GAP = 26.0
UNTITLED = "Without a title"
"""What has no name that could be printed."""
_MOST_ENTRY_LINES = 3


def text_width(setting: Setting) -> float:
    """Return how wide the text of the book is."""
    share = _LARGE_MEASURE if setting.options.large else _MEASURE
    return setting.grid.width * share


def in_the_middle(part: Part, width: float, setting: Setting) -> Part:
    """Put a part of some width in the middle of the page."""
    return Columns((Column((setting.grid.width - width) / 2, part),))


def measured(part: Part, setting: Setting) -> Part:
    """Put a part that is as wide as the text where the text stands."""
    return in_the_middle(part, text_width(setting), setting)


def prose(text: str, width: float, style: TextStyle, *, indent: bool = False) -> Lines:
    """Set a paragraph, of which never a single line stands on a page of its own."""
    runs = [Run(f"{_INDENT if indent else ''}{text}", style)]
    return replace(paragraph(runs, width), least=_LEAST_LINES)


def lines_of(text: str, style: TextStyle, width: float, align: Align = "centre") -> Lines:
    """Set a short text, in the middle unless it is said otherwise."""
    return paragraph([Run(text, style)], width, align)


@dataclass(frozen=True)
class Labelled:
    """A text with a label at its left, which never stands at the foot of a page without it."""

    label: Lines
    text: Lines
    offset: float

    @property
    def height(self) -> float:
        """Height of the taller of the two."""
        return max(self.label.height, self.text.height)

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw both."""
        self.label.draw(pen, x, top)
        self.text.draw(pen, x + self.offset, top)

    def split(self, room: float) -> tuple[Part | None, Part | None]:
        """Divide the text; the label stands beside its beginning."""
        first, rest = self.text.split(room)
        if first is None or self.label.height > room:
            return None, self
        begun = Columns((Column(0.0, self.label), Column(self.offset, first)))
        return begun, Columns((Column(self.offset, rest),)) if rest is not None else None


@dataclass(frozen=True)
class Afloat:
    """A picture among paragraphs: one that does not fit on a page lets the text go on before it."""

    part: Part

    @property
    def height(self) -> float:
        """Height in points."""
        return self.part.height

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw the picture."""
        self.part.draw(pen, x, top)

    def split(self, room: float) -> tuple[Part | None, Part | None]:
        """Divide the captions, should they be taller than a page."""
        return self.part.split(room)


@dataclass(frozen=True)
class Text:
    """Paragraphs with pictures afloat among them."""

    parts: tuple[Part, ...]

    @property
    def height(self) -> float:
        """Height in points."""
        return sum(part.height for part in self.parts)

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw the parts from the top down."""
        Stack(self.parts).draw(pen, x, top)

    def split(self, room: float) -> tuple[Part | None, Part | None]:
        """Divide between parts or within one; pictures without room lead the next page."""
        placed: list[Part] = []
        waiting: list[Part] = []
        for place, part in enumerate(self.parts):
            if part.height <= room:
                placed.append(part)
                room -= part.height
            elif isinstance(part, Afloat) and placed:
                waiting.append(part)
            else:
                first, rest = part.split(room)
                placed += [first] if first is not None else []
                waiting += [rest] if rest is not None else []
                waiting += self.parts[place + 1 :]
                break
        if not placed:
            return None, self
        return Text(tuple(placed)), Text(tuple(waiting)) if waiting else None


def largest(text: str, width: float, styles: Sequence[TextStyle], most_lines: int) -> TextStyle:
    """Return the first style in which a text needs few lines and no word is broken, or the last."""
    for style in styles:
        widest = max((measure(word, style) for word in text.split()), default=0.0)
        if widest <= width and len(wrap([Run(text, style)], width)) <= most_lines:
            return style
    return styles[-1]


# ---------------------------------------------------------------------- ornaments


@dataclass(frozen=True)
class Lozenge(Whole):
    """A lozenge between two lines that end in dots; `size` is half its height."""

    width: float
    height: float
    size: float
    rule: float

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw it in the middle."""
        across, y, size = x + self.width / 2, top - self.height / 2, self.size
        pen.path(_lozenge(across, y, size), 0.7, BLACK, closed=True)
        pen.path(_lozenge(across, y, size * 0.45), 0.4, BLACK, closed=True, fill=BLACK)
        for side in (-1, 1):
            start, end = across + side * size * 2.1, across + side * (size * 2.1 + self.rule)
            pen.rule(start, y, end, y, 0.6, BLACK)
            pen.path(_lozenge(end, y, size * 0.22), 0.3, BLACK, closed=True, fill=BLACK)


def _lozenge(x: float, y: float, size: float) -> list[tuple[float, float]]:
    return [(x, y + size), (x + size * 0.8, y), (x, y - size), (x - size * 0.8, y)]


@dataclass(frozen=True)
class Star(Whole):
    """A star of a circle, rays and a lozenge, for the title page; `size` is its radius."""

    width: float
    size: float
    rays: int = 16

    @property
    def height(self) -> float:
        """Height in points."""
        return 2 * self.size

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw it in the middle: long and short rays in turn, around a lozenge in a ring."""
        across, y = x + self.width / 2, top - self.size
        for number in range(self.rays):
            angle = 2 * math.pi * number / self.rays
            reach = (1.0, 0.62, 0.78, 0.62)[number % 4] * self.size
            dx, dy = math.sin(angle), math.cos(angle)
            start = self.size * 0.48
            pen.rule(
                across + dx * start, y + dy * start, across + dx * reach, y + dy * reach, 0.7, BLACK
            )
        for radius, line in ((0.42, 0.9), (0.36, 0.4)):
            pen.path(_ring(across, y, radius * self.size), line, BLACK, closed=True)
        pen.path(_lozenge(across, y, self.size * 0.27), 0.6, BLACK, closed=True)
        pen.path(_lozenge(across, y, self.size * 0.13), 0.4, BLACK, closed=True, fill=BLACK)


def _ring(x: float, y: float, radius: float, corners: int = 48) -> list[tuple[float, float]]:
    angles = (2 * math.pi * number / corners for number in range(corners))
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def small_ornament(setting: Setting, width: float) -> Part:
    """Return the ornament below the title of a chapter."""
    size = setting.styles.prose.size * 0.34
    return Lozenge(width, setting.styles.prose.leading, size, 46.0)


# ---------------------------------------------------------------------- heads


def opening(
    lead: str, title: str, below: str, setting: Setting, above: Sequence[Part] = ()
) -> Part:
    """Return the head of a chapter: where it stands, its title, a line below, an ornament."""
    styles, width = setting.styles, text_width(setting)
    parts = [*above]
    if lead:
        parts.append(lines_of(lead, styles.prose_quiet, width))
    if title:
        style = largest(title, width, (styles.chapter, *styles.titles[1:]), 3)
        parts.append(lines_of(title, style, width))
    if below:
        parts += [Gap(2.0), lines_of(below, styles.prose_quiet, width)]
    parts += [Gap(5.0), small_ornament(setting, width), Gap(9.0)]
    return measured(Stack(tuple(parts)), setting)


def running_head(book: str, chapter: str, setting: Setting, *, is_wide: bool = False) -> Part:
    """Return the head of a page that goes on with something: the book’s name and what it is.

    It is as wide as the text, or as the page `is_wide`.
    """
    style = setting.styles.prose_quiet
    width = setting.grid.width if is_wide else text_width(setting)
    left = shortened(book, style, width * 0.48)
    right = shortened(chapter, style, width * 0.48)
    line = Columns(
        (
            Column(0.0, Lines((left,), style, width)),
            Column(0.0, Lines((right,), style, width, "right")),
        )
    )
    parts = (line, Rule(width, 5.0, 0.4, HAIR), Gap(_HEAD_GAP))
    return in_the_middle(Stack(parts), width, setting)


# ---------------------------------------------------------------------- contents


@dataclass(frozen=True)
class Entry(Whole):
    """A line of the contents: a name, dots, a page number; a click on it leads to the page."""

    lines: Lines
    page: int
    indent: float

    @property
    def height(self) -> float:
        """Height in points."""
        return self.lines.height

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw the name, then dots up to the number on its last line."""
        style, width = self.lines.style, self.lines.width
        self.lines.draw(pen, x + self.indent, top)
        y = top - self.height + style.leading - baseline(style)
        number = one_line(str(self.page), style)
        draw_line(pen, number, x + width - number.width, y)
        start = x + self.indent + self.lines.lines[-1].width + 5.0
        end = x + width - number.width - 5.0
        if end - start > style.size:
            pen.path([(start, y + 0.4), (end, y + 0.4)], 0.6, HAIR, dash=(0.6, 3.4))
        pen.link(x, top - self.height, width, self.height, self.page)


def entry(name: str, page: int, setting: Setting, *, indent: float = 0.0) -> Part:
    """Return a line of the contents; a long name takes several, a very long one is shortened."""
    style, width = setting.styles.prose, text_width(setting)
    room = width - indent - 5 * style.size
    lines = paragraph([Run(name, style)], room)
    if not lines.lines:
        lines = paragraph([Run(UNTITLED, style)], room)
    if len(lines.lines) > _MOST_ENTRY_LINES:
        lines = replace(lines, lines=(shortened(name, style, room),))
    return Entry(replace(lines, width=width), page, indent)
