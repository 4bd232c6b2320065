"""The small key cap that stands beside the action it triggers."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QKeySequence, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from mordcry_app.ui.theme import TextSize, body_font, colours

_SHOWN = {"Return": "Enter", "Backspace": "⌫", "PgUp": "Page up", "PgDown": "Page down"}


def key_text(keys: str | QKeySequence) -> str:
    """*keys* as a key cap shows them: `Ctrl+Shift+Z` is “Ctrl Shift Z”, `Backspace` is “⌫”."""
    native = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
    if not native:
        return ""
    if native.endswith("+"):
        parts = [*native[:-1].split("+"), "+"]
    else:
        parts = native.split("+")
    return " ".join(_SHOWN.get(part, part) for part in parts if part)


def key_cap_size(text: str) -> QSize:
    """How large a cap with *text* is, in logical pixels; nothing for no text."""
    if not text:
        return QSize(0, 0)
    metrics = QFontMetrics(body_font(TextSize.TINY))
    height = metrics.height() + 2
    return QSize(max(metrics.horizontalAdvance(text) + 10, height - 2), height)


def paint_key_cap(painter: QPainter, area: QRectF, text: str, *, enabled: bool = True) -> None:
    """Draw a cap with *text* that fills *area*."""
    palette = colours()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(palette.hairline), 1))
    painter.setBrush(QColor(palette.ground))
    painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    painter.setPen(QColor(palette.muted if enabled else palette.control))
    painter.setFont(body_font(TextSize.TINY))
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)
    painter.restore()


class KeyHint(QWidget):
    """Shows *keys* as a key cap. It only shows: the shortcut belongs to the action."""

    def __init__(self, keys: str | QKeySequence = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.set_keys(keys)

    def text(self) -> str:
        """What stands on the cap."""
        return self._text

    def set_keys(self, keys: str | QKeySequence) -> None:
        """Show other keys; none hides the cap."""
        self._text = key_text(keys)
        self.setAccessibleName(self._text)
        # Without a parent yet it would be a window of its own for a moment, and take the keyboard.
        if self.parentWidget() is not None or not self._text:
            self.setVisible(bool(self._text))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return key_cap_size(self._text)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        paint_key_cap(painter, QRectF(self.rect()), self._text, enabled=self.isEnabled())
