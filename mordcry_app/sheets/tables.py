"""Tables: columns as wide as their texts ask for, cells that wrap, headings that are repeated.

Whatever prints rows of texts takes `table_part`. Lengths are in points.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from mordcry_app.sheets.parts import Align, Lines, Part, Pen, paragraph
from mordcry_app.sheets.styles import BLACK, HAIR, Setting, TextStyle
from mordcry_app.sheets.text import Run, measure

Cell = str | Sequence[Run]
"""A text in the style of cells, or runs in styles of their own."""

_PADDING = 1.4
"""Above and below the text of a row."""
COLUMN_GAP = 8.0
"""Between two columns."""
_TALL = 0.4
"""A row of more than this share of a page may be divided; every other stays whole."""
_TALL_HEAD = 0.15
"""Headings that take more of a page than this are printed once, like a row."""
_TOLERANCE = 0.01
_FIGURES = re.compile(r"[\d\s+−–.,:/%″×()—-]*")


@dataclass(frozen=True)
class TableRow:
    """Cells beside one another and perhaps a note across all of them, below.

    A row that `leads` is a heading and stays with the one after it.
    """

    cells: tuple[tuple[float, Lines], ...]
    leading: float
    note: Lines | None = None
    leads: bool = False

    @property
    def height(self) -> float:
        """Height with the space above and below; an empty row has room for one line."""
        return self._cells_height + (self.note.height if self.note else 0.0) + 2 * _PADDING

    @property
    def _cells_height(self) -> float:
        if self.note and not self.cells:
            return 0.0
        return max([self.leading, *(cell.height for _, cell in self.cells)])

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Write the cells, and the note below them."""
        top -= _PADDING
        for offset, cell in self.cells:
            cell.draw(pen, x + offset, top)
        if self.note is not None:
            self.note.draw(pen, x, top - self._cells_height)

    def split(self, room: float) -> tuple[TableRow | None, TableRow | None]:
        """Return the lines of each cell that fit, and the others; the note stays with those."""
        count = max(int((room - 2 * _PADDING + _TOLERANCE) / self.leading), 0)
        if count * self.leading >= self._cells_height:
            return self._split_note(count)
        if not count:
            return None, self
        firsts = tuple((x, replace(c, lines=c.lines[:count])) for x, c in self.cells)
        rests = tuple((x, replace(c, lines=c.lines[count:])) for x, c in self.cells)
        return replace(self, cells=firsts, note=None), replace(self, cells=rests)

    def _split_note(self, count: int) -> tuple[TableRow | None, TableRow | None]:
        """Divide within the note, with room for so many lines in all."""
        left = count - round(self._cells_height / self.leading)
        if self.note is None or left >= len(self.note.lines):
            return self, None
        rest = TableRow((), self.leading, replace(self.note, lines=self.note.lines[left:]))
        if not left:
            return replace(self, note=None), rest
        return replace(self, note=replace(self.note, lines=self.note.lines[:left])), rest


