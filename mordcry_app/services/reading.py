"""Builds the frozen views of a campaign from the stored rows and the ruleset.

Everything effective comes from `rules.derive` and the ruleset’s own lines, so screens, sheets and
the command line show the same numbers with the same explanations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

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
from mordcry_app.rules.catalogue import Characteristic, Content, HouseRules, Resource
from mordcry_app.rules.derive import Part, Value, effective
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.ruleset import Ruleset
from mordcry_app.rules.state import PENDING, Carried, State, Trait
from mordcry_app.rules.state import Member as PureMember
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.state_reader import read_state, table_of
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
_STRENGTH_BASE = 10
"""Warband strength counts 10 + XP a fighter (checklist 002, ruling 17)."""


@dataclass(frozen=True)
class _Facts:
    """What a view needs beside the pure state, read once."""

    state: State
    ruleset: Ruleset
    rules: HouseRules
    member_rows: Mapping[int, Any]
    roster_rows: Mapping[int, Any]
    images: Mapping[int, bytes]
    records: tuple[tuple[int, Mapping[str, Any]], ...]


def campaign_view(file: CampaignFile) -> CampaignView:
    """Return the whole campaign: every roster with every fighter."""
    with file.reading() as connection:
        facts = _facts(file, connection)
        row = connection.execute(select(table_of(Campaign))).mappings().one()
        drafts = _drafts(connection)
        rosters = tuple(_roster(facts, roster_id) for roster_id in facts.state.rosters)
    return CampaignView(
        name=row["name"],
        path=file.path,
        ruleset=row["ruleset"],
        ruleset_name=file.ruleset.manifest.name,
        battles_fought=len(facts.records),
        rosters=rosters,
        columns=stat_columns(file.ruleset.content),
        drafts=drafts,
        advances_due=sum(m.advances_due for roster in rosters for m in roster.members),
        read_only=file.read_only_reason,
    )


def roster_view(file: CampaignFile, roster_id: int) -> RosterView:
    """Return one roster; raises `Refusal` when there is none with this id."""
    with file.reading() as connection:
        facts = _facts(file, connection)
    if roster_id not in facts.state.rosters:
        raise Refusal("That warband is no longer there.")
    return _roster(facts, roster_id)


def member_view(file: CampaignFile, member_id: int) -> MemberView:
    """Return one fighter; raises `Refusal` when there is none with this id."""
    with file.reading() as connection:
        facts = _facts(file, connection)
    if member_id not in facts.state.members:
        raise Refusal("That fighter is no longer there.")
    return _member(facts, facts.state.members[member_id])


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


def item_choices(file: CampaignFile) -> tuple[ChoiceView, ...]:
    """Return every catalogue item that can be given to a fighter."""
    return tuple(
        ChoiceView(item.id, item.name, item.text, item.kind, item.price)
        for item in file.ruleset.content.items.values()
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


def shown_member_name(member: PureMember, ruleset: Ruleset) -> str:
    """Return the name, or what an unnamed fighter is called: “unnamed Youngblood”."""
    archetype = ruleset.content.archetypes.get(member.archetype)
    return member.name or f"unnamed {archetype.name if archetype else 'fighter'}"


def roster_amount(state: State, roster_id: int, resource: Resource) -> int:
    """Return what a roster has of a resource; a summed one counts over its active members."""
    own = state.rosters[roster_id].amount(resource.id)
    if not resource.summed:
        return own
    return own + sum(member.amount(resource.id) for member in state.active(roster_id))


def _facts(file: CampaignFile, connection: Connection) -> _Facts:
    member, roster, battle = table_of(Member), table_of(Roster), table_of(Battle)
    member_rows = {
        row["id"]: row
        for row in connection.execute(
            select(member.c.id, member.c.notes, member.c.portrait_id, member.c.tags)
        ).mappings()
    }
    roster_rows = {row["id"]: row for row in connection.execute(select(roster)).mappings()}
    wanted = [r["portrait_id"] for r in member_rows.values() if r["portrait_id"] is not None]
    wanted += [r["crest_id"] for r in roster_rows.values() if r["crest_id"] is not None]
    records = connection.execute(
        select(battle.c.number, battle.c.record).order_by(battle.c.number)
    ).all()
    return _Facts(
        state=read_state(connection),
        ruleset=file.ruleset,
        rules=file.house_rules(connection),
        member_rows=member_rows,
        roster_rows=roster_rows,
        images=_images(connection, wanted),
        records=tuple((int(number), record) for number, record in records),
    )


def _images(connection: Connection, ids: Iterable[int]) -> dict[int, bytes]:
    wanted = sorted(set(ids))
    if not wanted:
        return {}
    attachment = table_of(Attachment)
    query = select(attachment.c.id, attachment.c.data).where(attachment.c.id.in_(wanted))
    return {row.id: row.data for row in connection.execute(query)}


def _drafts(connection: Connection) -> tuple[DraftView, ...]:
    draft, battle = table_of(Draft), table_of(Battle)
    query = (
        select(draft.c.id, draft.c.kind, draft.c.about, battle.c.number)
        .join(battle, battle.c.id == draft.c.battle_id, isouter=True)
        .order_by(draft.c.id)
    )
    return tuple(
        DraftView(
            id=row.id,
            kind=row.kind,
            title=draft_title(row.kind, row.number),
            battle_number=row.number,
            left=int(row.about.get("left", 0)),
        )
        for row in connection.execute(query)
    )


def draft_title(kind: str, battle_number: int | None) -> str:
    """Return what a board is called."""
    return f"Aftermath of battle {battle_number}" if kind == "aftermath" else "Advances"


def _roster(facts: _Facts, roster_id: int) -> RosterView:
    roster = facts.state.rosters[roster_id]
    row = facts.roster_rows[roster_id]
    views = [_member(facts, member) for member in facts.state.of_roster(roster_id)]
    members = tuple(view for view in views if view.state == "active")
    results = [
        side["result"]
        for _, record in facts.records
        for side in record.get("sides", [])
        if side["roster_id"] == roster_id
    ]
    return RosterView(
        id=roster_id,
        name=roster.name,
        shown_name=roster.name or "Unnamed warband",
        player=roster.player,
        motto=row["motto"],
        theme=row["theme"],
        amounts=tuple(
            AmountView(r.id, r.name, r.short, roster_amount(facts.state, roster_id, r))
            for r in facts.ruleset.content.resources.values()
            if not r.hidden and (r.owner == "roster" or r.summed)
        ),
        members=members,
        fallen=tuple(view for view in views if view.state != "active"),
        stash=tuple(_item(carried, facts.ruleset.content) for carried in roster.stash),
        fought=len(results),
        won=results.count("won"),
        lost=results.count("lost") + results.count("retreated"),
        drawn=results.count("drew"),
        strength=sum(_STRENGTH_BASE + view.amount("xp") for view in members),
        crest=facts.images.get(row["crest_id"]) if row["crest_id"] else None,
    )


def _member(facts: _Facts, member: PureMember) -> MemberView:
    ruleset, content = facts.ruleset, facts.ruleset.content
    row = facts.member_rows[member.id]
    progress = ruleset.advance_progress(member, facts.rules)
    archetype = content.archetypes.get(member.archetype)
    leader = ruleset.leader(facts.state, member.roster_id)
    items = tuple(_item(carried, content) for carried in member.carried)
    known = (SKILL, ABILITY, INJURY, PENDING)
    return MemberView(
        id=member.id,
        roster_id=member.roster_id,
        name=member.name,
        shown_name=shown_member_name(member, ruleset),
        archetype=member.archetype,
        archetype_name=archetype.name if archetype else member.archetype,
        leads=leader is not None and leader.id == member.id,
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
        pending=_traits(member, content, (PENDING,)),
        other_traits=_traits(member, content, tuple({t.kind for t in member.traits} - set(known))),
        attacks=ruleset.attack_lines(member, facts.rules),
        tags=tuple(sorted(member.tags)),
        notes=row["notes"],
        portrait=facts.images.get(row["portrait_id"]) if row["portrait_id"] else None,
        misses_next_battle=member.misses_next_battle,
        carries=", ".join(item.label for item in items),
        fell_in_battle=_fell_in(facts, member),
        fate={"dead": "Fell", "retired": "Retired"}.get(member.state, ""),
    )


def _fell_in(facts: _Facts, member: PureMember) -> int | None:
    if member.state != "dead":
        return None
    for number, record in reversed(facts.records):
        for side in record.get("sides", []):
            if str(member.id) in side["out_by"]:
                return number
    return None


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
    if trait.kind == PENDING and trait.level > 1:
        effect = str(trait.level)
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
        return ItemView(carried.ref, "", carried.ref.replace("_", " "), "", carried.quantity)
    return ItemView(item.id, item.kind, item.name, item.text, carried.quantity, item.price)
