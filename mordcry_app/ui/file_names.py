"""Names for campaign files: what every system can write, and what is still free."""

from __future__ import annotations

import re
from pathlib import Path

SUFFIX = ".mordcry"
_LONGEST = 80  # letters; some systems allow 255 bytes for a whole name
_NEVER = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]')
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)", re.IGNORECASE)


def file_name_for(name: str) -> str:
    """Return a file name, without its suffix, that says *name* and can be written anywhere."""
    kept = " ".join(_NEVER.sub(" ", name).split())[:_LONGEST].strip(" .")
    if not kept or not kept.isprintable():
        kept = "".join(letter for letter in kept if letter.isprintable()).strip(" .") or "Campaign"
    return f"{kept} campaign" if _RESERVED.fullmatch(kept) else kept


def free_path(folder: Path, name: str) -> Path:
    """Return a path in *folder* where nothing stands yet: `NAME.mordcry`, or `NAME 2.mordcry`."""
    stem = file_name_for(name)
    path, number = folder / f"{stem}{SUFFIX}", 2
    while path.exists():
        path = folder / f"{stem} {number}{SUFFIX}"
        number += 1
    return path
