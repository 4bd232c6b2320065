"""The reserve phase: which group arrives, and who of it.

Rules: mordcry.txt, “Reserve Phase”, and the twists of late and of flanking reserves. Only one group
of a side comes in a round; whom it leaves out comes later.
"""

from __future__ import annotations

from mordcry_app.rules.battle import Fighter
from mordcry_app.rules.battle_effects import Place
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Option
from mordcry_app.rulesets.mordcry.battle import twists
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.words import OfFighter, OfSide


def due(fight: Fight, side: int) -> tuple[Fighter, ...]:
    """Return the reserves of a side that may arrive in this round."""
    if fight.round < 2:
        return ()
    return tuple(
        fighter
        for fighter in fight.battle.of_side(side)
        if fighter.where == "reserve" and fighter.number(OfFighter.ARRIVES) <= fight.round
    )


def is_waiting(fight: Fight, side: int) -> bool:
    """Say whether a side has reserves to see to in this round."""
    if fight.battle.sides[side].number(OfSide.HAS_ARRIVED):
        return False
    return bool(due(fight, side)) or twists.may_flank(fight, side)


def arrive(fight: Fight, side: int, key: str) -> Asking[str]:
    """Set up the reserves of a side that are due, and return who that was in words."""
    fight.about_side(side, OfSide.HAS_ARRIVED, 1)
    if twists.may_flank(fight, side):
        flanking = yield from twists.flank(fight, side, key)
        where = "within 3″ of the edge, more than 5″ from others who come now"
        return _set_up(fight, side, flanking, where)
    group = yield from _group(fight, side, key)
    found = yield from twists.muster(fight, side, group, key)
    for fighter in found.later:
        fight.about_fighter(fighter, OfFighter.ARRIVES, fight.round + 1)
        fight.about_fighter(fighter, OfFighter.DELAYED, 1)
    if found.later:
        fight.tell(f"{_names(fight, found.later)} will come a round later.")
    return _set_up(fight, side, found.now, "within 3″ of the deployment point")


def _group(fight: Fight, side: int, key: str) -> Asking[tuple[Fighter, ...]]:
    """Return who comes: one group, and those who were late before."""
    here = due(fight, side)
    groups: dict[int, list[Fighter]] = {}
    for fighter in here:
        if not fighter.number(OfFighter.DELAYED):
            groups.setdefault(fighter.number(OfFighter.GROUP), []).append(fighter)
    if len(groups) < 2:
        return here
    options = [
        Option(str(number), f"Group {number}", _names(fight, [f.id for f in group]))
        for number, group in sorted(groups.items())
    ]
    why = f"Which group of {fight.side_name(side)} arrives?"
    chosen = yield from fight.choose(f"{key}/group", options, why)
    return tuple(
        fighter
        for fighter in here
        if fighter.number(OfFighter.DELAYED) or fighter.number(OfFighter.GROUP) == int(chosen)
    )


def _set_up(fight: Fight, side: int, fighters: list[int], where: str) -> str:
    if not fighters:
        fight.tell(f"Nobody of {fight.side_name(side)} arrives.")
        return "nobody arrives"
    for fighter in fighters:
        fight.do(Place(fighter=fighter, where="table"))
    names = _names(fight, fighters)
    verb = "arrives" if len(fighters) == 1 else "arrive"
    fight.tell(f"{names} {verb}, {where}.")
    return f"{names} {verb}"


def _names(fight: Fight, fighters: list[int]) -> str:
    names = [fight.name(fighter) for fighter in fighters]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
