"""Lays a stored draft out: its board of questions against the answers that it has so far.

A board is worked out once and remembered until something changes that it stands on, so that an
answer costs one layout and the views of it none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import select

from mordcry_app.model.tables import Battle, Draft
from mordcry_app.rules.board import Board, LineReport, Plan, lay_out
from mordcry_app.rules.catalogue import HouseRules
from mordcry_app.rules.effects import Effect
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.procedure import ANSWERS, Answer
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.state import State
from mordcry_app.services.battle_entries import BattleEntry, battle_record, entry_from_json
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.committed import AMEND, RECORD, Committed
from mordcry_app.services.rehearsal import Rehearsal, rehearsal_of
from mordcry_app.services.shown import draft_title
from mordcry_app.services.state_reader import STATE_TABLES, current_state, table_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

SETUP = "setup"
"""Kind of the board before a battle."""

WHOLE = "whole"
"""Key in the draft of a set-up, and in that of a battle: all of the battle is set up, too."""

JOINING = "joining"
"""Key in the draft of an aftermath and of advances: the id of the first member who joins."""

BOARD_TABLES = STATE_TABLES | {"campaign", "draft", "battle"}
"""What a board is laid out from."""


@dataclass(frozen=True)
class Amends:
    """What the board of a correction corrects.

    `then` is the aftermath with its answers of then, by the rules of today, and `told` the same
    with everybody called as then; `record` what the correction has the battle be, as stored, which
    may be another than was committed.
    """

    rehearsal: Rehearsal
    then: Board
    told: Board
    record: Mapping[str, Any]

    @property
    def committed(self) -> Committed:
        """The aftermath as the log tells of it."""
        return self.rehearsal.committed

    def reports(self, board: Board) -> tuple[LineReport, ...]:
        """Return what each line of a correction comes to, in words of then where nothing changed.

        So a fighter who was renamed since does not change the story, nor the reason of an entry.
        """
        then = {report.line.key: report for report in self.then.reports}
        told = {report.line.key: report for report in self.told.reports}
        return tuple(
            report
            if (old := then.get(report.line.key)) is None or old.outcome != report.outcome
            else told.get(report.line.key, report)
            for report in board.reports
        )

    @property
    def other_record(self) -> bool:
        """Whether the record of the battle is corrected, too."""
        return self.record != self.committed.record


@dataclass(frozen=True)
class BoardBasis:
    """What a board stands on: the campaign as it is, and the plan; the answers come on top.

    `first_effects` are written before the board’s own when it is finished (they end what was only
    for the battle that was fought); the state already contains them.
    """

    kind: str
    state: State
    plan: Callable[[State], Plan]
    battle_id: int | None = None
    battle_number: int | None = None
    results: Mapping[int, str] = field(default_factory=dict[int, str])
    first_effects: tuple[Effect, ...] = ()
    plan_under: Callable[[State, HouseRules], Plan] | None = None
    """The same plan under other house rules, to see what a switch would change."""
    amends: Amends | None = None

    @property
    def title(self) -> str:
        """What the board is called."""
        return draft_title(self.kind, self.battle_number)


@dataclass(frozen=True)
class OpenBoard:
    """A draft laid out: what it stands on, its answers in the order they were given, the board."""

    basis: BoardBasis
    answers: dict[str, Answer]
    board: Board

    @property
    def left(self) -> int:
        """How many lines are not done."""
        return sum(report.status != "done" for report in self.board.reports)

    @property
    def last_answer(self) -> str | None:
        """The key of the answer given last among those in use."""
        asked = self.board.asked_keys()
        return next((key for key in reversed(self.answers) if key in asked), None)

    def with_answers(self, answers: dict[str, Answer]) -> OpenBoard:
        """Return the board laid out with other answers."""
        board = lay_out(self.basis.plan, self.basis.state, answers)
        return replace(self, answers=answers, board=board)


def open_board(file: CampaignFile, connection: Connection, draft_id: int) -> OpenBoard:
    """Return a draft’s board as it stands; raises `Refusal` when it is no longer open."""
    return file.remembered.get(
        _key(draft_id), BOARD_TABLES, lambda: _laid_out(file, connection, draft_id)
    )


def aftermath_basis(
    file: CampaignFile,
    connection: Connection,
    number: int,
    entry: BattleEntry,
    battle_id: int | None = None,
    state: State | None = None,
) -> BoardBasis:
    """Return what the aftermath of a battle stands on; the battle need not be recorded yet.

    Without a state it is the campaign as it stands now.
    """
    state = state or current_state(file, connection)
    rules, ruleset = file.house_rules(connection), file.ruleset
    record = battle_record(number, entry)
    first = ruleset.after_battle_effects(state, record)
    return BoardBasis(
        "aftermath",
        apply_effects(state, first),
        lambda start: ruleset.aftermath_plan(start, rules, record),
        battle_id,
        number,
        record.results,
        first,
        lambda start, other: ruleset.aftermath_plan(start, other, record),
    )


def remember_board(file: CampaignFile, draft_id: int, board: OpenBoard) -> None:
    """Keep a board that was laid out with the answers that have just been stored."""
    file.remembered.keep(_key(draft_id), BOARD_TABLES, board)


def readable_answers(stored: Mapping[str, Any]) -> dict[str, Answer]:
    """Return stored answers, in the order they were given; what cannot be read is asked again."""
    try:
        return ANSWERS.validate_python(stored)
    except ValidationError:
        return {key: answer for key, value in stored.items() if (answer := _readable(value))}


_ANSWER: TypeAdapter[Answer] = TypeAdapter(Answer)


def _readable(value: object) -> Answer | None:
    try:
        return _ANSWER.validate_python(value)
    except ValidationError:
        return None


def _key(draft_id: int) -> tuple[str, int]:
    return "board", draft_id


def _laid_out(file: CampaignFile, connection: Connection, draft_id: int) -> OpenBoard:
    draft, battle = table_of(Draft), table_of(Battle)
    query = (
        select(
            draft.c.kind,
            draft.c.battle_id,
            draft.c.about,
            draft.c.answers,
            battle.c.number,
            battle.c.record,
        )
        .join(battle, battle.c.id == draft.c.battle_id, isouter=True)
        .where(draft.c.id == draft_id)
    )
    row = connection.execute(query).one_or_none()
    if row is None:
        raise Refusal("That board is no longer open.")
    state = _counted_on(current_state(file, connection), row.about.get(JOINING))
    rules, ruleset = file.house_rules(connection), file.ruleset
    if row.kind == "aftermath":
        entry = entry_from_json(row.record)
        basis = aftermath_basis(file, connection, row.number, entry, row.battle_id, state)
    elif row.kind == AMEND:
        basis = _amend_basis(file, connection, row.battle_id, row.about)
    elif row.kind == SETUP:
        is_whole = bool(row.about.get(WHOLE))
        basis = BoardBasis(
            row.kind,
            state,
            lambda start: ruleset.setup_plan(start, rules, row.number, is_whole=is_whole),
            row.battle_id,
            row.number,
            plan_under=lambda start, other: ruleset.setup_plan(
                start, other, row.number, is_whole=is_whole
            ),
        )
    else:
        members = frozenset(int(member) for member in row.about.get("members", []))
        basis = BoardBasis(
            row.kind,
            state,
            lambda start: ruleset.muster_plan(start, rules, members),
            plan_under=lambda start, other: ruleset.muster_plan(start, other, members),
        )
    answers = readable_answers(row.answers)
    return OpenBoard(basis, answers, lay_out(basis.plan, basis.state, answers))


def _counted_on(state: State, first: int | None) -> State:
    """Return a state in which whoever joins has the ids that they had when the board was begun.

    Answers name them by these ids. A board that was finished and is open again has used them, but
    those members are gone with it.
    """
    if first is None:
        return state
    return replace(state, next_member=max(first, max(state.members, default=0) + 1))


def _amend_basis(
    file: CampaignFile, connection: Connection, battle_id: int, about: Mapping[str, Any]
) -> BoardBasis:
    """Return what a correction stands on: the campaign as it was before it was committed."""
    rehearsal = rehearsal_of(file, connection, battle_id)
    committed = rehearsal.committed
    record = about.get(RECORD, committed.record)

    def basis(stored: Mapping[str, Any], state: State) -> BoardBasis:
        entry = entry_from_json(stored)
        return aftermath_basis(file, connection, committed.number, entry, battle_id, state)

    answers = readable_answers(committed.answers)
    then, told = (
        lay_out(base.plan, base.state, answers)
        for base in (
            basis(committed.record, rehearsal.state),
            basis(committed.record, rehearsal.state_as_named),
        )
    )
    amends = Amends(rehearsal, then, told, record)
    return replace(basis(record, rehearsal.state), kind=AMEND, amends=amends)
