"""What players put right by hand: what is offered, what it does, and what the log says."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from mordcry_app.rules.battle_effects import Afflict, BattleEffect, Hurt, KnockOut, Place
from mordcry_app.rules.battle_engine import Correction
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rulesets.mordcry.battle import turns
from mordcry_app.rulesets.mordcry.battle.words import AILMENT_NAMES
from tests.rulesets.mordcry.battle.playing import (
    Table,
    about_battle,
    about_fighter,
    about_side,
    warbands,
)
from tests.rulesets.mordcry.helpers import RUIN, VIGIL

PHASE = about_battle(
    phase="actions", round=2, initiative=VIGIL, turn=VIGIL, active=0, passes=0, victory="quarters"
)


def laid(*effects: BattleEffect) -> Table:
    """Return a table in an action phase."""
    return Table.laid(warbands(), *PHASE, *effects)


def corrections(
    table: Table, *, fighter: int | None = None, side: int | None = None
) -> Mapping[str, Correction]:
    """Return what can be put right, by id."""
    found = table.engine.corrections(table.state, table.battle, fighter=fighter, side=side)
    assert len({c.id for c in found}) == len(found)
    return {correction.id: correction for correction in found}


def put_right(
    table: Table,
    thing: str,
    *,
    fighter: int | None = None,
    side: int | None = None,
    choice: str = "",
    number: int = 0,
    dice: tuple[int, ...] = (),
) -> str:
    """Put one thing right as a screen would, and return what the log says."""
    correction = corrections(table, fighter=fighter, side=side)[thing]
    command = correction.with_value(choice=choice, number=number, dice=dice)
    assert not table.engine.refusal(table.state, table.battle, command)
    outcome = table.carry_out(command)
    told = outcome.story[-1]
    assert told.startswith("By hand: ")
    return told.removeprefix("By hand: ")


# --------------------------------------------------------------------------- one fighter


def test_damage() -> None:
    table = laid(Hurt(fighter=11, amount=1))
    assert corrections(table, fighter=11)["damage"].current == "1 of 5"
    assert put_right(table, "damage", fighter=11, number=3) == "Fighter 11 has 3 damage."
    assert table.fighter(11).damage == 3
    assert put_right(table, "damage", fighter=11) == "Fighter 11 has no damage."
    assert table.fighter(11).damage == 0


@pytest.mark.parametrize(
    ("choice", "where", "told"),
    [
        ("reserve", "reserve", "Fighter 11: in reserve."),
        ("left", "left", "Fighter 11: left the table unhurt."),
        ("out", "out", "Fighter 11 is out of action."),
        ("out_by_21", "out", "Fighter 11 is out of action by Fighter 21."),
        (
            "out_unhurt",
            "out",
            "Fighter 11 is out of action, with no injury to roll for.",
        ),
    ],
)
def test_where_a_fighter_is(choice: str, where: str, told: str) -> None:
    table = laid()
    assert put_right(table, "place", fighter=11, choice=choice) == told
    fighter = table.fighter(11)
    assert fighter.where == where
    assert fighter.out_by == (21 if choice == "out_by_21" else None)
    assert fighter.spared == (choice == "out_unhurt")
    now = corrections(table, fighter=11)["place"]
    assert now.choice == choice


def test_who_comes_back_stands_with_a_wound_left() -> None:
    table = laid(Hurt(fighter=11, amount=5), KnockOut(fighter=11))
    place = corrections(table, fighter=11)["place"]
    assert place.options[0].detail == "its injury is rolled for all the same"
    assert put_right(table, "place", fighter=11, choice="table") == "Fighter 11: on the table."
    assert (table.fighter(11).where, table.fight.wounds_left(11)) == ("table", 1)


def test_by_whom_somebody_fell_can_be_put_right_afterwards() -> None:
    table = laid(KnockOut(fighter=11, by=22))
    put_right(table, "place", fighter=11, choice="out_by_21")
    assert table.fighter(11).out_by == 21


def test_who_falls_by_hand_counts_for_the_victory_condition() -> None:
    table = laid(*about_battle(victory="leaders"))
    put_right(table, "place", fighter=21, choice="out")
    assert table.battle.word("phase") == "over"
    assert table.battle.number_of("winner") == VIGIL


def test_when_a_reserve_arrives() -> None:
    table = laid(Place(fighter=11, where="reserve"), *about_fighter(11, arrives=3))
    told = put_right(table, "arrives", fighter=11, number=4)
    assert told == "Fighter 11 arrives in round 4."
    assert table.fighter(11).number("arrives") == 4
    assert "arrives" not in corrections(table, fighter=12)


def test_statuses() -> None:
    table = laid()
    assert "relieve" not in corrections(table, fighter=11)
    offered = corrections(table, fighter=11)["afflict"].options
    assert [option.label for option in offered] == list(AILMENT_NAMES.values())
    told = put_right(table, "afflict", fighter=11, choice="arm_injury")
    assert told == "Fighter 11 gets the status “Arm or hand injury”."
    assert table.fight.value(11, "ws").total == 5
    offered = corrections(table, fighter=11)["relieve"].options
    assert [option.id for option in offered] == ["arm_injury"]
    told = put_right(table, "relieve", fighter=11, choice="arm_injury")
    assert told == "Fighter 11 loses the status “Arm or hand injury”."
    assert table.fight.value(11, "ws").total == 6


@pytest.mark.parametrize(
    ("thing", "words", "stays"),
    [
        ("bend_round", "to the end of the round", False),
        ("bend_battle", "to the end of the battle", True),
    ],
)
def test_modifiers(thing: str, words: str, stays: bool) -> None:
    table = laid()
    assert "unbend" not in corrections(table, fighter=11)
    told = put_right(table, thing, fighter=11, choice="os", number=-2)
    assert told == f"Fighter 11 has −2 OS {words}."
    assert table.fight.value(11, "os").total == 2
    assert corrections(table, fighter=11)["unbend"].current == "−2 OS"
    table.do("pass", side=VIGIL, forced=True)
    table.do("pass", side=RUIN, forced=True)
    table.do("end_round")
    assert table.fight.value(11, "os").total == (2 if stays else 4)
    if stays:
        put_right(table, "unbend", fighter=11)
        assert table.fight.value(11, "os").total == 4


@pytest.mark.parametrize(
    ("choice", "told", "acted", "waiting"),
    [
        ("fresh", "Fighter 11 has not been activated in this round.", False, False),
        ("acted", "Fighter 11 counts as activated.", True, False),
        ("waiting", "Fighter 11 waits.", True, True),
    ],
)
def test_who_has_acted(choice: str, told: str, acted: bool, waiting: bool) -> None:
    status = Afflict(fighter=11, ref="acted", until="round", source="a test")
    table = laid(status)
    assert corrections(table, fighter=11)["acted"].current == "Activated"
    assert put_right(table, "acted", fighter=11, choice=choice) == told
    fighter = table.fighter(11)
    assert (fighter.has("acted"), fighter.has("waiting")) == (acted, waiting)


def test_reactions() -> None:
    table = laid()
    told = put_right(table, "reacted", fighter=11, number=2)
    assert told == "Fighter 11 has given up 2 actions for reactions."
    assert table.fight.has_acted(11)
    told = put_right(table, "reacted", fighter=11, number=0)
    assert told == "Fighter 11 has given up no actions for reactions."


def test_whose_activation_it_is_and_how_many_actions_are_left() -> None:
    table = laid()
    assert "actions" not in corrections(table, fighter=21)
    table.do("activate", fighter=11)
    told = put_right(table, "active", fighter=21)
    assert told == "it is the activation of Fighter 21."
    assert (table.battle.number_of("active"), table.battle.number_of("turn")) == (21, RUIN)
    assert "active" not in corrections(table, fighter=21)
    for number in (4, 1):
        put_right(table, "actions", fighter=21, number=number)
        assert turns.actions_left(table.fight, table.fighter(21)) == number
    assert put_right(table, "actions", fighter=21) == "Fighter 21 has no actions left."
    assert table.battle.number_of("active") == 0


def test_treasure() -> None:
    table = laid(*about_battle(treasures=1))
    assert put_right(table, "treasure", fighter=11) == "Fighter 11 carries a treasure."
    assert table.battle.number_of("treasures") == 0
    assert corrections(table, fighter=11)["treasure"].current == "carries a treasure"
    told = put_right(table, "treasure", fighter=11)
    assert told == "Fighter 11 carries no treasure any more; it lies on the table."
    assert (table.fighter(11).number("carries"), table.battle.number_of("treasures")) == (0, 1)


def test_the_bloodmark() -> None:
    assert "bloodmark" not in corrections(laid(), fighter=11)
    table = laid(*about_side(VIGIL, bloodmarked=12))
    assert "bloodmark" not in corrections(table, fighter=12)
    assert put_right(table, "bloodmark", fighter=11) == "Fighter 11 is bloodmarked."
    assert table.battle.sides[VIGIL].number("bloodmarked") == 11


# ------------------------------------------------------------------------------- one side


@pytest.mark.parametrize(
    ("thing", "number", "told"),
    [
        ("points", 3, "The Ashen Vigil has 3 victory points."),
        ("wild_dice", 2, "The Ashen Vigil has 2 wild dice in hand."),
        ("extra_singles", 1, "The Ashen Vigil counts 1 further singles."),
        ("exits", 2, "The Ashen Vigil has 2 fighters over the enemy’s edge."),
        (
            "tally",
            40,
            "The Ashen Vigil has put enemies of 40 points out of action in this round.",
        ),
        ("knock_outs", 2, "The Ashen Vigil has put 2 enemies out of action in this round."),
    ],
)
def test_numbers_of_a_side(thing: str, number: int, told: str) -> None:
    table = laid(*about_side(VIGIL, exits=1, tally=10, knock_outs=1))
    assert put_right(table, thing, side=VIGIL, number=number) == told
    assert table.battle.sides[VIGIL].number(thing) == number
    assert not {"exits", "tally"} & corrections(table, side=RUIN).keys()


def test_dice_of_a_side() -> None:
    table = laid(*about_side(VIGIL, singles=(1, 4), sets=(53,)))
    shown = corrections(table, side=VIGIL)
    assert (shown["singles"].dice, shown["sets"].dice) == ((1, 4), (5, 5, 5))
    assert shown["sets"].current == "triple 5"
    told = put_right(table, "singles", side=VIGIL, dice=(6, 2))
    assert told == "The Ashen Vigil has the singles 2, 6."
    told = put_right(table, "sets", side=VIGIL, dice=(3, 3, 6, 6, 6, 6, 1))
    assert told == "The Ashen Vigil has double 3, quad 6."
    assert table.battle.sides[VIGIL].numbers("sets") == (32, 64)
    told = put_right(table, "sets", side=VIGIL)
    assert told == "The Ashen Vigil has no sets of ability dice."


# ----------------------------------------------------------------------------- the battle


@pytest.mark.parametrize(
    ("thing", "choice", "number", "told", "fact", "value"),
    [
        ("round", "", 3, "it is round 3.", "round", 3),
        ("phase", "round_end", 0, "the phase is “Round over”.", "phase", "round_end"),
        ("initiative", "2", 0, "Rust & Ruin has the initiative.", "initiative", RUIN),
        ("turn", "2", 0, "it is the turn of Rust & Ruin.", "turn", RUIN),
        ("turn", "0", 0, "the first turn is open.", "turn", 0),
        ("last_round", "", 6, "the battle ends after round 6.", "last_round", 6),
        ("last_round", "", 0, "the battle has no last round.", "last_round", 0),
        ("treasures", "", 2, "2 treasures lie on the table.", "treasures", 2),
        ("fog", "1", 0, "fog lies on the table.", "is_foggy", 1),
        ("fog", "0", 0, "the table is free of fog.", "is_foggy", 0),
        ("victory", "leaders", 0, "", "victory", "leaders"),
        ("twist", "weary", 0, "twist: Heavy air.", "twist", "weary"),
    ],
)
def test_what_holds_for_the_battle(
    thing: str, choice: str, number: int, told: str, fact: str, value: int | str
) -> None:
    table = laid()
    said = put_right(table, thing, choice=choice, number=number)
    assert said == told or not told
    assert table.battle.facts[fact] == value


def test_a_new_phase_or_turn_breaks_an_activation_off() -> None:
    for thing, choice in (("phase", "round_end"), ("turn", "2")):
        table = laid()
        table.do("activate", fighter=11)
        table.do("move", fighter=11)
        put_right(table, thing, choice=choice)
        assert table.battle.number_of("active") == 0
        assert not table.fighter(11).has("actions")


def test_a_phase_that_was_over_can_be_opened_again() -> None:
    table = laid(*about_battle(turn=0, passes=2))
    put_right(table, "turn", choice="1")
    assert not table.refusal("activate", fighter=11)


def test_objectives() -> None:
    table = laid(*about_battle(objectives=(1, 3), held=(VIGIL, 0), awake=(1,)))
    shown = corrections(table)
    assert [shown[f"objective_{n}"].current for n in (1, 2, 3)] == [
        "Held by The Ashen Vigil",
        "Not in play",
        "Held by nobody",
    ]
    assert put_right(table, "objective_3", choice="2") == "objective 3 is held by Rust & Ruin."
    assert put_right(table, "objective_2", choice="0") == "objective 2 is held by nobody."
    assert put_right(table, "objective_1", choice="gone") == "objective 1 is not in play."
    assert table.battle.numbers("objectives") == (2, 3)
    assert table.battle.numbers("held") == (0, RUIN)
    told = put_right(table, "awake", dice=(3, 1, 3))
    assert told == "the objectives that are awake: 3."
    assert table.battle.numbers("awake") == (3,)
    assert "awake" not in corrections(laid())


# ------------------------------------------------------------------------------ the command


def test_what_does_not_fit_is_refused() -> None:
    table = laid()
    refused = {
        "Damage: a number from 0 to 5 fits here.": {"what": "damage", "number": 6},
        "Change a characteristic for this round: a number from −9 to 9 fits here.": {
            "what": "bend_round",
            "choice": "os",
            "number": -10,
        },
        "Where it is: pick one of what is offered.": {"what": "place", "choice": "moon"},
    }
    for why, values in refused.items():
        assert table.refusal("by_hand", fighter=11, **values) == why
        with pytest.raises(Refusal):
            table.do("by_hand", forced=True, fighter=11, **values)
    why = "Singles: numbers from 1 to 6 fit here."
    assert table.refusal("by_hand", side=VIGIL, what="singles", dice=(7,)) == why


@pytest.mark.parametrize(
    "values",
    [
        {"what": "damage", "fighter": 99},
        {"what": "points", "side": 9},
        {"what": "points", "fighter": 11},
        {"what": "arrives", "fighter": 11, "number": 2},
        {"what": "nothing"},
    ],
)
def test_nonsense_is_refused(values: dict[str, int | str]) -> None:
    with pytest.raises(Refusal):
        laid().refusal("by_hand", **values)


def test_labels_say_what_was_put_right() -> None:
    table = laid()
    labels = [
        table.engine.label(table.state, table.battle, correction.command)
        for correction in (
            corrections(table, fighter=11)["damage"],
            corrections(table, side=RUIN)["points"],
            corrections(table)["round"],
        )
    ]
    assert labels == ["Fighter 11: Damage", "Rust & Ruin: Victory points", "Round"]


def test_without_turns_nothing_about_them_is_put_right() -> None:
    table = Table.laid(warbands(), is_whole=False)
    shown = corrections(table, fighter=11)
    assert not {"acted", "reacted", "active", "actions"} & shown.keys()
    assert {"damage", "place", "afflict", "bend_battle"} <= shown.keys()
