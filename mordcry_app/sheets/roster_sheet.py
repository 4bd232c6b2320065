"""The roster sheet: a warband at a glance, on one page for ten fighters.

A sheet is set comfortably where this takes no more pages than closer setting would. What skills do
is printed where it takes no page of its own, or where it is wished for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from mordcry_app.days import spoken_date
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.paper_views import PaperMaterial
from mordcry_app.services.views import MemberView, RosterView, TraitView
from mordcry_app.sheets.blanks import blank_block, blank_title, note_lines, progress_label
from mordcry_app.sheets.document import document
from mordcry_app.sheets.fighter import FighterBlocks, cost_letter, in_use, other_gear
from mordcry_app.sheets.figures import NEW
from mordcry_app.sheets.flow import Item, LaidOut, Sheet, lay_out
from mordcry_app.sheets.heads import banner, running_head, title_block
from mordcry_app.sheets.notes import Note, NoteBook, NoteColumns
from mordcry_app.sheets.options import SheetOptions
from mordcry_app.sheets.parts import paragraph
from mordcry_app.sheets.styles import COMFORTABLE, COMPACT, Setting, setting_for
from mordcry_app.sheets.text import Run, listed
from mordcry_app.sheets.watching import Watch, unwatched
from mordcry_app.sheets.wording import key_runs, title_of

_BLOCK_STRETCH = 11.0
_BANNER_GAP = 5.0
_FALLEN_GAP = 4.0
_BETWEEN = "\u00a0\u00a0 "
_BLANK_FIGHTERS = 10
_LEAST_NOTES = 3
"""Notes begin on a page only if it has room for so many lines of them."""
_SHORT_CELL = 20
Step = Callable[[int], None]

_BLANK_TITLE = "Blank roster sheet"


def make_roster_sheets(
    material: PaperMaterial,
    options: SheetOptions,
    printed_on: date,
    watch: Watch = unwatched,
) -> bytes:
    """Return a PDF with the roster sheet of each warband, each from a new page on.

    Blank material, and a warband without fighters, become sheets to fill in by hand. Refuses where
    there is no warband at all.
    """
    campaign = material.campaign
    if not material.rosters and not material.is_blank:
        raise Refusal("There is no warband to print yet: add one to the campaign first.")
    setting = setting_for(options, campaign.paper)
    steps = sum(len(roster.members) for roster in material.rosters)
    pages = len(material.rosters) or 1
    done = 0
    sheets: list[LaidOut] = []
    for roster in material.rosters or (None,):

        def step(number: int, before: int = done) -> None:
            watch(before + number, steps + pages)

        sheets.append(_RosterSheet(material, roster, printed_on).laid_out(setting, step))
        done += len(roster.members) if roster else 0
    names = ", ".join(map(title_of, material.rosters))
    title = f"{names} – roster sheet" if names else f"{_BLANK_TITLE} – {campaign.name}"
    return document(
        title,
        f"{campaign.name}, {campaign.after}",
        sheets,
        setting,
        lambda page, count: watch(steps + page, steps + count),
    )


@dataclass(frozen=True)
class _RosterSheet:
    """What one sheet is made from; without a warband it is to be filled in by hand."""

    material: PaperMaterial
    roster: RosterView | None
    printed_on: date

    def laid_out(self, setting: Setting, step: Step) -> LaidOut:
        """Lay the sheet out in the first way that takes the fewest pages.

        `step` is told how many fighters have been set.
        """
        settings = [setting]
        if setting.styles is COMFORTABLE:
            settings.append(replace(setting, styles=COMPACT))
        tried: list[LaidOut] = []
        short: list[LaidOut] = []
        for one in settings:
            body = self._body(one, step)
            long = lay_out(self._sheet(body, one, tells_skills=True))
            if len(long.pages) == 1:
                return long
            tried.append(long)
            if not setting.options.rules_text:
                short.append(lay_out(self._sheet(body, one, tells_skills=False)))
        return min((*tried, *short), key=lambda sheet: len(sheet.pages))

    def _body(self, setting: Setting, step: Step) -> _Body:
        """Return all but the end of the sheet, and the notes that it has handed out marks for."""
        campaign, options, styles = self.material.campaign, setting.options, setting.styles
        notes = NoteBook(options.footnotes)
        members: Sequence[MemberView] = ()
        items: list[Item] = []
        if self.roster is None:
            items.append(Item(blank_title(campaign, setting), kept=False))
        else:
            members = self.roster.members
            items.append(Item(title_block(campaign, self.roster, setting), kept=False))
            waiting = banner(self.roster, setting)
            if waiting is not None:
                items.append(Item(waiting, _BANNER_GAP, kept=False))
        uses = {} if options.rules_text else self.material.item_uses
        blocks = FighterBlocks(members, setting, notes, uses, self.material.news)
        for number, member in enumerate(members):
            block = blocks.block(member)
            items.append(Item(block, styles.block_gap, _BLOCK_STRETCH, ruled=number > 0))
            step(number + 1)
        blanks = options.write_in_fighters
        if not members:
            blanks = max(blanks, _BLANK_FIGHTERS)
        shorts = [column.short for column in campaign.columns]
        progress = progress_label(campaign, setting)
        empty = blank_block(shorts, self._headings(), progress, setting)
        items.extend(
            Item(empty, styles.block_gap, _BLOCK_STRETCH, ruled=bool(members) or number > 0)
            for number in range(blanks)
        )
        return _Body(tuple(items), notes)

    def _headings(self) -> tuple[str, ...]:
        """Return the headings of attacks: those that the campaign’s fighters have."""
        every = [m for roster in self.material.campaign.rosters for m in roster.members]
        cells = (cell for member in every for line in member.attacks for cell in line.cells)
        known = dict.fromkeys(cell.heading for cell in cells if len(cell.text) <= _SHORT_CELL)
        return tuple(known) or tuple(e.heading for e in self.material.campaign.paper.key)

    def _sheet(self, body: _Body, setting: Setting, *, tells_skills: bool) -> Sheet:
        campaign, roster = self.material.campaign, self.roster
        title = title_of(roster) if roster else _BLANK_TITLE
        return Sheet(
            title=title,
            items=(*body.items, *self._end_matter(body.notes, setting, tells_skills)),
            running_head=running_head(title, setting),
            legend=tuple(_legend(self.material, roster, setting)),
            imprint=f"{campaign.ruleset_name} · printed {spoken_date(self.printed_on)}",
            setting=setting,
        )

    def _end_matter(self, notes: NoteBook, setting: Setting, tells_skills: bool) -> Iterator[Item]:
        """Yield what stands after the fighters: footnotes, rules, the dead, lines for notes."""
        styles, width, options = setting.styles, setting.grid.width, setting.options
        rules: tuple[Note, ...] = ()
        if self.roster is not None:
            uses = self.material.item_uses
            rules = tuple(_rules(self.roster, options, uses, tells_skills=tells_skills))
        for entries in (notes.notes, rules):
            if entries:
                columns = NoteColumns(entries, width, styles)
                least = _LEAST_NOTES * styles.note.leading
                yield Item(columns, styles.end_gap, ruled=True, kept=False, least=least)
        if options.fallen and self.roster is not None and self.roster.fallen:
            part = paragraph(list(_gone(self.roster, setting)), width)
            is_first = not (notes.notes or rules)
            gap = styles.end_gap if is_first else _FALLEN_GAP
            yield Item(part, gap, ruled=is_first, kept=False)
        if options.write_in_notes:
            part = note_lines(options.write_in_notes, setting)
            yield Item(part, styles.end_gap, ruled=True)


@dataclass(frozen=True)
class _Body:
    items: tuple[Item, ...]
    notes: NoteBook


def _gone(roster: RosterView, setting: Setting) -> Iterator[Run]:
    """Yield the dead and the retired."""
    styles = setting.styles
    is_first = True
    for label, state in (("Fallen ", "dead"), ("Retired ", "retired")):
        gone = [_epitaph(member) for member in roster.fallen if member.state == state]
        if gone:
            yield Run(label if is_first else f"{_BETWEEN}{label}", styles.note_strong)
            yield from listed(gone, styles.note)
            is_first = False


def _epitaph(member: MemberView) -> str:
    name = member.name.strip() or member.shown_name or member.archetype_name
    battle = f" (battle {member.fell_in_battle})" if member.fell_in_battle is not None else ""
    return f"{name}{battle}"


def _rules(
    roster: RosterView,
    options: SheetOptions,
    item_uses: Mapping[str, tuple[str, ...]],
    *,
    tells_skills: bool,
) -> Iterator[Note]:
    """Yield what skills and gear of the warband do, each once.

    With all rules these are the texts of skills and gear, and of injuries and other traits where
    they have no footnotes; otherwise skills, and gear that has none.
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

    if options.rules_text or tells_skills:
        for member in roster.members:
            yield from traits(member.skills)
    if options.rules_text:
        for member in roster.members if not options.footnotes else ():
            yield from traits(member.injuries)
            yield from traits(member.other_traits)
        gear = [item for member in roster.members for item in member.items]
        for item in (*gear, *roster.stash):
            yield from new(item.name, item.text)
    elif not options.footnotes:
        for item in (item for member in roster.members for item in other_gear(member)):
            if uses := item_uses.get(item.ref):
                yield from new(item.name, in_use(uses))


