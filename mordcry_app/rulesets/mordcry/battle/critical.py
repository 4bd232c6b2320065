"""Temporary statuses in a battle: what brings them, what they change, and when they end.

Rules: mordcry.txt, “4. Allocating Damage, Armor, and Statuses”, the table of temporary statuses;
ruling 39 with its house rules `stunned`, `on_fire`, `poisoned`, `prone`, `pinned`, `disarmed`.
"""

from __future__ import annotations

from mordcry_app.rules.battle_effects import Bend, Relieve, Until
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Option
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.words import AILMENT_NAMES, Ailment, OfFighter
from mordcry_app.rulesets.mordcry.carrying import weapons_of

COSTS: dict[Ailment, str] = {
    Ailment.HEAD_INJURY: "bs",
    Ailment.LEG_INJURY: "m",
    Ailment.ARM_INJURY: "ws",
}
"""The characteristic that an ailment lowers by 1 for the rest of the battle."""


def ailments_of(fight: Fight, fighter: int) -> tuple[Ailment, ...]:
    """Return the temporary statuses of a fighter, in the order of the table."""
    stands = fight.fighter(fighter)
    return tuple(ailment for ailment in Ailment if stands.has(ailment))


def named(ailment: Ailment) -> str:
    """Return an ailment as it stands in a sentence: `knocked down`."""
    return AILMENT_NAMES[ailment].lower()


def afflict(fight: Fight, target: int, ailment: Ailment, source: str, *, key: str = "") -> None:
    """Give a fighter a temporary status, with what it costs, unless it has it already.

    Asks nothing; `key` is taken so that callers need not know. Prone is Knocked Down unless the
    house rule `prone` says otherwise.
    """
    del key
    if ailment == Ailment.PRONE and fight.rules["prone"] == "knocked_down":
        ailment = Ailment.KNOCKED_DOWN
    if fight.fighter(target).has(ailment):
        return
    until = _until(fight, ailment)
    active = fight.active
    is_active = active is not None and active.id == target
    turns = 2 if until == "activation" and is_active else 1
    fight.mark(target, ailment, until, source, turns=turns)
    stat = COSTS.get(ailment)
    if stat is not None:
        fight.do(
            Bend(
                fighter=target,
                stat=stat,
                amount=-1,
                until=until,
                source=AILMENT_NAMES[ailment],
                cause=ailment.value,
            )
        )


def relieve(fight: Fight, target: int, ailment: Ailment) -> None:
    """Take a temporary status from a fighter, with what it cost."""
    fight.do(Relieve(fighter=target, ref=ailment.value))
    if ailment == Ailment.DISARMED:
        fight.about_fighter(target, OfFighter.DROPPED, None)


def disarm(fight: Fight, target: int, source: str, key: str) -> Asking[None]:
    """Let a fighter drop a weapon, its player’s choice, where the house rule `disarmed` has it.

    Nothing happens to a fighter without a weapon, or who has dropped one already.
    """
    if fight.rules["disarmed"] != "critical" or fight.fighter(target).has(Ailment.DISARMED):
        return
    weapons = {weapon.id: weapon for weapon in weapons_of(fight.member(target), fight.content)}
    if not weapons:
        return
    dropped = next(iter(weapons))
    if len(weapons) > 1:
        options = [Option(weapon.id, weapon.name) for weapon in weapons.values()]
        why = f"{fight.name(target)} drops a weapon: which one?"
        dropped = yield from fight.choose(f"{key}/dropped", options, why)
    afflict(fight, target, Ailment.DISARMED, source)
    fight.about_fighter(target, OfFighter.DROPPED, dropped)
    fight.tell(f"{fight.name(target)} drops the {weapons[dropped].name}.")


def dropped_weapon(fight: Fight, fighter: int) -> str:
    """Return the id of the weapon that a fighter has dropped; empty when it holds them all."""
    dropped = fight.fighter(fighter).facts.get(OfFighter.DROPPED, "")
    return dropped if isinstance(dropped, str) else ""


def _until(fight: Fight, ailment: Ailment) -> Until:
    """Return when an ailment ends by itself, under the house rules."""
    match ailment:
        case Ailment.STUNNED:
            return "round" if fight.rules["stunned"] == "round" else "activation"
        case Ailment.PINNED | Ailment.PRONE:
            return "activation"
        case Ailment.ON_FIRE:
            return "round" if fight.rules["on_fire"] == "one_round" else "battle"
        case _:
            return "battle"
