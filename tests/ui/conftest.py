"""The program's look, for tests that show widgets."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from mordcry_app.ui.main_window import MainWindow
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.theme import Theme


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    """A theme in the light colours; a test that switches it leaves no trace."""
    theme = Theme(qapp, "light")
    yield theme
    theme.set_mode("light")
    shiboken6.delete(theme)  # a theme that lived on would answer the system before the next one


ShowInWindow = Callable[..., QWidget]


@pytest.fixture
def show_in_window(qtbot: QtBot, theme: Theme) -> ShowInWindow:
    """Put widgets into a window of the given size, in the program's look, and show it active."""
    del theme
    kept: list[QWidget] = []  # pytest-qt alone would let go of a window that a test does not name

    def show(*widgets: QWidget, width: int = 600, height: int = 400) -> QWidget:
        window = QWidget()
        kept.append(window)
        qtbot.addWidget(window)
        column = QVBoxLayout(window)
        for widget in widgets:
            column.addWidget(widget)
        column.addStretch(1)
        window.resize(width, height)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        return window

    return show


@pytest.fixture(scope="session")
def founded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign of two warbands with gear, found once a worker; tests work on copies."""
    from mordcry_app.services import roster_edits
    from mordcry_app.services.founding import NewCampaign, NewRoster, create_campaign
    from mordcry_app.services.reading import campaign_view

    path = tmp_path_factory.mktemp("founded") / "vigil.mordcry"
    names = ("Ilse", "Anselm", "Tam", "Katrin", "Jorun", "Pell", "Wren", "Dobrin", "Osk", "Gerrit")
    first = NewRoster("Mira", "The Ashen Vigil", "We light what is left.", "night_watch", names)
    second = NewRoster("Jon", "Rust & Ruin", "", "scavengers", tuple(f"Rust {n}" for n in range(9)))
    with create_campaign(path, NewCampaign("The Quarter", "mordcry", (first, second))) as file:
        roster = campaign_view(file).rosters[0]
        captain, champion = roster.members[0], roster.members[1]
        roster_edits.adjust_resource(file, "crowns", 100, "A purse", roster_id=roster.id)
        roster_edits.give_item(file, "long_sword", member_id=captain.id)
        roster_edits.give_item(file, "hammer", member_id=champion.id)
        roster_edits.give_item(file, "dagger", roster_id=roster.id)
    return path


@pytest.fixture
def campaign_path(founded: Path, tmp_path: Path) -> Path:
    """A copy of the campaign, for one test to change."""
    return Path(shutil.copy(founded, tmp_path / "campaign.mordcry"))


OpenWindow = Callable[..., MainWindow]


@pytest.fixture
def open_window(qtbot: QtBot, theme: Theme) -> Iterator[OpenWindow]:
    """Open the real window, with a campaign if a path is given, wait for it, and close it after."""
    windows: list[MainWindow] = []

    def open_(path: Path | None = None, *, width: int = 1280, height: int = 800) -> MainWindow:
        store = SettingsStore()
        store.changed.connect(lambda _: theme.set_mode(store.values.theme))
        window = MainWindow(store, path)
        windows.append(window)
        qtbot.addWidget(window)
        window.resize(width, height)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        window.load()
        return window

    yield open_
    for window in windows:
        window.close()


@pytest.fixture
def window(open_window: OpenWindow, campaign_path: Path) -> MainWindow:
    """The real window with the campaign open."""
    return open_window(campaign_path)
