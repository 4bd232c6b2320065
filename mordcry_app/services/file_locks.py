"""Who may write to a campaign file: one window at a time, and only where the file allows it.

The lock is kept in the program’s own folder, so that no side file appears beside a campaign. The
operating system frees it when the program ends, however it ends.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from mordcry_app.paths import state_folder
from mordcry_app.services.connections import has_no_room_for_journal


@dataclass(frozen=True)
class Hold:
    """What this window may do with a file: write while it has the lock, or read, and why."""

    lock: FileLock | None = None
    read_only_reason: str = ""
    is_held_elsewhere: bool = False

    @property
    def may_write(self) -> bool:
        """Whether the file may be written."""
        return not self.read_only_reason

    def release(self) -> None:
        """Let others write to the file; releasing twice does no harm."""
        if self.lock is not None:
            self.lock.release()


def hold_for_writing(path: Path) -> Hold:
    """Take hold of a file for as long as it is open, to write if that is possible."""
    if has_no_room_for_journal(path.resolve()):
        return Hold(None, "The name of this file is too long, so it is open to read only.")
    if not os.access(path, os.W_OK):
        return Hold(None, f"“{path.name}” is write-protected, so it is open to read only.")
    if not os.access(path.resolve().parent, os.W_OK):
        return Hold(
            None, "The folder of this campaign is write-protected, so it is open to read only."
        )
    try:
        folder = state_folder() / "locks"
        folder.mkdir(exist_ok=True)
        name = hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:32]
        lock = FileLock(folder / f"{name}.lock", is_singleton=False)
        lock.acquire(timeout=0)
    except Timeout:
        reason = f"“{path.name}” is open in another window; here it can be read but not changed."
        return Hold(None, reason, is_held_elsewhere=True)
    except OSError:
        return Hold(
            None,
            "The program cannot write to its own folder, so it cannot keep other windows away "
            f"from “{path.name}”; here it can be read but not changed.",
        )
    return Hold(lock)
