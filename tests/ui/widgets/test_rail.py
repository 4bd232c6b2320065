"""The rail: where one is, where one can go, and why not."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QLabel, QToolTip
from pytestqt.qtbot import QtBot

from mordcry_app.ui.theme import PARCHMENT, Theme
from mordcry_app.ui.widgets import Rail, RailEntry

ENTRIES = (
    RailEntry("campaign", "Campaign", "campaign"),
    RailEntry("warbands", "Warbands", "warbands"),
    RailEntry("battle", "Battle", "battle"),
    RailEntry("aftermath", "Aftermath", "aftermath"),
    RailEntry("history", "History", "history", "Ctrl+H", at_bottom=True),
    RailEntry("print", "Print", "print", "Ctrl+P", at_bottom=True),
)


@pytest.fixture
def rail(show_in_window) -> Rail:
    rail = Rail(ENTRIES)
    window = show_in_window(rail, width=400, height=500)
    window.layout().setStretch(0, 1)
    QApplication.processEvents()
    return rail


def test_an_entry_is_chosen_by_mouse_keyboard_and_shortcut(rail: Rail, qtbot: QtBot) -> None:
    chosen: list[str] = []
    rail.activated.connect(chosen.append)
    qtbot.mouseClick(rail.entry("warbands"), Qt.MouseButton.LeftButton)
    rail.entry("campaign").setFocus()
    qtbot.keyClick(rail.entry("campaign"), Qt.Key.Key_Return)
    qtbot.keyClick(rail.entry("campaign"), Qt.Key.Key_Space)
    qtbot.keyClick(rail.window(), Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    rail.action("history").trigger()
    assert chosen == ["warbands", "campaign", "campaign", "print", "history"]


def test_choosing_does_not_mark_and_marking_does_not_choose(rail: Rail, qtbot: QtBot) -> None:
    chosen: list[str] = []
    rail.activated.connect(chosen.append)
    rail.set_active("battle")
    assert rail.active() == "battle"
    qtbot.mouseClick(rail.entry("history"), Qt.MouseButton.LeftButton)
    assert rail.active() == "battle"
    assert chosen == ["history"]
    with pytest.raises(KeyError):
        rail.set_active("graveyard")
    rail.set_active("")
    assert rail.active() == ""


def test_the_active_entry_has_the_bar_at_its_left_edge(rail: Rail) -> None:
    def edge(key: str) -> str:
        picture = rail.entry(key).grab().toImage()
        return QColor(picture.pixel(1, picture.height() // 2)).name().upper()

    rail.set_active("warbands")
    assert edge("warbands") == PARCHMENT.blood
    assert edge("battle") != PARCHMENT.blood
    assert "page on screen" in rail.entry("warbands").accessibleName()


def test_arrows_and_tab_move_among_all_entries(rail: Rail, qtbot: QtBot) -> None:
    keys = [entry.key for entry in ENTRIES]
    rail.entry("campaign").setFocus()

    def here() -> str:
        return next(key for key in keys if rail.entry(key).hasFocus())

    walked = []
    for _ in keys:
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
        walked.append(here())
    assert walked == [*keys[1:], keys[0]]
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Up)
    assert here() == "print"
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Home)
    assert here() == "campaign"
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_End)
    assert here() == "print"
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
    assert here() == "history"


def test_an_entry_that_is_not_available_says_why(rail: Rail, qtbot: QtBot) -> None:
    chosen: list[str] = []
    rail.activated.connect(chosen.append)
    rail.set_available("battle", False, "Finish the aftermath first.")
    rail.set_available("print", False, "There is nothing to print.")
    battle = rail.entry("battle")
    assert battle.toolTip() == "Finish the aftermath first."
    assert "Finish the aftermath first" in battle.accessibleDescription()
    battle.setFocus()
    assert battle.hasFocus(), "an entry that cannot be chosen can still be reached"
    qtbot.keyClick(battle, Qt.Key.Key_Return)
    assert QToolTip.text() == "Finish the aftermath first."
    qtbot.keyClick(rail.window(), Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    assert chosen == []
    rail.set_available("battle", True)
    assert battle.toolTip() == ""
    qtbot.keyClick(battle, Qt.Key.Key_Return)
    assert chosen == ["battle"]
    QToolTip.hideText()


def test_a_badge_is_drawn_and_spoken(rail: Rail) -> None:
    aftermath = rail.entry("aftermath")
    before = aftermath.grab().toImage()
    rail.set_badge("aftermath", "17 left")
    assert aftermath.accessibleName() == "Aftermath, 17 left"
    assert aftermath.grab().toImage() != before
    rail.set_badge("aftermath", "")
    assert aftermath.grab().toImage() == before


def test_the_compact_rail_keeps_its_names_as_tooltips(rail: Rail) -> None:
    wide = rail.width()
    rail.set_badge("aftermath", "17 left")
    rail.set_available("battle", False, "Finish the aftermath first.")
    rail.follow_width(899)
    assert rail.is_compact()
    assert rail.width() < wide / 2
    assert rail.entry("aftermath").toolTip() == "Aftermath · 17 left"
    assert rail.entry("battle").toolTip() == "Battle<br>Finish the aftermath first."
    assert rail.entry("history").toolTip() == "History · Ctrl H"
    rail.follow_width(900)
    assert not rail.is_compact()
    assert rail.width() == wide
    assert rail.entry("aftermath").toolTip() == ""


def test_a_long_campaign_name_wraps_and_then_elides(rail: Rail) -> None:
    rail.set_campaign("The Drowned Quarter", "Mordcry · after battle 6")
    title, subtitle = rail.findChildren(QLabel)[:2]
    assert title.text().splitlines() == ["The Drowned", "Quarter"]
    assert title.toolTip() == ""
    assert subtitle.text() == "Mordcry · after battle 6"
    name = "The Drowned Quarter & the <b>Long</b> Night of the Extraordinarily Bellicose Wolves"
    rail.set_campaign(name)
    assert len(title.text().splitlines()) == 3
    assert title.text().endswith("…")
    assert title.accessibleName() == name
    assert "&lt;b&gt;Long&lt;/b&gt;" in title.toolTip()
    assert not subtitle.isVisible()
    widest = max(title.fontMetrics().horizontalAdvance(line) for line in title.text().splitlines())
    assert widest <= title.width()
    rail.set_campaign("Donaudampfschifffahrtsgesellschaft")
    assert title.text().endswith("…")


def test_in_a_low_window_the_entry_with_the_keyboard_scrolls_into_view(
    show_in_window, qtbot: QtBot
) -> None:
    rail = Rail(ENTRIES)
    rail.set_campaign("The Drowned Quarter", "Mordcry")
    window = show_in_window(rail, width=300, height=200)
    window.layout().setStretch(0, 1)
    rail.entry("campaign").setFocus()
    qtbot.keyClick(rail.entry("campaign"), Qt.Key.Key_End)
    last = rail.entry("print")
    assert last.hasFocus()
    top = last.mapTo(rail, QPoint(0, 0)).y()
    assert 0 <= top <= rail.height() - last.height()


def test_keys_are_unique_and_icons_exist(qtbot: QtBot, theme: Theme) -> None:
    with pytest.raises(ValueError, match="one key"):
        Rail([ENTRIES[0], ENTRIES[0]])
    with pytest.raises(FileNotFoundError, match="unicorn"):
        Rail([RailEntry("a", "A", "unicorn")])
