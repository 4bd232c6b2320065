"""Skills of dark powers: fire, fear and time out of joint.

Rules: mordcry.txt, the table of skills; rulings 10 (what a combat is) and 59 (mutations).
"""

from __future__ import annotations

from mordcry_app.rules.battle_effects import Relieve
from mordcry_app.rules.effects import Await
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.playing import Asking
from mordcry_app.rulesets.mordcry.battle import last_stand
from mordcry_app.rulesets.mordcry.battle.critical import afflict
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.skills.carrier import (
    Carrier,
    Use,
    bend,
    deal,
    deal_to_each,
    enemies_of,
    friends_of,
    heal,
    names,
    needs_damage,
    needs_enemy,
    pick_one,
    pick_some,
)
from mordcry_app.rulesets.mordcry.battle.testing import passes_test
from mordcry_app.rulesets.mordcry.battle.triggers import AURA_SPREAD, TAINTED_AURA
from mordcry_app.rulesets.mordcry.battle.words import Ailment
from mordcry_app.rulesets.mordcry.gear import MUTATION_TO_COME

BURST_NEED = 5


def _warpfire(fight: Fight, use: Use) -> Asking[str]:
    if not (yield from passes_test(fight, use.fighter, "will", f"{use.key}/will", use.name)):
        return "test failed"
    enemies = enemies_of(fight, use.fighter)
    target = yield from pick_one(fight, use, enemies, "which target within 8″?")
    if target is None:
        return "nobody near"
    why = f"{use.name}: magical damage to {fight.name(target)}"
    amount = yield from fight.total(f"{use.key}/damage", "d3+1", why)
    yield from deal(fight, use, target, amount, key="hurt")
    return ""


def _stun(fight: Fight, use: Use) -> Asking[str]:
    enemies = enemies_of(fight, use.fighter)
    target = yield from pick_one(fight, use, enemies, "which enemy within 6″?")
    if target is None:
        return "nobody near"
    if (yield from passes_test(fight, target, "will", f"{use.key}/will", use.name)):
        return "test passed"
    afflict(fight, target, Ailment.STUNNED, use.name)
    fight.tell(f"{fight.name(target)} is stunned ({use.name}).")
    return f"{fight.name(target)} is stunned"


def _warp_burst(fight: Fight, use: Use) -> Asking[str]:
    enemies = enemies_of(fight, use.fighter)
    near = yield from pick_some(fight, use, enemies, "which enemies are within 6″?")
    if not near:
        return "nobody near"
    why = f"{use.name}: {BURST_NEED}+ for {names(fight, near)}"
    faces = yield from fight.roll(f"{use.key}/each", f"{len(near)}d6", why, need=BURST_NEED)
    pierced = tuple(target for target, face in zip(near, faces, strict=True) if face >= BURST_NEED)
    yield from deal_to_each(fight, use, pierced, "d3")
    return f"{len(pierced)} of {len(near)} hurt"


def _tainted_flesh(fight: Fight, use: Use) -> Asking[str]:
    name = fight.name(use.fighter)
    amount = yield from fight.total(f"{use.key}/heal", "d3", f"{use.name}: {name} heals")
    heal(fight, use, use.fighter, amount)
    face = yield from fight.total(f"{use.key}/taint", "d6", f"{use.name}: on a 1 {name} mutates")
    if face != 1:
        return ""
    who = member_target(use.fighter)
    fight.write(Await(who=who, ref=MUTATION_TO_COME, source=use.name))
    told = f"Something stirred in {name}."
    fight.tell(f"Something stirs in {name}: a mutation will follow.", told=told)
    return "a mutation will follow"


def _able_friends(fight: Fight, fighter: int) -> tuple[int, ...]:
    friends = friends_of(fight, fighter)
    return tuple(f for f in friends if not fight.fighter(f).has(Ailment.STUNNED))


def _distort_refusal(fight: Fight, fighter: int) -> str:
    if _able_friends(fight, fighter):
        return ""
    return "No friend on the table could do anything."


def _distort_time(fight: Fight, use: Use) -> Asking[str]:
    friends = _able_friends(fight, use.fighter)
    friend = yield from pick_one(fight, use, friends, "which friend within 6″?")
    if friend is None:
        return "nobody near"
    yield from last_stand.last_action(fight, friend, f"{use.key}/extra", use.name)
    return f"an action for {fight.name(friend)}"


def _daemonfire_blast(fight: Fight, use: Use) -> Asking[str]:
    enemies = enemies_of(fight, use.fighter)
    burnt = yield from pick_some(fight, use, enemies, "which enemies are within 3″?")
    friends = friends_of(fight, use.fighter)
    singed = yield from pick_some(
        fight, use, friends, "which friends are within 3″?", key="friends"
    )
    yield from deal_to_each(fight, use, burnt, "d3")
    for friend in singed:
        yield from deal(fight, use, friend, 1, key="singe")
    return f"{names(fight, (*burnt, *singed))} in the fire"


def _tainted_aura(fight: Fight, use: Use) -> Asking[str]:
    enemies = enemies_of(fight, use.fighter)
    near = yield from pick_some(fight, use, enemies, "which enemies are within 3″?")
    for target in near:
        if not fight.fighter(target).has(TAINTED_AURA):
            fight.mark(target, TAINTED_AURA, "battle", use.name)
            bend(fight, use, target, "ws", -1, "battle")
    if near and not fight.fighter(use.fighter).has(AURA_SPREAD):
        fight.mark(use.fighter, AURA_SPREAD, "battle", use.name)
    fight.tell(f"{names(fight, near)}: −1 WS until this combat is over ({use.name}).")
    return f"−1 WS for {names(fight, near)}"


def end_combat(fight: Fight, fighter: int) -> None:
    """End what acts on a fighter until its combat is over."""
    if fight.fighter(fighter).has(TAINTED_AURA):
        fight.do(Relieve(fighter=fighter, ref=TAINTED_AURA))
        fight.tell(f"{fight.name(fighter)} is out of the tainted aura.")


CARRIERS = (
    Carrier("warpfire", _warpfire, needs_enemy),
    Carrier("stun", _stun, needs_enemy),
    Carrier("warp_burst", _warp_burst, needs_enemy),
    Carrier("tainted_flesh", _tainted_flesh, needs_damage),
    Carrier("distort_time", _distort_time, _distort_refusal),
    Carrier("daemonfire_blast", _daemonfire_blast, needs_enemy),
    Carrier(TAINTED_AURA, _tainted_aura, needs_enemy),
)
