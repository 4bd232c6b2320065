"""What was read of an open campaign and still holds, so that it is not read at every click.

Each thing that is kept names the tables it came from; a write to one of them makes it forgotten.
What can be renewed is not forgotten but ages: it notes about whom was written, and only that is
read again. During a write, from the first change on, nothing is kept and nothing kept is used as
it is: what is read then may still be rolled back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass
from typing import TypeVar, cast

Kept = TypeVar("Kept")


@dataclass(frozen=True)
class Owners:
    """Members and rosters about whom something was written, by id."""

    members: frozenset[int] = frozenset()
    rosters: frozenset[int] = frozenset()

    def __or__(self, others: Owners) -> Owners:
        """Return these and others."""
        return Owners(self.members | others.members, self.rosters | others.rosters)


class Remembered:
    """A few values by key, each with the tables that it was read from."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[frozenset[str], object]] = {}
        self._can_age: set[Hashable] = set()
        self._aged: dict[Hashable, tuple[frozenset[str], object, Owners]] = {}
        self._is_paused = False

    def get(self, key: Hashable, tables: frozenset[str], read: Callable[[], Kept]) -> Kept:
        """Return what is kept under `key`; a key always goes with one kind of value."""
        if self._is_paused:
            return read()
        if key not in self._kept:
            self.keep(key, tables, read())
        return cast(Kept, self._kept[key][1])

    def renew(
        self,
        key: Hashable,
        tables: frozenset[str],
        read: Callable[[], Kept],
        renewed: Callable[[Kept, Owners], Kept],
        written: Owners | None = None,
    ) -> Kept:
        """Return what is kept under `key`, brought up to date where it has aged.

        `renewed` is given the old value and about whom was written since. During a write, `written`
        says about whom it has written so far.
        """
        if self._is_paused:
            if written is None or key not in self._kept:
                return read()
            return renewed(cast(Kept, self._kept[key][1]), written)
        if key not in self._kept:
            aged = self._aged.pop(key, None)
            value = read() if aged is None else renewed(cast(Kept, aged[1]), aged[2])
            self.keep(key, tables, value)
            self._can_age.add(key)
        return cast(Kept, self._kept[key][1])

    def keep(self, key: Hashable, tables: frozenset[str], value: object) -> None:
        """Keep a value that was worked out from what is stored in `tables`."""
        self._kept[key] = (tables, value)

    def forget(self, tables: Collection[str] | None = None, owners: Owners | None = None) -> None:
        """Forget what came from any of these tables, or everything.

        `owners` says about whom was written there; without it, nothing can be renewed.
        """
        if tables is None:
            self._kept.clear()
            self._aged.clear()
            return
        for key, (sources, value, before) in list(self._aged.items()):
            if owners is None and not sources.isdisjoint(tables):
                del self._aged[key]
            elif owners is not None:
                self._aged[key] = (sources, value, before | owners)
        for key, (sources, value) in list(self._kept.items()):
            if not sources.isdisjoint(tables):
                del self._kept[key]
                if owners is not None and key in self._can_age:
                    self._aged[key] = (sources, value, owners)

    def pause(self) -> None:
        """Keep and use nothing until `resume`: the stored campaign is being changed."""
        self._is_paused = True

    def resume(self) -> None:
        """Go back to keeping what is read."""
        self._is_paused = False
