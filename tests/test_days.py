"""Days in words, whatever the language of the system."""

from __future__ import annotations

from datetime import date

import pytest

from mordcry_app.days import day_of, spoken_date, spoken_span


def test_a_date_in_words() -> None:
    assert spoken_date(date(2026, 11, 29)) == "29 November 2026"


@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        (date(2026, 11, 3), date(2026, 11, 3), "3 November 2026"),
        (date(2026, 11, 3), date(2026, 11, 29), "3–29 November 2026"),
        (date(2026, 9, 30), date(2026, 11, 29), "30 September – 29 November 2026"),
        (date(2025, 12, 31), date(2026, 1, 1), "31 December 2025 – 1 January 2026"),
    ],
)
def test_a_span_says_nothing_twice(first: date, last: date, words: str) -> None:
    assert spoken_span(first, last) == words


def test_the_day_of_a_stored_moment() -> None:
    assert day_of("2026-11-29T12:00:00Z") == date(2026, 11, 29)
    assert day_of("") is None
    assert day_of("once upon a time") is None
