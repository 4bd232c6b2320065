"""Amends an aftermath that was committed: its answers come back, and it is committed anew.

The board of a correction stands on the campaign as it was right before the aftermath was
committed, so that every answer of then fits as it did; only today's rules and house rules hold.
Nothing is written before the correction is committed, and then only what differs, as one operation
(`services.rehearsal`). A corrected record of the battle waits in the draft as well. Whether an
aftermath can be opened again is for `services.amending_checks` to say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mordcry_app.model.tables import Battle, Draft, Row
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.amending_checks import check_amend, refused_by
from mordcry_app.services.amending_views import some_of
from mordcry_app.services.board_layout import Amends, OpenBoard, open_board
from mordcry_app.services.board_writing import answers_in_use, asked_names, write_outcome
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.committed import (
    AMEND,
    ASKED_KEY,
    BATTLE_KEY,
    COMMIT,
    WRITTEN_TABLES,
    read_committed,
)
from mordcry_app.services.rehearsal import MODELS, Rehearsed
from mordcry_app.services.unit_of_work import Image, Work, unit_of_work
from mordcry_app.services.views import Touched

if TYPE_CHECKING:
    from sqlalchemy import Connection

REOPEN = "reopen"
"""Kind of the operations that open an aftermath again."""

_BOARD_TABLES = WRITTEN_TABLES | {"campaign", "draft"}


def start_amending(file: CampaignFile, battle_id: int) -> Touched:
    """Open a committed aftermath again, with its answers; `created["draft"]` holds the board’s id.

    Raises `Refusal` with the reasons when it cannot be opened again.
    """
    with unit_of_work(file, "Opened an aftermath again", REOPEN) as work:
        check = check_amend(file, work.connection, battle_id)
        if not check.possible:
            raise Refusal(" ".join(check.reasons))
        committed = read_committed(work.connection, battle_id)
        if committed is None:
            raise LookupError(f"nothing is known of battle {battle_id}")
        work.created["draft"] = work.add(
            Draft,
            kind=AMEND,
            battle_id=battle_id,
            answers=dict(committed.answers),
            about={COMMIT: committed.operations[-1]},
        )
        work.label = f"Opened the aftermath of battle {committed.number} again"
    return work.touched


def commit_correction(file: CampaignFile, draft_id: int) -> Touched:
    """Write what the correction changes, as one operation, and close its board.

    Raises `Refusal` while lines are left, when nothing is changed, and when something that was
    done since contradicts it.
    """
    with unit_of_work(file, "Corrected an aftermath", AMEND) as work:
        laid_out = open_board(file, work.connection, draft_id)
        if laid_out.left:
            raise Refusal(
                f"{laid_out.left} {'line is' if laid_out.left == 1 else 'lines are'} still open."
            )
        correction = correction_of(file, work.connection, draft_id, laid_out)
        refused = refused_by(file, work.connection, amends_of(laid_out).committed, correction)
        if refused:
            raise Refusal(" ".join(some_of(refused)))
        if is_as_committed(laid_out, correction):
            raise Refusal("Nothing was changed.")
        _write(work, correction.changes)
        work.remove(Draft, draft_id)
        work.detail.update(
            {BATTLE_KEY: laid_out.basis.battle_id, ASKED_KEY: asked_names(laid_out.board)}
        )
        work.label = f"Corrected the aftermath of battle {laid_out.basis.battle_number}"
    return work.touched


def correction_of(
    file: CampaignFile, connection: Connection, draft_id: int, laid_out: OpenBoard
) -> Rehearsed:
    """Return what the campaign would come to if the correction were committed as it stands."""
    amends = amends_of(laid_out)

    def perform(work: Work) -> None:
        write_outcome(work, laid_out)
        work.change(Battle, amends.committed.battle_id, state="closed", record=dict(amends.record))

    return file.remembered.get(
        ("correction", draft_id), _BOARD_TABLES, lambda: amends.rehearsal.act(perform)
    )


def is_as_committed(laid_out: OpenBoard, correction: Rehearsed) -> bool:
    """Say whether a correction differs in nothing, not even in an answer that comes to the same."""
    then = amends_of(laid_out).then
    return not correction.changes and answers_in_use(then) == answers_in_use(laid_out.board)


def amends_of(laid_out: OpenBoard) -> Amends:
    """Return what an amend board corrects; raises `LookupError` for another board."""
    if laid_out.basis.amends is None:
        raise LookupError("not the board of a correction")
    return laid_out.basis.amends


def _write(work: Work, changes: tuple[Image, ...]) -> None:
    """Write rows that go, last table first, then those that change and come, first table first."""
    by_table: dict[str, list[Image]] = {}
    for image in changes:
        by_table.setdefault(image.table, []).append(image)
    order: list[tuple[type[Row], list[Image]]] = [
        (MODELS[table.name], by_table[table.name])
        for table in Row.metadata.sorted_tables
        if table.name in by_table
    ]
    for model, images in reversed(order):
        gone = [i.before for i in images if i.after is None and i.before is not None]
        work.write(model, removed=gone)
    for model, images in order:
        work.write(
            model,
            changed=[
                (i.before, i.after) for i in images if i.before is not None and i.after is not None
            ],
            added=[i.after for i in images if i.before is None and i.after is not None],
        )
