"""All keys are in one table, and Shift+F1 shows it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from mordcry_app.ui.main_window import MainWindow
from mordcry_app.ui.shortcuts import SHORTCUTS, ShortcutsDialog, bind, keys_of
from tests.ui.screens import SHIFT, dialog_on_screen, no_dialog, press

EVERYWHERE = ("Campaign", "Pages", "Changes")


def test_every_id_is_there_once() -> None:
    ids = [shortcut.id for shortcut in SHORTCUTS]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("group", sorted({shortcut.group for shortcut in SHORTCUTS}))
def test_no_key_does_two_things_in_one_place(group: str) -> None:
    here = {group, *EVERYWHERE}
    keys = [key for shortcut in SHORTCUTS if shortcut.group in here for key in shortcut.keys]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("shortcut", SHORTCUTS, ids=lambda shortcut: shortcut.id)
def test_qt_knows_every_key(shortcut: object) -> None:
    for key in shortcut.keys:  # type: ignore[attr-defined]
        assert QKeySequence(key).toString(), key


def test_an_unknown_id_is_our_mistake(window: MainWindow) -> None:
    with pytest.raises(KeyError):
        keys_of("fly")
    with pytest.raises(KeyError):
        bind(window, "fly", window.close)


def test_shift_f1_lists_every_shortcut_and_esc_closes_it(qtbot: QtBot, window: MainWindow) -> None:
    press(qtbot, Qt.Key.Key_F1, SHIFT)
    dialog = dialog_on_screen(qtbot, ShortcutsDialog)
    shown = {label.text() for label in dialog.findChildren(QLabel)}
    assert {shortcut.text for shortcut in SHORTCUTS} <= shown
    press(qtbot, Qt.Key.Key_Escape, on=dialog)
    no_dialog(qtbot)
