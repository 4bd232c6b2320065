"""One operation: every row change, its before and after images, and its label, in one transaction.

Every service that changes a campaign does so inside `unit_of_work`. All writes go through one
session; its flushes are where the images are taken, in one place. A write that would pass the
session by (bulk DML, plain SQL) is an error, so no change can go unrecorded.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import Table, event, insert, inspect, update
from sqlalchemy.orm import Session

from mordcry_app.model.tables import UNTRACKED, Change, Member, Operation, Roster, Row
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.views import Touched

if TYPE_CHECKING:
    from sqlalchemy import Connection

FOUNDING = "founding"
"""Kind of the first operation, which nothing takes back."""

Image = dict[str, Any]


class UntrackedWriteError(RuntimeError):
    """A write that the operation log would not have seen: a bug of ours."""


class Work:
    """The inside of a unit of work: the session to write with, and what the operation is called."""

    def __init__(self, session: Session, connection: Connection, label: str) -> None:
        self.session = session
        self.connection = connection
        self.label = label
        self.detail: dict[str, Any] = {}
        self.created: dict[str, int] = {}
        self._touched: Touched | None = None

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


def table_named(name: str) -> Table:
    """Return a table of the model by name."""
    return Row.metadata.tables[name]


def row_image(row: Row) -> Image:
    """Return the stored values of a row as it stands now."""
    state = inspect(row)
    return {attribute.key: getattr(row, attribute.key) for attribute in state.mapper.column_attrs}


def _image_before(row: Row) -> Image:
    """Return the values that a changed row had before, from the session’s own history."""
    state = inspect(row)
    image: Image = {}
    for attribute in state.mapper.column_attrs:
        history = state.attrs[attribute.key].load_history()
        image[attribute.key] = (
            history.deleted[0] if history.deleted else getattr(row, attribute.key)
        )
    return image


class _Recorder:
    """Listens to one session and keeps the image pairs of everything it flushes."""

    def __init__(self, session: Session) -> None:
        self.changes: list[tuple[str, int, Image | None, Image | None]] = []
        self._before: dict[int, Image] = {}
        self.flushing = False
        self._order = {table.name: place for place, table in enumerate(Row.metadata.sorted_tables)}
        event.listen(session, "before_flush", self._before_flush)
        event.listen(session, "after_flush", self._after_flush)
        event.listen(session, "do_orm_execute", self._orm_execute)

    def _before_flush(self, session: Session, context: object, instances: object) -> None:
        self.flushing = True
        for row in (*session.dirty, *session.deleted):
            if _is_tracked(row):
                self._before[id(row)] = _image_before(cast(Row, row))

    def _after_flush(self, session: Session, context: object) -> None:
        self.flushing = False
        for row in self._sorted(session.new):
            self._note(row, None, row_image(row))
        for row in self._sorted(session.dirty):
            before, after = self._before.pop(id(row)), row_image(row)
            if before != after:
                self._note(row, before, after)
        for row in reversed(self._sorted(session.deleted)):
            self._note(row, self._before.pop(id(row)), None)

    def _orm_execute(self, execution: Any) -> None:
        if not execution.is_select:
            raise UntrackedWriteError("change rows through the session, not in bulk")

    def _sorted(self, rows: Any) -> list[Row]:
        tracked = [cast(Row, row) for row in rows if _is_tracked(row)]
        return sorted(tracked, key=lambda row: (self._order[str(row.__tablename__)], row.id or 0))

    def _note(self, row: Row, before: Image | None, after: Image | None) -> None:
        image = after or before
        assert image is not None
        self.changes.append((str(row.__tablename__), int(image["id"]), before, after))


def _is_tracked(row: object) -> bool:
    return isinstance(row, Row) and str(row.__tablename__) not in UNTRACKED


@contextmanager
def unit_of_work(
    file: CampaignFile, label: str, kind: str, *, group_key: str = ""
) -> Iterator[Work]:
    """Run the body as one operation of the campaign.

    `label` says in plain words what is done (it may be refined through `Work.label`); `kind` is a
    short id; operations that share `group_key` are shown together. When the body raises, nothing
    is changed. When it changes nothing, no operation is kept. Whatever had been undone before is
    set aside: it can no longer be redone.
    """
    with file.writing() as connection:
        session = Session(bind=connection, expire_on_commit=False)
        recorder = _Recorder(session)
        work = Work(session, connection, label)
        with _guard(connection, recorder):
            try:
                yield work
                session.flush()
            except BaseException:
                session.close()
                raise
        operation_id = _store(connection, work, kind, group_key, recorder)
        session.close()
    work.finished(_touched(work, operation_id, recorder.changes))


@contextmanager
def _guard(connection: Connection, recorder: _Recorder) -> Iterator[None]:
    """Make every write an error that does not come from the session’s flush."""

    def check(opened: object, cursor: object, statement: str, *_: object) -> None:
        verb = statement.lstrip().partition(" ")[0].upper()
        if verb in ("INSERT", "UPDATE", "DELETE", "REPLACE") and not recorder.flushing:
            raise UntrackedWriteError(f"a write outside the session: {statement[:80]}")

    event.listen(connection, "before_cursor_execute", check)
    try:
        yield
    finally:
        event.remove(connection, "before_cursor_execute", check)


def _store(
    connection: Connection, work: Work, kind: str, group_key: str, recorder: _Recorder
) -> int | None:
    if not recorder.changes:
        return None
    operation = cast(Table, Operation.__table__)  # pyright: ignore
    change = cast(Table, Change.__table__)  # pyright: ignore
    connection.execute(
        update(operation).where(operation.c.status == "undone").values(status="abandoned")
    )
    row = Operation(kind=kind, label=work.label[:500], group_key=group_key, detail=work.detail)
    values = {key: value for key, value in row_image(row).items() if key != "id"}
    result = connection.execute(insert(operation).values(values))
    key = result.inserted_primary_key
    assert key is not None
    operation_id = int(key[0])
    connection.execute(
        insert(change),
        [
            {
                "operation_id": operation_id,
                "sequence": number,
                "table_name": table,
                "row_id": row_id,
                "before": before,
                "after": after,
            }
            for number, (table, row_id, before, after) in enumerate(recorder.changes)
        ],
    )
    return operation_id


def _touched(
    work: Work,
    operation_id: int | None,
    changes: list[tuple[str, int, Image | None, Image | None]],
) -> Touched:
    if operation_id is None:
        return Touched(created=dict(work.created))
    return Touched(
        label=work.label,
        operation_id=operation_id,
        created=dict(work.created),
        **touched_ids(
            (table, row_id, after or before or {}) for table, row_id, before, after in changes
        ),
    )


def touched_ids(images: Any) -> dict[str, Any]:
    """Return which tables, members and rosters a series of (table, id, image) is about."""
    tables: set[str] = set()
    members: set[int] = set()
    rosters: set[int] = set()
    for table, row_id, image in images:
        tables.add(table)
        if table == Member.__tablename__:
            members.add(row_id)
        if table == Roster.__tablename__:
            rosters.add(row_id)
        if image.get("member_id") is not None:
            members.add(image["member_id"])
        if image.get("roster_id") is not None:
            rosters.add(image["roster_id"])
    return {
        "tables": frozenset(tables),
        "members": frozenset(members),
        "rosters": frozenset(rosters),
    }
