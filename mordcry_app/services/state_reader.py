"""Reads the stored campaign into the pure state, in a handful of queries."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import Table, func, select

from mordcry_app.model.tables import (
    LedgerEntry,
    Member,
    Modifier,
    Player,
    Possession,
    Roster,
    Stat,
    Trait,
)
from mordcry_app.rules import state as pure

if TYPE_CHECKING:
    from sqlalchemy import Connection


def table_of(model: type) -> Table:
    """Return the table behind a model class."""
    return cast(Table, model.__table__)  # pyright: ignore


def read_state(connection: Connection) -> pure.State:
    """Return the whole campaign, members and rosters in their display order."""
    balances = _balances(connection)
    carried = _carried(connection)
    return pure.State(
        rosters=_rosters(connection, balances, carried),
        members=_members(connection, balances, carried),
    )


_Owner = tuple[str, int]


def _rosters(
    connection: Connection,
    balances: dict[_Owner, dict[str, int]],
    carried: dict[_Owner, list[pure.Carried]],
) -> dict[int, pure.Roster]:
    roster, player = table_of(Roster), table_of(Player)
    query = (
        select(roster.c.id, roster.c.name, player.c.name.label("player"))
        .join(player, player.c.id == roster.c.player_id)
        .order_by(roster.c.position, roster.c.id)
    )
    return {
        row.id: pure.Roster(
            id=row.id,
            name=row.name,
            player=row.player,
            resources=balances["roster", row.id],
            stash=tuple(carried["roster", row.id]),
        )
        for row in connection.execute(query)
    }


def _members(
    connection: Connection,
    balances: dict[_Owner, dict[str, int]],
    carried: dict[_Owner, list[pure.Carried]],
) -> dict[int, pure.Member]:
    member = table_of(Member)
    stats = _stats(connection)
    modifiers = _modifiers(connection)
    traits = _traits(connection)
    query = select(member).order_by(member.c.roster_id, member.c.position, member.c.id)
    return {
        row["id"]: pure.Member(
            id=row["id"],
            roster_id=row["roster_id"],
            name=row["name"],
            archetype=row["archetype"],
            state=row["state"],
            stats=stats[row["id"]],
            modifiers=tuple(modifiers[row["id"]]),
            traits=tuple(traits[row["id"]]),
            resources=balances["member", row["id"]],
            carried=tuple(carried["member", row["id"]]),
            tags=frozenset(row["tags"]),
        )
        for row in connection.execute(query).mappings()
    }


def _balances(connection: Connection) -> dict[_Owner, dict[str, int]]:
    entry = table_of(LedgerEntry)
    result: dict[_Owner, dict[str, int]] = defaultdict(dict)
    query = select(
        entry.c.member_id, entry.c.roster_id, entry.c.resource, func.sum(entry.c.amount)
    ).group_by(entry.c.member_id, entry.c.roster_id, entry.c.resource)
    for member_id, roster_id, resource, total in connection.execute(query):
        result[_owner(member_id, roster_id)][resource] = int(total)
    return result


def _carried(connection: Connection) -> dict[_Owner, list[pure.Carried]]:
    possession = table_of(Possession)
    result: dict[_Owner, list[pure.Carried]] = defaultdict(list)
    for row in connection.execute(select(possession).order_by(possession.c.id)).mappings():
        owner = _owner(row["member_id"], row["roster_id"])
        result[owner] = list(pure.add_carried(result[owner], row["ref"], row["quantity"]))
    return result


def _owner(member_id: int | None, roster_id: int | None) -> _Owner:
    if member_id is not None:
        return "member", member_id
    assert roster_id is not None
    return "roster", roster_id


def _stats(connection: Connection) -> dict[int, dict[str, int]]:
    stat = table_of(Stat)
    result: dict[int, dict[str, int]] = defaultdict(dict)
    for row in connection.execute(select(stat.c.member_id, stat.c.key, stat.c.value)):
        result[row.member_id][row.key] = row.value
    return result


def _modifiers(connection: Connection) -> dict[int, list[pure.Modifier]]:
    modifier = table_of(Modifier)
    result: dict[int, list[pure.Modifier]] = defaultdict(list)
    for row in _rows(connection, modifier):
        result[row["member_id"]].append(
            pure.Modifier(
                stat=row["key"],
                amount=row["amount"],
                source=row["source"],
                ends=row["ends"],
                cause=row["cause"],
                arithmetic=row["arithmetic"],
            )
        )
    return result


def _traits(connection: Connection) -> dict[int, list[pure.Trait]]:
    trait = table_of(Trait)
    result: dict[int, list[pure.Trait]] = defaultdict(list)
    for row in _rows(connection, trait):
        result[row["member_id"]].append(
            pure.Trait(row["kind"], row["ref"], row["name"], row["level"], row["source"])
        )
    return result


def _rows(connection: Connection, table: Table) -> Any:
    return connection.execute(select(table).order_by(table.c.id)).mappings()
