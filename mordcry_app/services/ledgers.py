"""Views of the ledgers: every crown, renown and XP with its reason and the balance after it."""

from __future__ import annotations

from collections import defaultdict

from sqlalchemy import or_, select

from mordcry_app.model.tables import Battle, LedgerEntry, Member
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.shown import shown_member_name, shown_roster_name
from mordcry_app.services.state_reader import current_state, table_of
from mordcry_app.services.views import LedgerView


def ledger_view(
    file: CampaignFile,
    roster_id: int,
    resource: str | None = None,
    member_id: int | None = None,
) -> tuple[LedgerView, ...]:
    """Return a roster’s ledger entries, newest first: its own and its members’, or one member’s.

    The balance of an entry is its owner’s, right after it.
    """
    entry, battle, member = table_of(LedgerEntry), table_of(Battle), table_of(Member)
    query = (
        select(entry, battle.c.number)
        .join(battle, battle.c.id == entry.c.battle_id, isouter=True)
        .join(member, member.c.id == entry.c.member_id, isouter=True)
        .order_by(entry.c.id)
    )
    if member_id is not None:
        query = query.where(entry.c.member_id == member_id)
    else:
        query = query.where(or_(entry.c.roster_id == roster_id, member.c.roster_id == roster_id))
    if resource is not None:
        query = query.where(entry.c.resource == resource)
    resources = file.ruleset.content.resources
    balances: dict[tuple[int | None, str], int] = defaultdict(int)
    lines: list[LedgerView] = []
    with file.reading() as connection:
        state = current_state(file, connection)
        for row in connection.execute(query).mappings():
            definition = resources.get(row["resource"])
            if definition is not None and definition.hidden:
                continue
            owner = row["member_id"]
            balances[owner, row["resource"]] += row["amount"]
            owner_name = (
                shown_member_name(state.members[owner], file.ruleset)
                if owner is not None
                else shown_roster_name(state.rosters[roster_id])
            )
            lines.append(
                LedgerView(
                    id=row["id"],
                    at=row["at"],
                    owner=owner_name,
                    member_id=owner,
                    resource=definition.name if definition else row["resource"],
                    amount=row["amount"],
                    reason=row["reason"],
                    battle_number=row["number"],
                    balance=balances[owner, row["resource"]],
                )
            )
    return tuple(reversed(lines))
