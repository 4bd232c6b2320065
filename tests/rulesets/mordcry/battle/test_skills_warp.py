"""Skills of dark powers, and those that are moves: 5, 21, 23, 25, 28, 29, 31 to 34, 38 and 39."""

from __future__ import annotations

from typing import Any

import pytest

from mordcry_app.rules.battle_effects import PassTime
from mordcry_app.rulesets.mordcry.battle.attack_numbers import numbers_of
from mordcry_app.rulesets.mordcry.battle.attacking import plan_of
from mordcry_app.rulesets.mordcry.battle.in_attack import switches_of
from mordcry_app.rulesets.mordcry.gear import MUTATION_TO_COME
from tests.rulesets.mordcry.battle.playing import Scripted, Table
from tests.rulesets.mordcry.battle.skilled import (
    acting,
    hurt,
    mark,
    offered,
    people,
    refused,
    sets_left,
    use,
    value,
)

STRIKE = "ability/extra/attack/strike"


def with_skill(ref: str, gear: dict[int, list[str]] | None = None, **more: Any) -> Table:
    return acting(people({11: [ref]}, gear), **more)


def round_ends(table: Table) -> None:
    table.apply(PassTime(what="activation", fighter=11), PassTime(what="round"))


@pytest.mark.parametrize(
    ("ref", "inches"), [("lethal_lunge", "3″"), ("smooth_escape", "6″"), ("slip_the_knife", "3″")]
)
def test_moves_of_skills_are_told_and_cost_no_action(ref: str, inches: str) -> None:
    table = with_skill(ref)
    table.apply(mark(11, "drew_blood", "activation"))
    use(table, ref)
    assert any(f"moves up to {inches}" in line for line in table.log)
    assert not table.fighter(11).has("actions")
    assert not table.fighter(11).has("moved")


def test_slip_the_knife_needs_damage_in_melee() -> None:
    table = with_skill("slip_the_knife")
    assert "no damage in melee" in refused(table, "slip_the_knife")
    values = {"attacker": 11, "weapon": "short_sword", "targets": (21,)}
    key = table.asks("attack", **values).key.removesuffix("/hit")
    table.do("attack", {f"{key}/hit": (1, 1, 1, 5), f"{key}/wound": (4,)}, **values)
    assert refused(table, "slip_the_knife") == ""


def test_smoke_hinders_shots_into_or_out_of_it_until_the_round_ends() -> None:
    table = with_skill("smokescreen", {21: ["pistol"]})
    shot = plan_of(table.fight, 21, "pistol", 11)
    assert switches_of(table.fight, shot) == ()
    use(table, "smokescreen")
    fight = table.fight
    clear = plan_of(fight, 21, "pistol", 11)
    (switch,) = switches_of(fight, clear)
    assert (switch.id, switch.source, switch.is_on) == ("smokescreen", "Smokescreen", False)
    smoky = plan_of(fight, 21, "pistol", 11, ["smokescreen"])
    need = numbers_of(fight, clear).hit_need or 0
    assert numbers_of(fight, smoky).hit_need == need + 1
    assert "−1 to hit, Smokescreen" in smoky.notes
    assert switches_of(fight, plan_of(fight, 11, "short_sword", 21)) == ()
    round_ends(table)
    assert switches_of(table.fight, plan_of(table.fight, 21, "pistol", 11)) == ()


def test_nobody_reacts_to_a_silent_step() -> None:
    state = people({11: ["silent_step"]})
    values = {"attacker": 11, "weapon": "short_sword", "targets": (21,)}
    loud = acting(state, enemies_react=True)
    assert loud.asks("attack", **values).key.endswith("/react")
    table = acting(state, enemies_react=True)
    use(table, "silent_step")
    assert table.asks("attack", **values).key.endswith("/hit")
    round_ends(table)
    assert not table.fighter(11).has("silent_step")


