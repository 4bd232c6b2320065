"""What is found or bought between battles: items that are no weapon, shield or armour, the words
in which uses of items are written, and the tables in which every find has its place.

Rules: mordcry.txt, "Search the Shops"; rulings 55 to 57.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Literal

from pydantic import Field

from mordcry_app.rules.catalogue import CatalogueItem, Content
from mordcry_app.rules.content_folder import ContentFolder
from mordcry_app.rules.effects import Draw, GainItem
from mordcry_app.rules.loader import check_reference
from mordcry_app.rules.schema import ContentError, Identifier, OptionalIdentifier, Record
from mordcry_app.rules.table import Table, TableRow

UNCOMMON = "uncommon"
RARE = "rare"
RARITIES = (UNCOMMON, RARE)
PLACES = 36

BLANK = "blank"
"""Begins the id of a row that nothing stands on: `blank_26`."""
_TITLES = {UNCOMMON: "Uncommon items", RARE: "Rare items"}


class Moment(StrEnum):
    """When an item can be used; the program itself asks at those that come after a battle."""

    SETUP = "setup"
    """Before a battle, when it is set up."""
    ACTIVATION = "activation"
    """At any time in the bearer's activation."""
    MOVE = "move"
    """In a move of the bearer."""
    ROUND_END = "round_end"
    """At the end of each round."""
    MELEE = "melee"
    """In the bearer's activation, within 1″ of an enemy."""
    MELEE_ATTACK = "melee_attack"
    """With a melee attack of the bearer, before its dice are rolled."""
    UNARMED = "unarmed"
    """With an attack of the bearer that uses no weapon."""
    RANGED_ATTACK = "ranged_attack"
    """With a shot of the bearer, or in place of one."""
    FAILED_RANGED_ATTACK = "failed_ranged_attack"
    """When a shot of the bearer has missed or done no damage."""
    NATURAL_ONE = "natural_one_to_hit"
    """When the bearer, attacking with the item, rolls a 1 to hit."""
    SHOT_AT = "shot_at"
    """When somebody shoots at the bearer."""
    DAMAGE_TAKEN = "damage_taken"
    """When damage is dealt to the bearer."""
    CRITICAL_WOUND_TAKEN = "critical_wound_taken"
    """When the bearer suffers a critical wound."""
    FALL = "fall"
    """When the bearer falls and would take damage."""
    FAILED_CLIMB = "failed_climb"
    """When a climb of the bearer has failed, for groups that roll for it."""
    OUT_OF_ACTION = "out_of_action"
    """When the bearer is put out of action."""
    ENEMY_OUT_OF_ACTION = "enemy_out_of_action"
    """When an enemy is put out of action."""
    WILL_TEST = "will_test"
    """With a Willpower test of the bearer, its die included."""
    INT_TEST = "int_test"
    """With an Intelligence test of the bearer, its die included."""
    FAILED_TEST = "failed_test"
    """When a characteristic test of the bearer has failed."""
    FAILED_WILL_TEST = "failed_will_test"
    """When a Willpower test of the bearer has failed."""
    FAILED_INT_TEST = "failed_int_test"
    """When an Intelligence test of the bearer has failed."""
    FAILED_ROLL = "failed_roll"
    """When a roll of the bearer that can be passed has failed, whatever it was for."""
    ANY_D66_TABLE = "any_d66_table"
    """When the bearer has rolled on a D66 table."""
    INJURY_ROLL = "injury_roll"
    """When the bearer's injury has been rolled and is no recovery."""
    DEATH = "death"
    """When the bearer's injury roll means death."""
    EYE_INJURY = "eye_injury"
    """When the bearer's injury roll is an eye injury."""
    MARKET_SEARCH = "market_search"
    """When the bearer searches the market."""
    EXPLORATION_ROLL = "exploration_roll"
    """When the bearer has rolled for exploration."""


FEAR = "fear"
"""The tag of an item whose bearer spreads fear."""


