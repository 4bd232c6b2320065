"""Every row of the injury table, for every D66 that can be rolled, carried out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.procedure import Answer, Outcome, Procedure, Roll, every_branch
from mordcry_app.rules.state import Carried, Member, State
from mordcry_app.rulesets.mordcry.content import XP
from mordcry_app.rulesets.mordcry.injuries import injury, is_blind
from tests.rulesets.mordcry.helpers import (
    asked,
    book_with,
    campaign,
    d66,
    fighter,
    finished,
    mordcry,
    rolled,
    value,
)

ROWS = {
    "dead": [11, 12, 13, 14, 15],
    "grievously_wounded": [16, 21],
    "seriously_wounded": [22, 23, 24, 25],
    "eye_injury": [26],
    "arm_or_hand_wound": [31, 32, 33, 34, 35],
    "leg_or_foot_wound": [36],
    "spinal_injury": [41, 42, 43, 44, 45],
    "emotional_trauma": [46],
    "head_wound": [51, 52, 53, 54, 55],
    "nerve_damage": [56],
    "old_battle_wound": [61, 62, 63],
    "survives": [64, 65],
    "survives_miraculously": [66],
}
WEIGHTS = [5, 2, 4, 1, 5, 1, 5, 1, 5, 1, 3, 2, 1]
CHANGES = {
    "seriously_wounded": {"ws": -1, "bs": -1},
    "eye_injury": {"bs": -1},
    "arm_or_hand_wound": {"ws": -1},
    "leg_or_foot_wound": {"m": -1},
    "spinal_injury": {"ds": -1},
    "emotional_trauma": {"will": -1},
    "head_wound": {"int": -1},
    "nerve_damage": {"s": -1},
    "old_battle_wound": {},
}
LIMITED = {"eye_injury": "bs", "arm_or_hand_wound": "ws", "leg_or_foot_wound": "m"}
EVERY = [(row, total) for row, totals in ROWS.items() for total in totals]


def procedure(state: State, battle: int = 6, **chosen: str | int) -> Callable[[], Procedure]:
    book = book_with(**chosen)
    return lambda: injury(book, state, 1, battle, "injury/1")


def hurt(state: State, total: int, battle: int = 6, **chosen: str | int) -> tuple[State, Outcome]:
    """Roll an injury of fighter 1 where nobody can pay a healer."""
    outcome = finished(procedure(state, battle, **chosen), {"injury/1/roll": d66(total)})
    return apply_effects(state, outcome.effects), outcome


def injured(row: str, times: int, archetype: str = "captain", **chosen: str | int) -> Member:
    state = campaign(fighter(1, "Ilse", archetype=archetype))
    for number in range(times):
        state, _ = hurt(state, ROWS[row][0], number + 1, **chosen)
    return state.members[1]


def test_the_rows_and_their_weights() -> None:
    table = mordcry().content.tables["injury"]
    assert [row.id for row in table.rows] == list(ROWS)
    assert {row.id: chance for row, chance in table.chances()} == {
        row: Fraction(weight, 36) for row, weight in zip(ROWS, WEIGHTS, strict=True)
    }
    assert [len(totals) for totals in ROWS.values()] == WEIGHTS
    assert sum(WEIGHTS) == 36


@pytest.mark.parametrize(("row", "total"), EVERY)
def test_every_result_is_carried_out(row: str, total: int) -> None:
    before = fighter(1, "Ilse", archetype="champion")
    state, outcome = hurt(campaign(before), total)
    after = state.members[1]
    assert after.state == ("dead" if row == "dead" else "active")
    assert after.misses_next_battle == (row == "grievously_wounded")
    assert after.amount(XP) == before.amount(XP) + (row == "survives_miraculously")
    assert [t.ref for t in after.traits_of("injury")] == ([row] if row in CHANGES else [])
    for stat in mordcry().content.characteristics:
        expected = value(before, stat) + CHANGES.get(row, {}).get(stat, 0)
        assert value(after, stat) == expected, stat
    assert len(outcome.story) == 1
    assert outcome.story[0].startswith("Ilse ")
    assert "battle 6" in outcome.story[0]
    assert outcome.story[0].endswith(".")


@pytest.mark.parametrize("row", CHANGES)
def test_modifiers_say_where_they_come_from(row: str) -> None:
    state, _ = hurt(campaign(fighter(1)), ROWS[row][0])
    name = next(t.name for t in mordcry().content.traits_of("injury") if t.id == row)
    for modifier in state.members[1].modifiers:
        assert modifier.source == f"{name}, battle 6"
        assert modifier.ends == "until_removed"
        assert modifier.cause == f"injury:{row}"
    assert state.members[1].traits_of("injury")[0].source == "battle 6"


def test_other_entries_say_where_they_come_from() -> None:
    _, outcome = hurt(campaign(fighter(1)), 66)
    assert [e.reason for e in outcome.effects if e.op == "gain"] == [
        "Survived miraculously, battle 6"
    ]
    state, _ = hurt(campaign(fighter(1)), 16)
    assert state.members[1].pending[0].source == "Grievously wounded, battle 6"
    _, outcome = hurt(campaign(fighter(1)), 11)
    assert [e.source for e in outcome.effects if e.op == "kill"] == ["Killed in battle 6"]


@pytest.mark.parametrize("row", LIMITED)
@pytest.mark.parametrize("times", [1, 2, 3, 4, 5, 6])
def test_limited_injuries_total_two_and_no_more(row: str, times: int) -> None:
    fresh = fighter(1, archetype="captain")
    member = injured(row, times, blindness="never")
    stat = LIMITED[row]
    assert value(member, stat) == value(fresh, stat) - min(times, 2)
    for other in mordcry().content.characteristics:
        if other != stat:
            assert value(member, other) == value(fresh, other)
    trait = member.trait("injury", row)
    assert trait is not None
    assert trait.level == times


@pytest.mark.parametrize("row", [row for row in CHANGES if row not in LIMITED])
@pytest.mark.parametrize("times", [2, 3])
def test_other_injuries_add_up(row: str, times: int) -> None:
    fresh = fighter(1, archetype="captain")
    member = injured(row, times)
    for stat in mordcry().content.characteristics:
        change = CHANGES[row].get(stat, 0) * times
        assert value(member, stat) == value(fresh, stat) + change


def test_no_characteristic_falls_below_one() -> None:
    member = injured("seriously_wounded", 9, archetype="youngblood")
    assert value(member, "ws") == 1
    assert value(member, "bs") == 1


@pytest.mark.parametrize(
    ("reading", "blind_from"), [("four_rolls", 4), ("two_rolls", 2), ("never", 99)]
)
def test_blindness(reading: str, blind_from: int) -> None:
    fresh = fighter(1, archetype="captain")
    for times in range(1, 7):
        member = injured("eye_injury", times, blindness=reading)
        blind = times >= blind_from
        assert is_blind(member, reading) == blind
        assert value(member, "bs") == value(fresh, "bs") - min(times, 2)
        assert value(member, "ws") == value(fresh, "ws") - (2 if blind else 0)


def test_the_second_eye_injury_is_told_as_a_lost_eye() -> None:
    state = campaign(fighter(1, "Ilse", archetype="captain"))
    state, _ = hurt(state, 26, 1)
    state, outcome = hurt(state, 26, 2)
    assert outcome.story[-1] == "Ilse had been hurt there before: lost eye."
    assert state.members[1].modifiers[-1].source == "Lost eye, battle 2"


def test_a_limb_that_is_lost_gets_no_worse() -> None:
    state = campaign(fighter(1, "Ilse", archetype="captain"))
    for battle in (1, 2):
        state, _ = hurt(state, 31, battle)
    _, outcome = hurt(state, 31, 3)
    assert outcome.story[-1] == "Ilse had been hurt there before, and it got no worse."


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_the_gear_of_the_dead(face: int) -> None:
    state = campaign(fighter(1, "Hask", carried=["dagger", "dagger", "cloth_armour"]))
    state = state.with_roster(replace(state.rosters[1], stash=(Carried("dagger"),)))
    answers: dict[str, Answer] = {"injury/1/roll": d66(11)}
    question = asked(procedure(state), answers)
    assert isinstance(question, Roll)
    assert question.why == "The gear of Hask: 1–3 saved, 4–6 lost"
    answers[question.key] = rolled("d6", face)
    outcome = finished(procedure(state), answers)
    after = apply_effects(state, outcome.effects)
    assert after.members[1].state == "dead"
    assert after.members[1].carried == ()
    saved = (Carried("dagger", 3), Carried("cloth_armour"))
    assert after.rosters[1].stash == (saved if face <= 3 else (Carried("dagger"),))
    assert outcome.story[1] == f"The gear of Hask was {'saved' if face <= 3 else 'lost'}."


def test_the_hint_beside_the_roll() -> None:
    question = asked(procedure(campaign(fighter(1, "Hask"))), {})
    assert isinstance(question, Roll)
    assert question.why == "How badly is Hask hurt?"
    assert dict(question.chances) == {
        "dead": Fraction(5, 36),
        "lasting injury": Fraction(26, 36),
        "misses a battle": Fraction(2, 36),
        "recovers": Fraction(3, 36),
    }


def test_every_way_through_adds_up() -> None:
    state = campaign(fighter(1, carried=["club"]))
    branches = list(every_branch(procedure(state)))
    assert len(branches) == 31 + 5 * 6
    assert sum(branch.chance for branch in branches) == 1


def test_a_fighter_without_a_name() -> None:
    state = campaign(replace(fighter(1), name=""))
    _, outcome = hurt(state, 64)
    assert outcome.story == ("unnamed Youngblood recovered fully after battle 6.",)
