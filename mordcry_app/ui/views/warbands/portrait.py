"""A picture, or the first letter of the name while there is none."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from mordcry_app.ui.theme import TextSize, colours, title_font


class Portrait(QAbstractButton):
    """Shows a picture *side* logical pixels wide and high; pressing it is for changing it."""

    def __init__(self, side: int = 64, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._side = side
        self._data: bytes | None = None
        self._pixmap = QPixmap()
        self._letter = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def show_picture(self, data: bytes | None, name: str, what: str) -> None:
        """Show a picture, or the first letter of *name*; *what* says what a press changes."""
        if data != self._data:
            self._data = data
            self._pixmap = QPixmap()
            if data is not None:
                self._pixmap.loadFromData(data)
        self._letter = next((letter for letter in name if letter.isalnum()), "?").upper()
        self.setAccessibleName(what)
        self.setToolTip(what)
        self.update()

    def has_picture(self) -> bool:
        """Whether a picture is shown."""
        return not self._pixmap.isNull()

    def sizeHint(self) -> QSize:
        return QSize(self._side, self._side)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        palette = colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        shape = QPainterPath()
        shape.addRoundedRect(frame, 7, 7)
        if self.has_picture():
            painter.setClipPath(shape)
            side = min(self._pixmap.width(), self._pixmap.height())
            middle = QRectF(0, 0, side, side)
            middle.moveCenter(QRectF(self._pixmap.rect()).center())
            # Portraits are upright: faces are in the upper part.
            middle.moveTop(min(middle.top(), self._pixmap.height() * 0.08))
            painter.drawPixmap(frame, self._pixmap, middle)
            painter.setClipping(False)
        else:
            painter.fillPath(shape, QColor(palette.selection))
            painter.setPen(QColor(palette.muted))
            painter.setFont(title_font(TextSize.FIGURE if self._side > 48 else TextSize.TITLE))
            painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, self._letter)
        ring = palette.focus if self.hasFocus() else palette.hairline
        if self.underMouse() and not self.hasFocus():
            ring = palette.control
        painter.setPen(QPen(QColor(ring), 2 if self.hasFocus() else 1))
        painter.drawPath(shape)