def _legend(material: PaperMaterial, roster: RosterView | None, setting: Setting) -> Iterator[Run]:
    """Return what the short marks on the sheet mean."""
    plan = setting.plan
    members = roster.members if roster else ()
    entries: list[tuple[str, str]] = []
    if setting.options.news:
        entries.extend(_news_key(material, members))
    entries.extend((box.label, box.text) for box in plan.boxes if box.text)
    costs = dict.fromkeys(skill.cost for member in members for skill in member.skills)
    entries.extend((cost_letter(cost), cost.lower()) for cost in costs if len(cost) > 1)
    attacks = [line for member in members for line in member.attacks]
    headings = {cell.heading for line in attacks for cell in line.cells}
    entries.extend(
        (entry.heading, entry.text)
        for entry in plan.key
        if not members or entry.heading in headings
    )
    return key_runs(entries, setting.styles)


def _news_key(material: PaperMaterial, members: Iterable[MemberView]) -> Iterator[tuple[str, str]]:
    """Yield how news are marked, if there are any."""
    every = [material.news[member.id] for member in members if member.id in material.news]
    if every:
        yield NEW, "new since the last battle"
    moved = [was for news in every for was in news.values.values()]
    if moved:
        yield f"{moved[0]}{NEW}", f"{moved[0]} before it"
