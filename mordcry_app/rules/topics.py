"""What a ruleset says about itself in words: topics for what is no table, and grids of numbers.

A topic explains a procedure (income, the healer, a charge) in the program's own plain words. Its
place in the rules is `topic:<id>`. A grid is a table of looked-up values that the engine works out
under the house rules in force; a topic shows it below its text.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from pydantic import Field, model_validator

from mordcry_app.rules.schema import (
    Anchor,
    Identifier,
    LongText,
    OptionalIdentifier,
    Record,
    RecordError,
    ShortText,
)

_LONGEST_NUMBER = 14
"""In characters; a column with a longer cell holds words."""

Paragraph = Annotated[LongText, Field(min_length=1)]


class Topic(Record):
    """One subject of the rules, explained.

    `group` is the heading under which it stands. `words` are further words under which a reader
    may look for it. `stands_for` names places in the rules that lead here because they have no
    page of their own, such as `resource:xp`. With `lists` the topic introduces the list of a kind
    (`skill`, `weapon`) and is found with it. `functions` say in words what the named functions of
    the engine do that belong here.
    """

    id: Identifier
    title: ShortText
    group: ShortText
    text: tuple[Paragraph, ...] = Field(min_length=1, max_length=20)
    words: tuple[ShortText, ...] = ()
    grid: OptionalIdentifier = ""
    see: tuple[Anchor, ...] = ()
    stands_for: tuple[Anchor, ...] = ()
    lists: OptionalIdentifier = ""
    functions: dict[Identifier, Paragraph] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _does_not_point_at_itself(self) -> Topic:
        own = f"topic:{self.id}"
        for field in ("see", "stands_for"):
            if own in getattr(self, field):
                raise RecordError(f"{own} is this topic itself", field=field)
        return self


@dataclass(frozen=True)
class GridCell:
    """One value of a grid. A `note` says why it is worth a look, such as a house rule for it."""

    text: str
    note: str = ""


@dataclass(frozen=True)
class GridRow:
    """One line of a grid; `anchor` is the place in the rules that it tells of, where it is one."""

    heading: str
    cells: tuple[GridCell, ...]
    anchor: str = ""


@dataclass(frozen=True)
class Grid:
    """Looked-up values: `down` and `across` say what its row and column headings are."""

    id: str
    down: str
    across: str
    columns: tuple[str, ...]
    rows: tuple[GridRow, ...]

    @cached_property
    def are_words(self) -> tuple[bool, ...]:
        """For each column, whether it holds words, which are read from the left, not numbers."""
        return tuple(
            any(len(row.cells[place].text) > _LONGEST_NUMBER for row in self.rows)
            for place in range(len(self.columns))
        )


def cells(*texts: str) -> tuple[GridCell, ...]:
    """Return plain cells with these texts."""
    return tuple(GridCell(text) for text in texts)