def test_warpfire_is_d3_and_1() -> None:
    table = with_skill("warpfire")
    answers: dict[str, Scripted] = {
        "ability/will/test": 4,
        "ability/who": "21",
        "ability/damage": 1,
    }
    use(table, "warpfire", answers)
    assert table.fighter(21).damage == 2
    assert sets_left(table) == (33, 44)
    failed = with_skill("warpfire")
    use(failed, "warpfire", {"ability/will/test": 5})
    assert failed.fighter(21).damage == 0


@pytest.mark.parametrize(("face", "stunned"), [(4, False), (5, True)])
def test_stun_is_a_willpower_test_of_the_enemy(face: int, stunned: bool) -> None:
    table = with_skill("stun")
    use(table, "stun", {"ability/who": "21", "ability/will/test": face})
    assert table.fighter(21).has("stunned") is stunned


def test_warp_burst_rolls_for_each_enemy_near() -> None:
    table = with_skill("warp_burst")
    answers: dict[str, Scripted] = {
        "ability/who": (21, 22, 23),
        "ability/each": (5, 4, 6),
        "ability/damage": (1, 3),
    }
    use(table, "warp_burst", answers)
    assert [table.fighter(f).damage for f in (21, 22, 23)] == [1, 0, 3]


@pytest.mark.parametrize(("face", "mutates"), [(2, False), (1, True)])
def test_tainted_flesh_heals_and_may_mutate_after_the_battle(face: int, mutates: bool) -> None:
    table = with_skill("tainted_flesh")
    assert "no damage" in refused(table, "tainted_flesh")
    table.apply(hurt(11, 3))
    use(table, "tainted_flesh", {"ability/heal": 2, "ability/taint": face})
    assert table.fighter(11).damage == 1
    waiting = table.state.members[11].waiting(MUTATION_TO_COME)
    assert [p.source for p in waiting] == (["Tainted Flesh"] if mutates else [])


def test_distort_time_gives_a_friend_an_action_at_once() -> None:
    table = with_skill("distort_time")
    answers: dict[str, Scripted] = {
        "ability/who": "12",
        "ability/extra/action": "attack",
        "ability/extra/attack/target": "21",
        f"{STRIKE}/hit": (1, 1, 1, 5),
        f"{STRIKE}/wound": (4,),
    }
    use(table, "distort_time", answers)
    assert table.fighter(21).damage == 1
    assert not table.fighter(12).has("actions")
    assert not table.fighter(12).has("acted")
    moving = with_skill("distort_time")
    use(moving, "distort_time", {"ability/who": "12", "ability/extra/action": "move"})
    assert "Fighter 12 moves up to 5″ (Distort Time)." in moving.log


def test_daemonfire_burns_friend_and_foe() -> None:
    table = with_skill("daemonfire_blast")
    answers: dict[str, Scripted] = {
        "ability/who": (21, 23),
        "ability/friends": (12,),
        "ability/damage": (3, 1),
    }
    use(table, "daemonfire_blast", answers)
    assert [table.fighter(f).damage for f in (21, 22, 23)] == [3, 0, 1]
    assert [table.fighter(f).damage for f in (11, 12, 13)] == [0, 1, 0]


def test_tainted_aura_lasts_until_the_combat_is_over() -> None:
    table = with_skill("tainted_aura")
    use(table, "tainted_aura", {"ability/who": (21, 22)})
    assert [value(table, f, "ws") for f in (21, 22, 23)] == [5, 5, 6]
    round_ends(table)
    assert value(table, 21, "ws") == 5
    offer = offered(table, "combat_over", 21)["The combat of Fighter 21 is over"]
    table.carry_out(offer.command)
    assert [value(table, f, "ws") for f in (21, 22)] == [6, 5]
    assert table.refusal("combat_over", fighter=21)


def test_the_aura_goes_with_its_bearer() -> None:
    table = with_skill("tainted_aura")
    use(table, "tainted_aura", {"ability/who": (21,)})
    table.do("damage", fighter=11, amount=5, by=21)
    assert table.fighter(11).where == "out"
    assert value(table, 21, "ws") == 6
