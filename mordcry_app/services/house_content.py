"""House content: what a group has added to the rules, changed in them or filled in.

Every change is validated by loading the whole content with it, so nothing is ever stored that the
loader would refuse, and it is one operation that can be taken back.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import select

from mordcry_app.model.tables import CustomRow
from mordcry_app.rules.catalogue import CatalogueItem, Content
from mordcry_app.rules.content_folder import ROW_PREFIX, HouseRow
from mordcry_app.rules.loader import load_record
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.ruleset import LoadedRuleset
from mordcry_app.rules.schema import ContentError, Record
from mordcry_app.rules.table import TableRow
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.content_words import name_of, touched_by, words_for
from mordcry_app.services.effect_words import effect_lines
from mordcry_app.services.house_content_views import (
    EntryState,
    FieldView,
    FormValue,
    HouseContentView,
    HouseEntryView,
    HouseKindView,
    HouseRecordView,
)
from mordcry_app.services.house_fields import clean_data, data_of, fields_of, values_of
from mordcry_app.services.state_reader import current_state, table_of
from mordcry_app.services.toml_values import as_toml
from mordcry_app.services.unit_of_work import Work, unit_of_work
from mordcry_app.services.views import Touched

OPERATION = "house_content"
MOST_ROWS = 2_000
MOST_CHARACTERS = 100_000
"""Of one thing, as text."""
_NEW = "new"
PLACES = 36
"""Places of a table of finds."""

Key = tuple[str, str]
_BLANK = re.compile(r"blank:([a-z][a-z0-9_]*):([0-9]+)")


def house_content_view(file: CampaignFile) -> HouseContentView:
    """Return everything that house content can change, with what it is now."""
    content = file.content
    kinds = tuple(_kind_view(file, kind) for kind in content.folder.kinds)
    catalogue = file.ruleset.content
    return HouseContentView(
        kinds=kinds,
        entries=tuple(_entries(file)),
        stats=tuple((stat.id, stat.name) for stat in catalogue.characteristics.values()),
        conditions=tuple((c.id, c.name) for c in catalogue.conditions.values()),
        troubles=content.troubles,
    )


def record_view(file: CampaignFile, kind: str, ref: str) -> HouseRecordView:
    """Return one thing with the values of its form; raises `Refusal` when it is not there.

    For a blank they are those of something new in its place.
    """
    blank = _BLANK.fullmatch(ref)
    if blank:
        raw: Mapping[str, Any] = {"rarity": blank[1], "on": int(blank[2])}
        name = _name_of_blank(blank[1], int(blank[2]))
        return _record_view(file, kind, ref, name, "blank", raw, None)
    own = file.content.house.get((kind, ref))
    loaded = file.content.folder.loaded(kind).get(ref)
    if own is not None:
        raw = {key: value for key, value in own.data.items() if key != "id"}
        record = loaded.record if loaded else None
        name = name_of(record, str(own.data.get("name") or ref))
        return _record_view(file, kind, ref, name, _state(file, (kind, ref)), raw, record)
    if loaded is None:
        raise Refusal("That is no longer there.")
    name = name_of(loaded.record, ref)
    return _record_view(file, kind, ref, name, "shipped", loaded.raw, loaded.record)


def new_record(file: CampaignFile, kind: str) -> HouseRecordView:
    """Return the empty form of something new."""
    return _record_view(file, kind, "", "", "own", {}, None)


def problem_with(file: CampaignFile, kind: str, ref: str, values: Mapping[str, FormValue]) -> str:
    """Return a sentence that says what is wrong with a filled-in form, or nothing."""
    try:
        data = clean_data(data_of(_fields(file, kind), values))
        checked(file, {(kind, ref or _NEW): data})
    except Refusal as refusal:
        return _for_the_form(refusal.sentence, kind, ref or _NEW, _fields(file, kind))
    return ""


def words_of(
    file: CampaignFile, kind: str, values: Mapping[str, FormValue]
) -> tuple[tuple[str, int], ...]:
    """Return what a filled-in form does, in words; nothing while it is wrong."""
    try:
        data = clean_data(data_of(_fields(file, kind), values))
        model = file.content.folder.kinds[kind]
        record = load_record(file.path, model, {"id": "new", **data}, kind)
        return _does(record, file.ruleset.content)
    except (Refusal, ContentError):
        return ()


def save_record(
    file: CampaignFile, kind: str, ref: str, values: Mapping[str, FormValue]
) -> Touched:
    """Store a filled-in form; without a ref (or with that of a blank) as something new.

    Raises `Refusal` with the place and what is valid there. Something that is as it is shipped
    becomes shipped content again. `touched.created` has no entry: things are known by their ref,
    which `ref_for` tells.
    """
    if not ref or _BLANK.fullmatch(ref):
        ref = ref_for(file, kind, str(values.get("name") or ""))
    return save_data(file, kind, ref, data_of(_fields(file, kind), values))


def save_data(file: CampaignFile, kind: str, ref: str, data: Mapping[str, Any]) -> Touched:
    """Store something under a kind and a ref, from data as it stands in a file."""
    data = clean_data({name: value for name, value in data.items() if name != "id"})
    _check_size(ref, data)
    record = checked(file, {(kind, ref): data}).folder.loaded(kind)[ref].record
    shipped = file.content.base.folder.loaded(kind).get(ref)
    if shipped is not None and shipped.record == record:
        if (kind, ref) not in file.content.house:
            raise Refusal("Nothing was changed: it is as it is printed.")
        return remove_record(file, kind, ref)
    name = name_of(record, ref)
    _, noun = words_for(kind, file.ruleset.content)
    verb = "changed" if shipped or (kind, ref) in file.content.house else "added"
    with unit_of_work(file, f"House content: {verb} the {noun} “{name}”", OPERATION) as work:
        write_rows(work, {(kind, ref): data})
    return work.touched


def remove_record(file: CampaignFile, kind: str, ref: str) -> Touched:
    """Take house content back: what is shipped stands again, what is the group’s own goes.

    Raises `Refusal` when other house content needs it.
    """
    own = file.content.house.get((kind, ref))
    if own is None:
        raise Refusal("That is shipped content; there is nothing of your own to take back.")
    if (kind, ref) not in file.content.left_out:
        checked(file, {(kind, ref): None})
    loaded = file.content.folder.loaded(kind).get(ref)
    name = name_of(loaded.record if loaded else None, str(own.data.get("name") or ref))
    is_changed = ref in file.content.base.folder.loaded(kind)
    _, noun = words_for(kind, file.ruleset.content)
    label = f"the {noun} “{name}” is as printed again" if is_changed else f"removed “{name}”"
    with unit_of_work(file, f"House content: {label}", OPERATION) as work:
        write_rows(work, {(kind, ref): None})
    return work.touched


def ref_for(file: CampaignFile, kind: str, name: str) -> str:
    """Return a free id for something new, made from its name."""
    plain = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:60]
    if not slug or not slug[0].isalpha():
        slug = f"{kind.removeprefix(ROW_PREFIX)}_{slug}".strip("_")[:60]
    folder = file.content.folder
    taken = {ref for key in folder.kinds for ref in folder.loaded(key)}
    taken |= {ref for _, ref in file.content.house}
    numbers = (f"{slug}_{number}" for number in range(2, MOST_ROWS))
    return slug if slug not in taken else next(ref for ref in numbers if ref not in taken)


def checked(file: CampaignFile, rows: Mapping[Key, Mapping[str, Any] | None]) -> LoadedRuleset:
    """Build the content with some rows changed; raises `Refusal` with what is wrong.

    No data means that the row goes. Rows that are left out already stay out.
    """
    left_out = file.content.left_out
    merged = {key: row.data for key, row in file.content.house.items() if key not in left_out}
    for key, data in rows.items():
        if data is None:
            merged.pop(key, None)
        else:
            merged[key] = data
    if len(merged) > MOST_ROWS:
        raise Refusal(f"A campaign has {MOST_ROWS:,} rows of house content at most.")
    try:
        return file.build_content(as_rows(merged))
    except ContentError as error:
        raise Refusal(f"{error}.") from None


def write_rows(work: Work, rows: Mapping[Key, Mapping[str, Any] | None]) -> None:
    """Write, change and remove rows of house content that were checked before."""
    table = table_of(CustomRow).c
    for (kind, ref), data in rows.items():
        query = select(table.id).where(table.kind == kind, table.ref == ref)
        row_id = work.connection.execute(query).scalar_one_or_none()
        if data is None and row_id is not None:
            work.remove(CustomRow, row_id)
        elif data is not None and row_id is not None:
            work.change(CustomRow, row_id, data=data)
        elif data is not None:
            work.add(CustomRow, kind=kind, ref=ref, data=data)


def who_has(file: CampaignFile, kind: str, ref: str) -> str:
    """Return a sentence that says who has something; empty when nobody does."""
    loaded = file.content.folder.loaded(kind).get(ref)
    with file.reading() as connection:
        state = current_state(file, connection)
    return touched_by(kind, ref, loaded.record if loaded else None, state, file.ruleset.content)


def _fields(file: CampaignFile, kind: str) -> tuple[FieldView, ...]:
    model = file.content.folder.kinds.get(kind)
    if model is None:
        valid = ", ".join(file.content.folder.kinds)
        raise Refusal(f"There is no house content of the kind “{kind}”; there are {valid}.")
    rarities = {item.rarity: item.rarity for item in file.shipped.ruleset.content.items.values()}
    choices = (("", "nowhere"), *((key, key) for key in rarities if key))
    return tuple(
        replace(field, style="choice", choices=choices) if field.name == "rarity" else field
        for field in fields_of(model)
    )


def _kind_view(file: CampaignFile, kind: str) -> HouseKindView:
    title, noun = words_for(kind, file.ruleset.content)
    return HouseKindView(kind, title, noun, _fields(file, kind))


def _for_the_form(sentence: str, kind: str, ref: str, fields: Iterable[FieldView]) -> str:
    """Return what is wrong without the place that is on screen, fields under their names there."""
    for start in (f"House content, {HouseRow(kind, ref).place}, ", f"House content, {ref}, "):
        if sentence.startswith(start):
            sentence = sentence.removeprefix(start)
            for field in fields:
                if re.match(rf"{field.name}\b", sentence):
                    return field.label + sentence.removeprefix(field.name)
            return sentence[:1].upper() + sentence[1:]
    return sentence


def _entries(file: CampaignFile) -> Iterator[HouseEntryView]:
    folder = file.content.folder
    left_out = [key for key in file.content.house if key in file.content.left_out]
    for kind in folder.kinds:
        for ref, loaded in folder.loaded(kind).items():
            name = name_of(loaded.record, ref)
            place, state = _place(loaded.record), _state(file, (kind, ref))
            table = file.ruleset.content.tables.get(kind.removeprefix(ROW_PREFIX))
            if kind.startswith(ROW_PREFIX) and table and table.blank and state == "shipped":
                name, state = f"{table.name} {place}: {name}", "blank"
            yield HouseEntryView(kind, ref, name, state, place)
        for key in left_out:
            if key[0] == kind and key[1] not in folder.loaded(kind):
                yield _left_out(file, key)
        if kind == _kind_of_blanks(file):
            yield from _blanks(kind, file.ruleset.content)
    for key in left_out:
        if key[0] not in folder.kinds:
            yield _left_out(file, key)


def _left_out(file: CampaignFile, key: Key) -> HouseEntryView:
    name = str(file.content.house[key].data.get("name") or key[1])
    return HouseEntryView(*key, name, "left_out")


def _state(file: CampaignFile, key: Key) -> EntryState:
    if key not in file.content.house:
        return "shipped"
    if key in file.content.left_out:
        return "left_out"
    kind, ref = key
    return "changed" if ref in file.content.base.folder.loaded(kind) else "own"


def _place(record: Record) -> str:
    if isinstance(record, TableRow):
        return record.on
    if isinstance(record, CatalogueItem) and record.rarity:
        return f"{record.rarity} {record.on}"
    return ""


def _kind_of_blanks(file: CampaignFile) -> str:
    """Return the kind of item that fills a blank: the last one, which asks for the least."""
    kinds = [
        kind
        for kind, model in file.content.folder.kinds.items()
        if issubclass(model, CatalogueItem)
    ]
    return kinds[-1] if kinds else ""


def _blanks(kind: str, content: Content) -> Iterator[HouseEntryView]:
    """Yield the places of tables of finds on which no item stands."""
    places: dict[str, set[int]] = {}
    for item in content.items.values():
        if item.rarity and item.on is not None:
            places.setdefault(item.rarity, set()).add(item.on)
    for rarity, filled in places.items():
        for place in range(1, PLACES + 1):
            if place not in filled:
                ref = f"blank:{rarity}:{place}"
                name = _name_of_blank(rarity, place)
                yield HouseEntryView(kind, ref, name, "blank", f"{rarity} {place}")


def _name_of_blank(rarity: str, place: int) -> str:
    return f"Blank {rarity} {place}"


def _record_view(
    file: CampaignFile,
    kind: str,
    ref: str,
    name: str,
    state: EntryState,
    raw: Mapping[str, Any],
    record: Record | None,
) -> HouseRecordView:
    values = values_of(_fields(file, kind), raw)
    does = _does(record, file.ruleset.content) if record is not None else ()
    touches = who_has(file, kind, ref) if ref else ""
    return HouseRecordView(kind, ref, name, state, values, does, touches)


def _does(record: Record, content: Content) -> tuple[tuple[str, int], ...]:
    """Return what the effects of a record do, in words."""
    lines: list[tuple[str, int]] = []
    if isinstance(record, TableRow):
        lines += [(line.text, line.depth) for line in effect_lines(record.effects, content)]
    elif isinstance(record, CatalogueItem):
        titled = [(use.text or use.id, use.effects) for use in record.uses]
        titled += [("After each battle", record.after_battle), ("When taken", record.when_taken)]
        for title, effects in titled:
            if effects:
                lines.append((f"{title.rstrip('.')}:", 0))
                found = effect_lines(effects, content)
                lines += [(line.text, line.depth + 1) for line in found]
    return tuple(lines)


def as_rows(rows: Mapping[Key, Mapping[str, Any]]) -> Iterable[HouseRow]:
    """Return rows by kind and id as the loader takes them."""
    return [HouseRow(kind, ref, data) for (kind, ref), data in rows.items()]


def _check_size(ref: str, data: Mapping[str, Any]) -> None:
    if len(as_toml(data)) > MOST_CHARACTERS:
        raise Refusal(f"“{ref[:64]}” is longer than {MOST_CHARACTERS:,} letters.")
