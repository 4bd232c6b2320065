"""Dialogs: Esc never loses what was typed, and nothing closes by itself."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from mordcry_app.ui.theme import Theme
from mordcry_app.ui.widgets import ActionButton, NumberField, PlainDialog


class Recruiting(PlainDialog):
    """A dialog as screens make them."""

    def __init__(self) -> None:
        super().__init__("New fighter", "Ten fighters fit into a warband.")
        self.name = QLineEdit()
        self.notes = QPlainTextEdit()
        self.notes.setTabChangesFocus(True)
        self.archetype = QComboBox()
        self.archetype.addItems(["Warrior", "Champion"])
        self.experience = NumberField(0, 500)
        self.leads = QCheckBox("leads")
        for field in (self.name, self.notes, self.archetype, self.experience, self.leads):
            self.body.addWidget(field)
        self.cancel = self.add_cancel()
        self.recruit = self.add_accept("Recruit")


@pytest.fixture
def dialog(qtbot: QtBot, theme: Theme) -> Recruiting:
    dialog = Recruiting()
    qtbot.addWidget(dialog)
    with qtbot.waitActive(dialog):
        dialog.open()
    dialog.name.setFocus()
    return dialog


def button(dialog: PlainDialog, text: str) -> ActionButton:
    return next(b for b in dialog.findChildren(ActionButton) if b.full_text() == text)


def test_esc_leaves_at_once_where_nothing_was_entered(dialog: Recruiting, qtbot: QtBot) -> None:
    with qtbot.waitSignal(dialog.rejected):
        qtbot.keyClick(dialog.name, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_esc_asks_in_place_and_esc_again_goes_on(dialog: Recruiting, qtbot: QtBot) -> None:
    qtbot.keyClicks(dialog.name, "Pell")
    qtbot.keyClick(dialog.name, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    assert dialog.is_asking()
    assert not dialog.recruit.isVisible()
    assert button(dialog, "Keep editing").hasFocus()
    qtbot.keyClick(button(dialog, "Keep editing"), Qt.Key.Key_Escape)
    assert not dialog.is_asking()
    assert dialog.name.hasFocus()
    assert dialog.name.text() == "Pell"
    assert dialog.recruit.isVisible()


def test_enter_on_the_question_goes_on_editing(dialog: Recruiting, qtbot: QtBot) -> None:
    accepted: list[bool] = []
    dialog.accept_asked.connect(lambda: accepted.append(True))
    qtbot.keyClicks(dialog.name, "Pell")
    qtbot.keyClick(dialog.name, Qt.Key.Key_Escape)
    qtbot.keyClick(button(dialog, "Keep editing"), Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert not dialog.is_asking()
    assert accepted == []


def test_leaving_is_a_choice(dialog: Recruiting, qtbot: QtBot) -> None:
    qtbot.keyClicks(dialog.name, "Pell")
    qtbot.mouseClick(dialog.cancel, Qt.MouseButton.LeftButton)
    assert dialog.is_asking()
    with qtbot.waitSignal(dialog.rejected):
        qtbot.mouseClick(button(dialog, "Leave"), Qt.MouseButton.LeftButton)
    assert not dialog.isVisible()


def test_the_windows_own_close_button_asks_too(dialog: Recruiting, qtbot: QtBot) -> None:
    qtbot.keyClicks(dialog.name, "Pell")
    assert not dialog.close()
    assert dialog.is_asking()
    assert not dialog.close(), "a second click is no answer"
    assert dialog.isVisible()
    qtbot.mouseClick(button(dialog, "Keep editing"), Qt.MouseButton.LeftButton)
    dialog.name.clear()
    assert dialog.close()


@pytest.mark.parametrize("change", ["name", "notes", "archetype", "experience", "leads"])
def test_a_change_in_any_field_is_seen(dialog: Recruiting, qtbot: QtBot, change: str) -> None:
    field: QWidget = getattr(dialog, change)
    field.setFocus()
    assert not dialog.has_unsaved_input()
    keys = {"archetype": Qt.Key.Key_Down, "experience": Qt.Key.Key_Up, "leads": Qt.Key.Key_Space}
    qtbot.keyClick(field, keys.get(change, Qt.Key.Key_X))
    assert dialog.has_unsaved_input()
    dialog.mark_saved()
    assert not dialog.has_unsaved_input()


def test_a_dialog_can_bring_its_own_test(dialog: Recruiting, qtbot: QtBot) -> None:
    answers = [True]
    dialog.set_unsaved_test(lambda: answers[0])
    qtbot.keyClick(dialog.name, Qt.Key.Key_Escape)
    assert dialog.is_asking()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    answers[0] = False
    qtbot.keyClick(dialog.name, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_enter_asks_and_a_refusal_keeps_everything(dialog: Recruiting, qtbot: QtBot) -> None:
    dialog.accept_asked.connect(lambda: dialog.refuse("A Warrior costs 25 crowns."))
    qtbot.keyClicks(dialog.name, "Pell")
    with qtbot.waitSignal(dialog.accept_asked):
        qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert dialog.banner.sentence() == "A Warrior costs 25 crowns."
    assert dialog.name.text() == "Pell"


def test_enter_still_means_the_main_button_after_the_question(
    dialog: Recruiting, qtbot: QtBot
) -> None:
    qtbot.keyClicks(dialog.name, "Pell")
    qtbot.keyClick(dialog.name, Qt.Key.Key_Escape)
    qtbot.keyClick(button(dialog, "Keep editing"), Qt.Key.Key_Escape)
    with qtbot.waitSignal(dialog.accept_asked):
        qtbot.keyClick(dialog.name, Qt.Key.Key_Return)


def test_enter_never_presses_a_dangerous_button(qtbot: QtBot, theme: Theme) -> None:
    dialog = PlainDialog("Dismiss Pell?")
    qtbot.addWidget(dialog)
    field = QLineEdit()
    dialog.body.addWidget(field)
    dialog.add_cancel()
    dialog.add_accept("Dismiss", "danger")
    asked: list[bool] = []
    dialog.accept_asked.connect(lambda: asked.append(True))
    with qtbot.waitActive(dialog):
        dialog.open()
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert asked == []
    assert dialog.isVisible()
    qtbot.keyClicks(field, "x")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert dialog.is_asking()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.is_asking()
