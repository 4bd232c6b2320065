"""Temporary statuses: what they cost, how long they last, and what house rules make of them."""

from __future__ import annotations

import pytest

from mordcry_app.rules.battle_effects import PassTime
from mordcry_app.rulesets.mordcry.battle.arms import arms_of, best_arms
from mordcry_app.rulesets.mordcry.battle.critical import afflict, ailments_of, relieve
from mordcry_app.rulesets.mordcry.battle.words import Ailment, Doing
from tests.rulesets.mordcry.battle.attacks import (
    ANSELM,
    NONE,
    RUTA,
    acting,
    anselm,
    facing,
    ruta,
)
from tests.rulesets.mordcry.battle.playing import Scripted, Table


def afflicted(table: Table, fighter: int, *ailments: Ailment) -> Table:
    """Let statuses happen to a fighter."""
    fight = table.fight
    for ailment in ailments:
        afflict(fight, fighter, ailment, "a test")
    table.battle = fight.battle
    return table


def relieved(table: Table, fighter: int, ailment: Ailment) -> Table:
    """Take a status from a fighter."""
    fight = table.fight
    relieve(fight, fighter, ailment)
    table.battle = fight.battle
    return table


@pytest.mark.parametrize(
    ("ailment", "stat", "value"),
    [
        (Ailment.HEAD_INJURY, "bs", 2),
        (Ailment.LEG_INJURY, "m", 4),
        (Ailment.ARM_INJURY, "ws", 2),
    ],
)
def test_an_injury_costs_one_to_the_end_of_the_battle(
    ailment: Ailment, stat: str, value: int
) -> None:
    table = afflicted(facing(anselm(), ruta()), RUTA, ailment, ailment)
    assert table.fight.value(RUTA, stat).total == value
    table.apply(PassTime(what="round"), PassTime(what="activation", fighter=RUTA))
    assert ailments_of(table.fight, RUTA) == (ailment,)
    relieved(table, RUTA, ailment)
    assert table.fight.value(RUTA, stat).total == value + 1
    assert ailments_of(table.fight, RUTA) == ()


def test_statuses_come_in_the_order_of_the_table() -> None:
    table = afflicted(facing(anselm(), ruta()), RUTA, Ailment.LEG_INJURY, Ailment.STUNNED)
    assert ailments_of(table.fight, RUTA) == (Ailment.STUNNED, Ailment.LEG_INJURY)


# ------------------------------------------------------------------------------- stunned


def test_stunned_lasts_through_the_next_activation() -> None:
    table = afflicted(acting(anselm(), ruta()), RUTA, Ailment.STUNNED)
    table.do("end_activation")
    assert table.fighter(RUTA).has(Ailment.STUNNED)
    table.do("activate", fighter=RUTA)
    assert not table.fighter(RUTA).has(Ailment.STUNNED)
    assert table.fight.active is None


def test_whoever_is_stunned_in_its_own_activation_misses_the_next_one() -> None:
    table = afflicted(acting(anselm(), ruta()), ANSELM, Ailment.STUNNED)
    table.apply(PassTime(what="activation", fighter=ANSELM))
    assert table.fighter(ANSELM).has(Ailment.STUNNED)
    table.apply(PassTime(what="activation", fighter=ANSELM))
    assert not table.fighter(ANSELM).has(Ailment.STUNNED)


def test_stunned_to_the_end_of_the_round() -> None:
    table = afflicted(acting(anselm(), ruta(), stunned="round"), RUTA, Ailment.STUNNED)
    table.apply(PassTime(what="activation", fighter=RUTA))
    assert table.fighter(RUTA).has(Ailment.STUNNED)
    table.apply(PassTime(what="round"))
    assert not table.fighter(RUTA).has(Ailment.STUNNED)


# --------------------------------------------------------------------- prone, pinned, on fire


