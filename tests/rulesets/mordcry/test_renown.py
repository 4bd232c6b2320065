"""Renown of single fighters and of one pool: who earns, who pays, what counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.procedure import Choose, Outcome, Procedure, Spread
from mordcry_app.rules.ruleset import BattleRecord
from mordcry_app.rules.state import State
from mordcry_app.rulesets.mordcry.renown import (
    pay_renown,
    renown_behind,
    warband_renown,
)
from tests.rulesets.mordcry.helpers import (
    RUIN,
    VIGIL,
    asked,
    book_with,
    campaign,
    fighter,
    finished,
    picked,
    played,
    proposed,
    rules_with,
)

POOL = {"renown_owner": "warband"}


def with_pool(state: State, renown: int, roster_id: int = VIGIL) -> State:
    resources = {**state.rosters[roster_id].resources, "renown": renown}
    return state.with_roster(replace(state.rosters[roster_id], resources=resources))


def paying(state: State, amount: int, **chosen: str | int) -> Callable[[], Procedure]:
    def procedure() -> Procedure:
        effects = yield from pay_renown(
            book_with(**chosen), state, VIGIL, amount, key="pay", why="Who?", reason="A debt"
        )
        return Outcome(effects)

    return procedure


def held(state: State) -> list[int]:
    return [state.rosters[VIGIL].amount("renown")] + [
        member.amount("renown") for member in state.active(VIGIL)
    ]


def test_a_pool_pays_without_a_question() -> None:
    state = with_pool(campaign(fighter(1), fighter(2)), 40)
    outcome = finished(paying(state, 25, **POOL), {})
    assert held(apply_effects(state, outcome.effects)) == [15, 0, 0]


def test_what_fighters_still_have_follows_the_pool() -> None:
    state = with_pool(campaign(fighter(1, renown=4), fighter(2, renown=9)), 10)
    outcome = finished(paying(state, 20, **POOL), {})
    assert held(apply_effects(state, outcome.effects)) == [0, 3, 0]


@pytest.mark.parametrize("chosen", [{}, POOL])
def test_no_more_is_paid_than_is_there(chosen: dict[str, str | int]) -> None:
    state = with_pool(campaign(fighter(1, renown=4)), 10)
    outcome = finished(paying(state, 25, **chosen), {})
    assert held(apply_effects(state, outcome.effects)) == [0, 0]
    assert warband_renown(state, VIGIL) == 14


def test_fighters_of_their_own_are_asked_for_what_the_pool_lacks() -> None:
    state = with_pool(campaign(fighter(1, renown=14), fighter(2, renown=30)), 5)
    question = asked(paying(state, 25), {})
    assert isinstance(question, Spread)
    assert question.total == 20


def test_what_counts_for_a_fighter() -> None:
    state = with_pool(campaign(fighter(1, renown=3), fighter(2, renown=8)), 20)
    assert renown_behind(state, state.members[1], rules_with()) == 3
    assert renown_behind(state, state.members[1], rules_with(**POOL)) == 31


BATTLE = BattleRecord(
    4,
    {VIGIL: "won", RUIN: "retreated"},
    frozenset({1, 2, 11}),
    out_by={2: 11},
    kills={1: 1},
)


def after_the_battle(**chosen: str | int) -> tuple[State, tuple[str, ...]]:
    state = campaign(
        fighter(1, "Ilse", archetype="captain"),
        fighter(2, "Wren"),
        fighter(11, "Ruta", roster_id=RUIN),
    )
    state = with_pool(with_pool(state, 60, VIGIL), 30, RUIN)
    board, _ = played(
        state,
        BATTLE,
        lambda question: (
            picked("reroll_renown")
            if isinstance(question, Choose) and question.key.endswith("/healer")
            else proposed(question, lambda roll: (1,) * len(roll.parsed.sides))
        ),
        **chosen,
    )
    told = tuple(
        line
        for report in board.reports
        if report.outcome is not None and report.line.stage in ("retreat", "experience")
        for line in report.outcome.story
    )
    return board.end, told


def test_an_aftermath_moves_renown_from_pool_to_pool() -> None:
    """25 for the retreat, 30 to the healer, 1 each for taking part and more for the winners."""
    end, told = after_the_battle(**POOL)
    earned = [m.amount("renown") for m in end.members.values() if m.id in (1, 2, 11)]
    assert earned == [0, 0, 0]
    assert end.rosters[RUIN].amount("renown") >= 30 - 25 + 1
    assert end.rosters[VIGIL].amount("renown") >= 60 + 25 - 30 + 3
    assert "Rust & Ruin retreated from battle 4, and The Ashen Vigil won 25 renown." in told


def test_an_aftermath_leaves_it_with_fighters_by_default() -> None:
    end, told = after_the_battle()
    assert end.members[1].amount("renown") >= 25 + 3
    assert "Rust & Ruin retreated from battle 4, and Ilse won 25 renown." in told
