"""A committed aftermath is opened again, corrected and committed anew, as one operation."""

from __future__ import annotations

from pathlib import Path

import pytest

from mordcry_app.rules.dice import SeededRandom
from mordcry_app.rules.procedure import Roll, RollAnswer
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import boards
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.amending import start_amending
from mordcry_app.services.amending_checks import can_amend
from mordcry_app.services.battles import record_battle
from mordcry_app.services.board_view import board_view
from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.checking import check_file
from mordcry_app.services.history import history_view, redo, undo
from mordcry_app.services.ledgers import ledger_view
from mordcry_app.services.reading import campaign_view, member_story, member_view
from tests.services.corrections import (
    INJURIES,
    amend,
    amending,
    correct,
    finish_battle,
    give_crowns,
    keep_quiet,
    state_of,
)
from tests.services.worlds import (
    Dump,
    battle,
    child,
    copy_of,
    dump,
    fight,
    kill,
    operations,
    play,
    wait_for_line,
)

WRITTEN = ("member", "stat", "modifier", "trait", "possession", "ledger_entry", "pending", "battle")
ODO, BERTA = 15, 2


def campaign_rows(rows: Dump) -> Dump:
    """Return what is stored of the campaign, without what boards and rolls leave behind."""
    return {name: rows[name] for name in (*WRITTEN, "chronicle_entry")}


# ---------------------------------------------------------------------------- opening again


def test_the_answers_come_back_and_nothing_differs(closed: CampaignFile) -> None:
    before = dump(closed.path)
    touched = start_amending(closed, 1)
    assert touched.label == "Opened the aftermath of battle 1 again"
    assert touched.tables == {"draft"}
    board = board_view(closed, touched.created["draft"])
    assert (board.kind, board.title, board.battle_number) == ("amend", "Correction of battle 1", 1)
    assert (board.is_complete, board.left) == (True, 0)
    assert board.line("injury/15").steps[0].text == "3 6"
    assert all(not track.changes for track in board.tracks)
    assert all(line.was is None for track in board.tracks for line in track.lines)
    assert board.amending is not None
    assert board.amending.changes_nothing
    assert board.amending.differences == ()
    assert campaign_rows(dump(closed.path)) == campaign_rows(before)
    assert [draft.kind for draft in campaign_view(closed).drafts] == ["amend"]


def test_the_same_answers_change_nothing(closed: CampaignFile) -> None:
    draft = start_amending(closed, 1).created["draft"]
    before = dump(closed.path)
    with pytest.raises(Refusal, match="Nothing was changed"):
        boards.finish(closed, draft)
    assert dump(closed.path) == before


@pytest.mark.parametrize("seed", range(2))
def test_the_same_answers_change_nothing_whatever_they_were(file: CampaignFile, seed: int) -> None:
    give_crowns(file, 300)
    edits.give_item(file, "dagger", member_id=1)
    battle_id, draft = fight(file, {"Anselm": "Krato", "Egon": None, "Odo": "Anselm"})
    play(file, draft, seed)
    boards.finish(file, draft)
    again = start_amending(file, battle_id).created["draft"]
    view = amending(file, again)
    assert view.changes_nothing
    assert (view.differences, view.unfit, view.refused) == ((), (), ())


def test_other_answers_that_come_to_the_same_are_kept(closed: CampaignFile) -> None:
    boards.finish(closed, amend(closed, 1, {"injury/15/roll": "31"}))
    before = campaign_rows(dump(closed.path))
    draft = amend(closed, 1, {"injury/15/roll": "32"})
    view = amending(closed, draft)
    assert view.changes_nothing
    assert not view.is_as_committed
    boards.finish(closed, draft)
    assert campaign_rows(dump(closed.path)) == before
    again = board_view(closed, start_amending(closed, 1).created["draft"])
    assert again.line("injury/15").steps[0].text == "3 2"
    assert again.amending is not None
    assert again.amending.is_as_committed


