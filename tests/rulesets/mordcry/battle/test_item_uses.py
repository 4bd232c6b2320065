"""Every use of an item that can come in a battle: what it does, and how it is counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from mordcry_app.rules.battle_effects import PassTime
from mordcry_app.rules.odds.numbers import AttackNumbers
from mordcry_app.rulesets.mordcry.attacks import UNARMED
from mordcry_app.rulesets.mordcry.battle.attack_numbers import numbers_of
from mordcry_app.rulesets.mordcry.battle.attacking import plan_of
from mordcry_app.rulesets.mordcry.wares import AFTER_BATTLE_ONLY, Moment
from tests.rulesets.mordcry.battle.playing import Scripted, Table, about_battle, ruleset
from tests.rulesets.mordcry.battle.skilled import (
    acting,
    asked,
    hurt,
    mark,
    offered,
    people,
    sets_left,
    use,
    use_item,
    value,
)
from tests.rulesets.mordcry.helpers import RUIN

Answers = Mapping[str, Scripted]
SWORD = "short_sword"
ONE_WOUND: Answers = {"attack/hit": (1, 1, 1, 5), "attack/wound": (4,)}
CRITICAL: Answers = {"attack/hit": (1, 1, 1, 5), "attack/wound": (6,)}
MISSES: Answers = {"attack/hit": (1, 1, 1, 1)}

SCENARIOS: dict[str, Callable[[], None]] = {}
"""A test for each use of an item that can come in a battle, by item and use."""

NEVER_IN_A_BATTLE = {
    "blessed_rope:climb": "no rule tests a climb",
    "bone_dice_set:cast": "no fighter rolls on a D66 table in a battle",
}


def covers(*uses: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Say which uses a test is about."""

    def noted(test: Callable[[], None]) -> Callable[[], None]:
        for one in uses:
            assert one not in SCENARIOS
            SCENARIOS[one] = test
        return test

    return noted


def with_gear(gear: dict[int, list[str]], **more: Any) -> Table:
    """Return a battle in which some carry gear beside a short sword."""
    carried = {fighter: [SWORD, *items] for fighter, items in gear.items()}
    tags = more.pop("tags", None)
    return acting(people(gear=carried, tags=tags), **more)


def shooter(weapon: str, gear: dict[int, list[str]] | None = None, **more: Any) -> Table:
    """Return a battle in which 11 has one weapon only, and 21 may carry something."""
    carried = {11: [weapon], **{f: [SWORD, *items] for f, items in (gear or {}).items()}}
    tags = more.pop("tags", None)
    return acting(people(gear=carried, tags=tags), **more)


def attack(
    table: Table, answers: Answers, *switches: str, weapon: str = SWORD, by: int = 11, on: int = 21
) -> None:
    values = {"attacker": by, "weapon": weapon, "targets": (on,), "switches": tuple(switches)}
    table.do("attack", answers, **values)


def numbers(
    table: Table, *switches: str, weapon: str = SWORD, by: int = 11, on: int = 21
) -> AttackNumbers:
    fight = table.fight
    return numbers_of(fight, plan_of(fight, by, weapon, on, switches))


def carries(table: Table, item: str, fighter: int = 11) -> bool:
    return table.state.members[fighter].carries(item)


def noted(table: Table, fighter: int = 11) -> list[str]:
    """Return what is noted for the time after the battle."""
    return [p.source for p in table.state.members[fighter].waiting("used_in_battle")]


def used(table: Table, fighter: int = 11) -> list[str]:
    return [p.source for p in table.state.members[fighter].waiting("used_this_game")]


def round_ends(table: Table, answers: Answers | None = None) -> None:
    """End the round as the program does, once nobody is active any more."""
    table.apply(PassTime(what="activation", fighter=11))
    table.apply(*about_battle(active=0, turn=0, passes=2))
    table.do("end_round", answers)


