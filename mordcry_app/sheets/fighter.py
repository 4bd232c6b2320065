"""One fighter's block: who it is and its boxes on the left, what it can do on the right."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from mordcry_app.rules.ruleset import AttackLine
from mordcry_app.rules.state import MISSES_BATTLE, STARTS_WOUNDED
from mordcry_app.services.paper_views import MemberNews
from mordcry_app.services.views import (
    ItemView,
    MemberView,
    PendingView,
    TraitView,
    ValueView,
)
from mordcry_app.sheets.cards_attacks import CardAttacks
from mordcry_app.sheets.figures import (
    NEW,
    AttackGrid,
    AttackMarks,
    Figure,
    FigureGrid,
    attack_explanation,
    exception_note,
    figures_of,
    led,
)
from mordcry_app.sheets.notes import NoteBook
from mordcry_app.sheets.parts import (
    LABEL_GAP,
    Boxes,
    Column,
    Columns,
    Gap,
    Lines,
    Part,
    Pen,
    Stack,
    beside,
    paragraph,
    write_in,
)
from mordcry_app.sheets.styles import Setting, Styles
from mordcry_app.sheets.text import Line, Run, bound, dot, one_line, shortened
from mordcry_app.sheets.wording import in_one_line, is_new

_MOST_WOUND_BOXES = 40
_WRITE_IN = 16.0
MISSES_WORDS = "misses it"
_NOTHING_NEW = MemberNews()
_NO_NEWS: Mapping[int, MemberNews] = MappingProxyType({})
_NO_USES: Mapping[str, tuple[str, ...]] = MappingProxyType({})


@dataclass(frozen=True)
class Block:
    """A fighter's two columns. What flows on to another page begins with the fighter's name."""

    columns: Columns
    continued: Part

    @property
    def height(self) -> float:
        """Height in points."""
        return self.columns.height

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw both columns."""
        self.columns.draw(pen, x, top)

    def split(self, room: float) -> tuple[Part | None, Part | None]:
        """Divide both columns; the rest says whose it is."""
        first, rest = self.columns.split(room)
        if first is None or rest is None:
            return first, (self if rest is not None else None)
        return first, Block(Columns((Column(0.0, Stack((self.continued, rest))),)), self.continued)


class FighterBlocks:
    """Makes the blocks of one roster on one grid, with marks from one book of notes."""

    def __init__(
        self,
        members: Sequence[MemberView],
        setting: Setting,
        notes: NoteBook,
        item_uses: Mapping[str, tuple[str, ...]] = _NO_USES,
        news: Mapping[int, MemberNews] = _NO_NEWS,
    ) -> None:
        grid, styles, options = setting.grid, setting.styles, setting.options
        self._setting = setting
        self._grid = grid
        self._styles = styles
        self._notes = notes
        self._item_uses = item_uses
        self._news = news if options.news else _NO_NEWS
        lines = [line for member in members for line in member.attacks]
        self._marks_attacks = options.footnotes and options.attack_notes
        self._plan = setting.plan
        self._known = frozenset(entry.heading for entry in setting.plan.key)
        new = {name for member in members for name in self._new_items(member)}
        columns = AttackGrid.for_roster(lines, grid.main, styles, self._marks_attacks, new)
        fits = bool(columns.offsets)
        self._attacks = columns if fits else CardAttacks.for_roster(lines, grid.main, styles)
        mark = "²²" if options.footnotes else ""
        measured = [
            [
                Figure(v.short, v.text, mark, self._news_of(member).values.get(v.stat, ""))
                for v in member.values
            ]
            for member in members
        ]
        self._figure_grid = FigureGrid.for_roster(measured, grid.main, styles)

    def _news_of(self, member: MemberView) -> MemberNews:
        return self._news.get(member.id, _NOTHING_NEW)

    def _new_items(self, member: MemberView) -> set[str]:
        new = self._news_of(member).items
        return {item.label for item in member.items if item.ref in new}

    def block(self, member: MemberView) -> Block:
        """Return the block of one fighter."""
        style, width = self._styles.name, self._grid.width
        whose = shortened(member.shown_name or member.archetype_name, style, width * 0.8)
        continued = beside(
            Lines((whose,), style, width),
            paragraph([Run(", continued", self._styles.meta)], width, style=style),
            whose.width,
        )
        return Block(
            beside(self._aside(member), self._main(member), self._grid.main_offset), continued
        )

    # ------------------------------------------------------------------ who the fighter is

    def _aside(self, member: MemberView) -> Part:
        styles, width = self._styles, self._grid.aside
        parts: list[Part] = []
        if member.name.strip():
            parts.append(paragraph([Run(member.name, styles.name)], width))
        else:
            parts.append(write_in([""], styles.meta, width, _WRITE_IN))
        parts.append(Gap(0.6))
        about = rank_and_progress(member, self._setting, news=self._news_of(member))
        parts.append(paragraph(about, width, style=styles.meta))
        parts.append(Gap(1.0))
        wounds = next((v for v in member.values if v.stat == self._plan.profile.wounds), None)
        if wounds is not None:
            parts.extend(wound_rows(wounds, starts_with(member, wounds.total), self._setting))
            parts.append(Gap(1.2))
        parts.extend(status_rows(self._setting))
        return Stack(tuple(parts))

    # ------------------------------------------------------------------ what the fighter can do

    def _main(self, member: MemberView) -> Part:
        styles, width = self._styles, self._grid.main
        news = self._news_of(member)
        new = self._new_items(member)
        parts: list[Part] = []
        if member.values:
            figures = figures_of(member.values, self._notes, news.values)
            parts.append(self._figure_grid.part(figures))
            parts.append(Gap(1.8))
        parts.extend(
            self._attacks.part(line, self._attack_marks(line, new)) for line in member.attacks
        )
        gear = gear_and_skills(member, styles, self._notes, self._item_uses, news)
        hard = hardships(member, styles, self._notes, news)
        together = paragraph([*gear, dot(styles.detail), *hard], width) if gear and hard else None
        if together is not None and len(together.lines) == 1:
            parts.append(together)
        else:
            parts.extend(paragraph(runs, width) for runs in (gear, hard) if runs)
        notes = in_one_line(member.notes)
        if notes:
            runs = [Run("Note ", styles.detail_quiet), Run(notes, styles.detail)]
            parts.append(paragraph(runs, width, style=styles.detail))
        return Stack(tuple(parts))

    def _attack_marks(self, line: AttackLine, new: Collection[str]) -> AttackMarks:
        """Mark the whole line where all are to be explained, and otherwise its exceptions."""
        if not self._marks_attacks:
            exceptions = [cell for cell in line.cells if cell.exception and cell.note]
            return AttackMarks(
                is_new=line.name in new,
                cells={
                    cell.heading: self._notes.mark(*exception_note(line, cell, self._known))
                    for cell in exceptions
                },
            )
        explanation = attack_explanation(line, self._known)
        mark = self._notes.mark(line.name, explanation) if explanation else ""
        return AttackMarks(mark, line.name in new)


