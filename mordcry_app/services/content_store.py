"""The content that a campaign was played with, kept inside its file.

The files are those of the ruleset’s folder but for its manifest: the engine is never taken from a
campaign. They are packed into an attachment, and a row of `custom_row`, the pin, says which one it
is and the digest of the files. What comes out of a campaign file is hostile until it has been
looked at: names, sizes and the digest are checked before anything reads the texts, which then go
through the same loader as shipped files.
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import func, insert, select

from mordcry_app.model.tables import Attachment, Change, CustomRow, Operation
from mordcry_app.rules.content_folder import HouseRow
from mordcry_app.rules.loader import MAXIMUM_BYTES, read_text
from mordcry_app.rules.ruleset import MANIFEST_NAME, find_manifests
from mordcry_app.services.state_reader import table_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from mordcry_app.services.unit_of_work import Work

PIN = "pin"
"""Kind of the row that keeps the content; every other row is house content."""
PIN_REF = "content"

_FILE_NAME = re.compile(r"([a-z][a-z0-9_]{0,63}/)?[a-z][a-z0-9_]{0,63}\.toml")
_MOST_FILES = 200
_FOUNDING = "founding"


class PinError(ValueError):
    """What a campaign has kept cannot be used; the message is the end of a sentence."""


@dataclass(frozen=True)
class Pin:
    """Files of content by name, with the version that they had."""

    version: int
    digest: str
    files: Mapping[str, str]


@dataclass(frozen=True)
class StoredContent:
    """What the rows of `custom_row` hold: the pin as it is stored, or none, and house content."""

    pin: Mapping[str, Any] | None
    house: tuple[HouseRow, ...]


@lru_cache(maxsize=32)
def shipped_pin(folder: Path, ruleset_id: str) -> Pin:
    """Return the shipped content of a ruleset as a pin of it."""
    ruleset_folder, manifest = find_manifests(folder)[ruleset_id]
    paths = sorted([*ruleset_folder.glob("*.toml"), *ruleset_folder.glob("*/*.toml")])
    files = {
        path.relative_to(ruleset_folder).as_posix(): read_text(path).replace("\r\n", "\n")
        for path in paths
        if path.name != MANIFEST_NAME
    }
    return Pin(manifest.content_version, digest_of(files), MappingProxyType(files))


def digest_of(files: Mapping[str, str]) -> str:
    """Return the SHA-256 of files, whatever their order."""
    return hashlib.sha256(_as_json(files)).hexdigest()


def read_pin(connection: Connection, stored: Mapping[str, Any]) -> Pin:
    """Return the files that a pin keeps; raises `PinError` when they are not what it says."""
    version, digest, place = (stored.get(k) for k in ("content_version", "sha256", "attachment"))
    if type(version) is not int or not isinstance(digest, str) or type(place) is not int:
        raise PinError("something is missing")
    attachment = table_of(Attachment).c
    query = select(attachment.data).where(attachment.id == place)
    packed = connection.execute(query).scalar_one_or_none()
    if packed is None:
        raise PinError("something is missing")
    files = _unpacked(packed)
    if digest_of(files) != digest:
        raise PinError("it was changed outside the program")
    return Pin(version, digest, MappingProxyType(files))


def read_stored(connection: Connection) -> StoredContent:
    """Return what a campaign keeps of content, house content in the order in which it came."""
    row = table_of(CustomRow).c
    query = select(row.kind, row.ref, row.data).order_by(row.id)
    pin: Mapping[str, Any] | None = None
    house: list[HouseRow] = []
    for kind, ref, data in connection.execute(query):
        if kind == PIN:
            pin = data if ref == PIN_REF else pin
        else:
            house.append(HouseRow(kind, ref, data))
    return StoredContent(pin, tuple(house))


def store_pin(work: Work, pin: Pin) -> None:
    """Keep files in a campaign, in place of those that it has kept so far."""
    row, attachment = table_of(CustomRow).c, table_of(Attachment).c
    values = _attachment_of(pin)
    query = select(attachment.id).where(attachment.sha256 == values["sha256"])
    place = work.connection.execute(query).scalar_one_or_none()
    if place is None:
        place = work.add(Attachment, **values)
    data = _stored(pin, place)
    query = select(row.id).where(row.kind == PIN, row.ref == PIN_REF)
    row_id = work.connection.execute(query).scalar_one_or_none()
    if row_id is None:
        work.add(CustomRow, kind=PIN, ref=PIN_REF, data=data)
    else:
        work.change(CustomRow, row_id, data=data)


def pin_once(connection: Connection, folder: Path, ruleset_id: str) -> bool:
    """Keep the shipped content in a campaign that keeps none yet; say whether one is kept now.

    This is for campaigns that were founded before content was kept. It belongs to the founding, so
    it is noted there, and no undo reaches it.
    """
    row, change, operation = table_of(CustomRow), table_of(Change), table_of(Operation)
    if connection.execute(select(row.c.id).where(row.c.kind == PIN).limit(1)).first():
        return True
    query = select(func.min(operation.c.id)).where(operation.c.kind == _FOUNDING)
    founding = connection.execute(query).scalar_one()
    if founding is None:
        return False
    query = select(func.max(change.c.sequence)).where(change.c.operation_id == founding)
    last = connection.execute(query).scalar_one()
    pin = shipped_pin(folder, ruleset_id)
    attachment = table_of(Attachment)
    adding = insert(attachment).values(_attachment_of(pin)).returning(attachment.c.id)
    place = connection.execute(adding).scalar_one()
    values = {"kind": PIN, "ref": PIN_REF, "data": _stored(pin, place)}
    row_id = connection.execute(insert(row).values(values).returning(row.c.id)).scalar_one()
    connection.execute(
        insert(change).values(
            operation_id=founding,
            sequence=0 if last is None else last + 1,
            table_name=row.name,
            row_id=row_id,
            member_id=None,
            before=None,
            after={"id": row_id, **values},
        )
    )
    return True


def _attachment_of(pin: Pin) -> dict[str, Any]:
    packed = zlib.compress(_as_json(pin.files), 9)
    return {
        "sha256": hashlib.sha256(packed).hexdigest(),
        "media_type": "application/zlib",
        "name": f"Content, version {pin.version}",
        "data": packed,
    }


def _stored(pin: Pin, place: int) -> dict[str, Any]:
    return {"content_version": pin.version, "sha256": pin.digest, "attachment": place}


def _as_json(files: Mapping[str, str]) -> bytes:
    ordered = dict(sorted(files.items()))
    return json.dumps(ordered, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _unpacked(packed: bytes) -> dict[str, str]:
    try:
        reader = zlib.decompressobj()
        text = reader.decompress(packed, MAXIMUM_BYTES)
        if not reader.eof:
            raise PinError("it is too large or cut off")
        files: object = json.loads(text.decode("utf-8"))
    except PinError:
        raise
    except (zlib.error, ValueError, RecursionError):
        raise PinError("it is damaged") from None
    if not isinstance(files, dict) or len(cast(dict[str, object], files)) > _MOST_FILES:
        raise PinError("it is damaged")
    found: dict[str, str] = {}
    for name, content in cast(dict[str, object], files).items():
        if _FILE_NAME.fullmatch(name) is None or name == MANIFEST_NAME:
            raise PinError("it holds a file that is no content")
        if not isinstance(content, str):
            raise PinError("it is damaged")
        found[name] = content
    return found
