"""A battle that is under way, as the pure rules see it: a fold of the effects of its events.

It is shared by every ruleset. What a fact or a status means is the ruleset's; here is only where
everybody is, what they have suffered, what acts on them and until when. Values are never stored:
`Fighter.modifiers` go into `derive.effective` beside those of the roster.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import singledispatch
from typing import TypeVar

from mordcry_app.rules.battle_effects import (
    AddFact,
    Afflict,
    BattleEffect,
    Bend,
    Fact,
    Heal,
    Hurt,
    KnockOut,
    PassTime,
    Place,
    Relieve,
    Rise,
    SetFact,
    Unbend,
    Until,
    Where,
)
from mordcry_app.rules.state import Modifier

Facts = Mapping[str, Fact]


@dataclass(frozen=True, slots=True)
class Status:
    """Something that a fighter has or is for some time: stunned, waiting, has acted."""

    ref: str
    until: Until
    source: str
    amount: int = 1
    turns: int = 1


@dataclass(frozen=True, slots=True)
class Bent:
    """A modifier that acts in this battle, and until when."""

    modifier: Modifier
    until: Until
    turns: int = 1


Lasting = TypeVar("Lasting", Status, Bent)


@dataclass(frozen=True, slots=True)
class Fighter:
    """One member in one battle.

    `damage` is what it has taken; `out_by` who put it out of action, if anybody did. One that was
    revived keeps `was_out`, because its injury is rolled all the same. `spared` are no injuries
    rolled for.
    """

    id: int
    side: int
    where: Where = "table"
    damage: int = 0
    statuses: tuple[Status, ...] = ()
    bent: tuple[Bent, ...] = ()
    facts: Facts = field(default_factory=dict[str, Fact])
    out_by: int | None = None
    was_out: bool = False
    spared: bool = False

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        """What acts on its characteristics in this battle, for `derive.effective`."""
        return tuple(bent.modifier for bent in self.bent)

    @property
    def is_on_table(self) -> bool:
        """Whether it can be seen on the table."""
        return self.where == "table"

    def status(self, ref: str) -> Status | None:
        """Return a status that it has, or none."""
        return next((status for status in self.statuses if status.ref == ref), None)

    def has(self, ref: str) -> bool:
        """Say whether it has a status."""
        return self.status(ref) is not None

    def level(self, ref: str) -> int:
        """Return the amount of a status; 0 for one that it does not have."""
        status = self.status(ref)
        return status.amount if status else 0

    def number(self, key: str) -> int:
        """Return a fact that is a number; 0 when nothing is known."""
        return _number(self.facts, key)


@dataclass(frozen=True, slots=True)
class Side:
    """One roster in a battle, by its id."""

    id: int
    facts: Facts = field(default_factory=dict[str, Fact])

    def number(self, key: str) -> int:
        """Return a fact that is a number; 0 when nothing is known."""
        return _number(self.facts, key)

    def word(self, key: str) -> str:
        """Return a fact that is a word; empty when nothing is known."""
        return _word(self.facts, key)

    def numbers(self, key: str) -> tuple[int, ...]:
        """Return a fact that is some numbers; none when nothing is known."""
        return _numbers(self.facts, key)


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle: its fighters in the order of their rosters, its sides, and what is known of it."""

    number: int
    fighters: Mapping[int, Fighter]
    sides: Mapping[int, Side]
    facts: Facts = field(default_factory=dict[str, Fact])

    def of_side(self, roster_id: int) -> tuple[Fighter, ...]:
        """Return the fighters of a side, wherever they are."""
        return tuple(f for f in self.fighters.values() if f.side == roster_id)

    def on_table(self, roster_id: int | None = None) -> tuple[Fighter, ...]:
        """Return who stands on the table, of one side or of all."""
        return tuple(
            f
            for f in self.fighters.values()
            if f.is_on_table and (roster_id is None or f.side == roster_id)
        )

    def enemies_of(self, roster_id: int) -> tuple[Fighter, ...]:
        """Return who stands on the table against a side."""
        return tuple(f for f in self.on_table() if f.side != roster_id)

    def other_sides(self, roster_id: int) -> tuple[int, ...]:
        """Return the sides against a side."""
        return tuple(side for side in self.sides if side != roster_id)

    def number_of(self, key: str) -> int:
        """Return a fact that is a number; 0 when nothing is known."""
        return _number(self.facts, key)

    def word(self, key: str) -> str:
        """Return a fact that is a word; empty when nothing is known."""
        return _word(self.facts, key)

    def numbers(self, key: str) -> tuple[int, ...]:
        """Return a fact that is some numbers; none when nothing is known."""
        return _numbers(self.facts, key)

    def with_fighter(self, changed: Fighter) -> Battle:
        """Return this battle with one fighter replaced."""
        return replace(self, fighters={**self.fighters, changed.id: changed})


def still_meant(battle: Battle, effects: Iterable[BattleEffect]) -> Iterator[BattleEffect]:
    """Yield the effects that are about somebody who is there.

    A fighter can leave its roster, by hand, while its battle is under way.
    """
    for effect in effects:
        match effect:
            case SetFact() | AddFact():
                kind, _, number = effect.who.partition(":")
                known = battle.sides if kind == "side" else battle.fighters
                if kind == "battle" or int(number) in known:
                    yield effect
            case PassTime():
                yield effect
            case _:
                if effect.fighter in battle.fighters:
                    yield effect


def apply_battle(battle: Battle, effects: Iterable[BattleEffect]) -> Battle:
    """Return the battle after all effects, in order.

    Raises `LookupError` for a fighter or a side that is not in it.
    """
    for effect in effects:
        battle = _apply(effect, battle)
    return battle


