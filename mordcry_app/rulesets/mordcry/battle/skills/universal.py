"""The 8 abilities that every fighter has.

Rules: mordcry.txt, "Universal Abilities" and "Raised Characters"; ruling 43.
"""

from __future__ import annotations

from math import ceil

from mordcry_app.rules.battle import Fighter
from mordcry_app.rules.battle_effects import Hurt, Rise
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Option
from mordcry_app.rulesets.mordcry.battle import extra_attacks
from mordcry_app.rulesets.mordcry.battle.bonus_moves import move_action
from mordcry_app.rulesets.mordcry.battle.critical import afflict
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.skills.carrier import (
    Use,
    bend,
    can_be_helped,
    friends_of,
    heal_or_relieve,
    leave,
    pick_one,
    universal,
)
from mordcry_app.rulesets.mordcry.battle.testing import passes_test
from mordcry_app.rulesets.mordcry.battle.words import Ailment, Doing, Known

INSPIRING_PRESENCE = "inspiring_presence"


def _rush(fight: Fight, use: Use) -> Asking[str]:
    yield from ()
    bend(fight, use, use.fighter, "m", 1, "activation")
    return "+1 Movement"


def _onslaught(fight: Fight, use: Use) -> Asking[str]:
    yield from leave(fight, use, "activation")
    return "+1 Attack in melee"


def _yet_to_activate(fight: Fight, fighter: int) -> tuple[int, ...]:
    return tuple(
        friend
        for friend in friends_of(fight, fighter)
        if not fight.has_acted(friend) and not fight.fighter(friend).has(Doing.RAISED)
    )


def _needs_fresh_friend(fight: Fight, fighter: int) -> str:
    if _yet_to_activate(fight, fighter):
        return ""
    return "No friend on the table has yet to activate this round."


def _coordinated_strike(fight: Fight, use: Use) -> Asking[str]:
    friends = _yet_to_activate(fight, use.fighter)
    friend = yield from pick_one(fight, use, friends, "which friend in sight within 6″?")
    if friend is None:
        return "nobody near"
    if not (yield from passes_test(fight, use.fighter, "int", f"{use.key}/int", use.name)):
        return "test failed"
    if not fight.fighter(friend).has(use.ref):
        fight.mark(friend, use.ref, "round", use.name)
    fight.tell(f"{fight.name(friend)} deals 1 more damage this round.")
    return f"+1 damage for {fight.name(friend)}"


def _endless_fortitude(fight: Fight, use: Use) -> Asking[str]:
    if not (yield from passes_test(fight, use.fighter, "will", f"{use.key}/will", use.name)):
        return "test failed"
    bend(fight, use, use.fighter, "ds", 1, "round")
    return "+1 Defensive Strength"


def _respite_refusal(fight: Fight, fighter: int) -> str:
    if can_be_helped(fight, fighter):
        return ""
    return f"{fight.name(fighter)} has neither damage nor a temporary status."


def _respite(fight: Fight, use: Use) -> Asking[str]:
    return (yield from heal_or_relieve(fight, use, use.fighter))


def _inspiring_presence(fight: Fight, use: Use) -> Asking[str]:
    friends = _yet_to_activate(fight, use.fighter)
    friend = yield from pick_one(fight, use, friends, "which friend in sight within 6″?")
    if friend is None:
        return "nobody near"
    fight.about_battle(Known.CALLED, friend)
    fight.tell(f"{fight.name(use.fighter)} calls {fight.name(friend)} up next.")
    return f"{fight.name(friend)} comes next"


def _rampage(fight: Fight, use: Use) -> Asking[str]:
    yield from move_action(fight, use.fighter, use.value, f"{use.key}/move", use.name)
    title = f"{use.name}, {fight.name(use.fighter)}"
    yield from extra_attacks.strike(fight, use.fighter, f"{use.key}/attack", title)
    return ""


def _fallen(fight: Fight, fighter: int) -> tuple[Fighter, ...]:
    side = fight.fighter(fighter).side
    return tuple(f for f in fight.battle.of_side(side) if f.where == "out")


def _revive_refusal(fight: Fight, fighter: int) -> str:
    return "" if _fallen(fight, fighter) else "Nobody on this side is out of action."


def _revive(fight: Fight, use: Use) -> Asking[str]:
    options = [Option(str(f.id), fight.name(f.id)) for f in _fallen(fight, use.fighter)]
    if not options:
        return "nobody is out"
    raised = int((yield from fight.choose(f"{use.key}/who", options, f"{use.name}: who returns?")))
    fight.do(Rise(fighter=raised, damage=0))
    wounds = fight.wounds(raised)
    left = ceil(wounds / 2)
    fight.do(Hurt(fighter=raised, amount=wounds - left))
    afflict(fight, raised, Ailment.STUNNED, use.name)
    fight.mark(raised, Doing.RAISED, "round", use.name)
    name = fight.name(raised)
    told = f"{name} got up again."
    fight.tell(f"{name} comes back where they fell, with {left} wounds.", told=told)
    return f"{name} is back"


CARRIERS = (
    universal("rush", _rush),
    universal("onslaught", _onslaught),
    universal("coordinated_strike", _coordinated_strike, _needs_fresh_friend),
    universal("endless_fortitude", _endless_fortitude),
    universal("respite", _respite, _respite_refusal, value_matters=True),
    universal(INSPIRING_PRESENCE, _inspiring_presence, _needs_fresh_friend),
    universal("rampage", _rampage, value_matters=True),
    universal("revive", _revive, _revive_refusal),
)
