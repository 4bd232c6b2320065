"""Dice tables: rows that answer each outcome of their dice exactly once.

A D66 table may be written with printed ranges such as 26–30, of which only 26 can be rolled, or
numbered 1–36, where the place in the list is 6 × (tens − 1) + units.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import Literal

from pydantic import Field, field_validator, model_validator

from mordcry_app.rules.dice import Dice, d66_index, parse_dice, parse_real_dice
from mordcry_app.rules.effects import Effect
from mordcry_app.rules.schema import Covering, Identifier, LongText, Record, RecordError, ShortText


class TableRow(Covering):
    """What happens on some outcomes of a table's dice."""

    id: Identifier
    name: ShortText
    text: LongText
    effects: tuple[Effect, ...] = ()


class Table(Record):
    """A table and its dice; `numbering` says whether rows name totals or places 1–36 of a D66.

    The rules leave the rows of a `blank` table open: they ship with a default, to be filled in.
    """

    id: Identifier
    name: ShortText
    dice: str
    numbering: Literal["total", "index"] = "total"
    blank: bool = False
    text: LongText = ""
    rows: tuple[TableRow, ...] = Field(min_length=1, max_length=1000)

    @field_validator("dice")
    @classmethod
    def _dice_can_be_read(cls, value: str) -> str:
        parse_real_dice(value)
        return value

    @model_validator(mode="after")
    def _rows_cover_the_dice(self) -> Table:
        if self.numbering == "index" and self.parsed != parse_dice("d66"):
            raise RecordError("only a D66 table can be numbered 1–36", field="numbering")
        seen_ids: set[str] = set()
        for number, row in enumerate(self.rows, 1):
            if row.id in seen_ids:
                raise RecordError("stands twice in this table", row=_label(number, row), field="id")
            seen_ids.add(row.id)
        every = [self._place(total) for total in self.parsed.totals()]
        covered_by: dict[int, list[int]] = {place: [] for place in every}
        for number, row in enumerate(self.rows, 1):
            places = every[bisect_left(every, row.first) : bisect_right(every, row.last)]
            if not places:
                raise RecordError(
                    f"{row.on} can never be rolled with {self.parsed.name}; "
                    f"valid: {self._outcomes()}",
                    row=_label(number, row),
                    field="on",
                )
            for place in places:
                covered_by[place].append(number)
        for place, numbers in covered_by.items():
            self._check_covered_once(place, numbers)
        return self

    def _check_covered_once(self, place: int, numbers: list[int]) -> None:
        once = f"each outcome ({self._outcomes()}) needs exactly one row"
        if not numbers:
            raise RecordError(f"{place} is covered by no row; {once}", field="rows")
        if len(numbers) > 1:
            first, second = (self.rows[number - 1] for number in numbers[:2])
            raise RecordError(
                f"{place} is covered by {first.on} and by {second.on}; {once}",
                row=_label(numbers[1], second),
                field="on",
            )

    def _outcomes(self) -> str:
        return "1–36" if self.numbering == "index" else self.parsed.outcomes()

    @property
    def parsed(self) -> Dice:
        """The table's dice."""
        return parse_dice(self.dice)

    def row_for(self, total: int) -> TableRow:
        """Return the row for a rolled total; raises `KeyError` when it cannot be rolled."""
        if total in self.parsed.ways():
            place = self._place(total)
            for row in self.rows:
                if row.covers(place):
                    return row
        raise KeyError(f"{self.id} has no row for {total}")

    def row(self, row_id: str) -> TableRow:
        """Return the row with this id; raises `KeyError`."""
        for row in self.rows:
            if row.id == row_id:
                return row
        raise KeyError(f"{self.id} has no row {row_id}")

    def chances(self) -> Iterator[tuple[TableRow, Fraction]]:
        """Yield each row with its exact chance."""
        yield from self._chances

    @cached_property
    def _chances(self) -> tuple[tuple[TableRow, Fraction], ...]:
        """Worked out once: every question that rolls on the table shows them."""
        ways = {self._place(total): ways for total, ways in self.parsed.ways().items()}
        every = sum(ways.values())
        return tuple(
            (row, Fraction(sum(n for place, n in ways.items() if row.covers(place)), every))
            for row in self.rows
        )

    def _place(self, total: int) -> int:
        return d66_index(total) if self.numbering == "index" else total


def _label(number: int, row: TableRow) -> str:
    return f"row {number} ({row.id})"
