"""How dice that were rolled are shown: critical, hit, missed, or just as they fell."""

from __future__ import annotations

import pytest

from mordcry_app.services.battle_table import StepView
from mordcry_app.ui.dice import DieState
from mordcry_app.ui.views.battle.table.steps_list import ShownStep
from mordcry_app.ui.views.battle.table.wording import die_states, needs_of

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
