"""A rehearsal: another outcome of an aftermath acted out in memory, on the campaign as it was then.

The tables that an aftermath writes are copied into a database in memory as they stood right before
it was committed, only names and notes as they are now. There the new outcome is written by the
same code that writes the campaign; then everything that was done since is done again on top of it,
change by change. What differs from the campaign as it stands is the correction. Whatever was done
since and no longer fits is a conflict. The campaign itself is only read.
"""

from __future__ import annotations

import copy
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import create_engine, insert, select, text
from sqlalchemy.pool import StaticPool

from mordcry_app.model.tables import Campaign, Draft, Row
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.state import State
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.committed import (
    AMEND,
    COMMIT,
    LABELS,
    WRITTEN_TABLES,
    Committed,
    LaterOperation,
    RowKey,
    changed_columns,
    read_committed,
    together,
)
from mordcry_app.services.remembered import Remembered
from mordcry_app.services.state_reader import free_id, read_state, table_of
from mordcry_app.services.unit_of_work import Image, Values, Work, blank_row, write_images

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table

Rows = dict[RowKey, Values]

MODELS: Mapping[str, type[Row]] = {
    model.__tablename__: model
    for model in Row.__subclasses__()
    if model.__tablename__ in WRITTEN_TABLES
}
"""The models of the tables that an aftermath writes, by table."""

_ALIKE: Mapping[str, tuple[str, ...]] = {
    "ledger_entry": ("member_id", "roster_id", "resource"),
    "chronicle_entry": ("roster_id", "member_id"),
    "modifier": ("member_id", "key"),
    "stat": ("member_id", "key"),
    "trait": ("member_id", "kind", "ref"),
    "possession": ("member_id", "roster_id", "ref"),
    "pending": ("member_id", "roster_id", "ref"),
}
"""What a new row has to share with one that was committed to take its place."""

_UNIQUE = ("stat", "trait")
"""Tables that hold a row once only; what makes it one is in `_ALIKE`."""

_COUNTED = "possession", "quantity"
"""Units of an item lie together in one row: what was added or taken since is counted."""

_TOLD = "chronicle_entry"
"""What players have written there since stays as they wrote it."""

_OWN = ("id", "at")


@dataclass(frozen=True)
class Rehearsed:
    """What the campaign would come to: the state, the changes that lead there, and the conflicts.

    `changes` are net changes of rows as they stand now.
    """

    state: State
    changes: tuple[Image, ...]
    conflicts: tuple[LaterOperation, ...]


class Rehearsal:
    """The campaign as it was right before an aftermath was committed: `state`.

    There everybody is called as now; in `state_as_named` as then. Its database goes with it.
    """

    def __init__(self, file: CampaignFile, connection: Connection, committed: Committed) -> None:
        self.committed = committed
        self._file = file
        self._now = _rows_now(connection)
        self._then, names = _rows_then(self._now, committed)
        self._engine = create_engine(
            "sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False}
        )
        weakref.finalize(self, self._engine.dispose)
        self._copy(connection)
        with self._engine.connect() as stage:
            state = read_state(stage)
        self._free_member = state.next_member
        self.state = replace(state, next_member=committed.first_joined or state.next_member)
        self.state_as_named = _named(self.state, self._then, names)

    def act(self, perform: Callable[[Work], None]) -> Rehearsed:
        """Let `perform` write another outcome, and return what the campaign would come to."""
        with self._engine.connect() as stage:
            aside = copy.copy(self._file)  # what is read here must not be remembered there
            aside.remembered = Remembered()
            work = Work(aside, stage, "")
            try:
                perform(work)
                result = _Result(self._now, self._then, self.committed)
                result.take(self._with_known_members(work.images))
                result.do_again()
                changes = result.changes()
                result.write(stage, work.images)
                state = read_state(stage)
            finally:
                stage.rollback()
        return Rehearsed(state, changes, tuple(result.conflicts))

    def _with_known_members(self, images: Sequence[Image]) -> list[Image]:
        """Return what was written with ids for those who join: the ones that they have now.

        Who joins is numbered in the order of the board, in which others may have joined before.
        """
        written = together(images)
        known: dict[object, list[int]] = {}
        for row_id in sorted(self.committed.added("member")):
            row = self.committed.rows["member", row_id].values
            known.setdefault(_who_joins(row), []).append(row_id)
        ids: dict[int, int] = {}
        free = self._free_member
        for (table, row_id), image in written.items():
            if table == "member" and image.before is None:
                alike = known.get(_who_joins(image.values))
                ids[row_id] = alike.pop(0) if alike else free
                free += 0 if ids[row_id] < free else 1
        return [_renumbered(image, ids) for image in written.values()]

    def _copy(self, connection: Connection) -> None:
        metadata = Row.metadata
        tables = [t for t in metadata.sorted_tables if t.name in WRITTEN_TABLES]
        campaign = table_of(Campaign)
        with self._engine.begin() as stage:
            metadata.create_all(stage, [*tables, campaign])
            stage.execute(insert(campaign), _all(connection, campaign))
            for table in tables:
                rows = [row for (name, _), row in self._then.items() if name == table.name]
                if rows:
                    stage.execute(insert(table), rows)
                _count_from(stage, table, free_id(connection, table))


