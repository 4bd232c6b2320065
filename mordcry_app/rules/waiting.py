"""What waits for a battle: armed when it is set up, gone when it has been fought.

Rules: mordcry.txt, "Exploration Phase"; rulings 59 and 65.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from mordcry_app.rules.catalogue import Content
from mordcry_app.rules.effects import Arm, Effect, Ends, Spend, Unmodify
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.effects import roster as roster_target
from mordcry_app.rules.state import MISSES_BATTLE, Member, Roster, State

_ENDS_WITH_BATTLE: tuple[Ends, ...] = ("battle", "round", "activation")


def waits_for_battle(ref: str, content: Content) -> bool:
    """Say whether something waits for the next battle; what is unknown does."""
    definition = content.pending.get(ref)
    return definition is None or definition.until == "battle"


def armed_by_setup(state: State, rosters: Iterable[int], content: Content) -> tuple[Effect, ...]:
    """Return the settled effects that arm what waits for a battle of these rosters."""
    return tuple(
        Arm(who=_target(owner), ref=ref)
        for owner in _owners(state, rosters)
        for ref in _waiting_refs(owner, content, armed=False)
    )


def ended_by_battle(
    state: State, rosters: Iterable[int], took_part: Collection[int], content: Content
) -> tuple[Effect, ...]:
    """Return the settled effects that end what was only for a battle of these rosters.

    What makes a member miss a battle is used up only when it did miss it.
    """
    effects: list[Effect] = []
    for owner in _owners(state, rosters):
        who = _target(owner)
        effects.extend(
            Spend(who=who, ref=ref)
            for ref in _waiting_refs(owner, content)
            if ref != MISSES_BATTLE or owner.id not in took_part
        )
        if isinstance(owner, Member):
            effects.extend(
                Unmodify(who=who, ends=end)
                for end in _ENDS_WITH_BATTLE
                if any(modifier.ends == end for modifier in owner.modifiers)
            )
    return tuple(effects)


def _owners(state: State, rosters: Iterable[int]) -> Iterator[Roster | Member]:
    for roster_id in rosters:
        yield state.rosters[roster_id]
        yield from state.of_roster(roster_id)


def _target(owner: Roster | Member) -> str:
    return member_target(owner.id) if isinstance(owner, Member) else roster_target(owner.id)


def _waiting_refs(
    owner: Roster | Member, content: Content, *, armed: bool | None = None
) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(
            pending.ref
            for pending in owner.pending
            if waits_for_battle(pending.ref, content) and (armed is None or pending.armed == armed)
        )
    )
