"""What is different between two states of a campaign, in short words to compare with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from mordcry_app.rules.effects import GainItem
from mordcry_app.rules.state import Carried, Member, Pending, Roster, State
from mordcry_app.rules.table import Table, TableRow
from mordcry_app.rulesets.mordcry.rulebook import Rulebook
from tests.rulesets.mordcry.helpers import book_with

UNCOMMON_PAIR = ("bone_charm", "hunters_bow")
RARE_PAIR = ("libram_of_lost_saints", "crown_of_thorns")


def small_book(**chosen: str | int) -> Rulebook:
    """Return a rulebook with two uncommon and two rare items, so that every branch can be run."""
    book = book_with(**chosen)
    tables = {
        **book.content.tables,
        "uncommon_items": _pair(book, "uncommon_items", UNCOMMON_PAIR),
        "rare_items": _pair(book, "rare_items", RARE_PAIR),
    }
    return replace(book, content=replace(book.content, tables=tables))


def _pair(book: Rulebook, table_id: str, refs: tuple[str, str]) -> Table:
    rows = tuple(
        TableRow(
            on=str(place),
            id=ref,
            name=book.content.items[ref].name,
            text="One of two.",
            effects=(GainItem(ref=ref),),
        )
        for place, ref in enumerate(refs, 1)
    )
    return Table(id=table_id, name="Two items", dice="d2", rows=rows)


def changes(before: State, after: State) -> frozenset[str]:
    """Return every difference, each once: `crowns +10`, `Ilse waits will -1`, `stash +dagger`."""
    found: list[str] = []
    for roster_id, roster in after.rosters.items():
        prefix = "" if roster_id == 1 else f"{roster.name} "
        found += [prefix + line for line in _of_roster(before.rosters[roster_id], roster)]
    for member_id, member in after.members.items():
        name = member.name or f"unnamed {member.archetype}"
        old = before.members.get(member_id)
        if old is None:
            found.append(f"{name} joined as {member.archetype}")
            old = Member(member_id, member.roster_id, member.name, member.archetype)
            old = replace(old, stats=member.stats, tags=member.tags, modifiers=member.modifiers)
        found += [f"{name} {line}" for line in _of_member(old, member)]
    assert len(set(found)) == len(found), found
    return frozenset(found)


def _of_roster(old: Roster, new: Roster) -> Iterator[str]:
    yield from _amounts(old.resources, new.resources)
    yield from _waits(old.pending, new.pending)
    yield from (f"stash {line}" for line in _carried(old.stash, new.stash))


def _of_member(old: Member, new: Member) -> Iterator[str]:
    yield from _amounts(old.resources, new.resources)
    yield from _waits(old.pending, new.pending)
    yield from _carried(old.carried, new.carried)
    if old.state != new.state:
        yield f"is {new.state}"
    assert old.stats == new.stats
    assert old.tags == new.tags
    for modifier in new.modifiers:
        if modifier not in old.modifiers:
            yield f"{modifier.stat} {modifier.amount:+d} {modifier.ends}"
    for trait in new.traits:
        if trait not in old.traits:
            yield f"{trait.kind} {trait.ref} {trait.level}"
    assert len(new.modifiers) >= len(old.modifiers)
    assert len(new.traits) >= len(old.traits)


def _amounts(old: Mapping[str, int], new: Mapping[str, int]) -> Iterator[str]:
    for resource in {**old, **new}:
        change = new.get(resource, 0) - old.get(resource, 0)
        if change:
            yield f"{resource} {change:+d}"


def _waits(old: Iterable[Pending], new: Iterable[Pending]) -> Iterator[str]:
    totals: dict[str, int] = {}
    for sign, entries in ((-1, old), (1, new)):
        for entry in entries:
            what = entry.stat or entry.ref
            what += f" in {entry.condition}" if entry.condition else ""
            totals[what] = totals.get(what, 0) + sign * entry.amount
    for what, change in totals.items():
        if change:
            yield f"waits {what} {change:+d}"


def _carried(old: Iterable[Carried], new: Iterable[Carried]) -> Iterator[str]:
    totals: dict[str, int] = {}
    for sign, items in ((-1, old), (1, new)):
        for item in items:
            name = item.ref + (" (spent)" if item.spent else "")
            totals[name] = totals.get(name, 0) + sign * item.quantity
    for name, change in totals.items():
        if change:
            yield f"{name} {change:+d}"
