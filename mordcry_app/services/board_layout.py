"""Lays a stored draft out: its board of questions against the answers that it has so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

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
from mordcry_app.services.reading import draft_title
from mordcry_app.services.state_reader import read_state, table_of
from mordcry_app.services.unit_of_work import Work

if TYPE_CHECKING:
    from sqlalchemy import Connection


@dataclass(frozen=True)
class BoardBasis:
    """What a board stands on: the campaign as it is, and the plan; the answers come on top.

    `first_effects` are written before the board’s own when it is finished (they end what was only
    for the battle that was fought); the state already contains them.
    """

    draft_id: int
    kind: str
    battle_id: int | None
    battle_number: int | None
    results: Mapping[int, str]
    state: State
    plan: Callable[[State], Plan]
    first_effects: tuple[Effect, ...] = ()

    @property
    def title(self) -> str:
        """What the board is called."""
        return draft_title(self.kind, self.battle_number)

    def lay_out(self, answers: Mapping[str, Answer]) -> Board:
        """Return the board with these answers."""
        return lay_out(self.plan, self.state, answers)


def board_basis(file: CampaignFile, connection: Connection, draft_id: int) -> BoardBasis:
    """Return what a draft’s board stands on; raises `Refusal` when it is no longer open."""
    draft, battle = table_of(Draft), table_of(Battle)
    row = connection.execute(
        select(draft.c.kind, draft.c.battle_id, draft.c.about, battle.c.number, battle.c.record)
        .join(battle, battle.c.id == draft.c.battle_id, isouter=True)
        .where(draft.c.id == draft_id)
    ).one_or_none()
    if row is None:
        raise Refusal("That board is no longer open.")
    state, rules, ruleset = read_state(connection), file.house_rules(connection), file.ruleset
    if row.kind != "aftermath":
        members = frozenset(int(member) for member in row.about.get("members", []))
        return BoardBasis(
            draft_id,
            row.kind,
            None,
            None,
            {},
            state,
            lambda start: ruleset.muster_plan(start, rules, members),
        )
    record = battle_record(row.number, entry_from_json(row.record))
    first = ruleset.after_battle_effects(state, record)
    return BoardBasis(
        draft_id,
        row.kind,
        row.battle_id,
        row.number,
        record.results,
        apply_effects(state, first),
        lambda start: ruleset.aftermath_plan(start, rules, record),
        first,
    )


def stored_answers(draft: Draft) -> dict[str, Answer]:
    """Return the answers of a draft, in the order in which they were given."""
    return ANSWERS.validate_python(draft.answers)


def lines_left(board: Board) -> int:
    """Return how many lines of a board are not done."""
    return sum(report.status != "done" for report in board.reports)


def note_left(
    file: CampaignFile, work: Work, draft: Draft, basis: BoardBasis | None = None
) -> None:
    """Keep the number of open lines beside a draft, so that the rail can show it for free."""
    assert draft.id is not None
    basis = basis or board_basis(file, work.connection, draft.id)
    left = lines_left(basis.lay_out(stored_answers(draft)))
    draft.about = {**draft.about, "left": left}
