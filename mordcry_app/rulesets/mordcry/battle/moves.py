"""Actions other than attacks: move, charge, disengage, wait, and standing up.

There is no map. How far somebody may move is said, what was rolled is worked out, and whether a
charge has reached its enemy is asked, because only players can see it.
Rules: mordcry.txt, “Move Action”, “Charge Action”, “Disengage Action”, “Wait Action” and the table
of temporary statuses; rulings 24, 25 and 39.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mordcry_app.rules.battle import Fighter
from mordcry_app.rules.battle_engine import Command, Offer
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Option
from mordcry_app.rulesets.mordcry.battle import (
    critical,
    fear,
    parting,
    treasures,
    turns,
    twists,
    victory,
)
from mordcry_app.rulesets.mordcry.battle.fight import Deed, Fight
from mordcry_app.rulesets.mordcry.battle.reach import reach_of
from mordcry_app.rulesets.mordcry.battle.words import Ailment, Doing

CHARGE_DICE = "d3"
"""What a charge adds to the distance of a move."""
DISENGAGES = 3
"""How many inches a fighter that disengages moves at most."""

REACHED = "reached"
SHORT = "short"
NOBODY = "nobody"

Told = Callable[[Fight, Command], str]
"""Says something of a command: why it is refused, or what it is called."""

NOT_WHEN_ENGAGED = "not from within 1″ of an enemy"


# ------------------------------------------------------------------------------------ move


def _move_refusal(fight: Fight, command: Command) -> str:
    fighter = fight.fighter_of(command)
    return turns.why_no_action(fight, fighter.id) or _why_held(fight, fighter)


def _why_held(fight: Fight, fighter: Fighter) -> str:
    """Return why a fighter that can act cannot move, or nothing."""
    name = fight.name(fighter.id)
    if fighter.has(Ailment.KNOCKED_DOWN):
        return f"{name} is knocked down and has to stand up first."
    if fighter.has(Ailment.PINNED) and fight.rules["pinned"] == "no_move":
        return f"{name} is pinned and cannot move."
    return ""


def _move(fight: Fight, command: Command) -> Asking[str]:
    fighter = fight.fighter_of(command)
    inches = reach_of(fight, fighter.id).inches
    turns.count_action(fight, fighter.id)
    yield from moved(fight, fighter.id, "move")
    return f"up to {inches}″"


def moved(fight: Fight, fighter_id: int, key: str, source: str = "Move") -> Asking[None]:
    """Note that a fighter has made a move action, and let happen what follows from it.

    It may leave the table with it. The action itself is counted by the caller.
    """
    critical.relieve(fight, fighter_id, Ailment.PRONE)
    _note_move(fight, fighter_id, source)
    yield from twists.after_move(fight, fighter_id, f"{key}/twist")
    if fight.fighter(fighter_id).is_on_table:
        yield from victory.after_move(fight, fighter_id, f"{key}/victory")


def _note_move(fight: Fight, fighter_id: int, source: str) -> None:
    if fight.is_free:
        return
    fight.mark(fighter_id, Doing.MOVED, "round", source)
    fight.mark(fighter_id, Doing.JUST_MOVED, "activation", source)


# ---------------------------------------------------------------------------------- charge


def _charge(fight: Fight, command: Command) -> Asking[str]:
    fighter = fight.fighter_of(command)
    name = fight.name(fighter.id)
    turns.count_action(fight, fighter.id)
    if not (yield from _dares(fight, fighter)):
        return "does not dare"
    movement = reach_of(fight, fighter.id).inches
    extra = yield from fight.total("d3", CHARGE_DICE, f"{name} charges: {movement}″ + D3")
    most, less = movement + extra, _failed_distance(fight, movement, extra)
    falls_short = "stays where it is" if not less else f"moves {less}″"
    options = (
        Option(REACHED, "Reaches an enemy", f"within 1″, or only a low obstacle between; {most}″"),
        Option(SHORT, f"Falls short and {falls_short}"),
    )
    reached = (yield from fight.choose("reached", options, f"{name} can charge {most}″")) == REACHED
    if reached:
        if not fight.is_free:
            fight.mark(fighter.id, Doing.CHARGED, "activation", "Charge")
        fight.tell(f"{name} charges home.")
    else:
        fight.tell(f"{name} falls short and {falls_short}.")
    if reached or less:
        yield from moved(fight, fighter.id, "charge", "Charge")
    return f"{most}″" if reached else "falls short"


def _failed_distance(fight: Fight, movement: int, extra: int) -> int:
    """Return how far a charge that falls short goes, by the house rule `failed_charge`."""
    match fight.rules["failed_charge"]:
        case "half_of_movement":
            return (movement + 1) // 2
        case "stays":
            return 0
        case _:
            return (movement + extra + 1) // 2


def _dares(fight: Fight, fighter: Fighter) -> Asking[bool]:
    """Ask whether the charge is at somebody who spreads fear, and whether that is overcome."""
    feared = [
        enemy.id
        for enemy in fight.battle.enemies_of(fighter.side)
        if fear.spreads_fear(fight, enemy.id)
    ]
    if not feared:
        return True
    options = [Option(str(enemy), fight.name(enemy)) for enemy in feared]
    why = f"{fight.name(fighter.id)} charges: at somebody who spreads fear?"
    other = Option(NOBODY, "At somebody else")
    target = yield from fight.choose("feared", (other, *options), why)
    if target == NOBODY:
        return True
    return (yield from fear.overcomes_fear(fight, fighter.id, int(target), "fear"))


# ------------------------------------------------------------------------------- disengage


def _disengage_refusal(fight: Fight, command: Command) -> str:
    fighter = fight.fighter_of(command)
    refused = turns.why_no_action(fight, fighter.id)
    if refused:
        return refused
    name = fight.name(fighter.id)
    if treasures.carries_treasure(fight, fighter.id):
        return f"{name} carries a treasure and cannot disengage."
    if fighter.has(Ailment.PINNED):
        return f"{name} is pinned and cannot disengage."
    if fighter.has(Ailment.KNOCKED_DOWN):
        return f"{name} is knocked down and has to stand up first."
    return ""


def _disengage(fight: Fight, command: Command) -> Asking[str]:
    fighter_id = fight.fighter_of(command).id
    name = fight.name(fighter_id)
    turns.count_action(fight, fighter_id)
    yield from parting.strike_them_down(fight, fighter_id, "parting")
    fighter = fight.fighter(fighter_id)
    if not fighter.is_on_table:
        return ""
    if fighter.has(Ailment.STUNNED) or fighter.has(Ailment.KNOCKED_DOWN):
        fight.tell(f"{name} does not get away.")
        return "does not get away"
    critical.relieve(fight, fighter_id, Ailment.PRONE)
    return f"up to {DISENGAGES}″"


# ------------------------------------------------------------------------ wait, standing up


def _wait_refusal(fight: Fight, command: Command) -> str:
    fighter = fight.fighter_of(command)
    refused = turns.why_no_action(fight, fighter.id)
    if refused or fight.is_free or is_last_action(fight, fighter):
        return refused
    name = fight.name(fighter.id)
    if fighter.has(Doing.ACTIONS):
        return f"{name} can wait with its first action or its last."
    return ""


def is_last_action(fight: Fight, fighter: Fighter) -> bool:
    """Say whether a fighter’s next action is its last: to wait then ends its activation."""
    return turns.actions_left(fight, fighter) == 1


def _wait(fight: Fight, command: Command) -> Asking[str]:
    fighter = fight.fighter_of(command)
    if not turns.is_active(fight, fighter.id):
        # Forced: by hand, a fighter may begin to wait outside its activation.
        fight.mark(fighter.id, Doing.WAITING, "round", "Wait")
        return "waiting"
    waits = not is_last_action(fight, fighter) and not fighter.has(Doing.ACTIONS)
    if waits:
        fight.mark(fighter.id, Doing.WAITING, "round", "Wait")
    turns.count_action(fight, fighter.id)
    yield from turns.end_activation(fight, "activation")
    return "waiting: 1 more action later" if waits else "done"


def _stand_up_refusal(fight: Fight, command: Command) -> str:
    fighter = fight.fighter_of(command)
    if not fighter.has(Ailment.KNOCKED_DOWN):
        return f"{fight.name(fighter.id)} is on its feet."
    return turns.why_no_action(fight, fighter.id)


def _stand_up(fight: Fight, command: Command) -> Asking[str]:
    fighter = fight.fighter_of(command)
    critical.relieve(fight, fighter.id, Ailment.KNOCKED_DOWN)
    turns.count_action(fight, fighter.id)
    if not fight.is_free:
        fight.mark(fighter.id, Doing.MOVED, "round", "Standing up")
    yield from twists.after_move(fight, fighter.id, "stand_up/twist")
    return ""


# ---------------------------------------------------------------------------------- offers


def offers(fight: Fight) -> Iterator[Offer]:
    """Yield the actions of the active fighter that are no attacks."""
    active = fight.active
    if active is None or fight.is_free:
        return
    reach = reach_of(fight, active.id)
    if active.has(Ailment.KNOCKED_DOWN):
        yield _offer(
            fight, active, "stand_up", "Stand up", "costs a move action", _stand_up_refusal
        )
    yield _offer(
        fight, active, "move", "Move", f"{reach.written}; {NOT_WHEN_ENGAGED}", _move_refusal
    )
    detail = f"{reach.written} + D3; {NOT_WHEN_ENGAGED}"
    yield _offer(fight, active, "charge", "Charge", detail, _move_refusal)
    detail = f"up to {DISENGAGES}″, to more than 1″ from every enemy"
    yield _offer(fight, active, "disengage", "Disengage", detail, _disengage_refusal)
    yield _offer(fight, active, "wait", "Wait", _wait_detail(fight, active), _wait_refusal)
    yield from treasures.offers(fight)


def _offer(
    fight: Fight,
    fighter: Fighter,
    kind: str,
    label: str,
    detail: str,
    refusal: Told,
) -> Offer:
    command = Command(kind=kind, values={"fighter": fighter.id})
    return Offer(
        id=kind,
        group="action",
        label=label,
        command=command,
        detail=detail,
        refused=refusal(fight, command),
        fighter=fighter.id,
        is_next=kind == "stand_up",
    )


def _wait_detail(fight: Fight, fighter: Fighter) -> str:
    if is_last_action(fight, fighter):
        return "ends this activation"
    return "ends this activation; 1 action later in the round"


def _label(doing: str) -> Told:
    return lambda fight, command: f"{fight.name(fight.fighter_of(command).id)} {doing}"


DEEDS: tuple[Deed, ...] = (
    Deed("move", _label("moves"), _move_refusal, _move),
    Deed("charge", _label("charges"), _move_refusal, _charge),
    Deed("disengage", _label("disengages"), _disengage_refusal, _disengage),
    Deed("wait", _label("waits"), _wait_refusal, _wait),
    Deed("stand_up", _label("stands up"), _stand_up_refusal, _stand_up),
    *treasures.DEEDS,
)
