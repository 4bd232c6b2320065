"""Where the rows of the printed form are found on a board."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt

from mordcry_app.rules.dice import SeededRandom
from mordcry_app.services.amending import start_amending
from mordcry_app.services.autoplay import play_board
from mordcry_app.services.boards import finish, type_faces
from mordcry_app.services.paper_views import BlockView, FormView, RowView
from mordcry_app.services.roster_edits import rename_member
from mordcry_app.services.views import BoardView, LineView, Touched, TrackView
from mordcry_app.ui.views.aftermath import AftermathPage
from mordcry_app.ui.views.aftermath.amend_strip import AmendStrip
from mordcry_app.ui.views.aftermath.form_column import FormColumn
from mordcry_app.ui.views.aftermath.on_form import FormFinder, on_form
from tests.ui.views.aftermath.conftest import Evening
from tests.ui.views.aftermath.test_course import board as plain_board
from tests.ui.views.aftermath.test_course import line as plain_line

Press = Callable[..., None]
ENTER = Qt.Key.Key_Return


def advance(number: int, status: str) -> LineView:
    return LineView(f"advance/{number}", "advances", "Advance", "", 5, status, "", (), None)


def block(stage: str, *rows: RowView) -> BlockView:
    return BlockView(f"form_{stage}", stage, "", rows, stage=stage)


def advances(*statuses: str) -> BoardView:
    lines = tuple(advance(number, status) for number, status in enumerate(statuses))
    track = TrackView(0, "", "", "", lines, ())
    plain = plain_board([plain_line("a", "open")], [])
    stages = (type("Stage", (), {"id": "advances"})(),)
    return BoardView(plain.draft_id, plain.kind, "", 1, (track,), stages, 0, False, None, None)


FORM = FormView(
    "",
    1,
    (
        block("injuries", RowView((), number="AA1")),
        block(
            "advances", RowView((), number="B4", member_id=4), RowView((), number="B5", member_id=5)
        ),
    ),
)


def test_lines_that_share_a_row_are_found_one_after_the_other() -> None:
    first = advances("open", "waiting")
    assert set(on_form(first, FORM).numbers.values()) == {"B5"}
    assert on_form(first, FORM).found(first, "b5") == "advance/0"
    second = advances("done", "open")
    assert on_form(second, FORM).found(second, " B 5 ") == "advance/1"
    done = advances("done", "done")
    assert on_form(done, FORM).found(done, "b5") == "advance/0"
    assert on_form(done, FORM).found(done, "b") == "advance/0"


@pytest.mark.parametrize("typed", ["", "5", "B", "b45", "b 5 5", "#", "β5", "AA1"])
def test_what_is_no_row_is_not_found(typed: str) -> None:
    some = advances("open")
    form = on_form(some, FORM)
    found = form.found(some, typed)
    assert (found is None) == (typed != "B")
    if typed == "AA1":
        assert form.why_not_found(typed) == "AA1 asks nothing."
    elif found is None:
        assert form.why_not_found(typed) == f"No {typed.strip().upper()} on the form."


def test_without_a_form_the_order_stands(evening: Evening) -> None:
    evening.fight(("Katrin Moor",))
    form = on_form(evening.stored(), None)
    assert len(form.order) == 45
    assert form.numbers == {}


def test_the_form_is_read_again_when_the_campaign_changes(evening: Evening) -> None:
    evening.fight(("Katrin Moor",))
    finder = FormFinder(evening.session)
    board = evening.stored()
    first = finder._known
    assert first is None
    assert finder.of(board).numbers[evening.key_of("injury", "Katrin Moor")] == "F4"
    read = finder._known
    finder.follow(Touched(tables=frozenset({"draft", "roll"})))
    assert finder.of(board).order
    assert finder._known is read
    finder.follow(rename_member(evening.file, evening.member("Wren").id, "Wrenna"))
    assert finder._known is None
    finder.of(board)
    finder.follow(None)
    assert finder._known is None


def test_a_correction_has_the_numbers_of_then(
    evening: Evening, open_page: Callable[..., AftermathPage], press: Press
) -> None:
    """Pell was the sixth of the form; Katrin, the fourth, is dead by now."""
    draft = evening.fight(("Katrin Moor", "Pell"))
    pell, katrin = evening.key_of("injury", "Pell"), evening.key_of("injury", "Katrin Moor")
    type_faces(evening.file, draft, katrin + "/roll", "11")
    play_board(evening.file, draft, SeededRandom(4))
    numbers = FormFinder(evening.session).of(evening.stored()).numbers
    assert (numbers[katrin], numbers[pell]) == ("F4", "F6")
    finish(evening.file, draft)
    start_amending(evening.file, 1)
    evening.store.change(follows_form=True)
    page = open_page()
    rows = {row.line.key: row.number for row in page.findChild(FormColumn).rows()}
    assert rows == dict(numbers)
    press(Qt.Key.Key_G, modifier=Qt.KeyboardModifier.ControlModifier)
    press("f6", ENTER)
    assert evening.row(pell).hasFocus()
    press(ENTER)
    row = evening.row(pell)
    if row.change_buttons():
        press(ENTER)
    press("64", ENTER)
    assert "Injury, Pell" in page.findChild(AmendStrip).differing.text()