def test_leaving_it_as_it_was_removes_the_board(closed: CampaignFile) -> None:
    before = dump(closed.path)
    draft = amend(closed, 1, {"injury/15/roll": "11"})
    touched = boards.discard_draft(closed, draft)
    assert touched.label == "Left the aftermath of battle 1 as it was"
    after = dump(closed.path)
    assert campaign_rows(after) == campaign_rows(before)
    assert after["draft"] == []
    assert can_amend(closed, 1).possible


def test_opening_again_can_be_undone(closed: CampaignFile) -> None:
    before = dump(closed.path)
    start_amending(closed, 1)
    undo(closed)
    assert dump(closed.path) == before
    redo(closed)
    assert board_view(closed, campaign_view(closed).drafts[0].id).is_complete


def test_no_other_board_can_be_opened_meanwhile(closed: CampaignFile) -> None:
    start_amending(closed, 1)
    with pytest.raises(Refusal, match="Commit the correction of battle 1 first"):
        record_battle(closed, battle(closed))
    with pytest.raises(Refusal, match="Commit the correction of battle 1 first"):
        boards.start_muster(closed)


# ---------------------------------------------------------------------------- committing anew


def test_another_injury_is_committed_as_one_operation(closed: CampaignFile) -> None:
    draft = amend(closed, 1, {"injury/15/roll": "31"})
    assert member_view(closed, ODO).value("ws").total == 4
    touched = boards.finish(closed, draft)
    assert touched.label == "Corrected the aftermath of battle 1"
    assert ODO in touched.members
    assert member_view(closed, ODO).value("ws").total == 3
    assert [i.name for i in member_view(closed, ODO).injuries] == ["Arm or hand wound"]
    assert any("hurt in the arm" in line.text for line in member_story(closed, ODO))
    assert operations(closed.path)[-1][:2] == ("amend", "Corrected the aftermath of battle 1")
    assert campaign_view(closed).drafts == ()


def test_only_what_differs_is_written(closed: CampaignFile) -> None:
    before = campaign_rows(dump(closed.path))
    boards.finish(closed, amend(closed, 1, {"injury/15/roll": "31"}))
    after = campaign_rows(dump(closed.path))
    assert {name for name in after if before[name] != after[name]} == {
        "modifier",
        "trait",
        "chronicle_entry",
    }
    assert len(after["chronicle_entry"]) == len(before["chronicle_entry"])


@pytest.mark.parametrize(
    ("key", "faces"),
    [
        ("injury/15/roll", "31"),
        ("injury/15/roll", "11"),
        ("injury/1/roll", "11"),
        ("injury/1/roll", "65"),
        ("income/2/roll", "11"),
    ],
)
def test_it_comes_to_what_it_would_have_come_to(
    answered_path: Path, tmp_path: Path, key: str, faces: str
) -> None:
    beside = copy_of(answered_path, tmp_path)
    with open_campaign(answered_path) as file, open_campaign(beside) as other:
        draft = campaign_view(file).drafts[0].id
        boards.finish(file, draft)
        boards.finish(file, amend(file, 1, {key: faces}, 5))
        correct(other, draft, {key: faces}, 5)
        boards.finish(other, draft)
        assert state_of(file) == state_of(other)
        texts = [
            sorted(str(row[1]) for row in dump(f.path)["chronicle_entry"]) for f in (file, other)
        ]
        assert texts[0] == texts[1]


@pytest.mark.parametrize("seed", range(3))
def test_any_correction_of_a_whole_aftermath_comes_to_what_it_would_have(
    path: Path, tmp_path: Path, seed: int
) -> None:
    """With healers, markets and finds, and with one roll of any line turned into another."""
    source = SeededRandom(f"correction {seed}")
    with open_campaign(path) as file:
        give_crowns(file, 200)
        for owner in ({"member_id": 1}, {"member_id": ODO}, {"roster_id": 1}):
            edits.give_item(file, "dagger", **owner)
        battle_id, draft = fight(file, {"Anselm": "Krato", "Hilde": None, "Odo": "Anselm"})
        play(file, draft, seed)
        beside = copy_of(path, tmp_path)
        boards.finish(file, draft)
        again = start_amending(file, battle_id).created["draft"]
        rolls = [
            step.question
            for track in board_view(file, again).tracks
            for line in track.lines
            for step in line.steps
            if isinstance(step.question, Roll)
        ]
        question = rolls[source.face(len(rolls)) - 1]
        faces = question.parsed.roll(source)
        answer = RollAnswer(dice=question.dice, faces=faces, typed=True)
        boards.give_answer(file, again, question.key, answer)
        play(file, again, seed)
        if not amending(file, again).changes_nothing:
            boards.finish(file, again)
        with open_campaign(beside) as other:
            boards.give_answer(other, draft, question.key, answer)
            play(other, draft, seed)
            boards.finish(other, draft)
            assert state_of(file) == state_of(other)


