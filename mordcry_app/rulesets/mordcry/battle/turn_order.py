"""Whose turn it is: who can be activated, how the turn goes on, and when the action phase is over.

The sides take turns to activate one fighter. A side that can activate somebody has to; one that
cannot passes, which happens by itself. Two passes in a row end the phase.
Rules: mordcry.txt, “Action Phase”, “Wait Action”, “Raised Characters” and “Reactions”.
"""

from __future__ import annotations

from mordcry_app.rules.battle import Fighter
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.words import Ailment, Doing, Known, OfFighter, Phase

PASSES_TO_END = 2
"""How many passes in a row end the action phase; with more sides, each has to pass."""


def is_stunned_for_the_round(fight: Fight, fighter: Fighter) -> bool:
    """Say whether a fighter can do nothing before the round ends, by the house rule `stunned`."""
    return fight.rules["stunned"] == "round" and fighter.has(Ailment.STUNNED)


def misses_activation(fight: Fight, fighter: Fighter) -> bool:
    """Say whether a fighter’s next activation is lost: it is picked, and that was its turn."""
    if fighter.has(Doing.LOSES_ACTIVATION):
        return True
    return fighter.has(Ailment.STUNNED) and not is_stunned_for_the_round(fight, fighter)


def why_absent(fight: Fight, fighter: Fighter) -> str:
    """Return why a fighter is not on the table, or nothing when it is."""
    name = fight.name(fighter.id)
    match fighter.where:
        case "table":
            return ""
        case "out":
            return f"{name} is out of action."
        case "left":
            return f"{name} has left the table."
        case "reserve":
            arrives = fighter.number(OfFighter.ARRIVES)
            when = f"; arrives in round {arrives}" if arrives > fight.round else ""
            return f"{name} is in reserve{when}."


def why_not_activated(fight: Fight, fighter: Fighter) -> str:
    """Return why a fighter cannot be activated in this round any more, or nothing when it can.

    One that is stunned can be picked: that is how it misses its turn.
    """
    absent = why_absent(fight, fighter)
    if absent:
        return absent
    name = fight.name(fighter.id)
    if fighter.has(Doing.RAISED):
        return f"{name} came back in this round and acts in the next."
    if fighter.has(Doing.ACTED) and not fighter.has(Doing.WAITING):
        if fighter.level(Doing.REACTED) >= 2:
            return f"{name} has reacted twice and counts as activated."
        return f"{name} has been activated in this round."
    if is_stunned_for_the_round(fight, fighter):
        return f"{name} is stunned until the round ends."
    return ""


def able(fight: Fight, side: int) -> tuple[Fighter, ...]:
    """Return the fighters of a side that can still be activated in this round."""
    active = fight.battle.number_of(Known.ACTIVE)
    return tuple(
        fighter
        for fighter in fight.battle.of_side(side)
        if fighter.id != active and not why_not_activated(fight, fighter)
    )


def called(fight: Fight) -> Fighter | None:
    """Return the fighter that was called up to be activated next, if it still can be."""
    fighter = fight.battle.fighters.get(fight.battle.number_of(Known.CALLED))
    if fighter is None or why_not_activated(fight, fighter):
        return None
    return fighter


def is_phase_over(fight: Fight) -> bool:
    """Say whether every side has passed, one after the other."""
    needed = max(PASSES_TO_END, len(fight.battle.sides))
    return fight.battle.number_of(Known.PASSES) >= needed


def turn_goes_to(fight: Fight, side: int) -> None:
    """Give the turn to a side; sides that can activate nobody pass until one can, or all have."""
    passed: list[str] = []
    while not is_phase_over(fight):
        if able(fight, side):
            fight.about_battle(Known.TURN, side)
            for player in passed:
                fight.tell(f"{player} has nobody to activate and passes.")
            return
        passed.append(fight.player(side))
        count_pass(fight)
        side = fight.side_after(side)
    fight.about_battle(Known.TURN, 0)
    fight.tell("The action phase is over.")


def count_pass(fight: Fight) -> None:
    """Note one more pass in a row."""
    fight.about_battle(Known.PASSES, fight.battle.number_of(Known.PASSES) + 1)


def turn_is_over(fight: Fight, side: int) -> None:
    """Hand the turn on from a side that has activated somebody.

    Whoever was called up comes first, on the same side.
    """
    fight.about_battle(Known.PASSES, 0)
    next_one = called(fight)
    if next_one is not None:
        fight.about_battle(Known.TURN, next_one.side)
        return
    fight.about_battle(Known.CALLED, 0)
    turn_goes_to(fight, fight.side_after(side))


def as_it_goes_on(fight: Fight) -> Fight:
    """Return the battle as it will stand once the activation that is under way has ended.

    What is rolled for at its end is left out; without an activation, the battle as it is.
    """
    active = fight.active
    if active is None:
        return fight
    ahead = Fight(fight.book, fight.state, fight.battle)
    ahead.about_battle(Known.ACTIVE, 0)
    turn_is_over(ahead, active.side)
    return ahead


def is_open(fight: Fight) -> bool:
    """Say whether the action phase waits for the first turn to be given to a side."""
    return (
        fight.phase == Phase.ACTIONS
        and fight.active is None
        and not fight.battle.number_of(Known.TURN)
        and not is_phase_over(fight)
    )
