"""What is written in, ticked or circled on paper: lines, boxes for dice and numbers, options.

Each field knows how wide it must be at least, and becomes a part once its width is settled.
Everything on a row stands on one middle line, so that fields of different kinds line up.
"""

from __future__ import annotations

from dataclasses import dataclass

from mordcry_app.services.paper_views import FieldView
from mordcry_app.sheets.parts import (
    Gap,
    Part,
    Pen,
    Stack,
    Whole,
    baseline,
    beside,
    draw_line,
    paragraph,
)
from mordcry_app.sheets.styles import BLACK, BoxStyle, Styles, TextStyle
from mordcry_app.sheets.text import Line, Run, measure, one_line

LEAST_LINE = 46.0
"""A line to write on is no shorter than this."""

_NUMBER_WIDTH = 2.4
"""A box for a number is so many times as wide as one for a die."""
_GAP = 5.0
_OPTION_GAP = 11.0
_OPTION_PADDING = 4.0
_MOST_TEXT = 90.0
_RULE_DROP = 3.2
_LINE = 0.45
_BOX_LINE = 0.6


@dataclass(frozen=True)
class _Squares(Whole):
    """Boxes in a row; some have a text in them, the first `crossed` a cross."""

    texts: tuple[Line | None, ...]
    box: BoxStyle
    width: float
    height: float
    style: TextStyle
    crossed: int = 0

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw the boxes half-way down the row."""
        side = self.box.side
        base = top - (self.height + side) / 2
        text_base = _middle(top, self.height, self.style)
        for number, text in enumerate(self.texts):
            pen.box(x, base, self.width, side, _BOX_LINE)
            if text is not None:
                draw_line(pen, text, x + (self.width - text.width) / 2, text_base)
            if number < self.crossed:
                inset = side * 0.22
                left, right = x + inset, x + self.width - inset
                low, high = base + inset, base + side - inset
                pen.rule(left, low, right, high, 0.8, BLACK)
                pen.rule(left, high, right, low, 0.8, BLACK)
            x += self.width + self.box.gap


@dataclass(frozen=True)
class _Options(Whole):
    """Words to circle, well apart; the one that is known has a circle already."""

    words: tuple[tuple[float, Line, bool], ...]
    style: TextStyle
    height: float

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Write the words on the middle of the row."""
        base = _middle(top, self.height, self.style)
        for offset, line, is_chosen in self.words:
            draw_line(pen, line, x + offset, base)
            if is_chosen:
                height = self.style.leading + 2.0
                low = top - (self.height + height) / 2
                left = x + offset - _OPTION_PADDING
                width = line.width + 2 * _OPTION_PADDING
                pen.box(left, low, width, height, 0.9, height / 2)


