"""Arms what waits for a battle, once that is set up: from then on it acts."""

from __future__ import annotations

from mordcry_app.rules.state import State
from mordcry_app.rules.waiting import armed_by_setup
from mordcry_app.services.effect_writer import EffectWriter
from mordcry_app.services.unit_of_work import Work


def arm_what_waits(work: Work, state: State, battle_id: int) -> None:
    """Write that everything which waits for the next battle acts in it, for every warband."""
    content = work.file.ruleset.content
    EffectWriter(work, battle_id).write(armed_by_setup(state, state.rosters, content))
