"""Retreat: when it may be tried, the test of the leader, and what running in disorder costs."""

from __future__ import annotations

from fractions import Fraction

import pytest

from mordcry_app.rules.battle_effects import Afflict, BattleEffect, Hurt, KnockOut, Place
from mordcry_app.rules.dice import SeededRandom
from mordcry_app.rules.procedure import Pick, Roll
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.state import State
from mordcry_app.rulesets.mordcry.battle.words import Known, OfSide
from tests.rulesets.mordcry.battle.playing import (
    Scripted,
    Table,
    about_battle,
    about_fighter,
    about_side,
    warbands,
)
from tests.rulesets.mordcry.helpers import RUIN, VIGIL


def beaten(
    *fallen: int, stunned: tuple[int, ...] = (), state: State | None = None, first: int = VIGIL
) -> Table:
    """Return a battle in the action phase, one side on turn, with some out or stunned."""
    table = Table.laid(state, *about_battle(victory="quarters", last_round=4))
    table.start_round()
    table.apply(*(KnockOut(fighter=fighter) for fighter in fallen))
    table.apply(*(stun(fighter) for fighter in stunned))
    table.do("first", side=first)
    return table


def stun(fighter: int) -> BattleEffect:
    return Afflict(fighter=fighter, ref="stunned", until="activation", source="a blow")


def results(table: Table) -> dict[int, str]:
    return dict(table.engine.ending(table.state, table.battle).results)


# ----------------------------------------------------------------------------- when


@pytest.mark.parametrize(
    ("fallen", "stunned", "refused"),
    [
        ((), (), "0 of 4 are out of action or stunned; 2 are needed to retreat."),
        ((14,), (), "1 of 4 are out of action or stunned; 2 are needed to retreat."),
        ((13, 14), (), ""),
        ((14,), (13,), ""),
        ((), (12, 13), ""),
    ],
)
def test_half_of_the_warband_must_be_out_or_stunned(
    fallen: tuple[int, ...], stunned: tuple[int, ...], refused: str
) -> None:
    assert beaten(*fallen, stunned=stunned).refusal("retreat", side=VIGIL) == refused


def test_those_in_reserve_belong_to_the_warband() -> None:
    table = beaten(14)
    table.apply(Place(fighter=12, where="reserve"), Place(fighter=13, where="left"))
    assert table.refusal("retreat", side=VIGIL).startswith("1 of 4")


def test_of_an_uneven_warband_half_is_rounded_up() -> None:
    state = warbands("captain", "warrior", "youngblood")
    assert beaten(13, state=state).refusal("retreat", side=VIGIL).startswith("1 of 3")
    assert not beaten(12, 13, state=state).refusal("retreat", side=VIGIL)


def test_a_retreat_begins_in_place_of_an_own_activation() -> None:
    late = "A retreat begins in place of an own activation."
    table = beaten(13, 14, 23, 24)
    assert table.refusal("retreat", side=RUIN) == late
    table.do("activate", fighter=11)
    assert table.refusal("retreat", side=VIGIL) == late
    table.do("end_activation")
    assert table.refusal("retreat", side=VIGIL) == late
    assert not table.refusal("retreat", side=RUIN)


def test_it_is_tried_once_a_round() -> None:
    table = beaten(13, 14)
    table.apply(*about_side(VIGIL, last_try=1))
    assert table.refusal("retreat", side=VIGIL) == "It has been tried in this round."


def test_who_cannot_retreat_yet_sees_why() -> None:
    table = beaten(14)
    (offer,) = table.offers("retreat")
    assert offer.label == "The Ashen Vigil retreats"
    assert offer.refused.startswith("1 of 4")
    (offer,) = beaten(13, 14).offers("retreat")
    assert (offer.refused, offer.detail) == ("", "2D6, 8 or less is orderly")


def test_nonsense_is_refused() -> None:
    with pytest.raises(Refusal):
        beaten(13, 14).do("retreat", side=9, forced=True)


# ----------------------------------------------------------------------------- the test


def test_the_leader_is_tested_on_willpower_and_intelligence() -> None:
    question = beaten(13, 14).asks("retreat", side=VIGIL)
    assert isinstance(question, Roll)
    assert question.dice == "2d6"
    assert question.why == "Fighter 11 leads the retreat: 8 or less keeps it orderly"
    assert dict(question.chances)["orderly"] == Fraction(26, 36)


def test_with_the_leader_out_the_next_in_line_decides() -> None:
    question = beaten(11, 12).asks("retreat", side=VIGIL)
    assert isinstance(question, Roll)
    assert question.why.startswith("Fighter 13 leads the retreat: 6 or less")
    assert dict(question.chances)["orderly"] == Fraction(15, 36)


