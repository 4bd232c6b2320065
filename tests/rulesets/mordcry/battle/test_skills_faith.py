"""Skills of prayer and mercy: 13 to 20 and 37."""

from __future__ import annotations

from typing import Any

import pytest

from mordcry_app.rules.battle_effects import PassTime
from mordcry_app.rules.odds.numbers import AttackNumbers
from mordcry_app.rulesets.mordcry.battle.attack_numbers import numbers_of
from mordcry_app.rulesets.mordcry.battle.attacking import plan_of
from tests.rulesets.mordcry.battle.playing import Scripted, Table
from tests.rulesets.mordcry.battle.skilled import (
    acting,
    hurt,
    mark,
    people,
    refused,
    sets_left,
    use,
    value,
)


def with_skill(ref: str, **more: Any) -> Table:
    return acting(people({11: [ref]}), **more)


def numbers(table: Table, attacker: int, target: int) -> AttackNumbers:
    fight = table.fight
    return numbers_of(fight, plan_of(fight, attacker, "short_sword", target))


def round_ends(table: Table) -> None:
    table.apply(PassTime(what="activation", fighter=11), PassTime(what="round"))


def test_healing_hands_heal_a_friend_by_the_value_of_the_dice() -> None:
    table = with_skill("healing_hands", sets=(33, 63))
    table.apply(hurt(11, 2), hurt(12, 4))
    use(table, "healing_hands", {"ability/set": "63", "ability/who": "12"})
    assert (table.fighter(11).damage, table.fighter(12).damage) == (2, 0)
    assert sets_left(table) == (33,)


def test_healing_hands_may_cure_a_friend_and_need_one() -> None:
    table = with_skill("healing_hands", sets=(33,))
    assert "No friend" in refused(table, "healing_hands")
    table.apply(mark(12, "stunned", "activation"), mark(12, "arm_injury", "battle"))
    use(table, "healing_hands", {"ability/who": "12", "ability/cure": "arm_injury"})
    assert not table.fighter(12).has("arm_injury")
    assert table.fighter(12).has("stunned")


def test_righteous_zeal_lasts_for_the_round() -> None:
    table = with_skill("righteous_zeal")
    use(table, "righteous_zeal")
    assert (value(table, 11, "ws"), value(table, 11, "will")) == (7, 5)
    assert any("has to charge" in line for line in table.log)
    round_ends(table)
    assert (value(table, 11, "ws"), value(table, 11, "will")) == (6, 4)


def test_martyrs_zeal_costs_a_wound_and_inspires_friends() -> None:
    table = with_skill("martyrs_zeal")
    use(table, "martyrs_zeal", {"ability/who": (12, 13)})
    assert table.fighter(11).damage == 1
    assert [value(table, f, "a") for f in (11, 12, 13)] == [3, 4, 4]
    round_ends(table)
    assert value(table, 12, "a") == 3


def test_the_martyr_may_die_of_it() -> None:
    table = with_skill("martyrs_zeal")
    table.apply(hurt(11, 4))
    use(table, "martyrs_zeal", {"ability/who": (12,)})
    assert table.fighter(11).where == "out"
    assert value(table, 12, "a") == 4


@pytest.mark.parametrize(("face", "damage"), [(4, 0), (5, 2)])
def test_penance_hurts_an_enemy_that_fails_its_test(face: int, damage: int) -> None:
    table = with_skill("penance")
    answers: dict[str, Scripted] = {"ability/who": "22", "ability/will/test": face}
    use(table, "penance", answers | ({"ability/damage": 2} if damage else {}))
    assert table.fighter(22).damage == damage


def test_blessed_endurance_takes_one_off_all_damage_but_never_the_last() -> None:
    table = with_skill("blessed_endurance")
    use(table, "blessed_endurance")
    assert numbers(table, 21, 11).less == 1
    round_ends(table)
    assert numbers(table, 21, 11).less == 0


@pytest.mark.parametrize(("rolled", "taken"), [(3, 2), (1, 1)])
def test_blessed_endurance_counts_against_skills(rolled: int, taken: int) -> None:
    table = with_skill("penance")
    table.apply(mark(22, "blessed_endurance"))
    answers: dict[str, Scripted] = {
        "ability/who": "22",
        "ability/will/test": 6,
        "ability/damage": rolled,
    }
    use(table, "penance", answers)
    assert table.fighter(22).damage == taken


def test_cleansing_litany_frees_friends_of_every_status() -> None:
    table = with_skill("cleansing_litany")
    assert "No friend" in refused(table, "cleansing_litany")
    table.apply(
        mark(12, "on_fire", "battle"),
        mark(12, "poisoned", "battle"),
        mark(13, "stunned", "activation"),
        mark(12, "acted"),
    )
    use(table, "cleansing_litany", {"ability/who": (12,)})
    assert {s.ref for s in table.fighter(12).statuses} == {"acted"}
    assert table.fighter(13).has("stunned")


def test_a_litany_gives_back_what_a_wound_took() -> None:
    from mordcry_app.rulesets.mordcry.battle.critical import afflict
    from mordcry_app.rulesets.mordcry.battle.words import Ailment

    table = with_skill("cleansing_litany")
    fight = table.fight
    afflict(fight, 12, Ailment.ARM_INJURY, "A test")
    table.apply(*fight.outcome().battle)
    assert value(table, 12, "ws") == 5
    use(table, "cleansing_litany", {"ability/who": (12,)})
    assert value(table, 12, "ws") == 6


def test_litany_of_wrath_makes_one_enemy_easier_to_hit_for_everybody() -> None:
    table = with_skill("litany_of_wrath")
    use(table, "litany_of_wrath", {"ability/who": "21"})
    assert numbers(table, 11, 21).hit_need == 3
    assert numbers(table, 12, 21).hit_need == 3
    assert numbers(table, 12, 22).hit_need == 4
    round_ends(table)
    assert numbers(table, 12, 21).hit_need == 4


@pytest.mark.parametrize(
    ("tags", "faces", "damage"), [([], (3,), 3), (["Undead"], (2, 2), 4), (["demon"], (1, 3), 4)]
)
def test_witchfire_burns_the_undead_and_demons_more(
    tags: list[str], faces: tuple[int, ...], damage: int
) -> None:
    table = acting(people({11: ["witchfire"]}, tags={21: tags}))
    answers: dict[str, Scripted] = {
        "ability/will/test": 1,
        "ability/who": "21",
        "ability/damage": faces,
    }
    use(table, "witchfire", answers)
    assert table.fighter(21).damage == damage


def test_witchfire_needs_its_test() -> None:
    table = with_skill("witchfire")
    use(table, "witchfire", {"ability/will/test": 5})
    assert sets_left(table) == (12, 44)
    assert not any(table.fighter(f).damage for f in (21, 22, 23))


def test_grim_resolve_lets_only_critical_wounds_finish_somebody() -> None:
    table = with_skill("grim_resolve")
    use(table, "grim_resolve")
    assert numbers(table, 21, 11).only_criticals_kill
    round_ends(table)
    assert not numbers(table, 21, 11).only_criticals_kill


def test_grim_resolve_holds_against_damage_of_skills() -> None:
    table = with_skill("penance")
    table.apply(mark(22, "grim_resolve"), hurt(22, 3))
    answers: dict[str, Scripted] = {
        "ability/who": "22",
        "ability/will/test": 6,
        "ability/damage": 3,
    }
    use(table, "penance", answers)
    assert table.fighter(22).damage == 4
    assert table.fighter(22).where == "table"
