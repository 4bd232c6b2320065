"""Who leads a side in a battle: the Captain, else whoever has the most XP (ruling 20)."""

from __future__ import annotations

from mordcry_app.rules.battle import Fighter
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.words import OfSide
from mordcry_app.rulesets.mordcry.content import XP


def leader(fight: Fight, side: int) -> Fighter | None:
    """Return the fighter that led a side when the battle began, wherever it is now."""
    noted = fight.battle.fighters.get(fight.battle.sides[side].number(OfSide.LEADER))
    return noted or _first_of(fight, list(fight.battle.of_side(side)))


def commander(fight: Fight, side: int) -> Fighter | None:
    """Return who leads a side now: its leader or, with that one out, the next in line."""
    first = leader(fight, side)
    if first is not None and first.where != "out":
        return first
    return _first_of(fight, [f for f in fight.battle.of_side(side) if f.where != "out"])


def note_leaders(fight: Fight) -> None:
    """Note who leads each side, so that XP spent in the battle changes nothing about it."""
    for side in fight.battle.sides:
        first = leader(fight, side)
        if first is not None:
            fight.about_side(side, OfSide.LEADER, first.id)


def _first_of(fight: Fight, fighters: list[Fighter]) -> Fighter | None:
    archetypes = fight.content.archetypes
    captains = [
        fighter
        for fighter in fighters
        if (kind := archetypes.get(fight.member(fighter.id).archetype)) is not None and kind.leads
    ]
    return max(
        captains or fighters, key=lambda fighter: fight.member(fighter.id).amount(XP), default=None
    )
