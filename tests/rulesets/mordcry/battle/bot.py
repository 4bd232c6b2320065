"""Plays a battle without players: whatever is offered may be done, with dice from a seed.

It knows no rule. It takes an offer, puts attacks together on their form, answers whatever is asked,
and folds what comes of it, until the engine says that the battle is over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from mordcry_app.rules.battle import Battle, apply_battle
from mordcry_app.rules.battle_effects import BattleEffect
from mordcry_app.rules.battle_engine import AttackForm, BattleEngine, Command, CommandValue, Offer
from mordcry_app.rules.dice import RandomSource, SeededRandom
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.procedure import Answer, Outcome, run
from mordcry_app.rules.state import State
from tests.services.worlds import answer_to

MOST_EVENTS = 1_500

LEAVES = frozenset({"free", "end_battle"})
"""What would end the battle early: the bot plays on."""

Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Done:
    """One event that the bot played: the battle before it, and what came of it."""

    command: Command
    label: str
    before: Battle
    outcome: Outcome
    answers: dict[str, Answer]


@dataclass
class Evening:
    """A battle as the bot played it so far."""

    engine: BattleEngine
    state: State
    battle: Battle
    source: RandomSource
    done: list[Done] = field(default_factory=list[Done])

    @property
    def effects(self) -> list[BattleEffect]:
        """Everything that happened on the table."""
        return [effect for done in self.done for effect in done.outcome.battle]

    @property
    def story(self) -> list[str]:
        """The log."""
        return [line for done in self.done for line in done.outcome.story]

    def do(self, command: Command) -> Done:
        """Do something, with every answer drawn."""
        label = self.engine.label(self.state, self.battle, command)
        answers: dict[str, Answer] = {}
        while True:
            progress = run(lambda: self.engine.procedure(self.state, self.battle, command), answers)
            if progress.outcome is not None:
                break
            assert progress.question is not None
            assert not progress.refused, progress.refused
            answers[progress.question.key] = answer_to(progress.question, self.source)
        done = Done(command, label, self.battle, progress.outcome, answers)
        self.battle = apply_battle(self.battle, progress.outcome.battle)
        self.state = apply_effects(self.state, progress.outcome.effects)
        self.done.append(done)
        return done

    def next_command(self) -> Command | None:
        """Return what to do next, or none when nothing is offered."""
        every = self.engine.offers(self.state, self.battle)
        offers = [offer for offer in every if can(offer) and offer.command.kind not in LEAVES]
        usual = [offer for offer in offers if offer.is_next]
        if not offers:
            return None
        if usual and self.source.face(3) == 1:
            offers = usual
        offer = self._one_of(offers)
        if not offer.opens_form:
            return offer.command
        plain = [other.command for other in offers if not other.opens_form]
        return self._put_together(offer.command) or (self._one_of(plain) if plain else None)

    def play(self, check: Callable[[Evening], None] | None = None, most: int = MOST_EVENTS) -> None:
        """Play on until the battle is over; `check` is called after each event."""
        for _ in range(most):
            if self.engine.is_over(self.battle):
                return
            command = self.next_command()
            assert command is not None, "nothing is offered, and the battle is not over"
            self.do(command)
            if check is not None:
                check(self)
        raise AssertionError(f"the battle was not over after {most} events")

    def _put_together(self, command: Command) -> Command | None:
        """Return an attack as its form allows it, with some switches turned."""
        form = self.engine.attack_form(self.state, self.battle, command)
        for _ in range(4):
            values = dict(form.command.values)
            for key, options in (("weapon", form.weapons), ("target", form.targets)):
                allowed = [option.id for option in options if not option.refused]
                if allowed and self.source.face(2) == 1:
                    picked = self._one_of(allowed)
                    if key == "target":
                        values["targets"] = (int(picked),)
                        values["dice"] = ()
                    else:
                        values["weapon"] = picked
            values["switches"] = self._switched(form)
            form = self.engine.attack_form(
                self.state, self.battle, command.model_copy(update={"values": values})
            )
            if not form.refused and not self.engine.refusal(self.state, self.battle, form.command):
                return form.command
        return None

    def _switched(self, form: AttackForm) -> CommandValue:
        return tuple(
            switch.id
            for switch in form.switches
            if not switch.refused and (switch.is_on or self.source.face(4) == 1)
        )

    def _one_of(self, things: Sequence[Thing]) -> Thing:
        return things[self.source.face(len(things)) - 1]


def can(offer: Offer) -> bool:
    """Say whether an offer is allowed now."""
    return not offer.refused


def evening(engine: BattleEngine, state: State, battle: Battle, seed: int | str) -> Evening:
    """Return a battle to be played by the bot."""
    return Evening(engine, state, battle, SeededRandom(seed))
