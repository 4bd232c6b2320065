"""A battle in its action phase, with skills and gear, to use abilities and items in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from mordcry_app.rules.battle_effects import Afflict, BattleEffect, Hurt, Until
from mordcry_app.rules.battle_engine import Command, Offer
from mordcry_app.rules.procedure import Outcome
from mordcry_app.rules.state import Member, State, Trait
from tests.rulesets.mordcry.battle.playing import (
    Scripted,
    Table,
    about_battle,
    about_side,
    ruleset,
)
from tests.rulesets.mordcry.helpers import RUIN, VIGIL, campaign, fighter

EVERY_SET = (12, 33, 44, 55, 63, 66)
"""A double 1, triples 3 and 6, and quads 4, 5 and 6 (of more than four dice)."""
SETS = (12, 33, 44)
"""A double 1, a triple 3 and a quad 4: one set for each cost."""

Gear = Mapping[int, Iterable[str]]


def people(
    skills: Gear | None = None,
    gear: Gear | None = None,
    tags: Gear | None = None,
    *,
    archetype: str = "captain",
    count: int = 3,
) -> State:
    """Return two warbands of fighters of one kind: 11, 12, 13 against 21, 22, 23.

    A captain has WS 6, BS 4, OS 4, DS 4, S 5, W 5, A 3, Will 4 and Int 4; everybody carries a
    short sword unless `gear` says otherwise.
    """
    members: list[Member] = []
    for roster_id in (VIGIL, RUIN):
        for place in range(1, count + 1):
            member_id = 10 * roster_id + place
            carried = tuple((gear or {}).get(member_id, ("short_sword",)))
            member = fighter(member_id, archetype=archetype, roster_id=roster_id, carried=carried)
            known = tuple((skills or {}).get(member_id, ()))
            content = ruleset().content
            traits = tuple(Trait("skill", ref, content.traits["skill", ref].name) for ref in known)
            marked = frozenset((tags or {}).get(member_id, ()))
            resources = {**member.resources, "xp": 0}
            members.append(replace(member, traits=traits, tags=marked, resources=resources))
    return campaign(*members)


def acting(
    state: State | None = None,
    *setup: BattleEffect,
    active: int = 11,
    sets: tuple[int, ...] = SETS,
    enemy_sets: tuple[int, ...] = SETS,
    round_number: int = 2,
    enemies_react: bool = False,
    **house_rules: Any,
) -> Table:
    """Return a battle in the action phase of a round, with somebody active and dice to pay with.

    Everybody of the other side has acted and has no XP, unless `enemies_react`.
    """
    side = VIGIL if active < 20 else RUIN
    table = Table.laid(
        state or people(),
        *about_battle(phase="actions", round=round_number, active=active, turn=side),
        *about_side(VIGIL, sets=sets if side == VIGIL else enemy_sets),
        *about_side(RUIN, sets=enemy_sets if side == VIGIL else sets),
        Afflict(fighter=active, ref="acted", until="round", source="Activated"),
        **house_rules,
    )
    if not enemies_react:
        others = [f.id for f in table.battle.fighters.values() if f.side != side]
        table.apply(*(mark(other, "acted") for other in others))
    table.apply(*setup)
    return table


def to_use(
    ref: str, *, fighter: int = 11, kind: str = "skill", dice_set: int = 0, free: bool = False
) -> Command:
    """Return the command to use a skill, or an ability for everybody."""
    values = {"fighter": fighter, "kind": kind, "ref": ref, "set": dice_set, "free": free}
    return Command(kind="ability", values=dict(values))


def use(
    table: Table,
    ref: str,
    answers: Mapping[str, Scripted] | None = None,
    *,
    fighter: int = 11,
    kind: str = "skill",
    dice_set: int = 0,
    free: bool = False,
) -> Outcome:
    """Let a fighter use a skill, or an ability for everybody."""
    todo = to_use(ref, fighter=fighter, kind=kind, dice_set=dice_set, free=free)
    return table.carry_out(todo, answers)


def refused(
    table: Table,
    ref: str,
    *,
    fighter: int = 11,
    kind: str = "skill",
    dice_set: int = 0,
    free: bool = False,
) -> str:
    """Return why a fighter cannot use a skill or an ability now, or nothing."""
    todo = to_use(ref, fighter=fighter, kind=kind, dice_set=dice_set, free=free)
    return table.engine.refusal(table.state, table.battle, todo)


def asked(table: Table) -> tuple[str, ...]:
    """Return the keys of what the last command has asked."""
    return tuple(question.key for question in table.questions)


def hurt(member_id: int, amount: int) -> Hurt:
    """Return some damage that a fighter has taken."""
    return Hurt(fighter=member_id, amount=amount)


def mark(member_id: int, ref: str, until: Until = "round", amount: int = 1) -> Afflict:
    """Return a status that a fighter has."""
    return Afflict(fighter=member_id, ref=ref, until=until, source="A test", amount=amount)


def use_item(
    table: Table,
    item: str,
    how: str,
    answers: Mapping[str, Scripted] | None = None,
    *,
    fighter: int = 11,
) -> Outcome:
    """Let a fighter use an item."""
    return table.do("use_item", answers, fighter=fighter, item=item, use=how)


def sets_left(table: Table, side: int = VIGIL) -> tuple[int, ...]:
    """Return the sets of dice that a side has left."""
    return table.battle.sides[side].numbers("sets")


def value(table: Table, member_id: int, stat: str) -> int:
    """Return a characteristic as it is now."""
    return table.fight.value(member_id, stat).total


def offered(table: Table, kind: str, member_id: int) -> dict[str, Offer]:
    """Return what is offered about one fighter, by label."""
    return {o.label: o for o in table.offers(kind) if o.fighter == member_id}
