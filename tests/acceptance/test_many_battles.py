"""Two hundred simulated battles: nothing is lost, nothing comes from nowhere, all can be undone.

Four campaigns of fifty battles, each under other house rules. After every aftermath the books of
what came and went are compared with the effects that were decided, by arithmetic of their own.
"""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from mordcry_app.rules.dice import SeededRandom
from mordcry_app.rules.effects import (
    Effect,
    Gain,
    GainItem,
    GearLost,
    GearToStash,
    Join,
    Kill,
    Lose,
    LoseItem,
    Retire,
    target,
)
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.state import State
from mordcry_app.rules.waiting import armed_by_setup, waits_for_battle
from mordcry_app.services.autoplay import play_board, random_battle
from mordcry_app.services.battle_setup import set_up_battle
from mordcry_app.services.battles import record_battle
from mordcry_app.services.board_layout import SETUP, open_board
from mordcry_app.services.boards import finish
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.checking import check_file
from mordcry_app.services.connections import connect_read_only
from mordcry_app.services.history import redo, undo
from mordcry_app.services.pending_views import pending_of_roster
from mordcry_app.services.simulating import set_rules
from mordcry_app.services.state_reader import current_state
from tests.services.worlds import dump, found

BATTLES = 50
EVERY = 10
"""Every tenth aftermath is undone and redone."""

RUNS = (
    ("first", ()),
    ("second", ("healer=again",)),
    ("third", ("healer=not_the_dead", "advance_characteristic=random")),
    ("fourth", ("most_kills=pick_one",)),
)

Owner = tuple[str, int]
Books = dict[tuple[Owner, str], int]
"""How much each owner has of each resource, or how many units of each item."""

ABOUT_SOMEBODY = {
    "stat": "key, value",
    "modifier": "key, amount, arithmetic, source, ends, cause, condition, battle_id",
    "trait": "kind, ref, name, level, source, battle_id, data",
    "possession": "ref, quantity, state, slot",
    "ledger_entry": "resource, amount, reason, battle_id",
    "pending": "ref, amount, stat, condition, source, armed, battle_id",
}
"""Tables of rows that belong to a member or a roster, each with what is in a row."""

ABOUT_MEMBERS_ALONE = ("stat", "modifier", "trait")


@dataclass(frozen=True)
class Moment:
    """All that is stored about members and rosters, read with plain SQL."""

    members: dict[int, tuple[object, ...]]
    states: dict[int, str]
    rows: dict[str, dict[int, tuple[object, ...]]]
    owners: dict[tuple[str, int], Owner]
    ledger: Books
    holdings: Books


@pytest.mark.parametrize(("seed", "rules"), RUNS, ids=[seed for seed, _ in RUNS])
def test_fifty_battles(tmp_path: Path, seed: str, rules: tuple[str, ...]):
    path = tmp_path / "campaign.mordcry"
    with found(path) as file:
        set_rules(file, rules)
        random, moment = SeededRandom(seed), _moment(path)
        for number in range(1, BATTLES + 1):
            moment = _play_and_check(file, random, number, moment)
    assert check_file(path) == ()


def _play_and_check(
    file: CampaignFile, random: SeededRandom, number: int, before: Moment
) -> Moment:
    """Play a battle; whatever changed before its first board is finished shows as a fault there."""
    created = set_up_battle(file).created
    if "draft" in created:
        before = _finish_and_check(file, created["draft"], random, number, before)
    else:
        before = _moment(file.path)
    entry = random_battle(file, random)
    assert any(side.took_part for side in entry.sides), "nobody is left to play with"
    draft_id = record_battle(file, entry).created["draft"]
    return _finish_and_check(file, draft_id, random, number, before)


def _finish_and_check(
    file: CampaignFile, draft_id: int, random: SeededRandom, number: int, before: Moment
) -> Moment:
    """Answer a board, finish it, and check all that this did; every tenth is undone and redone."""
    board = play_board(file, draft_id, random)
    with file.reading() as connection:
        basis = open_board(file, connection, draft_id).basis
        start = current_state(file, connection)
    effects = (*basis.first_effects, *board.effects)
    expected = board.end
    if basis.kind == SETUP:
        armed = armed_by_setup(board.end, board.end.rosters, file.ruleset.content)
        effects, expected = (*effects, *armed), apply_effects(board.end, armed)
    is_undone = number % EVERY == 0
    stored = dump(file.path) if is_undone else {}
    finish(file, draft_id)
    after = _moment(file.path)
    with file.reading() as connection:
        end = current_state(file, connection)
    assert replace(end, next_member=0) == replace(expected, next_member=0)
    _check_resources(start, before, after, effects, basis.battle_id)
    _check_holdings(before, after, effects)
    _check_who_is_touched(before, after, effects)
    _check_who_leaves_and_joins(before, after, effects)
    _check_what_waits(file, end, set_up=basis.kind == SETUP)
    if is_undone:
        finished = dump(file.path)
        undo(file)
        assert dump(file.path) == stored
        redo(file)
        assert dump(file.path) == finished
    return after


