"""How far a fighter moves with one action, and what that is made of.

There is no map: what is said here is a reminder for players who measure.
Rules: mordcry.txt, “Move Action”, “Carrying Treasure” and the twists.
"""

from __future__ import annotations

from dataclasses import dataclass

from mordcry_app.rulesets.mordcry.attack_gear import signed
from mordcry_app.rulesets.mordcry.battle import twists
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.words import OfFighter
from mordcry_app.rulesets.mordcry.content import INJURY

CLIMBING_OR_JUMPING = "climbing_or_jumping"
LEG_INJURY = "leg_or_foot_wound"
HIGHEST_CLIMB = 3
"""How many inches a fighter with a hurt leg climbs at most."""

FLY = "fly"
MOUNT = "mount"

TREASURE = 2
LEAST_WITH_TREASURE = 3
"""A treasure takes 2″ from a move, but leaves at least 3″."""


@dataclass(frozen=True, slots=True)
class Reach:
    """How many inches a move action covers; `notes` say what counts in it, or may count."""

    inches: int
    notes: tuple[str, ...] = ()

    @property
    def written(self) -> str:
        """The reach with its notes: `up to 4″ (−1 Leg injury)`."""
        notes = f" ({'; '.join(self.notes)})" if self.notes else ""
        return f"up to {self.inches}″{notes}"


def reach_of(fight: Fight, fighter_id: int) -> Reach:
    """Return how far a fighter moves with one action as it is now."""
    fighter, member = fight.fighter(fighter_id), fight.member(fighter_id)
    value = fight.value(fighter_id, "m")
    inches = value.total
    notes = [
        f"{signed(part.amount)} {part.label}"
        for part in value.parts
        if part.kind == "modifier" and part.amount
    ]
    carries = bool(fighter.number(OfFighter.CARRIES))
    if carries:
        slowed = max(inches - TREASURE, min(inches, LEAST_WITH_TREASURE))
        notes.append(f"{signed(slowed - inches)} treasure")
        inches = slowed
    climbing = fight.value(fighter_id, "m", conditions={CLIMBING_OR_JUMPING}).total - value.total
    if climbing:
        notes.append(f"{signed(climbing)} with a climb or a jump")
    if MOUNT in member.tags:
        notes.append("cannot climb")
    elif member.trait(INJURY, LEG_INJURY):
        notes.append(f"climbs {HIGHEST_CLIMB}″ at most")
    flies = FLY in member.tags
    if flies:
        notes.append("cannot fly with the treasure" if carries else "may fly")
    elif twists.slows_moves(fight, fighter_id):
        notes.append("−1 when it starts on the floor")
    return Reach(inches, tuple(notes))
