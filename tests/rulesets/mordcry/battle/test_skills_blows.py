"""Skills that make attacks or make them stronger: 1, 3 to 7, 9 to 12, 22, 24 and 27."""

from __future__ import annotations

from typing import Any

import pytest

from mordcry_app.rules.battle_effects import Hurt, PassTime
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

STRIKE = "ability/attack/strike"
NO_WOUND = (1, 1, 1, 1)
"""Four dice to hit, all of which miss: a captain with a short sword."""


def numbers(
    table: Table, weapon: str = "short_sword", target: int = 21, *switches: str, attacker: int = 11
) -> AttackNumbers:
    fight = table.fight
    return numbers_of(fight, plan_of(fight, attacker, weapon, target, switches))


def notes(table: Table, weapon: str = "short_sword", *switches: str) -> str:
    return "; ".join(plan_of(table.fight, 11, weapon, 21, switches).notes)


def activation_ends(table: Table, member_id: int = 11) -> None:
    table.apply(PassTime(what="activation", fighter=member_id))


def attack(table: Table, answers: dict[str, Scripted], **values: Any) -> None:
    """Let 11 attack 21 with the short sword."""
    wanted = {"attacker": 11, "weapon": "short_sword", "targets": (21,), **values}
    table.do("attack", answers, **wanted)


def with_skill(*refs: str, gear: dict[int, list[str]] | None = None, **rules: Any) -> Table:
    return acting(people({11: refs}, gear), **rules)


def test_blood_for_iron_strikes_harder_in_melee_and_burns_its_bearer() -> None:
    table = with_skill("blood_for_iron", gear={11: ["short_sword", "pistol"]})
    assert (numbers(table).wound_need, numbers(table, "pistol").wound_need) == (4, 4)
    use(table, "blood_for_iron")
    assert (numbers(table).wound_need, numbers(table, "pistol").wound_need) == (3, 4)
    assert "+1 Offensive Strength, Blood for Iron" in notes(table)
    activation_ends(table)
    assert numbers(table).wound_need == 4


def first_keys(table: Table) -> str:
    """Return where the keys of an attack action begin."""
    question = table.asks("attack", attacker=11, weapon="short_sword", targets=(21,))
    return question.key.removesuffix("/hit")


def test_putting_an_enemy_out_with_blood_for_iron_costs_a_wound() -> None:
    table = with_skill("blood_for_iron")
    use(table, "blood_for_iron")
    table.apply(hurt(21, 4))
    key = first_keys(table)
    attack(table, {f"{key}/hit": (1, 1, 1, 5), f"{key}/wound": (3,)})
    assert table.fighter(21).where == "out"
    assert table.fighter(11).damage == 1


def test_unbowed_acts_to_the_end_of_the_battle_once_half_the_wounds_are_gone() -> None:
    table = with_skill("unbowed")
    assert "more than half" in refused(table, "unbowed")
    table.apply(hurt(11, 3))
    before = numbers(table).dice
    use(table, "unbowed")
    assert value(table, 11, "ws") == 7
    assert numbers(table).dice == before + 1
    activation_ends(table)
    table.apply(PassTime(what="round"))
    assert value(table, 11, "ws") == 7
    again = with_skill("unbowed")
    again.apply(hurt(11, 3), mark(11, "unbowed", "battle"))
    assert "unbowed already" in refused(again, "unbowed")


def test_killing_stroke_doubles_the_damage_and_is_the_only_action() -> None:
    table = with_skill("killing_stroke", enemies_react=True)
    table.apply(mark(21, "acted"))
    answers: dict[str, Scripted] = {
        "ability/attack/target": "21",
        f"{STRIKE}/hit": (1, 1, 1, 5),
        f"{STRIKE}/wound": (4,),
    }
    use(table, "killing_stroke", answers)
    assert table.fighter(21).damage == 2
    assert table.refusal("move", fighter=11)
    table = with_skill("killing_stroke")
    table.apply(mark(11, "actions", "activation"))
    assert "has acted already" in refused(table, "killing_stroke")


def test_merciless_advance_follows_on_a_kill() -> None:
    table = with_skill("merciless_advance")
    assert "put nobody out" in refused(table, "merciless_advance")
    table.apply(hurt(21, 4))
    key = first_keys(table)
    attack(table, {f"{key}/hit": (1, 1, 1, 5), f"{key}/wound": (4,)})
    answers: dict[str, Scripted] = {
        "ability/attack/target": "22",
        f"{STRIKE}/hit": (1, 1, 1, 5),
        f"{STRIKE}/wound": (4,),
    }
    use(table, "merciless_advance", answers)
    assert any("moves up to 3″" in line for line in table.log)
    assert table.fighter(22).damage == 1


def test_sweeping_blow_strikes_everybody_within_2_inches() -> None:
    table = with_skill("sweeping_blow")
    answers: dict[str, Scripted] = {
        "ability/who": (21, 23),
        "ability/21/strike/hit": (1, 1, 1, 5),
        "ability/21/strike/wound": (4,),
        "ability/23/strike/hit": (5, 5, 1, 1),
        "ability/23/strike/wound": (4, 4),
    }
    use(table, "sweeping_blow", answers)
    assert [table.fighter(f).damage for f in (21, 22, 23)] == [1, 0, 2]
    assert not table.fighter(11).has("actions")


def test_sweeping_blow_stops_when_the_blade_breaks() -> None:
    table = with_skill("sweeping_blow", gear={11: ["tarnished_blade"]})
    answers: dict[str, Scripted] = {"ability/who": (21, 23), "ability/21/strike/hit": (1, 1, 1, 1)}
    use(table, "sweeping_blow", answers)
    assert not table.state.members[11].carries("tarnished_blade")
    assert table.last.summary == "1 enemy"
    assert [table.fighter(f).damage for f in (21, 23)] == [0, 0]


