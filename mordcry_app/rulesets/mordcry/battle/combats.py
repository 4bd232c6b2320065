"""A whole combat in the order of Speed, for groups that play by the house rule `attack_order`.

With the setting “everybody in a combat, fastest first”, an attack in melee makes everybody who
stands in that combat strike, once in each round.
Rules: mordcry.txt, “Determine Attack Order”; ruling 23.
"""

from __future__ import annotations

from dataclasses import dataclass

from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Option
from mordcry_app.rulesets.mordcry.battle import attacking
from mordcry_app.rulesets.mordcry.battle.arms import Arm, best_arms
from mordcry_app.rulesets.mordcry.battle.attack_numbers import speed_of
from mordcry_app.rulesets.mordcry.battle.attack_plan import AttackPlan
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.words import Ailment, Doing


@dataclass(frozen=True, slots=True)
class _Blow:
    """Whose turn it is in a combat, and how fast it is; `plans` are set for who began it."""

    fighter: int
    speed: int
    plans: tuple[AttackPlan, ...] = ()


def fought(fight: Fight, plans: tuple[AttackPlan, ...], key: str) -> Asking[str]:
    """Ask who else stands in the combat, let everybody strike in order of Speed; say it in short.

    Who has struck in a combat of this round does so no more, but for the fighter whose action this
    is. Of equals, the side with the initiative strikes first.
    """
    from mordcry_app.rulesets.mordcry.battle import attack_action

    attacker = plans[0].attacker
    involved = {attacker, *(plan.target for plan in plans)}
    others = [f.id for f in fight.battle.on_table() if f.id not in involved]
    joined = yield from fight.pick_fighters(
        f"{key}/combat", others, "Who else stands in this combat, within 1″ of an enemy in it?"
    )
    summary = ""
    arms: dict[int, Arm] = {}
    for fighter in (*(plan.target for plan in plans), *joined):
        if _strikes(fight, fighter):
            arms[fighter] = yield from _arm(fight, fighter, f"{key}/{fighter}")
    charged = attacking.CHARGED in plans[0].switches
    blows = [_Blow(attacker, speed_of(fight, attacker, plans[0].weapon, charged=charged), plans)]
    blows += [_Blow(f, speed_of(fight, f, arm.weapon)) for f, arm in arms.items()]
    order = fight.sides
    blows.sort(key=lambda blow: (-blow.speed, order.index(fight.fighter(blow.fighter).side)))
    names = ", ".join(f"{fight.name(blow.fighter)} ({blow.speed})" for blow in blows)
    fight.tell(f"Order of Speed: {names}.")
    everybody = (*involved, *joined)
    for blow in blows:
        if not fight.fighter(blow.fighter).is_on_table:
            continue
        if not fight.is_free:
            fight.mark(blow.fighter, Doing.FOUGHT, "round", "Struck in a combat")
        if blow.plans:
            summary = yield from attack_action.strike_all(fight, blow.plans, key)
            continue
        enemies = [
            other
            for other in everybody
            if fight.fighter(other).is_on_table
            and fight.fighter(other).side != fight.fighter(blow.fighter).side
        ]
        if enemies:
            place = f"{key}/{blow.fighter}"
            target = yield from _target(fight, blow.fighter, enemies, place)
            arm = arms[blow.fighter]
            plan = attacking.plan_with(fight, blow.fighter, arm, target, is_bonus=True)
            yield from attacking.attack(fight, plan, place)
    return summary


def _strikes(fight: Fight, fighter: int) -> bool:
    """Say whether a fighter that stands in a combat strikes in it."""
    stands = fight.fighter(fighter)
    helpless = stands.has(Ailment.STUNNED) or stands.has(Ailment.KNOCKED_DOWN)
    has_struck = stands.has(Doing.FOUGHT) or stands.has(Doing.RAISED)
    return not helpless and not has_struck and bool(_melee_arms(fight, fighter))


def _melee_arms(fight: Fight, fighter: int) -> tuple[Arm, ...]:
    return tuple(arm for arm in best_arms(fight, fighter) if not arm.weapon.is_ranged)


def _arm(fight: Fight, fighter: int, key: str) -> Asking[Arm]:
    arms = _melee_arms(fight, fighter)
    if len(arms) == 1:
        return arms[0]
    options = [Option(arm.id, arm.label) for arm in arms]
    why = f"{fight.name(fighter)} strikes with what?"
    picked = yield from fight.choose(f"{key}/weapon", options, why)
    return next(arm for arm in arms if arm.id == picked)


def _target(fight: Fight, fighter: int, enemies: list[int], key: str) -> Asking[int]:
    if len(enemies) == 1:
        return enemies[0]
    options = [Option(str(enemy), fight.name(enemy)) for enemy in enemies]
    why = f"{fight.name(fighter)} strikes whom?"
    return int((yield from fight.choose(f"{key}/target", options, why)))
