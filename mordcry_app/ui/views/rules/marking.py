"""Marks the words that were searched for: in labels as rich text, in lists as painted text."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QTextCharFormat, QTextLayout

from mordcry_app.services.rules_search import found_spans
from mordcry_app.ui.theme import colours
from mordcry_app.ui.widgets import WrapLabel, escaped


def write_marked(label: WrapLabel, text: str, wanted: str) -> None:
    """Write a text on a label, the words of `wanted` on a ground of their own.

    A text without any of them stays plain, which is laid out many times quicker.
    """
    spans = found_spans(text, wanted)
    if not spans:
        label.set_plain(text)
        return
    ground = colours().selection
    parts: list[str] = []
    done = 0
    for start, end in spans:
        word = escaped(text[start:end])
        parts += [escaped(text[done:start]), f"<u style='background-color:{ground}'>{word}</u>"]
        done = end
    label.set_rich("".join((*parts, escaped(text[done:]))))


def paint_marked(
    painter: QPainter, area: QRect, text: str, font: QFont, tone: str, wanted: str
) -> None:
    """Write one line of text, elided where there is no room, with the words of `wanted` marked."""
    shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, area.width())
    layout = QTextLayout(shown, font)
    ranges: list[QTextLayout.FormatRange] = []
    for start, end in found_spans(shown, wanted):
        found = QTextLayout.FormatRange()
        found.start, found.length = start, end - start
        look = QTextCharFormat()
        look.setFontUnderline(True)
        look.setBackground(QColor(colours().accent_soft))
        found.format = look
        ranges.append(found)
    layout.setFormats(ranges)
    layout.beginLayout()
    layout.createLine().setLineWidth(area.width() + 8)
    layout.endLayout()
    painter.setPen(QColor(tone))
    layout.draw(painter, QPointF(area.topLeft()))
