"""Footnotes: where every changed value comes from, and other matter at the end of a sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil

from mordcry_app.sheets.parts import Column, Columns, Part, Pen, Stack, paragraph
from mordcry_app.sheets.styles import Styles
from mordcry_app.sheets.text import Run, measure

_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_COLUMN_GAP = 14.0
_LEAST_COLUMN = 118.0
_MOST_COLUMNS = 4
_ROUGHNESS = 1.08
"""How much longer a text gets, on average, by being broken into lines."""


@dataclass(frozen=True)
class Note:
    """A mark, what it belongs to, and the text."""

    mark: str
    lead: str
    text: str


@dataclass
class NoteBook:
    """Hands out footnote marks in reading order; equal notes share one mark."""

    wanted: bool = True
    _marks: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])

    def mark(self, lead: str, text: str) -> str:
        """Return the mark for a note, as superscript digits; nothing where notes are off."""
        if not self.wanted:
            return ""
        key = (lead, text)
        if key not in self._marks:
            self._marks[key] = str(len(self._marks) + 1)
        return self._marks[key].translate(_SUPERSCRIPTS)

    @property
    def notes(self) -> tuple[Note, ...]:
        """All notes in the order of their marks."""
        return tuple(Note(mark, lead, text) for (lead, text), mark in self._marks.items())


@dataclass(frozen=True)
class NoteColumns:
    """Notes in as many columns as take the least height, read down each column."""

    notes: tuple[Note, ...]
    width: float
    styles: Styles
    _indent: float = field(init=False, repr=False)
    _columns: Columns = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Set the notes."""
        marks = [measure(note.mark, self.styles.note_strong) for note in self.notes if note.mark]
        object.__setattr__(self, "_indent", max(marks) + 3.0 if marks else 0.0)
        object.__setattr__(self, "_columns", self._set())

    @property
    def height(self) -> float:
        """Height in points."""
        return self._columns.height

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw the columns."""
        self._columns.draw(pen, x, top)

    def split(self, room: float) -> tuple[Part | None, Part | None]:
        """Keep as many notes as fit, in columns of their own, so that reading order holds."""
        if self.height <= room:
            return self, None
        fit, unfit = 0, len(self.notes)
        while unfit - fit > 1:
            middle = (fit + unfit) // 2
            if self._with(self.notes[:middle]).height <= room:
                fit = middle
            else:
                unfit = middle
        if fit:
            return self._with(self.notes[:fit]), self._with(self.notes[fit:])
        first, rest = self._note(self.notes[0], self.width).split(room)
        others = (self._with(self.notes[1:]),) if len(self.notes) > 1 else ()
        left = ((rest,) if rest else ()) + others
        return first, Stack(left) if left else None

    def _with(self, notes: tuple[Note, ...]) -> NoteColumns:
        return NoteColumns(notes, self.width, self.styles)

    def _set(self) -> Columns:
        count = self._best_count()
        width = self._column_width(count)
        parts = [self._note(note, width) for note in self.notes]
        share = sum(part.height for part in parts) / count
        columns: list[Column] = []
        start, filled = 0, 0.0
        for place, part in enumerate(parts):
            if place > start and filled + part.height / 2 > share * (len(columns) + 1):
                columns.append(self._column(len(columns), width, parts[start:place]))
                start = place
            filled += part.height
        columns.append(self._column(len(columns), width, parts[start:]))
        return Columns(tuple(columns))

    def _column(self, number: int, width: float, parts: Sequence[Part]) -> Column:
        return Column(number * (width + _COLUMN_GAP), Stack(tuple(parts)))

    def _column_width(self, count: int) -> float:
        return (self.width - (count - 1) * _COLUMN_GAP) / count

    def _best_count(self) -> int:
        """Return the number of columns that should take the least height."""
        lengths = [
            measure(note.lead, self.styles.note_strong) + measure(note.text, self.styles.note)
            for note in self.notes
        ]
        best, least = 1, float("inf")
        for count in range(1, _MOST_COLUMNS + 1):
            width = self._column_width(count) - self._indent
            if width < _LEAST_COLUMN:
                break
            lines = [
                ceil(length * _ROUGHNESS / width) if length > width else 1 for length in lengths
            ]
            height = max(sum(lines) / count, *lines)
            if height < least - 0.01:
                best, least = count, height
        return best

    def _note(self, note: Note, width: float) -> Part:
        styles = self.styles
        runs = [Run(f"{note.lead} ", styles.note_strong), Run(note.text, styles.note)]
        indent = self._indent
        text = paragraph(runs, width - indent, style=styles.note)
        if not note.mark:
            return text
        mark = paragraph([Run(note.mark, styles.note_strong)], indent, style=styles.note)
        return Columns((Column(0.0, mark), Column(indent, text)))
