"""Skills that are moves, or that make moving safer.

Rules: mordcry.txt, "Bonus Actions" and the table of skills.
"""

from __future__ import annotations

from mordcry_app.rules.playing import Asking
from mordcry_app.rulesets.mordcry.battle.bonus_moves import tell_move
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.skills.carrier import Carrier, Use, leave
from mordcry_app.rulesets.mordcry.battle.words import Doing

LUNGE = 3
ESCAPE = 6


def _lethal_lunge(fight: Fight, use: Use) -> Asking[str]:
    yield from ()
    name = fight.name(use.fighter)
    fight.tell(f"{name} moves up to {LUNGE}″ just before or after a melee attack ({use.name}).")
    return f"{LUNGE}″"


def _slip_refusal(fight: Fight, fighter: int) -> str:
    if fight.is_free or fight.fighter(fighter).has(Doing.DREW_BLOOD):
        return ""
    return f"{fight.name(fighter)} has done no damage in melee in this activation."


def _slip_the_knife(fight: Fight, use: Use) -> Asking[str]:
    yield from ()
    tell_move(fight, use.fighter, LUNGE, use.name)
    return f"{LUNGE}″"


def _smooth_escape(fight: Fight, use: Use) -> Asking[str]:
    yield from ()
    name = fight.name(use.fighter)
    fight.tell(f"{name} moves up to {ESCAPE}″ and away from every enemy ({use.name}).")
    return f"{ESCAPE}″, out of melee"


def _smokescreen(fight: Fight, use: Use) -> Asking[str]:
    yield from leave(fight, use, "round")
    fight.tell(f"Smoke, 3″ across, hangs where {fight.name(use.fighter)} put it.")
    return "shots into or out of it at −1 to hit"


def _silent_step(fight: Fight, use: Use) -> Asking[str]:
    yield from leave(fight, use, "round")
    return "nobody can react this round"


CARRIERS = (
    Carrier("lethal_lunge", _lethal_lunge),
    Carrier("slip_the_knife", _slip_the_knife, _slip_refusal),
    Carrier("smooth_escape", _smooth_escape),
    Carrier("smokescreen", _smokescreen),
    Carrier("silent_step", _silent_step),
)
