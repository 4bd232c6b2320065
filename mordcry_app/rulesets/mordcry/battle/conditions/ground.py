"""Victory by ground: quarters of the table, high platforms, and breaking through."""

from __future__ import annotations

from collections.abc import Mapping

from mordcry_app.rules.battle_effects import Place
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Option
from mordcry_app.rulesets.mordcry.battle.conditions.condition import (
    Condition,
    points,
    score_points,
)
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.words import Known, OfSide

QUARTERS = ("top left", "top right", "bottom left", "bottom right")
"""The quarters of the table, in the order in which a D6 counts them."""

NOBODY = "nobody"
STAYS, LEAVES = "stays", "leaves"


class Quarters(Condition):
    """The side that has captured more quarters wins (rows 24–26)."""

    counts = "quarters captured"

    def before_end(self, fight: Fight, key: str) -> Asking[None]:
        """Ask who has captured each quarter."""
        sides = fight.sides
        options = [Option(NOBODY, "Nobody")]
        options += [Option(str(side), fight.side_name(side)) for side in sides]
        captured: list[int] = []
        for number, quarter in enumerate(QUARTERS, start=1):
            chosen = yield from fight.choose(
                f"{key}/quarter/{number}",
                options,
                f"Who alone has fighters wholly inside the {quarter} quarter?",
            )
            captured.append(0 if chosen == NOBODY else int(chosen))
        fight.about_battle(Known.QUARTERS, tuple(captured))

    def scores(self, fight: Fight) -> Mapping[int, int]:
        """Return how many quarters each side has captured."""
        captured = fight.battle.numbers(Known.QUARTERS)
        return {side: captured.count(side) for side in fight.battle.sides}


class Platforms(Condition):
    """Every fighter on a high platform scores a point a round (rows 31–33)."""

    counts = "victory points"

    def at_round_end(self, fight: Fight, key: str) -> Asking[None]:
        """Ask who stands on a platform, and score."""
        high = yield from fight.pick_fighters(
            f"{key}/platforms",
            [fighter.id for fighter in fight.battle.on_table()],
            "Who stands on a platform at least 2″ above the floor?",
        )
        for side in fight.sides:
            count = sum(1 for fighter in high if fight.fighter(fighter).side == side)
            score_points(fight, side, count, "high ground")

    def scores(self, fight: Fight) -> Mapping[int, int]:
        """Return the victory points."""
        return points(fight)


class Breakthrough(Condition):
    """The side with more fighters over the enemy’s edge wins (rows 34–36)."""

    counts = "fighters through"

    def after_move(self, fight: Fight, fighter: int, key: str) -> Asking[None]:
        """Ask whether a fighter leaves over the enemy’s edge."""
        stands = fight.fighter(fighter)
        if not stands.is_on_table:
            return
        name, side = fight.name(fighter), stands.side
        edge = fight.battle.sides[fight.enemy_of(side)].word(OfSide.EDGE)
        where = f"the enemy’s {edge} edge" if edge else "the enemy’s edge"
        chosen = yield from fight.choose(
            f"{key}/leaves",
            [
                Option(STAYS, "Stays on the table"),
                Option(LEAVES, "Leaves the table", f"only from within 1″ of {where}"),
            ],
            f"{name}: over {where}?",
        )
        if chosen == LEAVES:
            fight.do(Place(fighter=fighter, where="left"))
            fight.add_to_side(side, OfSide.EXITS, 1)
            told = f"{name} broke through over {where}."
            fight.tell(f"{name} breaks through over {where}.", told=told)

    def scores(self, fight: Fight) -> Mapping[int, int]:
        """Return how many fighters of each side have broken through."""
        return {side: known.number(OfSide.EXITS) for side, known in fight.battle.sides.items()}