class _Result:
    """The rows that a new outcome leads to, worked out on top of those of then."""

    def __init__(self, now: Rows, then: Rows, committed: Committed) -> None:
        self.conflicts: list[LaterOperation] = []
        self._now = now
        self._then = then
        self._committed = committed
        self._new: dict[RowKey, Values | None] = {}
        self._fallen: set[int] = set()

    def take(self, images: Iterable[Image]) -> None:
        """Take what was written; a row takes the place of one that was committed like it."""
        written = together(images)
        places = self._places(written)
        for key, image in written.items():
            if image.after is None:
                self._new[key] = None
                continue
            place = places.get(key, key)
            row = {**image.after, "id": place[1]}
            was = self._committed.rows.get(place)
            if key in places and was is not None and was.after is not None and "at" in row:
                row["at"] = was.after["at"]
            self._new[place] = self._labelled(place, row)
        self._fallen = self._now_fallen()

    def do_again(self) -> None:
        """Do everything that was done since again, as far as it still can be."""
        for operation in self._committed.later:
            before = dict(self._new)
            if not all(self._redo(image) for image in operation.images):
                self._new = before
                self.conflicts.append(operation)

    def changes(self) -> tuple[Image, ...]:
        """Return what differs from the campaign as it stands."""
        touched = {*self._new, *self._committed.rows}
        images = (Image(*key, self._now.get(key), self._row(key)) for key in sorted(touched))
        return tuple(image for image in images if image.before != image.after)

    def write(self, stage: Connection, written: Iterable[Image]) -> None:
        """Bring the stage, which holds what was written, to the result."""
        here: dict[RowKey, Values | None] = {
            key: image.after for key, image in together(written).items()
        }
        wanted = {key: self._row(key) for key in {*here, *self._new}}
        for table in Row.metadata.sorted_tables:
            if table.name in WRITTEN_TABLES:
                images = [
                    Image(*key, here.get(key, self._then.get(key)), row)
                    for key, row in wanted.items()
                    if key[0] == table.name
                ]
                write_in_order(stage, table, [i for i in images if i.before != i.after])

    def _row(self, key: RowKey) -> Values | None:
        return self._new[key] if key in self._new else self._then.get(key)

    def _places(self, written: Mapping[RowKey, Image]) -> dict[RowKey, RowKey]:
        """Return, for new rows, the committed rows whose places they take: equal ones first."""
        free = {
            key: image.after
            for key, image in self._committed.rows.items()
            if image.before is None and image.after is not None
        }
        places: dict[RowKey, RowKey] = {}
        new = {
            key: image.after
            for key, image in written.items()
            if image.before is None and image.after is not None
        }
        for key in [key for key in new if key in free]:
            places[key] = key
            del new[key], free[key]
        for likeness in (_whole, _alike):
            waiting: dict[object, list[RowKey]] = {}
            for key in sorted(free):
                waiting.setdefault(likeness(key, free[key]), []).append(key)
            for key in sorted(new):
                found = waiting.get(likeness(key, new[key]))
                if found:
                    places[key] = found.pop(0)
                    del free[places[key]], new[key]
        return places

    def _labelled(self, key: RowKey, row: Values) -> Values:
        now = self._now.get(key)
        labels = LABELS.get(key[0], ()) if now is not None else ()
        return {**row, **{name: now[name] for name in labels if now is not None}}

    def _now_fallen(self) -> set[int]:
        """Return the members that stand on their roster as committed, and no longer would."""
        fallen: set[int] = set()
        for key, image in self._committed.rows.items():
            self._judge(key, image.after, fallen)
        for key in self._new:
            committed = self._committed.rows.get(key)
            self._judge(key, committed.after if committed else self._then.get(key), fallen)
        return fallen

    def _judge(self, key: RowKey, committed: Values | None, fallen: set[int]) -> None:
        if key[0] == "member" and committed is not None and committed["state"] == "active":
            row = self._row(key)
            if row is None or row["state"] != "active":
                fallen.add(key[1])

    def _redo(self, image: Image) -> bool:
        """Make one change again; return whether that could be."""
        key = image.table, image.row_id
        columns = changed_columns(image)
        if not columns:
            return True
        if image.table == _TOLD:
            self._new[key] = image.after
            return True
        if image.member_id in self._fallen:
            return False
        row = self._row(key)
        if image.table == _COUNTED[0] and columns == {_COUNTED[1]} and image.before and image.after:
            return self._recount(key, image, row)
        if image.before is None:
            if row is not None or not self._has_room(image) or not self._has_owner(image):
                return False
            self._new[key] = self._labelled(key, _complete(image.table, image.after))
            return True
        if row is None or any(row.get(name) != image.before.get(name) for name in columns):
            return False
        after = image.after
        self._new[key] = None if after is None else {**row, **{n: after[n] for n in columns}}
        return True

    def _recount(self, key: RowKey, image: Image, row: Values | None) -> bool:
        if image.before is None or image.after is None:
            raise ValueError("only a change of a row can be counted")
        name = _COUNTED[1]
        count = (row[name] if row else 0) + image.after[name] - image.before[name]
        if count < 0 or (row is None and not self._has_owner(image)):
            return False
        self._new[key] = {**(row or image.after), name: count} if count else None
        return True

    def _has_room(self, image: Image) -> bool:
        """Say whether a table that holds a row once only does not hold this one."""
        if image.table not in _UNIQUE:
            return True
        wanted = _alike((image.table, 0), image.values)
        others = {key for key in (*self._new, *self._committed.rows) if key[0] == image.table}
        rows = ((key, self._row(key)) for key in others)
        return not any(row is not None and _alike(key, row) == wanted for key, row in rows)

    def _has_owner(self, image: Image) -> bool:
        for table in ("member", "roster"):
            owner = image.values.get(f"{table}_id")
            if owner is not None and image.table != table and self._row((table, owner)) is None:
                return False
        return True


