"""The lines of a whole set-up: attacker and defender, terrain, deployment, victory, twist, groups."""

from __future__ import annotations

from mordcry_app.rules.board import Plan
from mordcry_app.rules.state import State
from mordcry_app.rulesets.mordcry.rulebook import Rulebook


def field_lines(book: Rulebook, state: State, battle: int) -> Plan:
    """Lay out what a battle needs besides its fighters."""
    del book, state, battle
    yield from ()
