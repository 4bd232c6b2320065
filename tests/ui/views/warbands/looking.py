"""Where things are on the page of the warbands."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex
from pytestqt.qtbot import QtBot

from mordcry_app.services.views import MemberView
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.views.warbands import WarbandsPage
from mordcry_app.ui.views.warbands.roster_table import RosterTable
from mordcry_app.ui.widgets import ChipButton


def cell(table: RosterTable, row: int, heading: str) -> QModelIndex:
    """Return a cell by its row and heading."""
    model = table.roster
    headings = [column.heading for column in model.columns()]
    return model.index(row, headings.index(heading))


def member(session: CampaignSession, row: int) -> MemberView:
    """Return a fighter of the first warband by its row."""
    return session.campaign.rosters[0].members[row]


def chip(qtbot: QtBot, page: WarbandsPage, text: str) -> ChipButton:
    """Wait for a chip of the fighter's panel, and return it."""

    def chips() -> list[ChipButton]:
        every = page.fighters.panel.findChildren(ChipButton)
        return [c for c in every if text in c.accessibleName() and c.isVisible()]

    qtbot.waitUntil(lambda: bool(chips()))
    return chips()[0]
