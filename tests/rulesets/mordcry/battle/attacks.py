"""Two fighters face to face, for tests of attacks: any profile, any gear, any house rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from mordcry_app.rules.dice import RandomSource
from mordcry_app.rules.odds.numbers import AttackNumbers
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Answer, Outcome, Procedure, Question
from mordcry_app.rules.state import Member
from mordcry_app.rulesets.mordcry.battle.attack_numbers import numbers_of
from mordcry_app.rulesets.mordcry.battle.attack_plan import AttackPlan
from mordcry_app.rulesets.mordcry.battle.attacking import plan_of
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from tests.rulesets.mordcry.battle.playing import Table, about_battle, drawn
from tests.rulesets.mordcry.helpers import RUIN, VIGIL, campaign, fighter

ANSELM, RUTA, BRANNOC = 11, 21, 22
NONE = {"attack/react": "none"}
"""The target does not react."""


def anselm(*carried: str, **stats: int) -> Member:
    """Return Anselm of the Vigil with some gear, and a base profile but for some values."""
    return _made(ANSELM, "Anselm", VIGIL, carried, stats)


def ruta(*carried: str, **stats: int) -> Member:
    """Return Ruta of the Ruin, likewise."""
    return _made(RUTA, "Ruta", RUIN, carried, stats)


def brannoc(*carried: str, **stats: int) -> Member:
    """Return Brannoc of the Ruin, likewise."""
    return _made(BRANNOC, "Brannoc", RUIN, carried, stats)


def _made(
    member_id: int, name: str, roster_id: int, carried: Iterable[str], stats: Mapping[str, int]
) -> Member:
    member = fighter(member_id, name, roster_id=roster_id, carried=carried)
    return replace(member, stats={**member.stats, **stats})


def facing(*members: Member, **house_rules: str | int) -> Table:
    """Return a table without rounds on which these fighters stand."""
    return Table.laid(campaign(*members), is_whole=False, **house_rules)


def acting(*members: Member, active: int = ANSELM, **house_rules: str | int) -> Table:
    """Return a table in the action phase of round 2, in the activation of a fighter."""
    table = facing(*members, **house_rules)
    table.apply(*about_battle(phase="actions", round=2, initiative=VIGIL, turn=VIGIL))
    table.do("activate", fighter=active)
    return table


def plan(table: Table, weapon: str, *switches: str, target: int = RUTA) -> AttackPlan:
    """Return an attack of Anselm."""
    return plan_of(table.fight, ANSELM, weapon, target, switches)


def numbers(table: Table, weapon: str, *switches: str, target: int = RUTA) -> AttackNumbers:
    """Return what an attack of Anselm comes to."""
    return numbers_of(table.fight, plan(table, weapon, *switches, target=target))


def asking(table: Table, part: Callable[[Fight], Asking[str]]) -> Callable[[], Procedure]:
    """Return a part of a procedure as a whole one, whose summary is what the part returns."""

    def procedure() -> Procedure:
        fight = table.fight
        summary = yield from part(fight)
        outcome: Outcome = fight.outcome(summary)
        return outcome

    return procedure


def driven(procedure: Procedure, source: RandomSource, answers: Mapping[str, str]) -> Outcome:
    """Run a procedure once, with drawn dice; choices go by the answers, or the first option."""
    draw = drawn(source)
    try:
        question: Question = next(procedure)
        while True:
            question = procedure.send(_answer(question, answers, draw))
    except StopIteration as finished:
        outcome: Outcome = finished.value
        return outcome


def _answer(
    question: Question, answers: Mapping[str, str], draw: Callable[[Question], Answer]
) -> Answer:
    from tests.rulesets.mordcry.helpers import picked

    return picked(answers[question.key]) if question.key in answers else draw(question)
