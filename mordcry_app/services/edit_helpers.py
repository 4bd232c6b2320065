"""What every change by hand needs: to find whom it is about, and to pay for it."""

from __future__ import annotations

from collections.abc import Sequence

from mordcry_app.model.tables import MOST, Member, Roster
from mordcry_app.rules import state as pure
from mordcry_app.rules.catalogue import Resource
from mordcry_app.rules.effects import Effect, Gain, Lose
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.effects import roster as roster_target
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.effect_writer import EffectWriter
from mordcry_app.services.shown import roster_amount, shown_member_name
from mordcry_app.services.text_checks import check_amount, written
from mordcry_app.services.unit_of_work import Values, Work

EDIT = "edit"
"""Kind of the operations that change something by hand."""

MOST_AT_ONCE = MOST // 1000
"""The largest amount that one change by hand can add or take."""


def find_member(work: Work, member_id: int) -> tuple[pure.Member, str]:
    """Return a fighter and what it is called; raises `Refusal` when it is not there."""
    member = work.state().members.get(member_id)
    if member is None:
        raise Refusal("That fighter is no longer there.")
    return member, shown_member_name(member, work.file.ruleset)


def find_active(work: Work, member_id: int) -> tuple[pure.Member, str]:
    """Return a fighter that stands on a roster; raises `Refusal` for the dead and retired."""
    member, name = find_member(work, member_id)
    if member.state != "active":
        raise Refusal(f"{name} does not stand on the roster any more.")
    return member, name


def member_row(work: Work, member_id: int) -> Values:
    """Return the stored row of a fighter; raises `Refusal` when there is none."""
    member = work.find(Member, member_id)
    if member is None:
        raise Refusal("That fighter is no longer there.")
    return member


def roster_row(work: Work, roster_id: int) -> Values:
    """Return the stored row of a warband; raises `Refusal` when there is none."""
    roster = work.find(Roster, roster_id)
    if roster is None:
        raise Refusal("That warband is no longer there.")
    return roster


def find_owner(
    work: Work, member_id: int | None, roster_id: int | None
) -> tuple[str, str, pure.Member | pure.Roster]:
    """Return a fighter, or a warband when no fighter is named: effect target, name, and state."""
    if member_id is not None:
        member, name = find_member(work, member_id)
        return member_target(member_id), name, member
    roster = work.state().rosters.get(roster_id or 0)
    if roster is None:
        raise Refusal("That warband is no longer there.")
    return roster_target(roster.id), roster.name or "The warband", roster


def roster_of(owner: pure.Member | pure.Roster) -> int:
    """Return the id of the warband that a fighter stands on, or of the warband itself."""
    return owner.roster_id if isinstance(owner, pure.Member) else owner.id


def stash_or_name(name: str, owner: pure.Member | pure.Roster) -> str:
    """Return where gear lies: with the fighter, or in the warband’s stash."""
    return name if isinstance(owner, pure.Member) else f"{name}’s stash"


def write_checked(work: Work, effects: Sequence[Effect], receiver: pure.Member | None) -> None:
    """Write effects after checking that who receives gear stands there and can carry it all."""
    if receiver is not None:
        if receiver.state != "active":
            name = shown_member_name(receiver, work.file.ruleset)
            raise Refusal(f"{name} does not stand on the roster any more, so carries nothing.")
        after = apply_effects(work.state(), effects)
        rules = work.file.house_rules(work.connection)
        work.file.ruleset.check_carried(after.members[receiver.id], rules)
    EffectWriter(work).write(effects)


def payment(work: Work, roster_id: int, price: int, reason: str) -> list[Effect]:
    """Return the effects that take a price from a warband’s purse; refused when it is short."""
    check_amount(price, 0, MOST_AT_ONCE, "A price")
    if not price:
        return []
    purse = _purse(work)
    has = roster_amount(work.state(), roster_id, purse)
    if has < price:
        raise Refusal(f"The warband has {written(has)} {purse.short}; {written(price)} are needed.")
    return [Lose(who=roster_target(roster_id), resource=purse.id, amount=price, reason=reason)]


def pay_back(work: Work, roster_id: int, amount: int, reason: str) -> list[Effect]:
    """Return the effects that put an amount into a warband’s purse."""
    check_amount(amount, 0, MOST_AT_ONCE, "A refund")
    if not amount:
        return []
    purse = _purse(work)
    return [Gain(who=roster_target(roster_id), resource=purse.id, amount=amount, reason=reason)]


def _purse(work: Work) -> Resource:
    """Return what a warband pays with: the first resource of its own."""
    for resource in work.file.ruleset.content.resources.values():
        if resource.owner == "roster":
            return resource
    raise Refusal("Nothing is paid for in these rules.")


def signed(amount: int) -> str:
    """Return an amount with its sign: `+3`, `−2`."""
    return f"+{written(amount)}" if amount > 0 else written(amount)


def because(reason: str) -> str:
    """Return a reason in brackets behind a label, or nothing."""
    return f" ({reason})" if reason else ""
