"""Checks on a campaign file before anything in it is trusted.

Everything here opens the file read-only and turns what is wrong into one sentence. The order
matters: header, mark, revision, schema, then the pages themselves.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.schema import (
    APPLICATION_ID,
    expected_schema,
    known_revisions,
    read_schema,
)

_HEADER = b"SQLite format 3\x00"
_UNCHANGED = "The file was not changed."


def check_before_opening(path: Path) -> str:
    """Check a file and return its schema revision; raises `Refusal` with a sentence.

    Refused are: no such file, a folder, something else than a campaign, a damaged or truncated
    file, a file of a newer program, and a file whose schema is not exactly the recorded one.
    """
    _check_header(path)
    try:
        with closing(connect_read_only(path)) as connection:
            return _check_content(path, connection)
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise Refusal(
                f"“{path.name}” is being written by another program; try again in a moment."
            ) from None
        raise Refusal(f"“{path.name}” is damaged and cannot be opened. {_UNCHANGED}") from None
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        raise Refusal(f"“{path.name}” is damaged and cannot be opened. {_UNCHANGED}") from None


def connect_read_only(path: Path) -> sqlite3.Connection:
    """Return a connection that cannot write and does not trust the schema."""
    connection = sqlite3.connect(
        f"file:{quote(str(path.resolve()))}?mode=ro", uri=True, isolation_level=None, timeout=2.0
    )
    connection.execute("PRAGMA trusted_schema=OFF")
    connection.execute("PRAGMA cell_size_check=ON")
    return connection


def _check_header(path: Path) -> None:
    try:
        if path.is_dir():
            raise Refusal(f"“{path.name}” is a folder, not a campaign file.")
        with path.open("rb") as file:
            start = file.read(len(_HEADER))
    except FileNotFoundError:
        raise Refusal(f"There is no file “{path.name}” there any more.") from None
    except PermissionError:
        raise Refusal(f"“{path.name}” may not be read by this user.") from None
    except (OSError, ValueError):
        raise Refusal(f"“{path.name}” cannot be read.") from None
    if not start:
        raise Refusal(f"“{path.name}” is empty, so it is not a campaign. {_UNCHANGED}")
    if start != _HEADER:
        raise Refusal(f"“{path.name}” is not a Mordcry campaign. {_UNCHANGED}")


def _check_content(path: Path, connection: sqlite3.Connection) -> str:
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    if mark != APPLICATION_ID:
        raise Refusal(f"“{path.name}” is not a Mordcry campaign. {_UNCHANGED}")
    schema = read_schema(connection)
    revision = _revision(connection)
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
    findings = connection.execute("PRAGMA quick_check(1)").fetchall()
    if findings != [("ok",)]:
        raise Refusal(f"“{path.name}” is damaged and cannot be opened. {_UNCHANGED}")
    if connection.execute("SELECT count(*) FROM campaign").fetchone() != (1,):
        raise Refusal(f"“{path.name}” holds no campaign. {_UNCHANGED}")
    return revision


def _revision(connection: sqlite3.Connection) -> str:
    try:
        rows = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    except sqlite3.OperationalError:
        return ""
    return str(rows[0][0]) if len(rows) == 1 else ""
