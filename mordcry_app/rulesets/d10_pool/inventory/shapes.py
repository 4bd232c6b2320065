"""The shapes that things take up in a grid, and how they can be turned.

Rules: d10-pool.txt, “Item Shapes and Sizes” (nine rows, turning in quarter turns). Nothing there
lets a thing be laid face down, so a shape is never mirrored; the other-handed L of a piece of
house content is a shape of its own.

Squares are counted from the top left: x to the right, y downwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

QUARTER_TURNS = 4
LEAST_SIDE_OF_LARGE = 3


class Square(NamedTuple):
    """One square of a grid, or of a shape on its own."""

    x: int
    y: int


Squares = frozenset[Square]


def squares_of(pairs: Iterable[tuple[int, int]]) -> Squares:
    """Return pairs of numbers as squares."""
    return frozenset(Square(x, y) for x, y in pairs)


@dataclass(frozen=True)
class Shape:
    """Squares that hang together by their sides, moved so that the least x and y are 0.

    Raises `ValueError` for no squares, or for squares that do not hang together.
    """

    id: str
    squares: Squares

    def __post_init__(self) -> None:
        """Move the squares to the top left, and see that they are one piece."""
        if not self.squares:
            raise ValueError(f"shape “{self.id}” has no squares")
        object.__setattr__(self, "squares", to_corner(self.squares))
        if not _is_one_piece(self.squares):
            raise ValueError(f"shape “{self.id}” is not one piece")

    @cached_property
    def turns(self) -> tuple[tuple[int, Squares], ...]:
        """Every different way to turn the shape: quarter turns clockwise (0–3), and its squares.

        Of turns that look the same, only the smallest is listed.
        """
        seen: dict[Squares, int] = {}
        for quarters in range(QUARTER_TURNS):
            seen.setdefault(self.turned(quarters), quarters)
        return tuple((quarters, squares) for squares, quarters in seen.items())

    @cached_property
    def outline(self) -> frozenset[Squares]:
        """What two shapes have in common exactly when one can be turned into the other."""
        return frozenset(squares for _, squares in self.turns)

    @property
    def area(self) -> int:
        """How many squares the shape has."""
        return len(self.squares)

    def turned(self, quarters: int) -> Squares:
        """Return the squares after some quarter turns clockwise, moved to the top left."""
        return _turned(self.squares, quarters % QUARTER_TURNS)

    def least_turn(self, quarters: int) -> int:
        """Return the smallest number of quarter turns (0–3) that looks like `quarters`."""
        squares = self.turned(quarters)
        return next(least for least, same in self.turns if same == squares)

    def rows(self) -> tuple[str, ...]:
        """Return the shape row by row: `X` for a square, `.` for a gap."""
        wide, high = size(self.squares)
        return tuple(
            "".join("X" if (x, y) in self.squares else "." for x in range(wide))
            for y in range(high)
        )


def size(squares: Squares) -> tuple[int, int]:
    """Return how many squares wide and high some squares are, counted from the top left corner."""
    return 1 + max(x for x, _ in squares), 1 + max(y for _, y in squares)


def shape_from_rows(shape_id: str, *rows: str) -> Shape:
    """Return a shape drawn row by row, `X` for a square and `.` or a space for a gap.

    Raises `ValueError` for other signs, no squares, or squares that do not hang together.
    """
    if set("".join(rows)) - set("X. "):
        raise ValueError(f"shape “{shape_id}” is drawn with X for a square and . for a gap")
    drawn = ((x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "X")
    return Shape(shape_id, squares_of(drawn))


def rectangle(wide: int, high: int) -> Shape:
    """Return a rectangle; its id is its size, such as `3x2`. Both sides are 1 or more."""
    every = squares_of((x, y) for x in range(wide) for y in range(high))
    return Shape(f"{wide}x{high}", every)


@lru_cache(maxsize=1_024)
def _turned(squares: Squares, quarters: int) -> Squares:
    for _ in range(quarters):
        squares = frozenset(Square(-y, x) for x, y in squares)
    return to_corner(squares)


def to_corner(squares: Squares) -> Squares:
    """Return squares moved so that the least x and y are 0."""
    left, top = min(x for x, _ in squares), min(y for _, y in squares)
    return frozenset(Square(x - left, y - top) for x, y in squares)


def _is_one_piece(squares: Squares) -> bool:
    reached: set[Square] = set()
    waiting = [min(squares)]
    while waiting:
        square = waiting.pop()
        if square in squares and square not in reached:
            reached.add(square)
            x, y = square
            waiting += (Square(x + 1, y), Square(x - 1, y), Square(x, y + 1), Square(x, y - 1))
    return len(reached) == len(squares)


SMALL_L = shape_from_rows("l3", "X.", "XX")
LARGE_L = shape_from_rows("l4", "X.", "X.", "XX")
SMALLEST_T = shape_from_rows("t3", "XX", "X.")
"""A T of three squares: its bar can only be two wide, which is the three-square L turned."""
SHORT_T = shape_from_rows("t4", "XXX", ".X.")
LONG_T = shape_from_rows("t5", "XXX", ".X.", ".X.")


@dataclass(frozen=True)
class ShapeRow:
    """One row of the table of shapes: its name, and the shapes that it stands for."""

    id: str
    name: str
    shapes: tuple[Shape, ...]
    open_ended: bool = False
    """Larger rectangles belong to the row, too."""

    def has(self, shape: Shape) -> bool:
        """Say whether a shape belongs to the row, however it is turned."""
        if any(shape.outline == listed.outline for listed in self.shapes):
            return True
        sides = size(shape.squares)
        full = shape.area == sides[0] * sides[1]
        return self.open_ended and full and min(sides) >= LEAST_SIDE_OF_LARGE


SHAPE_ROWS: dict[str, ShapeRow] = {
    row.id: row
    for row in (
        ShapeRow("square", "1×1 Square", (rectangle(1, 1),)),
        ShapeRow("rectangle", "2×1 Rectangle", (rectangle(2, 1),)),
        ShapeRow("line", "3×1 Line", (rectangle(3, 1),)),
        ShapeRow("small_l", "3-Square L", (SMALL_L,)),
        ShapeRow("large_square", "2×2 Square", (rectangle(2, 2),)),
        ShapeRow("large_l", "4-Square L", (LARGE_L,)),
        ShapeRow("t", "T-Shape", (SMALLEST_T, SHORT_T, LONG_T)),
        ShapeRow("large_rectangle", "3×2 Rectangle", (rectangle(3, 2),)),
        ShapeRow("large", "3×3+ Large", (rectangle(3, 3),), open_ended=True),
    )
}
"""The nine rows of the table of shapes, in its order."""

SHAPES: dict[str, Shape] = {shape.id: shape for row in SHAPE_ROWS.values() for shape in row.shapes}
"""Every shape that the table lists, by id; `shape_named` knows the larger rectangles as well."""

SINGLE = SHAPES["1x1"]


def shape_named(shape_id: str) -> Shape:
    """Return a shape by its id: one of `SHAPES`, or a size such as `4x3`, each side 3 or more.

    Raises `ValueError` with the valid ids for any other.
    """
    if shape_id in SHAPES:
        return SHAPES[shape_id]
    sides = re.fullmatch(r"([1-9]\d?)x([1-9]\d?)", shape_id, re.ASCII)
    if sides and min(map(int, sides.groups())) >= LEAST_SIDE_OF_LARGE:
        return rectangle(*map(int, sides.groups()))
    known = ", ".join(SHAPES)
    raise ValueError(f"unknown shape “{shape_id}”; valid: {known}, or a size from 3x3 up")
