"""The two faces of a card, and how matter flows over the faces of as many cards as it needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mordcry_app.sheets.flow import Item, flow
from mordcry_app.sheets.parts import Part, Pen, Rule, Stack, Whole

_HEAD_GAP = 3.0
_FOOT_GAP = 4.0
_LINES_GAP = 6.0
_LEAST_LINES = 3
_NO_END = 1e9
"""Height of a page on which all that is left has room, in points."""


@dataclass(frozen=True)
class Face(Whole):
    """One side of a card: a head, what stands below it, and a foot at the lower edge."""

    height: float
    head: Part | None
    body: tuple[tuple[Item, float], ...]
    foot: Part | None = None

    @property
    def spare(self) -> float:
        """Height that is left empty."""
        used = sum(gap + item.part.height for item, gap in self.body)
        return _room(self.height, self.head, self.foot) - used

    def with_last(self, part: Part, gap: float) -> Face:
        """Return the face with one more part: at its foot, or above what is there."""
        if self.foot is None:
            return replace(self, foot=part)
        return replace(self, body=(*self.body, (Item(part), gap)))

    def lined(self, width: float, distance: float) -> Face:
        """Return the face with lines to write on where it has room for at least three."""
        count = int((self.spare - _LINES_GAP) / distance)
        if count < _LEAST_LINES:
            return self
        lines = Stack(tuple(Rule(width, distance) for _ in range(count)))
        return replace(self, body=(*self.body, (Item(lines), _LINES_GAP)))

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw the face within the padding of its card."""
        lower = top - self.height
        if self.head is not None:
            self.head.draw(pen, x, top)
            top -= self.head.height + _HEAD_GAP
        for item, gap in self.body:
            top -= gap
            item.part.draw(pen, x, top)
            top -= item.part.height
        if self.foot is not None:
            self.foot.draw(pen, x, lower + self.foot.height)


@dataclass(frozen=True)
class Card:
    """A card with its two faces; `bookmark` is whose it is, nothing on a continuation."""

    front: Face
    back: Face | None = None
    bookmark: str = ""


def fill(
    items: Sequence[Item], height: float, head: Part | None = None, foot: Part | None = None
) -> tuple[Face, tuple[Item, ...]]:
    """Return a face with as many of the items as it has room for, and the others.

    Raises `ValueError` where an item that cannot be divided is taller than the face.
    """
    pages = flow(items, _room(height, head, foot), _NO_END)
    if items and not pages[0].placed:
        raise ValueError("a part that cannot be divided is taller than a card")
    body = tuple(pages[0].placed)
    rest = tuple(item for page in pages[1:] for item, _ in page.placed)
    return Face(height, head, body, foot), rest


def _room(height: float, head: Part | None, foot: Part | None) -> float:
    above = head.height + _HEAD_GAP if head is not None else 0.0
    below = foot.height + _FOOT_GAP if foot is not None else 0.0
    return height - above - below
