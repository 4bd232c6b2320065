"""An open campaign: the one handle that every service takes.

A second window on the same file opens it to read only. Opening an older file migrates it, after a
backup; opening a file that a killed program left half-written rolls that write back.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Generator, Iterable, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError
from sqlmodel import col, select

from mordcry_app.model.tables import Campaign, CustomRow
from mordcry_app.paths import resources_folder
from mordcry_app.rules.catalogue import HouseRules
from mordcry_app.rules.content_folder import HouseRow
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.ruleset import LoadedRuleset, Ruleset, build_ruleset, load_shipped
from mordcry_app.services import known_files
from mordcry_app.services.campaign_content import CampaignContent, read_content, shipped_content
from mordcry_app.services.connections import (
    WRITING,
    campaign_engine,
    connect_read_only,
    has_no_room_for_journal,
    left_unfinished,
    roll_back_unfinished,
)
from mordcry_app.services.content_store import Pin, pin_once, shipped_pin
from mordcry_app.services.file_checks import check_before_opening, check_mark, check_values
from mordcry_app.services.file_locks import Hold, hold_for_writing
from mordcry_app.services.migrating import back_up_and_migrate, migrate
from mordcry_app.services.remembered import Owners, Remembered
from mordcry_app.services.schema import APPLICATION_ID, newest_revision

SUFFIX = ".mordcry"
_CONTENT_TABLE = CustomRow.__tablename__


class CampaignFile:
    """An open campaign; close it when done (it is a context manager).

    `read_only_reason` is a sentence while nothing may be written, otherwise empty. `remembered`
    holds what was read and still holds.
    """

    def __init__(
        self,
        path: Path,
        ruleset_id: str,
        hold: Hold,
    ) -> None:
        self.path = path
        self._ruleset_id = ruleset_id
        self._rulesets = rulesets_folder()
        self._content = shipped_content(self._rulesets, ruleset_id)
        self._keeps_content = False
        self.read_only_reason = hold.read_only_reason
        self.remembered = Remembered()
        self._hold = hold
        self._is_closed = False
        self._written: Collection[str] | None = None
        self._written_about: Owners | None = None
        self._has_written = False
        self._engine = campaign_engine(path, read_only=self.read_only)
        try:
            with self._engine.connect() as connection:
                self._version_opened = self._version_read = _data_version(connection)
                self._read_content(connection)
        except BaseException:
            self._engine.dispose()
            raise

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset with the content that the campaign is played with, house content included."""
        return self._content.ruleset

    @property
    def content(self) -> CampaignContent:
        """What the content is made of, and what of it could not be used."""
        return self._content

    @property
    def shipped(self) -> LoadedRuleset:
        """The ruleset as it is shipped now, without house content."""
        return load_shipped(self._rulesets, self._ruleset_id)

    @property
    def shipped_pin(self) -> Pin:
        """The files of the shipped content, as a campaign keeps them."""
        return shipped_pin(self._rulesets, self._ruleset_id)

    def build_content(
        self, house: Iterable[HouseRow], pinned: Mapping[str, str] | None = None
    ) -> LoadedRuleset:
        """Build the ruleset with other house content; raises `ContentError` when it is wrong.

        It is laid over the files that the campaign keeps, or over other ones (none: as shipped).
        """
        kept = self._content.pinned if pinned is None else pinned
        return build_ruleset(self._rulesets, self._ruleset_id, house, kept)

    @property
    def read_only(self) -> bool:
        """Whether nothing may be written."""
        return bool(self.read_only_reason)

    def house_rules(self, connection: Connection) -> HouseRules:
        """Return the campaign’s house rules as they stand."""

        def read() -> HouseRules:
            chosen = connection.execute(select(col(Campaign.house_rules))).scalar_one()
            return HouseRules(self.ruleset.content.house_rules, chosen)

        return self.remembered.get("house rules", frozenset({"campaign"}), read)

    @contextmanager
    def reading(self) -> Generator[Connection]:
        """Give a connection in a read transaction; whatever is written there is rolled back.

        Raises `Refusal` when another program keeps the file from being read.
        """
        self._check_open()
        try:
            with self._engine.connect() as connection:
                try:
                    version = _data_version(connection)
                    if version != self._version_read:
                        self._version_read = version
                        self.remembered.forget()
                        self._read_content(connection)
                    yield connection
                finally:
                    connection.rollback()
        except DBAPIError as error:
            self._refuse(error, "It could not be read.")
            raise

    @contextmanager
    def writing(self) -> Generator[Connection]:
        """Give a connection in a write transaction: commit at the end, roll back on any error.

        Raises `Refusal` while the campaign is read only, when another program has written to the
        file since it was opened, or when the disk refuses. What is remembered of the campaign is
        forgotten, all of it unless `wrote` is told what was written.
        """
        self._check_open()
        if self.read_only:
            raise Refusal(self.read_only_reason)
        self._written = self._written_about = None
        try:
            with self._engine.connect() as connection:
                connection.info[WRITING] = True
                try:
                    with connection.begin():
                        if _data_version(connection) != self._version_opened:
                            raise Refusal(
                                "Another program has changed this campaign; close it and open it "
                                "again to go on."
                            )
                        yield connection
                        if not self._keeps_content:
                            self._keeps_content = pin_once(
                                connection, self._rulesets, self._ruleset_id
                            )
                finally:
                    connection.info.pop(WRITING, None)
                self._has_written = True
                self.remembered.forget(self._written, self._written_about)
                if self._written is None or _CONTENT_TABLE in self._written:
                    self._read_content(connection)
        except DBAPIError as error:
            self._refuse(error, "Nothing was changed.")
            raise
        finally:
            self.remembered.resume()

    def wrote(self, tables: Collection[str], owners: Owners | None = None) -> None:
        """Say, inside `writing`, to which tables it writes, and about which members and rosters.

        What other tables hold stays remembered.
        """
        self._written, self._written_about = tables, owners

    def copy_into(self, path: Path) -> None:
        """Write a whole copy into an empty file; raises `sqlite3.Error` when that fails."""
        self._check_open()
        with self._engine.connect() as connection:
            raw = connection.connection.driver_connection
            assert isinstance(raw, sqlite3.Connection)
            raw.execute("VACUUM INTO ?", (str(path),))

    def close(self) -> None:
        """Close the file and let others write to it; closing twice does no harm."""
        if self._has_written and not self._is_closed:
            self._note_how_left()
        self._is_closed = True
        self._engine.dispose()
        self.remembered.forget()
        self._hold.release()

    def _read_content(self, connection: Connection) -> None:
        """Take over the content as it is stored; what was worked out with other is forgotten."""
        content = read_content(connection, self._rulesets, self._ruleset_id, self._content)
        if content is not self._content:
            self._content = content
            self.remembered.forget()

    def _note_how_left(self) -> None:
        """Note how the file is left, unless another program has written to it."""
        with suppress(DBAPIError), self._engine.connect() as connection:
            if _data_version(connection) == self._version_opened:
                known_files.note_left(self.path)

    def _check_open(self) -> None:
        if self._is_closed:
            raise RuntimeError(f"{self.path} was closed")

    def _refuse(self, error: DBAPIError, so: str) -> None:
        """Raise `Refusal` when the disk or another program is to blame; else do nothing."""
        reason = disk_trouble(self.path, error)
        if reason:
            raise Refusal(f"{reason} {so}") from error

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
    path = full_path(path)
    check_mark(path)
    hold = hold_for_writing(path)
    try:
        _put_right(path, hold)
        is_known = known_files.is_known(path)
        revision = check_before_opening(path, pages=not is_known)
        if revision != newest_revision():
            if not hold.may_write:
                raise Refusal(
                    f"“{path.name}” comes from an older version and must be converted first, but "
                    f"it cannot be written here: {hold.read_only_reason}"
                )
            back_up_and_migrate(path, revision, SUFFIX)
        if not is_known:
            check_values(path)
            known_files.note_checked(path)
        return CampaignFile(path, _stored_ruleset(path), hold)
    except BaseException as error:
        hold.release()
        if isinstance(error, DBAPIError) and disk_trouble(path, error):
            raise Refusal(f"{disk_trouble(path, error)} It was not opened.") from error
        raise


