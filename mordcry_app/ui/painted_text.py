"""Text that a delegate paints over several lines."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QTextLayout, QTextOption

_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


def wrapped_lines(text: str, font: QFont, width: int, most: int) -> list[str]:
    """Break *text* into at most *most* lines of *width* logical pixels; the rest ends in …"""
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    lines: list[str] = []
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(width, 1))
        start, length = line.textStart(), line.textLength()
        if len(lines) == most - 1:
            rest = text[start:]
            lines.append(QFontMetrics(font).elidedText(rest, Qt.TextElideMode.ElideRight, width))
            break
        lines.append(text[start : start + length].strip())
    layout.endLayout()
    return lines


def paint_lines(painter: QPainter, area: QRect, lines: list[str], font: QFont) -> None:
    """Write lines one below the other, from the top of *area*, in the pen at hand."""
    painter.setFont(font)
    height = QFontMetrics(font).height()
    for number, line in enumerate(lines):
        where = QRect(area.left(), area.top() + number * height, area.width() + 1, height)
        painter.drawText(where, _LEFT, line)
