"""The list of campaigns that were opened lately, kept in the player’s settings folder."""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from mordcry_app.model.tables import now
from mordcry_app.paths import config_folder

MOST = 12
_MOST_BYTES = 200_000


@dataclass(frozen=True)
class RecentView:
    """A campaign that was opened; `exists` tells whether its file is still there."""

    path: Path
    name: str
    ruleset_name: str
    after: str
    at: str
    exists: bool


def recent_campaigns() -> tuple[RecentView, ...]:
    """Return the campaigns that were opened lately, newest first; a broken list counts as none."""
    views: list[RecentView] = []
    for entry in _read():
        path = Path(str(entry["path"]))
        views.append(
            RecentView(
                path,
                str(entry.get("name", path.stem)),
                str(entry.get("ruleset", "")),
                str(entry.get("after", "")),
                str(entry.get("at", "")),
                path.is_file(),
            )
        )
    return tuple(views)


def remember(path: Path, name: str, ruleset_name: str, after: str) -> None:
    """Put a campaign at the top of the list."""
    entry = {
        "path": str(path.absolute()),
        "name": name,
        "ruleset": ruleset_name,
        "after": after,
        "at": now(),
    }
    others = [old for old in _read() if old["path"] != entry["path"]]
    _write([entry, *others][:MOST])


def forget(path: Path) -> None:
    """Take a campaign off the list; its file stays."""
    _write([entry for entry in _read() if entry["path"] != str(path.absolute())])


def _file() -> Path:
    return config_folder() / "recent.json"


def _read() -> list[dict[str, Any]]:
    try:
        if _file().stat().st_size > _MOST_BYTES:
            return []
        stored = json.loads(_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    if not isinstance(stored, list):
        return []
    entries = cast(list[object], stored)
    found = [cast("dict[str, Any]", entry) for entry in entries if isinstance(entry, dict)]
    return [entry for entry in found if isinstance(entry.get("path"), str)]


def _write(entries: list[dict[str, Any]]) -> None:
    new = _file().with_suffix(".new")
    with contextlib.suppress(OSError):
        new.write_text(json.dumps(entries, ensure_ascii=False, indent=1), encoding="utf-8")
        os.replace(new, _file())
