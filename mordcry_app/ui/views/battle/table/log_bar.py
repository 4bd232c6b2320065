"""The line at the bottom of the table: the last events, and the way to all of them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from mordcry_app.services.battle_table import EventView
from mordcry_app.ui.shortcuts import keys_of
from mordcry_app.ui.theme import colours
from mordcry_app.ui.views.battle.table.wording import news
from mordcry_app.ui.widgets import ActionButton, ElidedLabel


class LogBar(QWidget):
    """Shows what happened last, the newest at the right end.

    - `log_asked()` the whole log is wanted
    - `back_asked()` the last event is to be taken back as a whole
    """

    log_asked = Signal()
    back_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        line = QHBoxLayout(self)
        line.setContentsMargins(20, 5, 20, 5)
        line.setSpacing(12)
        self.log_button = ActionButton("Log", keys_of("battle_log"), kind="quiet")
        self.log_button.clicked.connect(self.log_asked)
        self.news = ElidedLabel(tone="muted", mode=Qt.TextElideMode.ElideLeft)
        self.back_button = ActionButton("Take back the event", keys_of("take_event_back"))
        self.back_button.clicked.connect(self.back_asked)
        line.addWidget(self.log_button)
        line.addWidget(self.news, 1)
        line.addWidget(self.back_button)

    def set_events(self, events: Sequence[EventView]) -> None:
        """Show the last of these."""
        text = news(events) or "Nothing has happened yet."
        if text != self.news.text():
            self.news.setText(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        palette = colours()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(palette.surface))
        painter.setPen(QColor(palette.hairline))
        painter.drawLine(self.rect().topLeft(), self.rect().topRight())
