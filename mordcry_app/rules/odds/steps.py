"""How each die of an attack is read: the steps that the odds and the real resolution share.

An attack is resolved in this order (ruling 36), each step for all of its dice before the next:

1. **Hit.** `hit_dice` dice are rolled. `hit_result` reads each; “again” means that this die is
   rolled once more and read with `again=True`.
2. **Wound.** `wound_dice` dice are rolled, one for each hit and one more for each critical hit.
   `wound_result` reads each, and may ask for one re-roll in the same way. What wounds becomes a
   `Wound`, in the order of the dice.
3. **Saves.** `stages` lists what may stop wounds, in order: the reaction, armour, the shield (or
   the shield, then armour), the first wound that is ignored, the ward, the first critical wound
   that is ignored. For each stage, `tried` picks those of the wounds still standing that it is
   tried on, and `stops` reads the die of each; a stage without a need stops them without a die. A
   stage that may be used once only is used up when it was tried on a wound, even if it failed.
4. **Damage.** The damage of each wound still standing is rolled and worked out by `wound_damage`.
5. **Statuses.** `gives_status` says for which wounds a D6 is rolled, in the order of the dice.
   `status_result` reads each, with the statuses held by then: those of before the attack and those
   that its earlier dice have brought.
6. **Allocation.** `left_after` takes the damage of the wounds off one by one, in the order of the
   dice, and then the damage of the statuses, which counts as critical.

Rules: mordcry.txt, "2. Roll to Hit" to "4. Allocating Damage, Armor, and Statuses"; rulings 33 to
38 and 40.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from mordcry_app.rules.odds.numbers import STATUSES, AttackNumbers

HitResult = Literal["miss", "hit", "critical", "again"]
WoundResult = Literal["none", "wound", "critical", "again"]
StageName = Literal["reaction", "armour", "shield", "ignores_first", "ignores_critical", "ward"]


@dataclass(frozen=True, slots=True)
class Wound:
    """A die that wounds: the face that counts, after a re-roll, and whether it is critical."""

    face: int
    critical: bool


@dataclass(frozen=True, slots=True)
class Stage:
    """Something that may stop wounds.

    Without a `need` it stops what it is tried on without a die. What `is_save` stops has been
    saved; what anything else stops is ignored.
    """

    name: StageName
    need: int | None
    tries: Literal["every", "first", "first_critical"]
    is_save: bool = True


@dataclass(frozen=True, slots=True)
class StatusResult:
    """What a status die does: a status of `STATUSES`, or 1 damage instead."""

    status: str | None
    damage: int


# ----------------------------------------------------------------------------------- To hit


def hit_dice(numbers: AttackNumbers) -> int:
    """Return how many dice are rolled to hit; none when hits are automatic."""
    return 0 if numbers.hits_automatically else numbers.dice


def hit_result(numbers: AttackNumbers, face: int, *, again: bool = False) -> HitResult:
    """Read one die to hit, 1 to 6; `again` says that it is the re-roll of this die.

    “again” is the answer to a natural 1 that is rolled once more; a re-roll never gets it.
    """
    if not _reached(numbers.hit_need, 6):
        return "miss"
    if _reached(hit_reroll_need(numbers) if again else numbers.hit_need, face):
        return "critical" if face == 6 else "hit"
    return "again" if face == 1 and not again and hit_reroll_need(numbers) else "miss"


def hit_reroll_need(numbers: AttackNumbers) -> int | None:
    """Return what a natural 1 to hit needs when it is rolled again; nothing if it is not."""
    own = numbers.hit_need if numbers.reroll_ones else None
    return min((need for need in (numbers.hit_second, own) if need is not None), default=None)


def wound_dice(numbers: AttackNumbers, results: Iterable[HitResult]) -> int:
    """Return how many dice are rolled to wound: one for each hit, two for each critical hit."""
    if numbers.hits_automatically:
        return numbers.dice
    return sum({"hit": 1, "critical": 2}.get(result, 0) for result in results)


# --------------------------------------------------------------------------------- To wound


def wound_result(numbers: AttackNumbers, face: int, *, again: bool = False) -> WoundResult:
    """Read one die to wound, 1 to 6; `again` says that it is the re-roll of this die.

    “again” is the answer to a natural 1 that is rolled once more; a re-roll never gets it.
    """
    if _reached(numbers.wound_need, face):
        six_counts = numbers.wound_criticals and face == 6 and numbers.wound_need != 6
        return "critical" if numbers.all_critical or six_counts else "wound"
    can_wound = _reached(numbers.wound_need, 6)
    return "again" if can_wound and face == 1 and not again and numbers.reroll_ones else "none"


# ------------------------------------------------------------------------------------ Saves


@lru_cache(maxsize=4096)
def stages(numbers: AttackNumbers) -> tuple[Stage, ...]:
    """Return what may stop the wounds of this attack, in the order in which it is tried."""
    armour = Stage("armour", numbers.armour, "every")
    shield = Stage("shield", numbers.shield, "first")
    saves = (
        Stage("reaction", numbers.reaction, "every"),
        *((shield, armour) if numbers.shield_first else (armour, shield)),
    )
    found = [stage for stage in saves if stage.need is not None]
    if numbers.ignores_first:
        found.append(Stage("ignores_first", None, "first", is_save=False))
    if numbers.ward is not None:
        found.append(Stage("ward", numbers.ward, "first"))
    if numbers.ignores_critical:
        found.append(Stage("ignores_critical", None, "first_critical", is_save=False))
    return tuple(found)


def tried(stage: Stage, standing: Sequence[Wound]) -> tuple[int, ...]:
    """Return the places, from 0, of the wounds that a stage is tried on.

    `standing` are the wounds that nothing has stopped so far, in the order of their dice.
    """
    if stage.tries == "first_critical":
        return next(((place,) for place, wound in enumerate(standing) if wound.critical), ())
    return tuple(range(len(standing) if stage.tries == "every" else min(1, len(standing))))


def stops(stage: Stage, face: int | None = None) -> bool:
    """Say whether a stage stops a wound that it is tried on; `face` is that of its die, if any."""
    return stage.need is None or _reached(stage.need, face or 0)


def gives_status(numbers: AttackNumbers, wound: Wound, stopped_by: Stage | None) -> bool:
    """Say whether a status is rolled for a wound, given the stage that stopped it, if one did."""
    if stopped_by is None:
        return wound.critical
    return wound.critical and stopped_by.is_save and numbers.saved_criticals_count


# --------------------------------------------------------------------- Damage and statuses


def wound_damage(numbers: AttackNumbers, wound: Wound, rolled: int) -> int:
    """Return the damage of one wound that stands, given the total of its damage dice.

    For damage that is a plain number, `rolled` is that number.
    """
    amount = (rolled + 1) // 2 if numbers.halved else rolled
    amount *= 2 if numbers.doubled else 1
    amount *= 2 if numbers.double_on_six and wound.face == 6 else 1
    amount = max(0, amount + numbers.damage_bonus)
    amount = max(min(amount, 1), amount - numbers.less)
    return max(0, amount - numbers.critical_less) if wound.critical else amount


def status_result(face: int, held: AbstractSet[str]) -> StatusResult:
    """Read one status die, 1 to 6, given the statuses that the target has by then."""
    status = STATUSES[face - 1] if face <= len(STATUSES) else None
    return StatusResult(None, 1) if status is None or status in held else StatusResult(status, 0)


def left_after(numbers: AttackNumbers, left: int, damage: int, *, critical: bool) -> int:
    """Return the wounds left after the damage of one wound or status; 0 is out of action."""
    floor = 1 if numbers.only_criticals_kill and not critical else 0
    return max(min(left, floor), left - damage)


def _reached(need: int | None, face: int) -> bool:
    return need is not None and face >= need
