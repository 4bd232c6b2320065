"""Takes a whole aftermath from a file: what happened in the battle, and every answer.

An answers file is hostile until it has been read: it is checked wholly, and its answers are laid
out on the board in memory, before the first of them is written. What is wrong with it is one
sentence that names the place, and then nothing at all is changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field
from sqlalchemy import select

from mordcry_app.model.tables import Draft
from mordcry_app.rules.board import lay_out
from mordcry_app.rules.dice import RandomSource, SeededRandom
from mordcry_app.rules.loader import load_record, read_toml
from mordcry_app.rules.procedure import Answer, ChoiceAnswer, Choose, Question, RollAnswer
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.schema import ContentError, Record
from mordcry_app.services.answer_file_battles import BattlePart, battle_from
from mordcry_app.services.answer_files_views import AnsweredView, OpenQuestionView
from mordcry_app.services.answer_values import (
    ROLL,
    answer_from,
    in_words,
    is_for_the_program,
)
from mordcry_app.services.answering import answered, new_answers
from mordcry_app.services.autoplay import automatic_answer
from mordcry_app.services.battle_entries import BattleEntry
from mordcry_app.services.battles import (
    default_entry,
    next_battle_number,
    record_battle,
    waiting_battle,
)
from mordcry_app.services.board_layout import OpenBoard, aftermath_basis, open_board
from mordcry_app.services.board_view import view_of_board
from mordcry_app.services.boards import finish, give_answers
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.history import undo
from mordcry_app.services.state_reader import current_state, table_of
from mordcry_app.services.views import Touched

if TYPE_CHECKING:
    from sqlalchemy import Connection

MOST_ANSWERS = 5_000
LONGEST_KEY = 300

Otherwise = Literal["stop", "roll", "first"]


class AnswersFile(Record):
    """An answers file as it was read; `otherwise` is for what is not listed.

    With `roll` the program rolls, and amounts and texts are taken as proposed. With `first` it
    also takes the first option of a choice, which leaves things as they are or which most take.
    """

    otherwise: Otherwise = "stop"
    battle: BattlePart | None = None
    answers: dict[str, Any] = Field(default_factory=dict[str, Any], max_length=MOST_ANSWERS)


@dataclass(frozen=True)
class Prepared:
    """The answers of a file laid out on their board, with the view of it."""

    view: AnsweredView
    draft_id: int | None
    battle: BattleEntry | None
    answers: Mapping[str, Answer] = field(default_factory=dict[str, Answer])


def read_answers(path: Path) -> AnswersFile:
    """Read an answers file; raises `Refusal` with file and place for whatever is wrong with it."""
    if not path.is_file():
        raise Refusal(f"There is no file “{path.name}” with answers.")
    try:
        content = read_toml(path)
        for key in ("answers", "battle"):
            if not isinstance(content.get(key, {}), dict):
                raise ContentError(path, "", key, f"must be a table: [{key}]")
        return load_record(path, AnswersFile, content, "")
    except ContentError as error:
        raise Refusal(f"{str(error).rstrip('.')}.") from None


def prepare(file: CampaignFile, answers: AnswersFile, seed: str) -> Prepared:
    """Lay the answers out on the open board, or on that of the file’s battle; nothing is written.

    Raises `Refusal` with the place for the first answer that cannot be, and for one that nothing
    asks although no question is left.
    """
    draft_id = open_draft(file)
    if answers.battle is None and draft_id is None:
        raise Refusal("No board is open: record a battle first, or tell of it in a [battle] part.")
    if answers.battle is not None and draft_id is not None:
        raise Refusal("A board is still open: finish it first, or leave the [battle] part out.")
    battle = _battle(file, answers.battle) if answers.battle is not None else None
    with file.reading() as connection:
        if battle is not None:
            start = _board_of(file, connection, battle)
        else:
            assert draft_id is not None
            start = open_board(file, connection, draft_id)
    filling = _Filling(answers, SeededRandom(seed))
    end = answered(filling.corrected(start), filling.answer)
    view = _view(file, start, end, filling, seed, draft_id)
    return Prepared(view, draft_id, battle, new_answers(start, end))


def commit(file: CampaignFile, prepared: Prepared) -> Touched:
    """Write what was prepared: the battle if there is one, all answers, and the finished board.

    Raises `Refusal` and changes nothing while a question is open.
    """
    still_open = prepared.view.open
    if still_open or not prepared.view.board.is_complete:
        first = f", the first is {still_open[0].key}" if still_open else ""
        count = prepared.view.board.left
        lines = "1 line is" if count == 1 else f"{count} lines are"
        raise Refusal(f"{lines} still open{first}; nothing was changed.")
    written = 0
    try:
        draft_id = prepared.draft_id
        if prepared.battle is not None:
            draft_id = record_battle(file, prepared.battle).created["draft"]
            written += 1
        assert draft_id is not None
        if prepared.answers:
            give_answers(file, draft_id, prepared.answers)
            written += 1
        return finish(file, draft_id)
    except Refusal:
        for _ in range(written):
            undo(file)
        raise


def open_draft(file: CampaignFile) -> int | None:
    """Return the id of the board that is open, if any."""
    draft = table_of(Draft).c
    with file.reading() as connection:
        return connection.execute(select(draft.id).order_by(draft.id)).scalars().first()


def open_questions(board: OpenBoard) -> tuple[OpenQuestionView, ...]:
    """Return every question that may be answered now."""
    return tuple(
        in_words(report.question, f"{report.line.label}, {report.line.subject}".rstrip(", "))
        for report in board.board.reports
        if report.question is not None
    )


class _Filling:
    """Answers questions from a file, and notes what does not fit and what was rolled."""

    def __init__(self, answers: AnswersFile, random: RandomSource) -> None:
        self.misfits: dict[str, str] = {}
        self.rolled: set[str] = set()
        self._answers = answers
        self._random = random

    def answer(self, question: Question) -> Answer | None:
        """Return the file’s answer, or one of the program where it may answer; else none."""
        key = question.key
        self.misfits.pop(key, None)
        if key in self._answers.answers:
            value = self._answers.answers[key]
            if is_for_the_program(question, value):
                return self._rolled(question)
            try:
                return answer_from(question, value)
            except Refusal as refusal:
                self.misfits[key] = refusal.sentence
                return None
        if isinstance(question, Choose):
            return self._first(question) if self._answers.otherwise == "first" else None
        return self._rolled(question) if self._answers.otherwise != "stop" else None

    def corrected(self, start: OpenBoard) -> OpenBoard:
        """Return the board without the stored answers that the file gives anew."""
        given = self._answers.answers
        kept = {
            key: answer for key, answer in start.answers.items() if given.get(key, ROLL) == ROLL
        }
        return start if len(kept) == len(start.answers) else start.with_answers(kept)

    def unused(self, asked: frozenset[str]) -> tuple[str, ...]:
        """Return the keys of the file that nothing has asked."""
        return tuple(key for key in self._answers.answers if key not in asked)

    def _first(self, question: Choose) -> Answer | None:
        allowed = (option.id for option in question.options if not option.refused)
        first = next(allowed, None)
        return ChoiceAnswer(option=first) if first is not None else None

    def _rolled(self, question: Question) -> Answer:
        self.rolled.add(question.key)
        return automatic_answer(question, self._random)


def _battle(file: CampaignFile, part: BattlePart) -> BattleEntry:
    start = default_entry(file)
    with file.reading() as connection:
        state = current_state(file, connection)
    try:
        return battle_from(part, start, state, file.ruleset)
    except Refusal as refusal:
        raise Refusal(f"Battle: {refusal.sentence}") from None


def _board_of(file: CampaignFile, connection: Connection, battle: BattleEntry) -> OpenBoard:
    waiting = waiting_battle(connection)
    number = waiting.number if waiting is not None else next_battle_number(connection)
    basis = aftermath_basis(file, connection, number, battle)
    return OpenBoard(basis, {}, lay_out(basis.plan, basis.state, {}))


def _view(
    file: CampaignFile,
    start: OpenBoard,
    end: OpenBoard,
    filling: _Filling,
    seed: str,
    draft_id: int | None,
) -> AnsweredView:
    still_open = open_questions(end)
    for question in still_open:
        if question.key in filling.misfits:
            reason = filling.misfits[question.key]
            raise Refusal(f"Answers, “{_short(question.key)}”: {reason}")
    unused = filling.unused(end.board.asked_keys())
    if unused and end.board.is_complete:
        raise Refusal(f"Answers, “{_short(unused[0])}”: nothing asks this on this board.")
    new = new_answers(start, end)
    rolls = [key for key, answer in new.items() if isinstance(answer, RollAnswer)]
    rolled = sum(key in filling.rolled for key in rolls)
    return AnsweredView(
        board=view_of_board(end, draft_id or 0, file.ruleset),
        records_battle=draft_id is None,
        typed=len(rolls) - rolled,
        rolled=rolled,
        seed=seed,
        open=still_open,
        unused=unused,
    )


def _short(key: str) -> str:
    return key if len(key) <= LONGEST_KEY else f"{key[:LONGEST_KEY]}…"
