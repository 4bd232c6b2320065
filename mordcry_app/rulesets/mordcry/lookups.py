"""The hit and wound tables, and what a shot needs.

Rules: mordcry.txt, "2. Roll to Hit" and "3. Roll to Wound"; rulings 32, 33 and 35.
"""

from __future__ import annotations

from dataclasses import dataclass

from mordcry_app.rules.catalogue import HouseRules

LEAST = 1
MOST = 10
"""Lookups clamp to these values."""

_HIT = (
    "4666666666",
    "2456666666",
    "2345566666",
    "2234555666",
    "2233455556",
    "2223345555",
    "2223334555",
    "2222333455",
    "2222333345",
    "2222233334",
)
"""One row for each WS of the attacker, one column for each WS of the defender."""

_HIT_IN_DOUBT = {(1, 2): 5, (2, 1): 3}

_WOUND = (
    "4566xxxxxx",
    "34566xxxxx",
    "234566xxxx",
    "2234566xxx",
    "2223456xxx",
    "222234566x",
    "2222234566",
    "2222223456",
    "2222222345",
    "2222222345",
)
"""One row for each strength, one column for each DS; x cannot wound."""

_WOUND_PATTERN = {(5, 8): 6, (10, 8): 2, (10, 9): 3, (10, 10): 4}


@dataclass(frozen=True, slots=True)
class RangedNeed:
    """What a shot needs: a first roll and, from BS 6 on, another after a natural 1."""

    first: int
    second: int | None = None

    @property
    def written(self) -> str:
        """The need as players write it: `3+`, `2+/6+`."""
        return f"{self.first}+" + (f"/{self.second}+" if self.second else "")


def hit_need(attacker: int, defender: int, rules: HouseRules) -> int:
    """Return what each die needs to hit in melee, by the WS of both; values clamp to 1–10."""
    cell = (_clamped(attacker), _clamped(defender))
    if rules["hit_table"] == "smooth" and cell in _HIT_IN_DOUBT:
        return _HIT_IN_DOUBT[cell]
    return int(_HIT[cell[0] - 1][cell[1] - 1])


def wound_need(strength: int, defence: int, rules: HouseRules) -> int | None:
    """Return what each die needs to wound, or nothing when it cannot; values clamp to 1–10."""
    cell = (_clamped(strength), _clamped(defence))
    if rules["wound_table"] == "pattern" and cell in _WOUND_PATTERN:
        return _WOUND_PATTERN[cell]
    printed = _WOUND[cell[0] - 1][cell[1] - 1]
    return None if printed == "x" else int(printed)


def ranged_need(ballistic_skill: int) -> RangedNeed:
    """Return what a shot needs: 6+ to 2+ for BS 1–5, then 2+ and 6+ to 2+ after a natural 1."""
    skill = _clamped(ballistic_skill)
    if skill <= 5:
        return RangedNeed(7 - skill)
    return RangedNeed(2, 12 - skill)


def _clamped(value: int) -> int:
    return min(max(value, LEAST), MOST)
