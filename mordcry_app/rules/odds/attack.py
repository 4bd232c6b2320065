"""The exact odds of one attack."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import fsum
from types import MappingProxyType

from mordcry_app.rules.odds.chances import Chances, statuses_gained
from mordcry_app.rules.odds.counting import endings, tallies, wound_damages
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
    for dice, _, sums in wound_damages(numbers):
        all_of_it = sum(sums.values())
        for gained, part in enumerate(statuses_gained(held, dice)):
            more = dice - gained
            mean_gained += gained * part * all_of_it
            for of_wounds, chance in sums.items():
                total = of_wounds + more
                damage[total] = damage.get(total, 0.0) + chance * part
    if numbers.only_criticals_kill:
        after = endings(numbers, numbers.wounds_left, held)
        p_out = fsum(chance for (left, _, _), chance in after.items() if left == 0)
    else:
        p_out = fsum(chance for total, chance in damage.items() if total >= numbers.wounds_left)
    return AttackOdds(
        damage=MappingProxyType(dict(sorted((d, p) for d, p in damage.items() if p))),
        p_out=p_out,
        mean_damage=fsum(total * chance for total, chance in damage.items()),
        p_any_damage=fsum(chance for total, chance in damage.items() if total),
        p_any_critical=fsum(
            chance
            for (critical, _, _), by_plain in tallies(numbers).items()
            if critical
            for chance in by_plain.values()
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
