"""The exact odds of one attack."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from mordcry_app.rules.odds.chances import Chances
from mordcry_app.rules.odds.counting import endings, impacts, tallies
from mordcry_app.rules.odds.numbers import STATUSES, AttackNumbers


@dataclass(frozen=True, slots=True)
class AttackOdds:
    """What one attack is worth, exactly. Chances are between 0 and 1.

    `damage` is how likely each damage is, in rising order, before it is capped by the wounds left.
    `p_out` is the chance to put the target out of action. A critical wound counts in
    `p_any_critical` when nothing stopped it. `statuses` is the chance of each status to be brought
    by this attack, whether or not it also puts the target out; one that is held already is not.
    """

    damage: Chances
    p_out: float
    mean_damage: float
    p_any_damage: float
    p_any_critical: float
    statuses: Mapping[str, float]


@lru_cache(maxsize=8192)
def attack_odds(numbers: AttackNumbers) -> AttackOdds:
    """Return the exact odds of one attack."""
    held = len(numbers.held)
    damage: dict[int, float] = {}
    mean_gained = 0.0
    for (total, gained, _), chance in impacts(numbers, held).items():
        damage[total] = damage.get(total, 0.0) + chance
        mean_gained += gained * chance
    if numbers.only_criticals_kill:
        after = endings(numbers, numbers.wounds_left, held)
        p_out = sum(chance for (left, _, _), chance in after.items() if left == 0)
    else:
        p_out = sum(chance for total, chance in damage.items() if total >= numbers.wounds_left)
    return AttackOdds(
        damage=MappingProxyType({total: damage[total] for total in sorted(damage)}),
        p_out=p_out,
        mean_damage=sum(total * chance for total, chance in damage.items()),
        p_any_damage=sum(chance for total, chance in damage.items() if total),
        p_any_critical=sum(
            sum(by_plain.values())
            for (critical, _, _), by_plain in tallies(numbers).items()
            if critical
        ),
        statuses=chance_of_each_status(numbers.held, mean_gained),
    )


def chance_of_each_status(held: frozenset[str], mean_gained: float) -> Mapping[str, float]:
    """Return how likely each status is brought, given how many are on average.

    All that are not held are equally likely, because each has one face of the status die.
    """
    free = len(STATUSES) - len(held)
    return MappingProxyType(
        {status: 0.0 if status in held else mean_gained / free for status in STATUSES}
    )
