"""Changes by hand to who stands on a roster: recruits, retirements, deaths and returns."""

from __future__ import annotations

from sqlalchemy import func, select

from mordcry_app.model.tables import DiceRoll, Member
from mordcry_app.rules.dice import check_faces, parse_dice
from mordcry_app.rules.effects import GearLost, GearToStash, Kill, Restore, Retire
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.edit_helpers import (
    EDIT,
    because,
    find_active,
    find_member,
    payment,
    roster_row,
)
from mordcry_app.services.effect_writer import EffectWriter
from mordcry_app.services.founding import add_recruit
from mordcry_app.services.state_reader import table_of
from mordcry_app.services.text_checks import clean_name, clean_reason
from mordcry_app.services.unit_of_work import Work, unit_of_work
from mordcry_app.services.views import Touched

_GEAR_DICE = parse_dice("d6")


def recruit(
    file: CampaignFile, roster_id: int, archetype: str, name: str = "", price: int = 0
) -> Touched:
    """Add a fighter to a roster, as the ruleset has one join; a price comes from the purse.

    `created["member"]` of the result holds its id. Refused when the warband is full or poor.
    """
    name = clean_name(name, "A fighter’s name")
    with unit_of_work(file, "Recruited a fighter", EDIT) as work:
        definition = file.ruleset.content.archetypes.get(archetype)
        if definition is None:
            raise Refusal("The rules know no fighter of that kind.")
        roster_row(work, roster_id)
        rules = file.house_rules(work.connection)
        paid = payment(work, roster_id, price, f"Recruited {name or definition.name}"[:200])
        EffectWriter(work).write(paid)
        member = table_of(Member).c
        last = work.connection.execute(
            select(func.max(member.position)).where(member.roster_id == roster_id)
        ).scalar_one()
        new = file.ruleset.recruit(archetype, rules)
        position = 0 if last is None else int(last) + 1
        work.created["member"] = add_recruit(work, file.ruleset, roster_id, new, name, position)
        file.ruleset.check_roster(work.state(), roster_id, rules)
        work.label = f"Recruited {name or 'a ' + definition.name}"
    return work.touched


def retire(file: CampaignFile, member_id: int, reason: str = "") -> Touched:
    """Let a fighter leave the roster alive; its gear goes to the stash."""
    why = clean_reason(reason, "Retired")
    with unit_of_work(file, "A fighter retired", EDIT) as work:
        _leave(work, member_id, "retired", Retire(source=why), GearToStash(), why)
    return work.touched


def mark_dead(
    file: CampaignFile,
    member_id: int,
    *,
    gear_lost: bool = False,
    gear_roll: int | None = None,
    typed: bool = True,
    reason: str = "",
) -> Touched:
    """Send a fighter to the graveyard; its gear goes to the stash or is lost.

    With `gear_roll`, a face of a D6, the rules decide on the gear, and the roll is noted as typed
    or rolled. Raises `Refusal` for a face that no D6 has.
    """
    why = clean_reason(reason, "Died")
    if gear_roll is not None:
        check_faces(_GEAR_DICE, (gear_roll,))
        gear_lost = not file.ruleset.gear_is_saved(gear_roll)
    gear = GearLost() if gear_lost else GearToStash()
    with unit_of_work(file, "A fighter died", EDIT) as work:
        name = _leave(work, member_id, "died", Kill(source=why), gear, why)
        if gear_roll is not None:
            work.add(
                DiceRoll,
                dice="d6",
                faces=[gear_roll],
                total=gear_roll,
                typed=typed,
                purpose=f"Gear, {name}",
            )
            work.label += ", gear lost" if gear_lost else ", gear saved"
    return work.touched


def restore(file: CampaignFile, member_id: int, reason: str = "") -> Touched:
    """Put a dead or retired fighter back on the roster, without gear."""
    with unit_of_work(file, "Restored a fighter", EDIT) as work:
        member, name = find_member(work, member_id)
        if member.state == "active":
            raise Refusal(f"{name} already stands on the roster.")
        EffectWriter(work).write([Restore(who=member_target(member_id))])
        rules = file.house_rules(work.connection)
        file.ruleset.check_roster(work.state(), member.roster_id, rules)
        work.label = f"{name} stands on the roster again{because(clean_reason(reason, ''))}"
    return work.touched


def _leave(
    work: Work,
    member_id: int,
    verb: str,
    leaving: Retire | Kill,
    gear: GearToStash | GearLost,
    reason: str,
) -> str:
    """Take a fighter off the roster and return what it is called."""
    _, name = find_active(work, member_id)
    who = {"who": member_target(member_id)}
    EffectWriter(work).write([leaving.model_copy(update=who), gear.model_copy(update=who)])
    work.label = f"{name} {verb}" + ("" if reason.lower() == verb else because(reason))
    return name
