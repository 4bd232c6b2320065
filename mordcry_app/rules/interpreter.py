"""Applies settled effects to the pure state.

The same effects are written to the database by `services.effect_writer`; a property test holds
both to the same result.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from mordcry_app.rules.effects import (
    AddTag,
    AddTrait,
    Arm,
    Await,
    Effect,
    Gain,
    GainItem,
    GearLost,
    GearToStash,
    Join,
    Kill,
    Lose,
    LoseItem,
    MissNextBattle,
    Modify,
    RemoveTag,
    RemoveTrait,
    Restore,
    Retire,
    SetStat,
    Spend,
    SpendItem,
    Story,
    Unmodify,
    WoundsNextBattle,
    target,
)
from mordcry_app.rules.state import (
    MISSES_BATTLE,
    STARTS_WOUNDED,
    TAKEN,
    WAITING_MODIFIER,
    Carried,
    Member,
    MemberState,
    Modifier,
    Pending,
    Roster,
    State,
    Trait,
    add_carried,
    remove_carried,
    spend_pending,
)


def apply_effects(state: State, effects: Iterable[Effect]) -> State:
    """Return the state after all effects, in order.

    Raises `ValueError` for an effect that was not settled or that names nobody in the state.
    """
    for effect in effects:
        state = apply_effect(state, effect)
    return state


def apply_effect(state: State, effect: Effect) -> State:
    """Return the state after one settled effect."""
    kind, owner_id = target(effect)
    if isinstance(effect, Join):
        return _join(state, owner_id, effect)
    if kind == "roster":
        return state.with_roster(_to_roster(_roster(state, owner_id), effect))
    member = state.members.get(owner_id)
    if member is None:
        raise ValueError(f"no member {owner_id}")
    if isinstance(effect, GearToStash):
        return _gear_to_stash(state, member)
    return state.with_member(_to_member(member, effect))


def settled_amount(effect: Gain | Lose | WoundsNextBattle) -> int:
    """Return a settled amount; raises `ValueError` while it is still dice."""
    amount = _without_dice(effect.op, effect.amount)
    assert amount is not None
    return amount


def spent_amount(effect: Spend) -> int | None:
    """Return how much is used up, none for all; raises `ValueError` while it is still dice."""
    return _without_dice(effect.op, effect.amount)


def _without_dice(op: str, amount: int | str | None) -> int | None:
    if isinstance(amount, str):
        raise ValueError(f"{op} still has dice “{amount}”; settle effects before use")
    return amount


def modifier_of(effect: Modify) -> Modifier:
    """Return the modifier that the effect adds; raises `ValueError` for one that has to wait."""
    if effect.ends == "next_battle":
        raise ValueError("a modifier for the next battle waits first")
    return Modifier(
        effect.stat,
        effect.amount,
        effect.source,
        effect.ends,
        effect.cause,
        effect.arithmetic,
        effect.when,
    )


def armed_modifier(pending: Pending) -> Modifier:
    """Return what a modifier that waited becomes once its battle is set up."""
    return Modifier(
        pending.stat, pending.amount, pending.source, "battle", condition=pending.condition
    )


def trait_of(effect: AddTrait) -> Trait:
    """Return the trait that the effect adds, or by whose level it raises one that is there."""
    return Trait(effect.kind, effect.ref, effect.name or effect.ref, effect.levels, effect.source)


def pending_of(effect: Effect) -> Pending | None:
    """Return what an effect makes wait; none for one that acts at once, or for no wounds."""
    match effect:
        case MissNextBattle():
            return Pending(MISSES_BATTLE, effect.source)
        case WoundsNextBattle():
            amount = settled_amount(effect)
            return Pending(STARTS_WOUNDED, effect.source, amount) if amount else None
        case Await():
            return Pending(effect.ref, effect.source, effect.amount)
        case Modify(ends="next_battle"):
            return Pending(WAITING_MODIFIER, effect.source, effect.amount, effect.stat, effect.when)
        case _:
            return None


def state_after(effect: Kill | Retire | Restore) -> MemberState:
    """Return the member state that the effect leads to."""
    if isinstance(effect, Kill):
        return "dead"
    return "retired" if isinstance(effect, Retire) else "active"


def is_unmodified_by(effect: Unmodify, modifier: Modifier) -> bool:
    """Say whether `effect` removes `modifier`."""
    if effect.cause:
        return modifier.cause == effect.cause
    return effect.ends is not None and modifier.ends == effect.ends


def _to_roster(roster: Roster, effect: Effect) -> Roster:
    match effect:
        case Gain():
            amount = roster.amount(effect.resource) + settled_amount(effect)
            return replace(roster, resources={**roster.resources, effect.resource: amount})
        case Lose():
            amount = max(0, roster.amount(effect.resource) - settled_amount(effect))
            return replace(roster, resources={**roster.resources, effect.resource: amount})
        case GainItem():
            stash = add_carried(roster.stash, effect.ref, effect.quantity, spent=effect.spent)
            return replace(roster, stash=stash)
        case LoseItem():
            stash = remove_carried(roster.stash, effect.ref, effect.quantity, spent=effect.spent)
            return replace(roster, stash=stash)
        case Await():
            waits = pending_of(effect)
            return replace(roster, pending=(*roster.pending, waits)) if waits else roster
        case Spend():
            left = spend_pending(roster.pending, effect.ref, spent_amount(effect))
            return replace(roster, pending=left)
        case Arm():
            return replace(roster, pending=_armed(roster.pending, effect.ref))
        case Story():
            return roster
        case _:
            raise ValueError(f"{effect.op} touches a member, not a roster")


def _roster(state: State, roster_id: int) -> Roster:
    roster = state.rosters.get(roster_id)
    if roster is None:
        raise ValueError(f"no roster {roster_id}")
    return roster


def _gear_to_stash(state: State, member: Member) -> State:
    roster = _roster(state, member.roster_id)
    stash = roster.stash
    for item in member.carried:
        stash = add_carried(stash, item.ref, item.quantity, spent=item.spent)
    state = state.with_roster(replace(roster, stash=stash))
    return state.with_member(_with_carried(member, ()))


def _with_carried(member: Member, carried: tuple[Carried, ...]) -> Member:
    """Return a member with other gear, and without what the gear that is gone had brought."""
    left = {item.ref for item in carried}
    gone = {item.ref for item in member.carried} - left
    if not gone:
        return replace(member, carried=carried)
    causes = {item_cause(ref) for ref in gone}
    return replace(
        member,
        carried=carried,
        modifiers=tuple(m for m in member.modifiers if m.cause not in causes),
        traits=tuple(t for t in member.traits if not (t.kind == TAKEN and t.ref in gone)),
    )


def item_cause(ref: str) -> str:
    """Return the cause of modifiers that came with an item and go with it."""
    return f"item:{ref}"


def _armed(pending: tuple[Pending, ...], ref: str) -> tuple[Pending, ...]:
    return tuple(replace(p, armed=True) if p.ref == ref else p for p in pending)


def _join(state: State, roster_id: int, effect: Join) -> State:
    _roster(state, roster_id)
    if effect.member in state.members:
        raise ValueError(f"there is a member {effect.member} already")
    member = Member(
        effect.member,
        roster_id,
        effect.name,
        effect.archetype,
        tags=frozenset(effect.tags),
    )
    return replace(
        state,
        members={**state.members, member.id: member},
        next_member=max(state.next_member, effect.member + 1),
    )


def _to_member(member: Member, effect: Effect) -> Member:
    waits = pending_of(effect)
    if waits is not None:
        return replace(member, pending=(*member.pending, waits))
    match effect:
        case Gain():
            amount = member.amount(effect.resource) + settled_amount(effect)
            return replace(member, resources={**member.resources, effect.resource: amount})
        case Lose():
            amount = max(0, member.amount(effect.resource) - settled_amount(effect))
            return replace(member, resources={**member.resources, effect.resource: amount})
        case Modify():
            return replace(member, modifiers=(*member.modifiers, modifier_of(effect)))
        case Unmodify():
            kept = tuple(m for m in member.modifiers if not is_unmodified_by(effect, m))
            return replace(member, modifiers=kept)
        case SetStat():
            return replace(member, stats={**member.stats, effect.stat: effect.value})
        case AddTrait():
            return _raise_trait(member, trait_of(effect))
        case RemoveTrait():
            return _remove_trait(member, effect)
        case WoundsNextBattle():
            return member
        case Spend():
            left = spend_pending(member.pending, effect.ref, spent_amount(effect))
            return replace(member, pending=left)
        case Arm():
            return _arm(member, effect)
        case Kill() | Retire() | Restore():
            return replace(member, state=state_after(effect))
        case AddTag():
            return replace(member, tags=member.tags | {effect.tag})
        case RemoveTag():
            return replace(member, tags=member.tags - {effect.tag})
        case _:
            return _to_belongings(member, effect)


def _to_belongings(member: Member, effect: Effect) -> Member:
    match effect:
        case GainItem():
            gained = add_carried(member.carried, effect.ref, effect.quantity, spent=effect.spent)
            return replace(member, carried=gained)
        case LoseItem():
            left = remove_carried(member.carried, effect.ref, effect.quantity, spent=effect.spent)
            return _with_carried(member, left)
        case SpendItem():
            if not member.carries(effect.ref):
                return member
            left = remove_carried(member.carried, effect.ref, 1)
            return replace(member, carried=add_carried(left, effect.ref, 1, spent=True))
        case GearLost():
            return _with_carried(member, ())
        case Story():
            return member
        case _:
            raise ValueError(f"{effect.op} asks something; settle effects before use")


def _arm(member: Member, effect: Arm) -> Member:
    if effect.ref != WAITING_MODIFIER:
        return replace(member, pending=_armed(member.pending, effect.ref))
    acting = tuple(armed_modifier(pending) for pending in member.waiting(WAITING_MODIFIER))
    left = spend_pending(member.pending, WAITING_MODIFIER, None)
    return replace(member, pending=left, modifiers=(*member.modifiers, *acting))


def _raise_trait(member: Member, added: Trait) -> Member:
    present = member.trait(added.kind, added.ref)
    if present is None:
        return replace(member, traits=(*member.traits, added))
    raised = replace(present, level=present.level + added.level)
    return replace(member, traits=tuple(raised if t is present else t for t in member.traits))


def _remove_trait(member: Member, effect: RemoveTrait) -> Member:
    cause = f"{effect.kind}:{effect.ref}"
    return replace(
        member,
        traits=tuple(t for t in member.traits if t.cause != cause),
        modifiers=tuple(m for m in member.modifiers if m.cause != cause),
    )
