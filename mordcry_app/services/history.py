"""Undo, redo and jumping in the history, across restarts and without a limit.

Undo puts the stored images back; nothing is worked out or rolled anew. An operation is taken back
only while every row that it left behind still stands as it left it; otherwise the undo is refused
with the reason. The first operation, which founds the campaign, cannot be taken back.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import Row as ResultRow
from sqlalchemy import Select, bindparam, func, select, update

from mordcry_app.model.tables import Change, Operation, Row
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.state_reader import table_of
from mordcry_app.services.unit_of_work import (
    FOUNDING,
    Image,
    Values,
    owners_of,
    touched_by,
    write_images,
)
from mordcry_app.services.views import HistoryView, OperationView, Touched

if TYPE_CHECKING:
    from sqlalchemy import Connection

_OPERATION = table_of(Operation)
_CHANGE = table_of(Change)

_SHOWN = select(
    _OPERATION.c.id,
    _OPERATION.c.kind,
    _OPERATION.c.label,
    _OPERATION.c.at,
    _OPERATION.c.status,
    _OPERATION.c.group_key,
).order_by(_OPERATION.c.id.desc())

_ABOUT_MEMBERS = ("member", "stat", "modifier", "trait", "possession", "ledger_entry")

_ROWS_AT_ONCE = 500

Direction = Literal["undo", "redo"]


def history_view(file: CampaignFile) -> HistoryView:
    """Return every operation, newest first, and what undo and redo would do now.

    An operation that stands never changes, and those that are taken back are the newest; so what
    was read before is only cut where it ends, and what came since is read.
    """
    standing = file.remembered.get("standing operations", frozenset(), list[OperationView])
    status, number = _OPERATION.c.status, _OPERATION.c.id
    with file.reading() as connection:
        query = select(func.count()).where(status == "done", number <= _newest(standing))
        del standing[: len(standing) - connection.execute(query).scalar_one()]
        later = _SHOWN.where(number > _newest(standing), status != "abandoned")
        new = [_operation_view(row) for row in connection.execute(later)]
    undone = [operation for operation in new if operation.status == "undone"]
    standing[:0] = [operation for operation in new if operation.status == "done"]
    done = next((operation for operation in standing if not operation.is_founding), None)
    return HistoryView(
        operations=(*undone, *standing),
        undo_label=done.label if done else "",
        redo_label=undone[-1].label if undone else "",
    )


def member_operations(file: CampaignFile, member_id: int) -> tuple[OperationView, ...]:
    """Return the operations that changed one fighter, newest first."""
    ids = select(_CHANGE.c.operation_id).where(
        _CHANGE.c.member_id == member_id, _CHANGE.c.table_name.in_(_ABOUT_MEMBERS)
    )
    query = _SHOWN.where(_OPERATION.c.id.in_(ids), _OPERATION.c.status == "done")
    with file.reading() as connection:
        return tuple(_operation_view(row) for row in connection.execute(query))


def undo(file: CampaignFile) -> Touched:
    """Take the last operation back; raises `Refusal` when there is none or it cannot be."""
    with file.writing() as connection:
        row = connection.execute(_SHOWN.where(_OPERATION.c.status == "done").limit(1)).first()
        if row is None or row.kind == FOUNDING:
            raise Refusal("There is nothing to undo: this is where the campaign begins.")
        images = _move(connection, [row.id], "undo")
        touched = touched_by(connection, f"Undone: {row.label}", row.id, images)
        file.wrote({*touched.tables, "operation"}, owners_of(images))
    return touched


def redo(file: CampaignFile) -> Touched:
    """Do the operation again that was taken back last, from its stored images."""
    with file.writing() as connection:
        query = _SHOWN.where(_OPERATION.c.status == "undone").order_by(None)
        row = connection.execute(query.order_by(_OPERATION.c.id).limit(1)).first()
        if row is None:
            raise Refusal("There is nothing to redo.")
        images = _move(connection, [row.id], "redo")
        touched = touched_by(connection, f"Done again: {row.label}", row.id, images)
        file.wrote({*touched.tables, "operation"}, owners_of(images))
    return touched


def jump_to(file: CampaignFile, operation_id: int) -> Touched:
    """Go to the state right after an operation, by undoing or redoing all that lies between.

    It happens wholly or not at all.
    """
    with file.writing() as connection:
        aim = connection.execute(_SHOWN.where(_OPERATION.c.id == operation_id)).one_or_none()
        if aim is None or aim.status == "abandoned":
            raise Refusal("That point of the history is no longer there.")
        ids = select(_OPERATION.c.id).where(_OPERATION.c.status == aim.status)
        if aim.status == "done":
            ids = ids.where(_OPERATION.c.id > operation_id).order_by(_OPERATION.c.id.desc())
            way: Direction = "undo"
        else:
            ids = ids.where(_OPERATION.c.id <= operation_id).order_by(_OPERATION.c.id)
            way = "redo"
        images = _move(connection, connection.scalars(ids).all(), way)
        if not images:
            return Touched()
        return touched_by(
            connection, f"Went to: {aim.label}", operation_id, images, everything=True
        )


def _newest(operations: Sequence[OperationView]) -> int:
    return operations[0].id if operations else 0


def _operation_view(row: ResultRow[Any, Any, Any, Any, Any, Any]) -> OperationView:
    return OperationView(
        id=row.id,
        kind=row.kind,
        label=row.label,
        at=row.at,
        status=row.status,
        group_key=row.group_key,
        is_founding=row.kind == FOUNDING,
    )


def _move(connection: Connection, operation_ids: Sequence[int], way: Direction) -> list[Image]:
    """Undo or redo operations one after the other; return all of their images."""
    moved: list[Image] = []
    for operation_id in operation_ids:
        query = (
            select(_CHANGE.c.table_name, _CHANGE.c.row_id, _CHANGE.c.before, _CHANGE.c.after)
            .where(_CHANGE.c.operation_id == operation_id)
            .order_by(_CHANGE.c.sequence)
        )
        images = [Image(*row) for row in connection.execute(query)]
        steps = images
        if way == "undo":
            steps = [
                Image(image.table, image.row_id, image.after, image.before)
                for image in reversed(images)
            ]
        _replay(connection, steps)
        connection.execute(
            update(_OPERATION)
            .where(_OPERATION.c.id == operation_id)
            .values(status="undone" if way == "undo" else "done")
        )
        moved.extend(images)
    return moved


def _replay(connection: Connection, steps: Sequence[Image]) -> None:
    """Carry changes out, each in its turn; raises `Refusal` when a row is not as it should be.

    Steps on one table that follow each other are written together.
    """
    present = _rows_of(connection, steps)
    for step in steps:
        here = (step.table, step.row_id)
        if not is_as_left(present[here], step.before):
            raise Refusal(
                "This cannot be taken back or done again: something has since changed the same "
                f"{step.table.replace('_', ' ')}. Nothing was changed."
            )
        present[here] = step.after
    for table, run in groupby(steps, key=attrgetter("table")):
        write_images(connection, Row.metadata.tables[table], list(run))


def is_as_left(found: Values | None, left: Values | None) -> bool:
    """Say whether a row stands as an image has it; columns that came later may have any value."""
    if found is None or left is None:
        return found is left
    return all(found.get(name) == value for name, value in left.items())


def _rows_of(
    connection: Connection, steps: Sequence[Image]
) -> dict[tuple[str, int], Values | None]:
    """Return every row that the steps are about as it is stored; none for what is not there."""
    ids: dict[str, list[int]] = defaultdict(list)
    found: dict[tuple[str, int], Values | None] = {}
    for step in steps:
        if (step.table, step.row_id) not in found:
            found[step.table, step.row_id] = None
            ids[step.table].append(step.row_id)
    for name, wanted in ids.items():
        query = _select_rows(name)
        for start in range(0, len(wanted), _ROWS_AT_ONCE):
            some = {"rows": wanted[start : start + _ROWS_AT_ONCE]}
            for row in connection.execute(query, some).mappings():
                found[name, row["id"]] = dict(row)
    return found


@lru_cache(maxsize=64)
def _select_rows(name: str) -> Select[*tuple[Any, ...]]:
    table = Row.metadata.tables[name]
    return select(table).where(table.c.id.in_(bindparam("rows", expanding=True)))
