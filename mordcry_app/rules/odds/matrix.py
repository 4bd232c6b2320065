"""Everybody against everybody: the odds of many attacks on many targets, in a table."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from mordcry_app.rules.odds.attack import attack_odds
from mordcry_app.rules.odds.numbers import AttackNumbers

Row = TypeVar("Row", bound=Hashable)
Target = TypeVar("Target", bound=Hashable)

NumbersOf = Callable[[Target], AttackNumbers | None]
"""What a row comes to against a target, or nothing if it cannot attack it.

The `get` of a mapping from targets to numbers will do.
"""


@dataclass(frozen=True, slots=True)
class Cell:
    """One attack on one target: the chance to put it out, and the damage before it is capped."""

    p_out: float
    mean_damage: float


@dataclass(frozen=True, slots=True)
class OddsMatrix(Generic[Row, Target]):
    """The cells by row and target; there is none where a row cannot attack a target."""

    rows: tuple[Row, ...]
    targets: tuple[Target, ...]
    cells: Mapping[tuple[Row, Target], Cell]

    def best(self, target: Target) -> Row | None:
        """Return the row most likely to put a target out; of equals, the most damage, the first."""
        able = [row for row in self.rows if (row, target) in self.cells]
        return max(able, key=lambda row: self._worth(row, target), default=None)

    def _worth(self, row: Row, target: Target) -> tuple[float, float]:
        cell = self.cells[row, target]
        return (cell.p_out, cell.mean_damage)


def odds_matrix(
    rows: Mapping[Row, NumbersOf[Target]], targets: Iterable[Target]
) -> OddsMatrix[Row, Target]:
    """Return the odds of each row, such as a fighter with a weapon, against each target."""
    against = tuple(targets)
    cells: dict[tuple[Row, Target], Cell] = {}
    for row, numbers_of in rows.items():
        for target in against:
            numbers = numbers_of(target)
            if numbers is not None:
                odds = attack_odds(numbers)
                cells[row, target] = Cell(odds.p_out, odds.mean_damage)
    return OddsMatrix(tuple(rows), against, cells)
