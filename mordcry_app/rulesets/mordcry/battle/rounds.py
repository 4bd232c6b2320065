"""Rounds: initiative, wild dice, reserves, the action phase, and what happens when a round ends.

What has no choice in it follows by itself: after the last wild die the initiative is seized, and
after the last reserves the action phase starts. Rules: mordcry.txt, from “Initiative Phase” to
“Action Phase”, and the tables of victory conditions and twists.
"""

from __future__ import annotations

from collections.abc import Iterator

from mordcry_app.rules.battle_effects import PassTime
from mordcry_app.rules.battle_engine import Command, Offer
from mordcry_app.rules.playing import Asking
from mordcry_app.rulesets.mordcry.battle import (
    damage,
    initiative,
    item_uses,
    leading,
    reserves,
    turn_order,
    twists,
    victory,
)
from mordcry_app.rulesets.mordcry.battle.fight import Deed, Fight
from mordcry_app.rulesets.mordcry.battle.words import Known, OfSide, Phase

BETWEEN_ROUNDS = (Phase.SETUP, Phase.ROUND_END)
OF_A_ROUND = (OfSide.TALLY, OfSide.KNOCK_OUTS, OfSide.LOSSES, OfSide.HAS_ARRIVED)
"""What is known of a side for one round only."""


def activation_over(fight: Fight, fighter: int, key: str) -> Asking[None]:
    """Carry out what the victory condition and the twist do when an activation ends."""
    yield from victory.at_activation_end(fight, fighter, f"{key}/condition")
    yield from twists.at_activation_end(fight, fighter, f"{key}/twist")


# ---------------------------------------------------------------------------- the start


def _start(fight: Fight) -> None:
    """Begin the next round: what was for the last one is gone."""
    fight.about_battle(Known.ROUND, fight.round + 1)
    fight.about_battle(Known.PHASE, Phase.INITIATIVE.value)
    fight.about_battle(Known.INITIATIVE, 0)
    if fight.round == 1:
        leading.note_leaders(fight)
    _clear_round(fight)
    fight.tell(f"Round {fight.round} begins.")


def _clear_round(fight: Fight) -> None:
    initiative.forget(fight, fight.battle.sides)
    for side in fight.battle.sides:
        for key in OF_A_ROUND:
            if key in fight.battle.sides[side].facts:
                fight.about_side(side, key, None)


def _start_round(fight: Fight, command: Command) -> Asking[str]:
    del command
    _start(fight)
    yield from ()
    return f"round {fight.round}"


def _start_refusal(fight: Fight, command: Command) -> str:
    del command
    if fight.phase in BETWEEN_ROUNDS:
        return ""
    return _not_now(fight, "Finish this round first.")


def _roll_initiative(fight: Fight, command: Command) -> Asking[str]:
    """Roll initiative; between rounds that begins the next one."""
    del command
    if fight.phase != Phase.INITIATIVE:
        _start(fight)
    return (yield from initiative.roll_initiative(fight, "initiative"))


def _roll_refusal(fight: Fight, command: Command) -> str:
    del command
    if fight.phase in (*BETWEEN_ROUNDS, Phase.INITIATIVE):
        return ""
    return _not_now(fight, "The initiative of this round has been rolled.")


# ---------------------------------------------------------------------------- wild dice


def _wild_dice(fight: Fight, command: Command) -> Asking[str]:
    side = fight.side_of(command)
    use = command.word("use")
    if not use:
        options = initiative.wild_options(fight, side)
        use = yield from fight.choose("use", options, f"A wild die of {fight.player(side)}")
    done = initiative.use_wild_die(fight, side, use)
    if fight.phase == Phase.WILD_DICE and not initiative.declaring(fight):
        yield from initiative.seize(fight, "seize")
        yield from _to_reserves(fight)
    return done


def _wild_refusal(fight: Fight, command: Command) -> str:
    side = fight.side_of(command)
    if fight.phase != Phase.WILD_DICE:
        return _not_now(fight, "Wild dice are declared after the initiative is rolled.")
    first = initiative.declaring(fight)
    if side == first:
        use = command.word("use")
        if use and use not in {option.id for option in initiative.wild_options(fight, side)}:
            return f"{fight.player(side)} cannot use a wild die like that."
        return ""
    if fight.battle.sides[side].number(OfSide.HAS_DECLARED):
        return f"{fight.player(side)} has declared already."
    return f"{fight.player(first)} declares first."