def gear_and_skills(
    member: MemberView,
    styles: Styles,
    notes: NoteBook,
    item_uses: Mapping[str, tuple[str, ...]],
    news: MemberNews,
) -> list[Run]:
    """Word gear and skills: `Medium Shield — T Unbowed`.

    What has an attack line of its own is named there and not again. What an item does in a battle
    is a footnote.
    """
    runs: list[Run] = []
    for item in other_gear(member):
        if runs:
            runs.append(Run(", ", styles.detail))
        runs.append(Run(led(bound(item.label), item.ref in news.items), styles.detail))
        if uses := item_uses.get(item.ref):
            runs.append(Run(notes.mark(item.name, in_use(uses)), styles.small_mark))
    for number, skill in enumerate(member.skills):
        if number:
            runs.append(dot(styles.detail))
        elif runs:
            runs.append(Run("\u00a0— ", styles.detail))
        lead = led("", is_new(skill, news))
        if skill.cost:
            lead += f"{cost_letter(skill.cost)}\u00a0"
        if lead:
            runs.append(Run(lead, styles.detail_strong))
        runs.append(Run(bound(levelled(skill)), styles.detail))
    return runs


def other_gear(member: MemberView) -> Iterator[ItemView]:
    """Yield what a fighter carries and does not attack with."""
    named = {line.name for line in member.attacks}
    return (item for item in member.items if item.label not in named)


def in_use(uses: Iterable[str]) -> str:
    """Return what an item does as one text."""
    return ". ".join(uses) + "."


def hardships(member: MemberView, styles: Styles, notes: NoteBook, news: MemberNews) -> list[Run]:
    """Word a fighter's lasting injuries, its other traits, its tags, and what it has no longer.

    What an injury or trait does in play is a footnote.
    """
    runs: list[Run] = []
    for label, traits in (("Injuries ", member.injuries), ("Also ", member.other_traits)):
        if not traits:
            continue
        if runs:
            runs.append(dot(styles.detail))
        runs.append(Run(label, styles.detail_quiet))
        for number, trait in enumerate(traits):
            if number:
                runs.append(Run(", ", styles.detail))
            runs.append(Run(led(bound(levelled(trait)), is_new(trait, news)), styles.detail))
            if trait.text and not _says_effect_only(trait, member):
                runs.append(Run(notes.mark(trait.name, trait.text), styles.small_mark))
            if trait.effect:
                runs.append(Run(f" ({trait.effect})", styles.detail))
    if member.tags:
        if runs:
            runs.append(dot(styles.detail))
        runs.append(Run("Tags ", styles.detail_quiet))
        runs.append(Run(", ".join(member.tags), styles.detail))
    if news.gone:
        if runs:
            runs.append(dot(styles.detail))
        runs.append(Run(led("Gone\u00a0", is_new=True), styles.detail_quiet))
        runs.append(Run(", ".join(map(bound, news.gone)), styles.detail))
    return runs


def _says_effect_only(trait: TraitView, member: MemberView) -> bool:
    """Say whether a text is no more than the effect in words: `−1 Int` and “−1 Intelligence.”"""
    in_words = trait.effect
    for value in member.values:
        in_words = re.sub(rf"\b{re.escape(value.short)}(?=,|$)", value.name, in_words)
    return trait.text.rstrip(".") == in_words


