"""What a player’s hands do, for tests of screens: press keys, click, fill in, pick in menus."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QLineEdit,
    QMenu,
    QRadioButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from mordcry_app.ui.main_window import MainWindow
from mordcry_app.ui.views.warbands import WarbandsPage
from mordcry_app.ui.views.welcome import WelcomePage
from mordcry_app.ui.widgets import PlainDialog

Widget = TypeVar("Widget", bound=QWidget)
CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


def press(
    qtbot: QtBot,
    key: Qt.Key,
    modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    on: QWidget | None = None,
) -> None:
    """Press a key where the keyboard is now, or on a widget."""
    target = on or QApplication.focusWidget() or QApplication.activeWindow()
    assert target is not None, "nothing has the keyboard"
    qtbot.keyClick(target, key, modifier)


def click(qtbot: QtBot, button: QAbstractButton) -> None:
    """Click a button that can be seen and pressed."""
    qtbot.waitUntil(button.isVisible)
    assert button.isEnabled(), f"{button.text()} cannot be pressed"
    # Boxes and radio buttons may be wider than what can be hit: aim at the mark itself.
    is_box = isinstance(button, (QCheckBox, QRadioButton))
    spot = QPoint(14, button.height() // 2) if is_box else button.rect().center()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton, pos=spot)


def click_cell(qtbot: QtBot, view: QAbstractItemView, index: QModelIndex) -> None:
    """Click a row or cell."""
    view.scrollTo(index)
    middle = view.visualRect(index).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=middle)


def double_click_cell(qtbot: QtBot, view: QAbstractItemView, index: QModelIndex) -> None:
    """Double click a cell, as hands do: with the click before."""
    view.scrollTo(index)
    middle: QPoint = view.visualRect(index).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=middle)


def write(field: QLineEdit, text: str) -> None:
    """Type over whatever a field holds; takes every script, which key clicks do not."""
    field.setFocus()
    field.selectAll()
    field.insert(text)


def dialog_on_screen(qtbot: QtBot, kind: type[Widget] = PlainDialog) -> Widget:
    """Wait for the dialog that is open now, and return it."""
    found: list[Widget] = []

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, kind)
        found[:] = [dialog]

    qtbot.waitUntil(look_is_there(look))
    return found[0]


def look_is_there(look):
    """Turn a callable that asserts into one that returns whether it holds."""

    def holds() -> bool:
        try:
            look()
        except AssertionError:
            return False
        return True

    return holds


def accept(qtbot: QtBot, dialog: PlainDialog, text: str) -> None:
    """Press the dialog’s button with this text."""
    button = next(b for b in dialog.findChildren(QAbstractButton) if b.accessibleName() == text)
    click(qtbot, button)


def no_dialog(qtbot: QtBot) -> None:
    """Wait until no dialog is open."""
    qtbot.waitUntil(lambda: QApplication.activeModalWidget() is None)


def menu_on_screen(qtbot: QtBot) -> QMenu:
    """Wait for the menu that is open now, and return it."""
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def pick(qtbot: QtBot, menu: QMenu, text: str) -> None:
    """Choose an entry of an open menu by its text, with the keyboard."""
    entry = next((a for a in menu.actions() if a.text() == text), None)
    assert entry is not None, f"{text} is not among {[a.text() for a in menu.actions()]}"
    assert entry.isEnabled(), f"{text} cannot be chosen"
    menu.setActiveAction(entry)
    qtbot.keyClick(menu, Qt.Key.Key_Return)


def entry_of(menu: QMenu, text: str) -> QAction:
    """Return an entry of a menu by its text."""
    return next(action for action in menu.actions() if action.text() == text)


def warbands(window: MainWindow) -> WarbandsPage:
    """Return the page of the warbands of an open window, gone to if it was never shown."""
    if window.frame.page("warbands") is None:
        window.frame.show_page("warbands", take_keyboard=True)
    page = window.frame.page("warbands")
    assert isinstance(page, WarbandsPage)
    return page


def welcome(window: MainWindow) -> WelcomePage:
    """Return the welcome page, which must be on screen."""
    page = window.findChild(WelcomePage)
    assert isinstance(page, WelcomePage)
    assert page.isVisible()
    return page
