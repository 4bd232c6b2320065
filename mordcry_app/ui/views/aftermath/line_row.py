"""One line of a board: what it is about, how it stands, its dice, and where it is answered."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from mordcry_app.rules.procedure import Question, Roll
from mordcry_app.services.views import LineView, StepView
from mordcry_app.ui.dice import DiceRow, Die
from mordcry_app.ui.theme import TextSize, colours
from mordcry_app.ui.views.aftermath.question_editor import ENTER, QuestionEditor
from mordcry_app.ui.views.aftermath.step_buttons import StepChange, StepDice
from mordcry_app.ui.views.aftermath.wording import (
    chances_text,
    dice_name,
    line_markup,
    question_text,
    short_changes_markup,
    spoken_changes,
    spoken_line,
    was_text,
)
from mordcry_app.ui.widgets import ElidedLabel, Label, Tone, WrapLabel, announce, escaped

NARROW = 340
"""Below this width, in logical pixels, the label stands above the text and not beside it."""

INSET = 14
"""Where a row begins, in logical pixels."""

NUMBER_WIDTH = 34
"""The margin in which the number on the form hangs, in logical pixels."""

GAP = 10
"""Between number, label and text, in logical pixels."""

_LABEL_WIDTH = 86


class LineRow(QFrame):
    """Shows a line and, while it is asked, its editor.

    - `chosen(key)` Enter or a click: the player wants to answer or to correct this line
    - `step_chosen(key, question key)` the player wants to correct this answer
    - `moved(key, step)` an arrow key: go to the line after (1) or before (−1)
    - `crossed(key, step)` an arrow key: go to the track beside it
    - `left(key)` Esc: stop correcting
    """

    chosen = Signal(str)
    step_chosen = Signal(str, str)
    moved = Signal(str, int)
    crossed = Signal(str, int)
    left = Signal(str)

    def __init__(
        self,
        line: LineView,
        track_name: str,
        number: str | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """*number* is that on the printed form, in a margin of its own; none needs no margin."""
        super().__init__(parent)
        self._line = line
        self._track_name = track_name
        self._number: str | None = None
        self._number_label: WrapLabel | None = None
        self._is_current = False
        self._is_narrow: bool | None = None
        self._is_labelled = True
        self._editor: QuestionEditor | None = None
        self._beside: list[QWidget] = []
        self._shown_beside: object = None
        self._steps: list[StepChange] = []
        self._notes: dict[str, WrapLabel] = {}
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        column = QVBoxLayout(self)
        column.setContentsMargins(INSET, 9, 12, 10)
        column.setSpacing(7)
        across = self._across = QHBoxLayout()
        across.setSpacing(GAP)
        column.addLayout(across)
        self._label = WrapLabel(tone="muted")
        self._label.setFixedWidth(_LABEL_WIDTH)
        across.addWidget(self._label, 0, Qt.AlignmentFlag.AlignTop)
        self._body = QVBoxLayout()
        self._body.setSpacing(3)
        self._small_label = ElidedLabel(tone="muted", size=TextSize.SMALL)
        self._small_label.hide()
        self._text = WrapLabel()
        self._body.addWidget(self._small_label)
        self._body.addWidget(self._text)
        self._body.addStretch(1)
        across.addLayout(self._body, 1)
        self._side = QVBoxLayout()
        self._side.setSpacing(2)
        self._side.addStretch(1)
        across.addLayout(self._side)
        self._answers = QVBoxLayout()
        self._answers.setSpacing(4)
        column.addLayout(self._answers)
        self.set_narrow(False)
        self.set_number(number)
        self._write()

    @property
    def line(self) -> LineView:
        """What is shown."""
        return self._line

    @property
    def editor(self) -> QuestionEditor | None:
        """What answers the question at hand, while it is asked."""
        return self._editor

    @property
    def is_current(self) -> bool:
        """Whether this is the line to be answered next."""
        return self._is_current

    def set_line(self, line: LineView, track_name: str) -> None:
        """Show the line as it stands; what has not changed is left alone."""
        if line != self._line or track_name != self._track_name:
            self._line, self._track_name = line, track_name
            self._write()

    @property
    def number(self) -> str:
        """The number of the line on the printed form; empty where it has none."""
        return self._number or ""

    def set_number(self, number: str | None) -> None:
        """Show the number that the line has on the printed form; none takes the margin away."""
        if number == self._number:
            return
        self._number = number
        if self._number_label is None:
            label = self._number_label = WrapLabel(tone="gold" if self._is_current else "muted")
            label.setFixedWidth(NUMBER_WIDTH)
            self._across.insertWidget(0, label, 0, Qt.AlignmentFlag.AlignTop)
        self._number_label.set_plain(number or "")
        self._number_label.setHidden(number is None)
        self._indent_answers()
        self.setAccessibleName(self._spoken())

    def help_anchor(self) -> str:
        """Return the place in the rules that the line carries out."""
        return self._line.rule

    def set_current(self, is_current: bool) -> None:
        """Mark the line as the one to be answered next."""
        if is_current != self._is_current:
            self._is_current = is_current
            self._label.set_tone("gold" if is_current else "muted")
            self._small_label.set_tone("gold" if is_current else "muted")
            if self._number_label is not None:
                self._number_label.set_tone("gold" if is_current else "muted")
            self._write_question()
            self.update()

    def set_narrow(self, is_narrow: bool) -> None:
        """Put the label above the text, or beside it."""
        if is_narrow != self._is_narrow:
            self._is_narrow = is_narrow
            self._place_label()

    def set_labelled(self, is_labelled: bool) -> None:
        """Show what kind of line it is, or not where a heading says so."""
        if is_labelled != self._is_labelled:
            self._is_labelled = is_labelled
            self._place_label()

    def ask(self, question: Question, editor: QuestionEditor, instead_of: str = "") -> None:
        """Show *editor*, which asks *question*; *instead_of* is the answer that it corrects."""
        self._editor = editor
        corrected = f"{question.why} Instead of {instead_of}:" if instead_of else ""
        self._note("corrected", corrected, "gold")
        few_dice = isinstance(question, Roll) and len(question.parsed.sides) <= 3
        if few_dice and not self._is_narrow and not self._steps:
            self._side.insertWidget(self._side.count() - 1, editor)
        else:
            self._answers.addWidget(editor)
        editor.show()  # Qt would show it a moment later, and the keyboard goes nowhere before
        self._fill_side()

    def stop_asking(self) -> None:
        """Hide the editor and let go of it, and take the list of answers away."""
        if self._editor is not None:
            self._side.removeWidget(self._editor)
            self._answers.removeWidget(self._editor)
            self._editor.hide()
            self._editor = None
            self._note("corrected", "", "gold")
            self._fill_side()
        self._drop_steps()

    def show_steps(self) -> None:
        """List the answers of the line, each a button that corrects it."""
        self._drop_steps()
        for step in self._line.steps:
            button = StepChange(step)
            key = step.key
            button.clicked.connect(lambda _=False, key=key: self._choose_step(key))
            self._answers.addWidget(button)
            button.show()
            self._steps.append(button)
        if self._steps:
            self._steps[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def step_buttons(self) -> tuple[StepDice, ...]:
        """The dice that can be clicked to correct them."""
        return tuple(widget for widget in self._beside if isinstance(widget, StepDice))

    def change_buttons(self) -> tuple[StepChange, ...]:
        """The answers that are listed to be corrected."""
        return tuple(self._steps)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if event.modifiers() & (
            Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
        ):
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self._move(1 if key == Qt.Key.Key_Down else -1)
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Left):
            self.crossed.emit(self._line.key, 1 if key == Qt.Key.Key_Right else -1)
        elif key in ENTER:
            self._enter()
        elif key == Qt.Key.Key_Escape:
            self.left.emit(self._line.key)
        elif self.hasFocus() and self._line.status == "open" and self._is_answer(event):
            self._pass_on(event)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            event.accept()
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            if self._line.status == "open":
                self.chosen.emit(self._line.key)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()
        self.chosen.emit(self._line.key)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._notes.get("changes"):
            self._write_changes()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        palette = colours()
        painter = QPainter(self)
        area = self.rect()
        if self._is_current:
            painter.fillRect(area, QColor(palette.accent_soft))
            painter.fillRect(0, 0, 3, area.height(), QColor(palette.gold))
        painter.setPen(QColor(palette.hairline))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        if self.hasFocus():
            painter.setPen(QPen(QColor(palette.focus), 2))
            painter.drawRect(area.adjusted(1, 1, -2, -2))

    def _place_label(self) -> None:
        self._label.setHidden(bool(self._is_narrow) or not self._is_labelled)
        self._small_label.setHidden(not self._is_narrow or not self._is_labelled)
        self._indent_answers()

    def _indent_answers(self) -> None:
        """Let answers below the text begin where the text does."""
        indent = _LABEL_WIDTH + GAP if self._is_labelled and not self._is_narrow else 0
        indent += 0 if self._number is None else NUMBER_WIDTH + GAP
        self._answers.setContentsMargins(indent, 0, 0, 0)

    def _spoken(self) -> str:
        spoken = spoken_line(self._line, self._track_name)
        return f"{self._number}. {spoken}" if self._number else spoken

    def _write(self) -> None:
        line = self._line
        if self._label.text() != line.label:
            self._label.set_plain(line.label)
        self._small_label.setText(line.label)
        markup = line_markup(line, line.text, self._track_name)
        if markup != self._text.text():
            self._text.set_rich(markup)
        self._text.set_tone("muted" if line.status == "waiting" else "")
        self._note("refused", f"Asked again: {line.refused}" if line.refused else "", "blood")
        self._note("was", was_text(line), "gold")
        self._note("answers", self._answers_so_far(), "muted")
        self._write_question()
        self._write_changes()
        self._fill_side()
        self.setAccessibleName(self._spoken())
        can_correct = line.status == "done" and bool(line.steps)
        self.setAccessibleDescription("Enter corrects it." if can_correct else "")
        announce(self)

    def _write_question(self) -> None:
        asked, outlook = self._asked_text()
        self._note("question", asked, "")
        self._note("chances", outlook, "muted")

    def _asked_text(self) -> tuple[str, str]:
        """The question in words, and the outlook of its dice, where they are to be seen."""
        question = self._line.question
        if question is None or not self._is_current:
            return "", ""
        asked = question_text(self._line, question)
        if not isinstance(question, Roll) or not question.chances:
            return asked, ""
        return asked, f"{dice_name(question.dice)}: {chances_text(question)}"

    def _answers_so_far(self) -> str:
        """Choices that an unfinished line has behind it; its dice are shown beside it."""
        if self._line.status != "open":
            return ""
        return " · ".join(step.text for step in self._line.steps if step.dice is None)

    def _write_changes(self) -> None:
        line = self._line
        markup = short_changes_markup(line) if line.status == "done" else ""
        label = self._note("changes", markup, "muted", is_rich=True)
        if label is not None:
            spoken = spoken_changes(line.changes)
            label.setToolTip(escaped(spoken))
            label.setAccessibleName(spoken)

    def _note(self, name: str, text: str, tone: Tone, *, is_rich: bool = False) -> WrapLabel | None:
        """Write a note below the text; none is made before there is something to say."""
        label = self._notes.get(name)
        if label is None:
            if not text:
                return None
            label = WrapLabel(size=TextSize.SMALL, tone=tone)
            self._notes[name] = label
            self._body.insertWidget(self._note_place(name), label)
        if text != label.text():
            if is_rich:
                label.set_rich(text)
            else:
                label.set_plain(text)
            label.setVisible(bool(text))
        return label

    def _note_place(self, name: str) -> int:
        order = ("refused", "was", "answers", "question", "chances", "changes", "corrected")
        before = order[: order.index(name)]
        return 2 + sum(1 for other in before if other in self._notes)

    def _fill_side(self) -> None:
        """Show the dice of the line, or what is wanted; made anew only where that has changed."""
        line = self._line
        is_asked = self._editor is not None
        shown = (line.status, line.steps, type(line.question), is_asked)
        self.setCursor(
            Qt.CursorShape.PointingHandCursor
            if line.status == "open" and not is_asked
            else Qt.CursorShape.ArrowCursor
        )
        if shown == self._shown_beside:
            return
        self._shown_beside = shown
        for widget in self._beside:
            self._side.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._beside = [*self._step_dice(), *self._status_mark()]
        for place, widget in enumerate(self._beside):
            self._side.insertWidget(place, widget, 0, Qt.AlignmentFlag.AlignRight)

    def _step_dice(self) -> list[QWidget]:
        dice: list[QWidget] = []
        for step in self._line.steps:
            if step.dice is not None and step.dice.faces:
                button = StepDice(step, step.dice)
                button.clicked.connect(self._choose_of(step))
                dice.append(button)
        return dice

    def _choose_of(self, step: StepView) -> Callable[[], None]:
        return lambda: self._choose_step(step.key)

    def _status_mark(self) -> list[QWidget]:
        """What stands beside the text where no dice do: a tick, or what is wanted."""
        line = self._line
        if line.status == "done" and not any(step.dice for step in line.steps):
            return [Label("✓", tone="verdigris", bold=True)]
        if line.status != "open" or self._editor is not None:
            return []
        if isinstance(line.question, Roll):
            empty = DiceRow([Die() for _ in line.question.parsed.sides])
            empty.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            return [empty]
        return [Label("to choose", tone="muted", size=TextSize.SMALL)]

    def _drop_steps(self) -> None:
        for button in self._steps:
            self._answers.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._steps.clear()

    def _choose_step(self, question_key: str) -> None:
        self.step_chosen.emit(self._line.key, question_key)

    def _enter(self) -> None:
        focused = QApplication.focusWidget()
        if isinstance(focused, StepChange) and focused in self._steps:
            focused.click()
        else:
            self.chosen.emit(self._line.key)

    def _move(self, step: int) -> None:
        focused = QApplication.focusWidget()
        if isinstance(focused, StepChange) and focused in self._steps:
            place = self._steps.index(focused) + step
            if 0 <= place < len(self._steps):
                self._steps[place].setFocus(Qt.FocusReason.TabFocusReason)
                return
        self.moved.emit(self._line.key, step)

    @staticmethod
    def _is_answer(event: QKeyEvent) -> bool:
        return bool(event.text()) and event.text().isprintable() and not event.text().isspace()

    def _pass_on(self, event: QKeyEvent) -> None:
        """Open the line for a key that was meant for its answer, and let the answer have it."""
        self.chosen.emit(self._line.key)
        if self._editor is not None:
            QApplication.sendEvent(self._editor.keyboard_place(), event)
