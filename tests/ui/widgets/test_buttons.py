"""Buttons, chips and key caps: the key that is shown works, and only where it should."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from mordcry_app.ui.theme import Theme
from mordcry_app.ui.widgets import ActionButton, Chip, ChipButton, IconButton, KeyHint, key_text

LONG = "Undo “Bought a Leather Gorget for Wilhelmina the Extraordinarily Long-Named”"


@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        ("Ctrl+H", "Ctrl H"),
        ("Ctrl+Shift+Z", "Ctrl Shift Z"),
        ("R", "R"),
        ("Return", "Enter"),
        ("Backspace", "⌫"),
        ("Ctrl++", "Ctrl +"),
        ("F1", "F1"),
        ("", ""),
    ],
)
def test_keys_are_written_as_on_the_keyboard(qapp: QApplication, keys: str, shown: str) -> None:
    assert key_text(keys) == shown


def test_a_cap_without_a_key_takes_no_room(show_in_window) -> None:
    cap = KeyHint("Ctrl+P")
    show_in_window(cap)
    assert cap.isVisible()
    assert cap.text() == "Ctrl P"
    cap.set_keys("")
    assert cap.isHidden()


def test_the_key_on_the_button_presses_it(show_in_window, qtbot: QtBot) -> None:
    button = ActionButton("Roll", "R")
    window = show_in_window(button)
    with qtbot.waitSignal(button.clicked):
        qtbot.keyClick(window, Qt.Key.Key_R)
    with qtbot.waitSignal(button.clicked):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(button.clicked):
        button.action.trigger()


def test_the_key_does_nothing_while_the_button_cannot(show_in_window, qtbot: QtBot) -> None:
    button = ActionButton("Finish", "Ctrl+F")
    window = show_in_window(button)
    pressed: list[bool] = []
    button.clicked.connect(lambda: pressed.append(True))
    button.set_available(False, "17 answers are still missing.")
    assert button.toolTip() == "17 answers are still missing."
    qtbot.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    button.set_available(True)
    assert button.toolTip() == ""
    button.hide()
    qtbot.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert pressed == []
    button.show()
    qtbot.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert len(pressed) == 1


def test_a_letter_typed_into_a_field_presses_no_button(show_in_window, qtbot: QtBot) -> None:
    field, button = QLineEdit(), ActionButton("Roll", "R")
    show_in_window(field, button)
    pressed: list[bool] = []
    button.clicked.connect(lambda: pressed.append(True))
    field.setFocus()
    qtbot.keyClicks(field, "rotR")
    assert field.text() == "rotR"
    assert pressed == []


def test_an_ampersand_is_an_ampersand(show_in_window, qtbot: QtBot) -> None:
    button = ActionButton("Undo “Named R&D”")
    chip = ChipButton("R&D")
    window = show_in_window(button, chip)
    assert button.full_text() == "Undo “Named R&D”"
    assert button.accessibleName() == "Undo “Named R&D”"
    assert chip.accessibleName() == "R&D"
    pressed: list[bool] = []
    button.clicked.connect(lambda: pressed.append(True))
    qtbot.keyClick(window, Qt.Key.Key_D, Qt.KeyboardModifier.AltModifier)
    assert pressed == []


def test_a_button_without_room_elides_and_tells_the_rest(show_in_window) -> None:
    button = ActionButton(LONG, "Ctrl+Z")
    window = show_in_window(button, width=240)
    assert button.width() < button.sizeHint().width()
    assert button.toolTip() == LONG
    window.resize(1000, 200)
    QApplication.processEvents()
    assert button.toolTip() == ""


def test_a_button_is_as_wide_as_its_text_and_its_cap(qtbot: QtBot, theme: Theme) -> None:
    with_key, without = ActionButton("Roll", "R"), ActionButton("Roll")
    for button in (with_key, without):
        qtbot.addWidget(button)
    assert with_key.sizeHint().width() > without.sizeHint().width()
    with_key.set_key("")
    assert with_key.sizeHint() == without.sizeHint()
    assert "Key" not in with_key.accessibleDescription()


def test_the_icon_of_a_button_is_drawn(show_in_window) -> None:
    plain, with_icon = ActionButton("Print"), ActionButton("Print", icon_name="print")
    show_in_window(plain, with_icon)
    assert with_icon.sizeHint().width() > plain.sizeHint().width()
    before = with_icon.grab().toImage()
    with_icon.setIcon(plain.icon())
    assert with_icon.grab().toImage() != before


def test_an_icon_button_has_a_name_and_a_key(show_in_window, qtbot: QtBot) -> None:
    button = IconButton("close", "Close the drawer", "Ctrl+W")
    window = show_in_window(button)
    assert button.accessibleName() == "Close the drawer"
    assert button.toolTip() == "Close the drawer (Ctrl W)"
    with qtbot.waitSignal(button.clicked):
        qtbot.keyClick(window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)


def test_a_chip_can_be_switched_by_mouse_and_keyboard(show_in_window, qtbot: QtBot) -> None:
    chip = ChipButton("In cover", checkable=True)
    show_in_window(chip)
    with qtbot.waitSignal(chip.toggled, check_params_cb=lambda on: on):
        qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    chip.setFocus()
    with qtbot.waitSignal(chip.toggled, check_params_cb=lambda on: not on):
        qtbot.keyClick(chip, Qt.Key.Key_Space)


def test_a_very_long_chip_is_cut_and_whole_in_the_tooltip(show_in_window) -> None:
    for chip in (Chip(LONG), ChipButton(LONG)):
        show_in_window(chip)
        assert chip.text().endswith("…")
        assert chip.toolTip() == LONG
        assert chip.accessibleName() == LONG
        chip.set_text("short")
        assert chip.text() == "short"
        assert chip.toolTip() == ""


def test_kinds_of_chips_and_buttons_differ(show_in_window) -> None:
    chips = [Chip("x", kind) for kind in ("plain", "good", "bad", "gold", "active")]
    buttons = [ActionButton("x", kind=kind) for kind in ("default", "primary", "quiet", "danger")]
    window = show_in_window(*chips, *buttons)
    window.setFocus()
    for group in (chips, buttons):
        pictures = [widget.grab().toImage() for widget in group]
        for place, picture in enumerate(pictures):
            assert picture not in pictures[:place]
    assert chips[0].mapTo(window, QPoint(0, 0)).y() >= 0
