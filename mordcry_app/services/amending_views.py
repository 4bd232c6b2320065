"""Frozen views of amending: whether an aftermath can be opened again, and what would differ."""

from __future__ import annotations

from dataclasses import dataclass

MOST_REASONS = 5
"""More reasons than this are counted, not told."""


@dataclass(frozen=True)
class AmendCheck:
    """Whether a committed aftermath can be opened again, and if not, why, in sentences."""

    possible: bool
    reasons: tuple[str, ...] = ()

    @classmethod
    def of(cls, reasons: tuple[str, ...]) -> AmendCheck:
        """Return the check that these reasons lead to; without any it is possible."""
        return cls(not reasons, some_of(reasons))


@dataclass(frozen=True)
class LineDifference:
    """A line that is not as it was committed.

    `was` is what it said then, nothing for one that is new; `now` is nothing for one that is gone.
    """

    key: str
    name: str
    was: str
    now: str


@dataclass(frozen=True)
class AmendingView:
    """How an open correction stands to the aftermath that was committed.

    `unfit` names questions whose answers of then are not asked any more or no longer fit. `refused`
    says why the correction cannot be committed as it is: what was done since contradicts it.
    `other_rules` tells that today’s rules alone lead to another result, `changes_nothing` that the
    campaign would be the same, and `is_as_committed` that not even an answer differs.
    """

    battle_number: int
    differences: tuple[LineDifference, ...]
    unfit: tuple[str, ...]
    refused: tuple[str, ...]
    other_record: bool
    other_rules: bool
    changes_nothing: bool
    is_as_committed: bool


def some_of(reasons: tuple[str, ...]) -> tuple[str, ...]:
    """Return a handful of reasons, and how many there are beside them."""
    if len(reasons) <= MOST_REASONS:
        return reasons
    return (*reasons[: MOST_REASONS - 1], f"And {len(reasons) - MOST_REASONS + 1} more.")
