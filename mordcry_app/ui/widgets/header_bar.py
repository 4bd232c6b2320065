"""The top of a page: what it is, how things stand, what can be done."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.widgets.flow_layout import FlowLayout
from mordcry_app.ui.widgets.labels import ElidedLabel, titled
from mordcry_app.ui.widgets.room import least_without, natural_width, show_what_fits

_NARROWEST_TITLE = 140  # logical pixels; below that, notes rather take a second row


class HeaderBar(QFrame):
    """*title* and *subtitle* at the left, then notes such as chips; actions at the right.

    Where there is little room the subtitle goes, notes take a second row, and the title elides.
    """

    def __init__(self, title: str = "", subtitle: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(20, 7, 20, 7)
        self._line.setSpacing(14)
        self._title = titled("", TextSize.TITLE)
        self._subtitle = ElidedLabel("", tone="muted")
        self._notes = QWidget()
        self._note_flow = FlowLayout(self._notes, gap=8)
        self._notes.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._actions = QHBoxLayout()
        self._actions.setSpacing(12)
        self._line.addWidget(self._title)
        self._line.addWidget(self._subtitle)
        self._line.addWidget(self._notes, 1, Qt.AlignmentFlag.AlignVCenter)
        self._line.addLayout(self._actions)
        self.setMinimumHeight(self._title.sizeHint().height() + 17)
        self.set_title(title)
        self.set_subtitle(subtitle)

    def title(self) -> str:
        return self._title.text()

    def set_title(self, title: str) -> None:
        self._title.setText(title)
        self._title.setVisible(bool(title))
        self.setAccessibleName(title)
        self._make_room()

    def set_subtitle(self, subtitle: str) -> None:
        self._subtitle.setText(subtitle)
        self._make_room()

    def add_note(self, widget: QWidget) -> QWidget:
        """Put *widget* after the subtitle."""
        self._note_flow.addWidget(widget)
        self._make_room()
        return widget

    def add_action(self, widget: QWidget) -> QWidget:
        """Put *widget* at the right end; those added first stand first."""
        self._actions.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        self._make_room()
        return widget

    def minimumSizeHint(self) -> QSize:
        return least_without(super().minimumSizeHint(), (self._subtitle,), self._line.spacing())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Share the width out: actions and notes first, then the title, the subtitle last."""
        margins = self._line.contentsMargins()
        gap = self._line.spacing()
        taken = natural_width((self._notes, self._actions), gap) + 2 * gap
        room = self.width() - margins.left() - margins.right() - taken
        title = self._title.sizeHint().width()
        self._title.setMaximumWidth(max(min(title, room), _NARROWEST_TITLE))
        has_subtitle = bool(self._subtitle.text())
        show_what_fits(room - title if has_subtitle else -1, (self._subtitle,), gap)
