"""House rules are switched in place, and a switch is an operation like any other."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from mordcry_app.services.rules_views import house_rules_view
from mordcry_app.ui.main_window import MainWindow
from mordcry_app.ui.views.house_rules import HouseRulesPage
from tests.ui.conftest import OpenWindow
from tests.ui.screens import CTRL, click, press


@pytest.fixture
def page(qtbot: QtBot, window: MainWindow) -> HouseRulesPage:
    press(qtbot, Qt.Key.Key_4, CTRL)
    page = window.frame.page("house_rules")
    assert isinstance(page, HouseRulesPage)
    return page


def value(window: MainWindow, rule_id: str) -> object:
    assert window.session is not None
    rules = house_rules_view(window.session.file)
    return next(rule.value for rule in rules if rule.id == rule_id)


def test_every_rule_is_there_with_all_its_options(window: MainWindow, page: HouseRulesPage) -> None:
    assert window.session is not None
    for rule in house_rules_view(window.session.file):
        card = page.cards[rule.id]
        assert card.title() == rule.name
        assert list(card.buttons) == [option.id for option in rule.options]
        assert (card.number is None) == bool(rule.options)
        for option in rule.options:
            assert card.buttons[option.id].accessibleDescription() == option.changes
            assert card.buttons[option.id].isChecked() == (option.id == rule.value)


def test_a_click_switches_and_ctrl_z_switches_back(
    qtbot: QtBot, window: MainWindow, page: HouseRulesPage
) -> None:
    card = page.cards["most_kills"]
    click(qtbot, card.buttons["nobody"])
    assert value(window, "most_kills") == "nobody"
    assert card._changed.isVisible()
    assert "Ties for most kills" in window.frame.undo_button.full_text()
    press(qtbot, Qt.Key.Key_Z, CTRL)
    assert value(window, "most_kills") == "all_tied"
    assert card.buttons["all_tied"].isChecked()
    assert not card._changed.isVisible()


def test_the_keyboard_switches_as_well(
    qtbot: QtBot, window: MainWindow, page: HouseRulesPage
) -> None:
    card = page.cards["most_kills"]
    card.buttons["all_tied"].setFocus()
    press(qtbot, Qt.Key.Key_Down)
    assert value(window, "most_kills") == "pick_one"


def test_a_number_is_taken_when_it_is_typed(
    qtbot: QtBot, window: MainWindow, page: HouseRulesPage
) -> None:
    card = page.cards["most_fighters"]
    assert card.number is not None
    card.number.setFocus()
    card.number.selectAll()
    qtbot.keyClicks(card.number, "15")
    press(qtbot, Qt.Key.Key_Return, on=card.number)
    assert value(window, "most_fighters") == 15
    click(qtbot, card._to_default)
    assert value(window, "most_fighters") == 10
    assert card.number.value() == 10


def test_reading_only_shows_and_switches_nothing(
    qtbot: QtBot, window: MainWindow, open_window: OpenWindow
) -> None:
    assert window.session is not None
    second = open_window(window.session.file.path)
    second.frame.show_page("house_rules")
    page = second.frame.page("house_rules")
    assert isinstance(page, HouseRulesPage)
    assert not any(b.isEnabled() for card in page.cards.values() for b in card.buttons.values())
