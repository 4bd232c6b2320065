"""What a warband earns with a battle, in crowns.

Rules: mordcry.txt, "Income": 2D6 × 10, +10 for each objective and +20 for each treasure held.
"""

from __future__ import annotations

from mordcry_app.rules.effects import Gain
from mordcry_app.rules.effects import roster as roster_target
from mordcry_app.rules.procedure import Outcome, Procedure, Roll, rolled_total
from mordcry_app.rules.ruleset import BattleRecord
from mordcry_app.rules.state import State
from mordcry_app.rulesets.mordcry.content import CROWNS
from mordcry_app.rulesets.mordcry.rulebook import warband

DICE = "2d6*10"
FOR_OBJECTIVE = 10
FOR_TREASURE = 20


def income(state: State, roster_id: int, record: BattleRecord, key: str) -> Procedure:
    """Roll the income and add what was held at the end of the battle."""
    name = warband(state, roster_id)
    question = Roll(f"{key}/roll", DICE, f"Income of {name} in crowns")
    answer = yield question
    rolled = rolled_total(question, answer)
    entries = [(rolled, f"Income after battle {record.number}")]
    entries += [
        (worth, f"{what} held in battle {record.number}") for worth, what in held(roster_id, record)
    ]
    who = roster_target(roster_id)
    effects = tuple(
        Gain(who=who, resource=CROWNS, amount=amount, reason=reason) for amount, reason in entries
    )
    total = sum(amount for amount, _ in entries)
    return Outcome(effects, (f"{name} earned {total} crowns after battle {record.number}.",))


def held(roster_id: int, record: BattleRecord) -> tuple[tuple[int, str], ...]:
    """Return the crowns for what a warband held, with its name: `(20, "2 objectives")`."""
    entries: list[tuple[int, str]] = []
    objectives = record.objectives.get(roster_id, 0)
    treasures = record.treasures.get(roster_id, 0)
    if objectives:
        word = "objective" if objectives == 1 else "objectives"
        entries.append((objectives * FOR_OBJECTIVE, f"{objectives} {word}"))
    if treasures:
        word = "treasure" if treasures == 1 else "treasures"
        entries.append((treasures * FOR_TREASURE, f"{treasures} {word}"))
    return tuple(entries)


def summary(roster_id: int, record: BattleRecord) -> str:
    """Return what will be rolled and added: `2D6 × 10 crowns, +20 for 1 treasure held`."""
    extras = [f"+{worth} for {what} held" for worth, what in held(roster_id, record)]
    return ", ".join(["2D6 × 10 crowns", *extras])
