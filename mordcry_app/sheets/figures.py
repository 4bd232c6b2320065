"""A fighter's figures: characteristics in columns, and worked-out attack lines in columns.

Columns are measured over a whole roster, so that they stand below one another on the sheet,
whatever headings the ruleset has. What will not fit into columns is set as running text.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from mordcry_app.rules.ruleset import AttackCell, AttackLine
from mordcry_app.services.views import ValueView
from mordcry_app.sheets.glyphs import NO_BREAK_SPACE
from mordcry_app.sheets.notes import NoteBook
from mordcry_app.sheets.parts import (
    Lines,
    Part,
    Pen,
    Stack,
    Whole,
    baseline,
    draw_line,
    paragraph,
)
from mordcry_app.sheets.styles import HAIR, Styles, TextStyle
from mordcry_app.sheets.text import Line, Run, bound, dot, measure, one_line

NEW = "▶"
"""Stands before what is new since the last battle, and behind what a value was before it."""

_CELL_PADDING = 5.0
_CELL_GAP = 1.5 * _CELL_PADDING
_MARK_GAP = 0.6
_WAS_GAP = 3.0
_NONE: Mapping[str, str] = MappingProxyType({})


def led(text: str, is_new: bool) -> str:
    """Return a text with the mark of what is new before it, if it is."""
    return f"{NEW}{NO_BREAK_SPACE}{text}" if is_new else text


def is_changed(value: ValueView) -> bool:
    """Say whether a value is to be explained: it moved, or would have but for a balance."""
    return value.change != 0 or any(p.kind == "modifier" and p.amount for p in value.parts)


def explanation(value: ValueView) -> str:
    """Return where a value comes from, with every amount held to its label."""
    return ", ".join(f"{part.label}{NO_BREAK_SPACE}{part.signed}" for part in value.parts)


@dataclass(frozen=True)
class Figure:
    """A heading and what stands below it; `mark` hangs behind without moving it.

    `was` is what it was before the last battle, where it has moved since.
    """

    heading: str
    text: str
    mark: str = ""
    was: str = ""

    @property
    def news(self) -> str:
        """What is told beside the heading about a value that has moved: `4▶`."""
        return f"{self.was}{NEW}" if self.was else ""


def figures_of(
    values: Iterable[ValueView], notes: NoteBook, was: Mapping[str, str] = _NONE
) -> tuple[Figure, ...]:
    """Return characteristics as figures, the changed ones with their footnote marks.

    `was` has what those were that have moved since the last battle.
    """
    return tuple(
        Figure(
            value.short,
            value.text,
            _mark(value, notes) if is_changed(value) else "",
            was.get(value.stat, ""),
        )
        for value in values
    )


def _mark(value: ValueView, notes: NoteBook) -> str:
    return notes.mark(f"{value.short} {value.text}", explanation(value))


@dataclass(frozen=True)
class _FigureCell:
    heading: Line
    value: Line
    mark: Line
    was: Line


@dataclass(frozen=True)
class _FigureRow(Whole):
    """Headings above values, in columns of equal width between hairlines."""

    cells: tuple[_FigureCell, ...]
    cell_width: float
    styles: Styles
    height: float

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw the row with hairlines between the columns."""
        label_base = top - baseline(self.styles.label)
        value_top = top - self.styles.label.leading
        value_base = value_top - baseline(self.styles.value)
        for number, cell in enumerate(self.cells):
            left = x + number * self.cell_width
            if number:
                edge = left - _CELL_PADDING
                pen.rule(edge, top - 1.5, edge, top - self.height + 2.0, 0.3, HAIR)
            draw_line(pen, cell.heading, left, label_base)
            draw_line(pen, cell.was, left + cell.heading.width + _WAS_GAP, label_base)
            draw_line(pen, cell.value, left, value_base)
            draw_line(pen, cell.mark, left + cell.value.width + _MARK_GAP, value_base + 0.4)


