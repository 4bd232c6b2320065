"""What every content file has in common: strict, frozen records and errors that name the place."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints, model_validator

_IDENTIFIER = re.compile(r"[a-z][a-z0-9_]{0,63}")
_OUTCOMES = re.compile(r"([0-9]{1,3})(?:[-–]([0-9]{1,3}))?")


def _is_identifier(text: str) -> str:
    if _IDENTIFIER.fullmatch(text) is None:
        raise ValueError(
            f"“{text[:70]}” is not an id; valid are a to z, 0 to 9 and _, "
            "a letter first, 64 characters at most"
        )
    return text


Identifier = Annotated[str, AfterValidator(_is_identifier)]
"""A content id: lower-case letters, digits and underscores, 64 at most."""

OptionalIdentifier = Annotated[
    str, AfterValidator(lambda text: _is_identifier(text) if text else "")
]
"""A content id, or nothing."""

_ANCHOR = re.compile(r"[a-z][a-z_]{0,63}:[a-z][a-z0-9_]{0,63}(/[a-z0-9][a-z0-9_]{0,63})?")


def _is_anchor(text: str) -> str:
    if _ANCHOR.fullmatch(text) is None:
        raise ValueError(
            f"“{text[:70]}” is not a place in the rules; valid are kind:id and kind:id/id, "
            "such as table:injury or table:injury/dead"
        )
    return text


Anchor = Annotated[str, AfterValidator(_is_anchor)]
"""A place in the rules, by kind and id: `table:injury`, `table:injury/dead`, `stat:ws`."""

ShortText = Annotated[str, StringConstraints(min_length=1, max_length=200, strip_whitespace=True)]
LongText = Annotated[str, StringConstraints(max_length=2000, strip_whitespace=True)]


class Record(BaseModel):
    """Base of all content records: unknown keys are errors, values do not change.

    Types are strict (`true` is no number, `"3"` neither), but lists are taken for tuples, because
    TOML and JSON have no other word for them.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    @model_validator(mode="before")
    @classmethod
    def _lists_are_tuples(cls, value: object) -> object:
        return _with_tuples(value)


def _with_tuples(value: object) -> object:
    if isinstance(value, list):
        return tuple(_with_tuples(item) for item in cast(list[object], value))
    if isinstance(value, dict):
        fields = cast(dict[object, object], value)
        return {key: _with_tuples(item) for key, item in fields.items()}
    return value


class RecordError(ValueError):
    """What a record's own validator has to say, with the place inside the record.

    `row` is the label of a row (`row 3 (fog)`), `field` the field that is wrong; either may be
    empty.
    """

    def __init__(self, problem: str, *, row: str = "", field: str = "") -> None:
        super().__init__(problem)
        self.row = row
        self.field = field


class ContentError(Exception):
    """Content that cannot be used; the message names file, row and field and what is valid.

    `file` is the file's name with its folder, because every ruleset has files of the same names.
    """

    def __init__(self, file: Path | str, row: str, field: str, problem: str) -> None:
        self.file = "/".join(Path(file).parts[-2:])
        self.row = row
        self.field = field
        self.problem = problem
        place = ", ".join(part for part in (self.file, row, field) if part)
        super().__init__(f"{place}: {problem}")


def _are_outcomes(text: str) -> str:
    match = _OUTCOMES.fullmatch(text)
    if match is None:
        raise ValueError(f"“{text[:20]}” names no outcomes; valid are 4, or a range such as 4–6")
    if match[2] is not None and int(match[2]) < int(match[1]):
        raise ValueError(f"“{text}” runs backwards; valid is {match[2]}–{match[1]}")
    return text


class Covering(Record):
    """A row that answers some outcomes of dice: one (`4`) or a range (`4–6` or `4-6`)."""

    on: Annotated[str, AfterValidator(_are_outcomes)]

    @property
    def first(self) -> int:
        """The lowest printed outcome of the row."""
        return int(self.on.replace("–", "-").split("-")[0])

    @property
    def last(self) -> int:
        """The highest printed outcome of the row."""
        return int(self.on.replace("–", "-").split("-")[-1])

    def covers(self, outcome: int) -> bool:
        """Say whether this row answers `outcome`."""
        return self.first <= outcome <= self.last
