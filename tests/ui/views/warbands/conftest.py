"""What tests of the page of the warbands share."""

from __future__ import annotations

import pytest

from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.main_window import MainWindow
from mordcry_app.ui.views.warbands import WarbandsPage
from mordcry_app.ui.views.warbands.roster_table import RosterTable
from tests.ui.screens import warbands


@pytest.fixture
def session(window: MainWindow) -> CampaignSession:
    """The session of the window with the campaign open."""
    assert window.session is not None
    return window.session


@pytest.fixture
def page(window: MainWindow) -> WarbandsPage:
    """The page of the warbands, which is on screen."""
    return warbands(window)


@pytest.fixture
def table(page: WarbandsPage) -> RosterTable:
    """The roster of the first warband."""
    return page.fighters.table
