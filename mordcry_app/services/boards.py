"""Boards: the aftermath of a battle, or advances to be taken, answered question by question.

Every answer is stored as it is given, as an operation of its own, so a crash loses nothing and
Ctrl+Z takes back one die. Nothing else of the campaign changes before `finish`, which writes all
effects in one operation. Correcting an answer is a replay of the whole board.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import select

from mordcry_app.model.tables import Battle, DiceRoll, Draft, Operation
from mordcry_app.rules.board import Board, LineReport
from mordcry_app.rules.dice import RandomSource, SecureRandom, check_faces, read_faces
from mordcry_app.rules.procedure import (
    Answer,
    ChoiceAnswer,
    Choose,
    Pick,
    PickAnswer,
    Question,
    Roll,
    RollAnswer,
    SpreadAnswer,
    TextAnswer,
    misfit,
)
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.amending import commit_correction
from mordcry_app.services.answering import further_answers
from mordcry_app.services.arming import arm_what_waits
from mordcry_app.services.battle_events import stored_setup
from mordcry_app.services.battles import refuse_open_board
from mordcry_app.services.board_layout import (
    JOINING,
    SETUP,
    WHOLE,
    OpenBoard,
    open_board,
    remember_board,
)
from mordcry_app.services.board_writing import asked_names, line_name, write_outcome
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.committed import AMEND, ASKED_KEY, FINISH
from mordcry_app.services.history import undo
from mordcry_app.services.state_reader import table_of
from mordcry_app.services.unit_of_work import Work, unit_of_work
from mordcry_app.services.views import Touched

ANSWER = "answer"
"""Kind of the operations that answer a board’s questions."""

CLEAR = "clear"
"""Kind of the operations that take one answer back by itself."""


def start_muster(file: CampaignFile) -> Touched:
    """Open a board for every advance that is due; `created["draft"]` holds its id.

    Raises `Refusal` when none is due or another board is open.
    """
    with unit_of_work(file, "Started on the advances that are due", "muster") as work:
        refuse_open_board(work.connection)
        rules = file.house_rules(work.connection)
        state = work.state()
        due = sorted(
            member.id
            for member in state.members.values()
            if member.state == "active" and file.ruleset.advance_progress(member, rules).due
        )
        if not due:
            raise Refusal("No advance is due.")
        work.created["draft"] = work.add(
            Draft, kind="muster", about={"members": due, JOINING: state.next_member}
        )
    return work.touched


def give_answer(file: CampaignFile, draft_id: int, key: str, answer: Answer) -> Touched:
    """Answer a question that is open, or correct an answer that was given.

    Raises `Refusal` with the reason when the answer does not fit, or the question is not there.
    """
    with _answering(file, draft_id) as sitting:
        report, question = find_question(sitting.open_board.board, key)
        _answer(sitting, report, question, answer)
    return sitting.work.touched


def give_answers(file: CampaignFile, draft_id: int, answers: Mapping[str, Answer]) -> Touched:
    """Answer many questions at once, also such as come up only because of the others.

    Raises `Refusal` with the line and the reason, and stores nothing, when one of them does not fit
    or is not asked.
    """
    with _answering(file, draft_id) as sitting:
        before = sitting.open_board.answers
        sitting.store(answers)
        new = [
            (*_fitting(sitting.open_board.board, key, answer), answer)
            for key, answer in answers.items()
            if before.get(key) != answer
        ]
        sitting.note_rolls(new)
        count = len(answers)
        sitting.work.label = f"Answered {count} {'question' if count == 1 else 'questions'}"
    return sitting.work.touched


def answer_alike(
    file: CampaignFile, draft_id: int, key: str, answer: Answer, *, only_roster: int | None = None
) -> Touched:
    """Give one answer to a choice and to all open choices that are alike.

    A choice that does not allow it stays open. With `only_roster`, those of other rosters do, too.
    Raises `Refusal` as `give_answer` does.
    """
    with _answering(file, draft_id) as sitting:
        report, question = find_question(sitting.open_board.board, key)
        reason = misfit(question, answer)
        if reason:
            raise Refusal(reason)
        new = {question.key: answer}
        for _, other in alike_questions(sitting.open_board.board, question, only_roster):
            if not misfit(other, answer):
                new[other.key] = answer
        sitting.store(new)
        text = answer_text(question, answer)
        sitting.work.label = f"{report.line.label}, {len(new)} alike: {text}"
        if len(new) == 1:
            sitting.work.label = f"{line_name(report)}: {text}"
    return sitting.work.touched


def alike_questions(
    board: Board, question: Question, only_roster: int | None = None
) -> tuple[tuple[LineReport, Choose], ...]:
    """Return the other open choices that may be answered together with one."""
    if not isinstance(question, Choose) or not question.alike:
        return ()
    return tuple(
        (report, other)
        for report in board.reports
        if isinstance(other := report.question, Choose)
        and other.alike == question.alike
        and other.key != question.key
        and only_roster in (None, report.line.roster_id)
    )


def type_faces(file: CampaignFile, draft_id: int, key: str, faces: str | Sequence[int]) -> Touched:
    """Answer a roll with dice that were rolled on the table."""
    with _answering(file, draft_id) as sitting:
        report, question = _find_roll(sitting.open_board.board, key)
        typed = read_faces(question.parsed, faces) if isinstance(faces, str) else tuple(faces)
        check_faces(question.parsed, typed)
        answer = RollAnswer(dice=question.dice, faces=typed, typed=True)
        _answer(sitting, report, question, answer)
    return sitting.work.touched


def roll_for(
    file: CampaignFile, draft_id: int, key: str, random: RandomSource | None = None
) -> Touched:
    """Answer a roll with dice that the app rolls."""
    with _answering(file, draft_id) as sitting:
        report, question = _find_roll(sitting.open_board.board, key)
        faces = question.parsed.roll(random or SecureRandom())
        answer = RollAnswer(dice=question.dice, faces=faces, typed=False)
        _answer(sitting, report, question, answer)
    return sitting.work.touched


def roll_all_left(file: CampaignFile, draft_id: int, random: RandomSource | None = None) -> Touched:
    """Roll every roll that is open, and those that follow from them; choices stay open."""
    source = random or SecureRandom()
    with _answering(file, draft_id) as sitting:
        new = further_answers(sitting.open_board, lambda question: _rolled(question, source))
        if not new:
            raise Refusal("No roll is open; what is left are choices.")
        sitting.store(new)
        board = sitting.open_board.board
        sitting.note_rolls((*find_question(board, key), answer) for key, answer in new.items())
        sitting.work.label = f"Rolled all that was left ({len(new)})"
    return sitting.work.touched


def clear_answer(file: CampaignFile, draft_id: int, key: str) -> Touched:
    """Take one answer back, so that its question is asked again."""
    with _answering(file, draft_id, CLEAR) as sitting:
        if key not in sitting.open_board.answers:
            raise Refusal("That question has no answer yet.")
        report, _ = find_question(sitting.open_board.board, key)
        sitting.forget(key)
        sitting.work.label = f"{line_name(report)}: asked again"
    return sitting.work.touched


def take_back(file: CampaignFile, draft_id: int) -> Touched:
    """Take back the answer that was given last on this board.

    When that was the last thing done at all, it is undone, so that a corrected answer goes back to
    what it was; otherwise the question is asked again.
    """
    operation = table_of(Operation).c
    query = (
        select(operation.kind, operation.group_key)
        .where(operation.status == "done")
        .order_by(operation.id.desc())
        .limit(1)
    )
    with file.reading() as connection:
        last_answer = open_board(file, connection, draft_id).last_answer
        last_done = connection.execute(query).one()
    if tuple(last_done) == (ANSWER, _group_key(draft_id)):
        return undo(file)
    if last_answer is None:
        raise Refusal("There is no answer to take back.")
    return clear_answer(file, draft_id, last_answer)


def finish(file: CampaignFile, draft_id: int) -> Touched:
    """Write everything that the board decided, as one operation, and close it.

    Raises `Refusal` while lines are left; for a correction also when nothing is changed, or when
    something that was done since contradicts it.
    """
    with file.reading() as connection:
        kind = open_board(file, connection, draft_id).basis.kind
    if kind == AMEND:
        return commit_correction(file, draft_id)
    with unit_of_work(file, "Finished", FINISH) as work:
        laid_out = open_board(file, work.connection, draft_id)
        basis, left = laid_out.basis, laid_out.left
        if left:
            raise Refusal(f"{left} {'line is' if left == 1 else 'lines are'} still open.")
        write_outcome(work, laid_out)
        work.remove(Draft, draft_id)
        work.detail[ASKED_KEY] = asked_names(laid_out.board)
        if basis.kind == SETUP and basis.battle_id is not None:
            arm_what_waits(work, laid_out.board.end, basis.battle_id)
            _keep_setup(work, laid_out)
            work.label = f"Set up battle {basis.battle_number}"
        elif basis.battle_id is not None:
            work.change(Battle, basis.battle_id, state="closed")
            work.label = f"Finished the aftermath of battle {basis.battle_number}"
        else:
            work.label = "Took the advances that were due"
    return work.touched


def _keep_setup(work: Work, laid_out: OpenBoard) -> None:
    """Keep with the battle what its set-up decided."""
    outcomes = [report.outcome for report in laid_out.board.reports]
    effects = tuple(effect for outcome in outcomes if outcome for effect in outcome.battle)
    battle_id = laid_out.basis.battle_id
    if effects and battle_id is not None:
        is_whole = bool(work.get(Battle, battle_id)["setup"].get(WHOLE))
        work.change(Battle, battle_id, setup=stored_setup(effects, is_whole=is_whole))


def discard_draft(file: CampaignFile, draft_id: int) -> Touched:
    """Close a board of advances, which stay due, a correction, or the set-up of a battle.

    All stays as it was. Raises `Refusal` for an aftermath, which belongs to its battle.
    """
    with unit_of_work(file, "Put the advances off", "discard") as work:
        basis = open_board(file, work.connection, draft_id).basis
        if basis.kind == AMEND:
            work.label = f"Left the aftermath of battle {basis.battle_number} as it was"
        elif basis.kind == SETUP and basis.battle_id is not None:
            work.label = f"Called off the set-up of battle {basis.battle_number}"
        elif basis.kind != "muster":
            raise Refusal(
                "The aftermath belongs to its battle; undo the battle if it was never fought."
            )
        work.remove(Draft, draft_id)
        if basis.kind == SETUP and basis.battle_id is not None:
            work.remove(Battle, basis.battle_id)
    return work.touched


def find_question(board: Board, key: str) -> tuple[LineReport, Question]:
    """Return the line and question with this key, whether open or answered."""
    for report in board.reports:
        if report.progress is None:
            continue
        if report.progress.question is not None and report.progress.question.key == key:
            return report, report.progress.question
        for step in report.progress.steps:
            if step.question.key == key:
                return report, step.question
    raise Refusal("That is not asked at the moment.")


def answer_text(question: Question, answer: Answer) -> str:
    """Return an answer in words: faces, the option’s label, or who pays what."""
    match question, answer:
        case Roll(), RollAnswer():
            return " ".join(str(face) for face in answer.faces)
        case Choose(), ChoiceAnswer():
            option = question.option(answer.option)
            return option.label if option else answer.option
        case _, SpreadAnswer():
            labels = {share.id: share.label for share in getattr(question, "shares", ())}
            paid = {labels.get(k, k): amount for k, amount in answer.amounts.items() if amount}
            return ", ".join(f"{label} {amount}" for label, amount in paid.items())
        case Pick(), PickAnswer():
            labels = [question.option(option) for option in answer.options]
            return ", ".join(option.label for option in labels if option) or "nobody"
        case _, TextAnswer():
            return answer.text
        case _:
            return ""


@dataclass
class _Sitting:
    """One operation on an open board; it lays the board out anew whenever answers change."""

    work: Work
    draft_id: int
    open_board: OpenBoard

    def store(self, new: Mapping[str, Answer]) -> None:
        """Keep answers, the newest last; one that is the same as before keeps its place."""
        kept = self.open_board.answers
        changed = {key: answer for key, answer in new.items() if kept.get(key) != answer}
        given = self.work.detail.setdefault("answers", {})
        given.update((key, answer.model_dump(mode="json")) for key, answer in changed.items())
        self._lay_out({**_without(kept, changed), **changed})

    def forget(self, key: str) -> None:
        """Drop one answer."""
        self._lay_out(_without(self.open_board.answers, (key,)))

    def note_rolls(self, given: Iterable[tuple[LineReport, Question, Answer]]) -> None:
        """Write rolls into the campaign’s log of rolls; other answers are passed over."""
        rows = [
            {
                "dice": question.dice,
                "faces": list(answer.faces),
                "total": question.parsed.total(answer.faces),
                "typed": answer.typed,
                "purpose": line_name(report),
                "question": question.key,
                "battle_id": self.open_board.basis.battle_id,
            }
            for report, question, answer in given
            if isinstance(question, Roll) and isinstance(answer, RollAnswer)
        ]
        self.work.write(DiceRoll, added=rows)

    def _lay_out(self, answers: dict[str, Answer]) -> None:
        stored = {key: answer.model_dump(mode="json") for key, answer in answers.items()}
        self.work.change(Draft, self.draft_id, answers=stored)
        self.open_board = self.open_board.with_answers(answers)


@contextmanager
def _answering(file: CampaignFile, draft_id: int, kind: str = ANSWER) -> Generator[_Sitting]:
    with unit_of_work(file, "Answered", kind, group_key=_group_key(draft_id)) as work:
        sitting = _Sitting(work, draft_id, open_board(file, work.connection, draft_id))
        yield sitting
    remember_board(file, draft_id, sitting.open_board)


def _without(answers: Mapping[str, Answer], keys: Collection[str]) -> dict[str, Answer]:
    return {key: answer for key, answer in answers.items() if key not in keys}


def _rolled(question: Question, source: RandomSource) -> RollAnswer | None:
    """Return an answer of the app’s dice to a roll; none to any other question."""
    if not isinstance(question, Roll):
        return None
    return RollAnswer(dice=question.dice, faces=question.parsed.roll(source), typed=False)


def _fitting(board: Board, key: str, answer: Answer) -> tuple[LineReport, Question]:
    """Return the line and question that an answer is for; raises `Refusal` when it does not fit."""
    report, question = find_question(board, key)
    reason = misfit(question, answer)
    if reason:
        raise Refusal(f"{line_name(report)}: {reason}")
    return report, question


def _find_roll(board: Board, key: str) -> tuple[LineReport, Roll]:
    report, question = find_question(board, key)
    if not isinstance(question, Roll):
        raise Refusal("This is a choice, not a roll.")
    return report, question


def _answer(sitting: _Sitting, report: LineReport, question: Question, answer: Answer) -> None:
    reason = misfit(question, answer)
    if reason:
        raise Refusal(reason)
    sitting.note_rolls([(report, question, answer)])
    sitting.store({question.key: answer})
    sitting.work.label = f"{line_name(report)}: {answer_text(question, answer)}"


def _group_key(draft_id: int) -> str:
    return f"draft:{draft_id}"
