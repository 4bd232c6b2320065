"""What skills do out of turn: when somebody charges, hits or falls, and when dice fail."""

from __future__ import annotations

from typing import Any

import pytest

from mordcry_app.rules.battle_effects import KnockOut
from tests.rulesets.mordcry.battle.playing import Scripted, Table, about_battle
from tests.rulesets.mordcry.battle.skilled import (
    acting,
    asked,
    hurt,
    mark,
    people,
    sets_left,
    use,
)
from tests.rulesets.mordcry.helpers import RUIN, VIGIL

ONE_WOUND: dict[str, Scripted] = {"attack/hit": (1, 1, 1, 5), "attack/wound": (4,)}
"""Four dice to hit of a captain with a short sword against another, one of which wounds."""
MISSES: dict[str, Scripted] = {"attack/hit": (1, 1, 1, 1)}


def of_target(*refs: str, **more: Any) -> Table:
    """Return a battle in which 21, who is attacked, has skills."""
    return acting(people({21: refs}), **more)


def attack(table: Table, answers: dict[str, Scripted], *switches: str) -> None:
    """Let 11 attack 21 with the short sword."""
    values = {
        "attacker": 11,
        "weapon": "short_sword",
        "targets": (21,),
        "switches": tuple(switches),
    }
    table.do("attack", answers, **values)


# ----------------------------------------------------------------------- Braced for Impact


def test_braced_for_impact_ignores_the_first_wound_of_the_round() -> None:
    table = of_target("braced_for_impact")
    answers = {
        "attack/targeted/braced": "yes",
        "attack/hit": (1, 1, 5, 5),
        "attack/wound": (4, 4),
    }
    attack(table, answers, "charged")
    assert table.fighter(21).damage == 1
    assert sets_left(table, RUIN) == (33, 44)
    assert not table.fighter(21).has("braced_for_impact")
    attack(table, ONE_WOUND)
    assert table.fighter(21).damage == 2


def test_bracing_lasts_until_a_wound_comes_or_the_round_ends() -> None:
    table = of_target("braced_for_impact")
    attack(table, {"attack/targeted/braced": "yes", **MISSES}, "charged")
    status = table.fighter(21).status("braced_for_impact")
    assert status is not None
    assert status.until == "round"
    attack(table, ONE_WOUND)
    assert table.fighter(21).damage == 0


def test_nobody_braces_without_a_charge_without_dice_or_without_the_skill() -> None:
    for table, switches in (
        (of_target("braced_for_impact"), ()),
        (of_target("braced_for_impact", enemy_sets=()), ("charged",)),
        (of_target(), ("charged",)),
    ):
        attack(table, MISSES, *switches)
        assert asked(table) == ("attack/hit",)


def test_a_brace_that_is_not_wanted_costs_nothing() -> None:
    table = of_target("braced_for_impact")
    attack(table, {"attack/targeted/braced": "no", **MISSES}, "charged")
    assert sets_left(table, RUIN) == (12, 33, 44)


# ------------------------------------------------------------------------- Reflect Damage


@pytest.mark.parametrize(("face", "damage"), [(4, 0), (5, 2)])
def test_reflect_damage_answers_a_hit(face: int, damage: int) -> None:
    table = of_target("reflect_damage")
    answers: dict[str, Scripted] = {
        **ONE_WOUND,
        "attack/when-hit/reflect": "yes",
        "attack/when-hit/reflect/roll": face,
    }
    if damage:
        answers["attack/when-hit/reflect/damage"] = damage
    attack(table, answers)
    assert table.fighter(11).damage == damage
    assert sets_left(table, RUIN) == (12, 44)


def test_a_miss_reflects_nothing() -> None:
    table = of_target("reflect_damage")
    attack(table, MISSES)
    assert asked(table) == ("attack/hit",)


# ----------------------------------------------------------------- the last wound is gone


