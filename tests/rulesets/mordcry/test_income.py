"""The income roll: 2D6 × 10, +10 an objective, +20 a treasure."""

from __future__ import annotations

import pytest

from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.procedure import Roll, every_branch
from mordcry_app.rules.ruleset import BattleRecord
from mordcry_app.rulesets.mordcry.income import income, summary
from tests.rulesets.mordcry.helpers import RUIN, VIGIL, asked, campaign, fighter, finished, rolled

STATE = campaign(fighter(1), crowns={VIGIL: 5, RUIN: 7})


def record(objectives: int, treasures: int) -> BattleRecord:
    return BattleRecord(
        4,
        {VIGIL: "won", RUIN: "lost"},
        frozenset(),
        objectives={VIGIL: objectives, RUIN: 9},
        treasures={VIGIL: treasures, RUIN: 9},
    )


@pytest.mark.parametrize("objectives", [0, 1, 5])
@pytest.mark.parametrize("treasures", [0, 1, 3])
def test_every_roll(objectives: int, treasures: int) -> None:
    battle = record(objectives, treasures)
    totals: dict[int, int] = {}
    for branch in every_branch(lambda: income(STATE, VIGIL, battle, "income/1")):
        after = apply_effects(STATE, branch.outcome.effects)
        gained = after.rosters[VIGIL].amount("crowns") - 5
        totals[gained] = totals.get(gained, 0) + 1
        assert after.rosters[RUIN].amount("crowns") == 7
        sentence = f"The Ashen Vigil earned {gained} crowns after battle 4."
        assert branch.outcome.story == (sentence,)
    extra = 10 * objectives + 20 * treasures
    assert totals == {10 * sum_ + extra: 6 - abs(7 - sum_) for sum_ in range(2, 13)}


def test_the_question() -> None:
    question = asked(lambda: income(STATE, VIGIL, record(0, 0), "income/1"), {})
    assert isinstance(question, Roll)
    assert question.key == "income/1/roll"
    assert question.parsed.name == "2D6 × 10"


def test_each_source_is_an_entry_of_its_own() -> None:
    outcome = finished(
        lambda: income(STATE, VIGIL, record(1, 2), "income/1"),
        {"income/1/roll": rolled("2d6*10", 3, 4)},
    )
    assert [(e.amount, e.reason) for e in outcome.effects if e.op == "gain"] == [
        (70, "Income after battle 4"),
        (10, "1 objective held in battle 4"),
        (40, "2 treasures held in battle 4"),
    ]


@pytest.mark.parametrize(
    ("objectives", "treasures", "text"),
    [
        (0, 0, "2D6 × 10 crowns"),
        (0, 1, "2D6 × 10 crowns, +20 for 1 treasure held"),
        (2, 0, "2D6 × 10 crowns, +20 for 2 objectives held"),
        (1, 2, "2D6 × 10 crowns, +10 for 1 objective held, +40 for 2 treasures held"),
    ],
)
def test_the_hint(objectives: int, treasures: int, text: str) -> None:
    assert summary(VIGIL, record(objectives, treasures)) == text
