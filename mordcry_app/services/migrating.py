"""Brings a campaign file to the newest schema: a backup first, then all of it or nothing."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from mordcry_app.paths import data_folder
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.connections import connect_read_only, migrating_engine
from mordcry_app.services.file_checks import check_before_opening
from mordcry_app.services.schema import expected_schema, newest_revision, read_schema, upgrade

_LONGEST_STEM = 150
"""In bytes; file systems allow 255 for a whole name."""


def back_up_and_migrate(path: Path, revision: str, suffix: str) -> None:
    """Back a file of an older revision up, and migrate it; raises `Refusal` when that fails.

    The backup lies in the program’s data folder and stays there.
    """
    try:
        backup = _free_backup_path(path, suffix)
        with closing(connect_read_only(path)) as raw:
            raw.execute("VACUUM INTO ?", (os.fspath(backup),))
    except (OSError, sqlite3.Error) as error:
        raise Refusal(
            f"“{path.name}” comes from an older version and was not converted, because no backup "
            f"of it could be written ({error})."
        ) from None
    if check_before_opening(backup) != revision:
        raise RuntimeError("the backup is not what it was copied from")
    migrate(path)


def migrate(path: Path) -> None:
    """Run all migrations in one transaction, and commit only what has the expected schema.

    Foreign keys are off meanwhile and checked at the end. Raises `RuntimeError` for a migration
    that does not lead where it should; the file is then as it was.
    """
    engine = migrating_engine(path)
    try:
        with engine.begin() as connection:
            upgrade(connection)
            raw = connection.connection.driver_connection
            assert isinstance(raw, sqlite3.Connection)
            broken = raw.execute("PRAGMA foreign_key_check").fetchall()
            if broken:
                raise RuntimeError(f"the migration left broken references: {broken[:3]}")
            if read_schema(raw) != expected_schema(newest_revision()):
                raise RuntimeError("the migration did not lead to the recorded schema")
    finally:
        engine.dispose()


def _free_backup_path(path: Path, suffix: str) -> Path:
    folder = data_folder() / "backups"
    folder.mkdir(exist_ok=True)
    stem = os.fsencode(path.stem)[:_LONGEST_STEM].decode(errors="ignore")
    number = 1
    while (backup := folder / f"{stem}-before-update-{number}{suffix}").exists():
        number += 1
    return backup
