"""The front of a fighter's card: who it is, what it can do, and boxes to tick at its foot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from mordcry_app.rules.ruleset import AttackLine
from mordcry_app.services.paper_views import MemberNews
from mordcry_app.services.views import MemberView, RosterView, TraitView, ValueView
from mordcry_app.sheets.cards_attacks import CardAttacks
from mordcry_app.sheets.fighter import (
    levelled,
    rank_and_progress,
    sourced,
    starts_with,
    status_rows,
    wound_rows,
)
from mordcry_app.sheets.figures import (
    AttackMarks,
    Figure,
    FigureGrid,
    figures_of,
    is_changed,
    led,
)
from mordcry_app.sheets.flow import Item
from mordcry_app.sheets.notes import NoteBook
from mordcry_app.sheets.parts import Gap, Part, Rule, Stack, beside, paragraph, write_in
from mordcry_app.sheets.picture import Picture, fitted
from mordcry_app.sheets.styles import Setting
from mordcry_app.sheets.text import Run, bound, dot, listed
from mordcry_app.sheets.wording import in_one_line, is_new

_PORTRAIT = (46.0, 54.0)
_CREST = (30.0, 30.0)
_PICTURE_GAP = 6.0
_WRITE_IN = 15.0
_NOTHING_NEW = MemberNews()
_BOX = "☐\u00a0"
CHANGED = "*"
"""Marks a changed value that the card does not explain."""
FIGURE_GAP = 6.2
"""Between the characteristics on a card, in points; eleven common ones just fit into a row."""
_MOST_FOOT = 0.4
"""Boxes that take more of a card than this are laid out like the rest."""


@dataclass(frozen=True)
class Front:
    """What stands on the front: what may flow on to other faces, and a foot.

    The `repeated` stands in full on the back; the front names it where it has room.
    """

    items: tuple[Item, ...]
    foot: Part | None
    repeated: tuple[Item, ...] = ()


class Fronts:
    """Makes the fronts of one warband's cards on one grid."""

    def __init__(
        self,
        roster: RosterView,
        setting: Setting,
        height: float,
        item_uses: Mapping[str, tuple[str, ...]],
        news: Mapping[int, MemberNews],
    ) -> None:
        self._roster = roster
        self.setting = setting
        self._styles = setting.styles
        self._width = setting.grid.aside
        self._height = height
        self._item_uses = item_uses
        self._news = news
        lines = [line for member in roster.members for line in member.attacks]
        self._attacks = CardAttacks.for_roster(lines, self._width, self._styles)
        measured = [
            list(_marked(member.values, NoteBook(), explains))
            for member in roster.members
            for explains in (True, False)
        ]
        self._figures = FigureGrid.for_roster(measured, self._width, self._styles, FIGURE_GAP)

    def front(
        self, member: MemberView, notes: NoteBook, *, explains: bool, extra: str = ""
    ) -> Front:
        """Return the front of a fighter's card.

        Into `notes` goes what must be known about attacks in play and, where the card `explains`
        them, why values have changed; where notes are off, what must be known stands on the front.
        `extra` is added to what stands below the name.
        """
        foot = self._foot(member)
        is_pinned = foot.height <= self._height * _MOST_FOOT
        items = [Item(self._head(member, extra), kept=False)]
        if not is_pinned:
            items.append(Item(foot, 2.0, kept=False))
        items += self._items(member, notes, explains)
        has_backs = self.setting.options.backs
        named = tuple(self._details(member))
        return Front(
            items=tuple(items) if has_backs else (*items, *named),
            foot=foot if is_pinned and foot.height else None,
            repeated=named if has_backs else (),
        )

    def news_of(self, member: MemberView) -> MemberNews:
        """Return what is to be marked as new about a fighter."""
        news = self._news.get(member.id) if self.setting.options.news else None
        return news or _NOTHING_NEW

    # ------------------------------------------------------------------ who the fighter is

    def _head(self, member: MemberView, extra: str) -> Part:
        """Return name, rank and warband beside the portrait or, without one, the crest."""
        styles = self._styles
        picture = self._picture(member)
        width = self._width - (picture.width + _PICTURE_GAP if picture else 0.0)
        parts: list[Part] = []
        if member.name.strip():
            parts.append(paragraph([Run(member.name, styles.name)], width))
        else:
            parts.append(write_in([""], styles.meta, width * 0.8, _WRITE_IN))
        parts.append(Gap(0.6))
        about = rank_and_progress(
            member, self.setting, tells_misses=False, news=self.news_of(member)
        )
        parts.append(paragraph(about, width, style=styles.meta))
        whose = [text for text in (self._roster.name.strip(), extra) if text]
        if whose:
            parts.append(paragraph(listed(whose, styles.meta), width, style=styles.meta))
        text = Stack(tuple(parts))
        return beside(text, picture, self._width - picture.width) if picture else text

    def _picture(self, member: MemberView) -> Picture | None:
        if not self.setting.options.portraits:
            return None
        picture = fitted(member.portrait, *_PORTRAIT) if member.portrait else None
        if picture is None and self._roster.crest:
            picture = fitted(self._roster.crest, *_CREST)
        return picture

    # ------------------------------------------------------------------ what the fighter can do

    def _items(self, member: MemberView, notes: NoteBook, explains: bool) -> Iterator[Item]:
        styles = self._styles
        yield from self._waiting(member)
        news = self.news_of(member)
        if runs := _news_words(member, news, self.setting):
            yield Item(paragraph(runs, self._width, style=styles.detail), 2.0, kept=False)
        if member.values:
            figures = tuple(_marked(member.values, notes, explains))
            yield Item(self._figures.part(figures), 3.0)
        new = {item.label for item in member.items if item.ref in news.items}
        for line in member.attacks:
            marks = replace(_exception_marks(line, notes), is_new=line.name in new)
            yield Item(self._attacks.part(line, marks), self._styles.block_gap / 2)
            if not notes.wanted:
                yield from self._exceptions(line)
        gap = 3.0
        for runs in _gear(member, self._item_uses, news, self.setting):
            yield Item(paragraph(runs, self._width, style=styles.detail), gap)
            gap = 0.0

    def _details(self, member: MemberView) -> Iterator[Item]:
        """Yield skills and injuries by name and, without a back, the notes."""
        news, setting = self.news_of(member), self.setting
        details = [_skills(member, news, setting), _hardships(member, news, setting)]
        if not setting.options.backs:
            details.append(_rest(member, setting))
        for runs in details:
            if runs:
                style = self._styles.detail
                yield Item(paragraph(runs, self._width, style=style), 2.5, kept=False)

    def _waiting(self, member: MemberView) -> Iterator[Item]:
        """Yield what waits for the fighter: for the next battle, then for later moments."""
        styles = self._styles
        for title, is_battle in (("Next battle", True), ("Later", False)):
            words: dict[str, int] = {}
            for waits in member.pending:
                if (waits.until == "battle") == is_battle:
                    text = sourced(waits.words, waits)
                    words[text] = words.get(text, 0) + 1
            if words:
                runs = [Run(f"{title} ", styles.detail_strong)]
                for text, times in words.items():
                    again = f" ×{times}" if times > 1 else ""
                    runs.append(Run(f" {_BOX}{text}{again} ", styles.detail))
                yield Item(paragraph(runs, self._width, style=styles.detail), 2.0, kept=False)

    def _exceptions(self, line: AttackLine) -> Iterator[Item]:
        """Yield what must be known about an attack line in play, where there are no notes."""
        styles = self._styles
        for cell in line.cells:
            if cell.exception and cell.note:
                lead = Run(f"{cell.heading} {cell.text} ", styles.note_strong)
                runs = [lead, Run(cell.note, styles.note)]
                yield Item(paragraph(runs, self._width, style=styles.note), 0.5, kept=False)

    # ------------------------------------------------------------------ boxes to tick

    def _foot(self, member: MemberView) -> Part:
        plan = self.setting.plan
        parts: list[Part] = []
        wounds = next((v for v in member.values if v.stat == plan.profile.wounds), None)
        if wounds is not None:
            taken = starts_with(member, wounds.total)
            parts.extend(wound_rows(wounds, taken, self.setting))
            parts.append(Gap(1.2))
        parts.extend(status_rows(self.setting))
        if parts:
            parts.insert(0, Rule(self._width, 5.0))
        return Stack(tuple(parts))


