"""Who can use an ability now, and how it is paid for.

Rules: mordcry.txt, "Abilities" and "Ability Values"; "Critical Wounds" (Stunned, Knocked Down) and
"Raised Characters"; ruling 44.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from mordcry_app.rules.catalogue import TraitDefinition
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Option
from mordcry_app.rulesets.mordcry.battle import pool
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.words import Ailment, Doing

Cost = Literal["double", "triple", "quad"]
FACES = range(1, 7)


def cost_of(trait: TraitDefinition) -> Cost:
    """Return what a skill or ability costs; one that names nothing costs a double."""
    return trait.cost if trait.cost in ("double", "triple", "quad") else "double"


def cannot_use_abilities(fight: Fight, fighter: int) -> str:
    """Return a sentence that says why a fighter can use no abilities at all, or nothing."""
    standing, name = fight.fighter(fighter), fight.name(fighter)
    if not standing.is_on_table:
        return f"{name} is not on the table."
    if standing.has(Ailment.STUNNED):
        return f"{name} is stunned."
    if standing.has(Ailment.KNOCKED_DOWN) and fight.rules["prone"] == "knocked_down":
        return f"{name} lies on the ground."
    if standing.has(Doing.RAISED):
        return f"{name} has only just come back."
    return ""


def no_dice(fight: Fight, side: int, cost: Cost) -> str:
    """Return a sentence that says that a side cannot pay, or nothing."""
    if fight.is_free or pool.sets_for(fight, side, cost):
        return ""
    return f"No {cost} is left."


def pay(
    fight: Fight,
    side: int,
    cost: Cost,
    key: str,
    what: str,
    *,
    value_matters: bool,
    chosen: int = 0,
) -> Asking[int]:
    """Discard a set of dice and return its value.

    `chosen` is a set that was named beforehand. Otherwise the cheapest that fits is taken, and the
    player is asked only where several values could be had and the value matters. Without rounds no
    dice are needed; a value that matters is then asked for. Returns 0 where nothing could be paid.
    """
    if fight.is_free:
        return (yield from _asked_value(fight, key, what)) if value_matters else 0
    sets = pool.sets_for(fight, side, cost)
    if chosen not in sets:
        if not sets:
            return (yield from _asked_value(fight, key, what)) if value_matters else 0
        chosen = sets[0]
        if value_matters and len({pool.value_of(encoded) for encoded in sets}) > 1:
            chosen = yield from _asked_set(fight, sets, key, what)
    pool.spend_set(fight, side, chosen)
    return pool.value_of(chosen)


def _asked_set(fight: Fight, sets: Iterable[int], key: str, what: str) -> Asking[int]:
    options = [
        Option(str(encoded), pool.set_name(encoded), f"value {pool.value_of(encoded)}")
        for encoded in dict.fromkeys(sets)
    ]
    return int((yield from fight.choose(f"{key}/set", options, f"{what}: which dice?")))


def _asked_value(fight: Fight, key: str, what: str) -> Asking[int]:
    options = [Option(str(face), str(face)) for face in FACES]
    return int((yield from fight.choose(f"{key}/value", options, f"{what}: which value?")))
