"""The window: what it opens, what it says of files that it cannot open, and what it remembers."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from mordcry_app.services import roster_edits
from mordcry_app.services.campaign_file import open_campaign
from mordcry_app.services.reading import campaign_view
from mordcry_app.ui.main_window import MainWindow
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.views.campaign import CampaignPage
from tests.ui.conftest import OpenWindow
from tests.ui.screens import CTRL, SHIFT, click, dialog_on_screen, press, warbands, welcome

BEFORE_THE_FIRST_PAINT = """
import sys
from PySide6.QtCore import QTimer
from mordcry_app.ui import main_window
from mordcry_app.app import run

def look(window):
    heavy = ("sqlalchemy", "sqlmodel", "alembic", "reportlab", "pydantic", "PIL")
    found = [name for name in heavy if name in sys.modules]
    found += [name for name in sys.modules if name.startswith("mordcry_app.services")]
    print("heavy:", *found)
    QTimer.singleShot(0, main_window.QApplication.quit)

main_window.MainWindow.load = look
print("status:", run())
"""


def test_nothing_heavy_is_read_before_the_first_paint(mordcry_home: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-c", BEFORE_THE_FIRST_PAINT],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert result.stdout.splitlines() == ["heavy:", "status: 0"]


def test_it_starts_with_the_welcome_page(open_window: OpenWindow) -> None:
    window = open_window()
    assert welcome(window).form.name.text()
    assert window.windowTitle() == "Mordcry"


def test_a_campaign_is_shown_with_its_name_and_where_it_stands(window: MainWindow) -> None:
    assert window.windowTitle() == "The Quarter – Mordcry"
    assert window.frame.rail.active() == "campaign"
    page = window.frame.page("campaign")
    assert isinstance(page, CampaignPage)
    assert page.next_step.button.hasFocus()
    assert warbands(window).roster().name == "The Ashen Vigil"
    assert warbands(window).fighters.table.hasFocus()


@pytest.mark.parametrize(
    ("key", "page"),
    [
        (Qt.Key.Key_2, "warbands"),
        (Qt.Key.Key_3, "battle"),
        (Qt.Key.Key_4, "aftermath"),
        (Qt.Key.Key_5, "chronicle"),
        (Qt.Key.Key_6, "rules"),
        (Qt.Key.Key_7, "house_rules"),
        (Qt.Key.Key_P, "print"),
        (Qt.Key.Key_Comma, "settings"),
    ],
)
def test_every_page_has_a_key(qtbot: QtBot, window: MainWindow, key: Qt.Key, page: str) -> None:
    press(qtbot, key, CTRL)
    assert window.frame.rail.active() == page
    shown = window.frame.page(page)
    assert shown is not None
    assert shown.isVisible()
    press(qtbot, Qt.Key.Key_1, CTRL)
    assert window.frame.rail.active() == "campaign"


def test_the_rail_changes_pages(qtbot: QtBot, window: MainWindow) -> None:
    click(qtbot, window.frame.rail.entry("house_rules"))
    assert window.frame.page_id == "house_rules"


def test_ctrl_o_opens_a_file(qtbot: QtBot, open_window: OpenWindow, campaign_path: Path) -> None:
    window = open_window()
    press(qtbot, Qt.Key.Key_O, CTRL)
    dialog = dialog_on_screen(qtbot, QFileDialog)
    dialog.selectFile(str(campaign_path))
    dialog.accept()
    assert window.session is not None
    assert window.session.file.path == campaign_path


def make_text(path: Path) -> None:
    path.write_text("not a campaign at all")


def make_empty(path: Path) -> None:
    path.write_bytes(b"")


def make_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:9_000])


def make_other(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("CREATE TABLE recipe (id INTEGER)")
        raw.commit()


def make_newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
        raw.commit()


BAD_FILES = {
    "text": (make_text, "is not a Mordcry campaign"),
    "empty": (make_empty, "is empty"),
    "cut off": (make_short, "be opened"),
    "another program’s": (make_other, "is not a Mordcry campaign"),
    "newer": (make_newer, "newer version"),
    "gone": (Path.unlink, "no file"),
}


@pytest.mark.parametrize("kind", BAD_FILES)
def test_a_bad_file_is_a_sentence_and_stays_as_it_is(
    open_window: OpenWindow, campaign_path: Path, kind: str
) -> None:
    make, words = BAD_FILES[kind]
    make(campaign_path)
    before = campaign_path.read_bytes() if campaign_path.exists() else None
    window = open_window(campaign_path)
    page = welcome(window)
    assert words in page.banner.sentence()
    assert page.form.name.text(), "the way on is there"
    assert (campaign_path.read_bytes() if campaign_path.exists() else None) == before
    assert window.session is None


def test_a_bad_file_does_not_close_the_campaign_at_hand(window: MainWindow, tmp_path: Path) -> None:
    bad = tmp_path / "bad.mordcry"
    make_text(bad)
    session = window.session
    assert not window.open_path(bad)
    assert window.session is session
    assert "not a Mordcry campaign" in window.frame.toast.banner.sentence()


def test_a_second_window_reads_and_says_why_it_may_not_write(
    qtbot: QtBot, window: MainWindow, open_window: OpenWindow, campaign_path: Path
) -> None:
    second = open_window(campaign_path)
    assert "another window" in second.frame.read_only.sentence()
    page = warbands(second)
    assert not page.recruit_button.isEnabled()
    assert not second.frame.undo_button.isEnabled()
    press(qtbot, Qt.Key.Key_F2, on=page.fighters.table)
    assert page.fighters.table.state() == page.fighters.table.State.NoState
    assert second.session is not None
    refused = second.session.run(
        lambda: roster_edits.rename_campaign(second.session.file, "Mine")  # type: ignore[union-attr]
    )
    assert refused is None
    assert "another window" in second.frame.toast.banner.sentence()
    assert window.frame.read_only.sentence() == ""


def test_ctrl_w_closes_the_campaign_for_others_to_open(
    qtbot: QtBot, window: MainWindow, campaign_path: Path
) -> None:
    press(qtbot, Qt.Key.Key_W, CTRL)
    assert welcome(window).recent.rows()[0].path == campaign_path
    with open_campaign(campaign_path) as file:
        assert not file.read_only


def test_the_last_campaign_opens_by_itself_at_the_same_place(
    qtbot: QtBot, window: MainWindow, open_window: OpenWindow, campaign_path: Path
) -> None:
    page = warbands(window)
    press(qtbot, Qt.Key.Key_PageDown, CTRL)
    page.fighters.table.setCurrentIndex(page.fighters.table.model().index(4, 3))
    window.resize(1100, 700)
    window.close()
    again = open_window()
    assert again.session is not None
    assert again.session.file.path == campaign_path
    assert warbands(again).roster().name == "Rust & Ruin"
    member = warbands(again).fighters.table.current_member()
    assert member is not None
    assert member.name == "Rust 4"


def test_the_last_page_comes_back(
    qtbot: QtBot, window: MainWindow, open_window: OpenWindow
) -> None:
    press(qtbot, Qt.Key.Key_7, CTRL)
    window.close()
    assert open_window().frame.page_id == "house_rules"


def test_the_size_of_the_window_comes_back(window: MainWindow) -> None:
    window.resize(703, 507)
    window.close()
    again = MainWindow(SettingsStore())
    assert (again.width(), again.height()) == (703, 507)
    again.deleteLater()


def test_a_campaign_that_was_closed_does_not_come_back(
    qtbot: QtBot, window: MainWindow, open_window: OpenWindow
) -> None:
    press(qtbot, Qt.Key.Key_W, CTRL)
    window.close()
    welcome(open_window())


def test_whoever_wants_starts_with_the_welcome_page(
    window: MainWindow, open_window: OpenWindow
) -> None:
    window.close()
    SettingsStore().change(reopens_campaign=False)
    welcome(open_window())


def test_a_last_campaign_that_is_gone_leads_to_the_welcome_page(
    window: MainWindow, open_window: OpenWindow, campaign_path: Path
) -> None:
    window.close()
    campaign_path.unlink()
    assert "no file" in welcome(open_window()).banner.sentence()


def test_ctrl_n_leaves_the_campaign_open_behind_the_form(qtbot: QtBot, window: MainWindow) -> None:
    press(qtbot, Qt.Key.Key_N, CTRL)
    page = welcome(window)
    assert page.form.name.hasFocus()
    assert page.back.full_text() == "Back to The Quarter"
    click(qtbot, page.back)
    assert warbands(window).isVisible()


def test_opening_the_campaign_at_hand_again_just_shows_it(
    window: MainWindow, campaign_path: Path, tmp_path: Path
) -> None:
    session = window.session
    link = tmp_path / "link.mordcry"
    link.symlink_to(campaign_path)
    assert window.open_path(link)
    assert window.session is session


def test_another_campaign_takes_the_place_of_the_one_at_hand(
    window: MainWindow, campaign_path: Path, tmp_path: Path
) -> None:
    other = Path(shutil.copy(campaign_path, tmp_path / "other.mordcry"))
    assert window.open_path(other)
    assert window.session is not None
    assert window.session.file.path == other
    with open_campaign(campaign_path) as file:
        assert not file.read_only


def test_closing_keeps_what_is_being_typed(window: MainWindow, campaign_path: Path) -> None:
    notes = warbands(window).fighters.panel.notes.edit
    notes.setFocus()
    notes.insertPlainText("Owes Mira a crown.")
    window.close()
    with open_campaign(campaign_path) as file:
        assert campaign_view(file).rosters[0].members[0].notes == "Owes Mira a crown."


def test_the_title_follows_the_name(window: MainWindow) -> None:
    session = window.session
    assert session is not None
    session.run(lambda: roster_edits.rename_campaign(session.file, "The Other Bank"))
    assert window.windowTitle() == "The Other Bank – Mordcry"
    assert SettingsStore().values.open_campaign_name == "The Other Bank"


def test_undo_and_redo_by_key_say_what_they_do(qtbot: QtBot, window: MainWindow) -> None:
    session = window.session
    assert session is not None
    session.run(lambda: roster_edits.rename_campaign(session.file, "The Other Bank"))
    assert window.frame.undo_button.full_text() == (
        "Undo “Renamed the campaign to “The Other Bank””"
    )
    press(qtbot, Qt.Key.Key_Z, CTRL)
    assert session.campaign.name == "The Quarter"
    press(qtbot, Qt.Key.Key_Y, CTRL)
    assert session.campaign.name == "The Other Bank"
    press(qtbot, Qt.Key.Key_Z, CTRL)
    press(qtbot, Qt.Key.Key_Z, CTRL | SHIFT)
    assert session.campaign.name == "The Other Bank"


def test_what_was_done_is_said_with_the_way_back(qtbot: QtBot, window: MainWindow) -> None:
    session = window.session
    assert session is not None
    session.run(lambda: roster_edits.rename_campaign(session.file, "The Other Bank"))
    toast = window.frame.toast
    assert "The Other Bank" in toast.banner.sentence()
    toast.acted.emit()
    assert session.campaign.name == "The Quarter"
    assert toast.banner.sentence().startswith("Undone:")
    toast.acted.emit()
    assert session.campaign.name == "The Other Bank"


def test_at_the_beginning_there_is_nothing_to_undo(qtbot: QtBot, window: MainWindow) -> None:
    session = window.session
    assert session is not None
    while session.history().undo_label:
        press(qtbot, Qt.Key.Key_Z, CTRL)
    assert not window.frame.undo_button.isEnabled()
    press(qtbot, Qt.Key.Key_Z, CTRL)
    assert session.campaign.rosters[0].amount("crowns") == 0


def test_dice_of_the_campaign_are_in_the_tray(window: MainWindow, qtbot: QtBot) -> None:
    from mordcry_app.services.battles import default_entry, record_battle
    from mordcry_app.services.boards import roll_all_left

    session = window.session
    assert session is not None
    assert window.frame.tray.entry.isHidden() or not window.frame.tray.is_asking()
    touched = session.run(lambda: record_battle(session.file, default_entry(session.file)))
    assert touched is not None
    assert "left" in window.frame.rail.entry("aftermath").accessibleName()
    session.run(lambda: roll_all_left(session.file, touched.created["draft"]))
    window.frame.tray.open_log()
    assert window.frame.tray._model.rowCount() > 0


def test_enter_presses_the_button_that_has_the_keyboard(qtbot: QtBot, window: MainWindow) -> None:
    warbands(window).more.setFocus()
    press(qtbot, Qt.Key.Key_Return)
    from tests.ui.screens import menu_on_screen

    menu_on_screen(qtbot).close()


@pytest.mark.parametrize("size", [(560, 380), (640, 400), (800, 600), (1280, 800), (1920, 1080)])
def test_no_page_asks_for_more_room_than_there_is(
    open_window: OpenWindow, campaign_path: Path, size: tuple[int, int], qtbot: QtBot
) -> None:
    window = open_window(campaign_path, width=size[0], height=size[1])
    for page in ("warbands", "battle", "aftermath", "house_rules", "print", "settings"):
        window.frame.show_page(page)
        qtbot.wait(1)
        assert (window.width(), window.height()) == size, page
    window.show_new_campaign()
    qtbot.wait(1)
    assert (window.width(), window.height()) == size, "welcome"


def test_our_own_mistake_while_opening_leaves_nobody_before_an_empty_window(
    qtbot: QtBot,
    open_window: OpenWindow,
    campaign_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from mordcry_app.services import campaign_file

    def broken(path: Path) -> None:
        raise ZeroDivisionError(path)

    monkeypatch.setattr(campaign_file, "open_campaign", broken)
    with pytest.raises(ZeroDivisionError):
        open_window(campaign_path)
    window = next(w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow))
    assert welcome(window).form.name.text()


def test_the_next_file_is_looked_for_where_the_last_one_was(
    window: MainWindow, campaign_path: Path
) -> None:
    window.close_campaign()
    assert window._folder_to_look_in() == str(campaign_path.parent)
