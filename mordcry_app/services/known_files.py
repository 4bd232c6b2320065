"""Remembers which campaign files were found sound, so that they are not searched at each opening.

To check a campaign of a thousand battles from end to end takes seconds. A file that lies on the
disk exactly as it was when it was last checked, or as this program alone has left it since, needs
no such check. What counts is the file itself, its size and both of its times to the nanosecond; a
file that was touched in any way is checked again, and every file once in a while, as disks decay.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import TypeAdapter

from mordcry_app.paths import state_folder
from mordcry_app.services.schema import newest_revision

CHECKED_AGAIN_AFTER = 7 * 24 * 3600
"""Seconds after which a file is checked from end to end whatever it looks like."""

SETTLED_AFTER = 100_000_000
"""Nanoseconds that must lie between the last change of a file and the look at it: clocks of file
systems are coarse, and a change right after the look might have the same time."""

_MOST_BYTES = 2_000

Stamp = tuple[int, ...]
"""What tells whether a file was touched: where it lies, its size and its times."""


@dataclass(frozen=True)
class _Noted:
    revision: str
    checked_at: float
    stamp: Stamp


_NOTED = TypeAdapter(_Noted)


def is_known(path: Path) -> bool:
    """Say whether a file is exactly as it was when it was found sound, and not too long ago."""
    noted = _read(path)
    if noted is None:
        return False
    age = time.time() - noted.checked_at
    is_fresh = 0 <= age < CHECKED_AGAIN_AFTER and noted.revision == newest_revision()
    return is_fresh and noted.stamp == _stamp(path)


def note_checked(path: Path) -> None:
    """Note that a file was just found sound from end to end."""
    _write(path, time.time())


def note_left(path: Path) -> None:
    """Note how this program left a file that was known when it was opened, and that it alone wrote.

    When it was last checked from end to end stays as it was.
    """
    noted = _read(path)
    if noted is not None:
        _write(path, noted.checked_at)


def forget(path: Path) -> None:
    """Have a file checked when it is opened next."""
    with contextlib.suppress(OSError):
        _note_of(path).unlink(missing_ok=True)


def _stamp(path: Path) -> Stamp | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


def _write(path: Path, checked_at: float) -> None:
    """Keep the stamp of a file; of one that has only just changed, none."""
    stamp = _stamp(path)
    if stamp is None or time.time_ns() - max(stamp[3:]) < SETTLED_AFTER:
        forget(path)
        return
    noted = _Noted(newest_revision(), checked_at, stamp)
    with contextlib.suppress(OSError):
        note = _note_of(path)
        note.parent.mkdir(exist_ok=True)
        new = note.with_suffix(".new")
        new.write_text(json.dumps(asdict(noted)), encoding="utf-8")
        new.replace(note)


def _read(path: Path) -> _Noted | None:
    """Return what was noted of a file; none for a note that is not there or broken."""
    try:
        note = _note_of(path)
        if note.stat().st_size > _MOST_BYTES:
            return None
        return _NOTED.validate_json(note.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None


def _note_of(path: Path) -> Path:
    name = hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:32]
    return state_folder() / "checked" / f"{name}.json"
