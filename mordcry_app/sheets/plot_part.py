"""A plot on paper: drawn by the geometry that the window draws from, in black on white."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mordcry_app.sheets.parts import Pen, Whole, draw_line
from mordcry_app.sheets.plots import (
    Frame,
    Measures,
    PlotSeries,
    Point,
    dash_of,
    frame_for,
    marker_of,
    written,
)
from mordcry_app.sheets.styles import BLACK, HAIR, Setting, Styles
from mordcry_app.sheets.text import measure, one_line, shortened

_UNIT = 0.8
"""Points for a logical pixel of the window, so that both leave as much air."""
_LINE = 1.2
_RADIUS = 2.7
_LABEL_INDENT = 9.0
_ROUND = (
    *((1.0, 0.0), (0.924, 0.383), (0.707, 0.707), (0.383, 0.924)),
    *((0.0, 1.0), (-0.383, 0.924), (-0.707, 0.707), (-0.924, 0.383)),
    *((-1.0, 0.0), (-0.924, -0.383), (-0.707, -0.707), (-0.383, -0.924)),
    *((0.0, -1.0), (0.383, -0.924), (0.707, -0.707), (0.924, -0.383)),
)
"""A circle of so few corners that they cannot be seen at the size of a marker."""


@dataclass(frozen=True)
class Plot(Whole):
    """A plot of `width` by `height` points with its title."""

    title: str
    frame: Frame
    styles: Styles
    width: float
    height: float

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw the grid, then line after line, then the labels."""
        style = self.styles.heading
        title = shortened(self.title, style, self.width)
        draw_line(pen, title, x, top - style.leading * 0.75)
        self._draw_grid(pen, x, top)
        for number in range(len(self.frame.series)):
            self._draw_line(pen, x, top, number)
        self._draw_labels(pen, x, top)

    def _draw_grid(self, pen: Pen, x: float, top: float) -> None:
        frame, style = self.frame, self.styles.cell_quiet
        for tick in frame.ticks():
            y = top - tick.y
            ink, width = (BLACK, 0.5) if tick.is_base else (HAIR, 0.3)
            pen.rule(x + frame.left, y, x + frame.right, y, width, ink)
            text = one_line(tick.text, style)
            draw_line(pen, text, x + frame.ticks_right - text.width, y - 0.33 * style.size)
        for mark, middle in frame.marks_below():
            text = one_line(mark, style)
            y = top - frame.marks_top - 0.8 * style.size
            draw_line(pen, text, x + middle - text.width / 2, y)

    def _draw_line(self, pen: Pen, x: float, top: float, number: int) -> None:
        points = [(x + across, top - down) for across, down in self.frame.points(number)]
        dash = tuple(length * _LINE for length in dash_of(number))
        pen.path(points, _LINE, BLACK, dash=dash)
        for across, down in self.frame.marked(number):
            _draw_marker(pen, number, (x + across, top - down))

    def _draw_labels(self, pen: Pen, x: float, top: float) -> None:
        """Write marker, value and name at the end of each line."""
        frame, styles = self.frame, self.styles
        left = x + frame.labels_left
        for number, label in enumerate(frame.labels()):
            y = top - label.y
            if label.is_moved:
                pen.rule(left - 9, top - label.point, left - 2, y, 0.3, HAIR)
            _draw_marker(pen, number, (left + _RADIUS, y))
            line = frame.series[number]
            value = one_line(written(line.values[-1]), styles.cell_strong)
            base = y - 0.33 * styles.cell.size
            draw_line(pen, value, left + _LABEL_INDENT, base)
            used = _LABEL_INDENT + value.width + 4
            room = x + self.width - left - used
            draw_line(pen, shortened(line.name, styles.cell, room), left + used, base)


@dataclass(frozen=True)
class PlotWish:
    """What a plot shows: a title, lines (at least one), and what stands below their steps."""

    title: str
    marks: tuple[str, ...]
    series: tuple[PlotSeries, ...]


def plot_parts(
    wishes: Sequence[PlotWish], setting: Setting, width: float, height: float
) -> list[Plot]:
    """Return plots of one size, whose lines begin and end below one another.

    Names that are too long for their labels are shortened: they stand in full elsewhere.
    """
    styles = setting.styles
    every = [line for wish in wishes for line in wish.series]
    widest_label = max((_label_width(line, styles) for line in every), default=0.0)
    measures = Measures(
        tick_width=lambda text: measure(text, styles.cell_quiet),
        label_width=lambda line: widest_label,
        tick_height=styles.cell_quiet.leading,
        label_height=styles.cell.leading,
        head=styles.heading.leading,
        unit=_UNIT,
    )
    frames = [frame_for(wish.series, wish.marks, width, height, measures) for wish in wishes]
    left = max((frame.left for frame in frames), default=0.0)
    return [
        Plot(wish.title, replace(frame, left=left), styles, width, height)
        for wish, frame in zip(wishes, frames, strict=True)
    ]


def _label_width(line: PlotSeries, styles: Styles) -> float:
    value = measure(written(line.values[-1]), styles.cell_strong)
    return _LABEL_INDENT + value + 4 + measure(line.name, styles.cell)


def _draw_marker(pen: Pen, number: int, middle: Point) -> None:
    marker = marker_of(number)
    outline = _ROUND if marker.is_round else marker.outline

    def at(point: Point) -> Point:
        return middle[0] + point[0] * _RADIUS, middle[1] - point[1] * _RADIUS

    if outline:
        fill = BLACK if marker.is_filled else 1.0
        pen.path([at(point) for point in outline], 0.9, BLACK, closed=True, fill=fill)
    for start, end in marker.strokes:
        pen.path([at(start), at(end)], 1.2, BLACK)
