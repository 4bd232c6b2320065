"""Which line comes next."""

from __future__ import annotations

from typing import Literal

from mordcry_app.rules.procedure import Roll
from mordcry_app.services.views import BoardView, LineView, StepView, TrackView
from mordcry_app.ui.views.aftermath.course import (
    after_answer,
    after_answer_on_form,
    after_change,
    after_change_on_form,
    asked_in,
    first_of_stage,
    following,
)

Status = Literal["done", "open", "waiting"]


def line(key: str, status: Status, steps: int = 0, stage: str = "injuries") -> LineView:
    question = Roll(f"{key}/{steps}", "d6", "?") if status == "open" else None
    given = tuple(
        StepView(f"{key}/{n}", Roll(f"{key}/{n}", "d6", "?"), "?", "1") for n in range(steps)
    )
    return LineView(key, stage, "Injury", key, None, status, "", given, question)


def board(left: list[LineView], right: list[LineView]) -> BoardView:
    tracks = tuple(
        TrackView(number, str(number), "", "", tuple(lines), ())
        for number, lines in enumerate((left, right))
    )
    lines = [*left, *right]
    following = next((each.key for each in lines if each.status == "open"), None)
    return BoardView(1, "aftermath", "", 1, tracks, (), 0, following is None, following, None)


def test_the_same_line_goes_on_while_it_asks_more() -> None:
    before = board([line("a", "open")], [])
    assert after_answer(before, board([line("a", "open", 1)], []), "a", "a") == "a"


def test_the_board_leads_on_while_it_is_followed() -> None:
    before = board([line("a", "open")], [line("b", "open"), line("c", "open")])
    after = board([line("a", "done", 1)], [line("b", "open"), line("c", "open")])
    assert after_answer(before, after, "a", "a") == "b"


def test_whoever_began_in_a_track_stays_in_it() -> None:
    before = board([line("a", "open")], [line("b", "open"), line("c", "open")])
    after = board([line("a", "open")], [line("b", "done", 1), line("c", "open")])
    assert after_answer(before, after, "b", "b") == "c"


def test_at_the_end_of_a_track_the_board_leads_on() -> None:
    before = board([line("a", "open")], [line("b", "open")])
    after = board([line("a", "open")], [line("b", "done", 1)])
    assert after_answer(before, after, "b", "b") == "a"


def test_after_a_correction_the_current_line_is_gone_on_with() -> None:
    before = board([line("a", "done", 1), line("b", "open")], [line("c", "open")])
    after = board([line("a", "done", 1), line("b", "open")], [line("c", "open")])
    assert after_answer(before, after, "a", "c") == "c"


def test_an_undo_leads_to_the_line_that_is_asked_again() -> None:
    before = board([line("a", "open")], [line("b", "done", 1)])
    after = board([line("a", "open")], [line("b", "open")])
    assert after_change(before, after, "a") == "b"


def test_any_other_change_leaves_the_current_line() -> None:
    same = board([line("a", "open")], [line("b", "open")])
    assert after_change(same, same, "b") == "b"
    assert after_change(None, same, "gone") == "a"
    assert after_change(same, board([line("a", "done", 1)], []), "b") is None


def test_a_question_is_found_in_its_line() -> None:
    some = board([line("a", "done", 2)], [line("b", "open", 1)])
    assert asked_in(some, "a/1") == "a"
    assert asked_in(some, "b/1") == "b"
    assert asked_in(some, "c/0") is None


def test_a_stage_begins_with_what_is_open() -> None:
    some = board([line("a", "done", 1)], [line("b", "open")])
    assert first_of_stage(some, "injuries") == "b"
    assert first_of_stage(board([line("a", "done", 1)], []), "injuries") == "a"
    assert first_of_stage(some, "market") is None


ORDER = ("a", "c", "b", "d")
"""The lines of two warbands stage by stage: a and b are the one’s, c and d the other’s."""


def test_on_the_form_the_next_line_further_down_comes_next() -> None:
    before = board([line("a", "open"), line("b", "open")], [line("c", "open"), line("d", "open")])
    after = board([line("a", "done", 1), line("b", "open")], [line("c", "open"), line("d", "open")])
    assert after_answer_on_form(ORDER, before, after, "a", "a") == "c"
    again = board([line("a", "open", 1), line("b", "open")], [line("c", "open")])
    assert after_answer_on_form(ORDER, before, again, "a", "a") == "a"


def test_on_the_form_what_was_skipped_comes_at_the_end() -> None:
    before = board([line("a", "open"), line("b", "open")], [line("c", "open"), line("d", "open")])
    after = board([line("a", "open"), line("b", "open")], [line("c", "open"), line("d", "done", 1)])
    assert after_answer_on_form(ORDER, before, after, "d", "d") == "a"
    nothing = board([line("a", "done"), line("b", "done")], [line("c", "done"), line("d", "done")])
    assert after_answer_on_form(ORDER, after, nothing, "a", "a") is None


def test_on_the_form_a_correction_asks_what_it_opened_above_first() -> None:
    before = board([line("a", "done", 1), line("b", "open")], [line("c", "done", 1)])
    opened = board([line("a", "done", 1), line("b", "open")], [line("c", "open")])
    assert after_answer_on_form(ORDER, before, opened, "a", "b") == "c"
    same = board([line("a", "done", 1), line("b", "open")], [line("c", "done", 1)])
    assert after_answer_on_form(ORDER, before, same, "a", "b") == "b"
    # What was skipped before the correction was skipped on purpose.
    assert after_answer_on_form(ORDER, opened, opened, "a", "b") == "b"
    # Below the current line it is reached in its turn.
    below = board([line("a", "done", 1), line("b", "open")], [line("c", "done"), line("d", "open")])
    assert after_answer_on_form(ORDER, before, below, "a", "b") == "b"


def test_on_the_form_an_undo_leads_to_the_first_line_that_is_asked_again() -> None:
    before = board([line("a", "open"), line("b", "done", 1)], [line("c", "done", 1)])
    after = board([line("a", "open"), line("b", "open")], [line("c", "open")])
    assert after_change_on_form(ORDER, before, after, "a") == "c"
    assert after_change(before, after, "a") == "b"
    assert after_change_on_form(ORDER, after, after, "b") == "b"
    assert after_change_on_form(ORDER, None, after, "gone") == "a"


def test_the_course_is_that_of_the_form_where_there_is_one() -> None:
    before = board([line("a", "open"), line("b", "open")], [line("c", "open")])
    after = board([line("a", "done", 1), line("b", "open")], [line("c", "open")])
    assert following(before, after, "a", "a", None) == "b"
    assert following(before, after, "a", "a", ORDER) == "c"
    assert following(None, after, None, None, None) == "b"
    assert following(None, after, None, None, ORDER) == "c"
