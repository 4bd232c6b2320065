"""Whatever players change by hand; every such event is marked so."""

from __future__ import annotations

from collections.abc import Iterator

from mordcry_app.rules.battle_engine import Offer
from mordcry_app.rulesets.mordcry.battle.fight import Deed, Fight

DEEDS: tuple[Deed, ...] = ()


def offers(fight: Fight) -> Iterator[Offer]:
    """Yield what this part of the rules offers now."""
    del fight
    yield from ()
