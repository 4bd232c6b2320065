"""The page of the warbands: everything is shown with its reasons, and everything can be changed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from mordcry_app.services import roster_edits
from mordcry_app.services.views import MemberView
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.main_window import MainWindow
from mordcry_app.ui.qt_models.roster_model import MARK_DOWN, change_mark
from mordcry_app.ui.views.warbands import WarbandsPage
from mordcry_app.ui.views.warbands import edit_dialogs as dialogs
from mordcry_app.ui.views.warbands.pick_dialog import PickDialog
from mordcry_app.ui.views.warbands.roster_table import RosterTable
from mordcry_app.ui.widgets import ChipButton
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
    warbands,
    write,
)


@pytest.fixture
def session(window: MainWindow) -> CampaignSession:
    assert window.session is not None
    return window.session


@pytest.fixture
def page(window: MainWindow) -> WarbandsPage:
    return warbands(window)


@pytest.fixture
def table(page: WarbandsPage) -> RosterTable:
    return page.fighters.table


def cell(table: RosterTable, row: int, heading: str) -> QModelIndex:
    """Return a cell by its row and heading."""
    model = table.roster
    headings = [column.heading for column in model.columns()]
    return model.index(row, headings.index(heading))


def member(session: CampaignSession, row: int) -> MemberView:
    return session.campaign.rosters[0].members[row]


def chip(qtbot: QtBot, page: WarbandsPage, text: str) -> ChipButton:
    """Wait for a chip of the fighter's panel, and return it."""

    def chips() -> list[ChipButton]:
        every = page.fighters.panel.findChildren(ChipButton)
        return [c for c in every if text in c.accessibleName() and c.isVisible()]

    qtbot.waitUntil(lambda: bool(chips()))
    return chips()[0]


# ---------------------------------------------------------------------- showing


def test_the_roster_shows_effective_values_marked_and_explained(
    qtbot: QtBot, table: RosterTable, page: WarbandsPage
) -> None:
    click_cell(qtbot, table, cell(table, 0, "S"))
    shown = page.fighters.panel.member()
    assert shown is not None
    value = shown.value("s")
    assert change_mark(value) == MARK_DOWN or value.change >= 0
    index = cell(table, 0, "S")
    assert index.data() == value.text
    for part in value.parts:
        assert part.label in index.data(Qt.ItemDataRole.ToolTipRole)
        assert part.label in index.data(Qt.ItemDataRole.AccessibleTextRole)
        assert part.label in page.fighters.panel.tiles.accessibleDescription()
    assert page.fighters.panel.explanation._title.text() == f"{value.name} {value.text}"


def test_the_explanation_follows_the_arrow_keys(
    qtbot: QtBot, table: RosterTable, page: WarbandsPage
) -> None:
    table.setCurrentIndex(cell(table, 0, "WS"))
    press(qtbot, Qt.Key.Key_Right, on=table)
    assert page.fighters.panel.explanation._title.text().startswith("Ballistic Skill")
    press(qtbot, Qt.Key.Key_Down, on=table)
    assert page.fighters.panel.member() == page.roster().members[1]


def test_enter_leads_to_the_fighter_and_esc_back(
    qtbot: QtBot, table: RosterTable, page: WarbandsPage
) -> None:
    table.setFocus()
    press(qtbot, Qt.Key.Key_Return)
    tiles = page.fighters.panel.tiles
    assert tiles.hasFocus()
    press(qtbot, Qt.Key.Key_Right)
    assert table.roster.column(table.currentIndex().column()).key == tiles.current().stat  # type: ignore[union-attr]
    press(qtbot, Qt.Key.Key_Escape)
    assert table.hasFocus()


def test_warbands_change_by_tab_and_by_key(qtbot: QtBot, page: WarbandsPage) -> None:
    assert page.rosters.count() == 2
    press(qtbot, Qt.Key.Key_PageDown, CTRL)
    assert page.roster().name == "Rust & Ruin"
    assert page.rosters.tabText(1) == "Rust && Ruin", "an ampersand is no underline"
    press(qtbot, Qt.Key.Key_PageUp, CTRL)
    assert page.roster().name == "The Ashen Vigil"


