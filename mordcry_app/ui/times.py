"""Stored moments as people read them: on the clock of the machine, short where it is clear."""

from __future__ import annotations

from datetime import date, datetime


def clock(at: str) -> str:
    """Return the local time of day, `21:14`; nothing for what is no moment."""
    moment = _local(at)
    return f"{moment:%H:%M}" if moment else ""


def day(at: str, today: date | None = None) -> str:
    """Return the local day: `Today`, `Yesterday`, `29 November`, with the year if it is past."""
    moment = _local(at)
    if moment is None:
        return ""
    now = today or datetime.now().astimezone().date()
    if (now - moment.date()).days in (0, 1):
        return "Today" if moment.date() == now else "Yesterday"
    written = f"{moment.day} {moment:%B}"
    return written if moment.year == now.year else f"{written} {moment.year}"


def day_and_clock(at: str) -> str:
    """Return both: `Today, 21:14`."""
    return ", ".join(part for part in (day(at), clock(at)) if part)


def _local(at: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return None
    return moment.astimezone()
