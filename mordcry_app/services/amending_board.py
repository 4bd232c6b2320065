"""How the board of a correction is shown: beside what was committed, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from mordcry_app.rules.board import Board, LineReport
from mordcry_app.rules.procedure import Answer
from mordcry_app.rules.state import State
from mordcry_app.services.amending import amends_of, correction_of, is_as_committed
from mordcry_app.services.amending_checks import refused_by
from mordcry_app.services.amending_views import AmendingView, LineDifference, some_of
from mordcry_app.services.board_layout import OpenBoard
from mordcry_app.services.board_writing import line_name
from mordcry_app.services.boards import answer_text
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.rehearsal import rehearsal_of
from mordcry_app.services.shown import as_sentence
from mordcry_app.services.state_diff import roster_changes
from mordcry_app.services.state_reader import current_state
from mordcry_app.services.views import BoardView, CampaignView, RosterView

if TYPE_CHECKING:
    from sqlalchemy import Connection


def shown_as_correction(
    file: CampaignFile, connection: Connection, laid_out: OpenBoard, view: BoardView
) -> BoardView:
    """Return the view of a correction’s board: its changes are from what was committed."""
    amending = amending_view(file, connection, view.draft_id, laid_out)
    after = correction_of(file, connection, view.draft_id, laid_out).state
    before = current_state(file, connection)
    was = {difference.key: difference.was for difference in amending.differences}
    tracks = tuple(
        replace(
            track,
            lines=tuple(replace(line, was=was.get(line.key)) for line in track.lines),
            changes=roster_changes(before, after, track.roster_id, file.ruleset),
        )
        for track in view.tracks
    )
    return replace(view, tracks=tracks, amending=amending)


def campaign_then(file: CampaignFile, battle_id: int, campaign: CampaignView) -> CampaignView:
    """Return the campaign with those on its rosters who stood there when a battle was fought.

    So the record of a battle whose aftermath was committed can be corrected. Raises `Refusal` when
    the log does not tell of the aftermath.
    """
    with file.reading() as connection:
        state = rehearsal_of(file, connection, battle_id).state
    rosters = tuple(_roster_then(roster, state) for roster in campaign.rosters)
    return replace(campaign, rosters=rosters)


def _roster_then(roster: RosterView, state: State) -> RosterView:
    views = {view.id: view for view in (*roster.members, *roster.fallen)}
    return replace(
        roster,
        members=tuple(
            replace(views[member.id], misses_next_battle=member.misses_next_battle)
            for member in state.active(roster.id)
            if member.id in views
        ),
    )


def amending_view(
    file: CampaignFile, connection: Connection, draft_id: int, laid_out: OpenBoard
) -> AmendingView:
    """Return how an open correction stands to what was committed."""
    amends = amends_of(laid_out)
    correction = correction_of(file, connection, draft_id, laid_out)
    differences = tuple(_differences(amends.then, laid_out.board))
    same = not differences and not amends.other_record
    return AmendingView(
        battle_number=amends.committed.number,
        differences=differences,
        unfit=_unfit(amends.committed.asked, laid_out),
        refused=some_of(refused_by(file, connection, amends.committed, correction)),
        other_record=amends.other_record,
        other_rules=same and bool(correction.changes),
        changes_nothing=not correction.changes,
        is_as_committed=is_as_committed(laid_out, correction),
    )


def _differences(then: Board, now: Board) -> Iterator[LineDifference]:
    """Yield the lines that are not as they were, in the order of the board; gone ones last."""
    before = {report.line.key: report for report in then.reports}
    for report in now.reports:
        old = before.pop(report.line.key, None)
        if old is None or _shape(old) != _shape(report):
            was, text = outcome_text(old), outcome_text(report)
            if was == text and old is not None:
                was = _other_answers(old, _given(report))
            yield LineDifference(report.line.key, line_name(report), was, text)
    for key, old in before.items():
        yield LineDifference(key, line_name(old), outcome_text(old), "")


def _shape(report: LineReport) -> object:
    return report.status, _given(report), outcome_text(report)


def _other_answers(report: LineReport, given: Mapping[str, Answer]) -> str:
    """Return in words those answers of a line that are other ones than `given`."""
    return " · ".join(
        answer_text(step.question, step.answer)
        for step in (report.progress.steps if report.progress else ())
        if given.get(step.question.key) != step.answer
    )


def _given(report: LineReport) -> dict[str, Answer]:
    steps = report.progress.steps if report.progress else ()
    return {step.question.key: step.answer for step in steps}


def outcome_text(report: LineReport | None) -> str:
    """Return what a line came to in words, or what it waits for; nothing for no line."""
    if report is None:
        return ""
    if report.outcome is None:
        return report.line.hint
    story = " ".join(as_sentence(line) for line in report.outcome.story)
    return report.outcome.summary or story or "nothing changes"


def _unfit(asked: Mapping[str, str], laid_out: OpenBoard) -> tuple[str, ...]:
    """Return the lines whose answers of then are stored but not in use any more.

    What may come back while the board is not complete is not counted.
    """
    board = laid_out.board
    in_use = board.asked_keys()
    names: dict[str, None] = {}
    for key, name in asked.items():
        if key not in laid_out.answers or key in in_use:
            continue
        reports = [r for r in board.reports if key.startswith(f"{r.line.key}/")]
        report = max(reports, key=lambda r: len(r.line.key), default=None)
        if report is None:
            is_unfit = board.is_complete
        elif report.status == "open":
            progress = report.progress
            question = progress.question if progress else None
            is_unfit = bool(question and question.key == key and progress and progress.refused)
        else:
            is_unfit = report.status == "done"
        if is_unfit:
            names[name] = None
    return tuple(names)
