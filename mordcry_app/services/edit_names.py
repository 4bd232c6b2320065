"""Changes by hand to names, mottos, notes, tags and the order of a roster."""

from __future__ import annotations

from collections.abc import Iterable

from sqlmodel import select

from mordcry_app.model.tables import Campaign, Member, Player
from mordcry_app.rules.effects import AddTag, Effect, RemoveTag
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.edit_helpers import EDIT, member_row, roster_row
from mordcry_app.services.effect_writer import EffectWriter
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
        work.session.get_one(Campaign, 1).name = name
    return work.touched


def rename_player(file: CampaignFile, roster_id: int, name: str) -> Touched:
    """Give the player of a roster another name."""
    name = clean_name(name, "A player’s name")
    with unit_of_work(file, f"Renamed a player to “{name}”", EDIT) as work:
        roster = roster_row(work, roster_id)
        work.session.get_one(Player, roster.player_id).name = name
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
        was = (roster.name, roster.motto)
        if player is not None:
            row = work.session.get_one(Player, roster.player_id)
            row.name = clean_name(player, "A player’s name")
        if name is not None:
            roster.name = clean_name(name, "A warband’s name")
        if motto is not None:
            roster.motto = clean_name(motto, "A motto")
        if theme is not None:
            roster.theme = theme[:64]
        called = roster.name or "an unnamed warband"
        work.label = f"Changed {called}"
        if roster.name != was[0]:
            work.label = f"Renamed {was[0] or 'a warband'} to “{roster.name}”"
        elif roster.motto != was[1]:
            work.label = f"Changed the motto of {called}"
    return work.touched


def rename_member(file: CampaignFile, member_id: int, name: str) -> Touched:
    """Give a fighter another name; an empty one makes it unnamed."""
    name = clean_name(name, "A fighter’s name")
    with unit_of_work(file, f"Renamed a fighter to “{name}”", EDIT) as work:
        member = member_row(work, member_id)
        if member.name:
            work.label = f"Renamed {member.name} to “{name}”"
        if not name:
            work.label = f"Took the name from {member.name or 'a fighter'}"
        member.name = name
    return work.touched


def set_notes(file: CampaignFile, member_id: int, text: str) -> Touched:
    """Replace a fighter’s notes."""
    text = clean_text(text)
    with unit_of_work(file, "Changed notes", EDIT) as work:
        member = member_row(work, member_id)
        member.notes = text
        work.label = f"{member.name or 'A fighter'}: notes changed"
    return work.touched


def set_tags(file: CampaignFile, member_id: int, tags: Iterable[str]) -> Touched:
    """Replace a fighter’s tags; spaces become underscores."""
    wanted = {tag for text in tags if (tag := _tag(text))}
    if len(wanted) > MOST_TAGS:
        raise Refusal(f"A fighter can have at most {MOST_TAGS} tags.")
    with unit_of_work(file, "Changed tags", EDIT) as work:
        member = member_row(work, member_id)
        who = member_target(member_id)
        have = set(member.tags)
        effects: list[Effect] = [AddTag(who=who, tag=tag) for tag in sorted(wanted - have)]
        effects += [RemoveTag(who=who, tag=tag) for tag in sorted(have - wanted)]
        EffectWriter(work).write(effects)
        work.label = f"{member.name or 'A fighter'}: tags changed"
    return work.touched


def move_member(file: CampaignFile, member_id: int, to_index: int) -> Touched:
    """Move a fighter to another place on its roster, counted from 0 among the active ones."""
    with unit_of_work(file, "Changed the order", EDIT) as work:
        member = member_row(work, member_id)
        query = select(Member).where(Member.roster_id == member.roster_id)
        rows = sorted(work.session.scalars(query), key=lambda m: (m.position, m.id or 0))
        active = [row for row in rows if row.state == "active" and row.id != member_id]
        others = [row for row in rows if row.state != "active" and row.id != member_id]
        active.insert(max(0, min(to_index, len(active))), member)
        for position, row in enumerate([*active, *others]):
            row.position = position
        work.label = f"Moved {member.name or 'a fighter'} on the roster"
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
