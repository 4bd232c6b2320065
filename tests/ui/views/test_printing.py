"""The page for printing writes real sheets and remembers what was chosen."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from mordcry_app.ui.main_window import MainWindow
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.views.printing import PrintPage
from tests.ui.conftest import OpenWindow
from tests.ui.screens import CTRL, click, dialog_on_screen, press


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """What was handed to the system’s PDF reader, which no test machine has."""
    opened: list[Path] = []
    monkeypatch.setattr(
        QDesktopServices, "openUrl", lambda url: opened.append(Path(url.toLocalFile()))
    )
    return opened


@pytest.fixture
def page(qtbot: QtBot, window: MainWindow) -> PrintPage:
    press(qtbot, Qt.Key.Key_P, CTRL)
    page = window.frame.page("print")
    assert isinstance(page, PrintPage)
    return page


def text_of(path: Path) -> str:
    reader = PdfReader(BytesIO(path.read_bytes()))
    return "\n".join(sheet.extract_text() for sheet in reader.pages)


def test_ctrl_p_then_enter_saves_every_warband(
    qtbot: QtBot, page: PrintPage, tmp_path: Path, opened: list[Path]
) -> None:
    assert page.save_button.hasFocus()
    press(qtbot, Qt.Key.Key_Return)
    dialog = dialog_on_screen(qtbot, QFileDialog)
    dialog.setDirectory(str(tmp_path))
    dialog.selectFile(str(tmp_path / "sheets.pdf"))
    dialog.accept()
    text = text_of(tmp_path / "sheets.pdf")
    assert "The Ashen Vigil" in text
    assert "Rust & Ruin" in text
    assert "sheets.pdf" in page.banner.sentence()
    assert opened == [tmp_path / "sheets.pdf"]
    assert SettingsStore().values.sheet_folder == str(tmp_path)


def test_only_what_is_chosen_is_printed(
    qtbot: QtBot, page: PrintPage, tmp_path: Path, opened: list[Path]
) -> None:
    assert page._session is not None
    second = page._session.campaign.rosters[1]
    click(qtbot, page.warbands[second.id])
    click(qtbot, page.opens)
    assert page.save(tmp_path / "one.pdf")
    assert "Rust & Ruin" not in text_of(tmp_path / "one.pdf")
    assert opened == []
    page.banner.acted.emit()
    assert opened == [tmp_path / "one.pdf"]


def test_nobody_chosen_is_said_and_nothing_can_be_saved(qtbot: QtBot, page: PrintPage) -> None:
    for box in page.warbands.values():
        click(qtbot, box)
    assert not page.save_button.isEnabled()
    assert page._nobody.isVisible()


def test_choices_reach_the_sheet_and_the_next_time(
    qtbot: QtBot, page: PrintPage, window: MainWindow, open_window: OpenWindow
) -> None:
    click(qtbot, page.papers["letter"])
    click(qtbot, page.switches["footnotes"])
    click(qtbot, page.switches["rules_text"])
    page.blanks.setValue(3)
    options = page.options()
    assert (options.paper, options.footnotes, options.rules_text, options.write_in_fighters) == (
        "letter",
        False,
        True,
        3,
    )
    window.close()
    again = open_window()
    again.frame.show_page("print")
    other = again.frame.page("print")
    assert isinstance(other, PrintPage)
    assert other.options() == options


def test_a_place_that_cannot_be_written_is_a_sentence(page: PrintPage, tmp_path: Path) -> None:
    assert not page.save(tmp_path / "no such folder" / "sheets.pdf")
    assert "cannot be written" in page.banner.sentence()


def test_every_switch_is_an_option_of_the_sheets(page: PrintPage) -> None:
    options = page.options()
    for name, box in page.switches.items():
        assert getattr(options, name) is box.isChecked()
