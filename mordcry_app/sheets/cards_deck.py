"""All cards of one warband: each fighter's matter dealt out over the faces of its cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from mordcry_app.services.paper_views import PaperMaterial
from mordcry_app.services.views import CampaignView, MemberView, RosterView
from mordcry_app.sheets import cards_back
from mordcry_app.sheets.cards_blank import blank_back, blank_front, blank_headings
from mordcry_app.sheets.cards_faces import Card, fill
from mordcry_app.sheets.cards_front import CHANGED, Front, Fronts
from mordcry_app.sheets.cards_page import CardGrid
from mordcry_app.sheets.figures import NEW, is_changed
from mordcry_app.sheets.flow import Item
from mordcry_app.sheets.notes import NoteBook
from mordcry_app.sheets.parts import Part, paragraph
from mordcry_app.sheets.styles import Setting, card_styles_for
from mordcry_app.sheets.text import Run

_KEY_GAP = 5.0
_KEY_TITLE = "Key to these cards"
_TRIES = 4
_LINE = 16.0
_BEST = (1, False)


@dataclass(frozen=True)
class Dealt:
    """The cards of one fighter; `runs_over` says that its front does not hold all it should."""

    cards: tuple[Card, ...]
    runs_over: bool

    @property
    def rank(self) -> tuple[int, bool]:
        """The less, the better."""
        return len(self.cards), self.runs_over


def deal(
    front: Front,
    behind: Iterable[Item],
    head: Callable[[int], Part | None],
    height: float,
    *,
    has_backs: bool,
    bookmark: str = "",
) -> Dealt:
    """Lay matter out on as many cards as it needs.

    What the first front cannot hold goes on to its back, before what belongs there, and from there
    to further cards. `head` makes the head of each face but the first, given the card's number.
    """
    first, rest = fill((*front.items, *front.repeated), height, foot=front.foot)
    runs_over = bool(rest)
    if runs_over and front.repeated:
        first, rest = fill(front.items, height, foot=front.foot)
    waiting: tuple[Item, ...] = (*rest, *behind)
    faces = [first]
    while waiting or (has_backs and len(faces) < 2):
        number = len(faces) // 2 + 1 if has_backs else len(faces) + 1
        face, waiting = fill(waiting, height, head(number))
        faces.append(face)
    step = 2 if has_backs else 1
    cards = tuple(
        Card(
            faces[place],
            faces[place + 1] if has_backs and place + 1 < len(faces) else None,
            "" if place else bookmark,
        )
        for place in range(0, len(faces), step)
    )
    return Dealt(cards, runs_over)


class Deck:
    """Makes the cards of one warband, in the usual type or in closer type where this saves one."""

    def __init__(
        self, material: PaperMaterial, roster: RosterView, setting: Setting, grid: CardGrid
    ) -> None:
        self._roster = roster
        self._height = grid.inner_height
        self._has_stars = False
        settings = [replace(setting, styles=styles) for styles in card_styles_for(setting.options)]
        self._fronts = tuple(
            Fronts(roster, each, self._height, material.item_uses, material.news)
            for each in settings
        )

    @property
    def key(self) -> Part | None:
        """What the short words and marks on the cards made so far mean."""
        members = self._roster.members
        lines = [line for member in members for line in member.attacks]
        fronts = self._fronts[0]
        marks: list[tuple[str, str]] = []
        if any(not fronts.news_of(member).is_nothing for member in members):
            marks.append((NEW, "new since the last battle"))
        if self._has_stars:
            marks.append((CHANGED, "changed since joining"))
        headings = {cell.heading for line in lines for cell in line.cells}
        return cards_back.key(fronts.setting, headings, marks)

    def cards_of(self, member: MemberView) -> tuple[Card, ...]:
        """Return the card of a fighter and what it goes on to.

        Closer type, and then no word on why values have changed, are taken where they save a card.
        """
        options = self._fronts[0].setting.options
        has_notes = options.footnotes and options.backs
        ways = [
            (fronts, explains)
            for explains in ((True, False) if has_notes else (False,))
            for fronts in self._fronts
        ]
        best, is_explained = None, False
        for fronts, explains in ways:
            dealt = self._numbered(member, fronts, explains)
            if best is None or dealt.rank < best.rank:
                best, is_explained = dealt, explains
            if best.rank == _BEST:
                break
        self._has_stars |= not is_explained and any(map(is_changed, member.values))
        return best.cards if best else ()

    def lined(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return cards with lines to write on where their backs are empty."""
        width, distance = self._fronts[0].setting.grid.aside, _LINE
        return tuple(
            replace(card, back=card.back.lined(width, distance)) if card.back else card
            for card in cards
        )

    def _numbered(self, member: MemberView, fronts: Fronts, explains: bool) -> Dealt:
        """Deal a fighter out; where there are several cards, each says which of them it is."""
        dealt = self._dealt(member, fronts, explains, 1)
        for _ in range(_TRIES):
            total = len(dealt.cards)
            if total == 1:
                break
            dealt = self._dealt(member, fronts, explains, total)
            if len(dealt.cards) == total:
                break
        return dealt

    def _dealt(self, member: MemberView, fronts: Fronts, explains: bool, total: int) -> Dealt:
        setting = fronts.setting
        has_backs = setting.options.backs
        notes = NoteBook(has_backs)
        extra = f"card 1 of {total}" if total > 1 else ""
        front = fronts.front(member, notes, explains=explains, extra=extra)
        news = fronts.news_of(member)
        behind = cards_back.items(member, notes, news, setting) if has_backs else ()

        def head(number: int) -> Part:
            extra = f", continued {number}/{total}" if number > 1 or not has_backs else ""
            return cards_back.head(member, self._roster, setting, extra)

        return deal(
            front,
            behind,
            head,
            self._height,
            has_backs=has_backs,
            bookmark=member.shown_name or member.archetype_name,
        )


