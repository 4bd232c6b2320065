"""What is drawn from a table at a set-up: the deployment, the victory condition and the twist.

Rules: mordcry.txt, “Setup Battlefield and Determine Deployment Zones”, “Determine Victory
Conditions” and “Determine Twists”; rulings 11 and 18.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Protocol

from mordcry_app.rules.battle_effects import BATTLE, BattleEffect, Fact, SetFact
from mordcry_app.rules.effects import Effect
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import (
    Choose,
    Option,
    Outcome,
    Procedure,
    Roll,
    chosen,
    rolled_total,
)
from mordcry_app.rules.settle import Settling, settle_row
from mordcry_app.rules.state import State
from mordcry_app.rules.table import Table, TableRow
from mordcry_app.rulesets.mordcry.battle.roll_off import roll_off
from mordcry_app.rulesets.mordcry.battle.stakes import FOGGY, PLATFORMS, USUAL_ROUNDS, stakes_of
from mordcry_app.rulesets.mordcry.battle.words import Known
from mordcry_app.rulesets.mordcry.finds import happened, told
from mordcry_app.rulesets.mordcry.retreat import leader_of
from mordcry_app.rulesets.mordcry.rulebook import Rulebook, warband

OPPOSITE_EDGES = "opposite_edges"
"""The deployment of a group that does not roll for it."""
CHOOSES_DEPLOYMENT = "deployment_choice"
"""What waits for a warband that picks its deployment."""

_STANDS = "stands"
_NONE = "none"
_OR_CHOOSE = "Roll, or type the dice of the row that you want"


class Drawing(Protocol):
    """A procedure that draws from a table; `key` is that of its line, and the table’s id."""

    def __call__(self, book: Rulebook, state: State, *, battle: int, key: str) -> Procedure: ...


def deployment_hint(book: Rulebook, state: State) -> str:
    """Return how the deployment is settled: by a D6, or by whoever has a map."""
    if book.rules["deployment"] == OPPOSITE_EDGES:
        return "always from opposite edges"
    choosers, table = _choosers(state), book.content.tables["deployment"]
    if not choosers:
        return table.parsed.name
    if len(choosers) == 1 or len(_different(table)) == 1:
        return f"{warband(state, choosers[0])} has a map and picks"
    return "several have a map: a roll-off for whose counts"


def _choosers(state: State) -> list[int]:
    return [side for side in state.rosters if state.rosters[side].waiting(CHOOSES_DEPLOYMENT)]


def deployment(book: Rulebook, state: State, *, battle: int, key: str) -> Procedure:
    """Draw the deployment zones; a warband with a map picks them (ruling 11)."""
    if book.rules["deployment"] == OPPOSITE_EDGES:
        text = "Opposite edges, with one deployment point for each group"
        return Outcome(summary=text, battle=(_about(Known.DEPLOYMENT, OPPOSITE_EDGES),))
    table = book.content.tables[key]
    choosers = _choosers(state)
    if choosers:
        name = partial(warband, state)
        choosers = choosers if len(_different(table)) > 1 else choosers[:1]
        why = "Several have a map. Roll-off for whose counts"
        side = yield from roll_off(f"{key}/chooser", choosers, name, why)
        row = yield from _picked(table, f"{key}/pick", f"{name(side)} picks the deployment")
    else:
        row = yield from _rolled(
            table, f"{key}/roll", f"Where do the warbands set up? {_OR_CHOOSE}"
        )
    return (yield from _outcome(book, state, row, battle, key, (_about(Known.DEPLOYMENT, row.id),)))


def victory(book: Rulebook, state: State, *, battle: int, key: str) -> Procedure:
    """Draw the victory condition, again where it needs a platform that is not there."""
    table = book.content.tables[key]
    number = 1
    is_flat = False
    row = yield from _rolled(table, f"{key}/{number}", f"How is the battle won? {_OR_CHOOSE}")
    while row.id == PLATFORMS:
        is_flat = is_flat or (yield from _has_no_platform(f"{key}/{number}/platform"))
        if not is_flat:
            break
        number += 1
        row = yield from _rolled(
            table, f"{key}/{number}", f"No platform, so another one. {_OR_CHOOSE}"
        )
    facts = tuple(_staked(book, row.id))
    return (yield from _outcome(book, state, row, battle, key, facts))


def twist(book: Rulebook, state: State, *, battle: int, key: str) -> Procedure:
    """Draw the twist."""
    table = book.content.tables[key]
    row = yield from _rolled(table, f"{key}/roll", f"What is unusual today? {_OR_CHOOSE}")
    facts: tuple[BattleEffect, ...] = (_about(Known.TWIST, row.id),)
    if row.id in FOGGY:
        facts = (*facts, _about(Known.IS_FOGGY, 1))
    return (yield from _outcome(book, state, row, battle, key, facts))


def _staked(book: Rulebook, victory: str) -> Iterator[BattleEffect]:
    """Yield what a victory condition makes known: its last round, and what is there to take."""
    stakes = stakes_of(victory)
    yield _about(Known.VICTORY, victory)
    if stakes.is_endless:
        yield _about(Known.LAST_ROUND, book.rules.number("endless_battles"))
        yield _about(Known.IS_CAPPED, 1)
    else:
        yield _about(Known.LAST_ROUND, USUAL_ROUNDS)
    if stakes.treasures:
        yield _about(Known.TREASURES, stakes.treasures)
    if stakes.objectives:
        yield _about(Known.OBJECTIVES, tuple(range(1, stakes.objectives + 1)))
        yield _about(Known.HELD, (0,) * stakes.objectives)
    if stakes.awake:
        yield _about(Known.AWAKE, stakes.awake)


def _has_no_platform(key: str) -> Asking[bool]:
    options = (
        Option(_STANDS, "There is one"),
        Option(_NONE, "There is none: draw another condition"),
    )
    why = "High ground needs a platform at least 2″ above the floor"
    return chosen((yield Choose(key, options, why))) == _NONE


def _rolled(table: Table, key: str, why: str) -> Asking[TableRow]:
    """Roll on a table; rows with the same name share their chances in the hint."""
    shares: dict[str, Fraction] = {}
    for row, chance in table.chances():
        shares[row.name] = shares.get(row.name, Fraction(0)) + chance
    question = Roll(key, table.dice, why, tuple(shares.items()))
    return table.row_for(rolled_total(question, (yield question)))


def _different(table: Table) -> list[TableRow]:
    """Return the rows of a table, those that say the same only once."""
    rows = {(row.name, row.text): row for row in reversed(table.rows)}
    return [row for row in table.rows if row in rows.values()]


def _picked(table: Table, key: str, why: str) -> Asking[TableRow]:
    """Let a row be picked; one choice is none."""
    different = _different(table)
    if len(different) == 1:
        return different[0]
    options = tuple(Option(row.id, row.name, row.text) for row in different)
    return table.row(chosen((yield Choose(key, options, why))))


def _outcome(
    book: Rulebook,
    state: State,
    row: TableRow,
    battle: int,
    key: str,
    facts: tuple[BattleEffect, ...],
) -> Procedure:
    settled = yield from _carried_out(book, state, row, battle, key)
    story = tuple(dict.fromkeys(told(settled)))
    return Outcome(happened(settled), story, f"{row.name}. {row.text}", battle=facts)


def _carried_out(book: Rulebook, state: State, row: TableRow, battle: int, key: str) -> Settling:
    """Carry a row out for every warband, each time with its leader as the one it is about."""
    settled: tuple[Effect, ...] = ()
    for side in state.rosters:
        leader = leader_of(state, side, book.content)
        if leader is not None:
            source = f"{row.name}, battle {battle}"
            scene = book.scene(state, leader.id, f"{key}/{row.id}/{side}", source)
            done = yield from settle_row(row, scene)
            state = apply_effects(state, done)
            settled = (*settled, *done)
    return settled


def _about(key: Known, value: Fact) -> SetFact:
    return SetFact(who=BATTLE, key=key.value, value=value)
