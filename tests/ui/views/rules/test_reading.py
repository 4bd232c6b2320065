"""Pages show tables, chances, effects and house rules, and lead to one another."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel
from pytestqt.qtbot import QtBot

from mordcry_app.services.house_rules import set_house_rule
from mordcry_app.ui.main_window import MainWindow
from mordcry_app.ui.shortcuts import ShortcutsDialog
from mordcry_app.ui.views.house_rules import HouseRulesPage
from mordcry_app.ui.views.rules import RulesPage
from mordcry_app.ui.views.rules.row_block import ChanceBar
from mordcry_app.ui.widgets import Chip, ChipButton
from tests.ui.screens import ALT, click, click_cell, dialog_on_screen, press


def shown(page: RulesPage) -> str:
    assert page.reader.entry is not None
    return page.reader.entry.anchor


def texts(page: RulesPage) -> list[str]:
    return [label.text() for label in page.reader.findChildren(QLabel) if label.isVisible()]


def chip(page: RulesPage, text: str) -> ChipButton:
    chips = page.reader.findChildren(ChipButton)
    return next(c for c in chips if c.accessibleName() == text and c.isVisible())


def go(qtbot: QtBot, page: RulesPage, anchor: str) -> None:
    page.open(anchor)
    settled(qtbot, page)


def settled(qtbot: QtBot, page: RulesPage) -> None:
    """Wait until what was laid out anew is on screen."""
    qtbot.waitUntil(page.reader.title_label.isVisible)
    qtbot.waitUntil(lambda: all(block.isVisible() for block in page.reader.blocks))


def test_a_table_shows_faces_chance_text_and_what_is_done(qtbot: QtBot, rules: RulesPage) -> None:
    go(qtbot, rules, "table:injury")
    assert [block.row.name for block in rules.reader.blocks][:2] == ["Dead", "Grievously wounded"]
    said = texts(rules)
    for text in ("11–15", "Dead", "misses the next battle"):
        assert any(text in line for line in said), text
    bars = rules.reader.findChildren(ChanceBar)
    assert bars[0].isVisible()
    assert bars[0].accessibleName() == "5 in 36 · 13.9 %"
    assert any("The fighter misses the next battle." in text for text in said)
    block = rules.reader.blocks[0]
    assert "Dead" in block.accessibleName()
    assert "13.9 %" in block.accessibleName()


def test_no_part_of_a_page_shows_as_a_window_of_its_own(
    qtbot: QtBot, window: MainWindow, rules: RulesPage
) -> None:
    for anchor in ("table:injury", "list:skill", "topic:hitting", "house_rule:healer"):
        go(qtbot, rules, anchor)
        assert QApplication.activeWindow() is window
        assert [w for w in QApplication.topLevelWidgets() if w.isVisible()] == [window]


def test_where_there_is_little_room_the_chance_stands_below_the_name(
    qtbot: QtBot, window: MainWindow, rules: RulesPage
) -> None:
    window.resize(640, 480)
    go(qtbot, rules, "table:injury")
    qtbot.waitUntil(lambda: "5 in 36 · 13.9 %" in texts(rules))
    assert not any(bar.isVisible() for bar in rules.reader.findChildren(ChanceBar))
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: any(bar.isVisible() for bar in rules.reader.findChildren(ChanceBar)))
    assert "5 in 36 · 13.9 %" not in texts(rules)


def test_a_row_that_is_asked_for_is_marked_and_in_view(qtbot: QtBot, rules: RulesPage) -> None:
    go(qtbot, rules, "table:exploration/stone_of_echoes")
    target = rules.reader.target()
    assert target is not None
    qtbot.waitUntil(lambda: not target.visibleRegion().isEmpty())
    go(qtbot, rules, "table:exploration")
    assert rules.reader.target() is None


def test_chips_lead_on_and_alt_arrows_back_and_forward(qtbot: QtBot, rules: RulesPage) -> None:
    go(qtbot, rules, "table:injury")
    click(qtbot, chip(rules, "Head wound"))
    assert shown(rules) == "trait:injury/head_wound"
    assert rules.back_button.accessibleName() == "Back to Lasting injuries"
    press(qtbot, Qt.Key.Key_Left, ALT, on=rules.reader.scroller)
    assert shown(rules) == "table:injury"
    press(qtbot, Qt.Key.Key_Right, ALT, on=rules.reader.scroller)
    assert shown(rules) == "trait:injury/head_wound"
    click(qtbot, rules.back_button)
    click(qtbot, rules.back_button)
    assert shown(rules) == "rules:start"
    assert not rules.back_button.isEnabled()


def test_the_contents_show_what_is_read(qtbot: QtBot, rules: RulesPage) -> None:
    go(qtbot, rules, "trait:skill/stun")
    assert rules.contents.tree.currentIndex().data() == "Stun"
    assert rules.contents.tree.currentIndex().parent().data() == "Skills"


def test_rows_of_a_list_open_by_click_and_by_keyboard(qtbot: QtBot, rules: RulesPage) -> None:
    go(qtbot, rules, "list:skill")
    first, second = rules.reader.blocks[:2]
    first.setFocus()
    press(qtbot, Qt.Key.Key_Down, on=first)
    assert second.hasFocus()
    press(qtbot, Qt.Key.Key_Return, on=second)
    assert shown(rules) == second.row.anchor
    go(qtbot, rules, "list:skill")
    block = rules.reader.blocks[0]
    qtbot.mouseClick(block, Qt.MouseButton.LeftButton)
    assert shown(rules) == block.row.anchor


def test_a_list_of_numbers_leads_to_its_things(qtbot: QtBot, rules: RulesPage) -> None:
    go(qtbot, rules, "list:weapon")
    assert rules.reader.grid is not None
    table = rules.reader.grid.table
    model = table.model()
    assert [model.headerData(n, Qt.Orientation.Horizontal) for n in range(3)] == [
        "Weapon",
        "Range",
        "Attacks",
    ]
    # The page scrolls, not the table.
    qtbot.waitUntil(lambda: table.height() >= table.verticalHeader().length())
    click_cell(qtbot, table, model.index(3, 2))
    assert shown(rules) == "item:mace"


def test_the_hit_table_marks_what_a_house_rule_chooses(
    qtbot: QtBot, window: MainWindow, rules: RulesPage
) -> None:
    go(qtbot, rules, "topic:hitting")
    assert rules.reader.grid is not None
    model = rules.reader.grid.table.model()
    cell = model.index(0, 2)
    assert cell.data() == "6+*"
    assert "As printed: 6+" in cell.data(Qt.ItemDataRole.ToolTipRole)
    spoken = model.index(4, 2).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Attacker’s WS 5, Defender’s WS 2: 2+"
    assert window.session is not None
    window.session.run(lambda: set_house_rule(window.session.file, "hit_table", "smooth"))
    assert rules.reader.grid.table.model().index(0, 2).data() == "5+*"


def test_a_changed_house_rule_shows_where_it_is_read(
    qtbot: QtBot, window: MainWindow, rules: RulesPage
) -> None:
    go(qtbot, rules, "topic:experience")
    name = "Ties for most kills"
    assert chip(rules, name).accessibleDescription() == "All who tie earn it"
    assert window.session is not None
    window.session.run(lambda: set_house_rule(window.session.file, "most_kills", "nobody"))
    assert shown(rules) == "topic:experience", "the page stays where it was"
    settled(qtbot, rules)
    changed = chip(rules, name)
    assert changed.accessibleDescription() == "Nobody earns it, changed from the default"
    assert "house rule changed" in [c.text() for c in rules.reader.findChildren(Chip)]
    click(qtbot, changed)
    assert shown(rules) == "house_rule:most_kills"
    settled(qtbot, rules)
    assert any("Nobody earns it" in text for text in texts(rules))


def test_a_house_rule_leads_to_its_switch(
    qtbot: QtBot, window: MainWindow, rules: RulesPage
) -> None:
    go(qtbot, rules, "house_rule:most_kills")
    buttons = rules.reader.findChildren(QAbstractButton)
    switch = next(b for b in buttons if b.accessibleName() == "Set it under House rules")
    click(qtbot, switch)
    assert window.frame.page_id == "house_rules"
    page = window.frame.page("house_rules")
    assert isinstance(page, HouseRulesPage)
    assert page.cards["most_kills"].isVisible()


def test_a_place_that_is_not_there_leads_to_the_start(rules: RulesPage) -> None:
    rules.open("stat:ws")
    rules.open("item:no_such_thing")
    assert shown(rules) == "rules:start"


def test_other_pages_lead_to_a_place_by_name(window: MainWindow, rules: RulesPage) -> None:
    window.frame.show_page("rules#stat:ws")
    assert shown(rules) == "stat:ws"


def test_the_keys_are_listed_from_here(qtbot: QtBot, rules: RulesPage) -> None:
    click(qtbot, rules.keys_button)
    dialog = dialog_on_screen(qtbot, ShortcutsDialog)
    press(qtbot, Qt.Key.Key_Escape, on=dialog)


def test_every_page_can_be_shown(qtbot: QtBot, rules: RulesPage) -> None:
    for anchor in rules._library.entries:
        rules.open(anchor)
        assert shown(rules) == anchor
