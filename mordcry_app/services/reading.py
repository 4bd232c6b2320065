"""Builds the frozen views of a campaign from the stored rows and the ruleset.

Everything effective comes from `rules.derive` and the ruleset’s own lines, so screens, sheets and
the command line show the same numbers with the same explanations.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select

from mordcry_app.model.tables import (
    Attachment,
    Battle,
    Campaign,
    ChronicleEntry,
    DiceRoll,
    Draft,
    Member,
    Roster,
)
from mordcry_app.rules.catalogue import Characteristic, Content, HouseRules
from mordcry_app.rules.derive import Part, Value, effective
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.ruleset import Ruleset
from mordcry_app.rules.state import TAKEN, Carried, State, Trait
from mordcry_app.rules.state import Member as PureMember
from mordcry_app.services.battle_entries import BattleEntry, entry_from_json
from mordcry_app.services.board_layout import open_board
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.fought_battles import fought_battles
from mordcry_app.services.pending_views import pending_of_owner
from mordcry_app.services.shown import (
    draft_title,
    roster_amount,
    shown_member_name,
    shown_roster_name,
)
from mordcry_app.services.state_reader import STATE_TABLES, current_state, table_of
from mordcry_app.services.views import (
    AmountView,
    CampaignView,
    ChoiceView,
    DraftView,
    ItemView,
    MemberView,
    PartView,
    RollView,
    RosterView,
    StatColumn,
    StoryView,
    TraitView,
    ValueView,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection

SKILL, ABILITY, INJURY = "skill", "ability", "injury"


_ROSTER_TABLES = STATE_TABLES | {"campaign", "battle"}


@dataclass(frozen=True)
class _Facts:
    """What a view needs beside the pure state, read once."""

    state: State
    ruleset: Ruleset
    rules: HouseRules
    switched: Mapping[str, str | int]
    member_rows: Mapping[int, Any]
    roster_rows: Mapping[int, Any]
    images: Mapping[int, bytes]
    battle_numbers: Mapping[int, int]
    entries: tuple[BattleEntry, ...]
    leaders: Mapping[int, int | None]
    seen: dict[int, tuple[object, MemberView]]
    """The last view of each member with all that it was made from."""


def campaign_view(file: CampaignFile) -> CampaignView:
    """Return the whole campaign: every roster with every fighter."""
    campaign, battle = table_of(Campaign), table_of(Battle)
    with file.reading() as connection:
        rosters = _rosters(file, connection)
        row = connection.execute(select(campaign.c.name, campaign.c.ruleset)).one()
        fought = connection.execute(
            select(func.count()).where(battle.c.state != "set_up")
        ).scalar_one()
        drafts = _drafts(file, connection)
        set_up = connection.execute(
            select(func.count()).where(battle.c.state == "set_up")
        ).scalar_one()
    return CampaignView(
        name=row.name,
        path=file.path,
        ruleset=row.ruleset,
        ruleset_name=file.ruleset.manifest.name,
        battles_fought=fought,
        rosters=rosters,
        columns=stat_columns(file.ruleset.content),
        paper=file.ruleset.content.paper,
        drafts=drafts,
        advances_due=sum(m.advances_due for roster in rosters for m in roster.members),
        read_only=file.read_only_reason,
        is_set_up=bool(set_up),
    )


def drafts_view(file: CampaignFile) -> tuple[DraftView, ...]:
    """Return the boards that are open, and how much of each is left."""
    with file.reading() as connection:
        return _drafts(file, connection)


def roster_view(file: CampaignFile, roster_id: int) -> RosterView:
    """Return one roster; raises `Refusal` when there is none with this id."""
    with file.reading() as connection:
        rosters = _rosters(file, connection)
    for roster in rosters:
        if roster.id == roster_id:
            return roster
    raise Refusal("That warband is no longer there.")


def member_view(file: CampaignFile, member_id: int) -> MemberView:
    """Return one fighter; raises `Refusal` when there is none with this id."""
    with file.reading() as connection:
        rosters = _rosters(file, connection)
    for roster in rosters:
        for member in (*roster.members, *roster.fallen):
            if member.id == member_id:
                return member
    raise Refusal("That fighter is no longer there.")


def member_story(file: CampaignFile, member_id: int) -> tuple[StoryView, ...]:
    """Return the lines of the chronicle about one fighter, newest first."""
    entry, battle = table_of(ChronicleEntry), table_of(Battle)
    query = (
        select(entry, battle.c.number)
        .join(battle, battle.c.id == entry.c.battle_id, isouter=True)
        .where(entry.c.member_id == member_id)
        .order_by(entry.c.id.desc())
    )
    with file.reading() as connection:
        return tuple(
            StoryView(
                id=row["id"],
                text=row["text"],
                at=row["at"],
                battle_number=row["number"],
                member_id=row["member_id"],
                roster_id=row["roster_id"],
            )
            for row in connection.execute(query).mappings()
        )


def rolls_view(file: CampaignFile, limit: int = 200) -> tuple[RollView, ...]:
    """Return the latest rolls of the campaign, newest first."""
    roll = table_of(DiceRoll)
    with file.reading() as connection:
        rows = connection.execute(select(roll).order_by(roll.c.id.desc()).limit(limit)).mappings()
        return tuple(
            RollView(
                id=row["id"],
                at=row["at"],
                dice=row["dice"],
                faces=tuple(row["faces"]),
                total=row["total"],
                typed=row["typed"],
                purpose=row["purpose"],
            )
            for row in rows
        )


def stat_columns(content: Content) -> tuple[StatColumn, ...]:
    """Return the characteristics as table headings."""
    return tuple(
        StatColumn(c.id, c.short, c.name, c.text) for c in content.characteristics.values()
    )


def item_choices(
    file: CampaignFile, *, member_id: int | None = None, roster_id: int | None = None
) -> tuple[ChoiceView, ...]:
    """Return every catalogue item at the price that a fighter, or a warband, is asked for it."""
    battle = table_of(Battle).c
    with file.reading() as connection:
        rules = file.house_rules(connection)
        records = (
            connection.execute(select(battle.record).where(battle.state != "set_up"))
            .scalars()
            .all()
        )
    sides = [side for record in records for side in entry_from_json(record).sides]
    fought = any(member_id in s.took_part or s.roster_id == roster_id for s in sides)
    ruleset = file.ruleset
    return tuple(
        ChoiceView(i.id, i.name, i.text, i.kind, ruleset.asking_price(i, rules, fought=fought))
        for i in ruleset.content_under(rules).items.values()
    )


def trait_choices(file: CampaignFile, kind: str) -> tuple[ChoiceView, ...]:
    """Return every catalogue trait of one kind."""
    return tuple(
        ChoiceView(trait.id, trait.name, trait.text, trait.cost)
        for trait in file.ruleset.content.traits_of(kind)
    )


def archetype_choices(file: CampaignFile) -> tuple[ChoiceView, ...]:
    """Return every archetype that a recruit may have."""
    return tuple(
        ChoiceView(archetype.id, archetype.name, archetype.text)
        for archetype in file.ruleset.content.archetypes.values()
    )


def value_view(value: Value, content: Content) -> ValueView:
    """Return the view of one effective value."""
    characteristic = content.characteristics[value.stat]
    return ValueView(
        stat=value.stat,
        short=characteristic.short,
        name=characteristic.name,
        text=characteristic.written(value.total),
        total=value.total,
        base=value.base,
        parts=tuple(
            PartView(
                part.label,
                part.amount,
                part.kind,
                by_hand=part.by_hand,
                written=_written(part, characteristic),
            )
            for part in value.parts
        ),
        description=characteristic.text,
    )


def _written(part: Part, characteristic: Characteristic) -> str:
    """Return how a part of a save is written: “6+” rather than “+6”."""
    return characteristic.written(part.amount) if characteristic.style == "save" else ""


def _rosters(file: CampaignFile, connection: Connection) -> tuple[RosterView, ...]:
    """Return every roster; worked out anew only when something has changed about one."""

    def work_out() -> tuple[RosterView, ...]:
        facts = _facts(file, connection)
        return tuple(_roster(facts, roster_id) for roster_id in facts.state.rosters)

    return file.remembered.get("rosters", _ROSTER_TABLES, work_out)


def _facts(file: CampaignFile, connection: Connection) -> _Facts:
    member, roster = table_of(Member).c, table_of(Roster)
    members = connection.execute(
        select(member.id, member.notes, member.portrait_id, member.left_battle_id)
    ).all()
    rosters = connection.execute(select(roster)).all()
    battles = fought_battles(file, connection)
    pictures = [row.portrait_id for row in members] + [row.crest_id for row in rosters]
    state = current_state(file, connection)
    leaders = {roster_id: file.ruleset.leader(state, roster_id) for roster_id in state.rosters}
    rules = file.house_rules(connection)
    return _Facts(
        state=state,
        ruleset=file.ruleset,
        rules=rules,
        switched=rules.changed(),
        member_rows={row.id: row for row in members},
        roster_rows={row.id: row for row in rosters},
        images=_images(file, connection, {i for i in pictures if i is not None}),
        battle_numbers={row.id: row.number for row in battles},
        entries=tuple(battle.entry for battle in battles),
        leaders={r: leader.id if leader else None for r, leader in leaders.items()},
        seen=file.remembered.get("members", frozenset(), dict[int, tuple[object, MemberView]]),
    )


def _images(file: CampaignFile, connection: Connection, ids: set[int]) -> dict[int, bytes]:
    """Return pictures by id; one that was damaged on the disk counts as none.

    A picture never changes once it is stored, so it is read once, however often others are added.
    """
    known = file.remembered.get("images", frozenset(), dict[int, bytes])
    missing = sorted(ids - known.keys())
    if missing:
        attachment = table_of(Attachment).c
        query = select(attachment.id, attachment.sha256, attachment.data)
        for row in connection.execute(query.where(attachment.id.in_(missing))):
            if hashlib.sha256(row.data).hexdigest() == row.sha256:
                known[row.id] = row.data
    return {image_id: known[image_id] for image_id in ids if image_id in known}


def _drafts(file: CampaignFile, connection: Connection) -> tuple[DraftView, ...]:
    draft = table_of(Draft).c
    views: list[DraftView] = []
    for row in connection.execute(select(draft.id, draft.kind).order_by(draft.id)).all():
        board = open_board(file, connection, row.id)
        number = board.basis.battle_number
        views.append(
            DraftView(
                id=row.id,
                kind=row.kind,
                title=draft_title(row.kind, number),
                battle_number=number,
                left=board.left,
            )
        )
    return tuple(views)


def _roster(facts: _Facts, roster_id: int) -> RosterView:
    roster = facts.state.rosters[roster_id]
    row = facts.roster_rows[roster_id]
    views = [_member(facts, member) for member in facts.state.of_roster(roster_id)]
    members = tuple(view for view in views if view.state == "active")
    results = [
        side.result
        for entry in facts.entries
        for side in entry.sides
        if side.roster_id == roster_id
    ]
    return RosterView(
        id=roster_id,
        name=roster.name,
        shown_name=shown_roster_name(roster),
        player=roster.player,
        motto=row.motto,
        theme=row.theme,
        amounts=tuple(
            AmountView(r.id, r.name, r.short, roster_amount(facts.state, roster_id, r))
            for r in facts.ruleset.content.resources.values()
            if not r.hidden and (r.owner == "roster" or r.summed)
        ),
        members=members,
        fallen=tuple(view for view in views if view.state != "active"),
        stash=tuple(
            _item(carried, facts.ruleset.content_under(facts.rules)) for carried in roster.stash
        ),
        fought=len(results),
        won=results.count("won"),
        lost=results.count("lost") + results.count("retreated"),
        drawn=results.count("drew"),
        strength=sum(facts.ruleset.strength(m, facts.rules) for m in facts.state.active(roster_id)),
        crest=facts.images.get(row.crest_id),
        pending=pending_of_owner(facts.state.rosters[roster_id], facts.ruleset),
    )


def _member(facts: _Facts, member: PureMember) -> MemberView:
    """Return the view of one member; worked out anew only when something about it has changed."""
    row = facts.member_rows[member.id]
    leads = facts.leaders[member.roster_id] == member.id
    battle = facts.battle_numbers.get(row.left_battle_id)
    basis = (member, tuple(row), leads, battle, facts.switched)
    seen = facts.seen.get(member.id)
    if seen is None or seen[0] != basis:
        seen = facts.seen[member.id] = (basis, _member_view(facts, member, row, leads, battle))
    return seen[1]


def _member_view(
    facts: _Facts, member: PureMember, row: Any, leads: bool, left_in_battle: int | None
) -> MemberView:
    ruleset, content = facts.ruleset, facts.ruleset.content_under(facts.rules)
    progress = ruleset.advance_progress(member, facts.rules)
    archetype = content.archetypes.get(member.archetype)
    items = tuple(_item(carried, content) for carried in member.carried)
    known = (SKILL, ABILITY, INJURY, TAKEN)
    return MemberView(
        id=member.id,
        roster_id=member.roster_id,
        name=member.name,
        shown_name=shown_member_name(member, ruleset),
        archetype=member.archetype,
        archetype_name=archetype.name if archetype else member.archetype,
        leads=leads,
        state=member.state,
        values=tuple(
            value_view(effective(member, stat, content), content)
            for stat in content.characteristics
        ),
        amounts=tuple(
            AmountView(r.id, r.name, r.short, member.amount(r.id))
            for r in content.resources.values()
            if r.owner == "member" and not r.hidden
        ),
        advances_due=progress.due if member.state == "active" else 0,
        next_advance_at=progress.next_at,
        items=items,
        skills=_traits(member, content, (SKILL, ABILITY)),
        injuries=_traits(member, content, (INJURY,)),
        pending=pending_of_owner(member, ruleset),
        other_traits=_traits(member, content, tuple({t.kind for t in member.traits} - set(known))),
        attacks=ruleset.attack_lines(member, facts.rules),
        tags=tuple(sorted(member.tags)),
        notes=row.notes,
        portrait=facts.images.get(row.portrait_id),
        misses_next_battle=member.misses_next_battle,
        carries=", ".join(item.label for item in items),
        fell_in_battle=left_in_battle if member.state == "dead" else None,
        fate={"dead": "Fell", "retired": "Retired"}.get(member.state, ""),
    )


def _traits(member: PureMember, content: Content, kinds: tuple[str, ...]) -> tuple[TraitView, ...]:
    return tuple(_trait(trait, member, content) for trait in member.traits if trait.kind in kinds)


def _trait(trait: Trait, member: PureMember, content: Content) -> TraitView:
    definition = content.trait(trait.kind, trait.ref)
    caused = [m for m in member.modifiers if m.cause == trait.cause]
    totals: dict[str, int] = {}
    for modifier in caused:
        totals[modifier.stat] = totals.get(modifier.stat, 0) + modifier.amount
    effect = ", ".join(
        f"{'+' if amount > 0 else '−'}{abs(amount)} {content.characteristics[stat].short}"
        for stat, amount in totals.items()
        if amount and stat in content.characteristics
    )
    return TraitView(
        kind=trait.kind,
        ref=trait.ref,
        name=definition.name_at(trait.level) if definition else trait.name,
        text=definition.text if definition else "",
        cost=definition.cost if definition else "",
        level=trait.level,
        source=trait.source,
        effect=effect,
    )


def _item(carried: Carried, content: Content) -> ItemView:
    item = content.items.get(carried.ref)
    if item is None:
        name = carried.ref.replace("_", " ")
        return ItemView(carried.ref, "", name, "", carried.quantity, spent=carried.spent)
    return ItemView(
        item.id, item.kind, item.name, item.text, carried.quantity, item.price, carried.spent
    )
