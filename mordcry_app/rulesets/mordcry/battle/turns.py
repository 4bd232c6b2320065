"""Activations: who acts, how many actions are left, passing, and the end of an activation.

An activation ends by itself when nothing is left to do in it. While an ability, an item or a
treasure could follow on its last action it stays open, but holds nobody up: picking the next
fighter ends it as well. So nobody ever has to say that an activation is over.
Rules: mordcry.txt, “Action Phase”, “Actions”, “Abilities”, “Wait Action” and “Reactions”.
"""

from __future__ import annotations

from collections.abc import Iterator

from mordcry_app.rules.battle import Fighter
from mordcry_app.rules.battle_effects import PassTime, Relieve
from mordcry_app.rules.battle_engine import Command, Offer
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rulesets.mordcry.battle import following, free_play, rounds, turn_order
from mordcry_app.rulesets.mordcry.battle.fight import Deed, Fight
from mordcry_app.rulesets.mordcry.battle.words import Ailment, Doing, Known, Phase

ACTIONS_EACH = 2
"""How many actions an activation has."""


# ------------------------------------------------------------------------ counting actions


def actions_allowed(fight: Fight, fighter: Fighter) -> int:
    """Return how many actions a fighter has in its activation, this one or the next."""
    if fighter.has(Doing.SECOND_TIME) or fighter.has(Doing.WAITING):
        actions = 1
    else:
        actions = max(0, ACTIONS_EACH - fighter.level(Doing.REACTED))
    return actions + fighter.level(Doing.EXTRA_ACTION)


def actions_left(fight: Fight, fighter: Fighter) -> int:
    """Return how many actions a fighter has left in its activation."""
    return max(0, actions_allowed(fight, fighter) - fighter.level(Doing.ACTIONS))


def count_action(fight: Fight, fighter_id: int) -> None:
    """Note that a fighter has used one action of its activation; of no account without one."""
    if is_active(fight, fighter_id):
        fight.mark(fighter_id, Doing.ACTIONS, "activation", "An action")


def why_no_action(fight: Fight, fighter_id: int) -> str:
    """Return why a fighter cannot make an action now, or nothing when it can."""
    fighter = fight.battle.fighters.get(fighter_id)
    if fighter is None:
        return "Nobody like that is in this battle."
    absent = turn_order.why_absent(fight, fighter)
    if absent:
        return absent
    name = fight.name(fighter_id)
    if fighter.has(Ailment.STUNNED):
        return f"{name} is stunned and can do nothing."
    if fight.is_free:
        return ""
    if fight.phase != Phase.ACTIONS:
        return "Actions are made in the action phase."
    active = fight.active
    if active is None:
        return f"Activate {name} first."
    if active.id != fighter_id:
        return f"It is {fight.name(active.id)} who acts now."
    if not actions_left(fight, fighter):
        return f"{name} has no action left."
    return ""


def is_active(fight: Fight, fighter_id: int) -> bool:
    """Say whether it is a fighter’s activation that is under way."""
    return bool(fight.active and fight.active.id == fighter_id)


# ----------------------------------------------------------------- the end of an activation


def is_activation_spent(fight: Fight) -> bool:
    """Say whether nothing at all is left to do in the activation that is under way.

    Without one, it is not spent.
    """
    active = fight.active
    if active is None:
        return False
    if not active.is_on_table or active.has(Ailment.STUNNED):
        return True
    return not actions_left(fight, active) and not following.what_could_follow(fight, active)


def could_follow(fight: Fight, fighter: Fighter) -> str:
    """Return what could follow on the last action of a fighter: `an ability could follow`."""
    what = following.what_could_follow(fight, fighter)
    return f"{what} could follow" if what else ""


def end_activation(fight: Fight, key: str) -> Asking[None]:
    """End the activation that is under way, and hand the turn on.

    What happens whenever an activation ends comes first: lightning, a treasure that burns.
    """
    active = fight.active
    if active is None:
        return
    if active.is_on_table:
        yield from rounds.activation_over(fight, active.id, f"{key}/over")
    if is_active(fight, active.id):
        _close(fight, active)


def settle_activation(fight: Fight) -> Asking[None]:
    """End the activation if what has just been done leaves nothing to do in it."""
    if fight.phase == Phase.ACTIONS and is_activation_spent(fight):
        yield from end_activation(fight, "activation")


def _close(fight: Fight, fighter: Fighter) -> None:
    """Let everything end that lasts for an activation, and hand the turn on."""
    fight.do(PassTime(what="activation", fighter=fighter.id))
    fight.about_battle(Known.ACTIVE, 0)
    if fight.phase == Phase.ACTIONS:
        turn_order.turn_is_over(fight, fighter.side)


# ------------------------------------------------------------------------------ activating