# ---------------------------------------------------------------------------- reserves


def _to_reserves(fight: Fight) -> Asking[None]:
    """Go on to the reserves or, where there are none to see to, to the action phase."""
    fight.about_battle(Known.PHASE, Phase.RESERVES.value)
    yield from _past_reserves(fight)


def _past_reserves(fight: Fight) -> Asking[None]:
    if not any(reserves.is_waiting(fight, side) for side in fight.sides):
        yield from _begin_actions(fight)


def _reserves(fight: Fight, command: Command) -> Asking[str]:
    side = fight.side_of(command)
    done = yield from reserves.arrive(fight, side, "reserves")
    if fight.phase == Phase.RESERVES:
        yield from _past_reserves(fight)
    return done


def _reserves_refusal(fight: Fight, command: Command) -> str:
    side = fight.side_of(command)
    if fight.phase != Phase.RESERVES:
        return _not_now(fight, "Reserves arrive before the action phase.")
    if fight.battle.sides[side].number(OfSide.HAS_ARRIVED):
        return f"The reserves of {fight.side_name(side)} have been seen to."
    if not reserves.is_waiting(fight, side):
        return f"{fight.side_name(side)} has no reserves to set up in this round."
    first = next(other for other in fight.sides if reserves.is_waiting(fight, other))
    return "" if first == side else f"{fight.side_name(first)} sets up first."


# ---------------------------------------------------------------------------- actions


def _begin_actions(fight: Fight) -> Asking[None]:
    """Start the action phase, with what the victory condition and the twist do then."""
    fight.about_battle(Known.PHASE, Phase.ACTIONS.value)
    for known in (Known.TURN, Known.ACTIVE, Known.CALLED, Known.PASSES):
        fight.about_battle(known, 0)
    yield from victory.at_action_phase(fight, "actions")
    yield from twists.at_action_phase(fight, "actions/twist")


def _start_actions(fight: Fight, command: Command) -> Asking[str]:
    del command
    yield from _begin_actions(fight)
    return "action phase"


def _actions_refusal(fight: Fight, command: Command) -> str:
    del command
    if fight.phase == Phase.RESERVES:
        return ""
    return _not_now(fight, "The action phase follows the initiative and the reserves.")


# ---------------------------------------------------------------------------- the end


def _end_round(fight: Fight, command: Command) -> Asking[str]:
    """End a round: damage that goes on, then what the condition counts, then time passes."""
    del command
    key = "round_end"
    stages = (
        lambda: item_uses.at_round_end(fight, f"{key}/items"),
        lambda: damage.burn(fight, f"{key}/burning"),
        lambda: twists.at_round_end(fight, f"{key}/twist"),
        lambda: victory.at_round_end(fight, f"{key}/condition"),
    )
    for stage in stages:
        if fight.phase != Phase.OVER:
            yield from stage()
    fight.do(PassTime(what="round"))
    twists.reward_losses(fight)
    _clear_round(fight)
    for known in (Known.TURN, Known.ACTIVE, Known.CALLED, Known.PASSES):
        fight.about_battle(known, 0)
    if fight.phase == Phase.OVER:
        return "the battle is over"
    last = fight.battle.number_of(Known.LAST_ROUND)
    if last and fight.round >= last:
        yield from victory.decide(fight, "end")
        return "the battle is over"
    fight.about_battle(Known.PHASE, Phase.ROUND_END.value)
    fight.tell(f"Round {fight.round} is over.")
    return f"round {fight.round} is over"


def _end_refusal(fight: Fight, command: Command) -> str:
    del command
    if fight.phase != Phase.ACTIONS:
        return _not_now(fight, "A round ends after its action phase.")
    if turn_order.is_phase_over(fight):
        return ""
    return "The action phase goes on until both sides pass one after the other."


# ---------------------------------------------------------------------------- words


def _not_now(fight: Fight, otherwise: str) -> str:
    if fight.is_free:
        return "Rounds are not kept in this battle."
    return "The battle is over." if fight.phase == Phase.OVER else otherwise


def _wild_label(fight: Fight, command: Command) -> str:
    return initiative.wild_label(fight, fight.side_of(command), command.word("use"))


