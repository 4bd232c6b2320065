"""The 25 renown of a retreat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.procedure import Answer, Procedure, Spread
from mordcry_app.rules.ruleset import BattleRecord
from mordcry_app.rules.ruleset_words import BattleResult
from mordcry_app.rules.state import State
from mordcry_app.rulesets.mordcry.retreat import leader_of, retreat, winner_against
from tests.rulesets.mordcry.helpers import (
    RUIN,
    VIGIL,
    asked,
    book_with,
    campaign,
    fighter,
    finished,
    mordcry,
    spread,
)

FLED = BattleRecord(3, {VIGIL: "won", RUIN: "retreated"}, frozenset({1, 2, 11, 12, 13}))


def state_with(*renown: int) -> State:
    runaways = [
        fighter(10 + n, f"Runaway {n}", roster_id=RUIN, renown=amount)
        for n, amount in enumerate(renown, 1)
    ]
    return campaign(fighter(1, "Pell"), fighter(2, "Ilse", archetype="captain"), *runaways)


def procedure(state: State, record: BattleRecord = FLED) -> Callable[[], Procedure]:
    return lambda: retreat(book_with(), state, RUIN, record, "retreat/2")


def renown(state: State) -> list[int]:
    return [member.amount("renown") for member in state.members.values()]


def test_the_player_spreads_the_loss() -> None:
    state = state_with(14, 30, 11)
    question = asked(procedure(state), {})
    assert isinstance(question, Spread)
    assert question.key == "retreat/2/payment"
    assert question.total == 25
    assert [(s.id, s.available, s.proposed) for s in question.shares] == [
        ("12", 30, 25),
        ("11", 14, 0),
        ("13", 11, 0),
    ]
    answers: dict[str, Answer] = {question.key: spread({11: 14, 13: 11})}
    outcome = finished(procedure(state), answers)
    assert renown(apply_effects(state, outcome.effects)) == [0, 25, 0, 30, 0]
    assert outcome.story == ("Rust & Ruin retreated from battle 3, and Ilse won 25 renown.",)
    reasons = {e.reason for e in outcome.effects if e.op == "lose"}
    assert reasons == {"Retreated from battle 3"}


def test_the_proposal_goes_on_with_the_next_when_the_first_has_too_little() -> None:
    question = asked(procedure(state_with(11, 14, 9)), {})
    assert isinstance(question, Spread)
    assert [(s.id, s.proposed) for s in question.shares] == [("12", 14), ("11", 11), ("13", 0)]


@pytest.mark.parametrize("amounts", [(25, 0, 0), (10, 15, 0), (3, 0, 4), (24, 0, 0)])
def test_no_question_where_all_of_it_goes(amounts: tuple[int, ...]) -> None:
    state = state_with(*amounts)
    outcome = finished(procedure(state), {})
    total = sum(amounts)
    assert renown(apply_effects(state, outcome.effects)) == [0, total, 0, 0, 0]


def test_nothing_to_lose() -> None:
    outcome = finished(procedure(state_with(0, 0)), {})
    assert outcome.effects == ()
    assert outcome.story == ("Rust & Ruin retreated from battle 3 and had no renown to lose.",)


def test_a_winner_without_anybody_left_gains_nothing() -> None:
    state = state_with(20)
    for member_id in (1, 2):
        state = state.with_member(replace(state.members[member_id], state="dead"))
    outcome = finished(procedure(state), {})
    assert renown(apply_effects(state, outcome.effects)) == [0, 0, 0]
    assert outcome.story == ("Rust & Ruin retreated from battle 3 and lost 20 renown.",)


@pytest.mark.parametrize(
    ("results", "winner"),
    [
        ({1: "won", 2: "retreated"}, 1),
        ({1: "drew", 2: "retreated"}, 1),
        ({1: "lost", 2: "retreated", 3: "won"}, 3),
        ({1: "lost", 2: "retreated", 3: "drew"}, None),
        ({1: "retreated", 2: "retreated"}, None),
        ({2: "retreated"}, None),
    ],
)
def test_who_gets_it(results: dict[int, BattleResult], winner: int | None) -> None:
    assert winner_against(2, BattleRecord(1, results, frozenset())) == winner


def test_the_leader_is_the_captain() -> None:
    state = campaign(fighter(1, xp=900), fighter(2, archetype="captain"))
    leader = leader_of(state, VIGIL, mordcry().content)
    assert leader is not None
    assert leader.id == 2
    assert mordcry().leader(state, VIGIL) == leader


def test_without_a_captain_the_most_experienced_leads() -> None:
    state = campaign(
        fighter(1, archetype="captain"), fighter(2, xp=40), fighter(3, archetype="champion")
    )
    state = state.with_member(replace(state.members[1], state="dead"))
    leader = mordcry().leader(state, VIGIL)
    assert leader is not None
    assert leader.id == 3
    assert mordcry().leader(state, RUIN) is None
