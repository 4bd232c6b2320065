"""Roll-offs: a D6 for each side, the highest wins, and ties roll again.

Rules: mordcry.txt, wherever players “roll off”.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Roll, RollAnswer


def roll_off(key: str, sides: Sequence[int], name: Callable[[int], str], why: str) -> Asking[int]:
    """Return the side that wins a roll-off; with only one side, nothing is rolled.

    The dice are asked in the order of the sides, all at once; those who tie roll again. `why` says
    in a few words what it is about.
    """
    left: list[int] = list(sides)
    attempt = 1
    while len(left) > 1:
        order = ", then ".join(name(side) for side in left)
        again = "" if attempt == 1 else "A tie. "
        question = Roll(
            f"{key}/{attempt}", f"{len(left)}d6", f"{again}{why}: {order}", _chances(left, name)
        )
        answer = yield question
        if not isinstance(answer, RollAnswer):
            raise TypeError("a roll is answered by faces")
        highest = max(answer.faces)
        left = [side for side, face in zip(left, answer.faces, strict=True) if face == highest]
        attempt += 1
    return left[0]


def _chances(sides: Sequence[int], name: Callable[[int], str]) -> tuple[tuple[str, Fraction], ...]:
    """Return the chance of each side, and of a tie: the best face with all others below it."""
    ways = sum((face - 1) ** (len(sides) - 1) for face in range(1, 7))
    alone = Fraction(ways, 6 ** len(sides))
    wins = tuple((name(side), alone) for side in sides)
    return (*wins, ("tie", 1 - alone * len(sides)))