@pytest.mark.parametrize(("face", "where", "damage"), [(3, "out", 5), (4, "table", 4)])
def test_feign_death_may_keep_somebody_on_the_table(face: int, where: str, damage: int) -> None:
    table = of_target("feign_death", enemies_react=True)
    table.apply(hurt(21, 4))
    answers = {
        **ONE_WOUND,
        "attack/react": "none",
        "attack/hurt-1/last/feign": "yes",
        "attack/hurt-1/last/feign/roll": face,
    }
    attack(table, answers)
    fallen = table.fighter(21)
    assert (fallen.where, fallen.damage) == (where, damage)
    assert sets_left(table, RUIN) == (12, 44)
    if where == "table":
        assert fallen.has("knocked_down")
        assert fallen.has("raised")
        assert fallen.has("acted")
        assert not fallen.was_out


def test_they_will_not_die_strike_once_more() -> None:
    table = of_target("they_will_not_die")
    table.apply(hurt(21, 4))
    answers = {
        **ONE_WOUND,
        "attack/hurt-1/last/strike": "yes",
        "attack/hurt-1/last/strike/attack/target": "11",
        "attack/hurt-1/last/strike/attack/strike/hit": (1, 1, 1, 5),
        "attack/hurt-1/last/strike/attack/strike/wound": (4,),
    }
    attack(table, answers)
    assert table.fighter(21).where == "out"
    assert table.fighter(21).out_by == 11
    assert table.fighter(11).damage == 1


def test_two_who_will_not_die_may_take_each_other_along() -> None:
    table = acting(people({21: ["they_will_not_die"], 11: ["they_will_not_die"]}))
    table.apply(hurt(21, 4), hurt(11, 4))
    last = "attack/hurt-1/last/strike"
    answers = {
        **ONE_WOUND,
        last: "yes",
        f"{last}/attack/target": "11",
        f"{last}/attack/strike/hit": (1, 1, 1, 5),
        f"{last}/attack/strike/wound": (4,),
        f"{last}/attack/strike/hurt-1/last/strike": "yes",
        f"{last}/attack/strike/hurt-1/last/strike/attack/target": "nobody",
    }
    attack(table, answers)
    assert [table.fighter(f).where for f in (11, 21)] == ["out", "out"]


def test_the_stunned_cannot_use_skills_as_they_fall() -> None:
    table = of_target("they_will_not_die", "feign_death")
    table.apply(hurt(21, 4), mark(21, "stunned", "activation"))
    attack(table, ONE_WOUND)
    assert table.fighter(21).where == "out"


# ----------------------------------------------------------- the house rule reactive_skills


def test_a_prepared_skill_is_free_at_its_moment_and_used_up() -> None:
    table = of_target("reflect_damage", reactive_skills="prepared", enemy_sets=())
    table.apply(mark(21, "ready_reflect_damage"))
    answers: dict[str, Scripted] = {
        **ONE_WOUND,
        "attack/when-hit/reflect": "yes",
        "attack/when-hit/reflect/roll": 1,
    }
    attack(table, answers)
    assert not table.fighter(21).has("ready_reflect_damage")
    attack(table, ONE_WOUND)
    assert table.fighter(21).damage == 2


def test_a_skill_that_was_not_prepared_is_not_asked_about() -> None:
    table = of_target("reflect_damage", reactive_skills="prepared")
    attack(table, ONE_WOUND)
    assert table.fighter(21).damage == 1
    assert sets_left(table, RUIN) == (12, 33, 44)


def test_without_rounds_an_answer_needs_no_dice() -> None:
    table = Table.laid(people({21: ["reflect_damage"]}), is_whole=False)
    answers: dict[str, Scripted] = {
        **ONE_WOUND,
        "attack/react": "none",
        "attack/when-hit/reflect": "yes",
        "attack/when-hit/reflect/roll": 1,
    }
    attack(table, answers)
    assert table.fighter(21).damage == 1


# ---------------------------------------------------------------------- rolls that fail


