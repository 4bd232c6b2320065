"""One warband’s side of a battle that is being entered."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSpinBox, QWidget

from mordcry_app.services.battle_entries import MOST_HELD
from mordcry_app.ui.views.battle.entry_state import EntryState, Side
from mordcry_app.ui.views.battle.fighters_delegate import NUMBER_WIDTH
from mordcry_app.ui.views.battle.fighters_table import FightersTable
from mordcry_app.ui.views.battle.on_form import RecordNumbers
from mordcry_app.ui.views.battle.result_choice import ResultChoice
from mordcry_app.ui.widgets import Card, ElidedLabel, Label

LEAST_WIDTH = 400
"""Narrower than this, in logical pixels, sides stand below each other."""

_INSET = 14
_GAP = 8
_TABLE_INSET = 6  # with the room in its cells, the table begins where the title does


class SidePanel(Card):
    """Result, fighters, and what was held.

    - `edited()` the entry has changed
    - `place_shown(QWidget, QRect)` where the keyboard is, for the page to scroll to
    """

    edited = Signal()
    place_shown = Signal(QWidget, QRect)

    def __init__(self, state: EntryState, side: Side, parent: QWidget | None = None) -> None:
        super().__init__(flush=True, parent=parent)
        self._state = state
        self._side = side
        self._player = ElidedLabel(tone="muted")
        self.add_aside(self._player)
        self.result = ResultChoice(side.name)
        self.result.chosen.connect(self._set_result)
        self.table = FightersTable(state, side)
        self.table.edited.connect(self.edited)
        self.table.place_shown.connect(lambda place: self.place_shown.emit(self.table, place))
        above = QHBoxLayout()
        above.setContentsMargins(_INSET, 0, _INSET, 9)
        above.setSpacing(0)
        self._result_number = self._add_number(above)
        above.addWidget(self.result, 1)
        self.body.addLayout(above)
        across = QHBoxLayout()
        across.setContentsMargins(_TABLE_INSET, 0, _TABLE_INSET, 0)
        across.addWidget(self.table)
        self.body.addLayout(across)
        self.body.addLayout(self._make_held())
        self.body.addStretch(1)
        self.set_side(state, side)

    def set_side(self, state: EntryState, side: Side) -> None:
        """Show another side, or the same one of another entry."""
        self._state, self._side = state, side
        self.set_title(side.name)
        self._player.setText(side.player)
        self.table.set_side(state, side)
        self.show_entry()

    def show_numbers(self, numbers: RecordNumbers) -> None:
        """Show the numbers of the printed form, where it has any."""
        roster_id = self._side.roster_id
        for label, number in (
            (self._result_number, numbers.results.get(roster_id, "")),
            (self._held_number, numbers.held.get(roster_id, "")),
        ):
            label.setText(number)
            label.setVisible(bool(number))
        self.table.show_numbers(numbers.fighters)

    def stops(self) -> tuple[list[QWidget], list[QWidget], list[QWidget]]:
        """Where the keyboard stops for the result, the fighters, and what was held."""
        return list(self.result.buttons.values()), [self.table], [self.objectives, self.treasures]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._player.setMaximumWidth(self.width() * 2 // 5)  # the warband’s name comes first

    def show_entry(self) -> None:
        """Show what has changed in the entry."""
        self.result.show_result(self._side.result)
        self.table.show_entry()
        for box, value in (
            (self.objectives, self._side.objectives),
            (self.treasures, self._side.treasures),
        ):
            box.blockSignals(True)
            box.setValue(value)
            box.blockSignals(False)

    def _make_held(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setContentsMargins(_INSET, 9, _INSET, 10)
        line.setSpacing(_GAP)
        self._held_number = self._add_number(line)
        self.objectives = self._add_count(line, "Objectives held")
        line.addSpacing(14)
        self.treasures = self._add_count(line, "Treasures held")
        line.addStretch(1)
        self.objectives.valueChanged.connect(self._set_objectives)
        self.treasures.valueChanged.connect(self._set_treasures)
        return line

    @staticmethod
    def _add_number(line: QHBoxLayout) -> Label:
        label = Label(tone="muted")
        label.setFixedWidth(NUMBER_WIDTH - line.spacing())
        label.hide()
        line.addWidget(label)
        return label

    @staticmethod
    def _add_count(line: QHBoxLayout, text: str) -> QSpinBox:
        label = Label(text, tone="muted")
        box = QSpinBox()
        box.setRange(0, MOST_HELD)
        box.setAlignment(Qt.AlignmentFlag.AlignRight)
        box.setFixedWidth(68)
        box.setAccessibleName(text)
        label.setBuddy(box)
        line.addWidget(label)
        line.addWidget(box)
        return box

    def _set_result(self, result: str) -> None:
        for each in self.result.buttons:
            if each == result:
                self._state.set_result(self._side, each)
                self.edited.emit()

    def _set_objectives(self, count: int) -> None:
        self._state.set_held(self._side, objectives=count)
        self.edited.emit()

    def _set_treasures(self, count: int) -> None:
        self._state.set_held(self._side, treasures=count)
        self.edited.emit()
