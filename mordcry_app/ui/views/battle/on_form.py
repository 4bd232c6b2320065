"""The numbers that the record of a battle has on the printed form.

The first blocks of the form ask what the entry of a battle asks, in its order: how each warband
fared, how each fighter did, what each warband held.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mordcry_app.services.paper_views import BlockView, FormView


@dataclass(frozen=True)
class RecordNumbers:
    """The numbers of the rows of a record: by warband, by fighter, and by warband again."""

    results: Mapping[int, str] = field(default_factory=dict[int, str])
    fighters: Mapping[int, str] = field(default_factory=dict[int, str])
    held: Mapping[int, str] = field(default_factory=dict[int, str])


NO_NUMBERS = RecordNumbers()
"""Those of a record that is not entered from a form."""


def record_numbers(form: FormView) -> RecordNumbers:
    """Return the numbers of the record on a form; what the form does not ask has none.

    Blocks of the record carry out no stage of the aftermath. The first about fighters stands
    between what is said of whole warbands before it and after it.
    """
    blocks = [block for block in form.blocks if not block.stage]
    about_fighters = [place for place, block in enumerate(blocks) if _is_about_fighters(block)]
    if not about_fighters:
        return NO_NUMBERS
    middle = about_fighters[0]
    return RecordNumbers(
        results=_of_warbands(blocks[:middle]),
        fighters={
            row.member_id: row.number
            for block in reversed(blocks)
            for row in block.rows
            if row.member_id is not None
        },
        held=_of_warbands(blocks[middle:]),
    )


def _is_about_fighters(block: BlockView) -> bool:
    return any(row.member_id is not None for row in block.rows)


def _of_warbands(blocks: list[BlockView]) -> dict[int, str]:
    """The number of the first row of each warband."""
    return {
        row.roster_id: row.number
        for block in reversed(blocks)
        for row in reversed(block.rows)
        if row.member_id is None and row.roster_id
    }