def test_every_use_of_an_item_in_a_battle_is_tested() -> None:
    in_battle = {
        f"{item.id}:{use.id}"
        for item in ruleset().content.items.values()
        for use in item.uses
        if Moment(use.moment) not in AFTER_BATTLE_ONLY and use.moment != Moment.SETUP
    }
    assert set(SCENARIOS) | set(NEVER_IN_A_BATTLE) == in_battle


# ------------------------------------------------------------------ by decision, in a turn


@covers("potion_of_vigor:drink")
def test_a_potion_acts_to_the_end_of_the_round_and_then_hurts() -> None:
    table = with_gear({11: ["potion_of_vigor"]})
    use_item(table, "potion_of_vigor", "drink")
    assert (value(table, 11, "m"), value(table, 11, "a")) == (6, 4)
    assert not carries(table, "potion_of_vigor")
    table.apply(PassTime(what="activation", fighter=11))
    assert value(table, 11, "a") == 4
    round_ends(table, {"round_end/items/price/11-potion_of_vigor": 2})
    assert table.fighter(11).damage == 2
    assert value(table, 11, "a") == 3


@covers("ghoulblood_tonic:drink")
def test_a_tonic_acts_to_the_end_of_the_battle_and_is_paid_for_afterwards() -> None:
    table = with_gear({11: ["ghoulblood_tonic"]})
    use_item(table, "ghoulblood_tonic", "drink")
    round_ends(table)
    assert (value(table, 11, "m"), value(table, 11, "os")) == (6, 5)
    assert noted(table) == ["Ghoulblood Tonic"]
    assert "cannot use" in table.refusal(
        "use_item", fighter=11, item="ghoulblood_tonic", use="drink"
    )


@covers("saints_nail:clutch")
def test_a_saints_nail_raises_everything_for_a_round_once_a_battle() -> None:
    table = with_gear({11: ["saints_nail"]})
    before = {stat: value(table, 11, stat) for stat in ("ws", "os", "ds", "w", "int", "sv")}
    use_item(table, "saints_nail", "clutch")
    now = {stat: value(table, 11, stat) for stat in before}
    assert now == {stat: amount + (stat != "sv") for stat, amount in before.items()}
    assert used(table) == ["Saint’s Nail"]
    assert "cannot use" in table.refusal("use_item", fighter=11, item="saints_nail", use="clutch")


def test_nobody_falls_because_lent_wounds_go() -> None:
    table = with_gear({11: ["saints_nail"]})
    use_item(table, "saints_nail", "clutch")
    table.apply(hurt(11, 5))
    round_ends(table)
    assert table.fighter(11).where == "table"
    assert table.fight.wounds_left(11) == 1


@covers("blessed_warhorn:blow")
def test_a_warhorn_rouses_the_whole_warband_for_the_round() -> None:
    table = with_gear({11: ["blessed_warhorn"]})
    use_item(table, "blessed_warhorn", "blow")
    assert [value(table, f, "m") for f in (11, 12, 13, 21)] == [6, 6, 6, 5]
    assert [value(table, f, "a") for f in (11, 12, 13, 21)] == [4, 4, 4, 3]
    round_ends(table)
    assert value(table, 12, "a") == 3
    assert table.state.members[12].modifiers == people().members[12].modifiers


@covers("warped_idol:stare")
def test_an_idol_rolls_every_one_again_for_an_activation() -> None:
    table = with_gear({11: ["warped_idol"]})
    assert not numbers(table).reroll_ones
    use_item(table, "warped_idol", "stare")
    assert numbers(table).reroll_ones
    table.apply(PassTime(what="activation", fighter=11))
    assert not numbers(table).reroll_ones


