"""The board as a whole: its head, the preview, finishing, and coming back to it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mordcry_app.rules.procedure import Roll
from mordcry_app.services.battle_entries import BattleEntry, SideEntry
from mordcry_app.services.battles import default_entry, record_battle
from mordcry_app.services.campaign_file import open_campaign
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.roster_edits import adjust_resource, rename_member
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.theme import Theme, colours
from mordcry_app.ui.views.aftermath import AftermathPage
from mordcry_app.ui.views.aftermath.board_header import BoardHeader
from mordcry_app.ui.views.aftermath.changes import ChangesList
from mordcry_app.ui.views.aftermath.no_board import NoBoard
from mordcry_app.ui.views.aftermath.track import TrackPanel
from mordcry_app.ui.widgets import ActionButton, Drawer

Press = Callable[..., None]
CONTROL = Qt.KeyboardModifier.ControlModifier


def header(page: AftermathPage) -> BoardHeader:
    found = page.findChild(BoardHeader)
    assert found is not None
    return found


def button(page: AftermathPage, text: str) -> ActionButton:
    return next(b for b in page.findChildren(ActionButton) if b.full_text() == text)


def test_the_head_counts_what_is_left_by_stage(evening, open_page, press: Press) -> None:
    evening.fight(("Katrin Moor",), ("Hask",))
    page = open_page()
    chips = header(page).chips()
    assert header(page).title() == "Aftermath of battle 1"
    later = ["Market", "Exploration"]
    assert [c.text() for c in chips.values()] == ["Injuries 2", "Experience", "Income", *later]
    assert not header(page).finish_button.isEnabled()
    assert header(page).finish_button.full_text() == "46 left"
    press("65", "65")
    chips = header(page).chips()
    assert [c.text() for c in chips.values()] == ["Injuries ✓", "Experience ✓", "Income 2", *later]
    assert chips["injuries"].accessibleName() == "Injuries: done"
    assert header(page).finish_button.full_text() == "42 left"


def test_a_stage_leads_to_its_first_open_line(evening, open_page, qtbot: QtBot) -> None:
    evening.fight(("Katrin Moor",))
    page = open_page()
    qtbot.mouseClick(header(page).chips()["income"], Qt.MouseButton.LeftButton)
    income = f"income/{evening.roster_id(0)}"
    assert page.current_line == income
    assert QApplication.focusWidget() is evening.row(income).editor.keyboard_place()


def test_the_preview_runs_along(evening, open_page, press: Press) -> None:
    evening.fight(("Katrin Moor",), treasures=1)
    page = open_page()
    changes = page.findChild(ChangesList)
    assert changes is not None
    assert "Crowns" not in changes.texts()[0]
    press("53", "34")
    vigil, ruin = changes.texts()
    assert "Crowns: 0 → 90" in vigil
    assert "Katrin Moor, Int: 3 → 2" in vigil
    assert "Ilse Varr, XP: 150 → 152" in vigil
    assert "Ruta the Red, XP: 150 → 152" in ruin


def test_roll_all_rolls_and_stops_at_choices(evening, open_page, press: Press) -> None:
    adjust_resource(evening.file, "crowns", 500, "a gift", roster_id=evening.roster_id(0))
    evening.fight(("Katrin Moor",), ("Hask", "Vetch"))
    page = open_page()
    press(Qt.Key.Key_R, modifier=CONTROL)
    board = evening.stored()
    rolled = [s.dice for t in board.tracks for line in t.lines for s in line.steps if s.dice]
    assert len(rolled) >= 5
    assert not any(dice.typed for dice in rolled)
    assert evening.line(f"income/{evening.roster_id(0)}").status == "done"
    assert evening.line(evening.key_of("injury", "Hask")).status == "done"
    open_lines = [line for t in board.tracks for line in t.lines if line.status == "open"]
    assert open_lines
    assert not any(isinstance(line.question, Roll) for line in open_lines)
    assert not header(page).roll_all_button.isEnabled()
    assert page.current_line == board.next_line


def test_finish_writes_everything_as_one_operation(evening, open_page, press: Press) -> None:
    evening.fight(("Katrin Moor",), ("Hask",), treasures=1)
    page = open_page()
    press("53", "11")
    for place, faces in enumerate(("34", "11")):
        evening.row(f"income/{evening.roster_id(place)}").setFocus()
        press(faces)
    evening.find_nothing()
    assert evening.stored().is_complete
    assert QApplication.focusWidget() is header(page).finish_button
    press(Qt.Key.Key_Return)  # meant for the last die, not for this
    assert page.board is not None
    press(Qt.Key.Key_Return, modifier=CONTROL)
    campaign = campaign_view(evening.file)
    assert campaign.drafts == ()
    assert campaign.rosters[0].amount("crowns") == 90
    assert evening.member("Katrin Moor").value("int").total == 2
    assert evening.member("Ilse Varr").amount("xp") == 152
    assert evening.member("Hask").state == "dead"
    assert page.board is None
    assert evening.session.history().undo_label == "Finished the aftermath of battle 1"
    evening.session.undo()
    assert page.board is not None
    assert page.board.is_complete
    assert evening.member("Katrin Moor").value("int").total == 3


def test_a_finished_line_is_corrected_before_finishing(evening, open_page, press: Press) -> None:
    evening.fight(("Katrin Moor",))
    page = open_page()
    press("65")
    for place in (0, 1):
        evening.row(f"income/{evening.roster_id(place)}").setFocus()
        press("34")
    evening.find_nothing()
    assert QApplication.focusWidget() is header(page).finish_button
    press(Qt.Key.Key_Down)
    katrin = evening.key_of("injury", "Katrin Moor")
    assert evening.row(katrin).hasFocus()
    press(Qt.Key.Key_Return, "53")
    assert evening.line(katrin).steps[0].text == "5 3"
    assert QApplication.focusWidget() is header(page).finish_button
    press(Qt.Key.Key_Up)
    assert evening.row(evening.stored().tracks[1].lines[-1].key).hasFocus()


def test_after_finishing_the_page_leads_to_the_warbands(evening, open_page, press: Press) -> None:
    evening.fight()
    page = open_page()
    for place in (0, 1):
        evening.row(f"income/{evening.roster_id(place)}").setFocus()
        press("34")
    evening.find_nothing()
    press(Qt.Key.Key_Return, modifier=CONTROL)
    state = page.findChild(NoBoard).state
    assert state.accessibleName() == "Aftermath of battle 1 is finished"
    press(Qt.Key.Key_Return)
    assert evening.pages_wanted == ["warbands"]


def test_every_answer_is_found_again_after_reopening(
    evening, open_page, press: Press, qtbot: QtBot
) -> None:
    evening.fight(("Katrin Moor", "Little Osk"))
    open_page()
    press("53")
    path = evening.file.path
    evening.page.close()
    evening.file.close()
    file = open_campaign(path)
    try:
        session = CampaignSession(file)
        page = AftermathPage(session, SettingsStore())
        qtbot.addWidget(page)
        page.resize(1112, 755)
        page.show()
        assert page.board is not None
        lines = page.board.tracks[0].lines
        assert [step.text for step in lines[0].steps] == ["5 3"]
        assert page.current_line == lines[1].key
    finally:
        file.close()


def test_a_read_only_campaign_shows_the_board_and_asks_nothing(evening, qtbot: QtBot) -> None:
    evening.fight(("Katrin Moor",))
    second = open_campaign(evening.file.path)
    try:
        assert second.read_only
        page = AftermathPage(CampaignSession(second), SettingsStore())
        qtbot.addWidget(page)
        page.resize(1112, 755)
        page.show()
        assert page.board is not None
        assert page.board.left == 44
        for name in ("Roll all that is left", "Back one answer", "44 left"):
            assert not button(page, name).isEnabled()
        rows = [row for panel in page.findChildren(TrackPanel) for row in panel.rows()]
        assert len(rows) == 45
        assert all(row.editor is None for row in rows)
    finally:
        second.close()


def test_without_a_board_the_page_leads_to_a_battle(evening, open_page, press: Press) -> None:
    open_page()
    press(Qt.Key.Key_Return)
    assert evening.pages_wanted == ["battle"]


def test_due_advances_are_taken_from_here(evening, open_page, press: Press) -> None:
    wren = evening.member("Wren").id
    adjust_resource(evening.file, "xp", 10, "a gift", member_id=wren)
    page = open_page()
    press(Qt.Key.Key_Space)
    assert page.board is not None
    assert page.board.title == "Advances"
    assert page.current_line == f"advance/{wren}/1"
    press("22", "Weapon", Qt.Key.Key_Return)
    press(Qt.Key.Key_Return, modifier=CONTROL)
    assert evening.member("Wren").value("ws").total == 4
    assert page.board is None


def test_advances_can_be_put_off(evening, open_page, press: Press, qtbot: QtBot) -> None:
    wren = evening.member("Wren").id
    adjust_resource(evening.file, "xp", 10, "a gift", member_id=wren)
    page = open_page()
    press(Qt.Key.Key_Space)
    qtbot.mouseClick(button(page, "Put off"), Qt.MouseButton.LeftButton)
    assert page.board is None
    assert campaign_view(evening.file).advances_due == 1


def test_an_aftermath_cannot_be_put_off(evening, open_page) -> None:
    evening.fight()
    page = open_page()
    assert not header(page).discard_button.isVisible()


@pytest.mark.parametrize(("width", "height"), [(584, 355), (1112, 755)])
def test_the_changes_are_beside_the_tracks_or_in_a_drawer(
    evening, open_page, press: Press, width: int, height: int
) -> None:
    evening.fight(("Katrin Moor",))
    page = open_page(width, height)
    assert page.width() == width
    is_narrow = width < 1000
    assert header(page).changes_button.isVisible() == is_narrow
    drawer = page.findChild(Drawer)
    assert drawer is not None
    if is_narrow:
        press(Qt.Key.Key_E, modifier=CONTROL)
        assert drawer.is_open()
        assert page.findChild(ChangesList).isVisible()
        press(Qt.Key.Key_Escape)
        assert not drawer.is_open()
    assert page.findChild(ChangesList).isVisible() != is_narrow
    for panel in page.findChildren(TrackPanel):
        assert panel.width() >= 250
    press("65")
    assert evening.line(evening.key_of("injury", "Katrin Moor")).status == "done"


def test_the_row_at_hand_is_scrolled_into_view(
    evening, open_page, press: Press, qtbot: QtBot
) -> None:
    names = ("Ilse Varr", "Old Tam", "Katrin Moor", "Jorun Half-Ear", "Pell", "Wren", "Dobrin")
    evening.fight(names)
    page = open_page(700, 400)
    for _ in names[1:]:
        press("65")
    row = evening.row(page.current_line)
    panel = next(panel for panel in page.findChildren(TrackPanel) if panel.isAncestorOf(row))

    def is_in_view() -> None:
        top = row.editor.mapTo(panel, row.editor.rect().topLeft()).y()
        assert top >= 0
        assert top + row.editor.height() <= panel.height()

    qtbot.waitUntil(is_in_view)


def test_another_theme_repaints_the_previews(evening, open_page, press: Press, theme: Theme):
    evening.fight(("Katrin Moor",))
    page = open_page()
    press("53")
    row = evening.row(evening.key_of("injury", "Katrin Moor"))
    light = colours().blood
    assert any(light in label.text() for label in row.findChildren(type(row._text)))
    theme.set_mode("dark")
    dark = colours().blood
    assert dark != light
    assert any(dark in label.text() for label in row.findChildren(type(row._text)))
    assert not any(light in label.text() for label in row.findChildren(type(row._text)))
    assert page.board is not None


def test_names_are_shown_as_they_are(evening, open_page, press: Press) -> None:
    hostile = "<b>R&D</b> Żółw Жнец ″ " + "very long " * 15
    rename_member(evening.file, evening.member("Katrin Moor").id, hostile)
    evening.fight((hostile.strip(),))
    page = open_page()
    press("53")
    row = evening.row(page.board.tracks[0].lines[0].key)
    assert "&lt;b&gt;R&amp;D&lt;/b&gt;" in row._text.text()
    assert hostile.strip() in row.accessibleName()
    assert "done" in row.accessibleName()


def test_unnamed_fighters_have_a_line_that_says_who_they_are(evening, open_page, press: Press):
    unnamed = next(m for m in campaign_view(evening.file).rosters[1].members if not m.name)
    one, other = default_entry(evening.file).sides
    sides = (
        SideEntry(one.roster_id, "won", one.took_part),
        SideEntry(other.roster_id, "lost", other.took_part, {unnamed.id: None}),
    )
    record_battle(evening.file, BattleEntry(sides))
    page = open_page()
    row = evening.row(f"injury/{unnamed.id}")
    assert unnamed.archetype_name in row._text.text()
    assert page.current_line == f"injury/{unnamed.id}"


def test_a_hidden_page_reads_nothing_until_it_is_shown(evening, qtbot: QtBot) -> None:
    page = AftermathPage(evening.session, evening.store)
    qtbot.addWidget(page)
    evening.session.touched.connect(page.refresh)
    evening.fight(("Katrin Moor",))
    page.refresh(None)
    assert page.board is None
    page.show()
    assert page.board is not None
