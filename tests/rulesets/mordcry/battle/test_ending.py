"""What a battle comes to: who has won, what is held, and ending it by hand."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mordcry_app.rules.battle_effects import KnockOut, Place
from mordcry_app.rules.battle_engine import Command
from mordcry_app.rules.dice import SeededRandom
from mordcry_app.rules.procedure import Choose
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rulesets.mordcry.battle.victory import CONDITIONS
from mordcry_app.rulesets.mordcry.battle.words import Known, OfSide, Phase
from tests.rulesets.mordcry.battle.driving import end_round
from tests.rulesets.mordcry.battle.playing import (
    Table,
    about_battle,
    about_fighter,
    about_side,
    warbands,
)
from tests.rulesets.mordcry.helpers import RUIN, VIGIL


def results(table: Table) -> dict[int, str]:
    return dict(table.engine.ending(table.state, table.battle).results)


def test_a_battle_that_has_only_begun_is_a_draw() -> None:
    table = Table.laid(None, *about_battle(victory="blood_tally"))
    assert results(table) == {VIGIL: "drew", RUIN: "drew"}


def test_what_is_known_so_far_says_who_is_ahead() -> None:
    table = Table.laid(None, *about_battle(victory="platforms"), *about_side(RUIN, points=2))
    assert results(table) == {VIGIL: "lost", RUIN: "won"}


def test_the_house_of_a_group_s_own_condition_leaves_it_to_the_players() -> None:
    table = Table.laid(None, *about_battle(victory="own_row", last_round=1))
    table.start_round()
    end_round(table)
    assert results(table) == {VIGIL: "drew", RUIN: "drew"}


def test_treasures_and_their_carriers_are_counted_where_they_are_not_out() -> None:
    table = Table.laid(None, *about_battle(victory="five_treasures"))
    for fighter in (11, 12, 21):
        table.apply(*about_fighter(fighter, carries=1))
    table.apply(Place(fighter=12, where="left"), KnockOut(fighter=21))
    ending = table.engine.ending(table.state, table.battle)
    assert ending.treasures == {VIGIL: 2}
    assert ending.holders == {11, 12}


def test_objectives_are_counted_by_who_controls_them() -> None:
    table = Table.laid(None, *about_battle(objectives=(1, 2, 3, 4), held=(2, 2, 0, 1)))
    ending = table.engine.ending(table.state, table.battle)
    assert ending.objectives == {VIGIL: 1, RUIN: 2}
    assert ending.holders == frozenset()


# ----------------------------------------------------------------------------- by hand


def test_a_battle_can_be_ended_by_hand_as_it_stands_first() -> None:
    table = Table.laid(None, *about_battle(victory="platforms"), *about_side(RUIN, points=2))
    question = table.asks("end_battle")
    assert isinstance(question, Choose)
    assert [option.id for option in question.options] == ["2", "1", "draw"]
    table.do("end_battle", {"winner": "1"})
    assert table.engine.is_over(table.battle)
    assert results(table) == {VIGIL: "won", RUIN: "lost"}
    assert table.last.told == ("The Ashen Vigil won: ended by hand.",)


@pytest.mark.parametrize(("winner", "result"), [(0, "drew"), (VIGIL, "lost"), (RUIN, "won")])
def test_the_winner_can_come_with_the_command(winner: int, result: str) -> None:
    table = Table.laid(None)
    table.start_round()
    table.do("end_battle", winner=winner)
    assert results(table)[RUIN] == result
    assert table.fight.phase == Phase.OVER


def test_no_stranger_wins() -> None:
    with pytest.raises(Refusal):
        Table.laid(None).do("end_battle", winner=7)


def test_who_stands_by_an_objective_is_asked_at_the_end() -> None:
    table = Table.laid(None, *about_battle(objectives=(1, 2), held=(1, 1)))
    table.do("end_battle", {"winner": "draw", "end/holders/1": (11, 13)})
    ending = table.engine.ending(table.state, table.battle)
    assert ending.holders == {11, 13}
    assert ending.objectives == {VIGIL: 2}


def test_the_end_is_offered_until_it_has_come() -> None:
    table = Table.laid(None, is_whole=False)
    (offer,) = table.offers("end_battle")
    assert (offer.group, offer.refused) == ("end", "")
    table.do("end_battle", {"winner": "draw"})
    assert table.offers("end_battle") == ()


# ----------------------------------------------------------------------------- to the end

SETUP = {
    "five_treasures": {"treasures": 5},
    "heavy_treasure": {"treasures": 1},
    "growing_treasure": {"treasures": 1},
    "awakening": {"objectives": (1, 2, 3, 4, 5), "awake": (1,), "held": (0,) * 5},
    "vanishing_objectives": {"objectives": (1, 2, 3), "held": (0, 0, 0)},
}
TWISTS = (
    "calm", "late_reserves", "flanking_reserves", "fog_lifts", "weary", "fog_stays", "grim_tally",
    "inspired", "stragglers", "heavy_going", "lightning", "shards",
)  # fmt: skip

PAIRS = [
    (condition, TWISTS[(place + step) % len(TWISTS)])
    for step in (0, 5)
    for place, condition in enumerate(CONDITIONS)
]
"""Every condition and every twist twice."""


@pytest.mark.parametrize(("condition", "twist"), PAIRS)
def test_a_whole_battle_of_each_condition_and_twist(condition: str, twist: str) -> None:
    play_to_the_end(condition, twist, 7)


@settings(deadline=None, max_examples=15, suppress_health_check=[HealthCheck.too_slow])
@given(
    condition=st.sampled_from(sorted(CONDITIONS)),
    twist=st.sampled_from(TWISTS),
    seed=st.integers(0, 10_000),
)
def test_any_battle_comes_to_an_end(condition: str, twist: str, seed: int) -> None:
    play_to_the_end(condition, twist, seed)


def play_to_the_end(condition: str, twist: str, seed: int) -> None:
    """Play a battle in which both sides do whatever is allowed, as chance has it."""
    facts = {"victory": condition, "twist": twist, "last_round": 4, **SETUP.get(condition, {})}
    table = Table.laid(warbands("captain", "warrior", "youngblood"), *about_battle(**facts))
    for fighter in (12, 22):
        arrival = about_fighter(fighter, group=2, arrives=2)
        table.apply(Place(fighter=fighter, where="reserve"), *arrival)
    chooser, source = Random(seed), SeededRandom(seed)
    for _ in range(600):
        if table.engine.is_over(table.battle):
            break
        todo = chooser.choice(list(allowed(table)))
        table.carry_out(todo, source=source, chooser=chooser)
    assert table.engine.is_over(table.battle)
    assert set(results(table).values()) in ({"drew"}, {"won", "lost"})
    assert table.battle.number_of(Known.ROUND) <= 4
    assert all(side.number(OfSide.WILD_DICE) >= 0 for side in table.battle.sides.values())
    ends = (
        "The Ashen Vigil wins",
        "Rust & Ruin wins",
        "The battle is a draw",
        "Both met their end",
    )
    assert any(line.startswith(ends) for line in table.log)


def allowed(table: Table) -> Iterator[Command]:
    """Yield what belongs to playing on; attacks as they would be made without a change."""
    for offer in table.offers():
        if offer.refused or offer.group in ("item", "end"):
            continue
        if not offer.opens_form:
            yield offer.command
            continue
        form = table.engine.attack_form(table.state, table.battle, offer.command)
        if not form.refused:
            yield form.command
