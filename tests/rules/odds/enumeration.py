"""Every outcome of an attack, die by die, counted exactly: what the exact odds are held against.

It follows the order that `steps` describes, as the real resolution does, and knows no short cuts:
every face of every die is rolled. Only outcomes that are wholly alike are kept together. Ways are
whole numbers, and become fractions at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeVar

from mordcry_app.rules.odds import steps
from mordcry_app.rules.odds.numbers import STATUSES, AttackNumbers
from mordcry_app.rules.odds.steps import HitResult, Stage, Wound

FACES = range(1, 7)
COMMON = 36
"""What the number of ways that one roll can go divides, here: a D3, a D6, or a D6 and another."""

State = TypeVar("State", bound=Hashable)
Next = TypeVar("Next", bound=Hashable)
Outcome = TypeVar("Outcome", bound=Hashable)


@dataclass(frozen=True)
class Resolved:
    """One outcome of an attack."""

    damage: int
    left: int
    held: frozenset[str]
    any_critical: bool
    used: frozenset[str]


class Saving(NamedTuple):
    """Wounds between two saves: those standing, the statuses owed for saved ones, the used up.

    `places` are those of the wounds that a stage has yet to be tried on, last first.
    """

    standing: tuple[Wound, ...]
    owed: int
    used: frozenset[str]
    places: tuple[int, ...] = ()


class Dealing(NamedTuple):
    """Damage being dealt: the wounds to come, the status dice to come, and what was dealt."""

    wounds: tuple[Wound, ...]
    dice: int
    damage: int
    left: int
    held: frozenset[str]
    any_critical: bool
    used: frozenset[str]


def spread(ways: Mapping[State, int], then: Callable[[State], Iterable[Next]]) -> dict[Next, int]:
    """Follow each state to its next ones, which are equally likely and may come repeatedly."""
    found: dict[Next, int] = {}
    for state, count in ways.items():
        following = Counter(then(state))
        each, rest = divmod(count * COMMON, following.total())
        assert rest == 0
        for after, times in following.items():
            found[after] = found.get(after, 0) + each * times
    return found


def spread_all(
    ways: Mapping[State, int],
    is_done: Callable[[State], bool],
    then: Callable[[State], Iterable[State]],
) -> dict[State, int]:
    """Follow each state until it is done."""
    here = dict(ways)
    while not all(is_done(state) for state in here):
        here = spread(here, lambda state: [state] if is_done(state) else then(state))
    return here


@lru_cache(maxsize=1_000)
def resolve(numbers: AttackNumbers) -> dict[Resolved, Fraction]:
    """Return how likely each outcome of an attack is."""
    saving = spread(_wounds(numbers), lambda wounds: [Saving(wounds, 0, frozenset())])
    for stage in steps.stages(numbers):
        saving = _try_stage(numbers, stage, saving)
    dealing = spread(saving, lambda state: [_dealing(numbers, state)])
    dealing = spread_all(dealing, lambda s: not s.wounds, lambda s: _deal_wound(numbers, s))
    dealing = spread_all(dealing, lambda s: not s.dice, lambda s: _roll_status(numbers, s))
    ends = spread(dealing, lambda s: [Resolved(s.damage, s.left, s.held, s.any_critical, s.used)])
    total = sum(ends.values())
    return {outcome: Fraction(count, total) for outcome, count in ends.items()}


def _hits(numbers: AttackNumbers) -> dict[tuple[HitResult, ...], int]:
    ways: dict[tuple[HitResult, ...], int] = {(): 1}

    def roll(so_far: tuple[HitResult, ...]) -> list[tuple[HitResult, ...]]:
        return [(*so_far, steps.hit_result(numbers, face)) for face in FACES]

    def again(so_far: tuple[HitResult, ...]) -> list[tuple[HitResult, ...]]:
        if so_far[-1] != "again":
            return [so_far]
        return [(*so_far[:-1], steps.hit_result(numbers, face, again=True)) for face in FACES]

    for _ in range(steps.hit_dice(numbers)):
        ways = spread(spread(ways, roll), again)
    return ways


def _wounds(numbers: AttackNumbers) -> dict[tuple[Wound, ...], int]:
    start = spread(_hits(numbers), lambda hits: [(steps.wound_dice(numbers, hits), ())])
    die = list(_wound_die(numbers))
    rolled: dict[tuple[int, tuple[Wound, ...]], int] = spread_all(
        start,
        lambda state: state[0] == 0,
        lambda state: [(state[0] - 1, state[1] + wound) for wound in die],
    )
    return spread(rolled, lambda state: [state[1]])


def _wound_die(numbers: AttackNumbers) -> Iterable[tuple[Wound, ...]]:
    """Yield what each face, and each face of a re-roll after it, comes to: 36 equal ways."""
    for first in FACES:
        for second in FACES:
            result, face = steps.wound_result(numbers, first), first
            if result == "again":
                result, face = steps.wound_result(numbers, second, again=True), second
            yield () if result == "none" else (Wound(face, result == "critical"),)


def _try_stage(
    numbers: AttackNumbers, stage: Stage, ways: Mapping[Saving, int]
) -> dict[Saving, int]:
    def begin(state: Saving) -> list[Saving]:
        places = steps.tried(stage, state.standing)
        once = bool(places) and stage.tries != "every"
        used = state.used | {stage.name} if once else state.used
        return [state._replace(places=places[::-1], used=used)]

    def try_one(state: Saving) -> list[Saving]:
        place, *rest = state.places
        wound = state.standing[place]
        stands = state._replace(places=tuple(rest))
        stopped = stands._replace(
            standing=state.standing[:place] + state.standing[place + 1 :],
            owed=state.owed + steps.gives_status(numbers, wound, stage),
        )
        faces = [None] if stage.need is None else FACES
        return [stopped if steps.stops(stage, face) else stands for face in faces]

    return spread_all(spread(ways, begin), lambda state: not state.places, try_one)


def _dealing(numbers: AttackNumbers, state: Saving) -> Dealing:
    dice = state.owed + sum(steps.gives_status(numbers, w, None) for w in state.standing)
    any_critical = any(wound.critical for wound in state.standing)
    return Dealing(
        state.standing, dice, 0, numbers.wounds_left, numbers.held, any_critical, state.used
    )


def _deal_wound(numbers: AttackNumbers, state: Dealing) -> Iterable[Dealing]:
    wound, *rest = state.wounds
    dice = numbers.damage_dice
    for faces in dice.all_faces():
        damage = steps.wound_damage(numbers, wound, dice.total(faces))
        left = steps.left_after(numbers, state.left, damage, critical=wound.critical)
        yield state._replace(wounds=tuple(rest), damage=state.damage + damage, left=left)


def _roll_status(numbers: AttackNumbers, state: Dealing) -> Iterable[Dealing]:
    for face in FACES:
        result = steps.status_result(face, state.held)
        yield state._replace(
            dice=state.dice - 1,
            damage=state.damage + result.damage,
            left=steps.left_after(numbers, state.left, result.damage, critical=True),
            held=state.held | ({result.status} if result.status else set()),
        )


def resolve_plan(
    attacks: Sequence[AttackNumbers], *, shield_each_attack: bool
) -> list[dict[tuple[int, frozenset[str]], Fraction]]:
    """Return after each attack every number of wounds left and set of statuses."""
    states = {(attacks[0].wounds_left, attacks[0].held, frozenset[str]()): Fraction(1)}
    found: list[dict[tuple[int, frozenset[str]], Fraction]] = []
    for numbers in attacks:
        after: dict[tuple[int, frozenset[str], frozenset[str]], Fraction] = {}
        for (left, held, used), chance in states.items():
            if left == 0:
                after[left, held, used] = after.get((left, held, used), Fraction(0)) + chance
                continue
            gone = used - {"shield"} if shield_each_attack else used
            here = replace(
                numbers,
                wounds_left=left,
                held=held,
                shield=None if "shield" in gone else numbers.shield,
                ward=None if "ward" in gone else numbers.ward,
                ignores_first=numbers.ignores_first and "ignores_first" not in gone,
                ignores_critical=numbers.ignores_critical and "ignores_critical" not in gone,
            )
            for outcome, part in resolve(here).items():
                state = (outcome.left, outcome.held, gone | outcome.used)
                after[state] = after.get(state, Fraction(0)) + chance * part
        states = after
        found.append(summed(states, lambda state: (state[0], state[1])))
    return found


def summed(
    outcomes: Mapping[Outcome, Fraction], value: Callable[[Outcome], Next]
) -> dict[Next, Fraction]:
    """Return how likely each value of the outcomes is."""
    found: dict[Next, Fraction] = {}
    for outcome, chance in outcomes.items():
        key = value(outcome)
        found[key] = found.get(key, Fraction(0)) + chance
    return found


def chance_of(outcomes: Mapping[Outcome, Fraction], holds: Callable[[Outcome], bool]) -> Fraction:
    """Return how likely something holds of the outcome."""
    return summed(outcomes, holds).get(True, Fraction(0))


def each_status(outcomes: Mapping[Resolved, Fraction], held: frozenset[str]) -> dict[str, Fraction]:
    """Return how likely each status is brought."""
    return {
        status: chance_of(outcomes, lambda o, s=status: s in o.held and s not in held)
        for status in STATUSES
    }