class Does(StrEnum):
    """What a use of an item does."""

    BONUS = "bonus"
    """The value that is tested is higher by `amount`."""
    REROLL = "reroll"
    """The roll is made again, and the new one counts."""
    REROLL_ONES = "reroll_ones"
    """Every 1 that the bearer rolls is rolled again, to the end of the activation."""
    SUCCEED = "succeed"
    """The roll counts as passed."""
    IGNORE = "ignore"
    """What happens to the bearer does not count: a wound, a fall, a result of a table."""
    LESSEN = "lessen"
    """The damage is lower by `amount`, never below 0."""
    REFLECT = "reflect"
    """The attacker suffers its own attack or, with `dice`, that much damage besides."""
    HINDER = "hinder"
    """The enemy's rolls to hit change by `amount`, from farther away than `inches`."""
    DAMAGE = "damage"
    """An enemy within `inches`, or the one that is struck, takes `dice` or `amount` in damage."""
    BURN = "burn"
    """As damage, and the enemy is on fire."""
    HIT = "hit"
    """The attack hits without a roll."""
    CRITICAL = "critical"
    """Every wound of the attack is critical."""
    IGNORE_COVER = "ignore_cover"
    """Cover is no help against the attack."""
    SHOOT_AGAIN = "shoot_again"
    """The weapon shoots once more."""
    PULL = "pull"
    """An enemy within `inches` is moved next to the bearer."""
    PIN = "pin"
    """An enemy in melee is pinned."""
    TRAP = "trap"
    """A trap is laid within `inches`; it deals `dice` in damage."""
    PHASE = "phase"
    """The bearer moves through `inches` of wall."""
    DEPLOY_CLOSER = "deploy_closer"
    """One fighter is set up `inches` nearer to the enemy."""
    BOOST = "boost"
    """What the item changes under `one_round`, `rest_of_battle` or `one_battle` acts from now on,
    and so do the effects of the use; when the round is over, `dice` are the bearer's damage."""
    BOOST_ALLIES = "boost_allies"
    """The effects of the use act on the bearer's side."""
    SUFFER = "suffer"
    """The bearer takes `dice` or `amount` in damage."""
    BREAK = "break"
    """The item breaks, and the bearer takes `dice` in damage."""
    LAST_ACTIVATION = "last_activation"
    """The bearer is activated once more before it is taken off the table."""
    CAPTURE = "capture"
    """The soul of the enemy is caught; what comes of it happens after the battle."""


AFTER_BATTLE_ONLY = frozenset(
    {
        Moment.INJURY_ROLL,
        Moment.DEATH,
        Moment.EYE_INJURY,
        Moment.MARKET_SEARCH,
        Moment.EXPLORATION_ROLL,
    }
)
"""Moments that never come in a battle."""

_RESULTS = frozenset({Does.REROLL, Does.IGNORE})
_FAILURES = frozenset({Does.REROLL, Does.SUCCEED})
DOES_AT: Mapping[Moment, frozenset[Does]] = {
    Moment.WILL_TEST: frozenset({Does.BONUS}),
    Moment.INT_TEST: frozenset({Does.BONUS}),
    Moment.FAILED_TEST: _FAILURES,
    Moment.FAILED_WILL_TEST: _FAILURES,
    Moment.FAILED_INT_TEST: _FAILURES,
    Moment.FAILED_ROLL: frozenset({Does.SUCCEED}),
    Moment.ANY_D66_TABLE: frozenset({Does.REROLL}),
    Moment.INJURY_ROLL: _RESULTS,
    Moment.DEATH: _RESULTS,
    Moment.EYE_INJURY: _RESULTS,
    Moment.MARKET_SEARCH: frozenset({Does.SUCCEED}),
    Moment.EXPLORATION_ROLL: frozenset({Does.REROLL}),
}
"""What a use can do at the moments at which the program itself carries it out."""


class AttackBonus(Record):
    """What an item adds to its bearer's attacks, beyond the characteristics.

    `only` says with which weapons: `this` is the item itself. `when` names the condition under
    which alone it counts; none for what always does.
    """

    of: Literal["dice", "hit", "strength", "damage", "range", "speed"]
    amount: int = Field(ge=-9, le=9)
    only: Literal["any", "melee", "ranged", "unarmed", "this"] = "any"
    when: OptionalIdentifier = ""


