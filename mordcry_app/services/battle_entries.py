"""What is written down of a battle, its checks, and how it is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import TypeAdapter, ValidationError

from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.ruleset import BattleRecord, Ruleset
from mordcry_app.rules.ruleset_words import BattleResult
from mordcry_app.rules.state import State
from mordcry_app.services.shown import shown_member_name
from mordcry_app.services.text_checks import check_amount, clean_text

MOST_HELD = 20
MOST_KILLS = 99
MOST_TOLD = 200


@dataclass(frozen=True)
class SideEntry:
    """What one warband did in a battle.

    `took_part`, `out_by` and `holders` name members by id; `out_by` gives who put a fighter out of
    action, or none. `extra_kills` adds knock-outs that are not of listed fighters. No injury is
    rolled for the `unhurt`, who are out of action all the same.
    """

    roster_id: int
    result: BattleResult
    took_part: frozenset[int]
    out_by: Mapping[int, int | None] = field(default_factory=dict[int, int | None])
    objectives: int = 0
    treasures: int = 0
    holders: frozenset[int] = frozenset()
    extra_kills: Mapping[int, int] = field(default_factory=dict[int, int])
    unhurt: frozenset[int] = frozenset()


@dataclass(frozen=True)
class BattleEntry:
    """A battle as it is recorded: every side, a note, and its course where it was played here.

    `course` are the sentences in which its events tell it; where `uses_are_known`, what was used up
    was noted as it happened.
    """

    sides: tuple[SideEntry, ...]
    note: str = ""
    course: tuple[str, ...] = ()
    uses_are_known: bool = False


_STORED = TypeAdapter(BattleEntry)


def battle_record(number: int, entry: BattleEntry) -> BattleRecord:
    """Return what the ruleset needs to know of a battle."""
    out_by = {member: by for side in entry.sides for member, by in side.out_by.items()}
    kills: dict[int, int] = {}
    for by in out_by.values():
        if by is not None:
            kills[by] = kills.get(by, 0) + 1
    for side in entry.sides:
        for member, extra in side.extra_kills.items():
            kills[member] = kills.get(member, 0) + extra
    return BattleRecord(
        number=number,
        results={side.roster_id: side.result for side in entry.sides},
        took_part=frozenset(m for side in entry.sides for m in side.took_part),
        out_by=out_by,
        kills=kills,
        objectives={side.roster_id: side.objectives for side in entry.sides},
        treasures={side.roster_id: side.treasures for side in entry.sides},
        holders=frozenset(m for side in entry.sides for m in side.holders),
        unhurt=frozenset(m for side in entry.sides for m in side.unhurt),
        uses_are_known=entry.uses_are_known,
    )


def check_entry(state: State, ruleset: Ruleset, entry: BattleEntry) -> None:
    """Raise `Refusal` with the first thing in an entry that cannot be."""
    if [side.roster_id for side in entry.sides] != list(state.rosters):
        raise Refusal("Every warband of the campaign needs its side of the battle.")
    present = {m for side in entry.sides for m in side.took_part}
    if not present:
        raise Refusal("Nobody took part in this battle.")
    for side in entry.sides:
        _check_side(state, ruleset, side, present)
    results = [side.result for side in entry.sides]
    if len(results) > 1:
        if results.count("won") > 1:
            raise Refusal("Only one warband can win a battle.")
        if "won" not in results and set(results) != {"drew"}:
            raise Refusal("Say who won, or that the battle was drawn.")
        if "won" in results and "drew" in results:
            raise Refusal("A battle that somebody won was not drawn.")
    clean_text(entry.note)
    check_amount(len(entry.course), 0, MOST_TOLD, "The number of sentences about the battle")
    for sentence in entry.course:
        clean_text(sentence)


def _check_side(state: State, ruleset: Ruleset, side: SideEntry, present: set[int]) -> None:
    def name(member_id: int) -> str:
        member = state.members.get(member_id)
        return shown_member_name(member, ruleset) if member else "Somebody"

    for member_id in sorted(side.took_part):
        member = state.members.get(member_id)
        if member is None or member.roster_id != side.roster_id or member.state != "active":
            raise Refusal(f"{name(member_id)} does not stand on that roster.")
    for member_id, by in side.out_by.items():
        if member_id not in side.took_part:
            raise Refusal(f"{name(member_id)} was not in this battle, so cannot be out of action.")
        if by is not None and by not in present:
            raise Refusal(f"{name(by)} was not in this battle, so put nobody out of action.")
        if by == member_id:
            raise Refusal(f"{name(member_id)} cannot be put out of action by itself.")
    for member_id in sorted(side.unhurt):
        if member_id not in side.out_by:
            raise Refusal(f"{name(member_id)} was not put out of action, so is unhurt anyway.")
    for member_id in sorted(side.holders):
        if member_id not in side.took_part:
            raise Refusal(f"{name(member_id)} was not in this battle, so held nothing.")
    for member_id, extra in side.extra_kills.items():
        if extra and member_id not in side.took_part:
            raise Refusal(f"{name(member_id)} was not in this battle, so put nobody out of action.")
        check_amount(extra, 0, MOST_KILLS, "The number of further knock-outs")
    check_amount(side.objectives, 0, MOST_HELD, "The number of objectives")
    check_amount(side.treasures, 0, MOST_HELD, "The number of treasures")


def record_json(entry: BattleEntry) -> dict[str, Any]:
    """Return an entry as stored JSON."""
    stored: dict[str, Any] = _STORED.dump_python(
        replace(entry, note=clean_text(entry.note)), mode="json"
    )
    for side in stored["sides"]:
        side["took_part"].sort()
        side["holders"].sort()
        side["unhurt"].sort()
        if not side["unhurt"]:
            del side["unhurt"]
        side["out_by"] = dict(sorted(side["out_by"].items(), key=lambda item: int(item[0])))
        side["extra_kills"] = {member: n for member, n in side["extra_kills"].items() if n}
    for name in ("course", "uses_are_known"):
        if not stored[name]:
            del stored[name]
    return stored


def entry_from_json(record: Mapping[str, Any]) -> BattleEntry:
    """Return the entry that was stored; raises `Refusal` when it cannot be read."""
    try:
        return _STORED.validate_python(record)
    except ValidationError:
        raise Refusal("What was written down of this battle is damaged.") from None
