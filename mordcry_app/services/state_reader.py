"""Reads the stored campaign into the pure state, in a handful of queries."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from sqlalchemy import ColumnElement, Table, false, func, or_, select, text, true

from mordcry_app.model.tables import (
    LedgerEntry,
    Member,
    Modifier,
    Pending,
    Player,
    Possession,
    Roster,
    Row,
    Stat,
    Trait,
)
from mordcry_app.rules import state as pure
from mordcry_app.services.remembered import Owners

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from mordcry_app.services.campaign_file import CampaignFile

STATE_TABLES = frozenset(
    {
        "player",
        "roster",
        "member",
        "stat",
        "modifier",
        "trait",
        "possession",
        "ledger_entry",
        "pending",
    }
)
"""What the pure state is read from."""

MOST_RENEWED = 200
"""More members than these are not read one by one: then everything is read."""

SPENT = "spent"
"""Key in the state of a possession: its one use of the campaign is behind it."""


def table_of(model: type[Row]) -> Table:
    """Return the table behind a model class."""
    return cast(Table, model.__table__)  # pyright: ignore


def current_state(
    file: CampaignFile, connection: Connection, written: Owners | None = None
) -> pure.State:
    """Return the whole campaign as it stands; after a change, only what it is about is read anew.

    Inside a write, `written` says about whom it has written so far.
    """
    return file.remembered.renew(
        "state",
        STATE_TABLES,
        lambda: read_state(connection),
        lambda old, owners: renewed_state(connection, old, owners),
        written,
    )


def read_state(connection: Connection, only: Owners | None = None) -> pure.State:
    """Read the whole campaign, or some of it; members and rosters are in their display order."""
    balances = _balances(connection, only)
    carried = _carried(connection, only)
    pending = _pending(connection, only)
    return pure.State(
        rosters=_rosters(connection, balances, carried, pending),
        members=_members(connection, balances, carried, pending, only),
        next_member=free_id(connection, table_of(Member)),
    )


def renewed_state(connection: Connection, old: pure.State, owners: Owners) -> pure.State:
    """Return a state that was read before, brought up to date for those that were written about.

    All others are the very same objects as before.
    """
    if len(owners.members) > MOST_RENEWED:
        return read_state(connection)
    new = read_state(connection, owners)
    member = table_of(Member).c
    order = select(member.id).order_by(member.roster_id, member.position, member.id)
    rosters: dict[int, pure.Roster] = {}
    for roster_id, roster in new.rosters.items():
        before = old.rosters.get(roster_id)
        if before is None or roster_id in owners.rosters:
            rosters[roster_id] = roster
        elif (before.name, before.player) == (roster.name, roster.player):
            rosters[roster_id] = before
        else:
            rosters[roster_id] = replace(before, name=roster.name, player=roster.player)
    members = {**old.members, **new.members}
    return pure.State(
        rosters=rosters,
        members={member_id: members[member_id] for member_id in connection.scalars(order)},
        next_member=new.next_member,
    )


def free_id(connection: Connection, table: Table) -> int:
    """Return an id that no row of a table has ever had; SQLite keeps count of them."""
    query = text("SELECT seq FROM sqlite_sequence WHERE name = :table")
    used = connection.execute(query, {"table": table.name}).scalar_one_or_none()
    return int(used or 0) + 1


_Owner = tuple[str, int]


def _rosters(
    connection: Connection,
    balances: dict[_Owner, dict[str, int]],
    carried: dict[_Owner, tuple[pure.Carried, ...]],
    pending: dict[_Owner, list[pure.Pending]],
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
            pending=tuple(pending["roster", roster_id]),
        )
        for roster_id, name, player_name in connection.execute(query)
    }


def _members(
    connection: Connection,
    balances: dict[_Owner, dict[str, int]],
    carried: dict[_Owner, tuple[pure.Carried, ...]],
    pending: dict[_Owner, list[pure.Pending]],
    only: Owners | None,
) -> dict[int, pure.Member]:
    member = table_of(Member).c
    stats = _stats(connection, only)
    modifiers = _modifiers(connection, only)
    traits = _traits(connection, only)
    query = select(
        member.id, member.roster_id, member.name, member.archetype, member.state, member.tags
    ).order_by(member.roster_id, member.position, member.id)
    if only is not None:
        query = query.where(member.id.in_(sorted(only.members)))
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
            pending=tuple(pending["member", member_id]),
        )
        for member_id, roster_id, name, archetype, state, tags in connection.execute(query)
    }


def _balances(connection: Connection, only: Owners | None) -> dict[_Owner, dict[str, int]]:
    entry = table_of(LedgerEntry).c
    result: dict[_Owner, dict[str, int]] = defaultdict(dict)
    query = (
        select(entry.member_id, entry.roster_id, entry.resource, func.sum(entry.amount))
        .where(_about(table_of(LedgerEntry), only))
        .group_by(entry.member_id, entry.roster_id, entry.resource)
    )
    for member_id, roster_id, resource, total in connection.execute(query):
        result[_owner(member_id, roster_id)][resource] = int(total)
    return result


def _carried(connection: Connection, only: Owners | None) -> dict[_Owner, tuple[pure.Carried, ...]]:
    possession = table_of(Possession).c
    units: dict[_Owner, dict[tuple[str, bool], int]] = defaultdict(dict)
    query = select(
        possession.member_id,
        possession.roster_id,
        possession.ref,
        possession.quantity,
        possession.state,
    ).order_by(possession.id)
    query = query.where(_about(table_of(Possession), only))
    for member_id, roster_id, ref, quantity, state in connection.execute(query):
        held = units[_owner(member_id, roster_id)]
        kind = ref, bool(state.get(SPENT))
        held[kind] = held.get(kind, 0) + quantity
    result: dict[_Owner, tuple[pure.Carried, ...]] = defaultdict(tuple)
    for owner, held in units.items():
        result[owner] = tuple(pure.Carried(ref, n, spent) for (ref, spent), n in held.items())
    return result


def _pending(connection: Connection, only: Owners | None) -> dict[_Owner, list[pure.Pending]]:
    pending = table_of(Pending).c
    result: dict[_Owner, list[pure.Pending]] = defaultdict(list)
    query = select(
        pending.member_id,
        pending.roster_id,
        pending.ref,
        pending.source,
        pending.amount,
        pending.stat,
        pending.condition,
        pending.armed,
    ).order_by(pending.id)
    query = query.where(_about(table_of(Pending), only))
    for member_id, roster_id, *values in connection.execute(query):
        result[_owner(member_id, roster_id)].append(pure.Pending(*values))
    return result


def _owner(member_id: int | None, roster_id: int | None) -> _Owner:
    if member_id is not None:
        return "member", member_id
    assert roster_id is not None
    return "roster", roster_id


def _about(table: Table, only: Owners | None) -> ColumnElement[bool]:
    """Return the condition that a row belongs to one of some owners."""
    if only is None:
        return true()
    columns = table.c
    belongs = [columns.member_id.in_(sorted(only.members))] if only.members else []
    if only.rosters and "roster_id" in columns:
        belongs.append(columns.roster_id.in_(sorted(only.rosters)))
    return or_(false(), *belongs)  # an empty list would keep SQLite from using its indexes


def _stats(connection: Connection, only: Owners | None) -> dict[int, dict[str, int]]:
    stat = table_of(Stat).c
    result: dict[int, dict[str, int]] = defaultdict(dict)
    query = select(stat.member_id, stat.key, stat.value)
    query = query.where(_about(table_of(Stat), only))
    for member_id, key, value in connection.execute(query):
        result[member_id][key] = value
    return result


def _modifiers(connection: Connection, only: Owners | None) -> dict[int, list[pure.Modifier]]:
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
        modifier.condition,
    ).order_by(modifier.id)
    query = query.where(_about(table_of(Modifier), only))
    for member_id, *values in connection.execute(query):
        result[member_id].append(pure.Modifier(*values))
    return result


def _traits(connection: Connection, only: Owners | None) -> dict[int, list[pure.Trait]]:
    trait = table_of(Trait).c
    result: dict[int, list[pure.Trait]] = defaultdict(list)
    query = select(
        trait.member_id, trait.kind, trait.ref, trait.name, trait.level, trait.source
    ).order_by(trait.id)
    query = query.where(_about(table_of(Trait), only))
    for member_id, *values in connection.execute(query):
        result[member_id].append(pure.Trait(*values))
    return result