def _check_resources(
    start: State, before: Moment, after: Moment, effects: tuple[Effect, ...], battle_id: int | None
) -> None:
    """Crowns, renown, XP: before, and what came and went, is after; and never below 0."""
    expected = Counter(before.ledger)
    assert {
        (("member", i), r): n for i, m in start.members.items() for r, n in m.resources.items()
    } | {
        (("roster", i), r): n for i, o in start.rosters.items() for r, n in o.resources.items()
    } == before.ledger
    for effect in effects:
        if isinstance(effect, Gain | Lose):
            owner = target(effect)
            assert isinstance(effect.amount, int)
            has = expected[owner, effect.resource]
            change = effect.amount if isinstance(effect, Gain) else -min(effect.amount, has)
            expected[owner, effect.resource] = has + change
    assert {k: n for k, n in expected.items() if n} == {k: n for k, n in after.ledger.items() if n}
    assert min(after.ledger.values()) >= 0
    old = before.rows["ledger_entry"]
    assert old.items() <= after.rows["ledger_entry"].items(), "an old entry was changed"
    new = {i: row for i, row in after.rows["ledger_entry"].items() if i not in old}
    assert all(row[-1] == battle_id for row in new.values())
    entered: Counter[tuple[Owner, str]] = Counter(before.ledger)
    for entry_id, (_, resource, amount, *_) in new.items():
        entered[after.owners["ledger_entry", entry_id], str(resource)] += int(str(amount))
    assert {k: n for k, n in entered.items() if n} == {k: n for k, n in after.ledger.items() if n}


def _check_holdings(before: Moment, after: Moment, effects: tuple[Effect, ...]) -> None:
    """Possessions: what was there, and what effects brought, moved and took, is there."""
    expected = Counter(before.holdings)
    for effect in effects:
        owner = target(effect)
        match effect:
            case GainItem():
                expected[owner, effect.ref] += effect.quantity
            case LoseItem():
                expected[owner, effect.ref] -= min(effect.quantity, expected[owner, effect.ref])
            case GearToStash() | GearLost():
                for key in [key for key in expected if key[0] == owner]:
                    quantity = expected.pop(key)
                    if isinstance(effect, GearToStash):
                        expected[("roster", _roster_of(after, owner)), key[1]] += quantity
            case _:
                pass
    assert {k: n for k, n in expected.items() if n} == after.holdings


def _check_who_is_touched(before: Moment, after: Moment, effects: tuple[Effect, ...]) -> None:
    """A member, or a warband, changes only when an effect names it, or its own gear reaches it."""
    named: set[Owner] = {target(effect) for effect in effects}
    named |= {("member", effect.member) for effect in effects if isinstance(effect, Join)}
    named |= {
        ("roster", _roster_of(after, target(effect)))
        for effect in effects
        if isinstance(effect, GearToStash)
    }
    touched: set[Owner] = {
        ("member", member_id)
        for member_id in before.members.keys() | after.members.keys()
        if before.members.get(member_id) != after.members.get(member_id)
    }
    for table in ABOUT_SOMEBODY:
        old, new = before.rows[table], after.rows[table]
        for row_id in {i for i in old.keys() | new.keys() if old.get(i) != new.get(i)}:
            for moment in (before, after):
                if (table, row_id) in moment.owners:
                    touched.add(moment.owners[table, row_id])
    assert touched <= named


def _check_who_leaves_and_joins(before: Moment, after: Moment, effects: tuple[Effect, ...]) -> None:
    """Fighters leave by dying or retiring, and join by joining; nobody comes back or vanishes."""
    killed = {target(effect)[1] for effect in effects if isinstance(effect, Kill)}
    retired = {target(effect)[1] for effect in effects if isinstance(effect, Retire)}
    joined = {effect.member for effect in effects if isinstance(effect, Join)}
    for member_id, state in before.states.items():
        expected = state
        if member_id in killed:
            expected = "dead"
        elif member_id in retired:
            expected = "retired"
        assert after.states[member_id] == expected
    assert after.states.keys() - before.states.keys() == joined


def _check_what_waits(file: CampaignFile, end: State, *, set_up: bool) -> None:
    """What waits is shown for those who stand alone; for a battle it is armed, then it is gone."""
    standing = {member.id for member in end.members.values() if member.state == "active"}
    for roster_id in end.rosters:
        shown = pending_of_roster(end, roster_id, file.ruleset)
        assert {view.member_id for view in shown} - {None} <= standing
    owners = (*end.rosters.values(), *(end.members[member_id] for member_id in standing))
    for owner in owners:
        for pending in owner.pending:
            if waits_for_battle(pending.ref, file.ruleset.content):
                assert pending.armed == set_up


def _roster_of(moment: Moment, owner: Owner) -> int:
    roster_id = moment.members[owner[1]][0]
    assert isinstance(roster_id, int)
    return roster_id


def _moment(path: Path) -> Moment:
    rows: dict[str, dict[int, tuple[object, ...]]] = {}
    owners: dict[tuple[str, int], Owner] = {}
    ledger: Counter[tuple[Owner, str]] = Counter()
    holdings: Counter[tuple[Owner, str]] = Counter()
    with closing(connect_read_only(path)) as raw:
        query = "SELECT id, roster_id, archetype, state, tags, name FROM member"
        members = {row[0]: row[1:] for row in raw.execute(query)}
        for table, columns in ABOUT_SOMEBODY.items():
            roster = "NULL" if table in ABOUT_MEMBERS_ALONE else "roster_id"
            query = f"SELECT id, member_id, {roster}, {columns} FROM {table}"
            found = rows[table] = {}
            for row_id, member_id, roster_id, *values in raw.execute(query):
                owner = ("member", member_id) if roster_id is None else ("roster", roster_id)
                owners[table, row_id] = owner
                found[row_id] = (owner, *values)
                if table == "ledger_entry":
                    ledger[owner, values[0]] += values[1]
                elif table == "possession":
                    holdings[owner, values[0]] += values[1]
    return Moment(
        members=members,
        states={member_id: values[2] for member_id, values in members.items()},
        rows=rows,
        owners=owners,
        ledger=dict(ledger),
        holdings=dict(holdings),
    )
