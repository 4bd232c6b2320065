"""House rules are chosen, weighed, and only then switched; a switch is an operation like others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mordcry_app.services.house_rules import set_house_rule
from mordcry_app.services.rules_views import house_rules_view
from mordcry_app.ui.main_window import MainWindow
from mordcry_app.ui.views.house_rules import HouseRulesPage
from mordcry_app.ui.views.house_rules.rule_card import RuleCard
from mordcry_app.ui.views.house_rules.topic_section import TopicSection
from mordcry_app.ui.widgets import ActionButton
from tests.ui.conftest import OpenWindow
from tests.ui.screens import CTRL, click, press, write


def page_of(window: MainWindow) -> HouseRulesPage:
    window.frame.show_page("house_rules")
    page = window.frame.page("house_rules")
    assert isinstance(page, HouseRulesPage)
    return page


@pytest.fixture
def page(window: MainWindow) -> HouseRulesPage:
    return page_of(window)


def card_of(qtbot: QtBot, page: HouseRulesPage, rule_id: str) -> RuleCard:
    page.show_rule(rule_id)
    card = page.cards[rule_id]
    qtbot.waitUntil(card.isVisible)
    return card


def values(window: MainWindow) -> dict[str, str | int]:
    assert window.session is not None
    return {rule.id: rule.value for rule in house_rules_view(window.session.file)}


def shown(page: HouseRulesPage) -> set[str]:
    return {rule_id for rule_id, card in page.cards.items() if card.isVisible()}


def decide(qtbot: QtBot, button: ActionButton) -> None:
    """Press a button of a panel that has just come up, once it has its place."""
    qtbot.waitUntil(lambda: button.height() == button.sizeHint().height())
    click(qtbot, button)


def topic_texts(page: HouseRulesPage) -> list[str]:
    model = page.topics.list.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def pick_topic(page: HouseRulesPage, text: str) -> None:
    row = next(n for n, found in enumerate(topic_texts(page)) if found.startswith(text))
    page.topics.list.setCurrentIndex(page.topics.list.model().index(row, 0))


# ---------------------------------------------------------------------------- the page


def test_every_rule_is_there_under_its_topic_with_all_its_options(
    window: MainWindow, page: HouseRulesPage
) -> None:
    assert window.session is not None
    rules = house_rules_view(window.session.file)
    topics = list(dict.fromkeys(rule.topic for rule in rules))
    assert topic_texts(page) == ["All topics", *topics]
    for topic in topics:
        pick_topic(page, topic)
        assert shown(page) == {rule.id for rule in rules if rule.topic == topic}
    pick_topic(page, "All topics")
    assert shown(page) == {rule.id for rule in rules}
    for rule in rules:
        card = page.cards[rule.id]
        assert card.title() == rule.name
        assert list(card.buttons) == [option.id for option in rule.options]
        assert (card.number is None) == bool(rule.options)
        for option in rule.options:
            assert card.buttons[option.id].accessibleDescription() == option.changes
            assert card.buttons[option.id].isChecked() == (option.id == rule.value)


def test_only_the_first_topic_is_made_at_first(page: HouseRulesPage) -> None:
    assert page.topics.topic() == "Warbands"
    assert {page.cards[rule_id].rule.topic for rule_id in shown(page)} == {"Warbands"}
    assert shown(page) == set(page.cards)


def test_search_looks_under_every_topic_for_all_the_words(
    qtbot: QtBot, page: HouseRulesPage
) -> None:
    press(qtbot, Qt.Key.Key_F, CTRL)
    assert page.search.hasFocus()
    write(page.search, "eye bs")
    assert shown(page) == {"blindness", "injury_dice", "injury_stacking"} & shown(page)
    assert "blindness" in shown(page)
    write(page.search, "zzz")
    assert shown(page) == set()
    assert page.nothing.isVisible()
    assert page.nothing.sentence.text() == "No house rule has these words."
    page.search.clear()
    assert len(shown(page)) > 50


def test_only_those_that_are_changed(
    qtbot: QtBot, window: MainWindow, page: HouseRulesPage
) -> None:
    click(qtbot, page.only_changed)
    assert page.nothing.sentence.text() == "No house rule is changed."
    assert window.session is not None
    file = window.session.file
    window.session.run(lambda: set_house_rule(file, "shield_use", "activation"))
    window.session.run(lambda: set_house_rule(file, "most_fighters", 12))
    assert shown(page) == {"shield_use", "most_fighters"}
    assert "Attacks · 1 changed" in topic_texts(page)
    assert "All topics · 2 changed" in topic_texts(page)
    pick_topic(page, "Attacks")
    assert shown(page) == {"shield_use"}
    assert page.cards["shield_use"].changed_chip.isVisible()


def test_topics_become_a_field_where_there_is_little_room(
    qtbot: QtBot, open_window: OpenWindow, campaign_path: Path
) -> None:
    window = open_window(campaign_path, width=700, height=480)
    page = page_of(window)
    assert page.topics.field.isVisible()
    assert not page.topics.list.isVisible()
    page.topics.field.setFocus()
    press(qtbot, Qt.Key.Key_Down)
    press(qtbot, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: page.topics.topic() == "Setting up")
    assert "terrain_pieces" in shown(page)
    window.resize(1280, 800)
    qtbot.waitUntil(page.topics.list.isVisible)
    assert not page.topics.field.isVisible()


@pytest.mark.parametrize(("second", "note"), [(False, "Where it says “"), (True, "These rules")])
def test_what_players_carry_out_says_so(
    qtbot: QtBot, window: MainWindow, second: bool, note: str
) -> None:
    """Whichever rules that is in a ruleset: a card says so, and the heading explains it."""
    assert window.session is not None
    one, two = house_rules_view(window.session.file)[:2]
    rules = (replace(one, at_table=True), replace(two, at_table=second))
    section = TopicSection("A topic", rules)
    qtbot.addWidget(section)
    cards = [RuleCard(rule, locked="") for rule in rules]
    for card in cards:
        section.add(card)
    section.show()
    assert ["Carried out at the table" in all_texts(card) for card in cards] == [True, second]
    assert note in all_texts(section)
    plain = TopicSection("A topic", (replace(one, at_table=False),))
    qtbot.addWidget(plain)
    plain.show()
    assert all_texts(plain) == "A topic"


def all_texts(widget: object) -> str:
    from PySide6.QtWidgets import QLabel, QWidget

    assert isinstance(widget, QWidget)
    return "\n".join(label.text() for label in widget.findChildren(QLabel) if label.isVisible())


# ---------------------------------------------------------------------------- switching


def test_a_choice_tells_whom_it_touches_and_then_switches(
    qtbot: QtBot, window: MainWindow, page: HouseRulesPage
) -> None:
    card = card_of(qtbot, page, "minimum_attack_dice")
    before = values(window)
    click(qtbot, card.buttons["none"])
    assert values(window) == before
    qtbot.waitUntil(card.panel.isVisible)
    assert card.panel.told.text() == "<b>Anselm</b>: Hammer: Dice 1 → –"
    decide(qtbot, card.panel.switch_button)
    assert values(window) == {**before, "minimum_attack_dice": "none"}
    assert card.changed_chip.isVisible()
    assert not card.panel.isVisible()
    assert "Fewest attack dice" in window.frame.undo_button.full_text()
    press(qtbot, Qt.Key.Key_Z, CTRL)
    assert values(window) == before
    assert card.buttons["one"].isChecked()
    assert not card.changed_chip.isVisible()


def test_those_who_are_touched_are_named(
    qtbot: QtBot, window: MainWindow, page: HouseRulesPage
) -> None:
    card = card_of(qtbot, page, "fighter_points")
    click(qtbot, card.buttons["xp"])
    told = card.panel.told.text()
    assert "<b>The Ashen Vigil</b>: 460 → 360 points" in told
    assert "<b>Rust &amp; Ruin</b>: 460 → 360 points" in told
    assert "Ilse, Anselm, Tam and 7 more" in told
    decide(qtbot, card.panel.keep_button)
    assert card.buttons["ten_and_xp"].isChecked()
    assert not card.panel.isVisible()
    assert values(window)["fighter_points"] == "ten_and_xp"


def test_the_keyboard_chooses_switches_and_keeps(
    qtbot: QtBot, window: MainWindow, page: HouseRulesPage
) -> None:
    card = card_of(qtbot, page, "most_kills")
    assert card.buttons["all_tied"].hasFocus()
    press(qtbot, Qt.Key.Key_Down)
    assert card.considers() == "pick_one"
    press(qtbot, Qt.Key.Key_Down)
    assert card.considers() == "nobody"
    qtbot.wait(1)
    press(qtbot, Qt.Key.Key_Escape)
    assert card.considers() is None
    assert card.buttons["all_tied"].isChecked()
    assert values(window)["most_kills"] == "all_tied"
    card.buttons["all_tied"].setFocus()
    press(qtbot, Qt.Key.Key_Down)
    qtbot.wait(1)
    press(qtbot, Qt.Key.Key_Return)
    assert values(window)["most_kills"] == "pick_one"
    assert card.buttons["pick_one"].hasFocus()


def test_enter_on_keep_keeps(qtbot: QtBot, window: MainWindow, page: HouseRulesPage) -> None:
    card = card_of(qtbot, page, "most_kills")
    click(qtbot, card.buttons["nobody"])
    card.panel.keep_button.setFocus()
    qtbot.wait(1)
    press(qtbot, Qt.Key.Key_Return)
    assert values(window)["most_kills"] == "all_tied"
    assert card.considers() is None


def test_a_number_is_weighed_while_it_is_typed(
    qtbot: QtBot, window: MainWindow, page: HouseRulesPage
) -> None:
    card = card_of(qtbot, page, "most_fighters")
    assert card.number is not None
    card.number.setFocus()
    card.number.selectAll()
    qtbot.keyClicks(card.number, "15")
    assert card.considers() == 15
    assert values(window)["most_fighters"] == 10
    qtbot.wait(1)
    press(qtbot, Qt.Key.Key_Return, on=card.number)
    assert values(window)["most_fighters"] == 15
    assert card.number.hasFocus()
    press(qtbot, Qt.Key.Key_Z, CTRL)
    assert values(window)["most_fighters"] == 10
    assert card.number.value() == 10
    press(qtbot, Qt.Key.Key_Y, CTRL)
    assert values(window)["most_fighters"] == 15
    click(qtbot, card.to_default)
    assert card.considers() == 10
    decide(qtbot, card.panel.switch_button)
    assert values(window)["most_fighters"] == 10
    assert card.number.value() == 10
    assert not card.to_default.isVisible()


def test_enter_that_ends_an_odd_number_does_not_switch_unseen(
    qtbot: QtBot, window: MainWindow, page: HouseRulesPage
) -> None:
    """30 is deleted to 3, which is too little; Enter makes it 20 and shows that first."""
    card = card_of(qtbot, page, "board_width")
    assert card.number is not None
    card.number.setFocus()
    card.number.selectAll()
    qtbot.keyClicks(card.number, "3")
    press(qtbot, Qt.Key.Key_Return, on=card.number)
    assert values(window)["board_width"] == 30
    assert card.considers() == 20
    qtbot.wait(1)
    press(qtbot, Qt.Key.Key_Return, on=card.number)
    assert values(window)["board_width"] == 20


def test_one_choice_at_a_time(qtbot: QtBot, page: HouseRulesPage) -> None:
    page.show_rule("hit_table")
    first, second = page.cards["hit_table"], page.cards["wound_table"]
    click(qtbot, first.buttons["smooth"])
    second.buttons["pattern"].click()
    assert (first.considers(), second.considers()) == (None, "pattern")
    assert first.buttons["printed"].isChecked()


def test_what_was_only_considered_is_dropped_when_the_page_is_left(
    qtbot: QtBot, window: MainWindow, page: HouseRulesPage
) -> None:
    card = card_of(qtbot, page, "hit_table")
    click(qtbot, card.buttons["smooth"])
    window.frame.show_page("warbands")
    window.frame.show_page("house_rules")
    assert card.considers() is None
    assert card.buttons["printed"].isChecked()
    click(qtbot, card.buttons["smooth"])
    write(page.search, "zzz")
    assert card.considers() is None


def test_a_change_elsewhere_is_told_anew(
    qtbot: QtBot, window: MainWindow, page: HouseRulesPage
) -> None:
    from mordcry_app.services.reading import campaign_view
    from mordcry_app.services.roster_edits import give_item

    card = card_of(qtbot, page, "minimum_attack_dice")
    click(qtbot, card.buttons["none"])
    assert window.session is not None
    file = window.session.file
    young = campaign_view(file).rosters[0].members[-1]
    window.session.run(lambda: give_item(file, "hammer", member_id=young.id))
    assert "Gerrit" in card.panel.told.text()
    assert card.considers() == "none"


def test_all_rules_go_back_to_their_defaults_at_once(
    qtbot: QtBot, window: MainWindow, page: HouseRulesPage
) -> None:
    defaults = values(window)
    assert not page.reset.isEnabled()
    assert window.session is not None
    file = window.session.file
    window.session.run(lambda: set_house_rule(file, "fighter_points", "xp"))
    window.session.run(lambda: set_house_rule(file, "terrain_pieces", 12))
    changed = values(window)
    click(qtbot, page.reset)
    assert "The Ashen Vigil" in page.reset_panel.told.text()
    press(qtbot, Qt.Key.Key_Escape)
    assert values(window) == changed
    assert not page.reset_panel.isVisible()
    click(qtbot, page.reset)
    press(qtbot, Qt.Key.Key_Return)
    assert values(window) == defaults
    assert not page.reset.isEnabled()
    press(qtbot, Qt.Key.Key_Z, CTRL)
    assert values(window) == changed


def test_a_rule_is_found_by_its_id(qtbot: QtBot, page: HouseRulesPage) -> None:
    write(page.search, "zzz")
    card = card_of(qtbot, page, "healer")
    assert page.topics.topic() == "Injuries"
    assert page.search.text() == ""
    focused = QApplication.focusWidget()
    assert focused is not None
    assert card.isAncestorOf(focused)
    page.show_rule("no_such_rule")
    assert page.topics.topic() == "Injuries"


def test_another_page_leads_to_a_rule(window: MainWindow, page: HouseRulesPage) -> None:
    window.frame.show_page("warbands")
    window.frame.show_page("house_rules#shield_use")
    assert page.topics.topic() == "Attacks"
    focused = QApplication.focusWidget()
    assert focused is not None
    assert page.cards["shield_use"].isAncestorOf(focused)


def test_reading_only_shows_and_switches_nothing(
    window: MainWindow, open_window: OpenWindow
) -> None:
    assert window.session is not None
    second = open_window(window.session.file.path)
    page = page_of(second)
    assert not any(b.isEnabled() for card in page.cards.values() for b in card.buttons.values())
    assert not page.reset.isEnabled()
