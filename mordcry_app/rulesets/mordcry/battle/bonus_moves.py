"""Moves that skills and items give beside the actions of an activation.

How far somebody moves is measured on the table; the log says how far it may be.
Rules: mordcry.txt, "Bonus Actions" and "Move Action".
"""

from __future__ import annotations

from mordcry_app.rules.playing import Asking
from mordcry_app.rulesets.mordcry.battle import twists, victory
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.words import Doing


def tell_move(fight: Fight, fighter: int, inches: int, source: str) -> None:
    """Tell how far a fighter may be moved; such a move is no move action."""
    fight.tell(f"{fight.name(fighter)} moves up to {inches}″ ({source}).")


def move_action(fight: Fight, fighter: int, inches: int, key: str, source: str) -> Asking[None]:
    """Let a fighter make a move action that costs no action of its activation."""
    tell_move(fight, fighter, inches, source)
    if fight.is_free:
        return
    if not fight.fighter(fighter).has(Doing.MOVED):
        fight.mark(fighter, Doing.MOVED, "round", "Moved")
    yield from twists.after_move(fight, fighter, f"{key}/twist")
    if fight.fighter(fighter).is_on_table:
        yield from victory.after_move(fight, fighter, f"{key}/victory")
