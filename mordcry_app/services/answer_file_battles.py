"""The `[battle]` part of an answers file: who won, who was put out of action and by whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

from pydantic import Field, StringConstraints

from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.ruleset import Ruleset
from mordcry_app.rules.ruleset_words import BattleResult
from mordcry_app.rules.schema import LongText, Record, ShortText
from mordcry_app.rules.state import State
from mordcry_app.services.battle_entries import BattleEntry, SideEntry, check_entry
from mordcry_app.services.shown import shown_member_name, shown_roster_name

MOST_SIDES = 20
MOST_NAMES = 200

Name = Annotated[str, StringConstraints(max_length=200)]
"""A fighter by name, or by number as `#12`; names are compared without regard to case."""


class SidePart(Record):
    """What one warband did; who stands on its roster and is not `absent` took part."""

    warband: ShortText
    result: BattleResult
    absent: tuple[Name, ...] = Field(default=(), max_length=MOST_NAMES)
    out: dict[Name, Name] = Field(default_factory=dict[str, str], max_length=MOST_NAMES)
    objectives: int = 0
    treasures: int = 0
    holders: tuple[Name, ...] = Field(default=(), max_length=MOST_NAMES)
    extra_kills: dict[Name, int] = Field(default_factory=dict[str, int], max_length=MOST_NAMES)


class BattlePart(Record):
    """A battle that is recorded before its aftermath is answered."""

    note: LongText = ""
    side: tuple[SidePart, ...] = Field(min_length=1, max_length=MOST_SIDES)


def battle_from(
    part: BattlePart, start: BattleEntry, state: State, ruleset: Ruleset
) -> BattleEntry:
    """Return the battle as an entry; `start` says who would take part.

    Raises `Refusal` for names that nobody has, or several have, and for what cannot have been.
    """
    names = _Names(state, ruleset)
    parts = names.by_roster(part)
    sides = tuple(_side(parts[side.roster_id], side, names) for side in start.sides)
    entry = BattleEntry(sides, part.note)
    check_entry(state, ruleset, entry)
    return entry


def _side(part: SidePart, start: SideEntry, names: _Names) -> SideEntry:
    absent = {names.member(name, start.roster_id) for name in part.absent}
    out_by = {
        names.member(name, start.roster_id): names.member(by) if by else None
        for name, by in part.out.items()
    }
    return SideEntry(
        roster_id=start.roster_id,
        result=part.result,
        took_part=start.took_part - absent,
        out_by=out_by,
        objectives=part.objectives,
        treasures=part.treasures,
        holders=frozenset(names.member(name, start.roster_id) for name in part.holders),
        extra_kills={
            names.member(name, start.roster_id): kills for name, kills in part.extra_kills.items()
        },
    )


class _Names:
    """Finds warbands and fighters by what a file calls them."""

    def __init__(self, state: State, ruleset: Ruleset) -> None:
        self._state = state
        self._ruleset = ruleset

    def by_roster(self, part: BattlePart) -> Mapping[int, SidePart]:
        """Return the part of each warband; raises `Refusal` unless each has exactly one."""
        found: dict[int, SidePart] = {}
        for side in part.side:
            roster_id = self._roster(side.warband)
            if roster_id in found:
                raise Refusal(f"{side.warband} has two sides in this battle.")
            found[roster_id] = side
        for roster_id, roster in self._state.rosters.items():
            if roster_id not in found:
                raise Refusal(f"{shown_roster_name(roster)} has no side in this battle.")
        return found

    def member(self, name: str, roster_id: int | None = None) -> int:
        """Return the id of a fighter who stands, of one warband or of any."""
        found = [
            member_id
            for member_id, shown in self._standing(roster_id)
            if name.strip().casefold() in (shown.casefold(), f"#{member_id}")
        ]
        if len(found) == 1:
            return found[0]
        if not found:
            raise Refusal(f"Nobody who stands is called “{name[:60]}”.")
        numbers = ", ".join(f"#{member_id}" for member_id in found)
        raise Refusal(f"Several are called “{name[:60]}”; say which: {numbers}.")

    def _roster(self, name: str) -> int:
        found = [
            roster_id
            for roster_id, roster in self._state.rosters.items()
            if shown_roster_name(roster).casefold() == name.casefold()
        ]
        if len(found) != 1:
            names = ", ".join(shown_roster_name(r) for r in self._state.rosters.values())
            raise Refusal(f"“{name[:60]}” names no single warband; there are {names}.")
        return found[0]

    def _standing(self, roster_id: int | None) -> Iterator[tuple[int, str]]:
        for member in self._state.members.values():
            if member.state == "active" and roster_id in (None, member.roster_id):
                yield member.id, shown_member_name(member, self._ruleset)
