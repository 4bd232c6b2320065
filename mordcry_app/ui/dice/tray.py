"""The bar at the bottom of the window: the roll at hand, and the rolls made."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from mordcry_app.ui.dice.entry import DiceEntry
from mordcry_app.ui.dice.faces import DiceRow, dice_of
from mordcry_app.ui.dice.log import RollLine, RollLog, RollModel
from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.widgets.buttons import ActionButton
from mordcry_app.ui.widgets.key_hint import KeyHint
from mordcry_app.ui.widgets.labels import ElidedLabel, Label
from mordcry_app.ui.widgets.room import least_without, natural_width, show_what_fits

_DIRECT = Qt.FindChildOption.FindDirectChildrenOnly


class DiceTray(QFrame):
    """Asks for a roll after `ask`, and shows the last one while nothing is asked.

    - `faces_entered(tuple)` the player typed these faces and confirmed them
    - `roll_requested()` the player wants the app to roll. Roll, then either record the result
      and call `rest` (or the next `ask`), or call `show_faces` and wait for the confirmation.

    `add_action` fills the right end, for Undo and the like.
    """

    faces_entered = Signal(tuple)
    roll_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Dice")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._model = RollModel(self)
        self._log = RollLog(self._model, self)
        self._is_asking = False
        self._line = line = QHBoxLayout(self)
        line.setContentsMargins(20, 6, 20, 6)
        line.setSpacing(12)
        for part in (self._make_question(), self._make_last_roll()):
            line.addWidget(part, 1)
        self._rolls_button = ActionButton("Rolls", "Ctrl+L", kind="quiet")
        self._rolls_button.clicked.connect(self.open_log)
        self.addAction(self._rolls_button.action)  # the key works where the button has given way
        self._actions = QHBoxLayout()
        self._actions.setSpacing(12)
        line.addWidget(self._rolls_button)
        line.addLayout(self._actions)
        self._refresh()

    def ask(self, what: str, sides: Sequence[int], *, take_keyboard: bool = True) -> None:
        """Ask for a roll of dice with the given *sides*; *what* says whose and what for."""
        self._is_asking = True
        self._what.setText(what)
        self._what.setMinimumWidth(0)
        self._what.setMinimumWidth(min(self._what.sizeHint().width(), 120))
        self.entry.set_sides(sides, what)
        most = max(sides)
        self._hint.setText(f"type 1–{most}, or" if most != 10 else "type 1–9, 0 for 10, or")
        self._refresh()
        if take_keyboard:
            self.entry.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_faces(self, faces: Sequence[int]) -> None:
        """Show what the app rolled for the question at hand, to be confirmed with Enter."""
        self.entry.set_faces(faces)
        self.entry.setFocus(Qt.FocusReason.OtherFocusReason)

    def rest(self) -> None:
        """Ask nothing more, and show the last roll."""
        self._is_asking = False
        self.entry.clear()
        self._refresh()

    def is_asking(self) -> bool:
        return self._is_asking

    def set_rolls(self, rolls: Sequence[RollLine]) -> None:
        """Fill the log with *rolls*, oldest first."""
        self._model.set_rolls([RollLine(*roll) for roll in rolls])
        self._refresh()

    def add_roll(self, roll: RollLine) -> None:
        """Add the newest *roll* to the log."""
        self._model.add_roll(RollLine(*roll))
        self._refresh()

    def add_action(self, widget: QWidget) -> QWidget:
        """Put *widget* at the right end."""
        self._actions.addWidget(widget)
        return widget

    def open_log(self) -> None:
        """Show all rolls."""
        self._log.open_above(self)

    def _make_question(self) -> QWidget:
        self._question = QWidget()
        line = QHBoxLayout(self._question)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(10)
        self._what = ElidedLabel(bold=True)
        self.entry = DiceEntry((6,))
        self.entry.faces_entered.connect(self.faces_entered)
        self.entry.roll_requested.connect(self.roll_requested)
        self.entry.changed.connect(self._follow_entry)
        self.entry.focus_changed.connect(self._follow_entry)
        self._type_key = KeyHint("T")
        self._hint = Label(tone="muted")
        self._roll = ActionButton("Roll", "R")
        self._roll.clicked.connect(self.roll_requested)
        self._use = ActionButton("Use these", "Return", kind="primary")
        self._use.clicked.connect(self.entry.confirm)
        self._type_action = QAction("Type the dice", self)
        self._type_action.setShortcut(QKeySequence("T"))
        self._type_action.triggered.connect(self._focus_entry)
        self.addAction(self._type_action)
        for part in (
            self._what,
            self.entry,
            self._type_key,
            self._hint,
            self._roll,
            self._use,
        ):
            line.addWidget(part)
        line.addStretch(1)
        return self._question

    def _make_last_roll(self) -> QWidget:
        self._last = QWidget()
        line = QHBoxLayout(self._last)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(10)
        self._last_what = ElidedLabel(tone="muted")
        self._last_dice = DiceRow()
        self._last_total = Label(bold=True)
        self._last_source = ElidedLabel(tone="muted", size=TextSize.SMALL)
        line.addWidget(Label("Dice", bold=True))
        for part in (self._last_what, self._last_dice, self._last_total, self._last_source):
            line.addWidget(part)
        line.addStretch(1)
        return self._last

    def _focus_entry(self) -> None:
        self.entry.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _follow_entry(self) -> None:
        complete = self.entry.is_complete()
        self._use.setVisible(complete)
        self._type_key.setVisible(not complete and not self.entry.hasFocus())
        self._last_source.setVisible(self._model.rowCount() > 0)
        self._make_room()

    def _optional(self) -> list[QWidget]:
        """What may go where it is narrow, the most welcome first."""
        if not self._is_asking:
            has_rolls = self._model.rowCount() > 0
            return [self._rolls_button, self._last_source] if has_rolls else [self._rolls_button]
        return (
            [self._rolls_button] if self.entry.is_complete() else [self._rolls_button, self._hint]
        )

    def _make_room(self) -> None:
        gap, margins = self._line.spacing(), self._line.contentsMargins()
        optional = self._optional()
        half = self._question if self._is_asking else self._last
        always = [
            part for part in half.findChildren(QWidget, options=_DIRECT) if part not in optional
        ]
        needed = natural_width((*always, self._actions), gap) + margins.left() + margins.right()
        show_what_fits(self.width() - needed, optional, gap)
        if self.entry.is_complete():
            self._hint.hide()

    def minimumSizeHint(self) -> QSize:
        optional = self._optional()
        return least_without(super().minimumSizeHint(), optional, self._line.spacing())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _refresh(self) -> None:
        # First the one that goes: both together would for a moment widen the whole window.
        going, coming = (
            (self._last, self._question) if self._is_asking else (self._question, self._last)
        )
        going.hide()
        coming.show()
        self._type_action.setEnabled(self._is_asking)
        if not self._model.rowCount():
            self._last_what.setText("no rolls yet")
            for part in (self._last_dice, self._last_total):
                part.hide()
            self._follow_entry()
            return
        roll = self._model.roll(0)
        self._last_what.setText(roll.what)
        self._last_dice.set_dice(dice_of(roll.faces))
        self._last_total.setText(str(roll.total))
        self._last_source.setText(f"{roll.source()} · {roll.time}")
        for part in (self._last_dice, self._last_total):
            part.show()
        self._follow_entry()