@pytest.mark.parametrize("faces", [(2, 6), (1, 1)])
def test_an_orderly_retreat_ends_the_battle_without_a_blow(faces: tuple[int, int]) -> None:
    table = beaten(13, 14)
    table.do("retreat", {"retreat": faces}, side=VIGIL)
    assert table.engine.is_over(table.battle)
    assert results(table) == {VIGIL: "retreated", RUIN: "won"}
    assert table.battle.number_of(Known.RETREATED) == VIGIL
    assert table.battle.sides[VIGIL].number(OfSide.LAST_TRY) == 1
    assert [table.fighter(f).where for f in (11, 12)] == ["table", "table"]
    assert "The Ashen Vigil retreated in good order." in table.last.told


def test_a_retreat_gives_up_what_is_held() -> None:
    table = beaten(13, 14)
    held = about_battle(objectives=(1, 2), held=(VIGIL, RUIN))
    table.apply(*held, *(effect for f in (11, 21) for effect in carrying(f)))
    table.do("retreat", {"retreat": (1, 1), "over/holders/2": (22,)}, side=VIGIL)
    ending = table.engine.ending(table.state, table.battle)
    assert (ending.objectives, ending.treasures) == ({RUIN: 1}, {RUIN: 1})
    assert ending.holders == {21, 22}


def carrying(fighter: int) -> tuple[BattleEffect, ...]:
    return about_fighter(fighter, carries=1)


# ----------------------------------------------------------------------------- disorder

FLED: dict[str, Scripted] = {"retreat": (6, 6)}


def test_in_disorder_without_enemies_near_nothing_more_happens() -> None:
    table = beaten(13, 14)
    table.do("retreat", FLED | {"engaged": ()}, side=VIGIL)
    assert results(table) == {VIGIL: "retreated", RUIN: "won"}
    assert "The Ashen Vigil flees in disorder." in table.log


def test_engaged_enemies_strike_once_and_shooters_shoot() -> None:
    state = warbands(gear=("short_sword", "shortbow"))
    table = beaten(13, 14, state=state)
    answers = FLED | {
        "engaged": (21,),
        "shooters": (22, 23),
        "parting/21/target": "11",
        "parting/22/target": "12",
        "parting/23/target": "12",
        "parting/21/weapon": "short_sword",
    }
    table.do("retreat", answers, side=VIGIL, source=SeededRandom(4))
    keys = [question.key for question in table.questions]
    assert any(key.startswith("parting/21/") for key in keys)
    assert not any(key.endswith("/react") for key in keys)
    assert table.engine.is_over(table.battle)


def test_who_is_engaged_does_not_shoot_as_well_and_the_stunned_do_nothing() -> None:
    state = warbands(gear=("short_sword", "shortbow"))
    table = beaten(13, 14, stunned=(24,), state=state)
    engaged = table.asks("retreat", FLED, side=VIGIL)
    assert isinstance(engaged, Pick)
    assert [option.id for option in engaged.options] == ["21", "22", "23"]
    shooters = table.asks("retreat", FLED | {"engaged": (22,)}, side=VIGIL)
    assert isinstance(shooters, Pick)
    assert [option.id for option in shooters.options] == ["21", "23"]


def test_a_parting_blow_can_put_somebody_out() -> None:
    state = warbands("captain", "youngblood", gear=("hammer",))
    table = beaten(state=state, stunned=(12,))
    table.apply(Hurt(fighter=12, amount=1))
    answers = FLED | {
        "engaged": (21,),
        "parting/21/target": "12",
        "parting/21/weapon": "hammer",
    }
    for seed in range(40):
        copy = Table(table.state, table.engine, table.battle)
        copy.do("retreat", answers, side=VIGIL, source=SeededRandom(seed))
        assert results(copy) == {VIGIL: "retreated", RUIN: "won"}
        if copy.fighter(12).where == "out":
            assert copy.fighter(12).out_by == 21
            return
    raise AssertionError("nobody was hit in forty tries")


def test_the_flight_of_one_of_three_sides_ends_the_battle_for_all() -> None:
    table = Table.laid(warbands("captain", "warrior", sides=3), *about_battle(last_round=4))
    table.start_round()
    table.apply(KnockOut(fighter=12))
    table.do("first", side=VIGIL)
    table.do("retreat", {"retreat": (1, 1)}, side=VIGIL)
    assert results(table) == {VIGIL: "retreated", RUIN: "drew", 3: "drew"}


def test_dice_and_attacks_alone_allow_a_retreat_at_any_time() -> None:
    table = Table.laid(None, is_whole=False)
    table.apply(KnockOut(fighter=23), KnockOut(fighter=24))
    assert not table.refusal("retreat", side=RUIN)
    table.do("retreat", {"retreat": (1, 1)}, side=RUIN)
    assert results(table) == {VIGIL: "won", RUIN: "retreated"}
