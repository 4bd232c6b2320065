"""The history drawer: everything in words, and the way to any point of it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.qtbot import QtBot

from mordcry_app.services import roster_edits
from mordcry_app.services.battles import default_entry, record_battle
from mordcry_app.services.board_view import board_view
from mordcry_app.services.boards import roll_for
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.history_drawer import HistoryDrawer
from mordcry_app.ui.main_window import MainWindow
from mordcry_app.ui.qt_models.history_model import IS_HERE
from tests.ui.screens import CTRL, click, click_cell, press

NAMES = ("One Bank", "Two Banks", "Three Banks")


@pytest.fixture
def session(window: MainWindow) -> CampaignSession:
    assert window.session is not None
    return window.session


@pytest.fixture
def drawer(qtbot: QtBot, window: MainWindow, session: CampaignSession) -> HistoryDrawer:
    for name in NAMES:
        session.run(lambda name=name: roster_edits.rename_campaign(session.file, name))
    press(qtbot, Qt.Key.Key_H, CTRL)
    drawer = window.frame.drawer
    assert drawer is not None
    assert drawer.is_open()
    return drawer


def labels(drawer: HistoryDrawer) -> list[str]:
    model = drawer.list.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def here(drawer: HistoryDrawer) -> list[str]:
    model = drawer.list.model()
    rows = [model.index(row, 0) for row in range(model.rowCount())]
    return [index.data() for index in rows if index.data(IS_HERE)]


def row_with(drawer: HistoryDrawer, words: str) -> QModelIndex:
    row = next(row for row, label in enumerate(labels(drawer)) if words in label)
    return drawer.list.model().index(row, 0)


def test_it_lists_everything_newest_first_and_marks_where_we_are(drawer: HistoryDrawer) -> None:
    shown = labels(drawer)
    assert [label for label in shown if "Bank" in label] == [
        f"Renamed the campaign to “{name}”" for name in reversed(NAMES)
    ]
    assert shown[-1] == "Founded “The Quarter”"
    assert here(drawer) == ["Renamed the campaign to “Three Banks”"]


def test_a_click_goes_back_and_another_forward_again(
    qtbot: QtBot, drawer: HistoryDrawer, session: CampaignSession
) -> None:
    click_cell(qtbot, drawer.list, row_with(drawer, "One Bank"))
    assert session.campaign.name == "One Bank"
    assert here(drawer) == ["Renamed the campaign to “One Bank”"]
    spoken = row_with(drawer, "Two Banks").data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.endswith("undone")
    click_cell(qtbot, drawer.list, row_with(drawer, "Three Banks"))
    assert session.campaign.name == "Three Banks"


def test_enter_does_the_same(qtbot: QtBot, drawer: HistoryDrawer, session: CampaignSession) -> None:
    drawer.list.setCurrentIndex(row_with(drawer, "Founded"))
    press(qtbot, Qt.Key.Key_Return, on=drawer.list)
    assert session.campaign.name == "The Quarter"
    assert session.campaign.rosters[0].amount("crowns") == 0


def test_its_buttons_undo_and_redo(
    qtbot: QtBot, drawer: HistoryDrawer, session: CampaignSession
) -> None:
    assert not drawer.redo_button.isEnabled()
    click(qtbot, drawer.undo_button)
    assert session.campaign.name == "Two Banks"
    click(qtbot, drawer.redo_button)
    assert session.campaign.name == "Three Banks"


def test_answers_of_one_board_are_one_entry_until_it_is_opened(
    qtbot: QtBot, drawer: HistoryDrawer, session: CampaignSession
) -> None:
    touched = session.run(lambda: record_battle(session.file, default_entry(session.file)))
    assert touched is not None
    draft = touched.created["draft"]
    answered = 0
    for track in board_view(session.file, draft).tracks:
        for line in track.lines:
            if line.question is not None and line.status == "open":
                key = line.question.key
                session.run(lambda key=key: roll_for(session.file, draft, key))
                answered += 1
    assert answered >= 2
    group = row_with(drawer, "Aftermath of battle 1 ·")
    assert group.data() == f"Aftermath of battle 1 · {answered} answers"
    assert drawer.list.isExpanded(group), "we are in it"
    click_cell(qtbot, drawer.list, row_with(drawer, "Aftermath of battle 1"))
    assert not drawer.list.isExpanded(row_with(drawer, "Aftermath of battle 1"))
    click_cell(qtbot, drawer.list, row_with(drawer, "Aftermath of battle 1"))
    first = drawer.list.model().index(answered - 1, 0, row_with(drawer, "Aftermath of battle 1"))
    click_cell(qtbot, drawer.list, first)
    assert len(board_view(session.file, draft).tracks) == 2
    assert session.campaign.drafts[0].left > 0
    assert session.history().redo_label


def test_esc_closes_it_and_gives_the_keyboard_back(
    qtbot: QtBot, window: MainWindow, drawer: HistoryDrawer
) -> None:
    press(qtbot, Qt.Key.Key_Escape)
    assert not drawer.is_open()
    assert window.isAncestorOf(window.focusWidget())


def test_where_nothing_may_be_written_nothing_is_offered(
    qtbot: QtBot, window: MainWindow, open_window, campaign_path
) -> None:
    second = open_window(campaign_path)
    press(qtbot, Qt.Key.Key_H, CTRL, on=second)
    drawer = second.frame.drawer
    assert drawer is not None
    assert not drawer.undo_button.isEnabled()
    before = labels(drawer)
    click_cell(qtbot, drawer.list, row_with(drawer, "Founded"))
    assert "another window" in second.frame.toast.banner.sentence()
    assert labels(drawer) == before
