"""Experience and renown after a battle: who earns what, ties, the dead and the absent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.procedure import Answer, Choose, Procedure
from mordcry_app.rules.ruleset import BattleRecord
from mordcry_app.rules.ruleset_words import BattleResult
from mordcry_app.rules.state import State
from mordcry_app.rulesets.mordcry.experience import experience, forecast, summary
from tests.rulesets.mordcry.helpers import (
    RUIN,
    VIGIL,
    asked,
    book_with,
    campaign,
    fighter,
    finished,
    picked,
    rules_with,
)

NAMES = {1: "Ilse", 2: "Anselm", 3: "Wren", 4: "Hask", 9: "Ruta"}


def band() -> State:
    members = [fighter(n, name) for n, name in NAMES.items() if n != 9]
    return campaign(*members, fighter(9, "Ruta", roster_id=RUIN))


def record(
    result: BattleResult = "lost",
    *,
    took_part: tuple[int, ...] = (1, 2, 3, 4, 9),
    kills: dict[int, int] | None = None,
    holders: tuple[int, ...] = (),
) -> BattleRecord:
    other: BattleResult = "won" if result == "lost" else "lost"
    return BattleRecord(
        7,
        {VIGIL: result, RUIN: other},
        frozenset(took_part),
        kills=kills or {},
        holders=frozenset(holders),
    )


def earned(state: State, battle: BattleRecord, **chosen: str | int) -> dict[int, int]:
    """Return the XP that each fighter of the first warband earns; renown must be the same."""
    book = book_with(**chosen)
    outcome = finished(lambda: experience(book, state, VIGIL, battle, "experience/1"), {})
    after = apply_effects(state, outcome.effects)
    gains: dict[int, int] = {}
    for member in state.members.values():
        now = after.members[member.id]
        xp = now.amount("xp") - member.amount("xp")
        assert now.amount("renown") - member.amount("renown") == xp
        if xp:
            gains[member.id] = xp
    return gains


def test_taking_part() -> None:
    assert earned(band(), record()) == {1: 1, 2: 1, 3: 1, 4: 1}


def test_those_who_missed_it_earn_nothing() -> None:
    battle = record("won", took_part=(1, 3, 9), kills={1: 1, 2: 5}, holders=(2, 3))
    assert earned(band(), battle) == {1: 3, 3: 3}


@pytest.mark.parametrize(
    ("result", "each"), [("won", 2), ("lost", 1), ("drew", 1), ("retreated", 1)]
)
def test_winning(result: BattleResult, each: int) -> None:
    assert earned(band(), record(result)) == dict.fromkeys((1, 2, 3, 4), each)


def test_holding_something() -> None:
    assert earned(band(), record(holders=(2, 4, 9))) == {1: 1, 2: 2, 3: 1, 4: 2}


def test_everything_at_once() -> None:
    battle = record("won", kills={2: 3, 1: 1}, holders=(2,))
    assert earned(band(), battle) == {1: 2, 2: 4, 3: 2, 4: 2}


@pytest.mark.parametrize(
    ("kills", "most"),
    [
        ({}, ()),
        ({1: 0, 2: 0}, ()),
        ({1: 1}, (1,)),
        ({1: 1, 2: 3}, (2,)),
        ({1: 2, 2: 2, 3: 1}, (1, 2)),
        ({1: 1, 2: 1, 3: 1, 4: 1}, (1, 2, 3, 4)),
        ({1: 1, 9: 5}, (1,)),
    ],
)
def test_most_kills_in_the_own_warband(kills: dict[int, int], most: tuple[int, ...]) -> None:
    gains = earned(band(), record(kills=kills))
    assert {member for member, xp in gains.items() if xp == 2} == set(most)


def test_nobody_earns_a_tie_when_the_house_rule_says_so() -> None:
    tie = record(kills={1: 2, 2: 2})
    assert set(earned(band(), tie, most_kills="nobody").values()) == {1}
    alone = record(kills={1: 2, 2: 1})
    assert earned(band(), alone, most_kills="nobody")[1] == 2


def test_the_player_picks_from_a_tie_when_the_house_rule_says_so() -> None:
    book = book_with(most_kills="pick_one")
    state, tie = band(), record(kills={1: 2, 2: 2, 3: 1})

    def procedure() -> Procedure:
        return experience(book, state, VIGIL, tie, "experience/1")

    question = asked(procedure, {})
    assert isinstance(question, Choose)
    assert question.key == "experience/1/kills"
    assert [option.label for option in question.options] == ["Ilse", "Anselm"]
    answers: dict[str, Answer] = {question.key: picked("2")}
    outcome = finished(procedure, answers)
    after = apply_effects(state, outcome.effects)
    assert [after.members[n].amount("xp") for n in (1, 2, 3, 4)] == [1, 2, 1, 1]
    assert outcome.summary == "4 took part · most kills: Anselm (2)"
    assert earned(state, record(kills={1: 2}), most_kills="pick_one")[1] == 2


def test_the_dead_earn_nothing_and_nobody_takes_their_place() -> None:
    state = band()
    state = state.with_member(replace(state.members[2], state="dead"))
    battle = record("won", kills={2: 3, 1: 1}, holders=(2,))
    assert earned(state, battle) == {1: 2, 3: 2, 4: 2}
    tied = record(kills={2: 1, 1: 1})
    assert earned(state, tied) == {1: 2, 3: 1, 4: 1}


def test_the_retired_earn_nothing() -> None:
    state = band()
    state = state.with_member(replace(state.members[3], state="retired"))
    assert set(earned(state, record())) == {1, 2, 4}


def test_entries_say_what_they_are_for() -> None:
    battle = record("won", kills={2: 3}, holders=(2,))
    outcome = finished(lambda: experience(book_with(), band(), VIGIL, battle, "experience/1"), {})
    reasons = [
        effect.reason
        for effect in outcome.effects
        if effect.op == "gain" and effect.who == "member:2" and effect.resource == "xp"
    ]
    assert reasons == [
        "Took part in battle 7",
        "Most kills in battle 7",
        "Won battle 7",
        "Held an objective or treasure in battle 7",
    ]
    assert outcome.story == (
        "The Ashen Vigil won battle 7.",
        "Anselm put 3 enemies out of action in battle 7.",
        "Anselm held an objective or treasure in battle 7.",
    )


def test_the_summary_beside_the_line() -> None:
    battle = record("won", kills={2: 3}, holders=(1, 2))
    found = summary(book_with(), band(), VIGIL, battle)
    assert found == "4 took part · won · most kills: Anselm (3) · held: Ilse, Anselm"


@pytest.mark.parametrize("reading", ["all_tied", "nobody"])
def test_the_forecast_is_what_comes(reading: str) -> None:
    battle = record("won", kills={1: 2, 2: 2}, holders=(3,))
    book = book_with(most_kills=reading)
    outcome = finished(lambda: experience(book, band(), VIGIL, battle, "experience/1"), {})
    assert forecast(band(), VIGIL, battle, rules_with(most_kills=reading)) == outcome.effects
