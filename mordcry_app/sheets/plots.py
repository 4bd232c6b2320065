"""The geometry of a line plot: round numbers at its side, polylines, markers, labels with room.

Pure arithmetic, without ReportLab and without Qt: the PDF and the window draw from the same
geometry. Lengths are in the unit of whoever draws, points or pixels; `x` runs from the left and `y`
from the top downwards.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

_MOST_TICKS = 5
Point = tuple[float, float]


@dataclass(frozen=True)
class PlotSeries:
    """A line: what it is called, and its value at each step."""

    name: str
    values: tuple[int, ...]


# ---------------------------------------------------------------------- told apart without colour


@dataclass(frozen=True)
class Marker:
    """The shape that stands on a line, for a radius of 1: an outline, or strokes.

    One that is `is_round` has no outline but is a circle.
    """

    name: str
    outline: tuple[Point, ...] = ()
    strokes: tuple[tuple[Point, Point], ...] = ()
    is_round: bool = False
    is_filled: bool = True


_SQUARE = ((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85))
_BOX = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))

MARKERS: tuple[Marker, ...] = (
    Marker("disc", is_round=True),
    Marker("square", _SQUARE),
    Marker("triangle", ((0, -1.1), (1.05, 0.8), (-1.05, 0.8))),
    Marker("diamond", ((0, -1.25), (1.1, 0), (0, 1.25), (-1.1, 0))),
    Marker("cross", strokes=(((-1, -1), (1, 1)), ((-1, 1), (1, -1)))),
    Marker("ring", is_round=True, is_filled=False),
    Marker("plus", strokes=(((-1.2, 0), (1.2, 0)), ((0, -1.2), (0, 1.2)))),
    Marker("box", _BOX, is_filled=False),
)
"""The marker of each line; the ninth begins again."""

DASHES: tuple[tuple[float, ...], ...] = (
    (),
    (6, 3),
    (1.2, 2.6),
    (8, 3, 1.2, 3),
    (12, 4),
    (3, 3),
    (8, 3, 1.2, 3, 1.2, 3),
    (2, 6),
)
"""Strokes and gaps of each line in widths of the pen; the first is whole."""


def marker_of(number: int) -> Marker:
    """Return the marker of a line."""
    return MARKERS[number % len(MARKERS)]


def dash_of(number: int) -> tuple[float, ...]:
    """Return the dash of a line."""
    return DASHES[number % len(DASHES)]


# ---------------------------------------------------------------------- numbers at the side


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
    """Return the least round number of which `most` steps reach from low to high."""
    return next(step for step in _round_numbers() if -(-high // step) - low // step <= most)


def _round_numbers() -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20, 50 and so on."""
    for exponent in itertools.count():
        for factor in (1, 2, 5):
            yield factor * 10**exponent


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


# ---------------------------------------------------------------------- labels


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


# ---------------------------------------------------------------------- the whole


@dataclass(frozen=True)
class Measures:
    """How wide and high texts are for whoever draws, and how much air there is around them.

    `head` is the room for the title above the lines. All that is not measured is multiplied by
    `unit`: 1 for logical pixels, less for points.
    """

    tick_width: Callable[[str], float]
    label_width: Callable[[PlotSeries], float]
    tick_height: float
    label_height: float
    head: float
    unit: float = 1.0


@dataclass(frozen=True)
class Tick:
    """A number at the left and the height of its line; the base is drawn stronger."""

    text: str
    y: float
    is_base: bool


@dataclass(frozen=True)
class Label:
    """The height at which a line’s label stands, and that of the point it belongs to."""

    y: float
    point: float

    @property
    def is_moved(self) -> bool:
        """Whether it had to make room for others, so that a stroke leads to its point."""
        return abs(self.y - self.point) > 1


_GAP = 8.0
_BESIDE_TICKS = 6.0
_ABOVE = 10.0
_BELOW = 12.0
_BEHIND_LABELS = 4.0
_MARKER_ROOM = 13.0  # between two markers on a line
_STEP_ROOM = 30.0  # between two numbers below
_TICK_ROOM = 34.0  # between two numbers at the left
_LABELS_SHARE = 0.42  # of the whole width, at most
_LEAST_LABELS = 64.0


