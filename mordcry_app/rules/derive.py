"""Effective values and their explanation; the only place where they are worked out.

Arithmetic in the order of the rules: divide, multiply, add, subtract. A fraction is kept until
everything is worked out and rounded up then, once; rounding each step would round up too early.
Rules: mordcry.txt, "Adding, Subtracting, Multiplying, and Dividing" and "Rounding".
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from mordcry_app.rules.catalogue import Content
from mordcry_app.rules.state import Member, Modifier


@dataclass(frozen=True, slots=True)
class Part:
    """One step on the way to an effective value; the amounts of all parts add up to it.

    `by_hand` marks what somebody entered, and may remove again.
    """

    label: str
    amount: int
    kind: str = "modifier"
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Value:
    """An effective value with what it is made of.

    `base` is what the fighter was created with (base value and training); `total` what counts.
    """

    stat: str
    base: int
    total: int
    parts: tuple[Part, ...]

    @property
    def change(self) -> int:
        """How far the value stands from what the fighter started with."""
        return self.total - self.base


TRAINING = "training"
"""Cause of the modifiers that an archetype brings."""

BY_HAND = "by_hand"
"""Cause of the modifiers that somebody entered by hand; only these can be removed by hand."""


def effective(
    member: Member,
    stat: str,
    content: Content,
    *,
    extra: Iterable[Modifier] = (),
    conditions: Set[str] = frozenset(),
) -> Value:
    """Work out one characteristic of one member.

    `extra` are modifiers that act now and are not stored (a charge, an ability). A modifier with a
    condition acts only when that is among `conditions`. Items act while they are worn, once each,
    however many of them are carried.
    """
    characteristic = content.characteristics[stat]
    start = member.stats.get(stat, characteristic.base)
    every = (*member.modifiers, *worn_modifiers(member, content), *extra)
    modifiers = [
        m for m in every if m.stat == stat and (not m.condition or m.condition in conditions)
    ]
    parts = [Part("Base", start, "base")]
    exact = Fraction(start)
    for modifier in (m for m in modifiers if m.arithmetic == "divide"):
        divided = exact / modifier.amount
        label = f"{modifier.source} (÷ {modifier.amount})"
        parts.append(Part(label, ceil(divided) - ceil(exact)))
        exact = divided
    for modifier in (m for m in modifiers if m.arithmetic == "multiply"):
        multiplied = exact * modifier.amount
        label = f"{modifier.source} (× {modifier.amount})"
        parts.append(Part(label, ceil(multiplied) - ceil(exact)))
        exact = multiplied
    value = ceil(exact)
    added = [m for m in modifiers if m.arithmetic == "add"]
    for modifier in added:
        value += modifier.amount
        kind = TRAINING if modifier.cause == TRAINING else "modifier"
        by_hand = modifier.cause == BY_HAND
        parts.append(Part(modifier.source, modifier.amount, kind, by_hand))
    if value < characteristic.floor:
        parts.append(Part(f"never below {characteristic.floor}", characteristic.floor - value))
        value = characteristic.floor
    trained = sum(m.amount for m in added if m.cause == TRAINING)
    return Value(stat, start + trained, value, tuple(parts))


def worn_modifiers(member: Member, content: Content) -> list[Modifier]:
    """Return what the carried items do to their bearer, with the item as the source."""
    refs = dict.fromkeys(carried.ref for carried in member.carried)
    items = (content.items.get(ref) for ref in refs)
    return [
        Modifier(
            worn.stat,
            worn.amount,
            item.name,
            "while_worn",
            f"item:{item.id}",
            worn.arithmetic,
            worn.when,
        )
        for item in items
        if item is not None
        for worn in item.modifiers
    ]


def profile(member: Member, content: Content) -> dict[str, Value]:
    """Return every effective value of a member, by characteristic."""
    return {stat: effective(member, stat, content) for stat in content.characteristics}
