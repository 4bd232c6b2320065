"""Connections to a campaign file, and what is put right before one is made.

One file without side files at rest: journal mode DELETE, synchronous EXTRA, foreign keys on, one
connection, `BEGIN IMMEDIATE` for every write. A program that was killed while it wrote leaves a
journal behind; the next one that may write to the file rolls it back.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

WRITING = "mordcry_writing"
"""Set in the `info` of a connection whose next transaction writes."""

BUSY_SECONDS = 0.5
"""How long a click waits for another program that is using the file."""

_WAL_VERSION = 2
_JOURNAL = "-journal"
_LONGEST_NAME = 255
"""Bytes that file systems allow for a name."""


def connect_read_only(path: Path) -> sqlite3.Connection:
    """Return a connection that cannot write and does not trust the schema."""
    return _connect(path, "ro")


def connect_writable(path: Path) -> sqlite3.Connection:
    """Return a connection that can write to a file that exists; foreign keys are off."""
    return _connect(path, "rw")


def campaign_engine(path: Path, *, read_only: bool) -> Engine:
    """Return the engine of an open campaign; all its connections are the same one."""
    from sqlalchemy.pool import StaticPool

    def connect() -> sqlite3.Connection:
        connection = connect_read_only(path) if read_only else connect_writable(path)
        connection.execute("PRAGMA foreign_keys=ON")
        if not read_only:
            connection.execute("PRAGMA journal_mode=DELETE")
            connection.execute("PRAGMA synchronous=EXTRA")
        return connection

    return _engine(connect, StaticPool)


def migrating_engine(path: Path) -> Engine:
    """Return an engine whose every transaction writes, with foreign keys off."""
    from sqlalchemy.pool import NullPool

    return _engine(lambda: connect_writable(path), NullPool, always_writing=True)


def left_unfinished(path: Path) -> bool:
    """Say whether a program died while it wrote to the file, or left it in another mode."""
    with path.open("rb") as file:
        file.seek(18)
        versions = file.read(2)
    return _WAL_VERSION in versions or _has_content(journal_of(path))


def roll_back_unfinished(path: Path) -> None:
    """Let SQLite undo a write that was cut off; does nothing while another program is writing."""
    with closing(connect_writable(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE").fetchall()
        connection.execute("SELECT count(*) FROM sqlite_master").fetchall()


def journal_of(path: Path) -> Path:
    """Return where SQLite keeps the journal of a file while it writes."""
    real = path.resolve()
    return real.with_name(real.name + _JOURNAL)


def has_no_room_for_journal(path: Path) -> bool:
    """Say whether the name of a file leaves none for its journal, so that it cannot be written."""
    return len(os.fsencode(path.name)) + len(_JOURNAL) > _LONGEST_NAME


def _has_content(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return any(file.read(1))
    except OSError:
        return False


def _connect(path: Path, mode: Literal["ro", "rw"]) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"file://{quote(os.fsencode(path.resolve()))}?mode={mode}",
        uri=True,
        isolation_level=None,
        timeout=BUSY_SECONDS,
        check_same_thread=False,
    )
    connection.execute("PRAGMA trusted_schema=OFF")
    connection.execute("PRAGMA cell_size_check=ON")
    return connection


def _engine(connect: object, pool: type, *, always_writing: bool = False) -> Engine:
    from sqlalchemy import create_engine, event

    engine = create_engine("sqlite://", creator=connect, poolclass=pool)

    def begin(connection: Connection) -> None:
        writing = always_writing or connection.info.get(WRITING, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    event.listen(engine, "begin", begin)
    return engine
