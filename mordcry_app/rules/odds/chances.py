"""The chances of single dice and of the counts that dice add up to, from the shared steps.

Everything is exact up to the rounding of floats. Results are cached by the numbers that they come
from, and nobody may change them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb

from mordcry_app.rules.odds.numbers import STATUSES, AttackNumbers
from mordcry_app.rules.odds.steps import (
    Stage,
    Wound,
    hit_result,
    status_result,
    stops,
    wound_damage,
    wound_result,
)

FACES = range(1, 7)

Chances = Mapping[int, float]
"""How likely each whole number is."""


def wound_dice_of_a_hit_die(numbers: AttackNumbers) -> tuple[float, float, float]:
    """Return the chances that one die to hit comes to no, one or two wound dice."""
    if numbers.hits_automatically:
        return (0.0, 1.0, 0.0)
    counts = {"miss": 0, "hit": 0, "critical": 0}
    for face in FACES:
        result = hit_result(numbers, face)
        if result == "again":
            for second in FACES:
                counts[hit_result(numbers, second, again=True)] += 1
        else:
            counts[result] += 6
    return (counts["miss"] / 36, counts["hit"] / 36, counts["critical"] / 36)


def wounds_of_a_wound_die(numbers: AttackNumbers) -> dict[Wound, float]:
    """Return the chance of each wound that one die to wound can be; the rest is no wound."""
    counts: dict[Wound, int] = {}
    for face in FACES:
        result = wound_result(numbers, face)
        if result == "again":
            for second in FACES:
                _count(counts, second, wound_result(numbers, second, again=True), 1)
        else:
            _count(counts, face, result, 6)
    return {wound: count / 36 for wound, count in counts.items()}


def _count(counts: dict[Wound, int], face: int, result: str, ways: int) -> None:
    if result != "none":
        wound = Wound(face, result == "critical")
        counts[wound] = counts.get(wound, 0) + ways


def chance_to_stop(stage: Stage) -> float:
    """Return how likely a stage stops a wound that it is tried on."""
    return 1.0 if stage.need is None else sum(stops(stage, face) for face in FACES) / 6


def wounds_after(hit_die: Sequence[float], dice: int, to_wound: float) -> tuple[float, ...]:
    """Return how likely each number of wounds is, from 0 on.

    `hit_die` is what `wound_dice_of_a_hit_die` returns for each of `dice` dice, `to_wound` the
    chance of each wound die to become a wound that counts.
    """
    none, one, two = hit_die
    fails = 1.0 - to_wound
    first = none + fails * (one + fails * two)
    second = to_wound * (one + 2.0 * fails * two)
    third = to_wound * to_wound * two
    chances = [1.0]
    for _ in range(dice):
        wider = [first * chance for chance in chances]
        wider += (0.0, 0.0)
        for count, chance in enumerate(chances):
            wider[count + 1] += second * chance
            wider[count + 2] += third * chance
        chances = wider
    return tuple(chances)


@lru_cache(maxsize=4096)
def binomial(count: int, chance: float) -> tuple[float, ...]:
    """Return how likely each number of successes, from 0 on, is in `count` independent trials."""
    fails = 1.0 - chance
    return tuple(
        comb(count, wins) * chance**wins * fails ** (count - wins) for wins in range(count + 1)
    )


def damage_of_a_wound(
    numbers: AttackNumbers, wounds: Mapping[Wound, float], *, critical: bool
) -> dict[int, float]:
    """Return how likely each damage of one wound is that is critical, or is not.

    `wounds` is what `wounds_of_a_wound_die` returns. Without any such wound there are no chances.
    """
    total = sum(chance for wound, chance in wounds.items() if wound.critical == critical)
    ways = numbers.damage_dice.ways()
    all_ways = sum(ways.values())
    chances: dict[int, float] = {}
    for wound, chance in wounds.items():
        if wound.critical == critical:
            for rolled, count in ways.items():
                damage = wound_damage(numbers, wound, rolled)
                part = chance / total * count / all_ways
                chances[damage] = chances.get(damage, 0.0) + part
    return chances


@lru_cache(maxsize=len(STATUSES) + 1)
def chance_of_a_new_status(held: int) -> float:
    """Return how likely a status die brings a status when so many are held already."""
    has = frozenset(STATUSES[:held])
    return sum(status_result(face, has).status is not None for face in FACES) / 6


@lru_cache(maxsize=1024)
def statuses_gained(held: int, dice: int) -> tuple[float, ...]:
    """Return how likely each number of statuses, from 0 on, is brought by some status dice.

    `held` is how many statuses the target has already. Which ones makes no difference: each die
    that brings none deals 1 damage.
    """
    if dice == 0:
        return (1.0,)
    before = statuses_gained(held, dice - 1)
    news = [chance_of_a_new_status(held + gained) for gained in range(len(before))]
    stays = [chance * (1.0 - new) for chance, new in zip(before, news, strict=True)]
    gains = [chance * new for chance, new in zip(before, news, strict=True)]
    found = [a + b for a, b in zip([*stays, 0.0], [0.0, *gains], strict=True)]
    return tuple(found if found[-1] else found[:-1])


def add_up(one: Mapping[int, float], other: Mapping[int, float]) -> dict[int, float]:
    """Return how likely each sum of two independent numbers is."""
    chances: dict[int, float] = {}
    for left, chance in one.items():
        for right, other_chance in other.items():
            total = left + right
            chances[total] = chances.get(total, 0.0) + chance * other_chance
    return chances
