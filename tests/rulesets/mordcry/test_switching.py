"""What a switch does to injuries and renown that are there already."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from mordcry_app.rules.effects import AddTrait
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.settle import Scene, settle_without_asking
from mordcry_app.rules.state import Member, State
from mordcry_app.rulesets.mordcry.content import BLIND_AT
from tests.rulesets.mordcry.helpers import (
    RUIN,
    VIGIL,
    campaign,
    fighter,
    mordcry,
    rules_with,
    value,
)


def hurt(state: State, member_id: int, injury: str, times: int, **chosen: str | int) -> State:
    """Return the state after a fighter was hurt like this some times under some house rules."""
    content = mordcry().content_under(rules_with(**chosen))
    for number in range(times):
        scene = Scene(state, state.members[member_id], content, "test", f"battle {number + 1}", {})
        add = AddTrait(kind="injury", ref=injury, source=f"battle {number + 1}")
        state = apply_effects(state, settle_without_asking((add,), scene))
    return state


def switch(state: State, before: dict[str, str | int], after: dict[str, str | int]) -> State:
    effects = mordcry().house_rule_effects(state, rules_with(**before), rules_with(**after))
    return apply_effects(state, effects)


def modifiers(member: Member) -> list[tuple[str, int]]:
    return sorted((m.stat, m.amount) for m in member.modifiers)


@pytest.mark.parametrize("times", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(("old", "new"), list(permutations(BLIND_AT, 2)))
def test_blindness_weighs_as_if_it_had_always_been_so(old: str, new: str, times: int) -> None:
    start = campaign(fighter(1, "Ilse"))
    was = hurt(start, 1, "eye_injury", times, blindness=old)
    always = hurt(start, 1, "eye_injury", times, blindness=new)
    now = switch(was, {"blindness": old}, {"blindness": new})
    assert modifiers(now.members[1]) == modifiers(always.members[1])
    back = switch(now, {"blindness": new}, {"blindness": old})
    assert modifiers(back.members[1]) == modifiers(was.members[1])


def test_an_injury_that_weighs_once_gets_its_weight_back() -> None:
    state = hurt(campaign(fighter(1, "Ilse")), 1, "head_wound", 3)
    state = hurt(state, 1, "arm_or_hand_wound", 2)
    assert (value(state.members[1], "int"), value(state.members[1], "ws")) == (1, 1)
    once = switch(state, {}, {"injury_stacking": "once"})
    assert (value(once.members[1], "int"), value(once.members[1], "ws")) == (2, 1)
    assert [m.source for m in once.members[1].modifiers if m.stat == "int"] == [
        "Head wound, battle 1"
    ]
    back = switch(once, {"injury_stacking": "once"}, {})
    assert value(back.members[1], "int") == 1


def test_only_injuries_that_weigh_otherwise_are_touched() -> None:
    state = hurt(campaign(fighter(1, "Ilse"), fighter(2, "Wren")), 1, "head_wound", 1)
    assert switch(state, {}, {"injury_stacking": "once", "blindness": "never"}) == state


def test_the_dead_and_made_up_injuries() -> None:
    state = hurt(campaign(fighter(1, "Ilse")), 1, "nerve_damage", 2)
    dead = state.with_member(replace(state.members[1], state="dead"))
    once = switch(dead, {}, {"injury_stacking": "once"})
    assert value(once.members[1], "s") == 2
    odd = hurt(campaign(fighter(1, "Ilse")), 1, "a_curse", 2)
    assert switch(odd, {}, {"injury_stacking": "once"}) == odd


def test_renown_flows_into_one_pool_and_to_the_leader() -> None:
    state = campaign(
        fighter(1, "Ilse", archetype="captain", renown=12),
        fighter(2, "Wren", renown=3),
        fighter(11, "Ruta", roster_id=RUIN),
    )
    fallen = replace(fighter(3, "Osk", renown=9), state="dead")
    state = replace(state, members={**state.members, 3: fallen})
    pool = switch(state, {}, {"renown_owner": "warband"})
    assert [pool.rosters[r].amount("renown") for r in (VIGIL, RUIN)] == [15, 0]
    assert [pool.members[m].amount("renown") for m in (1, 2, 3)] == [0, 0, 9]
    back = switch(pool, {"renown_owner": "warband"}, {})
    assert back.rosters[VIGIL].amount("renown") == 0
    assert [back.members[m].amount("renown") for m in (1, 2)] == [15, 0]


def test_a_pool_without_anybody_left_stays_where_it_is() -> None:
    state = campaign(replace(fighter(1, "Ilse"), state="dead"))
    state = state.with_roster(replace(state.rosters[VIGIL], resources={"renown": 8}))
    assert switch(state, {"renown_owner": "warband"}, {}) == state


def test_rules_that_are_read_when_needed_have_no_effects() -> None:
    state = hurt(campaign(fighter(1, "Ilse", renown=4)), 1, "eye_injury", 2)
    others = {
        rule.id: next(o.id for o in rule.options if o.id != rule.default)
        for rule in mordcry().content.house_rules.values()
        if rule.options and rule.id not in ("blindness", "injury_stacking", "renown_owner")
    }
    assert mordcry().house_rule_effects(state, rules_with(), rules_with(**others)) == ()
