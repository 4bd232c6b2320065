"""Some of many are picked: by keyboard, by mouse, and never too many."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from mordcry_app.rules.procedure import Option, Pick, PickAnswer
from mordcry_app.ui.views.aftermath.editors import EditorPool
from mordcry_app.ui.views.aftermath.picking import PickEditor, picked_text
from mordcry_app.ui.views.aftermath.wording import answer_hint

NAMES = ("Anselm", "Brannoc", "Ruta", "Wren")
Show = Callable[..., QWidget]


def pick(**changes: object) -> Pick:
    options = tuple(Option(str(n), name) for n, name in enumerate(NAMES, 1))
    values: dict[str, object] = {"key": "who", "options": options, "why": "Who is near?", **changes}
    return Pick(**values)  # type: ignore[arg-type]


@pytest.fixture
def editor(show_in_window: Show) -> PickEditor:
    editor = PickEditor()
    show_in_window(editor, width=420, height=500)
    return editor


@pytest.fixture
def answers(editor: PickEditor) -> list[PickAnswer]:
    given: list[PickAnswer] = []
    editor.answered.connect(given.append)
    return given


def press(qtbot: QtBot, editor: PickEditor, *keys: Qt.Key | str) -> None:
    for key in keys:
        if isinstance(key, str):
            qtbot.keyClicks(editor.view, key)
        else:
            qtbot.keyClick(editor.view, key)


@pytest.mark.parametrize(
    ("question", "count", "text"),
    [
        (pick(least=4, most=4), 3, "3 of 4"),
        (pick(), 0, "none picked"),
        (pick(), 2, "2 picked"),
        (pick(most=2), 1, "1 picked, 2 at most"),
        (pick(least=1, most=3), 1, "1 picked, 1 to 3"),
        (pick(least=2), 1, "1 picked, 2 or more"),
    ],
)
def test_how_many_are_picked_is_said(question: Pick, count: int, text: str) -> None:
    assert picked_text(question, count) == text


def test_space_picks_letters_find_and_enter_takes(
    qtbot: QtBot, editor: PickEditor, answers: list[PickAnswer]
) -> None:
    editor.set_question(pick(least=2, most=2))
    editor.take_keyboard()
    press(qtbot, editor, Qt.Key.Key_Space)
    assert editor.picked() == ("1",)
    assert editor.count.text() == "1 of 2"
    press(qtbot, editor, Qt.Key.Key_Return)
    assert answers == [], "one is missing"
    press(qtbot, editor, "r", Qt.Key.Key_Space)
    assert editor.picked() == ("1", "3")
    press(qtbot, editor, Qt.Key.Key_Return)
    assert answers == [PickAnswer(options=("1", "3"))]


def test_letters_beat_shortcuts_of_the_page(
    qtbot: QtBot, editor: PickEditor, answers: list[PickAnswer]
) -> None:
    rolled: list[bool] = []
    action = QAction(editor.window())
    action.setShortcut(QKeySequence("R"))
    action.triggered.connect(lambda: rolled.append(True))
    editor.window().addAction(action)
    editor.set_question(pick())
    editor.take_keyboard()
    press(qtbot, editor, "r")
    assert rolled == []
    assert editor.view.currentIndex().row() == 2
    assert answers == []


def test_none_is_an_answer_where_none_is_needed(
    qtbot: QtBot, editor: PickEditor, answers: list[PickAnswer]
) -> None:
    editor.set_question(pick())
    assert editor.confirm_button.full_text() == "Take none"
    qtbot.mouseClick(editor.confirm_button, Qt.MouseButton.LeftButton)
    assert answers == [PickAnswer(options=())]


def test_the_one_that_is_needed_is_taken_with_enter(
    qtbot: QtBot, editor: PickEditor, answers: list[PickAnswer]
) -> None:
    editor.set_question(pick(least=1, most=1))
    editor.take_keyboard()
    press(qtbot, editor, Qt.Key.Key_Down, Qt.Key.Key_Return)
    assert answers == [PickAnswer(options=("2",))]
    editor.set_question(pick(least=1, most=1))
    press(qtbot, editor, Qt.Key.Key_Space, Qt.Key.Key_Down, Qt.Key.Key_Space)
    assert editor.picked() == ("2",), "it takes the place of the other"


def test_what_is_proposed_is_picked_and_what_is_refused_cannot_be(
    qtbot: QtBot, editor: PickEditor
) -> None:
    options = (Option("1", "Anselm"), Option("2", "Wren", refused="Wren is out of action."))
    editor.set_question(pick(options=options, proposed=("1", "2")))
    assert editor.picked() == ("1",)
    index = editor.view.model().index(1, 0)
    spot = editor.view.visualRect(index).center()
    qtbot.mouseClick(editor.view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert editor.picked() == ("1",)
    assert index.data(Qt.ItemDataRole.ToolTipRole) == "Wren is out of action."


def test_ctrl_a_picks_all_that_may_be_or_none(qtbot: QtBot, editor: PickEditor) -> None:
    editor.set_question(pick())
    for wanted in (("1", "2", "3", "4"), ()):
        qtbot.keyClick(editor.view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        assert editor.picked() == wanted
    editor.set_question(pick(most=2))
    qtbot.keyClick(editor.view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert editor.picked() == ()


def test_too_many_cannot_be_taken(
    qtbot: QtBot, editor: PickEditor, answers: list[PickAnswer]
) -> None:
    editor.set_question(pick(most=1, least=0, proposed=("1",)))
    editor.set_question(pick(most=2))
    editor.take_keyboard()
    for _ in range(3):
        press(qtbot, editor, Qt.Key.Key_Space, Qt.Key.Key_Down)
    assert editor.count.text() == "3 picked, 2 at most"
    press(qtbot, editor, Qt.Key.Key_Return)
    assert answers == []
    assert not editor.confirm_button.isEnabled()


def test_the_pool_hands_it_out(qtbot: QtBot, show_in_window: Show) -> None:
    host = QWidget()
    pool = EditorPool(host)
    show_in_window(host)
    question = pick()
    editor = pool.take(question)
    assert isinstance(editor, PickEditor)
    assert answer_hint(question) == "Space picks, Enter takes"
    editor.setParent(host)
    given: list[object] = []
    pool.answered.connect(given.append)
    editor.confirm()
    assert given == [PickAnswer(options=())]