def _activate_refusal(fight: Fight, command: Command) -> str:
    fighter = fight.fighter_of(command)
    if fight.is_free:
        return "Only dice and attacks are used here; nobody keeps to turns."
    if fight.phase != Phase.ACTIONS:
        return "Fighters are activated in the action phase."
    active = fight.active
    if active is not None:
        if active.id == fighter.id:
            return f"{fight.name(fighter.id)} is active already."
        if actions_left(fight, active):
            return f"Finish with {fight.name(active.id)} first."
    return _turn_refusal(turn_order.as_it_goes_on(fight), fighter)


def _turn_refusal(fight: Fight, fighter: Fighter) -> str:
    """Return why a fighter is not the next to be activated, with nobody active."""
    refused = turn_order.why_not_activated(fight, fighter)
    if refused:
        return refused
    if turn_order.is_phase_over(fight):
        return "Both sides have passed; the action phase is over."
    turn = fight.battle.number_of(Known.TURN)
    if not turn:
        return "Settle first who takes the first turn."
    called = turn_order.called(fight)
    if called is not None and called.id != fighter.id:
        return f"{fight.name(called.id)} was called up and comes next, or is passed over."
    if fighter.side != turn:
        return f"It is {_possessive(fight.player(turn))} turn."
    return ""


def _activate(fight: Fight, command: Command) -> Asking[str]:
    fighter = fight.fighter_of(command)
    active = fight.active
    if active is not None and active.id != fighter.id:
        yield from end_activation(fight, "before")
        if fight.phase != Phase.ACTIONS:
            return ""
    fighter = fight.fighter(fighter.id)
    if not fighter.is_on_table:
        raise Refusal(turn_order.why_absent(fight, fighter))
    begin(fight, fighter)
    fighter = fight.fighter(fighter.id)
    name = fight.name(fighter.id)
    if turn_order.misses_activation(fight, fighter):
        stunned = fighter.has(Ailment.STUNNED)
        fight.tell(
            f"{name} is stunned and misses this turn." if stunned else f"{name} does nothing."
        )
        for ref in (Ailment.STUNNED.value, Doing.LOSES_ACTIVATION.value):
            fight.do(Relieve(fighter=fighter.id, ref=ref))
        _close(fight, fight.fighter(fighter.id))
        return "stunned" if stunned else "turn lost"
    if fighter.has(Doing.SECOND_TIME):
        return "second time, 1 action"
    left = actions_left(fight, fighter)
    return "" if left == ACTIONS_EACH else actions_in_words(left)


def begin(fight: Fight, fighter: Fighter) -> None:
    """Make it a fighter’s activation, its second one when it has waited."""
    if fighter.has(Doing.ACTIONS):
        fight.do(PassTime(what="activation", fighter=fighter.id))
    if fighter.has(Doing.WAITING):
        fight.do(Relieve(fighter=fighter.id, ref=Doing.WAITING.value))
        fight.mark(fighter.id, Doing.SECOND_TIME, "activation", "Wait")
    if not fighter.has(Doing.ACTED):
        fight.mark(fighter.id, Doing.ACTED, "round", "Activated")
    fight.about_battle(Known.ACTIVE, fighter.id)
    fight.about_battle(Known.TURN, fighter.side)
    fight.about_battle(Known.CALLED, 0)
    fight.about_battle(Known.PASSES, 0)


def _end_refusal(fight: Fight, command: Command) -> str:
    del command
    return "" if fight.active is not None else "Nobody is being activated."


def _end(fight: Fight, command: Command) -> Asking[str]:
    del command
    active = fight.active
    if active is None:
        raise Refusal("Nobody is being activated.")
    left = actions_left(fight, active)
    yield from end_activation(fight, "activation")
    return f"{actions_in_words(left)} unused" if left else ""


# ------------------------------------------------------------------ first turn and passing


def _first_refusal(fight: Fight, command: Command) -> str:
    fight.side_of(command)
    if fight.phase != Phase.ACTIONS:
        return "That is settled when the action phase begins."
    return "" if turn_order.is_open(fight) else "The first turn has been taken."


def _first(fight: Fight, command: Command) -> Asking[str]:
    yield from ()
    fight.about_battle(Known.PASSES, 0)
    turn_order.turn_goes_to(fight, fight.side_of(command))
    return ""


def _pass_refusal(fight: Fight, command: Command) -> str:
    side = fight.side_of(command)
    if fight.phase != Phase.ACTIONS:
        return "Turns are passed in the action phase."
    active = fight.active
    if active is not None:
        return f"Finish with {fight.name(active.id)} first."
    turn = fight.battle.number_of(Known.TURN)
    if not turn:
        return "It is nobody’s turn."
    if turn != side:
        return f"It is {_possessive(fight.player(turn))} turn."
    able = turn_order.able(fight, side)
    if able and turn_order.called(fight) is None:
        return f"{fight.player(side)} must activate somebody: {fight.name(able[0].id)} still can."
    return ""


