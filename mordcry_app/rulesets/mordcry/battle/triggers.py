"""What skills and items do while an attack is worked out, and when somebody falls.

The attack calls these in its course. Each asks the player of whoever it helps, and only when there
is something to decide; where nothing applies, nothing is asked.
Rules: mordcry.txt, the tables of skills and items; rulings 39 and 44.
"""

from __future__ import annotations

from mordcry_app.rules.battle_effects import Relieve
from mordcry_app.rules.playing import Asking
from mordcry_app.rulesets.mordcry.battle import damage, fear, last_stand
from mordcry_app.rulesets.mordcry.battle.acting_statuses import has_charged
from mordcry_app.rulesets.mordcry.battle.answering import (
    BRACED_FOR_IMPACT,
    REFLECT_DAMAGE,
    answers_with,
)
from mordcry_app.rulesets.mordcry.battle.attack_plan import AttackPlan
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.helps import (
    ask_to_use,
    ask_which,
    count_use,
    helps,
)
from mordcry_app.rulesets.mordcry.battle.in_attack import lessened, source_of
from mordcry_app.rulesets.mordcry.battle.testing import keeps_discipline
from mordcry_app.rulesets.mordcry.battle.words import Doing, OfFighter
from mordcry_app.rulesets.mordcry.helpful import Help
from mordcry_app.rulesets.mordcry.wares import Does, Moment

REFLECT_NEED = 5
TAINTED_AURA = "tainted_aura"
AURA_SPREAD = "aura_spread"
"""The status of a fighter whose tainted aura lies on its enemies."""
NERVE_STRIKE = "nerve_strike"
NERVE_NEED = 4
BLOOD_FOR_IRON = "blood_for_iron"
VETERANS_INSTINCTS = "veterans_instincts"


def when_targeted(fight: Fight, plan: AttackPlan, key: str) -> Asking[None]:
    """Settle what the choice of a target sets off, before any die is rolled.

    The plan may come back with another target, when a mirror turns a shot on its shooter, or
    called off, when the attacker is afraid. What acts in the attack from now on is put into it.
    """
    if not (yield from fear.overcomes_fear(fight, plan.attacker, plan.target, f"{key}/fear")):
        plan.is_called_off = True
        return
    if plan.is_ranged:
        yield from _reflect_shot(fight, plan, key)
    elif has_charged(fight, plan):
        yield from _brace(fight, plan, key)


def when_hit(fight: Fight, plan: AttackPlan, key: str) -> Asking[None]:
    """Settle what an attack that has hit sets off, before its wounds are rolled."""
    yield from _strike_nerve(fight, plan, key)
    if plan.is_ranged:
        return
    why = f"{fight.name(plan.attacker)} has hit {fight.name(plan.target)}"
    target = plan.target
    if not (yield from answers_with(fight, target, REFLECT_DAMAGE, f"{key}/reflect", why)):
        return
    name = source_of(fight, REFLECT_DAMAGE)
    face = yield from fight.total(
        f"{key}/reflect/roll",
        "d6",
        f"{name} of {fight.name(target)}: {REFLECT_NEED}+",
        need=REFLECT_NEED,
    )
    if face < REFLECT_NEED:
        fight.tell(f"{name} throws nothing back.")
        return
    amount = yield from fight.total(f"{key}/reflect/damage", "d3", f"{name}: damage")
    yield from harm(fight, plan.attacker, amount, by=target, source=name, key=f"{key}/reflect/harm")


def before_damage(fight: Fight, plan: AttackPlan, key: str, critical: bool) -> Asking[bool]:
    """Ask what stops one wound that the saves have let through; say whether it does no harm.

    For a `critical` one, only what stops critical wounds is asked about. A wound that is stopped
    deals no damage and brings no status. An item that was switched on beforehand is used without
    asking.
    """
    return (yield from _stopped(fight, plan.target, key, critical, plan.switches))


def first_wound_ignored(fight: Fight, plan: AttackPlan) -> None:
    """Note that the first unsaved wound, which the plan ignores, has come."""
    if fight.fighter(plan.target).has(BRACED_FOR_IMPACT):
        fight.do(Relieve(fighter=plan.target, ref=BRACED_FOR_IMPACT))
        name = fight.name(plan.target)
        fight.tell(f"{name} was braced for it: the first wound does nothing.")


def at_no_wounds(fight: Fight, target: int, by: int | None, key: str) -> Asking[bool]:
    """Settle what a fighter without wounds left can still do; say whether it stays on the table."""
    return (yield from last_stand.stays_up(fight, target, by, key))


