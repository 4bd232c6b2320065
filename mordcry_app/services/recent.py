"""The list of campaigns that were opened lately, kept in the player’s settings folder."""

from __future__ import annotations

import contextlib
import json
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
                _is_there(path),
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


def _is_there(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False


def _file() -> Path:
    return config_folder() / "recent.json"


def _read() -> list[dict[str, Any]]:
    try:
        file = _file()
        if file.stat().st_size > _MOST_BYTES:
            return []
        stored = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return []
    if not isinstance(stored, list):
        return []
    entries = cast(list[object], stored)
    found = [cast("dict[str, Any]", entry) for entry in entries if isinstance(entry, dict)]
    return [entry for entry in found if isinstance(entry.get("path"), str)]


def _write(entries: list[dict[str, Any]]) -> None:
    with contextlib.suppress(OSError):
        file = _file()
        new = file.with_suffix(".new")
        new.write_text(json.dumps(entries, indent=1), encoding="utf-8")
        new.replace(file)
