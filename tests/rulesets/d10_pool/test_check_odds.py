"""Odds of checks, held to every combination of faces, to another library and to what must hold."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import fsum
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mordcry_app.rules.refusal import Refusal
from mordcry_app.rulesets.d10_pool.check_odds import (
    CheckOdds,
    average_helper,
    contested_odds,
    contested_what_ifs,
    count_chances,
    resistance_odds,
    success_ways,
    threshold_odds,
    threshold_what_ifs,
)
from mordcry_app.rulesets.d10_pool.checks import (
    SCALES,
    Circumstance,
    EmptyPool,
    Helper,
    Pool,
    Steps,
    Throw,
    contested_degrees,
    degree,
    dice_threshold,
    resistance_outcome,
    successes,
    threshold_degree,
    throw_of,
)

STEPS: tuple[Steps, ...] = ("five", "six")
NEAR = 1e-12

throws = st.builds(Throw, st.integers(0, 12), st.integers(1, 10))
steps_of = st.sampled_from(STEPS)


# --------------------------------------------------------------------- every combination


def shares(counted: Counter[Any], total: int) -> dict[Any, float]:
    """Return each count as the float nearest to its share."""
    return {value: float(Fraction(count, total)) for value, count in counted.items()}


def rolled(throw: Throw) -> list[int]:
    """Return how many dice count in each of the equally likely combinations of faces."""
    return [successes(throw, faces) for faces in product(range(1, 11), repeat=throw.dice)]


@pytest.mark.parametrize("steps", STEPS)
@pytest.mark.parametrize("throw", [Throw(0, 8), Throw(1, 8), Throw(2, 3), Throw(4, 6), Throw(3, 1)])
@pytest.mark.parametrize("pass_threshold", [0, 1, 3, 10])
def test_threshold_odds_equal_every_combination(
    throw: Throw, pass_threshold: int, steps: Steps
) -> None:
    counted = rolled(throw)
    reached = [threshold_degree(count, pass_threshold, steps=steps) for count in counted]
    odds = threshold_odds(throw, pass_threshold, steps=steps)
    total = len(counted)
    assert count_chances(throw) == shares(Counter(counted), total)
    assert odds.differences == shares(Counter(c - pass_threshold for c in counted), total)
    degrees = Counter(each.key for each in reached)
    assert odds.degrees == {key: degrees[key] / total for key in SCALES[steps]}
    assert odds.p_success == sum(each.succeeds for each in reached) / total
    assert odds.mean_difference == float(Fraction(sum(counted), total) - pass_threshold)


@pytest.mark.parametrize("steps", STEPS)
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (Throw(2, 6), Throw(2, 8)),
        (Throw(3, 8), Throw(1, 3)),
        (Throw(0, 8), Throw(3, 7)),
        (Throw(0, 8), Throw(0, 8)),
    ],
)
def test_contested_odds_equal_every_combination(first: Throw, second: Throw, steps: Steps) -> None:
    pairs = list(product(rolled(first), rolled(second)))
    total = len(pairs)
    odds = contested_odds(first, second, steps=steps)
    reached = [contested_degrees(own, other, steps=steps) for own, other in pairs]
    for side, (view, sign) in enumerate(((odds.first, 1), (odds.second, -1))):
        differences = Counter(sign * (own - other) for own, other in pairs)
        assert view.differences == shares(differences, total)
        degrees = Counter(both[side].key for both in reached)
        assert view.degrees == {key: degrees[key] / total for key in SCALES[steps]}
        assert view.p_success == sum(both[side].succeeds for both in reached) / total
    assert odds.p_both == sum(own == other for own, other in pairs) / total


def test_resistance_odds_equal_every_combination() -> None:
    placer, resister = Throw(3, 7), Throw(2, 5)
    pairs = list(product(rolled(placer), rolled(resister)))
    rows = Counter(resistance_outcome(own - other) for own, other in pairs)
    odds = resistance_odds(placer, resister)
    assert odds.outcomes == shares(rows, len(pairs))
    assert [row.placing for row in odds.outcomes] == [
        "enhanced",
        "placed",
        "reduced",
        "complicated",
        "backfires",
    ]
    contest = contested_odds(placer, resister)
    assert (odds.placer, odds.resister) == (contest.first, contest.second)


def test_odds_worked_out_by_hand() -> None:
    climb = threshold_odds(Throw(4, 6), 5)
    assert climb.degrees == {
        "overwhelming": 0.0,
        "success": 0.0,
        "pass": 0.0,
        "failure": 1 / 16,
        "catastrophic": 15 / 16,
    }
    even = contested_odds(Throw(1, 6), Throw(1, 6))
    assert even.first.differences == {-1: 0.25, 0: 0.5, 1: 0.25}
    assert (even.first.p_success, even.second.p_success, even.p_both) == (0.75, 0.75, 0.5)


def test_a_pool_without_dice_has_odds() -> None:
    none = throw_of(Pool("might", 2, circumstances=(Circumstance("Chaos", "disadvantage", 5),)))
    assert threshold_odds(none, 0).degrees["pass"] == 1.0
    assert threshold_odds(none, 1).degrees["failure"] == 1.0
    assert contested_odds(none, none).p_both == 1.0


# --------------------------------------------------------------------- an independent library


def by_icepool(throw: Throw) -> icepool.Die[int]:
    return throw.dice @ (icepool.d10 >= throw.threshold)


def assert_equal(odds: CheckOdds, differences: icepool.Die[int], steps: Steps) -> None:
    total = differences.denominator()
    expected = {value: ways / total for value, ways in differences.items() if ways}
    assert list(odds.differences) == list(expected)
    assert odds.differences == pytest.approx(expected, abs=NEAR)
    lowest = {"five": -2, "six": -3}[steps]
    in_reach = differences.map(lambda value: max(lowest, min(2, value)))
    for place, key in enumerate(SCALES[steps]):
        assert odds.degrees[key] == pytest.approx(float(in_reach.probability(2 - place)), abs=NEAR)
    assert odds.p_success == pytest.approx(float(in_reach.probability(">=", 0)), abs=NEAR)
    assert odds.mean_difference == pytest.approx(float(differences.mean()), abs=NEAR)


@pytest.mark.parametrize("steps", STEPS)
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (Throw(9, 6), Throw(12, 8)),
        (Throw(30, 8), Throw(30, 3)),
        (Throw(30, 5), Throw(7, 4)),
        (Throw(5, 8), Throw(5, 8)),
    ],
)
def test_larger_pools_equal_icepool(first: Throw, second: Throw, steps: Steps) -> None:
    assert_equal(threshold_odds(first, 4, steps=steps), by_icepool(first) - 4, steps)
    odds = contested_odds(first, second, steps=steps)
    differences = by_icepool(first) - by_icepool(second)
    assert_equal(odds.first, differences, steps)
    assert_equal(odds.second, -differences, steps)
    assert odds.p_both == pytest.approx(float((differences == 0).probability(True)), abs=NEAR)


# --------------------------------------------------------------------- what must hold


@given(throws)
def test_every_combination_of_faces_is_counted_once(throw: Throw) -> None:
    assert sum(success_ways(throw)) == 10**throw.dice


@given(throws, throws, st.integers(0, 10), steps_of)
def test_chances_add_up_to_one(
    first: Throw, second: Throw, pass_threshold: int, steps: Steps
) -> None:
    contest = contested_odds(first, second, steps=steps)
    for odds in (threshold_odds(first, pass_threshold, steps=steps), contest.first, contest.second):
        assert fsum(odds.differences.values()) == pytest.approx(1.0, abs=NEAR)
        assert fsum(odds.degrees.values()) == pytest.approx(1.0, abs=NEAR)
        mean = fsum(value * chance for value, chance in odds.differences.items())
        assert odds.mean_difference == pytest.approx(mean, abs=1e-9)
        good = fsum(odds.degrees[key] for key in SCALES[steps][:3])
        assert odds.p_success == pytest.approx(good, abs=NEAR)
    assert fsum(resistance_odds(first, second).outcomes.values()) == pytest.approx(1.0, abs=NEAR)


@given(throws, throws, steps_of)
def test_a_contest_looks_the_same_from_both_sides(
    first: Throw, second: Throw, steps: Steps
) -> None:
    one, other = (
        contested_odds(first, second, steps=steps),
        contested_odds(second, first, steps=steps),
    )
    assert (one.first, one.second, one.p_both) == (other.second, other.first, other.p_both)
    assert one.first.p_success + one.second.p_success - one.p_both == pytest.approx(1.0, abs=NEAR)


@given(throws, steps_of)
def test_equal_sides_have_equal_odds(throw: Throw, steps: Steps) -> None:
    odds = contested_odds(throw, throw, steps=steps)
    assert odds.first == odds.second
    assert odds.first.mean_difference == 0.0


def at_least(odds: CheckOdds) -> list[float]:
    """Return the chance of each degree or a better one."""
    chances = list(odds.degrees.values())
    return [fsum(chances[: place + 1]) for place in range(len(chances))]


@given(st.integers(0, 12), st.integers(0, 8), throws, st.integers(0, 10), steps_of)
def test_more_skill_and_more_dice_never_hurt(
    dice: int, level: int, opponent: Throw, pass_threshold: int, steps: Steps
) -> None:
    start = Throw(dice, dice_threshold(level))
    for better in (Throw(dice, dice_threshold(level + 1)), Throw(dice + 1, start.threshold)):
        pairs = (
            (
                threshold_odds(start, pass_threshold, steps=steps),
                threshold_odds(better, pass_threshold, steps=steps),
            ),
            (
                contested_odds(start, opponent, steps=steps).first,
                contested_odds(better, opponent, steps=steps).first,
            ),
        )
        for before, after in pairs:
            assert after.p_success >= before.p_success
            assert after.mean_difference >= before.mean_difference
            for less, more in zip(at_least(before), at_least(after), strict=True):
                assert more >= less - NEAR


# --------------------------------------------------------------------- one thing more

CLIMB = Pool("might", 4, "Conditioning", 2)
HELPER = Helper("Runa", "might", 3, frozenset({"Conditioning"}))


def test_what_one_more_would_do_to_the_climb() -> None:
    before = threshold_odds(Throw(4, 6), 5)
    changes = threshold_what_ifs(CLIMB, 5, (HELPER, Helper("Odd", "might", 6)))
    assert [(each.more, each.name, each.throw) for each in changes] == [
        ("helper", "Runa", Throw(6, 6)),
        ("level", "Conditioning 3", Throw(4, 5)),
        ("advantage", "One more degree of advantage", Throw(5, 6)),
    ]
    for each in changes:
        after = threshold_odds(each.throw, 5)
        assert each.odds == after
        assert each.degrees == {
            key: after.degrees[key] - before.degrees[key] for key in SCALES["five"]
        }
        assert each.success == after.p_success - before.p_success
    assert changes[0].success == 7 / 64
    assert changes[2].success == 1 / 32
    assert changes[2].degrees["catastrophic"] == 26 / 32 - 15 / 16


def test_what_one_more_would_do_to_a_contest() -> None:
    opponent = Throw(4, 8)
    before = contested_odds(Throw(4, 6), opponent, steps="six").first
    changes = contested_what_ifs(CLIMB, opponent, steps="six")
    assert [each.name for each in changes][:2] == ["An average helper", "Conditioning 3"]
    for each in changes:
        after = contested_odds(each.throw, opponent, steps="six").first
        assert each.odds == after
        assert each.success == after.p_success - before.p_success > 0
        assert list(each.degrees) == list(SCALES["six"])
        assert fsum(each.degrees.values()) == pytest.approx(0.0, abs=NEAR)


def test_where_one_more_changes_nothing() -> None:
    high = tuple(Circumstance("Blessing", "advantage", 5) for _ in range(2))
    master = Pool("might", 4, "Conditioning", 5, circumstances=high)
    changes = {each.more: each for each in threshold_what_ifs(master, 9, ())}
    assert set(changes) == {"level", "advantage"}
    for each in changes.values():
        assert each.throw == throw_of(master)
        assert each.success == 0.0
        assert set(each.degrees.values()) == {0.0}


def test_a_first_level_in_the_skill_that_a_check_needs() -> None:
    unskilled = Pool("vitality", 3, required_skill="Resistance")
    changes = {each.more: each for each in threshold_what_ifs(unskilled, 1)}
    assert (changes["level"].name, changes["level"].throw) == ("Resistance 1", Throw(3, 7))
    assert changes["helper"].throw == Throw(4, 8)
    plain = threshold_what_ifs(Pool("vitality", 3), 1)
    assert [each.more for each in plain] == ["helper", "advantage"]


def test_house_rules_reach_what_one_more_would_do() -> None:
    pool = Pool("might", 2, circumstances=(Circumstance("Darkness", "disadvantage"),))
    cases: tuple[tuple[int, EmptyPool, int], ...] = (
        (1, "no_successes", 2),
        (3, "no_successes", 0),
        (3, "one_die", 1),
    )
    for unsized, empty, dice in cases:
        changes = threshold_what_ifs(pool, 1, (), unsized=unsized, empty_pool=empty)
        assert [each.throw.dice for each in changes] == [dice]
        contest = contested_what_ifs(pool, Throw(2), (), unsized=unsized, empty_pool=empty)
        assert [each.throw.dice for each in contest] == [dice]


def test_an_average_helper_has_what_the_check_needs() -> None:
    pool = Pool("arcana", 3, "Lore", 1, required_skill="Lore")
    assert average_helper(pool) == Helper("An average helper", "arcana", 2, frozenset({"Lore"}))
    assert average_helper(Pool("speed", 3)).skills == frozenset()


def test_no_odds_of_what_cannot_be_tried() -> None:
    with pytest.raises(Refusal, match="Might 0"):
        threshold_what_ifs(Pool("might", 0), 2)
    with pytest.raises(Refusal, match="Might 0"):
        contested_what_ifs(Pool("might", 0), Throw(2))


def test_odds_read_degrees_as_the_check_does() -> None:
    odds = contested_odds(Throw(6, 7), Throw(5, 6), steps="six")
    for key in SCALES["six"]:
        read = fsum(
            chance
            for difference, chance in odds.first.differences.items()
            if degree(difference, True, steps="six").key == key
        )
        assert odds.first.degrees[key] == pytest.approx(read, abs=NEAR)
