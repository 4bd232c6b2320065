"""The warband itself: names, crowns, ledger."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.views.warbands import WarbandsPage
from mordcry_app.ui.views.warbands import edit_dialogs as dialogs
from tests.ui.screens import (
    accept,
    click,
    dialog_on_screen,
    menu_on_screen,
    pick,
    write,
)
from tests.ui.views.warbands.looking import member


def test_name_motto_and_player_are_one_change(
    qtbot: QtBot, session: CampaignSession, page: WarbandsPage
) -> None:
    click(qtbot, page.more)
    pick(qtbot, menu_on_screen(qtbot), "Name, motto, player…")
    dialog = dialog_on_screen(qtbot, dialogs.WarbandDialog)
    write(dialog.name, "The Cinder Vigil")
    write(dialog.motto, "")
    write(dialog.player, "Miriam")
    accept(qtbot, dialog, "Keep")
    roster = session.campaign.rosters[0]
    assert (roster.name, roster.motto, roster.player) == ("The Cinder Vigil", "", "Miriam")
    assert page.rosters.tabText(0) == "The Cinder Vigil"
    session.undo()
    roster = session.campaign.rosters[0]
    assert (roster.name, roster.player) == ("The Ashen Vigil", "Mira")


def test_crowns_by_hand(qtbot: QtBot, session: CampaignSession, page: WarbandsPage) -> None:
    click(qtbot, page.more)
    pick(qtbot, menu_on_screen(qtbot), "Crowns by hand…")
    dialog = dialog_on_screen(qtbot, dialogs.AmountDialog)
    dialog.amount.setValue(-40)
    accept(qtbot, dialog, "Enter")
    assert session.campaign.rosters[0].amount("crowns") == 60


def test_the_ledger_filters_by_what_and_whose(
    qtbot: QtBot, session: CampaignSession, page: WarbandsPage
) -> None:
    page.show_tab(2)
    ledger = page.ledger
    everything = len(ledger._model.rows())
    ledger.what.choose("crowns")
    assert {line.resource for line in ledger._model.rows()} == {"Crowns"}
    assert 0 < len(ledger._model.rows()) < everything
    ledger.what.choose(None)
    ledger.whose.choose(member(session, 0).id)
    assert {line.owner for line in ledger._model.rows()} == {"Ilse"}
    ledger.what.choose("renown")
    assert ledger._empty.isVisible()
