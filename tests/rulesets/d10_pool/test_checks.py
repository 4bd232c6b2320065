"""Pools, dice thresholds, helpers, degrees and resistance, with every example that is printed."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from mordcry_app.rules.refusal import Refusal
from mordcry_app.rulesets.d10_pool.checks import (
    DEGREE_NAMES,
    SCALES,
    STATS,
    Circumstance,
    DegreeKey,
    Difficulty,
    EmptyPool,
    Helper,
    Pool,
    Stat,
    Swing,
    Throw,
    change_approach,
    contest_of_many,
    contested_degrees,
    degree,
    dice_parts,
    dice_threshold,
    difficulty,
    net_advantage,
    resistance_outcome,
    stat_name,
    successes,
    threshold_degree,
    threshold_parts,
    throw_of,
    why_approach_stays,
    why_no_check,
    why_no_help,
    why_no_resistance,
)

CONDITIONING = "Conditioning"
BLOCK = Pool("might", 5, CONDITIONING, 2)
FIRST = Helper("Runa", "might", 3, frozenset({CONDITIONING}))
SECOND = Helper("Odd", "might", 4, frozenset({CONDITIONING, "Smithing"}))


def advantage(degrees: int | None = None) -> Circumstance:
    return Circumstance("High ground", "advantage", degrees)


def disadvantage(degrees: int | None = None) -> Circumstance:
    return Circumstance("Darkness", "disadvantage", degrees)


# --------------------------------------------------------------------- printed examples


def test_the_climb() -> None:
    throw = throw_of(Pool("might", 4, CONDITIONING, 2))
    assert throw == Throw(4, 6)
    count = successes(throw, (3, 6, 7, 9))
    assert count == 3
    reached = threshold_degree(count, 5)
    assert (reached.name, reached.succeeds) == ("Catastrophic Failure", False)
    assert reached.opponent_succeeds is None


def test_the_contest_of_strength() -> None:
    strong, weak = throw_of(Pool("might", 5)), throw_of(Pool("might", 3))
    counted = successes(strong, (8, 9, 10, 8, 7)), successes(weak, (10, 2, 8))
    assert counted == (4, 2)
    first, second = contested_degrees(*counted)
    assert (first.name, first.succeeds, first.opponent_succeeds) == (
        "Overwhelming Success",
        True,
        False,
    )
    assert (second.name, second.succeeds, second.opponent_succeeds) == (
        "Catastrophic Failure",
        False,
        True,
    )


def test_the_pickpocket_and_the_one_who_notices() -> None:
    thief, target = throw_of(Pool("finesse", 4, "Stealth", 2)), throw_of(Pool("perception", 4))
    assert (thief, target) == (Throw(4, 6), Throw(4, 8))
    counted = successes(thief, (6, 7, 5, 10)), successes(target, (8, 8, 7, 9))
    assert counted == (3, 3)
    for each in contested_degrees(*counted):
        assert (each.name, each.succeeds, each.opponent_succeeds) == ("Pass", True, True)


def test_the_stone_block() -> None:
    pool = Pool("might", 5, CONDITIONING, 2, helpers=(FIRST, SECOND))
    assert [helper.dice for helper in pool.helpers] == [2, 2]
    assert throw_of(pool) == Throw(9, 6)
    assert [(part.label, part.amount) for part in dice_parts(pool)] == [
        ("Might", 5),
        ("Help of Runa", 2),
        ("Help of Odd", 2),
    ]


# --------------------------------------------------------------------- dice thresholds


@pytest.mark.parametrize(
    ("level", "threshold"), [(0, 8), (1, 7), (2, 6), (3, 5), (4, 4), (5, 3), (6, 3), (20, 3)]
)
def test_skill_lowers_the_dice_threshold_down_to_three(level: int, threshold: int) -> None:
    assert dice_threshold(level) == threshold
    pool = Pool("speed", 2, "Running", level)
    assert throw_of(pool).threshold == threshold
    assert sum(part.amount for part in threshold_parts(pool)) == threshold


def test_a_base_below_three_is_not_raised() -> None:
    assert [dice_threshold(level, base=2) for level in (0, 1, 4)] == [2, 2, 2]
    assert dice_threshold(2, base=4) == 3


def test_the_parts_of_a_threshold_say_where_it_stops() -> None:
    assert [(p.label, p.amount) for p in threshold_parts(Pool("speed", 2, "Running", 7))] == [
        ("Dice threshold", 8),
        ("Running 7", -7),
        ("No lower than 3", 2),
    ]
    assert [p.label for p in threshold_parts(Pool("speed", 2, "Running", 0))] == ["Dice threshold"]


def test_a_level_belongs_to_a_skill() -> None:
    with pytest.raises(ValueError, match="level 2"):
        Pool("might", 3, None, 2)
    with pytest.raises(ValueError, match="level -1"):
        Pool("might", 3, CONDITIONING, -1)


@pytest.mark.parametrize(("dice", "threshold"), [(-1, 8), (3, 0), (3, 11)])
def test_dice_that_cannot_be(dice: int, threshold: int) -> None:
    with pytest.raises(ValueError, match="dice that count from"):
        Throw(dice, threshold)


# --------------------------------------------------------------------- advantage


@pytest.mark.parametrize(
    ("given", "net"),
    [
        ((), 0),
        ((advantage(3),), 3),
        ((disadvantage(2),), -2),
        ((advantage(5), advantage(1)), 5),
        ((disadvantage(4), disadvantage(4)), -5),
        ((advantage(4), disadvantage(1)), 3),
        ((advantage(1), disadvantage(4)), -3),
        ((advantage(5), advantage(2), disadvantage(3)), 4),
        ((advantage(),), 1),
        ((disadvantage(), advantage()), 0),
    ],
)
def test_net_advantage(given: tuple[Circumstance, ...], net: int) -> None:
    assert net_advantage(given) == net
    pool = Pool("arcana", 6, circumstances=given)
    assert throw_of(pool).dice == 6 + net
    assert sum(part.amount for part in dice_parts(pool)) == 6 + net


def test_an_open_size_is_a_house_rule() -> None:
    given = (advantage(), advantage(1), disadvantage())
    assert net_advantage(given, unsized=2) == 1
    assert net_advantage(given[:2], unsized=2) == 3
    assert throw_of(Pool("arcana", 3, circumstances=given[:2]), unsized=2).dice == 6


def test_the_limit_is_a_part_of_its_own() -> None:
    pool = Pool("arcana", 2, circumstances=(advantage(5), advantage(2)))
    assert [(part.label, part.amount) for part in dice_parts(pool)] == [
        ("Arcana", 2),
        ("High ground", 5),
        ("High ground", 2),
        ("At most 5 degrees", -2),
    ]


@pytest.mark.parametrize("swing", get_args(Swing))
@pytest.mark.parametrize("degrees", [0, 6, -1])
def test_degrees_are_one_to_five(swing: Swing, degrees: int) -> None:
    with pytest.raises(Refusal) as refused:
        Circumstance("Storm", swing, degrees)
    assert refused.value.sentence == f"{swing.capitalize()} has 1 to 5 degrees, not {degrees}."


def test_dice_of_an_action_are_no_advantage() -> None:
    dodge = Pool("finesse", 3, circumstances=(advantage(5), advantage(3)), more_dice=2)
    assert throw_of(dodge).dice == 10
    assert sum(part.amount for part in dice_parts(dodge)) == 10


@pytest.mark.parametrize(("empty_pool", "dice"), [("no_successes", 0), ("one_die", 1)])
@pytest.mark.parametrize("degrees", [2, 5])
def test_a_pool_without_dice(empty_pool: EmptyPool, dice: int, degrees: int) -> None:
    pool = Pool("might", 2, circumstances=(disadvantage(degrees),))
    throw = throw_of(pool, empty_pool=empty_pool)
    assert throw.dice == dice
    assert sum(part.amount for part in dice_parts(pool, empty_pool=empty_pool)) == dice


def test_a_pool_without_dice_counts_nothing() -> None:
    throw = throw_of(Pool("might", 1, circumstances=(disadvantage(5),)))
    assert successes(throw, ()) == 0
    with pytest.raises(Refusal, match="no dice"):
        successes(throw, (9,))


# --------------------------------------------------------------------- who may try and help


@pytest.mark.parametrize("stat", STATS)
@pytest.mark.parametrize("value", [0, -1])
def test_nobody_tries_with_a_stat_of_zero(stat: Stat, value: int) -> None:
    pool = Pool(stat, value, circumstances=(advantage(5),))
    name = stat_name(stat)
    sentence = f"A character with {name} 0 cannot try anything that takes {name}."
    assert why_no_check(pool) == sentence
    with pytest.raises(Refusal) as refused:
        throw_of(pool)
    assert refused.value.sentence == sentence
    assert why_no_check(Pool(stat, 1)) is None


def test_a_check_with_one_skill_takes_no_other() -> None:
    right = Pool("might", 3, "Offence", 2, required_skill="Offence")
    none = Pool("might", 3, required_skill="Offence")
    other = Pool("might", 3, "Smithing", 2, required_skill="Offence")
    assert throw_of(right) == Throw(3, 6)
    assert throw_of(none) == Throw(3, 8)
    with pytest.raises(Refusal) as refused:
        throw_of(other)
    assert refused.value.sentence == (
        "This check is made with Offence or no skill, not with Smithing."
    )
    without = Pool("might", 3, "Smithing", 0, required_skill="Offence")
    assert throw_of(without) == Throw(3, 8)


@pytest.mark.parametrize(("value", "dice"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_help_is_half_the_stat_rounded_up(value: int, dice: int) -> None:
    helper = Helper("Runa", "might", value)
    assert helper.dice == dice
    assert throw_of(Pool("might", 2, helpers=(helper,))).dice == 2 + dice


@pytest.mark.parametrize(
    ("pool", "helper", "sentence"),
    [
        (BLOCK, FIRST, None),
        (Pool("might", 2), Helper("Runa", "might", 2), None),
        (
            BLOCK,
            Helper("Runa", "finesse", 3, frozenset({CONDITIONING})),
            "Runa would help with Finesse, but this check takes Might.",
        ),
        (
            BLOCK,
            Helper("Runa", "might", 0, frozenset({CONDITIONING})),
            "Runa has Might 0 and cannot help with Might.",
        ),
        (
            BLOCK,
            Helper("Runa", "might", 3, frozenset({"Smithing"})),
            "Runa cannot help without Conditioning, which is used for this check.",
        ),
        (
            Pool("might", 3, required_skill="Smithing"),
            Helper("Runa", "might", 3, frozenset({CONDITIONING})),
            "Runa cannot help: this check is made with Smithing.",
        ),
        (
            Pool("might", 3, required_skill="Smithing"),
            Helper("Runa", "might", 3, frozenset({"Smithing"})),
            None,
        ),
        (Pool("might", 3, CONDITIONING, 0), Helper("Runa", "might", 3), None),
    ],
)
def test_who_can_help(pool: Pool, helper: Helper, sentence: str | None) -> None:
    assert why_no_help(pool, helper) == sentence
    helped = replace(pool, helpers=(helper,))
    assert why_no_check(helped) == sentence
    if sentence is None:
        assert throw_of(helped).dice == pool.value + helper.dice
    else:
        with pytest.raises(Refusal) as refused:
            throw_of(helped)
        assert refused.value.sentence == sentence
    assert why_no_check(replace(helped, helpers=())) is None


def test_every_helper_has_to_be_able_to_help() -> None:
    other = Helper("Ylva", "might", 3)
    assert why_no_check(replace(BLOCK, helpers=(FIRST, SECOND))) is None
    assert why_no_check(replace(BLOCK, helpers=(FIRST, other))) == why_no_help(BLOCK, other)


def test_resisting_without_the_skill_is_a_house_rule() -> None:
    skilled = Pool("vitality", 3, "Resistance", 1, required_skill="Resistance")
    unskilled = Pool("vitality", 3, required_skill="Resistance")
    assert why_no_resistance(skilled) is None
    assert why_no_resistance(unskilled) is None
    assert throw_of(unskilled).threshold == 8
    assert why_no_resistance(skilled, resisting="skilled") is None
    assert why_no_resistance(unskilled, resisting="skilled") == (
        "Without Resistance this effect cannot be resisted."
    )
    assert why_no_resistance(Pool("vitality", 3), resisting="skilled") == (
        "Without the skill for it this effect cannot be resisted."
    )
    assert why_no_resistance(Pool("vitality", 0), resisting="anyone") is not None


# --------------------------------------------------------------------- the approach


def test_the_approach_changes_in_threshold_checks_before_dice_only() -> None:
    assert why_approach_stays(contested=False, rolled=False) is None
    assert why_approach_stays(contested=False, rolled=True) == (
        "The dice have been rolled: the approach stands."
    )
    for rolled in (False, True):
        assert why_approach_stays(contested=True, rolled=rolled) == (
            "In a contest the approach that was declared stands."
        )


def test_another_approach_keeps_what_is_around_and_asks_helpers_anew() -> None:
    pool = Pool("might", 5, CONDITIONING, 2, None, (FIRST,), (advantage(2),), 1)
    nimble = Helper("Odd", "finesse", 5)
    changed = change_approach(pool, "finesse", 3, helpers=(nimble,), contested=False, rolled=False)
    assert changed == Pool("finesse", 3, None, 0, None, (nimble,), (advantage(2),), 1)
    assert throw_of(changed) == Throw(9, 8)
    alone = change_approach(pool, "finesse", 3, "Climbing", 1, contested=False, rolled=False)
    assert throw_of(alone) == Throw(6, 7)
    for contested, rolled in ((True, False), (False, True)):
        with pytest.raises(Refusal, match="approach"):
            change_approach(pool, "finesse", 3, contested=contested, rolled=rolled)


# --------------------------------------------------------------------- counting


def test_faces_count_from_the_threshold_up() -> None:
    every = tuple(range(1, 11))
    for threshold in range(1, 11):
        assert successes(Throw(10, threshold), every) == 11 - threshold


@pytest.mark.parametrize("faces", [(1, 2), (1, 2, 3, 4), (0, 1, 2), (1, 2, 11), ()])
def test_faces_that_cannot_be_rolled(faces: tuple[int, ...]) -> None:
    with pytest.raises(Refusal):
        successes(Throw(3), faces)


# --------------------------------------------------------------------- degrees

FIVE: dict[int, DegreeKey] = {
    -9: "catastrophic",
    -3: "catastrophic",
    -2: "catastrophic",
    -1: "failure",
    0: "pass",
    1: "success",
    2: "overwhelming",
    3: "overwhelming",
    9: "overwhelming",
}
SIX: dict[int, DegreeKey] = {**FIVE, -2: "failure", -1: "near_fail"}


@pytest.mark.parametrize("contested", [False, True])
@pytest.mark.parametrize("difference", FIVE)
def test_every_degree(difference: int, contested: bool) -> None:
    five = degree(difference, contested)
    six = degree(difference, contested, steps="six")
    assert (five.key, six.key) == (FIVE[difference], SIX[difference])
    for reached in (five, six):
        assert reached.name == DEGREE_NAMES[reached.key]
        assert reached.succeeds == (difference >= 0)
        assert reached.opponent_succeeds == ((difference <= 0) if contested else None)


def test_the_printed_names() -> None:
    assert [DEGREE_NAMES[key] for key in SCALES["five"]] == [
        "Overwhelming Success",
        "Success",
        "Pass",
        "Failure",
        "Catastrophic Failure",
    ]
    assert [DEGREE_NAMES[key] for key in SCALES["six"]][2:4] == ["Pass", "Near Fail"]
    assert set(DEGREE_NAMES) == set(get_args(DegreeKey)) == set(SCALES["six"])


@pytest.mark.parametrize(("count", "other"), [(0, 0), (3, 1), (1, 2), (0, 5), (6, 5)])
def test_a_contest_is_read_from_both_sides(count: int, other: int) -> None:
    first, second = contested_degrees(count, other, steps="six")
    assert (second, first) == contested_degrees(other, count, steps="six")
    assert (first.succeeds, first.opponent_succeeds) == (
        second.opponent_succeeds,
        second.succeeds,
    )
    assert first.succeeds or second.succeeds
    assert (first.succeeds and second.succeeds) == (count == other)


def test_a_contest_of_many() -> None:
    tallies = {"Runa": 4, "Odd": 2, "Ylva": 3}
    winners = contest_of_many(tallies)
    assert {a: {b: d.name for b, d in row.items()} for a, row in winners.items()} == {
        "Runa": {"Odd": "Overwhelming Success", "Ylva": "Success"}
    }
    pairs = contest_of_many(tallies, every_pair=True)
    assert list(pairs) == ["Runa", "Odd", "Ylva"]
    assert pairs["Odd"]["Ylva"].name == "Failure"
    assert pairs["Ylva"]["Odd"].name == "Success"
    tied = contest_of_many({"Runa": 2, "Odd": 2, "Ylva": 0})
    assert list(tied) == ["Runa", "Odd"]
    assert tied["Runa"]["Odd"].opponent_succeeds
    assert contest_of_many({}) == {}


@pytest.mark.parametrize(
    ("thresholds", "name"),
    [
        ((0, 1, 2), "easy"),
        ((3, 4), "moderate"),
        ((5, 6), "hard"),
        ((7, 8), "very_hard"),
        ((9, 10), "nearly_impossible"),
    ],
)
def test_difficulties(thresholds: tuple[int, ...], name: Difficulty) -> None:
    assert {difficulty(threshold) for threshold in thresholds} == {name}


@pytest.mark.parametrize("threshold", [-1, 11])
def test_pass_thresholds_are_nought_to_ten(threshold: int) -> None:
    with pytest.raises(Refusal, match="0 to 10"):
        difficulty(threshold)


# --------------------------------------------------------------------- resistance


@pytest.mark.parametrize(
    ("difference", "placing", "resisted", "placer", "resister"),
    [
        (4, "enhanced", "worse", "overwhelming", "catastrophic"),
        (2, "enhanced", "worse", "overwhelming", "catastrophic"),
        (1, "placed", "full", "success", "failure"),
        (0, "reduced", "weakened", "pass", "pass"),
        (-1, "complicated", "resisted", "failure", "success"),
        (-2, "backfires", "with_benefit", "catastrophic", "overwhelming"),
        (-4, "backfires", "with_benefit", "catastrophic", "overwhelming"),
    ],
)
def test_each_row_of_the_resistance_table(
    difference: int, placing: str, resisted: str, placer: str, resister: str
) -> None:
    outcome = resistance_outcome(difference)
    assert (outcome.placing, outcome.resisted) == (placing, resisted)
    assert (outcome.placer.key, outcome.resister.key) == (placer, resister)
    assert outcome.placer.opponent_succeeds == outcome.resister.succeeds
