"""The dice tray: the roll at hand, the last roll, and the log of all."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from mordcry_app.ui.dice import DiceRow, DiceTray, RollLine
from mordcry_app.ui.dice.log import RollLog, RollModel
from mordcry_app.ui.widgets import ActionButton

MARKET = RollLine("2D6 market, Katrin Moor", (5, 4), 9, True, "21:14")
INJURY = RollLine("D66 injury, Wren", (3, 6), 36, False, "21:20")


@pytest.fixture
def tray(show_in_window) -> DiceTray:
    tray = DiceTray()
    show_in_window(QLineEdit(), tray, width=1100)
    return tray


def words(tray: DiceTray) -> str:
    """Everything that the tray says in labels, from left to right."""
    labels = [label for label in tray.findChildren(QLabel) if label.isVisible()]
    labels.sort(key=lambda label: label.mapTo(tray, QPoint(0, 0)).x())
    return " | ".join(label.text() for label in labels if label.text())


def button(tray: DiceTray, text: str) -> ActionButton:
    return next(b for b in tray.findChildren(ActionButton) if b.full_text() == text)


def test_the_tray_rests_on_the_last_roll(tray: DiceTray) -> None:
    assert words(tray) == "Dice | no rolls yet"
    tray.set_rolls([MARKET])
    assert words(tray) == "Dice | 2D6 market, Katrin Moor | 9 | rolled on the table · 21:14"
    tray.add_roll(INJURY)
    assert words(tray) == "Dice | D66 injury, Wren | 36 | rolled by the app · 21:20"
    row = next(row for row in tray.findChildren(DiceRow) if row.isVisible())
    assert [die.face for die in row.dice()] == [3, 6]
    tray.set_rolls([])
    assert words(tray) == "Dice | no rolls yet"


def test_a_question_is_answered_with_keys_alone(tray: DiceTray, qtbot: QtBot) -> None:
    tray.ask("Wren, advance", (6, 6))
    assert tray.is_asking()
    assert words(tray) == "Wren, advance | type 1–6, or"
    assert tray.entry.hasFocus()
    assert not button(tray, "Use these").isVisible()
    qtbot.keyClicks(tray.entry, "53")
    assert button(tray, "Use these").isVisible()
    assert words(tray) == "Wren, advance"
    with qtbot.waitSignal(tray.faces_entered) as entered:
        qtbot.keyClick(tray.entry, Qt.Key.Key_Return)
    assert entered.args == [(5, 3)]


def test_a_question_is_answered_with_the_mouse_alone(tray: DiceTray, qtbot: QtBot) -> None:
    tray.ask("Wren, advance", (6, 6))
    with qtbot.waitSignal(tray.roll_requested):
        qtbot.mouseClick(button(tray, "Roll"), Qt.MouseButton.LeftButton)
    tray.show_faces((2, 2))
    with qtbot.waitSignal(tray.faces_entered) as entered:
        qtbot.mouseClick(button(tray, "Use these"), Qt.MouseButton.LeftButton)
    assert entered.args == [(2, 2)]


def test_r_rolls_from_anywhere_but_a_field(tray: DiceTray, qtbot: QtBot) -> None:
    field = tray.window().findChild(QLineEdit)
    tray.ask("Wren, advance", (6, 6), take_keyboard=False)
    assert not tray.entry.hasFocus()
    field.setFocus()
    with qtbot.assertNotEmitted(tray.roll_requested):
        qtbot.keyClicks(field, "r")
    field.clearFocus()
    tray.setFocus()
    with qtbot.waitSignal(tray.roll_requested):
        qtbot.keyClick(tray.window(), Qt.Key.Key_R)
    qtbot.keyClick(tray.window(), Qt.Key.Key_T)
    assert tray.entry.hasFocus()
    tray.rest()
    with qtbot.assertNotEmitted(tray.roll_requested):
        qtbot.keyClick(tray.window(), Qt.Key.Key_R)


def test_the_next_question_starts_empty(tray: DiceTray, qtbot: QtBot) -> None:
    tray.ask("Wren, advance", (6, 6))
    qtbot.keyClicks(tray.entry, "53")
    tray.ask("Pell, D3 arrows", (3,))
    assert tray.entry.faces() == (None,)
    assert words(tray) == "Pell, D3 arrows | type 1–3, or"
    tray.ask("Luck", (10, 10))
    assert words(tray) == "Luck | type 1–9, 0 for 10, or"
    tray.rest()
    assert not tray.is_asking()
    assert words(tray) == "Dice | no rolls yet"


def test_the_log_shows_all_rolls_newest_first(tray: DiceTray, qtbot: QtBot) -> None:
    tray.set_rolls([MARKET, INJURY])
    qtbot.keyClick(tray.window(), Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    log = tray.findChild(RollLog)
    assert log.isVisible()
    model = log.table.model()
    rows = [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]
    assert rows == [
        ["21:20", "D66 injury, Wren", "3 6", "36", "rolled by the app"],
        ["21:14", "2D6 market, Katrin Moor", "5 4", "9", "rolled on the table"],
    ]
    assert [model.headerData(column, Qt.Orientation.Horizontal) for column in range(5)] == list(
        RollModel.HEADINGS
    )
    qtbot.keyClick(log, Qt.Key.Key_Escape)
    assert not log.isVisible()


def test_the_log_grows_while_it_is_open(tray: DiceTray) -> None:
    tray.open_log()
    log = tray.findChild(RollLog)
    assert not log.table.isVisible()
    assert any("Nothing has been rolled" in label.text() for label in log.findChildren(QLabel))
    log.hide()
    tray.set_rolls([MARKET])
    tray.open_log()
    tray.add_roll(INJURY)
    assert log.table.model().rowCount() == 2
    assert log.table.model().index(0, 1).data() == "D66 injury, Wren"
    log.hide()


def test_the_log_of_a_long_campaign_opens_at_once(tray: DiceTray) -> None:
    tray.set_rolls([MARKET._replace(faces=(1, 2, 3, 4, 5, 6) * 3, what="x" * 300)] * 5000)
    tray.open_log()
    log = tray.findChild(RollLog)
    QApplication.processEvents()
    assert log.height() <= max(tray.window().height() - 120, 160)
    assert log.table.horizontalScrollBar().maximum() == 0
    log.hide()


@pytest.mark.parametrize("rolls", [(), (MARKET,)])
def test_a_narrow_tray_drops_what_only_explains(
    show_in_window, qtbot: QtBot, rolls: tuple[RollLine, ...]
) -> None:
    tray = DiceTray()
    undo = tray.add_action(ActionButton("Undo “Bought Leather Gorget”", "Ctrl+Z"))
    tray.set_rolls(rolls)
    window = show_in_window(tray, width=1200)
    tray.ask("Wren, advance", (6, 6))
    assert "type 1–6" in words(tray)
    assert button(tray, "Rolls").isVisible()
    window.resize(560, 300)
    QApplication.processEvents()
    assert tray.width() <= 560
    assert "type 1–6" not in words(tray)
    for widget in (tray.entry, button(tray, "Roll"), undo):
        assert widget.isVisible()
        assert widget.mapTo(tray, QPoint(widget.width(), 0)).x() <= tray.width()
    qtbot.keyClick(window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    log = tray.findChild(RollLog)
    assert log.isVisible(), "the key of a button that has given way still works"
    log.hide()
    window.resize(1200, 300)
    QApplication.processEvents()
    assert "type 1–6" in words(tray)


def test_many_dice_make_the_tray_higher_and_not_wider(show_in_window) -> None:
    tray = DiceTray()
    window = show_in_window(tray, width=700)
    low = tray.height()
    tray.ask("Attack", (6,) * 20)
    QApplication.processEvents()
    assert window.width() == 700
    assert tray.height() > low
    for place in range(20):
        assert tray.entry.rect().contains(tray.entry.die_area(place).toAlignedRect())
