"""Skills that answer something: an enemy’s charge or blow, one’s own fall, a roll that has failed.

They work at their moment (`triggers`, `last_stand`, `testing`). As abilities of the own activation
the four that answer an enemy can only be prepared, under the house rule `reactive_skills`.
Rules: mordcry.txt, the table of skills; ruling 44.
"""

from __future__ import annotations

from mordcry_app.rules.playing import Asking
from mordcry_app.rulesets.mordcry.battle.answering import (
    BRACED_FOR_IMPACT,
    FEIGN_DEATH,
    REFLECT_DAMAGE,
    THEY_WILL_NOT_DIE,
    are_prepared,
    readiness,
)
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.skills.carrier import Carrier, Refusal, Use

_MOMENTS = {
    BRACED_FOR_IMPACT: "when an enemy charges",
    THEY_WILL_NOT_DIE: "when its bearer falls to 0 wounds",
    FEIGN_DEATH: "when its bearer falls to 0 wounds",
    REFLECT_DAMAGE: "when a melee attack hits its bearer",
}
_OWN_ROLLS = {
    "veterans_instincts": "when a die to hit, to wound or to save has failed",
    "iron_discipline": "when a test of Willpower or morale has failed",
}


def _prepared_refusal(ref: str, moment: str) -> Refusal:
    def refusal(fight: Fight, fighter: int) -> str:
        if not are_prepared(fight):
            return f"It is asked for {moment}."
        if fight.fighter(fighter).has(readiness(ref)):
            return f"{fight.name(fighter)} is ready for it already."
        return ""

    return refusal


def _asked_refusal(moment: str) -> Refusal:
    def refusal(fight: Fight, fighter: int) -> str:
        del fight, fighter
        return f"It is asked for {moment}."

    return refusal


def _prepare(fight: Fight, use: Use) -> Asking[str]:
    yield from ()
    if not fight.fighter(use.fighter).has(readiness(use.ref)):
        fight.mark(use.fighter, readiness(use.ref), "round", use.name)
    fight.tell(f"{fight.name(use.fighter)} makes ready ({use.name}).")
    return "ready until the round ends"


def _wait_for_moment(fight: Fight, use: Use) -> Asking[str]:
    yield from ()
    fight.tell(f"{fight.name(use.fighter)} uses {use.name}: roll the die again, or let it pass.")
    return ""


CARRIERS = (
    *(Carrier(ref, _prepare, _prepared_refusal(ref, moment)) for ref, moment in _MOMENTS.items()),
    *(Carrier(ref, _wait_for_moment, _asked_refusal(m)) for ref, m in _OWN_ROLLS.items()),
)
