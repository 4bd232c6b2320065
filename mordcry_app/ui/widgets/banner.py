"""Messages that interrupt nobody: a strip in the page, or one that floats above it."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from mordcry_app.ui.theme import IconTone
from mordcry_app.ui.widgets.buttons import ActionButton, IconButton
from mordcry_app.ui.widgets.icon_label import IconLabel
from mordcry_app.ui.widgets.labels import WrapLabel
from mordcry_app.ui.widgets.styling import announce, set_look

MessageKind = Literal["info", "warning", "error"]

_ICONS: dict[MessageKind, tuple[str, IconTone, str]] = {
    "info": ("info", "verdigris", "Note"),
    "warning": ("warning", "gold", "Warning"),
    "error": ("warning", "blood", "Not done"),
}


class Banner(QFrame):
    """A quiet strip with one sentence, an optional action such as Undo, and a way to close it.

    Hidden until `say`. `acted` tells that the action was pressed, `closed` that the strip went
    away, by its button, by the action or by `close_message`.
    """

    acted = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 7, 7, 7)
        line.setSpacing(10)
        self._icon = IconLabel(side=18)
        self._sentence = WrapLabel()
        self._action = ActionButton()
        self._action.clicked.connect(self._act)
        self._close = IconButton("close", "Close this message")
        self._close.clicked.connect(self.close_message)
        line.addWidget(self._icon)
        line.addWidget(self._sentence, 1)
        line.addWidget(self._action)
        line.addWidget(self._close)
        self.hide()

    def say(
        self, sentence: str, kind: MessageKind = "info", *, action: str = "", key: str = ""
    ) -> None:
        """Show *sentence*, in place of what was shown before, with a button for *action* if any."""
        name, tone, spoken = _ICONS[kind]
        set_look(self, "kind", kind)
        self._icon.set_icon(name, tone)
        self._sentence.set_plain(sentence)
        self._action.set_text(action)
        self._action.set_key(key if action else "")
        self._action.setVisible(bool(action))
        self.setAccessibleName(f"{spoken}: {sentence}")
        self.show()
        announce(self, QAccessible.Event.Alert)

    def sentence(self) -> str:
        """What is shown now; nothing once the strip is closed."""
        return "" if self.isHidden() else self._sentence.text()

    def natural_width(self) -> int:
        """How wide the strip is with its sentence on one line, in logical pixels."""
        one_line = self._sentence.fontMetrics().horizontalAdvance(self._sentence.text()) + 4
        return self.sizeHint().width() - self._sentence.sizeHint().width() + one_line

    def close_message(self) -> None:
        """Take the strip away."""
        if not self.isHidden():
            self.hide()
            self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_message()
        else:
            super().keyPressEvent(event)

    def _act(self) -> None:
        self.acted.emit()
        self.close_message()


class Toast(QWidget):
    """A banner that floats at the bottom of *host* and goes by itself.

    It stays while the pointer is on it or it has the keyboard, so that nobody has to hurry.
    """

    acted = Signal()
    closed = Signal()

    def __init__(self, host: QWidget, *, bottom: int = 64) -> None:
        """Float *bottom* logical pixels above the lower edge of *host*."""
        super().__init__(host)
        self._host = host
        self._bottom = bottom
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._expire)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self.banner = Banner()
        self.banner.acted.connect(self.acted)
        self.banner.closed.connect(self._hide)
        column.addWidget(self.banner)
        host.installEventFilter(self)
        self.hide()

    def say(
        self,
        sentence: str,
        kind: MessageKind = "info",
        *,
        action: str = "",
        key: str = "",
        seconds: float = 8,
    ) -> None:
        """Show *sentence* for *seconds*; 0 shows it until it is closed."""
        self.banner.say(sentence, kind, action=action, key=key)
        self._timer.stop()
        if seconds:
            self._timer.start(round(seconds * 1000))
        self.show()
        self.raise_()
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._host and event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        room = max(self._host.width() - 40, 120)
        width = min(self.banner.natural_width(), 640, room)
        # The sentence settles on the height for its new width only once it has that width.
        self.resize(width, self.height())
        for layout in (self._column, self.banner.layout(), self._column):
            if layout is not None:
                layout.activate()
        height = self.heightForWidth(width)
        top = max(self._host.height() - self._bottom - height, 0)
        self.setGeometry((self._host.width() - width) // 2, top, width, height)

    def _expire(self) -> None:
        if self.underMouse() or self.isAncestorOf(QApplication.focusWidget() or self._host):
            self._timer.start(1000)
        else:
            self.banner.close_message()

    def _hide(self) -> None:
        self._timer.stop()
        self.hide()
        self.closed.emit()
