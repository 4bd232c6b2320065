"""Blocks to write in: a title with a hint, then rows of fields on a grid.

Rows with the same fields have their labels once, above; a block of a single row has its title
beside it. What goes on to another page repeats title and labels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from mordcry_app.services.paper_views import BlockView, FieldView, RowView
from mordcry_app.sheets.fields import LEAST_LINE, Field, label_words, words
from mordcry_app.sheets.parts import (
    Column,
    Columns,
    Gap,
    Lines,
    Part,
    Pen,
    Stack,
    beside,
    paragraph,
)
from mordcry_app.sheets.styles import HAIR, Setting, Styles, TextStyle
from mordcry_app.sheets.text import Run, dot, measure, shortened, shortened_text

_GAP = 9.0
"""Between columns."""
_MOST_GAP = 26.0
_LABEL_GAP = 4.0
_ABOVE_LABELS = 2.0
_NAME_SHARE = 0.26
_WIDE_NAME_SHARE = 0.4
"""Where nothing is written on lines, names may take more of the width."""
_BLANK_NAME_SHARE = 0.2
STRIP_SHARE = 0.2
"""Part of the width that the title of a block of one row has beside it."""
STRIP_GAP = _GAP
_TALL_ROW = 0.35
"""A row of more than this share of a page may be divided; every other stays whole."""
_TALL_HEAD = 0.2
"""Titles and labels that take more than this share of a page are not repeated."""
_TOLERANCE = 0.01


@dataclass(frozen=True)
class Block:
    """Rows below a head; what goes on to another page begins with `again` and the labels.

    Rows with the same text in `groups` stay on one page. Where it is `ruled`, hairlines come
    between such groups, or between all rows. A head or row of more than `tall` points is divided
    where it must be.
    """

    head: Part
    again: Part
    labels: Part | None
    rows: tuple[Part, ...]
    width: float
    tall: float
    ruled: bool
    groups: tuple[str, ...] = ()

    @property
    def height(self) -> float:
        """Height in points."""
        return self._lead + sum(row.height for row in self.rows)

    @property
    def _lead(self) -> float:
        return self.head.height + (self.labels.height if self.labels else 0.0)

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw head, labels and rows, with the hairlines between them."""
        self.head.draw(pen, x, top)
        top -= self.head.height
        if self.labels is not None:
            self.labels.draw(pen, x, top)
            top -= self.labels.height
        for number, row in enumerate(self.rows):
            if number and self.ruled and not self._goes_on(number):
                pen.rule(x, top, x + self.width, top, 0.3, HAIR)
            row.draw(pen, x, top)
            top -= row.height

    def split(self, room: float) -> tuple[Part | None, Part | None]:
        """Divide between rows; within one only where it is very tall."""
        if self.height <= room + _TOLERANCE:
            return self, None
        left = room - self._lead
        count = 0
        while count < len(self.rows) and self.rows[count].height <= left + _TOLERANCE:
            left -= self.rows[count].height
            count += 1
        if count == 0 and self.head.height > self.tall:
            first, rest = self.head.split(room)
            return first, replace(self, head=rest or Gap(0.0))
        while count and self._goes_on(count):
            count -= 1
        rows, rest_rows = self.rows[:count], self.rows[count:]
        if rest_rows and rest_rows[0].height > self.tall:
            first, rest = rest_rows[0].split(left)
            if first is not None and rest is not None:
                rows, rest_rows = (*rows, first), (rest, *rest_rows[1:])
        if not rows:
            return None, self
        return replace(self, rows=rows), replace(
            self, head=self.again, rows=rest_rows, groups=self.groups[count:]
        )

    def _goes_on(self, number: int) -> bool:
        """Say whether a row belongs to the one above it."""
        if number >= len(self.groups):
            return False
        return bool(self.groups[number]) and self.groups[number] == self.groups[number - 1]


