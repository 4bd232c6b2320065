"""The editors of a page: one of each kind, which moves to the line that is asked.

Making a widget costs more than moving it, and an answer must be shown at once.
"""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from mordcry_app.rules.procedure import Ask, Choose, Question, Roll, Spread
from mordcry_app.ui.views.aftermath.choosing import OptionButtons, OptionList, fits_buttons
from mordcry_app.ui.views.aftermath.entering import AskEditor, RollEditor, SpreadEditor
from mordcry_app.ui.views.aftermath.question_editor import QuestionEditor


_Editor = TypeVar("_Editor", bound=QuestionEditor)


class EditorPool(QWidget):
    """Keeps the editors that are not in use, out of sight. Its signals are those of all of them.

    An editor that was taken must be given back before the line that shows it goes.
    """

    answered = Signal(object)
    faces_typed = Signal(tuple)
    roll_asked = Signal()
    stepped_out = Signal(int)
    changed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.hide()
        self._editors: dict[type[QuestionEditor], QuestionEditor] = {}

    def take(self, question: Question) -> QuestionEditor:
        """The editor that answers *question*, ready to be put into its line."""
        match question:
            case Roll():
                rolling = self._editor(RollEditor)
                rolling.set_question(question)
                return rolling
            case Choose() if fits_buttons(question):
                buttons = self._editor(OptionButtons)
                buttons.set_question(question)
                return buttons
            case Choose():
                options = self._editor(OptionList)
                options.set_question(question)
                return options
            case Spread():
                spreading = self._editor(SpreadEditor)
                spreading.set_question(question)
                return spreading
            case Ask():
                asking = self._editor(AskEditor)
                asking.set_question(question)
                return asking

    def give_back(self, editor: QuestionEditor) -> None:
        """Take an editor out of the line that showed it."""
        editor.hide()
        editor.setParent(self)

    def _editor(self, kind: type[_Editor]) -> _Editor:
        known = self._editors.get(kind)
        if isinstance(known, kind):
            return known
        editor = kind(self)
        for theirs, ours in (
            (editor.answered, self.answered),
            (editor.faces_typed, self.faces_typed),
            (editor.roll_asked, self.roll_asked),
            (editor.stepped_out, self.stepped_out),
            (editor.changed, self.changed),
        ):
            theirs.connect(ours)
        self._editors[kind] = editor
        return editor
