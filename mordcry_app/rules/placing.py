"""Turns a validation error of pydantic into a `ContentError` for whoever writes content.

Pydantic says where (`("rows", 3, "effects", 0, "choose", "options", 1)`) and what in its own
words; an author needs the row's number and id, the field, and what would have been valid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast, get_args

from pydantic import ValidationError

from mordcry_app.rules.schema import ContentError, Record, RecordError

_LONGEST_SHOWN = 60

_WORDS = {
    "int_type": "must be a whole number",
    "string_type": "must be text",
    "bool_type": "must be true or false",
    "tuple_type": "must be a list",
    "dict_type": "must be a table of fields",
    "model_type": "must be a table of fields",
    "model_attributes_type": "must be a table of fields",
    "literal_error": "must be one of {expected}",
    "greater_than_equal": "must be at least {ge}",
    "less_than_equal": "must be at most {le}",
    "string_too_short": "must have at least {min_length} characters",
    "string_too_long": "must have at most {max_length} characters",
    "too_short": "needs at least {min_length} entries",
    "too_long": "must have at most {max_length} entries",
    "string_pattern_mismatch": "must look like {pattern}",
    "recursion_loop": "nested too deeply",
}


def content_error(
    path: Path,
    place: str,
    model: type[Record],
    error: ValidationError,
    content: Mapping[str, Any],
) -> ContentError:
    """Return the first fault of `content`, found while `model` was validated, as an error.

    An unknown field comes before all else, since a mistyped name is reported as missing too.
    `place` says where `content` stands in its file; it is empty for a whole file.
    """
    errors = error.errors(include_url=False)
    first = next((e for e in errors if e["type"] == "extra_forbidden"), errors[0])
    kind = first["type"]
    context: Mapping[str, Any] = first.get("ctx", {})
    spot = _Spot(model, content)
    for part in first["loc"]:
        spot.step(part)
    rows, fields = [place, *spot.rows], list(spot.fields)
    cause = context.get("error")
    if isinstance(cause, RecordError):
        rows.append(cause.row)
        fields.append(cause.field)
    if kind == "extra_forbidden":
        problem = "unknown field" + _valid(spot.fields_of_parent())
    elif kind == "missing":
        problem = "missing" + _valid(spot.fields_of_parent(required=True), "needed here")
    elif kind == "union_tag_invalid":
        fields.append("op")
        problem = f"unknown effect {_shown(context['tag'])}; valid: {context['expected_tags']}"
    elif kind == "union_tag_not_found":
        fields.append("op")
        problem = f"missing; valid: {', '.join(spot.tags())}"
    elif kind == "value_error":
        problem = str(cause)
    else:
        problem = _WORDS[kind].format_map(context) if kind in _WORDS else first["msg"]
        found = _shown(first.get("input"))
        problem += f" (found {found})" if found else ""
    return ContentError(path, _joined(rows, ", "), _joined(fields, "."), problem)


@dataclass
class _Spot:
    """A walk along an error's location, through records and content side by side."""

    model: type[Record] | None
    content: object
    rows: list[str] = field(default_factory=list[str])
    fields: list[str] = field(default_factory=list[str])
    parent: type[Record] | None = None
    _choices: tuple[type[Record], ...] = ()

    def step(self, part: int | str) -> None:
        """Go one part of the location deeper."""
        tagged = self._tagged(part)
        if tagged is not None:
            self.model, self._choices = tagged, ()
            self.rows[-1:] = [f"{row} ({part})" for row in self.rows[-1:]]
        elif isinstance(part, int):
            self._into_row(part)
        else:
            self._into_field(part)

    def fields_of_parent(self, *, required: bool = False) -> list[str]:
        """Return the fields of the record in which the last field of the walk stands."""
        if self.parent is None:
            return []
        found = self.parent.model_fields.items()
        return [name for name, info in found if info.is_required() or not required]

    def tags(self) -> list[str]:
        """Return the words that say which record is meant, where there are several."""
        return [tag for choice in self._choices for tag in _tags(choice)]

    def _tagged(self, part: int | str) -> type[Record] | None:
        return next((choice for choice in self._choices if part in _tags(choice)), None)

    def _into_row(self, index: int) -> None:
        self.content = _inside(self.content, index)
        label = f"{_joined(self.fields, '.').removesuffix('s')} {index + 1}"
        row_id = _inside(self.content, "id")
        label += f" ({row_id[:64]})" if isinstance(row_id, str) else ""
        self.rows.append(label)
        self.fields = []

    def _into_field(self, name: str) -> None:
        self.fields.append(name[:70])
        self.content = _inside(self.content, name)
        if self.model is not None:
            self.parent = self.model
            info = self.model.model_fields.get(name)
            self._choices = tuple(_records_in(info.annotation)) if info else ()
            self.model = None
        if len(self._choices) == 1:
            self.model, self._choices = self._choices[0], ()


def _inside(content: object, part: int | str) -> object:
    """Return what stands under a key or at a place, or nothing where content is not like that."""
    if isinstance(content, dict) and isinstance(part, str):
        return cast(dict[str, object], content).get(part)
    if isinstance(content, list | tuple) and isinstance(part, int):
        entries = cast(Sequence[object], content)
        return entries[part] if part < len(entries) else None
    return None


def _records_in(annotation: object) -> Iterator[type[Record]]:
    if isinstance(annotation, type) and issubclass(annotation, Record):
        yield annotation
    for argument in get_args(annotation):
        yield from _records_in(argument)


def _tags(record: type[Record]) -> tuple[str, ...]:
    """Return the words by which a record is told from others: the values of its one-word fields."""
    return tuple(
        str(info.default)
        for info in record.model_fields.values()
        if get_args(info.annotation) == (info.default,)
    )


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list | tuple):
        return "a list"
    text = f"“{value}”" if isinstance(value, str) else str(value)
    return text if len(text) <= _LONGEST_SHOWN else ""


def _valid(names: list[str], word: str = "valid here") -> str:
    return f"; {word}: {', '.join(sorted(names))}" if names else ""


def _joined(parts: list[str], separator: str) -> str:
    return separator.join(part for part in parts if part)