def after_knock_out(fight: Fight, target: int, by: int | None, key: str) -> Asking[None]:
    """Settle what somebody’s fall sets off among the enemies of the fallen."""
    side = fight.fighter(target).side
    if by is not None and fight.fighter(by).side != side:
        if fight.active is not None and fight.active.id == by:
            fight.mark(by, Doing.SLEW, "activation", "An enemy is out")
        burns = fight.fighter(by).status(BLOOD_FOR_IRON)
        if burns is not None:
            yield from harm(fight, by, 1, by=None, source=burns.source, key=f"{key}/rage")
    _end_aura(fight, target)
    for enemy in fight.battle.enemies_of(side):
        for helped in tuple(helps(fight, enemy.id, Moment.ENEMY_OUT_OF_ACTION)):
            if helped.use.does != Does.CAPTURE:
                continue
            place = f"{key}/{helped.item.id}-{enemy.id}"
            why = f"{fight.name(target)} is dying. {helped.item.name} of {fight.name(enemy.id)}?"
            if (yield from ask_to_use(fight, enemy.id, helped, place, why)):
                name = fight.name(enemy.id)
                soul = f"the soul of {fight.name(target)} in the {helped.item.name}"
                fight.tell(f"{name} catches {soul}.", told=f"{name} caught {soul}.")
                return


def failed_shot(fight: Fight, plan: AttackPlan, key: str) -> Asking[bool]:
    """Ask whether a shot that has missed, or done no damage, is rolled again."""
    found = tuple(
        helped
        for helped in helps(fight, plan.attacker, Moment.FAILED_RANGED_ATTACK)
        if helped.use.does == Does.REROLL
    )
    why = f"The shot of {fight.name(plan.attacker)} has failed: does anything help?"
    helped = yield from ask_which(fight, plan.attacker, found, f"{key}/again", why)
    return helped is not None


def natural_one(fight: Fight, plan: AttackPlan, key: str) -> Asking[None]:
    """Settle what a natural 1 to hit does to the weapon that has rolled it, and to its bearer."""
    for helped in tuple(helps(fight, plan.attacker, Moment.NATURAL_ONE)):
        if helped.item.id != plan.weapon.id:
            continue
        use, name = helped.use, fight.name(plan.attacker)
        count_use(fight, plan.attacker, helped)
        amount = use.amount
        if use.dice:
            why = f"The {helped.item.name} hurts {name}"
            amount = yield from fight.total(f"{key}/{use.id}", use.dice, why)
        if amount > 0:
            source = helped.item.name
            place = f"{key}/{use.id}/harm"
            yield from harm(fight, plan.attacker, amount, by=None, source=source, key=place)


def after_attack(fight: Fight, plan: AttackPlan, damage_done: int, key: str) -> Asking[bool]:
    """Note what an attack has done, once it is over; say whether the weapon shoots once more."""
    is_active = fight.active is not None and fight.active.id == plan.attacker
    if damage_done > 0 and not plan.is_ranged and is_active:
        fight.mark(plan.attacker, Doing.DREW_BLOOD, "activation", "Damage in melee")
    if not plan.is_ranged or not fight.fighter(plan.attacker).is_on_table:
        return False
    for helped in tuple(helps(fight, plan.attacker, Moment.RANGED_ATTACK)):
        if helped.use.does != Does.SHOOT_AGAIN or helped.item.id != plan.weapon.id:
            continue
        count_use(fight, plan.attacker, helped)
        need = helped.use.need
        if need is None:
            return True
        why = f"{helped.item.name}: on a {need}+ it fires once more"
        return (yield from fight.total(f"{key}/{helped.use.id}", "d6", why, need=need)) >= need
    return False


def may_reroll(fight: Fight, fighter: int, key: str, what: str) -> Asking[bool]:
    """Ask whether one die of a fighter, to hit, to wound or a save, is rolled again.

    `what` says in words which one has failed.
    """
    if fight.fighter(fighter).has(VETERANS_INSTINCTS):
        return False
    again = yield from answers_with(fight, fighter, VETERANS_INSTINCTS, f"{key}/instincts", what)
    if again:
        source = source_of(fight, VETERANS_INSTINCTS)
        fight.mark(fighter, VETERANS_INSTINCTS, "round", source)
    return again


def may_pass(fight: Fight, fighter: int, key: str, what: str) -> Asking[bool]:
    """Ask whether a roll of a fighter that has failed counts as passed; an item does that."""
    found = tuple(helps(fight, fighter, Moment.FAILED_ROLL))
    helped = yield from ask_which(
        fight, fighter, found, f"{key}/help", f"{what}: does anything help?"
    )
    if helped is not None:
        fight.tell(f"The {helped.item.name} of {fight.name(fighter)} makes it count as passed.")
    return helped is not None


def may_keep_order(fight: Fight, fighter: int, key: str, what: str) -> Asking[bool]:
    """Ask whether a test of morale of a fighter that has failed is passed after all."""
    if (yield from keeps_discipline(fight, fighter, key, what)):
        return True
    return (yield from may_pass(fight, fighter, key, what))


def softens_fall(fight: Fight, fighter: int, key: str) -> Asking[bool]:
    """Ask whether a fall does a fighter no damage; what always helps is not asked about."""
    found = [h for h in helps(fight, fighter, Moment.FALL) if h.use.does == Does.IGNORE]
    sure = next((helped for helped in found if helped.use.per == "any"), None)
    if sure is None:
        why = f"{fight.name(fighter)} falls: does anything help?"
        sure = yield from ask_which(fight, fighter, tuple(found), f"{key}/fall", why)
    if sure is not None:
        fight.tell(f"The {sure.item.name} breaks the fall of {fight.name(fighter)}.")
    return sure is not None


