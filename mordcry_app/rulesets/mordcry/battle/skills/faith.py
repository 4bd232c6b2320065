"""Skills of prayer and mercy, and those that hold a body up.

Rules: mordcry.txt, the table of skills.
"""

from __future__ import annotations

from mordcry_app.rules.playing import Asking
from mordcry_app.rulesets.mordcry.battle.critical import ailments_of, named, relieve
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.helps import is_demon, is_undead
from mordcry_app.rulesets.mordcry.battle.skills.carrier import (
    Carrier,
    Use,
    bend,
    can_be_helped,
    deal,
    enemies_of,
    friends_of,
    heal_or_relieve,
    leave,
    names,
    needs_enemy,
    needs_friend,
    pick_one,
    pick_some,
)
from mordcry_app.rulesets.mordcry.battle.testing import passes_test


def _patients(fight: Fight, fighter: int) -> tuple[int, ...]:
    return tuple(f for f in friends_of(fight, fighter) if can_be_helped(fight, f))


def _healing_refusal(fight: Fight, fighter: int) -> str:
    if _patients(fight, fighter):
        return ""
    return "No friend on the table has damage or a temporary status."


def _healing_hands(fight: Fight, use: Use) -> Asking[str]:
    friend = yield from pick_one(
        fight, use, _patients(fight, use.fighter), "which friend within 6″?"
    )
    if friend is None:
        return "nobody needs it"
    return (yield from heal_or_relieve(fight, use, friend))


def _righteous_zeal(fight: Fight, use: Use) -> Asking[str]:
    yield from ()
    for stat in ("ws", "will"):
        bend(fight, use, use.fighter, stat, 1, "round")
    fight.tell(f"{fight.name(use.fighter)} has to charge if there is anybody to charge.")
    return "+1 WS and +1 Willpower"


def _martyrs_zeal(fight: Fight, use: Use) -> Asking[str]:
    friends = friends_of(fight, use.fighter)
    inspired = yield from pick_some(fight, use, friends, "which friends are within 6″?")
    for friend in inspired:
        bend(fight, use, friend, "a", 1, "round")
    if inspired:
        fight.tell(f"{names(fight, inspired)}: +1 Attack this round ({use.name}).")
    yield from deal(fight, use, use.fighter, 1, key="price")
    return f"+1 Attack for {names(fight, inspired)}"


def _penance(fight: Fight, use: Use) -> Asking[str]:
    enemies = enemies_of(fight, use.fighter)
    target = yield from pick_one(fight, use, enemies, "which enemy within 6″?")
    if target is None:
        return "nobody near"
    if (yield from passes_test(fight, target, "will", f"{use.key}/will", use.name)):
        return "test passed"
    why = f"{use.name}: damage to {fight.name(target)}"
    amount = yield from fight.total(f"{use.key}/damage", "d3", why)
    yield from deal(fight, use, target, amount, key="hurt")
    return ""


def _blessed_endurance(fight: Fight, use: Use) -> Asking[str]:
    yield from leave(fight, use, "round")
    return "1 damage less, this round"


def _cleansing_refusal(fight: Fight, fighter: int) -> str:
    if any(ailments_of(fight, friend) for friend in friends_of(fight, fighter)):
        return ""
    return "No friend on the table has a temporary status."


def _cleansing_litany(fight: Fight, use: Use) -> Asking[str]:
    ill = [f for f in friends_of(fight, use.fighter) if ailments_of(fight, f)]
    cleansed = yield from pick_some(fight, use, ill, "which friends are within 6″?")
    for friend in cleansed:
        ailments = ailments_of(fight, friend)
        for ailment in ailments:
            relieve(fight, friend, ailment)
        gone = " or ".join(named(ailment) for ailment in ailments)
        fight.tell(f"{fight.name(friend)} is no longer {gone} ({use.name}).")
    return names(fight, cleansed)


def _litany_of_wrath(fight: Fight, use: Use) -> Asking[str]:
    enemies = enemies_of(fight, use.fighter)
    target = yield from pick_one(fight, use, enemies, "which enemy in sight?")
    if target is None:
        return "nobody in sight"
    if not fight.fighter(target).has(use.ref):
        fight.mark(target, use.ref, "round", use.name)
    fight.tell(f"{fight.name(use.fighter)} names {fight.name(target)}: +1 to hit this round.")
    return f"+1 to hit {fight.name(target)}"


def _witchfire(fight: Fight, use: Use) -> Asking[str]:
    if not (yield from passes_test(fight, use.fighter, "will", f"{use.key}/will", use.name)):
        return "test failed"
    enemies = enemies_of(fight, use.fighter)
    target = yield from pick_one(fight, use, enemies, "which enemy within 8″?")
    if target is None:
        return "nobody near"
    member = fight.member(target)
    dice = "2d3" if is_undead(member) or is_demon(member) else "d3"
    why = f"{use.name}: damage to {fight.name(target)}"
    amount = yield from fight.total(f"{use.key}/damage", dice, why)
    yield from deal(fight, use, target, amount, key="hurt")
    return ""


def _grim_resolve(fight: Fight, use: Use) -> Asking[str]:
    yield from leave(fight, use, "round")
    return "only a critical wound puts it out of action"


CARRIERS = (
    Carrier("healing_hands", _healing_hands, _healing_refusal, value_matters=True),
    Carrier("righteous_zeal", _righteous_zeal),
    Carrier("martyrs_zeal", _martyrs_zeal, needs_friend),
    Carrier("penance", _penance, needs_enemy),
    Carrier("blessed_endurance", _blessed_endurance),
    Carrier("cleansing_litany", _cleansing_litany, _cleansing_refusal),
    Carrier("litany_of_wrath", _litany_of_wrath, needs_enemy),
    Carrier("witchfire", _witchfire, needs_enemy),
    Carrier("grim_resolve", _grim_resolve),
)
