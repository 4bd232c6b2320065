"""Skills, injuries and gear come and go by hand."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.views.warbands import WarbandsPage
from mordcry_app.ui.views.warbands import edit_dialogs as dialogs
from mordcry_app.ui.views.warbands.pick_dialog import PickDialog
from mordcry_app.ui.views.warbands.roster_table import RosterTable
from tests.ui.screens import (
    accept,
    click,
    dialog_on_screen,
    menu_on_screen,
    no_dialog,
    pick,
    press,
)
from tests.ui.views.warbands.looking import cell, chip, member


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


def test_a_search_that_finds_nothing_cannot_be_accepted(qtbot: QtBot, page: WarbandsPage) -> None:
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