def _roll_label(fight: Fight, command: Command) -> str:
    del command
    number = fight.round + (fight.phase != Phase.INITIATIVE)
    return f"Initiative of round {number}"


DEEDS: tuple[Deed, ...] = (
    Deed(
        "start_round",
        lambda fight, command: f"Round {fight.round + 1} begins",
        _start_refusal,
        _start_round,
    ),
    Deed("roll_initiative", _roll_label, _roll_refusal, _roll_initiative),
    Deed("wild_dice", _wild_label, _wild_refusal, _wild_dice),
    Deed(
        "reserves",
        lambda fight, command: f"Reserves of {fight.side_name(fight.side_of(command))}",
        _reserves_refusal,
        _reserves,
    ),
    Deed(
        "start_actions",
        lambda fight, command: "The action phase starts",
        _actions_refusal,
        _start_actions,
    ),
    Deed(
        "end_round",
        lambda fight, command: f"Round {fight.round} ends",
        _end_refusal,
        _end_round,
    ),
)


# ---------------------------------------------------------------------------- offers


def offers(fight: Fight) -> Iterator[Offer]:
    """Yield what the round offers now: initiative, wild dice, reserves, and its end."""
    if fight.phase in (*BETWEEN_ROUNDS, Phase.INITIATIVE):
        yield _initiative_offer(fight)
    elif fight.phase == Phase.WILD_DICE:
        yield from _wild_offers(fight)
    elif fight.phase == Phase.RESERVES:
        yield from _reserve_offers(fight)
    elif fight.phase == Phase.ACTIONS:
        yield _end_offer(fight)


def _initiative_offer(fight: Fight) -> Offer:
    command = Command(kind="roll_initiative")
    starts = fight.phase != Phase.INITIATIVE
    number = fight.round + starts
    return Offer(
        id="roll_initiative",
        group="round",
        label=f"Start round {number}" if starts else f"Roll initiative for round {number}",
        command=command,
        detail="Six initiative dice for each side",
        is_next=True,
    )


def _wild_offers(fight: Fight) -> Iterator[Offer]:
    declaring = initiative.declaring(fight)
    for side in fight.sides:
        if fight.battle.sides[side].number(OfSide.HAS_DECLARED):
            continue
        if side != declaring:
            command = Command(kind="wild_dice", values={"side": side})
            yield Offer(
                id=f"wild_dice/{side}",
                group="round",
                label=f"{fight.player(side)}: wild dice",
                command=command,
                refused=_wild_refusal(fight, command),
            )
            continue
        for option in initiative.wild_options(fight, side):
            yield Offer(
                id=f"wild_dice/{side}/{option.id}",
                group="round",
                label=initiative.wild_label(fight, side, option.id),
                command=Command(kind="wild_dice", values={"side": side, "use": option.id}),
                detail="Declares nothing more" if option.id == initiative.KEEP else "",
                is_next=option.id == initiative.KEEP,
            )


def _reserve_offers(fight: Fight) -> Iterator[Offer]:
    for side in fight.sides:
        if not reserves.is_waiting(fight, side):
            continue
        command = Command(kind="reserves", values={"side": side})
        refused = _reserves_refusal(fight, command)
        yield Offer(
            id=f"reserves/{side}",
            group="round",
            label=f"Reserves of {fight.side_name(side)}",
            command=command,
            detail=_reserve_detail(fight, side),
            refused=refused,
            is_next=not refused,
        )
    yield Offer(
        id="start_actions",
        group="round",
        label="Hold the reserves back",
        command=Command(kind="start_actions"),
        detail="The action phase starts; they may come in a later round",
    )


def _reserve_detail(fight: Fight, side: int) -> str:
    if twists.may_flank(fight, side):
        return "Roll a D6 for each: a 6 is set up at once"
    return ", ".join(fight.name(fighter.id) for fighter in reserves.due(fight, side))


def _end_offer(fight: Fight) -> Offer:
    command = Command(kind="end_round")
    refused = _end_refusal(fight, command)
    last = fight.battle.number_of(Known.LAST_ROUND)
    is_last = bool(last) and fight.round >= last
    return Offer(
        id="end_round",
        group="round",
        label=f"End round {fight.round}",
        command=command,
        detail="The last one: the battle is decided" if is_last else "",
        refused=refused,
        is_next=not refused,
    )
