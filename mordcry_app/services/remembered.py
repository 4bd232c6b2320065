"""What was read of an open campaign and still holds, so that it is not read at every click.

Each thing that is kept names the tables it came from; a write to one of them makes it forgotten.
During a write, from the first change on, nothing is kept and nothing kept is used: what is read
then may still be rolled back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from typing import TypeVar, cast

Kept = TypeVar("Kept")


class Remembered:
    """A few values by key, each with the tables that it was read from."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[frozenset[str], object]] = {}
        self._is_paused = False

    def get(self, key: Hashable, tables: frozenset[str], read: Callable[[], Kept]) -> Kept:
        """Return what is kept under `key`; a key always goes with one kind of value."""
        if self._is_paused:
            return read()
        if key not in self._kept:
            self.keep(key, tables, read())
        return cast(Kept, self._kept[key][1])

    def keep(self, key: Hashable, tables: frozenset[str], value: object) -> None:
        """Keep a value that was worked out from what is stored in `tables`."""
        self._kept[key] = (tables, value)

    def forget(self, tables: Collection[str] | None = None) -> None:
        """Forget what came from any of these tables, or everything."""
        if tables is None:
            self._kept.clear()
            return
        for key, (sources, _) in list(self._kept.items()):
            if not sources.isdisjoint(tables):
                del self._kept[key]

    def pause(self) -> None:
        """Keep and use nothing until `resume`: the stored campaign is being changed."""
        self._is_paused = True

    def resume(self) -> None:
        """Go back to keeping what is read."""
        self._is_paused = False
