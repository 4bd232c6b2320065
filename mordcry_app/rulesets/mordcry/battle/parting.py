"""Strike Them Down: the blow at somebody who breaks away from a fight.

Rules: mordcry.txt, “Disengage Action” and “Universal Reactions”.
"""

from __future__ import annotations

from fractions import Fraction

from mordcry_app.rules.battle import Fighter
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Option
from mordcry_app.rulesets.mordcry.battle import attacking, reacting
from mordcry_app.rulesets.mordcry.battle.arms import usable_weapons
from mordcry_app.rulesets.mordcry.battle.fight import Fight

NEEDED = 5
"""What the D6 of Strike Them Down needs."""


def strike_them_down(fight: Fight, fighter_id: int, key: str) -> Asking[None]:
    """Ask whether an enemy within 1″ strikes at a fighter that is about to go, and let it.

    Nothing is asked where no enemy on the table could react.
    """
    fighter = fight.fighter(fighter_id)
    strikers = _who_could_strike(fight, fighter)
    if not strikers:
        return
    options = [Option(reacting.NONE, "Nobody")]
    for striker in strikers:
        price = reacting.price_of_reacting(fight, striker)
        detail = f"costs {price}" if price else ""
        options.append(Option(str(striker), fight.name(striker), detail))
    name = fight.name(fighter_id)
    why = f"{name} breaks away: which enemy within 1″ strikes? It needs {NEEDED}+"
    who = yield from fight.choose(f"{key}/striker", options, why)
    if who == reacting.NONE:
        return
    striker = int(who)
    yield from reacting.react_cost(fight, striker, key)
    face = yield from fight.total(
        f"{key}/roll",
        "d6",
        f"{fight.name(striker)} strikes {name} down: {NEEDED}+",
        (("Strikes", Fraction(1, 3)),),
        need=NEEDED,
    )
    if face < NEEDED:
        fight.tell(f"{fight.name(striker)} is too slow to strike {name}.")
        return
    arm = yield from _weapon(fight, striker, key)
    plan = attacking.plan_of(fight, striker, arm, fighter_id, is_bonus=True)
    yield from attacking.attack(fight, plan, f"{key}/attack", as_reaction=True)


def _who_could_strike(fight: Fight, fighter: Fighter) -> tuple[int, ...]:
    if fighter.has(reacting.SILENT_STEP):
        return ()
    return tuple(
        enemy.id
        for enemy in fight.battle.enemies_of(fighter.side)
        if not reacting.may_react(fight, enemy.id) and usable_weapons(fight, enemy.id)
    )


def _weapon(fight: Fight, striker: int, key: str) -> Asking[str]:
    arms = usable_weapons(fight, striker)
    if len(arms) == 1:
        return arms[0].id
    options = [Option(arm.id, arm.label) for arm in arms]
    why = f"{fight.name(striker)} strikes with what?"
    return (yield from fight.choose(f"{key}/weapon", options, why))