def harm(
    fight: Fight, target: int, amount: int, *, by: int | None, source: str, key: str
) -> Asking[bool]:
    """Deal damage that comes of no attack, after what lessens it or stops it.

    Returns whether the target is out of action now.
    """
    if amount <= 0 or not fight.fighter(target).is_on_table:
        return fight.fighter(target).where == "out"
    if (yield from _stopped(fight, target, f"{key}/stop", False, frozenset())):
        return False
    amount = lessened(fight, target, amount)
    return (yield from damage.hurt(fight, target, amount, by=by, source=source, key=key))


def _end_aura(fight: Fight, fallen: int) -> None:
    """End the tainted aura of somebody who falls: its combat is over."""
    side = fight.fighter(fallen).side
    if not fight.fighter(fallen).has(AURA_SPREAD):
        return
    fight.do(Relieve(fighter=fallen, ref=AURA_SPREAD))
    if not any(friend.has(AURA_SPREAD) for friend in fight.battle.on_table(side)):
        for enemy in fight.battle.enemies_of(side):
            if enemy.has(TAINTED_AURA):
                fight.do(Relieve(fighter=enemy.id, ref=TAINTED_AURA))


def _stopped(
    fight: Fight, target: int, key: str, critical: bool, switches: frozenset[str]
) -> Asking[bool]:
    moment = Moment.CRITICAL_WOUND_TAKEN if critical else Moment.DAMAGE_TAKEN
    kind = "critical wound" if critical else "wound"
    for helped in tuple(helps(fight, target, moment)):
        if helped.use.does != Does.IGNORE:
            continue
        place = f"{key}/{helped.item.id}"
        if helped.id in switches:
            count_use(fight, target, helped)
        else:
            why = f"A {kind} gets through to {fight.name(target)}. Use the {helped.item.name}?"
            if not (yield from ask_to_use(fight, target, helped, place, why)):
                continue
        if (yield from _works(fight, helped, place)):
            name = fight.name(target)
            fight.tell(f"The {helped.item.name} of {name} stops a {kind}.")
            return True
    return False


def _works(fight: Fight, helped: Help, key: str) -> Asking[bool]:
    """Roll whether a use works, where it needs a roll."""
    need = helped.use.need
    if need is None:
        return True
    why = f"{helped.item.name}: {need}+"
    return (yield from fight.total(f"{key}/need", "d6", why, need=need)) >= need


def _brace(fight: Fight, plan: AttackPlan, key: str) -> Asking[None]:
    if fight.fighter(plan.target).has(BRACED_FOR_IMPACT):
        return
    why = f"{fight.name(plan.attacker)} charges {fight.name(plan.target)}"
    if (yield from answers_with(fight, plan.target, BRACED_FOR_IMPACT, f"{key}/braced", why)):
        source = source_of(fight, BRACED_FOR_IMPACT)
        fight.mark(plan.target, BRACED_FOR_IMPACT, "round", source)
        plan.ignores_first = True
        plan.notes.append(f"the first unsaved wound is ignored, {source}")


def _reflect_shot(fight: Fight, plan: AttackPlan, key: str) -> Asking[None]:
    """Let what the target carries throw a shot back, or damage for it."""
    shooter, target = plan.attacker, plan.target
    for helped in tuple(helps(fight, target, Moment.SHOT_AT)):
        if helped.use.does != Does.REFLECT:
            continue
        place = f"{key}/{helped.item.id}"
        if helped.use.per == "any":
            count_use(fight, target, helped)
        else:
            why = f"{fight.name(shooter)} shoots at {fight.name(target)}. {helped.item.name}?"
            if not (yield from ask_to_use(fight, target, helped, place, why)):
                continue
        if not (yield from _works(fight, helped, place)):
            continue
        if helped.use.dice:
            why = f"{helped.item.name}: damage to {fight.name(shooter)}"
            amount = yield from fight.total(f"{place}/damage", helped.use.dice, why)
            yield from harm(
                fight, shooter, amount, by=target, source=helped.item.name, key=f"{place}/harm"
            )
            continue
        fight.tell(f"The {helped.item.name} turns the shot on {fight.name(shooter)}.")
        plan.target = shooter
        plan.no_reactions = True
        plan.notes.append(f"turned on the shooter, {helped.item.name}")
        return


def _strike_nerve(fight: Fight, plan: AttackPlan, key: str) -> Asking[None]:
    status = fight.fighter(plan.attacker).status(NERVE_STRIKE)
    if status is None:
        return
    fight.do(Relieve(fighter=plan.attacker, ref=NERVE_STRIKE))
    if fight.fighter(plan.attacker).number(OfFighter.NERVE_TARGET) != plan.target:
        return
    why = f"{status.source}: on a {NERVE_NEED}+ {fight.name(plan.target)} loses an activation"
    if (yield from fight.total(f"{key}/nerve", "d6", why, need=NERVE_NEED)) >= NERVE_NEED:
        fight.mark(plan.target, Doing.LOSES_ACTIVATION, "battle", status.source)
        fight.tell(f"{fight.name(plan.target)} will lose its next activation ({status.source}).")
