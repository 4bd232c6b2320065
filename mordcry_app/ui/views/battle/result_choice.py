"""How a warband fared: four words to choose from."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QWidget

from mordcry_app.ui.views.battle.entry_state import RESULTS, Result
from mordcry_app.ui.widgets import ChipButton


class ResultChoice(QWidget):
    """Won, lost, drew or retreated. W, L, D and R choose, arrow keys move.

    `chosen(str)` tells what the player chose; `show_result` shows a result without telling.
    """

    chosen = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(f"How {name} fared")
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(6)
        self._group = QButtonGroup(self)
        self.buttons: dict[Result, ChipButton] = {}
        for result in RESULTS:
            button = ChipButton(result.capitalize(), checkable=True)
            button.setAccessibleName(f"{name} {result}")
            button.setToolTip(f"Key: {result[0].upper()}")
            button.toggled.connect(partial(self._toggle, result))
            self._group.addButton(button)
            line.addWidget(button)
            self.buttons[result] = button
        line.addStretch(1)
        self._is_quiet = False

    def show_result(self, result: Result | None) -> None:
        """Show a result, or that there is none yet."""
        self._is_quiet = True
        self._group.setExclusive(False)
        for each, button in self.buttons.items():
            button.setChecked(each == result)
        self._group.setExclusive(True)
        self._is_quiet = False

    def take_keyboard(self) -> None:
        """Give the keyboard to the result that is chosen, or to the first."""
        shown = next((b for b in self.buttons.values() if b.isChecked()), None)
        (shown or self.buttons["won"]).setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        letter = event.text().casefold()
        for result, button in self.buttons.items():
            if letter and result.startswith(letter):
                button.setChecked(True)
                button.setFocus()
                return
        super().keyPressEvent(event)

    def _toggle(self, result: Result, is_on: bool) -> None:
        if is_on and not self._is_quiet:
            self.chosen.emit(result)
