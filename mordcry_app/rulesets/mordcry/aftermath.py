"""The board after a battle, and the board of advances that are due at any other time.

Stage after stage for all warbands: retreat, injuries, gear, experience, advances, income, market,
replacements, exploration.
Rules: mordcry.txt, from "Determine Victory, Loss, or Retreat" to "Exploration Phase".
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from functools import partial

from mordcry_app.rules.board import Line, LineReport, Plan
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.ruleset import BattleRecord
from mordcry_app.rules.state import Member, State
from mordcry_app.rulesets.mordcry import (
    advances,
    experience,
    exploration,
    gear,
    income,
    injuries,
    market,
    recruits,
    retreat,
)
from mordcry_app.rulesets.mordcry.beasts import fighters
from mordcry_app.rulesets.mordcry.content import ADVANCES
from mordcry_app.rulesets.mordcry.rulebook import Rulebook, warband
from mordcry_app.rulesets.mordcry.thresholds import advance_progress, threshold

RETREAT = "retreat"
INJURIES = "injuries"
GEAR = gear.STAGE
EXPERIENCE = "experience"
ADVANCES_STAGE = "advances"
INCOME = "income"
MARKET = "market"
REPLACEMENTS = "replacements"
EXPLORATION = "exploration"
STAGES = (
    RETREAT,
    INJURIES,
    GEAR,
    EXPERIENCE,
    ADVANCES_STAGE,
    INCOME,
    MARKET,
    REPLACEMENTS,
    EXPLORATION,
)

Stage = Generator[Line, LineReport, State]
"""Part of a plan; it returns the state after its lines."""


def aftermath_plan(book: Rulebook, state: State, record: BattleRecord) -> Plan:
    """Lay out everything that follows a battle; every line waits for what it builds on."""
    rosters = [roster_id for roster_id in state.rosters if roster_id in record.results]
    waits: dict[int, tuple[str, ...]] = {}
    state = yield from _retreats(book, state, rosters, record, waits)
    state = yield from _injuries(book, state, rosters, record, waits)
    state = yield from gear.gear_lines(book, state, rosters, record, waits)
    expected: dict[int, State] = {}
    for roster_id in rosters:
        line = _experience_line(book, state, roster_id, record, waits)
        report = yield line
        state = report.after
        waits[roster_id] = (line.key,)
        if report.status != "done":
            coming = experience.forecast(state, roster_id, record, book.rules)
            expected[roster_id] = apply_effects(state, coming)
    advancing: dict[int, tuple[str, ...]] = {}
    for roster_id in rosters:
        state = yield from _advances(
            book,
            state,
            [m.id for m in state.active(roster_id)],
            f"after battle {record.number}",
            expected=expected.get(roster_id),
            after=waits[roster_id],
            laid_out=advancing,
        )
    for roster_id in rosters:
        line = _income_line(state, roster_id, record)
        report = yield line
        state = report.after
        waits[roster_id] = (*waits[roster_id], line.key)
    for roster_id in rosters:
        for member in _afoot(state, roster_id, record):
            before = (*waits[roster_id], *advancing.get(member.id, ()))
            report = yield _market_line(book, state, member, record, before)
            state = report.after
    for roster_id in rosters:
        state = yield from _replacements(book, state, roster_id, record, waits[roster_id])
    for roster_id in rosters:
        for member in _afoot(state, roster_id, record):
            before = (*waits[roster_id], *advancing.get(member.id, ()))
            report = yield _exploration_line(book, member, record, before)
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
            rule="topic:retreat",
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
            if member.id not in record.out_by or member.id in record.unhurt:
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
                rule="table:injury",
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
        rule="topic:experience",
    )


def _advances(
    book: Rulebook,
    state: State,
    member_ids: Iterable[int],
    when: str | None,
    *,
    expected: State | None = None,
    after: tuple[str, ...] = (),
    laid_out: dict[int, tuple[str, ...]] | None = None,
) -> Stage:
    """Lay out the advances that fighters have earned, one waiting for the other.

    `when` ends the source of what they bring; without it the source names the XP reached.
    `expected` is the state that is foreseen while the experience is not handed out yet. The last
    line of each fighter who has any is noted in `laid_out`.
    """
    for member_id in member_ids:
        member = (expected or state).members[member_id]
        before = after
        for number in range(1, advance_progress(member, book.rules).due + 1):
            line = _advance_line(book, member, number, when, before)
            report = yield line
            state = report.after
            before = (line.key,)
            if laid_out is not None:
                laid_out[member_id] = before
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
        rule="table:advance",
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
        rule="topic:income",
    )


def _afoot(state: State, roster_id: int, record: BattleRecord) -> tuple[Member, ...]:
    """Return the fighters who took part and stand, and so search and explore (ruling 54)."""
    return tuple(m for m in fighters(state, roster_id) if m.id in record.took_part)


def _market_line(
    book: Rulebook, state: State, member: Member, record: BattleRecord, after: tuple[str, ...]
) -> Line:
    key = f"market/{member.id}"
    return Line(
        key,
        MARKET,
        "Market",
        member.roster_id,
        book.called(member),
        partial(market.search, book, member_id=member.id, battle=record.number, key=key),
        member_id=member.id,
        hint=market.hint(book, state, member),
        after=after,
        rule="topic:market",
    )


def _exploration_line(
    book: Rulebook, member: Member, record: BattleRecord, after: tuple[str, ...]
) -> Line:
    key = f"exploration/{member.id}"
    return Line(
        key,
        EXPLORATION,
        "Exploration",
        member.roster_id,
        book.called(member),
        partial(exploration.explore, book, member_id=member.id, battle=record.number, key=key),
        member_id=member.id,
        hint="D66",
        after=after,
        rule="table:exploration",
    )


def _replacements(
    book: Rulebook,
    state: State,
    roster_id: int,
    record: BattleRecord,
    after: tuple[str, ...],
) -> Stage:
    """Offer one recruit after the other, while there is room and somebody joins."""
    number = 0
    while recruits.room(state, roster_id, book.rules):
        number += 1
        key = f"recruit/{roster_id}/{number}"
        standing = len(fighters(state, roster_id))
        report = yield Line(
            key,
            REPLACEMENTS,
            "Recruit",
            roster_id,
            warband(state, roster_id),
            partial(recruits.replacement, book, roster_id=roster_id, battle=record.number, key=key),
            hint=f"{standing} of {book.rules.number('most_fighters')} fighters",
            after=after,
            rule="topic:recruiting",
        )
        somebody_joined = len(fighters(report.after, roster_id)) > standing
        state = report.after
        if not somebody_joined:
            break
    return state
