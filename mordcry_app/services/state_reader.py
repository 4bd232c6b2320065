"""Reads the stored campaign into the pure state, in a handful of queries."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, cast

from sqlalchemy import Table, func, select

from mordcry_app.model.tables import (
    LedgerEntry,
    Member,
    Modifier,
    Player,
    Possession,
    Roster,
    Row,
    Stat,
    Trait,
)
from mordcry_app.rules import state as pure

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from mordcry_app.services.campaign_file import CampaignFile

STATE_TABLES = frozenset(
    {"player", "roster", "member", "stat", "modifier", "trait", "possession", "ledger_entry"}
)
"""What the pure state is read from."""


def table_of(model: type[Row]) -> Table:
    """Return the table behind a model class."""
    return cast(Table, model.__table__)  # pyright: ignore


def current_state(file: CampaignFile, connection: Connection) -> pure.State:
    """Return the whole campaign as it stands; it is read anew only after a change to it."""
    return file.remembered.get("state", STATE_TABLES, lambda: read_state(connection))


def read_state(connection: Connection) -> pure.State:
    """Read the whole campaign, members and rosters in their display order."""
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
    carried: dict[_Owner, tuple[pure.Carried, ...]],
) -> dict[int, pure.Roster]:
    roster, player = table_of(Roster), table_of(Player)
    query = (
        select(roster.c.id, roster.c.name, player.c.name)
        .join(player, player.c.id == roster.c.player_id)
        .order_by(roster.c.position, roster.c.id)
    )
    return {
        roster_id: pure.Roster(
            id=roster_id,
            name=name,
            player=player_name,
            resources=balances["roster", roster_id],
            stash=carried["roster", roster_id],
        )
        for roster_id, name, player_name in connection.execute(query)
    }


def _members(
    connection: Connection,
    balances: dict[_Owner, dict[str, int]],
    carried: dict[_Owner, tuple[pure.Carried, ...]],
) -> dict[int, pure.Member]:
    member = table_of(Member).c
    stats = _stats(connection)
    modifiers = _modifiers(connection)
    traits = _traits(connection)
    query = select(
        member.id, member.roster_id, member.name, member.archetype, member.state, member.tags
    ).order_by(member.roster_id, member.position, member.id)
    return {
        member_id: pure.Member(
            id=member_id,
            roster_id=roster_id,
            name=name,
            archetype=archetype,
            state=state,
            stats=stats[member_id],
            modifiers=tuple(modifiers[member_id]),
            traits=tuple(traits[member_id]),
            resources=balances["member", member_id],
            carried=carried["member", member_id],
            tags=frozenset(tags),
        )
        for member_id, roster_id, name, archetype, state, tags in connection.execute(query)
    }


def _balances(connection: Connection) -> dict[_Owner, dict[str, int]]:
    entry = table_of(LedgerEntry).c
    result: dict[_Owner, dict[str, int]] = defaultdict(dict)
    query = select(
        entry.member_id, entry.roster_id, entry.resource, func.sum(entry.amount)
    ).group_by(entry.member_id, entry.roster_id, entry.resource)
    for member_id, roster_id, resource, total in connection.execute(query):
        result[_owner(member_id, roster_id)][resource] = int(total)
    return result


def _carried(connection: Connection) -> dict[_Owner, tuple[pure.Carried, ...]]:
    possession = table_of(Possession).c
    result: dict[_Owner, tuple[pure.Carried, ...]] = defaultdict(tuple)
    query = select(
        possession.member_id, possession.roster_id, possession.ref, possession.quantity
    ).order_by(possession.id)
    for member_id, roster_id, ref, quantity in connection.execute(query):
        owner = _owner(member_id, roster_id)
        result[owner] = pure.add_carried(result[owner], ref, quantity)
    return result


def _owner(member_id: int | None, roster_id: int | None) -> _Owner:
    if member_id is not None:
        return "member", member_id
    assert roster_id is not None
    return "roster", roster_id


def _stats(connection: Connection) -> dict[int, dict[str, int]]:
    stat = table_of(Stat).c
    result: dict[int, dict[str, int]] = defaultdict(dict)
    for member_id, key, value in connection.execute(select(stat.member_id, stat.key, stat.value)):
        result[member_id][key] = value
    return result


def _modifiers(connection: Connection) -> dict[int, list[pure.Modifier]]:
    modifier = table_of(Modifier).c
    result: dict[int, list[pure.Modifier]] = defaultdict(list)
    query = select(
        modifier.member_id,
        modifier.key,
        modifier.amount,
        modifier.source,
        modifier.ends,
        modifier.cause,
        modifier.arithmetic,
    ).order_by(modifier.id)
    for member_id, *values in connection.execute(query):
        result[member_id].append(pure.Modifier(*values))
    return result


def _traits(connection: Connection) -> dict[int, list[pure.Trait]]:
    trait = table_of(Trait).c
    result: dict[int, list[pure.Trait]] = defaultdict(list)
    query = select(
        trait.member_id, trait.kind, trait.ref, trait.name, trait.level, trait.source
    ).order_by(trait.id)
    for member_id, *values in connection.execute(query):
        result[member_id].append(pure.Trait(*values))
    return result
