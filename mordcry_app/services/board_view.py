"""The view of a board: every line worded, with its dice and with what it changes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from mordcry_app.rules.board import EVERYBODY, Board, LineReport
from mordcry_app.rules.procedure import Question, Roll, RollAnswer, Step
from mordcry_app.rules.ruleset import Ruleset
from mordcry_app.services.amending_board import outcome_text, shown_as_correction
from mordcry_app.services.board_layout import OpenBoard, open_board
from mordcry_app.services.boards import alike_questions, answer_text
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.shown import shown_roster_name
from mordcry_app.services.state_diff import line_changes, roster_changes
from mordcry_app.services.views import (
    BoardView,
    DiceShown,
    LineView,
    StageView,
    StepView,
    TrackView,
)

_KINDS: dict[str, Literal["aftermath", "amend", "setup"]] = {
    "aftermath": "aftermath",
    "amend": "amend",
    "setup": "setup",
}


def board_view(file: CampaignFile, draft_id: int) -> BoardView:
    """Return a board as it stands; raises `Refusal` when it is no longer open."""
    with file.reading() as connection:
        laid_out = open_board(file, connection, draft_id)
        view = view_of_board(laid_out, draft_id, file.ruleset)
        if laid_out.basis.amends is not None:
            view = shown_as_correction(file, connection, laid_out, view)
    return view


def view_of_board(laid_out: OpenBoard, draft_id: int, ruleset: Ruleset) -> BoardView:
    """Return the view of a board that was laid out, stored or not."""
    basis, board = laid_out.basis, laid_out.board
    following = board.next
    return BoardView(
        draft_id=draft_id,
        kind=_KINDS.get(basis.kind, "muster"),
        title=basis.title,
        battle_number=basis.battle_number,
        tracks=_tracks(laid_out, ruleset),
        stages=_stages(board.reports),
        left=laid_out.left,
        is_complete=board.is_complete,
        next_line=following.line.key if following else None,
        last_answer=laid_out.last_answer,
    )


def _tracks(laid_out: OpenBoard, ruleset: Ruleset) -> tuple[TrackView, ...]:
    board = laid_out.board
    tracks: list[TrackView] = []
    for_all = [report for report in board.reports if report.line.roster_id == EVERYBODY]
    if for_all:
        lines = tuple(_line(report, board, ruleset) for report in for_all)
        tracks.append(TrackView(EVERYBODY, "The battle", "", "", lines, ()))
    for roster_id, roster in board.start.rosters.items():
        reports = [report for report in board.reports if report.line.roster_id == roster_id]
        tracks.append(
            TrackView(
                roster_id=roster_id,
                name=shown_roster_name(roster),
                player=roster.player,
                result=laid_out.basis.results.get(roster_id, ""),
                lines=tuple(_line(report, board, ruleset) for report in reports),
                changes=roster_changes(board.start, board.end, roster_id, ruleset),
            )
        )
    return tuple(tracks)


def _stages(reports: Iterable[LineReport]) -> tuple[StageView, ...]:
    stages: dict[str, list[LineReport]] = {}
    for report in reports:
        stages.setdefault(report.line.stage, []).append(report)
    return tuple(
        StageView(
            id=stage,
            name=stage.replace("_", " ").capitalize(),
            left=sum(report.status != "done" for report in of_stage),
            total=len(of_stage),
        )
        for stage, of_stage in stages.items()
    )


def _line(report: LineReport, board: Board, ruleset: Ruleset) -> LineView:
    progress, question = report.progress, report.question
    return LineView(
        key=report.line.key,
        stage=report.line.stage,
        label=report.line.label,
        subject=report.line.subject,
        member_id=report.line.member_id,
        status=report.status,
        text=outcome_text(report),
        steps=tuple(_step(step) for step in progress.steps) if progress else (),
        question=question,
        refused=progress.refused if progress and report.status == "open" else "",
        changes=line_changes(report.before, report.after, ruleset),
        rule=report.line.rule,
        roster_id=report.line.roster_id,
        alike=len(alike_questions(board, question, report.line.roster_id)) if question else 0,
    )


def _step(step: Step) -> StepView:
    return StepView(
        key=step.question.key,
        question=step.question,
        why=step.question.why,
        text=answer_text(step.question, step.answer),
        dice=_dice(step.question, step),
    )


def _dice(question: Question, step: Step) -> DiceShown | None:
    if isinstance(question, Roll) and isinstance(step.answer, RollAnswer):
        return DiceShown(question.dice, step.answer.faces, step.answer.typed)
    return None
