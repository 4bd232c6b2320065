"""Warbands in short, for the table: a line of figures for each fighter, and boxes to tick below."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from mordcry_app.rules.ruleset import AttackLine
from mordcry_app.services.paper_views import (
    BattleFighterSheet,
    BattleSideSheet,
    FieldView,
)
from mordcry_app.services.views import MemberView, RosterView, StatColumn, ValueView
from mordcry_app.sheets.blocks import Block, block_part, continued
from mordcry_app.sheets.fields import LEAST_LINE, Field
from mordcry_app.sheets.figures import AttackGrid, AttackMarks, Figure, FigureGrid
from mordcry_app.sheets.parts import (
    LABEL_GAP,
    Align,
    Boxes,
    Column,
    Columns,
    Gap,
    Lines,
    Part,
    Stack,
    beside,
    paragraph,
    write_in,
)
from mordcry_app.sheets.styles import BLACK, BoxStyle, Setting, Styles
from mordcry_app.sheets.text import Run, dot, measure, one_line
from mordcry_app.sheets.wording import capitalised

_NAME_SHARE = 0.22
_GAP = 7.0
_CHUNK_GAP = 11.0
_MOST_WOUND_BOXES = 24
_BLANK_WOUNDS = 6
_BLANK_VALUE = 0.045
_BLANK_GAP = 6.0
LEAST_PADDING = 3.2
"""Above and below the lines of a fighter."""
_TALL_ROW = 0.35


@dataclass(frozen=True)
class ShortGrid:
    """Where figures stand on the lines of fighters, the same for all warbands.

    Where they do not fit on one line, values and attacks stand below one another, each with its
    heading; `stacked` is how attacks then do. `blanks` head the values of rows to fill in by hand.
    """

    setting: Setting
    rounds: int
    name: float
    values: tuple[tuple[str, float, float], ...]
    attack: tuple[float, float]
    cells: tuple[tuple[str, float, float], ...]
    fits: bool
    stacked: AttackGrid
    wounds: int
    blanks: tuple[str, ...]

    @classmethod
    def for_rosters(
        cls,
        rosters: Sequence[RosterView],
        columns: Sequence[StatColumn],
        rounds: int,
        setting: Setting,
    ) -> ShortGrid:
        """Measure the columns over all fighters."""
        styles, width = setting.styles, setting.grid.width
        members = [member for roster in rosters for member in roster.members]
        names = [measure(called(member), styles.cell_strong) + 0.1 for member in members]
        name = min(max(names, default=0.0), width * _NAME_SHARE)
        values: dict[str, float] = {}
        for value in (v for member in members for v in short_values(member, setting)):
            need = max(measure(value.text, styles.cell), measure(value.short, styles.cell_quiet))
            values[value.short] = max(values.get(value.short, 0.0), need)
        lines = [short_attack(line, setting) for m in members for line in m.attacks]
        attack = max((measure(line.name, styles.cell_strong) for line in lines), default=0.0)
        cells: dict[str, float] = {}
        for cell in (cell for line in lines for cell in line.cells):
            need = max(measure(cell.text, styles.cell), measure(cell.heading, styles.cell_quiet))
            cells[cell.heading] = max(cells.get(cell.heading, 0.0), need)
        widths = [name, *values.values(), *([attack, *cells.values()] if cells else [])]
        spare = width - sum(widths) - 0.1 * len(widths)
        gap = spare / max(len(widths) - 1, 1)
        x = 0.0
        placed: list[tuple[float, float]] = []
        for need in widths:
            placed.append((x, need + 0.1))
            x += need + 0.1 + gap
        value_places = placed[1 : 1 + len(values)]
        cell_places = placed[2 + len(values) :]
        return cls(
            setting,
            rounds,
            name + 0.1,
            tuple((k, *at) for k, at in zip(values, value_places, strict=True)),
            placed[1 + len(values)] if cells else (0.0, 0.0),
            tuple((k, *at) for k, at in zip(cells, cell_places, strict=True)),
            gap >= _GAP,
            AttackGrid.for_roster(lines, width, styles),
            max((w.total for m in members if (w := _wounds_of(m, setting))), default=0),
            tuple(c.short for c in columns if _is_short(c.stat, setting)),
        )

    def headings(self) -> Part | None:
        """Return the headings of the columns."""
        if not self.fits:
            return None
        style = self.setting.styles.cell_quiet
        columns = [
            Column(x, paragraph([Run(heading, style)], width, _side(place, len(self.values))))
            for place, (heading, x, width) in enumerate((*self.values, *self.cells))
        ]
        return Columns(tuple(columns)) if columns else None

    def figures(self, member: MemberView) -> Part:
        """Return a fighter’s name, values and attacks."""
        setting, styles = self.setting, self.setting.styles
        if not self.fits:
            return self._stacked(member)
        name = paragraph([Run(called(member), styles.cell_strong)], self.name)
        columns = [Column(0.0, name)]
        texts = {value.short: value.text for value in short_values(member, setting)}
        for heading, x, width in self.values:
            text = [Run(texts.get(heading, ""), styles.cell)]
            columns.append(Column(x, paragraph(text, width, "centre", styles.cell)))
        attacks = [self._attack(short_attack(line, setting)) for line in member.attacks]
        columns.append(Column(0.0, Stack(tuple(attacks))))
        return Columns(tuple(columns))

    def _attack(self, line: AttackLine) -> Part:
        styles = self.setting.styles
        x, width = self.attack
        columns = [Column(x, paragraph([Run(line.name, styles.cell_strong)], width))]
        texts = {cell.heading: cell.text for cell in line.cells}
        for heading, x, width in self.cells:
            columns.append(Column(x, paragraph([Run(texts.get(heading, ""), styles.cell)], width)))
        return Columns(tuple(columns))

    def _stacked(self, member: MemberView) -> Part:
        setting, styles = self.setting, self.setting.styles
        values = [Figure(v.short, v.text) for v in short_values(member, setting)]
        page = setting.grid
        name: Part = paragraph([Run(called(member), styles.body_strong)], page.aside)
        if values:
            figures = FigureGrid.for_roster([values], page.main, styles).part(values)
            name = beside(name, figures, page.main_offset)
        parts: list[Part] = [name]
        parts.extend(
            self.stacked.part(short_attack(line, setting), AttackMarks()) for line in member.attacks
        )
        return Stack(tuple(parts))


def _side(place: int, values: int) -> Align:
    return "centre" if place < values else "left"


def called(member: MemberView) -> str:
    """Return a fighter’s name, with a capital where it has none of its own."""
    name = member.shown_name.strip() or member.archetype_name
    return member.name.strip() or capitalised(name)


def short_values(member: MemberView, setting: Setting) -> tuple[ValueView, ...]:
    """Return the values that are printed in short."""
    return tuple(value for value in member.values if _is_short(value.stat, setting))


def _is_short(stat: str, setting: Setting) -> bool:
    wanted = setting.plan.short.values
    return not wanted or stat in wanted


def _wounds_of(member: MemberView, setting: Setting) -> ValueView | None:
    return next((v for v in member.values if v.stat == setting.plan.profile.wounds), None)


def short_attack(line: AttackLine, setting: Setting) -> AttackLine:
    """Return an attack line with those of its cells that are printed in short."""
    wanted = setting.plan.short.attacks
    cells = tuple(cell for cell in line.cells if not wanted or cell.heading in wanted)
    return replace(line, cells=cells)


def warband_part(
    side: BattleSideSheet,
    roster: RosterView | None,
    grid: ShortGrid,
    padding: float = LEAST_PADDING,
) -> Block:
    """Return a warband in short: its name, its own blocks, and its fighters.

    Each fighter has some `padding` above and below.
    """
    setting, width = grid.setting, grid.setting.grid.width
    rows: list[Part] = []
    fields = _fields_of(side)
    members = {member.id: member for member in roster.members} if roster else {}
    for place in range(max(len(side.fighters) + side.blanks, len(fields))):
        row_fields = fields[place] if place < len(fields) else ()
        if place < len(side.fighters):
            fighter = side.fighters[place]
            rows.append(
                _fighter_row(members[fighter.member_id], fighter, row_fields, grid, padding)
            )
        else:
            rows.append(_blank_row(row_fields, grid, padding))
    return Block(
        _warband_head(side, roster, setting),
        continued(side.owner, width, setting.styles.heading, setting.styles.head),
        grid.headings() if side.fighters else _blank_headings(grid),
        tuple(rows),
        width,
        setting.grid.page_height * _TALL_ROW,
        ruled=True,
    )


def _warband_head(side: BattleSideSheet, roster: RosterView | None, setting: Setting) -> Part:
    styles, width = setting.styles, setting.grid.width
    parts: list[Part] = []
    if roster is None:
        line = styles.heading.leading + 4.0
        parts.append(write_in([side.owner], styles.subheading, width * 0.6, line))
    else:
        runs = [Run(side.owner, styles.heading)]
        said = [roster.player.strip(), *side.now]
        for text in said:
            if text:
                runs += [dot(styles.head), Run(text, styles.head)]
        parts.append(paragraph(runs, width, style=styles.heading))
    parts.extend(
        block_part(block, setting, width, with_owner=False)
        for block in side.blocks
        if not block.has_names
    )
    return Stack(tuple(parts))


def _fields_of(side: BattleSideSheet) -> list[tuple[FieldView, ...]]:
    """Return for each row of fighters the fields of all blocks about fighters."""
    blocks = [block for block in side.blocks if block.has_names]
    count = max((len(block.rows) for block in blocks), default=0)
    return [
        tuple(field for b in blocks if n < len(b.rows) for field in b.rows[n].fields)
        for n in range(count)
    ]


def _fighter_row(
    member: MemberView,
    fighter: BattleFighterSheet,
    fields: tuple[FieldView, ...],
    grid: ShortGrid,
    padding: float,
) -> Part:
    setting = grid.setting
    wounds = _wounds_of(member, setting)
    parts: list[Part] = [Gap(padding), grid.figures(member), Gap(0.8)]
    chunks: list[Chunk] = []
    if wounds is not None:
        chunks.append(_wounds(wounds, fighter.taken, grid))
    parts.append(_packed([*chunks, *_boxes(grid), *_chunks_of(fields, setting.styles)], setting))
    if fighter.now:
        parts.append(paragraph([Run(fighter.now, setting.styles.detail_quiet)], setting.grid.width))
    return Stack((*parts, Gap(padding)))


def _blank_shares(grid: ShortGrid) -> tuple[float, ...]:
    """Return how a name, values and attacks share the width of a blank row."""
    count = len(grid.blanks)
    values = min(count * _BLANK_VALUE, 0.45)
    return (_NAME_SHARE, *[values / count for _ in grid.blanks], 1 - _NAME_SHARE - values)


def _blank_headings(grid: ShortGrid) -> Part:
    """Return the headings of blank rows."""
    setting, style = grid.setting, grid.setting.styles.cell_quiet
    texts = ("Fighter", *grid.blanks, " · ".join(("Attack", *setting.plan.short.attacks)))
    room = setting.grid.width - _BLANK_GAP * (len(texts) - 1)
    columns: list[Column] = []
    x = 0.0
    for text, share in zip(texts, _blank_shares(grid), strict=True):
        columns.append(Column(x, paragraph([Run(text, style)], room * share)))
        x += room * share + _BLANK_GAP
    return Columns(tuple(columns))


def _blank_row(fields: tuple[FieldView, ...], grid: ShortGrid, padding: float) -> Part:
    styles, width = grid.setting.styles, grid.setting.grid.width
    shares = _blank_shares(grid)
    wounds = Chunk.boxes("", _BLANK_WOUNDS, styles.wound_box, styles)
    chunks = [wounds, *_boxes(grid), *_chunks_of(fields, styles)]
    return Stack(
        (
            Gap(padding - LEAST_PADDING),
            write_in([""] * len(shares), styles.cell, width, styles.cell.leading + 5.0, *shares),
            Gap(0.8),
            _packed(chunks, grid.setting),
            Gap(padding),
        )
    )


# ------------------------------------------------------------------------------ boxes to tick


@dataclass(frozen=True)
class Chunk:
    """A label and what is ticked or written behind it; an open one takes what room is left."""

    label: str
    need: float
    field: Field | None
    part: Part | None
    styles: Styles

    @classmethod
    def boxes(
        cls,
        label: str,
        count: int,
        box: BoxStyle,
        styles: Styles,
        crossed: int = 0,
        room_for: int = 0,
    ) -> Chunk:
        """Return some boxes behind a label, in as much room as `room_for` of them need."""
        part = Boxes((None,) * count, styles.label, box, min(crossed, count))
        need = max(count, room_for) * (box.side + box.gap) - box.gap
        return cls(label, need, None, part, styles)

    @property
    def label_width(self) -> float:
        """Width of the label with the gap behind it."""
        return measure(self.label, self.styles.label) + 0.1 + 2 * LABEL_GAP if self.label else 0.0

    @property
    def is_open(self) -> bool:
        """Whether it is a line to write on."""
        return self.field is not None and self.field.is_open

    def made(self, width: float) -> Part:
        """Return what stands behind the label."""
        return self.field.part(width) if self.field else self.part or Gap(0.0)


def _wounds(wounds: ValueView, taken: int, grid: ShortGrid) -> Chunk:
    """Return a box for each wound, in as much room as the most wounds of all fighters take."""
    count, styles = max(wounds.total, 0), grid.setting.styles
    if count > _MOST_WOUND_BOXES:
        field = Field(FieldView(""), styles)
        return Chunk(f"{wounds.short} {wounds.total}, lost", LEAST_LINE, field, None, styles)
    room = min(max(grid.wounds, count), _MOST_WOUND_BOXES)
    return Chunk.boxes(wounds.short, count, styles.wound_box, styles, min(taken, count), room)


def _boxes(grid: ShortGrid) -> Iterable[Chunk]:
    """Yield the boxes that a ruleset has for fighters; some for each round."""
    styles = grid.setting.styles
    for box in grid.setting.plan.boxes:
        count = grid.rounds if box.each_round and grid.rounds else 1
        yield Chunk.boxes(box.label, count, styles.status_box, styles)


def _chunks_of(fields: Sequence[FieldView], styles: Styles) -> Iterable[Chunk]:
    """Yield fields, on lower lines than elsewhere."""
    low = replace(
        styles,
        cell=replace(styles.label, ink=BLACK),
        die_box=replace(styles.die_box, side=styles.wound_box.side + 2.0, row=_tick_line(styles)),
        tick_box=replace(styles.status_box, row=_tick_line(styles)),
    )
    for view in fields:
        field = Field(view, low)
        yield Chunk(view.label, field.need, field, None, styles)


def _tick_line(styles: Styles) -> float:
    """Return the height of a line of boxes and fields."""
    return styles.wound_box.row + 1.6


def _packed(chunks: Sequence[Chunk], setting: Setting) -> Part:
    """Return chunks beside one another, on as many lines as they need."""
    width = setting.grid.width
    lines: list[list[Chunk]] = [[]]
    used = 0.0
    for chunk in chunks:
        need = chunk.label_width + chunk.need
        gap = _CHUNK_GAP if lines[-1] else 0.0
        if lines[-1] and used + gap + need > width + 0.01:
            lines.append([])
            used = gap = 0.0
        lines[-1].append(chunk)
        used += gap + need
    return Stack(tuple(_line_of(line, setting) for line in lines if line))


def _line_of(chunks: Sequence[Chunk], setting: Setting) -> Part:
    styles, width = setting.styles, setting.grid.width
    open_ones = sum(chunk.is_open for chunk in chunks)
    taken = sum(chunk.label_width + chunk.need for chunk in chunks)
    spare = max(width - taken - _CHUNK_GAP * (len(chunks) - 1), 0.0)
    height = _tick_line(styles)
    columns: list[Column] = []
    x = 0.0
    for chunk in chunks:
        room = chunk.need + (spare / open_ones if chunk.is_open else 0.0)
        if chunk.label:
            label = Lines((one_line(chunk.label, styles.label),), styles.label, chunk.label_width)
            columns.append(Column(x, Stack((Gap((height - label.height) / 2), label))))
            x += chunk.label_width
        part = chunk.made(room)
        drop = max((height - part.height) / 2, 0.0)
        columns.append(Column(x, Stack((Gap(drop), part)) if drop else part))
        x += room + _CHUNK_GAP
    return Columns(tuple(columns))
