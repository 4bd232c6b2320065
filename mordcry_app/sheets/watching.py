"""How whoever waits for a document learns how far it is, and stops it."""

from __future__ import annotations

from collections.abc import Callable

Watch = Callable[[int, int], None]
"""Told how many steps are done and how many there are in all; it may raise `Cancelled`.

Steps are fighters laid out, tellings set or pages written: whatever a document is made of.
"""


class Cancelled(Exception):
    """Whoever waited for the document no longer wants it; nothing was written anywhere."""


def unwatched(done: int, total: int) -> None:
    """Let a document be made without anybody watching."""
    del done, total