@dataclass(frozen=True)
class Table:
    """Rows with hairlines between them, below headings that every piece of the table repeats.

    Rows of more than `tall` points are divided where they must be.
    """

    head: TableRow | None
    rows: tuple[TableRow, ...]
    width: float
    tall: float

    @property
    def height(self) -> float:
        """Height in points."""
        head = self.head.height if self.head else 0.0
        return head + sum(row.height for row in self.rows)

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw headings, rows and the lines between them."""
        if self.head is not None:
            self.head.draw(pen, x, top)
            top -= self.head.height
            pen.rule(x, top, x + self.width, top, 0.5, BLACK)
        for number, row in enumerate(self.rows):
            if number:
                pen.rule(x, top, x + self.width, top, 0.3, HAIR)
            row.draw(pen, x, top)
            top -= row.height

    def split(self, room: float) -> tuple[Part | None, Part | None]:
        """Divide between rows, never behind a heading, or within a very tall row."""
        room -= self.head.height if self.head else 0.0
        count = 0
        while count < len(self.rows) and self.rows[count].height <= room + _TOLERANCE:
            room -= self.rows[count].height
            count += 1
        if count == len(self.rows):
            return self, None
        if self.rows[count].height > self.tall:
            first, rest = self.rows[count].split(room)
            if first is not None and rest is not None:
                return (
                    replace(self, rows=(*self.rows[:count], first)),
                    replace(self, rows=(rest, *self.rows[count + 1 :])),
                )
        while count and self.rows[count - 1].leads:
            count -= 1
        if not count:
            return None, self
        return replace(self, rows=self.rows[:count]), replace(self, rows=self.rows[count:])


def table_part(
    headings: Sequence[str],
    rows: Sequence[Sequence[Cell]],
    widths: Sequence[float] | None,
    setting: Setting,
    width: float,
    aligns: Sequence[Align] | None = None,
    notes: Sequence[Cell] = (),
) -> Table:
    """Return a table that is `width` points wide.

    Without `headings` there is no line for them. `widths` say in what proportion the columns share
    the width; by default they are as wide as their texts ask for. `aligns` are by default left,
    but right for columns of figures behind the first. A row may have fewer cells than others; one
    with a single cell, in a table of several columns, is a heading across all of them. `notes`
    stand below rows, across the table: one for each row, or an empty text.
    """
    styles = setting.styles
    count = max([len(headings), *(len(row) for row in rows)], default=0)
    texts = [[_runs(cell, styles.cell) for cell in row] for row in rows]
    heads = [[Run(heading, styles.cell_quiet)] for heading in headings]
    full = [row for row in texts if not _is_heading(row, count)]
    columns = [[row[place] for row in [*full, heads] if place < len(row)] for place in range(count)]
    room = max(width - COLUMN_GAP * (count - 1), width / 2)
    gap = (width - room) / max(count - 1, 1)
    shares = list(widths) if widths is not None else _found_widths(columns, room)
    shares = [share * room / (sum(shares) or 1.0) for share in shares]
    sides = list(aligns or _found_aligns(full, count))
    leading = max(
        [styles.cell.leading, *(run.style.leading for c in columns for t in c for run in t)]
    )
    line = replace(styles.cell, leading=leading)

    def made(cells: Sequence[Sequence[Run]]) -> TableRow:
        set_cells: list[tuple[float, Lines]] = []
        x = 0.0
        for runs, share, side in zip(cells, shares, sides, strict=False):
            set_cells.append((x, paragraph(runs, share, side, line)))
            x += share + gap
        return TableRow(tuple(set_cells), leading)

    def noted(row: TableRow, note: Cell) -> TableRow:
        lines = paragraph(_runs(note, styles.cell), width, "left", line)
        return replace(row, note=lines) if lines.lines else row

    def across(runs: Sequence[Run]) -> TableRow:
        strong = [replace(run, style=styles.cell_strong) for run in runs]
        return TableRow(((0.0, paragraph(strong, width, "left", line)),), leading, None, leads=True)

    head = made(heads) if any(headings) else None
    made_rows = [across(row[0]) if _is_heading(row, count) else made(row) for row in texts]
    made_rows = list(map(noted, made_rows, notes)) if notes else made_rows
    if head is not None and head.height > setting.grid.page_height * _TALL_HEAD:
        head, made_rows = None, [head, *made_rows]
    return Table(head, tuple(made_rows), width, setting.grid.page_height * _TALL)


def _is_heading(row: Sequence[Sequence[Run]], count: int) -> bool:
    return len(row) == 1 and count > 1


def _runs(cell: Cell, style: TextStyle) -> Sequence[Run]:
    return [Run(cell, style)] if isinstance(cell, str) else cell


def _found_aligns(rows: Sequence[Sequence[Sequence[Run]]], count: int) -> Iterable[Align]:
    """Yield right for columns of figures behind the first, and left for all others."""
    for place in range(count):
        texts = ["".join(run.text for run in row[place]) for row in rows if place < len(row)]
        are_figures = any(texts) and all(_FIGURES.fullmatch(text) for text in texts)
        yield "right" if place and are_figures else "left"


def _found_widths(columns: Sequence[Sequence[Sequence[Run]]], room: float) -> list[float]:
    """Return how wide columns want to be.

    Those that need no more than an even share have it; the others share the rest by the square root
    of what they hold, so that a long text does not crush a short one beside it.
    """
    naturals = [max((_width(cell) for cell in column), default=0.0) + 0.1 for column in columns]
    words = [max((_widest_word(cell) for cell in column), default=0.0) + 0.1 for column in columns]
    if sum(naturals) <= room:
        return naturals
    given: dict[int, float] = {}
    while len(given) < len(columns):
        open_columns = [place for place in range(len(columns)) if place not in given]
        left = room - sum(given.values())
        even = left / len(open_columns)
        fitting = {place: naturals[place] for place in open_columns if naturals[place] <= even}
        if fitting:
            given |= fitting
            continue
        weights = {place: math.sqrt(naturals[place]) for place in open_columns}
        scale = left / sum(weights.values())
        needs = {place: min(words[place], even) for place in open_columns}
        crushed = {p: need for p, need in needs.items() if weights[p] * scale < need}
        if crushed and len(crushed) < len(open_columns):
            given |= crushed
            continue
        given |= {place: weights[place] * scale for place in open_columns}
    return [given[place] for place in range(len(columns))]


def _width(runs: Sequence[Run]) -> float:
    """Return the width of the longest line of a text that is broken only where it says so."""
    widths = [0.0]
    for run in runs:
        first, *others = run.text.split("\n")
        widths[-1] += measure(first, run.style)
        widths.extend(measure(other, run.style) for other in others)
    return max(widths)


def _widest_word(runs: Sequence[Run]) -> float:
    return max((measure(w, run.style) for run in runs for w in run.text.split()), default=0.0)
