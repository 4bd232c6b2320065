"""How a battle begins: who is there, in which state, and what the set-up still means."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mordcry_app.rules.battle import Battle
from mordcry_app.rules.battle_effects import (
    BATTLE,
    AddFact,
    Afflict,
    BattleEffect,
    PassTime,
    Place,
    SetFact,
)
from mordcry_app.rules.battle_effects import fighter as fighter_owner
from mordcry_app.rules.battle_effects import side as side_owner
from mordcry_app.rules.effects import Effect, Modify, WoundsNextBattle
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.state import Pending, State
from mordcry_app.rules.waiting import armed_by_setup
from mordcry_app.rulesets.mordcry.battle.beginning import begin
from tests.rulesets.mordcry.battle.setting_up import answered, decided, warbands
from tests.rulesets.mordcry.helpers import RUIN, VIGIL, book_with, fighter, mordcry


def start(
    state: State, setup: tuple[BattleEffect, ...] = (), *, is_whole: bool = True, **chosen: str
) -> Battle:
    return begin(book_with(**chosen), state, 7, setup, is_whole=is_whole)


def armed(state: State, *effects: Effect) -> State:
    """Return the campaign once a battle is set up for which something was waiting."""
    waiting = apply_effects(state, effects)
    ready = armed_by_setup(waiting, waiting.rosters, mordcry().content)
    return apply_effects(waiting, ready)


def test_everybody_fights_who_stands_on_a_roster_and_does_not_miss_it() -> None:
    state = warbands(4, 3)
    state = state.with_member(replace(state.members[101], state="dead"))
    state = state.with_member(replace(state.members[102], state="retired"))
    ill = replace(state.members[201], pending=(Pending("misses_battle", "battle 6"),))
    hound = replace(fighter(110), archetype="hound", tags=frozenset({"beast"}))
    battle = start(state.with_member(ill).with_member(hound))
    assert {f.id: f.side for f in battle.fighters.values()} == {
        100: VIGIL, 103: VIGIL, 110: VIGIL, 200: RUIN, 202: RUIN,
    }  # fmt: skip
    assert set(battle.sides) == {VIGIL, RUIN}
    assert battle.number == 7


@pytest.mark.parametrize(("is_whole", "phase"), [(True, "setup"), (False, "free")])
def test_only_a_whole_set_up_has_rounds(is_whole: bool, phase: str) -> None:
    battle = start(warbands(2, 2), is_whole=is_whole)
    assert battle.facts == {"phase": phase}
    assert all(found.is_on_table for found in battle.fighters.values())


@pytest.mark.parametrize(
    ("taken", "damage"), [((1,), 1), ((1, 1), 2), ((4,), 4), ((5,), 4), ((3, 9), 4)]
)
def test_wounds_are_carried_in_but_never_the_last(taken: tuple[int, ...], damage: int) -> None:
    """A Captain has 5 Wounds, so at most 4 can be gone (ruling 65)."""
    wounds = [WoundsNextBattle(who="member:100", amount=n, source="A fall") for n in taken]
    state = armed(warbands(2, 2), *wounds)
    assert start(state).fighters[100].damage == damage
    assert start(state).fighters[101].damage == 0
    assert start(state, carried_wounds="none").fighters[100].damage == 0


def test_wounds_that_wait_for_a_later_battle_are_not_there_yet() -> None:
    fall = WoundsNextBattle(who="member:100", amount=2, source="A fall")
    assert start(apply_effects(warbands(2, 2), [fall])).fighters[100].damage == 0


def test_the_last_wound_goes_by_what_acts_in_the_battle() -> None:
    """A Youngblood has 2 Wounds; a curse takes one, so nothing more can be gone."""
    curse = Modify(who="member:101", stat="w", amount=-1, ends="next_battle", source="A curse")
    fall = WoundsNextBattle(who="member:101", amount=2, source="A fall")
    assert start(armed(warbands(2, 2), curse, fall)).fighters[101].damage == 0
    assert start(armed(warbands(2, 2), fall)).fighters[101].damage == 1


def test_what_was_decided_about_somebody_who_has_left_is_passed_over() -> None:
    state = warbands(4, 4)
    setup = decided(answered(state))
    extra: tuple[BattleEffect, ...] = (
        Afflict(fighter=103, ref="stunned", until="round", source="A test"),
        AddFact(who=fighter_owner(103), key="shots", amount=1),
        SetFact(who=side_owner(9), key="points", value=1),
        SetFact(who=BATTLE, key="round", value=0),
        PassTime(what="round"),
    )
    left = state.with_member(replace(state.members[103], state="retired"))
    battle = start(left, (*setup, *extra))
    assert 103 not in battle.fighters
    assert battle.number_of("last_round") == 4
    whole = start(state, setup)
    others = {key: found for key, found in whole.fighters.items() if key != 103}
    assert dict(battle.fighters) == others


def test_somebody_who_came_after_the_set_up_stands_on_the_table() -> None:
    state = warbands(4, 4)
    setup = decided(answered(state))
    battle = start(state.with_member(fighter(150)), setup)
    assert battle.fighters[150].where == "table"
    assert battle.fighters[150].number("group") == 0


def test_a_group_in_reserve_is_not_on_the_table() -> None:
    battle = start(warbands(2, 2), (Place(fighter=101, where="reserve"),))
    assert [found.id for found in battle.on_table(VIGIL)] == [100]