def rehearsal_of(file: CampaignFile, connection: Connection, battle_id: int) -> Rehearsal:
    """Return the rehearsal for the open correction of a battle’s aftermath.

    It is kept while the campaign stands still and the correction is of the same commit. Raises
    `Refusal` when the log does not tell of the aftermath.
    """

    def prepare() -> Rehearsal:
        committed = read_committed(connection, battle_id)
        if committed is None:
            raise Refusal("How that aftermath was answered is not known any more.")
        return Rehearsal(file, connection, committed)

    draft = table_of(Draft).c
    query = select(draft.about).where(draft.kind == AMEND, draft.battle_id == battle_id)
    about: dict[str, Any] = connection.execute(query).scalar_one_or_none() or {}
    key = ("rehearsal", battle_id, about.get(COMMIT))
    return file.remembered.get(key, WRITTEN_TABLES, prepare)


def _who_joins(row: Values) -> object:
    return row["roster_id"], row["archetype"]


def _renumbered(image: Image, ids: Mapping[int, int]) -> Image:
    """Return a change with other ids of members."""

    def other(row: Values | None) -> Values | None:
        if row is None:
            return None
        if image.table == "member":
            return {**row, "id": ids.get(row["id"], row["id"])}
        member_id = row.get("member_id")
        return {**row, "member_id": ids.get(member_id, member_id)} if member_id else row

    row_id = ids.get(image.row_id, image.row_id) if image.table == "member" else image.row_id
    return Image(image.table, row_id, other(image.before), other(image.after))


