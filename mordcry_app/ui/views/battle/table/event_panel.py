"""The event that is worked out: its steps so far, and the question at hand."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mordcry_app.rules.procedure import Question, Roll
from mordcry_app.services.battle_table import OpenEventView
from mordcry_app.ui.shortcuts import keys_of
from mordcry_app.ui.theme import TextSize, body_font, colours
from mordcry_app.ui.views.aftermath.editors import EditorPool
from mordcry_app.ui.views.aftermath.entering import RollEditor
from mordcry_app.ui.views.aftermath.question_editor import QuestionEditor
from mordcry_app.ui.views.aftermath.wording import answer_hint, chances_text
from mordcry_app.ui.views.battle.table.forecast_view import ForecastView
from mordcry_app.ui.views.battle.table.steps_list import ShownStep, StepsList
from mordcry_app.ui.widgets import ActionButton, FlowLayout, WrapLabel


class EventPanel(QWidget):
    """Shows the open event. Answers given before can be chosen and corrected.

    - `answered(str, Answer)`, `faces_typed(str, tuple)` an answer to the question with this key
    - `roll_asked(bool)` the app should roll, and whether all that follows as well
    - `back_asked()` the last answer should be taken back
    - `called_off()` the event should be dropped
    """

    answered = Signal(str, object)
    faces_typed = Signal(str, tuple)
    roll_asked = Signal(bool)
    back_asked = Signal()
    called_off = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._event: OpenEventView | None = None
        self._correcting = ""
        self._asked: Question | None = None
        self.editor: QuestionEditor | None = None
        self._is_read_only = False
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        self.steps = StepsList()
        self.steps.step_chosen.connect(self.correct)
        column.addWidget(self.steps)
        self._ask = _Asked()
        self._place = QVBoxLayout(self._ask)
        self._place.setContentsMargins(14, 10, 14, 12)
        self._place.setSpacing(7)
        self.why = WrapLabel()
        self.why.setFont(body_font(TextSize.LEAD, semibold=True))
        self.note = WrapLabel(tone="muted", size=TextSize.SMALL)
        self._place.addWidget(self.why)
        self._place.addWidget(self.note)
        column.addWidget(self._ask)
        self.pool = EditorPool(self)
        self.pool.answered.connect(self._answer)
        self.pool.faces_typed.connect(self._type)
        self.pool.roll_asked.connect(lambda: self._roll(False))
        self.forecast = ForecastView()
        column.addSpacing(6)
        column.addWidget(self.forecast)
        column.addStretch(1)
        self.buttons = QWidget()
        self._fill_buttons(self.buttons)

    def set_event(self, event: OpenEventView, *, is_read_only: bool = False) -> None:
        """Show an event as far as it has come; a correction ends with its answer."""
        if self._event is None or event.steps != self._event.steps:
            self._correcting = ""
        self._event, self._is_read_only = event, is_read_only
        self.steps.set_steps(
            [
                ShownStep.of(step, is_correctable=step.question is not None and not is_read_only)
                for step in event.steps
            ]
        )
        self.back_button.setVisible(bool(event.steps))
        self.forecast.setVisible(event.forecast is not None)
        if event.forecast is not None:
            self.forecast.set_forecast(event.forecast)
        self._show_question()

    def correct(self, key: str) -> None:
        """Ask again what was answered; the old answer stands until another is given."""
        self._correcting = key
        self._show_question()
        self.take_keyboard()

    def stop_correcting(self) -> bool:
        """Go back to the question at hand; say whether something was being corrected."""
        was_correcting = bool(self._correcting)
        self._correcting = ""
        self._show_question()
        return was_correcting

    def take_keyboard(self) -> None:
        """Give the keyboard to where the answer goes."""
        if self.editor is not None and self.editor.isVisible():
            self.editor.take_keyboard()

    def rest(self) -> None:
        """Forget the event: nothing is asked any more."""
        self._event, self._asked, self._correcting = None, None, ""

    def asked(self) -> Question | None:
        """What the editor is for."""
        return self._asked

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # The dice would take Shift+R for R: it is the key that rolls all that follows.
        is_key = event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
        if is_key and isinstance(event, QKeyEvent) and _is_shift_r(event):
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._correcting:
            self.stop_correcting()
            self.take_keyboard()
        else:
            super().keyPressEvent(event)

    def _fill_buttons(self, holder: QWidget) -> None:
        """Make the buttons, which stand below the panel and never scroll away."""
        self.roll_button = ActionButton("Roll", keys_of("roll_dice"))
        self.roll_button.clicked.connect(lambda: self._roll(False))
        self.through_button = ActionButton("Roll through", keys_of("roll_through"))
        self.through_button.clicked.connect(lambda: self._roll(True))
        self.back_button = ActionButton("Back one answer", keys_of("take_back"))
        self.back_button.clicked.connect(self.back_asked)
        self.off_button = ActionButton("Call it off", kind="quiet")
        self.off_button.clicked.connect(self.called_off)
        flow = FlowLayout(holder, gap=8)
        for button in (self.roll_button, self.through_button, self.back_button, self.off_button):
            flow.addWidget(button)

    def _show_question(self) -> None:
        event = self._event
        if event is None:
            return
        question, refused = event.question, event.refused
        corrected = next((s for s in event.steps if s.key == self._correcting), None)
        if corrected is not None and corrected.question is not None:
            question = corrected.question
            refused = f"It was answered: {corrected.answer}. Esc keeps that."
        self.why.set_plain(question.why)
        chances = chances_text(question) if isinstance(question, Roll) else ""
        hint = "" if isinstance(question, Roll) else answer_hint(question)
        notes = [part for part in (refused, chances, hint) if part]
        self.note.set_plain(" · ".join(notes))
        self.note.setVisible(bool(notes))
        if question != self._asked or self.editor is None:
            self._put_editor(question)
        is_roll = isinstance(question, Roll) and not self._correcting
        for button in (self.roll_button, self.through_button):
            button.setVisible(is_roll)
            button.setEnabled(not self._is_read_only)
        for button in (self.back_button, self.off_button):
            button.setEnabled(not self._is_read_only)

    def _put_editor(self, question: Question) -> None:
        self._asked = question
        editor = self.pool.take(question)
        if editor is not self.editor:
            if self.editor is not None:
                self.editor.hide()
            self._place.addWidget(editor)
            self.editor = editor
        editor.show()
        editor.setEnabled(not self._is_read_only)
        if isinstance(editor, RollEditor):
            editor.entry.installEventFilter(self)

    def _answer(self, answer: object) -> None:
        if self._asked is not None:
            self.answered.emit(self._asked.key, answer)

    def _type(self, faces: tuple[int, ...]) -> None:
        if self._asked is not None:
            self.faces_typed.emit(self._asked.key, faces)

    def _roll(self, through: bool) -> None:
        if isinstance(self._asked, Roll) and not self._correcting and not self._is_read_only:
            self.roll_asked.emit(through)


def _is_shift_r(event: QKeyEvent) -> bool:
    is_shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
    return event.key() == Qt.Key.Key_R and is_shifted


class _Asked(QWidget):
    """The ground of the question at hand: it stands out by a bar and a quiet colour."""

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        palette = colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(palette.accent_soft))
        painter.drawRoundedRect(self.rect(), 5, 5)
        painter.fillRect(0, 4, 4, self.height() - 8, QColor(palette.gold))
