"""Attacks: who may, in which order they are struck, what stops them, and what comes of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mordcry_app.rules.battle_effects import Afflict
from mordcry_app.rules.battle_engine import Command, CommandValue
from mordcry_app.rules.procedure import Choose
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.state import Trait
from mordcry_app.rulesets.mordcry.battle.arms import arms_of, best_arms
from mordcry_app.rulesets.mordcry.battle.words import Ailment, Doing
from mordcry_app.rulesets.mordcry.lookups import hit_need, wound_need
from tests.rulesets.mordcry.battle.attacks import (
    ANSELM,
    BRANNOC,
    NONE,
    RUTA,
    acting,
    anselm,
    brannoc,
    facing,
    numbers,
    ruta,
)
from tests.rulesets.mordcry.battle.playing import Scripted, Table
from tests.rulesets.mordcry.helpers import rules_with


def strike(
    table: Table,
    answers: dict[str, Scripted],
    weapon: str = "short_sword",
    **values: CommandValue,
) -> str:
    """Let Anselm attack Ruta, who does not react unless the answers say so; return the summary."""
    chosen: dict[str, CommandValue] = {
        "attacker": ANSELM,
        "weapon": weapon,
        "targets": (RUTA,),
        **values,
    }
    asked = table.asks("attack", {}, **chosen)
    reacts = NONE if asked.key == "attack/react" else {}
    todo = Command(kind="attack", values=chosen)
    return table.carry_out(todo, {**reacts, **answers}).summary


def marked(table: Table, fighter: int, status: str) -> None:
    """Give a fighter a status for the rest of the battle."""
    table.apply(Afflict(fighter=fighter, ref=status, until="battle", source="A test"))


# ----------------------------------------------------------------------------- the tables


@pytest.mark.parametrize("skill", range(1, 11))
@pytest.mark.parametrize("against", range(1, 11))
def test_every_cell_of_the_hit_table_is_what_an_attack_needs(skill: int, against: int) -> None:
    table = facing(anselm("short_sword", ws=skill), ruta(ws=against))
    assert numbers(table, "short_sword").hit_need == hit_need(skill, against, rules_with())


@pytest.mark.parametrize("strength", range(1, 11))
@pytest.mark.parametrize("defence", range(1, 11))
def test_every_cell_of_the_wound_table_is_what_an_attack_needs(strength: int, defence: int) -> None:
    table = facing(anselm("short_sword", os=strength), ruta(ds=defence))
    assert numbers(table, "short_sword").wound_need == wound_need(strength, defence, rules_with())


@pytest.mark.parametrize(
    ("skill", "first", "second"),
    [(1, 6, None), (3, 4, None), (5, 2, None), (6, 2, 6), (8, 2, 4), (10, 2, 2)],
)
def test_a_shot_needs_what_the_table_says(skill: int, first: int, second: int | None) -> None:
    found = numbers(facing(anselm("longbow", bs=skill), ruta()), "longbow")
    assert (found.hit_need, found.hit_second) == (first, second)


# ----------------------------------------------------------------------- step after step


def test_a_blow_from_the_dice_to_hit_to_the_status() -> None:
    table = facing(anselm("hammer", a=6, os=4, ws=5), ruta("half_plate", w=8))
    story = strike(
        table,
        {
            "attack/hit": (6, 2, 3),
            "attack/wound": (6, 3, 4),
            "attack/armour": (1, 6, 5),
            "attack/status": 2,
        },
        weapon="hammer",
    )
    assert story == "6 damage, knocked down"
    assert table.last.story == ("Anselm strikes Ruta: 6 damage, knocked down.",)
    assert table.fighter(RUTA).damage == 6
    assert table.fighter(RUTA).has(Ailment.KNOCKED_DOWN)


def test_a_miss_asks_no_more() -> None:
    table = facing(anselm("short_sword"), ruta())
    assert strike(table, {"attack/hit": (1, 2)}) == "missed"
    assert [question.key for question in table.questions] == ["attack/react", "attack/hit"]
    assert table.last.story == ("Anselm strikes at Ruta and misses.",)


def test_a_wound_that_is_impossible_is_not_rolled() -> None:
    table = facing(anselm("short_sword", os=1), ruta(ds=8))
    assert strike(table, {"attack/hit": (6, 6)}) == "cannot wound"
    assert "OS 1 cannot wound DS 8, so nothing is rolled" in table.last.story[0]


def test_a_six_to_wound_is_not_critical_where_a_six_is_needed() -> None:
    table = facing(anselm("short_sword"), ruta(ds=6))
    assert strike(table, {"attack/hit": (5, 1), "attack/wound": 6}) == "1 damage"


def test_a_status_that_is_held_is_damage_instead() -> None:
    table = facing(anselm("short_sword"), ruta(w=11))
    rolled: dict[str, Scripted] = {"attack/hit": (6, 5), "attack/wound": (6, 6, 6)}
    assert strike(table, {**rolled, "attack/status": (3, 3, 6)}) == "5 damage, head injury"
    assert strike(table, {**rolled, "attack/status": (3, 4, 6)}) == "5 damage, leg injury"
    assert table.fight.value(RUTA, "bs").total == 2


def test_a_shot_of_a_master_rolls_its_ones_again() -> None:
    table = facing(anselm("shortbow", bs=7, a=2), ruta())
    answers: dict[str, Scripted] = {
        "attack/hit": (1, 1, 3),
        "attack/hit-again": (5, 4),
        "attack/wound": (4, 4),
    }
    summary = strike(table, answers, weapon="shortbow")
    assert summary == "2 damage, out of action"


def test_damage_dice_are_rolled_for_each_wound() -> None:
    table = facing(anselm("crucible_rifle", bs=5), ruta(w=20))
    answers: dict[str, Scripted] = {
        "attack/hit": (2, 5),
        "attack/wound": (4, 5),
        "attack/damage": (2, 6),
    }
    assert strike(table, answers, weapon="crucible_rifle") == "8 damage"


def test_damage_beyond_the_last_wound_is_lost() -> None:
    table = facing(anselm("hammer", a=4), ruta())
    answers: dict[str, Scripted] = {"attack/hit": 4, "attack/wound": 3}
    assert strike(table, answers, weapon="hammer") == "3 damage, out of action"
    assert table.fighter(RUTA).damage == 2
    assert table.fighter(RUTA).out_by == ANSELM
    assert table.last.told == ("Anselm put Ruta out of action.",)


# ------------------------------------------------------------------------------- reactions


def test_a_parry_is_tried_on_every_wound() -> None:
    table = facing(anselm("short_sword", a=2), ruta("short_sword", ws=4, w=5))
    answers: dict[str, Scripted] = {
        "attack/react": "parry",
        "attack/hit": (5, 5, 5),
        "attack/wound": (4, 5, 5),
        "attack/reaction": (5, 4, 6),
    }
    assert strike(table, answers) == "1 damage"


def test_cover_helps_against_a_shot_only_when_somebody_is_in_it() -> None:
    table = facing(anselm("longbow", a=2), ruta(w=5))
    asked = table.asks("attack", attacker=ANSELM, weapon="longbow", targets=(RUTA,))
    assert not isinstance(asked, Choose)
    answers: dict[str, Scripted] = {
        "attack/react": "take_cover",
        "attack/hit": 4,
        "attack/wound": 4,
        "attack/reaction": 4,
    }
    summary = strike(table, answers, weapon="longbow", switches=("cover",))
    assert summary == "stopped by take cover"


def test_the_dragonbone_bow_shoots_through_cover() -> None:
    table = facing(anselm("dragonbone_bow"), ruta())
    values = {"attacker": ANSELM, "weapon": "dragonbone_bow", "targets": (RUTA,)}
    asked = table.asks("attack", **values, switches=("cover",))
    assert asked.key == "attack/hit"


def test_a_counter_is_struck_at_the_same_time() -> None:
    table = facing(anselm("hammer", a=4, w=2), ruta("hammer", a=4))
    answers: dict[str, Scripted] = {
        "attack/react": "counter",
        "attack/hit": 4,
        "attack/wound": 3,
        "attack/counter/hit": 4,
        "attack/counter/wound": 3,
    }
    assert strike(table, answers, weapon="hammer") == "3 damage, out of action"
    assert table.fighter(RUTA).out_by == ANSELM
    assert table.fighter(ANSELM).out_by == RUTA
    assert table.last.story[:2] == (
        "Anselm strikes Ruta: 3 damage.",
        "Ruta strikes back at Anselm: 3 damage.",
    )


def test_by_speed_the_faster_strikes_first_and_who_is_out_does_not_strike_back() -> None:
    members = (anselm("hammer", a=4), ruta("dagger"))
    faster: dict[str, Scripted] = {
        "attack/react": "counter",
        "attack/counter/hit": (4, 4, 4),
        "attack/counter/wound": (5, 5, 1),
    }
    table = facing(*members, attack_order="counter_by_speed")
    assert strike(table, faster, weapon="hammer") == ""
    assert table.fighter(ANSELM).where == "out"
    assert table.fighter(RUTA).damage == 0
    slower: dict[str, Scripted] = {
        "attack/react": "counter",
        "attack/hit": 4,
        "attack/wound": 3,
    }
    members = (anselm("dagger", s=3, a=1), ruta("hammer", a=4))
    table = facing(anselm("hammer", a=4, s=6), ruta("dagger"), attack_order="counter_by_speed")
    summary = strike(table, slower, weapon="hammer", switches=("charged",))
    assert summary == "3 damage, out of action"
    assert table.fighter(ANSELM).damage == 0


def test_equal_speed_strikes_at_once_also_by_speed() -> None:
    table = facing(anselm("hammer", a=4), ruta("hammer", a=4), attack_order="counter_by_speed")
    answers: dict[str, Scripted] = {
        "attack/react": "counter",
        "attack/hit": 4,
        "attack/wound": 3,
        "attack/counter/hit": 4,
        "attack/counter/wound": 3,
    }
    strike(table, answers, weapon="hammer")
    assert {table.fighter(ANSELM).where, table.fighter(RUTA).where} == {"out"}


def test_a_whole_combat_is_struck_in_the_order_of_speed() -> None:
    table = facing(
        anselm("hammer", a=4, s=4, w=5),
        ruta("dagger", w=5),
        brannoc("short_sword"),
        attack_order="speed",
    )
    answers: dict[str, Scripted] = {
        "attack/combat": (BRANNOC,),
        f"attack/{RUTA}/hit": (1, 1, 1),
        f"attack/{BRANNOC}/hit": (1, 1),
        "attack/hit": 1,
    }
    strike(table, answers, weapon="hammer")
    assert table.last.story[0] == "Order of Speed: Ruta (5), Brannoc (3), Anselm (1)."
    rolls = [question.key for question in table.questions if question.key.endswith("/hit")]
    assert rolls == [f"attack/{RUTA}/hit", f"attack/{BRANNOC}/hit", "attack/hit"]


def test_a_charge_comes_first_in_a_combat() -> None:
    table = facing(anselm("short_sword"), ruta("dagger"), attack_order="speed")
    answers: dict[str, Scripted] = {
        "attack/hit": (4, 5),
        "attack/wound": (5, 5),
    }
    summary = strike(table, answers, switches=("charged",))
    assert table.last.story[0] == "Order of Speed: Anselm (6), Ruta (5)."
    assert summary == "2 damage, out of action"


def test_in_a_combat_everybody_strikes_once_a_round() -> None:
    table = acting(anselm("short_sword"), ruta("dagger", w=9), attack_order="speed")
    missed: dict[str, Scripted] = {
        "attack/hit": (1, 1),
        f"attack/{RUTA}/hit": (1, 1, 1),
    }
    strike(table, missed)
    assert table.fighter(RUTA).has(Doing.FOUGHT)
    strike(table, {"attack/hit": (1, 1)})
    assert "Order of Speed: Anselm (3)." in table.last.story


# ------------------------------------------------------------------------------ house rules


@pytest.mark.parametrize(("reading", "easy", "hard"), [("naturals", 2, 6), ("plain", 1, 7)])
def test_natural_hits(reading: str, easy: int, hard: int) -> None:
    table = facing(
        anselm("short_sword", "longbow", ws=9, bs=1),
        ruta("cloak_of_the_nightwind"),
        natural_hits=reading,
    )
    marked(table, RUTA, "litany_of_wrath")
    assert numbers(table, "short_sword").hit_need == easy
    assert numbers(table, "longbow", "far").hit_need == hard


@pytest.mark.parametrize(
    ("order", "keys"),
    [
        ("armour_first", ["attack/armour", "attack/shield"]),
        ("shield_first", ["attack/shield", "attack/armour"]),
    ],
)
def test_save_order(order: str, keys: list[str]) -> None:
    table = facing(
        anselm("short_sword", os=5), ruta("half_plate", "medium_shield", w=5), save_order=order
    )
    answers: dict[str, Scripted] = {
        "attack/hit": (4, 5),
        "attack/wound": (4, 5),
        "attack/armour": (6, 1) if order == "armour_first" else 1,
        "attack/shield": 5,
    }
    assert strike(table, answers).startswith(
        "stopped by" if order == "armour_first" else "1 damage"
    )
    asked = [question.key for question in table.questions]
    assert [key for key in asked if key in keys] == keys


@pytest.mark.parametrize(("reading", "stunned"), [("no_status", False), ("status", True)])
def test_saved_criticals(reading: str, stunned: bool) -> None:
    table = facing(anselm("short_sword", os=5), ruta("full_plate"), saved_criticals=reading)
    answers: dict[str, Scripted] = {"attack/hit": (4, 1), "attack/wound": 6, "attack/armour": 5}
    if stunned:
        answers["attack/status"] = 1
    strike(table, answers)
    assert table.fighter(RUTA).has(Ailment.STUNNED) is stunned
    assert table.fighter(RUTA).damage == 0


@pytest.mark.parametrize(("reading", "more"), [("round", 0), ("activation", 1)])
def test_shield_use(reading: str, more: int) -> None:
    members = (anselm("short_sword"), replace(anselm("short_sword"), id=12))
    table = acting(*members, ruta("heavy_shield", w=9), shield_use=reading)
    rolled: dict[str, Scripted] = {"attack/hit": (5, 1), "attack/wound": 5}
    shield: dict[str, Scripted] = {"attack/shield": 1}
    assert strike(table, {**rolled, **shield}) == "1 damage"
    assert strike(table, rolled) == "1 damage"
    table.do("activate", fighter=RUTA)
    table.do("end_activation")
    table.do("activate", fighter=12)
    strike(table, {**rolled, **(shield if more else {})}, attacker=12)
    asked = [question.key for question in table.questions]
    assert asked.count("attack/shield") == more


def test_a_buckler_is_no_help_against_shots() -> None:
    assert numbers(facing(anselm("longbow"), ruta("light_shield")), "longbow").shield is None
    assert numbers(facing(anselm("club"), ruta("light_shield")), "club").shield == 6


@pytest.mark.parametrize(("reading", "falls"), [("off", False), ("critical", True)])
def test_falls_near_edges(reading: str, falls: bool) -> None:
    table = facing(anselm("short_sword"), ruta(w=9), falls_near_edges=reading)
    answers: dict[str, Scripted] = {
        "attack/hit": (5, 1),
        "attack/wound": 6,
        "attack/status": 3,
    }
    if falls:
        answers |= {
            "attack/edge/roll": 1,
            "attack/edge/deep": "4",
            "attack/edge/impact/hits": 2,
            "attack/edge/impact/wound": (3, 2),
        }
    strike(table, answers, switches=("near_edge",))
    assert table.fighter(RUTA).damage == (2 if falls else 1)
    assert ("Ruta falls 4″" in " ".join(table.last.story)) is falls


def test_limited_ammo() -> None:
    table = facing(anselm("crucible_rifle"), ruta(), limited_ammo=2)
    for _ in range(2):
        strike(table, {"attack/hit": (1, 1)}, weapon="crucible_rifle")
    values = {"attacker": ANSELM, "weapon": "crucible_rifle", "targets": (RUTA,)}
    assert table.refusal("attack", **values) == (
        "The Crucible Rifle has no shots left in this battle."
    )


def test_minimum_attack_dice() -> None:
    assert numbers(facing(anselm("hammer"), ruta()), "hammer").dice == 1
    table = facing(anselm("hammer"), ruta(), minimum_attack_dice="none")
    values = {"attacker": ANSELM, "weapon": "hammer", "targets": (RUTA,)}
    assert "No dice are left" in table.refusal("attack", **values)


def test_bare_hands_go_by_the_house_rule() -> None:
    assert numbers(facing(anselm(), ruta()), "unarmed").wound_need == 4
    assert numbers(facing(anselm(), ruta(), unarmed="weak"), "unarmed").wound_need == 5
    assert not arms_of(facing(anselm(), ruta(), unarmed="none").fight, ANSELM)


# ------------------------------------------------------------------------- dividing the dice


def test_dice_are_divided_before_they_are_rolled() -> None:
    table = facing(anselm("dagger"), ruta(), brannoc())
    values = {"attacker": ANSELM, "weapon": "dagger", "targets": (RUTA, BRANNOC)}
    assert table.refusal("attack", **values) == "Divide the dice among the targets."
    assert "3 dice are divided" in table.refusal("attack", **values, dice=(1, 1))
    answers: dict[str, Scripted] = {
        "attack/1/react": "none",
        "attack/1/hit": (5, 5),
        "attack/1/wound": (5, 5),
        "attack/2/react": "none",
        "attack/2/hit": 2,
    }
    outcome = table.do("attack", answers, **values, dice=(2, 1))
    assert outcome.summary == "Ruta: 2 damage, out of action; Brannoc: missed"


def test_shots_are_not_divided() -> None:
    table = facing(anselm("shortbow"), ruta(), brannoc())
    values = {"attacker": ANSELM, "weapon": "shortbow", "targets": (RUTA, BRANNOC), "dice": (1, 1)}
    assert table.refusal("attack", **values) == "Only blows in melee are divided."


# --------------------------------------------------------------------------- who may attack


def test_in_a_round_only_the_active_fighter_attacks() -> None:
    table = acting(anselm("short_sword"), ruta("short_sword"))
    assert "Anselm who acts" in table.refusal(
        "attack", attacker=RUTA, weapon="short_sword", targets=(ANSELM,)
    )
    values = {"attacker": ANSELM, "weapon": "short_sword", "targets": (RUTA,)}
    assert table.refusal("attack", **values) == ""
    strike(table, {"attack/hit": (1, 1)})
    assert table.fighter(ANSELM).level(Doing.ACTIONS) == 1
    assert table.fighter(ANSELM).has(Doing.ATTACKED)


def test_whoever_lies_on_the_ground_stands_up_first() -> None:
    table = facing(anselm("short_sword"), ruta())
    marked(table, ANSELM, "knocked_down")
    values = {"attacker": ANSELM, "weapon": "short_sword", "targets": (RUTA,)}
    assert "stand up first" in table.refusal("attack", **values)


def test_the_blind_do_not_shoot() -> None:
    blind = replace(anselm("longbow"), traits=(Trait("injury", "eye_injury", "Blind", 4),))
    table = facing(blind, ruta())
    values = {"attacker": ANSELM, "weapon": "longbow", "targets": (RUTA,)}
    assert table.refusal("attack", **values) == "Anselm is blind and fights in melee only."
    assert [arm.id for arm in best_arms(table.fight, ANSELM)] == ["unarmed"]


def test_a_shot_into_a_fight_needs_a_shooter_near_by() -> None:
    table = facing(anselm("longbow"), ruta())
    values = {"attacker": ANSELM, "weapon": "longbow", "targets": (RUTA,)}
    assert "within 3″" in table.refusal("attack", **values, switches=("engaged",))
    assert table.refusal("attack", **values, switches=("engaged", "close")) == ""


def test_nonsense_is_refused_even_when_forced() -> None:
    table = facing(anselm("short_sword"), ruta())
    with pytest.raises(Refusal, match="Say whom"):
        table.do("attack", forced=True, attacker=ANSELM, weapon="short_sword")
    with pytest.raises(Refusal, match="not in this battle"):
        table.do("attack", forced=True, attacker=ANSELM, weapon="short_sword", targets=(99,))
    with pytest.raises(Refusal, match="attacks with"):
        table.do("attack", forced=True, attacker=ANSELM, weapon="rifle", targets=(RUTA,))
    with pytest.raises(Refusal, match="itself"):
        table.do("attack", forced=True, attacker=ANSELM, weapon="short_sword", targets=(ANSELM,))


def test_a_pair_adds_a_die_and_a_dropped_weapon_is_missing() -> None:
    table = facing(anselm("hammer", "hammer", a=4), ruta())
    assert [arm.label for arm in arms_of(table.fight, ANSELM)] == [
        "Two hammers",
        "Hammer",
        "Unarmed",
    ]
    assert numbers(table, "hammer+second").dice == 2
    assert numbers(table, "hammer").dice == 1


# ------------------------------------------------------------------------------ after effects


def test_the_first_one_breaks_the_tarnished_blade() -> None:
    table = facing(anselm("tarnished_blade"), ruta())
    strike(table, {"attack/hit": (1, 5), "attack/wound": 5}, weapon="tarnished_blade")
    assert not table.state.members[ANSELM].carries("tarnished_blade")
    assert table.fighter(RUTA).damage == 1


def test_the_hexed_musket_blows_up() -> None:
    table = facing(anselm("hexed_musket", w=5), ruta())
    answers: dict[str, Scripted] = {"attack/hit": 1, "attack/one/explode": 3}
    strike(table, answers, weapon="hexed_musket")
    assert table.fighter(ANSELM).damage == 3
    assert not table.state.members[ANSELM].carries("hexed_musket")


def test_a_shot_that_failed_can_be_rolled_again_with_a_powder_flask() -> None:
    table = facing(anselm("pistol", "powder_flask"), ruta())
    answers: dict[str, Scripted] = {
        "attack/hit": 1,
        "attack/failed/again": "powder_flask:reload",
        "attack/again/hit": 5,
        "attack/again/wound": 5,
    }
    assert strike(table, answers, weapon="pistol") == "2 damage, out of action"
