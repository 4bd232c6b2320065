"""Battles that were fought to the end in no time: their rows are written as an aftermath would."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image

from mordcry_app.model.tables import Battle, ChronicleEntry, LedgerEntry, Member
from mordcry_app.services.battle_entries import BattleEntry, record_json
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.unit_of_work import unit_of_work
from tests.services.worlds import battle

CROWNS = 30
"""What each warband earns in each of these battles."""


def fought(
    file: CampaignFile,
    out: dict[str, str | None] | None = None,
    *,
    winner: int | None = 0,
    dead: Sequence[str] = (),
    entry: BattleEntry | None = None,
) -> int:
    """Write a battle with its lines and gains; return its id.

    All who stand take part and earn 1 XP; each warband earns 30 crowns. Who is put out is hurt in
    the back, or dies.
    """
    entry = entry or battle(file, out, winner=winner)
    campaign = campaign_view(file)
    number = campaign.battles_fought + 1
    names = {m.id: m.name for roster in campaign.rosters for m in roster.members}
    with unit_of_work(file, f"Fought battle {number}", "test") as work:
        battle_id = work.add(Battle, number=number, state="closed", record=record_json(entry))
        lines: list[dict[str, object]] = []
        gains: list[dict[str, object]] = []
        about = {"battle_id": battle_id}
        for side in entry.sides:
            for member in side.out_by:
                has_died = names[member] in dead
                what = "died of wounds taken" if has_died else "was hurt in the back"
                text = f"{names[member]} {what} in battle {number}."
                lines.append(
                    {"text": text, "roster_id": side.roster_id, "member_id": member, **about}
                )
                if has_died:
                    work.change(Member, member, state="dead", left_battle_id=battle_id)
            gains += [
                {"member_id": m, "resource": "xp", "amount": 1, "reason": "Took part", **about}
                for m in sorted(side.took_part)
            ]
            gains.append(
                {
                    "roster_id": side.roster_id,
                    "resource": "crowns",
                    "amount": CROWNS,
                    "reason": "Income",
                    **about,
                }
            )
            name = next(r.name for r in campaign.rosters if r.id == side.roster_id)
            text = f"{name} earned {CROWNS} crowns after battle {number}."
            lines.append({"text": text, "roster_id": side.roster_id, **about})
        work.write(ChronicleEntry, added=lines)
        work.write(LedgerEntry, added=gains)
    return battle_id


def noted(file: CampaignFile, text: str, roster_id: int, member_id: int | None) -> None:
    """Note a line that belongs to no battle, as advances between battles do."""
    with unit_of_work(file, "Noted a line", "test") as work:
        work.add(ChronicleEntry, text=text, roster_id=roster_id, member_id=member_id)


def picture(colour: str = "red", size: tuple[int, int] = (40, 30)) -> bytes:
    """Return a picture as a file holds it."""
    buffer = io.BytesIO()
    Image.new("RGB", size, colour).save(buffer, "PNG")
    return buffer.getvalue()
