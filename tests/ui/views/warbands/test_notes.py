"""Notes, tags and the history of a fighter."""

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
    accept,
    dialog_on_screen,
    press,
    write,
)
from tests.ui.views.warbands.looking import cell, member


def test_notes_are_kept_when_the_keyboard_leaves(
    qtbot: QtBot, session: CampaignSession, page: WarbandsPage, table: RosterTable
) -> None:
    table.setCurrentIndex(cell(table, 2, "Fighter"))
    notes = page.fighters.panel.notes.edit
    notes.setFocus()
    qtbot.keyClicks(notes, "Hates water.")
    assert member(session, 2).notes == ""
    table.setFocus()
    assert member(session, 2).notes == "Hates water."
    operations = len(session.history().operations)
    notes.setFocus()
    table.setFocus()
    assert len(session.history().operations) == operations, "nothing typed, nothing done"


def test_notes_go_to_the_fighter_for_whom_they_were_typed(
    qtbot: QtBot, session: CampaignSession, page: WarbandsPage, table: RosterTable
) -> None:
    table.setCurrentIndex(cell(table, 2, "Fighter"))
    notes = page.fighters.panel.notes.edit
    notes.setFocus()
    qtbot.keyClicks(notes, "Hates water.")
    table.setCurrentIndex(cell(table, 3, "Fighter"))
    assert member(session, 2).notes == "Hates water."
    assert member(session, 3).notes == ""
    assert notes.toPlainText() == ""


def test_ctrl_z_in_notes_takes_typing_back_and_then_the_last_change(
    qtbot: QtBot, session: CampaignSession, page: WarbandsPage
) -> None:
    session.run(lambda: roster_edits.rename_campaign(session.file, "The Other Bank"))
    notes = page.fighters.panel.notes.edit
    notes.setFocus()
    qtbot.keyClicks(notes, "x")
    press(qtbot, Qt.Key.Key_Z, CTRL, on=notes)
    assert notes.toPlainText() == ""
    assert session.campaign.name == "The Other Bank"
    press(qtbot, Qt.Key.Key_Z, CTRL, on=notes)
    assert session.campaign.name == "The Quarter"


def test_tags_are_chips(
    qtbot: QtBot, session: CampaignSession, page: WarbandsPage, table: RosterTable
) -> None:
    table.setCurrentIndex(cell(table, 2, "Fighter"))
    page._edits.edit_tags(member(session, 2))
    dialog = dialog_on_screen(qtbot, dialogs.LineDialog)
    write(dialog.line, "painted, best archer")
    accept(qtbot, dialog, "Keep")
    assert member(session, 2).tags == ("best_archer", "painted")


def test_the_history_of_a_fighter_is_told(
    qtbot: QtBot, session: CampaignSession, page: WarbandsPage, table: RosterTable
) -> None:
    table.setCurrentIndex(cell(table, 1, "Fighter"))
    told = page.fighters.panel._history
    qtbot.waitUntil(lambda: any("Hammer" in what for _, what in told._entries))