def block_part(
    block: BlockView, setting: Setting, width: float, *, with_owner: bool = True
) -> Part:
    """Return a block, `width` points wide.

    `with_owner` prints whose it is behind the title; leave it out below a heading that says so.
    """
    owner = block.owner if with_owner else ""
    is_alone = len(block.rows) == 1 and not (block.has_names or block.rows[0].lead)
    if is_alone and len(block.rows[0].fields) < 8:
        return _strip(block, owner, setting, width)
    laid_out = _Grid.for_block(block, setting.styles, width)
    return _as_block(
        _head(block, owner, setting.styles, width),
        _again(block, owner, setting.styles, width),
        laid_out,
        block,
        setting,
        width,
    )


def _strip(block: BlockView, owner: str, setting: Setting, width: float) -> Part:
    """Return a block of one row, with its title beside the fields."""
    styles = setting.styles
    aside = width * STRIP_SHARE
    title = _head(block, owner, styles, aside)
    laid_out = _Grid.for_block(block, styles, width - aside - STRIP_GAP)
    if not laid_out.has_labels:
        drop = (styles.die_box.row - styles.subheading.leading) / 2
        title = Stack((Gap(max(drop, 0.0)), title))
    fields = Stack(
        (*((laid_out.labels(),) if laid_out.has_labels else ()), laid_out.row(block.rows[0]))
    )
    columns = beside(title, fields, aside + STRIP_GAP)
    tall = setting.grid.page_height * _TALL_ROW
    return Block(
        Gap(0.0), _again(block, owner, styles, width), None, (columns,), width, tall, False
    )


def _as_block(
    head: Part, again: Part, laid_out: _Grid, block: BlockView, setting: Setting, width: float
) -> Part:
    page = setting.grid.page_height
    labels = laid_out.labels() if laid_out.has_labels else None
    if labels is not None and labels.height > page * _TALL_HEAD:
        head, labels = Stack((head, labels)), None
    return Block(
        head,
        again if again.height <= page * _TALL_HEAD else Gap(0.0),
        labels,
        tuple(laid_out.rows(block.rows)),
        width,
        page * _TALL_ROW,
        _is_ruled(block, setting.styles),
        tuple(row.lead for row in block.rows),
    )


def _is_ruled(block: BlockView, styles: Styles) -> bool:
    """Say whether hairlines stand between the rows; lines to write on do without."""
    named = block.has_names or any(row.lead for row in block.rows)
    views = [view for row in block.rows for view in row.fields]
    return named and not all(Field(view, styles).is_open for view in views)


def _head(block: BlockView, owner: str, styles: Styles, width: float) -> Part:
    runs = [Run(block.title, styles.subheading)]
    if owner:
        runs += [dot(styles.subheading), Run(owner, styles.body)]
    parts: list[Part] = [paragraph(runs, width, style=styles.subheading)]
    if block.text:
        parts.append(paragraph([Run(block.text, styles.cell_quiet)], width))
    return Stack(tuple(parts))


def _again(block: BlockView, owner: str, styles: Styles, width: float) -> Part:
    title = f"{block.title} · {owner}" if owner else block.title
    return continued(title, width, styles.subheading, styles.body)


def continued(title: str, width: float, style: TextStyle, quiet: TextStyle) -> Part:
    """Return the title of what goes on from another page, shortened so that it takes one line."""
    tail = ", continued"
    text = shortened_text(title, style, width - measure(tail, quiet))
    return paragraph([Run(text, style), Run(tail, quiet)], width, style=style)


# --------------------------------------------------------------------------------- the grid


