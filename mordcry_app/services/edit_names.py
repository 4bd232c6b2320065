"""Changes by hand to names, mottos, notes, tags and the order of a roster."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select

from mordcry_app.model.tables import Campaign, Member, Player, Roster
from mordcry_app.rules.effects import AddTag, Effect, RemoveTag
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.edit_helpers import EDIT, member_row, roster_row
from mordcry_app.services.effect_writer import EffectWriter
from mordcry_app.services.state_reader import table_of
from mordcry_app.services.text_checks import clean_name, clean_text
from mordcry_app.services.unit_of_work import unit_of_work
from mordcry_app.services.views import Touched

MOST_TAGS = 30
LONGEST_TAG = 64


def rename_campaign(file: CampaignFile, name: str) -> Touched:
    """Give the campaign another name; it needs one."""
    name = clean_name(name, "A campaign’s name")
    if not name:
        raise Refusal("A campaign needs a name.")
    with unit_of_work(file, f"Renamed the campaign to “{name}”", EDIT) as work:
        work.change(Campaign, 1, name=name)
    return work.touched


def rename_player(file: CampaignFile, roster_id: int, name: str) -> Touched:
    """Give the player of a roster another name."""
    name = clean_name(name, "A player’s name")
    with unit_of_work(file, f"Renamed a player to “{name}”", EDIT) as work:
        work.change(Player, roster_row(work, roster_id)["player_id"], name=name)
    return work.touched


def edit_roster(
    file: CampaignFile,
    roster_id: int,
    *,
    name: str | None = None,
    motto: str | None = None,
    theme: str | None = None,
    player: str | None = None,
) -> Touched:
    """Change a roster’s name, motto, theme or its player’s name; what is none stays."""
    with unit_of_work(file, "Changed a warband", EDIT) as work:
        roster = roster_row(work, roster_id)
        if player is not None:
            cleaned = clean_name(player, "A player’s name")
            work.change(Player, roster["player_id"], name=cleaned)
        wanted = {
            "name": roster["name"] if name is None else clean_name(name, "A warband’s name"),
            "motto": roster["motto"] if motto is None else clean_name(motto, "A motto"),
            "theme": roster["theme"] if theme is None else theme[:64],
        }
        work.change(Roster, roster_id, **wanted)
        called = wanted["name"] or "an unnamed warband"
        work.label = f"Changed {called}"
        if wanted["name"] != roster["name"]:
            work.label = f"Renamed {roster['name'] or 'a warband'} to “{wanted['name']}”"
        elif wanted["motto"] != roster["motto"]:
            work.label = f"Changed the motto of {called}"
    return work.touched


def rename_member(file: CampaignFile, member_id: int, name: str) -> Touched:
    """Give a fighter another name; an empty one makes it unnamed."""
    name = clean_name(name, "A fighter’s name")
    with unit_of_work(file, f"Renamed a fighter to “{name}”", EDIT) as work:
        was = member_row(work, member_id)["name"]
        if was:
            work.label = f"Renamed {was} to “{name}”"
        if not name:
            work.label = f"Took the name from {was or 'a fighter'}"
        work.change(Member, member_id, name=name)
    return work.touched


def set_notes(file: CampaignFile, member_id: int, text: str) -> Touched:
    """Replace a fighter’s notes."""
    text = clean_text(text)
    with unit_of_work(file, "Changed notes", EDIT) as work:
        name = member_row(work, member_id)["name"]
        work.change(Member, member_id, notes=text)
        work.label = f"{name or 'A fighter'}: notes changed"
    return work.touched


def set_tags(file: CampaignFile, member_id: int, tags: Iterable[str]) -> Touched:
    """Replace a fighter’s tags; spaces become underscores."""
    wanted = {tag for text in tags if (tag := _tag(text))}
    if len(wanted) > MOST_TAGS:
        raise Refusal(f"A fighter can have at most {MOST_TAGS} tags.")
    with unit_of_work(file, "Changed tags", EDIT) as work:
        member = member_row(work, member_id)
        who = member_target(member_id)
        have = set(member["tags"])
        effects: list[Effect] = [AddTag(who=who, tag=tag) for tag in sorted(wanted - have)]
        effects += [RemoveTag(who=who, tag=tag) for tag in sorted(have - wanted)]
        EffectWriter(work).write(effects)
        work.label = f"{member['name'] or 'A fighter'}: tags changed"
    return work.touched


def move_member(file: CampaignFile, member_id: int, to_index: int) -> Touched:
    """Move a fighter to another place on its roster, counted from 0 among the active ones."""
    with unit_of_work(file, "Changed the order", EDIT) as work:
        moved = member_row(work, member_id)
        member = table_of(Member)
        query = select(member).where(member.c.roster_id == moved["roster_id"])
        rows = [dict(row) for row in work.connection.execute(query).mappings()]
        rows.sort(key=lambda row: (row["position"], row["id"]))
        others = [row for row in rows if row["id"] != member_id]
        order = [row for row in others if row["state"] == "active"]
        order.insert(max(0, min(to_index, len(order))), moved)
        order += [row for row in others if row["state"] != "active"]
        changed = [(row, {**row, "position": place}) for place, row in enumerate(order)]
        work.write(Member, changed=changed)
        work.label = f"Moved {moved['name'] or 'a fighter'} on the roster"
    return work.touched


def _tag(text: str) -> str:
    tag = "_".join(clean_name(text, "A tag").lower().split())
    if not tag:
        return ""
    plain = tag.isascii() and tag[0].isalpha() and tag.replace("_", "").isalnum()
    if not plain or len(tag) > LONGEST_TAG:
        raise Refusal(
            f"“{tag[:LONGEST_TAG]}” cannot be a tag; use up to {LONGEST_TAG} plain letters, "
            "digits and spaces, a letter first."
        )
    return tag
