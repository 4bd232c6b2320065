"""The page of the rules in the real window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from mordcry_app.ui.main_window import MainWindow
from mordcry_app.ui.views.rules import RulesPage
from tests.ui.screens import CTRL, press


@pytest.fixture
def rules(qtbot: QtBot, window: MainWindow) -> RulesPage:
    """The page of the rules, gone to with its key."""
    press(qtbot, Qt.Key.Key_6, CTRL)
    page = window.frame.page("rules")
    assert isinstance(page, RulesPage)
    return page
