"""Stored moments as days, and days in words: the same in every language of the system."""

from __future__ import annotations

from datetime import date, datetime

_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def day_of(at: str) -> date | None:
    """Return the day of a stored moment on the clock of this machine; none for what is none."""
    try:
        return datetime.fromisoformat(at).astimezone().date()
    except (ValueError, OverflowError, OSError):
        return None


def spoken_date(day: date) -> str:
    """Return a date as it is written in British English: `29 November 2026`."""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def spoken_span(first: date, last: date) -> str:
    """Return from when to when, without saying twice what both share: `3–29 November 2026`."""
    if first == last:
        return spoken_date(last)
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{spoken_date(last)}"
    if first.year == last.year:
        return f"{first.day} {_MONTHS[first.month - 1]} – {spoken_date(last)}"
    return f"{spoken_date(first)} – {spoken_date(last)}"
