"""Attack lines on a card: the name and short cells in one row, lists of numbers in the next.

Which headings have lists is found from the cells themselves, over all fighters of a warband, so
that the cards of a warband look alike whatever headings its ruleset has. A roster sheet is set so,
too, where attack lines do not fit into columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from mordcry_app.rules.ruleset import AttackCell, AttackLine
from mordcry_app.sheets.figures import AttackGrid, AttackMarks, led
from mordcry_app.sheets.parts import Part, Pen, Stack, Whole, baseline, draw_line, paragraph
from mordcry_app.sheets.styles import Styles, TextStyle
from mordcry_app.sheets.text import Line, Run, bound, dot, measure, one_line

_LABEL_GAP = 2.4
_LIST_GAP = 16.0
_MARK_GAP = 0.6


@dataclass(frozen=True)
class _Lists(Whole):
    """Lists of numbers beside one another, each with its heading before it."""

    lines: tuple[tuple[float, Line], ...]
    style: TextStyle

    @property
    def height(self) -> float:
        """Height in points."""
        return self.style.leading

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw the row."""
        y = top - baseline(self.style)
        for offset, line in self.lines:
            draw_line(pen, line, x + offset, y)


@dataclass(frozen=True)
class CardAttacks:
    """How the attack lines of a warband are laid out on its cards."""

    width: float
    styles: Styles
    short: AttackGrid
    offsets: dict[str, float]

    @classmethod
    def for_roster(cls, lines: Sequence[AttackLine], width: float, styles: Styles) -> CardAttacks:
        """Measure the columns over all attack lines of a warband."""
        cells = [cell for line in lines for cell in line.cells]
        lists = [heading for heading in _headings(cells) if has_list(heading, cells)]
        short = [_only(line, [c for c in line.cells if c.heading not in lists]) for line in lines]
        offsets: dict[str, float] = {}
        x = 0.0
        for heading in lists:
            offsets[heading] = x
            texts = [cell.text for cell in cells if cell.heading == heading]
            x += _list_width(heading, texts, styles) + _LIST_GAP
        return cls(width, styles, AttackGrid.for_roster(short, width, styles), offsets)

    def part(self, line: AttackLine, marks: AttackMarks) -> Part:
        """Return one attack line as a part."""
        short = [cell for cell in line.cells if cell.heading not in self.offsets]
        lists = [cell for cell in line.cells if cell.heading in self.offsets]
        parts: list[Part] = []
        if self.short.offsets:
            parts.append(self.short.part(_only(line, short), marks))
        else:
            parts.append(self._name(line, marks))
            parts.append(self._as_text(short, marks))
        if lists:
            parts.append(self._lists(lists, marks))
        return Stack(tuple(parts))

    def _name(self, line: AttackLine, marks: AttackMarks) -> Part:
        styles = self.styles
        runs = [
            Run(led(line.name, marks.is_new), styles.attack_strong),
            Run(marks.name, styles.small_mark),
        ]
        return paragraph(runs, self.width, style=styles.attack)

    def _lists(self, cells: Sequence[AttackCell], marks: AttackMarks) -> Part:
        """Return lists of numbers in columns, or as running text where they would not fit."""
        styles = self.styles
        lines: list[tuple[float, Line]] = []
        end = 0.0
        for cell in cells:
            x = self.offsets[cell.heading]
            if x < end:
                return self._as_text(cells, marks)
            heading = one_line(cell.heading, styles.label)
            text = one_line(cell.text, styles.attack)
            lines.append((x, heading))
            x += heading.width + _LABEL_GAP
            lines.append((x, text))
            x += text.width + _MARK_GAP
            mark = one_line(marks.cells.get(cell.heading, ""), styles.small_mark)
            lines.append((x, mark))
            end = x + mark.width
        if end > self.width:
            return self._as_text(cells, marks)
        return _Lists(tuple(lines), styles.attack)

    def _as_text(self, cells: Iterable[AttackCell], marks: AttackMarks) -> Part:
        styles = self.styles
        runs: list[Run] = []
        for cell in cells:
            if runs:
                runs.append(dot(styles.attack))
            runs.append(Run(bound(f"{cell.heading} "), styles.label))
            runs.append(Run(bound(cell.text), styles.attack))
            runs.append(Run(marks.cells.get(cell.heading, ""), styles.small_mark))
        return paragraph(runs, self.width, style=styles.attack)


def _only(line: AttackLine, cells: Sequence[AttackCell]) -> AttackLine:
    return replace(line, cells=tuple(cells))


def _list_width(heading: str, texts: Iterable[str], styles: Styles) -> float:
    widest = max(measure(text, styles.attack) for text in texts)
    return measure(heading, styles.label) + _LABEL_GAP + widest


def _headings(cells: Iterable[AttackCell]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cell.heading for cell in cells))


def has_list(heading: str, cells: Iterable[AttackCell]) -> bool:
    """Say whether what stands under a heading is a list, such as a number for each target."""
    return any(" " in cell.text for cell in cells if cell.heading == heading)
