"""The schemas that our files may have, and the migration from one to the next.

A campaign file is hostile input: a planted trigger or view can change data behind our back. So the
schema of a file is compared with the recorded one of its revision, statement by statement, before
anything else of the file is used. The records are in `db/schemas/`, one a revision.
"""

from __future__ import annotations

import json
import re
import sqlite3
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from mordcry_app.paths import database_folder

if TYPE_CHECKING:
    from sqlalchemy import Connection

APPLICATION_ID = 0x4D524443
"""Marks a SQLite file as a campaign of ours: “MRDC”."""

SchemaRows = tuple[tuple[str, str, str, str], ...]
"""Type, name, table and SQL of every object in a database, sorted."""

_SCHEMA_QUERY = "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master"


def read_schema(connection: sqlite3.Connection) -> SchemaRows:
    """Return the whole schema of an open SQLite database, SQLite’s own tables with it.

    Nothing is left out: what a name hides is found by its SQL, and SQLite itself goes by that.
    """
    rows = cast("list[tuple[str, str, str, str]]", connection.execute(_SCHEMA_QUERY).fetchall())
    return tuple(
        sorted(
            (str(kind), str(name), str(table), re.sub(r"\s+", " ", str(sql)).strip())
            for kind, name, table, sql in rows
        )
    )


@lru_cache(maxsize=1)
def known_revisions() -> tuple[str, ...]:
    """Return the revisions that this program knows, oldest first."""
    return tuple(sorted(path.stem for path in schemas_folder().glob("*.json")))


def newest_revision() -> str:
    """Return the revision that this program writes."""
    return known_revisions()[-1]


@lru_cache(maxsize=8)
def expected_schema(revision: str) -> SchemaRows:
    """Return the recorded schema of a revision."""
    rows = json.loads((schemas_folder() / f"{revision}.json").read_text(encoding="utf-8"))
    return tuple((kind, name, table, sql) for kind, name, table, sql in rows)


def schemas_folder() -> Path:
    """Return the folder of recorded schemas."""
    return database_folder() / "schemas"


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Bring the schema of an open database to a revision; foreign keys must be off."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(database_folder()).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
