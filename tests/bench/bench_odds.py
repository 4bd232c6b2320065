"""What exact odds cost: one attack, and everybody against everybody in a battle of ten a side.

Each is timed cold (nothing kept from before), with the small tables of dice kept, and asked again,
beside a dice library that gives the same numbers and beside a simulation of 250,000 attacks, in the
same run. Processor time is taken, and medians are compared. Targets: one attack at most 0.5 ms,
ten fighters with two weapons against ten targets at most 60 ms.
Run it by name: `pytest -n0 -s tests/bench/bench_odds.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import process_time
from types import ModuleType

import pytest

from mordcry_app.rules.catalogue import HouseRules
from mordcry_app.rules.odds import attack, chances, counting, steps
from mordcry_app.rules.odds.attack import attack_odds
from mordcry_app.rules.odds.matrix import odds_matrix
from mordcry_app.rules.odds.numbers import STATUSES, AttackNumbers
from mordcry_app.rules.odds.plan import plan_odds
from mordcry_app.rules.ruleset import load_ruleset
from mordcry_app.rulesets.mordcry.lookups import hit_need, wound_need
from mordcry_app.services.campaign_file import rulesets_folder
from tests.rules.odds.with_icepool import quick_check

ROUNDS = 50
SIMULATED = 250_000
MOST_FOR_ONE, MOST_FOR_ALL = 0.5, 60.0
TYPICAL = AttackNumbers(
    dice=4,
    hit_need=3,
    wound_need=4,
    damage="2",
    wounds_left=3,
    reaction=5,
    armour=6,
    shield=5,
)
WEAPONS = ((0, 1, "2"), (1, 0, "1"), (-1, 2, "2"), (2, 0, "1"), (0, 1, "1"), (-3, 3, "3"))
"""Dice, strength and damage of a weapon."""


def caches(*modules: ModuleType) -> Iterator[Callable[[], None]]:
    """Yield what empties each cache of some modules."""
    for module in modules:
        for value in vars(module).values():
            clear = getattr(value, "cache_clear", None)
            if clear is not None and value.__module__ == module.__name__:
                yield clear


TABLES = tuple(caches(chances))
"""Chances of dice that most attacks share: they stay from one question to the next."""
RESULTS = tuple(caches(attack, counting, steps))


def timed(do: Callable[[], object], clear: tuple[Callable[[], None], ...], rounds: int) -> float:
    """Return the median milliseconds of doing something after some caches were emptied."""
    times: list[float] = []
    for _ in range(rounds):
        for each in clear:
            each()
        started = process_time()
        do()
        times.append(1_000 * (process_time() - started))
    return median(times)


def fighters() -> tuple[dict[str, Callable[[int], AttackNumbers]], range]:
    """Return ten fighters with two weapons each, against ten targets, as a battle might have."""
    rules = HouseRules(load_ruleset(rulesets_folder(), "mordcry").content.house_rules)
    random = Random("odds")

    def row(skill: int, strength: int, dice: int, damage: str) -> Callable[[int], AttackNumbers]:
        def against(target: int) -> AttackNumbers:
            ws, ds, wounds, armour, shield, held = targets[target]
            return AttackNumbers(
                dice=max(1, dice),
                hit_need=hit_need(skill, ws, rules),
                wound_need=wound_need(strength, ds, rules),
                damage=damage,
                wounds_left=wounds,
                armour=armour,
                shield=shield,
                held=frozenset(STATUSES[:held]),
            )

        return against

    targets = [
        (
            random.randint(3, 6),
            random.randint(3, 5),
            random.randint(1, 4),
            random.choice((None, 6, 5)),
            random.choice((None, 6, 5, 4)),
            random.randint(0, 2),
        )
        for _ in range(10)
    ]
    rows: dict[str, Callable[[int], AttackNumbers]] = {}
    for number in range(10):
        skill, strength, attacks = (random.randint(*span) for span in ((3, 6), (3, 4), (1, 3)))
        for more, stronger, damage in random.sample(WEAPONS, 2):
            name = f"fighter {number}, {more}/{stronger}/{damage}"
            rows[name] = row(skill, strength + stronger, attacks + more, damage)
    return rows, range(10)


def simulated_chance_out() -> float:
    """Return how often the typical attack puts its target out, in so many simulated attacks."""
    roll = Random(1).random
    out = 0
    for _ in range(SIMULATED):
        dice = 0
        for _ in range(4):
            face = int(roll() * 6)
            dice += 0 if face < 2 else 1 if face < 5 else 2
        shield, damage, held = True, 0, 0
        for _ in range(dice):
            face = int(roll() * 6)
            if face < 3 or roll() * 6 >= 4 or roll() * 6 >= 5:
                continue
            if shield:
                shield = False
                if roll() * 6 >= 4:
                    continue
            damage += 2
            if face == 5:
                status = 1 << int(roll() * 6)
                damage += status == 32 or bool(held & status)
                held |= status
        out += damage >= 3
    return out / SIMULATED


def test_the_odds_of_one_attack() -> None:
    def ours() -> object:
        return attack_odds(TYPICAL)

    cold = timed(ours, TABLES + RESULTS, ROUNDS)
    warm = timed(ours, RESULTS, ROUNDS)
    again = timed(ours, (), ROUNDS)
    plan = timed(lambda: plan_odds([TYPICAL] * 3), TABLES + RESULTS, ROUNDS)
    library = timed(lambda: quick_check(TYPICAL), (), 20)
    started = process_time()
    share = simulated_chance_out()
    simulation = 1_000 * (process_time() - started)
    print(f"\n{'one attack':30} {'ms':>10}  of ours, cold")
    for name, spent in (
        ("ours, cold", cold),
        ("ours, tables of dice kept", warm),
        ("ours, asked again", again),
        ("ours, a plan of three, cold", plan),
        ("icepool", library),
        (f"{SIMULATED:,} simulated attacks", simulation),
    ):
        print(f"{name:30} {spent:10.4f}  × {spent / cold:.3g}")
    exact = attack_odds(TYPICAL).p_out
    print(f"chance to put the target out: {exact:.5f}, simulated {share:.5f}")
    assert share == pytest.approx(exact, abs=5 * (exact * (1 - exact) / SIMULATED) ** 0.5)
    assert cold <= MOST_FOR_ONE


def test_everybody_against_everybody() -> None:
    rows, targets = fighters()
    different = {numbers_of(target) for numbers_of in rows.values() for target in targets}
    cold = timed(lambda: odds_matrix(rows, targets), TABLES + RESULTS, ROUNDS)
    warm = timed(lambda: odds_matrix(rows, targets), RESULTS, ROUNDS)
    again = timed(lambda: odds_matrix(rows, targets), (), ROUNDS)
    library = timed(lambda: [quick_check(n) for n in different], (), 1)
    print(f"\n{len(rows)} × {len(targets)} cells, {len(different)} different")
    for name, spent in (
        ("ours, cold", cold),
        ("ours, tables of dice kept", warm),
        ("ours, asked again", again),
        ("icepool, different cells only", library),
    ):
        print(f"{name:30} {spent:10.2f}  × {spent / cold:.3g}")
    assert cold <= MOST_FOR_ALL
