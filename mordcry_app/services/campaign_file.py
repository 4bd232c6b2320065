"""An open campaign: the one handle that every service takes.

A campaign is one SQLite file without side files at rest: journal mode DELETE, synchronous EXTRA,
foreign keys on, one connection, `BEGIN IMMEDIATE` for every write. A second window on the same
file opens it to read only. Opening an older file migrates it, after a backup.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from filelock import FileLock, Timeout

from mordcry_app.paths import data_folder, resources_folder, state_folder
from mordcry_app.rules.catalogue import HouseRules
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.ruleset import Ruleset, load_ruleset
from mordcry_app.services.file_checks import check_before_opening, connect_read_only
from mordcry_app.services.schema import APPLICATION_ID, newest_revision, upgrade

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

SUFFIX = ".mordcry"
_WRITING = "mordcry_writing"


class CampaignFile:
    """An open campaign; close it when done (it is a context manager).

    `read_only_reason` is a sentence while nothing may be written, otherwise empty.
    """

    def __init__(
        self,
        path: Path,
        engine: Engine,
        ruleset: Ruleset,
        lock: FileLock | None = None,
        read_only_reason: str = "",
    ) -> None:
        self.path = path
        self.engine = engine
        self.ruleset = ruleset
        self.read_only_reason = read_only_reason
        self._lock = lock
        self._data_version: int | None = None

    @property
    def read_only(self) -> bool:
        """Whether nothing may be written."""
        return bool(self.read_only_reason)

    def house_rules(self, connection: Connection) -> HouseRules:
        """Return the campaign’s house rules as they stand."""
        from sqlalchemy import select

        from mordcry_app.model.tables import Campaign

        chosen = connection.execute(select(Campaign.__table__.c.house_rules)).scalar_one()  # pyright: ignore
        return HouseRules(self.ruleset.content.house_rules, chosen)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a connection in a read transaction; whatever is written there is rolled back."""
        with self.engine.connect() as connection:
            try:
                yield connection
            finally:
                connection.rollback()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Give a connection in a write transaction: commit at the end, roll back on any error.

        Raises `Refusal` while the campaign is read only, when another program has written to the
        file since it was opened, or when the disk refuses.
        """
        from sqlalchemy.exc import OperationalError

        if self.read_only:
            raise Refusal(self.read_only_reason)
        try:
            with self.engine.connect() as connection:
                connection.info[_WRITING] = True
                try:
                    with connection.begin():
                        self._check_nobody_else_wrote(connection)
                        yield connection
                finally:
                    connection.info.pop(_WRITING, None)
        except OperationalError as error:
            refusal = _write_refusal(self.path, error)
            if refusal is None:
                raise
            raise refusal from error

    def _check_nobody_else_wrote(self, connection: Connection) -> None:
        version = connection.exec_driver_sql("PRAGMA data_version").scalar_one()
        if self._data_version is None:
            self._data_version = version
        elif version != self._data_version:
            raise Refusal(
                "Another program has changed this campaign; close it and open it again to go on."
            )

    def close(self) -> None:
        """Close the file and let others write to it; closing twice does no harm."""
        self.engine.dispose()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def __enter__(self) -> CampaignFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def rulesets_folder() -> Path:
    """Return where rulesets are looked for."""
    return resources_folder() / "rulesets"


def open_campaign(path: Path) -> CampaignFile:
    """Open a campaign file; raises `Refusal` with a sentence when it cannot be, and leaves it be.

    Opens to read only, with the reason, when another window has it or it cannot be written.
    """
    path = path.expanduser().absolute()
    revision = check_before_opening(path)
    lock, reason = _lock_for(path)
    try:
        if revision != newest_revision():
            if reason:
                raise Refusal(
                    f"“{path.name}” comes from an older version and must be converted first, but "
                    f"it cannot be written here: {reason}"
                )
            _back_up_and_migrate(path, revision)
        ruleset = load_ruleset(rulesets_folder(), _stored_ruleset(path))
        return CampaignFile(path, _engine(path, read_only=bool(reason)), ruleset, lock, reason)
    except BaseException:
        if lock is not None:
            lock.release()
        raise


def open_file(path: Path, ruleset: Ruleset) -> CampaignFile:
    """Open a file that was just made and holds no campaign yet."""
    lock, reason = _lock_for(path)
    return CampaignFile(path, _engine(path, read_only=False), ruleset, lock, reason)


def create_file(path: Path) -> Path:
    """Make an empty campaign database at `path` and return it with its suffix.

    Raises `Refusal` when something stands there already or the folder cannot be written.
    """
    path = path.expanduser().absolute()
    if path.suffix != SUFFIX:
        path = path.with_name(path.name + SUFFIX)
    if path.exists():
        raise Refusal(f"There is already a file “{path.name}” in that folder.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(path)) as raw:
            raw.execute(f"PRAGMA application_id={APPLICATION_ID}")
            raw.execute("CREATE TABLE touch (id INTEGER)")
            raw.execute("DROP TABLE touch")
            raw.commit()
    except (OSError, sqlite3.Error) as error:
        raise Refusal(f"“{path.name}” cannot be written in that folder: {error}.") from None
    _migrate(path)
    return path


def copy_campaign(file: CampaignFile, path: Path) -> Path:
    """Save a complete copy of the campaign as another file and return its path.

    The copy is made by the database itself, so it is whole even while the campaign is open.
    """
    path = path.expanduser().absolute()
    if path.suffix != SUFFIX:
        path = path.with_name(path.name + SUFFIX)
    if path.exists():
        raise Refusal(f"There is already a file “{path.name}” in that folder.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(connect_read_only(file.path)) as raw:
            raw.execute("VACUUM INTO ?", (str(path),))
    except (OSError, sqlite3.Error) as error:
        raise Refusal(f"The copy cannot be written there: {error}.") from None
    check_before_opening(path)
    return path


def _stored_ruleset(path: Path) -> str:
    with closing(connect_read_only(path)) as raw:
        (ruleset,) = raw.execute("SELECT ruleset FROM campaign").fetchone()
    return str(ruleset)


def _engine(path: Path, *, read_only: bool) -> Engine:
    from sqlalchemy import create_engine, event
    from sqlalchemy.pool import StaticPool

    def connect() -> sqlite3.Connection:
        mode = "ro" if read_only else "rw"
        connection = sqlite3.connect(
            f"file:{quote(str(path))}?mode={mode}",
            uri=True,
            isolation_level=None,
            timeout=2.0,
            check_same_thread=False,
        )
        connection.execute("PRAGMA trusted_schema=OFF")
        connection.execute("PRAGMA foreign_keys=ON")
        if not read_only:
            connection.execute("PRAGMA journal_mode=DELETE")
            connection.execute("PRAGMA synchronous=EXTRA")
        return connection

    engine = create_engine("sqlite://", creator=connect, poolclass=StaticPool)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:  # pyright: ignore[reportUnusedFunction]
        writing = connection.info.get(_WRITING, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


def _lock_for(path: Path) -> tuple[FileLock | None, str]:
    """Return the lock on a file, or why the file can only be read."""
    if not os.access(path, os.W_OK):
        return None, f"“{path.name}” is write-protected, so it is open to read only."
    if not os.access(path.parent, os.W_OK):
        return None, "The folder of this campaign is write-protected, so it is open to read only."
    folder = state_folder() / "locks"
    folder.mkdir(exist_ok=True)
    name = hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:32]
    lock = FileLock(folder / f"{name}.lock", is_singleton=False)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return None, (
            f"“{path.name}” is open in another window; here it can be read but not changed."
        )
    return lock, ""


def _back_up_and_migrate(path: Path, revision: str) -> None:
    backups = data_folder() / "backups"
    backups.mkdir(exist_ok=True)
    number = 1
    while (backup := backups / f"{path.stem}-before-update-{number}{SUFFIX}").exists():
        number += 1
    with closing(connect_read_only(path)) as raw:
        raw.execute("VACUUM INTO ?", (str(backup),))
    if check_before_opening(backup) != revision:
        raise RuntimeError("the backup is not what it was copied from")
    _migrate(path)


def _migrate(path: Path) -> None:
    """Run all migrations in one transaction with foreign keys off, then check the references."""
    from sqlalchemy import create_engine, event
    from sqlalchemy.pool import NullPool

    def connect() -> sqlite3.Connection:
        return sqlite3.connect(path, isolation_level=None)

    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:  # pyright: ignore[reportUnusedFunction]
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    with engine.begin() as connection:
        upgrade(connection)
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
        if broken:
            raise RuntimeError(f"the migration left broken references: {broken[:3]}")
    engine.dispose()


def _write_refusal(path: Path, error: Exception) -> Refusal | None:
    """Return the sentence for a disk that refuses, or none when the fault is ours."""
    text = str(error).lower()
    if "locked" in text or "busy" in text:
        return Refusal(
            f"Another program is writing to “{path.name}”; nothing was changed. Try again."
        )
    if "disk is full" in text:
        return Refusal("The disk is full; nothing was changed.")
    if "readonly" in text or "read-only" in text:
        return Refusal(f"“{path.name}” has become write-protected; nothing was changed.")
    if "disk i/o" in text or "unable to open" in text:
        return Refusal(f"“{path.name}” could not be written; nothing was changed.")
    return None
