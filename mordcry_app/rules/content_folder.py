"""The content of a ruleset as it is loaded: a folder of TOML files and, over it, house content.

A campaign goes on with the files that it was played with: their texts stand in for those of the
folder. Lists that the engine itself is made for, and files that did not exist then, always come
from the folder.

House content is rows of data: an item, a skill, a row of a table, each under the kind and the id
that it has in the files. It is laid over what was read before anything is validated, so the very
same checks hold for it, and an error names “House content” where it would name a file. What is
loaded is remembered with its place, so that a check that comes later can name it, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar, cast

from mordcry_app.rules.loader import (
    by_id,
    check_depth,
    list_in,
    load_record,
    load_row,
    parse_toml,
    read_text,
)
from mordcry_app.rules.schema import ContentError, Record
from mordcry_app.rules.table import Table, TableRow

HOUSE_CONTENT = Path("House content")
"""Stands in errors where the name of a file would."""
PINNED_CONTENT = Path("Content of this campaign")
"""Stands before the name of a file that the campaign has kept."""
ROW_PREFIX = "row:"
"""Begins the kind of a row of a table: `row:injury`."""

_FIRST_OUTCOME = re.compile(r"[0-9]{1,3}")

_RecordType = TypeVar("_RecordType", bound=Record)
_Key = TypeVar("_Key")


@dataclass(frozen=True)
class HouseRow:
    """One thing of a group’s own: `data` replaces the shipped record with this id, or is added.

    `kind` is the key of a list in the files (`weapon`, `skill`, …) or `row:` and the id of a table.
    """

    kind: str
    ref: str
    data: Mapping[str, Any] = field(default_factory=dict[str, Any])

    @property
    def table(self) -> str:
        """The id of the table that it is a row of, or nothing."""
        return self.kind.removeprefix(ROW_PREFIX) if self.kind.startswith(ROW_PREFIX) else ""

    def raw(self) -> dict[str, Any]:
        """Return the fields as they would stand in a file; raises `ContentError` for another id."""
        if self.data.get("id", self.ref) != self.ref:
            raise ContentError(HOUSE_CONTENT, self.place, "id", f"must be {self.ref[:64]}")
        check_depth(HOUSE_CONTENT / self.place, self.data)
        return {"id": self.ref, **self.data}

    @property
    def place(self) -> str:
        """Where it stands, in words: `skill fast`, `row fog of exploration`."""
        if self.table:
            return f"row {self.ref[:64]} of {self.table[:64]}"
        return f"{self.kind[:64]} {self.ref[:64]}"


@dataclass(frozen=True)
class Loaded:
    """A record as it was loaded, its fields as they were written, and where that was."""

    record: Record
    raw: Mapping[str, Any]
    path: Path

    @property
    def is_house_content(self) -> bool:
        """Whether it is a group’s own."""
        return self.path == HOUSE_CONTENT


class ContentFolder:
    """A folder of content files with house content over them; one is made for each loading.

    `pinned` has texts of files by name (`weapons.toml`, `tables/injury.toml`).
    """

    def __init__(
        self,
        path: Path,
        house: Iterable[HouseRow] = (),
        pinned: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.path = path
        self._pinned = pinned
        self._house: dict[str, dict[str, HouseRow]] = {}
        for row in house:
            self._house.setdefault(row.kind, {})[row.ref] = row
        self._kinds: dict[str, type[Record]] = {}
        self._fixed: set[str] = set()
        self._loaded: dict[str, dict[str, Loaded]] = {}
        self._files: dict[int, Path] = {}

    def records(
        self, file: str, key: str, model: type[_RecordType], *, fixed: bool = False
    ) -> tuple[_RecordType, ...]:
        """Return the records of `[[key]]` in a file, house content among them.

        The list of a `fixed` kind is the engine’s own: house content cannot touch it, and it is
        never an older one. Raises `ContentError`.
        """
        if key in self._kinds:
            raise ValueError(f"{key} is a list of two files: house content would go into both")
        if fixed:
            self._fixed.add(key)
        self._kinds[key] = model
        path, content = self._read(file, fixed=fixed)
        house = {} if fixed else dict(self._house.get(key, {}))
        records: list[_RecordType] = []
        for number, raw in enumerate(list_in(path, content, key), 1):
            own = house.pop(_text_in(raw, "id"), None)
            if own is None:
                record = load_row(path, model, raw, f"{key} {number}")
                records.append(self._keep(key, record, raw, path))
            else:
                records.append(self._house_record(key, model, own))
        records += [self._house_record(key, model, own) for own in house.values()]
        return tuple(records)

    def by_id(
        self, file: str, key: str, model: type[_RecordType], *, fixed: bool = False
    ) -> dict[str, _RecordType]:
        """Return the records of a file by id, as `records` does; an id stands once."""

        def record_id(record: _RecordType) -> str:
            return str(getattr(record, "id", ""))

        return self.index(file, self.records(file, key, model, fixed=fixed), record_id)

    def index(
        self, file: str, records: Iterable[_RecordType], key: Callable[[_RecordType], _Key]
    ) -> dict[_Key, _RecordType]:
        """Index the records of a file; a key that stands twice is a `ContentError`."""
        return by_id(self.path / file, records, key)

    def record(self, file: str, model: type[_RecordType]) -> _RecordType:
        """Return a file that is one record; it is the engine’s own. Raises `ContentError`."""
        path, content = self._read(file, fixed=True)
        return load_record(path, model, content, "")

    def tables(self, folder: str = "tables") -> dict[str, Table]:
        """Return every table of a folder by id; each file is called after the id of its table."""
        files = {path.name for path in (self.path / folder).glob("*.toml")}
        start = f"{folder}/"
        files |= {name.removeprefix(start) for name in self._pinned if name.startswith(start)}
        tables: dict[str, Table] = {}
        for file in sorted(files):
            table = self._table(f"{folder}/{file}", file.removesuffix(".toml"))
            tables[table.id] = table
        return tables

    def file_of(self, record: Record) -> Path:
        """Return where a record was loaded from: a file, `HOUSE_CONTENT`, or else the folder."""
        return self._files.get(id(record), self.path)

    @property
    def kinds(self) -> Mapping[str, type[Record]]:
        """What house content can be, and its schema: the lists and tables that were loaded."""
        return {key: model for key, model in self._kinds.items() if key not in self._fixed}

    def loaded(self, kind: str) -> Mapping[str, Loaded]:
        """Return everything that was loaded of one kind, by id, in its order."""
        return self._loaded.get(kind, {})

    def check_house_content(self) -> None:
        """Refuse house content of a kind that nothing was loaded of; raises `ContentError`."""
        for kind, rows in self._house.items():
            if kind not in self.kinds:
                row = next(iter(rows.values()))
                valid = ", ".join(sorted(self.kinds))
                raise ContentError(HOUSE_CONTENT, row.place, "kind", f"unknown; valid: {valid}")

    def _read(self, file: str, *, fixed: bool = False) -> tuple[Path, dict[str, Any]]:
        text = None if fixed else self._pinned.get(file)
        if text is None:
            path = self.path / file
            return path, _parsed(path, read_text(path))
        path = PINNED_CONTENT / file
        return path, _parsed(path, text)

    def _table(self, file: str, table_id: str) -> Table:
        path, raw = self._read(file)
        key = f"{ROW_PREFIX}{table_id}"
        self._kinds[key] = TableRow
        table = load_record(path, Table, raw, "")
        if table.id != table_id:
            raise ContentError(path, "", "id", f"must be the file's name, {table_id}")
        rows: list[object] = list(raw["rows"])
        house = self._house.get(key, {})
        if house:
            for own in house.values():
                load_record(HOUSE_CONTENT, TableRow, own.raw(), own.place)
            rows = _with_rows(rows, house)
            table = load_record(HOUSE_CONTENT, Table, {**raw, "rows": rows}, f"table {table_id}")
        for row, raw_row in zip(table.rows, rows, strict=True):
            self._keep(key, row, raw_row, HOUSE_CONTENT if row.id in house else path)
        self._files[id(table)] = path
        return table

    def _house_record(self, key: str, model: type[_RecordType], own: HouseRow) -> _RecordType:
        raw = own.raw()
        record = load_record(HOUSE_CONTENT, model, raw, own.place)
        return self._keep(key, record, raw, HOUSE_CONTENT)

    def _keep(self, key: str, record: _RecordType, raw: object, path: Path) -> _RecordType:
        fields = cast(dict[str, Any], raw)
        self._loaded.setdefault(key, {})[_text_in(raw, "id")] = Loaded(record, fields, path)
        self._files[id(record)] = path
        return record


@lru_cache(maxsize=128)
def _parsed(path: Path, text: str) -> dict[str, Any]:
    """Return what a text says; it is read again and again while house content is written.

    What is returned is shared: nobody may change it.
    """
    return parse_toml(path, text)


def _with_rows(rows: Sequence[object], house: Mapping[str, HouseRow]) -> list[object]:
    """Return the rows of a table with those of a group’s own, in the order of their outcomes."""
    left = dict(house)
    merged: list[object] = []
    for row in rows:
        own = left.pop(_text_in(row, "id"), None)
        merged.append(row if own is None else own.raw())
    merged += [own.raw() for own in left.values()]
    return sorted(merged, key=_first_outcome)


def _first_outcome(raw: object) -> int:
    match = _FIRST_OUTCOME.match(_text_in(raw, "on"))
    return int(match[0]) if match else 0


def _text_in(raw: object, name: str) -> str:
    found = cast(dict[str, object], raw).get(name) if isinstance(raw, dict) else None
    return found if isinstance(found, str) else ""
