"""The chances of single dice and of the counts that dice add up to, from the shared steps.

Everything is exact up to the rounding of floats. Results are cached by the numbers that they come
from, and nobody may change them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb

from mordcry_app.rules.odds.numbers import STATUSES, AttackNumbers
from mordcry_app.rules.odds.steps import (
    Stage,
    Wound,
    WoundResult,
    hit_result,
    status_result,
    stops,
    wound_damage,
    wound_result,
)

FACES = range(1, 7)

Chances = Mapping[int, float]
"""How likely each whole number is."""

_ANY = AttackNumbers(dice=1, hit_need=None, wound_need=None, wounds_left=1)
"""For questions about single dice, which depend on few of the numbers of an attack."""


@dataclass(frozen=True, slots=True)
class DiceChances:
    """What single dice of an attack come to.

    `hit_die` is how likely one die to hit comes to no, one or two wound dice; `wound` how likely
    a wound die wounds; `critical` how likely a wound is critical. `plain_damage` and
    `critical_damage` are how likely each damage of a wound is that is not critical, or is; they
    are empty where there is no such wound.
    """

    hit_die: tuple[float, float, float]
    wound: float
    critical: float
    plain_damage: dict[int, float]
    critical_damage: dict[int, float]


@lru_cache(maxsize=4096)
def dice_chances(numbers: AttackNumbers) -> DiceChances:
    """Return what single dice of an attack come to, before anything stops a wound."""
    plain, critical = _wounds_of_a_die(
        numbers.wound_need, numbers.wound_criticals, numbers.all_critical, numbers.reroll_ones
    )
    plain_ways, critical_ways = sum(plain.values()), sum(critical.values())
    ways = plain_ways + critical_ways
    hit_die = (
        (0.0, 1.0, 0.0)
        if numbers.hits_automatically
        else _wound_dice_of_a_hit_die(numbers.hit_need, numbers.hit_second, numbers.reroll_ones)
    )
    return DiceChances(
        hit_die=hit_die,
        wound=ways / 36,
        critical=critical_ways / ways if ways else 0.0,
        plain_damage=_damage(numbers, plain, plain_ways),
        critical_damage=_damage(numbers, critical, critical_ways),
    )


@lru_cache(maxsize=256)
def _wound_dice_of_a_hit_die(
    need: int | None, second: int | None, reroll_ones: bool
) -> tuple[float, float, float]:
    numbers = replace(_ANY, hit_need=need, hit_second=second, reroll_ones=reroll_ones)
    counts = {"miss": 0, "hit": 0, "critical": 0}
    for face in FACES:
        result = hit_result(numbers, face)
        if result == "again":
            for again in FACES:
                counts[hit_result(numbers, again, again=True)] += 1
        else:
            counts[result] += 6
    return (counts["miss"] / 36, counts["hit"] / 36, counts["critical"] / 36)


@lru_cache(maxsize=256)
def _wounds_of_a_die(
    need: int | None, criticals: bool, all_critical: bool, reroll_ones: bool
) -> tuple[dict[Wound, int], dict[Wound, int]]:
    """Return in how many of 36 equal ways one die is each plain, and each critical wound."""
    numbers = replace(
        _ANY,
        wound_need=need,
        wound_criticals=criticals,
        all_critical=all_critical,
        reroll_ones=reroll_ones,
    )
    plain: dict[Wound, int] = {}
    critical: dict[Wound, int] = {}

    def count(face: int, result: WoundResult, ways: int) -> None:
        if result != "none":
            wound = Wound(face, result == "critical")
            counts = critical if wound.critical else plain
            counts[wound] = counts.get(wound, 0) + ways

    for face in FACES:
        result = wound_result(numbers, face)
        if result == "again":
            for second in FACES:
                count(second, wound_result(numbers, second, again=True), 1)
        else:
            count(face, result, 6)
    return plain, critical


def _damage(numbers: AttackNumbers, wounds: Mapping[Wound, int], ways: int) -> dict[int, float]:
    rolls = numbers.damage_dice.ways()
    all_ways = ways * sum(rolls.values())
    chances: dict[int, float] = {}
    for wound, count in wounds.items():
        for rolled, roll_ways in rolls.items():
            damage = wound_damage(numbers, wound, rolled)
            chances[damage] = chances.get(damage, 0.0) + count * roll_ways / all_ways
    return chances


@lru_cache(maxsize=256)
def chance_to_stop(stage: Stage) -> float:
    """Return how likely a stage stops a wound that it is tried on."""
    return 1.0 if stage.need is None else sum(stops(stage, face) for face in FACES) / 6


@lru_cache(maxsize=4096)
def wounds_after(
    hit_die: tuple[float, float, float], dice: int, to_wound: float
) -> tuple[float, ...]:
    """Return how likely each number of wounds is, from 0 on.

    `hit_die` is how likely each of `dice` dice comes to no, one or two wound dice, `to_wound` how
    likely each of those becomes a wound that counts.
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


def _chance_of_a_new_status(held: int) -> float:
    has = frozenset(STATUSES[:held])
    return sum(status_result(face, has).status is not None for face in FACES) / 6


NEW_STATUS = tuple(_chance_of_a_new_status(held) for held in range(len(STATUSES) + 1))
"""How likely a status die brings a status, by how many the target has by then."""


@lru_cache(maxsize=1024)
def statuses_gained(held: int, dice: int) -> tuple[float, ...]:
    """Return how likely each number of statuses, from 0 on, is brought by some status dice.

    `held` is how many statuses the target has already. Which ones makes no difference: each die
    that brings none deals 1 damage.
    """
    if dice == 0:
        return (1.0,)
    chances: list[float] = []
    moved_up = 0.0
    for gained, chance in enumerate(statuses_gained(held, dice - 1)):
        brings = chance * NEW_STATUS[held + gained]
        chances.append(moved_up + chance - brings)
        moved_up = brings
    if moved_up:
        chances.append(moved_up)
    return tuple(chances)


def add_up(one: Mapping[int, float], other: Mapping[int, float]) -> dict[int, float]:
    """Return how likely each sum of two independent numbers is."""
    chances: dict[int, float] = {}
    for left, chance in one.items():
        for right, other_chance in other.items():
            total = left + right
            chances[total] = chances.get(total, 0.0) + chance * other_chance
    return chances
