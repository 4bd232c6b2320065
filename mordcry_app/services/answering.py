"""Answers many questions of a board in one pass, in memory.

Lines see only what lines before them did. So each question can be answered when its procedure asks
it, and the whole board is walked once, instead of being laid out anew for every answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from mordcry_app.rules.board import Line, Plan, lay_out
from mordcry_app.rules.procedure import Answer, Procedure, Question, misfit
from mordcry_app.rules.state import State
from mordcry_app.services.board_layout import OpenBoard

AnswerQuestion = Callable[[Question], Answer | None]
"""Answers a question, or leaves it open."""


def answered(start: OpenBoard, answer: AnswerQuestion) -> OpenBoard:
    """Return a board with its open questions answered, and those that come of them.

    See `further_answers`.
    """
    new = further_answers(start, answer)
    if not new:
        return start
    kept = {key: old for key, old in start.answers.items() if key not in new}
    return start.with_answers({**kept, **new})


def further_answers(start: OpenBoard, answer: AnswerQuestion) -> dict[str, Answer]:
    """Return answers to the open questions of a board, and to those that come of them.

    Answers that it has and that still fit stand. A question that `answer` leaves open stays so, and
    with it what waits for its line.
    """
    asking = _Asking(start, answer)
    lay_out(asking.plan, start.basis.state, asking.answers)
    return asking.new


def new_answers(start: OpenBoard, end: OpenBoard) -> dict[str, Answer]:
    """Return the answers in use at the end that were not given, or were others, at the start."""
    asked = end.board.asked_keys()
    return {
        key: answer
        for key, answer in end.answers.items()
        if key in asked and start.answers.get(key) != answer
    }


class _Asking:
    """A plan whose every line has its questions answered just before they are looked up."""

    def __init__(self, start: OpenBoard, answer: AnswerQuestion) -> None:
        self.answers = dict(start.answers)
        self.new: dict[str, Answer] = {}
        self._plan = start.basis.plan
        self._answer = answer

    def plan(self, state: State) -> Plan:
        """Yield the lines of the plan, each asking through us."""
        plan = self._plan(state)
        try:
            line = next(plan)
            while True:
                line = plan.send((yield self._asking(line)))
        except StopIteration:
            return

    def _asking(self, line: Line) -> Line:
        def procedure(state: State) -> Procedure:
            return self._asked(line.procedure(state))

        return replace(line, procedure=procedure)

    def _asked(self, procedure: Procedure) -> Procedure:
        try:
            question = next(procedure)
            while True:
                self._see_to(question)
                question = procedure.send((yield question))
        except StopIteration as finished:
            return finished.value

    def _see_to(self, question: Question) -> None:
        """Answer a question that has no fitting answer."""
        present = self.answers.get(question.key)
        if present is not None and not misfit(question, present):
            return
        given = self._answer(question)
        if given is not None:
            self.answers[question.key] = self.new[question.key] = given
