"""The table plays a ruleset that it has never heard of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from mordcry_app.services import campaign_file
from mordcry_app.services.battle_setup import set_up_battle
from mordcry_app.services.battle_table import battle_table
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.founding import NewCampaign, NewRoster, create_campaign
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.views.battle.table import TableScreen
from mordcry_app.ui.views.battle.table.matrix_dialog import MatrixDialog
from tests.ui.screens import click, dialog_on_screen, no_dialog

pytestmark = pytest.mark.usefixtures("theme")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[CampaignFile]:
    """A campaign of two rosters of forty in a made-up ruleset, its first battle set up."""
    folder = Path(__file__).parents[4] / "data"
    monkeypatch.setattr(campaign_file, "resources_folder", lambda: folder)
    rosters = tuple(
        NewRoster(player, player * 2, fighter_names=tuple(f"{player} {n}" for n in range(40)))
        for player in ("Ann", "Ben")
    )
    with create_campaign(tmp_path / "tiny", NewCampaign("Small", "tiny", rosters)) as opened:
        set_up_battle(opened, is_whole=True)
        yield opened


@pytest.fixture
def screen(qtbot: QtBot, file: CampaignFile) -> TableScreen:
    session = CampaignSession(file)
    screen = TableScreen(session)
    session.setParent(screen)
    session.touched.connect(lambda _touched: screen.load())
    qtbot.addWidget(screen)
    screen.resize(1100, 700)
    screen.load()
    with qtbot.waitActive(screen):
        screen.show()
        screen.activateWindow()
    return screen


def test_a_click_strikes_a_key_chooses_and_a_die_is_typed(
    screen: TableScreen, file: CampaignFile, qtbot: QtBot, press: Callable[..., None]
) -> None:
    view = battle_table(file)
    assert view is not None
    fighters = screen.cards[0].fighters
    row = fighters.visualRect(fighters.fighters.index(0, 0))
    qtbot.mouseClick(fighters.viewport(), Qt.MouseButton.LeftButton, pos=row.center())
    assert screen.centre.shown == "event"
    many = len(view.sides[1].fighters)
    press(Qt.Key.Key_Down, Qt.Key.Key_Return) if many > 9 else press("1")
    press("6")
    after = battle_table(file)
    assert after is not None
    assert after.open_event is None
    assert after.sides[1].fighters[0].damage == 1
    assert screen.cards[1].fighters.fighters.rows()[0].fighter == after.sides[1].fighters[0]
    assert "hit" in screen.centre.just_now.text.text()


def test_a_ruleset_without_odds_has_an_empty_heat_table(screen: TableScreen, qtbot: QtBot) -> None:
    screen.show_matrix()
    dialog = dialog_on_screen(qtbot, MatrixDialog)
    assert dialog.nothing.isVisible()
    assert not dialog.view.isVisible()
    dialog.reject()
    no_dialog(qtbot)


def test_the_round_ends_with_a_button(
    screen: TableScreen, file: CampaignFile, qtbot: QtBot
) -> None:
    assert screen.header.title.text() == "Round 1"
    click(qtbot, screen.header.other_button)
    assert screen.header.title.text() == "Round 2"
    view = battle_table(file)
    assert view is not None
    assert [event.label for event in view.events] == ["The round ends"]
