"""How a battle begins: who fights, with the wounds that they carry in."""

from __future__ import annotations

from mordcry_app.rules.battle import Battle, Fighter, Side, apply_battle
from mordcry_app.rules.battle_effects import BattleEffect
from mordcry_app.rules.state import State
from mordcry_app.rulesets.mordcry.battle.words import Known, Phase
from mordcry_app.rulesets.mordcry.rulebook import Rulebook


def begin(
    book: Rulebook,
    state: State,
    number: int,
    setup: tuple[BattleEffect, ...],
    *,
    is_whole: bool,
) -> Battle:
    """Return a battle as it begins.

    Everybody who stands on a roster and does not miss the battle fights.
    """
    del book
    fighters = {
        member.id: Fighter(member.id, member.roster_id)
        for member in state.members.values()
        if member.state == "active" and not member.misses_next_battle
    }
    sides = {roster_id: Side(roster_id) for roster_id in state.rosters}
    phase = Phase.SETUP if is_whole else Phase.FREE
    battle = Battle(number, fighters, sides, {Known.PHASE.value: phase.value})
    return apply_battle(battle, setup)