def test_unnamed_fighters_and_hostile_names_are_shown_as_they_are(
    session: CampaignSession, page: WarbandsPage, table: RosterTable
) -> None:
    for row, name in enumerate(("", "<b>R&D</b>", "Żółw Жнец 山田 ☠", "x" * 200)):
        fighter = member(session, row)
        session.run(
            lambda fighter=fighter, name=name: roster_edits.rename_member(
                session.file, fighter.id, name
            )
        )
    assert cell(table, 0, "Fighter").data() == "unnamed Captain"
    assert cell(table, 1, "Fighter").data() == "<b>R&D</b>"
    assert "&lt;b&gt;" in cell(table, 1, "Fighter").data(Qt.ItemDataRole.ToolTipRole)
    assert cell(table, 3, "Fighter").data() == "x" * 200
    page.grab()


def test_forty_fighters_scroll(
    qtbot: QtBot, session: CampaignSession, page: WarbandsPage, table: RosterTable
) -> None:
    from mordcry_app.services.house_rules import set_house_rule

    session.run(lambda: set_house_rule(session.file, "most_fighters", 40))
    roster = session.campaign.rosters[0]
    for _ in range(30):
        session.run(lambda: roster_edits.recruit(session.file, roster.id, "youngblood"))
    assert table.roster.rowCount() == 40
    table.setFocus()
    press(qtbot, Qt.Key.Key_End, CTRL)
    assert table.currentIndex().row() == 39
    assert table.visualRect(table.currentIndex()).bottom() <= table.viewport().height()


def test_an_empty_roster_says_so_and_offers_the_way_on(
    qtbot: QtBot, session: CampaignSession, page: WarbandsPage
) -> None:
    for fighter in session.campaign.rosters[0].members:
        session.run(lambda fighter=fighter: roster_edits.retire(session.file, fighter.id))
    assert not page.fighters.table.isVisible()
    assert not page.fighters.panel.isVisible()
    button = page.fighters._empty.button
    assert button is not None
    click(qtbot, button)
    accept(qtbot, dialog_on_screen(qtbot, dialogs.RecruitDialog), "Recruit")
    assert len(session.campaign.rosters[0].members) == 1
    assert page.fighters.panel.isVisible()


def test_where_it_is_narrow_roster_and_fighter_take_turns(
    qtbot: QtBot, window: MainWindow, page: WarbandsPage, table: RosterTable
) -> None:
    window.resize(640, 480)
    qtbot.waitUntil(lambda: not page.fighters.panel.isVisible())
    table.setFocus()
    press(qtbot, Qt.Key.Key_Return)
    assert page.fighters.panel.isVisible()
    assert not table.isVisible()
    press(qtbot, Qt.Key.Key_Escape)
    assert table.isVisible()
    click(qtbot, page.fighters.open_button)
    assert page.fighters.panel.isVisible()
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: table.isVisible() and page.fighters.panel.isVisible())


# ---------------------------------------------------------------------- changing values


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
    assert "must be" in dialog.banner.sentence()
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


# ---------------------------------------------------------------------- skills, injuries, gear


def test_a_skill_is_found_by_typing_and_removed_by_its_chip(
    qtbot: QtBot, session: CampaignSession, page: WarbandsPage, table: RosterTable
) -> None:
    table.setCurrentIndex(cell(table, 1, "Fighter"))
    add = page.fighters.panel._adders[1]
    click(qtbot, add)
    dialog = dialog_on_screen(qtbot, PickDialog)
    qtbot.keyClicks(dialog.search, "lethal lunge")
    chosen = dialog.chosen()
    assert chosen is not None
    press(qtbot, Qt.Key.Key_Return, on=dialog.search)
    no_dialog(qtbot)
    assert [skill.name for skill in member(session, 1).skills] == [chosen.name]
    click(qtbot, chip(qtbot, page, chosen.name))
    pick(qtbot, menu_on_screen(qtbot), "Remove…")
    accept(qtbot, dialog_on_screen(qtbot, dialogs.ReasonDialog), "Remove")
    assert member(session, 1).skills == ()


