"""Victory by treasure: five of them, one that burns, and one that more are found beside."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from mordcry_app.rules.battle_effects import BATTLE, AddFact
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Option
from mordcry_app.rulesets.mordcry.battle.conditions.condition import (
    Condition,
    carriers,
    has_no_initiative,
)
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.words import Known, OfFighter, OfSide

MANY_ON = 6
"""On this face, D3 treasures turn up instead of one."""


class Treasures(Condition):
    """The side with more treasure carriers wins (rows 11–13)."""

    counts = "treasures carried"

    def scores(self, fight: Fight) -> Mapping[int, int]:
        """Return how many treasures each side carries."""
        return {side: carriers(fight, side) for side in fight.battle.sides}


class GrowingTreasure(Treasures):
    """More treasure turns up as action phases start (rows 21–23; ruling 16)."""

    def at_action_phase(self, fight: Fight, key: str) -> Asking[None]:
        """Roll whether more treasure turns up."""
        side = has_no_initiative(fight)
        face = yield from fight.total(
            f"{key}/treasure",
            "d6",
            f"{fight.player(side)} looks for more treasure: {fight.round} or less brings 1, a 6 D3",
            _chances(fight.round),
        )
        if face == MANY_ON:
            found = yield from fight.total(f"{key}/treasures", "d3", "How many more treasures?")
        elif face <= fight.round:
            found = 1
        else:
            return
        placed = yield from self._placed(fight, key, found)
        if not placed:
            return
        fight.do(AddFact(who=BATTLE, key=Known.TREASURES.value, amount=placed))
        what = "One more treasure" if placed == 1 else f"{placed} more treasures"
        verb = "turns" if placed == 1 else "turn"
        fight.tell(f"{what} {verb} up.", told=f"{what} turned up.")

    def _placed(self, fight: Fight, key: str, found: int) -> Asking[int]:
        options = [Option(str(count), _placed_words(count)) for count in range(found, -1, -1)]
        chosen = yield from fight.choose(
            f"{key}/placed",
            options,
            "Put them down more than 3″ from other treasures, fighters and the edge. How many fit?",
        )
        return int(chosen)


class HeavyTreasure(Condition):
    """One treasure that burns its carrier; carrying it wins (rows 14–16)."""

    counts = "the treasure carried, or fighters within 3″ of it"

    def at_activation_end(self, fight: Fight, fighter: int, key: str) -> Asking[None]:
        """Burn whoever carries the treasure as its activation ends."""
        from mordcry_app.rulesets.mordcry.battle import triggers

        stands = fight.fighter(fighter)
        if not (stands.is_on_table and stands.number(OfFighter.CARRIES)):
            return
        amount = yield from fight.total(
            f"{key}/treasure", "d6", f"The treasure burns {fight.name(fighter)}: D6 damage"
        )
        yield from triggers.harm(
            fight, fighter, amount, by=None, source="the treasure", key=f"{key}/burn"
        )

    def before_end(self, fight: Fight, key: str) -> Asking[None]:
        """Ask who stands by the treasure when nobody carries it."""
        if any(carriers(fight, side) for side in fight.battle.sides):
            return
        near = yield from fight.pick_fighters(
            f"{key}/near",
            [fighter.id for fighter in fight.battle.on_table()],
            "Nobody carries the treasure. Who stands within 3″ of it?",
        )
        for side in fight.battle.sides:
            count = sum(1 for fighter in near if fight.fighter(fighter).side == side)
            fight.about_side(side, OfSide.NEAR_TREASURE, count)

    def scores(self, fight: Fight) -> Mapping[int, int]:
        """Return who carries the treasure or, where nobody does, who is near it."""
        carrying = {side: carriers(fight, side) for side in fight.battle.sides}
        if any(carrying.values()):
            return carrying
        return {s: known.number(OfSide.NEAR_TREASURE) for s, known in fight.battle.sides.items()}


def _placed_words(count: int) -> str:
    return "None" if not count else f"{count} put down"


def _chances(battle_round: int) -> tuple[tuple[str, Fraction], ...]:
    one = min(battle_round, MANY_ON - 1)
    return (
        ("1 more", Fraction(one, 6)),
        ("D3 more", Fraction(1, 6)),
        ("nothing", Fraction(5 - one, 6)),
    )
