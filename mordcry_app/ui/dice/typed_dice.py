"""What typed keys mean for a set of dice, without any widget."""

from __future__ import annotations

from collections.abc import Sequence


class TypedDice:
    """The faces typed so far for dice with the given numbers of *sides* (2 to 999 each).

    A die of up to nine sides takes one key, a D10 takes 0 for its 10. A larger die takes as many
    keys as it needs: a 1 on a D12 waits, because 10 to 12 begin with it, until `settle`.

    `cursor` is the number of the die that the next key belongs to, from 0; it equals the number
    of dice when none is left. Methods that take a key return a sentence that says why the key
    does not fit, or nothing when it did.
    """

    def __init__(self, sides: Sequence[int]) -> None:
        if not sides or any(not 2 <= side <= 999 for side in sides):
            raise ValueError(f"not dice that can be typed: {tuple(sides)}")
        self.sides = tuple(sides)
        self.faces: list[int | None] = [None] * len(self.sides)
        self.cursor = 0
        self.pending = ""

    def is_complete(self) -> bool:
        """Whether every die has a face."""
        return None not in self.faces

    def is_empty(self) -> bool:
        """Whether nothing has been typed."""
        return not self.pending and all(face is None for face in self.faces)

    def type_digit(self, digit: str) -> str:
        """Take one of the keys 0 to 9."""
        if self.cursor >= len(self.sides):
            return "Every die has its face. Press Enter, or Backspace to change one."
        sides = self.sides[self.cursor]
        if sides <= 10:
            return self.put(self.cursor, int(digit) or 10)
        fitting = [
            face for face in range(1, sides + 1) if str(face).startswith(self.pending + digit)
        ]
        if not fitting:
            return self._out_of_range(sides)
        self.pending += digit
        if len(fitting) == 1:
            return self.put(self.cursor, fitting[0])
        return ""

    def put(self, place: int, face: int) -> str:
        """Give the die number *place* its *face* and move on to the next one without."""
        sides = self.sides[place]
        if not 1 <= face <= sides:
            return self._out_of_range(sides)
        self.faces[place] = face
        self.pending = ""
        order = [*range(place + 1, len(self.faces)), *range(place)]
        self.cursor = next((n for n in order if self.faces[n] is None), len(self.faces))
        return ""

    def put_all(self, faces: Sequence[int]) -> None:
        """Give every die its face. Raises ValueError for faces that the dice cannot show."""
        fits = len(faces) == len(self.sides) and all(
            1 <= face <= side for face, side in zip(faces, self.sides, strict=False)
        )
        if not fits:
            raise ValueError(f"dice of {self.sides} sides cannot show {tuple(faces)}")
        self.faces = list(faces)
        self.cursor, self.pending = len(self.faces), ""

    def settle(self) -> str:
        """Take what was typed of a large die as its whole face."""
        return self.put(self.cursor, int(self.pending)) if self.pending else ""

    def back(self) -> None:
        """Take the last key back, or the face under the cursor, or else the face before it."""
        if self.pending:
            self.pending = self.pending[:-1]
        elif self.cursor < len(self.faces) and self.faces[self.cursor] is not None:
            self.faces[self.cursor] = None
        elif self.cursor:
            self.cursor -= 1
            self.faces[self.cursor] = None

    def move(self, step: int) -> None:
        """Move the cursor by *step* dice, within the row."""
        self.move_to(self.cursor + step)

    def move_to(self, place: int) -> None:
        """Put the cursor on the die number *place*, or the nearest there is."""
        self.settle()
        self.cursor = min(max(place, 0), len(self.faces) - 1)

    def clear(self) -> None:
        """Forget every face."""
        self.__init__(self.sides)

    @staticmethod
    def _out_of_range(sides: int) -> str:
        return f"A D{sides} shows 1 to {sides}."
