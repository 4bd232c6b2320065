"""The way that a reader has taken through the rules, to go back and forward on it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Visit:
    """A place that was read; `came_from` is the page of the window that led there, if one did."""

    anchor: str
    came_from: str = ""


class Visits:
    """Places in the order in which they were read. There is always one at hand."""

    def __init__(self, start: str) -> None:
        self._visits = [Visit(start)]
        self._here = 0

    @property
    def here(self) -> Visit:
        """The place at hand."""
        return self._visits[self._here]

    def go(self, anchor: str, came_from: str = "") -> None:
        """Go to a place; what lay ahead is forgotten. The place at hand is not visited twice."""
        if anchor == self.here.anchor:
            if came_from:
                self._visits[self._here] = Visit(anchor, came_from)
            return
        del self._visits[self._here + 1 :]
        self._visits.append(Visit(anchor, came_from))
        self._here += 1

    def before(self) -> Visit | None:
        """Return the place before, or none at the beginning."""
        return self._visits[self._here - 1] if self._here else None

    def after(self) -> Visit | None:
        """Return the place that was left by going back, or none."""
        ahead = self._here + 1
        return self._visits[ahead] if ahead < len(self._visits) else None

    def go_back(self) -> Visit:
        """Go to the place before, and return it; at the beginning nothing moves."""
        self._here = max(self._here - 1, 0)
        return self.here

    def go_forward(self) -> Visit:
        """Go to the place after, and return it; at the end nothing moves."""
        self._here = min(self._here + 1, len(self._visits) - 1)
        return self.here

    def forget_way_in(self) -> None:
        """The reader has gone back to where the place at hand was asked for."""
        self._visits[self._here] = Visit(self.here.anchor)