def test_prone_is_knocked_down() -> None:
    table = afflicted(facing(anselm(), ruta()), RUTA, Ailment.PRONE)
    assert ailments_of(table.fight, RUTA) == (Ailment.KNOCKED_DOWN,)
    table.apply(PassTime(what="round"), PassTime(what="activation", fighter=RUTA))
    assert table.fighter(RUTA).has(Ailment.KNOCKED_DOWN)


def test_prone_that_only_marks_who_lies_down_passes_by_itself() -> None:
    table = afflicted(facing(anselm(), ruta(), prone="free"), RUTA, Ailment.PRONE)
    assert ailments_of(table.fight, RUTA) == (Ailment.PRONE,)
    table.apply(PassTime(what="activation", fighter=RUTA))
    assert ailments_of(table.fight, RUTA) == ()


@pytest.mark.parametrize(("reading", "moves"), [("no_disengage", True), ("no_move", False)])
def test_pinned(reading: str, moves: bool) -> None:
    table = acting(anselm(), ruta(), pinned=reading)
    afflicted(table, ANSELM, Ailment.PINNED)
    assert (table.refusal("move", fighter=ANSELM) == "") is moves
    assert table.refusal("disengage", fighter=ANSELM)
    for _ in range(2):
        table.apply(PassTime(what="activation", fighter=ANSELM))
    assert not table.fighter(ANSELM).has(Ailment.PINNED)


@pytest.mark.parametrize(
    ("reading", "burns_on"), [("until_cleared", True), ("one_round", False), ("ignored", True)]
)
def test_on_fire(reading: str, burns_on: bool) -> None:
    table = afflicted(facing(anselm(), ruta(), on_fire=reading), RUTA, Ailment.ON_FIRE)
    table.apply(PassTime(what="round"))
    assert table.fighter(RUTA).has(Ailment.ON_FIRE) is burns_on


# ------------------------------------------------------------------------------- disarmed


def arm_hurt(table: Table, answers: dict[str, Scripted]) -> Table:
    """Let Anselm hurt Ruta’s arm."""
    rolled: dict[str, Scripted] = {
        "attack/hit": (5, 1),
        "attack/wound": 6,
        "attack/status": 5,
        **NONE,
        **answers,
    }
    table.do("attack", rolled, attacker=ANSELM, weapon="short_sword", targets=(RUTA,))
    return table


def test_nobody_is_disarmed_by_default() -> None:
    table = facing(anselm("short_sword"), ruta("dagger", "club", w=9))
    arm_hurt(table, {})
    assert ailments_of(table.fight, RUTA) == (Ailment.ARM_INJURY,)


def test_a_hurt_arm_drops_a_weapon() -> None:
    table = facing(anselm("short_sword"), ruta("dagger", "club", w=9), disarmed="critical")
    arm_hurt(table, {"attack/dropped": "club"})
    assert ailments_of(table.fight, RUTA) == (Ailment.ARM_INJURY, Ailment.DISARMED)
    assert "Ruta drops the Club." in table.last.story
    arms = {arm.id: arm.refused for arm in arms_of(table.fight, RUTA)}
    assert arms == {"dagger": "", "club": "The Club lies on the ground.", "unarmed": ""}
    relieved(table, RUTA, Ailment.DISARMED)
    assert [arm.id for arm in best_arms(table.fight, RUTA)] == ["dagger+second", "club+second"]


def test_the_only_weapon_is_dropped_without_asking_and_fists_are_left() -> None:
    table = facing(anselm("short_sword"), ruta("dagger", w=9), disarmed="critical")
    arm_hurt(table, {})
    assert [arm.id for arm in best_arms(table.fight, RUTA)] == ["unarmed"]


def test_a_status_of_an_active_fighter_counts_its_own_activation_out() -> None:
    table = afflicted(acting(anselm(), ruta()), ANSELM, Ailment.PINNED)
    status = table.fighter(ANSELM).status(Ailment.PINNED)
    assert status is not None
    assert status.turns == 2
    assert table.fighter(ANSELM).has(Doing.ACTED)
