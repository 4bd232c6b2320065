"""Views of the ledgers: every crown, renown and XP with its reason and the balance after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Join, func, or_, select

from mordcry_app.model.tables import Battle, LedgerEntry, Member
from mordcry_app.rules.state import State
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.shown import shown_member_name, shown_roster_name
from mordcry_app.services.state_reader import current_state, table_of
from mordcry_app.services.views import LedgerView

if TYPE_CHECKING:
    from sqlalchemy import Connection

_Account = tuple[int | None, str]
"""Whose (a member, or none for the roster itself), and of what."""


def ledger_view(
    file: CampaignFile,
    roster_id: int,
    resource: str | None = None,
    member_id: int | None = None,
    *,
    before: int | None = None,
    count: int | None = None,
) -> tuple[LedgerView, ...]:
    """Return a roster’s ledger entries, newest first: its own and its members’, or one member’s.

    With `count` there are at most so many: those right before the entry with the id `before`, or
    the newest. A long ledger is read page by page like this. The balance of an entry is its
    owner’s, right after it.
    """
    entry, battle = table_of(LedgerEntry), table_of(Battle)
    known = file.ruleset.content.resources
    meant = _meant(roster_id, member_id)
    meant.append(entry.c.resource.not_in([r.id for r in known.values() if r.hidden]))
    if resource is not None:
        meant.append(entry.c.resource == resource)
    if before is not None:
        meant.append(entry.c.id < before)
    query = (
        select(entry, battle.c.number)
        .select_from(_entries().join(battle, battle.c.id == entry.c.battle_id, isouter=True))
        .where(*meant)
        .order_by(entry.c.id.desc())
        .limit(count)
    )
    with file.reading() as connection:
        state = current_state(file, connection)
        rows = connection.execute(query).mappings().all()
        balances = (
            _balances_now(state, roster_id, rows)
            if before is None
            else _balances_then(connection, meant)
        )
    lines: list[LedgerView] = []
    for row in rows:
        owner = row["member_id"]
        account = (owner, row["resource"])
        definition = known.get(row["resource"])
        lines.append(
            LedgerView(
                id=row["id"],
                at=row["at"],
                owner=(
                    shown_member_name(state.members[owner], file.ruleset)
                    if owner is not None
                    else shown_roster_name(state.rosters[roster_id])
                ),
                member_id=owner,
                resource=definition.name if definition else row["resource"],
                amount=row["amount"],
                reason=row["reason"],
                battle_number=row["number"],
                balance=balances[account],
            )
        )
        balances[account] -= row["amount"]
    return tuple(lines)


def _meant(roster_id: int, member_id: int | None) -> list[ColumnElement[bool]]:
    entry, member = table_of(LedgerEntry).c, table_of(Member).c
    if member_id is not None:
        return [entry.member_id == member_id]
    return [or_(entry.roster_id == roster_id, member.roster_id == roster_id)]


def _entries() -> Join:
    """Return the entries, each with the member that it is about, if any."""
    entry, member = table_of(LedgerEntry), table_of(Member)
    return entry.join(member, member.c.id == entry.c.member_id, isouter=True)


def _balances_now(state: State, roster_id: int, rows: Sequence[Any]) -> dict[_Account, int]:
    """Return what the owners of some entries have now."""
    balances: dict[_Account, int] = {}
    for row in rows:
        owner: int | None = row["member_id"]
        holder = state.rosters[roster_id] if owner is None else state.members[owner]
        balances[owner, row["resource"]] = holder.amount(row["resource"])
    return balances


def _balances_then(
    connection: Connection, meant: Sequence[ColumnElement[bool]]
) -> dict[_Account, int]:
    """Return what the entries that are meant, and those before them, come to."""
    entry = table_of(LedgerEntry).c
    query = (
        select(entry.member_id, entry.resource, func.sum(entry.amount))
        .select_from(_entries())
        .where(*meant)
        .group_by(entry.member_id, entry.resource)
    )
    return {(owner, resource): int(total) for owner, resource, total in connection.execute(query)}
