"""What there is to say of a fighter in a battle: statuses, what it carries, and what acts on it."""

from __future__ import annotations

from collections.abc import Iterator

from mordcry_app.rules.battle import Bent, Fighter, Status
from mordcry_app.rules.battle_effects import Until
from mordcry_app.rules.battle_engine import Mark
from mordcry_app.rulesets.mordcry.attack_gear import signed
from mordcry_app.rulesets.mordcry.battle import leading, turns
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.words import (
    AILMENT_NAMES,
    Ailment,
    Doing,
    OfFighter,
    OfSide,
    Phase,
)
from mordcry_app.rulesets.mordcry.content import ABILITY, SKILL

AILMENT_HINTS = {
    Ailment.STUNNED: "Cannot act, react or use abilities; the next activation is missed.",
    Ailment.KNOCKED_DOWN: "Has to stand up with a move action; no reactions, no abilities.",
    Ailment.HEAD_INJURY: "−1 BS until the battle ends.",
    Ailment.LEG_INJURY: "−1 Movement until the battle ends.",
    Ailment.ARM_INJURY: "−1 WS until the battle ends.",
    Ailment.ON_FIRE: "Takes 1 damage when the round ends.",
    Ailment.POISONED: "Only matters where the house rules make it hurt.",
    Ailment.PINNED: "Cannot disengage in its next activation.",
    Ailment.DISARMED: "A weapon lies on the ground until a move action picks it up.",
    Ailment.PRONE: "Lies on the ground; standing up is free.",
}

ENDS: dict[Until, str] = {
    "attack": "for its next attack",
    "activation": "for an activation",
    "round": "until the round ends",
    "battle": "until the battle ends",
}

READY = "ready_"
POISONED = "poisoned_"
"""Begin statuses that name a skill that is prepared, and a weapon that is poisoned."""

_DOING = frozenset(doing.value for doing in Doing)
_AILMENTS = frozenset(ailment.value for ailment in Ailment)


def marks_of(fight: Fight, fighter: Fighter) -> Iterator[Mark]:
    """Yield what there is to say of a fighter, the most important first."""
    if fighter.is_on_table:
        for ailment, name in AILMENT_NAMES.items():
            if fighter.has(ailment):
                yield Mark(name, "bad", AILMENT_HINTS[ailment])
    yield from _tokens(fight, fighter)
    if fighter.is_on_table:
        if not fight.is_free:
            yield from _doings(fight, fighter)
        yield from _gifts(fight, fighter)
        yield from (_bent_mark(fight, bent) for bent in fighter.bent if _is_shown(bent))


def _tokens(fight: Fight, fighter: Fighter) -> Iterator[Mark]:
    """Yield who leads, who is bloodmarked, who carries a treasure, and who is yet to come."""
    if fighter.where == "reserve":
        arrives = fighter.number(OfFighter.ARRIVES)
        hint = f"Arrives in round {arrives}." if arrives else ""
        yield Mark(f"round {arrives}" if arrives else "in reserve", "muted", hint)
    if fighter.number(OfFighter.CARRIES):
        yield Mark("treasure", "gold", "Moves 2″ less, at least 3″, and cannot disengage.")
    side = fight.battle.sides[fighter.side]
    if side.number(OfSide.BLOODMARKED) == fighter.id:
        yield Mark("bloodmarked", "bad", "The enemy wins by putting this fighter out of action.")
    first = leading.leader(fight, fighter.side)
    if first is not None and first.id == fighter.id:
        yield Mark("leader", "gold")
    if fighter.number(OfFighter.HOLDS):
        yield Mark("holds an objective", "gold")


def _doings(fight: Fight, fighter: Fighter) -> Iterator[Mark]:
    """Yield what a fighter has done in this round, and what that leaves it."""
    if fighter.has(Doing.RAISED):
        yield Mark("raised", "muted", "Came back in this round: acts again in the next.")
    if fighter.has(Doing.WAITING):
        yield Mark("waiting", "plain", "May be activated once more for 1 action, and may react.")
    elif fighter.has(Doing.ACTED) and not turns.is_active(fight, fighter.id):
        yield Mark("acted", "muted")
    reacted = fighter.level(Doing.REACTED)
    if reacted:
        count = "reacted" if reacted == 1 else f"reacted {reacted}×"
        yield Mark(count, "muted", "Each reaction costs one of the 2 actions of this round.")
    if fighter.has(Doing.LOSES_ACTIVATION):
        yield Mark("loses its next activation", "bad", _source(fighter, Doing.LOSES_ACTIVATION))
    extra = fighter.level(Doing.EXTRA_ACTION)
    if extra:
        yield Mark(
            f"+{turns.actions_in_words(extra)}", "good", _source(fighter, Doing.EXTRA_ACTION)
        )
    if fighter.has(Doing.CHARGED) and fight.phase == Phase.ACTIONS:
        yield Mark("charged", "good", "A charge that reached its enemy: +3 Speed in the fight.")


def _gifts(fight: Fight, fighter: Fighter) -> Iterator[Mark]:
    """Yield the skills, abilities and items that act on a fighter by a status."""
    for status in fighter.statuses:
        if status.ref in _DOING or status.ref in _AILMENTS:
            continue
        name, text = _named(fight, status)
        if name:
            yield Mark(name, "good", f"{text} {_from(status)}".strip())


def _named(fight: Fight, status: Status) -> tuple[str, str]:
    """Return what a status is called and what it says; empty for one of book-keeping."""
    if status.ref.startswith(READY):
        trait = fight.content.trait(SKILL, status.ref.removeprefix(READY))
        return (f"{trait.name} prepared", trait.text) if trait else ("", "")
    if status.ref.startswith(POISONED):
        item = fight.content.items.get(status.ref.removeprefix(POISONED))
        return (f"Poisoned {item.name.lower()}", "") if item else ("", "")
    for kind in (SKILL, ABILITY):
        trait = fight.content.trait(kind, status.ref)
        if trait is not None:
            return trait.name, trait.text
    item = fight.content.items.get(status.ref)
    return (item.name, item.text) if item else ("", "")


def _from(status: Status) -> str:
    return f"{status.source}, {ENDS[status.until]}."


def _is_shown(bent: Bent) -> bool:
    """Say whether a modifier is worth a mark: an ailment’s has one already."""
    return bent.modifier.cause not in _AILMENTS


def _bent_mark(fight: Fight, bent: Bent) -> Mark:
    modifier = bent.modifier
    short = fight.content.characteristics[modifier.stat].short
    match modifier.arithmetic:
        case "multiply":
            text = f"{short} × {modifier.amount}"
        case "divide":
            text = f"{short} ÷ {modifier.amount}"
        case _:
            text = f"{signed(modifier.amount)} {short}"
    condition = fight.content.conditions.get(modifier.condition)
    only = f" {condition.text}" if condition else ""
    tone = "good" if modifier.amount > 0 and modifier.arithmetic != "divide" else "bad"
    return Mark(text, tone, f"{modifier.source}, {ENDS[bent.until]}.{only}")


def _source(fighter: Fighter, ref: str) -> str:
    status = fighter.status(ref)
    return f"{status.source}." if status else ""
