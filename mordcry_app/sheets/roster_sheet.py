"""The roster sheet: a warband at a glance, on one page for ten fighters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.views import CampaignView, MemberView, RosterView, TraitView
from mordcry_app.sheets.document import document, spoken_date
from mordcry_app.sheets.fighter import FighterBlocks, blank_block, cost_letter
from mordcry_app.sheets.flow import Item, LaidOut, Sheet, lay_out
from mordcry_app.sheets.heads import banner, running_head, title_block
from mordcry_app.sheets.notes import Note, NoteBook, NoteColumns
from mordcry_app.sheets.options import SheetOptions
from mordcry_app.sheets.parts import Part, paragraph
from mordcry_app.sheets.styles import COMFORTABLE, COMPACT, GRIDS, Setting
from mordcry_app.sheets.text import Run, bound, dot, listed

_BLOCK_STRETCH = 11.0
_BANNER_GAP = 5.0
_FALLEN_GAP = 4.0
_BETWEEN = "\u00a0\u00a0 "
_BLANK_FIGHTERS = 10


def roster_sheet(
    campaign: CampaignView,
    rosters: Sequence[RosterView],
    options: SheetOptions,
    printed_on: date,
) -> bytes:
    """Return a PDF with the roster sheet of each warband, each from a new page on.

    A warband without fighters becomes a sheet to fill in by hand. Refuses where there is no
    warband at all.
    """
    if not rosters:
        raise Refusal("There is no warband to print yet: add one to the campaign first.")
    setting = Setting(GRIDS[options.paper], COMFORTABLE, options)
    sheets = [_laid_out(campaign, roster, setting, printed_on) for roster in rosters]
    names = ", ".join(_title(roster) for roster in rosters)
    return document(
        f"{names} – roster sheet", f"{campaign.name}, {campaign.after}", sheets, setting
    )


def _title(roster: RosterView) -> str:
    return roster.name.strip() or roster.shown_name.strip() or "Unnamed warband"


def _laid_out(
    campaign: CampaignView, roster: RosterView, setting: Setting, printed_on: date
) -> LaidOut:
    """Lay a sheet out comfortably, or compactly where this saves a page."""
    result = lay_out(_sheet(campaign, roster, setting, printed_on))
    if len(result.pages) > 1:
        closer = replace(setting, styles=COMPACT)
        compact = lay_out(_sheet(campaign, roster, closer, printed_on))
        if len(compact.pages) < len(result.pages):
            return compact
    return result


def _sheet(campaign: CampaignView, roster: RosterView, setting: Setting, printed_on: date) -> Sheet:
    options, styles = setting.options, setting.styles
    notes = NoteBook(options.footnotes)
    blocks = FighterBlocks(roster, setting, notes)
    items = [Item(title_block(campaign, roster, setting), kept=False)]
    waiting = banner(roster, setting)
    if waiting is not None:
        items.append(Item(waiting, _BANNER_GAP, kept=False))
    fighters: list[Part] = [blocks.block(member) for member in roster.members]
    shorts = [column.short for column in campaign.columns]
    blanks = options.write_in_fighters
    if not fighters:
        blanks = max(blanks, _BLANK_FIGHTERS)
    fighters.extend(blank_block(shorts, setting) for _ in range(blanks))
    for number, block in enumerate(fighters):
        items.append(Item(block, styles.block_gap, _BLOCK_STRETCH, ruled=number > 0))
    items.extend(_end_matter(roster, setting, notes))
    return Sheet(
        title=_title(roster),
        items=tuple(items),
        running_head=running_head(_title(roster), setting),
        legend=tuple(_legend(roster, setting)),
        imprint=f"{campaign.ruleset_name} · printed {spoken_date(printed_on)}",
        setting=setting,
    )


def _end_matter(roster: RosterView, setting: Setting, notes: NoteBook) -> Iterator[Item]:
    """Yield what stands after the fighters: footnotes, rules, and the dead."""
    styles, width = setting.styles, setting.grid.width
    rules = tuple(_rules(roster, setting.options)) if setting.options.rules_text else ()
    for entries in (notes.notes, rules):
        if entries:
            columns = NoteColumns(entries, width, styles)
            yield Item(columns, styles.end_gap, ruled=True, kept=False)
    if setting.options.fallen and roster.fallen:
        runs: list[Run] = []
        for label, state in (("Fallen ", "dead"), ("Retired ", "retired")):
            gone = [_epitaph(member) for member in roster.fallen if member.state == state]
            if gone:
                runs.append(Run(f"{_BETWEEN}{label}" if runs else label, styles.note_strong))
                runs.extend(listed(gone, styles.note))
        is_first = not (notes.notes or rules)
        gap = styles.end_gap if is_first else _FALLEN_GAP
        yield Item(paragraph(runs, width), gap, ruled=is_first, kept=False)


def _epitaph(member: MemberView) -> str:
    name = member.name.strip() or member.shown_name or member.archetype_name
    battle = f" (battle {member.fell_in_battle})" if member.fell_in_battle is not None else ""
    return f"{name}{battle}"


def _rules(roster: RosterView, options: SheetOptions) -> Iterator[Note]:
    """Yield each skill and piece of gear of the warband with what it does, once.

    Injuries and other traits are among them where they have no footnotes.
    """
    seen: set[tuple[str, str]] = set()

    def new(lead: str, text: str) -> Iterator[Note]:
        if text and (lead, text) not in seen:
            seen.add((lead, text))
            yield Note("", lead, text)

    def traits(traits_of_one_kind: Iterable[TraitView]) -> Iterator[Note]:
        for trait in traits_of_one_kind:
            cost = f"{cost_letter(trait.cost)} " if trait.cost else ""
            yield from new(f"{cost}{trait.name}", trait.text)

    for member in roster.members:
        yield from traits(member.skills)
    for member in roster.members if not options.footnotes else ():
        yield from traits(member.injuries)
        yield from traits(member.other_traits)
    for item in (item for member in roster.members for item in member.items):
        yield from new(item.name, item.text)
    for item in roster.stash:
        yield from new(item.name, item.text)


def _legend(roster: RosterView, setting: Setting) -> Iterator[Run]:
    """Yield what the short marks on the sheet mean."""
    options = setting.options
    style, strong = setting.styles.foot, setting.styles.foot_strong
    entries: list[tuple[str, str]] = []
    entries.extend((box.label, box.meaning) for box in options.status_boxes if box.meaning)
    costs = dict.fromkeys(skill.cost for member in roster.members for skill in member.skills)
    entries.extend((cost_letter(cost), cost.lower()) for cost in costs if len(cost) > 1)
    attacks = [line for member in roster.members for line in member.attacks]
    headings = {cell.heading for line in attacks for cell in line.cells}
    entries.extend(
        (entry.heading, entry.meaning) for entry in options.attack_key if entry.heading in headings
    )
    for number, (label, meaning) in enumerate(entries):
        if number:
            yield dot(style)
        yield Run(f"{label}\u00a0", strong)
        yield Run(bound(meaning, 40), style)