def blank_cards(
    campaign: CampaignView, warband: str, setting: Setting, grid: CardGrid
) -> tuple[Card, ...]:
    """Return a sheet of cards to fill in by hand."""
    has_backs = setting.options.backs
    setting = replace(setting, styles=card_styles_for(setting.options)[0])
    key = cards_back.key(setting, blank_headings(campaign, setting))
    height = grid.inner_height
    room = height - (key.height + _KEY_GAP if key else 0.0)
    front = blank_front(campaign, warband, setting, height if has_backs else room)
    behind = blank_back(setting, room) if has_backs else ()
    dealt = deal(front, behind, lambda _: None, height, has_backs=has_backs)
    count = max(grid.count // len(dealt.cards), 1)
    cards = with_key(dealt.cards * count, key, setting, grid)
    return cards[len(dealt.cards) :] if len(cards) > grid.count else cards


def with_key(
    cards: Sequence[Card], key: Part | None, setting: Setting, grid: CardGrid
) -> tuple[Card, ...]:
    """Print what the short words on cards mean on each back that has room for it.

    Cards without backs leave that to a card of its own where their last sheet has a place for it;
    otherwise their fronts have it. Where no card has room, the key gets one of its own, too.
    """
    if key is None:
        return tuple(cards)
    if not any(card.back for card in cards) and len(cards) % grid.count:
        return (*cards, *_key_cards(key, setting, grid))
    need = key.height + _KEY_GAP
    result: list[Card] = []
    is_there = False
    for card in cards:
        face = card.back or card.front
        if face.spare < need:
            result.append(card)
            continue
        is_there = True
        keyed = face.with_last(key, _KEY_GAP)
        result.append(replace(card, back=keyed) if card.back else replace(card, front=keyed))
    if not is_there:
        result.extend(_key_cards(key, setting, grid))
    return tuple(result)


def _key_cards(key: Part, setting: Setting, grid: CardGrid) -> tuple[Card, ...]:
    width = setting.grid.aside
    head = paragraph([Run(_KEY_TITLE, setting.styles.name)], width)
    front = Front((Item(head), Item(key, _KEY_GAP, kept=False)), None)
    return deal(front, (), lambda _: head, grid.inner_height, has_backs=False).cards