@covers("hunting_trap:set")
def test_a_trap_is_laid_and_snaps_later() -> None:
    table = with_gear({11: ["hunting_trap"]})
    use_item(table, "hunting_trap", "set")
    label = "Hunting Trap: somebody steps into it"
    spring = offered(table, "use_item", 11)[label].command
    answers: Answers = {"item/victim": "21", "item/snap": 4, "item/amount": 3}
    table.carry_out(spring, answers)
    assert table.fighter(21).damage == 3
    assert label not in offered(table, "use_item", 11)
    assert used(table) == ["Hunting Trap"]
    dud = with_gear({11: ["hunting_trap"]})
    use_item(dud, "hunting_trap", "set")
    dud.carry_out(spring, {"item/victim": "21", "item/snap": 3})
    assert dud.fighter(21).damage == 0


@covers("ethereal_cloak:phase")
def test_a_cloak_leads_through_walls_once() -> None:
    table = with_gear({11: ["ethereal_cloak"]})
    use_item(table, "ethereal_cloak", "phase")
    assert "Fighter 11 passes through up to 3″ of wall (Ethereal Cloak)." in table.log
    assert used(table) == ["Ethereal Cloak"]


@covers("hooked_gauntlet:pull")
def test_a_gauntlet_drags_an_enemy_near_again_and_again() -> None:
    table = with_gear({11: ["hooked_gauntlet"]})
    for _ in range(2):
        use_item(table, "hooked_gauntlet", "pull", {"item/target": "22"})
    assert table.log[-1].startswith("Fighter 11 drags Fighter 22")
    assert not table.fighter(11).has("actions")


@covers("chains_of_the_faithless:bind")
def test_chains_pin_an_enemy_once() -> None:
    table = with_gear({11: ["chains_of_the_faithless"]})
    use_item(table, "chains_of_the_faithless", "bind", {"item/target": "21"})
    assert table.fighter(21).has("pinned")
    assert not carries(table, "chains_of_the_faithless")


@covers("cinderbomb:throw")
def test_a_cinderbomb_takes_an_action_and_burns() -> None:
    table = with_gear({11: ["cinderbomb"]})
    use_item(table, "cinderbomb", "throw", {"item/target": "21", "item/amount": 2})
    assert table.fighter(21).damage == 2
    assert table.fighter(21).has("on_fire")
    assert table.fighter(11).level("actions") == 1
    assert carries(table, "cinderbomb")
    harmless = with_gear({11: ["cinderbomb"]}, on_fire="ignored")
    use_item(harmless, "cinderbomb", "throw", {"item/target": "21", "item/amount": 2})
    assert not harmless.fighter(21).has("on_fire")


@covers("witch_oil_bombs:throw")
def test_oil_bombs_are_for_the_undead_and_what_burns() -> None:
    table = with_gear({11: ["witch_oil_bombs"]}, tags={22: ["Flammable"]})
    question = table.asks("use_item", fighter=11, item="witch_oil_bombs", use="throw")
    assert [option.id for option in getattr(question, "options", ())] == ["22"]
    use_item(table, "witch_oil_bombs", "throw", {"item/target": "22", "item/amount": 4})
    assert table.fighter(22).damage == 4
    assert not carries(table, "witch_oil_bombs")
    nobody = with_gear({11: ["witch_oil_bombs"]})
    assert "No enemy" in nobody.refusal("use_item", fighter=11, item="witch_oil_bombs", use="throw")


# --------------------------------------------------------------------- as a round ends


@covers("crown_of_thorns:bleed")
def test_a_crown_bleeds_its_bearer_every_round() -> None:
    table = with_gear({11: ["crown_of_thorns"], 23: ["crown_of_thorns"]})
    round_ends(table)
    assert [table.fighter(f).damage for f in (11, 12, 23)] == [1, 0, 1]


# -------------------------------------------------------------------------- in attacks


@covers("plated_gauntlet:punch")
def test_a_plated_gauntlet_punches_for_d3() -> None:
    table = acting(people(gear={11: ["plated_gauntlet"]}))
    assert numbers(table, weapon=UNARMED.id).damage == "d3"
    assert numbers(with_gear({11: ["plated_gauntlet"]})).damage == "1"
    answers = {"attack/hit": (1, 1, 5), "attack/wound": (4,), "attack/damage": (3,)}
    attack(table, answers, weapon=UNARMED.id)
    assert table.fighter(21).damage == 3


