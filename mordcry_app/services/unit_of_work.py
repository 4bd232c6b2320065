"""One operation: every row change, its before and after images, and its label, in one transaction.

Every service that changes a campaign does so inside `unit_of_work`. All writes go through one
session; its flushes are where the images are taken, in one place. A write that would pass the
session by (bulk DML, plain SQL, a savepoint) is an error, so no change can go unrecorded.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from sqlalchemy import event, insert, inspect, select, update
from sqlalchemy.orm import ORMExecuteState, Session

from mordcry_app.model.tables import (
    UNTRACKED,
    Attachment,
    Change,
    Member,
    Operation,
    Player,
    Roster,
    Row,
)
from mordcry_app.rules.state import State
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.state_reader import current_state, table_of
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
    """The inside of a unit of work: the session to write with, and what the operation is called."""

    def __init__(
        self, file: CampaignFile, session: Session, connection: Connection, label: str
    ) -> None:
        self.file = file
        self.session = session
        self.connection = connection
        self.label = label
        self.detail: dict[str, Any] = {}
        self.created: dict[str, int] = {}
        self._touched: Touched | None = None

    def state(self) -> State:
        """Return the campaign as it stands, with all that this operation has changed so far."""
        self.session.flush()
        return current_state(self.file, self.connection)

    def add(self, row: Row) -> int:
        """Add a row and return its id."""
        self.session.add(row)
        self.session.flush()
        assert row.id is not None
        return row.id

    def delete(self, row: Row) -> None:
        """Delete a row."""
        self.session.delete(row)
        self.session.flush()

    @property
    def touched(self) -> Touched:
        """What the operation changed; known once the unit of work has ended."""
        if self._touched is None:
            raise RuntimeError("ask for what was touched after the unit of work")
        return self._touched

    def finished(self, touched: Touched) -> None:
        """Note the result; called once, at the end."""
        self._touched = touched


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
        session = Session(bind=connection, expire_on_commit=False)
        recorder = _Recorder(file, session)
        work = Work(file, session, connection, label)
        try:
            with _guard(connection, recorder):
                yield work
                session.flush()
        finally:
            session.close()
        operation_id = _store(connection, work, kind, group_key, recorder.images)
        touched = Touched(created=dict(work.created))
        if operation_id is not None:
            touched = touched_by(
                connection, work.label, operation_id, recorder.images, work.created
            )
        file.wrote({*touched.tables, Operation.__tablename__, Attachment.__tablename__})
    work.finished(touched)


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


class _Recorder:
    """Listens to one session and keeps the images of everything that it flushes."""

    def __init__(self, file: CampaignFile, session: Session) -> None:
        self.images: list[Image] = []
        self.is_flushing = False
        self._file = file
        self._before: dict[int, Values] = {}
        event.listen(session, "before_flush", self._before_flush)
        event.listen(session, "after_flush", self._after_flush)
        event.listen(session, "after_soft_rollback", self._after_rollback)
        event.listen(session, "do_orm_execute", self._refuse_bulk)

    def _before_flush(self, session: Session, context: object, instances: object) -> None:
        self.is_flushing = True
        self._file.remembered.pause()
        for row in _tracked((*session.dirty, *session.deleted)):
            self._before[id(row)] = _values_before(row)

    def _after_flush(self, session: Session, context: object) -> None:
        self.is_flushing = False
        for row in _in_order(session.new):
            self._note(row, None, values_of(row))
        for row in _in_order(session.dirty):
            before, after = self._before.pop(id(row)), values_of(row)
            if before != after:
                self._note(row, before, after)
        for row in reversed(_in_order(session.deleted)):
            self._note(row, self._before.pop(id(row)), None)

    def _after_rollback(self, session: Session, previous: object) -> None:
        self.is_flushing = False

    def _refuse_bulk(self, execution: ORMExecuteState) -> None:
        if not execution.is_select:
            raise UntrackedWriteError("change rows through the session, not in bulk")

    def _note(self, row: Row, before: Values | None, after: Values | None) -> None:
        assert row.id is not None
        self.images.append(Image(row.__tablename__, row.id, before, after))


def values_of(row: Row) -> Values:
    """Return the values of a row as it stands now."""
    return {name: getattr(row, name) for name in _columns(row.__tablename__)}


def _values_before(row: Row) -> Values:
    """Return the values that a changed row had before, from the session’s own history."""
    attributes = inspect(row).attrs
    values: Values = {}
    for name in _columns(row.__tablename__):
        history = attributes[name].load_history()
        values[name] = history.deleted[0] if history.deleted else getattr(row, name)
    return values


@lru_cache(maxsize=64)
def _columns(table: str) -> tuple[str, ...]:
    return tuple(Row.metadata.tables[table].columns.keys())


@lru_cache(maxsize=1)
def _places() -> dict[str, int]:
    """Return the place of each table; a table comes after those that it refers to."""
    return {table.name: place for place, table in enumerate(Row.metadata.sorted_tables)}


def _tracked(rows: Iterable[object]) -> list[Row]:
    return [row for row in rows if isinstance(row, Row) and row.__tablename__ not in UNTRACKED]


def _in_order(rows: Iterable[object]) -> list[Row]:
    places = _places()
    return sorted(_tracked(rows), key=lambda row: (places[row.__tablename__], row.id or 0))


@contextmanager
def _guard(connection: Connection, recorder: _Recorder) -> Generator[None]:
    """Make everything an error but queries and what the session flushes."""

    def check(opened: object, cursor: object, statement: str, *_: object) -> None:
        if not recorder.is_flushing and not statement.lstrip().upper().startswith("SELECT"):
            raise UntrackedWriteError(f"a write outside the session: {statement[:80]}")

    event.listen(connection, "before_cursor_execute", check)
    try:
        yield
    finally:
        event.remove(connection, "before_cursor_execute", check)


def _store(
    connection: Connection, work: Work, kind: str, group_key: str, images: list[Image]
) -> int | None:
    """Write the operation with its images and return its id, or none when nothing changed."""
    if not images:
        return None
    operation = table_of(Operation)
    connection.execute(
        update(operation).where(operation.c.status == "undone").values(status="abandoned")
    )
    row = Operation(
        kind=kind, label=work.label[:LONGEST_LABEL], group_key=group_key, detail=work.detail
    )
    values = {name: value for name, value in values_of(row).items() if name != "id"}
    key = connection.execute(insert(operation).values(values)).inserted_primary_key
    operation_id = int(cast("tuple[int]", key)[0])
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
            for number, image in enumerate(images)
        ],
    )
    return operation_id
