"""Mordcry’s battle engine: hands every command to the part of the rules that carries it out."""

from __future__ import annotations

from collections.abc import Sequence

from mordcry_app.rules.battle import Battle
from mordcry_app.rules.battle_effects import BattleEffect
from mordcry_app.rules.battle_engine import (
    AttackForm,
    BattleStatus,
    Command,
    Correction,
    Ending,
    Forecast,
    MatrixRow,
    Offer,
)
from mordcry_app.rules.procedure import Outcome, Procedure
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.state import State
from mordcry_app.rulesets.mordcry.battle import (
    abilities,
    attack_action,
    beginning,
    by_hand,
    ending,
    forecasting,
    free_dice,
    item_uses,
    mishaps,
    moves,
    retreating,
    rounds,
    status,
    turns,
)
from mordcry_app.rulesets.mordcry.battle.fight import Deed, Fight
from mordcry_app.rulesets.mordcry.battle.words import Known, Phase
from mordcry_app.rulesets.mordcry.rulebook import Rulebook

DEEDS: dict[str, Deed] = {
    deed.kind: deed
    for module in (
        rounds,
        turns,
        moves,
        attack_action,
        mishaps,
        abilities,
        item_uses,
        free_dice,
        retreating,
        by_hand,
        ending,
    )
    for deed in module.DEEDS
}
"""Every kind of command."""


class MordcryBattle:
    """Plays battles under the house rules of one campaign; see `rules.battle_engine`."""

    def __init__(self, book: Rulebook) -> None:
        self._book = book

    def begin(
        self, state: State, number: int, setup: tuple[BattleEffect, ...], *, is_whole: bool
    ) -> Battle:
        """Return a battle as it begins."""
        return beginning.begin(self._book, state, number, setup, is_whole=is_whole)

    def offers(self, state: State, battle: Battle) -> tuple[Offer, ...]:
        """Return what can be done now, and what cannot and why."""
        fight = Fight(self._book, state, battle)
        return tuple(
            offer
            for module in (
                rounds,
                turns,
                moves,
                attack_action,
                abilities,
                item_uses,
                mishaps,
                free_dice,
                retreating,
                ending,
            )
            for offer in module.offers(fight)
        )

    def refusal(self, state: State, battle: Battle, command: Command) -> str:
        """Return a sentence that says why a command is not allowed now, or nothing."""
        return _deed(command).refusal(Fight(self._book, state, battle), command)

    def label(self, state: State, battle: Battle, command: Command) -> str:
        """Return a command in words."""
        return _deed(command).label(Fight(self._book, state, battle), command)

    def procedure(self, state: State, battle: Battle, command: Command) -> Procedure:
        """Return what a command does."""
        return _performed(_deed(command), Fight(self._book, state, battle), command)

    def status(self, state: State, battle: Battle) -> BattleStatus:
        """Return how the battle stands, in words."""
        return status.status_of(Fight(self._book, state, battle))

    def attack_form(self, state: State, battle: Battle, command: Command) -> AttackForm:
        """Return what can be chosen for an attack, given what has been chosen so far."""
        return forecasting.attack_form(Fight(self._book, state, battle), command)

    def forecast(self, state: State, battle: Battle, command: Command) -> Forecast | None:
        """Return what an attack is worth, or none while it has no weapon or target."""
        if command.kind != "attack":
            return None
        return forecasting.forecast(Fight(self._book, state, battle), command)

    def matrix(self, state: State, battle: Battle, side: int) -> tuple[MatrixRow, ...]:
        """Return what every attack of a side on every enemy on the table is worth."""
        return forecasting.matrix(Fight(self._book, state, battle), side)

    def plan(self, state: State, battle: Battle, attacks: Sequence[Command]) -> tuple[float, ...]:
        """Return how likely the target is out of action after each of several attacks on it."""
        return forecasting.plan(Fight(self._book, state, battle), attacks)

    def corrections(
        self, state: State, battle: Battle, *, fighter: int | None = None, side: int | None = None
    ) -> tuple[Correction, ...]:
        """Return what can be put right by hand: about a fighter, a side, or else the battle."""
        fight = Fight(self._book, state, battle)
        mishap = mishaps.corrections(fight, fighter) if fighter is not None else ()
        return (*by_hand.corrections(fight, fighter, side), *mishap)

    def ending(self, state: State, battle: Battle) -> Ending:
        """Return what the battle comes to if it ends now."""
        return ending.ending_of(Fight(self._book, state, battle))

    def is_over(self, battle: Battle) -> bool:
        """Say whether the battle has been decided or has run its rounds."""
        return battle.word(Known.PHASE) == Phase.OVER


def _deed(command: Command) -> Deed:
    deed = DEEDS.get(command.kind)
    if deed is None:
        raise Refusal(f"“{command.kind.replace('_', ' ')}” cannot be done in a battle.")
    return deed


def _performed(deed: Deed, fight: Fight, command: Command) -> Procedure:
    summary = yield from deed.perform(fight, command)
    yield from turns.settle_activation(fight)
    outcome: Outcome = fight.outcome(summary)
    return outcome
