"""The odds of an attack once more, with a library and its own reading of the rules.

It shares no step with the program. It knows what the usual attack has: reaction, armour, a shield
after or before the armour, fixed damage or dice, critical wounds and statuses that are held.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import icepool
from icepool import Die

from mordcry_app.rules.odds.numbers import STATUSES, AttackNumbers


@dataclass(frozen=True)
class Checked:
    """What the check compares."""

    damage: dict[int, float]
    p_out: float
    mean_damage: float
    p_any_critical: float


def check(numbers: AttackNumbers) -> Checked:
    """Return the odds of an attack, its wounds followed one by one."""
    ends = standing(numbers).map(
        lambda plain, critical, _: icepool.tupleize(
            damage_of(numbers, plain, critical), min(critical, 1)
        )
    )
    return _checked(numbers, ends)


def quick_check(numbers: AttackNumbers) -> Checked:
    """Return the same by counting wounds, which is quicker; only for armour before the shield."""
    assert not numbers.shield_first
    need = numbers.wound_need or 7
    stands = (
        (icepool.d6 >= need)
        & (icepool.d6 < (numbers.reaction or 7))
        & (icepool.d6 < (numbers.armour or 7))
    )
    by_shield = icepool.d6 >= (numbers.shield or 7)
    criticals = icepool.d(7 - need) == 1 if need < 6 else Die([False])
    count = (numbers.dice @ hit_die(numbers)).map(lambda dice: dice @ stands)
    count = count.map(lambda wounds: wounds - by_shield if wounds else 0)
    ends = count.map(
        lambda wounds: (wounds @ criticals).map(
            lambda critical: icepool.tupleize(
                damage_of(numbers, wounds - critical, critical), min(critical, 1)
            )
        )
    )
    return _checked(numbers, ends)


def _checked(numbers: AttackNumbers, ends: Die[tuple[int, int]]) -> Checked:
    damage = ends.marginals[0]
    return Checked(
        damage={total: ways / damage.denominator() for total, ways in damage.items()},
        p_out=float(damage.probability(">=", numbers.wounds_left)),
        mean_damage=float(damage.mean()),
        p_any_critical=float(ends.marginals[1].probability("==", 1)),
    )


def hit_die(numbers: AttackNumbers) -> Die[int]:
    """Return the wound dice that one die to hit comes to."""
    need, second = numbers.hit_need or 7, numbers.hit_second

    def dice(face: int) -> Die[int] | int:
        if face == 1 and second is not None:
            return icepool.d6.map(lambda again: 0 if again < second else 1 + (again == 6))
        return 0 if face < need else 1 + (face == 6)

    return icepool.d6.map(dice)


def standing(numbers: AttackNumbers) -> Die[tuple[int, int, bool]]:
    """Return plain and critical wounds that stand, and whether the shield is still unused."""
    need = numbers.wound_need or 7

    def wound(face: int) -> int:
        return 0 if face < need else 1 + (face == 6 and need < 6)

    def stopped(need: int | None) -> Die[bool]:
        return icepool.d6.map(lambda face: need is not None and face >= need)

    def one_more(
        so_far: tuple[int, int, bool],
        kind: int,
        by_reaction: bool,
        by_armour: bool,
        by_shield: bool,
    ) -> tuple[int, int, bool]:
        plain, critical, ready = so_far
        if kind == 0 or by_reaction or (by_armour and not numbers.shield_first):
            return so_far
        stands = not (ready and by_shield) and not by_armour
        if ready:
            ready = False
        return (plain + (stands and kind == 1), critical + (stands and kind == 2), ready)

    step = (
        icepool.d6.map(wound),
        stopped(numbers.reaction),
        stopped(numbers.armour),
        stopped(numbers.shield),
    )
    start = Die([(0, 0, numbers.shield is not None)])
    wound_dice = numbers.dice @ hit_die(numbers)
    return wound_dice.map(lambda dice: icepool.map(one_more, start, *step, repeat=dice, star=False))


def damage_of(numbers: AttackNumbers, plain: int, critical: int) -> Die[int]:
    """Return the damage of so many wounds, their statuses included."""
    dice = numbers.damage_dice
    each = sum((icepool.d(sides) for sides in dice.sides), Die([dice.bonus]))
    of_wounds = (plain + critical) @ each if plain + critical else Die([0])
    return of_wounds + damage_of_statuses(len(numbers.held), critical)


@cache
def damage_of_statuses(held: int, dice: int) -> Die[int]:
    """Return the damage of some status dice."""

    def one_more(so_far: tuple[int, int], face: int) -> tuple[int, int]:
        has, extra = so_far
        is_new = face <= len(STATUSES) - has
        return (has + 1, extra) if is_new else (has, extra + 1)

    start = Die([(held, 0)])
    statuses = icepool.map(one_more, start, icepool.d6, repeat=dice, star=False)
    return statuses.map(lambda _, extra: extra)
