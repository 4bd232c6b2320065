"""How dice that were rolled are shown: critical, hit, missed, or just as they fell."""

from __future__ import annotations

import pytest

from mordcry_app.rules.battle_engine import Mark
from mordcry_app.services.battle_table import EventView, StepView, TableFighterView
from mordcry_app.ui.dice import DieState
from mordcry_app.ui.views.battle.table.steps_list import ShownStep
from mordcry_app.ui.views.battle.table.wording import (
    die_states,
    event_text,
    needs_of,
    reserves_text,
    without_need,
)

SET, HIT, MISSED, CRITICAL = DieState.SET, DieState.HIT, DieState.MISSED, DieState.CRITICAL


@pytest.mark.parametrize(
    ("need", "critical", "states"),
    [
        (None, None, (SET, SET, SET)),
        (None, 6, (SET, SET, SET)),
        (4, None, (MISSED, HIT, HIT)),
        (4, 6, (MISSED, HIT, CRITICAL)),
        (6, 6, (MISSED, MISSED, CRITICAL)),
        (2, 2, (CRITICAL, CRITICAL, CRITICAL)),
    ],
)
def test_dice_that_count_one_by_one(
    need: int | None, critical: int | None, states: tuple[DieState, ...]
) -> None:
    assert die_states((3, 4, 6), need, critical) == states


def test_a_step_says_what_it_needs_and_how_its_dice_look() -> None:
    step = StepView("hit", "Ann strikes", "3 6", (3, 6), 4, 6)
    assert needs_of(step) == "4+"
    shown = ShownStep.of(step)
    assert (shown.needs, shown.die_states()) == ("4+", (MISSED, CRITICAL))
    assert shown.spoken() == f"Ann strikes, needs 4+, 3 {MISSED}, 6 {CRITICAL}"
    assert needs_of(StepView("which", "Which?", "Ann")) == ""


def test_reserves_are_summed_up_in_the_order_of_their_rounds() -> None:
    def waiting(number: int, said: str) -> TableFighterView:
        marks = (Mark(said),) if said else ()
        return TableFighterView(number, "Ann", "", "reserve", 2, 0, "", marks, False, False)

    fighters = [waiting(1, "round 3"), waiting(2, "round 2"), waiting(3, "round 3")]
    assert reserves_text(fighters) == (
        "Reserves, round 2: 1 fighter\nReserves, round 3: 2 fighters"
    )
    assert reserves_text([waiting(1, "")]) == "Reserves: 1 fighter"


@pytest.mark.parametrize(
    ("label", "summary", "shown"),
    [
        ("Anselm strikes Ruta", "missed", "Anselm strikes Ruta: missed"),
        ("Anselm waits", "", "Anselm waits"),
        ("Jon: double 6 → triple 6", "double 6 → triple 6", "Jon: double 6 → triple 6"),
    ],
)
def test_an_event_in_one_line(label: str, summary: str, shown: str) -> None:
    event = EventView(1, 1, label, (), summary, by_hand=True)
    assert event_text(event) == shown
    assert event_text(event, " (by hand)") == shown.replace(label, f"{label} (by hand)")


@pytest.mark.parametrize(
    ("why", "need", "shown"),
    [
        ("Ann strikes at Ben: 4+ to hit", 4, "Ann strikes at Ben: to hit"),
        ("Ben, half plate: 6+", 6, "Ben, half plate"),
        ("Horn: on a 4+ it fires", 4, "Horn: on a 4+ it fires"),
        ("Which enemy strikes?", None, "Which enemy strikes?"),
    ],
)
def test_what_is_needed_is_not_said_twice(why: str, need: int | None, shown: str) -> None:
    assert without_need(StepView("x", why, "", (3,), need)) == shown
