"""A sheet of content: one surface with a hairline, never another card inside."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLayout, QVBoxLayout, QWidget

from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.widgets.labels import ElidedLabel, titled

_INSET = 14  # logical pixels between the edge and the content


class Card(QFrame):
    """Holds widgets below an optional *title* in EB Garamond.

    `body` is the layout to fill. A *flush* card lets its content reach the edges, for tables
    (set `flush` on the view, too: `set_look(view, "flush", True)`) and for rows with hairlines.
    """

    def __init__(self, title: str = "", *, flush: bool = False, parent: QWidget | None = None):
        super().__init__(parent)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)  # the hairline has its room already
        outer.setSpacing(0)
        self._title_row = QWidget()
        self._title_line = QHBoxLayout(self._title_row)
        self._title_line.setContentsMargins(_INSET - 1, 11, _INSET - 1, 7)
        self._title_line.setSpacing(10)
        self._title = titled("", TextSize.HEADING)
        self._title_line.addWidget(self._title, 1)
        outer.addWidget(self._title_row)
        self.body = QVBoxLayout()
        side = 0 if flush else _INSET - 1
        self.body.setContentsMargins(side, 0, side, 0 if flush else _INSET - 1)
        self.body.setSpacing(0 if flush else 8)
        outer.addLayout(self.body, 1)
        self._flush = flush
        self.set_title(title)

    def title(self) -> str:
        return self._title.text()

    def set_title(self, title: str) -> None:
        """Write *title* above the content; an empty one takes no room."""
        self._title.setText(title)
        self.setAccessibleName(title)
        self._title_row.setVisible(bool(title))
        margins = self.body.contentsMargins()
        margins.setTop(0 if title or self._flush else _INSET - 1)
        self.body.setContentsMargins(margins)

    def add_aside(self, widget: QWidget | str) -> QWidget:
        """Put *widget*, or a muted note, at the right end of the title's line."""
        aside = ElidedLabel(widget, tone="muted") if isinstance(widget, str) else widget
        self._title_line.addWidget(aside)
        return aside

    def add(self, content: QWidget | QLayout, stretch: int = 0) -> None:
        """Add *content* below what is there."""
        if isinstance(content, QLayout):
            self.body.addLayout(content, stretch)
        else:
            self.body.addWidget(content, stretch)