def write_in_order(connection: Connection, table: Table, images: list[Image]) -> None:
    """Carry changes of one table out: rows that go, then those that change, then new ones."""
    for wanted in ((True, False), (True, True), (False, True)):
        some = [i for i in images if (i.before is not None, i.after is not None) == wanted]
        if some:
            write_images(connection, table, some)


def _rows_now(connection: Connection) -> Rows:
    rows: Rows = {}
    for name in WRITTEN_TABLES:
        for row in _all(connection, Row.metadata.tables[name]):
            rows[name, row["id"]] = row
    return rows


def _rows_then(now: Rows, committed: Committed) -> tuple[Rows, dict[RowKey, str]]:
    """Return the rows as they were before the first commit, with the labels of now.

    Names that have changed since are returned beside them.
    """
    rows = dict(now)
    names: dict[RowKey, str] = {}
    for image in reversed(committed.images):
        key = image.table, image.row_id
        if image.before is None:
            rows.pop(key, None)
            continue
        row = _complete(image.table, image.before)
        present = now.get(key)
        if image.table in LABELS:
            names[key] = row["name"]
        if present is not None:
            row.update({name: present[name] for name in LABELS.get(image.table, ())})
        rows[key] = row
    return rows, names


def _named(state: State, rows: Rows, names: Mapping[RowKey, str]) -> State:
    """Return a state with other names for those whom `names` has."""
    if not names:
        return state
    players = {
        row_id: row["player_id"] for (table, row_id), row in rows.items() if table == "roster"
    }
    return replace(
        state,
        members={
            key: replace(member, name=names.get(("member", key), member.name))
            for key, member in state.members.items()
        },
        rosters={
            key: replace(
                roster,
                name=names.get(("roster", key), roster.name),
                player=names.get(("player", players[key]), roster.player),
            )
            for key, roster in state.rosters.items()
        },
    )


def _complete(table: str, stored: Values | None) -> Values:
    """Return a row from an image that may be older than some columns."""
    return {**blank_row(MODELS[table]), **(stored or {})}


def _all(connection: Connection, table: Table) -> list[Values]:
    return [dict(row) for row in connection.execute(select(table).order_by(table.c.id)).mappings()]


def _count_from(stage: Connection, table: Table, next_id: int) -> None:
    """Let new rows of a table have ids that no row of the campaign ever had."""
    stage.execute(text("DELETE FROM sqlite_sequence WHERE name = :table"), {"table": table.name})
    stage.execute(
        text("INSERT INTO sqlite_sequence (name, seq) VALUES (:table, :seq)"),
        {"table": table.name, "seq": next_id - 1},
    )


def _whole(key: RowKey, row: Values) -> object:
    values = tuple(sorted((n, repr(v)) for n, v in row.items() if n not in _OWN))
    return key[0], values


def _alike(key: RowKey, row: Values) -> object:
    columns = _ALIKE.get(key[0])
    return (key[0], tuple(row[name] for name in columns)) if columns else key
