"""An event of a battle while it is worked out: what it has done so far, and how it asks.

A procedure of a battle is handed a `Play`, asks through it, and does things to it: effects on the
table act at once, so that what comes later in the same event sees them. `outcome` returns all of
it. Because a procedure is replayed from the start with every answer, nothing here lasts longer
than one run of it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence, Set
from fractions import Fraction
from typing import TypeVar

from mordcry_app.rules.battle import Battle, Fighter, apply_battle
from mordcry_app.rules.battle_effects import BattleEffect
from mordcry_app.rules.catalogue import Content, HouseRules
from mordcry_app.rules.derive import Value, effective
from mordcry_app.rules.dice import parse_dice
from mordcry_app.rules.effects import Effect
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.procedure import (
    Answer,
    Choose,
    Option,
    Outcome,
    Pick,
    Question,
    Roll,
    RollAnswer,
    chosen,
    picked,
)
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.state import Member, Modifier, State

Result = TypeVar("Result")
Asking = Generator[Question, Answer, Result]
"""A part of a procedure that asks and then returns something."""


class Play:
    """One event of a battle that is being worked out."""

    def __init__(self, content: Content, rules: HouseRules, state: State, battle: Battle) -> None:
        self.content = content
        self.rules = rules
        self.state = state
        self.battle = battle
        self._battle_effects: list[BattleEffect] = []
        self._campaign_effects: list[Effect] = []
        self._story: list[str] = []
        self._told: list[str] = []

    def do(self, *effects: BattleEffect) -> None:
        """Let something happen on the table."""
        self.battle = apply_battle(self.battle, effects)
        self._battle_effects.extend(effects)

    def write(self, *effects: Effect) -> None:
        """Let something happen to the campaign at once: an item is gone, experience is spent."""
        self.state = apply_effects(self.state, effects)
        self._campaign_effects.extend(effects)

    def tell(self, text: str, *, told: str = "") -> None:
        """Add a sentence to the log and, where it is worth it, `told` to the chronicle.

        The log says what happens, the chronicle what happened.
        """
        self._story.append(text)
        if told:
            self._told.append(told)

    def outcome(self, summary: str = "") -> Outcome:
        """Return all that has happened."""
        return Outcome(
            effects=tuple(self._campaign_effects),
            story=tuple(self._story),
            summary=summary,
            battle=tuple(self._battle_effects),
            told=tuple(self._told),
        )

    def fighter(self, fighter_id: int) -> Fighter:
        """Return a fighter as it stands now; raises `Refusal` for one that is not in the battle."""
        fighter = self.battle.fighters.get(fighter_id)
        if fighter is None:
            raise Refusal("That fighter is not in this battle.")
        return fighter

    def member(self, fighter_id: int) -> Member:
        """Return what stands on the roster of a fighter; raises `Refusal` for nobody."""
        member = self.state.members.get(fighter_id)
        if member is None:
            raise Refusal("That fighter is not in this battle.")
        return member

    def name(self, fighter_id: int) -> str:
        """Return what a fighter is called."""
        member = self.member(fighter_id)
        return self.content.called(member.name, member.archetype)

    def side_name(self, roster_id: int) -> str:
        """Return what a side is called."""
        return self.state.rosters[roster_id].name or "The warband"

    def player(self, roster_id: int) -> str:
        """Return who plays a side; without a name, what the side is called."""
        return self.state.rosters[roster_id].player or self.side_name(roster_id)

    def value(
        self,
        fighter_id: int,
        stat: str,
        *,
        conditions: Set[str] = frozenset(),
        extra: Iterable[Modifier] = (),
    ) -> Value:
        """Return a characteristic as it is in the battle now, and how it comes about."""
        more = (*self.fighter(fighter_id).modifiers, *extra)
        return effective(
            self.member(fighter_id), stat, self.content, extra=more, conditions=conditions
        )

    def roll(
        self,
        key: str,
        dice: str,
        why: str,
        chances: tuple[tuple[str, Fraction], ...] = (),
        *,
        need: int | None = None,
        critical: int | None = None,
    ) -> Asking[tuple[int, ...]]:
        """Ask for dice and return their faces; `need` and `critical` say how they are shown."""
        answer = yield Roll(key, dice, why, chances, need, critical)
        if not isinstance(answer, RollAnswer):
            raise TypeError("a roll is answered by faces")
        return answer.faces

    def total(
        self,
        key: str,
        dice: str,
        why: str,
        chances: tuple[tuple[str, Fraction], ...] = (),
        *,
        need: int | None = None,
    ) -> Asking[int]:
        """Ask for dice and return what they come to; `need` says how a single die is shown."""
        faces = yield from self.roll(key, dice, why, chances, need=need)
        return parse_dice(dice).total(faces)

    def choose(self, key: str, options: Sequence[Option], why: str) -> Asking[str]:
        """Ask for one of some options and return its id."""
        return chosen((yield Choose(key, tuple(options), why)))

    def pick(
        self,
        key: str,
        options: Sequence[Option],
        why: str,
        *,
        least: int = 0,
        most: int | None = None,
        proposed: Sequence[str] = (),
    ) -> Asking[tuple[str, ...]]:
        """Ask for some of some options, return their ids; without any, nothing is asked."""
        if not options:
            return ()
        answer = yield Pick(key, tuple(options), why, least, most, tuple(proposed))
        return picked(answer)

    def pick_fighters(
        self,
        key: str,
        fighters: Iterable[int],
        why: str,
        *,
        least: int = 0,
        most: int | None = None,
    ) -> Asking[tuple[int, ...]]:
        """Ask for some of some fighters, and return them."""
        options = [Option(str(fighter), self.name(fighter)) for fighter in fighters]
        chosen_ids = yield from self.pick(key, options, why, least=least, most=most)
        return tuple(int(fighter) for fighter in chosen_ids)
