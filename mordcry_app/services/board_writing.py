"""Writes what a board came to: its effects and the lines of the story.

The one place for it, so that a finished aftermath and a corrected one are written alike.
"""

from __future__ import annotations

from mordcry_app.model.tables import ChronicleEntry
from mordcry_app.rules.board import Board, LineReport
from mordcry_app.rules.procedure import Answer
from mordcry_app.services.board_layout import OpenBoard
from mordcry_app.services.effect_writer import EffectWriter
from mordcry_app.services.shown import as_sentence
from mordcry_app.services.unit_of_work import Work


def write_outcome(work: Work, laid_out: OpenBoard) -> None:
    """Write all effects and the story of a board as it stands."""
    basis, board = laid_out.basis, laid_out.board
    reports = basis.amends.reports(board) if basis.amends else board.reports
    outcomes = [(report.line, report.outcome) for report in reports if report.outcome is not None]
    effects = [effect for _, outcome in outcomes for effect in outcome.effects]
    EffectWriter(work, basis.battle_id).write((*basis.first_effects, *effects))
    work.write(
        ChronicleEntry,
        added=[
            {
                "text": as_sentence(text),
                "battle_id": basis.battle_id,
                "roster_id": line.roster_id or None,
                "member_id": line.member_id,
            }
            for line, outcome in outcomes
            for text in outcome.story
        ],
    )


def asked_names(board: Board) -> dict[str, str]:
    """Return, for each question whose answer is in use, the name of its line."""
    return {
        step.question.key: line_name(report)
        for report in board.reports
        if report.progress is not None
        for step in report.progress.steps
    }


def answers_in_use(board: Board) -> dict[str, Answer]:
    """Return every answer that the board stands on, by question."""
    return {
        step.question.key: step.answer
        for report in board.reports
        if report.progress is not None
        for step in report.progress.steps
    }


def line_name(report: LineReport) -> str:
    """Return what a line is called in the history: `Injury, Odo`."""
    line = report.line
    return f"{line.label}, {line.subject}" if line.subject else line.label
