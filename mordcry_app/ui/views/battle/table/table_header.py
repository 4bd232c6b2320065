"""The top of the table: how the battle stands, whose turn it is, what is next."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from mordcry_app.rules.battle_engine import Offer
from mordcry_app.services.battle_table import BattleTableView
from mordcry_app.ui.shortcuts import keys_of
from mordcry_app.ui.theme import TextSize, colours
from mordcry_app.ui.views.battle.table.mark_row import MarkRow
from mordcry_app.ui.widgets import ActionButton, ElidedLabel, titled

_LONGEST_BUTTON = 250  # logical pixels; the whole text is in the tooltip
_LONGEST_TURN = 300
_LEAST_HEIGHT = 51
_SIDE = 20


class TableHeader(QWidget):
    """Shows the standing of a battle, with the offer that is next and the menu of the rest.

    - `chosen(Offer)` an offer was chosen
    - `more_asked(QPoint)` the menu is wanted, at a place on screen
    - `finish_asked()` the battle is over: to its aftermath
    """

    chosen = Signal(object)
    more_asked = Signal(QPoint)
    finish_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._next: Offer | None = None
        self._other: Offer | None = None
        self._is_over = False
        self._is_compact = False
        self.setMinimumHeight(_LEAST_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.title = titled("", TextSize.TITLE)
        self.title.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.marks = MarkRow()
        self.turn = ElidedLabel(bold=True)
        self.turn.setMaximumWidth(_LONGEST_TURN)
        self.turn.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.other_button = ActionButton()
        self.other_button.clicked.connect(lambda: self._choose(self._other))
        self.next_button = ActionButton(key=keys_of("next_offer"), kind="primary")
        self.next_button.clicked.connect(self._press_next)
        for button in (self.other_button, self.next_button):
            button.setMaximumWidth(_LONGEST_BUTTON)
        self.more_button = ActionButton("More", keys_of("more"))
        self.more_button.clicked.connect(self._ask_more)
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(_SIDE, 6, _SIDE, 6)
        self._line.setSpacing(12)
        self._line.addWidget(self.title)
        self._line.addWidget(self.marks, 1)
        for widget in (self.turn, self.other_button, self.next_button, self.more_button):
            self._line.addWidget(widget)

    def set_table(self, view: BattleTableView, *, is_read_only: bool) -> None:
        """Show how a battle stands."""
        status = view.status
        if self.title.text() != status.title:
            self.title.setText(status.title)
            self.setAccessibleName(status.title)
        if self.turn.text() != status.turn:
            self.turn.setText(status.turn)
        self.marks.set_marks(status.marks)
        self._is_over = view.is_over
        free = [offer for offer in view.offers if not offer.refused]
        self._next = next((offer for offer in free if offer.is_next), None)
        others = (o for o in free if o.group in ("round", "turn") and o.fighter is None)
        self._other = next((offer for offer in others if offer is not self._next), None)
        label = "To the aftermath" if view.is_over else (self._next.label if self._next else "")
        self._write(self.next_button, label, is_read_only)
        self._write(self.other_button, self._other.label if self._other else "", is_read_only)
        self._share_room()

    def set_compact(self, is_compact: bool) -> None:
        """Where there is little room, leave out what is shown elsewhere, too."""
        if is_compact != self._is_compact:
            self._is_compact = is_compact
            side = 10 if is_compact else _SIDE
            self._line.setContentsMargins(side, 6, side, 6)
            self._share_room()

    def next_offer(self) -> Offer | None:
        """What the primary button does, unless the battle is over."""
        return None if self._is_over else self._next

    def minimumSizeHint(self) -> QSize:
        return QSize(280, _LEAST_HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        palette = colours()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(palette.ground))
        painter.setPen(QColor(palette.hairline))
        painter.drawLine(self.rect().bottomLeft(), self.rect().bottomRight())

    def _share_room(self) -> None:
        self.turn.setVisible(not self._is_compact and bool(self.turn.text()))
        self.other_button.setVisible(self._other is not None and not self._is_compact)

    @staticmethod
    def _write(button: ActionButton, label: str, is_read_only: bool) -> None:
        if button.full_text() != label:
            button.set_text(label)
        button.setVisible(bool(label))
        button.setEnabled(bool(label) and not is_read_only)

    def _press_next(self) -> None:
        if self._is_over:
            self.finish_asked.emit()
        else:
            self._choose(self._next)

    def _choose(self, offer: Offer | None) -> None:
        if offer is not None:
            self.chosen.emit(offer)

    def _ask_more(self) -> None:
        corner = self.more_button.rect().bottomLeft()
        self.more_asked.emit(self.more_button.mapToGlobal(corner + QPoint(0, 2)))
