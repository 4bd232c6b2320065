"""Every battle that was fought, read from its record once, however often others are added."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import Text, cast, select

from mordcry_app.model.tables import Battle
from mordcry_app.services.battle_entries import BattleEntry, entry_from_json
from mordcry_app.services.state_reader import table_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from mordcry_app.services.campaign_file import CampaignFile


class FoughtBattle(NamedTuple):
    """A battle that was fought; it is closed once its aftermath is finished."""

    id: int
    number: int
    at: str
    is_closed: bool
    entry: BattleEntry


def fought_battles(file: CampaignFile, connection: Connection) -> tuple[FoughtBattle, ...]:
    """Return every battle that was fought, oldest first.

    Raises `Refusal` when what was written down of one is damaged.
    """
    return file.remembered.get(
        "fought battles", frozenset({"battle"}), lambda: _read(file, connection)
    )


def _read(file: CampaignFile, connection: Connection) -> tuple[FoughtBattle, ...]:
    known = file.remembered.get("battle records", frozenset(), dict[str, BattleEntry])
    battle = table_of(Battle).c
    query = select(battle.id, battle.number, battle.at, battle.state, cast(battle.record, Text))
    query = query.where(battle.state != "set_up").order_by(battle.number)
    found: list[FoughtBattle] = []
    for battle_id, number, at, state, record in connection.execute(query):
        if record not in known:
            known[record] = entry_from_json(json.loads(record))
        found.append(FoughtBattle(battle_id, number, at, state == "closed", known[record]))
    return tuple(found)