@covers("celestine_blade:smite")
def test_a_celestine_blade_wounds_the_undead_critically() -> None:
    table = acting(people(gear={11: ["celestine_blade", "dagger"]}, tags={21: ["undead"]}))
    assert numbers(table, weapon="celestine_blade").all_critical
    assert not numbers(table, weapon="celestine_blade", on=22).all_critical
    assert not numbers(table, weapon="dagger").all_critical


@covers("silver_ammo:fire")
def test_silver_hits_a_daemon_without_a_roll_once_it_is_switched_on() -> None:
    table = shooter("pistol", tags={21: ["daemon"]})
    table.state = people(gear={11: ["pistol", "silver_ammo"]}, tags={21: ["daemon"]})
    assert not numbers(table, weapon="pistol").hits_automatically
    assert numbers(table, "silver_ammo:fire", weapon="pistol").hits_automatically
    assert not numbers(table, "silver_ammo:fire", weapon="pistol", on=22).hits_automatically
    attack(table, {"attack/wound": (1, 1, 1)}, "silver_ammo:fire", weapon="pistol")
    assert not carries(table, "silver_ammo")


@covers("dragonbone_bow:pierce")
def test_cover_is_no_help_against_a_dragonbone_bow() -> None:
    table = shooter("dragonbone_bow", enemies_react=True)
    plan = plan_of(table.fight, 11, "dragonbone_bow", 21, ["cover"])
    assert plan.ignores_cover
    assert "cover" not in plan.switches


@covers("relic_pistol:again")
def test_a_relic_pistol_may_fire_once_more() -> None:
    table = shooter("relic_pistol")
    answers: Answers = {
        "attack/hit": (1, 1, 4),
        "attack/wound": (4,),
        "attack/after/again": 4,
        "attack/more/hit": (1, 1, 4),
        "attack/more/wound": (4,),
    }
    attack(table, answers, weapon="relic_pistol")
    assert table.fighter(21).damage == 4
    once = shooter("relic_pistol")
    attack(once, {"attack/hit": (1, 1, 1), "attack/after/again": 3}, weapon="relic_pistol")
    assert once.fighter(21).damage == 0


@covers("powder_flask:reload")
def test_a_powder_flask_makes_up_for_a_failed_shot_once() -> None:
    table = shooter("pistol")
    table.state = people(gear={11: ["pistol", "powder_flask"]})
    answers: Answers = {
        "attack/hit": (1, 1, 1),
        "attack/failed/again": "powder_flask:reload",
        "attack/again/hit": (1, 1, 4),
        "attack/again/wound": (4,),
    }
    attack(table, answers, weapon="pistol")
    assert table.fighter(21).damage == 2
    assert used(table) == ["Powder Flask"]
    attack(table, {"attack/hit": (1, 1, 1)}, weapon="pistol")


@covers("tarnished_blade:snap")
def test_a_tarnished_blade_breaks_with_the_first_one() -> None:
    table = acting(people(gear={11: ["tarnished_blade"]}))
    assert value(table, 11, "ws") == 7
    attack(table, {"attack/hit": (2, 2, 2, 2)}, weapon="tarnished_blade")
    assert carries(table, "tarnished_blade")
    attack(table, MISSES, weapon="tarnished_blade")
    assert not carries(table, "tarnished_blade")
    assert value(table, 11, "ws") == 6
    assert any("Tarnished Blade of Fighter 11 breaks" in line for line in table.log)


@covers("hexed_musket:explode")
def test_a_hexed_musket_blows_up_in_its_bearers_hands() -> None:
    table = shooter("hexed_musket")
    attack(table, {"attack/hit": (1, 2, 2), "attack/one/explode": 3}, weapon="hexed_musket")
    assert table.fighter(11).damage == 3
    assert not carries(table, "hexed_musket")