def open_file(path: Path, ruleset_id: str) -> CampaignFile:
    """Open a file that was just made and holds no campaign yet."""
    return CampaignFile(path, ruleset_id, hold_for_writing(path))


def create_file(path: Path) -> Path:
    """Make an empty campaign database at `path` and return it with its suffix.

    Raises `Refusal` when something stands there already or the folder cannot be written; then
    nothing is left behind.
    """
    with _new_file(path) as path:
        with closing(sqlite3.connect(path)) as raw:
            raw.execute(f"PRAGMA application_id={APPLICATION_ID}")
        migrate(path)
    return path


def copy_campaign(file: CampaignFile, path: Path) -> Path:
    """Save a complete copy of the campaign as another file and return its path.

    The copy is made by the database itself through the open connection, so it is whole while the
    campaign is in use, and even when its own file was moved or deleted meanwhile.
    """
    with _new_file(path) as path:
        file.copy_into(path)
        check_before_opening(path)
    return path


def copy_unopened(path: Path, target: Path) -> Path:
    """Copy a campaign that is left exactly as it is, and return the path of the copy.

    The file may be open in a window. One of an older version is not converted; its copy is.
    Raises `Refusal` when it is no sound campaign, or the copy cannot be written.
    """
    path = full_path(path)
    check_mark(path)
    if left_unfinished(path):
        raise Refusal(f"“{path.name}” was not closed properly; open it once to put that right.")
    revision = check_before_opening(path)
    with _new_file(target) as target:
        with closing(connect_read_only(path)) as raw:
            raw.execute("VACUUM INTO ?", (str(target),))
        if revision != newest_revision():
            migrate(target)
    return target


