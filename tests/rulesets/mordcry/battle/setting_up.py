"""Lays whole set-ups out in tests, and answers them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mordcry_app.rules.battle import Battle
from mordcry_app.rules.battle_effects import BattleEffect
from mordcry_app.rules.board import Board, LineReport, lay_out
from mordcry_app.rules.procedure import Answer, Outcome, Question, Roll
from mordcry_app.rules.state import Member, State
from mordcry_app.rulesets.mordcry.battle.beginning import begin
from mordcry_app.rulesets.mordcry.rulebook import Rulebook
from mordcry_app.rulesets.mordcry.setup import setup_plan
from tests.rulesets.mordcry.helpers import RUIN, VIGIL, book_with, campaign, fighter, proposed

BATTLE = 7


def warbands(*sizes: int) -> State:
    """Return warbands of these sizes, each led by a Captain: 11, 12, …, then 21, 22, …

    Without sizes, two warbands of ten.
    """
    names = {VIGIL: "The Ashen Vigil", RUIN: "Rust & Ruin", 3: "The Third", 4: "The Fourth"}
    members: list[Member] = []
    for side, size in enumerate(sizes or (10, 10), 1):
        for place in range(size):
            kind = "captain" if place == 0 else "youngblood"
            members.append(fighter(100 * side + place, roster_id=side, archetype=kind))
    return campaign(
        *members, names={side: names[side] for side in range(1, len(sizes or "ab") + 1)}
    )


def board(
    state: State, answers: Mapping[str, Answer] | None = None, book: Rulebook | None = None
) -> Board:
    """Return the board of a whole set-up."""
    known = book or book_with()
    return lay_out(lambda s: setup_plan(known, s, BATTLE, is_whole=True), state, answers or {})


def line(found: Board, key: str) -> LineReport:
    """Return a line of a board."""
    return next(report for report in found.reports if report.line.key == key)


def outcome(found: Board, key: str) -> Outcome:
    """Return what a line has come to."""
    result = line(found, key).outcome
    assert result is not None, line(found, key).question
    return result


def asks(found: Board, key: str) -> Question:
    """Return what a line asks."""
    question = line(found, key).question
    assert question is not None
    return question


def first_wins(question: Question) -> Answer:
    """Let the first side win every roll-off, roll ones otherwise, and take what is proposed."""
    return proposed(question, _falling)


def _falling(roll: Roll) -> tuple[int, ...]:
    count = len(roll.parsed.sides)
    if "/roll/" in roll.key or "/chooser/" in roll.key:
        return tuple(max(1, 6 - place) for place in range(count))
    return (1,) * count


def answered(
    state: State,
    answers: Mapping[str, Answer] | None = None,
    book: Rulebook | None = None,
    answering: Callable[[Question], Answer] = first_wins,
) -> Board:
    """Answer a whole set-up: some questions as given, the rest by `answering`."""
    given = dict(answers or {})
    found = board(state, given, book)
    while not found.is_complete:
        questions = [report.question for report in found.reports if report.question is not None]
        assert questions, [(r.line.key, r.status) for r in found.reports]
        assert not any(question.key in given for question in questions), questions
        given |= {question.key: answering(question) for question in questions}
        found = board(state, given, book)
    return found


def decided(found: Board) -> tuple[BattleEffect, ...]:
    """Return what the lines of a board have decided about the battle."""
    return tuple(e for report in found.reports if report.outcome for e in report.outcome.battle)


def begun(found: Board, book: Rulebook | None = None) -> Battle:
    """Return the battle that a finished board leads to."""
    known = book or book_with()
    return begin(known, found.end, BATTLE, decided(found), is_whole=True)
