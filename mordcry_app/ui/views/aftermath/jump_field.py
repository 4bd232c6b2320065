"""The field that takes the number of a row on the printed form, such as C4."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from mordcry_app.ui.shortcuts import bind, keys_of
from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.views.aftermath.question_editor import ENTER
from mordcry_app.ui.widgets import ElidedLabel, KeyHint, Label, announce, set_invalid

_WIDTH = 72  # logical pixels: “AB12” and some air
_HEIGHT = 34  # one for all states: an edge that says “wrong” is thicker
_LONGEST = 8


class JumpField(QWidget):
    """Leads to a row of the form.

    - `typed(str)` Enter: go to the row with this number
    - `given_up()` Esc or Enter in the empty field: back to the question at hand
    """

    typed = Signal(str)
    given_up = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        self.problem = ElidedLabel(tone="blood", size=TextSize.SMALL)
        label = Label("Row", tone="muted")
        self.field = QLineEdit()
        self.field.setMaxLength(_LONGEST)
        self.field.setFixedSize(_WIDTH, _HEIGHT)
        self.field.setAccessibleName("Row of the form")
        self.field.textEdited.connect(self._forget_problem)
        self.field.installEventFilter(self)
        label.setBuddy(self.field)
        for widget in (self.problem, label, self.field, KeyHint(keys_of("to_row"))):
            line.addWidget(widget)
        bind(self, "to_row", self.take_keyboard)
        self._forget_problem()

    def take_keyboard(self) -> None:
        """Wait for a number to be typed."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def refuse(self, sentence: str) -> None:
        """Say why there is nothing to go to; the number stays to be typed over."""
        self.problem.setText(sentence)
        set_invalid(self.field, sentence)
        announce(self.field, QAccessible.Event.DescriptionChanged)
        self.field.selectAll()

    def clear(self) -> None:
        """Forget what was typed."""
        self.field.clear()
        self._forget_problem()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Taken here and not from `returnPressed`, after which the key would go on to the page.
        is_key = watched is self.field and event.type() == QEvent.Type.KeyPress
        if is_key and isinstance(event, QKeyEvent):
            if event.key() in ENTER and self.field.text().strip():
                self.typed.emit(self.field.text())
                return True
            if event.key() in (*ENTER, Qt.Key.Key_Escape):
                self.clear()
                self.given_up.emit()
                return True
        return super().eventFilter(watched, event)

    def _forget_problem(self) -> None:
        self.problem.setText("")
        set_invalid(self.field)
        self.field.setToolTip("The number beside a row on the printed form")
        self.field.setAccessibleDescription("Type its number, such as C4, then Enter.")
