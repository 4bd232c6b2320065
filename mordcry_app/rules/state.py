"""The campaign as the pure rules see it: frozen values, no database, no screens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from mordcry_app.rules.effects import Arithmetic, Ends, check_arithmetic

MemberState = Literal["active", "dead", "retired"]

MISSES_BATTLE = "misses_battle"
STARTS_WOUNDED = "starts_wounded"
WAITING_MODIFIER = "modifier"
"""What waits for the next battle in every ruleset, by reference."""

TAKEN = "taken"
"""Trait kind that notes that what comes of taking an item has been asked; it goes with the item."""


@dataclass(frozen=True, slots=True)
class Modifier:
    """One amount that changes one characteristic, and why."""

    stat: str
    amount: int
    source: str
    ends: Ends = "permanent"
    cause: str = ""
    arithmetic: Arithmetic = "add"
    condition: str = ""
    """The condition under which alone it acts; none for one that always does."""

    def __post_init__(self) -> None:
        """Raise `ValueError` for an amount that no value can be multiplied or divided by."""
        check_arithmetic(self.arithmetic, self.amount)


@dataclass(frozen=True, slots=True)
class Trait:
    """A skill, injury, pending effect or condition; `level` counts repeats or an amount."""

    kind: str
    ref: str
    name: str
    level: int = 1
    source: str = ""

    @property
    def cause(self) -> str:
        """The key that ties modifiers to this trait."""
        return f"{self.kind}:{self.ref}"


@dataclass(frozen=True, slots=True)
class Pending:
    """Something that waits for its moment, such as the next battle, with its cause.

    `ref` names a definition of the content; for a modifier, `stat`, `amount` and `condition` say
    what it will change. It is `armed` once its battle has been set up.
    """

    ref: str
    source: str
    amount: int = 1
    stat: str = ""
    condition: str = ""
    armed: bool = False


@dataclass(frozen=True, slots=True)
class Carried:
    """Some units of a catalogue item, carried by a member or kept in a stash.

    `spent` ones have had the use that they have once in a campaign; they lie apart.
    """

    ref: str
    quantity: int = 1
    spent: bool = False


@dataclass(frozen=True, slots=True)
class Member:
    """A fighter: base values and everything that changes them."""

    id: int
    roster_id: int
    name: str
    archetype: str
    state: MemberState = "active"
    stats: Mapping[str, int] = field(default_factory=dict[str, int])
    modifiers: tuple[Modifier, ...] = ()
    traits: tuple[Trait, ...] = ()
    resources: Mapping[str, int] = field(default_factory=dict[str, int])
    carried: tuple[Carried, ...] = ()
    tags: frozenset[str] = frozenset()
    pending: tuple[Pending, ...] = ()

    def amount(self, resource: str) -> int:
        """Return how much of a resource the member has; 0 when it never had any."""
        return self.resources.get(resource, 0)

    def trait(self, kind: str, ref: str) -> Trait | None:
        """Return the trait with this kind and reference, if the member has it."""
        return next((t for t in self.traits if t.kind == kind and t.ref == ref), None)

    def traits_of(self, kind: str) -> tuple[Trait, ...]:
        """Return the traits of one kind, oldest first."""
        return tuple(t for t in self.traits if t.kind == kind)

    @property
    def misses_next_battle(self) -> bool:
        """Whether the member must sit out the next battle."""
        return bool(self.waiting(MISSES_BATTLE))

    def waiting(self, ref: str) -> tuple[Pending, ...]:
        """Return what waits under one reference, oldest first."""
        return tuple(pending for pending in self.pending if pending.ref == ref)

    def carries(self, ref: str) -> bool:
        """Say whether the member carries an item that still has its uses."""
        return any(item.ref == ref and not item.spent for item in self.carried)


@dataclass(frozen=True, slots=True)
class Roster:
    """A warband or party: its members are found in `State.members` by `roster_id`."""

    id: int
    name: str
    player: str = ""
    resources: Mapping[str, int] = field(default_factory=dict[str, int])
    stash: tuple[Carried, ...] = ()
    pending: tuple[Pending, ...] = ()

    def amount(self, resource: str) -> int:
        """Return how much of a resource the roster has; 0 when it never had any."""
        return self.resources.get(resource, 0)

    def waiting(self, ref: str) -> tuple[Pending, ...]:
        """Return what waits under one reference, oldest first."""
        return tuple(pending for pending in self.pending if pending.ref == ref)


@dataclass(frozen=True, slots=True)
class State:
    """Everything between battles that rules may read or change.

    `next_member` is the id that the next member to join will have.
    """

    rosters: Mapping[int, Roster]
    members: Mapping[int, Member]
    next_member: int = field(default=0, compare=False)

    def of_roster(self, roster_id: int) -> tuple[Member, ...]:
        """Return all members of a roster, dead and retired ones too, in roster order."""
        return tuple(m for m in self.members.values() if m.roster_id == roster_id)

    def active(self, roster_id: int) -> tuple[Member, ...]:
        """Return the members that still stand on the roster."""
        return tuple(m for m in self.of_roster(roster_id) if m.state == "active")

    def with_member(self, changed: Member) -> State:
        """Return this state with one member replaced."""
        return replace(self, members={**self.members, changed.id: changed})

    def with_roster(self, changed: Roster) -> State:
        """Return this state with one roster replaced."""
        return replace(self, rosters={**self.rosters, changed.id: changed})


def add_carried(
    carried: Iterable[Carried], ref: str, quantity: int, *, spent: bool = False
) -> tuple[Carried, ...]:
    """Return the items with `quantity` more of one kind, each kind listed once."""
    items = list(carried)
    for place, item in enumerate(items):
        if (item.ref, item.spent) == (ref, spent):
            items[place] = replace(item, quantity=item.quantity + quantity)
            return tuple(items)
    return (*items, Carried(ref, quantity, spent))


def remove_carried(
    carried: Iterable[Carried], ref: str, quantity: int, *, spent: bool = False
) -> tuple[Carried, ...]:
    """Return the items with `quantity` fewer of one kind; never below none."""
    left: list[Carried] = []
    for item in carried:
        if (item.ref, item.spent) == (ref, spent):
            remaining = item.quantity - quantity
            if remaining > 0:
                left.append(replace(item, quantity=remaining))
        else:
            left.append(item)
    return tuple(left)


def spend_pending(pending: Iterable[Pending], ref: str, amount: int | None) -> tuple[Pending, ...]:
    """Return what still waits after `amount` of one reference has been used, oldest first.

    Without an amount, all of it is used.
    """
    kept: list[Pending] = []
    left = amount
    for entry in pending:
        if entry.ref != ref:
            kept.append(entry)
        elif left is not None:
            used = min(left, entry.amount)
            left -= used
            if entry.amount > used:
                kept.append(replace(entry, amount=entry.amount - used))
    return tuple(kept)
