"""The record of a battle is corrected together with its aftermath."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import boards
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.amending import start_amending
from mordcry_app.services.battle_entries import BattleEntry, SideEntry
from mordcry_app.services.battles import battle_entry, battles_view, revise_battle
from mordcry_app.services.board_view import board_view
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.history import redo, undo
from tests.services.corrections import INJURIES, amending, finish_battle, keep_quiet, state_of
from tests.services.worlds import dump

ODO = 15


def side(place: int, **changed: object) -> Callable[[BattleEntry], BattleEntry]:
    """Return what changes one side of an entry."""

    def change(entry: BattleEntry) -> BattleEntry:
        sides = list(entry.sides)
        sides[place] = replace(sides[place], **changed)  # type: ignore[arg-type]
        return replace(entry, sides=tuple(sides))

    return change


def other_winner(entry: BattleEntry) -> BattleEntry:
    """Return the entry with the other warband as the winner."""
    return side(1, result="won")(side(0, result="lost")(entry))


def results(file: CampaignFile) -> list[str]:
    [battle] = battles_view(file)
    return [shown.result for shown in battle.sides]


def test_another_winner_waits_in_the_correction(closed: CampaignFile) -> None:
    draft = start_amending(closed, 1).created["draft"]
    before = dump(closed.path)
    touched = revise_battle(closed, 1, other_winner(battle_entry(closed, 1)))
    assert touched.label == "Corrected battle 1"
    assert touched.tables == {"draft"}
    assert dump(closed.path)["battle"] == before["battle"]
    assert results(closed) == ["won", "lost"]
    assert [s.result for s in battle_entry(closed, 1).sides] == ["lost", "won"]
    assert [track.result for track in board_view(closed, draft).tracks] == ["lost", "won"]
    view = amending(closed, draft)
    assert view.other_record
    assert not view.changes_nothing
    assert not view.other_rules


def test_it_is_committed_with_the_aftermath_and_undone_with_it(closed: CampaignFile) -> None:
    draft = start_amending(closed, 1).created["draft"]
    revise_battle(closed, 1, other_winner(battle_entry(closed, 1)))
    keep_quiet(closed, draft)
    before, had = dump(closed.path), state_of(closed)
    boards.finish(closed, draft)
    after = dump(closed.path)
    assert results(closed) == ["lost", "won"]
    assert state_of(closed) != had
    undo(closed)
    assert dump(closed.path) == before
    assert results(closed) == ["won", "lost"]
    redo(closed)
    assert dump(closed.path) == after


def test_it_goes_with_the_correction_when_that_is_left(closed: CampaignFile) -> None:
    draft = start_amending(closed, 1).created["draft"]
    recorded = battle_entry(closed, 1)
    revise_battle(closed, 1, other_winner(recorded))
    boards.discard_draft(closed, draft)
    assert battle_entry(closed, 1) == recorded
    assert results(closed) == ["won", "lost"]
    with pytest.raises(Refusal, match="is finished; amend it to correct the battle"):
        revise_battle(closed, 1, other_winner(recorded))


def test_put_right_again_it_differs_in_nothing(closed: CampaignFile) -> None:
    draft = start_amending(closed, 1).created["draft"]
    recorded = battle_entry(closed, 1)
    revise_battle(closed, 1, other_winner(recorded))
    revise_battle(closed, 1, recorded)
    view = amending(closed, draft)
    assert not view.other_record
    assert view.changes_nothing


def test_whoever_fell_in_the_battle_can_still_have_been_there(file: CampaignFile) -> None:
    """Odo died in the aftermath; in the record he stood on the roster, and was not put out."""
    finish_battle(file, {**INJURIES, "injury/15/roll": "11"})
    assert state_of(file).members[ODO].state == "dead"
    draft = start_amending(file, 1).created["draft"]
    entry = battle_entry(file, 1)
    out = {member: by for member, by in entry.sides[1].out_by.items() if member != ODO}
    revise_battle(file, 1, side(1, out_by=out)(entry))
    keep_quiet(file, draft)
    lines = [line.key for track in board_view(file, draft).tracks for line in track.lines]
    assert "injury/15" not in lines
    boards.finish(file, draft)
    assert state_of(file).members[ODO].state == "active"
    assert state_of(file).members[ODO].amount("xp") > 30


def test_whoever_came_since_was_not_there(closed: CampaignFile) -> None:
    edits.retire(closed, 20, "left for the coast")
    newt = edits.recruit(closed, 2, "youngblood", "Newt").created["member"]
    start_amending(closed, 1)
    entry = battle_entry(closed, 1)
    before = dump(closed.path)
    took_part = entry.sides[1].took_part | {newt}
    with pytest.raises(Refusal, match="does not stand on that roster"):
        revise_battle(closed, 1, side(1, took_part=took_part)(entry))
    with pytest.raises(Refusal, match="Only one warband can win"):
        revise_battle(closed, 1, side(1, result="won")(entry))
    assert dump(closed.path) == before
    assert 20 in entry.sides[1].took_part
    assert revise_battle(closed, 1, entry).is_nothing
    assert isinstance(entry.sides[1], SideEntry)
