"""What the dice of one attack come to, as counts: wounds that stand, damage, statuses gained.

Which die does what never matters, only how many do: wounds are counted instead of listed. That is
exact because every wound die has the same chances, so that whatever stops the first wound leaves
others of the same kind, and because a status die deals 1 damage for a status that is held already
whichever that is.

The counts are plain tuples, because they are the keys of the inner loops.

Rules: as in `steps`, whose functions give every chance used here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TypeVar

from mordcry_app.rules.odds.chances import (
    add_up,
    binomial,
    chance_to_stop,
    dice_chances,
    statuses_gained,
    wounds_after,
)
from mordcry_app.rules.odds.numbers import AttackNumbers
from mordcry_app.rules.odds.steps import Stage, StageName, left_after, stages

Key = TypeVar("Key")

Used = frozenset[StageName]
"""The stages that may stop wounds once only and were tried on one."""

NOTHING_USED: Used = frozenset()

Standing = tuple[int, int, Used]
"""How many wounds stand, how many were saved that may bring a status all the same, what was used.

Critical wounds are not told from others yet, and the first critical one is not ignored yet.
"""

Tally = tuple[int, int, Used]
"""How many critical wounds stand, how many status dice are rolled, and what was used up by then."""

Impact = tuple[int, Used]
"""How many statuses an attack brings, and what was used up by then."""

Ending = tuple[int, int, Used]
"""The wounds left after an attack, how many statuses it brought, and what was used up by then."""


@lru_cache(maxsize=4096)
def standing(numbers: AttackNumbers, used: Used = NOTHING_USED) -> Mapping[Standing, float]:
    """Return how many wounds are still there after every stage but the one for critical wounds.

    `used` are the stages that earlier attacks have used up.
    """
    each = dice_chances(numbers)
    wounds = each.wound
    left = [stage for stage in stages(numbers) if stage.name not in used]
    # Saves that are tried on every wound, and leave nothing of it, act like a harder roll to wound.
    while left and left[0].tries == "every" and not numbers.saved_criticals_count:
        wounds *= 1.0 - chance_to_stop(left.pop(0))
    counts = wounds_after(each.hit_die, numbers.dice, wounds)
    chances = {(count, 0, used): chance for count, chance in enumerate(counts) if chance}
    for stage in left:
        if stage.tries == "every":
            chances = _tried_on_every(chances, stage, numbers)
        elif stage.tries == "first":
            chances = _tried_on_first(chances, stage, numbers)
    return chances


def _tried_on_every(
    chances: Mapping[Standing, float], stage: Stage, numbers: AttackNumbers
) -> dict[Standing, float]:
    after: dict[Standing, float] = {}
    stopping = chance_to_stop(stage)
    for (count, saved, used), chance in chances.items():
        for stopped, part in enumerate(binomial(count, stopping)):
            kept = saved + (stopped if numbers.saved_criticals_count else 0)
            _add(after, (count - stopped, kept, used), chance * part)
    return after


def _tried_on_first(
    chances: Mapping[Standing, float], stage: Stage, numbers: AttackNumbers
) -> dict[Standing, float]:
    after: dict[Standing, float] = {}
    stopping = chance_to_stop(stage)
    kept = 1 if stage.is_save and numbers.saved_criticals_count else 0
    for (count, saved, used), chance in chances.items():
        if count == 0:
            _add(after, (count, saved, used), chance)
            continue
        now_used = used | Used({stage.name})
        _add(after, (count - 1, saved + kept, now_used), chance * stopping)
        if stopping < 1.0:
            _add(after, (count, saved, now_used), chance * (1.0 - stopping))
    return after


@lru_cache(maxsize=4096)
def tallies(
    numbers: AttackNumbers, used: Used = NOTHING_USED
) -> Mapping[Tally, Mapping[int, float]]:
    """Return how likely each tally is along with each number of other wounds that stand.

    `used` as in `standing`.
    """
    share = dice_chances(numbers).critical
    ignores = _ignores_critical(numbers, used)
    chances: dict[Tally, dict[int, float]] = {}
    for (count, saved, used_by_then), chance in standing(numbers, used).items():
        saved_shares = tuple(enumerate(binomial(saved, share)))
        for critical, part in enumerate(binomial(count, share)):
            if part == 0.0:
                continue
            stand, used_now = critical, used_by_then
            if critical and ignores is not None:
                stand, used_now = critical - 1, used_by_then | ignores
            for saved_critical, saved_part in saved_shares:
                tally = (stand, stand + saved_critical, used_now)
                by_plain = chances.get(tally)
                if by_plain is None:
                    by_plain = chances[tally] = {}
                plain = count - critical
                by_plain[plain] = by_plain.get(plain, 0.0) + chance * part * saved_part
    return chances


def wound_damages(
    numbers: AttackNumbers, used: Used = NOTHING_USED
) -> Iterator[tuple[int, Used, Mapping[int, float]]]:
    """Yield status dice, what was used up, and how likely each damage of the wounds is with them.

    The same dice may come again. `used` as in `standing`.
    """
    each = dice_chances(numbers)
    plain_damage = [{0: 1.0}, each.plain_damage]
    critical_damage = [{0: 1.0}, each.critical_damage]
    for (critical, dice, used_now), by_plain in tallies(numbers, used).items():
        sums = _summed(plain_damage, by_plain)
        if critical:
            sums = add_up(_power(critical_damage, critical), sums)
        yield dice, used_now, sums


@lru_cache(maxsize=4096)
def impacts(
    numbers: AttackNumbers, held: int, used: Used = NOTHING_USED
) -> Mapping[Impact, Mapping[int, float]]:
    """Return how likely each impact of an attack is along with each damage, which is not capped.

    `held` is how many statuses the target has before it; `used` as in `standing`. Both stand in
    for what the numbers say of the target.
    """
    chances: dict[Impact, dict[int, float]] = {}
    for dice, used_now, sums in wound_damages(numbers, used):
        for gained, part in enumerate(statuses_gained(held, dice)):
            more = dice - gained
            row = chances.setdefault((gained, used_now), {})
            for damage, chance in sums.items():
                total = damage + more
                row[total] = row.get(total, 0.0) + chance * part
    return chances


def endings(
    numbers: AttackNumbers, left: int, held: int, used: Used = NOTHING_USED
) -> Mapping[Ending, float]:
    """Return how likely each ending of an attack is for a target with so many wounds left.

    `held` and `used` as in `impacts`.
    """
    if numbers.only_criticals_kill:
        return _endings_one_by_one(numbers, left, held, used)
    chances: dict[Ending, float] = {}
    for (gained, used_now), by_damage in impacts(numbers, held, used).items():
        for damage, chance in by_damage.items():
            after = left_after(numbers, left, damage, critical=True)
            _add(chances, (after, gained, used_now), chance)
    return chances


def _endings_one_by_one(
    numbers: AttackNumbers, left: int, held: int, used: Used
) -> dict[Ending, float]:
    """Follow the wounds in the order of their dice, for targets to whom the order matters."""
    share = dice_chances(numbers).critical
    by_count: dict[int, list[tuple[int, Used, float]]] = {}
    for (count, saved, used_by_then), chance in standing(numbers, used).items():
        by_count.setdefault(count, []).append((saved, used_by_then, chance))
    chances: dict[Ending, float] = {}
    for count, walked in enumerate(_walks(numbers, left, max(by_count), used)):
        for saved, used_by_then, chance in by_count.get(count, ()):
            for (left_now, critical, used_now), part in walked.items():
                for saved_critical, saved_part in enumerate(binomial(saved, share)):
                    dice = critical + saved_critical
                    for gained, gained_part in enumerate(statuses_gained(held, dice)):
                        after = left_after(numbers, left_now, dice - gained, critical=True)
                        ending = (after, gained, used_by_then | used_now)
                        _add(chances, ending, chance * part * saved_part * gained_part)
    return chances


def _walks(
    numbers: AttackNumbers, left: int, most: int, used: Used
) -> Iterator[Mapping[tuple[int, int, Used], float]]:
    """Yield for 0, 1, 2 … `most` wounds the wounds left, how many critical ones stood, the used."""
    each = dice_chances(numbers)
    kinds = [
        *((damage, False, p * (1.0 - each.critical)) for damage, p in each.plain_damage.items()),
        *((damage, True, p * each.critical) for damage, p in each.critical_damage.items()),
    ]
    here: dict[tuple[int, int, Used], float] = {(left, 0, NOTHING_USED): 1.0}
    yield here
    for _ in range(most):
        after: dict[tuple[int, int, Used], float] = {}
        for (left_now, criticals, used_now), chance in here.items():
            ignores = _ignores_critical(numbers, used | used_now)
            for damage, critical, part in kinds:
                if critical and ignores is not None:
                    _add(after, (left_now, criticals, used_now | ignores), chance * part)
                    continue
                then = left_after(numbers, left_now, damage, critical=critical)
                _add(after, (then, criticals + critical, used_now), chance * part)
        here = after
        yield here


def _ignores_critical(numbers: AttackNumbers, used: Used) -> Used | None:
    """Return what is used up by ignoring a critical wound, or nothing if none is ignored."""
    for stage in stages(numbers):
        if stage.tries == "first_critical" and stage.name not in used:
            return frozenset({stage.name})
    return None


def _summed(powers: list[dict[int, float]], counts: Mapping[int, float]) -> dict[int, float]:
    """Return how likely each damage of some wounds is, given how likely each number of them is.

    `powers` is as in `_power`.
    """
    if len(powers[1]) == 1:
        (each,) = powers[1]
        if each > 0:
            return {count * each: chance for count, chance in counts.items()}
    sums: dict[int, float] = {}
    for count, chance in counts.items():
        for damage, part in _power(powers, count).items():
            sums[damage] = sums.get(damage, 0.0) + chance * part
    return sums


def _power(powers: list[dict[int, float]], times: int) -> dict[int, float]:
    """Return the damage of so many wounds, given that of none and of one; longer lists are kept."""
    while len(powers) <= times:
        powers.append(add_up(powers[-1], powers[1]))
    return powers[times]


def _add(chances: dict[Key, float], key: Key, chance: float) -> None:
    chances[key] = chances.get(key, 0.0) + chance
