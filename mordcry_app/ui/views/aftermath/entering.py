"""Answers that are entered: the faces of dice, amounts, a text."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from mordcry_app.rules.procedure import Ask, Roll, Spread, SpreadAnswer, TextAnswer
from mordcry_app.ui.dice import DiceEntry
from mordcry_app.ui.views.aftermath.question_editor import ENTER, QuestionEditor
from mordcry_app.ui.widgets import ActionButton, ElidedLabel, IconButton, KeyHint, Label, WrapLabel

_AMOUNT_HEIGHT = 30  # logical pixels; ten payers stand below each other


class RollEditor(QuestionEditor):
    """Takes the faces of a roll; the last one typed confirms them, or Enter if it waits for it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._waits_for_enter = False
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.entry = DiceEntry((6,), confirm_at_once=True)
        self.entry.faces_entered.connect(self.faces_typed)
        self.entry.roll_requested.connect(self.roll_asked)
        self.entry.changed.connect(self.changed)
        self.entry.changed.connect(self._show_what_is_next)
        self.entry.installEventFilter(self)
        self.roll_button = IconButton("dice", "Let the app roll these dice (R)")
        self.roll_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.roll_button.clicked.connect(self.roll_asked)
        line = QHBoxLayout()
        line.setSpacing(0)
        self._roll_hint = KeyHint("R")
        self.enter_hint = KeyHint("Return")
        self.enter_hint.hide()
        line.addWidget(self.roll_button)
        line.addWidget(self._roll_hint)
        line.addWidget(self.enter_hint)
        line.addStretch(1)
        column.addWidget(self.entry)
        column.addLayout(line)

    def set_question(self, question: Roll) -> None:
        """Ask for other dice; what was typed is forgotten."""
        self.entry.set_sides(question.parsed.sides, question.why)

    def set_waits_for_enter(self, waits: bool) -> None:
        self._waits_for_enter = waits
        self.entry.set_confirm_at_once(not waits)
        self._show_what_is_next()

    def _show_what_is_next(self) -> None:
        """Once every die has its face it is Enter, no longer the roll."""
        is_enter = self._waits_for_enter and self.entry.is_complete()
        self.enter_hint.setVisible(is_enter)
        self.roll_button.setVisible(not is_enter)
        self._roll_hint.setVisible(not is_enter)

    def confirm(self) -> bool:
        """Answer with the faces typed, if no die is empty; returns whether it did."""
        is_complete = self.entry.is_complete()
        if is_complete:
            self.entry.confirm()
        return is_complete

    def keyboard_place(self) -> QWidget:
        return self.entry

    def faces(self) -> tuple[int | None, ...]:
        return self.entry.faces()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # With no die typed, Backspace means the answer before: leave it to the page.
        is_key = event.type() in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
        is_back = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Backspace
        if is_key and is_back and watched is self.entry and self.entry.is_empty():
            event.ignore()
            return True
        return super().eventFilter(watched, event)


class SpreadEditor(QuestionEditor):
    """Divides an amount among payers; the proposal is filled in, so Enter may be all it takes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._total = 0
        self._amounts: dict[str, QSpinBox] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._payers = QWidget()
        line = QHBoxLayout()
        self.remaining = WrapLabel()
        self.confirm_button = ActionButton("Take these amounts")
        self.confirm_button.clicked.connect(self.confirm)
        line.addWidget(self.remaining, 1)
        line.addWidget(self.confirm_button)
        line.addWidget(KeyHint("Return"))
        self._column.addWidget(self._payers)
        self._column.addLayout(line)

    def set_question(self, question: Spread) -> None:
        """Ask for another division, with its proposal filled in."""
        self._total = question.total
        self._amounts = {}
        old, self._payers = self._payers, QWidget()
        self._column.replaceWidget(old, self._payers)
        old.hide()
        old.deleteLater()
        grid = QGridLayout(self._payers)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(0, 1)
        for row, share in enumerate(share for share in question.shares if share.available):
            name = ElidedLabel(share.label)
            amount = QSpinBox()
            amount.setRange(0, share.available)
            amount.setValue(share.proposed)
            amount.setAccelerated(True)
            amount.setFixedHeight(_AMOUNT_HEIGHT)
            amount.setAlignment(Qt.AlignmentFlag.AlignRight)
            amount.setAccessibleName(f"{share.label}, of {share.available}")
            amount.valueChanged.connect(self._count)
            name.setBuddy(amount)
            grid.addWidget(name, row, 0)
            grid.addWidget(amount, row, 1)
            grid.addWidget(Label(f"of {share.available}", tone="muted"), row, 2)
            self._amounts[share.id] = amount
        self._payers.show()
        self._count()

    def take_keyboard(self) -> None:
        super().take_keyboard()
        place = self.keyboard_place()
        if isinstance(place, QSpinBox):
            place.selectAll()

    def keyboard_place(self) -> QWidget:
        return next(iter(self._amounts.values()), self)

    def amounts(self) -> dict[str, int]:
        """What each payer gives as it stands; those who give nothing are left out."""
        return {key: box.value() for key, box in self._amounts.items() if box.value()}

    def confirm(self) -> None:
        """Answer with the amounts, if they add up."""
        if sum(self.amounts().values()) == self._total:
            self.answered.emit(SpreadAnswer(amounts=self.amounts()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.confirm()
        else:
            super().keyPressEvent(event)

    def _count(self) -> None:
        left = self._total - sum(self.amounts().values())
        adds_up = left == 0
        if adds_up:
            self.remaining.set_plain(f"✓ all {self._total} given")
        elif left > 0:
            self.remaining.set_plain(f"{left} of {self._total} still to give")
        else:
            self.remaining.set_plain(f"{-left} more than {self._total}")
        self.remaining.set_tone("verdigris" if adds_up else "blood")
        self.confirm_button.set_available(adds_up, f"The amounts must add up to {self._total}.")
        self.changed.emit()


class AskEditor(QuestionEditor):
    """Takes a short text; the proposal is filled in."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        self.field = QLineEdit()
        self.field.installEventFilter(self)
        line.addWidget(self.field, 1)
        line.addWidget(KeyHint("Return"))

    def set_question(self, question: Ask) -> None:
        """Ask for another text, with its proposal filled in."""
        self.field.setMaxLength(question.longest)
        self.field.setText(question.proposed)
        self.field.setAccessibleName(question.why)

    def take_keyboard(self) -> None:
        super().take_keyboard()
        self.field.selectAll()

    def keyboard_place(self) -> QWidget:
        return self.field

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Taken here and not from `returnPressed`, after which the key would go on to the page.
        is_key = watched is self.field and event.type() == QEvent.Type.KeyPress
        if is_key and isinstance(event, QKeyEvent) and event.key() in ENTER:
            self.answered.emit(TextAnswer(text=self.field.text().strip()))
            return True
        return super().eventFilter(watched, event)
