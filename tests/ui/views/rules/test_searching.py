"""Everything is found by typing, and opened without leaving the keyboard."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mordcry_app.services.rules_library_views import Hit
from mordcry_app.ui.help_anchors import HELP_ANCHOR
from mordcry_app.ui.main_window import MainWindow
from mordcry_app.ui.qt_models.rows import ROW
from mordcry_app.ui.views.rules import RulesPage
from mordcry_app.ui.widgets import WrapLabel
from tests.ui.screens import CTRL, click_cell, press


def shown(page: RulesPage) -> str:
    assert page.reader.entry is not None
    return page.reader.entry.anchor


def found(page: RulesPage) -> list[Hit]:
    model = page.contents.results.model()
    return [model.index(row, 0).data(ROW) for row in range(model.rowCount())]


def test_the_page_begins_with_the_search(qtbot: QtBot, rules: RulesPage) -> None:
    qtbot.waitUntil(rules.contents.field.hasFocus)
    assert rules.contents.tree.isVisible()
    assert shown(rules) == "rules:start"


def test_typing_finds_and_enter_opens(qtbot: QtBot, rules: RulesPage) -> None:
    qtbot.keyClicks(rules.contents.field, "dead")
    assert rules.contents.results.isVisible()
    assert found(rules)[0].anchor == "table:injury/dead"
    press(qtbot, Qt.Key.Key_Return, on=rules.contents.field)
    assert shown(rules) == "table:injury"
    target = rules.reader.target()
    assert target is not None
    assert target.row.name == "Dead"
    assert rules.contents.field.hasFocus(), "the next result is one key away"


def test_arrows_walk_through_the_results_while_one_types(qtbot: QtBot, rules: RulesPage) -> None:
    field = rules.contents.field
    qtbot.keyClicks(field, "heal")
    hits = found(rules)
    press(qtbot, Qt.Key.Key_Down, on=field)
    press(qtbot, Qt.Key.Key_Down, on=field)
    press(qtbot, Qt.Key.Key_Up, on=field)
    assert rules.contents.results.currentIndex().data(HELP_ANCHOR) == hits[1].anchor
    press(qtbot, Qt.Key.Key_Return, on=field)
    assert shown(rules) == hits[1].anchor.partition("/")[0] or shown(rules) == hits[1].anchor
    for _ in range(200):
        press(qtbot, Qt.Key.Key_PageDown, on=field)
    assert rules.contents.results.currentIndex().row() == len(hits) - 1


def test_the_words_are_marked_where_they_stand(qtbot: QtBot, rules: RulesPage) -> None:
    qtbot.keyClicks(rules.contents.field, "crowns")
    press(qtbot, Qt.Key.Key_Return, on=rules.contents.field)
    assert shown(rules) == "topic:crowns"
    assert "<u" in rules.reader.title_label.text()
    texts = [label.text() for label in rules.reader.findChildren(WrapLabel)]
    assert any("<u" in text and ">crowns</u>" in text for text in texts)


def test_esc_clears_and_shows_the_contents_again(qtbot: QtBot, rules: RulesPage) -> None:
    field = rules.contents.field
    qtbot.keyClicks(field, "heal")
    press(qtbot, Qt.Key.Key_Escape, on=field)
    assert field.text() == ""
    assert rules.contents.tree.isVisible()
    press(qtbot, Qt.Key.Key_Escape, on=field)
    assert rules.reader.scroller.hasFocus()


def test_what_is_nowhere_is_said(qtbot: QtBot, rules: RulesPage) -> None:
    qtbot.keyClicks(rules.contents.field, "zebra")
    assert rules.contents._nothing.sentence.text() == "Nothing in the rules speaks of “zebra”."
    assert rules.contents._nothing.isVisible()
    before = shown(rules)
    press(qtbot, Qt.Key.Key_Return, on=rules.contents.field)
    assert shown(rules) == before


def test_a_click_on_a_result_opens_it(qtbot: QtBot, rules: RulesPage) -> None:
    qtbot.keyClicks(rules.contents.field, "spear")
    results = rules.contents.results
    click_cell(qtbot, results, results.model().index(0, 0))
    assert shown(rules) == "item:spear"


def test_ctrl_f_and_the_slash_lead_to_the_search(qtbot: QtBot, rules: RulesPage) -> None:
    rules.open("stat:ws")
    for key, modifier in (
        (Qt.Key.Key_F, CTRL),
        (Qt.Key.Key_Slash, Qt.KeyboardModifier.NoModifier),
    ):
        rules.reader.scroller.setFocus()
        press(qtbot, key, modifier, on=rules.reader.scroller)
        assert rules.contents.field.hasFocus()
    assert rules.contents.field.text() == ""


def test_a_slash_can_be_typed_into_the_search(qtbot: QtBot, rules: RulesPage) -> None:
    qtbot.keyClicks(rules.contents.field, "2+/6+")
    assert rules.contents.field.text() == "2+/6+"


def test_the_contents_open_with_a_click_and_with_enter(qtbot: QtBot, rules: RulesPage) -> None:
    tree = rules.contents.tree
    tables = tree.model().index(0, 0)
    click_cell(qtbot, tree, tables)
    assert shown(rules) == "list:table"
    assert tree.isExpanded(tables)
    tree.setFocus()
    press(qtbot, Qt.Key.Key_Down, on=tree)
    press(qtbot, Qt.Key.Key_Return, on=tree)
    assert shown(rules) == tree.model().index(0, 0, tables).data(HELP_ANCHOR)


def test_where_there_is_little_room_the_sides_take_turns(
    qtbot: QtBot, window: MainWindow, rules: RulesPage
) -> None:
    window.resize(640, 480)
    qtbot.waitUntil(lambda: not rules.reader.isVisible())
    qtbot.keyClicks(rules.contents.field, "spear")
    press(qtbot, Qt.Key.Key_Return, on=rules.contents.field)
    assert rules.reader.isVisible()
    assert not rules.contents.isVisible()
    assert rules.reader.isAncestorOf(QApplication.focusWidget() or window)
    press(qtbot, Qt.Key.Key_F, CTRL, on=rules.reader.scroller)
    assert rules.contents.field.hasFocus()
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: rules.reader.isVisible() and rules.contents.isVisible())
