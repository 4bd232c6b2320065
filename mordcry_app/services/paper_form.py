"""The aftermath form: what a ruleset asks after a battle, to be filled in with pen and dice.

Its rows stand in the order in which a board asks, so that what was written at the table is typed in
from top to bottom. Numbers name a row: a letter for the block, and within it the fighter’s place on
the rosters, which is the same in every block.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from mordcry_app.rules.board import lay_out
from mordcry_app.rules.paper import PaperBlock, PaperPlan
from mordcry_app.services.battle_entries import BattleEntry
from mordcry_app.services.battles import default_entry, next_battle_number, waiting_battle
from mordcry_app.services.board_layout import aftermath_basis
from mordcry_app.services.paper_blocks import blocks_for, of_member
from mordcry_app.services.paper_views import BlockView, FormView, RowView
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.views import BoardView, CampaignView, RosterView

if TYPE_CHECKING:
    from mordcry_app.services.campaign_file import CampaignFile

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without I and O, which look like figures."""

_BLANK_TITLE = "Aftermath form"


def form_order(board: BoardView) -> tuple[str, ...]:
    """Return the keys of a board’s lines in the order of the form.

    That is stage after stage, in each warband after warband, fighter after fighter.
    """
    return tuple(
        line.key
        for stage in board.stages
        for track in board.tracks
        for line in track.lines
        if line.stage == stage.id
    )


def form_view(
    file: CampaignFile, roster_ids: tuple[int, ...], *, is_blank: bool = False
) -> FormView:
    """Return the form of the battle whose aftermath is open, or else of the next one.

    It is for the warbands with these ids, for all of them without any; numbers are the same either
    way. A blank form has room for two warbands and shows nothing of any.
    """
    campaign = campaign_view(file)
    if is_blank:
        return blank_form(campaign)
    number = _battle_number(file, campaign)
    form = form_of(campaign, campaign.rosters, number, _asked(file, number))
    return replace(form, blocks=_only_about(form.blocks, roster_ids)) if roster_ids else form


Asked = Mapping[tuple[str, int], str]
"""The hint of each line about a fighter that an aftermath can have, by stage and member."""


def form_of(
    campaign: CampaignView, rosters: tuple[RosterView, ...], number: int, asked: Asked
) -> FormView:
    """Return the form of a battle for some warbands; `asked` says whom each stage can ask."""
    planned = campaign.paper.blocks_of("form")
    blocks = [_expanded(block, campaign, rosters, asked) for block in planned]
    return FormView(f"Aftermath of battle {number}", number, _numbered(blocks, rosters))


def blank_form(campaign: CampaignView) -> FormView:
    """Return the form of no battle in particular, with room for two warbands."""
    planned = campaign.paper.blocks_of("form")
    blocks = [_expanded(block, campaign, (), {}, is_blank=True) for block in planned]
    return FormView(_BLANK_TITLE, None, _numbered(blocks, ()))


def _only_about(
    blocks: tuple[BlockView, ...], roster_ids: tuple[int, ...]
) -> tuple[BlockView, ...]:
    """Return what concerns some warbands: their rows, and those of the battle.

    A block that had rows and has none left says that nobody is asked.
    """
    wanted = (0, *roster_ids)
    kept = [
        replace(block, rows=tuple(row for row in block.rows if row.roster_id in wanted))
        for block in blocks
        if block.roster_id in wanted
    ]
    there = {block.letter for block in kept}
    nobody = {b.letter: replace(b, rows=(), roster_id=0, owner="") for b in reversed(blocks)}
    return tuple(
        sorted(
            (*kept, *(block for letter, block in nobody.items() if letter not in there)),
            key=lambda block: (len(block.letter), block.letter),
        )
    )


def _battle_number(file: CampaignFile, campaign: CampaignView) -> int:
    for draft in campaign.drafts:
        if draft.kind == "aftermath" and draft.battle_number is not None:
            return draft.battle_number
    with file.reading() as connection:
        waiting = waiting_battle(connection)
        return waiting.number if waiting else next_battle_number(connection)


def _asked(file: CampaignFile, number: int) -> Asked:
    """Return whom each stage would ask if everybody fought and was put out of action."""
    entry = default_entry(file)
    sides = tuple(replace(side, out_by=dict.fromkeys(side.took_part)) for side in entry.sides)
    with file.reading() as connection:
        basis = aftermath_basis(file, connection, number, BattleEntry(sides))
    board = lay_out(basis.plan, basis.state, {})
    return {
        (report.line.stage, report.line.member_id): report.line.hint
        for report in board.reports
        if report.line.member_id is not None
    }


def _expanded(
    block: PaperBlock,
    campaign: CampaignView,
    rosters: tuple[RosterView, ...],
    asked: Asked,
    *,
    is_blank: bool = False,
) -> tuple[BlockView, ...]:
    """Return one block of the plan for these warbands; rows of whole warbands form one block."""
    if block.asked_in:
        rosters = tuple(_only_asked(roster, block, asked) for roster in rosters)
    known = {of_member("hint", who): hint for (at, who), hint in asked.items() if at == block.stage}
    plan = PaperPlan(profile=campaign.paper.profile, blocks=(block,))
    blocks = blocks_for(plan, "form", rosters, known=known, is_blank=is_blank)
    if not blocks:
        return (BlockView(block.id, block.title, block.text, (), stage=block.stage),)
    return _joined(blocks) if block.scope == "roster" else blocks


def _only_asked(roster: RosterView, block: PaperBlock, asked: Asked) -> RosterView:
    members = tuple(
        member
        for member in roster.members
        if any((stage, member.id) in asked for stage in block.asked_in)
    )
    return replace(roster, members=members)


def _joined(blocks: tuple[BlockView, ...]) -> tuple[BlockView, ...]:
    """Return the blocks of several warbands as one, with rows that begin with the warband."""
    rows = tuple(
        replace(row, name=block.owner, roster_id=block.roster_id)
        for block in blocks
        for row in block.rows
    )
    return (replace(blocks[0], rows=rows, has_names=True, roster_id=0, owner=""),)


def _numbered(
    planned: Iterable[tuple[BlockView, ...]], rosters: tuple[RosterView, ...]
) -> tuple[BlockView, ...]:
    """Return the blocks, lettered by entry of the plan, with a number for each row.

    A fighter’s number is its place among all fighters of the form, whether or not those before it
    have a row. Rows without a fighter take the numbers that follow.
    """
    places: dict[int, int] = {}
    last_of: dict[int, int] = {}
    for roster in rosters:
        for member in roster.members:
            places[member.id] = len(places) + 1
        last_of[roster.id] = len(places)
    numbered: list[BlockView] = []
    for letter, blocks in zip(_letters(), planned, strict=False):
        last = without = 0
        for block in blocks:
            rows: list[RowView] = []
            for row in block.rows:
                if row.member_id is not None:
                    last = places[row.member_id] + without
                else:
                    last = max(last, last_of.get(block.roster_id, 0) + without) + 1
                    without += 1
                roster_id = row.roster_id or block.roster_id
                rows.append(replace(row, number=f"{letter}{last}", roster_id=roster_id))
            numbered.append(replace(block, rows=tuple(rows), letter=letter))
    return tuple(numbered)


def _letters() -> Iterator[str]:
    """Yield A, B, C …, then AA, AB …"""
    yield from _LETTERS
    for first in _letters():
        yield from (f"{first}{second}" for second in _LETTERS)
