"""How a battle stands, in words: the title, whose turn it is, dice, and marks of fighters."""

from __future__ import annotations

from mordcry_app.rules.battle_engine import BattleStatus, FighterStatus, SideStatus
from mordcry_app.rulesets.mordcry.battle.fight import Fight


def status_of(fight: Fight) -> BattleStatus:
    """Return how the battle stands."""
    return BattleStatus(
        title=f"Battle {fight.battle.number}",
        turn="",
        sides=tuple(SideStatus(side) for side in fight.battle.sides),
        fighters=tuple(
            FighterStatus(fighter, fight.wounds(fighter)) for fighter in fight.battle.fighters
        ),
    )
