"""At how much experience each advance comes, in the three readings of the rules.

Rules: mordcry.txt, "Experience, Leveling, and Renown"; rulings 2, 3 and 42. An advance costs 10 XP
below 50 XP, and 10 more in each further band of 50.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from mordcry_app.rules.catalogue import HouseRules
from mordcry_app.rules.ruleset import AdvanceProgress
from mordcry_app.rules.state import Member
from mordcry_app.rulesets.mordcry.content import ADVANCES, SPENT_XP, XP

BAND = 50
"""Width of a band, in XP."""
LAST_PRINTED = 200
"""Where the printed bands end and “and so on” begins, in XP."""


def cost_at(xp: int) -> int:
    """Return what an advance costs in the band that `xp` lies in: 10, 20 from 50, 30 from 100 …"""
    return 10 * (xp // BAND + 1)


def _next_converted(last: int) -> int:
    """Reading (a): the band of the XP already spent sets the cost of the next step.

    10, 20, 30, 40, 50, 70, 90, 110, 140, 170, 210, 260, 320, 390 …
    """
    return last + cost_at(last)


def _next_restarted(last: int) -> int:
    """Reading (b): a step that would cross into the next band starts anew at that band's floor.

    … 50, 70, 90, then 100 + 30 = 130, 150 + 40 = 190, 200 + 50 = 250, 300 + 70 = 370 …
    A step may end on the boundary itself. The first step from a floor always stands, also where
    it is wider than the band (from 250 XP on); otherwise no further advance would ever come.
    """
    ceiling = (last // BAND + 1) * BAND
    following = last + cost_at(last)
    return following if following <= ceiling else ceiling + cost_at(ceiling)


def _next_current(last: int) -> int:
    """Reading (c): the band of the XP held now sets the cost, so a step grows on its way.

    … 50, 70, 90, 120, 160, 210, 260, 320, 390 … The first five steps are the 50 XP of the note
    on starting warbands. Past the printed bands the step is that of the band it began in.
    """
    if last < BAND or last >= LAST_PRINTED:
        return last + cost_at(last)
    held = last + cost_at(last)
    while held - last < cost_at(held):
        held += 10
    return held


_READINGS: dict[str | int, Callable[[int], int]] = {
    "converted": _next_converted,
    "restart": _next_restarted,
    "current": _next_current,
}


def thresholds(rules: HouseRules) -> Iterator[int]:
    """Yield the XP of each advance in rising order, without an end."""
    step = _READINGS[rules["advance_thresholds"]]
    reached = 0
    while True:
        reached = step(reached)
        yield reached


def threshold(number: int, rules: HouseRules) -> int:
    """Return the XP of the advance with this number, counted from 1."""
    return _threshold(number, rules["advance_thresholds"])


def thresholds_within(xp: int, rules: HouseRules) -> int:
    """Return how many advances `xp` has earned in all."""
    count = 0
    for reached in thresholds(rules):
        if reached > xp:
            return count
        count += 1
    return count


def advance_progress(member: Member, rules: HouseRules) -> AdvanceProgress:
    """Return a fighter's XP, the advances that are due, and the XP of the one after those.

    XP that was spent delays the next advance and never takes one back; by the house rule
    `reaction_xp` what reactions have cost may count on (ruling 42).
    """
    xp = member.amount(XP)
    if rules["reaction_xp"] == "apart":
        xp += member.amount(SPENT_XP)
    used = member.amount(ADVANCES)
    earned = thresholds_within(xp, rules)
    return AdvanceProgress(xp, max(0, earned - used), threshold(max(earned, used) + 1, rules))


@lru_cache(maxsize=1024)
def _threshold(number: int, reading: str | int) -> int:
    step = _READINGS[reading]
    reached = 0
    for _ in range(number):
        reached = step(reached)
    return reached
