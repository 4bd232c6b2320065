"""What exact odds of a check cost: a contest of 30 dice a side, and what one more thing would do.

Each is timed cold (nothing kept from before) and asked again, beside a dice library that gives the
same numbers, in the same run. Processor time is taken, and medians are compared. Target: a contest
of 30 dice a side at most 5 ms. Nothing fails for being slow; the numbers must agree.
Run it by name: `pytest -n0 -s tests/bench/bench_d10_checks.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time

import icepool
import pytest

from mordcry_app.rulesets.d10_pool import check_odds, checks
from mordcry_app.rulesets.d10_pool.check_odds import (
    contested_odds,
    contested_what_ifs,
    resistance_odds,
    threshold_odds,
)
from mordcry_app.rulesets.d10_pool.checks import SCALES, Pool, Throw

ROUNDS = 200
TARGET = 5.0
FIRST, SECOND = Throw(30, 6), Throw(30, 8)
POOL = Pool("might", 30, "Conditioning", 2)


def forget() -> None:
    """Empty every cache of the checks and their odds."""
    for cached in (
        checks.degree,
        check_odds.success_ways,
        check_odds.threshold_odds,
        check_odds.contested_odds,
    ):
        cached.cache_clear()


def timed(do: Callable[[], object], before: Callable[[], None] = lambda: None) -> float:
    """Return the median milliseconds of doing something."""
    times: list[float] = []
    for _ in range(ROUNDS):
        before()
        started = process_time()
        do()
        times.append(1_000 * (process_time() - started))
    return median(times)


def with_icepool() -> dict[str, float]:
    """Return the chance of each degree for the first side."""
    first, second = (throw.dice @ (icepool.d10 >= throw.threshold) for throw in (FIRST, SECOND))
    reached = (first - second).map(lambda difference: max(-2, min(2, difference)))
    return {key: float(reached.probability(2 - place)) for place, key in enumerate(SCALES["five"])}


def test_a_contest_of_thirty_dice_a_side() -> None:
    def ours() -> object:
        return contested_odds(FIRST, SECOND)

    cold = timed(ours, forget)
    print(f"\n{'30 dice against 30':34} {'ms':>9}  of ours, cold")
    for name, spent in (
        ("ours, cold, both sides", cold),
        ("ours, asked again", timed(ours)),
        ("ours, resistance, cold", timed(lambda: resistance_odds(FIRST, SECOND), forget)),
        ("ours, threshold, cold", timed(lambda: threshold_odds(FIRST, 8), forget)),
        ("ours, what one more does, cold", timed(lambda: contested_what_ifs(POOL, SECOND), forget)),
        ("icepool, one side", timed(with_icepool)),
    ):
        print(f"{name:34} {spent:9.4f}  × {spent / cold:.3g}")
    print(f"target: {TARGET} ms, {'kept' if cold <= TARGET else 'MISSED'}")
    assert contested_odds(FIRST, SECOND).first.degrees == pytest.approx(with_icepool(), abs=1e-12)
