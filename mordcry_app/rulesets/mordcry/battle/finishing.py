"""The moment at which a battle is over, however it came about."""

from __future__ import annotations

from mordcry_app.rules.playing import Asking
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.words import Known, OfFighter, Phase


def finish(fight: Fight, winner: int, why: str, *, key: str) -> Asking[None]:
    """End the battle: a side has won or, with 0, nobody has; `why` says so in a few words.

    Where objectives are held, asks who stood by them.
    """
    fight.about_battle(Known.PHASE, Phase.OVER.value)
    fight.about_battle(Known.WINNER, winner)
    fight.about_battle(Known.TURN, 0)
    fight.about_battle(Known.ACTIVE, 0)
    ending = f"{fight.side_name(winner)} wins" if winner else "The battle is a draw"
    ended = f"{fight.side_name(winner)} won" if winner else "The battle was a draw"
    fight.tell(f"{ending}: {why}.", told=f"{ended}: {why}.")
    yield from _ask_holders(fight, key)


def _ask_holders(fight: Fight, key: str) -> Asking[None]:
    held = fight.battle.numbers(Known.HELD)
    fled = fight.battle.number_of(Known.RETREATED)
    for side in fight.sides:
        near = [fighter.id for fighter in fight.battle.on_table(side)]
        if side not in held or side == fled:
            continue
        count = held.count(side)
        what = "the objective that" if count == 1 else f"one of the {count} objectives that"
        why = f"Who stands within 3″ of {what} {fight.side_name(side)} holds?"
        holders = yield from fight.pick_fighters(f"{key}/holders/{side}", near, why)
        for fighter in holders:
            fight.about_fighter(fighter, OfFighter.HOLDS, 1)
