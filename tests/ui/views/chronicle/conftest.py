"""The chronicle on screen, over a campaign whose battles are fought in no time."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.views.chronicle import ChroniclePage
from tests.services.worlds import found


@dataclass
class Evening:
    """An open campaign and its session, and what was refused."""

    file: CampaignFile
    session: CampaignSession
    store: SettingsStore
    refusals: list[str] = field(default_factory=list)


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign of two warbands of ten; tests copy it."""
    path = tmp_path_factory.mktemp("world") / "campaign.mordcry"
    found(path).close()
    return path


@pytest.fixture
def evening(tmp_path: Path, world: Path, theme: object) -> Iterator[Evening]:
    """A campaign before its first battle."""
    del theme
    file = open_campaign(Path(shutil.copy(world, tmp_path)))
    evening = Evening(file, CampaignSession(file), SettingsStore())
    evening.session.refused.connect(evening.refusals.append)
    yield evening
    file.close()


OpenPage = Callable[..., ChroniclePage]


@pytest.fixture
def open_page(qtbot: QtBot, evening: Evening) -> OpenPage:
    """Show the page in an active window, as the frame would, and give it the keyboard."""

    def show(width: int = 1112, height: int = 755) -> ChroniclePage:
        page = ChroniclePage(evening.session, evening.store)
        evening.session.touched.connect(page.refresh)
        qtbot.addWidget(page)
        page.resize(width, height)
        with qtbot.waitActive(page):
            page.show()
            page.activateWindow()
        page.setFocus(Qt.FocusReason.OtherFocusReason)
        return page

    return show
