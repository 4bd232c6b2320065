"""Reads content files. It is the only part of the rules that touches files.

Every error is a `ContentError` that names the file, the row and the field, and says what would
have been valid. A file is hostile until it has been read: size, line length and depth are bounded
before anything walks through it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar, cast

from pydantic import ValidationError

from mordcry_app.rules.placing import content_error
from mordcry_app.rules.schema import ContentError, Record
from mordcry_app.rules.table import Table

MAXIMUM_BYTES = 2_000_000
MAXIMUM_LINE = 10_000
"""Characters in a line: far more than the longest text, and few enough for the dotted keys with
which a TOML reader can be kept busy for hours."""
MAXIMUM_DEPTH = 40
"""Tables and lists inside each other: an effect inside an effect takes four."""
MOST_LISTED = 12

_RecordType = TypeVar("_RecordType", bound=Record)
_Key = TypeVar("_Key")


def read_toml(path: Path) -> dict[str, Any]:
    """Return the content of a TOML file: at most 2 MB of UTF-8, nested at most 40 deep."""
    try:
        if path.stat().st_size > MAXIMUM_BYTES:
            raise ContentError(path, "", "", "larger than 2 MB")
        text = path.read_text(encoding="utf-8-sig")
        _check_lines(path, text)
        content = tomllib.loads(text)
    except FileNotFoundError:
        raise ContentError(path, "", "", "the file is missing") from None
    except UnicodeDecodeError as error:
        raise ContentError(path, "", "", f"not UTF-8 at byte {error.start}") from None
    except RecursionError:
        raise ContentError(path, "", "", "nested too deeply") from None
    except ValueError as error:
        raise ContentError(path, "", "", f"not valid TOML: {error}") from None
    except OSError as error:
        raise ContentError(path, "", "", f"cannot be read: {error.strerror}") from None
    _check_depth(path, content)
    return content


def load_list(path: Path, key: str, model: type[_RecordType]) -> tuple[_RecordType, ...]:
    """Return the records of `[[key]]` in a file; no other top-level key is allowed."""
    content = read_toml(path)
    check_keys(path, content, {key})
    rows = content.get(key)
    if not isinstance(rows, list) or not rows:
        raise ContentError(path, "", key, f"needs at least one [[{key}]]")
    rows = cast(list[object], rows)
    return tuple(
        load_record(path, model, row, f"{key} {number}") for number, row in enumerate(rows, 1)
    )


def load_table(path: Path) -> Table:
    """Return the table in a file."""
    return load_record(path, Table, read_toml(path), "")


def load_tables(folder: Path) -> dict[str, Table]:
    """Return every table of a folder by id; each file is called after the id of its table."""
    tables: dict[str, Table] = {}
    for path in sorted(folder.glob("*.toml")):
        table = load_table(path)
        if table.id != path.stem:
            raise ContentError(path, "", "id", f"must be the file's name, {path.stem}")
        tables[table.id] = table
    return tables


def load_record(path: Path, model: type[_RecordType], row: object, place: str) -> _RecordType:
    """Validate one row; the error names its place by number and, where it has one, by id."""
    if not isinstance(row, dict):
        raise ContentError(path, place, "", "must be a table of fields")
    fields = cast(dict[str, Any], row)
    if place and isinstance(fields.get("id"), str):
        place = f"{place} ({fields['id'][:64]})"
    try:
        return model.model_validate(fields)
    except ValidationError as error:
        raise content_error(path, place, model, error, fields) from None


def by_id(
    path: Path, records: Iterable[_RecordType], key: Callable[[_RecordType], _Key]
) -> dict[_Key, _RecordType]:
    """Index records; an id that stands twice is an error."""
    result: dict[_Key, _RecordType] = {}
    for record in records:
        record_key = key(record)
        if record_key in result:
            raise ContentError(path, str(record_key), "id", "stands twice")
        result[record_key] = record
    return result


def check_keys(path: Path, content: Mapping[str, object], valid: set[str]) -> None:
    """Refuse top-level keys that mean nothing."""
    for found in content:
        if found not in valid:
            problem = f"unknown field; valid here: {', '.join(sorted(valid))}"
            raise ContentError(path, "", found[:70], problem)


def check_reference(path: Path, row: str, field: str, ref: str, valid: Iterable[str]) -> None:
    """Refuse a reference to something that does not exist, and name what is near to it."""
    known = sorted(valid)
    if ref in known:
        return
    near = get_close_matches(ref, known, n=3)
    listed = near or known[:MOST_LISTED]
    more = "" if near or len(known) <= MOST_LISTED else f" and {len(known) - MOST_LISTED} more"
    names = ", ".join(listed) + more if listed else "nothing, there are none"
    word = "did you mean" if near else "valid"
    raise ContentError(path, row, field, f"“{ref}” does not exist; {word}: {names}")


def _check_lines(path: Path, text: str) -> None:
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAXIMUM_LINE:
            raise ContentError(path, f"line {number}", "", f"longer than {MAXIMUM_LINE} characters")


def _check_depth(path: Path, content: dict[str, Any]) -> None:
    """Refuse deep content without recursion of our own."""
    level: list[object] = [content]
    for _ in range(MAXIMUM_DEPTH):
        deeper: list[object] = []
        for value in level:
            if isinstance(value, dict):
                deeper.extend(cast(dict[str, object], value).values())
            elif isinstance(value, list):
                deeper.extend(cast(list[object], value))
        level = deeper
        if not level:
            return
    raise ContentError(path, "", "", f"nested more than {MAXIMUM_DEPTH} deep")
