"""Which editor answers which question."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from mordcry_app.rules.procedure import Ask, Choose, Question, Roll, Spread
from mordcry_app.ui.views.aftermath.choosing import OptionButtons, OptionList, fits_buttons
from mordcry_app.ui.views.aftermath.entering import AskEditor, RollEditor, SpreadEditor
from mordcry_app.ui.views.aftermath.question_editor import QuestionEditor


def editor_for(question: Question, parent: QWidget | None = None) -> QuestionEditor:
    """The editor that answers *question*."""
    match question:
        case Roll():
            return RollEditor(question, parent)
        case Choose():
            if fits_buttons(question):
                return OptionButtons(question, parent)
            return OptionList(question, parent)
        case Spread():
            return SpreadEditor(question, parent)
        case Ask():
            return AskEditor(question, parent)
