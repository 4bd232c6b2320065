"""What switching a house rule would do: whom it touches, and how, before it happens.

Everything that follows from the rules is worked out twice, as they are and as they would be, and
what differs is told in words. What takes long (attack lines, open boards) notes which rules it
reads, and is worked out again only when one of them is switched. Nothing is written or rolled.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from sqlalchemy import select

from mordcry_app.model.tables import Campaign, Draft
from mordcry_app.rules.board import Board, lay_out
from mordcry_app.rules.catalogue import Content, HouseRules
from mordcry_app.rules.derive import effective
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.ruleset import AttackLine, Ruleset
from mordcry_app.rules.state import Member, State
from mordcry_app.services.board_layout import BOARD_TABLES, OpenBoard, open_board
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.house_rules import (
    Settings,
    check_setting,
    find_rule,
    setting_words,
    switched,
)
from mordcry_app.services.shown import shown_member_name, shown_roster_name
from mordcry_app.services.state_reader import STATE_TABLES, current_state, table_of
from mordcry_app.services.text_checks import written

if TYPE_CHECKING:
    from sqlalchemy import Connection

_Result = TypeVar("_Result")

TOLD = 8
"""How many of those whom a switch touches are told at once; the others are counted."""
_NAMED = 3
_NOBODY = "It touches nobody at the moment."
_AT_TABLE = "The program keeps it and shows it; your group carries it out at the table."


@dataclass(frozen=True)
class TouchedView:
    """Somebody or something that a switch touches, and how: a fighter, a warband, an open board.

    Fighters of one warband with the same change stand together.
    """

    kind: Literal["fighter", "warband", "board"]
    who: str
    text: str
    ids: tuple[int, ...] = ()

    @property
    def sentence(self) -> str:
        """Both in a line: `Katrin Moor: next advance at 70 XP instead of 60`."""
        return f"{self.who}: {self.text}"


@dataclass(frozen=True)
class HouseRulePreview:
    """Whom a switch touches, before it happens; `setting` is the new one in words."""

    rule_id: str
    value: str | int
    setting: str
    touches: tuple[TouchedView, ...]
    at_table: bool = False

    @property
    def sentences(self) -> tuple[str, ...]:
        """What to read before switching: eight at most, then how many more there are."""
        if not self.touches:
            return (_AT_TABLE if self.at_table else _NOBODY,)
        told = [touched.sentence for touched in self.touches[:TOLD]]
        more = len(self.touches) - TOLD
        return (*told, f"… and {more} more") if more > 0 else tuple(told)


def house_rule_preview(file: CampaignFile, rule_id: str, value: str | int) -> HouseRulePreview:
    """Return whom a switch would touch; raises `Refusal` for an unknown rule or value."""
    rule = find_rule(file, rule_id)
    check_setting(rule, value)
    touches = () if rule.at_table else _touched(file, {rule_id: value})
    return HouseRulePreview(rule_id, value, setting_words(rule, value), touches, rule.at_table)


def reset_preview(file: CampaignFile) -> HouseRulePreview:
    """Return whom it would touch to set every house rule back to its default."""
    defaults = {rule.id: rule.default for rule in file.ruleset.content.house_rules.values()}
    return HouseRulePreview("", "", "All at their defaults", _touched(file, defaults))


def _touched(file: CampaignFile, changes: Settings) -> tuple[TouchedView, ...]:
    campaign, draft = table_of(Campaign).c, table_of(Draft).c
    with file.reading() as connection:
        stored = connection.execute(select(campaign.house_rules)).scalar_one()
        before, after = switched(file, stored, changes)
        if before.changed() == after.changed():
            return ()
        comparison = _Comparison(file, current_state(file, connection), before, after)
        drafts = connection.execute(select(draft.id).order_by(draft.id)).scalars().all()
        boards = [_board(file, connection, draft_id, comparison) for draft_id in drafts]
    return (*(b for b in boards if b), *comparison.rosters(), *comparison.fighters())


class _NotingRules(HouseRules):
    """House rules that note which of them were asked for: nothing else can make a difference."""

    def __init__(self, file: CampaignFile, chosen: Settings) -> None:
        super().__init__(file.ruleset.content.house_rules, chosen)
        self.read: set[str] = set()

    def __getitem__(self, rule_id: str) -> str | int:
        self.read.add(rule_id)
        return super().__getitem__(rule_id)


@dataclass(frozen=True)
class _Noted(Generic[_Result]):
    """Something worked out under the house rules as they are, and the rules that it goes by."""

    result: _Result
    read: frozenset[str]


class _Comparison:
    """A campaign under two sets of house rules."""

    def __init__(
        self, file: CampaignFile, state: State, before: HouseRules, after: HouseRules
    ) -> None:
        ruleset = file.ruleset
        self.file = file
        self.ruleset = ruleset
        self.before = before
        self.after = after
        self.effects = ruleset.house_rule_effects(state, before, after)
        self._old = state
        self._new = apply_effects(state, self.effects)
        self._contents = ruleset.content_under(before), ruleset.content_under(after)
        self.switched = frozenset(
            rule_id for rule_id in ruleset.content.house_rules if before[rule_id] != after[rule_id]
        )

    def noted(
        self, key: Hashable, tables: frozenset[str], work_out: Callable[[HouseRules], _Result]
    ) -> _Noted[_Result]:
        """Return what comes of the rules as they are, and which of them it goes by."""

        def read() -> _Noted[_Result]:
            rules = _NotingRules(self.file, self.before.changed())
            result = work_out(rules)
            return _Noted(result, frozenset(rules.read))

        return self.file.remembered.get(("noted", key), tables, read)

    def rosters(self) -> Iterator[TouchedView]:
        """Yield what differs for each warband as a whole."""
        for roster_id, roster in self._old.rosters.items():
            parts = list(self._roster_parts(roster_id))
            if parts:
                name = shown_roster_name(roster)
                yield TouchedView("warband", name, "; ".join(parts), (roster_id,))

    def fighters(self) -> Iterator[TouchedView]:
        """Yield what differs for fighters; those of a warband with the same change together."""
        for roster_id in self._old.rosters:
            alike: dict[str, list[Member]] = {}
            for member in self._old.active(roster_id):
                text = "; ".join(self._fighter_parts(member, self._new.members[member.id]))
                if text:
                    alike.setdefault(text, []).append(member)
            for text, members in alike.items():
                names = [shown_member_name(member, self.ruleset) for member in members]
                ids = tuple(member.id for member in members)
                yield TouchedView("fighter", _listed(names), text, ids)

    def _roster_parts(self, roster_id: int) -> Iterator[str]:
        full = _refusal(self.ruleset, self._old, roster_id, self.before)
        would_be_full = _refusal(self.ruleset, self._new, roster_id, self.after)
        if would_be_full and not full:
            yield "more fighters than allowed; nobody has to leave, but nobody can join"
        elif full and not would_be_full:
            yield "no longer more fighters than allowed"
        old, new = self._old.rosters[roster_id], self._new.rosters[roster_id]
        for resource in self.ruleset.content.resources.values():
            had, has = old.amount(resource.id), new.amount(resource.id)
            if had != has:
                yield f"{resource.short} of its own {written(had)} → {written(has)}"
        had, has = self._strength(self._old, roster_id, 0), self._strength(self._new, roster_id, 1)
        if had != has:
            yield f"{written(had)} → {written(has)} points"

    def _strength(self, state: State, roster_id: int, which: int) -> int:
        rules = (self.before, self.after)[which]
        return sum(self.ruleset.strength(member, rules) for member in state.active(roster_id))

    def _fighter_parts(self, old: Member, new: Member) -> Iterator[str]:
        content = self.ruleset.content
        yield from _progress(self.ruleset, old, new, self.before, self.after)
        if old is not new:
            for characteristic in content.characteristics.values():
                had = effective(old, characteristic.id, content).total
                has = effective(new, characteristic.id, content).total
                if had != has:
                    words = f"{characteristic.written(had)} → {characteristic.written(has)}"
                    yield f"{characteristic.short} {words}"
            for resource in content.resources.values():
                had, has = old.amount(resource.id), new.amount(resource.id)
                if had != has and not resource.hidden:
                    yield f"{resource.short} {written(had)} → {written(has)}"
        yield from _renamed(old, *self._contents)
        lines = self.noted(
            ("attacks", old.id),
            STATE_TABLES | {"campaign"},
            lambda rules: self.ruleset.attack_lines(old, rules),
        )
        if old is not new or lines.read & self.switched:
            yield from _attacks(lines.result, self.ruleset.attack_lines(new, self.after))
        more = self.ruleset.strength(new, self.after) - self.ruleset.strength(old, self.before)
        if more:
            yield f"{written(abs(more))} points {'more' if more > 0 else 'fewer'}"


def _refusal(ruleset: Ruleset, state: State, roster_id: int, rules: HouseRules) -> str:
    try:
        ruleset.check_roster(state, roster_id, rules)
    except Refusal as refusal:
        return str(refusal)
    return ""


def _progress(
    ruleset: Ruleset, old: Member, new: Member, before: HouseRules, after: HouseRules
) -> Iterator[str]:
    had, has = ruleset.advance_progress(old, before), ruleset.advance_progress(new, after)
    next_at = f"at {written(has.next_at)} XP instead of {written(had.next_at)}"
    if had.due != has.due:
        count = abs(had.due - has.due)
        advances = "advance" if count == 1 else "advances"
        told = f"{count} {advances} {'more' if has.due > had.due else 'fewer'} due"
        yield told + (f", and the next {next_at}" if had.next_at != has.next_at else "")
    elif had.next_at != has.next_at:
        yield f"the next advance {next_at}"


def _renamed(member: Member, before: Content, after: Content) -> Iterator[str]:
    for trait in member.traits:
        old, new = before.trait(trait.kind, trait.ref), after.trait(trait.kind, trait.ref)
        if old is not None and new is not None:
            was, becomes = old.name_at(trait.level), new.name_at(trait.level)
            if was != becomes:
                yield f"{was} → {becomes}"


def _attacks(old: Iterable[AttackLine], new: Iterable[AttackLine]) -> Iterator[str]:
    were, are = {line.name: line for line in old}, {line.name: line for line in new}
    for name in [*were, *(name for name in are if name not in were)]:
        if name not in are:
            yield f"{name}: no attack any more"
        elif name not in were:
            yield f"{name}: can attack"
        else:
            pairs = zip(were[name].cells, are[name].cells, strict=False)
            changed = [f"{a.heading} {a.text} → {b.text}" for a, b in pairs if a.text != b.text]
            if changed:
                yield f"{name}: {', '.join(changed)}"


def _board(
    file: CampaignFile, connection: Connection, draft_id: int, comparison: _Comparison
) -> TouchedView | None:
    """Return what becomes of an open board: answers asked again, dropped, or with other results."""
    board = open_board(file, connection, draft_id)
    parts = list(_board_parts(board, draft_id, comparison))
    if not parts:
        return None
    title = board.basis.title
    return TouchedView("board", f"{title} (open)", "; ".join(parts), (draft_id,))


def _board_parts(stored: OpenBoard, draft_id: int, comparison: _Comparison) -> Iterator[str]:
    replan = stored.basis.plan_under
    if replan is None:
        return
    now = comparison.noted(
        ("board", draft_id),
        BOARD_TABLES,
        lambda rules: lay_out(lambda s: replan(s, rules), stored.basis.state, stored.answers),
    )
    if not comparison.effects and not now.read & comparison.switched:
        return
    start = apply_effects(stored.basis.state, comparison.effects)
    would_be = lay_out(lambda state: replan(state, comparison.after), start, stored.answers)
    board = stored.board
    open_now = _open_keys(would_be)
    lost = board.asked_keys() - would_be.asked_keys()
    again = sum(key in open_now for key in lost)
    if again:
        yield f"asks {_counted(again, 'question')} again"
    if len(lost) > again:
        yield f"{_counted(len(lost) - again, 'answer')} no longer needed"
    revived = len(would_be.asked_keys() - board.asked_keys())
    if revived:
        yield f"{_counted(revived, 'former answer')} {'fits' if revived == 1 else 'fit'} again"
    more = len(open_now - _open_keys(board)) - again
    if more > 0:
        yield f"{_counted(more, 'more question')} to answer"
    if again or revived:
        return  # what it comes to is open, or decided, for all who wait for that
    changed = [
        shown_member_name(member, comparison.ruleset)
        for member_id, member in board.end.members.items()
        if board.start.members.get(member_id) == would_be.start.members.get(member_id)
        and would_be.end.members.get(member_id) != member
    ]
    if changed:
        yield f"other results for {_listed(changed)}"


def _open_keys(board: Board) -> frozenset[str]:
    return frozenset(report.question.key for report in board.reports if report.question is not None)


def _counted(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _listed(names: list[str]) -> str:
    """Return a few names, and how many more: `Anna, Ben, Cleo and 6 more`."""
    if len(names) <= _NAMED + 1:
        return ", ".join(names[:-1]) + (" and " if len(names) > 1 else "") + names[-1]
    return f"{', '.join(names[:_NAMED])} and {len(names) - _NAMED} more"
