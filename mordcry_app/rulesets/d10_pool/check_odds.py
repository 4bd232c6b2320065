"""The exact odds of a check before it is rolled, and what one thing more would change about them.

Nothing is simulated. The equally likely faces of a throw are counted in whole numbers, with the
very functions of `checks` that read real dice, and divided once at the end; so every chance is the
float nearest to the true one. Chances are between 0 and 1.

Rules: d10-pool.txt, “Making a Check” to “Resistance Check Outcomes”; checklist 003, Core.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb
from types import MappingProxyType
from typing import Literal

from mordcry_app.rulesets.d10_pool.checks import (
    SCALES,
    SIDES,
    Circumstance,
    DegreeKey,
    EmptyPool,
    Helper,
    Pool,
    ResistanceOutcome,
    Steps,
    Throw,
    counts,
    degree,
    resistance_outcome,
    throw_of,
    why_no_help,
)

Chances = Mapping[int, float]
"""How likely each whole number is, in rising order."""
DegreeChances = Mapping[DegreeKey, float]
"""How likely each degree of a scale is, best first, also those that cannot come."""


@dataclass(frozen=True, slots=True)
class CheckOdds:
    """How a check may end for one side.

    `differences` is how likely each difference is; those that cannot come are left out.
    `p_success` is the chance of a difference of 0 or more.
    """

    differences: Chances
    degrees: DegreeChances
    p_success: float
    mean_difference: float


@dataclass(frozen=True, slots=True)
class ContestOdds:
    """How a contest may end, as each side sees it; `p_both` is the chance that both succeed."""

    first: CheckOdds
    second: CheckOdds
    p_both: float


@dataclass(frozen=True, slots=True)
class ResistanceOdds:
    """How a resistance check may end: for each side, and by the row of the table, +2 first."""

    placer: CheckOdds
    resister: CheckOdds
    outcomes: Mapping[ResistanceOutcome, float]


@lru_cache(maxsize=1024)
def success_ways(throw: Throw) -> tuple[int, ...]:
    """Return in how many of the 10 ** dice combinations of faces 0, 1, 2 … dice count."""
    counting = sum(counts(face, throw.threshold) for face in range(1, SIDES + 1))
    others = SIDES - counting
    return tuple(
        comb(throw.dice, count) * counting**count * others ** (throw.dice - count)
        for count in range(throw.dice + 1)
    )


def count_chances(throw: Throw) -> Chances:
    """Return how likely each number of dice that count is."""
    total = SIDES**throw.dice
    return MappingProxyType(
        {count: ways / total for count, ways in enumerate(success_ways(throw)) if ways}
    )


@lru_cache(maxsize=1024)
def threshold_odds(throw: Throw, pass_threshold: int, *, steps: Steps = "five") -> CheckOdds:
    """Return the odds of a check against a pass threshold, or against a count that is fixed.

    Rules: d10-pool.txt, “Threshold Checks” and “Degrees of Success”.
    """
    ways = {count - pass_threshold: ways for count, ways in enumerate(success_ways(throw)) if ways}
    return _odds(ways, SIDES**throw.dice, steps, contested=False)


@lru_cache(maxsize=1024)
def contested_odds(first: Throw, second: Throw, *, steps: Steps = "five") -> ContestOdds:
    """Return the odds of a contest for both sides.

    Rules: d10-pool.txt, “Contested Checks” and “Degrees of Success”.
    """
    ways = _difference_ways(first, second)
    total = SIDES ** (first.dice + second.dice)
    turned = {-difference: count for difference, count in reversed(ways.items())}
    return ContestOdds(
        first=_odds(ways, total, steps, contested=True),
        second=_odds(turned, total, steps, contested=True),
        p_both=_ways_of_both(ways, steps) / total,
    )


def resistance_odds(placer: Throw, resister: Throw) -> ResistanceOdds:
    """Return the odds of each row of the resistance table.

    Rules: d10-pool.txt, “Resistance Check Outcomes”.
    """
    contest = contested_odds(placer, resister)
    rows = (resistance_outcome(difference) for difference in range(2, -3, -1))
    return ResistanceOdds(
        placer=contest.first,
        resister=contest.second,
        outcomes=MappingProxyType({row: contest.first.degrees[row.placer.key] for row in rows}),
    )


def _difference_ways(first: Throw, second: Throw) -> dict[int, int]:
    """Return how many combinations of all faces give each difference, in rising order."""
    ways = [0] * (first.dice + second.dice + 1)
    second_ways = success_ways(second)
    for count, own in enumerate(success_ways(first)):
        if own:
            lowest = second.dice + count
            for other, others in enumerate(second_ways):
                ways[lowest - other] += own * others
    return {place - second.dice: count for place, count in enumerate(ways) if count}


def _odds(ways: Mapping[int, int], total: int, steps: Steps, *, contested: bool) -> CheckOdds:
    """Return odds from the combinations of faces, out of `total`, that give each difference."""
    by_degree = dict.fromkeys(SCALES[steps], 0)
    succeeding = 0
    for difference, count in ways.items():
        reached = degree(difference, contested, steps=steps)
        by_degree[reached.key] += count
        succeeding += count if reached.succeeds else 0
    return CheckOdds(
        differences=MappingProxyType({value: count / total for value, count in ways.items()}),
        degrees=MappingProxyType({key: count / total for key, count in by_degree.items()}),
        p_success=succeeding / total,
        mean_difference=sum(value * count for value, count in ways.items()) / total,
    )


def _ways_of_both(ways: Mapping[int, int], steps: Steps) -> int:
    reached = ((degree(value, True, steps=steps), count) for value, count in ways.items())
    return sum(count for each, count in reached if each.succeeds and each.opponent_succeeds)


# ------------------------------------------------------------------------------- one thing more

More = Literal["helper", "level", "advantage"]
AVERAGE_STAT = 2
"""What an average person has in a stat. Rules: d10-pool.txt, “When to Call for Checks”."""


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What one thing more would do to a check.

    `name` says what: who would help, the skill with its new level, or the advantage. `odds` are
    those with it; `degrees` and `success` how far each chance moves from those without it.
    """

    more: More
    name: str
    throw: Throw
    odds: CheckOdds
    degrees: DegreeChances
    success: float


