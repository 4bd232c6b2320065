"""What the set-up of a battle decided, in words that can be printed.

Rules: mordcry.txt, from “Setup Battlefield and Determine Deployment Zones” to “Deploy Warbands”.
"""

from __future__ import annotations

from collections.abc import Iterator

from mordcry_app.rules.battle import Fighter
from mordcry_app.rules.battle_engine import Decided
from mordcry_app.rules.table import TableRow
from mordcry_app.rulesets.mordcry.battle.drawing import OPPOSITE_EDGES
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.words import Known, OfFighter, OfSide

_DRAWN = (
    (Known.DEPLOYMENT, "Deployment"),
    (Known.VICTORY, "Victory"),
    (Known.TWIST, "Twist"),
)


def decided_by_setup(fight: Fight) -> Iterator[Decided]:
    """Yield what was decided, in the order of the set-up; nothing where it was left out."""
    attacker = fight.battle.number_of(Known.ATTACKER)
    if attacker in fight.battle.sides:
        yield Decided(Known.ATTACKER, "Attacker", fight.side_name(attacker))
    for known, label in _DRAWN:
        yield from _drawn(fight, known, label)
        if known == Known.VICTORY:
            yield from _territory(fight)


def _drawn(fight: Fight, known: Known, label: str) -> Iterator[Decided]:
    if fight.battle.word(known) == OPPOSITE_EDGES:
        yield Decided(known, label, "Opposite edges", "One deployment point for each group.")
    row = drawn_row(fight, known)
    if row is not None:
        last = fight.battle.number_of(Known.LAST_ROUND)
        is_capped = known == Known.VICTORY and fight.battle.number_of(Known.IS_CAPPED)
        draw = f" Here it is after round {last}." if is_capped else ""
        yield Decided(known, label, row.name, f"{row.text}{draw}", row.id)


def drawn_row(fight: Fight, known: Known) -> TableRow | None:
    """Return the row of a table that was drawn; none where nothing was, or it is there no more."""
    row_id, table = fight.battle.word(known), fight.content.tables.get(known.value)
    return next((row for row in table.rows if row.id == row_id), None) if table else None


def _territory(fight: Fight) -> Iterator[Decided]:
    edges = [
        f"{fight.side_name(side)}: {known.word(OfSide.EDGE)} edge"
        for side, known in fight.battle.sides.items()
        if known.word(OfSide.EDGE)
    ]
    if edges:
        yield Decided("territory", "Territory", "; ".join(edges))


def round_of_arrival(fighter: Fighter) -> int:
    """Return the round in which a fighter comes; 1 for the first group, 0 without groups."""
    if not fighter.number(OfFighter.GROUP):
        return 0
    return fighter.number(OfFighter.ARRIVES) or 1


def round_limit(fight: Fight) -> int:
    """Return how many rounds a battle has; 0 where its condition sets no limit."""
    if fight.battle.number_of(Known.IS_CAPPED):
        return 0
    return fight.battle.number_of(Known.LAST_ROUND)
