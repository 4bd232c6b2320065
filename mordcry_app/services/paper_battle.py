"""The battle sheet: what there is to know and to write down at the table.

It is that of the battle which is set up or under way, and otherwise of the next one. What the
set-up has decided is printed, as soon as it has; for all else there is room to write.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mordcry_app.rules.battle import Battle
from mordcry_app.rules.battle_engine import BattleStatus
from mordcry_app.rules.paper import PaperPlan
from mordcry_app.rules.state import STARTS_WOUNDED
from mordcry_app.services.battle_events import find_open_battle
from mordcry_app.services.battle_setup import setup_view
from mordcry_app.services.board_layout import open_board
from mordcry_app.services.paper_blocks import BLANK_OWNERS, BLANK_ROWS, blocks_for, of_member
from mordcry_app.services.paper_views import (
    BattleFighterSheet,
    BattleSheetView,
    BattleSideSheet,
    BlockView,
    FactLine,
)
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.views import CampaignView, MemberView, RosterView, SetupView

if TYPE_CHECKING:
    from mordcry_app.services.campaign_file import CampaignFile

_BLANK_TITLE = "Battle sheet"
_SO_FAR = "So far"
_OUT = "out of action"
_LEFT = "has left the table"

ARRIVES, OUT_BY = "arrives", "out_by"
"""What fields about fighters can show in a battle, see `rules/paper.SHOWS`."""


def battle_sheet_view(
    file: CampaignFile, roster_ids: tuple[int, ...], *, is_blank: bool = False
) -> BattleSheetView:
    """Return the battle sheet for these warbands, or for all of them where none is named.

    A blank one has room for two warbands and for the longest battle that the ruleset plans paper
    for, and shows nothing of any warband.
    """
    campaign = campaign_view(file)
    if is_blank:
        return blank_battle_sheet(campaign)
    setup = setup_view(file)
    rosters = tuple(r for r in campaign.rosters if not roster_ids or r.id in roster_ids)
    return battle_sheet_of(campaign, rosters, setup.number, _standing(file, setup))


def battle_sheet_of(
    campaign: CampaignView,
    rosters: tuple[RosterView, ...],
    number: int,
    standing: Standing | None = None,
) -> BattleSheetView:
    """Return the sheet of a battle of these warbands, as it stands; without it nothing is known."""
    fighting = tuple(replace(roster, members=_fighting(roster, standing)) for roster in rosters)
    rounds = (standing.status.rounds if standing else 0) or campaign.paper.profile.rounds
    names = {m.id: m.shown_name for r in campaign.rosters for m in (*r.members, *r.fallen)}
    known = _known(standing, names)
    plan = _still_needed(campaign.paper, standing)
    blocks = blocks_for(plan, "battle", fighting, known=known, rounds=rounds)
    return BattleSheetView(
        title=f"Battle {number}",
        number=number,
        facts=_facts(standing),
        blocks=_of_all(blocks),
        sides=tuple(_side(roster, blocks, standing, campaign.paper, known) for roster in fighting),
        rounds=rounds,
    )


@dataclass(frozen=True)
class Standing:
    """A battle that is set up, or about to be: its fold, how it stands, and how far it has come."""

    battle: Battle
    status: BattleStatus
    is_set_up: bool
    has_begun: bool


def _standing(file: CampaignFile, setup: SetupView) -> Standing | None:
    """Return how a battle stands; one that is still asked about as far as it is decided."""
    with file.reading() as connection:
        table = find_open_battle(file, connection)
        if table is not None:
            status = table.engine.status(table.state, table.battle)
            return Standing(table.battle, status, is_set_up=True, has_begun=bool(table.events))
        engine = file.ruleset.battle_engine(file.house_rules(connection))
        if engine is None or setup.draft_id is None:
            return None
        board = open_board(file, connection, setup.draft_id).board
    outcomes = [report.outcome for report in board.reports if report.outcome]
    effects = tuple(effect for outcome in outcomes for effect in outcome.battle)
    battle = engine.begin(board.end, setup.number, effects, is_whole=True)
    status = engine.status(board.end, battle)
    return Standing(battle, status, is_set_up=False, has_begun=False)


def _still_needed(plan: PaperPlan, standing: Standing | None) -> PaperPlan:
    """Return a plan without the blocks for what was decided, or for what does not come up."""
    decided = standing.status.decided if standing else ()
    ids, rows = {each.id for each in decided}, {each.row for each in decided}
    blocks = tuple(
        block for block in plan.blocks if block.stage not in ids and rows.isdisjoint(block.not_for)
    )
    return plan.model_copy(update={"blocks": blocks})


def blank_battle_sheet(campaign: CampaignView) -> BattleSheetView:
    """Return a sheet with room for two warbands and for the most rounds."""
    blocks = blocks_for(campaign.paper, "battle", (), is_blank=True)
    return BattleSheetView(
        title=_BLANK_TITLE,
        number=None,
        facts=(),
        blocks=_of_all(blocks),
        sides=tuple(
            BattleSideSheet(
                0, owner, (), tuple(b for b in blocks if b.owner == owner), blanks=BLANK_ROWS
            )
            for owner in BLANK_OWNERS
        ),
        rounds=campaign.paper.profile.rounds,
    )


def _of_all(blocks: tuple[BlockView, ...]) -> tuple[BlockView, ...]:
    return tuple(block for block in blocks if not (block.owner or block.roster_id))


def _fighting(roster: RosterView, standing: Standing | None) -> tuple[MemberView, ...]:
    """Return who fights: in a battle that is set up those who do, and else who does not miss it."""
    if standing is not None:
        return tuple(m for m in roster.members if m.id in standing.battle.fighters)
    return tuple(member for member in roster.members if not member.misses_next_battle)


def _known(standing: Standing | None, names: Mapping[int, str]) -> Mapping[str, str]:
    """Return what fields of fighters can show: when each comes, and who put it out of action."""
    known: dict[str, str] = {}
    for status in standing.status.fighters if standing else ():
        if status.arrives:
            known[of_member(ARRIVES, status.id)] = str(status.arrives)
    for fighter in standing.battle.fighters.values() if standing else ():
        by = names.get(fighter.out_by) if fighter.out_by is not None else None
        if fighter.where == "out" and by:
            known[of_member(OUT_BY, fighter.id)] = by
    return known


def _facts(standing: Standing | None) -> tuple[FactLine, ...]:
    if standing is None:
        return ()
    status = standing.status
    facts = tuple(FactLine(each.label, each.text, each.detail) for each in status.decided)
    if not standing.has_begun:
        return facts
    said = {f"{fact.label}: {fact.text}" for fact in facts}
    marks = " · ".join(mark.text for mark in status.marks if mark.text not in said)
    return (*facts, FactLine(_SO_FAR, status.title, marks))


def _side(
    roster: RosterView,
    blocks: tuple[BlockView, ...],
    standing: Standing | None,
    plan: PaperPlan,
    known: Mapping[str, str],
) -> BattleSideSheet:
    sides = standing.status.sides if standing and standing.has_begun else ()
    marks = next((side.marks for side in sides if side.id == roster.id), ())
    return BattleSideSheet(
        roster_id=roster.id,
        owner=roster.shown_name,
        fighters=tuple(_fighter(member, standing, plan, known) for member in roster.members),
        blocks=tuple(block for block in blocks if block.roster_id == roster.id),
        now=tuple(mark.text for mark in marks),
        blanks=0 if roster.members or standing else BLANK_ROWS,
    )


def _fighter(
    member: MemberView,
    standing: Standing | None,
    plan: PaperPlan,
    known: Mapping[str, str],
) -> BattleFighterSheet:
    """Return how a fighter starts or, once the battle has begun, how it stands.

    What a field shows already is not said again.
    """
    if standing is None or not standing.is_set_up:
        return BattleFighterSheet(member.id, _carried_in(member, plan))
    fighter = standing.battle.fighters[member.id]
    if not standing.has_begun:
        return BattleFighterSheet(member.id, fighter.damage)
    shown = {
        field.shows
        for block in plan.blocks_of("battle")
        for field in block.fields
        if of_member(field.shows, member.id) in known
    }
    status = next(status for status in standing.status.fighters if status.id == member.id)
    said = [mark.text for mark in status.marks]
    if fighter.where == "reserve" and ARRIVES in shown:
        said = []
    elif fighter.where == "out" and OUT_BY not in shown:
        by = known.get(of_member(OUT_BY, member.id))
        said.insert(0, f"{_OUT} by {by}" if by else _OUT)
    elif fighter.where == "left":
        said.insert(0, _LEFT)
    return BattleFighterSheet(member.id, fighter.damage, ", ".join(said))


def _carried_in(member: MemberView, plan: PaperPlan) -> int:
    """Return the wounds with which a fighter will start; one is always left."""
    taken = sum(waits.amount for waits in member.pending if waits.ref == STARTS_WOUNDED)
    wounds = next((v.total for v in member.values if v.stat == plan.profile.wounds), taken + 1)
    return max(min(taken, wounds - 1), 0)
