"""What all ways to answer a question have in common.

The page connects the signals of an editor once, whatever is asked. An editor never answers by
itself, and nothing is selected in it before the player selects it, so that no key that was meant
for something else can answer.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class QuestionEditor(QWidget):
    """Answers one question after the other; each kind has a `set_question` of its own.

    - `answered(Answer)` the player gave this answer
    - `answered_alike(Answer)` the player gave this answer here and to all questions like it
    - `faces_typed(tuple)`, `roll_asked()` the player typed dice, or wants the app to roll them
    - `stepped_out(int)` an arrow key went past the last (1) or the first (−1) option
    - `changed()` what is entered so far is another
    """

    answered = Signal(object)
    answered_alike = Signal(object)
    faces_typed = Signal(tuple)
    roll_asked = Signal()
    stepped_out = Signal(int)
    changed = Signal()

    def take_keyboard(self) -> None:
        """Give the keyboard to where the answer goes."""
        self.keyboard_place().setFocus(Qt.FocusReason.OtherFocusReason)

    def set_waits_for_enter(self, waits: bool) -> None:
        """Let Enter end each answer; else whatever can end by itself does."""

    def keyboard_place(self) -> QWidget:
        """The widget that keys of the answer belong to."""
        return self

    def faces(self) -> tuple[int | None, ...]:
        """The faces typed so far; nothing where no dice are asked for."""
        return ()