@dataclass(frozen=True)
class _Grid:
    """Where leads, numbers, names and fields stand in every row of a block.

    Without `columns` the fields of a row do not fit beside one another, or differ from row to row:
    each then has its label before it, on as many lines as that takes.
    """

    styles: Styles
    width: float
    lead: float
    number: float
    name: float
    heading: str
    fields: tuple[FieldView, ...]
    columns: tuple[tuple[float, float], ...] | None

    @classmethod
    def for_block(cls, block: BlockView, styles: Styles, width: float) -> _Grid:
        """Measure the columns over all rows of a block."""
        leads = [measure(row.lead, styles.heading) for row in block.rows if row.lead]
        lead = min(max(leads) + _GAP, width * _NAME_SHARE) if leads else 0.0
        if lead:
            lead = max(lead, measure(block.names_heading, styles.cell_quiet) + _GAP)
        numbers = [measure(row.number, styles.cell_strong) for row in block.rows if row.number]
        number = min(max(numbers) + 7.0, width * 0.15) if numbers else 0.0
        name = 0.0
        if block.has_names:
            names = [measure(row.name, styles.cell_strong) for row in block.rows]
            is_open = any(Field(v, styles).is_open for row in block.rows for v in row.fields)
            share = _NAME_SHARE if is_open else _WIDE_NAME_SHARE
            name = min(max(names) + _GAP, width * share)
            if not all(row.name for row in block.rows):
                name = max(name, width * _BLANK_NAME_SHARE)
            if not lead:
                name = max(name, measure(block.names_heading, styles.cell_quiet) + _GAP)
        fields = block.rows[0].fields if block.rows else ()
        columns = None
        if all(_alike(one, other) for one, other in pairwise(block.rows)):
            columns = _columns(block.rows, styles, width - lead - number - name)
        return cls(styles, width, lead, number, name, block.names_heading, fields, columns)

    @property
    def has_labels(self) -> bool:
        """Whether there are labels to print above the columns."""
        if self.columns is None:
            return False
        return bool(self.heading) or any(field.label for field in self.fields)

    def labels(self) -> Part:
        """Return the labels of the columns, on the foot of their line."""
        heading_at = 0.0 if self.lead else self.number
        texts = [(heading_at, self.heading, self.lead or self.name or LEAST_LINE)]
        for field, (x, width) in zip(self.fields, self.columns or (), strict=False):
            texts.append((self._left + x, field.label, width))
        set_texts = [
            (x, paragraph([Run(text, self.styles.cell_quiet)], width))
            for x, text, width in texts
            if text
        ]
        tallest = max((text.height for _, text in set_texts), default=0.0)
        return Columns(
            tuple(
                Column(x, Stack((Gap(_ABOVE_LABELS + tallest - text.height), text)))
                for x, text in set_texts
            )
        )

    @property
    def _left(self) -> float:
        """Where the fields begin."""
        return self.lead + self.number + self.name

    def rows(self, rows: Sequence[RowView]) -> Iterator[Part]:
        """Yield rows; a lead is printed with the first of those that share it."""
        before = ""
        for row in rows:
            yield self.row(row, row.lead if row.lead != before else "")
            before = row.lead

    def row(self, row: RowView, lead: str = "") -> Part:
        """Return one row."""
        styles, height = self.styles, self.styles.die_box.row
        columns: list[Column] = []
        if lead:
            columns.append(Column(0.0, words(lead, styles.heading, self.lead - 2.0, height)))
        if row.number:
            text = words(row.number, styles.cell_strong, self.number - 2.0, height)
            columns.append(Column(self.lead, text))
        if self.name:
            room = self.name - _GAP
            columns.append(Column(self.lead + self.number, self._name(row, room)))
        left = self._left
        if self.columns is None:
            columns.append(Column(left, _packed(row.fields, styles, self.width - left)))
        else:
            for field, (x, width) in zip(row.fields, self.columns, strict=True):
                columns.append(Column(left + x, Field(field, styles).part(width)))
        return Columns(tuple(columns))

    def _name(self, row: RowView, room: float) -> Part:
        """Return whom a row is about, or a line to write it on.

        A name that comes again and again stands in full in the head of the sheet.
        """
        styles, height = self.styles, self.styles.die_box.row
        if not row.name:
            return Field(FieldView(""), styles).part(room)
        if not row.lead:
            return words(row.name, styles.cell_strong, room, height)
        line = Lines((shortened(row.name, styles.cell_strong, room),), styles.cell_strong, room)
        return Stack((Gap(max((height - line.height) / 2, 0.0)), line))


