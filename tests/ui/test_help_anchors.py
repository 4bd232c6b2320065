"""F1 leads from whatever has the keyboard to its place in the rules, and back again."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QApplication, QLineEdit, QListView, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from mordcry_app.services.battles import default_entry, record_battle
from mordcry_app.ui.help_anchors import HELP_ANCHOR, anchor_at, set_help_anchor
from mordcry_app.ui.main_window import MainWindow
from mordcry_app.ui.shortcuts import ShortcutsDialog
from mordcry_app.ui.views.aftermath import AftermathPage
from mordcry_app.ui.views.aftermath.line_row import LineRow
from mordcry_app.ui.views.house_rules import HouseRulesPage
from mordcry_app.ui.views.rules import RulesPage
from mordcry_app.ui.views.warbands import WarbandsPage
from tests.ui.conftest import OpenWindow
from tests.ui.screens import ALT, click, dialog_on_screen, press
from tests.ui.views.warbands.looking import cell, chip


class Tile(QWidget):
    def help_anchor(self) -> str:
        return "stat:luck"


def warbands(window: MainWindow) -> WarbandsPage:
    window.frame.show_page("warbands", take_keyboard=True)
    page = window.frame.page("warbands")
    assert isinstance(page, WarbandsPage)
    return page


def rules(window: MainWindow) -> RulesPage:
    assert window.frame.page_id == "rules"
    page = window.frame.page("rules")
    assert isinstance(page, RulesPage)
    return page


def read(window: MainWindow) -> str:
    entry = rules(window).reader.entry
    assert entry is not None
    return entry.anchor


def test_the_nearest_anchor_counts(qtbot: QtBot) -> None:
    outer, inner, field = QWidget(), QWidget(), QLineEdit()
    qtbot.addWidget(outer)
    QVBoxLayout(outer).addWidget(inner)
    QVBoxLayout(inner).addWidget(field)
    assert anchor_at(field) == ""
    set_help_anchor(outer, "topic:camp")
    assert anchor_at(field) == "topic:camp"
    set_help_anchor(inner, "stat:might")
    assert anchor_at(field) == "stat:might"
    set_help_anchor(inner, "")
    assert anchor_at(field) == "topic:camp"
    assert anchor_at(None) == ""


def test_a_widget_may_know_better_what_is_at_hand(qtbot: QtBot) -> None:
    tile = Tile()
    qtbot.addWidget(tile)
    set_help_anchor(tile, "list:stat")
    assert anchor_at(tile) == "stat:luck"


def test_the_cell_at_hand_counts_and_else_its_column(qtbot: QtBot) -> None:
    view, model = QListView(), QStandardItemModel()
    qtbot.addWidget(view)
    view.setModel(model)
    for text, anchor in (("a", "item:stick"), ("b", "")):
        item = QStandardItem(text)
        item.setData(anchor, HELP_ANCHOR)
        model.appendRow(item)
    assert anchor_at(view) == ""
    view.setCurrentIndex(model.index(0, 0))
    assert anchor_at(view) == "item:stick"
    view.setCurrentIndex(model.index(1, 0))
    model.setHeaderData(0, Qt.Orientation.Horizontal, "list:weapon", HELP_ANCHOR)
    assert anchor_at(view) == "list:weapon"


def test_f1_on_a_value_and_back_to_it(qtbot: QtBot, window: MainWindow) -> None:
    page = warbands(window)
    tiles = page.fighters.panel.tiles
    tiles.setFocus()
    press(qtbot, Qt.Key.Key_Right, on=tiles)
    press(qtbot, Qt.Key.Key_F1, on=tiles)
    assert read(window) == "stat:ws"
    assert rules(window).back_button.accessibleName() == "Back to Warbands"
    focused = QApplication.focusWidget()
    assert focused is not None
    press(qtbot, Qt.Key.Key_Left, ALT, on=focused)
    assert window.frame.page_id == "warbands"
    assert tiles.hasFocus()


def test_f1_on_a_cell_of_the_roster(qtbot: QtBot, window: MainWindow) -> None:
    table = warbands(window).fighters.table
    table.setFocus()
    for heading, anchor in (
        ("Fighter", "archetype:captain"),
        ("Will", "stat:will"),
        ("XP", "topic:experience"),
        ("Carries", "item:long_sword"),
    ):
        window.frame.show_page("warbands", take_keyboard=True)
        table.setCurrentIndex(cell(table, 0, heading))
        table.setFocus()
        press(qtbot, Qt.Key.Key_F1, on=table)
        assert read(window) == anchor
        click(qtbot, rules(window).back_button)
        assert table.hasFocus()


def test_f1_on_what_a_fighter_carries(qtbot: QtBot, window: MainWindow) -> None:
    found = chip(qtbot, warbands(window), "Long Sword")
    found.setFocus()
    press(qtbot, Qt.Key.Key_F1, on=found)
    assert read(window) == "item:long_sword"


def test_f1_on_a_line_of_the_aftermath_and_in_the_dice_below_it(
    qtbot: QtBot, window: MainWindow
) -> None:
    assert window.session is not None
    file = window.session.file
    window.session.run(lambda: record_battle(file, default_entry(file)))
    window.frame.show_page("aftermath", take_keyboard=True)
    page = window.frame.page("aftermath")
    assert isinstance(page, AftermathPage)
    rows = {row.line.stage: row for row in page.findChildren(LineRow)}
    for stage, anchor in (("experience", "topic:experience"), ("income", "topic:income")):
        window.frame.show_page("aftermath", take_keyboard=True)
        rows[stage].setFocus()
        press(qtbot, Qt.Key.Key_F1, on=rows[stage])
        assert read(window) == anchor
        press(qtbot, Qt.Key.Key_Left, ALT, on=rules(window).reader.scroller)
        assert window.frame.page_id == "aftermath"
        assert rows[stage].hasFocus()
    tray = window.frame.undo_button
    tray.setFocus()
    press(qtbot, Qt.Key.Key_F1, on=tray)
    assert page.board is not None
    assert read(window) == page.board.line(str(page.current_line)).rule


def test_f1_on_a_house_rule(qtbot: QtBot, window: MainWindow) -> None:
    window.frame.show_page("house_rules", take_keyboard=True)
    page = window.frame.page("house_rules")
    assert isinstance(page, HouseRulesPage)
    page.show_rule("most_kills")
    button = page.cards["most_kills"].buttons["all_tied"]
    button.setFocus()
    press(qtbot, Qt.Key.Key_F1, on=button)
    assert read(window) == "house_rule:most_kills"


def test_f1_on_the_battle_page(qtbot: QtBot, window: MainWindow) -> None:
    window.frame.show_page("battle", take_keyboard=True)
    press(qtbot, Qt.Key.Key_F1)
    assert read(window) == "topic:battle_result"


def test_f1_where_nothing_is_at_hand_shows_the_start(qtbot: QtBot, window: MainWindow) -> None:
    window.frame.show_page("settings", take_keyboard=True)
    press(qtbot, Qt.Key.Key_F1)
    assert read(window) == "rules:start"
    click(qtbot, rules(window).back_button)
    assert window.frame.page_id == "settings"


def test_the_way_back_is_offered_once(qtbot: QtBot, window: MainWindow) -> None:
    tiles = warbands(window).fighters.panel.tiles
    tiles.setFocus()
    press(qtbot, Qt.Key.Key_F1, on=tiles)
    click(qtbot, rules(window).back_button)
    window.frame.show_page("rules", take_keyboard=True)
    assert read(window) == "stat:m"
    assert rules(window).back_button.accessibleName() == "Back to Rules"


def test_f1_in_the_rules_keeps_the_way_back(qtbot: QtBot, window: MainWindow) -> None:
    tiles = warbands(window).fighters.panel.tiles
    tiles.setFocus()
    press(qtbot, Qt.Key.Key_F1, on=tiles)
    press(qtbot, Qt.Key.Key_F1, on=rules(window).reader.scroller)
    assert read(window) == "rules:start"
    click(qtbot, rules(window).back_button)
    assert read(window) == "stat:m"
    click(qtbot, rules(window).back_button)
    assert window.frame.page_id == "warbands"
    assert tiles.hasFocus()


def test_without_a_campaign_f1_lists_the_keys(qtbot: QtBot, open_window: OpenWindow) -> None:
    open_window()
    press(qtbot, Qt.Key.Key_F1)
    dialog = dialog_on_screen(qtbot, ShortcutsDialog)
    press(qtbot, Qt.Key.Key_Escape, on=dialog)
