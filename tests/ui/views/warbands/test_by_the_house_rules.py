"""What house rules change in the dialogs of the warbands: terms of recruits, prices, spent XP."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from mordcry_app.services.house_rules import set_house_rule
from mordcry_app.services.roster_edits import adjust_resource
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.main_window import MainWindow
from mordcry_app.ui.views.warbands import WarbandsPage
from mordcry_app.ui.views.warbands import edit_dialogs as dialogs
from tests.ui.screens import (
    accept,
    click,
    dialog_on_screen,
    menu_on_screen,
    no_dialog,
    pick,
    press,
)
from tests.ui.views.warbands.looking import cell, member


@pytest.fixture
def page(window: MainWindow) -> WarbandsPage:
    window.frame.show_page("warbands")
    page = window.frame.page("warbands")
    assert isinstance(page, WarbandsPage)
    return page


def test_a_recruit_is_offered_on_the_agreed_terms(
    qtbot: QtBot, session: CampaignSession, page: WarbandsPage
) -> None:
    click(qtbot, page.recruit_button)
    dialog = dialog_on_screen(qtbot, dialogs.RecruitDialog)
    assert (dialog.archetype.chosen(), dialog.price.value()) == ("youngblood", 0)
    press(qtbot, Qt.Key.Key_Escape, on=dialog)
    no_dialog(qtbot)
    session.run(lambda: set_house_rule(session.file, "recruit_price", 35))
    click(qtbot, page.recruit_button)
    assert dialog_on_screen(qtbot, dialogs.RecruitDialog).price.value() == 35


def test_xp_spent_on_reactions(qtbot: QtBot, session: CampaignSession, page: WarbandsPage) -> None:
    fighter = member(session, 9).id
    session.run(lambda: adjust_resource(session.file, "xp", 12, "a journey", member_id=fighter))
    assert member(session, 9).advances_due == 1
    page.fighters.table.setCurrentIndex(cell(page.fighters.table, 9, "Fighter"))
    click(qtbot, page.fighters.panel.more)
    pick(qtbot, menu_on_screen(qtbot), "XP spent on reactions…")
    dialog = dialog_on_screen(qtbot, dialogs.ReactionsDialog)
    assert dialog.amount.maximum() == 12
    dialog.amount.setValue(4)
    accept(qtbot, dialog, "Spend")
    no_dialog(qtbot)
    assert [a.amount for a in member(session, 9).amounts if a.resource == "xp"] == [8]
    assert member(session, 9).advances_due == 0
    session.run(lambda: set_house_rule(session.file, "reaction_xp", "apart"))
    assert member(session, 9).advances_due == 1
