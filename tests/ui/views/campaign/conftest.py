"""The campaign page on screen, over a campaign whose battles are fought in no time."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.roster_edits import rename_campaign
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.views.campaign import CampaignPage
from tests.services.worlds import found


@dataclass
class Evening:
    """An open campaign, its page, and what it asked for."""

    file: CampaignFile
    session: CampaignSession
    refusals: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)

    def tell(self) -> None:
        """Let screens see what a test wrote beside the session: with a small change of its own."""
        name = f"{self.session.campaign.name}."
        self.session.run(lambda: rename_campaign(self.file, name))


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
    evening = Evening(file, CampaignSession(file))
    evening.session.refused.connect(evening.refusals.append)
    yield evening
    file.close()


OpenPage = Callable[..., CampaignPage]


@pytest.fixture
def open_page(qtbot: QtBot, evening: Evening) -> OpenPage:
    """Show the page in an active window, as the frame would, and give it the keyboard."""

    def show(width: int = 1112, height: int = 755) -> CampaignPage:
        page = CampaignPage(evening.session)
        page.navigate.connect(evening.places.append)
        evening.session.touched.connect(page.refresh)
        qtbot.addWidget(page)
        page.resize(width, height)
        with qtbot.waitActive(page):
            page.show()
            page.activateWindow()
        page.setFocus(Qt.FocusReason.OtherFocusReason)
        return page

    return show
