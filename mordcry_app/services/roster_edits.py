"""Changes to rosters by hand: names, notes, corrections, gear, recruits, retirements.

Each function is one operation with a reason that the history and the ledgers show. What goes
through the effect vocabulary is written as effects, like everything that the rules do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import func, select
from sqlmodel import select as orm_select

from mordcry_app.model.tables import MOST, Campaign, Member, Modifier, Player, Roster
from mordcry_app.rules import state as pure
from mordcry_app.rules.derive import BY_HAND, effective
from mordcry_app.rules.effects import (
    AddTag,
    AddTrait,
    Effect,
    Gain,
    GainItem,
    GearLost,
    GearToStash,
    Kill,
    Lose,
    LoseItem,
    Modify,
    RemoveTag,
    RemoveTrait,
    Restore,
    Retire,
)
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.effects import roster as roster_target
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.ruleset import Recruit
from mordcry_app.rules.settle import Scene, settle_without_asking
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.effect_writer import EffectWriter
from mordcry_app.services.founding import add_recruit
from mordcry_app.services.reading import roster_amount, shown_member_name
from mordcry_app.services.state_reader import read_state, table_of
from mordcry_app.services.text_checks import check_amount, clean_name, clean_reason, clean_text
from mordcry_app.services.unit_of_work import Work, unit_of_work
from mordcry_app.services.views import Touched

EDIT = "edit"

MOST_TAGS = 30
_HIGHEST_STAT = 99


def rename_campaign(file: CampaignFile, name: str) -> Touched:
    """Give the campaign another name; it needs one."""
    name = clean_name(name, "The campaign")
    if not name:
        raise Refusal("A campaign needs a name.")
    with unit_of_work(file, f"Renamed the campaign to “{name}”", EDIT) as work:
        work.session.get_one(Campaign, 1).name = name
    return work.touched


def rename_player(file: CampaignFile, roster_id: int, name: str) -> Touched:
    """Give the player of a roster another name."""
    name = clean_name(name, "A player")
    with unit_of_work(file, f"Renamed a player to “{name}”", EDIT) as work:
        roster = _roster_row(work, roster_id)
        work.session.get_one(Player, roster.player_id).name = name
        roster.name = roster.name
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
        roster = _roster_row(work, roster_id)
        if player is not None:
            work.session.get_one(Player, roster.player_id).name = clean_name(player, "A player")
        if name is not None:
            roster.name = clean_name(name, "A warband")
            work.label = f"Renamed a warband to “{roster.name}”"
        if motto is not None:
            roster.motto = clean_name(motto, "A motto")
            work.label = f"{roster.name or 'A warband'}: motto changed"
        if theme is not None:
            roster.theme = theme[:64]
    return work.touched


def rename_member(file: CampaignFile, member_id: int, name: str) -> Touched:
    """Give a fighter another name; an empty one makes it unnamed."""
    name = clean_name(name, "A fighter")
    with unit_of_work(file, f"Renamed a fighter to “{name}”", EDIT) as work:
        member = _member_row(work, member_id)
        if member.name:
            work.label = f"Renamed {member.name} to “{name}”"
        member.name = name
    return work.touched


def set_notes(file: CampaignFile, member_id: int, text: str) -> Touched:
    """Replace a fighter’s notes."""
    text = clean_text(text)
    with unit_of_work(file, "Changed notes", EDIT) as work:
        member = _member_row(work, member_id)
        member.notes = text
        work.label = f"{member.name or 'A fighter'}: notes changed"
    return work.touched


def set_tags(file: CampaignFile, member_id: int, tags: Iterable[str]) -> Touched:
    """Replace a fighter’s tags; spaces become underscores."""
    wanted = {_tag(tag) for tag in tags if tag.strip()}
    if len(wanted) > MOST_TAGS:
        raise Refusal(f"A fighter can have at most {MOST_TAGS} tags.")
    with unit_of_work(file, "Changed tags", EDIT) as work:
        member = _member_row(work, member_id)
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
        member = _member_row(work, member_id)
        query = orm_select(Member).where(Member.roster_id == member.roster_id)
        rows = sorted(work.session.scalars(query), key=lambda m: (m.position, m.id or 0))
        active = [row for row in rows if row.state == "active" and row.id != member_id]
        others = [row for row in rows if row.state != "active"]
        active.insert(max(0, min(to_index, len(active))), member)
        for position, row in enumerate([*active, *others]):
            row.position = position
        work.label = f"Moved {member.name or 'a fighter'} on the roster"
    return work.touched


def correct_stat(
    file: CampaignFile, member_id: int, stat: str, effective_value: int, reason: str
) -> Touched:
    """Make an effective value what it should be, by a modifier that names the reason."""
    with unit_of_work(file, "Corrected a value", EDIT) as work:
        member, name = _member(file, work, member_id)
        characteristic = _characteristic(file, stat)
        check_amount(effective_value, characteristic.floor, _HIGHEST_STAT, characteristic.name)
        now = effective(member, stat, file.ruleset.content)
        effect = _by_hand(member_id, stat, effective_value - now.total, reason)
        if effect.amount:
            EffectWriter(work).write([effect])
        work.label = (
            f"{name}: {characteristic.name} corrected to {characteristic.written(effective_value)}"
        )
    return work.touched


def add_modifier(
    file: CampaignFile, member_id: int, stat: str, amount: int, reason: str
) -> Touched:
    """Add a lasting modifier with a reason."""
    with unit_of_work(file, "Added a modifier", EDIT) as work:
        _, name = _member(file, work, member_id)
        characteristic = _characteristic(file, stat)
        check_amount(amount, -_HIGHEST_STAT, _HIGHEST_STAT, f"A modifier of {characteristic.name}")
        if not amount:
            raise Refusal("A modifier of 0 changes nothing.")
        EffectWriter(work).write([_by_hand(member_id, stat, amount, reason)])
        work.label = f"{name}: {_signed(amount)} {characteristic.short}"
    return work.touched


def remove_modifier(file: CampaignFile, member_id: int, stat: str, source: str) -> Touched:
    """Remove the newest modifier of a value that has this source and was entered by hand."""
    with unit_of_work(file, "Removed a modifier", EDIT) as work:
        _, name = _member(file, work, member_id)
        query = orm_select(Modifier).where(
            Modifier.member_id == member_id,
            Modifier.key == stat,
            Modifier.source == source,
            Modifier.cause == BY_HAND,
        )
        rows = sorted(work.session.scalars(query), key=lambda row: row.id or 0)
        if not rows:
            raise Refusal("Only what was entered by hand can be removed here.")
        work.delete(rows[-1])
        work.label = f"{name}: removed “{source}”"
    return work.touched


def add_trait(file: CampaignFile, member_id: int, kind: str, ref: str, reason: str = "") -> Touched:
    """Give a fighter a skill, an injury or another trait of the catalogue."""
    with unit_of_work(file, "Added a trait", EDIT) as work:
        member, name = _member(file, work, member_id)
        definition = file.ruleset.content.trait(kind, ref)
        if definition is None:
            raise Refusal("The rules know nothing of that name.")
        if definition.most_levels == 1 and not definition.lasting and member.trait(kind, ref):
            raise Refusal(f"{name} already has {definition.name}.")
        state = read_state(work.connection)
        source = clean_reason(reason, "by hand")
        scene = Scene(state, member, file.ruleset.content, "edit", source, {})
        effect = AddTrait(kind=kind, ref=ref, source=source)
        EffectWriter(work).write(settle_without_asking((effect,), scene))
        work.label = f"{name}: gained {definition.name}"
    return work.touched


def remove_trait(
    file: CampaignFile, member_id: int, kind: str, ref: str, reason: str = ""
) -> Touched:
    """Take a trait from a fighter, with everything that it changed."""
    with unit_of_work(file, "Removed a trait", EDIT) as work:
        member, name = _member(file, work, member_id)
        trait = member.trait(kind, ref)
        if trait is None:
            raise Refusal(f"{name} does not have that any more.")
        EffectWriter(work).write([RemoveTrait(who=member_target(member_id), kind=kind, ref=ref)])
        why = clean_reason(reason, "")
        work.label = f"{name}: {trait.name} removed" + (f" ({why})" if why else "")
    return work.touched


def give_item(
    file: CampaignFile,
    ref: str,
    *,
    member_id: int | None = None,
    roster_id: int | None = None,
    price: int = 0,
    reason: str = "",
) -> Touched:
    """Give an item to a fighter or put it into a stash; a price is paid from the warband’s crowns.

    Refused when the fighter cannot carry it or the crowns are not there.
    """
    with unit_of_work(file, "Gave an item", EDIT) as work:
        item = file.ruleset.content.items.get(ref)
        if item is None:
            raise Refusal("The rules know no item of that name.")
        owner, owner_name, roster = _owner(file, work, member_id, roster_id)
        effects: list[Effect] = [GainItem(who=owner, ref=ref)]
        effects += _payment(file, work, roster, -price, clean_reason(reason, f"Bought {item.name}"))
        _check_and_write(file, work, effects, member_id)
        work.label = f"{owner_name}: received {item.name}" + (f" for {price}" if price else "")
    return work.touched


def drop_item(
    file: CampaignFile,
    ref: str,
    *,
    member_id: int | None = None,
    roster_id: int | None = None,
    refund: int = 0,
    reason: str = "",
) -> Touched:
    """Take an item out of the campaign; a refund goes to the warband’s crowns."""
    with unit_of_work(file, "Dropped an item", EDIT) as work:
        owner, owner_name, roster = _owner(file, work, member_id, roster_id)
        item_name = _require_item(file, work, ref, member_id, roster_id)
        effects: list[Effect] = [LoseItem(who=owner, ref=ref)]
        effects += _payment(file, work, roster, refund, clean_reason(reason, f"Sold {item_name}"))
        EffectWriter(work).write(effects)
        work.label = f"{owner_name}: {'sold' if refund else 'dropped'} {item_name}"
    return work.touched


def move_item(
    file: CampaignFile,
    ref: str,
    roster_id: int,
    *,
    from_member: int | None = None,
    to_member: int | None = None,
) -> Touched:
    """Move an item between two fighters of a roster, or to and from its stash (none)."""
    with unit_of_work(file, "Moved an item", EDIT) as work:
        source, source_name, _ = _owner(file, work, from_member, roster_id)
        aim, aim_name, aim_roster = _owner(file, work, to_member, roster_id)
        if aim_roster != roster_id:
            raise Refusal("Gear moves within one warband only.")
        if source == aim:
            raise Refusal("It is already there.")
        item_name = _require_item(file, work, ref, from_member, roster_id)
        effects: list[Effect] = [LoseItem(who=source, ref=ref), GainItem(who=aim, ref=ref)]
        _check_and_write(file, work, effects, to_member)
        work.label = f"{item_name}: from {source_name} to {aim_name}"
    return work.touched


def adjust_resource(
    file: CampaignFile,
    resource: str,
    amount: int,
    reason: str,
    *,
    member_id: int | None = None,
    roster_id: int | None = None,
) -> Touched:
    """Add to or take from a ledger by hand, with a reason."""
    with unit_of_work(file, "Corrected a ledger", EDIT) as work:
        definition = file.ruleset.content.resources.get(resource)
        if definition is None or definition.hidden:
            raise Refusal("There is no such ledger.")
        owner, owner_name, _ = _owner(file, work, member_id, roster_id)
        if (definition.owner == "member") != (member_id is not None):
            whose = "a fighter" if definition.owner == "member" else "a warband"
            raise Refusal(f"{definition.name} belongs to {whose}.")
        check_amount(amount, -MOST // 1000, MOST // 1000, definition.name)
        if not amount:
            raise Refusal("An amount of 0 changes nothing.")
        if member_id is None:
            owner_name = _roster_row(work, roster_id or 0).name or "The warband"
        state = read_state(work.connection)
        has = (
            state.members[member_id].amount(resource)
            if member_id is not None
            else state.rosters[roster_id or 0].amount(resource)
        )
        if has + amount < 0:
            raise Refusal(f"{owner_name} has {has} {definition.short}, so {-amount} cannot go.")
        why = clean_reason(reason, "Corrected by hand")
        effect: Effect = (
            Gain(who=owner, resource=resource, amount=amount, reason=why)
            if amount > 0
            else Lose(who=owner, resource=resource, amount=-amount, reason=why)
        )
        EffectWriter(work).write([effect])
        work.label = f"{owner_name}: {_signed(amount)} {definition.short}, {why}"
    return work.touched


def recruit(
    file: CampaignFile, roster_id: int, archetype: str, name: str = "", price: int = 0
) -> Touched:
    """Add a fighter without experience to a roster; a price is paid from the warband’s crowns."""
    name = clean_name(name, "A fighter")
    with unit_of_work(file, "Recruited a fighter", EDIT) as work:
        definition = file.ruleset.content.archetypes.get(archetype)
        if definition is None:
            raise Refusal("The rules know no fighter of that kind.")
        _roster_row(work, roster_id)
        rules = file.house_rules(work.connection)
        new: Recruit = file.ruleset.recruit(archetype, rules)
        member = table_of(Member)
        last = work.connection.execute(
            select(func.max(member.c.position)).where(member.c.roster_id == roster_id)
        ).scalar_one()
        member_id = add_recruit(work, file.ruleset, roster_id, new, name, int(last or 0) + 1)
        why = f"Recruited {name or definition.name}"
        EffectWriter(work).write(_payment(file, work, roster_id, -price, why))
        file.ruleset.check_roster(read_state(work.connection), roster_id, rules)
        work.created["member"] = member_id
        work.label = f"Recruited {name or 'a ' + definition.name}"
    return work.touched


def retire(file: CampaignFile, member_id: int, reason: str = "") -> Touched:
    """Let a fighter leave the roster alive; its gear goes to the stash."""
    why = clean_reason(reason, "Retired")
    return _leave(file, member_id, "retired", Retire(who="self", source=why), GearToStash(), why)


def mark_dead(
    file: CampaignFile, member_id: int, *, gear_lost: bool = False, reason: str = ""
) -> Touched:
    """Send a fighter to the graveyard; its gear goes to the stash or is lost."""
    why = clean_reason(reason, "Died")
    gear = GearLost() if gear_lost else GearToStash()
    return _leave(file, member_id, "died", Kill(who="self", source=why), gear, why)


def restore(file: CampaignFile, member_id: int, reason: str = "") -> Touched:
    """Put a dead or retired fighter back on the roster."""
    with unit_of_work(file, "Restored a fighter", EDIT) as work:
        member, name = _member(file, work, member_id)
        if member.state == "active":
            raise Refusal(f"{name} already stands on the roster.")
        EffectWriter(work).write([Restore(who=member_target(member_id))])
        rules = file.house_rules(work.connection)
        work.session.flush()
        file.ruleset.check_roster(read_state(work.connection), member.roster_id, rules)
        why = clean_reason(reason, "")
        work.label = f"{name} stands on the roster again" + (f" ({why})" if why else "")
    return work.touched


def _leave(
    file: CampaignFile,
    member_id: int,
    verb: str,
    leaving: Retire | Kill,
    gear: GearToStash | GearLost,
    reason: str,
) -> Touched:
    with unit_of_work(file, f"A fighter {verb}", EDIT) as work:
        member, name = _member(file, work, member_id)
        if member.state != "active":
            raise Refusal(f"{name} does not stand on the roster any more.")
        who = member_target(member_id)
        EffectWriter(work).write(
            [leaving.model_copy(update={"who": who}), gear.model_copy(update={"who": who})]
        )
        work.label = f"{name} {verb}" + (f" ({reason})" if reason.lower() != verb else "")
    return work.touched


def _member(file: CampaignFile, work: Work, member_id: int) -> tuple[pure.Member, str]:
    member = read_state(work.connection).members.get(member_id)
    if member is None:
        raise Refusal("That fighter is no longer there.")
    return member, shown_member_name(member, file.ruleset)


def _member_row(work: Work, member_id: int) -> Member:
    member = work.session.get(Member, member_id)
    if member is None:
        raise Refusal("That fighter is no longer there.")
    return member


def _roster_row(work: Work, roster_id: int) -> Roster:
    roster = work.session.get(Roster, roster_id)
    if roster is None:
        raise Refusal("That warband is no longer there.")
    return roster


def _owner(
    file: CampaignFile, work: Work, member_id: int | None, roster_id: int | None
) -> tuple[str, str, int]:
    """Return the effect target, the name and the roster of a fighter or a stash."""
    if member_id is not None:
        member, name = _member(file, work, member_id)
        return member_target(member_id), name, member.roster_id
    if roster_id is None:
        raise Refusal("Say which fighter or stash.")
    roster = _roster_row(work, roster_id)
    return roster_target(roster_id), f"{roster.name or 'the warband'}’s stash", roster_id


def _require_item(
    file: CampaignFile, work: Work, ref: str, member_id: int | None, roster_id: int | None
) -> str:
    state = read_state(work.connection)
    carried = (
        state.members[member_id].carried
        if member_id is not None
        else state.rosters[roster_id or 0].stash
    )
    item = file.ruleset.content.items.get(ref)
    name = item.name if item else ref
    if all(c.ref != ref for c in carried):
        raise Refusal(f"{name} is no longer there.")
    return name


def _check_and_write(
    file: CampaignFile, work: Work, effects: Sequence[Effect], member_id: int | None
) -> None:
    """Write effects after checking that whom they load up can carry it all."""
    if member_id is not None:
        after = apply_effects(read_state(work.connection), effects)
        file.ruleset.check_carried(after.members[member_id], file.house_rules(work.connection))
    EffectWriter(work).write(effects)


def _payment(
    file: CampaignFile, work: Work, roster_id: int, amount: int, reason: str
) -> list[Effect]:
    """Return the effects that pay from (below 0) or into a warband’s purse."""
    check_amount(abs(amount), 0, MOST // 1000, "A price")
    if not amount:
        return []
    purse = next(r for r in file.ruleset.content.resources.values() if r.owner == "roster")
    who = roster_target(roster_id)
    if amount > 0:
        return [Gain(who=who, resource=purse.id, amount=amount, reason=reason)]
    has = roster_amount(read_state(work.connection), roster_id, purse)
    if has < -amount:
        raise Refusal(f"The warband has {has} {purse.short}; {-amount} are needed.")
    return [Lose(who=who, resource=purse.id, amount=-amount, reason=reason)]


def _characteristic(file: CampaignFile, stat: str):  # noqa: ANN202
    characteristic = file.ruleset.content.characteristics.get(stat)
    if characteristic is None:
        raise Refusal("There is no such characteristic.")
    return characteristic


def _by_hand(member_id: int, stat: str, amount: int, reason: str) -> Modify:
    return Modify(
        who=member_target(member_id),
        stat=stat,
        amount=amount,
        source=clean_reason(reason, "Corrected by hand"),
        ends="permanent",
        cause=BY_HAND,
    )


def _tag(text: str) -> str:
    tag = "_".join(clean_name(text, "A tag").lower().split())
    if not tag.replace("_", "").isalnum() or not tag[0].isalpha() or not tag.isascii():
        raise Refusal(f"“{text.strip()}” cannot be a tag; use letters and digits.")
    return tag[:64]


def _signed(amount: int) -> str:
    return f"+{amount}" if amount > 0 else f"−{-amount}"
