"""A battle that is only looked at: what was worked out once holds for the whole look.

Who should hit whom asks for the same few characteristics hundreds of times.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from functools import cached_property

from mordcry_app.rules.battle import Battle
from mordcry_app.rules.battle_effects import BattleEffect
from mordcry_app.rules.derive import Value
from mordcry_app.rules.state import Modifier, State
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.rulebook import Rulebook

_Known = tuple[int, str, frozenset[str], tuple[Modifier, ...]]


class StillFight(Fight):
    """A battle as it stands, in which nothing happens."""

    def __init__(self, book: Rulebook, state: State, battle: Battle) -> None:
        super().__init__(book, state, battle)
        self._values: dict[_Known, Value] = {}

    @classmethod
    def of(cls, fight: Fight) -> StillFight:
        """Return a battle as it stands now."""
        return cls(fight.book, fight.state, fight.battle)

    @cached_property
    def _standing(self) -> frozenset[str]:
        return super().standing_conditions

    @property
    def standing_conditions(self) -> frozenset[str]:
        """The conditions of the content that hold for everybody now."""
        return self._standing

    def value(
        self,
        fighter_id: int,
        stat: str,
        *,
        conditions: Set[str] = frozenset(),
        extra: Iterable[Modifier] = (),
    ) -> Value:
        """Return a characteristic as it is in the battle now, and how it comes about."""
        known = (fighter_id, stat, frozenset(conditions), tuple(extra))
        value = self._values.get(known)
        if value is None:
            value = super().value(fighter_id, stat, conditions=known[2], extra=known[3])
            self._values[known] = value
        return value

    def do(self, *effects: BattleEffect) -> None:
        """Refuse to let anything happen; raises `TypeError`."""
        raise TypeError("nothing happens in a battle that is only looked at")