def test_a_search_that_finds_nothing_cannot_be_accepted(
    qtbot: QtBot, page: WarbandsPage
) -> None:
    click(qtbot, page.fighters.panel._adders[1])
    dialog = dialog_on_screen(qtbot, PickDialog)
    qtbot.keyClicks(dialog.search, "no such skill")
    assert dialog.chosen() is None
    assert not dialog._accept.isEnabled()
    press(qtbot, Qt.Key.Key_Escape, on=dialog)
    no_dialog(qtbot)


def test_an_injury_changes_a_value_and_goes_with_all_that_it_changed(
    qtbot: QtBot, session: CampaignSession, page: WarbandsPage, table: RosterTable
) -> None:
    table.setCurrentIndex(cell(table, 1, "BS"))
    click(qtbot, page.fighters.panel._adders[2])
    dialog = dialog_on_screen(qtbot, PickDialog)
    qtbot.keyClicks(dialog.search, "eye")
    accept(qtbot, dialog, "Add")
    injury = member(session, 1).injuries[0]
    assert member(session, 1).value("bs").change == -1
    click(qtbot, chip(qtbot, page, injury.name))
    pick(qtbot, menu_on_screen(qtbot), "Remove…")
    accept(qtbot, dialog_on_screen(qtbot, dialogs.ReasonDialog), "Remove")
    assert member(session, 1).injuries == ()
    assert member(session, 1).value("bs").change == 0


def test_gear_goes_to_the_stash_and_to_another_fighter(
    qtbot: QtBot, session: CampaignSession, page: WarbandsPage, table: RosterTable
) -> None:
    table.setCurrentIndex(cell(table, 1, "Fighter"))
    click(qtbot, chip(qtbot, page, "Hammer"))
    pick(qtbot, menu_on_screen(qtbot), "To the stash")
    assert member(session, 1).items == ()
    page.show_tab(1)
    names = [item.name for item in page.stash._model.rows()]
    row = names.index("Hammer")
    page.stash.table.setCurrentIndex(page.stash._model.index(row, 0))
    click(qtbot, page.stash.give_button)
    menu = menu_on_screen(qtbot)
    submenu = next(a for a in menu.actions() if a.text() == "Give to").menu()
    next(a for a in submenu.actions() if a.text() == "Tam").trigger()
    menu.close()
    assert [item.name for item in member(session, 2).items] == ["Hammer"]


def test_an_item_is_bought_and_sold(
    qtbot: QtBot, session: CampaignSession, page: WarbandsPage
) -> None:
    page.show_tab(1)
    click(qtbot, page.stash.add_button)
    dialog = dialog_on_screen(qtbot, PickDialog)
    qtbot.keyClicks(dialog.search, "spear")
    dialog.price.setValue(30)
    accept(qtbot, dialog, "Add")
    assert session.campaign.rosters[0].amount("crowns") == 70
    names = [item.name for item in page.stash._model.rows()]
    page.stash.table.setCurrentIndex(page.stash._model.index(names.index("Spear"), 0))
    click(qtbot, page.stash.give_button)
    pick(qtbot, menu_on_screen(qtbot), "Drop or sell…")
    drop = dialog_on_screen(qtbot, dialogs.DropItemDialog)
    drop.refund.setValue(10)
    accept(qtbot, drop, "Drop")
    assert session.campaign.rosters[0].amount("crowns") == 80
    assert "Spear" not in [item.name for item in page.stash._model.rows()]


def test_what_cannot_be_paid_or_carried_is_refused_in_the_dialog(
    qtbot: QtBot, session: CampaignSession, page: WarbandsPage, table: RosterTable
) -> None:
    table.setCurrentIndex(cell(table, 0, "Fighter"))
    click(qtbot, page.fighters.panel._adders[0])
    dialog = dialog_on_screen(qtbot, PickDialog)
    dialog.price.setValue(5_000)
    accept(qtbot, dialog, "Add")
    assert "crowns" in dialog.banner.sentence()
    dialog.price.setValue(0)
    qtbot.keyClicks(dialog.search, "heavy shield")
    accept(qtbot, dialog, "Add")
    assert dialog.banner.sentence(), "a long sword takes two hands"
    assert len(member(session, 0).items) == 1


# ---------------------------------------------------------------------- coming and going


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


# ---------------------------------------------------------------------- the rest of a fighter


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


# ---------------------------------------------------------------------- the warband itself


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