class Trinket(CatalogueItem):
    """An item that takes no hand and is no suit of armour."""

    kind: Identifier = "item"
    bonuses: tuple[AttackBonus, ...] = ()


def check_ware(path: Path, item: CatalogueItem, conditions: Iterable[str]) -> None:
    """Refuse an item with a use that nobody could carry out; raises `ContentError`.

    `conditions` are those of the content, by id.
    """
    for use in item.uses:
        place = f"{item.id}, use {use.id}"
        check_reference(path, place, "moment", use.moment, tuple(Moment))
        check_reference(path, place, "does", use.does, tuple(Does))
        possible = DOES_AT.get(Moment(use.moment))
        if possible is not None and use.does not in possible:
            valid = ", ".join(sorted(possible))
            problem = f"{use.does} is of no use at the moment {use.moment}; valid: {valid}"
            raise ContentError(path, place, "does", problem)
        if use.does == Does.BONUS and use.amount < 1:
            raise ContentError(path, place, "amount", "a bonus needs an amount of 1 or more")
    for number, bonus in enumerate(bonuses_of(item), 1):
        if bonus.when:
            place = f"{item.id}, bonus {number}"
            check_reference(path, place, "when", bonus.when, conditions)


def bonuses_of(item: CatalogueItem) -> tuple[AttackBonus, ...]:
    """Return what an item adds to its bearer's attacks."""
    found: tuple[AttackBonus, ...] = getattr(item, "bonuses", ())
    return found


def table_id(rarity: str) -> str:
    """Return the table on which things of a rarity are drawn: `rare_items`."""
    return f"{rarity}_items"


def find_tables(items: Iterable[CatalogueItem], folder: ContentFolder) -> dict[str, Table]:
    """Return the D66 tables of finds; a place on which nothing stands is a blank.

    Raises `ContentError` for a rarity that there is not, or two items on one place.
    """
    places: dict[str, dict[int, CatalogueItem]] = {rarity: {} for rarity in RARITIES}
    for item in items:
        if not item.rarity or item.on is None:
            continue
        if item.rarity not in places:
            valid = ", ".join(RARITIES)
            problem = f"unknown; valid: {valid}"
            raise ContentError(folder.file_of(item), item.id, "rarity", problem)
        other = places[item.rarity].setdefault(item.on, item)
        if other is not item:
            problem = f"{item.on} is where {other.name} stands; each place holds one item"
            raise ContentError(folder.file_of(item), item.id, "on", problem)
    return {table_id(rarity): _table(rarity, places[rarity]) for rarity in RARITIES}


def with_blanks(content: Content, reading: str | int) -> Content:
    """Return the content with blanks that lead to a new roll, or to nothing (ruling 56)."""
    tables: Mapping[str, Table] = {
        name: _with_blanks(table, reading) if name in map(table_id, RARITIES) else table
        for name, table in content.tables.items()
    }
    return replace(content, tables=tables)


def item_on(row: TableRow) -> str | None:
    """Return the item that a row of a table of finds holds, by id; none for a blank."""
    return next((e.ref for e in row.effects if isinstance(e, GainItem)), None)


def _table(rarity: str, places: Mapping[int, CatalogueItem]) -> Table:
    return Table(
        id=table_id(rarity),
        name=_TITLES[rarity],
        dice="d66",
        numbering="index",
        text="What a search or a find turns up.",
        rows=tuple(_row(rarity, place, places.get(place)) for place in range(1, PLACES + 1)),
    )


def _row(rarity: str, place: int, item: CatalogueItem | None) -> TableRow:
    if item is None:
        return TableRow(
            on=str(place),
            id=f"{BLANK}_{place}",
            name="Blank",
            text="Nothing stands here. Fill it with an item of your own, or roll again.",
            effects=(Draw(table=table_id(rarity)),),
        )
    return TableRow(
        on=str(place), id=item.id, name=item.name, text=item.text, effects=(GainItem(ref=item.id),)
    )


def _with_blanks(table: Table, reading: str | int) -> Table:
    effects = (Draw(table=table.id),) if reading == "reroll" else ()
    rows = tuple(
        row.model_copy(update={"effects": effects}) if item_on(row) is None else row
        for row in table.rows
    )
    return table.model_copy(update={"rows": rows})
