"""What an attack is worth before the dice fall: the form, the forecast, and the whole matrix."""

from __future__ import annotations

from mordcry_app.rules.battle_engine import AttackForm, Command, Forecast, MatrixRow
from mordcry_app.rulesets.mordcry.battle.fight import Fight


def attack_form(fight: Fight, command: Command) -> AttackForm:
    """Return what can be chosen for an attack, given what has been chosen so far."""
    del fight
    return AttackForm(command, (), (), (), (), 0)


def forecast(fight: Fight, command: Command) -> Forecast | None:
    """Return what an attack is worth, or none while it has no weapon or target."""
    del fight, command
    return None


def matrix(fight: Fight, side: int) -> tuple[MatrixRow, ...]:
    """Return what every attack of a side on every enemy on the table is worth."""
    del fight, side
    return ()