@singledispatch
def _apply(effect: BattleEffect, battle: Battle) -> Battle:
    raise TypeError(f"{effect!r} is no effect on a battle")


@_apply.register
def _(effect: Place, battle: Battle) -> Battle:
    fighter = battle.fighters[effect.fighter]
    return battle.with_fighter(replace(fighter, where=effect.where))


@_apply.register
def _(effect: Hurt, battle: Battle) -> Battle:
    fighter = battle.fighters[effect.fighter]
    return battle.with_fighter(replace(fighter, damage=fighter.damage + effect.amount))


@_apply.register
def _(effect: Heal, battle: Battle) -> Battle:
    fighter = battle.fighters[effect.fighter]
    return battle.with_fighter(replace(fighter, damage=max(0, fighter.damage - effect.amount)))


@_apply.register
def _(effect: KnockOut, battle: Battle) -> Battle:
    fighter = battle.fighters[effect.fighter]
    return battle.with_fighter(
        replace(
            fighter,
            where="out",
            out_by=effect.by,
            was_out=True,
            spared=not effect.injury and (fighter.spared or not fighter.was_out),
        )
    )


@_apply.register
def _(effect: Rise, battle: Battle) -> Battle:
    fighter = battle.fighters[effect.fighter]
    return battle.with_fighter(
        replace(fighter, where="table", damage=effect.damage, statuses=(), bent=())
    )


@_apply.register
def _(effect: Afflict, battle: Battle) -> Battle:
    fighter = battle.fighters[effect.fighter]
    had = fighter.status(effect.ref)
    status = Status(
        effect.ref,
        effect.until,
        effect.source,
        effect.amount + (had.amount if had else 0),
        max(effect.turns, had.turns if had else 1),
    )
    others = (s for s in fighter.statuses if s.ref != effect.ref)
    return battle.with_fighter(replace(fighter, statuses=(*others, status)))


@_apply.register
def _(effect: Relieve, battle: Battle) -> Battle:
    fighter = battle.fighters[effect.fighter]
    statuses = tuple(s for s in fighter.statuses if s.ref != effect.ref)
    bent = tuple(b for b in fighter.bent if b.modifier.cause != effect.ref)
    return battle.with_fighter(replace(fighter, statuses=statuses, bent=bent))


@_apply.register
def _(effect: Bend, battle: Battle) -> Battle:
    fighter = battle.fighters[effect.fighter]
    modifier = Modifier(
        effect.stat,
        effect.amount,
        effect.source,
        "battle",
        effect.cause,
        effect.arithmetic,
        effect.condition,
    )
    bent = Bent(modifier, effect.until, effect.turns)
    return battle.with_fighter(replace(fighter, bent=(*fighter.bent, bent)))


@_apply.register
def _(effect: Unbend, battle: Battle) -> Battle:
    fighter = battle.fighters[effect.fighter]
    bent = tuple(b for b in fighter.bent if b.modifier.cause != effect.cause)
    return battle.with_fighter(replace(fighter, bent=bent))


@_apply.register
def _(effect: SetFact, battle: Battle) -> Battle:
    facts = {key: value for key, value in _facts(battle, effect.who).items() if key != effect.key}
    if effect.value is not None:
        facts[effect.key] = effect.value
    return _with_facts(battle, effect.who, facts)


@_apply.register
def _(effect: AddFact, battle: Battle) -> Battle:
    facts = _facts(battle, effect.who)
    changed = {**facts, effect.key: _number(facts, effect.key) + effect.amount}
    return _with_facts(battle, effect.who, changed)


@_apply.register
def _(effect: PassTime, battle: Battle) -> Battle:
    for fighter in battle.fighters.values():
        if effect.fighter in (None, fighter.id):
            statuses = tuple(_after(status, effect.what) for status in fighter.statuses)
            bent = tuple(_after(bent, effect.what) for bent in fighter.bent)
            if statuses != fighter.statuses or bent != fighter.bent:
                battle = battle.with_fighter(
                    replace(
                        fighter,
                        statuses=tuple(s for s in statuses if s.turns),
                        bent=tuple(b for b in bent if b.turns),
                    )
                )
    return battle


def _after(lasting: Lasting, what: Until) -> Lasting:
    """Return something that lasts with one turn fewer, where it is about these turns."""
    return replace(lasting, turns=lasting.turns - 1) if lasting.until == what else lasting


def _facts(battle: Battle, owner: str) -> Facts:
    kind, _, number = owner.partition(":")
    if kind == "side":
        return battle.sides[int(number)].facts
    return battle.fighters[int(number)].facts if kind == "fighter" else battle.facts


def _with_facts(battle: Battle, owner: str, facts: Facts) -> Battle:
    kind, _, number = owner.partition(":")
    if kind == "side":
        side = battle.sides[int(number)]
        return replace(battle, sides={**battle.sides, side.id: replace(side, facts=facts)})
    if kind == "fighter":
        return battle.with_fighter(replace(battle.fighters[int(number)], facts=facts))
    return replace(battle, facts=facts)


def _number(facts: Facts, key: str) -> int:
    value = facts.get(key, 0)
    return value if isinstance(value, int) else 0


def _word(facts: Facts, key: str) -> str:
    value = facts.get(key, "")
    return value if isinstance(value, str) else ""


def _numbers(facts: Facts, key: str) -> tuple[int, ...]:
    value = facts.get(key, ())
    return value if isinstance(value, tuple) else ()