def _alike(one: RowView, other: RowView) -> bool:
    """Say whether two rows have the same fields, whatever is known in them."""
    return [replace(field, text="") for field in one.fields] == [
        replace(field, text="") for field in other.fields
    ]


def _columns(
    rows: Sequence[RowView], styles: Styles, width: float
) -> tuple[tuple[float, float], ...] | None:
    """Return where each field stands and how wide it is; none where they do not fit.

    Fields to write on share what room there is; without any, the gaps grow a little.
    """
    if not rows:
        return None
    views = rows[0].fields
    needs: list[float] = []
    for place, view in enumerate(views):
        known = [Field(row.fields[place], styles).need for row in rows]
        needs.append(max(*known, _longest_word(view.label, styles), 0.0))
    spare = width - sum(needs) - _GAP * (len(views) - 1)
    if spare < 0:
        return None
    gap = _GAP
    shares = [view.share if Field(view, styles).is_open else 0 for view in views]
    if not any(shares):
        # without lines, labels may stand on one line where there is room
        wishes = [
            max(measure(view.label, styles.cell_quiet) + 0.1 - need, 0.0)
            for view, need in zip(views, needs, strict=True)
        ]
        scale = min(1.0, spare / sum(wishes)) if any(wishes) else 0.0
        needs = [need + wish * scale for need, wish in zip(needs, wishes, strict=True)]
        spare -= sum(wishes) * scale
        gap += min(spare / max(len(views) - 1, 1), _MOST_GAP - _GAP)
    else:
        needs = [
            need + spare * share / sum(shares) for need, share in zip(needs, shares, strict=True)
        ]
    placed: list[tuple[float, float]] = []
    x = 0.0
    for need in needs:
        placed.append((x, need))
        x += need + gap
    return tuple(placed)


def _longest_word(label: str, styles: Styles) -> float:
    return max((measure(word, styles.cell_quiet) for word in label.split()), default=0.0) + 0.1


def _packed(fields: Sequence[FieldView], styles: Styles, width: float) -> Part:
    """Return fields with their labels before them, on as many lines as they need."""
    lines: list[list[tuple[FieldView, float, float]]] = [[]]
    used = 0.0
    for view in fields:
        label = min(measure(view.label, styles.cell_quiet) + 0.1, width * 0.5)
        before = label + _LABEL_GAP if view.label else 0.0
        need = min(Field(view, styles).need, width - before)
        gap = _GAP if lines[-1] else 0.0
        if lines[-1] and used + gap + before + need > width + _TOLERANCE:
            lines.append([])
            used = gap = 0.0
        lines[-1].append((view, label if view.label else 0.0, need))
        used += gap + before + need
    return Stack(tuple(_packed_line(line, styles, width) for line in lines))


def _packed_line(
    line: Sequence[tuple[FieldView, float, float]], styles: Styles, width: float
) -> Part:
    taken = sum((label + _LABEL_GAP if label else 0.0) + need for _, label, need in line)
    spare = max(width - taken - _GAP * (len(line) - 1), 0.0)
    shares = [view.share if Field(view, styles).is_open else 0 for view, _, _ in line]
    columns: list[Column] = []
    x = 0.0
    for (view, label, need), share in zip(line, shares, strict=True):
        if label:
            columns.append(Column(x, label_words(view.label, styles, label, styles.die_box.row)))
            x += label + _LABEL_GAP
        room = need + (spare * share / sum(shares) if any(shares) else 0.0)
        columns.append(Column(x, Field(view, styles).part(room)))
        x += room + _GAP
    return Columns(tuple(columns))
