"""Changes by hand to characteristics, and to skills, injuries and other traits."""

from __future__ import annotations

from sqlalchemy import func, select

from mordcry_app.model.tables import Modifier
from mordcry_app.rules import state as pure
from mordcry_app.rules.catalogue import Characteristic
from mordcry_app.rules.derive import BY_HAND, effective
from mordcry_app.rules.effects import AddTrait, Modify, RemoveTrait
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.settle import Scene, settle_without_asking
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.edit_helpers import EDIT, because, find_member, signed
from mordcry_app.services.effect_writer import MOST_OF_A_KIND, EffectWriter
from mordcry_app.services.state_reader import table_of
from mordcry_app.services.text_checks import check_amount, clean_reason
from mordcry_app.services.unit_of_work import unit_of_work
from mordcry_app.services.views import Touched

MOST_BY_HAND = 99
"""The largest modifier that can be entered by hand, up or down."""

_LARGEST = 999
_FAR_UP = 1_000_000


def correct_stat(
    file: CampaignFile, member_id: int, stat: str, effective_value: int, reason: str
) -> Touched:
    """Make an effective value what it should be, by a modifier that names the reason."""
    with unit_of_work(file, "Corrected a value", EDIT) as work:
        member, name = find_member(work, member_id)
        characteristic = _characteristic(file, stat)
        check_amount(effective_value, 0, _LARGEST, characteristic.name)
        file.ruleset.check_stat(stat, effective_value)
        content = file.ruleset.content
        if effective(member, stat, content).total != effective_value:
            # Below its floor a value stands lower than it shows, so the floor is left out.
            lifted = pure.Modifier(stat, _FAR_UP, "")
            stands = effective(member, stat, content, extra=[lifted]).total - _FAR_UP
            amount = effective_value - stands
            check_amount(amount, -_LARGEST, _LARGEST, f"A correction of {characteristic.name}")
            EffectWriter(work).write([_by_hand(member_id, stat, amount, reason)])
        written = characteristic.written(effective_value)
        work.label = f"{name}: {characteristic.name} corrected to {written}"
    return work.touched


def add_modifier(
    file: CampaignFile, member_id: int, stat: str, amount: int, reason: str
) -> Touched:
    """Add a lasting modifier with a reason."""
    with unit_of_work(file, "Added a modifier", EDIT) as work:
        _, name = find_member(work, member_id)
        characteristic = _characteristic(file, stat)
        check_amount(amount, -MOST_BY_HAND, MOST_BY_HAND, f"A modifier of {characteristic.name}")
        if not amount:
            raise Refusal("A modifier of 0 changes nothing.")
        EffectWriter(work).write([_by_hand(member_id, stat, amount, reason)])
        work.label = f"{name}: {signed(amount)} {characteristic.short}"
    return work.touched


def remove_modifier(file: CampaignFile, member_id: int, stat: str, source: str) -> Touched:
    """Remove the newest modifier of a value that has this source and was entered by hand."""
    with unit_of_work(file, "Removed a modifier", EDIT) as work:
        _, name = find_member(work, member_id)
        modifier = table_of(Modifier).c
        query = select(func.max(modifier.id)).where(
            modifier.member_id == member_id,
            modifier.key == stat,
            modifier.source == source,
            modifier.cause == BY_HAND,
        )
        newest = work.connection.execute(query).scalar_one()
        if newest is None:
            raise Refusal("Only what was entered by hand can be removed here.")
        work.remove(Modifier, newest)
        work.label = f"{name}: removed “{source}”"
    return work.touched


def add_trait(file: CampaignFile, member_id: int, kind: str, ref: str, reason: str = "") -> Touched:
    """Give a fighter a skill, an injury or another trait of the catalogue."""
    with unit_of_work(file, "Added a trait", EDIT) as work:
        member, name = find_member(work, member_id)
        definition = file.ruleset.content.trait(kind, ref)
        if definition is None:
            raise Refusal("The rules know nothing of that name.")
        present = member.trait(kind, ref)
        if present and definition.most_levels == 1 and not definition.lasting:
            raise Refusal(f"{name} already has {definition.name}.")
        if present and present.level >= MOST_OF_A_KIND:
            raise Refusal(f"{name} cannot have {definition.name} any more often.")
        source = clean_reason(reason, "by hand")
        content = file.ruleset.content_under(file.house_rules(work.connection))
        scene = Scene(work.state(), member, content, "edit", source, {})
        effect = AddTrait(kind=kind, ref=ref, source=source)
        EffectWriter(work).write(settle_without_asking((effect,), scene))
        work.label = f"{name}: gained {definition.name}{because(clean_reason(reason, ''))}"
    return work.touched


def remove_trait(
    file: CampaignFile, member_id: int, kind: str, ref: str, reason: str = ""
) -> Touched:
    """Take a trait from a fighter, with everything that it changed."""
    with unit_of_work(file, "Removed a trait", EDIT) as work:
        member, name = find_member(work, member_id)
        trait = member.trait(kind, ref)
        if trait is None:
            raise Refusal(f"{name} does not have that any more.")
        EffectWriter(work).write([RemoveTrait(who=member_target(member_id), kind=kind, ref=ref)])
        definition = file.ruleset.content.trait(kind, ref)
        called = definition.name_at(trait.level) if definition else trait.name
        work.label = f"{name}: {called} removed{because(clean_reason(reason, ''))}"
    return work.touched


def _characteristic(file: CampaignFile, stat: str) -> Characteristic:
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
