"""The first page: the next step a key away, standings, what waits, plots and graves."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from mordcry_app.rules.effects import MissNextBattle, Modify
from mordcry_app.services import boards
from mordcry_app.services.battle_setup import set_up_battle, setup_view
from mordcry_app.services.campaign_file import open_campaign
from mordcry_app.services.effect_writer import EffectWriter
from mordcry_app.services.founding import NewCampaign, NewRoster, create_campaign
from mordcry_app.services.roster_edits import add_trait, adjust_resource, rename_member
from mordcry_app.services.unit_of_work import unit_of_work
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.theme import NIGHT, PARCHMENT, Theme
from mordcry_app.ui.views.campaign import CampaignPage
from mordcry_app.ui.views.campaign.links import LinkLabel
from tests.services.told_battles import fought
from tests.services.worlds import fight, ids_by_name, play
from tests.ui.conftest import OpenWindow
from tests.ui.screens import CTRL, click, press, warbands
from tests.ui.views.campaign.conftest import Evening, OpenPage


def link_in(page: CampaignPage, words: str) -> LinkLabel:
    """The line on the page with a link that says these words."""
    found = [label for label in page.findChildren(LinkLabel) if f">{words}</a>" in label.text()]
    return next(label for label in found if label.isVisible())


def follow(qtbot: QtBot, label: LinkLabel) -> None:
    """Follow the next link of a line with the keyboard: Tab goes to it, Enter follows it."""
    label.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(label, Qt.Key.Key_Tab)
    qtbot.keyClick(label, Qt.Key.Key_Return)


def test_the_next_step_has_the_keyboard_and_a_key(
    qtbot: QtBot, evening: Evening, open_page: OpenPage
) -> None:
    page = open_page()
    assert page.next_step.sentence.text() == "Set up battle 1."
    assert page.next_step.button.hasFocus()
    press(qtbot, Qt.Key.Key_Return, CTRL)
    assert evening.places == ["aftermath"]
    assert setup_view(evening.file).stage == "asking"
    assert page.next_step.sentence.text() == "Finish the set-up of battle 1: 7 lines left."
    click(qtbot, page.next_step.button)
    assert evening.places == ["aftermath", "aftermath"]


def test_a_battle_is_set_up_as_the_last_one_was(
    qtbot: QtBot, evening: Evening, open_page: OpenPage
) -> None:
    set_up_battle(evening.file)
    _, draft_id = fight(evening.file)
    play(evening.file, draft_id)
    boards.finish(evening.file, draft_id)
    page = open_page()
    assert page.next_step.sentence.text().startswith("Set up battle 2")
    click(qtbot, page.next_step.button)
    assert evening.places == ["battle"]
    assert setup_view(evening.file).stage == "ready"
    assert page.next_step.sentence.text() == "Play battle 2."
    click(qtbot, page.next_step.button)
    assert evening.places == ["battle", "battle"]


def test_questions_before_a_battle_are_led_to(
    qtbot: QtBot, evening: Evening, open_page: OpenPage
) -> None:
    add_trait(evening.file, ids_by_name(evening.file)["Odo"], "injury", "old_battle_wound")
    page = open_page()
    click(qtbot, page.next_step.button)
    assert evening.places == ["aftermath"]
    assert page.next_step.sentence.text() == "Finish the set-up of battle 1: 8 lines left."


def test_it_follows_what_happens(evening: Evening, open_page: OpenPage) -> None:
    page = open_page()
    fight(evening.file)
    evening.session.run(
        lambda: rename_member(evening.file, ids_by_name(evening.file)["Odo"], "Odo the Lame")
    )
    assert page.next_step.sentence.text().startswith("Finish the aftermath of battle 1: ")
    evening.session.undo()
    evening.session.undo()
    assert page.next_step.sentence.text() == "Set up battle 1."


def test_advances_that_are_due_are_laid_out_at_once(
    qtbot: QtBot, evening: Evening, open_page: OpenPage
) -> None:
    page = open_page()
    gero = ids_by_name(evening.file)["Gero"]
    evening.session.run(lambda: adjust_resource(evening.file, "xp", 10, "a gift", member_id=gero))
    assert page.next_step.sentence.text() == "Take the advance that is due."
    click(qtbot, page.next_step.button)
    assert evening.places == ["aftermath"]
    assert evening.session.campaign.drafts[0].kind == "muster"
    assert page.next_step.sentence.text() == "Finish the advances: 1 line left."


def test_a_refused_step_stays(qtbot: QtBot, evening: Evening, open_page: OpenPage) -> None:
    page = open_page()
    gero = ids_by_name(evening.file)["Gero"]
    evening.session.run(lambda: adjust_resource(evening.file, "xp", 10, "a gift", member_id=gero))
    boards.start_muster(evening.file)  # behind the back of the page
    click(qtbot, page.next_step.button)
    assert evening.refusals == ["Finish the open advances first."]
    assert evening.places == []


def test_standings_lead_to_the_warbands(
    qtbot: QtBot, evening: Evening, open_page: OpenPage
) -> None:
    fought(evening.file)
    page = open_page()
    first, second = page.standings
    assert first.title() == ""
    assert first.accessibleName() == "Vigil"
    assert first.accessibleDescription().startswith("1 won, 0 lost, 0 drawn, ")
    assert second.ready.text() == "10 fighters are fit for battle 2."
    click(qtbot, second.crest)
    assert evening.places[0].startswith("warbands#roster:")


def test_who_misses_the_battle_is_named_and_opened(
    qtbot: QtBot, evening: Evening, open_page: OpenPage
) -> None:
    frida = ids_by_name(evening.file)["Frida"]
    with unit_of_work(evening.file, "Hurt", "test") as work:
        EffectWriter(work).write([MissNextBattle(who=f"member:{frida}", source="A leg wound")])
    page = open_page()
    ready = page.standings[0].ready
    assert "9 fighters are fit for battle 1." in ready.text()
    assert ready.toolTip() == "Frida: A leg wound"
    follow(qtbot, ready)
    assert evening.places == [f"warbands#member:{frida}"]


def test_what_waits_is_listed_and_more_on_demand(
    qtbot: QtBot, evening: Evening, open_page: OpenPage
) -> None:
    page = open_page()
    assert page.waiting.nothing.isVisible()
    assert not page.waiting.more.isVisible()
    ids = ids_by_name(evening.file)
    effects = [
        Modify(
            who=f"member:{ids[name]}",
            stat="will",
            amount=1 + number,
            source="A preacher",
            ends="next_battle",
        )
        for number, name in enumerate(("Anselm", "Berta", "Cuno", "Egon", "Frida") * 2)
    ]
    with unit_of_work(evening.file, "A preacher came", "test") as work:
        EffectWriter(work).write(effects)
    evening.tell()
    assert not page.waiting.nothing.isVisible()
    assert page.waiting.texts()[0] == "Anselm: +1 Will"
    assert len(page.waiting.texts()) == 8
    click(qtbot, page.waiting.more)
    assert len(page.waiting.texts()) == 10
    assert not page.waiting.more.isVisible()
    wanted = {"waiting", "A preacher; until the next battle is over."}
    labels = page.waiting.findChildren
    qtbot.waitUntil(lambda: wanted <= {x.text() for x in labels(QLabel) if x.isVisible()})


def test_the_fallen_lead_to_their_graves_and_battles(
    qtbot: QtBot, evening: Evening, open_page: OpenPage
) -> None:
    fought(evening.file, {"Egon": "Krato"}, dead=["Egon"])
    page = open_page()
    egon = ids_by_name(evening.file)["Egon"]
    assert page.graveyard.texts() == ["Egon fell in battle 1, put out of action by Krato"]
    label = link_in(page, "Egon")
    follow(qtbot, label)
    follow(qtbot, label)
    assert evening.places == [f"warbands#member:{egon}", "chronicle#battle:1"]


def test_hostile_names_are_shown_as_they_are(evening: Evening, open_page: OpenPage) -> None:
    egon = ids_by_name(evening.file)["Egon"]
    rename_member(evening.file, egon, '<b>R&D</b>"')
    fought(evening.file, {'<b>R&D</b>"': "Krato"}, dead=['<b>R&D</b>"'])
    page = open_page()
    assert "&lt;b&gt;R&amp;D&lt;/b&gt;" in link_in(page, '&lt;b&gt;R&amp;D&lt;/b&gt;"').text()


def test_plots_and_their_table(qtbot: QtBot, evening: Evening, open_page: OpenPage) -> None:
    page = open_page()
    assert page.plots.nothing.isVisible()
    assert not any(plot.isVisible() for plot in page.plots.plots)
    assert not page.plots.as_table.isVisible()
    fought(evening.file)
    fought(evening.file, winner=1)
    evening.tell()
    assert [plot.title for plot in page.plots.plots] == ["Crowns", "Renown", "Experience"]
    assert not any(plot.is_empty() for plot in page.plots.plots)
    click(qtbot, page.plots.as_table)
    table = page.plots.table
    assert table.isVisible()
    assert not page.plots.plots[0].isVisible()
    model = table.model()
    shown = [
        [model.data(model.index(row, column)) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]
    assert [row[0] for row in shown] == [
        "After battle 2",
        "After battle 1",
        "Before the first battle",
    ]
    crowns = page.plots.plots[0].spoken()
    assert f"from {shown[2][1]} to {shown[0][1]}" in crowns
    headings = [model.headerData(c, Qt.Orientation.Horizontal) for c in range(7)]
    assert headings[:3] == ["When", "Vigil: crowns", "Ruin: crowns"]
    click(qtbot, page.plots.as_table)
    assert page.plots.plots[0].isVisible()


@pytest.mark.parametrize(("width", "columns"), [(1112, 2), (520, 1)])
def test_warbands_stand_side_by_side_where_there_is_room(
    open_page: OpenPage, width: int, columns: int
) -> None:
    page = open_page(width, 700)
    first, second = page.standings
    assert (first.y() == second.y()) == (columns == 2)


@pytest.mark.parametrize("count", [1, 3, 8])
@pytest.mark.parametrize("width", [460, 1112])
def test_any_number_of_warbands(
    qtbot: QtBot, tmp_path: Path, theme: Theme, count: int, width: int
) -> None:
    del theme
    rosters = tuple(NewRoster(f"Player {n}", f"Band {n}") for n in range(count))
    with create_campaign(tmp_path / "many", NewCampaign("Many", "mordcry", rosters)) as file:
        page = CampaignPage(CampaignSession(file))
        qtbot.addWidget(page)
        page.resize(width, 700)
        page.show()
        assert len(page.standings) == count
        columns = 1 if width == 460 else min(count, 3)
        qtbot.waitUntil(lambda: len({card.x() for card in page.standings}) == columns)
        right = max(card.x() + card.width() for card in page.standings)
        assert right <= width, "nothing is cut off"


def test_links_follow_the_theme(evening: Evening, open_page: OpenPage, theme: Theme) -> None:
    fought(evening.file, {"Egon": "Krato"}, dead=["Egon"])
    page = open_page()
    assert PARCHMENT.verdigris in link_in(page, "Egon").text()
    theme.set_mode("dark")
    assert NIGHT.verdigris in link_in(page, "Egon").text()


def test_a_read_only_campaign_says_why(qtbot: QtBot, evening: Evening) -> None:
    gero = ids_by_name(evening.file)["Gero"]
    adjust_resource(evening.file, "xp", 10, "a gift", member_id=gero)
    with open_campaign(evening.file.path) as second:
        page = CampaignPage(CampaignSession(second))
        qtbot.addWidget(page)
        page.show()
        assert not page.next_step.button.isEnabled()
        assert "another window" in page.next_step.button.toolTip()


def test_out_of_sight_it_waits_with_reading(evening: Evening, open_page: OpenPage) -> None:
    page = open_page()
    page.hide()
    fought(evening.file)
    evening.tell()
    assert page.next_step.sentence.text() == "Set up battle 1."
    page.show()
    assert page.next_step.sentence.text() == "Set up battle 2."


def test_in_the_window_a_name_opens_its_fighter(
    qtbot: QtBot, open_window: OpenWindow, evening: Evening
) -> None:
    fought(evening.file, {"Egon": "Krato"}, dead=["Egon"])
    path = evening.file.path
    evening.file.close()
    window = open_window(path)
    assert window.frame.page_id == "campaign"
    page = window.frame.page("campaign")
    assert isinstance(page, CampaignPage)
    assert QApplication.focusWidget() is page.next_step.button
    follow(qtbot, link_in(page, "Egon"))
    assert window.frame.page_id == "warbands"
    graveyard = warbands(window).graveyard
    assert graveyard.isVisible()
    assert graveyard.table.hasFocus()
    press(qtbot, Qt.Key.Key_1, CTRL)
    click(qtbot, page.standings[1].crest)
    assert warbands(window).roster().name == "Ruin"