def _marked(values: Sequence[ValueView], notes: NoteBook, explains: bool) -> Iterator[Figure]:
    """Yield characteristics as figures; where none is explained the changed ones have a star."""
    figures = figures_of(values, notes if explains else NoteBook(wanted=False))
    for value, figure in zip(values, figures, strict=True):
        is_bare = is_changed(value) and not figure.mark
        yield replace(figure, mark=CHANGED) if is_bare else figure


def _exception_marks(line: AttackLine, notes: NoteBook) -> AttackMarks:
    return AttackMarks(
        cells={
            cell.heading: notes.mark(f"{line.name}, {cell.heading} {cell.text}", cell.note)
            for cell in line.cells
            if cell.exception and cell.note
        }
    )


def _gear(
    member: MemberView,
    item_uses: Mapping[str, tuple[str, ...]],
    news: MemberNews,
    setting: Setting,
) -> Iterator[list[Run]]:
    """Yield gear in words: first what has no use in battle, then each thing that has one.

    What has an attack line and no other use stands there only.
    """
    styles = setting.styles
    named = {line.name for line in member.attacks}
    plain: list[str] = []
    used: list[list[Run]] = []
    for item in member.items:
        uses = "" if item.spent else "; ".join(item_uses.get(item.ref, ()))
        label = led(bound(item.label), item.ref in news.items and item.label not in named)
        if uses:
            used.append([Run(label, styles.detail_strong), Run(f" {uses}", styles.detail)])
        elif item.label not in named:
            plain.append(label)
    if plain:
        yield listed(plain, styles.detail)
    yield from used


