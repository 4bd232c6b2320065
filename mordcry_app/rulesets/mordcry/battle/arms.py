"""What a fighter can attack with in a battle, and why it cannot with the rest.

Rules: mordcry.txt, “Pick a Weapon and a Target”; rulings 30, 48, 60 and 67.
"""

from __future__ import annotations

from dataclasses import dataclass

from mordcry_app.rulesets.mordcry.attack_gear import UNARMED_ID
from mordcry_app.rulesets.mordcry.attacks import FISTS
from mordcry_app.rulesets.mordcry.battle.critical import dropped_weapon
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.words import OfFighter
from mordcry_app.rulesets.mordcry.carrying import weapons_of
from mordcry_app.rulesets.mordcry.content import Weapon
from mordcry_app.rulesets.mordcry.injuries import is_blind

SECOND = "+second"
"""Ends the id of an arm that is a pair: `hammer+second`."""


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon to attack with, alone or with a second one-handed weapon beside it.

    `refused` says why it cannot be used now.
    """

    weapon: Weapon
    label: str
    with_second: bool = False
    refused: str = ""

    @property
    def id(self) -> str:
        """What it is called among the values of a command: `hammer`, `hammer+second`."""
        return self.weapon.id + (SECOND if self.with_second else "")


def arms_of(fight: Fight, fighter: int) -> tuple[Arm, ...]:
    """Return everything that a fighter could attack with: pairs, single weapons, then bare hands.

    Those that cannot be used now are among them, with the reason.
    """
    member = fight.member(fighter)
    held = list(weapons_of(member, fight.content))
    dropped = next((w for w in held if w.id == dropped_weapon(fight, fighter)), None)
    if dropped is not None:
        held.remove(dropped)
    arms: list[Arm] = []
    one_handed = [weapon for weapon in held if weapon.hands == 1]
    for weapon in dict.fromkeys(held):
        refused = _why_not(fight, fighter, weapon)
        if weapon.hands == 1 and len(one_handed) > 1:
            other = next((w for w in one_handed if w.id != weapon.id), weapon)
            arms.append(Arm(weapon, _pair(weapon, other), with_second=True, refused=refused))
        arms.append(Arm(weapon, weapon.name, refused=refused))
    if dropped is not None and dropped not in held:
        name = dropped.name
        arms.append(Arm(dropped, name, refused=f"The {name} lies on the ground."))
    fists = FISTS[fight.rules["unarmed"]]
    if fists is not None:
        arms.append(Arm(fists, fists.name))
    return tuple(arms)


def usable_weapons(fight: Fight, fighter: int) -> tuple[Arm, ...]:
    """Return what a fighter can attack with now, the best of each weapon first."""
    return tuple(arm for arm in arms_of(fight, fighter) if not arm.refused)


def arm_of(fight: Fight, fighter: int, arm_id: str, *, second: bool = False) -> Arm | None:
    """Return one of a fighter’s arms; a weapon that it does not hold is none.

    `second` asks for the pair of a weapon where there is one.
    """
    arms = {arm.id: arm for arm in arms_of(fight, fighter)}
    if second and arm_id + SECOND in arms:
        return arms[arm_id + SECOND]
    return arms.get(arm_id)


def shots_left(fight: Fight, fighter: int, weapon: Weapon) -> int | None:
    """Return how often a weapon can still be fired in this battle; none for as often as you like.

    House rule `limited_ammo`.
    """
    if not weapon.limited_ammo:
        return None
    facts = fight.fighter(fighter).facts
    if OfFighter.SHOTS not in facts:
        return fight.rules.number("limited_ammo")
    return fight.fighter(fighter).number(OfFighter.SHOTS)


def spend_shot(fight: Fight, fighter: int, weapon: Weapon) -> None:
    """Take one shot from a weapon whose ammunition is limited."""
    left = shots_left(fight, fighter, weapon)
    if left is not None:
        fight.about_fighter(fighter, OfFighter.SHOTS, max(0, left - 1))


def _why_not(fight: Fight, fighter: int, weapon: Weapon) -> str:
    if not weapon.is_ranged:
        return ""
    if is_blind(fight.member(fighter), fight.rules["blindness"]):
        return f"{fight.name(fighter)} is blind and fights in melee only."
    if shots_left(fight, fighter, weapon) == 0:
        return f"The {weapon.name} has no shots left in this battle."
    return ""


def _pair(weapon: Weapon, other: Weapon) -> str:
    if weapon.id == other.id:
        plural = weapon.name.lower()
        return f"Two {plural}{'es' if plural.endswith(('s', 'sh', 'ch', 'x')) else 's'}"
    return f"{weapon.name} and {other.name.lower()}"


def best_arms(fight: Fight, fighter: int) -> tuple[Arm, ...]:
    """Return what a fighter would attack with: each weapon as a pair where it has one.

    Bare hands are among them only when there is nothing else.
    """
    usable = usable_weapons(fight, fighter)
    paired = {arm.weapon.id for arm in usable if arm.with_second}
    best = tuple(arm for arm in usable if arm.with_second or arm.weapon.id not in paired)
    armed = tuple(arm for arm in best if arm.weapon.id != UNARMED_ID)
    return armed or best
