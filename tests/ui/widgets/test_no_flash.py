"""Making a widget shows nothing: a part shown before it has a parent is a window for a moment."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from mordcry_app.ui.dice import DiceEntry, DiceRow, DiceTray, RollLine, dice_of
from mordcry_app.ui.errors import CrashDialog
from mordcry_app.ui.theme import Theme
from mordcry_app.ui.widgets import (
    ActionButton,
    Banner,
    Card,
    Chip,
    Drawer,
    ElidedLabel,
    EmptyState,
    HeaderBar,
    KeyHint,
    PlainDialog,
    Rail,
    RailEntry,
    Toast,
    WrapLabel,
)


def _dialog() -> PlainDialog:
    dialog = PlainDialog("New fighter", "Ten fighters fit into a warband.")
    dialog.add_cancel()
    dialog.add_accept("Recruit")
    return dialog


def _tray() -> DiceTray:
    tray = DiceTray()
    tray.set_rolls([RollLine("Market", (5, 4), 9, True, "21:14")])
    tray.ask("Wren, advance", (6, 6))
    tray.show_faces((1, 2))
    tray.rest()
    tray.add_action(ActionButton("Undo", "Ctrl+Z"))
    return tray


def _header() -> HeaderBar:
    header = HeaderBar("The Ashen Vigil", "Mira’s warband")
    header.add_note(Chip("Income"))
    header.add_action(ActionButton("Finish", kind="primary"))
    return header


def _card() -> Card:
    card = Card("Fighters")
    card.add_aside("Mira · won")
    card.add(WrapLabel("Pell"))
    return card


def _rail() -> Rail:
    rail = Rail([RailEntry("campaign", "Campaign", "campaign", "Ctrl+1")])
    rail.set_campaign("The Drowned Quarter", "Mordcry")
    return rail


_MAKERS: dict[str, Callable[[], QWidget]] = {
    "button": lambda: ActionButton("Roll", "R", icon_name="dice"),
    "card": _card,
    "crash": lambda: CrashDialog("details", Path("crash.txt"), Path()),
    "crash without report": lambda: CrashDialog("details", None, Path()),
    "dialog": _dialog,
    "dice": lambda: DiceRow(dice_of((1, 2))),
    "drawer": lambda: Drawer(QWidget(), "History"),
    "empty": lambda: EmptyState("Nothing.", title="No rolls", icon_name="dice", action="Roll"),
    "entry": lambda: DiceEntry((6, 6)),
    "header": _header,
    "key": lambda: KeyHint("Ctrl+P"),
    "label": lambda: ElidedLabel("Pell"),
    "rail": _rail,
    "banner": Banner,
    "toast": lambda: Toast(QWidget()),
    "tray": _tray,
}


class _Watcher(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget):
            self.shown.append(type(watched).__name__)
        return False


@pytest.mark.parametrize("name", list(_MAKERS))
def test_making_a_widget_shows_nothing(
    qapp: QApplication, qtbot: QtBot, theme: Theme, name: str
) -> None:
    watcher = _Watcher()
    qapp.installEventFilter(watcher)
    try:
        widget = _MAKERS[name]()
    finally:
        qapp.removeEventFilter(watcher)
    if widget.parentWidget() is None:
        qtbot.addWidget(widget)
    assert watcher.shown == []
