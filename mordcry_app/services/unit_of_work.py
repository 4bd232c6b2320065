"""One operation: every row change, its before and after images, and its label, in one transaction.

Every service that changes a campaign does so inside `unit_of_work`, through the methods of `Work`:
they write rows and keep images of them, in one place. Any other write (bulk DML, plain SQL, a
savepoint) is an error, so no change can go unrecorded.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic_core import PydanticUndefined
from sqlalchemy import (
    Delete,
    Select,
    Table,
    Update,
    bindparam,
    delete,
    event,
    func,
    insert,
    select,
    update,
)

from mordcry_app.model.tables import UNTRACKED, Change, Member, Operation, Player, Roster, Row
from mordcry_app.rules.state import State
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.remembered import Owners
from mordcry_app.services.shown import as_sentence
from mordcry_app.services.state_reader import current_state, free_id, table_of
from mordcry_app.services.views import Touched

if TYPE_CHECKING:
    from sqlalchemy import Connection

FOUNDING = "founding"
"""Kind of the first operation, which nothing takes back."""

LONGEST_LABEL = 500

Values = dict[str, Any]
"""The values of a row by column."""


class Image(NamedTuple):
    """A row before and after a change; none where there was no such row."""

    table: str
    row_id: int
    before: Values | None
    after: Values | None

    @property
    def values(self) -> Values:
        """The values after the change or, for a deleted row, before it."""
        return self.after or self.before or {}

    @property
    def member_id(self) -> int | None:
        """The member that the row is about, if any."""
        if self.table == Member.__tablename__:
            return self.row_id
        return self.values.get("member_id")


class UntrackedWriteError(RuntimeError):
    """A write that the operation log would not have seen: a bug of ours."""


class Work:
    """The inside of a unit of work: what to write with, and what the operation is called."""

    def __init__(self, file: CampaignFile, connection: Connection, label: str) -> None:
        self.file = file
        self.connection = connection
        self.label = label
        self.detail: dict[str, Any] = {}
        self.created: dict[str, int] = {}
        self.images: list[Image] = []
        self._next_ids: dict[str, int] = {}
        self._is_writing = False
        self._touched: Touched | None = None

    def state(self) -> State:
        """Return the campaign as it stands, with all that this operation has changed so far."""
        return current_state(self.file, self.connection, owners_of(self.images))

    def find(self, model: type[Row], row_id: int) -> Values | None:
        """Return a row as it stands, or none."""
        query = _select_row(table_of(model))
        row = self.connection.execute(query, {"row": row_id}).mappings().first()
        return dict(row) if row is not None else None

    def get(self, model: type[Row], row_id: int) -> Values:
        """Return a row that is there; raises `LookupError` when it is not."""
        row = self.find(model, row_id)
        if row is None:
            raise LookupError(f"no {model.__tablename__} {row_id}")
        return row

    def add(self, model: type[Row], **values: Any) -> int:
        """Add a row and return its id; what is not given has its default."""
        return self.write(model, added=[values])[0]

    def change(self, model: type[Row], row_id: int, **values: Any) -> None:
        """Change some values of a row that is there; raises `LookupError` when it is not."""
        before = self.get(model, row_id)
        self.write(model, changed=[(before, {**before, **values})])

    def remove(self, model: type[Row], row_id: int) -> None:
        """Remove a row that is there; raises `LookupError` when it is not."""
        self.write(model, removed=[self.get(model, row_id)])

    def write(
        self,
        model: type[Row],
        *,
        removed: Sequence[Values] = (),
        changed: Sequence[tuple[Values, Values]] = (),
        added: Sequence[Mapping[str, Any]] = (),
    ) -> list[int]:
        """Write many rows of one table at once and return the ids of those that were added.

        Removed and changed rows are given as they were read in this unit of work. They are written
        in this order, so that a new row can take the place of one that goes.
        """
        table = table_of(model)
        images = [Image(table.name, row["id"], row, None) for row in removed]
        images += [
            Image(table.name, before["id"], before, after)
            for before, after in changed
            if before != after
        ]
        blank = blank_row(model) if added else {}
        new = self._with_ids(table, [{**blank, **row} for row in added])
        images += [Image(table.name, row["id"], None, row) for row in new]
        _check_columns(table, images)
        if images:
            self.file.remembered.pause()
            self._is_writing = True
            try:
                write_images(self.connection, table, images)
            finally:
                self._is_writing = False
        if table.name not in UNTRACKED:
            self.images += images
        return [row["id"] for row in new]

    @property
    def touched(self) -> Touched:
        """What the operation changed; known once the unit of work has ended."""
        if self._touched is None:
            raise RuntimeError("ask for what was touched after the unit of work")
        return self._touched

    def finished(self, touched: Touched) -> None:
        """Note the result; called once, at the end."""
        self._touched = touched

    def check_statement(self, statement: str) -> None:
        """Raise `UntrackedWriteError` for a statement that is neither ours nor a query."""
        if not self._is_writing and not statement.lstrip().upper().startswith("SELECT"):
            raise UntrackedWriteError(f"a write outside the operation log: {statement[:80]}")

    def _with_ids(self, table: Table, rows: list[Values]) -> list[Values]:
        """Give rows ids of their own, none that any row ever had: an undone one may come back."""
        for row in rows:
            if row["id"] is None:
                row["id"] = self._next_ids.get(table.name) or free_id(self.connection, table)
            self._next_ids[table.name] = row["id"] + 1
        return rows


@contextmanager
def unit_of_work(
    file: CampaignFile, label: str, kind: str, *, group_key: str = ""
) -> Generator[Work]:
    """Run the body as one operation of the campaign.

    `label` says in plain words what is done (it may be refined through `Work.label`); `kind` is a
    short id; operations that share `group_key` are shown together. When the body raises, nothing
    is changed. When it changes nothing, no operation is kept. Whatever had been undone before is
    set aside: it can no longer be redone.
    """
    with file.writing() as connection:
        work = Work(file, connection, label)
        with _guarded(work):
            yield work
        work.label = as_sentence(work.label)
        operation_id = _store(work, kind, group_key)
        touched = Touched(created=dict(work.created))
        if operation_id is not None:
            touched = touched_by(connection, work.label, operation_id, work.images, work.created)
        file.wrote({*touched.tables, Operation.__tablename__}, owners_of(work.images))
    work.finished(touched)


def owners_of(images: Iterable[Image]) -> Owners:
    """Return about whom changes are, those who had a row before as well as those who have it."""
    members: set[int] = set()
    rosters: set[int] = set()
    for image in images:
        if image.table == Member.__tablename__:
            members.add(image.row_id)
        elif image.table == Roster.__tablename__:
            rosters.add(image.row_id)
        for values in (image.before, image.after):
            if values is not None:
                members.add(values.get("member_id") or 0)
                rosters.add(values.get("roster_id") or 0)
    return Owners(frozenset(members - {0}), frozenset(rosters - {0}))


def write_images(connection: Connection, table: Table, images: Sequence[Image]) -> None:
    """Carry changes of one table out; rows of one kind that follow each other go together."""
    start = 0
    for place, image in enumerate(images):
        if _kind(image) != _kind(images[start]):
            _write_alike(connection, table, images[start:place])
            start = place
    _write_alike(connection, table, images[start:])


def touched_by(
    connection: Connection,
    label: str,
    operation_id: int,
    images: Collection[Image],
    created: dict[str, int] | None = None,
    *,
    everything: bool = False,
) -> Touched:
    """Return which tables, members and rosters a series of changes is about."""
    rosters: set[int] = set()
    players: set[int] = set()
    for image in images:
        if image.table == Roster.__tablename__:
            rosters.add(image.row_id)
        elif image.table == Player.__tablename__:
            players.add(image.row_id)
        elif image.values.get("roster_id") is not None:
            rosters.add(image.values["roster_id"])
    if players:
        roster = table_of(Roster).c
        query = select(roster.id).where(roster.player_id.in_(players))
        rosters.update(connection.scalars(query))
    return Touched(
        label=label,
        operation_id=operation_id,
        tables=frozenset(image.table for image in images),
        members=frozenset(image.member_id for image in images if image.member_id is not None),
        rosters=frozenset(rosters),
        created=dict(created or {}),
        everything=everything,
    )


def blank_row(model: type[Row]) -> Values:
    """Return a new row with the default of every column; none where there is no default."""
    values: Values = {}
    for name, field in model.model_fields.items():
        default: object = field.get_default(call_default_factory=True)
        values[name] = None if default is PydanticUndefined else default
    return values


@lru_cache(maxsize=64)
def _select_row(table: Table) -> Select[*tuple[Any, ...]]:
    return select(table).where(table.c.id == bindparam("row"))


@lru_cache(maxsize=64)
def _update_row(table: Table) -> Update:
    return update(table).where(table.c.id == bindparam("row"))


@lru_cache(maxsize=64)
def _delete_row(table: Table) -> Delete:
    return delete(table).where(table.c.id == bindparam("row"))


def _check_columns(table: Table, images: Sequence[Image]) -> None:
    """Raise `LookupError` for a column that is not there: the database would pass over it."""
    columns = set(table.columns.keys())
    for image in images:
        if image.values.keys() != columns:
            wrong = ", ".join(sorted(image.values.keys() ^ columns))
            raise LookupError(f"{table.name} has other columns: {wrong}")


@contextmanager
def _guarded(work: Work) -> Generator[None]:
    """Make everything an error but queries and what `Work` writes."""

    def check(opened: object, cursor: object, statement: str, *_: object) -> None:
        work.check_statement(statement)

    event.listen(work.connection, "before_cursor_execute", check)
    try:
        yield
    finally:
        event.remove(work.connection, "before_cursor_execute", check)


def _kind(image: Image) -> tuple[bool, bool, frozenset[str]]:
    return image.before is None, image.after is None, frozenset(image.values)


def _write_alike(connection: Connection, table: Table, images: Sequence[Image]) -> None:
    """Write images that are all of one kind: rows that come, rows that go, or rows that change."""
    if images[0].after is None:
        ids = [{"row": image.row_id} for image in images]
        connection.execute(_delete_row(table), ids)
    elif images[0].before is None:
        connection.execute(insert(table), [image.values for image in images])
    else:
        values = [{**image.values, "row": image.row_id} for image in images]
        connection.execute(_update_row(table), values)


def _store(work: Work, kind: str, group_key: str) -> int | None:
    """Write the operation with its images and return its id, or none when nothing changed."""
    if not work.images:
        return None
    connection, operation = work.connection, table_of(Operation)
    connection.execute(
        update(operation).where(operation.c.status == "undone").values(status="abandoned")
    )
    operation_id = _newest_operation(connection) + 1
    values = blank_row(Operation) | {
        "id": operation_id,
        "kind": kind,
        "label": work.label[:LONGEST_LABEL],
        "group_key": group_key,
        "detail": work.detail,
    }
    connection.execute(insert(operation), values)
    connection.execute(
        insert(table_of(Change)),
        [
            {
                "operation_id": operation_id,
                "sequence": number,
                "table_name": image.table,
                "row_id": image.row_id,
                "member_id": image.member_id,
                "before": image.before,
                "after": image.after,
            }
            for number, image in enumerate(work.images)
        ],
    )
    return operation_id


def _newest_operation(connection: Connection) -> int:
    """Return the id of the newest operation; operations are never removed."""
    return int(connection.execute(select(func.max(table_of(Operation).c.id))).scalar_one() or 0)
