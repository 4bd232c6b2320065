"""Names, values and ledgers can be changed by hand, with a reason."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from mordcry_app.services import roster_edits
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.main_window import MainWindow
from mordcry_app.ui.views.warbands import WarbandsPage
from mordcry_app.ui.views.warbands import edit_dialogs as dialogs
from mordcry_app.ui.views.warbands.roster_table import RosterTable
from tests.ui.screens import (
    ALT,
    CTRL,
    SHIFT,
    accept,
    click,
    click_cell,
    dialog_on_screen,
    double_click_cell,
    menu_on_screen,
    no_dialog,
    pick,
    press,
    write,
)
from tests.ui.views.warbands.looking import cell, member


def test_f2_renames_in_place_and_ctrl_z_takes_it_back(
    qtbot: QtBot, session: CampaignSession, table: RosterTable
) -> None:
    table.setCurrentIndex(cell(table, 1, "Fighter"))
    press(qtbot, Qt.Key.Key_F2, on=table)
    editor = table.findChild(QLineEdit)
    assert editor is not None
    write(editor, "Brother Anselm")
    press(qtbot, Qt.Key.Key_Return, on=editor)
    qtbot.waitUntil(lambda: member(session, 1).name == "Brother Anselm")
    assert cell(table, 1, "Fighter").data() == "Brother Anselm"
    press(qtbot, Qt.Key.Key_Z, CTRL, on=table)
    assert member(session, 1).name == "Anselm"


def test_esc_leaves_a_name_as_it_was(
    qtbot: QtBot, session: CampaignSession, table: RosterTable
) -> None:
    double_click_cell(qtbot, table, cell(table, 1, "Fighter"))
    editor = table.findChild(QLineEdit)
    assert editor is not None
    write(editor, "Somebody else")
    press(qtbot, Qt.Key.Key_Escape, on=editor)
    assert member(session, 1).name == "Anselm"


def test_a_huge_name_is_refused_with_a_sentence(
    qtbot: QtBot, window: MainWindow, session: CampaignSession, table: RosterTable
) -> None:
    table.setCurrentIndex(cell(table, 1, "Fighter"))
    press(qtbot, Qt.Key.Key_F2, on=table)
    editor = table.findChild(QLineEdit)
    assert editor is not None
    write(editor, "x" * 1000)
    press(qtbot, Qt.Key.Key_Return, on=editor)
    qtbot.waitUntil(lambda: "200" in window.frame.toast.banner.sentence())
    assert member(session, 1).name == "Anselm"
    qtbot.waitUntil(lambda: table.state() == RosterTable.State.EditingState)
    kept = [field.text() for field in table.findChildren(QLineEdit)]
    assert "x" * 1000 in kept, "what was typed can be shortened"


def test_a_double_click_corrects_a_value_with_a_reason(
    qtbot: QtBot, session: CampaignSession, page: WarbandsPage, table: RosterTable
) -> None:
    double_click_cell(qtbot, table, cell(table, 6, "WS"))
    dialog = dialog_on_screen(qtbot, dialogs.CorrectValueDialog)
    dialog.value.selectAll()
    qtbot.keyClicks(dialog.value, "5")
    write(dialog.reason, "Forgot a training")
    press(qtbot, Qt.Key.Key_Return, on=dialog.reason)
    no_dialog(qtbot)
    value = member(session, 6).value("ws")
    assert (value.total, value.change) == (5, 2)
    assert value.parts[-1].label == "Forgot a training"
    assert "Forgot a training" in page.fighters.panel.tiles.accessibleDescription()
    press(qtbot, Qt.Key.Key_Z, CTRL, on=table)
    assert member(session, 6).value("ws").total == 3


def test_an_absurd_value_is_refused_in_the_dialog(
    qtbot: QtBot, session: CampaignSession, table: RosterTable
) -> None:
    double_click_cell(qtbot, table, cell(table, 6, "WS"))
    dialog = dialog_on_screen(qtbot, dialogs.CorrectValueDialog)
    dialog.value.setValue(1_000_000)
    accept(qtbot, dialog, "Correct")
    assert dialog.banner.sentence() == "Weapon Skill goes from 0 to 999."
    assert dialog.isVisible()
    assert member(session, 6).value("ws").total == 3


def test_what_was_entered_by_hand_can_be_removed_where_it_is_explained(
    qtbot: QtBot, session: CampaignSession, page: WarbandsPage, table: RosterTable
) -> None:
    fighter = member(session, 6)
    session.run(
        lambda: roster_edits.add_modifier(session.file, fighter.id, "ws", 2, "A blessed sword")
    )
    click_cell(qtbot, table, cell(table, 6, "WS"))
    buttons = page.fighters.panel.explanation.findChildren(type(page.fighters.panel.more))
    remove = [b for b in buttons if b.accessibleName() == "Remove “A blessed sword”"]
    assert len(remove) == 1
    click(qtbot, remove[0])
    assert member(session, 6).value("ws").total == 3


def test_a_modifier_can_be_added_from_the_menu(
    qtbot: QtBot, session: CampaignSession, table: RosterTable
) -> None:
    table.setCurrentIndex(cell(table, 2, "Fighter"))
    press(qtbot, Qt.Key.Key_F10, SHIFT, on=table)
    pick(qtbot, menu_on_screen(qtbot), "Add a modifier…")
    dialog = dialog_on_screen(qtbot, dialogs.ModifierDialog)
    dialog.stat.choose("bs")
    dialog.amount.setValue(-1)
    write(dialog.reason, "Sand in the eyes")
    accept(qtbot, dialog, "Add")
    assert member(session, 2).value("bs").change == -1


def test_experience_is_a_ledger_with_a_reason(
    qtbot: QtBot, session: CampaignSession, page: WarbandsPage, table: RosterTable
) -> None:
    before = member(session, 6).amount("xp")
    double_click_cell(qtbot, table, cell(table, 6, "XP"))
    dialog = dialog_on_screen(qtbot, dialogs.AmountDialog)
    dialog.amount.setValue(10)
    assert dialog.after.text() == f"{before} → {before + 10}"
    write(dialog.reason, "A brave deed")
    accept(qtbot, dialog, "Enter")
    assert member(session, 6).amount("xp") == before + 10
    assert member(session, 6).advances_due == 1
    page.show_tab(2)
    model = page.ledger.table.model()
    assert model.index(0, 6).data() == "A brave deed"
    assert model.index(0, 4).data() == "+10"


def test_a_ledger_never_goes_below_zero(
    qtbot: QtBot, session: CampaignSession, table: RosterTable
) -> None:
    double_click_cell(qtbot, table, cell(table, 6, "Ren"))
    dialog = dialog_on_screen(qtbot, dialogs.AmountDialog)
    dialog.amount.setValue(-5)
    accept(qtbot, dialog, "Enter")
    assert dialog.banner.sentence()
    assert member(session, 6).amount("renown") == 0


def test_alt_and_arrows_move_a_fighter(
    qtbot: QtBot, session: CampaignSession, table: RosterTable
) -> None:
    table.setCurrentIndex(cell(table, 3, "WS"))
    press(qtbot, Qt.Key.Key_Up, ALT, on=table)
    assert [m.name for m in session.campaign.rosters[0].members][2:4] == ["Katrin", "Tam"]
    assert table.current_member() == member(session, 2), "the fighter stays at hand"
    press(qtbot, Qt.Key.Key_Down, ALT, on=table)
    assert member(session, 3).name == "Katrin"
    table.setCurrentIndex(cell(table, 0, "WS"))
    press(qtbot, Qt.Key.Key_Up, ALT, on=table)
    assert member(session, 0).name == "Ilse"
