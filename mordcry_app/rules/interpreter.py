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
    Effect,
    Gain,
    GainItem,
    GearLost,
    GearToStash,
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
    Story,
    Unmodify,
    WoundsNextBattle,
    target,
)
from mordcry_app.rules.state import (
    MISSES_BATTLE,
    PENDING,
    STARTS_WOUNDED,
    Member,
    MemberState,
    Modifier,
    Roster,
    State,
    Trait,
    add_carried,
    remove_carried,
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
    if isinstance(effect.amount, str):
        raise ValueError(f"{effect.op} still has dice “{effect.amount}”; settle effects before use")
    return effect.amount


def modifier_of(effect: Modify) -> Modifier:
    """Return the modifier that the effect adds."""
    return Modifier(
        effect.stat, effect.amount, effect.source, effect.ends, effect.cause, effect.arithmetic
    )


def trait_of(effect: AddTrait) -> Trait:
    """Return the trait that the effect adds, or by whose level it raises one that is there."""
    return Trait(effect.kind, effect.ref, effect.name or effect.ref, effect.levels, effect.source)


def pending_trait(effect: MissNextBattle | WoundsNextBattle) -> Trait:
    """Return the pending trait that the effect adds."""
    if isinstance(effect, MissNextBattle):
        return Trait(PENDING, MISSES_BATTLE, "Misses the next battle", 1, effect.source)
    return Trait(
        PENDING,
        STARTS_WOUNDED,
        "Starts the next battle wounded",
        settled_amount(effect),
        effect.source,
    )


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
            return replace(roster, stash=add_carried(roster.stash, effect.ref, effect.quantity))
        case LoseItem():
            return replace(roster, stash=remove_carried(roster.stash, effect.ref, effect.quantity))
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
        stash = add_carried(stash, item.ref, item.quantity)
    state = state.with_roster(replace(roster, stash=stash))
    return state.with_member(replace(member, carried=()))


def _to_member(member: Member, effect: Effect) -> Member:
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
        case MissNextBattle() | WoundsNextBattle():
            pending = pending_trait(effect)
            return _raise_trait(member, pending) if pending.level else member
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
            gained = add_carried(member.carried, effect.ref, effect.quantity)
            return replace(member, carried=gained)
        case LoseItem():
            left = remove_carried(member.carried, effect.ref, effect.quantity)
            return replace(member, carried=left)
        case GearLost():
            return replace(member, carried=())
        case Story():
            return member
        case _:
            raise ValueError(f"{effect.op} asks something; settle effects before use")


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
