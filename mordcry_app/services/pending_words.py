"""What waits for a moment, each entry in a few words."""

from __future__ import annotations

from mordcry_app.rules.catalogue import Content
from mordcry_app.rules.state import MISSES_BATTLE, STARTS_WOUNDED, WAITING_MODIFIER, Pending


def is_good(pending: Pending, content: Content) -> bool:
    """Say whether one would rather have it than not."""
    if pending.ref == WAITING_MODIFIER:
        return pending.amount > 0
    if pending.ref in (MISSES_BATTLE, STARTS_WOUNDED):
        return False
    definition = content.pending.get(pending.ref)
    return definition is None or definition.good


def pending_words(pending: Pending, content: Content) -> str:
    """Return one entry in words, without its source: `−1 WS`, `Starts with 2 wounds taken`."""
    definition = content.pending.get(pending.ref)
    if pending.ref == WAITING_MODIFIER:
        characteristic = content.characteristics.get(pending.stat)
        short = characteristic.short if characteristic else pending.stat
        sign = "+" if pending.amount >= 0 else "−"
        condition = content.conditions.get(pending.condition)
        when = f", {condition.name.lower()}" if condition else ""
        return f"{sign}{abs(pending.amount)} {short}{when}"
    if pending.ref == MISSES_BATTLE:
        return "Misses the next battle"
    if pending.ref == STARTS_WOUNDED:
        wounds = "wound" if pending.amount == 1 else "wounds"
        return f"Starts with {pending.amount} {wounds} taken"
    name = definition.name if definition else pending.ref.replace("_", " ").capitalize()
    return f"{name} {pending.amount:+d}" if definition and definition.counts else name
