"""A board of lines: many small procedures, answered in any order that the rules allow.

An aftermath is a *plan*: a coroutine that yields one `Line` after the other and is told what came
of it. Each line is a procedure; the lines named in its `after` must be complete before it may be
answered. The board threads the state through, in the plan's order, so a line sees what earlier
lines did. Lines that still wait are shown with what is known so far.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Literal

from mordcry_app.rules.effects import Effect
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.procedure import Answers, Outcome, Procedure, Progress, Question, run
from mordcry_app.rules.state import State

MAXIMUM_LINES = 2_000

EVERYBODY = 0
"""In the place of a roster: a line that is about all of them."""


@dataclass(frozen=True)
class Line:
    """One entry of the board.

    `key` begins every question key of its procedure. `label` says what kind of line it is
    (“Injury”), `roster_id` and `subject` whom it is about, `hint` what it waits for or offers.
    `after` names lines that the plan has laid out before. `rule` is the place in the rules that it
    carries out.
    """

    key: str
    stage: str
    label: str
    roster_id: int
    subject: str
    procedure: Callable[[State], Procedure]
    member_id: int | None = None
    hint: str = ""
    after: tuple[str, ...] = ()
    rule: str = ""


LineStatus = Literal["done", "open", "waiting"]


@dataclass(frozen=True)
class LineReport:
    """A line, how far it is, and the state before and after it."""

    line: Line
    status: LineStatus
    progress: Progress | None
    before: State
    after: State

    @property
    def question(self) -> Question | None:
        """What the line asks next, when it may be answered now."""
        return self.progress.question if self.status == "open" and self.progress else None

    @property
    def outcome(self) -> Outcome | None:
        """What the line came to, once it is done."""
        return self.progress.outcome if self.status == "done" and self.progress else None


Plan = Generator[Line, LineReport, None]
"""A coroutine that lays out a board; it is sent the report of each line that it yields."""


@dataclass(frozen=True)
class Board:
    """Every line in the plan's order, and the campaign as it would be."""

    reports: tuple[LineReport, ...]
    start: State
    end: State

    @property
    def is_complete(self) -> bool:
        """Whether every line is done."""
        return all(report.status == "done" for report in self.reports)

    @property
    def next(self) -> LineReport | None:
        """The first line that can be answered now."""
        return next((report for report in self.reports if report.status == "open"), None)

    @property
    def effects(self) -> tuple[Effect, ...]:
        """The effects of every line that is done, in order."""
        return tuple(
            effect
            for report in self.reports
            if report.outcome is not None
            for effect in report.outcome.effects
        )

    def asked_keys(self) -> frozenset[str]:
        """Return the keys of all questions that have an answer in use."""
        return frozenset(
            step.question.key
            for report in self.reports
            if report.progress is not None
            for step in report.progress.steps
        )


def lay_out(plan: Callable[[State], Plan], state: State, answers: Answers) -> Board:
    """Run a plan against the stored answers.

    Raises `RuntimeError` for a fault of the plan: more than 2,000 lines, a key twice (of a line
    or a question), or a line that waits for one that is not on the board.
    """
    reports: list[LineReport] = []
    statuses: dict[str, LineStatus] = {}
    asked: set[str] = set()
    start = state
    coroutine = plan(state)
    try:
        line = next(coroutine)
        while True:
            if len(reports) >= MAXIMUM_LINES:
                raise RuntimeError(f"more than {MAXIMUM_LINES} lines: “{line.key}”")
            _check_line(line, statuses)
            report = _report(line, state, answers, statuses)
            _check_questions(report, asked)
            reports.append(report)
            statuses[line.key] = report.status
            state = report.after
            line = coroutine.send(report)
    except StopIteration:
        return Board(tuple(reports), start, state)


def _check_line(line: Line, statuses: Mapping[str, LineStatus]) -> None:
    if line.key in statuses:
        raise RuntimeError(f"the line “{line.key}” came up twice")
    for key in line.after:
        if key not in statuses:
            raise RuntimeError(f"the line “{line.key}” waits for “{key}”, which is not there")


def _check_questions(report: LineReport, asked: set[str]) -> None:
    """Hold a line to its own keys: two lines that share one would share its answer."""
    if report.progress is None:
        return
    questions = [step.question for step in report.progress.steps]
    if report.progress.question is not None:
        questions.append(report.progress.question)
    for question in questions:
        if not question.key.startswith(report.line.key):
            raise RuntimeError(f"the line “{report.line.key}” asks “{question.key}”")
        if question.key in asked:
            raise RuntimeError(f"the question “{question.key}” came up in two lines")
        asked.add(question.key)


def _report(
    line: Line, state: State, answers: Answers, statuses: Mapping[str, LineStatus]
) -> LineReport:
    if any(statuses[key] != "done" for key in line.after):
        return LineReport(line, "waiting", None, state, state)
    progress = run(lambda: line.procedure(state), answers)
    if progress.outcome is None:
        return LineReport(line, "open", progress, state, state)
    after = apply_effects(state, progress.outcome.effects)
    return LineReport(line, "done", progress, state, after)
