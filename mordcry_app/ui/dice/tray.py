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

_GAP = 12
_SIDE = 20


class DiceTray(QFrame):
    """Asks for a roll after `ask`, and shows the last one while nothing is asked.

    - `faces_entered(tuple)` the player typed these faces and confirmed them
    - `roll_requested()` the player wants the app to roll. Roll, then either record the result
      and call `rest` (or the next `ask`), or call `show_faces` and wait for the confirmation.

    `add_action` fills the right end, for Undo and the like. Where the window is narrow, what only
    explains gives way, then the button of the log; its key goes on working.
    """

    faces_entered = Signal(tuple)
    roll_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Dice")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._model = RollModel(self)
        self._log = RollLog(self._model, self)
        self._question = _Question()
        self._question.hide()
        self._last_roll = _LastRoll()
        self.entry = self._question.entry
        self.entry.faces_entered.connect(self.faces_entered)
        self.entry.roll_requested.connect(self.roll_requested)
        self._question.roll.clicked.connect(self.roll_requested)
        self._question.changed.connect(self._make_room)
        self._rolls_button = ActionButton("Rolls", "Ctrl+L", kind="quiet")
        self._rolls_button.clicked.connect(self.open_log)
        self.addAction(self._rolls_button.action)
        self._type_action = QAction("Type the dice", self)
        self._type_action.setShortcut(QKeySequence("T"))
        self._type_action.setEnabled(False)
        self._type_action.triggered.connect(self._focus_entry)
        self.addAction(self._type_action)
        self._actions = QHBoxLayout()
        self._actions.setSpacing(_GAP)
        line = QHBoxLayout(self)
        line.setContentsMargins(_SIDE, 6, _SIDE, 6)
        line.setSpacing(_GAP)
        line.addWidget(self._question, 1)
        line.addWidget(self._last_roll, 1)
        line.addWidget(self._rolls_button)
        line.addLayout(self._actions)

    def ask(self, what: str, sides: Sequence[int], *, take_keyboard: bool = True) -> None:
        """Ask for a roll of dice with the given *sides*; *what* says whose and what for."""
        self._question.put(what, sides)
        self._show_question(True)
        if take_keyboard:
            self._focus_entry()

    def show_faces(self, faces: Sequence[int]) -> None:
        """Show what the app rolled for the question at hand, to be confirmed with Enter."""
        self.entry.set_faces(faces)
        self._focus_entry()

    def rest(self) -> None:
        """Ask nothing more, and show the last roll."""
        self.entry.clear()
        self._show_question(False)

    def is_asking(self) -> bool:
        return not self._question.isHidden()

    def set_rolls(self, rolls: Sequence[RollLine]) -> None:
        """Fill the log with *rolls*, oldest first."""
        self._model.set_rolls([RollLine(*roll) for roll in rolls])
        self._last_roll.show_roll(self._model.newest())
        self._make_room()

    def add_roll(self, roll: RollLine) -> None:
        """Add the newest *roll* to the log."""
        self._model.add_roll(RollLine(*roll))
        self._last_roll.show_roll(self._model.newest())
        self._make_room()

    def add_action(self, widget: QWidget) -> QWidget:
        """Put *widget* at the right end."""
        self._actions.addWidget(widget)
        self._make_room()
        return widget

    def open_log(self) -> None:
        """Show all rolls."""
        self._log.open_above(self)

    def minimumSizeHint(self) -> QSize:
        return least_without(super().minimumSizeHint(), self._optional(), _GAP)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _show_question(self, shown: bool) -> None:
        # First the half that goes: both together would for a moment widen the whole window.
        if shown:
            self._last_roll.hide()
            self._question.show()
        else:
            self._question.hide()
            self._last_roll.show()
        self._type_action.setEnabled(shown)
        self._make_room()

    def _focus_entry(self) -> None:
        self.entry.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _optional(self) -> list[QWidget]:
        """What may go where it is narrow, the most welcome first."""
        half = self._question if self.is_asking() else self._last_roll
        return [self._rolls_button, *half.explaining()]

    def _make_room(self) -> None:
        half = self._question if self.is_asking() else self._last_roll
        needed = natural_width((*half.needed(), self._actions), _GAP) + 2 * _SIDE
        show_what_fits(self.width() - needed, self._optional(), _GAP)


class _Question(QWidget):
    """What is to be rolled, the dice to type, and the buttons."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._what = ElidedLabel(bold=True)
        self.entry = DiceEntry((6,))
        self._type_key = KeyHint("T")
        self._hint = Label(tone="muted")
        self.roll = ActionButton("Roll", "R")
        self._use = ActionButton("Use these", "Return", kind="primary")
        self._use.clicked.connect(self.entry.confirm)
        self._use.hide()
        self.entry.changed.connect(self._follow_entry)
        self.entry.focus_changed.connect(self._follow_entry)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(10)
        for part in (*self.needed()[:3], self._hint, *self.needed()[3:]):
            line.addWidget(part)
        line.addStretch(1)

    def put(self, what: str, sides: Sequence[int]) -> None:
        self._what.setText(what)
        self._what.setMinimumWidth(0)
        self._what.setMinimumWidth(min(self._what.sizeHint().width(), 120))
        self.entry.set_sides(sides, what)
        most = max(sides)
        self._hint.setText("type 1–9, 0 for 10, or" if most == 10 else f"type 1–{most}, or")
        self._follow_entry()

    def needed(self) -> tuple[QWidget, ...]:
        """The parts that are shown however narrow it is."""
        return (self._what, self.entry, self._type_key, self.roll, self._use)

    def explaining(self) -> tuple[QWidget, ...]:
        """The parts that give way."""
        return () if self.entry.is_complete() else (self._hint,)

    def _follow_entry(self) -> None:
        is_complete = self.entry.is_complete()
        self._use.setVisible(is_complete)
        self._type_key.setVisible(not is_complete and not self.entry.hasFocus())
        if is_complete:
            self._hint.hide()
        self.changed.emit()


class _LastRoll(QWidget):
    """The newest roll of the campaign."""

    def __init__(self) -> None:
        super().__init__()
        self._heading = Label("Dice", bold=True)
        self._what = ElidedLabel("no rolls yet", tone="muted")
        self._dice = DiceRow()
        self._total = Label(bold=True)
        self._source = ElidedLabel(tone="muted", size=TextSize.SMALL)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(10)
        for part in (*self.needed(), self._source):
            line.addWidget(part)
        line.addStretch(1)
        self.show_roll(None)

    def show_roll(self, roll: RollLine | None) -> None:
        self._what.setText("no rolls yet" if roll is None else roll.what)
        self._dice.set_dice(() if roll is None else dice_of(roll.faces))
        self._total.setText("" if roll is None else str(roll.total))
        self._source.setText("" if roll is None else f"{roll.source()} · {roll.time}")
        for part in (self._dice, self._total, self._source):
            part.setVisible(roll is not None)

    def needed(self) -> tuple[QWidget, ...]:
        """The parts that are shown however narrow it is."""
        return (self._heading, self._what, self._dice, self._total)

    def explaining(self) -> tuple[QWidget, ...]:
        """The parts that give way."""
        return (self._source,) if self._source.text() else ()
