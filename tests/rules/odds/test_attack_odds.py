"""The exact odds of one attack against every outcome of the same steps, in fractions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mordcry_app.rules.odds.attack import attack_odds
from mordcry_app.rules.odds.numbers import STATUSES, AttackNumbers
from tests.rules.odds import enumeration

NEAR = 1e-9

PLAIN = AttackNumbers(dice=3, hit_need=4, wound_need=5, wounds_left=3, damage="2")
GUARDED = replace(PLAIN, reaction=5, armour=6, shield=5)

FLAGS: Mapping[str, Mapping[str, Any]] = {
    "nothing special": {},
    "no dice": {"dice": 0},
    "cannot hit": {"hit_need": None},
    "always hits": {"hit_need": 1, "dice": 2},
    "cannot wound": {"wound_need": None},
    "a second roll to hit": {"hit_need": 2, "hit_second": 5, "dice": 2},
    "hits automatically": {"hits_automatically": True},
    "ones again": {"reroll_ones": True},
    "ones again, with a second roll": {"reroll_ones": True, "hit_second": 3},
    "needs sixes to wound": {"wound_need": 6},
    "no critical wounds": {"wound_criticals": False},
    "all critical": {"all_critical": True},
    "all critical on sixes": {"all_critical": True, "wound_need": 6},
    "dice of damage": {"damage": "d3+1", "dice": 2},
    "a bonus": {"damage_bonus": 1},
    "no damage left": {"damage": "1", "damage_bonus": -2},
    "halved": {"damage": "3", "halved": True},
    "doubled": {"doubled": True},
    "poisoned": {"double_on_six": True, "wound_need": 4},
    "poisoned, all critical": {"double_on_six": True, "all_critical": True},
    "poisoned, no critical": {"double_on_six": True, "wound_criticals": False},
    "endures": {"less": 1},
    "gorget": {"critical_less": 2},
    "shield first": {"shield_first": True},
    "braced": {"ignores_first": True},
    "bone charm": {"ignores_critical": True},
    "ward": {"ward": 6},
    "every charm": {"ignores_first": True, "ignores_critical": True, "ward": 5},
    "holds some": {"held": frozenset(STATUSES[1:4])},
    "holds all": {"held": frozenset(STATUSES)},
    "saved criticals": {"saved_criticals_count": True},
    "saved criticals, every charm": {
        "saved_criticals_count": True,
        "ignores_first": True,
        "ignores_critical": True,
        "ward": 4,
        "dice": 2,
    },
    "resolved": {"only_criticals_kill": True},
    "resolved, every charm": {
        "only_criticals_kill": True,
        "ignores_first": True,
        "ignores_critical": True,
        "ward": 5,
        "damage": "1",
    },
    "resolved, saved criticals": {"only_criticals_kill": True, "saved_criticals_count": True},
}


def assert_equals_enumeration(numbers: AttackNumbers) -> None:
    outcomes = enumeration.resolve(numbers)
    odds = attack_odds(numbers)
    damage = enumeration.summed(outcomes, lambda outcome: outcome.damage)
    assert list(odds.damage) == sorted(damage)
    for total, chance in odds.damage.items():
        assert chance == pytest.approx(float(damage[total]), abs=NEAR)
    out = enumeration.chance_of(outcomes, lambda outcome: outcome.left == 0)
    any_critical = enumeration.chance_of(outcomes, lambda outcome: outcome.any_critical)
    mean = sum(total * chance for total, chance in damage.items())
    assert odds.p_out == pytest.approx(float(out), abs=NEAR)
    assert odds.p_any_critical == pytest.approx(float(any_critical), abs=NEAR)
    assert odds.p_any_damage == pytest.approx(float(1 - damage.get(0, 0)), abs=NEAR)
    assert odds.mean_damage == pytest.approx(float(mean), abs=NEAR)
    for status, chance in enumeration.each_status(outcomes, numbers.held).items():
        assert odds.statuses[status] == pytest.approx(float(chance), abs=NEAR)


@pytest.mark.parametrize("guarded", [False, True], ids=["bare", "guarded"])
@pytest.mark.parametrize("flag", FLAGS)
def test_three_dice_equal_enumeration(flag: str, guarded: bool) -> None:
    assert_equals_enumeration(replace(GUARDED if guarded else PLAIN, **FLAGS[flag]))


needs = st.none() | st.integers(2, 7)
maybe = st.booleans()
attacks = st.builds(
    AttackNumbers,
    dice=st.integers(0, 2),
    hit_need=st.none() | st.integers(1, 7),
    wound_need=needs,
    wounds_left=st.integers(1, 6),
    hit_second=needs,
    hits_automatically=maybe,
    reroll_ones=maybe,
    all_critical=maybe,
    damage=st.sampled_from(["0", "1", "2", "3", "d3", "d3+1"]),
    damage_bonus=st.integers(-2, 2),
    halved=maybe,
    doubled=maybe,
    double_on_six=maybe,
    less=st.integers(0, 2),
    critical_less=st.integers(0, 2),
    reaction=needs,
    armour=needs,
    shield=needs,
    shield_first=maybe,
    ignores_first=maybe,
    ward=needs,
    ignores_critical=maybe,
    held=st.frozensets(st.sampled_from(STATUSES)),
    saved_criticals_count=maybe,
    only_criticals_kill=maybe,
)


@settings(max_examples=60, deadline=None)
@given(attacks)
def test_any_small_attack_equals_enumeration(numbers: AttackNumbers) -> None:
    assert_equals_enumeration(numbers)


large = st.builds(
    replace, attacks, dice=st.integers(3, 20), damage=st.sampled_from(["1", "2", "d3", "d6"])
)


@settings(max_examples=25, deadline=None)
@given(large)
def test_chances_add_up_to_1(numbers: AttackNumbers) -> None:
    odds = attack_odds(numbers)
    assert sum(odds.damage.values()) == pytest.approx(1.0, abs=1e-12)
    assert all(chance > 0 for chance in odds.damage.values())
    assert 0 <= odds.p_out <= 1 + 1e-12


def test_one_die_by_hand() -> None:
    """1 in 6 hits with two wound dice, 2 in 6 with one; 1 in 2 wounds, 1 in 6 critically."""
    odds = attack_odds(AttackNumbers(dice=1, hit_need=4, wound_need=4, wounds_left=1))
    no_wound = 1 / 2 + 1 / 3 * 1 / 2 + 1 / 6 * 1 / 4
    assert odds.damage[0] == pytest.approx(no_wound)
    assert odds.p_out == pytest.approx(1 - no_wound)
    assert odds.p_any_critical == pytest.approx(1 / 3 * 1 / 6 + 1 / 6 * (1 - 25 / 36))


def test_statuses_that_are_held_already_are_not_gained() -> None:
    odds = attack_odds(replace(PLAIN, held=frozenset({"stunned"})))
    assert odds.statuses["stunned"] == 0
    assert odds.statuses["leg_injury"] > 0