@dataclass(frozen=True)
class _Underline(Whole):
    """A line to write on, at the foot of its height."""

    width: float
    height: float

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw the line."""
        y = top - self.height + _RULE_DROP
        pen.rule(x, y, x + self.width, y, _LINE, BLACK)


@dataclass(frozen=True)
class Field:
    """A field as it is laid out: its label, and how wide it is at least without it."""

    view: FieldView
    styles: Styles

    @property
    def row(self) -> float:
        """Height of a row of fields."""
        return self.styles.die_box.row

    @property
    def is_open(self) -> bool:
        """Whether it takes whatever width there is: a line to write on."""
        view = self.view
        return not (view.dice or view.ticks or view.options or view.is_number)

    @property
    def need(self) -> float:
        """The least width that it looks right in."""
        view, styles = self.view, self.styles
        known = 0.0 if self._is_in_place else min(measure(view.text, styles.cell) + 0.1, _MOST_TEXT)
        if self.is_open:
            return max(LEAST_LINE, known)
        return self._tool_width + (known + _GAP if known else 0.0)

    def part(self, width: float) -> Part:
        """Return the field, `width` points wide."""
        if self.is_open:
            return self._line(width)
        if self._is_in_place or not self.view.text:
            return self._tool(width)
        known = measure(self.view.text, self.styles.cell) + 0.1
        room = width - self._tool_width - _GAP
        if room < min(known, LEAST_LINE):
            return Stack(
                (words(self.view.text, self.styles.cell, width, self.row), self._tool(width))
            )
        used = min(known, room)
        text = words(self.view.text, self.styles.cell, used, self.row)
        return beside(text, self._tool(width - used - _GAP), used + _GAP)

    @property
    def _is_in_place(self) -> bool:
        """Whether what is known is shown by the field itself: a circle, faces, crosses."""
        view = self.view
        return bool(
            (view.options and view.text in view.options)
            or (view.dice and len(view.text.split()) == len(view.dice))
            or (view.ticks and view.text.isdecimal() and int(view.text) <= view.ticks)
        )

    @property
    def _tool_width(self) -> float:
        view, styles = self.view, self.styles
        if view.dice:
            after = measure(view.after, styles.cell) + 2.0 if view.after else 0.0
            return _run(len(view.dice), styles.die_box) + after
        if view.ticks:
            return _run(min(view.ticks, 10), styles.tick_box)
        if view.options:
            widths = [measure(option, styles.cell) for option in view.options]
            return sum(widths) + _OPTION_GAP * (len(widths) - 1) + 2 * _OPTION_PADDING
        return styles.die_box.side * _NUMBER_WIDTH

    def _line(self, width: float) -> Part:
        if not self.view.text:
            return _Underline(width, self.row)
        return words(self.view.text, self.styles.cell, width, self.row)

    def _tool(self, width: float) -> Part:
        view, styles = self.view, self.styles
        if view.dice:
            return self._dice(width)
        if view.ticks:
            crossed = int(view.text) if self._is_in_place else 0
            return _rows_of_boxes(view.ticks, crossed, styles.tick_box, styles.cell, width)
        if view.options:
            return self._options(width)
        box = styles.die_box
        return _Squares((None,), box, min(box.side * _NUMBER_WIDTH, width), self.row, styles.cell)

    def _dice(self, width: float) -> Part:
        view, styles, box = self.view, self.styles, self.styles.die_box
        faces = view.text.split() if self._is_in_place else [""] * len(view.dice)
        texts = [one_line(face, styles.cell_strong) if face else None for face in faces]
        per_row = max(int((width + box.gap) / (box.side + box.gap)), 1)
        rows: list[Part] = [
            _Squares(tuple(texts[n : n + per_row]), box, box.side, self.row, styles.cell_strong)
            for n in range(0, len(texts), per_row)
        ]
        if view.after:
            after = words(view.after, styles.cell, width, self.row)
            used = _run(len(texts) - (len(rows) - 1) * per_row, box) + 2.0
            if used + measure(view.after, styles.cell) <= width + 0.01:
                rows[-1] = beside(rows[-1], after, used)
            else:
                rows.append(after)
        return rows[0] if len(rows) == 1 else Stack(tuple(rows))

    def _options(self, width: float) -> Part:
        styles = self.styles
        rows: list[list[tuple[float, Line, bool]]] = [[]]
        rest: list[Part] = []
        x = _OPTION_PADDING
        for option in self.view.options:
            line = one_line(option, styles.cell)
            if line.width + 2 * _OPTION_PADDING > width:
                rest.append(words(option, styles.cell, width, self.row))
                continue
            if rows[-1] and x + line.width + _OPTION_PADDING > width + 0.01:
                rows.append([])
                x = _OPTION_PADDING
            rows[-1].append((x, line, option == self.view.text))
            x += line.width + _OPTION_GAP
        parts = [_Options(tuple(row), styles.cell, self.row) for row in rows if row]
        return Stack((*parts, *rest))


def words(text: str, style: TextStyle, width: float, row: float) -> Stack:
    """Return text whose first line stands on the middle of a row of fields."""
    before = max((row - style.leading) / 2, 0.0)
    lines = paragraph([Run(text, style)], width, style=style)
    after = max(row - before - lines.height, before * 0.5)
    return Stack((Gap(before), lines, Gap(after)))


def label_words(text: str, styles: Styles, width: float, row: float) -> Stack:
    """Return a label that stands before its field."""
    return words(text, styles.cell_quiet, width, row)


def _run(count: int, box: BoxStyle) -> float:
    """Return the width of some boxes in a row."""
    return count * (box.side + box.gap) - box.gap


def _rows_of_boxes(count: int, crossed: int, box: BoxStyle, style: TextStyle, width: float) -> Part:
    per_row = max(int((width + box.gap) / (box.side + box.gap)), 1)
    rows: list[Part] = []
    for start in range(0, count, per_row):
        boxes = min(per_row, count - start)
        height = box.row if count <= per_row else box.side + box.gap + 1.0
        done = min(max(crossed - start, 0), boxes)
        rows.append(_Squares((None,) * boxes, box, box.side, height, style, done))
    return rows[0] if len(rows) == 1 else Stack(tuple(rows))


def _middle(top: float, height: float, style: TextStyle) -> float:
    """Return the baseline of a text that stands on the middle of a row."""
    return top - (height - style.leading) / 2 - baseline(style)
