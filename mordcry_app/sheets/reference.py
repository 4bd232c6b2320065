"""The quick reference: tables and lists in columns, in the order in which they are needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import groupby, zip_longest

from mordcry_app.days import spoken_date
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.topics import Grid
from mordcry_app.services.paper_views import (
    PaperMaterial,
    ReferenceEntry,
    ReferenceRow,
    ReferenceView,
    RuleInForce,
)
from mordcry_app.sheets.column_flow import Block, ColumnFlow, Headed
from mordcry_app.sheets.document import document
from mordcry_app.sheets.flow import Item, Sheet, lay_out
from mordcry_app.sheets.heads import running_head
from mordcry_app.sheets.options import SheetOptions
from mordcry_app.sheets.parts import (
    Align,
    Column,
    Columns,
    Gap,
    Part,
    Rule,
    Stack,
    beside,
    paragraph,
)
from mordcry_app.sheets.styles import BLACK, COMFORTABLE, DENSE, Setting, setting_for
from mordcry_app.sheets.tables import COLUMN_GAP, Cell, table_part
from mordcry_app.sheets.text import Run, bound, dot, listed, measure
from mordcry_app.sheets.watching import Watch

_GUTTER = 18.0
_LEAST_MEASURE = 26.0
"""A column is at least this many times as wide as its text is tall."""
_BLOCK_GAP = 9.0
_SECTION_GAP = 12.0
_PARAGRAPH_GAP = 2.2
_LEAST_PIECE = 44.0
_SHORT = 0.2
"""A table that is no taller than this share of a page is not divided."""
_FOLDS = 3
_FOLD_GAP = 16.0
_LEAST_FOLDED = 9
"""Fewer rows are not worth folding."""


def make_reference(
    material: PaperMaterial, options: SheetOptions, printed_on: date, watch: Watch
) -> bytes:
    """Return a PDF of the quick reference, a little closer where that saves a page.

    Refuses material of another kind.
    """
    view = material.reference
    if view is None:
        raise Refusal("There is nothing to look up here.")
    campaign = material.campaign
    setting = setting_for(options, campaign.paper)
    laid_out = lay_out(_sheet(material, view, setting, printed_on))
    if setting.styles is COMFORTABLE and len(laid_out.pages) > 1:
        closer = replace(setting, styles=DENSE)
        dense = lay_out(_sheet(material, view, closer, printed_on))
        laid_out = min(laid_out, dense, key=lambda each: len(each.pages))
    title = f"{campaign.name} – {view.title.lower()}"
    return document(title, campaign.after, [laid_out], setting, watch)


def _sheet(
    material: PaperMaterial, view: ReferenceView, setting: Setting, printed_on: date
) -> Sheet:
    items = [Item(_head(material, view, setting), kept=False)]
    for title, blocks in _sections(view, setting):
        if title:
            items.append(_section_heading(title, setting))
        items.append(Item(_flow(blocks, setting), 0.0 if title else _BLOCK_GAP, kept=False))
    campaign = material.campaign
    return Sheet(
        title=view.title,
        items=tuple(items),
        running_head=running_head(f"{view.title} · {campaign.name}", setting),
        legend=(),
        imprint=f"{campaign.ruleset_name} · printed {spoken_date(printed_on)}",
        setting=setting,
    )


def _head(material: PaperMaterial, view: ReferenceView, setting: Setting) -> Part:
    """Return the title on the left, campaign and warbands on the right, above a rule."""
    styles, width = setting.styles, setting.grid.width
    campaign = material.campaign
    title = paragraph([Run(view.title, styles.titles[1])], width)
    left = min(max((line.width for line in title.lines), default=0.0), width / 2) + _GUTTER
    title = paragraph([Run(view.title, styles.titles[1])], left)
    where = [
        Run(campaign.name, styles.head_strong),
        dot(styles.head),
        Run(bound(campaign.after), styles.head),
    ]
    names = [bound(roster.name.strip() or roster.shown_name, 40) for roster in material.rosters]
    right = Stack(
        (
            paragraph(where, width - left, "right", styles.head),
            paragraph(listed(names, styles.head), width - left, "right", styles.head),
        )
    )
    drop = max(title.height - right.height - 2.0, 0.0)
    return Stack(
        (
            beside(title, Stack((Gap(drop), right)), left),
            Rule(width, 7.0, line=1.4, ink=BLACK),
        )
    )


def _section_heading(title: str, setting: Setting) -> Item:
    width, style = setting.grid.width, setting.styles.titles[-1]
    part = Stack((paragraph([Run(title, style)], width), Gap(3.0)))
    return Item(part, _SECTION_GAP, leads=True, bookmark=title)


def _sections(view: ReferenceView, setting: Setting) -> Iterator[tuple[str, Sequence[Block]]]:
    """Yield headings and what stands below them; house rules that were changed come first."""
    columns = _Columns(setting)
    changed = [rule for rule in view.house_rules if rule.is_changed]
    others = [rule for rule in view.house_rules if not rule.is_changed]
    if changed:
        yield "House rules changed from the default", [columns.changed_rules(changed)]
    for section in view.sections:
        yield section.title, [columns.block(entry) for entry in section.entries]
    if others:
        title = "House rules left at the default" if changed else "House rules, all at the default"
        yield title, list(columns.other_rules(others))


def _flow(blocks: Sequence[Block], setting: Setting) -> ColumnFlow:
    columns = _Columns(setting)
    return ColumnFlow(tuple(blocks), columns.count, columns.width, _GUTTER)


class _Columns:
    """Makes blocks that are as wide as a column of this setting."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._styles = setting.styles
        room = setting.grid.width
        least = _LEAST_MEASURE * self._styles.cell.size
        self.count = max(int((room + _GUTTER) / (least + _GUTTER)), 1)
        self.width = (room - _GUTTER * (self.count - 1)) / self.count

    def block(self, entry: ReferenceEntry) -> Block:
        """Return one page of the rules."""
        styles = self._styles
        texts = [[Run(text, styles.cell)] for text in entry.paragraphs if text]
        texts += [_ruled(rule, self._setting) for rule in entry.rules]
        parts: list[Part] = [paragraph(text, self.width) for text in texts]
        if entry.grid is not None:
            parts.append(self._grid(entry.grid, entry.notes))
        if entry.rows:
            parts.append(self._rows(entry.rows))
        gaps = (part for each in parts for part in (Gap(_PARAGRAPH_GAP), each))
        body = Stack(tuple(gaps)[1:])
        grid = entry.grid
        is_whole = grid is not None and (bool(grid.across) or self._folds(grid) > 1)
        is_short = body.height <= self._setting.grid.page_height * _SHORT
        is_table = grid is not None or bool(entry.rows)
        kept = is_whole or (is_table and is_short)
        return self._headed(entry.title, entry.dice, body, kept=kept)

    def changed_rules(self, rules: Sequence[RuleInForce]) -> Block:
        """Return house rules that are not as they come, each with what it means."""
        rows: list[list[Cell]] = [[list(_changed(rule, self._setting))] for rule in rules]
        return Block(table_part((), rows, None, self._setting, self.width))

    def other_rules(self, rules: Sequence[RuleInForce]) -> Iterator[Block]:
        """Yield house rules in short, subject after subject."""
        styles = self._styles
        for topic, together in groupby(rules, key=lambda rule: rule.topic):
            runs = [Run(f"{topic}\u2002", styles.cell_strong)]
            for number, rule in enumerate(together):
                if number:
                    runs.append(dot(styles.cell))
                runs.append(Run(f"{rule.name}: ", styles.cell_quiet))
                runs.append(Run(rule.setting, styles.cell))
            yield Block(paragraph(runs, self.width, style=styles.cell), 3.0)

    def _headed(self, title: str, dice: str, body: Part, *, kept: bool) -> Block:
        styles = self._styles
        named = f"{title} · {dice}" if dice else title
        heading = self._heading([Run(named, styles.subheading)])
        again = [Run(named, styles.subheading), Run(", continued", styles.cell_quiet)]
        part = Headed(heading, self._heading(again), body, _LEAST_PIECE)
        return Block(part, _BLOCK_GAP, kept=kept, bookmark=named)

    def _heading(self, runs: Sequence[Run]) -> Part:
        rule = Rule(self.width, 3.0, line=0.8, ink=BLACK)
        return Stack((paragraph(runs, self.width), rule, Gap(1.0)))

    def _rows(self, rows: Sequence[ReferenceRow]) -> Part:
        styles = self._styles
        has_marks = any(row.mark for row in rows)
        cells: list[list[Cell]] = []
        section = ""
        for row in rows:
            if row.section != section and has_marks:
                section = row.section
                cells.append([section])
            text = list(_row_text(row, self._setting))
            cells.append(
                [[Run(bound(row.mark), styles.cell_strong)], text] if has_marks else [text]
            )
        return table_part((), cells, None, self._setting, self.width)

    def _grid(self, grid: Grid, notes: Mapping[str, str]) -> Part:
        """Return numbers in columns; narrow ones are folded, to stand beside themselves."""
        folds = 1 if notes else self._folds(grid)
        if folds == 1:
            return self._numbers(grid, notes, self.width)
        each = -(-len(grid.rows) // folds)
        width = (self.width - _FOLD_GAP * (folds - 1)) / folds
        pieces = [
            self._numbers(replace(grid, rows=grid.rows[start : start + each]), notes, width)
            for start in range(0, len(grid.rows), each)
        ]
        step = width + _FOLD_GAP
        return Columns(tuple(Column(step * number, part) for number, part in enumerate(pieces)))

    def _numbers(self, grid: Grid, notes: Mapping[str, str], width: float) -> Part:
        styles = self._styles
        rows: list[list[Cell]] = [
            [[Run(row.heading, styles.cell_strong)], *(cell.text for cell in row.cells)]
            for row in grid.rows
        ]
        sides: list[Align] = ["left" if are_words else "centre" for are_words in grid.are_words]
        table = table_part(
            (grid.down, *grid.columns),
            rows,
            None,
            self._setting,
            width,
            ("left", *sides),
            [notes.get(row.heading, "") for row in grid.rows] if notes else (),
        )
        if not grid.across:
            return table
        offset = table.rows[0].cells[1][0] if table.rows and len(table.rows[0].cells) > 1 else 0.0
        across = paragraph([Run(grid.across, styles.cell_quiet)], width - offset, "centre")
        return Stack((Columns((Column(offset, across),)), table))

    def _folds(self, grid: Grid) -> int:
        """Return how often a long, narrow grid fits beside itself."""
        if len(grid.rows) < _LEAST_FOLDED or grid.across:
            return 1
        styles = self._styles
        texts = (
            [grid.down, *grid.columns],
            *([r.heading, *(c.text for c in r.cells)] for r in grid.rows),
        )
        need = 0.0
        for column in zip_longest(*texts, fillvalue=""):
            words = (word for text in column for word in text.split())
            need += max((measure(word, styles.cell_strong) for word in words), default=0.0)
        need += COLUMN_GAP * len(grid.columns)
        return min(max(int((self.width + _FOLD_GAP) / (need + _FOLD_GAP)), 1), _FOLDS)


def _row_text(row: ReferenceRow, setting: Setting) -> Iterator[Run]:
    """Yield the name of a row, what it does, and the changed house rules for it."""
    styles = setting.styles
    if row.name:
        yield Run(row.name, styles.cell_strong)
    if row.is_house:
        yield Run(" our own", styles.cell_quiet)
    if row.detail:
        yield Run(f" {bound(row.detail)}", styles.cell_quiet)
    if row.text:
        yield Run(f"\u2002{row.text}" if row.name else row.text, styles.cell)
    for rule in sorted(row.rules, key=lambda rule: rule.is_changed):
        if rule.is_changed:
            yield Run("\n", styles.cell)
            yield from _ruled(rule, setting)
        else:
            yield Run(f" ({rule.name}: {rule.setting})", styles.cell_quiet)


def _ruled(rule: RuleInForce, setting: Setting) -> list[Run]:
    """Return a changed house rule beside what it changes."""
    styles = setting.styles
    changes = f" {rule.changes}" if rule.changes else ""
    return [
        Run("House rule ", styles.cell_strong),
        Run(f"{rule.name}: {bound(rule.setting)}.{changes}", styles.cell),
    ]


def _changed(rule: RuleInForce, setting: Setting) -> Iterator[Run]:
    """Yield a changed house rule as it stands in the list of them."""
    styles = setting.styles
    yield Run(f"{rule.name}\u2002", styles.cell_strong)
    yield Run(f"{rule.setting}.", styles.cell)
    if rule.changes:
        yield Run(f" {rule.changes}", styles.cell)
    if rule.usual:
        yield Run(f" Default: {rule.usual}.", styles.cell_quiet)
