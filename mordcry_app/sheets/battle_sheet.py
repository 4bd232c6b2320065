"""The battle sheet: what was decided, what waits, rounds to fill in, and both warbands in short."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from mordcry_app.days import spoken_date
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.paper_views import (
    BattleSheetView,
    FactLine,
    PaperMaterial,
)
from mordcry_app.services.views import RosterView
from mordcry_app.sheets.battle_fighters import LEAST_PADDING, ShortGrid, warband_part
from mordcry_app.sheets.blocks import STRIP_GAP, STRIP_SHARE, Block, block_part
from mordcry_app.sheets.document import document
from mordcry_app.sheets.flow import Item, LaidOut, Sheet, lay_out
from mordcry_app.sheets.heads import running_head, title_style, waiting_of
from mordcry_app.sheets.options import SheetOptions
from mordcry_app.sheets.parts import (
    Framed,
    Gap,
    Part,
    Rule,
    Stack,
    beside,
    paragraph,
    write_in,
)
from mordcry_app.sheets.styles import BLACK, Setting, setting_for
from mordcry_app.sheets.text import Run, bound, dot, measure
from mordcry_app.sheets.watching import Watch
from mordcry_app.sheets.wording import key_runs

_HEAD_SHARE = 0.62
_GUTTER = 14.0
_STRETCH = 9.0
_SPARE_LEFT = 6.0
_MOST_SPARE = 3.6
"""How much more room fighters get above and below where a warband has a page of its own."""
_BANNER_GAP = 5.0
_BANNER_SHARE = 0.25
_NOTE_LEADING = 1.4
_LEAST_NOTES = 3
_MOST_NOTES = 14
_ROOM_FOR_GAPS = 36.0
"""What notes leave to the gaps of their page."""


def make_battle_sheet(
    material: PaperMaterial, options: SheetOptions, printed_on: date, watch: Watch
) -> bytes:
    """Return the battle sheet as a PDF: the battle on its front, the warbands on its back.

    Raises `Refusal` where there is no battle to print.
    """
    view = material.battle
    if view is None or not view.sides:
        raise Refusal("There is no battle to print: add warbands to the campaign first.")
    setting = setting_for(options, material.campaign.paper)
    campaign = material.campaign
    title = view.title if material.is_blank else f"{campaign.name}, {view.title.lower()}"
    rosters = {roster.id: roster for roster in material.rosters}
    front = [Item(_head(material, view, setting), kept=False), *_front(view, rosters, setting)]
    columns = campaign.columns
    grid = ShortGrid.for_rosters(tuple(rosters.values()), columns, view.rounds, setting)
    back = list(_back(view, rosters, grid))
    sheet = Sheet(
        title=title,
        items=(*front, *back),
        running_head=running_head(title, setting),
        legend=tuple(_legend(view, rosters, setting)),
        imprint=f"{campaign.ruleset_name} · printed {spoken_date(printed_on)}",
        setting=setting,
    )
    subject = campaign.ruleset_name if material.is_blank else f"{campaign.name}, {campaign.after}"
    laid_out = lay_out(sheet)
    notes = _notes(laid_out, setting)
    if notes is not None:
        front.append(notes)
    back = _back(view, rosters, grid, _paddings(laid_out, back))
    laid_out = lay_out(replace(sheet, items=(*front, *back)))
    return document(f"{title} – battle sheet", subject, [laid_out], setting, watch)


def _notes(laid_out: LaidOut, setting: Setting) -> Item | None:
    """Return lines to write on that fill the last page of the front, if it has room for some."""
    pages = laid_out.pages
    last = next((n for n, page in enumerate(pages) if page.placed[0][0].starts_page), len(pages))
    if not last:
        return None
    styles, width = setting.styles, setting.grid.width
    room = laid_out.room - (laid_out.sheet.running_head.height if last > 1 else 0.0)
    left = room - pages[last - 1].used - styles.block_gap - styles.subheading.leading
    line = styles.body.leading * _NOTE_LEADING
    count = min(int((left - _ROOM_FOR_GAPS) / line), _MOST_NOTES)
    if count < _LEAST_NOTES:
        return None
    lines = [write_in([""], styles.cell, width, line) for _ in range(count)]
    title = paragraph([Run("Notes", styles.subheading)], width)
    return Item(Stack((title, *lines)), styles.block_gap, _STRETCH)


# ------------------------------------------------------------------------------------ the front


def _head(material: PaperMaterial, view: BattleSheetView, setting: Setting) -> Part:
    """Return title and warbands on the left, campaign and a line for the date on the right."""
    grid, styles, campaign = setting.grid, setting.styles, material.campaign
    left_width = grid.width * _HEAD_SHARE
    right_width = grid.width - left_width - _GUTTER
    style = title_style(view.title, left_width, styles) or styles.titles[-1]
    left: list[Part] = [paragraph([Run(view.title, style)], left_width)]
    line = styles.head.leading + 6.0
    right: list[Part] = []
    if material.is_blank:
        owners = [side.owner for side in view.sides]
        left.extend(write_in([owner], styles.head, left_width, line) for owner in owners)
        labels = ("Campaign", "Battle", "Date")
        right.extend(write_in([label], styles.head, right_width, line) for label in labels)
    else:
        left.append(paragraph(_opponents(material.rosters, setting), left_width))
        runs = [
            Run(campaign.name, styles.head_strong),
            dot(styles.head),
            Run(bound(campaign.after), styles.head),
        ]
        right.append(paragraph(runs, right_width, "right", styles.head))
        right.append(write_in(["Date"], styles.head, right_width, line))
    aside, standing = Stack(tuple(left)), Stack(tuple(right))
    drop = max(aside.height - standing.height - 1.0, 0.0)
    return Stack(
        (
            beside(aside, Stack((Gap(drop), standing)), left_width + _GUTTER),
            Rule(grid.width, 8.0, line=1.4, ink=BLACK),
        )
    )


def _opponents(rosters: tuple[RosterView, ...], setting: Setting) -> list[Run]:
    styles = setting.styles
    runs: list[Run] = []
    for roster in rosters:
        if runs:
            runs.append(Run(" against ", styles.head))
        runs.append(Run(roster.shown_name, styles.head_strong))
        if roster.player.strip():
            runs.append(Run(f" ({roster.player.strip()})", styles.head))
    return runs


def _front(
    view: BattleSheetView, rosters: dict[int, RosterView], setting: Setting
) -> Iterator[Item]:
    waiting = _banner([rosters[s.roster_id] for s in view.sides if s.roster_id], setting)
    if waiting is not None:
        yield Item(waiting, _BANNER_GAP, kept=False)
    for fact in view.facts:
        yield Item(_fact(fact, setting), setting.styles.block_gap, _STRETCH / 2)
    for block in view.blocks:
        part = block_part(block, setting, setting.grid.width)
        is_long = len(block.rows) > 1
        gap = setting.styles.block_gap if is_long else 0.0
        yield Item(part, gap, _STRETCH, kept=not is_long)


def _fact(fact: FactLine, setting: Setting) -> Part:
    """Return something that was decided: what is called what, and below it what it does."""
    styles, width = setting.styles, setting.grid.width
    aside = width * STRIP_SHARE
    main = width - aside - STRIP_GAP
    label = paragraph([Run(fact.label, styles.subheading)], aside)
    texts: list[Part] = []
    if fact.text:
        texts.append(paragraph([Run(fact.text, styles.subheading)], main))
    if fact.detail:
        texts.append(paragraph([Run(fact.detail, styles.head)], main))
    return beside(label, Stack(tuple(texts)), aside + STRIP_GAP)


def _banner(rosters: list[RosterView], setting: Setting) -> Part | None:
    """Return what waits for this battle, warband by warband, each entry with a box to tick."""
    grid, styles = setting.grid, setting.styles
    inner = grid.width - 4 * styles.banner_padding
    names = [measure(roster.shown_name, styles.head_strong) + 9.0 for roster in rosters]
    indent = min(max(names, default=0.0), inner * _BANNER_SHARE)
    rows: list[Part] = []
    for roster in rosters:
        entries = [words for words, is_battle in waiting_of(roster) if is_battle]
        if entries:
            name = paragraph([Run(roster.shown_name, styles.head_strong)], indent - 9.0)
            runs = [Run(entry, styles.head) for entry in entries]
            body = paragraph(runs, inner - indent, style=styles.head)
            rows.append(beside(name, body, indent))
    return Framed(Stack(tuple(rows)), grid.width, styles.banner_padding) if rows else None


# ------------------------------------------------------------------------------------- the back


def _back(
    view: BattleSheetView,
    rosters: dict[int, RosterView],
    grid: ShortGrid,
    paddings: Sequence[float] = (),
) -> Iterator[Item]:
    """Yield the warbands; `paddings` say how much room the fighters of each have about them."""
    for number, side in enumerate(view.sides):
        padding = paddings[number] if paddings else LEAST_PADDING
        yield Item(
            warband_part(side, rosters.get(side.roster_id), grid, padding),
            2 * grid.setting.styles.block_gap,
            _STRETCH,
            starts_page=number == 0,
            bookmark=side.owner,
        )


def _paddings(laid_out: LaidOut, back: Sequence[Item]) -> list[float]:
    """Return more padding for warbands that have a page of their own."""
    room = laid_out.room - laid_out.sheet.running_head.height - _SPARE_LEFT
    alone = {id(p.placed[0][0].part): p for p in laid_out.pages if len(p.placed) == 1}
    paddings: list[float] = []
    for item in back:
        page, block = alone.get(id(item.part)), item.part
        rows = len(block.rows) if isinstance(block, Block) else 0
        spare = (room - page.used) / (2 * rows) if page and rows else 0.0
        paddings.append(LEAST_PADDING + min(max(spare, 0.0), _MOST_SPARE))
    return paddings


def _legend(
    view: BattleSheetView, rosters: dict[int, RosterView], setting: Setting
) -> Iterator[Run]:
    """Return what the short marks on the sheet mean."""
    plan = setting.plan
    entries = [(box.label, box.text) for box in plan.boxes if box.text]
    headings = {
        cell.heading
        for side in view.sides
        for member in (rosters[side.roster_id].members if side.roster_id else ())
        for line in member.attacks
        for cell in line.cells
    }
    entries.extend((e.heading, e.text) for e in plan.key if e.heading in headings)
    return key_runs(entries, setting.styles)
