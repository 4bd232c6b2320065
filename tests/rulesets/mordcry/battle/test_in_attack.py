"""What counts in an attack because of gear, statuses and switches, with its source."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mordcry_app.rulesets.mordcry.battle.attack_numbers import numbers_of
from mordcry_app.rulesets.mordcry.battle.attack_plan import AttackPlan
from mordcry_app.rulesets.mordcry.battle.attacking import plan_of
from mordcry_app.rulesets.mordcry.battle.in_attack import lessened, switches_of
from mordcry_app.rulesets.mordcry.wares import AttackBonus
from tests.rulesets.mordcry.battle.playing import Table
from tests.rulesets.mordcry.battle.skilled import acting, mark, people

SWORD = "short_sword"


def plan(
    table: Table, *switches: str, weapon: str = SWORD, by: int = 11, on: int = 21
) -> AttackPlan:
    return plan_of(table.fight, by, weapon, on, switches)


def with_gear(gear: dict[int, list[str]], **more: Any) -> Table:
    carried = {fighter: [SWORD, *items] for fighter, items in gear.items()}
    return acting(people(gear=carried), **more)


def test_nothing_is_noted_or_offered_where_nothing_acts() -> None:
    table = acting()
    assert plan(table).notes == []
    assert switches_of(table.fight, plan(table)) == ()


@pytest.mark.parametrize("round_number", [1, 2])
def test_what_acts_in_the_first_round_acts_in_it_only(round_number: int) -> None:
    table = with_gear({11: ["quick_draw_sheath", "warpaint_vials"]}, round_number=round_number)
    first = round_number == 1
    assert table.fight.value(11, "s").total == 5 + first
    assert table.fight.value(11, "will").total == 4 + first
    scene = table.fight.scene(11, "key", "a test")
    assert ("first_round" in scene.conditions) is first


def test_without_rounds_the_first_round_is_a_switch() -> None:
    gear = {11: [SWORD, "quick_draw_sheath"]}
    table = Table.laid(people(gear=gear), is_whole=False)
    (switch,) = switches_of(table.fight, plan(table))
    assert (switch.id, switch.source, switch.is_on) == ("first_round", "Quick-Draw Sheath", False)
    (switch,) = switches_of(table.fight, plan(table, "first_round"))
    assert switch.is_on
    assert plan(table, "first_round").conditions >= {"first_round"}
    assert switches_of(table.fight, plan(table, by=12, on=22)) == ()


def test_a_buckler_helps_against_the_first_melee_attack_of_a_battle() -> None:
    table = with_gear({21: ["engraved_buckler"]})
    before = plan(table)
    assert "+1 DS, Engraved Buckler" in before.notes
    assert numbers_of(table.fight, before).wound_need == 5
    values = {"attacker": 11, "weapon": SWORD, "targets": (21,)}
    table.do("attack", {"attack/hit": (1, 1, 1, 1)}, **values)
    assert numbers_of(table.fight, plan(table)).wound_need == 4
    assert plan(table).notes == []


def test_a_shot_is_no_first_melee_attack() -> None:
    table = acting(people(gear={11: ["pistol"], 21: [SWORD, "engraved_buckler"]}))
    assert "first_melee_attack" not in plan(table, weapon="pistol").target_conditions
    values = {"attacker": 11, "weapon": "pistol", "targets": (21,)}
    table.do("attack", {"attack/hit": (1, 1, 1)}, **values)
    assert "first_melee_attack" in plan(table, by=12).target_conditions


def test_an_amulet_counts_against_tougher_enemies() -> None:
    gear = {11: [SWORD, "hammerhead_amulet"], 21: [SWORD, "full_plate"]}
    table = acting(people(gear=gear))
    tough, equal = plan(table), plan(table, on=22)
    assert "+1 OS, Hammerhead Amulet" in tough.notes
    assert "tougher_target" not in equal.conditions
    assert numbers_of(table.fight, tough).wound_need == 6
    plain = acting(people(gear={21: [SWORD, "full_plate"]}))
    assert numbers_of(plain.fight, plan(plain)).wound_need == 6
    assert tough.conditions >= {"tougher_target"}


def test_silver_is_offered_for_shots_at_the_undead_only() -> None:
    gear = {11: ["pistol", "silver_ammo"]}
    table = acting(people(gear=gear, tags={21: ["undead"]}))
    (switch,) = switches_of(table.fight, plan(table, weapon="pistol"))
    assert (switch.id, switch.source) == ("silver_ammo:fire", "Silver Ammo")
    assert switches_of(table.fight, plan(table, weapon="pistol", on=22)) == ()


def test_what_the_target_may_use_is_a_switch_for_the_forecast() -> None:
    table = with_gear({21: ["charm_of_warding", "bone_charm"]})
    found = {switch.id: switch for switch in switches_of(table.fight, plan(table))}
    assert set(found) == {"bone_charm:turn", "charm_of_warding:ward"}
    assert not any(switch.is_on for switch in found.values())
    assert plan(table).ward is None
    charmed = plan(table, "charm_of_warding:ward", "bone_charm:turn")
    assert (charmed.ward, charmed.ignores_critical) == (6, True)


def test_a_switch_that_is_on_is_used_without_asking() -> None:
    table = with_gear({21: ["bone_charm"]})
    values = {
        "attacker": 11,
        "weapon": SWORD,
        "targets": (21,),
        "switches": ("bone_charm:turn",),
    }
    table.do("attack", {"attack/hit": (1, 1, 1, 5), "attack/wound": (6,)}, **values)
    assert table.fighter(21).damage == 0
    assert [p.source for p in table.state.members[21].waiting("used_this_game")] == ["Bone Charm"]


def test_a_bonus_under_a_condition_counts_where_it_holds() -> None:
    table = acting(people(gear={11: [SWORD, "brawlers_wraps"]}, tags={21: ["undead"]}))
    wraps = table.fight.content.items["brawlers_wraps"]
    bonuses = tuple(
        AttackBonus(of=of, amount=1, when="undead")
        for of in ("dice", "hit", "strength", "damage", "speed")
    )
    changed = wraps.model_copy(update={"bonuses": bonuses})
    items = {**table.fight.content.items, "brawlers_wraps": changed}
    book = table.engine._book  # type: ignore[attr-defined]
    table.engine._book = replace(  # type: ignore[attr-defined]
        book, content=replace(book.content, items=items)
    )
    against, other = plan(table), plan(table, on=22)
    bent, plain = numbers_of(table.fight, against), numbers_of(table.fight, other)
    assert bent.dice == plain.dice + 1
    assert bent.hit_need == (plain.hit_need or 0) - 1
    assert bent.wound_need == (plain.wound_need or 0) - 1
    assert bent.damage_bonus == plain.damage_bonus + 1
    assert "+1 attack dice, Brawler’s Wraps" in against.notes
    assert other.notes == []


@pytest.mark.parametrize(("amount", "left"), [(3, 2), (2, 1), (1, 1), (0, 0)])
def test_blessed_endurance_takes_one_off_damage_down_to_one(amount: int, left: int) -> None:
    table = acting(None, mark(21, "blessed_endurance"))
    assert lessened(table.fight, 21, amount) == left
    assert lessened(table.fight, 22, amount) == amount


def test_statuses_are_noted_with_their_sources() -> None:
    table = acting(None, mark(11, "coordinated_strike"), mark(21, "litany_of_wrath"))
    notes = plan(table).notes
    assert "+1 damage, A test" in notes
    assert "+1 to hit, A test" in notes
