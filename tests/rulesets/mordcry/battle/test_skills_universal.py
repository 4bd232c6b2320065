"""The 8 abilities for everybody, by what they do and when that ends."""

from __future__ import annotations

from dataclasses import replace

from mordcry_app.rules.battle_effects import Bend, KnockOut, PassTime
from mordcry_app.rules.state import Carried
from mordcry_app.rulesets.mordcry.battle.attack_numbers import numbers_of
from mordcry_app.rulesets.mordcry.battle.attacking import plan_of
from mordcry_app.rulesets.mordcry.content import ABILITY
from tests.rulesets.mordcry.battle.playing import Table, about_battle
from tests.rulesets.mordcry.battle.skilled import (
    acting,
    asked,
    hurt,
    mark,
    people,
    refused,
    sets_left,
    use,
    value,
)


def dice_of(table: Table, weapon: str = "short_sword", attacker: int = 11) -> int:
    fight = table.fight
    return numbers_of(fight, plan_of(fight, attacker, weapon, 21)).dice


def activation_ends(table: Table, member_id: int = 11) -> None:
    table.apply(PassTime(what="activation", fighter=member_id))


def round_ends(table: Table) -> None:
    table.apply(PassTime(what="round"))


def test_rush_adds_movement_for_the_activation() -> None:
    table = acting()
    use(table, "rush", kind=ABILITY)
    assert value(table, 11, "m") == 6
    activation_ends(table)
    assert value(table, 11, "m") == 5


def test_onslaught_adds_an_attack_in_melee_only() -> None:
    table = acting(people(gear={11: ["short_sword", "pistol"]}))
    before = dice_of(table), dice_of(table, "pistol")
    use(table, "onslaught", kind=ABILITY)
    assert (dice_of(table), dice_of(table, "pistol")) == (before[0] + 1, before[1])
    activation_ends(table)
    assert dice_of(table) == before[0]


def damage_bonus(table: Table, attacker: int) -> int:
    fight = table.fight
    return numbers_of(fight, plan_of(fight, attacker, "short_sword", 21)).damage_bonus


def test_coordinated_strike_gives_a_fresh_friend_more_damage_this_round() -> None:
    table = acting(None, mark(13, "acted"))
    use(table, "coordinated_strike", {"ability/who": "12", "ability/int/test": 4}, kind=ABILITY)
    assert damage_bonus(table, 12) == 1
    assert damage_bonus(table, 11) == 0
    activation_ends(table, 12)
    assert damage_bonus(table, 12) == 1
    round_ends(table)
    assert damage_bonus(table, 12) == 0


def test_coordinated_strike_needs_the_test_and_somebody_fresh() -> None:
    table = acting()
    use(table, "coordinated_strike", {"ability/who": "12", "ability/int/test": 5}, kind=ABILITY)
    assert damage_bonus(table, 12) == 0
    assert sets_left(table) == (12, 44)
    done = acting(None, mark(12, "acted"), mark(13, "acted"))
    assert "yet to activate" in refused(done, "coordinated_strike", kind=ABILITY)


def test_endless_fortitude_is_a_will_test_for_defence() -> None:
    table = acting()
    use(table, "endless_fortitude", {"ability/will/test": 4}, kind=ABILITY)
    assert value(table, 11, "ds") == 5
    round_ends(table)
    assert value(table, 11, "ds") == 4
    failed = acting()
    use(failed, "endless_fortitude", {"ability/will/test": 5}, kind=ABILITY)
    assert value(failed, 11, "ds") == 4


def test_an_item_helps_with_the_test_of_an_ability() -> None:
    state = people(gear={11: ["short_sword", "pipe_of_calm"]})
    table = acting(state)
    answers = {
        "ability/will/test": 5,
        "ability/will/help-1": "pipe_of_calm:smoke",
        "ability/will/help-1/test": 2,
    }
    use(table, "endless_fortitude", answers, kind=ABILITY)
    assert value(table, 11, "ds") == 5
    waiting = table.state.members[11].waiting("used_in_battle")
    assert [pending.source for pending in waiting] == ["Pipe of Calm"]


def test_what_acts_in_the_battle_acts_in_its_tests() -> None:
    stronger = Bend(fighter=11, stat="will", amount=1, until="round", source="A test")
    table = acting(None, stronger)
    use(table, "endless_fortitude", {"ability/will/test": 5}, kind=ABILITY)
    assert value(table, 11, "ds") == 5


def test_respite_heals_the_value_of_the_dice() -> None:
    table = acting(None, hurt(11, 4), sets=(12, 33))
    use(table, "respite", kind=ABILITY)
    assert table.fighter(11).damage == 1
    assert asked(table) == ()


def test_respite_may_shake_off_a_status_instead() -> None:
    table = acting(None, hurt(11, 4), mark(11, "on_fire", "battle"), sets=(33,))
    use(table, "respite", {"ability/cure": "on_fire"}, kind=ABILITY)
    assert table.fighter(11).damage == 4
    assert not table.fighter(11).has("on_fire")
    well = acting()
    assert "neither damage nor" in refused(well, "respite", kind=ABILITY)


def test_inspiring_presence_calls_a_friend_up_next() -> None:
    table = acting(None, mark(13, "acted"), enemies_react=True)
    use(table, "inspiring_presence", {"ability/who": "12"}, kind=ABILITY)
    assert table.battle.number_of("called") == 12
    table.do("end_activation")
    assert "called up" in table.refusal("activate", fighter=21)
    table.do("activate", fighter=12)
    assert table.battle.number_of("active") == 12


def test_rampage_is_a_bonus_move_and_a_bonus_attack() -> None:
    table = acting(None, *about_battle(twist="weary"))
    answers = {
        "ability/attack/target": "21",
        "ability/attack/strike/hit": (1, 1, 1, 4),
        "ability/attack/strike/wound": (4,),
    }
    use(table, "rampage", answers, kind=ABILITY)
    assert any("moves up to 4″" in line for line in table.log)
    assert table.fighter(11).has("moved")
    assert value(table, 11, "ds") == 3
    assert table.fighter(21).damage == 1
    assert not table.fighter(11).has("actions")


def test_the_attack_of_a_rampage_may_be_left_out() -> None:
    table = acting()
    use(table, "rampage", {"ability/attack/target": "nobody"}, kind=ABILITY)
    assert sets_left(table) == (12, 33)


def test_revive_brings_somebody_back_stunned_with_half_its_wounds() -> None:
    bent = Bend(fighter=12, stat="w", amount=2, until="battle", source="A test")
    table = acting(None, bent, hurt(12, 7), KnockOut(fighter=12, by=21))
    use(table, "revive", {"ability/who": "12"}, kind=ABILITY)
    raised = table.fighter(12)
    assert raised.where == "table"
    assert table.fight.wounds_left(12) == 3
    assert raised.has("stunned")
    assert raised.has("raised")
    assert raised.was_out
    assert table.refusal("activate", fighter=12)


def test_nobody_is_revived_who_is_not_out() -> None:
    assert refused(acting(), "revive", kind=ABILITY) == "Nobody on this side is out of action."


def test_a_rampage_with_several_weapons_asks_for_one() -> None:
    state = people()
    armed = replace(state.members[11], carried=(Carried("short_sword", 1), Carried("pistol", 1)))
    table = acting(state.with_member(armed))
    answers = {
        "ability/attack/target": "21",
        "ability/attack/weapon": "pistol+second",
        "ability/attack/switches": ("far",),
        "ability/attack/strike/hit": (1, 1, 1, 1),
    }
    use(table, "rampage", answers, kind=ABILITY)
    assert table.fighter(21).damage == 0
