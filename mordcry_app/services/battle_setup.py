"""Sets battles up: arms what waits for them, and asks what is asked before a battle.

A battle that is set up stands in the campaign without a record; recording it fills that in. A
group that skips the set-up records its battle straight away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from mordcry_app.model.tables import Battle, Draft
from mordcry_app.rules.board import lay_out
from mordcry_app.rules.catalogue import HouseRules
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.state import State
from mordcry_app.services.arming import arm_what_waits
from mordcry_app.services.battle_events import stored_setup
from mordcry_app.services.battles import next_battle_number, refuse_open_board, waiting_battle
from mordcry_app.services.board_layout import SETUP, WHOLE
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.pending_views import pending_of_roster
from mordcry_app.services.shown import shown_member_name, shown_roster_name
from mordcry_app.services.state_reader import current_state, table_of
from mordcry_app.services.unit_of_work import unit_of_work
from mordcry_app.services.views import SetupSideView, SetupView, Touched

if TYPE_CHECKING:
    from sqlalchemy import Connection


def set_up_battle(file: CampaignFile, *, is_whole: bool = False) -> Touched:
    """Set the next battle up, in one operation.

    What waits for it is armed at once or, where something is asked first, when that board is
    finished. A whole set-up also asks for all that the battle is played with, round by round.
    `created` holds the “battle” and, where there is one, the “draft”. Raises `Refusal` while a
    board is open or a battle is set up already.
    """
    with unit_of_work(file, "Set up a battle", "setup") as work:
        refuse_open_board(work.connection)
        waiting = waiting_battle(work.connection)
        if waiting is not None:
            raise Refusal(f"Battle {waiting.number} is set up already; play it first.")
        number = next_battle_number(work.connection)
        rules = file.house_rules(work.connection)
        is_whole = is_whole and file.ruleset.battle_engine(rules) is not None
        battle_id = work.add(
            Battle, number=number, state="set_up", setup=stored_setup((), is_whole=is_whole)
        )
        work.created["battle"] = battle_id
        state = work.state()
        if _questions(file, rules, state, number, is_whole=is_whole):
            about = {WHOLE: True} if is_whole else {}
            work.created["draft"] = work.add(Draft, kind=SETUP, battle_id=battle_id, about=about)
            work.label = f"Began to set up battle {number}"
        else:
            arm_what_waits(work, state, battle_id)
            work.label = f"Set up battle {number}"
    return work.touched


def is_usually_whole(file: CampaignFile) -> bool:
    """Say whether battles are set up as a whole here: as the last one that was set up at all."""
    battle = table_of(Battle).c
    with file.reading() as connection:
        setups = connection.scalars(select(battle.setup).order_by(battle.number.desc()))
        latest = next((setup for setup in setups if setup), {WHOLE: True})
    return bool(latest.get(WHOLE))


def setup_view(file: CampaignFile) -> SetupView:
    """Return what there is to know before the next battle, whether it is set up or not."""
    with file.reading() as connection:
        state = current_state(file, connection)
        waiting = waiting_battle(connection)
        draft_id = _draft_of(connection, waiting.id) if waiting else None
        number = waiting.number if waiting else next_battle_number(connection)
        rules = file.house_rules(connection)
        asks = 0 if waiting else _questions(file, rules, state, number)
        has_table = file.ruleset.battle_engine(rules) is not None
    sides = tuple(
        SetupSideView(
            roster_id=roster_id,
            name=shown_roster_name(roster),
            player=roster.player,
            fit=sum(not member.misses_next_battle for member in state.active(roster_id)),
            missing=tuple(
                shown_member_name(member, file.ruleset)
                for member in state.active(roster_id)
                if member.misses_next_battle
            ),
            pending=tuple(
                view
                for view in pending_of_roster(state, roster_id, file.ruleset)
                if view.until == "battle"
            ),
        )
        for roster_id, roster in state.rosters.items()
    )
    stage = "coming" if waiting is None else ("asking" if draft_id is not None else "ready")
    battle_id = waiting.id if waiting else None
    return SetupView(number, stage, battle_id, draft_id, sides, asks, has_table)


def _questions(
    file: CampaignFile, rules: HouseRules, state: State, number: int, *, is_whole: bool = False
) -> int:
    """Return how many lines are asked before a battle."""
    board = lay_out(
        lambda start: file.ruleset.setup_plan(start, rules, number, is_whole=is_whole), state, {}
    )
    return len(board.reports)


def _draft_of(connection: Connection, battle_id: int) -> int | None:
    draft = table_of(Draft).c
    query = select(draft.id).where(draft.kind == SETUP, draft.battle_id == battle_id)
    return connection.execute(query).scalar_one_or_none()
