"""The events of the battle that is under way: how they are stored, and what they fold to.

An event keeps the command with the answers to everything that it asked, and what came of it. The
fold uses what came of it, so that a battle stays as it was played even when rules change; the
last event alone may still be open, and is worked out from its answers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import select

from mordcry_app.model.tables import Battle as BattleRow
from mordcry_app.model.tables import BattleEvent, Draft
from mordcry_app.rules.battle import Battle, apply_battle, still_meant
from mordcry_app.rules.battle_effects import BATTLE_EFFECTS, BattleEffect
from mordcry_app.rules.battle_engine import BattleEngine, Command
from mordcry_app.rules.procedure import Answer, Outcome, Progress, Roll, RollAnswer, Step, run
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.schema import Record
from mordcry_app.rules.state import State
from mordcry_app.services.board_layout import SETUP, WHOLE, readable_answers
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.state_reader import STATE_TABLES, current_state, table_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

EVENT_TABLES = STATE_TABLES | {"campaign", "draft", "battle", "battle_event", "custom_row"}
"""What a battle is folded from."""

EFFECTS = "effects"
"""Key of `battle.setup`: what the set-up decided, as effects on the battle."""


class StoredRoll(Record):
    """Dice of an event: what they were for, and how each is read (see `procedure.Roll`)."""

    key: str
    why: str
    faces: tuple[int, ...]
    total: int
    need: int | None = None
    critical: int | None = None


class StoredOutcome(Record):
    """What came of an event: effects on the battle, its dice, what the log and chronicle say."""

    battle: tuple[BattleEffect, ...] = ()
    rolls: tuple[StoredRoll, ...] = ()
    story: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    summary: str = ""


class StoredEvent(Record):
    """An event as it is stored: what was done, what was answered, and what came of it.

    Without an outcome it is still open. `label` says in words what was done.
    """

    command: Command
    label: str
    answers: dict[str, Any]
    outcome: StoredOutcome | None = None


_STORED = TypeAdapter(StoredEvent)


@dataclass(frozen=True)
class PlayedEvent:
    """One event of a battle, by the row it is stored in."""

    id: int
    sequence: int
    stored: StoredEvent


@dataclass(frozen=True)
class OpenEvent:
    """The event that is being worked out: its answers in order, and how far it has come."""

    event: PlayedEvent
    answers: dict[str, Answer]
    progress: Progress

    @property
    def is_stuck(self) -> bool:
        """Whether nothing can be asked any more, because somebody it is about is gone."""
        return self.progress.question is None


@dataclass(frozen=True)
class OpenBattle:
    """The battle under way: the campaign as it stands, the fold of its events, and the open one.

    `battle` is without the open event.
    """

    id: int
    number: int
    is_whole: bool
    state: State
    engine: BattleEngine
    battle: Battle
    events: tuple[PlayedEvent, ...]
    open_event: OpenEvent | None = None

    @property
    def next_sequence(self) -> int:
        """The number of the event that comes next."""
        return self.events[-1].sequence + 1 if self.events else 1


def open_battle(file: CampaignFile, connection: Connection) -> OpenBattle:
    """Return the battle that is set up and not over; raises `Refusal` when there is none."""
    found = find_open_battle(file, connection)
    if found is None:
        raise Refusal("No battle is set up; set one up first.")
    return found


def find_open_battle(file: CampaignFile, connection: Connection) -> OpenBattle | None:
    """Return the battle under way, or none: nothing is set up, or it is still asked about."""
    return file.remembered.get("open battle", EVENT_TABLES, lambda: _folded(file, connection))


def stored_setup(effects: tuple[BattleEffect, ...], *, is_whole: bool) -> dict[str, Any]:
    """Return what the set-up of a battle decided, as stored JSON."""
    return {EFFECTS: BATTLE_EFFECTS.dump_python(effects, mode="json"), WHOLE: is_whole}


def event_json(event: StoredEvent) -> dict[str, Any]:
    """Return an event as stored JSON."""
    return _STORED.dump_python(event, mode="json")


def stored_outcome(outcome: Outcome, steps: Iterable[Step]) -> StoredOutcome:
    """Return what is kept of an event’s outcome; its effects on the campaign are written."""
    return StoredOutcome(
        battle=outcome.battle,
        rolls=tuple(
            StoredRoll(
                key=question.key,
                why=question.why,
                faces=answer.faces,
                total=question.parsed.total(answer.faces),
                need=question.need,
                critical=question.critical,
            )
            for step in steps
            if isinstance(question := step.question, Roll)
            and isinstance(answer := step.answer, RollAnswer)
        ),
        story=outcome.story,
        told=outcome.told,
        summary=outcome.summary,
    )


def worked_out(
    state: State, engine: BattleEngine, battle: Battle, command: Command, answers: dict[str, Answer]
) -> Progress:
    """Return how far a command comes with some answers."""
    return run(lambda: engine.procedure(state, battle, command), answers)


def _folded(file: CampaignFile, connection: Connection) -> OpenBattle | None:
    row_of, draft = table_of(BattleRow).c, table_of(Draft).c
    row = connection.execute(
        select(row_of.id, row_of.number, row_of.setup).where(row_of.state == "set_up")
    ).one_or_none()
    if row is None:
        return None
    asked = select(draft.id).where(draft.kind == SETUP, draft.battle_id == row.id)
    if connection.execute(asked).first() is not None:
        return None
    engine = file.ruleset.battle_engine(file.house_rules(connection))
    if engine is None:
        return None
    state = current_state(file, connection)
    is_whole = bool(row.setup.get(WHOLE))
    start = file.remembered.get(
        "start of the battle",
        EVENT_TABLES - {"battle_event"},
        lambda: engine.begin(state, row.number, _setup_effects(row.setup), is_whole=is_whole),
    )
    known = file.remembered.get("played events", frozenset(), _Known)
    events = _events(known, connection, row.id)
    battle = _fold(known, start, events)
    opened = None
    if events and events[-1].stored.outcome is None:
        answers = readable_answers(events[-1].stored.answers)
        command = events[-1].stored.command
        progress = _as_far_as_it_comes(state, engine, battle, command, answers)
        opened = OpenEvent(events[-1], answers, progress)
    return OpenBattle(row.id, row.number, is_whole, state, engine, battle, events, opened)


def _as_far_as_it_comes(
    state: State, engine: BattleEngine, battle: Battle, command: Command, answers: dict[str, Answer]
) -> Progress:
    """Return how far the open event comes; one that makes no sense any more asks nothing.

    That happens when somebody it is about has left the roster by hand.
    """
    try:
        return worked_out(state, engine, battle, command, answers)
    except Refusal as refusal:
        return Progress((), None, None, refusal.sentence)


def _setup_effects(setup: dict[str, Any]) -> tuple[BattleEffect, ...]:
    try:
        return BATTLE_EFFECTS.validate_json(json.dumps(setup.get(EFFECTS, [])))
    except ValidationError:
        raise Refusal("What was written down of this set-up is damaged.") from None


@dataclass
class _Known:
    """What was read and folded before: events never change once another has followed."""

    events: dict[int, PlayedEvent] = field(default_factory=dict[int, PlayedEvent])
    start: Battle | None = None
    folded: tuple[PlayedEvent, ...] = ()
    battle: Battle | None = None


def _events(known: _Known, connection: Connection, battle_id: int) -> tuple[PlayedEvent, ...]:
    """Return the events of a battle in order; all but the last are read only once."""
    event = table_of(BattleEvent).c
    query = select(event.id).where(event.battle_id == battle_id).order_by(event.sequence)
    ids = connection.scalars(query).all()
    kept = {row_id: known.events[row_id] for row_id in ids[:-1] if row_id in known.events}
    missing = [row_id for row_id in ids if row_id not in kept]
    if missing:
        rows = select(event.id, event.sequence, event.data).where(event.id.in_(missing))
        for row in connection.execute(rows):
            kept[row.id] = PlayedEvent(row.id, row.sequence, _stored(row.data))
    known.events = kept
    return tuple(kept[row_id] for row_id in ids)


def _fold(known: _Known, start: Battle, events: tuple[PlayedEvent, ...]) -> Battle:
    """Return what the finished events make of a battle; what was folded before is not again."""
    done = tuple(event for event in events if event.stored.outcome is not None)
    count = len(known.folded)
    goes_on = known.start == start and done[:count] == known.folded
    battle = known.battle if goes_on and known.battle is not None else start
    for event in done[count:] if goes_on else done:
        if event.stored.outcome is not None:
            battle = apply_battle(battle, still_meant(battle, event.stored.outcome.battle))
    known.start, known.folded, known.battle = start, done, battle
    return battle


def _stored(data: dict[str, Any]) -> StoredEvent:
    try:
        return _STORED.validate_python(data)
    except ValidationError:
        raise Refusal("What was written down of this battle is damaged.") from None
