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
from mordcry_app.rules.board import Board, Plan, lay_out
from mordcry_app.rules.effects import Effect
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.procedure import ANSWERS, Answer
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.state import State
from mordcry_app.services.battle_entries import battle_record, entry_from_json
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.shown import draft_title
from mordcry_app.services.state_reader import STATE_TABLES, current_state, table_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

_BOARD_TABLES = STATE_TABLES | {"campaign", "draft", "battle"}


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
        _key(draft_id), _BOARD_TABLES, lambda: _laid_out(file, connection, draft_id)
    )


def remember_board(file: CampaignFile, draft_id: int, board: OpenBoard) -> None:
    """Keep a board that was laid out with the answers that have just been stored."""
    file.remembered.keep(_key(draft_id), _BOARD_TABLES, board)


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
    state = current_state(file, connection)
    rules, ruleset = file.house_rules(connection), file.ruleset
    if row.kind == "aftermath":
        record = battle_record(row.number, entry_from_json(row.record))
        first = ruleset.after_battle_effects(state, record)
        basis = BoardBasis(
            row.kind,
            apply_effects(state, first),
            lambda start: ruleset.aftermath_plan(start, rules, record),
            row.battle_id,
            row.number,
            record.results,
            first,
        )
    else:
        members = frozenset(int(member) for member in row.about.get("members", []))
        basis = BoardBasis(
            row.kind, state, lambda start: ruleset.muster_plan(start, rules, members)
        )
    answers = readable_answers(row.answers)
    return OpenBoard(basis, answers, lay_out(basis.plan, basis.state, answers))
