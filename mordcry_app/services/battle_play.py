"""Plays the battle that is under way: commands, and the answers to what they ask.

Every command and every answer is an operation of its own, saved as it happens, so a crash loses
nothing and Ctrl+Z takes the last step back; the operations of one event share a group. When the
last answer of an event is there, what comes of it is done in the same operation.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import select

from mordcry_app.model.tables import BattleEvent, DiceRoll, Operation
from mordcry_app.rules.battle_engine import Command
from mordcry_app.rules.dice import RandomSource, SecureRandom, check_faces, read_faces
from mordcry_app.rules.procedure import (
    Answer,
    Outcome,
    Progress,
    Question,
    Roll,
    RollAnswer,
    misfit,
)
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.battle_events import (
    OpenBattle,
    OpenEvent,
    StoredEvent,
    event_json,
    open_battle,
    stored_outcome,
    worked_out,
)
from mordcry_app.services.boards import answer_text
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.effect_writer import EffectWriter
from mordcry_app.services.history import jump_to, undo
from mordcry_app.services.shown import as_sentence
from mordcry_app.services.state_reader import table_of
from mordcry_app.services.unit_of_work import Work, unit_of_work
from mordcry_app.services.views import Touched

EVENT = "battle_event"
"""Kind of the operations that play a battle."""


def do_command(
    file: CampaignFile, command: Command, *, rolls: bool = False, random: RandomSource | None = None
) -> Touched:
    """Do something in the battle; what it asks stays open until it is answered.

    With `rolls`, every roll that comes up before a choice is rolled at once. Raises `Refusal` while
    another event is open, or with the engine’s reason when the command is not allowed and not
    forced.
    """
    with _playing(file) as sitting:
        table = sitting.table
        opened = table.open_event
        if opened is not None and not opened.is_stuck:
            raise Refusal(f"Finish “{opened.event.stored.label}” first, or call it off.")
        if opened is not None:
            sitting.work.remove(BattleEvent, opened.event.id)
        refused = table.engine.refusal(table.state, table.battle, command)
        if refused and not command.forced:
            raise Refusal(refused)
        command = command.model_copy(update={"forced": bool(refused)})
        label = table.engine.label(table.state, table.battle, command)
        stored = StoredEvent(command=command, label=label[:200], answers={})
        sitting.begin(stored)
        if rolls:
            sitting.roll_through(random or SecureRandom())
        sitting.store()
    return sitting.work.touched


def answer_event(file: CampaignFile, key: str, answer: Answer) -> Touched:
    """Answer what the open event asks, or correct an answer that it was given.

    Raises `Refusal` with the reason when the answer does not fit or nothing like it is asked.
    """
    with _playing(file) as sitting:
        question = sitting.question(key)
        reason = misfit(question, answer)
        if reason:
            raise Refusal(reason)
        sitting.answer(question, answer)
        sitting.store()
    return sitting.work.touched


def type_event_faces(file: CampaignFile, key: str, faces: str | Iterable[int]) -> Touched:
    """Answer a roll of the open event with dice that were rolled on the table."""
    with _playing(file) as sitting:
        question = sitting.roll_question(key)
        typed = read_faces(question.parsed, faces) if isinstance(faces, str) else tuple(faces)
        check_faces(question.parsed, typed)
        sitting.answer(question, RollAnswer(dice=question.dice, faces=typed, typed=True))
        sitting.store()
    return sitting.work.touched


def roll_event(
    file: CampaignFile, *, through: bool = False, random: RandomSource | None = None
) -> Touched:
    """Roll what the open event asks for; with `through`, all that follows before a choice, too."""
    source = random or SecureRandom()
    with _playing(file) as sitting:
        question = sitting.progress.question
        if not isinstance(question, Roll):
            raise Refusal("No roll is open; a choice is.")
        if through:
            sitting.roll_through(source)
        else:
            sitting.answer(question, _rolled(question, source))
        sitting.store()
    return sitting.work.touched


def call_off_event(file: CampaignFile) -> Touched:
    """Drop the event that is open, with the answers that it was given."""
    with _playing(file) as sitting:
        opened = sitting.opened
        sitting.work.remove(BattleEvent, opened.event.id)
        sitting.work.label = f"Called off: {opened.event.stored.label}"
    return sitting.work.touched


def take_back_event(file: CampaignFile) -> Touched:
    """Take back the last event as a whole, with all its dice.

    Where its operations are the last ones that were done, they are undone, so that they can be done
    again. Raises `Refusal` when there is none, or when something else was done since.
    """
    operation = table_of(Operation).c
    with file.reading() as connection:
        table = open_battle(file, connection)
        if not table.events:
            raise Refusal("Nothing has happened in this battle yet.")
        group = _group_key(table.id, table.events[-1].sequence)
        query = select(operation.id, operation.group_key).where(operation.status == "done")
        newest = connection.execute(query.order_by(operation.id.desc()).limit(200)).all()
    count = 0
    while count < len(newest) and newest[count].group_key == group:
        count += 1
    if not count:
        raise Refusal("Something else was done since; take that back first.")
    if count == 1 or count == len(newest):
        return undo(file)
    return jump_to(file, newest[count].id)


@dataclass
class _Sitting:
    """One operation on the battle: the event that is open, and how far it has come."""

    work: Work
    table: OpenBattle
    row_id: int | None = None
    stored: StoredEvent | None = None
    answers: dict[str, Answer] | None = None
    _progress: Progress | None = None

    @property
    def opened(self) -> OpenEvent:
        """The event that was open when the operation began; raises `Refusal` without one."""
        if self.table.open_event is None:
            raise Refusal("Nothing is asked at the moment.")
        return self.table.open_event

    @property
    def progress(self) -> Progress:
        """How far the event has come."""
        return self._progress or self.opened.progress

    def begin(self, stored: StoredEvent) -> None:
        """Start a new event."""
        self.stored, self.answers = stored, {}
        self.work.label = stored.label
        self._work_out()

    def question(self, key: str) -> Question:
        """Return a question of the open event, asked or answered."""
        progress = self.progress
        if progress.question is not None and progress.question.key == key:
            return progress.question
        for step in progress.steps:
            if step.question.key == key:
                return step.question
        raise Refusal("That is not asked at the moment.")

    def roll_question(self, key: str) -> Roll:
        """Return a question that is answered by dice; raises `Refusal` for another one."""
        question = self.question(key)
        if not isinstance(question, Roll):
            raise Refusal("No dice are rolled for that.")
        return question

    def answer(self, question: Question, answer: Answer) -> None:
        """Give one answer and see how far the event comes with it."""
        if self.stored is None or self.answers is None:
            self.stored, self.answers = self.opened.event.stored, dict(self.opened.answers)
            self.row_id = self.opened.event.id
        self.answers.pop(question.key, None)
        self.answers[question.key] = answer
        self.work.label = f"{self.stored.label}: {answer_text(question, answer)}"
        self.note_roll(question, answer)
        self._work_out()

    def roll_through(self, source: RandomSource) -> None:
        """Roll whatever is asked, until a choice comes up or nothing is asked any more."""
        while isinstance(question := self.progress.question, Roll):
            self.answer(question, _rolled(question, source))
        if self.stored is not None:
            self.work.label = self.stored.label

    def note_roll(self, question: Question, answer: Answer) -> None:
        """Write a roll into the campaign’s log of rolls."""
        if isinstance(question, Roll) and isinstance(answer, RollAnswer):
            self.work.add(
                DiceRoll,
                dice=question.dice,
                faces=list(answer.faces),
                total=question.parsed.total(answer.faces),
                typed=answer.typed,
                purpose=as_sentence(question.why),
                question=question.key,
                battle_id=self.table.id,
            )

    def store(self) -> None:
        """Write the event as it stands and, when nothing is asked any more, what came of it."""
        if self.stored is None or self.answers is None:
            return
        outcome = self.progress.outcome
        asked = {step.question.key for step in self.progress.steps}
        kept = {
            key: answer.model_dump(mode="json")
            for key, answer in self.answers.items()
            if outcome is None or key in asked
        }
        came_of_it = stored_outcome(outcome, self.progress.steps) if outcome else None
        stored = self.stored.model_copy(update={"answers": kept, "outcome": came_of_it})
        data = event_json(stored)
        if self.row_id is None:
            sequence = self.table.next_sequence
            self.work.created["event"] = self.work.add(
                BattleEvent,
                battle_id=self.table.id,
                sequence=sequence,
                kind=stored.command.kind,
                data=data,
            )
        else:
            self.work.change(BattleEvent, self.row_id, data=data)
        if outcome is not None:
            self._act_out(outcome)

    def _act_out(self, outcome: Outcome) -> None:
        if outcome.effects:
            EffectWriter(self.work, self.table.id).write(outcome.effects)

    def _work_out(self) -> None:
        if self.stored is None or self.answers is None:
            return
        table = self.table
        self._progress = worked_out(
            table.state, table.engine, table.battle, self.stored.command, self.answers
        )


@contextmanager
def _playing(file: CampaignFile) -> Generator[_Sitting]:
    with file.reading() as connection:
        table = open_battle(file, connection)
    opened = table.open_event
    sequence = opened.event.sequence if opened else table.next_sequence
    group = _group_key(table.id, sequence)
    with unit_of_work(file, "Played on", EVENT, group_key=group) as work:
        yield _Sitting(work, table)


def _rolled(question: Roll, source: RandomSource) -> RollAnswer:
    faces = question.parsed.roll(source)
    return RollAnswer(dice=question.dice, faces=faces, typed=False)


def _group_key(battle_id: int, sequence: int) -> str:
    return f"battle:{battle_id}:{sequence}"
