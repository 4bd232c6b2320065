"""Values as TOML text and back, one value at a time: what a form shows of a list of effects."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

import tomlkit
from tomlkit.items import InlineTable, Item

from mordcry_app.rules.loader import parse_value
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.schema import ContentError

_LINE = re.compile(r"\(at line (\d+), column \d+\)|\(at end of document\)")


def as_toml(value: object) -> str:
    """Return a value as TOML; a list of tables has one of them on each line."""
    if not isinstance(value, list | tuple) or not value:
        return _item(cast(object, value)).as_string()
    entries = cast(Sequence[object], value)
    written = [_item(entry).as_string() for entry in entries]
    if any(isinstance(entry, Mapping) for entry in entries):
        return "[\n" + "".join(f"    {entry},\n" for entry in written) + "]"
    return f"[{', '.join(written)}]"


def from_toml(text: str, what: str) -> Any:
    """Return the value that a text says; raises `Refusal` with the line that is wrong."""
    try:
        return parse_value(text)
    except ContentError as error:
        problem = error.problem.removeprefix("not valid TOML: ")
        match = _LINE.search(problem)
        reason = _LINE.sub("", problem).strip()
        line = f", line {match[1]}" if match and match[1] else ""
        raise Refusal(f"{what}{line}: this is not TOML ({reason}).") from None


def _item(value: object) -> Item:
    """Return a value as it stands on one line."""
    if isinstance(value, Mapping):
        table: InlineTable = tomlkit.inline_table()
        for name, entry in cast(Mapping[str, object], value).items():
            table.append(name, _item(entry))
        return table
    if isinstance(value, list | tuple):
        array = tomlkit.array()
        for entry in cast(Sequence[object], value):
            cast(list[Item], array).append(_item(entry))
        return array
    return tomlkit.item(value)
