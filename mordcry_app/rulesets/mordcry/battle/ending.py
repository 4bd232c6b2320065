"""How a battle ends: who has won, and what each side holds."""

from __future__ import annotations

from collections.abc import Iterator

from mordcry_app.rules.battle_engine import Ending, Offer
from mordcry_app.rulesets.mordcry.battle.fight import Deed, Fight

DEEDS: tuple[Deed, ...] = ()


def offers(fight: Fight) -> Iterator[Offer]:
    """Yield what this part of the rules offers now."""
    del fight
    yield from ()


def ending_of(fight: Fight) -> Ending:
    """Return what the battle comes to if it ends now."""
    return Ending(dict.fromkeys(fight.battle.sides, "drew"))
