"""The board after a battle, and the board of advances that are due at any other time.

Stage after stage for all warbands: retreat, injuries, experience, advances, income.
Rules: mordcry.txt, from "Determine Victory, Loss, or Retreat" to "Income".
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from functools import partial

from mordcry_app.rules.board import Line, LineReport, Plan
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.ruleset import BattleRecord
from mordcry_app.rules.state import Member, State
from mordcry_app.rulesets.mordcry import advances, experience, income, injuries, retreat
from mordcry_app.rulesets.mordcry.content import ADVANCES
from mordcry_app.rulesets.mordcry.rulebook import Rulebook, warband
from mordcry_app.rulesets.mordcry.thresholds import advance_progress, threshold

RETREAT = "retreat"
INJURIES = "injuries"
EXPERIENCE = "experience"
ADVANCES_STAGE = "advances"
INCOME = "income"
STAGES = (RETREAT, INJURIES, EXPERIENCE, ADVANCES_STAGE, INCOME)

Stage = Generator[Line, LineReport, State]
"""Part of a plan; it returns the state after its lines."""


def aftermath_plan(book: Rulebook, state: State, record: BattleRecord) -> Plan:
    """Lay out everything that follows a battle; every line waits for what it builds on."""
    rosters = [roster_id for roster_id in state.rosters if roster_id in record.results]
    waits: dict[int, tuple[str, ...]] = {}
    state = yield from _retreats(book, state, rosters, record, waits)
    state = yield from _injuries(book, state, rosters, record, waits)
    expected: dict[int, State] = {}
    for roster_id in rosters:
        line = _experience_line(book, state, roster_id, record, waits)
        report = yield line
        state = report.after
        waits[roster_id] = (line.key,)
        if report.status != "done":
            coming = experience.forecast(state, roster_id, record, book.rules)
            expected[roster_id] = apply_effects(state, coming)
    for roster_id in rosters:
        state = yield from _advances(
            book,
            state,
            [m.id for m in state.active(roster_id)],
            f"after battle {record.number}",
            expected=expected.get(roster_id),
            after=waits[roster_id],
        )
    for roster_id in rosters:
        report = yield _income_line(state, roster_id, record)
        state = report.after


def muster_plan(book: Rulebook, state: State, members: frozenset[int]) -> Plan:
    """Lay out the advances that are due outside an aftermath, fighter by fighter."""
    waiting = [m.id for m in state.members.values() if m.id in members and m.state == "active"]
    yield from _advances(book, state, waiting, None)


def _retreats(
    book: Rulebook,
    state: State,
    rosters: Iterable[int],
    record: BattleRecord,
    waits: dict[int, tuple[str, ...]],
) -> Stage:
    for roster_id in rosters:
        waits[roster_id] = ()
        if record.results[roster_id] != "retreated":
            continue
        key = f"retreat/{roster_id}"
        winner = retreat.winner_against(roster_id, record)
        goes_to = ""
        if winner is not None and winner in state.rosters:
            goes_to = f" to {warband(state, winner)}"
        report = yield Line(
            key,
            RETREAT,
            "Retreat",
            roster_id,
            warband(state, roster_id),
            partial(retreat.retreat, book, roster_id=roster_id, record=record, key=key),
            hint=f"{retreat.PRICE} renown{goes_to}",
        )
        state = report.after
        waits[roster_id] = (key,)
    return state


def _injuries(
    book: Rulebook,
    state: State,
    rosters: Iterable[int],
    record: BattleRecord,
    waits: dict[int, tuple[str, ...]],
) -> Stage:
    for roster_id in rosters:
        for member in state.active(roster_id):
            if member.id not in record.out_by:
                continue
            key = f"injury/{member.id}"
            report = yield Line(
                key,
                INJURIES,
                "Injury",
                roster_id,
                book.called(member),
                partial(injuries.injury, book, member_id=member.id, battle=record.number, key=key),
                member_id=member.id,
                hint=_put_out_by(book, state, record.out_by[member.id]),
            )
            state = report.after
            waits[roster_id] = (*waits[roster_id], key)
    return state


def _put_out_by(book: Rulebook, state: State, culprit: int | None) -> str:
    if culprit is None or culprit not in state.members:
        return "put out of action"
    return f"put out of action by {book.called(state.members[culprit])}"


def _experience_line(
    book: Rulebook,
    state: State,
    roster_id: int,
    record: BattleRecord,
    waits: dict[int, tuple[str, ...]],
) -> Line:
    key = f"experience/{roster_id}"
    return Line(
        key,
        EXPERIENCE,
        "Experience",
        roster_id,
        warband(state, roster_id),
        partial(experience.experience, book, roster_id=roster_id, record=record, key=key),
        hint=experience.summary(book, state, roster_id, record),
        after=waits[roster_id],
    )


def _advances(
    book: Rulebook,
    state: State,
    member_ids: Iterable[int],
    when: str | None,
    *,
    expected: State | None = None,
    after: tuple[str, ...] = (),
) -> Stage:
    """Lay out the advances that fighters have earned, one waiting for the other.

    `when` ends the source of what they bring; without it the source names the XP reached.
    `expected` is the state that is foreseen while the experience is not handed out yet.
    """
    for member_id in member_ids:
        member = (expected or state).members[member_id]
        before = after
        for number in range(1, advance_progress(member, book.rules).due + 1):
            line = _advance_line(book, member, number, when, before)
            report = yield line
            state = report.after
            before = (line.key,)
    return state


def _advance_line(
    book: Rulebook, member: Member, number: int, when: str | None, after: tuple[str, ...]
) -> Line:
    key = f"advance/{member.id}/{number}"
    reached = threshold(member.amount(ADVANCES) + number, book.rules)
    moment = when or f"at {reached} XP"
    return Line(
        key,
        ADVANCES_STAGE,
        "Advance",
        member.roster_id,
        book.called(member),
        partial(advances.advance, book, member_id=member.id, when=moment, key=key),
        member_id=member.id,
        hint=f"reaches {reached} XP",
        after=after,
    )


def _income_line(state: State, roster_id: int, record: BattleRecord) -> Line:
    key = f"income/{roster_id}"
    return Line(
        key,
        INCOME,
        "Income",
        roster_id,
        warband(state, roster_id),
        partial(income.income, roster_id=roster_id, record=record, key=key),
        hint=income.summary(roster_id, record),
    )
