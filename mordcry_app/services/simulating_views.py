"""What a simulation came to, as frozen views."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class StandingView:
    """How a warband stands after a battle; counts are from the beginning of the run.

    `number` is the battle’s, 0 for the start of the run. `amounts` go by resource, in the order of
    `SimulationView.resources`.
    """

    number: int
    standing: int
    won: int
    deaths: int
    retirements: int
    joined: int
    advances: int
    amounts: tuple[int, ...]


@dataclass(frozen=True)
class WarbandRunView:
    """One warband through a whole run: how it stood at the start and after each battle."""

    name: str
    standings: tuple[StandingView, ...]

    @property
    def last(self) -> StandingView:
        """How it stands at the end."""
        return self.standings[-1]


@dataclass(frozen=True)
class RowCountView:
    """How often a row of a table came up."""

    row: str
    on: str
    name: str
    count: int


@dataclass(frozen=True)
class TableCountView:
    """How often each row of a table came up, in the table’s order; those that never did, too."""

    table: str
    name: str
    rows: tuple[RowCountView, ...]

    @property
    def total(self) -> int:
        """How often the table was rolled on."""
        return sum(row.count for row in self.rows)

    @property
    def reached(self) -> int:
        """How many of its rows came up at all."""
        return sum(row.count > 0 for row in self.rows)


@dataclass(frozen=True)
class StageCountView:
    """How many lines of one stage of the boards were carried out."""

    stage: str
    name: str
    count: int


@dataclass(frozen=True)
class SimulationView:
    """A run of battles: what it was played with, and what came of it.

    `ended` is a sentence when it came to an end before its last battle, otherwise empty.
    """

    campaign: str
    ruleset: str
    seed: str
    battles: int
    house_rules: tuple[str, ...]
    resources: tuple[str, ...]
    warbands: tuple[WarbandRunView, ...]
    stages: tuple[StageCountView, ...]
    tables: tuple[TableCountView, ...]
    ended: str = ""
