"""An icon that stands by itself."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from mordcry_app.ui.theme import IconTone, paint_icon


class IconLabel(QWidget):
    """Shows the icon *name*, *side* logical pixels high. Ornament: screen readers skip it."""

    def __init__(
        self,
        name: str = "",
        *,
        side: int = 18,
        tone: IconTone = "ink",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._name = name
        self._side = side
        self._tone: IconTone = tone
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def set_icon(self, name: str, tone: IconTone = "ink") -> None:
        """Show another icon; an empty name shows none."""
        self._name, self._tone = name, tone
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._side, self._side)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        if self._name:
            paint_icon(QPainter(self), self._name, QRectF(self.rect()), self._tone)
