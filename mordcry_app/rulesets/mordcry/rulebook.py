"""What every procedure of Mordcry reads: the content and the house rules of one campaign."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mordcry_app.rules.catalogue import Content, HouseRules
from mordcry_app.rules.settle import EffectFunction, Scene
from mordcry_app.rules.state import Member, State


@dataclass(frozen=True)
class Rulebook:
    """Content, house rules and the named functions that content may call."""

    content: Content
    rules: HouseRules
    functions: Mapping[str, EffectFunction]

    def called(self, member: Member) -> str:
        """Return a fighter's name, or what its kind is called."""
        return self.content.called(member.name, member.archetype)

    def scene(self, state: State, member_id: int, key: str, source: str) -> Scene:
        """Return where effects for one fighter are settled."""
        subject = state.members[member_id]
        return Scene(state, subject, self.content, key, source, self.functions)


def warband(state: State, roster_id: int) -> str:
    """Return the name of a warband."""
    return state.rosters[roster_id].name or "The warband"
