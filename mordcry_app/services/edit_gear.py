"""Changes by hand to what fighters carry, what lies in the stash, and to ledgers."""

from __future__ import annotations

from mordcry_app.rules import state as pure
from mordcry_app.rules.effects import Effect, Gain, GainItem, Lose, LoseItem
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.edit_helpers import (
    EDIT,
    MOST_AT_ONCE,
    find_owner,
    pay_back,
    payment,
    roster_of,
    signed,
    stash_or_name,
    write_checked,
)
from mordcry_app.services.effect_writer import EffectWriter
from mordcry_app.services.shown import shown_item_name
from mordcry_app.services.text_checks import check_amount, clean_reason, written
from mordcry_app.services.unit_of_work import unit_of_work
from mordcry_app.services.views import Touched


def give_item(
    file: CampaignFile,
    ref: str,
    *,
    member_id: int | None = None,
    roster_id: int | None = None,
    price: int = 0,
    reason: str = "",
) -> Touched:
    """Give an item to a fighter or put it into a stash; a price is paid from the warband’s purse.

    Refused when the fighter cannot carry it or the purse is short.
    """
    with unit_of_work(file, "Gave an item", EDIT) as work:
        item = file.ruleset.content.items.get(ref)
        if item is None:
            raise Refusal("The rules know no item of that name.")
        who, name, owner = find_owner(work, member_id, roster_id)
        why = clean_reason(reason, f"Bought {item.name}")
        effects: list[Effect] = [GainItem(who=who, ref=ref)]
        effects += payment(work, roster_of(owner), price, why)
        write_checked(work, effects, owner if isinstance(owner, pure.Member) else None)
        bought = "bought" if price else "received"
        work.label = f"{stash_or_name(name, owner)}: {bought} {item.name}"
    return work.touched


def drop_item(
    file: CampaignFile,
    ref: str,
    *,
    member_id: int | None = None,
    roster_id: int | None = None,
    refund: int = 0,
    reason: str = "",
    spent: bool = False,
) -> Touched:
    """Take an item out of the campaign; a refund goes to the warband’s purse.

    `spent` names one that has had its use of this campaign, where both kinds are held.
    """
    with unit_of_work(file, "Dropped an item", EDIT) as work:
        who, name, owner = find_owner(work, member_id, roster_id)
        item = shown_item_name(ref, file.ruleset)
        _require_item(owner, ref, item, spent=spent)
        effects: list[Effect] = [LoseItem(who=who, ref=ref, spent=spent)]
        effects += pay_back(work, roster_of(owner), refund, clean_reason(reason, f"Sold {item}"))
        EffectWriter(work).write(effects)
        work.label = f"{stash_or_name(name, owner)}: {'sold' if refund else 'dropped'} {item}"
    return work.touched


def move_item(
    file: CampaignFile,
    ref: str,
    roster_id: int,
    *,
    from_member: int | None = None,
    to_member: int | None = None,
    spent: bool = False,
) -> Touched:
    """Move an item between two fighters of a roster, or to and from its stash (none).

    `spent` names one that has had its use of this campaign; it stays used.
    """
    with unit_of_work(file, "Moved an item", EDIT) as work:
        source, source_name, giver = find_owner(work, from_member, roster_id)
        aim, aim_name, receiver = find_owner(work, to_member, roster_id)
        if {roster_of(giver), roster_of(receiver)} != {roster_id}:
            raise Refusal("Gear moves within one warband only.")
        if source == aim:
            raise Refusal("It is already there.")
        item = shown_item_name(ref, file.ruleset)
        _require_item(giver, ref, item, spent=spent)
        effects: list[Effect] = [
            LoseItem(who=source, ref=ref, spent=spent),
            GainItem(who=aim, ref=ref, spent=spent),
        ]
        write_checked(work, effects, receiver if isinstance(receiver, pure.Member) else None)
        work.label = (
            f"{item}: from {stash_or_name(source_name, giver)} to "
            f"{stash_or_name(aim_name, receiver)}"
        )
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
        who, name, owner = find_owner(work, member_id, roster_id)
        if (definition.owner == "member") != isinstance(owner, pure.Member):
            whose = "a fighter" if definition.owner == "member" else "a warband"
            raise Refusal(f"{definition.name} belongs to {whose}.")
        check_amount(amount, -MOST_AT_ONCE, MOST_AT_ONCE, definition.name)
        if not amount:
            raise Refusal("An amount of 0 changes nothing.")
        has = owner.amount(resource)
        if has + amount < 0:
            raise Refusal(
                f"{name} has {written(has)} {definition.short}, so {written(-amount)} cannot go."
            )
        why = clean_reason(reason, "Corrected by hand")
        effect: Effect = (
            Gain(who=who, resource=resource, amount=amount, reason=why)
            if amount > 0
            else Lose(who=who, resource=resource, amount=-amount, reason=why)
        )
        EffectWriter(work).write([effect])
        work.label = f"{name}: {signed(amount)} {definition.short}, {why}"
    return work.touched


def _require_item(owner: pure.Member | pure.Roster, ref: str, name: str, *, spent: bool) -> None:
    carried = owner.carried if isinstance(owner, pure.Member) else owner.stash
    if all((item.ref, item.spent) != (ref, spent) for item in carried):
        raise Refusal(f"{name} is no longer there.")
