"""Dice that take what was rolled on the table: one key a die, or a click."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QToolTip, QWidget

from mordcry_app.ui.dice.faces import DiceRow, Die, DieState, paint_die
from mordcry_app.ui.dice.picker import MOST_SIDES, DicePicker
from mordcry_app.ui.dice.typed_dice import TypedDice
from mordcry_app.ui.theme import TextSize, colours
from mordcry_app.ui.widgets.labels import escaped
from mordcry_app.ui.widgets.styling import announce

_FLASH = 500  # milliseconds

_NAVIGATION = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_NEVER_PRINTED = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)


class DiceEntry(DiceRow):
    """Takes the faces of dice with the given *sides*, such as `(6, 6)` or `(3,)`.

    Keys: a digit gives the die with the gold edge its face (0 is the 10 of a D10), Backspace
    takes the last one back, Left and Right choose a die, R asks the app to roll, Enter confirms
    when no die is empty, Esc clears. Clicking a die opens its faces as buttons. A key that the
    dice do not allow changes nothing and says so.

    - `faces_entered(tuple)` the player confirmed these faces
    - `roll_requested()` the player wants the app to roll; show what it rolled with `set_faces`
    - `changed()` other faces are shown
    - `refused(str)` a key did not fit, and why
    - `focus_changed(bool)` the keyboard came or went
    """

    faces_entered = Signal(tuple)
    roll_requested = Signal()
    changed = Signal()
    refused = Signal(str)
    focus_changed = Signal(bool)

    def __init__(
        self,
        sides: Sequence[int],
        *,
        label: str = "",
        size: int = TextSize.HEADING,
        pips: bool = False,
        confirm_at_once: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """*label* says what the roll is for. *confirm_at_once* confirms with the last die typed."""
        super().__init__(label=label, size=size, pips=pips, parent=parent)
        self._typed = TypedDice(sides)
        self._confirm_at_once = confirm_at_once
        self._flash = QTimer(self)
        self._flash.setSingleShot(True)
        self._flash.timeout.connect(self._end_flash)
        self.setContentsMargins(4, 4, 4, 4)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._refresh()

    def sides(self) -> tuple[int, ...]:
        return self._typed.sides

    def set_confirm_at_once(self, confirms_at_once: bool) -> None:
        """Confirm with the last die typed, or wait for Enter."""
        self._confirm_at_once = confirms_at_once

    def set_sides(self, sides: Sequence[int], label: str = "") -> None:
        """Ask for other dice; what was typed is forgotten."""
        self._typed = TypedDice(sides)
        self._label = label
        self.updateGeometry()
        self._refresh()

    def faces(self) -> tuple[int | None, ...]:
        """The face of each die; None for one that is empty."""
        return tuple(self._typed.faces)

    def set_faces(self, faces: Sequence[int]) -> None:
        """Show *faces*, rolled by the app or answered before, for the player to confirm.

        Raises ValueError for faces that these dice cannot show.
        """
        self._typed.put_all(faces)
        self._refresh()

    def is_complete(self) -> bool:
        """Whether no die is empty."""
        return self._typed.is_complete()

    def is_empty(self) -> bool:
        """Whether nothing has been typed, not even a part of a large face."""
        return self._typed.is_empty()

    def clear(self) -> None:
        """Empty every die."""
        self._typed.clear()
        self._refresh()

    def confirm(self) -> None:
        """Do what Enter does."""
        self._say(self._typed.settle())
        if self.is_complete():
            self._refresh()
            self.faces_entered.emit(self.faces())
        else:
            missing = sum(face is None for face in self._typed.faces)
            self._say("One die is still empty." if missing == 1 else f"{missing} dice are empty.")
            self._refresh()

    def event(self, event: QEvent) -> bool:
        # Single keys may be shortcuts of the window; while the dice have the keyboard, theirs win.
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and self._is_ours(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._is_ours(event) and not self._is_printed(event):
            super().keyPressEvent(event)
        elif not (event.isAutoRepeat() and event.key() != Qt.Key.Key_Backspace):
            self._take(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self.die_at(event.position())
        if place is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._typed.move_to(place)
        self._refresh()
        self._open_picker()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._refresh()
        self.focus_changed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self._typed.settle()
        self._refresh()
        self.focus_changed.emit(False)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        for place, die in enumerate(self.dice()):
            half = place == self._typed.cursor and self._typed.pending
            paint_die(
                painter,
                self.die_area(place),
                die,
                pips=self._pips,
                text=self._typed.pending if half else None,
            )
        if self._flash.isActive() or self.hasFocus():
            palette = colours()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(palette.blood if self._flash.isActive() else palette.focus)))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)

    def _is_ours(self, event: QKeyEvent) -> bool:
        if event.modifiers() & _NEVER_PRINTED:
            return False
        key = event.key()
        return (
            (event.text() in tuple("0123456789"))
            or key in (Qt.Key.Key_R, Qt.Key.Key_Backspace, Qt.Key.Key_Delete, *_ENTER)
            or key in _NAVIGATION
            or (key == Qt.Key.Key_Escape and not self._typed.is_empty())
        )

    @staticmethod
    def _is_printed(event: QKeyEvent) -> bool:
        return (
            event.text().isprintable()
            and bool(event.text())
            and not (event.modifiers() & _NEVER_PRINTED)
        )

    def _take(self, event: QKeyEvent) -> None:
        key, text = event.key(), event.text()
        if text in tuple("0123456789"):
            self._type(text)
            return
        if key in _ENTER:
            self.confirm()
            return
        match key:
            case Qt.Key.Key_R:
                self.roll_requested.emit()
            case Qt.Key.Key_Backspace:
                self._typed.back()
            case Qt.Key.Key_Delete:
                self._typed.move(0)
                self._typed.back()
            case Qt.Key.Key_Escape:
                self._typed.clear()
            case Qt.Key.Key_Left | Qt.Key.Key_Right:
                self._typed.move(_NAVIGATION[Qt.Key(key)])
            case Qt.Key.Key_Space:
                self._say(self._typed.settle())
            case _:
                self._say(self._range_sentence())
        self._refresh()

    def _type(self, digit: str) -> None:
        refusal = self._typed.type_digit(digit)
        self._say(refusal)
        self._refresh()
        if self._confirm_at_once and self.is_complete() and not refusal:
            self.confirm()

    def _open_picker(self) -> None:
        place = self._typed.cursor
        if self.sides()[place] > MOST_SIDES:
            return
        picker = DicePicker(self.sides()[place], self)
        picker.picked.connect(lambda face: self._pick(place, face))
        picker.open_below(self, self.die_area(place))

    def _pick(self, place: int, face: int) -> None:
        self._typed.put(place, face)
        self._refresh()
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if not self.is_complete():
            self._open_picker()
        elif self._confirm_at_once:
            self.confirm()

    def _range_sentence(self) -> str:
        sides = self.sides()[min(self._typed.cursor, len(self.sides()) - 1)]
        return f"A D{sides} shows 1 to {sides}. Press R to let the app roll."

    def _say(self, refusal: str) -> None:
        if not refusal:
            return
        self._flash.start(_FLASH)
        self.setAccessibleDescription(refusal)
        announce(self, QAccessible.Event.DescriptionChanged)
        if self.isVisible():
            QToolTip.showText(
                self.mapToGlobal(QPoint(0, self.height() - 8)), escaped(refusal), self
            )
        self.refused.emit(refusal)

    def _end_flash(self) -> None:
        self.setAccessibleDescription("")
        self.update()

    def _refresh(self) -> None:
        """Show the typed faces, and the die that the next key belongs to."""
        before = self.dice()
        shown: list[Die] = []
        for place, face in enumerate(self._typed.faces):
            if place == self._typed.cursor and self.hasFocus():
                state = DieState.CURRENT
            else:
                state = DieState.EMPTY if face is None else DieState.SET
            shown.append(Die(face, state))
        self.set_dice(shown)
        self.update()
        if [die.face for die in before] != [die.face for die in shown]:
            self.changed.emit()
