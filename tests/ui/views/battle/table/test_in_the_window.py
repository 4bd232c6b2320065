"""From the page of battles through the set-up to the table, in the real window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from mordcry_app.rules.dice import SeededRandom
from mordcry_app.services.battle_table import battle_table
from mordcry_app.services.board_view import board_view
from mordcry_app.services.boards import give_answer
from mordcry_app.services.reading import campaign_view
from mordcry_app.ui.main_window import MainWindow
from mordcry_app.ui.views.aftermath import AftermathPage
from mordcry_app.ui.views.battle import BattlePage
from tests.ui.screens import CTRL, click
from tests.ui.views.battle.table.answers import plain_answer
from tests.ui.views.battle.table.conftest import play_to_the_actions

OpenWindow = Callable[..., MainWindow]


def battle_page(window: MainWindow) -> BattlePage:
    page = window.frame.page("battle")
    assert isinstance(page, BattlePage)
    return page


def badge(window: MainWindow) -> str:
    return window.frame.rail.entry("battle").accessibleName()


def test_a_whole_battle_is_set_up_and_the_table_opens(
    qtbot: QtBot, open_window: OpenWindow, campaigns: dict[str, Path], tmp_path: Path
) -> None:
    path = tmp_path / "evening.mordcry"
    path.write_bytes(campaigns["founded"].read_bytes())
    window = open_window(path)
    window.frame.show_page("battle", take_keyboard=True)
    page = battle_page(window)
    assert page.setup_button.kind == "primary"
    qtbot.keyClick(page, Qt.Key.Key_B, CTRL)
    assert window.frame.page_id == "aftermath"
    session = window.session
    assert session is not None
    draft_id = campaign_view(session.file).drafts[0].id
    random = SeededRandom(3)
    for _ in range(300):
        tracks = board_view(session.file, draft_id).tracks
        lines = [line for track in tracks for line in track.lines]
        asked = next((line.question for line in lines if line.question is not None), None)
        if asked is None:
            break
        give_answer(session.file, draft_id, asked.key, plain_answer(asked, random))
    aftermath = window.frame.page("aftermath")
    assert isinstance(aftermath, AftermathPage)
    aftermath.refresh(None)
    click(qtbot, aftermath._header.finish_button)
    assert window.frame.page_id == "battle"
    assert page.door.is_open()
    assert battle_table(session.file) is not None
    assert "under way" in badge(window)


def test_a_battle_is_there_again_after_a_restart_with_its_round(
    open_window: OpenWindow, campaigns: dict[str, Path], tmp_path: Path
) -> None:
    path = tmp_path / "evening.mordcry"
    path.write_bytes(campaigns["actions"].read_bytes())
    window = open_window(path)
    window.frame.show_page("battle")
    page = battle_page(window)
    assert page.door.is_open()
    assert "round 1" in badge(window)


def test_what_was_done_beside_the_window_is_shown(
    open_window: OpenWindow, campaigns: dict[str, Path], tmp_path: Path
) -> None:
    path = tmp_path / "evening.mordcry"
    path.write_bytes(campaigns["before"].read_bytes())
    window = open_window(path)
    window.frame.show_page("battle")
    page = battle_page(window)
    assert page.door.is_open()
    session = window.session
    assert session is not None
    play_to_the_actions(session.file)
    page.refresh(None)
    screen = page.door.screen
    assert screen is not None
    view = battle_table(session.file)
    assert view is not None
    assert screen.header.title.text() == view.status.title
