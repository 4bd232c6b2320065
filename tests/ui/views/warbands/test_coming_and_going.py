"""Fighters are recruited, die, retire and come back."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from mordcry_app.services import roster_edits
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.views.warbands import WarbandsPage
from mordcry_app.ui.views.warbands import edit_dialogs as dialogs
from mordcry_app.ui.views.warbands.roster_table import RosterTable
from tests.ui.screens import (
    CTRL,
    SHIFT,
    accept,
    click,
    dialog_on_screen,
    menu_on_screen,
    no_dialog,
    pick,
    press,
    write,
)
from tests.ui.views.warbands.looking import cell, member


def test_ctrl_r_recruits_and_shows_the_newcomer(
    qtbot: QtBot, session: CampaignSession, page: WarbandsPage, table: RosterTable
) -> None:
    session.run(lambda: roster_edits.retire(session.file, member(session, 9).id))
    press(qtbot, Qt.Key.Key_R, CTRL)
    dialog = dialog_on_screen(qtbot, dialogs.RecruitDialog)
    assert dialog.name.text(), "a name is suggested"
    write(dialog.name, "Late Comer")
    dialog.price.setValue(25)
    press(qtbot, Qt.Key.Key_Return, on=dialog.name)
    no_dialog(qtbot)
    assert member(session, 9).name == "Late Comer"
    assert session.campaign.rosters[0].amount("crowns") == 75
    assert table.current_member() == member(session, 9)


def test_a_full_roster_refuses_with_the_reason(
    qtbot: QtBot, session: CampaignSession, page: WarbandsPage
) -> None:
    click(qtbot, page.recruit_button)
    dialog = dialog_on_screen(qtbot, dialogs.RecruitDialog)
    accept(qtbot, dialog, "Recruit")
    assert "10" in dialog.banner.sentence()
    assert len(session.campaign.rosters[0].members) == 10


def test_the_dead_lie_in_the_graveyard_and_can_come_back(
    qtbot: QtBot, session: CampaignSession, page: WarbandsPage, table: RosterTable
) -> None:
    table.setCurrentIndex(cell(table, 1, "Fighter"))
    click(qtbot, page.fighters.panel.more)
    pick(qtbot, menu_on_screen(qtbot), "Mark dead…")
    dialog = dialog_on_screen(qtbot, dialogs.DeathDialog)
    assert dialog.to_stash.isChecked()
    write(dialog.reason, "Fell into the lock")
    accept(qtbot, dialog, "Mark dead")
    roster = session.campaign.rosters[0]
    assert [fallen.name for fallen in roster.fallen] == ["Anselm"]
    assert "Hammer" in [item.name for item in roster.stash]
    assert page.parts.tabText(3) == "Graveyard 1"
    assert page.fighters._footer.isVisible()
    page.show_tab(3)
    assert page.graveyard.panel.member() == roster.fallen[0]
    click(qtbot, page.graveyard.restore_button)
    accept(qtbot, dialog_on_screen(qtbot, dialogs.ReasonDialog), "Restore")
    assert session.campaign.rosters[0].fallen == ()
    assert page.graveyard._empty.isVisible()


def test_gear_of_the_dead_may_be_lost(
    qtbot: QtBot, session: CampaignSession, page: WarbandsPage, table: RosterTable
) -> None:
    table.setCurrentIndex(cell(table, 1, "Fighter"))
    page._edits.mark_dead(member(session, 1))
    dialog = dialog_on_screen(qtbot, dialogs.DeathDialog)
    click(qtbot, dialog.lost)
    accept(qtbot, dialog, "Mark dead")
    assert "Hammer" not in [item.name for item in session.campaign.rosters[0].stash]


def test_enter_in_the_reason_does_not_kill(
    qtbot: QtBot, session: CampaignSession, page: WarbandsPage
) -> None:
    page._edits.mark_dead(member(session, 1))
    dialog = dialog_on_screen(qtbot, dialogs.DeathDialog)
    press(qtbot, Qt.Key.Key_Return, on=dialog.reason)
    assert session.campaign.rosters[0].fallen == ()
    press(qtbot, Qt.Key.Key_Escape, on=dialog)
    no_dialog(qtbot)


def test_whoever_retires_is_gone_but_not_dead(
    qtbot: QtBot, session: CampaignSession, page: WarbandsPage, table: RosterTable
) -> None:
    table.setCurrentIndex(cell(table, 4, "Fighter"))
    press(qtbot, Qt.Key.Key_F10, SHIFT, on=table)
    pick(qtbot, menu_on_screen(qtbot), "Retire…")
    accept(qtbot, dialog_on_screen(qtbot, dialogs.ReasonDialog), "Retire")
    assert session.campaign.rosters[0].fallen[0].state == "retired"
    assert "Jorun (retired)" in page.fighters._fallen.text()
