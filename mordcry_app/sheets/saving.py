"""Writing a finished document to disk: wholly, or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from mordcry_app.rules.refusal import Refusal

_MARK = b"%PDF"


def save_document(data: bytes, path: Path) -> Path:
    """Write a document where `path` says, in place of an earlier one; return the whole path.

    Folders that are missing are made. Raises `Refusal` with the reason when it cannot be written,
    or when something else stands there, such as a campaign: that is left as it is.
    """
    with suppress(RuntimeError):  # an unknown user’s `~` is taken literally
        path = path.expanduser()
    path = path.absolute()
    try:
        _replace(path, data)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error) or "no reason given"
        raise Refusal(
            f"“{path.name[:60]}” cannot be written there: "
            f"{reason[0].lower()}{reason[1:].rstrip('.')}."
        ) from None
    return path


def _replace(path: Path, data: bytes) -> None:
    if path.is_dir():
        raise Refusal(f"“{path.name or path}” is a folder; the file needs a name.")
    target = path.resolve()  # a link stays a link to the file that it names
    if _is_something_else(target):
        raise Refusal(f"“{path.name}” is there already and is no PDF; it was left as it is.")
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f".mordcry-{os.getpid()}.new")
    try:
        with draft.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def _is_something_else(path: Path) -> bool:
    """Whether there is something that no document may take the place of."""
    if not path.exists():
        return False
    if not path.is_file():
        return True
    with path.open("rb") as file:
        return file.read(len(_MARK)) not in (b"", _MARK)
