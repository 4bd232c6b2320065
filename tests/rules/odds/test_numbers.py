from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mordcry_app.rules.odds.numbers import AttackNumbers

PLAIN = AttackNumbers(dice=2, hit_need=4, wound_need=4, wounds_left=2)


@pytest.mark.parametrize(
    "changes",
    [
        {"dice": -1},
        {"wounds_left": 0},
        {"less": -1},
        {"critical_less": -1},
        {"hit_need": 0},
        {"hit_need": 8},
        {"wound_need": 1},
        {"armour": 1},
        {"shield": 8},
        {"held": frozenset({"asleep"})},
        {"damage": "lots"},
        {"all_critical": True, "wound_criticals": False},
    ],
)
def test_numbers_without_sense_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r".+"):
        replace(PLAIN, **changes)


def test_equal_numbers_are_one_key() -> None:
    again = AttackNumbers(dice=2, hit_need=4, wound_need=4, wounds_left=2)
    assert {PLAIN: "x"}[again] == "x"
    assert replace(PLAIN, held=frozenset({"stunned"})) != PLAIN


def test_damage_is_read_as_dice() -> None:
    assert PLAIN.damage_dice.totals() == (1,)
    assert replace(PLAIN, damage="d3+1").damage_dice.totals() == (2, 3, 4)
