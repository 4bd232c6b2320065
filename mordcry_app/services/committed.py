"""What the log tells of a committed aftermath: who wrote it, what it wrote, what was done since.

An aftermath is committed by the operation that finished it; each correction commits it anew. All
of them together are *the commits* of a battle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select

from mordcry_app.model.tables import Battle, Change, Draft, Operation
from mordcry_app.services.state_reader import STATE_TABLES, table_of
from mordcry_app.services.unit_of_work import Image

if TYPE_CHECKING:
    from sqlalchemy import Connection

FINISH, AMEND = "finish", "amend"
"""Kinds of the operations that commit a board, and a correction; also the kind of its draft."""

RECORD, COMMIT = "record", "operation"
"""Keys in the `about` of a correction’s draft: the battle as it is corrected to, if it is, and the
operation that committed what is corrected."""

BATTLE_KEY, ASKED_KEY = "battle_id", "asked"
"""Keys in the detail of such an operation: its battle, and the names of the questions in use."""

WRITTEN_TABLES = STATE_TABLES | {"battle", "chronicle_entry"}
"""What committing an aftermath can write to, beside its own draft."""

LABELS: Mapping[str, frozenset[str]] = {
    "player": frozenset({"name"}),
    "roster": frozenset({"name", "motto", "theme", "position", "crest_id"}),
    "member": frozenset({"name", "notes", "position", "portrait_id"}),
}
"""Columns that no rule looks at: whatever they were, they stay as they are now."""

RowKey = tuple[str, int]


@dataclass(frozen=True)
class LaterOperation:
    """An operation that was done after the aftermath, with what it changed of the campaign."""

    id: int
    kind: str
    label: str
    images: tuple[Image, ...]


@dataclass(frozen=True)
class Committed:
    """The commits of a battle’s aftermath, oldest first, and all that has followed.

    `rows` holds what the commits did to each row, taken together; `record` and `answers` are what
    the newest commit stands on, as stored. `asked` names the questions whose answers were in use,
    and is empty when the log does not tell.
    """

    battle_id: int
    number: int
    record: Mapping[str, Any]
    operations: tuple[int, ...]
    rows: Mapping[RowKey, Image]
    later: tuple[LaterOperation, ...]
    answers: Mapping[str, Any]
    asked: Mapping[str, str]
    images: tuple[Image, ...]
    """Every change since the battle was left, oldest first, by the commits and by all others."""
    first_joined: int | None
    """The id of the first member that any of the commits let join, gone again or not."""

    def added(self, table: str) -> set[int]:
        """Return the ids of the rows that the commits added to a table and left there."""
        return {
            row_id
            for (name, row_id), image in self.rows.items()
            if name == table and image.before is None
        }


def read_committed(connection: Connection, battle_id: int) -> Committed | None:
    """Return the commits of a battle’s aftermath, or none when it is not closed or not known."""
    battle = table_of(Battle).c
    row = connection.execute(
        select(battle.number, battle.state, battle.record).where(battle.id == battle_id)
    ).one_or_none()
    first = _finish_of(connection, battle_id) if row is not None else None
    if row is None or row.state != "closed" or first is None:
        return None
    operation, change = table_of(Operation).c, table_of(Change).c
    query = (
        select(operation.id, operation.kind, operation.label, operation.detail)
        .where(operation.status == "done", operation.id >= first)
        .order_by(operation.id)
    )
    done = connection.execute(query).all()
    commits = [
        o
        for o in done
        if o.id == first or (o.kind == AMEND and o.detail.get(BATTLE_KEY) == battle_id)
    ]
    ids = tuple(commit.id for commit in commits)
    images = (
        select(change.operation_id, change.table_name, change.row_id, change.before, change.after)
        .join(table_of(Operation), operation.id == change.operation_id)
        .where(
            operation.status == "done",
            operation.id >= first,
            change.table_name.in_(WRITTEN_TABLES),
        )
        .order_by(change.operation_id, change.sequence)
    )
    log = tuple((o, Image(*values)) for o, *values in connection.execute(images))
    later: dict[int, list[Image]] = {}
    for operation_id, image in log:
        if operation_id not in ids:
            later.setdefault(operation_id, []).append(image)
    return Committed(
        battle_id=battle_id,
        number=row.number,
        record=row.record,
        operations=ids,
        rows=together(image for operation_id, image in log if operation_id in ids),
        later=tuple(
            LaterOperation(o.id, o.kind, o.label, tuple(later[o.id])) for o in done if o.id in later
        ),
        answers=_answers(connection, ids[-1]),
        asked=commits[-1].detail.get(ASKED_KEY, {}),
        images=tuple(image for _, image in log),
        first_joined=min(
            (
                image.row_id
                for operation_id, image in log
                if operation_id in ids and image.table == "member" and image.before is None
            ),
            default=None,
        ),
    )


def together(images: Iterable[Image]) -> dict[RowKey, Image]:
    """Return what a series of changes did to each row: from before the first to after the last.

    A row that came and went again is left out.
    """
    rows: dict[RowKey, Image] = {}
    for image in images:
        key = image.table, image.row_id
        known = rows.get(key)
        rows[key] = Image(*key, known.before if known else image.before, image.after)
    return {key: image for key, image in rows.items() if image.before or image.after}


def changed_columns(image: Image) -> set[str]:
    """Return the columns of a row that a change is about, without those no rule looks at."""
    before, after = image.before or {}, image.after or {}
    columns = {name for name in {*before, *after} if before.get(name) != after.get(name)}
    return columns - LABELS.get(image.table, frozenset())


def operations_ago(connection: Connection, operation_id: int) -> int:
    """Return how many operations have been done from this one on, itself included."""
    operation = table_of(Operation).c
    query = select(func.count()).where(operation.status == "done", operation.id >= operation_id)
    return connection.execute(query).scalar_one()


def _finish_of(connection: Connection, battle_id: int) -> int | None:
    """Return the operation that closed a battle, looking from the newest one back."""
    operation, change = table_of(Operation).c, table_of(Change).c
    query = (
        select(operation.id)
        .where(operation.status == "done", operation.kind == FINISH)
        .order_by(operation.id.desc())
    )
    for operation_id in connection.scalars(query):
        closes = select(change.after).where(
            change.operation_id == operation_id,
            change.table_name == Battle.__tablename__,
            change.row_id == battle_id,
        )
        for after in connection.scalars(closes):
            if after is not None and after["state"] == "closed":
                return operation_id
    return None


def _answers(connection: Connection, operation_id: int) -> dict[str, Any]:
    """Return the answers of the draft that an operation closed."""
    change = table_of(Change).c
    query = select(change.before, change.after).where(
        change.operation_id == operation_id, change.table_name == Draft.__tablename__
    )
    for before, after in connection.execute(query):
        if before is not None and after is None:
            return dict(before["answers"])
    return {}
