"""A choice of a few: each option is a button with its number as its key."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from mordcry_app.rules.procedure import ChoiceAnswer, Choose, Option
from mordcry_app.ui.theme import TextSize, body_font, colours
from mordcry_app.ui.views.aftermath.question_editor import ENTER, QuestionEditor
from mordcry_app.ui.views.aftermath.wording import MOST_NUMBERED
from mordcry_app.ui.widgets import ChipButton, KeyHint

_INSET = 9
_WRAP = Qt.TextFlag.TextWordWrap


def fits_buttons(question: Choose) -> bool:
    """Whether every option can have a number key."""
    return len(question.options) <= MOST_NUMBERED


class OptionButton(QAbstractButton):
    """One option with its number key: its name, and below it what it does or why it is refused."""

    def __init__(self, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = number
        self.option = Option("", "")
        self._placed: dict[int, tuple[QRect, QRect]] = {}
        self._cap = KeyHint(str(number), self)
        self._cap.move(_INSET, _INSET - 1)
        self._text_left = _INSET + self._cap.sizeHint().width() + 9
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def set_option(self, option: Option) -> None:
        """Show another option; a refused one is off."""
        self.option = option
        self.setText(option.label)
        self.setAccessibleName(f"{self._number}: {option.label}")
        self.setAccessibleDescription(option.refused or option.detail)
        self.setEnabled(not option.refused)
        self._placed.clear()
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(220, self.heightForWidth(220))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        title, note = self._areas(width)
        return max(title.bottom(), note.bottom()) + _INSET

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Layouts give a height for the width that they guessed; this is the one that came.
        self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        palette = colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        has_focus, is_refused = self.hasFocus(), bool(self.option.refused)
        line = palette.focus if has_focus else palette.control
        line = palette.hairline if is_refused else line
        painter.setPen(QPen(QColor(line), 2 if has_focus else 1))
        ground = palette.hover if self.underMouse() or self.isDown() else palette.surface
        painter.setBrush(Qt.BrushStyle.NoBrush if is_refused else QColor(ground))
        inset = 1.0 if has_focus else 0.5
        painter.drawRoundedRect(self.rect().toRectF().adjusted(inset, inset, -inset, -inset), 6, 6)
        title, note = self._areas(self.width())
        painter.setFont(body_font(semibold=not is_refused))
        painter.setPen(QColor(palette.muted if is_refused else palette.ink))
        painter.drawText(title, _WRAP, self.option.label)
        painter.setFont(body_font(TextSize.SMALL, italic=is_refused))
        painter.setPen(QColor(palette.muted))
        painter.drawText(note, _WRAP, self.option.refused or self.option.detail)

    def _areas(self, width: int) -> tuple[QRect, QRect]:
        """Where the name and the note below it stand."""
        if width not in self._placed:
            self._placed[width] = self._place(width)
        return self._placed[width]

    def _place(self, width: int) -> tuple[QRect, QRect]:
        left = self._text_left
        room = QRect(left, _INSET - 3, max(width - left - _INSET, 40), 10_000)
        name = QFontMetrics(body_font(semibold=not self.option.refused))
        title = name.boundingRect(room, _WRAP, self.option.label)
        title.setWidth(room.width())
        text = self.option.refused or self.option.detail
        if not text:
            return title, QRect()
        small = QFontMetrics(body_font(TextSize.SMALL, italic=bool(self.option.refused)))
        room.setTop(title.bottom() + 1)
        note = small.boundingRect(room, _WRAP, text)
        note.setWidth(room.width())
        return title, note


class OptionButtons(QuestionEditor):
    """Up to nine options, each with its number as its key; arrows move between them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(5)
        self._question = Choose("", (), "")
        self._waits_for_enter = False
        self._made: list[OptionButton] = []
        self.buttons: list[OptionButton] = []
        self.for_all = ChipButton("", checkable=True)
        self.for_all.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._all_line = QWidget()
        line = QHBoxLayout(self._all_line)
        line.setContentsMargins(0, 2, 0, 0)
        line.addWidget(self.for_all)
        line.addWidget(KeyHint("A"))
        line.addStretch(1)
        self._column.addWidget(self._all_line)

    def set_question(self, question: Choose, alike: int = 0) -> None:
        """Offer other options; *alike* other questions may be answered with this one.

        Whether they are is kept from one question to the next that is like it.
        """
        if question.alike != self._question.alike:
            self.for_all.setChecked(False)
        self._question = question
        others = "the other one" if alike == 1 else f"the other {alike}"
        self.for_all.set_text(f"The same for {others}")
        self._all_line.setVisible(bool(alike))
        self.setAccessibleName(question.why)
        then = ", then Enter" if self._waits_for_enter else ""
        self.setAccessibleDescription(f"Press 1 to {len(question.options)}{then}")
        while len(self._made) < len(question.options):
            button = OptionButton(len(self._made) + 1)
            button.clicked.connect(self._choose_of(button))
            button.installEventFilter(self)
            self._column.insertWidget(len(self._made), button)
            self._made.append(button)
        self.buttons = self._made[: len(question.options)]
        for button, option in zip(self.buttons, question.options, strict=True):
            button.set_option(option)
        for place, button in enumerate(self._made):
            if button.isHidden() == (place < len(self.buttons)):
                button.setHidden(not button.isHidden())

    def set_waits_for_enter(self, waits: bool) -> None:
        self._waits_for_enter = waits

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._take(event, -1):
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Buttons would use the arrow keys themselves, and let Enter go.
        is_key = event.type() == QEvent.Type.KeyPress
        if is_key and isinstance(event, QKeyEvent) and isinstance(watched, OptionButton):
            return self._take(event, self.buttons.index(watched))
        return super().eventFilter(watched, event)

    def _take(self, event: QKeyEvent, at: int) -> bool:
        """Use a key that came while the button number *at* had the keyboard, −1 for none."""
        if event.modifiers() & (
            Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
        ):
            return False
        key = event.key()
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Right):
            self._move(at, 1)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Left):
            self._move(at, -1)
        elif key in ENTER and at >= 0:
            self.buttons[at].click()
        elif key == Qt.Key.Key_A and not self._all_line.isHidden():
            self.for_all.toggle()
        elif event.text() and event.text() in "123456789":
            place = int(event.text()) - 1
            if place < len(self.buttons):
                self._press(self.buttons[place])
        else:
            return False
        return True

    def _press(self, button: OptionButton) -> None:
        """Choose an option by its number, or go to it until Enter confirms."""
        if self._waits_for_enter:
            button.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            button.click()

    def _move(self, at: int, step: int) -> None:
        place = at + step
        while 0 <= place < len(self.buttons):
            if self.buttons[place].isEnabled():
                self.buttons[place].setFocus(Qt.FocusReason.TabFocusReason)
                return
            place += step
        self.stepped_out.emit(step)

    def _choose_of(self, button: OptionButton) -> Callable[[], None]:
        def choose() -> None:
            is_for_all = self.for_all.isChecked() and not self._all_line.isHidden()
            signal = self.answered_alike if is_for_all else self.answered
            signal.emit(ChoiceAnswer(option=button.option.id))

        return choose
