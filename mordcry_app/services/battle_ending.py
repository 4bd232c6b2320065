"""Ends the battle that is under way: what its events say of it becomes its record.

Who fought, who was put out of action and by whom are read from the table; who has won and what is
held is the engine’s to say. The record can be corrected like any other before the aftermath is
committed.
"""

from __future__ import annotations

from collections import Counter

from mordcry_app.rules.battle import Battle
from mordcry_app.rules.battle_effects import KnockOut
from mordcry_app.rules.battle_engine import Ending
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.battle_entries import MOST_TOLD, BattleEntry, SideEntry
from mordcry_app.services.battle_events import OpenBattle, find_open_battle, open_battle
from mordcry_app.services.battles import record_battle
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.shown import as_sentence
from mordcry_app.services.views import Touched


def battle_result(file: CampaignFile) -> BattleEntry:
    """Return what the battle under way comes to as it stands; raises `Refusal` without one."""
    with file.reading() as connection:
        return _result(open_battle(file, connection))


def finish_battle(file: CampaignFile) -> Touched:
    """Record the battle under way from its events and open its aftermath.

    `created` holds the ids of the “battle” and the “draft”. Raises `Refusal` while an event is
    open, or without a battle.
    """
    with file.reading() as connection:
        table = find_open_battle(file, connection)
    if table is None:
        raise Refusal("No battle is under way.")
    if table.open_event is not None and not table.open_event.is_stuck:
        label = as_sentence(table.open_event.event.stored.label)
        raise Refusal(f"Finish “{label}” first, or call it off.")
    return record_battle(file, _result(table))


def _result(table: OpenBattle) -> BattleEntry:
    ending = table.engine.ending(table.state, table.battle)
    again = _further_kills(table)
    sides = tuple(_side(table.battle, side, ending, again) for side in table.state.rosters)
    told = tuple(
        as_sentence(line)
        for event in table.events
        if event.stored.outcome is not None
        for line in event.stored.outcome.told
    )
    return BattleEntry(sides, course=told[:MOST_TOLD], uses_are_known=table.is_whole)


def _further_kills(table: OpenBattle) -> Counter[int]:
    """Return who put somebody out of action that came back and was put out again, and how often."""
    kills: Counter[int] = Counter()
    last: dict[int, int | None] = {}
    for event in table.events:
        for effect in event.stored.outcome.battle if event.stored.outcome else ():
            if isinstance(effect, KnockOut):
                earlier = last.get(effect.fighter)
                if earlier is not None:
                    kills[earlier] += 1
                last[effect.fighter] = effect.by
    return kills


def _side(battle: Battle, roster_id: int, ending: Ending, again: Counter[int]) -> SideEntry:
    fighters = battle.of_side(roster_id)
    present = frozenset(battle.fighters)
    out_by = {
        fighter.id: fighter.out_by if fighter.out_by in present - {fighter.id} else None
        for fighter in fighters
        if fighter.was_out
    }
    ids = frozenset(fighter.id for fighter in fighters)
    return SideEntry(
        roster_id,
        ending.results.get(roster_id, "drew"),
        took_part=ids,
        out_by=out_by,
        objectives=ending.objectives.get(roster_id, 0),
        treasures=ending.treasures.get(roster_id, 0),
        holders=ending.holders & ids,
        extra_kills={fighter: again[fighter] for fighter in sorted(ids) if again[fighter]},
        unhurt=frozenset(fighter.id for fighter in fighters if fighter.spared),
    )
