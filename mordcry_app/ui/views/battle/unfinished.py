"""Keeps a half-entered battle, or half-written text, while the program is closed.

It lies in the folder of what may be lost: the campaign file holds only what was recorded.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mordcry_app.paths import state_folder

_MOST_BYTES = 200_000


def keep(campaign: Path, entry: Mapping[str, Any], kind: str = "battles") -> None:
    """Store the entry of a campaign; a folder that cannot be written is no misfortune."""
    place = _place(campaign, kind)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        part = place.with_suffix(".part")
        part.write_text(json.dumps(entry), encoding="utf-8")
        part.replace(place)
    except OSError:
        return


def kept(campaign: Path, kind: str = "battles") -> Mapping[str, Any] | None:
    """The entry that was kept for a campaign, if there is one that can be read."""
    place = _place(campaign, kind)
    try:
        if place.stat().st_size > _MOST_BYTES:
            return None
        stored = json.loads(place.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    return stored if isinstance(stored, dict) else None


def forget(campaign: Path, kind: str = "battles") -> None:
    """Drop what was kept for a campaign."""
    try:
        _place(campaign, kind).unlink(missing_ok=True)
    except OSError:
        return


def _place(campaign: Path, kind: str) -> Path:
    name = hashlib.sha256(str(campaign.absolute()).encode()).hexdigest()[:24]
    return state_folder() / f"unfinished-{kind}" / f"{name}.json"
