"""How far a long job is, with the way to stop it; it floats above what it is about."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from mordcry_app.ui.widgets import ActionButton, Card, Label

_PATIENCE_MS = 400
_WIDEST, _EDGE = 460, 14  # logical pixels


class ProgressStrip(Card):
    """Floats at the foot of `host`. It comes only for jobs that take longer than a moment.

    `cancelled` tells that its button was pressed.
    """

    cancelled = Signal()

    def __init__(self, host: QWidget) -> None:
        super().__init__(parent=host)
        self._host = host
        self._label = Label()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName("Progress")
        self.cancel_button = ActionButton("Cancel")
        self.cancel_button.clicked.connect(self.cancelled)
        said = QVBoxLayout()
        said.setSpacing(5)
        said.addWidget(self._label)
        said.addWidget(self.bar)
        line = QHBoxLayout()
        line.setSpacing(14)
        line.addLayout(said, 1)
        line.addWidget(self.cancel_button)
        self.add(line)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.timeout.connect(self._appear)
        self.hide()
        host.installEventFilter(self)

    def begin(self, text: str, *, at_once: bool = False) -> None:
        """Say what is under way, of which nothing is done yet."""
        self._label.setText(text)
        self.setAccessibleName(text)
        self.bar.setRange(0, 0)
        if at_once:
            self._appear()
        elif self.isHidden() and not self._patience.isActive():
            self._patience.start(_PATIENCE_MS)

    def report(self, done: int, total: int) -> None:
        """Say how far it is."""
        self.bar.setRange(0, max(total, 0))
        self.bar.setValue(min(done, total))

    def end(self) -> None:
        """Take the strip away."""
        self._patience.stop()
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self._host and not self.isHidden():
            self._place()
        return super().eventFilter(watched, event)

    def _appear(self) -> None:
        self._place()
        self.show()
        self.raise_()

    def _place(self) -> None:
        width = min(self._host.width() - 2 * _EDGE, _WIDEST)
        height = self.sizeHint().height()
        top = self._host.height() - height - _EDGE
        self.setGeometry((self._host.width() - width) // 2, max(top, 0), width, height)
