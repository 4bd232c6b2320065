"""Packs: house content as a TOML file, to be kept, edited and handed to another group.

A pack says what it is under `[pack]`; what it holds stands in the form of the shipped files, under
the same keys (`[[weapon]]`, `[[skill]]`), with rows of tables under `[[rows.injury]]`. A pack is
data: it can name no code, and what comes in passes the same loader as shipped content.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from pydantic import Field

from mordcry_app.rules.content_folder import ROW_PREFIX
from mordcry_app.rules.loader import load_record, parse_toml, read_text
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.ruleset import LoadedRuleset
from mordcry_app.rules.schema import ContentError, Identifier, LongText, Record, ShortText
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.content_words import differences, name_of, touched_by, words_for
from mordcry_app.services.house_content import (
    MOST_CHARACTERS,
    MOST_ROWS,
    OPERATION,
    Key,
    checked,
    write_rows,
)
from mordcry_app.services.house_content_views import PackEntryView, PackView
from mordcry_app.services.house_fields import clean_data
from mordcry_app.services.state_reader import current_state
from mordcry_app.services.toml_values import as_toml
from mordcry_app.services.unit_of_work import unit_of_work
from mordcry_app.services.views import Touched

HEAD = "pack"
ROWS = "rows"
SUFFIX = ".toml"

_HEADING = re.compile(r"^[ \t]*\[\[", re.MULTILINE)
_MOST_HEADINGS = 4 * MOST_ROWS


class PackHead(Record):
    """`[pack]`: what a pack says of itself."""

    name: ShortText
    ruleset: Identifier
    content_version: int = Field(default=1, ge=1)
    by: str = Field(default="", max_length=200)
    text: LongText = ""


@dataclass(frozen=True)
class Pack:
    """A pack that was read; its rows fit the ruleset’s schemas once it is looked at."""

    head: PackHead
    rows: Mapping[Key, Mapping[str, Any]]


def export_pack(
    file: CampaignFile,
    name: str,
    *,
    by: str = "",
    text: str = "",
    keys: Collection[Key] | None = None,
) -> str:
    """Return house content as the text of a pack: everything, or what `keys` name.

    Raises `Refusal` when there is nothing to export, and for a pack without a name.
    """
    rows = {
        key: row.data
        for key, row in file.content.house.items()
        if (keys is None or key in keys) and key not in file.content.left_out
    }
    if not rows:
        raise Refusal("There is no house content to export yet.")
    head = _head(file, name, by, text)
    said = {field: value for field, value in head.model_dump().items() if value != ""}
    parts = [_section(f"[{HEAD}]", said)]
    for (kind, ref), data in sorted(rows.items(), key=lambda row: row[0][0]):
        parts.append(_section(f"[[{_key_of(kind)}]]", {"id": ref, **data}))
    return "\n".join(parts)


def write_pack(path: Path, text: str) -> Path:
    """Write a pack and return its path, with its suffix; raises `Refusal` when it cannot be."""
    path = path if path.suffix.casefold() == SUFFIX else path.with_name(path.name + SUFFIX)
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Refusal(f"“{path.name}” cannot be written there: {reason}.") from None
    return path


def read_pack(file: CampaignFile, path: Path) -> Pack:
    """Read a pack; raises `Refusal` with the place for whatever is wrong with it by itself."""
    place = Path(path.name)
    try:
        text = read_text(path)
        if len(_HEADING.findall(text)) > _MOST_HEADINGS:
            raise ContentError(place, "", "", f"more than {MOST_ROWS:,} rows")
        return _pack(file, place, parse_toml(place, text))
    except ContentError as error:
        raise Refusal(f"The pack cannot be used. {_at(error, path)}.") from None


def pack_view(file: CampaignFile, pack: Pack) -> PackView:
    """Return what importing a pack would do, row by row; raises `Refusal` when it cannot be.

    The pack is tried as a whole, over all of the campaign’s own content.
    """
    loaded = _try(file, pack.rows)
    with file.reading() as connection:
        state = current_state(file, connection)
    content = file.ruleset.content
    entries: list[PackEntryView] = []
    for (kind, ref), data in pack.rows.items():
        new = loaded.folder.loaded(kind)[ref].record
        here = file.content.folder.loaded(kind).get(ref)
        old = here.record if here else None
        own = file.content.house.get((kind, ref))
        changes = differences(old, new)
        if own is not None:
            status = "same" if own.data == data else "conflict"
        elif old is None:
            status = "new"
        else:
            status = "changes" if changes else "same"
        entries.append(
            PackEntryView(
                kind=kind,
                ref=ref,
                name=name_of(new, ref),
                noun=words_for(kind, content)[1],
                status=status,
                changes=() if status in ("new", "same") else changes,
                touches=touched_by(kind, ref, new, state, content) if status != "same" else "",
            )
        )
    head = pack.head
    return PackView(head.name, head.by, head.text, head.content_version, tuple(entries))


def import_pack(file: CampaignFile, pack: Pack, take: Collection[Key] | None = None) -> Touched:
    """Take a pack over into the campaign, as one operation.

    Of what the group has changed itself (`conflict`), only what `take` names is replaced; without
    it, nothing of that is. Raises `Refusal`, and changes nothing, when the result would be wrong.
    """
    rows: dict[Key, Mapping[str, Any]] = {}
    for entry in pack_view(file, pack).entries:
        key = (entry.kind, entry.ref)
        is_taken = entry.status in ("new", "changes")
        if is_taken or (entry.status == "conflict" and take is not None and key in take):
            rows[key] = pack.rows[key]
    if not rows:
        raise Refusal("Nothing was changed: all of this pack is here already.")
    _try(file, rows)
    label = f"House content: imported the pack “{pack.head.name}”"
    with unit_of_work(file, label, OPERATION) as work:
        write_rows(work, rows)
    return work.touched


def _try(file: CampaignFile, rows: Mapping[Key, Mapping[str, Any]]) -> LoadedRuleset:
    try:
        return checked(file, rows)
    except Refusal as refusal:
        raise Refusal(f"The pack cannot be used. {refusal.sentence}") from None


def _head(file: CampaignFile, name: str, by: str, text: str) -> PackHead:
    manifest = file.ruleset.manifest
    fields = {
        "name": name,
        "ruleset": manifest.id,
        "content_version": file.content.pinned_version or manifest.content_version,
        "by": by,
        "text": text,
    }
    try:
        return load_record(Path("The pack"), PackHead, clean_data(fields), "")
    except ContentError as error:
        raise Refusal(f"{error}.") from None


def _pack(file: CampaignFile, place: Path, content: Mapping[str, Any]) -> Pack:
    if HEAD not in content:
        raise ContentError(place, "", HEAD, "missing: a pack begins with [pack] and its name")
    head = load_record(place, PackHead, content[HEAD], HEAD)
    ruleset = file.ruleset.manifest
    if head.ruleset != ruleset.id:
        problem = f"it is for “{head.ruleset}”, and this campaign plays “{ruleset.id}”"
        raise ContentError(place, HEAD, "ruleset", problem)
    rows: dict[Key, Mapping[str, Any]] = {}
    for number, (kind, raw) in enumerate(_rows_in(place, content), 1):
        if number > MOST_ROWS:
            raise ContentError(place, "", "", f"more than {MOST_ROWS:,} rows")
        key, data = _row(file, place, kind, raw)
        if key in rows:
            raise ContentError(place, f"{kind} {key[1]}", "id", "stands twice")
        rows[key] = data
    if not rows:
        raise ContentError(place, "", "", "it holds nothing but its head")
    return Pack(head, rows)


def _rows_in(place: Path, content: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """Yield everything but the head, with the kind that it has inside the program."""
    for key, found in content.items():
        if key == HEAD:
            continue
        lists = {key: found}
        if key == ROWS:
            if not isinstance(found, dict):
                raise ContentError(place, "", key, "must hold lists, such as [[rows.injury]]")
            tables = cast(dict[str, object], found)
            lists = {f"{ROW_PREFIX}{table}": rows for table, rows in tables.items()}
        for kind, rows in lists.items():
            if not isinstance(rows, list):
                raise ContentError(
                    place, "", kind[:70], "must be a list of tables, such as [[item]]"
                )
            for raw in cast(list[object], rows):
                yield kind, raw


def _row(file: CampaignFile, place: Path, kind: str, raw: object) -> tuple[Key, dict[str, Any]]:
    kinds = file.content.folder.kinds
    if kind not in kinds:
        valid = ", ".join(sorted(_key_of(known) for known in kinds))
        raise ContentError(place, "", _key_of(kind)[:70], f"unknown; valid: {valid}")
    fields: dict[str, Any] = {}
    if isinstance(raw, dict):
        fields = cast(dict[str, Any], raw)
    ref = fields.get("id")
    name = f"{_key_of(kind)} {ref[:64]}" if isinstance(ref, str) else _key_of(kind)
    load_record(place, kinds[kind], fields or cast(object, raw), name)
    try:
        data = clean_data({field: value for field, value in fields.items() if field != "id"})
    except Refusal as refusal:
        raise ContentError(place, name, "", refusal.sentence.rstrip(".")) from None
    if len(as_toml(data)) > MOST_CHARACTERS:
        raise ContentError(place, name, "", f"longer than {MOST_CHARACTERS:,} letters")
    return (kind, str(ref)), data


def _key_of(kind: str) -> str:
    """Return how a kind is written in a pack: `rows.injury` for the rows of a table."""
    return kind.replace(ROW_PREFIX, f"{ROWS}.", 1) if kind.startswith(ROW_PREFIX) else kind


def _at(error: ContentError, path: Path) -> str:
    """Return an error with the name of the pack alone: its folder says nothing to anybody."""
    return str(error).replace(error.file, path.name, 1)


def _section(heading: str, fields: Mapping[str, Any]) -> str:
    lines = [f"{name} = {as_toml(value)}" for name, value in fields.items()]
    return "\n".join([heading, *lines, ""])
