"""Paints what tells the lines of a plot apart: a colour, a dash and a marker each."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from mordcry_app.sheets.plots import dash_of, marker_of
from mordcry_app.ui.theme import colours

_TONES = ("blood", "verdigris", "gold", "ink", "muted")


def line_colour(number: int) -> QColor:
    """Return the colour of a line, now."""
    return QColor(getattr(colours(), _TONES[number % len(_TONES)]))


def line_pen(number: int) -> QPen:
    """Return the pen of a line: its colour and its dash."""
    pen = QPen(line_colour(number), 1.8)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    dash = dash_of(number)
    if dash:
        pen.setDashPattern(dash)
    return pen


def paint_marker(painter: QPainter, number: int, where: QPointF, radius: float = 3.6) -> None:
    """Paint the marker of a line, filled or hollow, in its colour."""
    marker = marker_of(number)
    colour = line_colour(number)
    painter.save()
    painter.setPen(QPen(colour, 2 if marker.strokes else 1.6))
    painter.setBrush(colour if marker.is_filled else QColor(colours().surface))
    if marker.is_round:
        painter.drawEllipse(where, radius, radius)
    elif marker.outline:
        points = [where + QPointF(x, y) * radius for x, y in marker.outline]
        painter.drawPolygon(QPolygonF(points))
    for start, end in marker.strokes:
        painter.drawLine(where + QPointF(*start) * radius, where + QPointF(*end) * radius)
    painter.restore()
