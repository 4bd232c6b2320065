"""The arithmetic of a plot: which numbers stand beside it, and where labels find room. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_MOST_TICKS = 5


@dataclass(frozen=True)
class PlotSeries:
    """A line: what it is called, and its value at each step."""

    name: str
    values: tuple[int, ...]


@dataclass(frozen=True)
class Scale:
    """A range of whole numbers with the ticks on it; the lowest and highest are ticks, too."""

    ticks: tuple[int, ...]

    @property
    def low(self) -> int:
        """The lowest number."""
        return self.ticks[0]

    @property
    def high(self) -> int:
        """The highest number."""
        return self.ticks[-1]

    def share(self, value: int) -> float:
        """Return how far up a value stands: 0 at the lowest number, 1 at the highest."""
        return (value - self.low) / (self.high - self.low)


def scale_for(values: Iterable[int], most: int = _MOST_TICKS) -> Scale:
    """Return a scale of round numbers, at most `most` steps long, that holds every value.

    It begins at 0 unless all values are far from it.
    """
    every = list(values) or [0]
    low, high = min(every), max(every)
    if 0 < low <= high - low:
        low = 0
    if low <= high < 0 and -high <= high - low:
        high = 0
    step = _round_step(low, high, max(most, 2))
    first, last = low // step, -(-high // step)
    if first == last:
        last += 1
    return Scale(tuple(place * step for place in range(first, last + 1)))


def _round_step(low: int, high: int, most: int) -> int:
    """Return 1, 2 or 5 times a power of ten, so that `most` steps reach from low to high."""
    power = 1
    while True:
        for factor in (1, 2, 5):
            step = factor * power
            if -(-high // step) - low // step <= most:
                return step
        power *= 10


def spread(wanted: Sequence[float], height: float, low: float, high: float) -> list[float]:
    """Return places for labels of some height near where they are wanted, none over another.

    All keep between `low` and `high`; where there are too many for that, they stand evenly, closer
    than their height.
    """
    count = len(wanted)
    if not count:
        return []
    gap = min(height, (high - low) / (count - 1)) if count > 1 else height
    order = sorted(range(count), key=lambda place: wanted[place])
    places = [0.0] * count
    edge = low
    for number in order:
        places[number] = max(wanted[number], edge)
        edge = places[number] + gap
    edge = high
    for number in reversed(order):
        places[number] = min(places[number], edge)
        edge = places[number] - gap
    return places


def written(value: int) -> str:
    """Return a number for a label: `1,000`, `−3`, and from 100,000 on `120k`, `2.5m`."""
    size = abs(value)
    if size >= 1_000_000 and size % 100_000 == 0:
        text = f"{size / 1_000_000:,g}m"
    elif size >= 100_000 and size % 1_000 == 0:
        text = f"{size // 1_000:,}k"
    else:
        text = f"{size:,}"
    return f"−{text}" if value < 0 else text
