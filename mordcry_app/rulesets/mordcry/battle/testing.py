"""Characteristic tests in a battle, with everything that helps on them.

Rules: mordcry.txt, "Characteristic Tests"; the skill Iron Discipline.
"""

from __future__ import annotations

from mordcry_app.rules.playing import Asking
from mordcry_app.rules.settle import roll_test
from mordcry_app.rulesets.mordcry.battle import answering
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.helps import write_used

IRON_DISCIPLINE = "iron_discipline"


def passes_test(
    fight: Fight, fighter: int, stat: str, key: str, source: str, *, bonus: int = 0
) -> Asking[bool]:
    """Roll a characteristic test of a fighter and say whether it is passed after all.

    Items help as they do everywhere; a failed Willpower test may be passed by Iron Discipline.
    """
    passed, used = yield from roll_test(fight.scene(fighter, key, source), stat, bonus)
    write_used(fight, used)
    if not passed and stat == "will":
        passed = yield from keeps_discipline(fight, fighter, key, f"{source}, Willpower test")
    name, what = fight.name(fighter), fight.content.characteristics[stat].name
    article = "an" if what[:1].lower() in "aeiou" else "a"
    fight.tell(f"{name} {'passes' if passed else 'fails'} {article} {what} test ({source}).")
    return passed


def keeps_discipline(fight: Fight, fighter: int, key: str, what: str) -> Asking[bool]:
    """Ask whether Iron Discipline passes a failed test of Willpower or morale."""
    return (
        yield from answering.answers_with(
            fight, fighter, IRON_DISCIPLINE, f"{key}/discipline", f"{what} has failed"
        )
    )
