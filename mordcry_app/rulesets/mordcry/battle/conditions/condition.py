"""What every victory condition has in common.

A condition acts at some moments of a round, may be met at once, and counts something that decides
when the last round is over. Rules: mordcry.txt, “Victory Conditions Table”.
"""

from __future__ import annotations

from collections.abc import Mapping

from mordcry_app.rules.playing import Asking
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.words import Known, OfFighter, OfSide


class Condition:
    """A victory condition; this one does nothing, and nobody ever meets it.

    `counts` says in a few words what decides in the end, `at_once` what wins the battle at once.
    """

    counts = ""
    at_once = ""
    compares_tallies = False
    """Whether the points of those put out of action in a round count."""

    def at_action_phase(self, fight: Fight, key: str) -> Asking[None]:
        """Act as an action phase starts."""
        yield from ()

    def after_move(self, fight: Fight, fighter: int, key: str) -> Asking[None]:
        """Act after a move action."""
        yield from ()

    def at_activation_end(self, fight: Fight, fighter: int, key: str) -> Asking[None]:
        """Act as an activation ends."""
        yield from ()

    def at_round_end(self, fight: Fight, key: str) -> Asking[None]:
        """Act as a round ends."""
        yield from ()

    def before_end(self, fight: Fight, key: str) -> Asking[None]:
        """Ask what only the table knows, after the last round."""
        yield from ()

    def achieved(self, fight: Fight) -> tuple[int, ...]:
        """Return the sides that have won at once, by what has happened so far."""
        del fight
        return ()

    def scores(self, fight: Fight) -> Mapping[int, int]:
        """Return what decides after the last round, for each side."""
        del fight
        return {}


def most(scores: Mapping[int, int]) -> int:
    """Return the side with the most of something; 0 for a tie, or when nobody has any."""
    best = max(scores.values(), default=0)
    ahead = [side for side, score in scores.items() if score == best]
    return ahead[0] if best > 0 and len(ahead) == 1 else 0


def points(fight: Fight) -> dict[int, int]:
    """Return the victory points of each side."""
    return {side: known.number(OfSide.POINTS) for side, known in fight.battle.sides.items()}


def carriers(fight: Fight, side: int) -> int:
    """Return how many fighters of a side carry a treasure."""
    return sum(
        1
        for fighter in fight.battle.of_side(side)
        if fighter.where != "out" and fighter.number(OfFighter.CARRIES)
    )


def score_points(fight: Fight, side: int, amount: int, why: str) -> None:
    """Give a side victory points and say so."""
    if amount:
        fight.add_to_side(side, OfSide.POINTS, amount)
        noun = "victory point" if amount == 1 else "victory points"
        fight.tell(f"{fight.side_name(side)} scores {amount} {noun}: {why}.")


def has_no_initiative(fight: Fight) -> int:
    """Return the side without the initiative; the other side where nobody has it."""
    holder = fight.battle.number_of(Known.INITIATIVE) or fight.sides[0]
    return fight.enemy_of(holder)
