"""Undo, redo and jumping in the history, across restarts and without a limit.

Undo puts the stored images back; nothing is worked out or rolled anew. An operation is taken back
only while every row that it left behind still stands as it left it; otherwise the undo is refused
with the reason. The first operation, which founds the campaign, cannot be taken back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, cast

from sqlalchemy import Table, delete, insert, select, update

from mordcry_app.model.tables import Change, Operation
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.unit_of_work import FOUNDING, Image, table_named, touched_ids
from mordcry_app.services.views import HistoryView, OperationView, Touched

if TYPE_CHECKING:
    from sqlalchemy import Connection

_OPERATION = cast(Table, Operation.__table__)  # pyright: ignore
_CHANGE = cast(Table, Change.__table__)  # pyright: ignore

_ABOUT_MEMBERS = ("member", "stat", "modifier", "trait", "possession", "ledger_entry")

Direction = Literal["undo", "redo"]


@dataclass(frozen=True)
class _Image:
    table: str
    row_id: int
    before: Image | None
    after: Image | None


def history_view(file: CampaignFile) -> HistoryView:
    """Return every operation, newest first, and what undo and redo would do now."""
    with file.reading() as connection:
        rows = connection.execute(
            select(_OPERATION)
            .where(_OPERATION.c.status != "abandoned")
            .order_by(_OPERATION.c.id.desc())
        ).mappings()
        operations = tuple(operation_view(row) for row in rows)
    done = next((o for o in operations if o.status == "done" and not o.is_founding), None)
    undone = [o for o in operations if o.status == "undone"]
    return HistoryView(
        operations=operations,
        undo_label=done.label if done else "",
        redo_label=undone[-1].label if undone else "",
    )


def operation_view(row: Any) -> OperationView:
    """Return the view of a stored operation."""
    return OperationView(
        id=row["id"],
        kind=row["kind"],
        label=row["label"],
        at=row["at"],
        status=row["status"],
        group_key=row["group_key"],
        is_founding=row["kind"] == FOUNDING,
    )


def member_operations(file: CampaignFile, member_id: int) -> tuple[OperationView, ...]:
    """Return the operations that changed one fighter, newest first."""
    with file.reading() as connection:
        images = connection.execute(
            select(_CHANGE.c.operation_id, _CHANGE.c.before, _CHANGE.c.after)
            .join(_OPERATION, _OPERATION.c.id == _CHANGE.c.operation_id)
            .where(_OPERATION.c.status == "done", _CHANGE.c.table_name.in_(_ABOUT_MEMBERS))
        )
        ids = {
            row.operation_id
            for row in images
            if member_id in _members_in(row.after or row.before or {})
        }
        rows = connection.execute(
            select(_OPERATION).where(_OPERATION.c.id.in_(ids)).order_by(_OPERATION.c.id.desc())
        ).mappings()
        return tuple(operation_view(row) for row in rows)


def undo(file: CampaignFile) -> Touched:
    """Take the last operation back; raises `Refusal` when there is none or it cannot be."""
    with file.writing() as connection:
        row = connection.execute(
            select(_OPERATION.c.id, _OPERATION.c.label, _OPERATION.c.kind)
            .where(_OPERATION.c.status == "done")
            .order_by(_OPERATION.c.id.desc())
            .limit(1)
        ).one_or_none()
        if row is None or row.kind == FOUNDING:
            raise Refusal("There is nothing to undo: this is where the campaign begins.")
        images = _move(connection, [int(row.id)], "undo")
    return _touched(f"Undone: {row.label}", int(row.id), images)


def redo(file: CampaignFile) -> Touched:
    """Do the operation again that was taken back last, from its stored images."""
    with file.writing() as connection:
        row = connection.execute(
            select(_OPERATION.c.id, _OPERATION.c.label)
            .where(_OPERATION.c.status == "undone")
            .order_by(_OPERATION.c.id)
            .limit(1)
        ).one_or_none()
        if row is None:
            raise Refusal("There is nothing to redo.")
        images = _move(connection, [int(row.id)], "redo")
    return _touched(f"Done again: {row.label}", int(row.id), images)


def jump_to(file: CampaignFile, operation_id: int) -> Touched:
    """Go to the state right after an operation, by undoing or redoing all that lies between.

    It happens wholly or not at all.
    """
    with file.writing() as connection:
        aim = (
            connection.execute(select(_OPERATION).where(_OPERATION.c.id == operation_id))
            .mappings()
            .one_or_none()
        )
        if aim is None or aim["status"] == "abandoned":
            raise Refusal("That point of the history is no longer there.")
        if aim["status"] == "done":
            query = (
                select(_OPERATION.c.id)
                .where(_OPERATION.c.status == "done", _OPERATION.c.id > operation_id)
                .order_by(_OPERATION.c.id.desc())
            )
            ids = [int(row.id) for row in connection.execute(query)]
            images = _move(connection, ids, "undo")
        else:
            query = (
                select(_OPERATION.c.id)
                .where(_OPERATION.c.status == "undone", _OPERATION.c.id <= operation_id)
                .order_by(_OPERATION.c.id)
            )
            ids = [int(row.id) for row in connection.execute(query)]
            images = _move(connection, ids, "redo")
    if not ids:
        return Touched()
    touched = _touched(f"Went to: {aim['label']}", operation_id, images)
    return Touched(**{**touched.__dict__, "everything": True})


def _move(connection: Connection, operation_ids: Sequence[int], way: Direction) -> list[_Image]:
    moved: list[_Image] = []
    for operation_id in operation_ids:
        rows = connection.execute(
            select(_CHANGE)
            .where(_CHANGE.c.operation_id == operation_id)
            .order_by(_CHANGE.c.sequence.desc() if way == "undo" else _CHANGE.c.sequence)
        ).mappings()
        images = [
            _Image(row["table_name"], row["row_id"], row["before"], row["after"]) for row in rows
        ]
        for image in images:
            if way == "undo":
                _replace(connection, image.table, image.row_id, image.after, image.before)
            else:
                _replace(connection, image.table, image.row_id, image.before, image.after)
        connection.execute(
            update(_OPERATION)
            .where(_OPERATION.c.id == operation_id)
            .values(status="undone" if way == "undo" else "done")
        )
        moved.extend(images)
    return moved


def _replace(
    connection: Connection,
    table_name: str,
    row_id: int,
    present: Image | None,
    wanted: Image | None,
) -> None:
    """Put the wanted image in the place of the present one, if the present one is still there."""
    table = table_named(table_name)
    row = connection.execute(select(table).where(table.c.id == row_id)).mappings().one_or_none()
    found = dict(row) if row is not None else None
    if found != present:
        raise Refusal(
            f"This cannot be taken back or done again: something has since changed the same "
            f"{table_name.replace('_', ' ')}. Nothing was changed."
        )
    if wanted is None:
        connection.execute(delete(table).where(table.c.id == row_id))
    elif present is None:
        connection.execute(insert(table).values(wanted))
    else:
        connection.execute(update(table).where(table.c.id == row_id).values(wanted))


def _members_in(image: Image) -> tuple[int | None, ...]:
    own = image.get("id") if "archetype" in image else None
    return (own, image.get("member_id"))


def _touched(label: str, operation_id: int, images: list[_Image]) -> Touched:
    ids = touched_ids((i.table, i.row_id, i.after or i.before or {}) for i in images)
    return Touched(label=label, operation_id=operation_id, **ids)
