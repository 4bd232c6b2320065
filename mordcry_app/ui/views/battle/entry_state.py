"""A battle as it is being written down: what has been entered so far, without any widget.

It keeps itself free of contradictions that are plain to see: who did not take part cannot be out
of action, and when one warband won, the other did not. Everything else is for the service to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast, get_args

from mordcry_app.services.battle_entries import (
    MOST_HELD,
    MOST_KILLS,
    BattleEntry,
    SideEntry,
)
from mordcry_app.services.views import CampaignView, MemberView, RosterView

Result = Literal["won", "lost", "drew", "retreated"]

RESULTS: tuple[Result, ...] = get_args(Result)
LONGEST_NOTE = 500

_OPPOSITE: dict[Result, Result] = {
    "won": "lost",
    "lost": "won",
    "drew": "drew",
    "retreated": "won",
}
_MISSES = "misses this battle"


@dataclass(frozen=True)
class Fighter:
    """A fighter of the form: who it is, and why it cannot take part, if so."""

    id: int
    name: str
    archetype: str
    absent: str = ""


@dataclass
class Side:
    """What one warband did, as far as it has been entered."""

    roster_id: int
    name: str
    player: str
    fighters: tuple[Fighter, ...]
    result: Result | None = None
    is_result_by_hand: bool = False
    took_part: set[int] = field(default_factory=set[int])
    out_by: dict[int, int | None] = field(default_factory=dict[int, "int | None"])
    objectives: int = 0
    treasures: int = 0
    holders: set[int] = field(default_factory=set[int])
    extra_kills: dict[int, int] = field(default_factory=dict[int, int])
    unhurt: set[int] = field(default_factory=set[int])
    """Put out of action without an injury to roll for; a battle that was played here says so."""


class EntryState:
    """The battle at hand. `battle_id` and `number` are set while a recorded one is corrected."""

    def __init__(self, sides: Sequence[Side], number: int, battle_id: int | None = None) -> None:
        self.sides = list(sides)
        self.number = number
        self.battle_id = battle_id
        self.note = ""
        self.course: tuple[str, ...] = ()
        """How the battle went, where it was played here; the form does not show it."""
        self.uses_are_known = False

    @classmethod
    def fresh(cls, campaign: CampaignView) -> EntryState:
        """A form for the next battle: everybody takes part who does not miss it."""
        sides = [_fresh_side(roster) for roster in campaign.rosters]
        return cls(sides, campaign.battles_fought + 1)

    @classmethod
    def of_battle(
        cls, campaign: CampaignView, battle_id: int, number: int, entry: BattleEntry
    ) -> EntryState:
        """The form of a battle that was recorded."""
        state = cls([_fresh_side(roster) for roster in campaign.rosters], number, battle_id)
        for recorded in entry.sides:
            side = state.side(recorded.roster_id)
            if side is not None:
                side.result, side.is_result_by_hand = recorded.result, True
                side.took_part = set(recorded.took_part)
                side.out_by = dict(recorded.out_by)
                side.objectives, side.treasures = recorded.objectives, recorded.treasures
                side.holders = set(recorded.holders)
                side.extra_kills = dict(recorded.extra_kills)
                side.unhurt = set(recorded.unhurt)
        state.note = entry.note
        state.course, state.uses_are_known = entry.course, entry.uses_are_known
        return state

    @classmethod
    def from_json(cls, campaign: CampaignView, stored: Mapping[str, Any]) -> EntryState:
        """The form as it was left; fighters who are gone are left out, new ones take part.

        Raises `KeyError`, `TypeError` or `ValueError` for what is no stored form.
        """
        battle_id = stored["battle_id"]
        number = int(stored["number"])
        state = cls(
            [_fresh_side(roster) for roster in campaign.rosters],
            number,
            None if battle_id is None else int(battle_id),
        )
        state.note = str(stored["note"])[:LONGEST_NOTE]
        state.course = tuple(str(sentence) for sentence in stored.get("course", ()))
        state.uses_are_known = stored.get("uses_are_known") is True
        for kept in stored["sides"]:
            side = state.side(int(kept["roster_id"]))
            if side is not None:
                _restore(side, kept)
        state._drop_strangers()
        return state

    def to_json(self) -> dict[str, Any]:
        """The form as JSON, to be found again after the program was closed."""
        return {
            "number": self.number,
            "battle_id": self.battle_id,
            "note": self.note,
            "course": list(self.course),
            "uses_are_known": self.uses_are_known,
            "sides": [
                {
                    "roster_id": side.roster_id,
                    "result": side.result,
                    "by_hand": side.is_result_by_hand,
                    "known": [fighter.id for fighter in side.fighters],
                    "took_part": sorted(side.took_part),
                    "out_by": [[member, by] for member, by in side.out_by.items()],
                    "objectives": side.objectives,
                    "treasures": side.treasures,
                    "holders": sorted(side.holders),
                    "extra_kills": [[m, n] for m, n in side.extra_kills.items()],
                    "unhurt": sorted(side.unhurt),
                }
                for side in self.sides
            ],
        }

    def to_entry(self) -> BattleEntry:
        """The battle as the service takes it; a warband without a result counts as drawn."""
        return BattleEntry(
            tuple(
                SideEntry(
                    roster_id=side.roster_id,
                    result=side.result or "drew",
                    took_part=frozenset(side.took_part),
                    out_by=dict(side.out_by),
                    objectives=side.objectives,
                    treasures=side.treasures,
                    holders=frozenset(side.holders),
                    extra_kills={m: n for m, n in side.extra_kills.items() if n},
                    unhurt=frozenset(side.unhurt & side.out_by.keys()),
                )
                for side in self.sides
            ),
            self.note.strip(),
            self.course,
            self.uses_are_known,
        )

    def side(self, roster_id: int) -> Side | None:
        """The side of a warband."""
        return next((side for side in self.sides if side.roster_id == roster_id), None)

    def side_of(self, member_id: int) -> Side | None:
        """The side that a fighter stands on."""
        return next((s for s in self.sides if any(f.id == member_id for f in s.fighters)), None)

    def fighter(self, member_id: int) -> Fighter | None:
        """A fighter of any side."""
        fighters = (fighter for side in self.sides for fighter in side.fighters)
        return next((fighter for fighter in fighters if fighter.id == member_id), None)

    def name(self, member_id: int | None) -> str:
        """What a fighter is called; “nobody known” for none."""
        fighter = self.fighter(member_id) if member_id is not None else None
        return fighter.name if fighter else "nobody known"

    def set_result(self, side: Side, result: Result) -> None:
        """Say how a side fared, and propose what that means for sides not set by hand."""
        side.result, side.is_result_by_hand = result, True
        others = [other for other in self.sides if other is not side]
        for other in others:
            if other.is_result_by_hand:
                continue
            if len(others) == 1 or result in ("won", "drew"):
                other.result = _OPPOSITE[result]

    def set_took_part(self, side: Side, member_id: int, took_part: bool) -> None:
        """Say whether a fighter was there. Whoever was not did nothing and suffered nothing."""
        if took_part:
            side.took_part.add(member_id)
            return
        side.took_part.discard(member_id)
        side.out_by.pop(member_id, None)
        side.holders.discard(member_id)
        side.extra_kills.pop(member_id, None)
        for other in self.sides:
            for victim, by in other.out_by.items():
                if by == member_id:
                    other.out_by[victim] = None

    def set_out(self, side: Side, member_id: int, by: int | None) -> None:
        """Say that a fighter was put out of action, and by whom; none is nobody known."""
        side.took_part.add(member_id)
        if member_id not in side.out_by:
            side.unhurt.discard(member_id)
        side.out_by[member_id] = by

    def set_extra_kills(self, side: Side, member_id: int, count: int) -> None:
        """Say how many a fighter put out of action beside those that are listed."""
        side.extra_kills[member_id] = min(max(count, 0), MOST_KILLS)
        if not side.extra_kills[member_id]:
            del side.extra_kills[member_id]

    def set_held(self, side: Side, *, objectives: int | None = None, treasures: int | None = None):
        """Say how many objectives or treasures a side held at the end."""
        if objectives is not None:
            side.objectives = min(max(objectives, 0), MOST_HELD)
        if treasures is not None:
            side.treasures = min(max(treasures, 0), MOST_HELD)

    def kills(self, member_id: int) -> int:
        """How many a fighter put out of action, the unlisted ones included."""
        listed = sum(by == member_id for side in self.sides for by in side.out_by.values())
        side = self.side_of(member_id)
        return listed + (side.extra_kills.get(member_id, 0) if side else 0)

    def culprits(self, victim: int) -> tuple[tuple[Side, tuple[Fighter, ...]], ...]:
        """Who can have put a fighter out of action: the other sides first, then its own."""
        own = self.side_of(victim)
        ordered = [side for side in self.sides if side is not own] + ([own] if own else [])
        return tuple(
            (
                side,
                tuple(f for f in side.fighters if f.id in side.took_part and f.id != victim),
            )
            for side in ordered
        )

    def is_untouched(self) -> bool:
        """Whether nothing has been entered yet."""
        return not self.note and all(
            side.result is None
            and not (side.out_by or side.holders or side.extra_kills)
            and not (side.objectives or side.treasures)
            and side.took_part == {f.id for f in side.fighters if not f.absent}
            for side in self.sides
        )

    def problem(self) -> str:
        """Why the battle cannot be recorded yet; nothing when it can."""
        unsaid = [side.name for side in self.sides if side.result is None]
        if len(unsaid) == len(self.sides):
            return "Say first who won."
        if unsaid:
            return f"Say how {_listed(unsaid)} fared."
        return ""

    def _drop_strangers(self) -> None:
        """Forget whoever is no longer on a roster."""
        known = {fighter.id for side in self.sides for fighter in side.fighters}
        for side in self.sides:
            side.took_part &= known
            side.holders &= side.took_part
            side.out_by = {
                member: by if by in known else None
                for member, by in side.out_by.items()
                if member in side.took_part
            }
            side.extra_kills = {m: n for m, n in side.extra_kills.items() if m in side.took_part}


def _fresh_side(roster: RosterView) -> Side:
    fighters = tuple(_fighter(member) for member in roster.members)
    present = {fighter.id for fighter in fighters if not fighter.absent}
    return Side(roster.id, roster.shown_name, roster.player, fighters, took_part=present)


def _fighter(member: MemberView) -> Fighter:
    absent = _MISSES if member.misses_next_battle else ""
    return Fighter(member.id, member.shown_name, member.archetype_name, absent)


def _restore(side: Side, kept: Mapping[str, Any]) -> None:
    result = kept["result"]
    if result is not None and result not in RESULTS:
        raise ValueError(f"no result of a battle: {result!r}")
    side.result = cast("Result | None", result)
    side.is_result_by_hand = bool(kept["by_hand"])
    known = _ids(kept["known"])
    absent = {fighter.id for fighter in side.fighters if fighter.absent}
    newcomers = side.took_part - known
    side.took_part = (_ids(kept["took_part"]) | newcomers) - absent
    side.out_by = {int(member): None if by is None else int(by) for member, by in kept["out_by"]}
    side.objectives = min(max(int(kept["objectives"]), 0), MOST_HELD)
    side.treasures = min(max(int(kept["treasures"]), 0), MOST_HELD)
    side.holders = _ids(kept["holders"])
    side.extra_kills = {int(m): min(max(int(n), 0), MOST_KILLS) for m, n in kept["extra_kills"]}
    side.unhurt = _ids(kept.get("unhurt", ()))


def _ids(values: Iterable[Any]) -> set[int]:
    return {int(value) for value in values}


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
