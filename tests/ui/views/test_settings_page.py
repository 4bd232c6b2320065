"""Settings hold at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from mordcry_app.services.campaign_file import open_campaign
from mordcry_app.services.reading import campaign_view
from mordcry_app.ui.main_window import MainWindow
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.theme import NIGHT, PARCHMENT, colours
from mordcry_app.ui.views.settings import SettingsPage
from tests.ui.screens import CTRL, click, dialog_on_screen, press, write


@pytest.fixture
def page(qtbot: QtBot, window: MainWindow) -> SettingsPage:
    press(qtbot, Qt.Key.Key_Comma, CTRL)
    page = window.frame.page("settings")
    assert isinstance(page, SettingsPage)
    return page


def test_another_look_is_there_at_once_and_next_time(qtbot: QtBot, page: SettingsPage) -> None:
    click(qtbot, page.themes["dark"])
    assert colours() is NIGHT
    assert SettingsStore().values.theme == "dark"
    click(qtbot, page.themes["light"])
    assert colours() is PARCHMENT


def test_paper_and_opening_are_remembered(qtbot: QtBot, page: SettingsPage) -> None:
    click(qtbot, page.papers["letter"])
    click(qtbot, page.opens_sheets)
    click(qtbot, page.reopens)
    values = SettingsStore().values
    assert (values.paper, values.opens_sheets, values.reopens_campaign) == ("letter", False, False)


def test_new_campaigns_can_go_elsewhere_and_back(
    qtbot: QtBot, page: SettingsPage, tmp_path: Path
) -> None:
    page._ask_folder()
    dialog = dialog_on_screen(qtbot, QFileDialog)
    dialog.setDirectory(str(tmp_path))
    dialog.selectFile(str(tmp_path))
    dialog.accept()
    assert SettingsStore().campaign_folder() == tmp_path
    click(qtbot, page._usual)
    assert SettingsStore().values.campaign_folder == ""


def test_the_campaign_is_renamed_in_place(
    qtbot: QtBot, window: MainWindow, page: SettingsPage
) -> None:
    assert window.session is not None
    write(page.name, "The Other Bank")
    press(qtbot, Qt.Key.Key_Return, on=page.name)
    assert window.session.campaign.name == "The Other Bank"
    press(qtbot, Qt.Key.Key_Z, CTRL, on=page.themes["light"])
    assert window.session.campaign.name == "The Quarter"


@pytest.mark.parametrize("name", ["", "x" * 1000])
def test_a_name_that_cannot_be_is_refused_and_the_old_one_stands(
    qtbot: QtBot, window: MainWindow, page: SettingsPage, name: str
) -> None:
    assert window.session is not None
    write(page.name, name)
    press(qtbot, Qt.Key.Key_Return, on=page.name)
    assert window.session.campaign.name == "The Quarter"
    assert window.frame.toast.banner.sentence()
    assert page.name.text() == "The Quarter"


def test_a_copy_is_a_whole_campaign(page: SettingsPage, tmp_path: Path) -> None:
    page.save_copy(tmp_path / "copy.mordcry")
    assert "copy.mordcry" in page.banner.sentence()
    with open_campaign(tmp_path / "copy.mordcry") as file:
        assert campaign_view(file).name == "The Quarter"


def test_a_copy_never_takes_the_place_of_a_file(page: SettingsPage, tmp_path: Path) -> None:
    there = tmp_path / "there.mordcry"
    there.write_text("something else")
    page.save_copy(there)
    assert "already a file" in page.banner.sentence()
    assert there.read_text() == "something else"