def test_veterans_instincts_reroll_one_die_once_a_round() -> None:
    table = acting(people({11: ["veterans_instincts"]}))
    answers: dict[str, Scripted] = {
        "attack/hit": (1, 1, 1, 1),
        "attack/hit-help/instincts": "yes",
        "attack/hit-help/roll": 5,
        "attack/wound": (4,),
    }
    attack(table, answers)
    assert table.fighter(21).damage == 1
    assert sets_left(table, VIGIL) == (33, 44)
    assert table.fighter(11).has("ability_used")
    attack(table, MISSES)
    assert asked(table) == ("attack/hit",)


def test_veterans_instincts_help_with_a_save_out_of_turn() -> None:
    state = people({21: ["veterans_instincts"]}, {21: ["short_sword", "full_plate"]})
    table = acting(state)
    answers: dict[str, Scripted] = {
        "attack/hit": (1, 1, 1, 5),
        "attack/wound": (6,),
        "attack/armour": (1,),
        "attack/armour-help/instincts": "yes",
        "attack/armour-help/roll": 5,
    }
    attack(table, answers)
    assert table.fighter(21).damage == 0
    assert sets_left(table, RUIN) == (33, 44)


def test_iron_discipline_passes_a_will_test() -> None:
    table = acting(people({11: ["penance"], 21: ["iron_discipline"]}))
    answers: dict[str, Scripted] = {
        "ability/who": "21",
        "ability/will/test": 6,
        "ability/will/discipline": "yes",
    }
    use(table, "penance", answers)
    assert table.fighter(21).damage == 0
    assert sets_left(table, RUIN) == (33, 44)


def test_iron_discipline_is_not_asked_about_after_a_test_that_is_passed() -> None:
    table = acting(people({11: ["iron_discipline"]}))
    use(table, "endless_fortitude", {"ability/will/test": 1}, kind="ability")
    assert asked(table) == ("ability/will/test",)


def retreating(*refs: str, gear: list[str] | None = None) -> Table:
    """Return a battle in which half the Vigil is out, and its captain 11 may lead a retreat."""
    table = acting(people({11: refs}, {11: gear or ["short_sword"]}), active=21)
    table.apply(
        KnockOut(fighter=12, by=21),
        KnockOut(fighter=13, by=21),
        *about_battle(active=0, turn=VIGIL),
    )
    return table


@pytest.mark.parametrize(
    ("refs", "gear", "answers"),
    [
        (["iron_discipline"], None, {"order/discipline": "yes"}),
        ([], ["oblivion_dust"], {"order/help": "oblivion_dust:forget"}),
    ],
)
def test_a_retreat_may_be_kept_in_order(
    refs: list[str], gear: list[str] | None, answers: dict[str, Scripted]
) -> None:
    table = retreating(*refs, gear=gear)
    table.do("retreat", {"retreat": (6, 6), **answers}, side=VIGIL)
    assert "The Ashen Vigil retreats in good order." in table.log


# ------------------------------------------------------------------------ cursed_fear


def feared(**more: Any) -> Table:
    gear = {21: ["short_sword", "armor_of_the_lost_baron"]}
    return acting(people(gear=gear), **more)


def test_fear_is_only_a_tale_by_default() -> None:
    table = feared()
    attack(table, MISSES)
    assert asked(table) == ("attack/hit",)


def test_fear_has_to_be_overcome_before_an_attack() -> None:
    table = feared(cursed_fear="on")
    where = "attack/targeted/fear"
    attack(table, {f"{where}/near": "near", f"{where}/test/test": 5})
    assert asked(table) == (f"{where}/near", f"{where}/test/test")
    attack(table, {})
    assert table.fighter(21).damage == 0
    brave = feared(cursed_fear="on")
    attack(brave, {f"{where}/near": "near", f"{where}/test/test": 4, **MISSES})
    attack(brave, MISSES)
    assert asked(brave) == ("attack/hit",)


def test_from_afar_nobody_is_afraid() -> None:
    table = feared(cursed_fear="on")
    attack(table, {"attack/targeted/fear/near": "far", **MISSES})
    assert table.fighter(11).has("actions")