def _pass(fight: Fight, command: Command) -> Asking[str]:
    yield from ()
    side = fight.side_of(command)
    called = turn_order.called(fight)
    fight.about_battle(Known.CALLED, 0)
    if called is None:
        turn_order.count_pass(fight)
    turn_order.turn_goes_to(fight, fight.side_after(side))
    return ""


# ---------------------------------------------------------------------------------- offers


def offers(fight: Fight) -> Iterator[Offer]:
    """Yield who may go first, whom to activate, passing, and the end of an activation."""
    if fight.phase == Phase.ACTIONS:
        if turn_order.is_open(fight):
            yield from _first_offers(fight)
        elif not turn_order.is_phase_over(fight):
            yield from _end_offers(fight)
            yield from _activation_offers(fight)
    yield from free_play.offers(fight)


def _first_offers(fight: Fight) -> Iterator[Offer]:
    chooser = fight.player(fight.sides[0])
    for place, side in enumerate(fight.sides):
        command = Command(kind="first", values={"side": side})
        yield Offer(
            id=f"first/{side}",
            group="turn",
            label=f"{fight.player(side)} takes the first turn",
            command=command,
            detail=f"{chooser} has the initiative and chooses",
            is_next=not place,
        )


def _end_offers(fight: Fight) -> Iterator[Offer]:
    active = fight.active
    if active is None:
        return
    left = actions_left(fight, active)
    yield Offer(
        id="end_activation",
        group="turn",
        label=f"{fight.name(active.id)} is done",
        command=Command(kind="end_activation"),
        detail=f"{actions_in_words(left)} unused" if left else could_follow(fight, active),
        fighter=active.id,
        is_next=not left,
    )


def _activation_offers(fight: Fight) -> Iterator[Offer]:
    active = fight.active
    if active is not None and actions_left(fight, active):
        return
    ahead = turn_order.as_it_goes_on(fight)
    turn = ahead.battle.number_of(Known.TURN)
    if not turn:
        return
    able = turn_order.able(ahead, turn)
    called = turn_order.called(ahead)
    only = called or (able[0] if len(able) == 1 else None)
    for fighter in ahead.battle.on_table(turn):
        command = Command(kind="activate", values={"fighter": fighter.id})
        yield Offer(
            id=f"activate/{fighter.id}",
            group="turn",
            label=f"Activate {fight.name(fighter.id)}",
            command=command,
            detail=_activation_detail(ahead, fighter),
            refused=_activate_refusal(fight, command),
            fighter=fighter.id,
            is_next=active is None and only is not None and only.id == fighter.id,
        )
    if active is None:
        command = Command(kind="pass", values={"side": turn})
        yield Offer(
            id="pass",
            group="turn",
            label=f"Pass over {fight.name(called.id)}" if called else "Pass",
            command=command,
            refused=_pass_refusal(fight, command),
            is_next=not able,
        )


def _activation_detail(fight: Fight, fighter: Fighter) -> str:
    if turn_order.why_not_activated(fight, fighter):
        return ""
    if turn_order.misses_activation(fight, fighter):
        return "misses this turn"
    if fighter.has(Doing.WAITING):
        return "has waited: 1 action"
    left = actions_left(fight, fighter)
    return "" if left == ACTIONS_EACH else actions_in_words(left)


# ----------------------------------------------------------------------------------- words


def actions_in_words(number: int) -> str:
    """Return a number of actions in words: `1 action`, `no actions`."""
    return "1 action" if number == 1 else f"{number or 'no'} actions"


def _possessive(name: str) -> str:
    return f"{name}’" if name.endswith("s") else f"{name}’s"


def _end_label(fight: Fight, command: Command) -> str:
    del command
    return f"{fight.name(fight.active.id)} is done" if fight.active else "An activation ends"


def _pass_label(fight: Fight, command: Command) -> str:
    called = turn_order.called(fight)
    player = fight.player(fight.side_of(command))
    return f"{player} passes over {fight.name(called.id)}" if called else f"{player} passes"


DEEDS: tuple[Deed, ...] = (
    Deed(
        "first",
        lambda fight, command: f"{fight.player(fight.side_of(command))} takes the first turn",
        _first_refusal,
        _first,
    ),
    Deed(
        "activate",
        lambda fight, command: f"{fight.name(fight.fighter_of(command).id)} is activated",
        _activate_refusal,
        _activate,
    ),
    Deed("end_activation", _end_label, _end_refusal, _end),
    Deed("pass", _pass_label, _pass_refusal, _pass),
    *free_play.DEEDS,
)