def full_path(path: Path) -> Path:
    """Return an absolute path; one that begins with an unknown user’s `~` is taken literally."""
    with suppress(RuntimeError):
        path = path.expanduser()
    return path.absolute()


@contextmanager
def _new_file(path: Path) -> Generator[Path]:
    """Make an empty file with our suffix and give its path; on any error it goes again.

    Raises `Refusal` when something stands there already or the folder cannot be written.
    """
    path = full_path(path)
    if not path.name:
        raise Refusal("The file needs a name.")
    if path.suffix.casefold() != SUFFIX:
        path = path.with_name(path.name + SUFFIX)
    if has_no_room_for_journal(path):
        raise Refusal(f"A name of {len(path.name)} letters is too long for a file.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise _not_written(path, error) from None
    try:
        path.open("xb").close()
    except FileExistsError:
        raise Refusal(f"There is already a file “{path.name}” in that folder.") from None
    except (OSError, ValueError) as error:
        raise _not_written(path, error) from None
    try:
        yield path
    except BaseException as error:
        path.unlink(missing_ok=True)
        if isinstance(error, sqlite3.Error | DBAPIError | UnicodeEncodeError):
            raise _not_written(path, error) from None
        raise


def _put_right(path: Path, hold: Hold) -> None:
    """Roll back a write that was cut off, or leave that to the window that has the file."""
    if hold.is_held_elsewhere or not left_unfinished(path):
        return
    if not hold.may_write:
        raise Refusal(
            f"“{path.name}” was not closed properly, and here it cannot be put right because it "
            "is write-protected; copy it to another folder and open it there."
        )
    try:
        roll_back_unfinished(path)
    except sqlite3.Error:
        raise Refusal(
            f"“{path.name}” was not closed properly and cannot be put right; it may be in use by "
            "another program."
        ) from None


def _stored_ruleset(path: Path) -> str:
    with closing(connect_read_only(path)) as raw:
        (ruleset,) = raw.execute("SELECT ruleset FROM campaign").fetchone()
    return str(ruleset)


def _data_version(connection: Connection) -> int:
    """Return a number that changes when another connection has written to the file."""
    return int(connection.exec_driver_sql("PRAGMA data_version").scalar_one())


def _not_written(path: Path, error: Exception) -> Refusal:
    reason = getattr(error, "strerror", None) or getattr(error, "orig", None) or error
    return Refusal(f"“{path.name}” cannot be written there: {reason}.")


def disk_trouble(path: Path, error: DBAPIError) -> str:
    """Return a sentence when the disk or another program is to blame for an error."""
    code = str(getattr(error.orig, "sqlite_errorname", ""))
    busy = f"Another program is using “{path.name}”; try again in a moment."
    sentences = {
        "SQLITE_BUSY": busy,
        "SQLITE_LOCKED": busy,
        "SQLITE_FULL": "The disk is full.",
        "SQLITE_READONLY_DBMOVED": (
            f"“{path.name}” was moved, deleted or replaced while it was open; save a copy of the "
            "campaign under another name to go on with it."
        ),
        "SQLITE_READONLY": f"“{path.name}” has become write-protected.",
        "SQLITE_CANTOPEN": f"“{path.name}” or its folder cannot be written any more.",
        "SQLITE_IOERR": f"The disk with “{path.name}” reports an error.",
        "SQLITE_CORRUPT": f"“{path.name}” is damaged.",
        "SQLITE_NOTADB": f"“{path.name}” is damaged.",
    }
    return next((text for start, text in sentences.items() if code.startswith(start)), "")
