"""Attacks: one fighter strikes or shoots at another, who may react; and the attack action.

Rules: mordcry.txt, “Attack Action”, “Universal Reactions” and “Bonus Actions”; rulings 23, 26, 34
to 41. The dice are in `attack_dice`, the order of a whole combat in `combats`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mordcry_app.rules.battle_effects import PassTime
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Option
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rulesets.mordcry.battle import in_attack, mishaps, reacting
from mordcry_app.rulesets.mordcry.battle.arms import (
    Arm,
    arm_of,
    best_arms,
    spend_shot,
    usable_weapons,
)
from mordcry_app.rulesets.mordcry.battle.attack_dice import Strike, listed, roll_strike
from mordcry_app.rulesets.mordcry.battle.attack_numbers import speed_of
from mordcry_app.rulesets.mordcry.battle.attack_plan import AttackPlan
from mordcry_app.rulesets.mordcry.battle.critical import afflict, disarm, named
from mordcry_app.rulesets.mordcry.battle.damage import hurt
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.words import Ailment, Phase

CHARGED = "charged"
COVER = "cover"
FAR = "far"
NEAR_EDGE = "near_edge"
ENGAGED = "engaged"
CLOSE = "close"
"""Switches of an attack that the table knows about: the charge, cover, more than 9″, an edge within
½″, a friend within 1″ of the target, and the shooter within 3″ of it."""

__all__ = [
    "Arm",
    "AttackResult",
    "attack",
    "plan_of",
    "usable_weapons",
]


@dataclass(frozen=True, slots=True)
class AttackResult:
    """What one attack on one target came to.

    `damage` is what the target took; `criticals` counts critical wounds that nothing stopped.
    `summary` says it in short: `3 damage, knocked down`.
    """

    hit: bool = False
    damage: int = 0
    target_out: bool = False
    criticals: int = 0
    summary: str = ""


NOTHING = AttackResult()


def plan_of(
    fight: Fight,
    attacker: int,
    weapon_id: str,
    target: int,
    switches: Iterable[str] = (),
    *,
    second: bool = False,
    dice: int | None = None,
    is_bonus: bool = False,
) -> AttackPlan:
    """Return an attack with everything that counts in it.

    `weapon_id` is that of an arm: `hammer`, `hammer+second` for a pair, `unarmed`; `second` asks
    for the pair where there is one. Raises `Refusal` for a weapon that the attacker does not hold.
    """
    arm = arm_of(fight, attacker, weapon_id, second=second)
    if arm is None:
        raise Refusal(f"{fight.name(attacker)} holds no such weapon.")
    return plan_with(fight, attacker, arm, target, switches, dice=dice, is_bonus=is_bonus)


def plan_with(
    fight: Fight,
    attacker: int,
    arm: Arm,
    target: int,
    switches: Iterable[str] = (),
    *,
    dice: int | None = None,
    is_bonus: bool = False,
) -> AttackPlan:
    """Return an attack with an arm that was looked up already; as `plan_of` otherwise."""
    plan = AttackPlan(
        attacker,
        target,
        arm.weapon,
        with_second=arm.with_second,
        dice=dice,
        switches=frozenset(switches),
        is_bonus=is_bonus,
    )
    in_attack.bend_plan(fight, plan)
    if plan.ignores_cover:
        plan.switches -= {COVER}
    return plan


def attack(
    fight: Fight,
    plan: AttackPlan,
    key: str,
    *,
    as_reaction: bool = False,
    is_first: bool = True,
    is_last: bool = True,
) -> Asking[AttackResult]:
    """Carry out one attack on one target, with the reactions of the target to it.

    It asks under keys that begin with `key`. One that is made `as_reaction` is not reacted to. Of
    an attack that is divided, the first target costs a shot of limited ammunition; with the last
    one everything ends that lasts for an attack.
    """
    from mordcry_app.rulesets.mordcry.battle import triggers

    attacker = plan.attacker
    if not _both_stand(fight, plan):
        return NOTHING
    yield from triggers.when_targeted(fight, plan, f"{key}/targeted")
    if plan.is_called_off or not _both_stand(fight, plan):
        return NOTHING
    counter: AttackPlan | None = None
    if not as_reaction:
        counter = yield from _reaction(fight, plan, key)
    if counter is None:
        result = yield from _alone(fight, plan, key, is_first=is_first)
    else:
        result = yield from _with_counter(fight, plan, counter, key)
    if fight.fighter(attacker).is_on_table and is_last:
        fight.do(PassTime(what="attack", fighter=attacker))
    again = yield from triggers.after_attack(fight, plan, result.damage, f"{key}/after")
    if again and _both_stand(fight, plan):
        more = yield from _alone(fight, plan, f"{key}/more")
        result = _added(result, more)
    return result


# -------------------------------------------------------------------------------- reactions


def _reaction(fight: Fight, plan: AttackPlan, key: str) -> Asking[AttackPlan | None]:
    """Ask the target’s player how it reacts, and put that into the plan; return a counter."""
    options = [_as_it_is(fight, plan, o) for o in reacting.reactions_to(fight, plan)]
    if all(option.refused or option.id == reacting.NONE for option in options):
        return None
    target = plan.target
    player, name = fight.player(fight.fighter(target).side), fight.name(target)
    why = f"{player}: {fight.name(plan.attacker)} attacks {name}. Does {name} react?"
    picked = yield from fight.choose(f"{key}/react", options, why)
    if picked == reacting.NONE:
        return None
    yield from reacting.react_cost(fight, target, f"{key}/react")
    if picked == reacting.COUNTER:
        return (yield from _counter(fight, plan, key))
    set_reaction(plan, picked)
    return None


def set_reaction(plan: AttackPlan, kind: str) -> None:
    """Put a reaction that takes wounds away into a plan: `parry`, `dodge`, `take_cover`."""
    plan.reaction = reacting.NEEDS[kind]
    plan.reaction_name = reacting.NAMES[kind]


def _as_it_is(fight: Fight, plan: AttackPlan, option: Option) -> Option:
    """Return a reaction with the reasons against it that only the attack knows."""
    refused = option.refused
    if option.id == reacting.COUNTER and not refused:
        name = fight.name(plan.target)
        if fight.rules["attack_order"] == "speed":
            refused = f"{name} strikes in the combat in any case, in the order of Speed."
        elif not best_arms(fight, plan.target):
            refused = f"{name} has nothing to strike back with."
    return option if refused == option.refused else Option(option.id, option.label, "", refused)


def _counter(fight: Fight, plan: AttackPlan, key: str) -> Asking[AttackPlan]:
    """Ask what the target strikes back with, and return that attack."""
    arms = best_arms(fight, plan.target)
    arm = arms[0]
    if len(arms) > 1:
        why = f"{fight.name(plan.target)} strikes back with what?"
        options = [Option(each.id, each.label) for each in arms]
        picked = yield from fight.choose(f"{key}/counter/weapon", options, why)
        arm = next(each for each in arms if each.id == picked)
    return plan_with(fight, plan.target, arm, plan.attacker, is_bonus=True)


# ----------------------------------------------------------------------- carrying it out


def _alone(
    fight: Fight, plan: AttackPlan, key: str, *, is_first: bool = True, is_counter: bool = False
) -> Asking[AttackResult]:
    if is_first:
        spend_shot(fight, plan.attacker, plan.weapon)
    strike = yield from _rolled(fight, plan, key)
    strike.is_counter = is_counter
    _tell(fight, strike)
    return (yield from _happens(fight, strike, key))


def _with_counter(
    fight: Fight, plan: AttackPlan, counter: AttackPlan, key: str
) -> Asking[AttackResult]:
    """Carry out an attack and the counter to it: at the same time, or the faster one first."""
    from mordcry_app.rulesets.mordcry.battle import triggers

    back_key = f"{key}/counter"
    order = _order(fight, plan, counter)
    if order == 0:
        spend_shot(fight, counter.attacker, counter.weapon)
        strike = yield from _rolled(fight, plan, key)
        back = yield from _rolled(fight, counter, back_key)
        back.is_counter = True
        _tell(fight, strike)
        _tell(fight, back)
        result = yield from _happens(fight, strike, key)
        answer = yield from _happens(fight, back, back_key)
    elif order > 0:
        result = yield from _alone(fight, plan, key)
        answer = NOTHING
        if _both_stand(fight, counter):
            answer = yield from _alone(fight, counter, back_key, is_counter=True)
    else:
        answer = yield from _alone(fight, counter, back_key, is_counter=True)
        result = NOTHING
        if _both_stand(fight, plan):
            result = yield from _alone(fight, plan, key)
    if fight.fighter(counter.attacker).is_on_table:
        fight.do(PassTime(what="attack", fighter=counter.attacker))
    yield from triggers.after_attack(fight, counter, answer.damage, f"{back_key}/after")
    return result


def _order(fight: Fight, plan: AttackPlan, counter: AttackPlan) -> int:
    """Return above 0 when the attacker strikes first, below 0 for the target, 0 for both at once.

    House rule `attack_order`.
    """
    if fight.rules["attack_order"] != "counter_by_speed":
        return 0
    charged = CHARGED in plan.switches
    return speed_of(fight, plan.attacker, plan.weapon, charged=charged) - speed_of(
        fight, counter.attacker, counter.weapon
    )


def _rolled(fight: Fight, plan: AttackPlan, key: str) -> Asking[Strike]:
    """Roll the dice of an attack; a shot that fails may be rolled again."""
    from mordcry_app.rulesets.mordcry.battle import triggers

    strike = yield from roll_strike(fight, plan, key)
    failed = plan.is_ranged and not strike.total and not strike.statuses
    if failed and (yield from triggers.failed_shot(fight, plan, f"{key}/failed")):
        ones = strike.ones
        strike = yield from roll_strike(fight, plan, f"{key}/again", is_first=False)
        strike.ones += ones
    return strike


def _tell(fight: Fight, strike: Strike) -> None:
    fight.tell(_story(fight, strike, _summary(strike)))


def _happens(fight: Fight, strike: Strike, key: str) -> Asking[AttackResult]:
    """Let happen to the target what the dice say, and to the weapon what its 1s do."""
    from mordcry_app.rulesets.mordcry.battle import triggers

    plan = strike.plan
    before = fight.fighter(plan.target).damage
    out = yield from _harm(fight, strike, key)
    if not out:
        yield from _afflict(fight, strike, key)
    damage = fight.fighter(plan.target).damage - before
    if strike.ones:
        yield from triggers.natural_one(fight, plan, f"{key}/one")
    return AttackResult(
        hit=strike.hits > 0,
        damage=max(0, damage),
        target_out=out,
        criticals=strike.criticals,
        summary=_summary(strike),
    )


def _harm(fight: Fight, strike: Strike, key: str) -> Asking[bool]:
    """Take the damage off wound by wound, then that of statuses; say whether the target is out."""
    plan = strike.plan
    points = [*strike.damage, (strike.status_damage, True)]
    for number, (amount, critical) in enumerate(points, 1):
        out = yield from hurt(
            fight,
            plan.target,
            amount,
            by=plan.attacker,
            source=plan.weapon.name,
            key=f"{key}/hurt-{number}",
            critical=critical,
            quietly=True,
        )
        if out:
            return True
    return fight.fighter(plan.target).where == "out"


def _afflict(fight: Fight, strike: Strike, key: str) -> Asking[None]:
    plan = strike.plan
    source = f"{fight.name(plan.attacker)}, {plan.weapon.name}"
    for ailment in strike.statuses:
        if not fight.fighter(plan.target).is_on_table:
            return
        afflict(fight, plan.target, ailment, source)
        if ailment == Ailment.ARM_INJURY:
            yield from disarm(fight, plan.target, source, key)
    near_edge = NEAR_EDGE in plan.switches and fight.rules["falls_near_edges"] == "critical"
    if near_edge and strike.criticals and fight.fighter(plan.target).is_on_table:
        yield from mishaps.over_the_edge(fight, plan.target, plan.attacker, f"{key}/edge")


def _both_stand(fight: Fight, plan: AttackPlan) -> bool:
    """Say whether attacker and target can still be in an attack."""
    if fight.phase == Phase.OVER and not fight.was_over:
        return False
    return fight.fighter(plan.attacker).is_on_table and fight.fighter(plan.target).is_on_table


def _added(one: AttackResult, other: AttackResult) -> AttackResult:
    return AttackResult(
        hit=one.hit or other.hit,
        damage=one.damage + other.damage,
        target_out=one.target_out or other.target_out,
        criticals=one.criticals + other.criticals,
        summary=listed(part for part in (one.summary, other.summary) if part),
    )


# ------------------------------------------------------------------------------------ words


def _summary(strike: Strike) -> str:
    """Say in short what the dice came to: `3 damage, knocked down`; `missed`."""
    if not strike.hits:
        return "missed"
    if strike.cannot_wound:
        return "cannot wound"
    if not strike.wounds:
        return "no wound"
    parts = [f"{strike.total} damage"] if strike.total else []
    parts += [named(ailment) for ailment in strike.statuses]
    if not parts:
        return f"stopped by {listed(strike.stopped_by)}" if strike.stopped_by else "no damage"
    return ", ".join(parts)


def _story(fight: Fight, strike: Strike, summary: str) -> str:
    """Tell of an attack in a sentence: `Anselm strikes Ruta: 3 damage, knocked down.`"""
    plan = strike.plan
    who, whom = fight.name(plan.attacker), fight.name(plan.target)
    if plan.attacker == plan.target:
        whom = "the one who shot"
    verb = "shoots at" if plan.is_ranged else "strikes"
    if strike.is_counter:
        verb = "shoots back at" if plan.is_ranged else "strikes back at"
    if not strike.hits:
        return f"{who} {'strikes at' if verb == 'strikes' else verb} {whom} and misses."
    if strike.cannot_wound:
        strength = strike.reckoning.striker.strength.total
        defence = strike.reckoning.struck.defence.total
        why = f"OS {strength} cannot wound DS {defence}, so nothing is rolled"
        return f"{who} hits {whom}, to no effect: {why}."
    if not strike.wounds:
        return f"{who} hits {whom}, but does not wound."
    return f"{who} {verb} {whom}: {summary}."
