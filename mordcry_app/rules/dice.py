"""Dice: what is rolled, which faces are possible, and what they add up to.

A roll is kept as its faces, never as its total alone, because players type faces and because
some rules look at them (snake eyes, a D66 that reads tens and units).

Rules: mordcry.txt, "Game Basics", and every table that names its dice.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from random import Random
from typing import Protocol

from mordcry_app.rules.refusal import Refusal

_EXPRESSION = re.compile(
    r"^(?:(?P<count>[1-9][0-9]?)?d(?P<sides>[1-9][0-9]{0,2}))"
    r"(?:(?P<times>[*×])(?P<factor>[1-9][0-9]{0,3}))?"
    r"(?:(?P<sign>[+\-−])(?P<amount>[0-9]{1,4}))?$"
)
_CONSTANT = re.compile(r"^[+\-−]?[0-9]{1,6}$")
_SEPARATORS = re.compile(r"[0-9\s,;+]*")

MAXIMUM_DICE = 60


class RandomSource(Protocol):
    """Where faces come from when the app rolls; tests and simulations bring their own."""

    def face(self, sides: int) -> int:
        """Return one face, 1 to `sides`."""
        ...


class SecureRandom:
    """The default source: the operating system's randomness."""

    def face(self, sides: int) -> int:
        """Return one face, 1 to `sides`, each equally likely."""
        return secrets.randbelow(sides) + 1


class SeededRandom:
    """A repeatable source for tests, samples and simulations."""

    def __init__(self, seed: int | str) -> None:
        self._random = Random(seed)

    def face(self, sides: int) -> int:
        """Return the next face, 1 to `sides`."""
        return self._random.randint(1, sides)


@dataclass(frozen=True, slots=True)
class Dice:
    """Some dice and what is done with their sum: `(faces summed) × factor + bonus`.

    `sides` holds one entry a die. `tens_and_units` marks a D66, whose two D6 are read as tens
    and units. A constant amount is `Dice` without any die.
    """

    sides: tuple[int, ...]
    factor: int = 1
    bonus: int = 0
    tens_and_units: bool = False

    @property
    def name(self) -> str:
        """The dice as players write them: `2D6 × 10`, `D66`, `D3 + 1`, `10`."""
        if not self.sides:
            return str(self.bonus)
        if self.tens_and_units:
            text = "D66"
        else:
            count = len(self.sides)
            text = f"{count if count > 1 else ''}D{self.sides[0]}"
        if self.factor != 1:
            text += f" × {self.factor}"
        if self.bonus:
            text += f" {'+' if self.bonus > 0 else '−'} {abs(self.bonus)}"
        return text

    def total(self, faces: tuple[int, ...]) -> int:
        """Return what `faces` add up to; a D66 reads them as tens and units.

        Raises `Refusal` for faces that these dice cannot show.
        """
        check_faces(self, faces)
        summed = 10 * faces[0] + faces[1] if self.tens_and_units else sum(faces)
        return summed * self.factor + self.bonus

    def totals(self) -> tuple[int, ...]:
        """Return every total that can be rolled, once each, in rising order."""
        return tuple(self.ways())

    def ways(self) -> dict[int, int]:
        """Return how many of the equally likely combinations of faces give each total.

        Totals are in rising order. It is exact, and quick for any number of dice, because it
        adds one die after the other instead of listing the combinations.
        """
        if self.tens_and_units:
            summed = {10 * tens + units: 1 for tens in range(1, 7) for units in range(1, 7)}
        else:
            summed = _ways_to_sum(self.sides)
        return {total * self.factor + self.bonus: ways for total, ways in summed.items()}

    def outcomes(self) -> str:
        """Name every total that can be rolled: `2–12`; `11–16, 21–26, …, 61–66`."""
        if self.tens_and_units and self.factor == 1 and self.bonus == 0:
            return ", ".join(f"{tens}1–{tens}6" for tens in range(1, 7))
        totals = self.totals()
        if self.factor == 1 and len(totals) > 1:
            return f"{totals[0]}–{totals[-1]}"
        listed = [str(total) for total in totals]
        return ", ".join([*listed[:6], "…", listed[-1]] if len(listed) > 8 else listed)

    def all_faces(self) -> Iterator[tuple[int, ...]]:
        """Yield every combination of faces; each is equally likely."""
        yield from product(*(range(1, sides + 1) for sides in self.sides))

    def roll(self, source: RandomSource) -> tuple[int, ...]:
        """Return faces drawn from `source`, one a die."""
        return tuple(source.face(sides) for sides in self.sides)