def test_shieldbreaker_makes_shields_useless_in_melee() -> None:
    gear = {11: ["short_sword", "pistol"], 21: ["short_sword", "heavy_shield"]}
    table = with_skill("shieldbreaker", gear=gear)
    assert numbers(table).shield == 4
    use(table, "shieldbreaker")
    assert numbers(table).shield is None
    assert numbers(table, "pistol").shield == 4
    activation_ends(table)
    assert numbers(table).shield == 4


def test_unrelenting_fury_adds_an_attack_in_melee() -> None:
    table = with_skill("unrelenting_fury", gear={11: ["short_sword", "pistol"]})
    before = numbers(table).dice, numbers(table, "pistol").dice
    use(table, "unrelenting_fury")
    assert (numbers(table).dice, numbers(table, "pistol").dice) == (before[0] + 1, before[1])
    assert any("nearest enemy" in line for line in table.log)
    activation_ends(table)
    assert numbers(table).dice == before[0]


def test_furious_charge_counts_in_the_first_melee_attack_after_a_charge() -> None:
    table = with_skill("furious_charge")
    use(table, "furious_charge")
    plain, charging = numbers(table), numbers(table, "short_sword", 21, "charged")
    assert (plain.hit_need, plain.damage_bonus) == (4, 0)
    assert (charging.hit_need, charging.damage_bonus) == (2, 2)
    assert "+2 to hit, +2 damage, Furious Charge" in notes(table, "short_sword", "charged")
    table.apply(mark(11, "charged", "activation"))
    assert numbers(table).hit_need == 2
    key = first_keys(table)
    attack(table, {f"{key}/hit": NO_WOUND})
    assert numbers(table).hit_need == 4


def test_bloodthirst_heals_after_a_kill() -> None:
    table = with_skill("bloodthirst")
    table.apply(mark(11, "slew", "activation"))
    assert "no damage" in refused(table, "bloodthirst")
    table.apply(Hurt(fighter=11, amount=3))
    use(table, "bloodthirst", {"ability/heal": 2})
    assert table.fighter(11).damage == 1
    unslain = with_skill("bloodthirst")
    unslain.apply(Hurt(fighter=11, amount=3))
    assert "put nobody out" in refused(unslain, "bloodthirst")


def test_quick_hands_is_an_extra_attack_for_half_damage_once_a_round() -> None:
    table = with_skill("quick_hands", gear={11: ["hammer"]})
    answers: dict[str, Scripted] = {
        "ability/attack/target": "21",
        f"{STRIKE}/hit": (5,),
        f"{STRIKE}/wound": (3,),
    }
    use(table, "quick_hands", answers)
    assert table.fighter(21).damage == 2
    assert not table.fighter(11).has("actions")
    activation_ends(table)
    assert table.fighter(11).has("quick_hands")
    table.apply(PassTime(what="round"))
    assert not table.fighter(11).has("quick_hands")


def test_quick_hands_needs_a_one_handed_weapon() -> None:
    table = with_skill("quick_hands", gear={11: ["halberd"]})
    assert "no one-handed weapon" in refused(table, "quick_hands")
    used = with_skill("quick_hands")
    used.apply(mark(11, "quick_hands"))
    assert "used it in this round" in refused(used, "quick_hands")


@pytest.mark.parametrize(("face", "loses"), [(3, False), (4, True)])
def test_nerve_strike_may_cost_the_next_activation(face: int, loses: bool) -> None:
    table = with_skill("nerve_strike")
    use(table, "nerve_strike", {"ability/who": "21"})
    key = first_keys(table)
    attack(
        table,
        {
            f"{key}/hit": (1, 1, 1, 5),
            f"{key}/when-hit/nerve": face,
            f"{key}/wound": (1,),
        },
    )
    assert table.fighter(21).has("loses_activation") is loses
    assert not table.fighter(11).has("nerve_strike")


def test_nerve_strike_is_over_with_the_next_attack_whatever_it_does() -> None:
    missed = with_skill("nerve_strike")
    use(missed, "nerve_strike", {"ability/who": "21"})
    key = first_keys(missed)
    attack(missed, {f"{key}/hit": NO_WOUND})
    assert not missed.fighter(11).has("nerve_strike")
    other = with_skill("nerve_strike")
    use(other, "nerve_strike", {"ability/who": "22"})
    attack(other, {f"{key}/hit": (1, 1, 1, 5), f"{key}/wound": (1,)})
    assert not other.fighter(21).has("loses_activation")


def test_poisoned_blades_double_the_damage_of_sixes_with_one_weapon() -> None:
    table = with_skill("poisoned_blades", gear={11: ["short_sword", "dagger"]})
    use(table, "poisoned_blades", {"ability/weapon": "dagger"})
    assert numbers(table, "dagger").double_on_six
    assert not numbers(table).double_on_six
    assert "Poisoned Blades, Dagger" in notes(table, "dagger")
    activation_ends(table)
    table.apply(PassTime(what="round"))
    assert numbers(table, "dagger").double_on_six


def test_poisoned_blades_ask_for_nothing_with_one_weapon_and_need_one() -> None:
    table = with_skill("poisoned_blades")
    use(table, "poisoned_blades")
    assert numbers(table).double_on_six
    assert sets_left(table) == (33, 44)
    bare = with_skill("poisoned_blades", gear={11: []})
    assert "no melee weapon" in refused(bare, "poisoned_blades")
