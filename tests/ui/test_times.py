"""Moments are shown on the clock of the machine."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import date

import pytest

from mordcry_app.ui import times

AT = "2026-11-29T22:14:05Z"


@pytest.fixture(autouse=True)
def in_vienna(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Europe/Vienna")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def test_the_clock_is_local() -> None:
    assert times.clock(AT) == "23:14"


@pytest.mark.parametrize(
    ("today", "said"),
    [
        (date(2026, 11, 29), "Today"),
        (date(2026, 11, 30), "Yesterday"),
        (date(2026, 12, 5), "29 November"),
        (date(2027, 1, 2), "29 November 2026"),
        (date(2026, 11, 28), "29 November"),
    ],
)
def test_a_day_is_said_as_short_as_is_clear(today: date, said: str) -> None:
    assert times.day(AT, today) == said


@pytest.mark.parametrize("text", ["", "yesterday", "2026-13-40T00:00:00Z"])
def test_what_is_no_moment_is_shown_as_nothing(text: str) -> None:
    assert (times.clock(text), times.day(text), times.day_and_clock(text)) == ("", "", "")
