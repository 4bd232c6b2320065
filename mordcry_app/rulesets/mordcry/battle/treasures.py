"""Picking up, carrying and dropping treasure, and a weapon that was dropped.

Rules: mordcry.txt, “Carrying Treasure” and “Dropping Treasure”; house rule `disarmed`.
"""

from __future__ import annotations

from collections.abc import Iterator

from mordcry_app.rules.battle import Fighter
from mordcry_app.rules.battle_effects import BATTLE, AddFact
from mordcry_app.rules.battle_engine import Command, Offer
from mordcry_app.rules.playing import Asking
from mordcry_app.rulesets.mordcry.battle import critical, damage, turns
from mordcry_app.rulesets.mordcry.battle.fight import Deed, Fight
from mordcry_app.rulesets.mordcry.battle.turn_order import why_absent
from mordcry_app.rulesets.mordcry.battle.words import Ailment, Doing, Known, OfFighter
from mordcry_app.rulesets.mordcry.content import INJURY

CARRY_NOTHING = frozenset({"beast", "monster"})
"""Tags of those who carry no treasure."""
SPINAL_INJURY = "spinal_injury"


def carries_treasure(fight: Fight, fighter_id: int) -> bool:
    """Say whether a fighter carries a treasure."""
    return bool(fight.fighter(fighter_id).number(OfFighter.CARRIES))


def why_no_treasure(fight: Fight, fighter_id: int) -> str:
    """Return why a fighter could never carry a treasure now, or nothing when it could."""
    name, member = fight.name(fighter_id), fight.member(fighter_id)
    if member.tags & CARRY_NOTHING:
        return "Beasts and monsters carry no treasure."
    if member.trait(INJURY, SPINAL_INJURY):
        return f"{name} has a spinal injury and can carry no treasure."
    if carries_treasure(fight, fighter_id):
        return f"{name} carries a treasure already."
    return ""


def could_pick_up(fight: Fight, fighter: Fighter) -> bool:
    """Say whether a fighter may take a treasure that it comes by in a move action."""
    lies = fight.battle.number_of(Known.TREASURES) > 0
    return fighter.is_on_table and lies and not why_no_treasure(fight, fighter.id)


def take_treasure(fight: Fight, fighter_id: int) -> None:
    """Let a fighter take a treasure off the table."""
    fight.about_fighter(fighter_id, OfFighter.CARRIES, 1)
    if fight.battle.number_of(Known.TREASURES) > 0:
        fight.do(AddFact(who=BATTLE, key=Known.TREASURES.value, amount=-1))
    name = fight.name(fighter_id)
    fight.tell(f"{name} picks up a treasure.", told=f"{name} picked up a treasure.")


def _pick_up_refusal(fight: Fight, command: Command) -> str:
    fighter = fight.fighter_of(command)
    absent = why_absent(fight, fighter)
    if absent:
        return absent
    if fight.battle.number_of(Known.TREASURES) <= 0:
        return "No treasure lies on the table."
    refused = why_no_treasure(fight, fighter.id)
    if refused or fight.is_free:
        return refused
    if not fighter.has(Doing.JUST_MOVED):
        return f"{fight.name(fighter.id)} picks a treasure up in a move action, within 1″ of it."
    return ""


def _pick_up(fight: Fight, command: Command) -> Asking[str]:
    yield from ()
    take_treasure(fight, fight.fighter_of(command).id)
    return ""


def _drop_refusal(fight: Fight, command: Command) -> str:
    fighter = fight.fighter_of(command)
    if not carries_treasure(fight, fighter.id):
        return f"{fight.name(fighter.id)} carries no treasure."
    return turns.why_no_action(fight, fighter.id)


def _drop(fight: Fight, command: Command) -> Asking[str]:
    yield from ()
    fighter = fight.fighter_of(command)
    damage.drop_treasure(fight, fighter.id)
    turns.count_action(fight, fighter.id)
    return ""


def _rearm_refusal(fight: Fight, command: Command) -> str:
    fighter = fight.fighter_of(command)
    if not fighter.has(Ailment.DISARMED):
        return f"{fight.name(fighter.id)} has dropped no weapon."
    return turns.why_no_action(fight, fighter.id)


def _rearm(fight: Fight, command: Command) -> Asking[str]:
    yield from ()
    fighter = fight.fighter_of(command)
    critical.relieve(fight, fighter.id, Ailment.DISARMED)
    turns.count_action(fight, fighter.id)
    return ""


def offers(fight: Fight) -> Iterator[Offer]:
    """Yield what the active fighter can pick up or drop; nothing where nothing lies about."""
    active = fight.active
    if active is None:
        return
    name, values = fight.name(active.id), {"fighter": active.id}
    if carries_treasure(fight, active.id):
        command = Command(kind="drop", values=dict(values))
        yield Offer(
            id="drop",
            group="action",
            label="Drop the treasure",
            command=command,
            detail="within 1″, no higher up",
            refused=_drop_refusal(fight, command),
            fighter=active.id,
        )
    elif fight.battle.number_of(Known.TREASURES) > 0:
        command = Command(kind="pick_up", values=dict(values))
        yield Offer(
            id="pick_up",
            group="action",
            label="Pick up a treasure",
            command=command,
            detail="costs no action; the rest of the move is 2″ shorter",
            refused=_pick_up_refusal(fight, command),
            fighter=active.id,
        )
    if active.has(Ailment.DISARMED):
        command = Command(kind="rearm", values=dict(values))
        yield Offer(
            id="rearm",
            group="action",
            label=f"{name} picks up the weapon",
            command=command,
            detail="costs a move action",
            refused=_rearm_refusal(fight, command),
            fighter=active.id,
        )


def _named(fight: Fight, command: Command) -> str:
    return fight.name(fight.fighter_of(command).id)


DEEDS: tuple[Deed, ...] = (
    Deed(
        "pick_up",
        lambda fight, command: f"{_named(fight, command)} takes a treasure",
        _pick_up_refusal,
        _pick_up,
    ),
    Deed(
        "drop",
        lambda fight, command: f"{_named(fight, command)} puts the treasure down",
        _drop_refusal,
        _drop,
    ),
    Deed(
        "rearm",
        lambda fight, command: f"{_named(fight, command)} picks up the weapon",
        _rearm_refusal,
        _rearm,
    ),
)