@dataclass(frozen=True)
class Frame:
    """Where everything of a plot stands: the area of the lines is between the four sides."""

    series: tuple[PlotSeries, ...]
    marks: tuple[str, ...]
    scale: Scale
    measures: Measures
    left: float
    top: float
    right: float
    bottom: float

    @property
    def steps(self) -> int:
        """How many steps there are from left to right."""
        return len(self.marks)

    def x(self, step: int) -> float:
        """Return where a step stands."""
        if self.steps < 2:
            return (self.left + self.right) / 2
        return self.left + (self.right - self.left) * step / (self.steps - 1)

    def y(self, value: int) -> float:
        """Return how high a value stands."""
        return self.bottom - (self.bottom - self.top) * self.scale.share(value)

    def nearest(self, x: float) -> int:
        """Return the step that is nearest to a place."""
        if self.steps < 2 or self.right <= self.left:
            return 0
        share = (x - self.left) / (self.right - self.left)
        return max(0, min(self.steps - 1, round(share * (self.steps - 1))))

    def ticks(self) -> list[Tick]:
        """Return the numbers at the left, the lowest first."""
        bases = (0, self.scale.low)
        return [Tick(written(tick), self.y(tick), tick in bases) for tick in self.scale.ticks]

    @property
    def ticks_right(self) -> float:
        """Where the numbers at the left end."""
        return self.left - _BESIDE_TICKS * self.measures.unit

    def marks_below(self) -> list[tuple[str, float]]:
        """Return the texts below the lines that have room, each with the middle of its place."""
        room = int(_STEP_ROOM * self.measures.unit * (self.steps - 1))
        every = max(1, -(-room // max(int(self.right - self.left), 1)))
        distance = next(number for number in _round_numbers() if number >= every)
        steps = range(0, self.steps, distance)
        return [(self.marks[step], self.x(step)) for step in steps]

    @property
    def marks_top(self) -> float:
        """Where the texts below the lines begin."""
        return self.bottom + _BESIDE_TICKS * self.measures.unit

    def points(self, number: int) -> list[Point]:
        """Return a line’s points from left to right."""
        values = self.series[number].values
        return [(self.x(step), self.y(value)) for step, value in enumerate(values)]

    def marked(self, number: int) -> list[Point]:
        """Return the points of a line on which its marker stands; the last is one."""
        points = self.points(number)
        room = (self.right - self.left) / max(self.steps - 1, 1)
        least = _MARKER_ROOM * self.measures.unit
        every = max(1, round(least / room + 0.49)) if room > 0 else self.steps
        last = len(points) - 1
        return [point for step, point in enumerate(points) if (last - step) % every == 0]

    def labels(self, step: int = -1) -> list[Label]:
        """Return where the labels stand that tell each line’s value at a step, or at its end."""
        ends = [self.y(line.values[step]) for line in self.series]
        places = spread(ends, self.measures.label_height, self.top, self.bottom)
        return [Label(place, end) for place, end in zip(places, ends, strict=True)]

    @property
    def labels_left(self) -> float:
        """Where the labels begin."""
        return self.right + 2 * _GAP * self.measures.unit


def scale_that_fits(series: Sequence[PlotSeries], height: float, measures: Measures) -> Scale:
    """Return a scale with as many numbers as have room in a plot of some height."""
    room = height - measures.head - 40 * measures.unit
    most = max(2, min(6, int(room / (_TICK_ROOM * measures.unit))))
    return scale_for((value for line in series for value in line.values), most)


def frame_for(
    series: Sequence[PlotSeries],
    marks: Sequence[str],
    width: float,
    height: float,
    measures: Measures,
) -> Frame:
    """Return where everything stands in a plot of some size; there is at least one line."""
    scale = scale_that_fits(series, height, measures)
    unit = measures.unit
    numbers = max(measures.tick_width(written(tick)) for tick in scale.ticks)
    labels = max(measures.label_width(line) for line in series)
    labels = min(labels, max(width * _LABELS_SHARE, _LEAST_LABELS * unit))
    return Frame(
        tuple(series),
        tuple(marks),
        scale,
        measures,
        left=_GAP * unit + numbers + _BESIDE_TICKS * unit,
        top=measures.head + _ABOVE * unit,
        right=width - labels - (2 * _GAP + _BEHIND_LABELS) * unit,
        bottom=height - measures.tick_height - _BELOW * unit,
    )