def test_amended_twice_and_back_again(closed: CampaignFile) -> None:
    first = campaign_rows(dump(closed.path))
    was = state_of(closed)
    boards.finish(closed, amend(closed, 1, {"injury/15/roll": "11"}))
    assert member_view(closed, ODO).state == "dead"
    assert can_amend(closed, 1).possible
    boards.finish(closed, amend(closed, 1, {"injury/15/roll": "31"}))
    assert member_view(closed, ODO).state == "active"
    assert member_view(closed, ODO).value("ws").total == 3
    boards.finish(closed, amend(closed, 1, {"injury/15/roll": INJURIES["injury/15/roll"]}))
    assert state_of(closed) == was
    while history_view(closed).undo_label != "Finished the aftermath of battle 1":
        undo(closed)
    assert campaign_rows(dump(closed.path)) == first


def test_undo_and_redo_of_a_correction_are_exact_across_reopening(closed_path: Path) -> None:
    with open_campaign(closed_path) as file:
        draft = amend(file, 1, {"injury/15/roll": "11", "injury/1/roll": "66"})
        before = dump(closed_path)
        boards.finish(file, draft)
        after = dump(closed_path)
        assert before != after
    with open_campaign(closed_path) as file:
        undo(file)
        assert dump(closed_path) == before
    with open_campaign(closed_path) as file:
        assert board_view(file, draft).is_complete
        redo(file)
        assert dump(closed_path) == after
    with open_campaign(closed_path) as file:
        undo(file)
        boards.finish(file, draft)
        assert member_view(file, ODO).state == "dead"
    assert check_file(closed_path) == ()


def test_the_ledger_keeps_its_order(closed: CampaignFile) -> None:
    give_crowns(closed, 5)
    boards.finish(closed, amend(closed, 1, {"income/1/roll": "66"}))
    lines = ledger_view(closed, 1, "crowns")
    reasons = [line.reason for line in lines]
    assert reasons.index("found") < reasons.index("Income after battle 1")
    assert (lines[0].reason, lines[0].balance) == (
        "found",
        state_of(closed).rosters[1].amount("crowns"),
    )


def test_lines_that_are_open_are_not_committed(closed: CampaignFile) -> None:
    draft = start_amending(closed, 1).created["draft"]
    boards.clear_answer(closed, draft, "injury/15/roll")
    with pytest.raises(Refusal, match="still open"):
        boards.finish(closed, draft)


# ---------------------------------------------------------------------------- what was done since


def test_what_was_done_since_and_does_not_matter_stays(closed: CampaignFile) -> None:
    give_crowns(closed, 100)
    edits.rename_member(closed, ODO, "Odo the Lame")
    edits.set_notes(closed, ODO, "Owes me a drink.")
    edits.give_item(closed, "long_sword", member_id=BERTA, price=40)
    edits.retire(closed, 20, "left for the coast")
    before = state_of(closed)
    draft = amend(closed, 1, {"injury/15/roll": "31"})
    view = amending(closed, draft)
    assert view.refused == ()
    assert [d.name for d in view.differences] == ["Injury, Odo the Lame"]
    boards.finish(closed, draft)
    member = member_view(closed, ODO)
    assert (member.name, member.notes) == ("Odo the Lame", "Owes me a drink.")
    assert member.value("ws").total == 3
    assert "long_sword" in [item.ref for item in member_view(closed, BERTA).items]
    after = state_of(closed)
    assert after.rosters == before.rosters
    assert {k: m for k, m in after.members.items() if k != ODO} == {
        k: m for k, m in before.members.items() if k != ODO
    }


