"""How the frame words what the views leave to it: places, damage, chances, what is asked."""

from __future__ import annotations

from collections.abc import Iterable

from mordcry_app.rules.battle_engine import Mark, Offer
from mordcry_app.services.battle_table import EventView, StepView, TableFighterView
from mordcry_app.ui.dice import DieState
from mordcry_app.ui.widgets import ChipKind, escaped

MOST_BOXES = 12
"""More Wounds than this are written as a number."""

GROUPS = {
    "action": "Actions",
    "ability": "Abilities",
    "item": "Items",
    "objective": "Objectives",
    "turn": "The turn",
    "round": "The round",
    "end": "The battle",
}
"""Headings of the groups of offers, in the order in which they are shown."""

BY_HAND = "by hand"
FORCE = "Do it anyway"

_CHIP_KINDS: dict[str, ChipKind] = {"good": "good", "bad": "bad", "gold": "gold"}


def chip_kind(mark: Mark) -> ChipKind:
    """How a mark is shown as a chip."""
    return _CHIP_KINDS.get(mark.tone, "plain")


def percent(chance: float) -> str:
    """A chance from 0 to 1 as players read it: `26.8 %`; never 0 or 100 for what may happen."""
    if 0 < chance < 0.0005:
        return "<0.1\N{NO-BREAK SPACE}%"
    if 0.9995 < chance < 1:
        return ">99.9\N{NO-BREAK SPACE}%"
    return f"{chance * 100:.1f}\N{NO-BREAK SPACE}%"


def whole_percent(chance: float) -> str:
    """A chance from 0 to 1 in whole per cent, for cells of a table."""
    number = round(chance * 100)
    if number == 0 and chance > 0:
        return "<1\N{NO-BREAK SPACE}%"
    if number == 100 and chance < 1:
        return ">99\N{NO-BREAK SPACE}%"
    return f"{number}\N{NO-BREAK SPACE}%"


def mean(amount: float) -> str:
    """A mean number of wounds: `2.6`."""
    return f"{amount:.1f}"


def damage_text(fighter: TableFighterView) -> str:
    """Damage in words: `2 of 4 damage`."""
    return f"{fighter.damage} of {fighter.wounds} damage"


def place_text(fighter: TableFighterView) -> str:
    """Where a fighter is, unless it is on the table."""
    match fighter.where:
        case "out":
            return f"out, by {fighter.out_by}" if fighter.out_by else "out"
        case "left":
            return "gone from the table"
        case "reserve":
            return "in reserve"
        case _:
            return ""


def reserves_text(fighters: Iterable[TableFighterView]) -> str:
    """Fighters yet to come, by what is said of them: `Reserves, round 3: 3 fighters`."""
    counted: dict[str, int] = {}
    for fighter in fighters:
        said = fighter.marks[0].text if fighter.marks else ""
        counted[said] = counted.get(said, 0) + 1
    return "\n".join(
        f"Reserves{f', {said}' if said else ''}: {_fighters(count)}"
        for said, count in sorted(counted.items())
    )


def spoken_fighter(fighter: TableFighterView) -> str:
    """A whole row in words, for screen readers."""
    parts = [
        fighter.name,
        "active" if fighter.is_active else "",
        "has acted" if fighter.has_acted else "",
        place_text(fighter),
        damage_text(fighter) if fighter.wounds and fighter.where != "out" else "",
        *(mark.text for mark in fighter.marks),
    ]
    return ", ".join(part for part in parts if part)


def fighter_hint(fighter: TableFighterView) -> str:
    """What the tooltip of a fighter says, as rich text."""
    lines = [f"<b>{escaped(fighter.name)}</b>"]
    if fighter.archetype.casefold() not in fighter.name.casefold():
        lines[0] += f" — {escaped(fighter.archetype)}"
    if fighter.wounds:
        lines.append(damage_text(fighter))
    lines += [
        escaped(f"{mark.text}: {mark.hint}" if mark.hint else mark.text) for mark in fighter.marks
    ]
    return "<br>".join(lines)


def needs_of(step: StepView) -> str:
    """What each die of a roll needs: `3+`; nothing where they do not count one by one."""
    return f"{step.need}+" if step.need is not None else ""


def without_need(step: StepView) -> str:
    """What a step is, without what its dice need, which stands beside it."""
    if step.need is None:
        return step.why
    needs = f": {step.need}+"
    return step.why.replace(f"{needs} to ", ": to ").removesuffix(needs)


def short_why(why: str) -> str:
    """What a roll was for, without whose it was: `4+ to hit`."""
    return why.rsplit(": ", 1)[-1]


def die_states(
    faces: Iterable[int], need: int | None, critical: int | None
) -> tuple[DieState, ...]:
    """How the dice of a roll look: critical, hit or missed where each counts by itself."""
    if need is None:
        return tuple(DieState.SET for _ in faces)
    return tuple(
        DieState.MISSED
        if face < need
        else (DieState.CRITICAL if critical is not None and face >= critical else DieState.HIT)
        for face in faces
    )


def event_text(event: EventView, mark: str = "") -> str:
    """An event in one line: what was done and what came of it, where that is not the same."""
    if not event.summary or event.label.endswith(event.summary):
        return f"{event.label}{mark}"
    return f"{event.label}{mark}: {event.summary}"


def news(events: Iterable[EventView], most: int = 5) -> str:
    """The last events in one line, the newest last."""
    return " · ".join(event_text(event) for event in tuple(events)[-most:])


def grouped(offers: Iterable[Offer]) -> dict[str, tuple[Offer, ...]]:
    """The offers by group, in each those first that can be done now.

    Groups in which nothing can be done now come last.
    """
    groups: dict[str, tuple[Offer, ...]] = {}
    for group in GROUPS:
        own = [offer for offer in offers if offer.group == group]
        if own:
            groups[group] = tuple(sorted(own, key=lambda offer: bool(offer.refused)))
    order = sorted(groups, key=lambda group: all(offer.refused for offer in groups[group]))
    return {group: groups[group] for group in order}


def _fighters(count: int) -> str:
    return "1 fighter" if count == 1 else f"{count} fighters"
