"""The ruleset that a campaign is played with: shipped or kept content, with house content over it.

Content that cannot be used never keeps a campaign from being opened: what is wrong is left out,
and a sentence says so. That happens when a file was changed outside the program, and when a newer
program asks more of its content than an older one did.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from sqlalchemy import Connection

from mordcry_app.rules.content_folder import HOUSE_CONTENT, ContentFolder, HouseRow
from mordcry_app.rules.ruleset import LoadedRuleset, Ruleset, build_ruleset, load_shipped
from mordcry_app.rules.schema import ContentError
from mordcry_app.services.content_store import (
    PinError,
    StoredContent,
    read_pin,
    read_stored,
    shipped_pin,
)

_NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class CampaignContent:
    """What a campaign is played with.

    `base` is the same without house content. `pinned` holds the kept files where they differ from
    the shipped ones; `pinned_version` is the version that they had. `left_out` names house content
    that is wrong, by kind and id, and `troubles` are sentences about what could not be used.
    """

    loaded: LoadedRuleset
    base: LoadedRuleset
    stored: StoredContent
    pinned: Mapping[str, str]
    pinned_version: int | None
    left_out: frozenset[tuple[str, str]]
    troubles: tuple[str, ...]

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset with this content."""
        return self.loaded.ruleset

    @property
    def folder(self) -> ContentFolder:
        """What the content was loaded from."""
        return self.loaded.folder

    @property
    def house(self) -> Mapping[tuple[str, str], HouseRow]:
        """The house content by kind and id, also what cannot be used."""
        return {(row.kind, row.ref): row for row in self.stored.house}


def shipped_content(folder: Path, ruleset_id: str) -> CampaignContent:
    """Return the content of a campaign that keeps nothing yet."""
    shipped = load_shipped(folder, ruleset_id)
    nothing = StoredContent(None, ())
    return CampaignContent(shipped, shipped, nothing, _NOTHING, None, frozenset(), ())


def read_content(
    connection: Connection, folder: Path, ruleset_id: str, known: CampaignContent
) -> CampaignContent:
    """Return the content as it is stored; `known` itself when it still is what is stored."""
    stored = read_stored(connection)
    if stored == known.stored:
        return known
    pinned, version, troubles = _pinned(connection, stored, folder, ruleset_id)
    base = load_shipped(folder, ruleset_id)
    if pinned:
        try:
            base = build_ruleset(folder, ruleset_id, pinned=pinned)
        except ContentError as error:
            troubles.append(
                f"The content that this campaign was played with does not fit this version of the "
                f"program, so the newer content is used ({error})."
            )
            pinned, version = _NOTHING, None
    loaded, used = base, list(stored.house)
    while used:
        try:
            loaded = build_ruleset(folder, ruleset_id, used, pinned)
            break
        except ContentError as error:
            guilty = _guilty(used, error)
            used = [row for row in used if row not in guilty]
            troubles.append(f"{_listed(guilty)}, so the program goes on without it ({error}).")
    left_out = {(row.kind, row.ref) for row in stored.house}
    left_out -= {(row.kind, row.ref) for row in used}
    return CampaignContent(
        loaded, base, stored, pinned, version, frozenset(left_out), tuple(troubles)
    )


def _pinned(
    connection: Connection, stored: StoredContent, folder: Path, ruleset_id: str
) -> tuple[Mapping[str, str], int | None, list[str]]:
    """Return the kept files where they differ from the shipped ones, and their version."""
    if stored.pin is None or stored.pin.get("sha256") == shipped_pin(folder, ruleset_id).digest:
        return _NOTHING, None, []
    try:
        pin = read_pin(connection, stored.pin)
    except PinError as error:
        trouble = f"The content that this campaign has kept cannot be used: {error}."
        return _NOTHING, None, [trouble]
    return pin.files, pin.version, []


def _listed(rows: list[HouseRow]) -> str:
    names = ", ".join(row.place for row in rows[:3])
    more = f" and {len(rows) - 3} more" if len(rows) > 3 else ""
    return f"House content is wrong: {names}{more}"


def _guilty(rows: list[HouseRow], error: ContentError) -> list[HouseRow]:
    """Return the rows that an error is about; all of them when that cannot be told."""
    words = set(re.findall(r"[a-z0-9_]+", error.row))
    found: list[HouseRow] = []
    if error.file.startswith(str(HOUSE_CONTENT)):
        found = [row for row in rows if row.ref in words and (not row.table or row.table in words)]
        found = found or [row for row in rows if row.table and row.table in words]
    return found or rows
