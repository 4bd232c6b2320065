"""Reactions: who may react to what an enemy does, how, and what it costs.

The five reactions that are open to everybody (ruling 41). The attack asks which one is made and
plays it out; the fifth, Strike Them Down, is in `parting`.
Rules: mordcry.txt, “Reactions”, “Universal Reactions” and “Raised Characters”; ruling 42.
"""

from __future__ import annotations

from mordcry_app.rules.battle import Fighter
from mordcry_app.rules.battle_effects import Relieve
from mordcry_app.rules.effects import Gain, Lose
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Option
from mordcry_app.rulesets.mordcry.battle import turn_order
from mordcry_app.rulesets.mordcry.battle.attack_numbers import Reckoner
from mordcry_app.rulesets.mordcry.battle.attack_plan import AttackPlan
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.words import Ailment, Doing
from mordcry_app.rulesets.mordcry.content import SPENT_XP, XP

NONE = "none"
COUNTER = "counter"
PARRY = "parry"
DODGE = "dodge"
TAKE_COVER = "take_cover"

NEEDS = {PARRY: 5, DODGE: 5, TAKE_COVER: 4}
"""What a D6 needs for each wound that a reaction takes away."""

NAMES = {
    COUNTER: "Counter",
    PARRY: "Parry",
    DODGE: "Dodge",
    TAKE_COVER: "Take Cover",
}

MOST_REACTIONS = 2
"""How many actions can be given up for reactions; after that, a fighter counts as activated."""

SLOW = 3
"""Whose Speed is no more than this cannot dodge; with this Weapon Skill nobody can parry."""

COVER = "cover"
"""The switch of an attack on somebody in cover."""

SILENT_STEP = "silent_step"
"""The status of somebody whose actions nobody can react to."""


def may_react(fight: Fight, fighter_id: int) -> str:
    """Return why a fighter cannot react now, or nothing when it can."""
    fighter = fight.fighter(fighter_id)
    absent = turn_order.why_absent(fight, fighter)
    if absent:
        return absent
    name = fight.name(fighter_id)
    if fighter.has(Ailment.STUNNED):
        return f"{name} is stunned."
    if fighter.has(Ailment.KNOCKED_DOWN):
        return f"{name} is knocked down."
    if fight.is_free:
        return ""
    if fighter.has(Doing.RAISED):
        return f"{name} came back in this round and cannot react yet."
    if fight.active is not None and fight.active.id == fighter_id:
        return f"{name} is acting; reactions are made while an enemy acts."
    if _gives_up(fighter) or fight.member(fighter_id).amount(XP):
        return ""
    return f"{name} has been activated and has no XP to spend on a reaction."


def price_of_reacting(fight: Fight, fighter_id: int) -> str:
    """Return in words what a reaction of a fighter costs: `1 of 2 actions, or 1 XP`."""
    if fight.is_free:
        return ""
    fighter = fight.fighter(fighter_id)
    prices = [price for price in (_gives_up(fighter), _xp(fight, fighter_id)) if price]
    return ", or ".join(prices)


def reactions_to(fight: Fight, plan: AttackPlan) -> tuple[Option, ...]:
    """Return how the target can react to an attack, the refusal to react first.

    What it cannot do now comes with the reason. Without any reaction that it can make, nothing.
    """
    if plan.no_reactions or fight.fighter(plan.attacker).has(SILENT_STEP):
        return ()
    if may_react(fight, plan.target):
        return ()
    price = price_of_reacting(fight, plan.target)
    kinds = (DODGE, TAKE_COVER) if plan.is_ranged else (PARRY, COUNTER)
    options = tuple(
        Option(kind, NAMES[kind], _detail(kind, price), _refusal(fight, plan, kind))
        for kind in kinds
    )
    if all(option.refused for option in options):
        return ()
    return (Option(NONE, "No reaction"), *options)


def react_cost(fight: Fight, fighter_id: int, key: str) -> Asking[None]:
    """Let a fighter pay for a reaction: an action, its second activation, or 1 XP.

    Only where both can be had, its player is asked. Under the house rule `reaction_xp` it is told
    apart later whether spent XP count for advances: both are written down.
    """
    if fight.is_free:
        return
    fighter = fight.fighter(fighter_id)
    gives_up, pays_xp = _gives_up(fighter), _xp(fight, fighter_id)
    if gives_up and pays_xp:
        options = (Option("action", f"Give up {gives_up}"), Option("xp", f"Spend {pays_xp}"))
        why = f"{fight.name(fighter_id)} reacts: at what cost?"
        paid = yield from fight.choose(f"{key}/cost", options, why)
    else:
        paid = "xp" if pays_xp else "action"
    if paid == "xp":
        _spend_xp(fight, fighter_id)
    else:
        _give_up_action(fight, fighter)


def _spend_xp(fight: Fight, fighter_id: int) -> None:
    who, why = member_target(fighter_id), "Spent on a reaction"
    fight.write(
        Lose(who=who, resource=XP, amount=1, reason=why),
        Gain(who=who, resource=SPENT_XP, amount=1, reason=why),
    )
    fight.tell(f"{fight.name(fighter_id)} spends 1 XP to react.")


def _give_up_action(fight: Fight, fighter: Fighter) -> None:
    if fighter.has(Doing.WAITING):
        fight.do(Relieve(fighter=fighter.id, ref=Doing.WAITING.value))
        return
    fight.mark(fighter.id, Doing.REACTED, "round", "Reaction")
    reacted = fight.fighter(fighter.id).level(Doing.REACTED)
    if reacted >= MOST_REACTIONS and not fighter.has(Doing.ACTED):
        fight.mark(fighter.id, Doing.ACTED, "round", "Two reactions")


def _gives_up(fighter: Fighter) -> str:
    """Return what a fighter can give up for a reaction; nothing when it has nothing left."""
    if fighter.has(Doing.WAITING):
        return "its second activation"
    if fighter.has(Doing.ACTED):
        return ""
    match MOST_REACTIONS - fighter.level(Doing.REACTED):
        case 2:
            return "1 of 2 actions, and waiting"
        case 1:
            return "its last action, and so its activation"
        case _:
            return ""


def _xp(fight: Fight, fighter_id: int) -> str:
    return "1 XP" if fight.member(fighter_id).amount(XP) else ""


def _detail(kind: str, price: str) -> str:
    does = f"{NEEDS[kind]}+ for each wound" if kind in NEEDS else "strikes back at the same time"
    return f"{does}; costs {price}" if price else does


def _refusal(fight: Fight, plan: AttackPlan, kind: str) -> str:
    """Return why the target cannot make one of the reactions, or nothing."""
    name = fight.name(plan.target)
    if kind == DODGE:
        conditions = frozenset(plan.target_conditions)
        speed = fight.value(plan.target, "s", conditions=conditions, extra=plan.target_extra).total
        return "" if speed > SLOW else f"{name} has Speed {speed}; a dodge needs {SLOW + 1}."
    if kind == TAKE_COVER:
        return "" if COVER in plan.switches else f"{name} is not in cover."
    if kind == PARRY:
        reckoning = Reckoner(fight).reckon(plan)
        skill = reckoning.struck.skill.total
        if skill <= SLOW:
            return f"{name} has Weapon Skill {skill}; a parry needs {SLOW + 1}."
        strength, defence = reckoning.striker.strength.total, reckoning.struck.defence.total
        if strength > 2 * defence:
            return f"A strength of {strength} is more than twice {name}’s {defence} DS."
    return ""
