"""The page shows every value with its reasons, at any width, for any name."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from mordcry_app.services import roster_edits
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.main_window import MainWindow
from mordcry_app.ui.qt_models.roster_model import MARK_DOWN, change_mark
from mordcry_app.ui.views.warbands import WarbandsPage
from mordcry_app.ui.views.warbands import edit_dialogs as dialogs
from mordcry_app.ui.views.warbands.roster_table import RosterTable
from tests.ui.screens import (
    CTRL,
    accept,
    click,
    click_cell,
    dialog_on_screen,
    press,
)
from tests.ui.views.warbands.looking import cell, member


def test_the_roster_shows_effective_values_marked_and_explained(
    qtbot: QtBot, table: RosterTable, page: WarbandsPage
) -> None:
    click_cell(qtbot, table, cell(table, 0, "S"))
    shown = page.fighters.panel.member()
    assert shown is not None
    value = shown.value("s")
    assert change_mark(value) == MARK_DOWN or value.change >= 0
    index = cell(table, 0, "S")
    assert index.data() == value.text
    for part in value.parts:
        assert part.label in index.data(Qt.ItemDataRole.ToolTipRole)
        assert part.label in index.data(Qt.ItemDataRole.AccessibleTextRole)
        assert part.label in page.fighters.panel.tiles.accessibleDescription()
    assert page.fighters.panel.explanation._title.text() == f"{value.name} {value.text}"


def test_the_explanation_follows_the_arrow_keys(
    qtbot: QtBot, table: RosterTable, page: WarbandsPage
) -> None:
    table.setCurrentIndex(cell(table, 0, "WS"))
    press(qtbot, Qt.Key.Key_Right, on=table)
    assert page.fighters.panel.explanation._title.text().startswith("Ballistic Skill")
    press(qtbot, Qt.Key.Key_Down, on=table)
    assert page.fighters.panel.member() == page.roster().members[1]


def test_enter_leads_to_the_fighter_and_esc_back(
    qtbot: QtBot, table: RosterTable, page: WarbandsPage
) -> None:
    table.setFocus()
    press(qtbot, Qt.Key.Key_Return)
    tiles = page.fighters.panel.tiles
    assert tiles.hasFocus()
    press(qtbot, Qt.Key.Key_Right)
    assert table.roster.column(table.currentIndex().column()).key == tiles.current().stat  # type: ignore[union-attr]
    press(qtbot, Qt.Key.Key_Escape)
    assert table.hasFocus()


def test_warbands_change_by_tab_and_by_key(qtbot: QtBot, page: WarbandsPage) -> None:
    assert page.rosters.count() == 2
    press(qtbot, Qt.Key.Key_PageDown, CTRL)
    assert page.roster().name == "Rust & Ruin"
    assert page.rosters.tabText(1) == "Rust && Ruin", "an ampersand is no underline"
    press(qtbot, Qt.Key.Key_PageUp, CTRL)
    assert page.roster().name == "The Ashen Vigil"


def test_unnamed_fighters_and_hostile_names_are_shown_as_they_are(
    session: CampaignSession, page: WarbandsPage, table: RosterTable
) -> None:
    for row, name in enumerate(("", "<b>R&D</b>", "Żółw Жнец 山田 ☠", "x" * 200)):
        fighter = member(session, row)
        session.run(
            lambda fighter=fighter, name=name: roster_edits.rename_member(
                session.file, fighter.id, name
            )
        )
    assert cell(table, 0, "Fighter").data() == "unnamed Captain"
    assert cell(table, 1, "Fighter").data() == "<b>R&D</b>"
    assert "&lt;b&gt;" in cell(table, 1, "Fighter").data(Qt.ItemDataRole.ToolTipRole)
    assert cell(table, 3, "Fighter").data() == "x" * 200
    page.grab()


def test_forty_fighters_scroll(
    qtbot: QtBot, session: CampaignSession, page: WarbandsPage, table: RosterTable
) -> None:
    from mordcry_app.services.house_rules import set_house_rule

    session.run(lambda: set_house_rule(session.file, "most_fighters", 40))
    roster = session.campaign.rosters[0]
    for _ in range(30):
        session.run(lambda: roster_edits.recruit(session.file, roster.id, "youngblood"))
    assert table.roster.rowCount() == 40
    table.setFocus()
    press(qtbot, Qt.Key.Key_End, CTRL)
    assert table.currentIndex().row() == 39
    assert table.visualRect(table.currentIndex()).bottom() <= table.viewport().height()


def test_an_empty_roster_says_so_and_offers_the_way_on(
    qtbot: QtBot, session: CampaignSession, page: WarbandsPage
) -> None:
    for fighter in session.campaign.rosters[0].members:
        session.run(lambda fighter=fighter: roster_edits.retire(session.file, fighter.id))
    assert not page.fighters.table.isVisible()
    assert not page.fighters.panel.isVisible()
    button = page.fighters._empty.button
    assert button is not None
    click(qtbot, button)
    accept(qtbot, dialog_on_screen(qtbot, dialogs.RecruitDialog), "Recruit")
    assert len(session.campaign.rosters[0].members) == 1
    assert page.fighters.panel.isVisible()


def test_where_it_is_narrow_roster_and_fighter_take_turns(
    qtbot: QtBot, window: MainWindow, page: WarbandsPage, table: RosterTable
) -> None:
    window.resize(640, 480)
    qtbot.waitUntil(lambda: not page.fighters.panel.isVisible())
    table.setFocus()
    press(qtbot, Qt.Key.Key_Return)
    assert page.fighters.panel.isVisible()
    assert not table.isVisible()
    press(qtbot, Qt.Key.Key_Escape)
    assert table.isVisible()
    click(qtbot, page.fighters.open_button)
    assert page.fighters.panel.isVisible()
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: table.isVisible() and page.fighters.panel.isVisible())
