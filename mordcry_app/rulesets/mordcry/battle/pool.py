"""Initiative dice: singles, sets that pay for abilities, and wild dice.

A set is stored as 10 × face + how many dice show it: 53 is a triple 5. Five or six alike are one
quad (ruling 22) and keep all their dice, so that no die of a roll is ever lost.

Rules: mordcry.txt, “Initiative Phase”, “Wild Dice” and “Abilities”.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from mordcry_app.rules.refusal import Refusal
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.words import OfSide

INITIATIVE_DICE = 6

QUAD = 4
NAMES = {2: "double", 3: "triple", QUAD: "quad"}
COSTS = {name: size for size, name in NAMES.items()}

WildUse = Literal["single", "raise", "keep"]
"""What becomes of a wild die: one more single, a step up for a single or a set, or kept."""


@dataclass(frozen=True, slots=True)
class Pool:
    """The initiative dice of one side as they lie."""

    singles: tuple[int, ...] = ()
    sets: tuple[int, ...] = ()


def grouped(faces: Iterable[int]) -> Pool:
    """Return the singles and the sets among some faces, in rising order of their faces."""
    counts = sorted(Counter(faces).items())
    return Pool(
        tuple(face for face, count in counts if count == 1),
        tuple(encoded(face, count) for face, count in counts if count > 1),
    )


def encoded(face: int, count: int) -> int:
    """Return a set as it is stored."""
    return 10 * face + count


def value_of(dice_set: int) -> int:
    """Return the value of a set: the face that its dice show."""
    return dice_set // 10


def size_of(dice_set: int) -> int:
    """Return 2 for a double, 3 for a triple, and 4 for a quad."""
    return min(QUAD, dice_set % 10)


def faces_of(dice_set: int) -> tuple[int, ...]:
    """Return the faces of all dice in a set; a quad may have more than four."""
    return (value_of(dice_set),) * (dice_set % 10)


def set_name(dice_set: int) -> str:
    """Return what a set is called: `triple 5`."""
    return f"{NAMES.get(size_of(dice_set), 'set')} {value_of(dice_set)}"


def pool_of(fight: Fight, side: int) -> Pool:
    """Return the dice that a side has left."""
    known = fight.battle.sides[side]
    return Pool(known.numbers(OfSide.SINGLES), known.numbers(OfSide.SETS))


def sets_for(fight: Fight, side: int, cost: str) -> tuple[int, ...]:
    """Return the sets that can pay for a `double`, a `triple` or a `quad`, the cheapest first."""
    fitting = [s for s in pool_of(fight, side).sets if size_of(s) >= COSTS[cost]]
    return tuple(sorted(fitting, key=lambda s: (size_of(s), value_of(s))))


def spend_set(fight: Fight, side: int, dice_set: int) -> None:
    """Discard a set wholly, whatever was paid with it; raises `Refusal` when it is not there."""
    sets = list(pool_of(fight, side).sets)
    if dice_set not in sets:
        raise Refusal(f"{fight.side_name(side)} has no {set_name(dice_set)}.")
    sets.remove(dice_set)
    fight.about_side(side, OfSide.SETS, tuple(sets))


def count_singles(fight: Fight, side: int) -> int:
    """Return how many singles a side counts, with wild dice and what else is one."""
    extra = fight.battle.sides[side].number(OfSide.EXTRA_SINGLES)
    return len(pool_of(fight, side).singles) + extra


def deal(fight: Fight, side: int, faces: Iterable[int], *, extra_singles: int = 0) -> None:
    """Lay down the initiative dice of a side; what lay there before is gone, wild dice are not."""
    pool = grouped(faces)
    fight.about_side(side, OfSide.SINGLES, pool.singles)
    fight.about_side(side, OfSide.SETS, pool.sets)
    fight.about_side(side, OfSide.EXTRA_SINGLES, extra_singles or None)
    fight.about_side(side, OfSide.WILD_SETS, None)


def discard(fight: Fight, side: int) -> None:
    """Take away whatever a side has left of its dice, except its wild dice."""
    known = fight.battle.sides[side].facts
    for key in (OfSide.SINGLES, OfSide.SETS, OfSide.EXTRA_SINGLES, OfSide.WILD_SETS):
        if key in known:
            fight.about_side(side, key, None)


def wild_dice(fight: Fight, side: int) -> int:
    """Return how many wild dice a side has in hand."""
    return fight.battle.sides[side].number(OfSide.WILD_DICE)


def raisable(fight: Fight, side: int) -> tuple[int, ...]:
    """Return the faces that a wild die can join: singles, and sets below a quad without one."""
    pool = pool_of(fight, side)
    joined = fight.battle.sides[side].numbers(OfSide.WILD_SETS)
    sets = (value_of(s) for s in pool.sets if size_of(s) < QUAD)
    return tuple(sorted(face for face in {*pool.singles, *sets} if face not in joined))


def raised_name(fight: Fight, side: int, face: int) -> str:
    """Return what a wild die would make of a face: `double 4 → triple 4`."""
    before = _set_with(fight, side, face)
    if before is None:
        return f"single {face} → {set_name(encoded(face, 2))}"
    return f"{set_name(before)} → {set_name(before + 1)}"


def use_as_single(fight: Fight, side: int) -> None:
    """Count a wild die as one more single."""
    _take_wild_die(fight, side)
    fight.add_to_side(side, OfSide.EXTRA_SINGLES, 1)


def use_to_raise(fight: Fight, side: int, face: int) -> None:
    """Let a wild die join a single or a set; a single that becomes a double is none any more.

    Raises `Refusal` where no wild die can join.
    """
    if face not in raisable(fight, side):
        raise Refusal(f"No wild die can join the {face} of {fight.side_name(side)}.")
    _take_wild_die(fight, side)
    pool = pool_of(fight, side)
    before = _set_with(fight, side, face)
    if before is None:
        singles = tuple(single for single in pool.singles if single != face)
        fight.about_side(side, OfSide.SINGLES, singles)
        sets = (*pool.sets, encoded(face, 2))
    else:
        sets = tuple(s + 1 if s == before else s for s in pool.sets)
    fight.about_side(side, OfSide.SETS, tuple(sorted(sets)))
    joined = fight.battle.sides[side].numbers(OfSide.WILD_SETS)
    fight.about_side(side, OfSide.WILD_SETS, (*joined, face))


def _set_with(fight: Fight, side: int, face: int) -> int | None:
    return next((s for s in pool_of(fight, side).sets if value_of(s) == face), None)


def _take_wild_die(fight: Fight, side: int) -> None:
    if not wild_dice(fight, side):
        raise Refusal(f"{fight.side_name(side)} has no wild die.")
    fight.add_to_side(side, OfSide.WILD_DICE, -1)
