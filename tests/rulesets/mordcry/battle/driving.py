"""Drives a battle in tests from moment to moment: up to the actions, to a round end, to a fall."""

from __future__ import annotations

from typing import Any

from mordcry_app.rules.dice import SeededRandom
from mordcry_app.rulesets.mordcry.battle import damage
from mordcry_app.rulesets.mordcry.battle.words import Phase
from tests.rulesets.mordcry.battle.playing import Table, about_battle, answer_to
from tests.rulesets.mordcry.helpers import VIGIL


def end_round(table: Table, **answers: Any) -> None:
    """End the round as if both sides had passed; answers by the last part of their key."""
    table.apply(*about_battle(passes=2))
    table.do("end_round", keyed(table, "end_round", answers))


def keyed(table: Table, kind: str, answers: dict[str, Any], **values: Any) -> dict[str, Any]:
    """Return answers by their whole keys, found by playing the command; each must be asked."""
    found: dict[str, Any] = {}
    left = dict(answers)
    while left:
        question = table.asks(kind, found, **values)
        name = next((n for n in left if question.key.endswith("/" + n.replace("__", "/"))), None)
        assert name is not None, f"{question} is not answered by {left}"
        found[question.key] = left.pop(name)
    return found


def start(table: Table, first: int = VIGIL, **answers: Any) -> None:
    """Play up to the action phase, whose questions are answered here, all of them."""
    others = [side for side in table.battle.sides if side != first]
    faces: dict[str, Any] = {f"initiative/{first}": (1, 1, 2, 3, 4, 5)}
    faces |= {f"initiative/{side}": (6, 6, 5, 5, 1, 2) for side in others}
    table.do("roll_initiative", faces)
    table.do("wild_dice", side=first, use="keep")
    last = {"side": others[-1], "use": "keep"}
    table.do("wild_dice", keyed(table, "wild_dice", answers, **last), **last)
    assert table.fight.phase == Phase.ACTIONS


def play_rounds(table: Table, count: int) -> None:
    """Play some rounds in which nothing happens but what is asked, answered by nobody and none."""
    for _ in range(count):
        table.start_round()
        table.apply(*about_battle(passes=2))
        table.do("end_round", source=SeededRandom(3))


def fell(table: Table, target: int, by: int | None = None) -> None:
    """Put a fighter out of action as an attack would."""
    fight = table.fight
    asking = damage.knock_out(fight, target, by, key="test")
    try:
        question = next(asking)
        while True:
            picked: tuple[str, ...] = ()
            question = asking.send(answer_to(question, picked))
    except StopIteration:
        pass
    table.battle = fight.battle
    table.log.extend(fight.outcome().story)