@lru_cache(maxsize=512)
def parse_dice(text: str) -> Dice:
    """Read a dice expression such as `d6`, `2d6*10`, `d66`, `d3+1` or a plain number.

    Raises `ValueError` with a sentence that shows valid forms. At most 60 dice of at most 999
    sides, a factor up to 9999 and a bonus up to 9999.
    """
    compact = text.strip().lower().replace(" ", "")
    if _CONSTANT.match(compact):
        return Dice(sides=(), bonus=int(compact.replace("−", "-")))
    match = _EXPRESSION.match(compact)
    if match is None:
        raise ValueError(
            f"“{text[:40]}” is not dice; valid are d3, d6, 2d6, d66, 2d6*10, d3+1 or 10"
        )
    count = int(match["count"] or 1)
    factor = int(match["factor"] or 1)
    bonus = int(match["amount"] or 0) * (-1 if match["sign"] in ("-", "−") else 1)
    if match["sides"] == "66":
        if count != 1:
            raise ValueError(f"“{text}” is not dice; a D66 is rolled once")
        return Dice((6, 6), factor, bonus, tens_and_units=True)
    if count > MAXIMUM_DICE:
        raise ValueError(f"“{text}” has more than {MAXIMUM_DICE} dice")
    sides = int(match["sides"])
    if sides < 2:
        raise ValueError(f"“{text}” is not dice; a die has at least two sides")
    return Dice((sides,) * count, factor, bonus)


def parse_real_dice(text: str) -> Dice:
    """Read a dice expression that has at least one die; raises `ValueError` as `parse_dice`."""
    dice = parse_dice(text)
    if not dice.sides:
        raise ValueError(f"“{text}” has no die; valid are d3, d6, 2d6, d66, 2d6*10 or d3+1")
    return dice


def check_faces(dice: Dice, faces: tuple[int, ...]) -> None:
    """Refuse faces that these dice cannot show."""
    if len(faces) != len(dice.sides):
        wanted = len(dice.sides)
        raise Refusal(
            f"{dice.name} needs {wanted} {'die' if wanted == 1 else 'dice'}, not {len(faces)}."
        )
    for face, sides in zip(faces, dice.sides, strict=True):
        if not 1 <= face <= sides:
            shown = "".join(map(str, faces)) if dice.tens_and_units else str(face)
            raise Refusal(
                f"{shown} cannot be rolled with {dice.name}: each D{sides} shows 1–{sides}."
            )


def read_faces(dice: Dice, text: str) -> tuple[int, ...]:
    """Read typed faces such as `4 6`, `46` or `4,6` and check them against the dice.

    Raises `Refusal` with a sentence for the player.
    """
    if len(text) > 100:
        raise Refusal(f"That is too long for {dice.name}.")
    tokens = re.findall(r"[0-9]+", text)
    if not dice.sides and not text.strip():
        return ()
    if _SEPARATORS.fullmatch(text) is None or not tokens:
        raise Refusal(f"Type the faces of {dice.name}, such as {_example(dice)}.")
    if len(tokens) == 1 and len(tokens[0]) == len(dice.sides) and max(dice.sides, default=0) < 10:
        tokens = list(tokens[0])
    faces = tuple(int(token) for token in tokens)
    check_faces(dice, faces)
    return faces


def d66_index(total: int) -> int:
    """Turn a D66 reading (11–66) into its place in a list of 36.

    Rules: checklist 002, "Profile and tests": index = 6 × (tens − 1) + units.
    """
    tens, units = divmod(total, 10)
    if not (1 <= tens <= 6 and 1 <= units <= 6):
        raise ValueError(f"{total} cannot be rolled on a D66")
    return 6 * (tens - 1) + units


def d66_from_index(index: int) -> int:
    """Turn a place in a list of 36 into the D66 reading that finds it."""
    if not 1 <= index <= 36:
        raise ValueError(f"{index} is not between 1 and 36")
    return 10 * ((index - 1) // 6 + 1) + (index - 1) % 6 + 1


def _ways_to_sum(all_sides: tuple[int, ...]) -> dict[int, int]:
    """Return, for each sum of dice, how many combinations give it, in rising order."""
    ways, lowest = [1], 0
    for sides in all_sides:
        wider: list[int] = []
        window = 0
        for place in range(len(ways) + sides - 1):
            window += ways[place] if place < len(ways) else 0
            window -= ways[place - sides] if place >= sides else 0
            wider.append(window)
        ways, lowest = wider, lowest + 1
    return {lowest + place: count for place, count in enumerate(ways)}


def _example(dice: Dice) -> str:
    return " ".join(str(min(4, sides)) for sides in dice.sides)
