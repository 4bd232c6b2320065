"""Attacks that skills and items give beside the actions of an activation.

The attack itself is that of `attacking`; here is asked with what and on whom.
Rules: mordcry.txt, "Attack Action" and "Bonus Actions".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Option
from mordcry_app.rulesets.mordcry.attack_gear import UNARMED_ID
from mordcry_app.rulesets.mordcry.battle import attacking
from mordcry_app.rulesets.mordcry.battle.acting_statuses import CHARGED
from mordcry_app.rulesets.mordcry.battle.arms import Arm, arm_of, usable_weapons
from mordcry_app.rulesets.mordcry.battle.attack_plan import AttackPlan
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.in_attack import FAR
from mordcry_app.rulesets.mordcry.battle.words import Doing

NOBODY = "nobody"
COVER = "cover"
Change = Callable[[AttackPlan], None]


def weapons(
    fight: Fight, fighter: int, *, melee: bool = False, one_handed: bool = False
) -> tuple[Arm, ...]:
    """Return what a fighter can attack with now, on some terms: the best of each weapon.

    Bare hands are among them only when there is nothing else; they are no one-handed weapon, and
    one such weapon is no pair.
    """
    found = [
        arm
        for arm in usable_weapons(fight, fighter)
        if not (melee and arm.weapon.is_ranged) and not (one_handed and not _in_one_hand(arm))
    ]
    pairs = {arm.weapon.id for arm in found if arm.with_second}
    best = [arm for arm in found if arm.with_second or arm.weapon.id not in pairs]
    armed = tuple(arm for arm in best if arm.weapon.id != UNARMED_ID)
    return armed or tuple(best)


def _in_one_hand(arm: Arm) -> bool:
    return arm.weapon.hands == 1 and not arm.with_second and arm.weapon.id != UNARMED_ID


def melee_weapons(fight: Fight, fighter: int) -> tuple[Arm, ...]:
    """Return what a fighter can strike with at arm’s length."""
    return weapons(fight, fighter, melee=True)


def targets_of(fight: Fight, fighter: int) -> tuple[int, ...]:
    """Return the enemies on the table."""
    return tuple(enemy.id for enemy in fight.battle.enemies_of(fight.fighter(fighter).side))


def strike(
    fight: Fight,
    attacker: int,
    key: str,
    title: str,
    *,
    melee: bool = False,
    one_handed: bool = False,
    may_skip: bool = True,
    change: Change | None = None,
) -> Asking[attacking.AttackResult | None]:
    """Ask for a weapon and a target and make one attack; return what came of it.

    `title` says what gives the attack. `change` puts into the plan what it does to it. The weapon
    is asked for only when there are several, and so is the target unless `may_skip`. Returns none
    where nobody was attacked.
    """
    found = targets_of(fight, attacker)
    arms = weapons(fight, attacker, melee=melee, one_handed=one_handed)
    if not found or not arms or not fight.fighter(attacker).is_on_table:
        return None
    target = yield from _asked_target(fight, found, key, title, may_skip=may_skip)
    if target is None:
        fight.tell(f"Nobody is attacked ({title}).")
        return None
    arm = yield from asked_weapon(fight, arms, key, title)
    return (yield from strike_with(fight, attacker, arm, target, key, change=change))


def strike_with(
    fight: Fight,
    attacker: int,
    arm: Arm,
    target: int,
    key: str,
    *,
    change: Change | None = None,
) -> Asking[attacking.AttackResult]:
    """Make one attack with a weapon on a target, beside the actions of the activation."""
    switches: frozenset[str] = frozenset()
    if fight.fighter(attacker).has(Doing.CHARGED) and not arm.weapon.is_ranged:
        switches = frozenset({CHARGED})
    elif arm.weapon.is_ranged:
        switches = yield from _asked_switches(fight, target, key)
    plan = attacking.plan_of(fight, attacker, arm.id, target, switches, is_bonus=True)
    if change is not None:
        change(plan)
    return (yield from attacking.attack(fight, plan, f"{key}/strike"))


def still_holds(fight: Fight, attacker: int, arm: Arm) -> bool:
    """Say whether a weapon can be used yet: it may have broken, or been dropped, in between."""
    held = arm_of(fight, attacker, arm.id)
    return held is not None and not held.refused


def asked_weapon(fight: Fight, arms: Iterable[Arm], key: str, title: str) -> Asking[Arm]:
    """Ask with which weapon; a pair comes before its weapon alone. One needs no question."""
    known = {arm.id: arm for arm in arms}
    if len(known) == 1:
        return next(iter(known.values()))
    options = [Option(arm.id, arm.label) for arm in known.values()]
    return known[(yield from fight.choose(f"{key}/weapon", options, f"{title}: with what?"))]


def _asked_target(
    fight: Fight, targets: tuple[int, ...], key: str, title: str, *, may_skip: bool
) -> Asking[int | None]:
    if len(targets) == 1 and not may_skip:
        return targets[0]
    options = [Option(str(target), fight.name(target)) for target in targets]
    if may_skip:
        options.append(Option(NOBODY, "Nobody"))
    picked = yield from fight.choose(f"{key}/target", options, f"{title}: whom?")
    return None if picked == NOBODY else int(picked)


def _asked_switches(fight: Fight, target: int, key: str) -> Asking[frozenset[str]]:
    options = (Option(COVER, "In cover"), Option(FAR, "Farther away than 9″"))
    why = f"The shot at {fight.name(target)}"
    return frozenset((yield from fight.pick(f"{key}/switches", options, why)))
