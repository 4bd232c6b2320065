"""From the list of battles, a committed aftermath is opened again, and its record corrected."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from mordcry_app.rules.dice import SeededRandom
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.amending import start_amending
from mordcry_app.services.autoplay import play_board
from mordcry_app.services.battle_entries import BattleEntry, SideEntry
from mordcry_app.services.battles import battle_entry, default_entry, record_battle
from mordcry_app.services.boards import discard_draft, finish, type_faces
from mordcry_app.services.reading import campaign_view
from mordcry_app.ui.views.battle import BattlePage
from tests.ui.views.battle.conftest import Evening

OpenPage = Callable[..., BattlePage]


def fight(evening: Evening, injury: str = "11") -> int:
    """Fight a battle in which Hask is put out of action, commit its aftermath; return its id."""
    one, other = default_entry(evening.file).sides
    hask, pell = evening.member("Hask").id, evening.member("Pell").id
    entry = BattleEntry(
        (
            SideEntry(one.roster_id, "won", one.took_part),
            SideEntry(other.roster_id, "lost", other.took_part, {hask: pell}),
        )
    )
    touched = record_battle(evening.file, entry)
    draft = touched.created["draft"]
    type_faces(evening.file, draft, f"injury/{hask}/roll", injury)
    play_board(evening.file, draft, SeededRandom(2))
    finish(evening.file, draft)
    return touched.created["battle"]


@pytest.fixture
def battle_id(evening: Evening) -> int:
    """A battle whose aftermath is committed: Hask died in it."""
    return fight(evening)


def test_the_aftermath_is_opened_again(
    qtbot: QtBot, evening: Evening, battle_id: int, open_page: OpenPage
) -> None:
    page = open_page()
    bar = page.amend_bar
    assert bar.isVisible()
    assert bar.button.full_text() == "Amend the aftermath of battle 1"
    assert bar.button.isEnabled()
    qtbot.mouseClick(bar.button, Qt.MouseButton.LeftButton)
    [draft] = campaign_view(evening.file).drafts
    assert (draft.kind, draft.battle_number) == ("amend", 1)
    assert evening.pages_wanted == ["aftermath"]
    assert battle_id


def test_why_it_cannot_be_is_said(
    qtbot: QtBot, evening: Evening, battle_id: int, open_page: OpenPage
) -> None:
    hask = next(
        m.id for r in campaign_view(evening.file).rosters for m in r.fallen if m.name == "Hask"
    )
    edits.retire(evening.file, evening.member("Vetch").id, "left for the coast")
    edits.restore(evening.file, hask, "he only slept")
    page = open_page()
    assert not page.amend_bar.button.isEnabled()
    assert "he only slept" in page.amend_bar.text.text()
    assert "the last operation, changed what this aftermath wrote" in page.amend_bar.text.text()
    qtbot.mouseClick(page.amend_bar.button, Qt.MouseButton.LeftButton)
    assert campaign_view(evening.file).drafts == ()
    assert battle_id


def test_it_follows_the_battle_that_is_chosen(
    evening: Evening, battle_id: int, open_page: OpenPage, press: Callable[..., None]
) -> None:
    _fight_again(evening)
    page = open_page()
    assert page.amend_bar.button.full_text() == "Amend the aftermath of battle 2"
    assert page.amend_bar.button.isEnabled()
    press(Qt.Key.Key_Down)
    assert page.amend_bar.button.full_text() == "Amend the aftermath of battle 1"
    assert not page.amend_bar.button.isEnabled()
    assert page.amend_bar.text.text() == (
        "Battle 2 was fought since; it stands on how this aftermath came out."
    )
    page.refresh(None)
    assert page.amend_bar.button.full_text() == "Amend the aftermath of battle 1"
    assert battle_id


def _fight_again(evening: Evening) -> None:
    one, other = default_entry(evening.file).sides
    entry = BattleEntry(
        (
            SideEntry(one.roster_id, "won", one.took_part),
            SideEntry(other.roster_id, "lost", other.took_part),
        )
    )
    draft = record_battle(evening.file, entry).created["draft"]
    play_board(evening.file, draft, SeededRandom(3))
    finish(evening.file, draft)


def test_an_open_aftermath_is_not_amended(evening: Evening, open_page: OpenPage) -> None:
    one, other = default_entry(evening.file).sides
    entry = BattleEntry(
        (
            SideEntry(one.roster_id, "won", one.took_part),
            SideEntry(other.roster_id, "lost", other.took_part),
        )
    )
    record_battle(evening.file, entry)
    page = open_page()
    assert not page.amend_bar.isVisible()


def test_the_record_is_corrected_with_those_who_were_there(
    qtbot: QtBot, evening: Evening, battle_id: int, open_page: OpenPage
) -> None:
    """Hask died in the aftermath, and stands in the form all the same."""
    start_amending(evening.file, battle_id)
    page = open_page()
    assert page.revise_button.isVisible()
    assert page.revise_button.full_text() == "Correct battle 1"
    qtbot.mouseClick(page.revise_button, Qt.MouseButton.LeftButton)
    entry = page.entry
    assert entry is not None
    ruin = entry.sides[1]
    hask = next(fighter.id for fighter in ruin.fighters if fighter.name == "Hask")
    assert hask in ruin.out_by
    ruin.out_by.pop(hask)
    page.form.set_state(entry)
    page.form.record_asked.emit()
    assert evening.refusals == []
    assert evening.pages_wanted == ["aftermath"]
    assert hask not in battle_entry(evening.file, battle_id).sides[1].out_by
    [draft] = campaign_view(evening.file).drafts
    evening.session.run(lambda: discard_draft(evening.file, draft.id))
    assert not page.revise_button.isVisible()
    assert hask in battle_entry(evening.file, battle_id).sides[1].out_by
    assert page.entry is None
