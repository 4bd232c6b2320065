"""The 39 skills and the 8 abilities for everybody, each with what carries it out."""

from __future__ import annotations

from mordcry_app.rulesets.mordcry.battle.skills import (
    answers,
    blows,
    faith,
    moving,
    universal,
    warp,
)
from mordcry_app.rulesets.mordcry.battle.skills.carrier import Carrier, Use

CARRIERS: dict[tuple[str, str], Carrier] = {
    (carrier.kind, carrier.ref): carrier
    for module in (universal, blows, moving, faith, warp, answers)
    for carrier in module.CARRIERS
}
"""What carries out each skill and ability, by kind and id."""

__all__ = ["CARRIERS", "Carrier", "Use"]