def _skills(member: MemberView, news: MemberNews, setting: Setting) -> list[Run]:
    styles = setting.styles
    names = [led(bound(_with_cost(skill), 32), is_new(skill, news)) for skill in member.skills]
    return [Run("Skills ", styles.detail_quiet), *listed(names, styles.detail)] if names else []


def _hardships(member: MemberView, news: MemberNews, setting: Setting) -> list[Run]:
    """Word injuries and other traits, each with its effect on values."""
    styles = setting.styles
    runs: list[Run] = []
    for label, traits in (("Injuries ", member.injuries), ("Also ", member.other_traits)):
        if traits:
            runs.extend([dot(styles.detail)] if runs else [])
            texts = [led(_with_effect(trait), is_new(trait, news)) for trait in traits]
            runs.append(Run(label, styles.detail_quiet))
            runs.append(Run(", ".join(texts), styles.detail))
    return runs


def _with_cost(skill: TraitView) -> str:
    return f"{levelled(skill)} ({skill.cost})" if skill.cost else levelled(skill)


def _with_effect(trait: TraitView) -> str:
    effect = f" {bound(f'({trait.effect})')}" if trait.effect else ""
    return f"{bound(levelled(trait))}{effect}"


def _rest(member: MemberView, setting: Setting) -> list[Run]:
    """Word tags and the player’s notes."""
    styles = setting.styles
    runs: list[Run] = []
    for label, text in (("Tags ", ", ".join(member.tags)), ("Note ", in_one_line(member.notes))):
        if text:
            runs.extend([dot(styles.detail)] if runs else [])
            runs += [Run(label, styles.detail_quiet), Run(text, styles.detail)]
    return runs


def _news_words(member: MemberView, news: MemberNews, setting: Setting) -> list[Run]:
    """Word which values have moved since the last battle and what is gone: `▸ WS 4 → 3`."""
    texts = [
        f"{value.short} {news.values[value.stat]} → {value.text}"
        for value in member.values
        if value.stat in news.values
    ]
    if news.gone:
        texts.append(f"gone: {', '.join(map(bound, news.gone))}")
    styles = setting.styles
    if not texts:
        return []
    return [Run(led("", True), styles.detail_strong), *listed(texts, styles.detail)]
