"""The program's look, for tests that show widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from mordcry_app.ui.theme import Theme


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    """A theme in the light colours; a test that switches it leaves no trace."""
    theme = Theme(qapp, "light")
    yield theme
    theme.set_mode("light")
    theme.setParent(None)


ShowInWindow = Callable[..., QWidget]


@pytest.fixture
def show_in_window(qtbot: QtBot, theme: Theme) -> ShowInWindow:
    """Put widgets into a window of the given size, in the program's look, and show it active."""
    del theme
    kept: list[QWidget] = []  # pytest-qt alone would let go of a window that a test does not name

    def show(*widgets: QWidget, width: int = 600, height: int = 400) -> QWidget:
        window = QWidget()
        kept.append(window)
        qtbot.addWidget(window)
        column = QVBoxLayout(window)
        for widget in widgets:
            column.addWidget(widget)
        column.addStretch(1)
        window.resize(width, height)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        return window

    return show
