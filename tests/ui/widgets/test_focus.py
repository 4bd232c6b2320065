"""Whoever uses the keyboard sees where it is: every control looks different while it has it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QTabBar,
    QTableWidget,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from mordcry_app.ui.dice import DiceEntry
from mordcry_app.ui.theme import Theme
from mordcry_app.ui.widgets import ActionButton, ChipButton, IconButton, NumberField


def _tab_bar() -> QTabBar:
    bar = QTabBar()
    bar.addTab("Fighters")
    bar.addTab("Stash")
    return bar


def _list() -> QListView:
    view = QListView()
    view.setModel(QStringListModel(["Pell", "Wren"], view))
    view.setCurrentIndex(view.model().index(0, 0))
    return view


def _table() -> QTableWidget:
    table = QTableWidget(2, 2)
    table.setCurrentCell(0, 0)
    return table


def _tree() -> QTreeWidget:
    tree = QTreeWidget()
    tree.addTopLevelItem(QTreeWidgetItem(["Injuries"]))
    tree.setCurrentItem(tree.topLevelItem(0))
    return tree


_CONTROLS: dict[str, Callable[[], QWidget]] = {
    "button": lambda: QPushButton("Roll"),
    "primary": lambda: ActionButton("Finish", kind="primary"),
    "quiet": lambda: ActionButton("Details", kind="quiet"),
    "danger": lambda: ActionButton("Leave", kind="danger"),
    "tool": lambda: QToolButton(text="…", focusPolicy=Qt.FocusPolicy.StrongFocus),
    "icon": lambda: IconButton("close", "Close"),
    "chip": lambda: ChipButton("In cover", checkable=True),
    "chosen chip": lambda: ChipButton("In cover", checkable=True, kind="active"),
    "line": lambda: QLineEdit("Pell", readOnly=True),
    "text": lambda: QPlainTextEdit("Pell", readOnly=True),
    "number": lambda: NumberField(0, 9),
    "choice": QComboBox,
    "check": lambda: QCheckBox("won"),
    "radio": lambda: QRadioButton("crowns"),
    "tabs": _tab_bar,
    "list": _list,
    "table": _table,
    "tree": _tree,
    "dice": lambda: DiceEntry((6, 6)),
}


def _differing(one: QImage, other: QImage) -> int:
    return sum(
        one.pixel(x, y) != other.pixel(x, y)
        for x in range(one.width())
        for y in range(one.height())
    )


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("name", list(_CONTROLS))
def test_the_control_with_the_keyboard_is_marked(
    show_in_window, theme: Theme, name: str, mode: str
) -> None:
    theme.set_mode(mode)
    control, other = _CONTROLS[name](), QPushButton("other")
    show_in_window(other, control)
    other.setFocus()
    without = control.grab().toImage()
    control.setFocus(Qt.FocusReason.TabFocusReason)
    assert control.hasFocus()
    marked = control.grab().toImage()
    assert marked.size() == without.size(), "the mark moves what stands around"
    assert _differing(marked, without) >= 40
