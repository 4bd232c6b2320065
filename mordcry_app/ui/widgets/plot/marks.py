"""What tells the lines of a plot apart without colour: a dash and a marker each."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from mordcry_app.ui.theme import colours

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

MARKERS = ("disc", "square", "triangle", "diamond", "cross", "ring", "plus", "box")
"""The shape that stands on each line."""

_TONES = ("blood", "verdigris", "gold", "ink", "muted")
_POLYGONS: dict[str, tuple[tuple[float, float], ...]] = {
    "square": ((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)),
    "triangle": ((0, -1.1), (1.05, 0.8), (-1.05, 0.8)),
    "diamond": ((0, -1.25), (1.1, 0), (0, 1.25), (-1.1, 0)),
}


def line_colour(number: int) -> QColor:
    """Return the colour of a line, now."""
    return QColor(getattr(colours(), _TONES[number % len(_TONES)]))


def line_pen(number: int) -> QPen:
    """Return the pen of a line: its colour and its dash."""
    pen = QPen(line_colour(number), 1.8)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    dash = DASHES[number % len(DASHES)]
    if dash:
        pen.setDashPattern(dash)
    return pen


def paint_marker(painter: QPainter, number: int, where: QPointF, radius: float = 3.6) -> None:
    """Paint the marker of a line, filled or hollow, in its colour."""
    shape = MARKERS[number % len(MARKERS)]
    colour = line_colour(number)
    ground = QColor(colours().surface)
    painter.save()
    painter.setPen(QPen(colour, 1.6))
    if shape in _POLYGONS:
        painter.setBrush(colour)
        points = [where + QPointF(x, y) * radius for x, y in _POLYGONS[shape]]
        painter.drawPolygon(QPolygonF(points))
    elif shape in ("cross", "plus"):
        painter.setPen(QPen(colour, 2))
        arms = ((1, 1), (1, -1)) if shape == "cross" else ((1.2, 0), (0, 1.2))
        for x, y in arms:
            arm = QPointF(x, y) * radius
            painter.drawLine(where - arm, where + arm)
    else:
        side = QRectF(0, 0, 2 * radius, 2 * radius)
        side.moveCenter(where)
        painter.setBrush(colour if shape == "disc" else ground)
        if shape == "box":
            painter.drawRect(side)
        else:
            painter.drawEllipse(side)
    painter.restore()
