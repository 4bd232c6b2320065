"""Victory by falls: the tally of a round, the enemy leader, and marked fighters."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping

from mordcry_app.rules.battle import Fighter
from mordcry_app.rules.playing import Asking
from mordcry_app.rulesets.mordcry.battle import damage
from mordcry_app.rulesets.mordcry.battle.conditions.condition import (
    Condition,
    most,
    points,
    score_points,
)
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.leading import leader
from mordcry_app.rulesets.mordcry.battle.words import OfSide

EDGE_COUNTS_FROM = 4
"""The round from whose end on bloodmarked fighters at the edge are out of action."""


class BloodTally(Condition):
    """Each round, the side that put more points of enemies out of action scores (rows 41–43)."""

    counts = "victory points"
    compares_tallies = True

    def at_round_end(self, fight: Fight, key: str) -> Asking[None]:
        """Compare the tallies of the round."""
        tallies = {
            side: fight.battle.sides[side].number(OfSide.TALLY) for side in fight.battle.sides
        }
        ahead = most(tallies)
        if ahead:
            rest = ", ".join(str(tally) for side, tally in tallies.items() if side != ahead)
            score_points(fight, ahead, 1, f"blood tally {tallies[ahead]} to {rest or 0}")
        yield from ()

    def scores(self, fight: Fight) -> Mapping[int, int]:
        """Return the victory points."""
        return points(fight)


class Hunted(Condition, ABC):
    """A side wins at once when a certain enemy is out of action; at the edge, that one is."""

    @abstractmethod
    def hunted(self, fight: Fight, side: int) -> Fighter | None:
        """Return whom of a side the enemy has to put out of action."""

    def achieved(self, fight: Fight) -> tuple[int, ...]:
        """Return the sides all of whose enemies have lost whom they had to guard."""
        return tuple(
            side
            for side in fight.battle.sides
            if (others := fight.battle.other_sides(side)) and self._all_fell(fight, others)
        )

    def _all_fell(self, fight: Fight, sides: Iterable[int]) -> bool:
        prey = (self.hunted(fight, side) for side in sides)
        return all(fighter is not None and fighter.where == "out" for fighter in prey)

    def catch_at_the_edge(self, fight: Fight, key: str, whom: str) -> Asking[None]:
        """Ask who of them stands within 4″ of an edge, and put those out of action unhurt."""
        prey = (self.hunted(fight, side) for side in fight.sides)
        guarded = [fighter.id for fighter in prey if fighter is not None and fighter.is_on_table]
        caught = yield from fight.pick_fighters(
            f"{key}/edge", guarded, f"Which {whom} stands within 4″ of the edge of the table?"
        )
        for fighter in caught:
            fight.tell(f"{fight.name(fighter)} is caught at the edge of the table.")
            yield from damage.knock_out(
                fight, fighter, None, key=f"{key}/caught/{fighter}", injury=False
            )


class Leaders(Hunted):
    """Put the enemy leader out of action (rows 44–46)."""

    at_once = "the enemy leader is out of action"

    def hunted(self, fight: Fight, side: int) -> Fighter | None:
        """Return the leader of a side."""
        return leader(fight, side)

    def at_round_end(self, fight: Fight, key: str) -> Asking[None]:
        """Catch leaders at the edge."""
        yield from self.catch_at_the_edge(fight, key, "leader")


class Bloodmarked(Hunted):
    """Put the fighter out of action that the enemy has marked as its own (rows 51–53)."""

    at_once = "the enemy’s bloodmarked fighter is out of action"

    def hunted(self, fight: Fight, side: int) -> Fighter | None:
        """Return the bloodmarked fighter of a side."""
        marked = fight.battle.sides[side].number(OfSide.BLOODMARKED)
        return fight.battle.fighters.get(marked)

    def at_action_phase(self, fight: Fight, key: str) -> Asking[None]:
        """Let each side mark one of its own in the first round."""
        for side in fight.sides:
            if fight.round != 1 or fight.battle.sides[side].number(OfSide.BLOODMARKED):
                continue
            picked = yield from fight.pick_fighters(
                f"{key}/bloodmarked/{side}",
                [fighter.id for fighter in fight.battle.on_table(side)],
                f"{fight.player(side)} marks one fighter on the table: lose it, lose the battle",
                least=1,
                most=1,
            )
            for fighter in picked:
                fight.about_side(side, OfSide.BLOODMARKED, fighter)
                name = fight.name(fighter)
                fight.tell(f"{name} is bloodmarked.", told=f"{name} was bloodmarked.")

    def at_round_end(self, fight: Fight, key: str) -> Asking[None]:
        """Catch bloodmarked fighters at the edge, from the fourth round on."""
        if fight.round >= EDGE_COUNTS_FROM:
            yield from self.catch_at_the_edge(fight, key, "bloodmarked fighter")