# ------------------------------------------------------------------- against attacks


@covers("leather_gorget:soften")
def test_a_gorget_takes_one_off_critical_wounds() -> None:
    table = with_gear({21: ["leather_gorget"]})
    assert numbers(table).critical_less == 1
    attack(table, {**CRITICAL, "attack/status": (6,)})
    assert table.fighter(21).damage == 1


@covers("charm_of_warding:ward")
def test_a_charm_may_stop_one_wound_a_battle() -> None:
    table = with_gear({21: ["charm_of_warding"]})
    place = "attack/ward/charm_of_warding"
    answers = {**ONE_WOUND, place: "charm_of_warding:ward", f"{place}/need": 6}
    attack(table, answers)
    assert table.fighter(21).damage == 0
    assert used(table, 21) == ["Charm of Warding"]
    attack(table, ONE_WOUND)
    assert table.fighter(21).damage == 1
    kept = with_gear({21: ["charm_of_warding"]})
    attack(kept, {**ONE_WOUND, place: "stand"})
    assert used(kept, 21) == []
    assert numbers(kept, "charm_of_warding:ward").ward == 6


def test_a_charm_helps_against_the_damage_of_skills() -> None:
    state = people({11: ["penance"]}, {21: [SWORD, "charm_of_warding"]})
    table = acting(state)
    charm = "ability/hurt-21/stop/charm_of_warding"
    answers: Answers = {
        "ability/who": "21",
        "ability/will/test": 6,
        "ability/damage": 3,
        charm: "charm_of_warding:ward",
        f"{charm}/need": 6,
    }
    use(table, "penance", answers)
    assert table.fighter(21).damage == 0


def test_a_charm_helps_against_what_the_battlefield_does() -> None:
    table = with_gear({11: ["charm_of_warding"]})
    table.apply(*about_battle(twist="lightning"))
    question = table.asks("end_activation")
    where = question.key.removesuffix("/height")
    charm = f"{where}/struck/stop/charm_of_warding"
    answers: Answers = {
        f"{where}/height": "0",
        f"{where}/lightning": (6, 6),
        f"{where}/bolt": (1, 1),
        charm: "charm_of_warding:ward",
        f"{charm}/need": 6,
    }
    table.do("end_activation", answers)
    assert table.fighter(11).damage == 0


@covers("bone_charm:turn")
def test_a_bone_charm_ignores_a_critical_wound_and_its_status() -> None:
    table = with_gear({21: ["bone_charm"]})
    attack(table, {**CRITICAL, "attack/ignores_critical/bone_charm": "bone_charm:turn"})
    assert table.fighter(21).damage == 0
    assert used(table, 21) == ["Bone Charm"]
    assert numbers(with_gear({21: ["bone_charm"]}), "bone_charm:turn").ignores_critical
    plain = with_gear({21: ["bone_charm"]})
    attack(plain, ONE_WOUND)
    assert plain.fighter(21).damage == 1


@covers("mirror_of_cracked_faces:mirror")
def test_a_mirror_may_turn_a_shot_on_its_shooter() -> None:
    table = shooter("pistol", {21: ["mirror_of_cracked_faces"]})
    place = "attack/targeted/mirror_of_cracked_faces"
    answers: Answers = {
        place: "mirror_of_cracked_faces:mirror",
        f"{place}/need": 6,
        "attack/hit": (1, 1, 4),
        "attack/wound": (4,),
    }
    attack(table, answers, weapon="pistol")
    assert (table.fighter(11).damage, table.fighter(21).damage) == (2, 0)
    assert used(table, 21) == ["Mirror of Cracked Faces"]
    dull = shooter("pistol", {21: ["mirror_of_cracked_faces"]})
    attack(dull, {**answers, f"{place}/need": 5}, weapon="pistol")
    assert (dull.fighter(11).damage, dull.fighter(21).damage) == (0, 2)


