"""A campaign of ten a side and the page that records its battles."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.founding import NewCampaign, NewRoster, create_campaign
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.views import MemberView
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.views.battle import BattlePage

VIGIL = ("Ilse Varr", "Brother Anselm", "Old Tam", "Katrin Moor", "Jorun Half-Ear", "Pell", "Wren")
RUIN = ("Ruta the Red", "Hask", "Vetch", "Brannoc")


@dataclass
class Evening:
    """An open campaign, its page in a window, and what a test asks about them."""

    file: CampaignFile
    session: CampaignSession
    refusals: list[str] = field(default_factory=list)
    pages_wanted: list[str] = field(default_factory=list)
    store: SettingsStore = field(default_factory=SettingsStore)
    page: BattlePage = field(init=False)

    def member(self, name: str) -> MemberView:
        for roster in campaign_view(self.file).rosters:
            for member in roster.members:
                if member.name == name:
                    return member
        raise KeyError(name)


@pytest.fixture(scope="session")
def founded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign of two warbands of ten, founded once for all tests; they copy it."""
    rosters = (
        NewRoster("Mira", "The Ashen Vigil", fighter_names=VIGIL),
        NewRoster("Jon", "Rust & Ruin", fighter_names=RUIN),
    )
    path = tmp_path_factory.mktemp("founded") / "campaign.mordcry"
    create_campaign(path, NewCampaign("The Drowned Quarter", "mordcry", rosters)).close()
    return path


@pytest.fixture
def evening(tmp_path: Path, founded: Path, theme: object) -> Iterator[Evening]:
    """A campaign before its first battle."""
    del theme
    file = open_campaign(Path(shutil.copy(founded, tmp_path)))
    session = CampaignSession(file)
    evening = Evening(file, session)
    session.refused.connect(evening.refusals.append)
    yield evening
    file.close()


@pytest.fixture
def open_page(qtbot: QtBot, evening: Evening) -> Callable[..., BattlePage]:
    """Show the page in an active window, as the frame would, and give it the keyboard."""

    def show(width: int = 1112, height: int = 755) -> BattlePage:
        page = BattlePage(evening.session, evening.store)
        page.navigate.connect(evening.pages_wanted.append)
        evening.session.touched.connect(page.refresh)
        qtbot.addWidget(page)
        page.resize(width, height)
        with qtbot.waitActive(page):
            page.show()
            page.activateWindow()
        page.setFocus(Qt.FocusReason.OtherFocusReason)
        evening.page = page
        return page

    return show


@pytest.fixture
def press(qtbot: QtBot) -> Callable[..., None]:
    """Send keys to whatever has the keyboard, one after the other: texts are typed."""

    def send(*keys: str | Qt.Key, modifier: Qt.KeyboardModifier | None = None) -> None:
        for key in keys:
            for each in key if isinstance(key, str) else (key,):
                target = QApplication.focusWidget()
                assert isinstance(target, QWidget), "nothing has the keyboard"
                if isinstance(each, str):
                    qtbot.keyClicks(target, each)
                elif modifier is not None:
                    qtbot.keyClick(target, each, modifier)
                else:
                    qtbot.keyClick(target, each)
                QApplication.processEvents()

    return send
