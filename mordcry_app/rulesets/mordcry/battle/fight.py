"""What every part of a Mordcry battle reads and does: a `Play` that knows Mordcry’s words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass, replace

from mordcry_app.rules.battle import Battle, Fighter
from mordcry_app.rules.battle_effects import (
    BATTLE,
    AddFact,
    Afflict,
    Fact,
    SetFact,
    Until,
)
from mordcry_app.rules.battle_effects import fighter as fighter_owner
from mordcry_app.rules.battle_effects import side as side_owner
from mordcry_app.rules.battle_engine import Command
from mordcry_app.rules.derive import Value
from mordcry_app.rules.playing import Asking, Play
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.settle import Scene
from mordcry_app.rules.state import Modifier, State
from mordcry_app.rulesets.mordcry.battle.words import Doing, Known, OfFighter, OfSide, Phase
from mordcry_app.rulesets.mordcry.rulebook import Rulebook

FIRST_ROUND = "first_round"
"""The condition of what acts in round 1 only."""


class Fight(Play):
    """One event of a Mordcry battle that is being worked out, or just the battle as it stands."""

    def __init__(self, book: Rulebook, state: State, battle: Battle) -> None:
        super().__init__(book.content, book.rules, state, battle)
        self.book = book
        self.was_over = self.phase == Phase.OVER
        """Whether the battle was over before this event."""

    @property
    def phase(self) -> Phase:
        """Where in a round the battle is."""
        return Phase(self.battle.word(Known.PHASE) or Phase.FREE)

    @property
    def is_free(self) -> bool:
        """Whether nobody keeps to rounds and turns."""
        return self.phase == Phase.FREE

    @property
    def round(self) -> int:
        """The number of the round; 0 before the first."""
        return self.battle.number_of(Known.ROUND)

    @property
    def initiative(self) -> int:
        """The side that has the initiative; 0 while it is open."""
        return self.battle.number_of(Known.INITIATIVE)

    @property
    def active(self) -> Fighter | None:
        """The fighter whose activation it is."""
        return self.battle.fighters.get(self.battle.number_of(Known.ACTIVE))

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides, who has the initiative first; before that is known, in roster order."""
        return tuple(sorted(self.battle.sides, key=lambda side: side != self.initiative))

    def enemy_of(self, roster_id: int) -> int:
        """Return the side against a side; itself when there is no other."""
        return next(iter(self.battle.other_sides(roster_id)), roster_id)

    @property
    def standing_conditions(self) -> frozenset[str]:
        """The conditions of the content that hold for everybody now."""
        return frozenset({FIRST_ROUND}) if self.round == 1 else frozenset()

    def value(
        self,
        fighter_id: int,
        stat: str,
        *,
        conditions: Set[str] = frozenset(),
        extra: Iterable[Modifier] = (),
    ) -> Value:
        """Return a characteristic as it is in the battle now, and how it comes about."""
        holding = {*conditions, *self.standing_conditions}
        return super().value(fighter_id, stat, conditions=holding, extra=extra)

    def side_of(self, command: Command) -> int:
        """Return the side that a command is about; raises `Refusal` for one that is not here."""
        side = command.number("side")
        if side not in self.battle.sides:
            raise Refusal("No such side is in this battle.")
        return side

    def fighter_of(self, command: Command) -> Fighter:
        """Return the fighter that a command is about; raises `Refusal` for nobody here."""
        return self.fighter(command.number("fighter"))

    def side_after(self, roster_id: int) -> int:
        """Return the side whose turn comes after a side’s."""
        sides = tuple(self.battle.sides)
        return sides[(sides.index(roster_id) + 1) % len(sides)]

    def wounds(self, fighter_id: int) -> int:
        """Return the Wounds of a fighter as they are now."""
        return self.value(fighter_id, "w").total

    def wounds_left(self, fighter_id: int) -> int:
        """Return how much damage a fighter can take yet; at 0 it is out of action."""
        return max(0, self.wounds(fighter_id) - self.fighter(fighter_id).damage)

    def about_battle(self, key: Known, value: Fact | None) -> None:
        """Note something about the battle."""
        self.do(SetFact(who=BATTLE, key=key.value, value=value))

    def about_side(self, roster_id: int, key: OfSide, value: Fact | None) -> None:
        """Note something about a side."""
        self.do(SetFact(who=side_owner(roster_id), key=key.value, value=value))

    def about_fighter(self, fighter_id: int, key: OfFighter, value: Fact | None) -> None:
        """Note something about a fighter."""
        self.do(SetFact(who=fighter_owner(fighter_id), key=key.value, value=value))

    def add_to_side(self, roster_id: int, key: OfSide, amount: int) -> None:
        """Change a number of a side."""
        self.do(AddFact(who=side_owner(roster_id), key=key.value, amount=amount))

    def mark(
        self,
        fighter_id: int,
        ref: str,
        until: Until,
        source: str,
        *,
        amount: int = 1,
        turns: int = 1,
    ) -> None:
        """Give a fighter a status, or more of one that it has."""
        self.do(
            Afflict(
                fighter=fighter_id,
                ref=str(ref),
                until=until,
                source=source,
                amount=amount,
                turns=turns,
            )
        )

    def has_acted(self, fighter_id: int) -> bool:
        """Say whether a fighter counts as activated in this round."""
        return self.fighter(fighter_id).has(Doing.ACTED)

    def scene(self, fighter_id: int, key: str, source: str) -> Scene:
        """Return where effects on the campaign, and tests, of one fighter are settled.

        What acts on the fighter in this battle acts in its tests, too.
        """
        state, fighter = self.state, self.fighter(fighter_id)
        member = state.members[fighter_id]
        bent = (*member.modifiers, *fighter.modifiers)
        shown = state.with_member(replace(member, modifiers=bent))
        return self.book.scene(shown, fighter_id, key, source, conditions=self.standing_conditions)


Perform = Callable[[Fight, Command], Asking[str]]


@dataclass(frozen=True)
class Deed:
    """One kind of command: what it is called, why it is not allowed, and what it does.

    `refusal` returns a sentence, or nothing when the command is allowed. `perform` asks what it
    must, does things to the fight, and returns a short summary for the log.
    """

    kind: str
    label: Callable[[Fight, Command], str]
    refusal: Callable[[Fight, Command], str]
    perform: Perform