@covers("mirror_shard_shield:reflect")
def test_a_mirror_shard_shield_throws_damage_back_at_shooters() -> None:
    table = shooter("pistol", {21: ["mirror_shard_shield"]})
    place = "attack/targeted/mirror_shard_shield"
    answers: Answers = {f"{place}/need": 6, f"{place}/damage": 2, "attack/hit": (1, 1, 1)}
    attack(table, answers, weapon="pistol")
    assert table.fighter(11).damage == 2
    assert value(table, 21, "ds") == 4


@covers("cloak_of_the_nightwind:blur")
def test_a_cloak_hinders_shots_from_afar() -> None:
    table = shooter("pistol", {21: ["cloak_of_the_nightwind"]})
    near, far = numbers(table, weapon="pistol"), numbers(table, "far", weapon="pistol")
    assert (near.hit_need, far.hit_need) == (3, 5)


@covers("iron_spikes:land", "specters_chainmail:float")
def test_some_falls_do_no_harm() -> None:
    table = with_gear({11: ["iron_spikes"]})
    table.do("fall", {"fall/soft/fall": "iron_spikes:land"}, fighter=11, inches=5)
    assert table.fighter(11).damage == 0
    assert used(table) == ["Iron Spikes"]
    floating = with_gear({11: ["specters_chainmail"]})
    floating.do("fall", fighter=11, inches=5)
    assert asked(floating) == ()


# --------------------------------------------------------------- when somebody falls


@covers("helm_of_the_revenant:rise")
def test_a_helm_may_give_a_last_activation() -> None:
    table = with_gear({21: ["helm_of_the_revenant"]})
    table.apply(hurt(21, 4))
    last = "attack/hurt-1/last/rise/helm_of_the_revenant"
    answers = {
        **ONE_WOUND,
        f"{last}/roll": 4,
        f"{last}/1/action": "move",
        f"{last}/2/action": "attack",
        f"{last}/2/attack/target": "11",
        f"{last}/2/attack/strike/hit": (1, 1, 1, 5),
        f"{last}/2/attack/strike/wound": (4,),
    }
    attack(table, answers)
    assert table.fighter(21).where == "out"
    assert table.fighter(11).damage == 1
    quiet = with_gear({21: ["helm_of_the_revenant"]})
    quiet.apply(hurt(21, 4))
    attack(quiet, {**ONE_WOUND, f"{last}/roll": 3})
    assert quiet.fighter(21).where == "out"


@covers("soulflask:capture")
def test_a_soulflask_catches_one_soul_a_campaign() -> None:
    table = with_gear({12: ["soulflask"]})
    table.apply(hurt(21, 4), hurt(22, 4))
    flask = "attack/hurt-1/after/soulflask-12"
    attack(table, {**ONE_WOUND, flask: "soulflask:capture"})
    assert noted(table, 12) == ["Soulflask"]
    attack(table, ONE_WOUND, on=22)
    assert table.fighter(22).where == "out"
    own = with_gear({22: ["soulflask"]})
    own.apply(hurt(21, 4))
    attack(own, ONE_WOUND)
    assert noted(own, 22) == []


# -------------------------------------------------------------------------- on tests


@pytest.mark.parametrize(
    ("item", "stat_test", "ability", "help_id", "reroll"),
    [
        ("dog_eared_codex_page", "int", "coordinated_strike", "look_up", False),
        ("pipe_of_calm", "will", "endless_fortitude", "smoke", True),
        ("cracked_sigil_pendant", "will", "endless_fortitude", "hold", False),
        ("crystal_vial_of_aether", "will", "endless_fortitude", "break", False),
        ("oblivion_dust", "will", "endless_fortitude", "forget", False),
    ],
)
def test_items_help_on_tests_in_a_battle(
    item: str, stat_test: str, ability: str, help_id: str, reroll: bool
) -> None:
    helps_on_test(item, stat_test, ability, help_id, reroll=reroll)


