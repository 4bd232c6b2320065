"""Says in short lines what differs between two states: `XP 8 → 10`, `Hask → graveyard`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from mordcry_app.rules.derive import effective
from mordcry_app.rules.ruleset import Ruleset
from mordcry_app.rules.state import TAKEN, Carried, Member, Pending, State
from mordcry_app.services.pending_words import is_good, pending_words
from mordcry_app.services.shown import (
    roster_amount,
    shown_item_name,
    shown_member_name,
    shown_roster_name,
)
from mordcry_app.services.views import ChangeLine

Tone = Literal["plain", "good", "bad"]


def roster_changes(
    before: State, after: State, roster_id: int, ruleset: Ruleset
) -> tuple[ChangeLine, ...]:
    """Return what changes for a whole roster: its resources, its stash, then each member."""
    lines: list[ChangeLine] = []
    for resource in ruleset.content.resources.values():
        if resource.hidden or not (resource.owner == "roster" or resource.summed):
            continue
        old = roster_amount(before, roster_id, resource)
        new = roster_amount(after, roster_id, resource)
        if old != new:
            lines.append(_amount_change(resource.name, old, new))
    old_stash, new_stash = before.rosters[roster_id].stash, after.rosters[roster_id].stash
    lines.extend(_item_changes("Stash", old_stash, new_stash, ruleset))
    old_roster, new_roster = before.rosters[roster_id], after.rosters[roster_id]
    name = shown_roster_name(new_roster)
    lines.extend(_pending_changes(name, old_roster.pending, new_roster.pending, ruleset))
    for member in after.of_roster(roster_id):
        lines.extend(member_changes(before.members.get(member.id), member, ruleset))
    for member in before.of_roster(roster_id):
        if member.id not in after.members:
            name = shown_member_name(member, ruleset)
            lines.append(ChangeLine(name, "", "does not join", "bad"))
    return tuple(lines)


def line_changes(before: State, after: State, ruleset: Ruleset) -> tuple[ChangeLine, ...]:
    """Return what one line of a board changes, wherever it does."""
    if before is after:
        return ()
    lines: list[ChangeLine] = []
    for roster_id, new in after.rosters.items():
        old = before.rosters[roster_id]
        if old is new:
            continue
        for resource in ruleset.content.resources.values():
            had, has = old.amount(resource.id), new.amount(resource.id)
            if had != has and not resource.hidden:
                lines.append(_amount_change(resource.name, had, has))
        lines.extend(_item_changes("Stash", old.stash, new.stash, ruleset))
        lines.extend(_pending_changes(shown_roster_name(new), old.pending, new.pending, ruleset))
    for member_id, member in after.members.items():
        if before.members.get(member_id) is not member:
            lines.extend(member_changes(before.members.get(member_id), member, ruleset))
    return tuple(lines)


def member_changes(old: Member | None, new: Member, ruleset: Ruleset) -> Iterable[ChangeLine]:
    """Yield what changes for one member, each line beginning with its name."""
    if old is new:
        return
    name = shown_member_name(new, ruleset)
    if old is None:
        yield ChangeLine(name, "", "joins", "good")
        return
    if old.state != new.state:
        where = {"dead": "graveyard", "retired": "retired", "active": "roster"}[new.state]
        tone: Tone = "good" if new.state == "active" else "bad"
        yield ChangeLine(name, "", where, tone)
        if new.state != "active":
            return
    content = ruleset.content
    for resource in content.resources.values():
        before, after = old.amount(resource.id), new.amount(resource.id)
        if not resource.hidden and before != after:
            yield _amount_change(f"{name}, {resource.short}", before, after)
    if old.modifiers != new.modifiers or old.stats != new.stats or old.carried != new.carried:
        for stat, characteristic in content.characteristics.items():
            was = effective(old, stat, content).total
            now = effective(new, stat, content).total
            if was != now:
                yield ChangeLine(
                    f"{name}, {characteristic.short}",
                    characteristic.written(was),
                    characteristic.written(now),
                    _tone(now - was),
                )
    yield from _trait_changes(name, old, new, ruleset)
    yield from _item_changes(name, old.carried, new.carried, ruleset)
    yield from _pending_changes(name, old.pending, new.pending, ruleset)


def _pending_changes(
    name: str, old: tuple[Pending, ...], new: tuple[Pending, ...], ruleset: Ruleset
) -> Iterable[ChangeLine]:
    """Yield what has come to wait, and what waits no longer."""
    left = list(old)
    for pending in new:
        if pending in left:
            left.remove(pending)
            continue
        words = pending_words(pending, ruleset.content)
        yield ChangeLine(name, "", words, "good" if is_good(pending, ruleset.content) else "bad")
    for pending in left:
        yield ChangeLine(name, pending_words(pending, ruleset.content), "gone", "plain")


def _trait_changes(name: str, old: Member, new: Member, ruleset: Ruleset) -> Iterable[ChangeLine]:
    had = {trait.cause: trait for trait in old.traits}
    has = {trait.cause: trait for trait in new.traits}
    for cause, trait in has.items():
        if trait.kind == TAKEN:
            continue
        if cause in had and had[cause].level == trait.level:
            continue
        definition = ruleset.content.trait(trait.kind, trait.ref)
        label = definition.name_at(trait.level) if definition else trait.name
        yield ChangeLine(name, "", label, "good" if trait.kind in ("skill", "ability") else "bad")
    for cause, trait in had.items():
        if cause not in has and trait.kind != TAKEN:
            definition = ruleset.content.trait(trait.kind, trait.ref)
            label = definition.name_at(trait.level) if definition else trait.name
            yield ChangeLine(name, label, "gone", "good")


def _item_changes(
    label: str, old: tuple[Carried, ...], new: tuple[Carried, ...], ruleset: Ruleset
) -> Iterable[ChangeLine]:
    had = {(item.ref, item.spent): item.quantity for item in old}
    has = {(item.ref, item.spent): item.quantity for item in new}
    for ref, spent in {**had, **has}:
        before, after = had.get((ref, spent), 0), has.get((ref, spent), 0)
        if before == after:
            continue
        name = shown_item_name(ref, ruleset) + (" (used)" if spent else "")
        yield _amount_change(f"{label}, {name}", before, after)


def _amount_change(label: str, old: int, new: int) -> ChangeLine:
    return ChangeLine(label, _number(old), _number(new), _tone(new - old))


def _number(amount: int) -> str:
    """Return an amount with a true minus: a correction may lead below zero, and is then refused."""
    return f"−{-amount}" if amount < 0 else str(amount)


def _tone(change: int) -> Tone:
    return "good" if change > 0 else "bad"
