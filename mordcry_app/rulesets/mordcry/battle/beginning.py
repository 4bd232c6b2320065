"""How a battle begins: who fights, with the wounds that they carry in, and what was decided."""

from __future__ import annotations

from mordcry_app.rules.battle import Battle, Fighter, Side, apply_battle, still_meant
from mordcry_app.rules.battle_effects import BattleEffect
from mordcry_app.rules.derive import effective
from mordcry_app.rules.state import STARTS_WOUNDED, Member, State
from mordcry_app.rulesets.mordcry.battle.groups import who_fights
from mordcry_app.rulesets.mordcry.battle.words import Known, Phase
from mordcry_app.rulesets.mordcry.rulebook import Rulebook

LEFT_AT_LEAST = 1
"""Wounds that what was taken before a battle always leaves (ruling 65)."""


def begin(
    book: Rulebook,
    state: State,
    number: int,
    setup: tuple[BattleEffect, ...],
    *,
    is_whole: bool,
) -> Battle:
    """Return a battle as it begins.

    Everybody who stands on a roster and does not miss the battle fights, beasts among them. What
    the set-up decided about somebody who has left since is passed over; somebody who has come
    since stands on the table and belongs to no group.
    """
    fighters = {
        member.id: Fighter(member.id, side, damage=_carried_in(book, member))
        for side in state.rosters
        for member in who_fights(state, side)
    }
    sides = {side: Side(side) for side in state.rosters}
    phase = Phase.SETUP if is_whole else Phase.FREE
    battle = Battle(number, fighters, sides, {Known.PHASE.value: phase.value})
    return apply_battle(battle, still_meant(battle, setup))


def _carried_in(book: Rulebook, member: Member) -> int:
    """Return the damage with which a fighter starts, by the house rule `carried_wounds`."""
    if book.rules["carried_wounds"] == "none":
        return 0
    taken = sum(pending.amount for pending in member.waiting(STARTS_WOUNDED) if pending.armed)
    wounds = effective(member, "w", book.content).total
    return max(0, min(taken, wounds - LEFT_AT_LEAST))