def helps_on_test(
    item: str, stat: str, ability: str, help_id: str, *, reroll: bool = False
) -> Table:
    table = with_gear({11: [item]})
    place = f"ability/{stat}"
    answers: dict[str, Scripted] = {
        f"{place}/test": 5,
        f"{place}/help-1": f"{item}:{help_id}",
    }
    if ability == "coordinated_strike":
        answers["ability/who"] = "12"
    if reroll:
        answers[f"{place}/help-1/test"] = 1
    use(table, ability, answers, kind="ability")
    passed = value(table, 11, "ds") == 5 or table.fighter(12).has("coordinated_strike")
    assert passed
    assert sets_left(table) == (12, 44)
    return table


@covers("dog_eared_codex_page:look_up", "crystal_vial_of_aether:break")
def test_what_helps_once_is_gone() -> None:
    page = helps_on_test("dog_eared_codex_page", "int", "coordinated_strike", "look_up")
    assert not carries(page, "dog_eared_codex_page")
    vial = helps_on_test("crystal_vial_of_aether", "will", "endless_fortitude", "break")
    assert not carries(vial, "crystal_vial_of_aether")


@covers("pipe_of_calm:smoke", "cracked_sigil_pendant:hold", "oblivion_dust:forget")
def test_what_helps_once_a_game_is_noted_for_the_aftermath() -> None:
    for item, help_id, reroll in (
        ("pipe_of_calm", "smoke", True),
        ("cracked_sigil_pendant", "hold", False),
        ("oblivion_dust", "forget", False),
    ):
        table = helps_on_test(item, "will", "endless_fortitude", help_id, reroll=reroll)
        name = ruleset().content.items[item].name
        assert noted(table) == [name]
        assert carries(table, item)


def test_oblivion_dust_lets_a_die_in_an_attack_pass() -> None:
    table = with_gear({11: ["oblivion_dust"]})
    answers: Answers = {
        "attack/hit": (1, 1, 1, 1),
        "attack/hit-help/pass/help": "oblivion_dust:forget",
        "attack/wound": (4,),
    }
    attack(table, answers)
    assert table.fighter(21).damage == 1
    assert noted(table) == ["Oblivion Dust"]


# --------------------------------------------------------------------------- commands


def test_items_are_used_by_whoever_is_active() -> None:
    table = with_gear({11: ["blessed_warhorn"], 12: ["blessed_warhorn"]})
    how = {"item": "blessed_warhorn", "use": "blow"}
    assert table.refusal("use_item", fighter=11, **how) == ""
    assert "whoever is active" in table.refusal("use_item", fighter=12, **how)
    assert set(offered(table, "use_item", 11)) == {"Blessed Warhorn"}
    assert not offered(table, "use_item", 12)
    table.apply(mark(11, "stunned", "activation"))
    assert "stunned" in table.refusal("use_item", fighter=11, **how)


def test_a_throw_needs_an_action() -> None:
    table = with_gear({11: ["cinderbomb"]})
    table.apply(mark(11, "actions", "activation", amount=2))
    assert "no action left" in table.refusal("use_item", fighter=11, item="cinderbomb", use="throw")
    assert offered(table, "use_item", 11)["Cinderbomb"].refused


def test_what_acts_by_itself_is_no_command() -> None:
    table = with_gear({11: ["leather_gorget"]})
    refused = table.refusal("use_item", fighter=11, item="leather_gorget", use="soften")
    assert "acts by itself" in refused
    assert not offered(table, "use_item", 11)


def test_without_rounds_everybody_may_use_items() -> None:
    gear = {11: [SWORD, "cinderbomb"], 22: [SWORD, "blessed_warhorn"]}
    table = Table.laid(people(gear=gear), is_whole=False)
    assert set(offered(table, "use_item", 11)) == {"Cinderbomb"}
    use_item(table, "blessed_warhorn", "blow", fighter=22)
    assert value(table, 21, "m") == 6
    assert table.battle.sides[RUIN].numbers("sets") == ()
