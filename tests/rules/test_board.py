"""A board: lines in any order that the rules allow, and one state threaded through them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import pytest

from mordcry_app.rules.board import Board, Line, Plan, lay_out
from mordcry_app.rules.effects import Gain, Kill, Lose
from mordcry_app.rules.procedure import Answer, Outcome, Procedure, Roll, RollAnswer, rolled_total
from mordcry_app.rules.state import State


def roll(face: int) -> RollAnswer:
    return RollAnswer(dice="d6", faces=(face,), typed=True)


def line(key: str, procedure: Callable[[State], Procedure], *, after: tuple[str, ...] = ()) -> Line:
    return Line(key, "stage", key.title(), 1, "Anna", procedure, after=after)


def finds_coins(key: str) -> Callable[[State], Procedure]:
    """Return a procedure that finds D6 coins, and one more when there are 15 already."""

    def procedure(state: State) -> Procedure:
        question = Roll(f"{key}/coins", "d6", "")
        coins = rolled_total(question, (yield question))
        more = 1 if state.rosters[1].amount("coins") >= 15 else 0
        return Outcome((Gain(who="roster:1", resource="coins", amount=coins + more),), (key,))

    return procedure


def plan_of(*lines: Line) -> Callable[[State], Plan]:
    def plan(state: State) -> Plan:
        for laid_out in lines:  # noqa: UP028  (yield from would send to the tuple)
            yield laid_out

    return plan


THREE = plan_of(
    line("a", finds_coins("a")),
    line("b", finds_coins("b")),
    line("c", finds_coins("c"), after=("a", "b")),
)


def statuses(board: Board) -> list[str]:
    return [report.status for report in board.reports]


def coins(state: State) -> int:
    return state.rosters[1].amount("coins")


def test_a_fresh_board_says_what_is_open_and_what_waits(state: State) -> None:
    board = lay_out(THREE, state, {})
    assert statuses(board) == ["open", "open", "waiting"]
    assert not board.is_complete
    assert board.next is board.reports[0]
    assert board.reports[0].question == Roll("a/coins", "d6", "")
    assert board.reports[2].question is None
    assert board.reports[2].progress is None
    assert board.effects == ()
    assert board.end is state
    assert board.start is state


def test_lines_are_answered_in_any_order_with_the_same_result(state: State) -> None:
    faces = {"a/coins": 2, "b/coins": 4, "c/coins": 6}
    ends: list[State] = []
    for order in permutations(faces):
        answers: dict[str, Answer] = {}
        board = lay_out(THREE, state, answers)
        for key in order:
            answers[key] = roll(faces[key])
            board = lay_out(THREE, state, answers)
            assert board.asked_keys() <= set(answers)
        assert board.is_complete
        assert board.next is None
        ends.append(board.end)
    assert all(end == ends[0] for end in ends)
    assert coins(ends[0]) == 10 + 2 + 4 + (6 + 1)


def test_a_line_sees_what_the_lines_before_it_did(state: State) -> None:
    board = lay_out(THREE, state, {"a/coins": roll(5), "b/coins": roll(1)})
    assert [coins(report.before) for report in board.reports] == [10, 15, 17]
    assert [coins(report.after) for report in board.reports] == [15, 17, 17]
    assert statuses(board) == ["done", "done", "open"]
    assert coins(board.end) == 17


def test_a_line_does_not_see_what_comes_after_it(state: State) -> None:
    board = lay_out(THREE, state, {"b/coins": roll(6)})
    assert statuses(board) == ["open", "done", "waiting"]
    assert coins(board.reports[0].before) == 10
    assert board.next is board.reports[0]
    assert board.reports[1].outcome is not None
    assert board.reports[1].outcome.story == ("b",)


def test_an_answer_of_a_line_that_waits_is_kept_and_not_used(state: State) -> None:
    answers: dict[str, Answer] = {"c/coins": roll(6), "a/coins": roll(1)}
    board = lay_out(THREE, state, answers)
    assert statuses(board) == ["done", "open", "waiting"]
    assert board.asked_keys() == {"a/coins"}
    assert statuses(lay_out(THREE, state, {**answers, "b/coins": roll(1)})) == ["done"] * 3


def test_an_answer_that_does_not_fit_opens_its_line_again(state: State) -> None:
    board = lay_out(THREE, state, {"a/coins": roll(7), "b/coins": roll(1)})
    assert statuses(board) == ["open", "done", "waiting"]
    progress = board.reports[0].progress
    assert progress is not None
    assert progress.refused == "7 cannot be rolled with D6: each D6 shows 1–6."


def test_effects_come_in_the_order_of_the_plan(state: State) -> None:
    board = lay_out(THREE, state, {"b/coins": roll(2), "a/coins": roll(1)})
    assert board.effects == (
        Gain(who="roster:1", resource="coins", amount=1),
        Gain(who="roster:1", resource="coins", amount=2),
    )


def test_a_plan_is_told_what_came_of_a_line(state: State) -> None:
    """The death of a member takes its later lines off the board."""

    def dies_on_a_one(_: State) -> Procedure:
        question = Roll("injury/die", "d6", "")
        dead = rolled_total(question, (yield question)) == 1
        return Outcome((Kill(who="member:11"),) if dead else ())

    def spends(_: State) -> Procedure:
        return Outcome((Lose(who="roster:1", resource="coins", amount=3),))
        yield Roll("", "d6", "")

    def plan(state: State) -> Plan:
        report = yield line("injury", dies_on_a_one)
        if report.after.members[11].state == "active":
            yield line("doctor", spends, after=("injury",))

    assert statuses(lay_out(plan, state, {})) == ["open", "waiting"]
    survived = lay_out(plan, state, {"injury/die": roll(2)})
    assert statuses(survived) == ["done", "done"]
    assert coins(survived.end) == 7
    assert statuses(lay_out(plan, state, {"injury/die": roll(1)})) == ["done"]


def test_an_empty_board_is_complete(state: State) -> None:
    board = lay_out(plan_of(), state, {})
    assert board.is_complete
    assert board.next is None
    assert board.end is state


@pytest.mark.parametrize(
    ("plan", "problem"),
    [
        (
            plan_of(line("a", finds_coins("a")), line("a", finds_coins("a"))),
            "the line “a” came up twice",
        ),
        (
            plan_of(line("a", finds_coins("a"), after=("b",)), line("b", finds_coins("b"))),
            "the line “a” waits for “b”, which is not there",
        ),
        (plan_of(line("a", finds_coins("b"))), "the line “a” asks “b/coins”"),
        (
            plan_of(line("a", finds_coins("a/1")), line("a/1", finds_coins("a/1"))),
            "the question “a/1/coins” came up in two lines",
        ),
    ],
)
def test_faults_of_a_plan(state: State, plan: Callable[[State], Plan], problem: str) -> None:
    with pytest.raises(RuntimeError, match=f"^{problem}$"):
        lay_out(plan, state, {})


def test_a_plan_that_never_ends_is_a_fault(state: State) -> None:
    def endless(state: State) -> Plan:
        number = 0
        while True:
            number += 1
            yield line(f"line{number}", finds_coins(f"line{number}"))

    with pytest.raises(RuntimeError, match="more than 2000 lines: “line2001”"):
        lay_out(endless, state, {})
