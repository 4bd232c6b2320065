"""Records battles: who won, who took part, who was put out of action and by whom.

Recording a battle opens its aftermath, a board of questions (`services.boards`). While that board
is open, the record can be corrected; answers that still fit are kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select

from mordcry_app.model.tables import Battle, Draft
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.state import State
from mordcry_app.services.battle_entries import (
    BattleEntry,
    SideEntry,
    check_entry,
    entry_from_json,
    record_json,
)
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.shown import shown_member_name, shown_roster_name
from mordcry_app.services.state_reader import current_state, table_of
from mordcry_app.services.unit_of_work import unit_of_work
from mordcry_app.services.views import BattleSideView, BattleView, OutView, Touched

if TYPE_CHECKING:
    from sqlalchemy import Connection


def default_entry(file: CampaignFile) -> BattleEntry:
    """Return an entry to start from: all who do not miss the battle take part; nobody won yet."""
    with file.reading() as connection:
        state = current_state(file, connection)
    return BattleEntry(
        tuple(
            SideEntry(
                roster_id,
                "drew",
                frozenset(m.id for m in state.active(roster_id) if not m.misses_next_battle),
            )
            for roster_id in state.rosters
        )
    )


def record_battle(file: CampaignFile, entry: BattleEntry) -> Touched:
    """Record a battle and open its aftermath.

    `created` of the result holds the ids of the “battle” and the “draft”. Raises `Refusal` when
    the entry contradicts itself or another board is still open.
    """
    with unit_of_work(file, "Recorded a battle", "battle") as work:
        refuse_open_board(work.connection)
        check_entry(work.state(), file.ruleset, entry)
        number = _next_number(work.connection)
        battle_id = work.add(Battle, number=number, record=record_json(entry))
        draft_id = work.add(Draft, kind="aftermath", battle_id=battle_id)
        work.created.update(battle=battle_id, draft=draft_id)
        work.label = f"Recorded battle {number}"
    return work.touched


def revise_battle(file: CampaignFile, battle_id: int, entry: BattleEntry) -> Touched:
    """Correct the record of a battle whose aftermath is still open."""
    with unit_of_work(file, "Corrected a battle", "battle") as work:
        battle = work.find(Battle, battle_id)
        if battle is None:
            raise Refusal("That battle is no longer there.")
        number = battle["number"]
        if battle["state"] == "closed":
            raise Refusal(
                f"The aftermath of battle {number} is finished; undo that first to correct the "
                "battle."
            )
        check_entry(work.state(), file.ruleset, entry)
        work.change(Battle, battle_id, record=record_json(entry))
        work.label = f"Corrected battle {number}"
    return work.touched


def battle_entry(file: CampaignFile, battle_id: int) -> BattleEntry:
    """Return a recorded battle as an entry, to be corrected."""
    battle = table_of(Battle)
    with file.reading() as connection:
        record = connection.execute(
            select(battle.c.record).where(battle.c.id == battle_id)
        ).scalar_one_or_none()
    if record is None:
        raise Refusal("That battle is no longer there.")
    return entry_from_json(record)


def battles_view(file: CampaignFile) -> tuple[BattleView, ...]:
    """Return every battle, newest first."""
    battle = table_of(Battle)
    with file.reading() as connection:
        state = current_state(file, connection)
        rows = connection.execute(select(battle).order_by(battle.c.number.desc())).all()
    views: list[BattleView] = []
    for row in rows:
        entry = entry_from_json(row.record)
        views.append(
            BattleView(
                id=row.id,
                number=row.number,
                at=row.at,
                state="closed" if row.state == "closed" else "fought",
                sides=_sides(file, state, entry),
                note=entry.note,
            )
        )
    return tuple(views)


def refuse_open_board(connection: Connection) -> None:
    """Raise `Refusal` while a board of any kind is open."""
    draft, battle = table_of(Draft), table_of(Battle)
    row = connection.execute(
        select(draft.c.kind, battle.c.number).join(
            battle, battle.c.id == draft.c.battle_id, isouter=True
        )
    ).first()
    if row is None:
        return
    if row.kind == "aftermath":
        raise Refusal(f"Finish the aftermath of battle {row.number} first.")
    raise Refusal("Finish the open advances first.")


def _sides(file: CampaignFile, state: State, entry: BattleEntry) -> tuple[BattleSideView, ...]:
    def name(member_id: int | None) -> str:
        if member_id is None or member_id not in state.members:
            return ""
        return shown_member_name(state.members[member_id], file.ruleset)

    return tuple(
        BattleSideView(
            roster_id=side.roster_id,
            roster_name=shown_roster_name(state.rosters[side.roster_id]),
            result=side.result,
            took_part=len(side.took_part),
            out=tuple(OutView(m, name(m), name(by)) for m, by in side.out_by.items()),
            objectives=side.objectives,
            treasures=side.treasures,
        )
        for side in entry.sides
        if side.roster_id in state.rosters
    )


def _next_number(connection: Connection) -> int:
    battle = table_of(Battle)
    newest = connection.execute(select(func.max(battle.c.number))).scalar_one()
    return int(newest or 0) + 1
