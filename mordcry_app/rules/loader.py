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
    return parse_toml(path, read_text(path))


def read_text(path: Path) -> str:
    """Return the text of a file of at most 2 MB of UTF-8."""
    try:
        with path.open("rb") as file:
            data = file.read(MAXIMUM_BYTES + 1)
        if len(data) > MAXIMUM_BYTES:
            raise ContentError(path, "", "", "larger than 2 MB")
        return data.decode("utf-8-sig")
    except FileNotFoundError:
        raise ContentError(path, "", "", "the file is missing") from None
    except UnicodeDecodeError as error:
        raise ContentError(path, "", "", f"not UTF-8 at byte {error.start}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ContentError(path, "", "", f"cannot be read: {reason}") from None


def parse_toml(path: Path, text: str) -> dict[str, Any]:
    """Return the content of a text that was read from `path`, nested at most 40 deep."""
    text = text.replace("\r\n", "\n")
    _check_lines(path, text)
    try:
        content = tomllib.loads(text)
    except RecursionError:
        raise ContentError(path, "", "", "nested too deeply") from None
    except ValueError as error:
        raise ContentError(path, "", "", f"not valid TOML: {error}") from None
    check_depth(path, content)
    return content


def parse_value(text: str) -> Any:
    """Return the one TOML value that a text says; raises `ContentError` with its line."""
    path = Path("value")
    content = parse_toml(path, f"value = {text.strip() or '[]'}\n")
    if content.keys() != {"value"}:
        raise ContentError(path, "", "", "not valid TOML: only one value fits here")
    return content["value"]


def list_in(path: Path, content: Mapping[str, object], key: str) -> list[object]:
    """Return what stands under `[[key]]`, unchecked; nothing else may stand in the file."""
    check_keys(path, content, {key})
    rows = content.get(key)
    if not isinstance(rows, list) or not rows:
        raise ContentError(path, "", key, f"needs at least one [[{key}]]")
    return cast(list[object], rows)


def load_row(path: Path, model: type[_RecordType], row: object, place: str) -> _RecordType:
    """Validate one row of a list; the error names it by number and, where it has one, by id."""
    return load_record(path, model, row, place + _id_of(row))


def load_record(path: Path, model: type[_RecordType], row: object, place: str) -> _RecordType:
    """Validate one row, or a whole file without a place; the error names where it stands."""
    if not isinstance(row, dict):
        raise ContentError(path, place, "", "must be a table of fields")
    fields = cast(dict[str, Any], row)
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


def _id_of(row: object) -> str:
    found = cast(dict[str, object], row).get("id") if isinstance(row, dict) else None
    return f" ({found[:64]})" if isinstance(found, str) else ""


def _check_lines(path: Path, text: str) -> None:
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAXIMUM_LINE:
            raise ContentError(path, f"line {number}", "", f"longer than {MAXIMUM_LINE} characters")


def check_depth(path: Path, content: Mapping[str, Any]) -> None:
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
