"""Finishing a board: all that it says is written at once; undoing that brings the board back."""

from __future__ import annotations

import pytest

from mordcry_app.rules.effects import Gain, Join, Kill
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import boards
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.battles import default_entry, record_battle
from mordcry_app.services.board_layout import open_board
from mordcry_app.services.board_view import board_view
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.history import redo, undo
from mordcry_app.services.house_rules import set_house_rule
from mordcry_app.services.ledgers import ledger_view
from mordcry_app.services.reading import campaign_view, member_story, member_view
from tests.services.worlds import dump, fight, operations, play, roster_ids, statuses


def test_finishing_writes_exactly_what_the_board_says_in_one_operation(
    file: CampaignFile, draft: int
) -> None:
    boards.type_faces(file, draft, "injury/15/roll", "12")
    play(file, draft, seed="finish")
    with file.reading() as connection:
        end = open_board(file, connection, draft).board.end
        effects = open_board(file, connection, draft).board.effects
    assert any(isinstance(effect, Kill) for effect in effects)
    count = len(operations(file.path))
    touched = boards.finish(file, draft)
    assert operations(file.path)[count:] == [
        ("finish", "Finished the aftermath of battle 1", "done")
    ]
    view = campaign_view(file)
    assert view.drafts == ()
    for roster in view.rosters:
        assert roster.amount("crowns") == end.rosters[roster.id].amount("crowns")
        for member in (*roster.members, *roster.fallen):
            assert member.state == end.members[member.id].state
            assert member.amount("xp") == end.members[member.id].amount("xp")
    gains = [e for e in effects if isinstance(e, Gain) and e.resource == "crowns"]
    entries = [e for r in (1, 2) for e in ledger_view(file, r, "crowns") if e.battle_number == 1]
    assert sorted(e.reason for e in gains) == sorted(e.reason for e in entries if e.amount > 0)
    assert {1, 2} <= touched.rosters
    assert {2, 15} <= touched.members


def test_finishing_tells_the_story(file: CampaignFile, draft: int) -> None:
    boards.type_faces(file, draft, "injury/15/roll", "31")
    play(file, draft)
    boards.finish(file, draft)
    story = [(s.text, s.battle_number) for s in member_story(file, 15)]
    assert story[-1] == ("Odo was hurt in the arm in battle 1.", 1)
    assert {number for _, number in story} == {1}


def test_an_incomplete_board_is_not_finished(file: CampaignFile, draft: int) -> None:
    before = dump(file.path)
    with pytest.raises(Refusal, match="47 lines are still open"):
        boards.finish(file, draft)
    play(file, draft)
    explorer = next(key for key in statuses(file, draft) if key.startswith("exploration/"))
    boards.clear_answer(file, draft, f"{explorer}/roll")
    with pytest.raises(Refusal, match="1 line is still open"):
        boards.finish(file, draft)
    after = dump(file.path)
    assert {name for name in before if before[name] != after[name]} == {"draft", "roll"}


def test_undoing_the_finish_brings_the_board_back_with_all_answers(
    file: CampaignFile, draft: int
) -> None:
    play(file, draft)
    view, before = board_view(file, draft), dump(file.path)
    boards.finish(file, draft)
    after = dump(file.path)
    with pytest.raises(Refusal, match="no longer open"):
        board_view(file, draft)
    undo(file)
    assert board_view(file, draft) == view
    assert dump(file.path) == before
    redo(file)
    assert dump(file.path) == after


@pytest.mark.parametrize("times", [1, 2])
def test_who_joined_is_still_named_by_answers_when_the_finish_is_undone(
    file: CampaignFile, draft: int, times: int
) -> None:
    boards.type_faces(file, draft, "injury/15/roll", "12")
    play(file, draft, seed="joining")
    view = board_view(file, draft)
    with file.reading() as connection:
        joined = sorted(
            effect.member
            for effect in open_board(file, connection, draft).board.effects
            if isinstance(effect, Join)
        )
    assert joined
    for _ in range(times):
        boards.finish(file, draft)
        assert max(m.id for r in campaign_view(file).rosters for m in r.members) == joined[-1]
        undo(file)
        with file.reading() as connection:
            board = open_board(file, connection, draft).board
        ids = sorted(effect.member for effect in board.effects if isinstance(effect, Join))
        assert ids == joined
        assert board_view(file, draft) == view


def test_who_joins_by_hand_meanwhile_keeps_an_id_of_its_own(file: CampaignFile, draft: int) -> None:
    boards.type_faces(file, draft, "injury/15/roll", "12")
    play(file, draft, seed="joining")
    set_house_rule(file, "most_fighters", 40)
    by_hand = edits.recruit(file, roster_ids(file)[0], "youngblood").created["member"]
    play(file, draft, seed="joining")
    boards.finish(file, draft)
    ids = [m.id for r in campaign_view(file).rosters for m in (*r.members, *r.fallen)]
    assert ids.count(by_hand) == 1
    assert len(ids) == len(set(ids))


def test_what_waited_for_the_battle_ends_with_its_aftermath(file: CampaignFile) -> None:
    _, draft = fight(file, {"Anselm": None})
    boards.type_faces(file, draft, "injury/1/roll", "16")
    play(file, draft)
    boards.finish(file, draft)
    assert member_view(file, 1).misses_next_battle
    entry_sides = campaign_view(file).rosters
    assert entry_sides[0].members[0].pending[0].words == "Misses the next battle"
    entry = default_entry(file)
    assert 1 not in entry.sides[0].took_part
    draft = record_battle(file, entry).created["draft"]
    play(file, draft)
    boards.finish(file, draft)
    assert not member_view(file, 1).misses_next_battle
