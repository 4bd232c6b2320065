"""Larger attacks against a library that works out dice in whole numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from mordcry_app.rules.odds.attack import attack_odds
from mordcry_app.rules.odds.numbers import STATUSES, AttackNumbers
from tests.rules.odds.with_icepool import Checked, check, quick_check

NEAR = 1e-9
ATTACK = AttackNumbers(
    dice=5,
    hit_need=3,
    wound_need=4,
    damage="2",
    wounds_left=4,
    reaction=5,
    armour=6,
    shield=5,
)


CHANGES: Mapping[str, Mapping[str, Any]] = {
    "five dice": {},
    "eight dice, two held": {"dice": 8, "held": frozenset(STATUSES[:2])},
    "shield first": {"dice": 6, "shield_first": True, "armour": 5, "shield": 4},
    "a second roll to hit": {"dice": 6, "hit_need": 2, "hit_second": 4, "reaction": 4},
    "d3+1": {"dice": 4, "damage": "d3+1"},
    "d6, no saves": {"dice": 4, "damage": "d6", "reaction": None, "armour": None, "shield": None},
    "needs sixes": {"dice": 7, "wound_need": 6},
    "all held": {"wound_need": 2, "held": frozenset(STATUSES)},
    "twelve dice": {"dice": 12, "hit_need": 6, "damage": "1"},
}


@pytest.mark.parametrize("name", CHANGES)
def test_larger_attacks_equal_icepool(name: str) -> None:
    numbers = replace(ATTACK, **CHANGES[name])
    assert_equal(numbers, check(numbers))
    if not numbers.shield_first:
        assert_equal(numbers, quick_check(numbers))


def assert_equal(numbers: AttackNumbers, other: Checked) -> None:
    odds = attack_odds(numbers)
    assert list(odds.damage) == list(other.damage)
    for damage, chance in other.damage.items():
        assert odds.damage[damage] == pytest.approx(chance, abs=NEAR)
    assert odds.p_out == pytest.approx(other.p_out, abs=NEAR)
    assert odds.mean_damage == pytest.approx(other.mean_damage, abs=NEAR)
    assert odds.p_any_critical == pytest.approx(other.p_any_critical, abs=NEAR)
