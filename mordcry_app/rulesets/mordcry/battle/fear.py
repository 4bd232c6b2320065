"""Fear: what has to be overcome before somebody who spreads it is charged or attacked.

House rule `cursed_fear`, off by default. Rules: mordcry.txt, the rare item Armor of the Lost
Baron; ruling 60.
"""

from __future__ import annotations

from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Option
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.testing import passes_test
from mordcry_app.rulesets.mordcry.carrying import kinds_carried
from mordcry_app.rulesets.mordcry.wares import FEAR

BOLD = "bold_"
AFRAID = "afraid_"
"""Begin the statuses of a fighter who has tested its fear of another in this activation."""


def spreads_fear(fight: Fight, fighter: int) -> str:
    """Return what makes a fighter feared under the house rules; empty when nothing does."""
    if fight.rules["cursed_fear"] != "on":
        return ""
    items = kinds_carried(fight.member(fighter), fight.content)
    return next((item.name for item in items if FEAR in item.tags), "")


def overcomes_fear(fight: Fight, fighter: int, target: int, key: str) -> Asking[bool]:
    """Test whether a fighter dares to charge or attack another; tested once an activation.

    True for whoever has nothing to fear. Whether the two are within 3″ is asked.
    """
    source = spreads_fear(fight, target)
    if not source or fighter == target:
        return True
    standing = fight.fighter(fighter)
    if standing.has(f"{BOLD}{target}"):
        return True
    if standing.has(f"{AFRAID}{target}"):
        fight.tell(f"{fight.name(fighter)} still does not dare.")
        return False
    options = (Option("near", "Within 3″"), Option("far", "Farther away"))
    why = f"How near is {fight.name(fighter)} to {fight.name(target)} ({source})?"
    if (yield from fight.choose(f"{key}/near", options, why)) == "far":
        return True
    dares = yield from passes_test(fight, fighter, "will", f"{key}/test", source)
    fight.mark(fighter, f"{BOLD if dares else AFRAID}{target}", "activation", source)
    if not dares:
        fight.tell(f"{fight.name(fighter)} does not dare to face {fight.name(target)}.")
    return dares
