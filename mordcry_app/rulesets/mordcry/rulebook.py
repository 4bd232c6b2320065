"""What every procedure of Mordcry reads: the content and the house rules of one campaign."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from fractions import Fraction

from mordcry_app.rules.catalogue import Content, HouseRules
from mordcry_app.rules.settle import EffectFunction, Interventions, Scene
from mordcry_app.rules.state import Member, State

Outlook = tuple[tuple[str, Fraction], ...]
"""What a roll may lead to, each with its chance: the hint beside the roll."""


@dataclass(frozen=True)
class Rulebook:
    """Content, house rules, the functions that content may call, and hints by table.

    `interventions` are what items can do about a roll once its dice lie.
    """

    content: Content
    rules: HouseRules
    functions: Mapping[str, EffectFunction]
    outlooks: Mapping[str, Outlook]
    interventions: Interventions | None = None

    def called(self, member: Member) -> str:
        """Return a fighter's name, or what its kind is called."""
        return self.content.called(member.name, member.archetype)

    def scene(
        self,
        state: State,
        member_id: int,
        key: str,
        source: str,
        *,
        conditions: Set[str] = frozenset(),
    ) -> Scene:
        """Return where effects for one fighter are settled, under conditions that hold there."""
        subject = state.members[member_id]
        return Scene(
            state,
            subject,
            self.content,
            key,
            source,
            self.functions,
            naturals=self.rules["test_naturals"] == "naturals",
            conditions=conditions,
            tests_are_fixed=self.rules["fixed_tests"] == "plain_d6",
            interventions=self.interventions,
        )


def warband(state: State, roster_id: int) -> str:
    """Return the name of a warband."""
    return state.rosters[roster_id].name or "The warband"