def average_helper(pool: Pool) -> Helper:
    """Return an average person who may help with a check: 2 in its stat, and its skills."""
    needed = (pool.required_skill, pool.used_skill)
    skills = frozenset(skill for skill in needed if skill is not None)
    return Helper("An average helper", pool.stat, AVERAGE_STAT, skills)


def threshold_what_ifs(
    pool: Pool,
    pass_threshold: int,
    candidates: Iterable[Helper] | None = None,
    *,
    steps: Steps = "five",
    unsized: int = 1,
    empty_pool: EmptyPool = "no_successes",
) -> tuple[WhatIf, ...]:
    """Return what one more helper, level or degree of advantage would do in a threshold check.

    `candidates` are those who might help and do not yet, each on its own; without it, an average
    helper. Whoever may not help is left out; `checks.why_no_help` says why. A level is left out
    where the check has no skill to raise. `unsized` and `empty_pool` are as in `checks.throw_of`,
    which raises `Refusal` for a pool that may not be rolled.
    """

    def throw(changed: Pool) -> Throw:
        return throw_of(changed, unsized=unsized, empty_pool=empty_pool)

    def odds(thrown: Throw) -> CheckOdds:
        return threshold_odds(thrown, pass_threshold, steps=steps)

    return tuple(_what_ifs(pool, candidates, throw, odds))


def contested_what_ifs(
    pool: Pool,
    opponent: Throw,
    candidates: Iterable[Helper] | None = None,
    *,
    steps: Steps = "five",
    unsized: int = 1,
    empty_pool: EmptyPool = "no_successes",
) -> tuple[WhatIf, ...]:
    """Return what one more helper, level or degree of advantage would do in a contest.

    As `threshold_what_ifs`; the odds are those of the side that the pool belongs to.
    """

    def throw(changed: Pool) -> Throw:
        return throw_of(changed, unsized=unsized, empty_pool=empty_pool)

    def odds(thrown: Throw) -> CheckOdds:
        return contested_odds(thrown, opponent, steps=steps).first

    return tuple(_what_ifs(pool, candidates, throw, odds))


def _what_ifs(
    pool: Pool,
    candidates: Iterable[Helper] | None,
    throw: Callable[[Pool], Throw],
    odds: Callable[[Throw], CheckOdds],
) -> Iterator[WhatIf]:
    before = odds(throw(pool))
    for more, name, changed in _with_one_more(pool, candidates):
        thrown = throw(changed)
        after = odds(thrown)
        yield WhatIf(
            more=more,
            name=name,
            throw=thrown,
            odds=after,
            degrees=MappingProxyType(
                {key: chance - before.degrees[key] for key, chance in after.degrees.items()}
            ),
            success=after.p_success - before.p_success,
        )


def _with_one_more(
    pool: Pool, candidates: Iterable[Helper] | None
) -> Iterator[tuple[More, str, Pool]]:
    for helper in (average_helper(pool),) if candidates is None else candidates:
        if why_no_help(pool, helper) is None:
            yield "helper", helper.name, replace(pool, helpers=(*pool.helpers, helper))
    skill = pool.used_skill or pool.required_skill
    if skill is not None:
        level = pool.level + 1 if pool.used_skill else 1
        yield "level", f"{skill} {level}", replace(pool, skill=skill, level=level)
    advantage = Circumstance("One more degree of advantage", "advantage", 1)
    more = (*pool.circumstances, advantage)
    yield "advantage", advantage.reason, replace(pool, circumstances=more)