def levelled(trait: TraitView) -> str:
    """Return a trait's name with its level, unless its effect tells how often it was gained."""
    return trait.name if trait.level <= 1 or trait.effect else f"{trait.name} ×{trait.level}"


def cost_letter(cost: str) -> str:
    """Return a cost as it stands before a skill: `D` for a double."""
    return cost[:1].upper()


def starts_with(member: MemberView, wounds: int) -> int:
    """Return how many wounds a fighter has taken before the next battle begins: one is left."""
    taken = sum(pending.amount for pending in member.pending if pending.ref == STARTS_WOUNDED)
    return min(taken, max(wounds - 1, 0))


def pending_words(pending: PendingView) -> str:
    """Word what waits for a fighter, to stand right behind its name."""
    words = f": {pending.words}"
    if pending.ref == MISSES_BATTLE:
        words = f" {MISSES_WORDS}"
    elif pending.ref == STARTS_WOUNDED:
        words = f" {pending.words[:1].lower()}{pending.words[1:]}"
    return sourced(words, pending)


def sourced(words: str, pending: PendingView) -> str:
    """Return words about something that waits, with its source behind them."""
    return f"{words} ({pending.source})" if pending.source else words


def rank_and_progress(
    member: MemberView,
    setting: Setting,
    *,
    tells_misses: bool = True,
    news: MemberNews = _NOTHING_NEW,
) -> list[Run]:
    """Word rank, progress and what else counts: `Captain, leads · XP 158/170 ▶+8 · 12 renown`.

    Of `news` it tells who has joined and the progress that was made.
    """
    styles = setting.styles
    rank = f"{member.archetype_name}, leads" if member.leads else member.archetype_name
    if not member.name.strip() and member.archetype_name not in member.shown_name:
        rank = f"{member.shown_name} · {rank}"
    runs = [Run(bound(rank), styles.meta)]

    def add(text: str, strong: bool = False) -> None:
        if runs[-1].text:
            runs.append(dot(styles.meta))
        runs.append(Run(bound(text), styles.meta_strong if strong else styles.meta))

    if news.joined:
        add(f"{NEW}\u00a0joined", strong=True)
    if tells_misses and member.misses_next_battle:
        add("misses the next battle", strong=True)
    progress = setting.plan.profile.progress
    for amount in sorted(member.amounts, key=lambda amount: amount.resource != progress):
        if amount.resource == progress:
            add(f"{amount.short} {amount.amount}/{member.next_advance_at}{_gain(news, progress)}")
        elif amount.amount:
            add(f"{amount.amount} {amount.short}")
    if member.advances_due:
        due = "advance" if member.advances_due == 1 else "advances"
        add(f"{member.advances_due} {due} to roll", strong=True)
    return runs


def _gain(news: MemberNews, resource: str) -> str:
    gain = news.amounts.get(resource, 0)
    sign = "+" if gain > 0 else "−"
    return f" {NEW}{sign}{abs(gain)}" if gain else ""


def wound_rows(wounds: ValueView, taken: int, setting: Setting) -> list[Part]:
    """Return a box for each wound, those already taken crossed out, as wide as the column aside.

    A great many are written as a number with a line behind it.
    """
    styles, width = setting.styles, setting.grid.aside
    label = one_line(wounds.name.lower(), styles.meta)
    if wounds.total > _MOST_WOUND_BOXES:
        text = f"{wounds.total} {wounds.name.lower()}, lost"
        return [write_in([text], styles.meta, width, _WRITE_IN)]
    count = max(wounds.total, 0)
    box = styles.wound_box
    per_row = int((width + box.gap) / (box.side + box.gap))
    rows: list[Part] = []
    for start in range(0, count, per_row):
        boxes = min(per_row, count - start)
        crossed = min(max(taken - start, 0), boxes)
        rows.append(Boxes((None,) * boxes, styles.label, box, crossed))
    last = count - (len(rows) - 1) * per_row if rows else 0
    used = last * (box.side + box.gap)
    if rows and used + LABEL_GAP + label.width <= width:
        text = Lines((label,), styles.meta, width)
        low = (box.row - styles.meta.leading) / 2
        rows[-1] = beside(rows[-1], Stack((Gap(low), text)), used + LABEL_GAP)
    else:
        rows.append(paragraph([Run(wounds.name.lower(), styles.meta)], width))
    return rows


def status_rows(setting: Setting) -> list[Part]:
    """Return the boxes to tick in a battle, in as many rows as their labels need."""
    box, style = setting.styles.status_box, setting.styles.label
    rows: list[list[Line]] = []
    used = 0.0
    for status in setting.plan.boxes:
        label = one_line(status.label, style)
        need = box.side + LABEL_GAP + label.width
        if not rows or used + need > setting.grid.aside:
            rows.append([])
            used = 0.0
        rows[-1].append(label)
        used += need + box.gap
    return [Boxes(tuple(row), style, box) for row in rows]
