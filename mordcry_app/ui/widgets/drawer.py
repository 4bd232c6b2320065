"""A panel at the right edge, over the page: history, logs, details."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QVBoxLayout, QWidget
from shiboken6 import isValid

from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.widgets.buttons import IconButton
from mordcry_app.ui.widgets.labels import titled


class Drawer(QFrame):
    """Covers the right side of *host* while it is open; the page stays usable beside it.

    `body` is the layout to fill. Esc inside it closes it, and the keyboard goes back to where it
    was. It is at most *width* logical pixels wide and never wider than the host.
    """

    opened = Signal()
    closed = Signal()

    def __init__(self, host: QWidget, title: str, *, width: int = 380) -> None:
        super().__init__(host)
        self._host = host
        self._width = width
        self._came_from: QWidget | None = None
        self.setAccessibleName(title)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(17, 10, 10, 12)
        outer.setSpacing(8)
        line = QHBoxLayout()
        line.addWidget(titled(title, TextSize.CAMPAIGN), 1)
        self._close = IconButton("close", "Close")
        self._close.clicked.connect(self.close_drawer)
        line.addWidget(self._close)
        outer.addLayout(line)
        self.body = QVBoxLayout()
        self.body.setContentsMargins(0, 0, 6, 0)
        outer.addLayout(self.body, 1)
        host.installEventFilter(self)
        self.hide()

    def is_open(self) -> bool:
        return not self.isHidden()

    def open_drawer(self) -> None:
        """Show the panel and give it the keyboard."""
        if self.is_open():
            return
        self._came_from = QApplication.focusWidget()
        self._place()
        self.show()
        self.raise_()
        (self._first_control() or self._close).setFocus(Qt.FocusReason.OtherFocusReason)
        self.opened.emit()

    def close_drawer(self) -> None:
        """Hide the panel and give the keyboard back."""
        if not self.is_open():
            return
        had_keyboard = self.isAncestorOf(QApplication.focusWidget() or self._host)
        self.hide()
        before = self._came_from
        if had_keyboard and before is not None and isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        self._came_from = None
        self.closed.emit()

    def toggle(self) -> None:
        """Open the panel if it is closed, else close it."""
        if self.is_open():
            self.close_drawer()
        else:
            self.open_drawer()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_drawer()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._host and event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _first_control(self) -> QWidget | None:
        for widget in self.findChildren(QWidget):
            takes_tab = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
            if takes_tab and widget.isEnabled() and widget is not self._close:
                return widget
        return None

    def _place(self) -> None:
        width = min(self._width, self._host.width())
        self.setGeometry(QRect(self._host.width() - width, 0, width, self._host.height()))