@dataclass(frozen=True)
class FigureGrid:
    """How figures are laid out on a sheet: columns of equal width, in as many rows as need be."""

    width: float
    styles: Styles
    need: float

    @classmethod
    def for_roster(
        cls,
        fighters: Iterable[Sequence[Figure]],
        width: float,
        styles: Styles,
        gap: float = _CELL_GAP,
    ) -> FigureGrid:
        """Measure the widest figure of all fighters; `gap` is the least space behind it."""
        need = 0.0
        for figure in (figure for figures in fighters for figure in figures):
            mark = measure(figure.mark, styles.mark) + _MARK_GAP if figure.mark else 0.0
            value = measure(figure.text, styles.value_changed) + mark
            heading = measure(figure.heading, styles.label)
            if figure.news:
                heading += _WAS_GAP + measure(figure.news, styles.label)
            need = max(need, value, heading)
        return cls(width, styles, need + gap)

    def part(self, figures: Sequence[Figure]) -> Part:
        """Return one fighter's figures as a part."""
        per_row = int(self.width / self.need) if self.need else len(figures)
        if per_row < 2:
            return self._as_text(figures)
        rows = -(-len(figures) // per_row)
        per_row = -(-len(figures) // max(rows, 1))
        return Stack(
            tuple(
                self._row(figures[start : start + per_row], per_row)
                for start in range(0, len(figures), per_row)
            )
        )

    def _row(self, figures: Sequence[Figure], per_row: int) -> _FigureRow:
        styles = self.styles
        height = styles.label.leading + styles.value.leading
        return _FigureRow(
            tuple(self._cell(figure) for figure in figures), self.width / per_row, styles, height
        )

    def _cell(self, figure: Figure) -> _FigureCell:
        styles = self.styles
        return _FigureCell(
            one_line(figure.heading, styles.label),
            one_line(figure.text, styles.value_changed if figure.mark else styles.value),
            one_line(figure.mark, styles.mark),
            one_line(figure.news, styles.label),
        )

    def _as_text(self, figures: Sequence[Figure]) -> Part:
        styles = self.styles
        runs: list[Run] = []
        for figure in figures:
            was = f"{figure.news} " if figure.news else ""
            runs.append(Run(f"{figure.heading} {was}", styles.detail_quiet))
            runs.append(Run(f"{figure.text}{figure.mark}  ", styles.detail_strong))
        return paragraph(runs, self.width, style=styles.detail)


@dataclass(frozen=True)
class AttackMarks:
    """The footnote marks of one attack line: behind its name, and behind cells by heading.

    A line that `is_new` has a mark before its name, too.
    """

    name: str = ""
    is_new: bool = False
    cells: Mapping[str, str] = field(default_factory=dict[str, str])


def attack_explanation(line: AttackLine, known: Collection[str]) -> str:
    """Word how a line comes about, cell by cell, but for the headings that are `known`."""
    return "; ".join(
        bound(f"{cell.heading} {cell.text} =") + f" {cell.note}"
        for cell in line.cells
        if cell.note and (cell.exception or cell.heading not in known)
    )


def exception_note(line: AttackLine, cell: AttackCell, known: Collection[str]) -> tuple[str, str]:
    """Return what the exception of a cell is about, and its note.

    Of a heading that is `known` only the rule is told: how its numbers come about is known, too.
    """
    if cell.heading in known and cell.rule:
        return f"{line.name}, {cell.heading}", cell.rule
    return f"{line.name}, {cell.heading} {cell.text}", cell.note


@dataclass(frozen=True)
class _AttackColumn:
    heading: str
    label_width: float
    width: float


@dataclass(frozen=True)
class _AttackRow(Whole):
    """The name of an attack and its cells, each with its heading before it."""

    name: Lines
    cells: tuple[tuple[float, Line], ...]
    style: TextStyle

    @property
    def height(self) -> float:
        """Height in points."""
        return max(self.name.height, self.style.leading)

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw the row."""
        self.name.draw(pen, x, top)
        y = top - baseline(self.style)
        for offset, line in self.cells:
            draw_line(pen, line, x + offset, y)


_NAME_SHARE = 0.27
_CELL_SHARE = 0.25
_LABEL_GAP = 2.4
_LEAST_GAP = 7.0
_MOST_GAP = 20.0
_MOST_NAME_LINES = 3
_LEAST_NAME_SHARE = 0.15


@dataclass(frozen=True)
class AttackGrid:
    """How attack lines are laid out on a sheet; no columns where they would not fit."""

    width: float
    styles: Styles
    name_width: float
    offsets: tuple[tuple[_AttackColumn, float], ...]

    @classmethod
    def for_roster(
        cls,
        lines: Sequence[AttackLine],
        width: float,
        styles: Styles,
        marked: bool = False,
        new: Collection[str] = (),
    ) -> AttackGrid:
        """Measure the columns over all lines of a roster, whose names may bear marks.

        Those with a name among `new` may have a mark before it.
        """
        columns = _columns_of(lines, width * _CELL_SHARE, styles)
        room_for_mark = measure("²²", styles.small_mark) if marked else 0.0
        names = [
            measure(led(line.name, line.name in new), styles.attack_strong) + room_for_mark
            for line in lines
        ]
        name_width = min(max(names, default=0.0), width * _NAME_SHARE)
        taken = sum(column.width for column in columns)
        name_width = min(name_width, width - taken - len(columns) * _LEAST_GAP)
        gap = (width - taken - name_width) / max(len(columns), 1)
        if name_width < min(max(names, default=0.0), width * _LEAST_NAME_SHARE):
            return cls(width, styles, name_width, ())
        gap = min(gap, _MOST_GAP)
        offsets: list[tuple[_AttackColumn, float]] = []
        x = width
        for column in reversed(columns):
            x -= column.width
            offsets.insert(0, (column, x))
            x -= gap
        return cls(width, styles, max(x, name_width), tuple(offsets))

    def part(self, line: AttackLine, marks: AttackMarks) -> Part:
        """Return one attack line as a part."""
        styles = self.styles
        name = [
            Run(led(line.name, marks.is_new), styles.attack_strong),
            Run(marks.name, styles.small_mark),
        ]
        places = {column.heading: (column, x) for column, x in self.offsets}
        headings = [cell.heading for cell in line.cells]
        set_name = paragraph(name, self.name_width)
        fitting = [
            cell
            for cell in line.cells
            if cell.heading in places
            and _cell_width(cell, styles) <= places[cell.heading][0].width + 0.01
        ]
        is_plain = len(set(headings)) == len(headings) and bool(fitting)
        if not is_plain or len(set_name.lines) > _MOST_NAME_LINES:
            return self._as_text(name, line.cells, marks)
        row = self._row(set_name, fitting, marks, places)
        others = [cell for cell in line.cells if cell not in fitting]
        return Stack((row, self._as_text((), others, marks))) if others else row

    def _row(
        self,
        name: Lines,
        cells: Iterable[AttackCell],
        marks: AttackMarks,
        places: Mapping[str, tuple[_AttackColumn, float]],
    ) -> _AttackRow:
        styles = self.styles
        set_cells: list[tuple[float, Line]] = []
        for cell in cells:
            column, x = places[cell.heading]
            text = one_line(cell.text, styles.attack)
            set_cells.append((x, one_line(cell.heading, styles.label)))
            x += column.label_width + _LABEL_GAP
            set_cells.append((x, text))
            if mark := marks.cells.get(cell.heading):
                set_cells.append((x + text.width + _MARK_GAP, one_line(mark, styles.small_mark)))
        return _AttackRow(name, tuple(set_cells), styles.attack)

    def _as_text(
        self, name: Sequence[Run], cells: Sequence[AttackCell], marks: AttackMarks
    ) -> Part:
        styles = self.styles
        runs = list(name)
        for number, cell in enumerate(cells):
            if number:
                runs.append(dot(styles.attack))
            elif runs:
                runs.append(Run("  ", styles.attack))
            runs.append(Run(f"{bound(cell.heading)}{NO_BREAK_SPACE}", styles.label))
            runs.append(Run(bound(cell.text), styles.attack))
            runs.append(Run(marks.cells.get(cell.heading, ""), styles.small_mark))
        return paragraph(runs, self.width, style=styles.attack)


def _cell_width(cell: AttackCell, styles: Styles) -> float:
    """Return the width of a cell with its heading, and room for a mark if it may have one."""
    heading = measure(cell.heading, styles.label)
    mark = _MARK_GAP + measure("²²", styles.small_mark) if cell.exception else 0.0
    return heading + _LABEL_GAP + measure(cell.text, styles.attack) + mark


def _columns_of(lines: Iterable[AttackLine], most: float, styles: Styles) -> list[_AttackColumn]:
    """Return the columns of all cells that are no wider than `most`, in order of appearance."""
    widths: dict[str, float] = {}
    order: list[str] = []
    for line in lines:
        place = 0
        for cell in line.cells:
            width = _cell_width(cell, styles)
            if width > most:
                continue
            if cell.heading not in widths:
                order.insert(place, cell.heading)
            place = order.index(cell.heading) + 1
            widths[cell.heading] = max(widths.get(cell.heading, 0.0), width)
    return [
        _AttackColumn(heading, measure(heading, styles.label), widths[heading]) for heading in order
    ]
