"""The editors of a page: one of each kind, which moves to the line that is asked.

Making a widget costs more than moving it, and an answer must be shown at once.
"""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from mordcry_app.rules.procedure import Ask, Choose, Pick, Question, Roll, Spread
from mordcry_app.ui.views.aftermath.entering import AskEditor, RollEditor, SpreadEditor
from mordcry_app.ui.views.aftermath.option_buttons import OptionButtons, fits_buttons
from mordcry_app.ui.views.aftermath.option_list import OptionList
from mordcry_app.ui.views.aftermath.picking import PickEditor
from mordcry_app.ui.views.aftermath.question_editor import QuestionEditor

_Editor = TypeVar("_Editor", bound=QuestionEditor)


class EditorPool(QWidget):
    """Hands out the editors. Its signals are those of all of them.

    An editor stays, hidden, in the line that showed it last until another line takes it, because
    Qt dresses a widget anew whenever it moves. So `rescue` it before that line goes.
    """

    answered = Signal(object)
    answered_alike = Signal(object)
    faces_typed = Signal(tuple)
    roll_asked = Signal()
    stepped_out = Signal(int)
    changed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.hide()
        self._editors: dict[type[QuestionEditor], QuestionEditor] = {}
        self._waits_for_enter = False

    def set_waits_for_enter(self, waits: bool) -> None:
        """Let Enter end each answer, for those who look at their paper and not at the screen."""
        self._waits_for_enter = waits
        for editor in self._editors.values():
            editor.set_waits_for_enter(waits)

    def take(self, question: Question, alike: int = 0) -> QuestionEditor:
        """The editor that answers *question*, ready to be put into its line.

        *alike* is how many other open questions of the warband may be answered with it.
        """
        match question:
            case Roll():
                rolling = self._editor(RollEditor)
                rolling.set_question(question)
                return rolling
            case Choose() if fits_buttons(question):
                buttons = self._editor(OptionButtons)
                buttons.set_question(question, alike)
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
            case Pick():
                picking = self._editor(PickEditor)
                picking.set_question(question)
                return picking

    def rescue(self, line: QWidget) -> None:
        """Take every editor out of a line that is about to go."""
        for editor in self._editors.values():
            if line.isAncestorOf(editor):
                editor.setParent(self)

    def _editor(self, kind: type[_Editor]) -> _Editor:
        known = self._editors.get(kind)
        if isinstance(known, kind):
            return known
        editor = kind(self)
        editor.set_waits_for_enter(self._waits_for_enter)
        for theirs, ours in (
            (editor.answered, self.answered),
            (editor.answered_alike, self.answered_alike),
            (editor.faces_typed, self.faces_typed),
            (editor.roll_asked, self.roll_asked),
            (editor.stepped_out, self.stepped_out),
            (editor.changed, self.changed),
        ):
            theirs.connect(ours)
        self._editors[kind] = editor
        return editor
