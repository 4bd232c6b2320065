"""Twists: each of the twelve, at the moment at which it acts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mordcry_app.rules.battle_effects import BattleEffect, Fact, Hurt, Place
from mordcry_app.rules.procedure import Choose, Roll
from mordcry_app.rulesets.mordcry.battle import pool, twists
from mordcry_app.rulesets.mordcry.battle.words import Known, OfFighter, OfSide, Phase
from tests.rulesets.mordcry.battle.driving import end_round, fell, keyed, start
from tests.rulesets.mordcry.battle.playing import (
    Table,
    about_battle,
    about_fighter,
    about_side,
    ruleset,
    warbands,
)
from tests.rulesets.mordcry.helpers import RUIN, VIGIL

ACTING = {
    "late_reserves", "flanking_reserves", "fog_lifts", "weary", "grim_tally", "inspired",
    "stragglers", "heavy_going", "lightning", "shards",
}  # fmt: skip


def laid(twist: str, *setup: BattleEffect, **facts: Fact) -> Table:
    """Return a battle with a twist and what its set-up puts on the table."""
    known = about_battle(twist=twist, last_round=4, **facts)
    return Table.laid(warbands("captain", "warrior", "youngblood"), *known, *setup)


def in_reserve(*fighters: int, arrives: int = 2, group: int = 2) -> tuple[BattleEffect, ...]:
    """Return effects that put fighters into reserve."""
    return tuple(
        effect
        for fighter in fighters
        for effect in (
            Place(fighter=fighter, where="reserve"),
            *about_fighter(fighter, arrives=arrives, group=group),
        )
    )


def active(table: Table, fighter: int) -> None:
    """Activate a fighter as the first of the round."""
    table.start_round()
    table.do("first", side=table.fighter(fighter).side)
    table.do("activate", fighter=fighter)


def test_every_row_of_the_table_acts_or_is_known_to_be_the_tables() -> None:
    rows = {row.id for row in ruleset().content.tables["twist"].rows}
    assert rows == ACTING | {"calm", "fog_stays"}
    for name in ACTING:
        assert name in vars(twists).values()


@pytest.mark.parametrize("twist", ["calm", "fog_stays"])
def test_some_twists_never_ask(twist: str) -> None:
    table = laid(twist, is_foggy=int(twist == "fog_stays"))
    active(table, 11)
    table.do("end_activation")
    end_round(table)
    start(table)
    assert table.battle.number_of(Known.IS_FOGGY) == (twist == "fog_stays")


# ----------------------------------------------------------------------------- reserves


def test_late_reserves_come_a_round_later_on_a_1() -> None:
    table = laid("late_reserves", *in_reserve(12, 13))
    table.start_round()
    end_round(table)
    start_reserves(table)
    table.do("reserves", {"reserves/late": (1, 2)}, side=VIGIL)
    assert [table.fighter(f).where for f in (12, 13)] == ["reserve", "table"]
    assert table.fighter(12).number(OfFighter.ARRIVES) == 3
    assert "Fighter 12 will come a round later." in table.log
    end_round(table)
    start_reserves(table)
    table.do("reserves", side=VIGIL)
    assert table.fighter(12).where == "table"
    assert not any(isinstance(question, Roll) for question in table.questions)


def start_reserves(table: Table) -> None:
    table.do(
        "roll_initiative",
        {"initiative/1": (1, 2, 3, 4, 5, 6), "initiative/2": (1, 1, 2, 2, 3, 3)},
    )
    for side in (VIGIL, RUIN):
        table.do("wild_dice", side=side, use="keep")
    assert table.fight.phase == Phase.RESERVES


def test_flanking_reserves_come_in_the_first_round_on_a_6() -> None:
    setup = (*in_reserve(12, 13), *in_reserve(23, arrives=3))
    table = laid("flanking_reserves", *setup)
    start_reserves(table)
    table.do("reserves", {"reserves/flank": (6, 5)}, side=VIGIL)
    assert table.fight.phase == Phase.RESERVES
    table.do("reserves", {"reserves/flank": (6,)}, side=RUIN)
    assert [table.fighter(f).where for f in (12, 13, 23)] == ["table", "reserve", "table"]
    assert table.fight.phase == Phase.ACTIONS
    end_round(table)
    start_reserves(table)
    table.do("reserves", side=VIGIL)
    assert table.fighter(13).where == "table"


def test_without_reserves_nobody_flanks() -> None:
    table = laid("flanking_reserves")
    start(table)


# ----------------------------------------------------------------------------- action phase


@pytest.mark.parametrize(("face", "foggy"), [(1, 0), (2, 1), (6, 1)])
def test_mists_clear_on_less_than_the_round(face: int, foggy: int) -> None:
    table = laid("fog_lifts", is_foggy=1)
    start(table)
    end_round(table)
    start(table, fog=face)
    assert table.battle.number_of(Known.IS_FOGGY) == foggy


def test_mists_that_have_cleared_are_not_rolled_for() -> None:
    table = laid("fog_lifts", is_foggy=0, round=2)
    start(table)


@pytest.mark.parametrize(
    ("far", "face", "where"),
    [("near", 6, "out"), ("near", 5, "table"), ("far", 5, "out"), ("far", 4, "table")],
)
def test_stragglers_may_be_dragged_away(far: str, face: int, where: str) -> None:
    table = laid("stragglers")
    start(table, **{"1__who": (21,), "far": far, "roll": face, "2__who": ()})
    assert table.fighter(21).where == where
    assert table.fighter(21).spared == (where == "out")


def test_a_straggler_can_be_the_last_one() -> None:
    table = laid("stragglers")
    table.apply(*(Place(fighter=fighter, where="out") for fighter in (22, 23)))
    start_until_over(table)
    assert table.battle.number_of(Known.WINNER) == VIGIL


def start_until_over(table: Table) -> None:
    faces = {"initiative/1": (1, 1, 2, 3, 4, 5), "initiative/2": (6, 6, 5, 5, 1, 2)}
    table.do("roll_initiative", faces)
    table.do("wild_dice", side=VIGIL, use="keep")
    last = {"side": RUIN, "use": "keep"}
    answers = keyed(table, "wild_dice", {"1__who": (21,), "far": "near", "roll": 6}, **last)
    table.do("wild_dice", answers, **last)
    assert table.engine.is_over(table.battle)


# ----------------------------------------------------------------------------- moving


def test_who_moves_is_wearier_once_a_round() -> None:
    table = laid("weary")
    active(table, 12)
    before = table.fight.value(12, "ds").total
    table.do("move", fighter=12)
    table.do("move", fighter=12)
    assert table.fight.value(12, "ds").total == before - 1
    assert "weary" in str(table.fight.value(12, "ds").parts)
    end_round(table)
    assert table.fight.value(12, "ds").total == before


def test_heavy_going_slows_moves_but_for_those_who_fly() -> None:
    state = warbands("captain", "warrior")
    flyer = replace(state.members[12], tags=frozenset({"fly"}))
    known = about_battle(twist="heavy_going", last_round=4)
    fight = Table.laid(state.with_member(flyer), *known).fight
    assert twists.slows_moves(fight, 11)
    assert not twists.slows_moves(fight, 12)
    assert not twists.slows_moves(laid("calm").fight, 11)


# ----------------------------------------------------------------------------- activations


@pytest.mark.parametrize(
    ("height", "faces", "struck"),
    [("0", (4, 6), True), ("0", (4, 5), False), ("3", (1, 6), True), ("3", (1, 5), False)],
)
def test_lightning_strikes_who_stands_high(
    height: str, faces: tuple[int, ...], struck: bool
) -> None:
    table = laid("lightning")
    active(table, 11)
    answers: dict[str, Any] = {"height": height, "lightning": faces}
    if struck:
        answers["bolt"] = (1, 2)
    table.do("end_activation", keyed(table, "end_activation", answers))
    assert table.fighter(11).damage == (3 if struck else 0)


def test_under_a_platform_nobody_is_struck() -> None:
    table = laid("lightning")
    active(table, 11)
    question = table.asks("end_activation")
    assert isinstance(question, Choose)
    table.do("end_activation", {question.key: "under"})
    assert table.fighter(11).damage == 0


def test_lightning_says_its_chance() -> None:
    table = laid("lightning")
    active(table, 11)
    first = table.asks("end_activation")
    question = table.asks("end_activation", {first.key: "0"})
    assert isinstance(question, Roll)
    assert dict(question.chances)["strikes"] == pytest.approx(6 / 36)


def test_lightning_can_put_somebody_out() -> None:
    table = laid("lightning")
    active(table, 13)
    answers = {"height": "9", "lightning": (1, 1), "bolt": (6, 6)}
    table.do("end_activation", keyed(table, "end_activation", answers))
    assert table.fighter(13).where == "out"
    assert table.fight.active is None


# ----------------------------------------------------------------------------- round end


@pytest.mark.parametrize(
    ("fallen", "wild"), [((13,), [1, 0]), ((13, 22, 23), [0, 1]), ((13, 23), [0, 0]), ((), [0, 0])]
)
def test_the_side_that_lost_more_gets_a_wild_die(fallen: tuple[int, ...], wild: list[int]) -> None:
    table = laid("grim_tally")
    table.start_round()
    before = [pool.wild_dice(table.fight, side) for side in (VIGIL, RUIN)]
    for fighter in fallen:
        fell(table, fighter)
    end_round(table)
    after = [pool.wild_dice(table.fight, side) for side in (VIGIL, RUIN)]
    assert [a - b for a, b in zip(after, before, strict=True)] == wild
    assert table.battle.sides[VIGIL].number(OfSide.LOSSES) == 0


def test_shards_hurt_who_is_near_terrain() -> None:
    table = laid("shards")
    table.start_round()
    end_round(table, shards=(11, 23))
    assert [table.fighter(f).damage for f in (11, 12, 23)] == [1, 0, 1]


def test_shards_can_end_the_battle_before_anything_is_counted() -> None:
    table = laid("shards", victory="platforms")
    table.start_round()
    fell(table, 21)
    fell(table, 22)
    left = table.fight.wounds_left(23)
    table.apply(Hurt(fighter=23, amount=left - 1))
    end_round(table, shards=(23,))
    assert table.battle.number_of(Known.WINNER) == VIGIL


# ----------------------------------------------------------------------------- inspiration


def test_inspired_sides_have_one_free_presence() -> None:
    table = laid("inspired")
    assert twists.has_free_presence(table.fight, VIGIL)
    table.apply(*about_side(VIGIL, presence_used=1))
    assert not twists.has_free_presence(table.fight, VIGIL)
    assert twists.has_free_presence(table.fight, RUIN)
    assert not twists.has_free_presence(laid("calm").fight, VIGIL)
