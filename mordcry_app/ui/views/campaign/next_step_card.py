"""The one thing to do next, with the button that leads there."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from mordcry_app.services.campaign_page_views import NextStepView
from mordcry_app.ui.shortcuts import keys_of
from mordcry_app.ui.theme import TextSize, title_font
from mordcry_app.ui.widgets import ActionButton, Card, WrapLabel

_NARROW = 520


class NextStepCard(Card):
    """Says what is next. `asked` tells that the player wants to do it."""

    asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.setAccessibleName("What to do next")
        self.sentence = WrapLabel(size=TextSize.TITLE)
        self.sentence.setFont(title_font(TextSize.TITLE))
        self.why = WrapLabel(tone="muted")
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.sentence)
        words.addWidget(self.why)
        self.button = ActionButton(key=keys_of("next_step"), kind="primary")
        self.button.clicked.connect(self.asked)
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._line.setSpacing(14)
        self._line.addLayout(words, 1)
        self._line.addWidget(self.button)
        self.add(self._line)

    def show_step(self, step: NextStepView, read_only: str) -> None:
        """Show a step; while nothing may be written, the button says why."""
        self.sentence.set_plain(step.sentence)
        self.why.set_plain(step.why)
        self.button.set_text(step.action)
        self.button.set_available(not (read_only and step.way in ("muster", "setup")), read_only)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = self.width() < _NARROW
        self._line.setDirection(
            QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight
        )
