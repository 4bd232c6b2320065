"""Skills that a fighter answers with out of its turn, or when its own dice have failed.

By default the set of dice is given up at the moment that sets the skill off. Under the house rule
`reactive_skills` four of them are prepared in the own activation instead, and then wait until the
round ends. Rules: mordcry.txt, the table of skills; ruling 44.
"""

from __future__ import annotations

from mordcry_app.rules.battle_effects import Relieve
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Option
from mordcry_app.rulesets.mordcry.battle import paying
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.words import Doing
from mordcry_app.rulesets.mordcry.content import SKILL

BRACED_FOR_IMPACT = "braced_for_impact"
THEY_WILL_NOT_DIE = "they_will_not_die"
FEIGN_DEATH = "feign_death"
REFLECT_DAMAGE = "reflect_damage"
REACTIVE = (BRACED_FOR_IMPACT, THEY_WILL_NOT_DIE, FEIGN_DEATH, REFLECT_DAMAGE)
"""The four skills that are set off by what an enemy does."""

_READY = "ready_"
"""Begins the status of a fighter who has prepared a skill: `ready_feign_death`."""
NO = "no"
YES = "yes"


def readiness(ref: str) -> str:
    """Return the status of a fighter who has prepared a skill."""
    return f"{_READY}{ref}"


def are_prepared(fight: Fight) -> bool:
    """Say whether the four skills are prepared in the own activation."""
    return fight.rules["reactive_skills"] == "prepared" and not fight.is_free


def can_answer_with(fight: Fight, fighter: int, ref: str) -> bool:
    """Say whether a fighter could use a skill at this moment."""
    trait = fight.content.trait(SKILL, ref)
    standing = fight.fighter(fighter)
    if trait is None or fight.member(fighter).trait(SKILL, ref) is None:
        return False
    if ref in REACTIVE and are_prepared(fight):
        return standing.has(readiness(ref))
    if paying.cannot_use_abilities(fight, fighter):
        return False
    active = fight.active
    if active is not None and active.id == fighter and standing.has(Doing.ABILITY_USED):
        return False
    return not paying.no_dice(fight, standing.side, paying.cost_of(trait))


def answers_with(fight: Fight, fighter: int, ref: str, key: str, why: str) -> Asking[bool]:
    """Ask whether a skill is used now, and pay for it; nothing is asked where it cannot be."""
    trait = fight.content.trait(SKILL, ref)
    if trait is None or not can_answer_with(fight, fighter, ref):
        return False
    side, name = fight.fighter(fighter).side, fight.name(fighter)
    is_ready = ref in REACTIVE and are_prepared(fight)
    price = "" if is_ready or fight.is_free else f" ({paying.cost_of(trait)})"
    options = (
        Option(NO, "No"),
        Option(YES, f"Use {trait.name}{price}", trait.text),
    )
    question = f"{fight.player(side)}: {why}. Does {name} use {trait.name}?"
    if (yield from fight.choose(key, options, question)) == NO:
        return False
    if is_ready:
        fight.do(Relieve(fighter=fighter, ref=readiness(ref)))
    else:
        cost = paying.cost_of(trait)
        yield from paying.pay(fight, side, cost, key, trait.name, value_matters=False)
        active = fight.active
        if active is not None and active.id == fighter:
            fight.mark(fighter, Doing.ABILITY_USED, "activation", trait.name)
    fight.tell(f"{name} uses {trait.name}.")
    return True
