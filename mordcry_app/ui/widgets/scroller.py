"""Pages and panels that may be taller than the window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


class Scroller(QScrollArea):
    """Shows *content* as wide as there is room, and scrolls it up and down where it is taller.

    A control inside that gets the keyboard is scrolled into view. Put every page into one that may
    not fit at 200 %: Qt's layouts squeeze what does not fit until its text is cut.
    """

    def __init__(self, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self._content = content
        self.setWidget(content)
        content.installEventFilter(self)
        self._fit_width()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit_width()
        return super().eventFilter(watched, event)

    def _fit_width(self) -> None:
        """Never be narrower than the content can be, because nothing scrolls sideways."""
        bar = self.verticalScrollBar().sizeHint().width()
        self.setMinimumWidth(self._content.minimumSizeHint().width() + bar)