def test_a_new_name_alone_changes_nothing(closed: CampaignFile) -> None:
    edits.rename_member(closed, ODO, "Odo the Lame")
    edits.edit_roster(closed, 2, name="Rust")
    edits.rename_player(closed, 2, "Jonathan")
    board = board_view(closed, start_amending(closed, 1).created["draft"])
    assert board.line("injury/15").subject == "Odo the Lame"
    assert [(t.name, t.player) for t in board.tracks] == [("Vigil", "Mira"), ("Rust", "Jonathan")]
    assert board.amending is not None
    assert board.amending.changes_nothing


def test_whoever_came_since_has_no_part_in_the_aftermath(closed: CampaignFile) -> None:
    """The board stands on what the warbands were when they came home."""
    edits.retire(closed, 9, "left for the coast")
    newt = edits.recruit(closed, 1, "youngblood", "Newt").created["member"]
    board = board_view(closed, start_amending(closed, 1).created["draft"])
    members = {line.member_id for track in board.tracks for line in track.lines}
    assert newt not in members
    assert board.amending is not None
    assert board.amending.changes_nothing


def test_units_of_an_item_added_since_are_counted(file: CampaignFile) -> None:
    edits.give_item(file, "dagger", member_id=ODO)
    edits.give_item(file, "dagger", roster_id=2)
    battle_id = finish_battle(file, {**INJURIES, "injury/15/roll": "11"})
    lying = sum(i.quantity for i in state_of(file).rosters[2].stash if i.ref == "dagger")
    edits.give_item(file, "dagger", roster_id=2)
    draft = amend(file, battle_id, {"injury/15/roll": "36"})
    assert amending(file, draft).refused == ()
    boards.finish(file, draft)
    state = state_of(file)
    assert lying in (1, 2)
    assert sum(i.quantity for i in state.rosters[2].stash if i.ref == "dagger") == 2
    assert state.members[ODO].carries("dagger")


# ---------------------------------------------------------------------------- crashes and windows

KILLED = """
import sys
from pathlib import Path
from mordcry_app.services import boards
from mordcry_app.services.amending import start_amending
from mordcry_app.services.campaign_file import open_campaign

file = open_campaign(Path(sys.argv[1]))
draft = start_amending(file, 1).created["draft"]
boards.type_faces(file, draft, "injury/15/roll", "31")
print("answered", flush=True)
sys.stdin.read()
"""


def test_a_correction_under_way_survives_a_crash(closed_path: Path) -> None:
    before = campaign_rows(dump(closed_path))
    process = child(KILLED, str(closed_path))
    wait_for_line(process, "answered")
    kill(process)
    with open_campaign(closed_path) as file:
        [draft] = campaign_view(file).drafts
        assert draft.kind == "amend"
        board = board_view(file, draft.id)
        assert board.line("injury/15").steps[0].text == "3 1"
        assert board.line("injury/15").was is not None
        assert campaign_rows(dump(closed_path)) == before
        keep_quiet(file, draft.id)
        boards.finish(file, draft.id)
        assert member_view(file, ODO).value("ws").total == 3


def test_a_window_that_only_reads_sees_the_same(closed_path: Path) -> None:
    with open_campaign(closed_path) as file, open_campaign(closed_path) as other:
        draft = start_amending(file, 1).created["draft"]
        assert other.read_only
        for step in (
            lambda: None,
            lambda: boards.type_faces(file, draft, "injury/15/roll", "11"),
            lambda: edits.rename_member(file, ODO, "Odo the Lame"),
            lambda: undo(file),
            lambda: boards.take_back(file, draft),
            lambda: boards.roll_for(file, draft, "injury/15/roll", SeededRandom(2)),
        ):
            step()
            assert board_view(file, draft) == board_view(other, draft)
        with pytest.raises(Refusal):
            start_amending(other, 1)
        assert not can_amend(other, 1).possible
