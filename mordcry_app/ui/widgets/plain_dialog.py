"""Dialogs that ask one thing, and in which Esc never throws away what was typed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from mordcry_app.ui.theme import TextSize, body_font
from mordcry_app.ui.widgets.banner import Banner
from mordcry_app.ui.widgets.buttons import ActionButton, ButtonKind
from mordcry_app.ui.widgets.labels import WrapLabel, titled


class PlainDialog(QDialog):
    """A title, a *sentence*, a body to fill and a row of buttons. Show it with `open()`.

    Esc and the window's own close button leave at once where nothing was changed since the dialog
    opened (or since `mark_saved`). Otherwise a question takes the place of the buttons, and Enter
    and Esc both go back to editing. Changes are seen in every field inside the dialog; a dialog
    that keeps its data elsewhere passes its own test to `set_unsaved_test`.

    `accept_asked` tells that the main button was pressed. Whoever listens does the work and then
    calls `accept()`, or shows why not with `refuse`; nothing closes by itself.
    """

    accept_asked = Signal()

    def __init__(self, title: str, sentence: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setModal(True)
        self.setMinimumWidth(420)
        self._unsaved_test: Callable[[], bool] | None = None
        self._opened_with: list[object] = []
        self._kept_focus: QWidget | None = None
        self._main: ActionButton | None = None
        outer = QVBoxLayout(self)
        outer.setContentsMargins(22, 16, 22, 16)
        outer.setSpacing(12)
        outer.addWidget(titled(title, TextSize.CAMPAIGN))
        self._sentence = WrapLabel(sentence, tone="muted")
        outer.addWidget(self._sentence)
        self._sentence.setVisible(bool(sentence))
        self.body = QVBoxLayout()
        self.body.setSpacing(10)
        outer.addLayout(self.body, 1)
        self.banner = Banner()
        outer.addWidget(self.banner)
        self._buttons = QWidget()
        self._button_line = QHBoxLayout(self._buttons)
        self._button_line.setContentsMargins(0, 4, 0, 0)
        self._button_line.addStretch(1)
        outer.addWidget(self._buttons)
        self._question = self._leave_question()
        outer.addWidget(self._question)
        self._question.hide()

    def add_button(self, text: str, kind: ButtonKind = "default", key: str = "") -> ActionButton:
        """Add a button at the right end of the row; its `clicked` is the caller's to connect."""
        button = ActionButton(text, key, kind=kind)
        self._button_line.addWidget(button)
        return button

    def add_cancel(self, text: str = "Cancel") -> ActionButton:
        """Add the button that leaves as Esc does."""
        button = self.add_button(text)
        button.clicked.connect(self.reject)
        return button

    def add_accept(self, text: str, kind: ButtonKind = "primary") -> ActionButton:
        """Add the main button. Enter in a field presses it, unless it is a `danger`."""
        button = self.add_button(text, kind)
        if kind != "danger":
            self._main = button
            button.setDefault(True)
        button.clicked.connect(self.accept_asked)
        return button

    def refuse(self, sentence: str) -> None:
        """Show in the dialog why the main button did nothing; what was typed stays."""
        self.banner.say(sentence, "warning")

    def mark_saved(self) -> None:
        """Take what the fields hold now as kept."""
        self._opened_with = self._field_values()

    def set_unsaved_test(self, test: Callable[[], bool]) -> None:
        """Let *test* decide, in place of the fields, whether leaving would lose something."""
        self._unsaved_test = test

    def has_unsaved_input(self) -> bool:
        """Whether leaving now would lose something."""
        if self._unsaved_test is not None:
            return self._unsaved_test()
        return self._field_values() != self._opened_with

    def is_asking(self) -> bool:
        """Whether the question about leaving is on screen."""
        return not self._question.isHidden()

    def showEvent(self, event: QShowEvent) -> None:
        if not event.spontaneous():
            self.mark_saved()
        super().showEvent(event)

    def reject(self) -> None:
        """Leave, or ask in place if that would lose something, or go back to editing."""
        if self.is_asking():
            self._go_on_editing()
        elif self.has_unsaved_input():
            self._ask()
        else:
            super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.is_asking():
            event.ignore()
        else:
            super().closeEvent(event)

    def _leave_question(self) -> QWidget:
        question = QWidget()
        column = QVBoxLayout(question)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(8)
        words = WrapLabel("Leave and lose what you entered?")
        words.setFont(body_font(semibold=True))
        column.addWidget(words)
        line = QHBoxLayout()
        line.addStretch(1)
        leave = ActionButton("Leave", kind="danger")
        leave.clicked.connect(self._leave)
        self._stay = ActionButton("Keep editing", "Esc")
        self._stay.clicked.connect(self._go_on_editing)
        line.addWidget(leave)
        line.addWidget(self._stay)
        column.addLayout(line)
        return question

    def _ask(self) -> None:
        self._kept_focus = self.focusWidget()
        self._buttons.hide()
        self._question.show()
        self._stay.setDefault(True)
        self._stay.setFocus(Qt.FocusReason.OtherFocusReason)

    def _go_on_editing(self) -> None:
        self._question.hide()
        self._stay.setDefault(False)
        self._buttons.show()
        if self._main is not None:
            self._main.setDefault(True)
        if self._kept_focus is not None:
            self._kept_focus.setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave(self) -> None:
        self._question.hide()
        self._buttons.show()
        super().reject()

    def _field_values(self) -> list[object]:
        """What the fields of the body hold, in the order in which they stand."""
        values: list[object] = []
        for field in self.findChildren(QWidget):
            match field:
                case QLineEdit():
                    values.append(field.text())
                case QTextEdit() | QPlainTextEdit():
                    values.append(field.toPlainText())
                case QComboBox():
                    values.append(field.currentText())
                case QAbstractSpinBox():
                    values.append(field.text())
                case QAbstractButton() if field.isCheckable():
                    values.append(field.isChecked())
                case _:
                    pass
        return values
