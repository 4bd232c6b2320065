"""The exact odds of several attacks on one target, one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from mordcry_app.rules.odds.attack import chance_of_each_status
from mordcry_app.rules.odds.chances import Chances
from mordcry_app.rules.odds.counting import NOTHING_USED, Used, endings
from mordcry_app.rules.odds.numbers import AttackNumbers

SHIELD: Used = frozenset({"shield"})


@dataclass(frozen=True, slots=True)
class PlanStep:
    """How the target of a plan stands after one of its attacks. Chances are between 0 and 1.

    `left` is how likely each number of wounds left is, in rising order; 0 is out of action, whose
    chance is `p_out`. `mean_damage` is what all attacks so far have taken off on average, so never
    more than the wounds that were left at first. `statuses` is how likely each status was brought
    by then; attacks on a target that is out already bring none.
    """

    left: Chances
    p_out: float
    mean_damage: float
    statuses: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class PlanOdds:
    """How the target stands after each attack of a plan, in order."""

    steps: tuple[PlanStep, ...]

    @property
    def p_out(self) -> float:
        """The chance that the target is out of action in the end."""
        return self.steps[-1].p_out if self.steps else 0.0


def plan_odds(attacks: Sequence[AttackNumbers], *, shield_each_attack: bool = False) -> PlanOdds:
    """Return the exact odds of attacks made in this order until the target is out of action.

    The wounds left and the statuses held before the first attack are those of its numbers; the
    other attacks take what is left of both. A shield, an ignored wound, a ward and an ignored
    critical wound help once in the whole plan, against the first attack that has them in its
    numbers and gets so far. With `shield_each_attack` (house rule `shield_use`, when each attack
    belongs to another activation) the shield helps once against each.

    What else a status changes, such as the WS that an arm injury costs, is not worked into the
    later attacks: their numbers hold whatever the earlier ones bring.
    """
    if not attacks:
        return PlanOdds(())
    first = attacks[0]
    before = len(first.held)
    states: dict[tuple[int, int, Used], float] = {(first.wounds_left, 0, NOTHING_USED): 1.0}
    steps: list[PlanStep] = []
    for numbers in attacks:
        after: dict[tuple[int, int, Used], float] = {}
        for (left, gained, used), chance in states.items():
            if left == 0:
                _add(after, (0, gained, NOTHING_USED), chance)
                continue
            found = endings(numbers, left, before + gained, used)
            for (left_now, more, used_now), part in found.items():
                kept = used_now - SHIELD if shield_each_attack else used_now
                _add(after, (left_now, gained + more, kept), chance * part)
        states = after
        steps.append(_step(first, states))
    return PlanOdds(tuple(steps))


def _step(first: AttackNumbers, states: Mapping[tuple[int, int, Used], float]) -> PlanStep:
    chances: dict[int, float] = {}
    mean_gained = 0.0
    for (left, gained, _), chance in states.items():
        chances[left] = chances.get(left, 0.0) + chance
        mean_gained += gained * chance
    return PlanStep(
        left=MappingProxyType({left: chances[left] for left in sorted(chances)}),
        p_out=chances.get(0, 0.0),
        mean_damage=sum((first.wounds_left - left) * chances[left] for left in chances),
        statuses=chance_of_each_status(first.held, mean_gained),
    )


def _add(
    chances: dict[tuple[int, int, Used], float], key: tuple[int, int, Used], chance: float
) -> None:
    chances[key] = chances.get(key, 0.0) + chance
