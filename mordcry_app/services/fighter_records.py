"""What the records of battles say about each fighter: when it fought, whom it put out, who put it.

Pure: records in, counts out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from mordcry_app.services.battle_entries import BattleEntry
from mordcry_app.services.fought_battles import FoughtBattle


@dataclass
class FighterRecord:
    """One fighter’s battles by number.

    `victims` has the ids of those whom it put out of action, `others` how many more there were, and
    `beaten_by` who put it out of action, none where nobody noted that.
    """

    battles: list[int] = field(default_factory=list[int])
    victims: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    others: dict[int, int] = field(default_factory=dict[int, int])
    beaten_by: dict[int, int | None] = field(default_factory=dict[int, "int | None"])

    @property
    def put_out(self) -> int:
        """How many it has put out of action in all."""
        return sum(map(len, self.victims.values())) + sum(self.others.values())


def fighter_records(battles: Iterable[FoughtBattle]) -> Mapping[int, FighterRecord]:
    """Return the record of every fighter that took part in a battle, by id."""
    records: dict[int, FighterRecord] = defaultdict(FighterRecord)
    for battle in battles:
        _add(records, battle.number, battle.entry)
    return records


def _add(records: dict[int, FighterRecord], number: int, entry: BattleEntry) -> None:
    for side in entry.sides:
        for member in side.took_part:
            records[member].battles.append(number)
        for member, by in side.out_by.items():
            records[member].beaten_by[number] = by
            if by is not None:
                records[by].victims.setdefault(number, []).append(member)
        for member, extra in side.extra_kills.items():
            if extra:
                records[member].others[number] = extra
