"""A new player’s first minute: found a campaign by keyboard, or open one; no way ends anywhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QFileDialog, QRadioButton, QToolButton
from pytestqt.qtbot import QtBot

from mordcry_app.services.recent import remember
from mordcry_app.ui.main_window import MainWindow
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.views.welcome import WelcomePage
from tests.ui.conftest import OpenWindow
from tests.ui.screens import click, dialog_on_screen, press, warbands, welcome, write


@pytest.fixture
def window(open_window: OpenWindow) -> MainWindow:
    return open_window()


@pytest.fixture
def page(window: MainWindow) -> WelcomePage:
    return welcome(window)


def button_named(page: WelcomePage, name: str) -> QAbstractButton:
    return next(b for b in page.findChildren(QAbstractButton) if b.accessibleName() == name)


def test_everything_is_filled_in_and_enter_founds_it(
    qtbot: QtBot, window: MainWindow, page: WelcomePage
) -> None:
    assert page.form.name.hasFocus()
    name, path = page.form.name.text(), page.form.path()
    fighters = [field.text() for field in page.form.rosters[0].fighters]
    press(qtbot, Qt.Key.Key_Return)
    assert window.session is not None
    campaign = window.session.campaign
    assert (campaign.name, campaign.path) == (name, path)
    assert path.is_file()
    assert [member.name for member in campaign.rosters[0].members] == fighters
    assert len(fighters) == 10
    assert window.frame.page_id == "campaign", "that Enter does nothing more"
    assert warbands(window).isVisible()


def test_names_differ_within_a_campaign(page: WelcomePage) -> None:
    names = [field.text() for roster in page.form.rosters for field in roster.fighters]
    assert all(names)
    assert len(set(names)) == len(names)


def test_everything_can_be_typed_by_keyboard_alone(
    qtbot: QtBot, window: MainWindow, page: WelcomePage
) -> None:
    typed: dict[object, str] = {}
    wanted = {page.form.name: "Evenings", page.form.rosters[0].player: "Mira"}
    wanted[page.form.rosters[1].player] = "Jon"
    for _ in range(60):
        field = window.focusWidget()
        if field in wanted and field not in typed:
            field.selectAll()  # type: ignore[union-attr]
            qtbot.keyClicks(field, wanted[field])  # type: ignore[index]
            typed[field] = wanted[field]  # type: ignore[index]
        if len(typed) == len(wanted):
            break
        press(qtbot, Qt.Key.Key_Tab)
    assert list(typed.values()) == ["Evenings", "Mira", "Jon"], "Tab walks in reading order"
    press(qtbot, Qt.Key.Key_Return)
    assert window.session is not None
    campaign = window.session.campaign
    assert campaign.name == "Evenings"
    assert [roster.player for roster in campaign.rosters] == ["Mira", "Jon"]
    assert campaign.path is not None
    assert campaign.path.name == "Evenings.mordcry"


def test_a_name_can_be_rolled_anew_one_by_one(qtbot: QtBot, page: WelcomePage) -> None:
    roster = page.form.rosters[0]
    before = [field.text() for field in roster.fighters]
    button = next(
        b
        for b in roster.findChildren(QToolButton)
        if b.accessibleName() == "Another name for fighter 3"
    )
    click(qtbot, button)
    after = [field.text() for field in roster.fighters]
    assert after[2] != before[2]
    assert after[:2] + after[3:] == before[:2] + before[3:]


def test_all_names_of_a_warband_can_be_rolled_anew(qtbot: QtBot, page: WelcomePage) -> None:
    one, other = page.form.rosters
    before, kept = [f.text() for f in one.fighters], [f.text() for f in other.fighters]
    click(qtbot, one.roll_all)
    assert [f.text() for f in one.fighters] != before
    assert [f.text() for f in other.fighters] == kept


def test_another_kind_of_names_changes_them_all(qtbot: QtBot, page: WelcomePage) -> None:
    roster = page.form.rosters[0]
    before = roster.name.text()
    roster.theme.setFocus()
    press(qtbot, Qt.Key.Key_Down)
    roster.theme.activated.emit(roster.theme.currentIndex())
    assert roster.name.text() != before


def test_the_file_follows_the_name(page: WelcomePage) -> None:
    write(page.form.name, "A/B: Żółw?")
    assert page.form.path().name == "A B Żółw.mordcry"


def test_a_name_that_is_taken_on_disk_gets_a_number(
    qtbot: QtBot, window: MainWindow, page: WelcomePage
) -> None:
    folder = SettingsStore().campaign_folder()
    folder.mkdir(parents=True)
    (folder / "Twice.mordcry").write_text("something else")
    write(page.form.name, "Twice")
    press(qtbot, Qt.Key.Key_Return)
    assert window.session is not None
    assert window.session.file.path.name == "Twice 2.mordcry"
    assert (folder / "Twice.mordcry").read_text() == "something else"


def test_another_place_can_be_chosen(
    qtbot: QtBot, window: MainWindow, page: WelcomePage, tmp_path: Path
) -> None:
    click(qtbot, page.form.change_path)
    dialog = dialog_on_screen(qtbot, QFileDialog)
    dialog.setDirectory(str(tmp_path))
    dialog.selectFile(str(tmp_path / "elsewhere.mordcry"))
    dialog.accept()
    press(qtbot, Qt.Key.Key_Return, on=page.form.name)
    assert window.session is not None
    assert window.session.file.path == tmp_path / "elsewhere.mordcry"


def test_a_place_that_cannot_be_written_is_a_sentence(
    qtbot: QtBot, window: MainWindow, page: WelcomePage, tmp_path: Path
) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("")
    page.form._take_path(str(blocked / "campaign.mordcry"))
    press(qtbot, Qt.Key.Key_Return, on=page.form.name)
    assert window.session is None
    assert page.banner.sentence()


def test_a_campaign_needs_a_name(qtbot: QtBot, window: MainWindow, page: WelcomePage) -> None:
    write(page.form.name, "   ")
    press(qtbot, Qt.Key.Key_Return)
    assert window.session is None
    assert page.form.name.property("invalid") is True
    assert page.form.name.accessibleDescription() == "A campaign needs a name."
    write(page.form.name, "A name")
    assert page.form.name.property("invalid") is False
    press(qtbot, Qt.Key.Key_Return)
    assert window.session is not None


@pytest.mark.parametrize("which", ["campaign", "warband", "fighter"])
def test_a_huge_name_is_a_sentence_and_leaves_nothing_behind(
    qtbot: QtBot, window: MainWindow, page: WelcomePage, which: str
) -> None:
    roster = page.form.rosters[0]
    field = {"campaign": page.form.name, "warband": roster.name, "fighter": roster.fighters[4]}
    write(field[which], "x" * 1000)
    press(qtbot, Qt.Key.Key_Return)
    assert window.session is None
    assert "200" in page.banner.sentence()
    assert field[which].text() == "x" * 1000, "what was typed is still there"
    folder = SettingsStore().campaign_folder()
    assert not folder.exists() or not list(folder.iterdir())


def test_fighters_may_be_left_unnamed(qtbot: QtBot, window: MainWindow, page: WelcomePage) -> None:
    for field in page.form.rosters[0].fighters:
        write(field, "")
    write(page.form.rosters[0].name, "")
    press(qtbot, Qt.Key.Key_Return)
    assert window.session is not None
    roster = window.session.campaign.rosters[0]
    assert roster.shown_name == "Unnamed warband"
    assert {member.name for member in roster.members} == {""}


def test_every_advance_can_be_rolled_from_the_start(
    qtbot: QtBot, window: MainWindow, page: WelcomePage
) -> None:
    styles = [b for b in page.form.findChildren(QRadioButton) if b.property("style_id")]
    assert [b.isChecked() for b in styles] == [True, False]
    click(qtbot, styles[1])
    press(qtbot, Qt.Key.Key_Return, on=page.form.name)
    assert window.session is not None
    due = window.session.campaign.advances_due
    assert due > 10
    assert f"{due} due" in window.frame.rail.entry("warbands").accessibleName()
    click(qtbot, warbands(window).muster_button)
    assert window.frame.page_id == "aftermath"
    assert window.session.campaign.drafts[0].kind == "muster"


def test_there_may_be_one_warband_or_eight(
    qtbot: QtBot, window: MainWindow, page: WelcomePage
) -> None:
    form = page.form
    while form.add_button.isVisible():
        click(qtbot, form.add_button)
    assert len(form.rosters) == 8
    names = [name for roster in form.rosters for name in roster.names()]
    assert len(names) == len(set(names)) == 88
    while len(form.rosters) > 1:
        click(qtbot, form.rosters[0].remove)
    assert not form.rosters[0].remove.isVisible()
    press(qtbot, Qt.Key.Key_Return, on=form.name)
    assert window.session is not None
    assert len(window.session.campaign.rosters) == 1


def test_the_form_suggests_another_campaign_for_the_next_time(
    qtbot: QtBot, window: MainWindow, page: WelcomePage
) -> None:
    first = page.form.name.text()
    press(qtbot, Qt.Key.Key_Return)
    window.show_new_campaign()
    assert page.form.name.text() != first
    press(qtbot, Qt.Key.Key_Return)
    assert window.session is not None
    assert window.session.campaign.name != first


def test_recent_campaigns_open_with_one_press(
    qtbot: QtBot, open_window: OpenWindow, campaign_path: Path
) -> None:
    remember(campaign_path, "The Quarter", "Mordcry", "before battle 1")
    window = open_window()
    row = welcome(window).recent.rows()[0]
    qtbot.waitUntil(row.button.hasFocus)
    press(qtbot, Qt.Key.Key_Return)
    assert window.session is not None
    assert window.session.file.path == campaign_path


def test_a_missing_recent_file_is_greyed_and_can_be_forgotten(
    qtbot: QtBot, open_window: OpenWindow, tmp_path: Path, campaign_path: Path
) -> None:
    remember(campaign_path, "The Quarter", "Mordcry", "before battle 1")
    remember(tmp_path / "gone.mordcry", "Gone", "Mordcry", "after battle 6")
    window = open_window()
    page = welcome(window)
    gone, there = page.recent.rows()
    assert not gone.button.isEnabled()
    assert "missing" in gone.button.accessibleDescription()
    assert there.button.isEnabled()
    qtbot.waitUntil(gone.forget.isVisible)
    click(qtbot, gone.forget)
    assert [row.path for row in page.recent.rows()] == [campaign_path]
    assert campaign_path.is_file()


def test_the_sample_opens_and_another_one_is_fresh(
    qtbot: QtBot, window: MainWindow, page: WelcomePage
) -> None:
    click(qtbot, page.sample_button)
    assert window.session is not None
    assert window.session.campaign.battles_fought > 0
    assert window.session.file.path.name == "Sample campaign.mordcry"


def test_nothing_is_cut_off_in_a_small_window(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window(width=640, height=400)
    page = welcome(window)
    qtbot.waitUntil(page.form.found_button.isVisible)
    button = page.form.found_button
    corner = button.mapTo(window, button.rect().bottomRight())
    assert window.rect().contains(corner), "the main button is in sight"
    assert page.form.name.width() > 200
