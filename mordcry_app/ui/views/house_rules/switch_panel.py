"""Whom a switch touches, shown before it happens, with the choice to switch or to keep."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from mordcry_app.services.house_rule_views import TOLD, HouseRulePreview
from mordcry_app.ui.shortcuts import keys_of
from mordcry_app.ui.widgets import (
    ActionButton,
    KeyHint,
    WrapLabel,
    announce,
    bold,
    escaped,
)


class SwitchPanel(QFrame):
    """Hidden until `ask`. `switch` and `keep` tell what was decided.

    Enter switches and Esc keeps, wherever the keyboard is inside it or inside its card.
    """

    switch = Signal()
    keep = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._what = WrapLabel()
        self.told = WrapLabel()
        self.switch_button = ActionButton("Switch", kind="primary")
        self.keep_button = ActionButton("Keep", kind="quiet")
        self.switch_button.clicked.connect(self.switch)
        self.keep_button.clicked.connect(self.keep)
        buttons = QHBoxLayout()
        buttons.setSpacing(6)
        for button, key in (
            (self.switch_button, keys_of("switch_ruling")),
            (self.keep_button, keys_of("keep_ruling")),
        ):
            buttons.addWidget(button)
            buttons.addWidget(KeyHint(key))
            buttons.addSpacing(8)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 9, 12, 10)
        column.setSpacing(6)
        column.addWidget(self._what)
        column.addWidget(self.told)
        column.addLayout(buttons)
        self.hide()

    def ask(self, preview: HouseRulePreview, what: str = "") -> None:
        """Show whom a switch touches, in place of what was shown before; `what` asks about it."""
        asked = what or f"Switch to “{preview.setting}”?"
        self._what.set_rich(bold(asked))
        self.told.set_rich("<br>".join(_lines(preview)))
        spoken = f"{asked} {' '.join(preview.sentences)}"
        self.setAccessibleName(spoken)
        self.switch_button.setAccessibleDescription(spoken)
        self.show()
        announce(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            (self.keep if self.keep_button.hasFocus() else self.switch).emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.keep.emit()
        else:
            super().keyPressEvent(event)


def _lines(preview: HouseRulePreview) -> list[str]:
    """Return the sentences with those whom they are about in bold."""
    told = preview.touches[:TOLD]
    lines = [f"{bold(touched.who)}: {escaped(touched.text)}" for touched in told]
    return lines + [escaped(sentence) for sentence in preview.sentences[len(told) :]]
