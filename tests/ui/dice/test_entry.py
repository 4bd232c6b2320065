"""Typing dice: by key, by mouse, at every scale, and never a face that cannot be."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QPushButton, QToolTip
from pytestqt.qtbot import QtBot

from mordcry_app.ui.dice import DiceEntry, DieState
from mordcry_app.ui.dice.picker import DicePicker
from mordcry_app.ui.widgets import ActionButton


@pytest.fixture
def entry(show_in_window) -> DiceEntry:
    entry = DiceEntry((6, 6), label="Wren, advance")
    show_in_window(entry, QPushButton("other"))
    entry.setFocus()
    return entry


def open_picker(entry: DiceEntry) -> DicePicker | None:
    pickers = [child for child in entry.findChildren(DicePicker) if child.isVisible()]
    return pickers[0] if pickers else None


def test_typing_fills_the_dice_and_enter_confirms(entry: DiceEntry, qtbot: QtBot) -> None:
    qtbot.keyClicks(entry, "53")
    assert entry.faces() == (5, 3)
    with qtbot.waitSignal(entry.faces_entered) as entered:
        qtbot.keyClick(entry, Qt.Key.Key_Return)
    assert entered.args == [(5, 3)]


def test_nothing_is_confirmed_while_a_die_is_empty(entry: DiceEntry, qtbot: QtBot) -> None:
    with (
        qtbot.assertNotEmitted(entry.faces_entered),
        qtbot.waitSignal(entry.refused) as refused,
    ):
        qtbot.keyClicks(entry, "5")
        qtbot.keyClick(entry, Qt.Key.Key_Enter)
    assert refused.args == ["One die is still empty."]
    assert entry.faces() == (5, None)


@pytest.mark.parametrize("key", ["0", "7", "9", "x", "-"])
def test_a_wrong_key_changes_nothing_and_says_so(entry: DiceEntry, qtbot: QtBot, key: str) -> None:
    calm = entry.grab().toImage()
    with qtbot.waitSignal(entry.refused) as refused:
        qtbot.keyClicks(entry, key)
    assert refused.args[0].startswith("A D6 shows 1 to 6.")
    assert entry.faces() == (None, None)
    assert entry.accessibleDescription() == refused.args[0]
    assert QToolTip.text() == refused.args[0]
    assert entry.grab().toImage() != calm
    qtbot.waitUntil(lambda: entry.accessibleDescription() == "")
    assert entry.grab().toImage() == calm
    QToolTip.hideText()


def test_backspace_esc_and_arrows_correct(entry: DiceEntry, qtbot: QtBot) -> None:
    qtbot.keyClicks(entry, "53")
    qtbot.keyClick(entry, Qt.Key.Key_Backspace)
    assert entry.faces() == (5, None)
    qtbot.keyClicks(entry, "6")
    qtbot.keyClick(entry, Qt.Key.Key_Left)
    qtbot.keyClick(entry, Qt.Key.Key_Left)
    qtbot.keyClicks(entry, "1")
    assert entry.faces() == (1, 6)
    qtbot.keyClick(entry, Qt.Key.Key_Left)
    qtbot.keyClick(entry, Qt.Key.Key_Delete)
    assert entry.faces() == (1, None)
    qtbot.keyClick(entry, Qt.Key.Key_Escape)
    assert entry.faces() == (None, None)


def test_r_asks_the_app_to_roll_and_its_faces_are_confirmed(entry: DiceEntry, qtbot: QtBot) -> None:
    with qtbot.waitSignal(entry.roll_requested):
        qtbot.keyClick(entry, Qt.Key.Key_R)
    assert entry.faces() == (None, None), "the entry itself rolls nothing"
    entry.set_faces((2, 6))
    with qtbot.waitSignal(entry.faces_entered) as entered:
        qtbot.keyClick(entry, Qt.Key.Key_Return)
    assert entered.args == [(2, 6)]
    with pytest.raises(ValueError, match="cannot show"):
        entry.set_faces((7, 1))
    assert entry.faces() == (2, 6)


def test_the_die_to_be_typed_is_marked_only_with_the_keyboard(entry: DiceEntry) -> None:
    assert [die.state for die in entry.dice()] == [DieState.CURRENT, DieState.EMPTY]
    assert entry.accessibleName() == "Wren, advance: to be typed, not rolled"
    entry.window().findChild(QPushButton).setFocus()
    assert [die.state for die in entry.dice()] == [DieState.EMPTY, DieState.EMPTY]


def test_esc_on_empty_dice_is_left_to_the_dialog(qtbot: QtBot, theme: object) -> None:
    dialog = QDialog()
    qtbot.addWidget(dialog)
    entry = DiceEntry((6, 6), parent=dialog)
    with qtbot.waitActive(dialog):
        dialog.open()
    entry.setFocus()
    qtbot.keyClicks(entry, "4")
    qtbot.keyClick(entry, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    assert entry.faces() == (None, None)
    qtbot.keyClick(entry, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_the_keys_of_the_dice_come_before_the_windows(show_in_window, qtbot: QtBot) -> None:
    entry = DiceEntry((6, 6))
    pressed: list[str] = []
    buttons = [ActionButton(key, key) for key in ("R", "1", "Return", "Backspace", "Ctrl+R", "U")]
    for button in buttons:
        button.clicked.connect(lambda _=False, it=button: pressed.append(it.full_text()))
    show_in_window(entry, *buttons)
    entry.setFocus()
    with qtbot.waitSignal(entry.roll_requested):
        qtbot.keyClick(entry, Qt.Key.Key_R)
    qtbot.keyClicks(entry, "11")
    with qtbot.waitSignal(entry.faces_entered):
        qtbot.keyClick(entry, Qt.Key.Key_Return)
    qtbot.keyClick(entry, Qt.Key.Key_Backspace)
    assert pressed == []
    assert entry.faces() == (1, None)
    qtbot.keyClick(entry, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(entry, Qt.Key.Key_U)
    assert pressed == ["Ctrl+R", "U"], "keys that are none of the dice' still work"


def test_tab_leaves_the_dice(entry: DiceEntry, qtbot: QtBot) -> None:
    told: list[bool] = []
    entry.focus_changed.connect(told.append)
    qtbot.keyClick(entry, Qt.Key.Key_Tab)
    assert not entry.hasFocus()
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Backtab)
    assert entry.hasFocus()
    assert told == [False, True]


def test_a_click_opens_the_faces_one_die_after_the_other(entry: DiceEntry, qtbot: QtBot) -> None:
    qtbot.mouseClick(entry, Qt.MouseButton.LeftButton, pos=entry.die_area(1).center().toPoint())
    picker = open_picker(entry)
    assert picker is not None
    faces = picker.findChildren(QAbstractButton)
    assert [face.accessibleName() for face in faces] == list("123456")
    qtbot.mouseClick(faces[3], Qt.MouseButton.LeftButton)
    assert entry.faces() == (None, 4)
    picker = open_picker(entry)
    assert picker is not None, "the next empty die is asked at once"
    qtbot.mouseClick(picker.findChildren(QAbstractButton)[0], Qt.MouseButton.LeftButton)
    assert entry.faces() == (1, 4)
    assert open_picker(entry) is None
    assert entry.hasFocus()


def test_a_d3_has_three_faces_to_click(show_in_window, qtbot: QtBot) -> None:
    entry = DiceEntry((3,))
    show_in_window(entry)
    qtbot.mouseClick(entry, Qt.MouseButton.LeftButton, pos=entry.die_area(0).center().toPoint())
    picker = open_picker(entry)
    assert picker is not None
    assert len(picker.findChildren(QAbstractButton)) == 3
    picker.close()


def test_typing_goes_on_while_the_faces_are_open(entry: DiceEntry, qtbot: QtBot) -> None:
    qtbot.mouseClick(entry, Qt.MouseButton.LeftButton, pos=entry.die_area(0).center().toPoint())
    picker = open_picker(entry)
    assert picker is not None
    qtbot.keyClicks(picker, "6")
    assert entry.faces() == (6, None)
    qtbot.mouseClick(entry, Qt.MouseButton.LeftButton, pos=entry.die_area(1).center().toPoint())
    picker = open_picker(entry)
    assert picker is not None
    qtbot.keyClick(picker, Qt.Key.Key_Escape)
    assert open_picker(entry) is None
    assert entry.faces() == (6, None), "Esc closed the faces and cleared nothing"


def test_large_dice_take_several_keys(show_in_window, qtbot: QtBot) -> None:
    entry = DiceEntry((12, 12))
    show_in_window(entry)
    entry.setFocus()
    qtbot.keyClicks(entry, "1")
    assert entry.faces() == (None, None)
    qtbot.keyClick(entry, Qt.Key.Key_Space)
    assert entry.faces() == (1, None)
    qtbot.keyClicks(entry, "1")
    with qtbot.waitSignal(entry.faces_entered) as entered:
        qtbot.keyClick(entry, Qt.Key.Key_Return)
    assert entered.args == [(1, 1)], "Enter takes the 1 that was waiting, and confirms"


def test_the_last_die_can_confirm_at_once(show_in_window, qtbot: QtBot) -> None:
    entry = DiceEntry((6, 6), confirm_at_once=True)
    show_in_window(entry)
    entry.setFocus()
    with qtbot.waitSignal(entry.faces_entered) as entered:
        qtbot.keyClicks(entry, "26")
    assert entered.args == [(2, 6)]


def test_other_dice_can_be_asked_for(entry: DiceEntry, qtbot: QtBot) -> None:
    qtbot.keyClicks(entry, "5")
    entry.set_sides((3, 3, 3), "Pell, arrows")
    assert entry.sides() == (3, 3, 3)
    assert entry.faces() == (None, None, None)
    assert entry.accessibleName().startswith("Pell, arrows: ")
    qtbot.keyClicks(entry, "132")
    assert entry.is_complete()


def test_changed_is_told_once_a_face(entry: DiceEntry, qtbot: QtBot) -> None:
    told: list[tuple[int | None, ...]] = []
    entry.changed.connect(lambda: told.append(entry.faces()))
    qtbot.keyClicks(entry, "59")
    qtbot.keyClick(entry, Qt.Key.Key_Left)
    qtbot.keyClicks(entry, "3")
    assert told == [(5, None), (3, None)]
    entry.clear()
    assert told[-1] == (None, None)


AT_TWO_HUNDRED = """
import sys
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication
from mordcry_app.ui.dice import DiceEntry
from mordcry_app.ui.dice.picker import DicePicker
from mordcry_app.ui.theme import Theme

application = QApplication([])
theme = Theme(application, "dark")
entry = DiceEntry((6, 6, 6))
entry.show()
assert QTest.qWaitForWindowExposed(entry)
assert entry.grab().devicePixelRatio() == 2
for place in range(3):
    assert entry.rect().contains(entry.die_area(place).toAlignedRect())
where = entry.die_area(1).center().toPoint()
QTest.mouseClick(entry, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, where)
picker = entry.findChild(DicePicker)
QTest.mouseClick(picker.findChildren(QAbstractButton)[4], Qt.MouseButton.LeftButton)
for picker in entry.findChildren(DicePicker):
    picker.close()
QTest.keyClicks(entry, "26")
sys.stdout.write(repr(entry.faces()))
"""


def test_dice_are_typed_and_clicked_at_two_hundred_per_cent() -> None:
    run = subprocess.run(
        [sys.executable, "-c", AT_TWO_HUNDRED],
        check=False,
        env={**os.environ, "QT_SCALE_FACTOR": "2", "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout == "(6, 5, 2)", "after a die comes the next one, then the first"
