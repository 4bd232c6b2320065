"""Checks on a campaign file before anything in it is trusted.

Everything here opens the file read-only and turns what is wrong into one sentence. The order
matters: the mark in the header, the revision, the schema, the pages, and at last the values.
"""

from __future__ import annotations

import json
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import CheckConstraint, Column, Table

from mordcry_app.model.tables import JSON_SHAPE, JsonShape, Row
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.connections import connect_read_only
from mordcry_app.services.schema import (
    APPLICATION_ID,
    SchemaRows,
    expected_schema,
    known_revisions,
    newest_revision,
    read_schema,
)

_MAGIC = b"SQLite format 3\x00"
_MARK = slice(68, 72)
_HEADER_SIZE = 100
_UNCHANGED = "The file was not changed."

_LONGEST_JSON = 1_000_000
_SHAPES: dict[JsonShape, type] = {"object": dict, "array": list}
_STORED_AS: dict[type, str] = {int: "integer", bool: "integer", bytes: "blob"}
"""How SQLite stores the values of a column; anything else is text."""

LOG = frozenset({"change", "operation"})
"""Tables that only ever grow, and whose values are read at undo: too long to read at opening."""


def check_mark(path: Path) -> None:
    """Raise `Refusal` for what is not a campaign of ours at all, by the first bytes of the file."""
    try:
        kind = path.stat().st_mode
        if stat.S_ISDIR(kind):
            raise Refusal(f"“{path.name}” is a folder, not a campaign file.")
        if not stat.S_ISREG(kind):
            raise Refusal(f"“{path.name}” is not a file that can hold a campaign.")
        with path.open("rb") as file:
            header = file.read(_HEADER_SIZE)
    except FileNotFoundError:
        raise Refusal(f"There is no file “{path.name}” there any more.") from None
    except PermissionError:
        raise Refusal(f"“{path.name}” may not be read by this user.") from None
    except (OSError, ValueError):
        raise Refusal(f"“{path.name}” cannot be read.") from None
    if not header:
        raise Refusal(f"“{path.name}” is empty, so it is not a campaign. {_UNCHANGED}")
    if not header.startswith(_MAGIC) or header[_MARK] != APPLICATION_ID.to_bytes(4, "big"):
        raise Refusal(f"“{path.name}” is not a Mordcry campaign. {_UNCHANGED}")


def check_before_opening(path: Path, *, pages: bool = True) -> str:
    """Check a file and return its schema revision; raises `Refusal` with a sentence.

    Refused are: no such file, a folder, something else than a campaign, a damaged or truncated
    file, a file of a newer program, and a file whose schema is not exactly the recorded one. All
    `pages` are looked at, which takes long for a long campaign.
    """
    check_mark(path)
    try:
        with closing(connect_read_only(path)) as connection:
            return _check_content(path, connection, pages=pages)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise (_busy(path) if _is_busy(error) else _damaged(path)) from None


def check_values(path: Path) -> None:
    """Raise `Refusal` when a value of a file of the newest revision is not what it should be.

    SQLite stores whatever it is given: text in a column of numbers, JSON that is none. Checked are
    all tables but the log of operations (`services.checking` reads that too).
    """
    try:
        with closing(connect_read_only(path)) as connection:
            for table in Row.metadata.sorted_tables:
                if table.name not in LOG and not values_are_sound(connection, table):
                    raise _damaged(path)
    except sqlite3.OperationalError as error:
        raise (_busy(path) if _is_busy(error) else _damaged(path)) from None


def values_are_sound(connection: sqlite3.Connection, table: Table) -> bool:
    """Say whether every value of a table is what its column and the constraints allow.

    SQLite’s own check of a file looks neither at references nor, on a connection that only reads,
    at constraints.
    """
    constraints = [c for c in table.constraints if isinstance(c, CheckConstraint)]
    wrong = [_wrong_type(column) for column in table.columns]
    wrong += [f"NOT ({constraint.sqltext})" for constraint in constraints]
    query = f"SELECT EXISTS (SELECT 1 FROM {table.name} WHERE {' OR '.join(wrong)})"
    try:
        if connection.execute(query).fetchone() != (0,):
            return False
        if connection.execute(f"PRAGMA foreign_key_check({table.name})").fetchone() is not None:
            return False
        return all(_can_be_read(connection, column) for column in table.columns)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if _is_busy(error):
            raise
        return False


def _wrong_type(column: Column[Any]) -> str:
    """Return SQL that is true for a value of another type than the column’s."""
    name = column.name
    kind = _STORED_AS.get(column.type.python_type, "text")
    wrong = f"typeof({name}) NOT IN ('{kind}', '{'null' if column.nullable else kind}')"
    if column.type.python_type is bool:
        wrong += f" OR {name} NOT IN (0, 1)"
    if _is_json(column):
        wrong += f" OR length({name}) > {_LONGEST_JSON}"
    return wrong


def _can_be_read(connection: sqlite3.Connection, column: Column[Any]) -> bool:
    """Read every text of a column; raises what SQLite and Python raise for what is no text."""
    table = column.table.name
    if _is_json(column):
        query = f"SELECT {column.name} FROM {table} WHERE {column.name} IS NOT NULL"
        return all(_is_sound_json(row[0], column) for row in connection.execute(query))
    if column.type.python_type not in _STORED_AS:
        connection.execute(f"SELECT group_concat({column.name}) FROM {table}").fetchall()
    return True


def _is_json(column: Column[Any]) -> bool:
    return JSON_SHAPE in column.info


def _is_sound_json(text: str, column: Column[Any]) -> bool:
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return False
    return isinstance(value, _SHAPES[column.info[JSON_SHAPE]])


def _check_content(path: Path, connection: sqlite3.Connection, *, pages: bool) -> str:
    schema = read_schema(connection)
    revision = _revision(connection, schema)
    if revision not in known_revisions():
        if revision > known_revisions()[-1]:
            raise Refusal(
                f"“{path.name}” was saved by a newer version of this program; update the program "
                f"to open it. {_UNCHANGED}"
            )
        raise Refusal(f"“{path.name}” has no version that this program knows. {_UNCHANGED}")
    if schema != expected_schema(revision):
        raise Refusal(
            f"“{path.name}” is not built like a campaign of this program, so it is not opened. "
            f"{_UNCHANGED}"
        )
    if pages and connection.execute("PRAGMA integrity_check(1)").fetchall() != [("ok",)]:
        raise _damaged(path)
    if connection.execute("SELECT count(*) FROM campaign").fetchone() != (1,):
        raise Refusal(f"“{path.name}” holds no campaign. {_UNCHANGED}")
    return revision


def _revision(connection: sqlite3.Connection, schema: SchemaRows) -> str:
    """Return the stored revision, or nothing where no table of ours holds one."""
    if _version_table(schema) != _version_table(expected_schema(newest_revision())):
        return ""
    rows = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    return str(rows[0][0]) if len(rows) == 1 else ""


def _version_table(schema: SchemaRows) -> SchemaRows:
    return tuple(row for row in schema if "alembic_version" in row[1:3])


def _is_busy(error: Exception) -> bool:
    return str(getattr(error, "sqlite_errorname", "")).startswith("SQLITE_BUSY")


def _busy(path: Path) -> Refusal:
    return Refusal(f"“{path.name}” is being written by another program; try again in a moment.")


def _damaged(path: Path) -> Refusal:
    return Refusal(f"“{path.name}” is damaged and cannot be opened. {_UNCHANGED}")
