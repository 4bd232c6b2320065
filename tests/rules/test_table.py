"""Tables answer every outcome of their dice exactly once."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from pydantic import ValidationError

from mordcry_app.rules.dice import parse_dice
from mordcry_app.rules.schema import RecordError
from mordcry_app.rules.table import Table

INJURY_RANGES = [
    "11-15", "16–21", "22-25", "26–30", "31-35", "36-40", "41-45", "46-50", "51-55", "56-60",
    "61-63", "64-65", "66",
]  # fmt: skip
"""The printed ranges of Mordcry's injuries; many of the numbers in them cannot be rolled."""


def table(dice: str, *ranges: str, **fields: Any) -> Table:
    rows = [
        {"on": on, "id": f"row_{number}", "name": on, "text": ""}
        for number, on in enumerate(ranges, 1)
    ]
    return Table.model_validate({"id": "t", "name": "T", "dice": dice, "rows": rows} | fields)


def fault(dice: str, *ranges: str, **fields: Any) -> RecordError:
    with pytest.raises(ValidationError) as caught:
        table(dice, *ranges, **fields)
    cause = caught.value.errors()[0].get("ctx", {})["error"]
    assert isinstance(cause, RecordError)
    return cause


def test_each_total_of_2d6_finds_its_row() -> None:
    advances = table("2d6", "2–4", "5–9", "10–12")
    found = [advances.row_for(total).id for total in range(2, 13)]
    assert found == ["row_1"] * 3 + ["row_2"] * 5 + ["row_3"] * 3
    assert [chance for _, chance in advances.chances()] == [
        Fraction(6, 36),
        Fraction(24, 36),
        Fraction(6, 36),
    ]


def test_printed_ranges_of_a_d66_count_only_what_can_be_rolled() -> None:
    injuries = table("d66", *INJURY_RANGES)
    chances = {row.on: chance * 36 for row, chance in injuries.chances()}
    assert list(chances.values()) == [5, 2, 4, 1, 5, 1, 5, 1, 5, 1, 3, 2, 1]
    assert chances["26–30"] == 1
    assert injuries.row_for(26).on == "26–30"
    assert sum(chances.values()) == 36


@pytest.mark.parametrize("total", [27, 28, 29, 30, 10, 0, -1, 67, 100])
def test_what_cannot_be_rolled_has_no_row(total: int) -> None:
    with pytest.raises(KeyError, match=f"no row for {total}"):
        table("d66", *INJURY_RANGES).row_for(total)


def test_a_d66_can_be_numbered_1_to_36() -> None:
    items = table("d66", *[str(n) for n in range(1, 37)], numbering="index")
    for index, total in enumerate(parse_dice("d66").totals(), 1):
        assert items.row_for(total).on == str(index)
    assert items.row_for(21).on == "7"
    assert {chance for _, chance in items.chances()} == {Fraction(1, 36)}


def test_numbered_rows_may_be_ranges_too() -> None:
    items = table("d66", "1–25", "26–36", numbering="index")
    assert [chance for _, chance in items.chances()] == [Fraction(25, 36), Fraction(11, 36)]
    assert items.row_for(51).id == "row_1"
    assert items.row_for(52).id == "row_2"


def test_an_outcome_without_a_row_is_an_error() -> None:
    error = fault("d6", "1–3", "5–6")
    assert error.field == "rows"
    assert str(error) == "4 is covered by no row; each outcome (1–6) needs exactly one row"


def test_a_missing_place_of_a_numbered_table_is_named_by_its_place() -> None:
    error = fault("d66", "1–11", "13–36", numbering="index")
    assert str(error) == "12 is covered by no row; each outcome (1–36) needs exactly one row"


def test_an_outcome_with_two_rows_is_an_error_at_the_second() -> None:
    error = fault("d6", "1–4", "4–6")
    assert (error.row, error.field) == ("row 2 (row_2)", "on")
    assert str(error) == (
        "4 is covered by 1–4 and by 4–6; each outcome (1–6) needs exactly one row"
    )


def test_overlaps_that_cannot_be_rolled_do_no_harm() -> None:
    assert table("d66", "11–30", "27–66").row_for(31).id == "row_2"


@pytest.mark.parametrize("on", ["7", "0", "7–9", "999"])
def test_a_row_that_can_never_come_up_is_an_error(on: str) -> None:
    error = fault("d6", "1–6", on)
    assert (error.row, error.field) == ("row 2 (row_2)", "on")
    assert str(error) == f"{on} can never be rolled with D6; valid: 1–6"


def test_row_27_of_a_d66_is_an_error_that_names_the_outcomes() -> None:
    error = fault("d66", "11–26", "27", "31–66")
    assert str(error) == (
        "27 can never be rolled with D66; valid: 11–16, 21–26, 31–36, 41–46, 51–56, 61–66"
    )


def test_ids_stand_once() -> None:
    row = {"id": "same", "name": "x", "text": ""}
    error = fault("d6", rows=[{**row, "on": "1–3"}, {**row, "on": "4–6"}])
    assert (error.row, error.field) == ("row 2 (same)", "id")


def test_only_a_d66_is_numbered_1_to_36() -> None:
    assert fault("2d6", "2–12", numbering="index").field == "numbering"
    assert fault("d66*2", "1–36", numbering="index").field == "numbering"


@pytest.mark.parametrize("on", ["", "1-", "-1", "a", "1–2–3", "1000", "1 – 2", "٣", "4\n"])
def test_a_range_that_cannot_be_read_is_an_error(on: str) -> None:
    with pytest.raises(ValidationError, match="names no outcomes; valid are 4, or a range such as"):
        table("d6", "1–6", on)


def test_a_range_that_runs_backwards_is_an_error() -> None:
    with pytest.raises(ValidationError, match="“6–4” runs backwards; valid is 4–6"):
        table("d6", "1–3", "6–4")


@pytest.mark.parametrize("dice", ["10", "d", "two dice"])
def test_a_table_needs_dice(dice: str) -> None:
    with pytest.raises(ValidationError, match="valid are d3, d6, 2d6, d66"):
        table(dice, "1–6")


def test_a_table_with_absurdly_many_dice_is_refused_at_once() -> None:
    assert "is covered by no row" in str(fault("20d999", "20"))


def test_a_row_is_found_by_its_id() -> None:
    advances = table("2d6", "2–4", "5–12")
    assert advances.row("row_2").on == "5–12"
    with pytest.raises(KeyError, match="no row row_9"):
        advances.row("row_9")
