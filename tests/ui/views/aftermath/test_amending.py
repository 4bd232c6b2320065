"""An aftermath that was committed is corrected on the page, and committed anew."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from mordcry_app.rules.dice import SeededRandom
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.amending import start_amending
from mordcry_app.services.autoplay import play_board
from mordcry_app.services.boards import finish, type_faces
from mordcry_app.services.reading import campaign_view
from mordcry_app.ui.views.aftermath import AftermathPage
from mordcry_app.ui.views.aftermath.amend_strip import AmendStrip
from mordcry_app.ui.views.aftermath.board_header import BoardHeader
from mordcry_app.ui.views.aftermath.changes import ChangesList
from mordcry_app.ui.views.aftermath.line_row import LineRow
from mordcry_app.ui.widgets import WrapLabel
from tests.ui.views.aftermath.conftest import Evening

OpenPage = Callable[..., AftermathPage]
Press = Callable[..., None]


@pytest.fixture
def pell(evening: Evening) -> int:
    """Pell was hurt in the arm; the aftermath is committed and open again. Returns its draft."""
    draft = evening.fight(("Pell",))
    type_faces(evening.file, draft, evening.key_of("injury", "Pell") + "/roll", "31")
    play_board(evening.file, draft, SeededRandom(4))
    finish(evening.file, draft)
    return start_amending(evening.file, 1).created["draft"]


def header(page: AftermathPage) -> BoardHeader:
    return page.findChild(BoardHeader)


def strip(page: AftermathPage) -> AmendStrip:
    return page.findChild(AmendStrip)


def notes(row: LineRow) -> list[str]:
    return [label.text() for label in row.findChildren(WrapLabel) if label.isVisible()]


def retype(qtbot: QtBot, evening: Evening, page: AftermathPage, press: Press, faces: str) -> None:
    """Click the dice of Pell’s injury and type others."""
    key = evening.key_of("injury", "Pell")
    qtbot.mouseClick(evening.row(key).step_buttons()[0], Qt.MouseButton.LeftButton)
    press(faces)


def test_the_page_says_what_is_amended(evening: Evening, pell: int, open_page: OpenPage) -> None:
    page = open_page()
    assert strip(page).isVisible()
    assert strip(page).title.text() == "Amending battle 1: answers as they were given"
    assert strip(page).differing.text() == "Nothing differs so far. Choose an answer to correct it."
    assert not strip(page).notes.isVisible()
    assert not strip(page).refusals.isVisible()
    button = header(page).finish_button
    assert button.full_text() == "Commit the correction"
    assert not button.isEnabled()
    assert header(page).discard_button.full_text() == "Leave it as it was"
    assert page.current_line is None
    assert all("Was:" not in note for row in page.findChildren(LineRow) for note in notes(row))
    assert pell


def test_one_die_is_corrected_and_committed(
    qtbot: QtBot, evening: Evening, pell: int, open_page: OpenPage, press: Press
) -> None:
    page = open_page()
    retype(qtbot, evening, page, press, "64")
    row = evening.row(evening.key_of("injury", "Pell"))
    assert any(note.startswith("Was: ") and "arm" in note for note in notes(row))
    assert "Was: " in row.accessibleName()
    play_board(evening.file, pell, SeededRandom(4))
    page.refresh(None)
    assert "Injury, Pell" in strip(page).differing.text()
    changes = page.findChild(ChangesList).texts()[0]
    assert "Pell, WS" in changes.replace("\N{NO-BREAK SPACE}", " ")
    before = evening.member("Pell").value("ws").total
    qtbot.mouseClick(header(page).finish_button, Qt.MouseButton.LeftButton)
    assert evening.refusals == []
    assert evening.member("Pell").value("ws").total == before + 1
    assert campaign_view(evening.file).drafts == ()
    assert page.board is None


def test_dice_that_come_to_the_same_are_told_apart(
    qtbot: QtBot, evening: Evening, pell: int, open_page: OpenPage, press: Press
) -> None:
    page = open_page()
    retype(qtbot, evening, page, press, "32")
    assert strip(page).differing.text() == "Injury, Pell differs. It comes to the same."
    row = evening.row(evening.key_of("injury", "Pell"))
    assert any(note.startswith("Was: 3 1") for note in notes(row))
    assert header(page).finish_button.isEnabled()
    qtbot.mouseClick(header(page).finish_button, Qt.MouseButton.LeftButton)
    assert evening.refusals == []
    again = start_amending(evening.file, 1).created["draft"]
    assert again != pell
    page.refresh(None)
    assert evening.line(evening.key_of("injury", "Pell")).steps[0].text == "3 2"


def test_it_is_left_as_it_was(
    qtbot: QtBot, evening: Evening, pell: int, open_page: OpenPage, press: Press
) -> None:
    page = open_page()
    before = evening.member("Pell")
    retype(qtbot, evening, page, press, "11")
    qtbot.mouseClick(header(page).discard_button, Qt.MouseButton.LeftButton)
    assert campaign_view(evening.file).drafts == ()
    assert evening.member("Pell") == before
    assert page.board is None
    assert pell


def test_what_contradicts_it_is_said_before_it_is_committed(
    evening: Evening, pell: int, open_page: OpenPage
) -> None:
    vigil = evening.roster_id(0)
    crowns = campaign_view(evening.file).rosters[0].amount("crowns")
    edits.give_item(evening.file, "long_sword", roster_id=vigil, price=crowns)
    page = open_page()
    assert not strip(page).refusals.isVisible()
    evening.session.run(lambda: type_faces(evening.file, pell, f"income/{vigil}/roll", "11"))
    assert strip(page).refusals.isVisible()
    assert "would have −" in strip(page).refusals.text()
    assert "Long Sword" in strip(page).refusals.text()
    assert not header(page).finish_button.isEnabled()
    assert "Long Sword" in header(page).finish_button.toolTip()


def test_answers_that_fall_away_are_named(
    qtbot: QtBot, evening: Evening, pell: int, open_page: OpenPage, press: Press
) -> None:
    page = open_page()
    retype(qtbot, evening, page, press, "11")
    play_board(evening.file, pell, SeededRandom(4))
    page.refresh(None)
    assert strip(page).notes.text().startswith("Answers of then that do not fit any more: ")
    assert "Pell" in strip(page).notes.text()


def test_the_record_of_the_battle_is_one_click_away(
    qtbot: QtBot, evening: Evening, pell: int, open_page: OpenPage
) -> None:
    page = open_page()
    qtbot.mouseClick(strip(page).record_button, Qt.MouseButton.LeftButton)
    assert evening.pages_wanted == ["battle"]
    assert pell


def test_a_narrow_page_keeps_what_matters(
    qtbot: QtBot, evening: Evening, pell: int, open_page: OpenPage, press: Press
) -> None:
    page = open_page(588, 350)
    assert not strip(page).title.isVisible()
    assert strip(page).differing.isVisible()
    assert header(page).discard_button.full_text() == "Leave it"
    assert header(page).finish_button.full_text() == "Commit"
    page.resize(1112, 755)
    assert header(page).finish_button.full_text() == "Commit the correction"
    assert strip(page).title.isVisible()
    assert pell


def test_a_board_of_another_kind_has_no_strip(evening: Evening, open_page: OpenPage) -> None:
    evening.fight(("Pell",))
    page = open_page()
    assert not strip(page).isVisible()
    assert not header(page).discard_button.isVisible()
