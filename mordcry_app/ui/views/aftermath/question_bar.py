"""The bar below a board: what is asked now, and the keys that answer it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from mordcry_app.rules.procedure import Question, Roll
from mordcry_app.ui.dice import DiceRow, Die, DieState
from mordcry_app.ui.shortcuts import keys_of
from mordcry_app.ui.theme import colours
from mordcry_app.ui.views.aftermath.wording import answer_hint
from mordcry_app.ui.widgets import ActionButton, ElidedLabel, Label


class QuestionBar(QFrame):
    """Mirrors the question at hand, so that it can be read without looking for its line.

    - `roll_asked()` the app should roll
    - `back_asked()` the last answer should be taken back
    """

    roll_asked = Signal()
    back_asked = Signal()

    def __init__(self, owner: QWidget) -> None:
        """*owner* is the page whose keys R and Backspace are."""
        super().__init__()
        self.setAccessibleName("The question at hand")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        line = QHBoxLayout(self)
        line.setContentsMargins(20, 7, 20, 7)
        line.setSpacing(12)
        self._what = ElidedLabel(bold=True)
        self._dice = DiceRow()
        self._hint = Label(tone="muted")
        self.roll_button = ActionButton("Roll", keys_of("roll_dice"))
        self.roll_button.clicked.connect(self.roll_asked)
        self.back_button = ActionButton("Back one answer", keys_of("take_back"))
        self.back_button.clicked.connect(self.back_asked)
        for widget in (self._what, self._dice, self._hint, self.roll_button):
            line.addWidget(widget)
        line.addStretch(1)
        line.addWidget(self.back_button)
        for button in (self.roll_button, self.back_button):
            # The keys are the page’s: they serve while the bar is hidden, and nowhere else.
            button.action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            owner.addAction(button.action)

    def ask(self, what: str, question: Question, *, waits_for_enter: bool = False) -> None:
        """Show that *question* is asked; *what* says whose and what for."""
        self._what.setText(what)
        self._hint.setText(answer_hint(question, waits_for_enter=waits_for_enter))
        is_roll = isinstance(question, Roll)
        self._show_rolling(is_roll)
        self.show_faces((None,) * len(question.parsed.sides) if is_roll else ())

    def rest(self, what: str) -> None:
        """Show that nothing is asked, and why."""
        self._what.setText(what)
        self._hint.setText("")
        self._show_rolling(False)

    def show_faces(self, faces: tuple[int | None, ...]) -> None:
        """Show the faces typed so far."""
        first_empty = faces.index(None) if None in faces else -1
        self._dice.set_dice(
            [
                Die(face, DieState.SET if face else self._state(place == first_empty))
                for place, face in enumerate(faces)
            ]
        )

    def shown(self) -> str:
        """What is asked, in words."""
        return self._what.text()

    def _show_rolling(self, is_roll: bool) -> None:
        if self.roll_button.isEnabled() != is_roll or self._dice.isHidden() == is_roll:
            self._dice.setVisible(is_roll)
            self.roll_button.setVisible(is_roll)
            self.roll_button.setEnabled(is_roll)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        palette = colours()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(palette.surface))
        painter.setPen(QColor(palette.hairline))
        painter.drawLine(self.rect().topLeft(), self.rect().topRight())

    @staticmethod
    def _state(is_next: bool) -> DieState:
        return DieState.CURRENT if is_next else DieState.EMPTY
