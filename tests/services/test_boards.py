"""An open board: answers are kept as they are given, corrected and taken back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mordcry_app.rules.dice import SeededRandom
from mordcry_app.rules.procedure import (
    ChoiceAnswer,
    Choose,
    Roll,
    Spread,
    SpreadAnswer,
    TextAnswer,
)
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import boards
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.board_view import board_view
from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.history import history_view, redo, undo
from mordcry_app.services.house_rules import set_house_rule
from mordcry_app.services.reading import campaign_view, member_view, rolls_view
from tests.services.corrections import OUT
from tests.services.worlds import (
    answer_next,
    child,
    dump,
    fight,
    kill,
    open_lines,
    operations,
    play,
    rolled,
    roster_ids,
    statuses,
    wait_for_line,
)

# ---------------------------------------------------------------------------- the view


def test_a_new_board_asks_for_everything_that_waits_for_nothing(
    file: CampaignFile, draft: int
) -> None:
    board = board_view(file, draft)
    assert (board.kind, board.title, board.battle_number) == (
        "aftermath",
        "Aftermath of battle 1",
        1,
    )
    found = statuses(file, draft)
    later = {key for key in found if key.startswith(("market/", "exploration/"))}
    assert len(later) == 40
    assert {found.pop(key) for key in later} == {"waiting"}
    assert found == {
        "injury/1": "open",
        "injury/4": "open",
        "experience/1": "waiting",
        "income/1": "open",
        "injury/15": "open",
        "experience/2": "waiting",
        "income/2": "open",
    }
    assert [(s.id, s.name, s.left, s.total) for s in board.stages] == [
        ("injuries", "Injuries", 3, 3),
        ("experience", "Experience", 2, 2),
        ("income", "Income", 2, 2),
        ("market", "Market", 20, 20),
        ("exploration", "Exploration", 20, 20),
    ]
    assert (board.left, board.is_complete) == (47, False)
    assert (board.next_line, board.last_answer) == ("injury/1", None)
    assert [(t.name, t.player, t.result) for t in board.tracks] == [
        ("Vigil", "Mira", "won"),
        ("Ruin", "Jon", "lost"),
    ]
    line = board.line("injury/1")
    assert (line.label, line.subject, line.member_id) == ("Injury", "Anselm", 1)
    assert line.text == "put out of action by Krato"
    assert isinstance(line.question, Roll)
    with pytest.raises(KeyError):
        board.line("injury/2")


def test_an_answered_line_shows_its_dice_and_what_it_changes(
    file: CampaignFile, draft: int
) -> None:
    boards.type_faces(file, draft, "injury/15/roll", "31")
    line = board_view(file, draft).line("injury/15")
    assert line.status == "done"
    assert line.text == "Odo was hurt in the arm in battle 1."
    [step] = line.steps
    assert (step.text, step.why) == ("3 1", "How badly is Odo hurt?")
    assert step.dice is not None
    assert (step.dice.dice, step.dice.faces, step.dice.typed) == ("d66", (3, 1), True)
    assert [(c.label, c.old, c.new, c.tone) for c in line.changes] == [
        ("Odo, WS", "4", "3", "bad"),
        ("Odo", "", "Arm or hand wound", "bad"),
    ]
    [_, track] = board_view(file, draft).tracks
    assert [(c.label, c.old, c.new) for c in track.changes if "Odo" in c.label] == [
        ("Odo, renown", "0", "1"),
        ("Odo, XP", "30", "31"),
        ("Odo, WS", "4", "3"),
        ("Odo", "", "Arm or hand wound"),
    ]
    assert ("Renown", "0", "12") in [(c.label, c.old, c.new) for c in track.changes]


def test_a_line_goes_on_asking_until_it_is_done(file: CampaignFile, draft: int) -> None:
    edits.give_item(file, "dagger", member_id=1)
    boards.type_faces(file, draft, "injury/1/roll", "1 3")
    line = board_view(file, draft).line("injury/1")
    assert isinstance(line.question, Choose)
    boards.give_answer(file, draft, "injury/1/healer", ChoiceAnswer(option="reroll_crowns"))
    line = board_view(file, draft).line("injury/1")
    assert isinstance(line.question, Roll)
    boards.give_answer(file, draft, "injury/1/reroll", rolled("11"))
    assert isinstance(board_view(file, draft).line("injury/1").question, Roll)
    boards.type_faces(file, draft, "injury/1/dead/2/gear", "2")
    line = board_view(file, draft).line("injury/1")
    assert [step.text for step in line.steps] == ["1 3", "Roll again for 60 crowns", "1 1", "2"]
    assert [(c.label, c.old, c.new) for c in line.changes] == [
        ("Crowns", "200", "140"),
        ("Stash, Dagger", "0", "1"),
        ("Anselm", "", "graveyard"),
    ]


def test_nothing_but_the_board_changes_before_it_is_finished(
    file: CampaignFile, draft: int
) -> None:
    before = dump(file.path)
    play(file, draft)
    after = dump(file.path)
    assert {name for name in before if before[name] != after[name]} == {"draft", "roll"}


def test_the_number_of_open_lines_is_known_wherever_the_campaign_is_shown(
    file: CampaignFile, draft: int
) -> None:
    # Seven lines, and 20 fighters at the market and exploring.
    assert [d.left for d in campaign_view(file).drafts] == [47]
    boards.type_faces(file, draft, "injury/15/roll", "64")
    assert [d.left for d in campaign_view(file).drafts] == [45]
    edits.mark_dead(file, 1)
    # The dead are not hurt, search and explore nothing, and may be replaced.
    assert [d.left for d in campaign_view(file).drafts] == [43]
    undo(file)
    assert [d.left for d in campaign_view(file).drafts] == [45]
    boards.take_back(file, draft)
    assert [d.left for d in campaign_view(file).drafts] == [47]


# ---------------------------------------------------------------------------- answers


def test_whether_dice_were_typed_or_rolled_is_kept(file: CampaignFile, draft: int) -> None:
    boards.type_faces(file, draft, "income/1/roll", (3, 4))
    boards.roll_for(file, draft, "income/2/roll", SeededRandom(1))
    newest, older = rolls_view(file)
    assert (older.dice, older.faces, older.total, older.typed) == ("2d6*10", (3, 4), 70, True)
    assert older.purpose == "Income, Vigil"
    assert newest.typed is False
    assert newest.total == sum(newest.faces) * 10
    board = board_view(file, draft)
    shown = [board.line(key).steps[0].dice for key in ("income/1", "income/2")]
    assert [dice.typed for dice in shown if dice] == [True, False]


def test_the_default_dice_are_as_good_as_any(file: CampaignFile, draft: int) -> None:
    boards.roll_for(file, draft, "income/1/roll")
    assert all(1 <= face <= 6 for face in rolls_view(file)[0].faces)


def test_every_answer_is_an_operation_of_its_own_in_words(file: CampaignFile, draft: int) -> None:
    boards.type_faces(file, draft, "injury/1/roll", "31")
    touched = boards.give_answer(file, draft, "injury/1/healer", ChoiceAnswer(option="keep"))
    assert touched.label == "Injury, Anselm: Let it stand"
    assert touched.tables == {"draft"}
    view = history_view(file)
    assert [o.label for o in view.operations[:3]] == [
        "Injury, Anselm: Let it stand",
        "Injury, Anselm: 3 1",
        "Recorded battle 1",
    ]
    assert {o.group_key for o in view.operations[:2]} == {f"draft:{draft}"}


@pytest.mark.parametrize(
    ("key", "faces", "sentence"),
    [
        ("injury/1/roll", "47", "7 cannot be rolled with D66: each D6 shows 1–6"),
        ("injury/1/roll", "1", "D66 needs 2 dice, not 1"),
        ("injury/1/roll", "", "D66"),
        ("injury/1/roll", "one", "D66"),
        ("injury/1/roll", (1, 2, 3), "D66 needs 2 dice, not 3"),
        ("injury/1/roll", (0, 2), "cannot be rolled with D66"),
        ("injury/1/roll", (1,) * 40, "D66 needs 2 dice, not 40"),
        ("injury/1/healer", "3", "That is not asked at the moment"),
        ("injury/2/roll", "31", "That is not asked at the moment"),
        ("advance/1/1/roll", "31", "That is not asked at the moment"),
        ("", "31", "That is not asked at the moment"),
    ],
)
def test_dice_that_cannot_be(
    file: CampaignFile, draft: int, key: str, faces: str | tuple[int, ...], sentence: str
) -> None:
    before = dump(file.path)
    with pytest.raises(Refusal, match=sentence):
        boards.type_faces(file, draft, key, faces)
    assert dump(file.path) == before
    assert len(operations(file.path)) == 3


def test_a_choice_is_not_answered_by_dice_nor_dice_by_a_choice(
    file: CampaignFile, draft: int
) -> None:
    with pytest.raises(Refusal, match="an answer to another question"):
        boards.give_answer(file, draft, "injury/1/roll", ChoiceAnswer(option="keep"))
    with pytest.raises(Refusal, match="an answer to another question"):
        boards.give_answer(file, draft, "injury/1/roll", TextAnswer(text="31"))
    with pytest.raises(Refusal, match="D66 is rolled here, not 2D6"):
        boards.give_answer(file, draft, "injury/1/roll", rolled("31", "2d6"))
    boards.type_faces(file, draft, "injury/1/roll", "31")
    for answer_with_dice in (
        lambda: boards.roll_for(file, draft, "injury/1/healer"),
        lambda: boards.type_faces(file, draft, "injury/1/healer", "3"),
    ):
        with pytest.raises(Refusal, match="a choice, not a roll"):
            answer_with_dice()
    with pytest.raises(Refusal, match="no longer there"):
        boards.give_answer(file, draft, "injury/1/healer", ChoiceAnswer(option="pray"))
    with pytest.raises(Refusal, match="Vigil has 0 renown"):
        boards.give_answer(file, draft, "injury/1/healer", ChoiceAnswer(option="reroll_renown"))


def test_a_payment_must_add_up(file: CampaignFile, draft: int) -> None:
    for member in (2, 3):
        edits.adjust_resource(file, "renown", 40, "a song", member_id=member)
    boards.type_faces(file, draft, "injury/1/roll", "31")
    boards.give_answer(file, draft, "injury/1/healer", ChoiceAnswer(option="recovery_renown"))
    question = board_view(file, draft).line("injury/1").question
    assert isinstance(question, Spread)
    assert (question.total, [s.id for s in question.shares]) == (60, ["2", "3"])
    for amounts, sentence in (
        ({"2": 30, "3": 29}, "60 must be spread, not 59"),
        ({"2": 41, "3": 19}, "Berta has 40, so 41 cannot come from there"),
        ({"2": 30, "9": 30}, "no longer there"),
        ({"2": 70, "3": -10}, "cannot come from there"),
    ):
        with pytest.raises(Refusal, match=sentence):
            boards.give_answer(file, draft, question.key, SpreadAnswer(amounts=amounts))
    touched = boards.give_answer(
        file, draft, question.key, SpreadAnswer(amounts={"2": 40, "3": 20})
    )
    assert touched.label == "Injury, Anselm: Berta 40, Cuno 20"


def test_answers_survive_closing_and_reopening(path: Path) -> None:
    with open_campaign(path) as file:
        _, draft = fight(file, OUT)
        boards.type_faces(file, draft, "injury/15/roll", "31")
        boards.type_faces(file, draft, "income/1/roll", "34")
        view = board_view(file, draft)
    with open_campaign(path) as file:
        assert board_view(file, draft) == view
        assert view.last_answer == "income/1/roll"
        play(file, draft)
        boards.finish(file, draft)
        assert member_view(file, 15).value("ws").total == 3


def test_what_is_remembered_of_a_board_is_what_is_stored(path: Path) -> None:
    """After every kind of change, the board in memory is the one that a new window would read."""
    with open_campaign(path) as file, open_campaign(path) as other:
        _, draft = fight(file, OUT)
        source = SeededRandom(3)
        steps = (
            lambda: answer_next(file, draft, source),
            lambda: boards.roll_for(file, draft, "income/1/roll", source),
            lambda: boards.type_faces(file, draft, "injury/1/roll", "62"),
            lambda: boards.type_faces(file, draft, "injury/1/roll", "62"),
            lambda: edits.mark_dead(file, 15),
            lambda: undo(file),
            lambda: boards.clear_answer(file, draft, "injury/1/roll"),
            lambda: boards.take_back(file, draft),
            lambda: undo(file),
            lambda: redo(file),
            lambda: set_house_rule(file, "most_kills", "pick_one"),
            lambda: boards.roll_all_left(file, draft, source),
        )
        for step in steps:
            step()
            assert board_view(file, draft) == board_view(other, draft)


# ---------------------------------------------------------------------------- corrections


def test_correcting_an_early_die_keeps_what_still_fits(file: CampaignFile, draft: int) -> None:
    boards.type_faces(file, draft, "injury/1/roll", "31")
    boards.give_answer(file, draft, "injury/1/healer", ChoiceAnswer(option="reroll_crowns"))
    boards.type_faces(file, draft, "injury/1/reroll", "26")
    boards.type_faces(file, draft, "injury/15/roll", "36")
    boards.type_faces(file, draft, "income/1/roll", "66")
    boards.type_faces(file, draft, "injury/1/roll", "41")
    board = board_view(file, draft)
    assert [step.text for step in board.line("injury/1").steps] == [
        "4 1",
        "Roll again for 60 crowns",
        "2 6",
    ]
    assert {key for key, status in statuses(file, draft).items() if status == "done"} == {
        "injury/1",
        "injury/15",
        "experience/2",
        "income/1",
    }
    assert board.last_answer == "injury/1/roll"


def test_correcting_a_die_asks_again_what_no_longer_fits(file: CampaignFile, draft: int) -> None:
    """Whom it costs the purse is asked anew; the answers of a line that vanished come back."""
    boards.type_faces(file, draft, "injury/1/roll", "31")
    boards.give_answer(file, draft, "injury/1/healer", ChoiceAnswer(option="keep"))
    boards.type_faces(file, draft, "injury/4/roll", "31")
    boards.give_answer(file, draft, "injury/4/healer", ChoiceAnswer(option="recovery_crowns"))
    boards.type_faces(file, draft, "injury/4/recovery", "4")
    boards.give_answer(file, draft, "injury/1/healer", ChoiceAnswer(option="recovery_crowns"))
    boards.type_faces(file, draft, "injury/1/recovery", "5")
    line = board_view(file, draft).line("injury/4")
    assert line.status == "open"
    assert line.refused == "Vigil has 80 crowns."
    boards.give_answer(file, draft, "injury/1/healer", ChoiceAnswer(option="keep"))
    line = board_view(file, draft).line("injury/4")
    assert (line.status, line.refused) == ("done", "")
    assert line.steps[-1].text == "4"


def test_an_answer_that_did_not_change_anything_is_no_operation(
    file: CampaignFile, draft: int
) -> None:
    boards.type_faces(file, draft, "injury/1/roll", "31")
    boards.give_answer(file, draft, "injury/1/healer", ChoiceAnswer(option="keep"))
    count = len(operations(file.path))
    again = boards.give_answer(file, draft, "injury/1/healer", ChoiceAnswer(option="keep"))
    assert again.is_nothing
    assert len(operations(file.path)) == count


def test_an_answer_can_be_cleared(file: CampaignFile, draft: int) -> None:
    boards.type_faces(file, draft, "injury/1/roll", "31")
    touched = boards.clear_answer(file, draft, "injury/1/roll")
    assert touched.label == "Injury, Anselm: asked again"
    assert board_view(file, draft).line("injury/1").steps == ()
    with pytest.raises(Refusal, match="no answer yet"):
        boards.clear_answer(file, draft, "injury/1/roll")
    undo(file)
    assert board_view(file, draft).line("injury/1").steps[0].text == "3 1"


def test_taking_back_goes_from_the_last_answer_to_the_first(file: CampaignFile, draft: int) -> None:
    boards.type_faces(file, draft, "income/1/roll", "11")
    boards.type_faces(file, draft, "income/2/roll", "22")
    boards.type_faces(file, draft, "income/1/roll", "33")
    assert boards.take_back(file, draft).label == "Undone: Income, Vigil: 3 3"
    board = board_view(file, draft)
    assert [board.line(k).steps[0].text for k in ("income/1", "income/2")] == ["1 1", "2 2"]
    edits.rename_member(file, 2, "Bertha")
    assert boards.take_back(file, draft).label == "Income, Ruin: asked again"
    assert boards.take_back(file, draft).label == "Income, Vigil: asked again"
    with pytest.raises(Refusal, match="no answer to take back"):
        boards.take_back(file, draft)
    assert "Bertha" in [m.name for m in campaign_view(file).rosters[0].members]


def test_taking_back_skips_answers_that_are_not_in_use(file: CampaignFile, draft: int) -> None:
    boards.type_faces(file, draft, "injury/1/roll", "31")
    boards.give_answer(file, draft, "injury/1/healer", ChoiceAnswer(option="keep"))
    boards.type_faces(file, draft, "injury/1/roll", "65")
    edits.rename_member(file, 2, "Bertha")
    assert boards.take_back(file, draft).label == "Injury, Anselm: asked again"
    assert board_view(file, draft).line("injury/1").steps == ()


# ---------------------------------------------------------------------------- rolling the rest


def test_rolling_all_that_is_left_stops_at_choices(file: CampaignFile, draft: int) -> None:
    touched = boards.roll_all_left(file, draft, SeededRandom("choices"))
    board = board_view(file, draft)
    assert not any(isinstance(line.question, Roll) for line in open_lines(board))
    assert touched.label.startswith("Rolled all that was left (")
    assert all(not roll.typed for roll in rolls_view(file))
    assert len(operations(file.path)) == 4
    if open_lines(board):
        with pytest.raises(Refusal, match="what is left are choices"):
            boards.roll_all_left(file, draft)
    undo(file)
    assert board_view(file, draft).last_answer is None
    assert rolls_view(file) == ()


def test_rolling_the_rest_keeps_what_was_typed(file: CampaignFile, draft: int) -> None:
    boards.type_faces(file, draft, "income/1/roll", "11")
    boards.roll_all_left(file, draft, SeededRandom(5))
    assert board_view(file, draft).line("income/1").steps[0].text == "1 1"


# ---------------------------------------------------------------------------- no board


@pytest.mark.parametrize(
    "call",
    [
        board_view,
        lambda file, draft: boards.give_answer(file, draft, "x", rolled("31")),
        lambda file, draft: boards.type_faces(file, draft, "x", "31"),
        lambda file, draft: boards.roll_for(file, draft, "x"),
        boards.roll_all_left,
        lambda file, draft: boards.clear_answer(file, draft, "x"),
        boards.take_back,
        boards.finish,
        boards.discard_draft,
    ],
)
def test_a_board_that_is_not_open(
    file: CampaignFile, call: Callable[[CampaignFile, int], object]
) -> None:
    with pytest.raises(Refusal, match="no longer open"):
        call(file, 99)


# ---------------------------------------------------------------------------- advances


def test_advances_that_are_due_are_taken_on_a_board_of_their_own(file: CampaignFile) -> None:
    for member in (7, 8):
        edits.adjust_resource(file, "xp", 10, "taught", member_id=member)
    assert campaign_view(file).advances_due == 2
    draft = boards.start_muster(file).created["draft"]
    board = board_view(file, draft)
    assert (board.kind, board.title, board.battle_number) == ("muster", "Advances", None)
    assert [line.key for line in board.tracks[0].lines] == ["advance/7/1", "advance/8/1"]
    [shown] = campaign_view(file).drafts
    assert (shown.kind, shown.title, shown.left) == ("muster", "Advances", 2)
    boards.type_faces(file, draft, "advance/7/1/roll", "12")
    boards.give_answer(file, draft, "advance/7/1/characteristic/0/stat", ChoiceAnswer(option="ws"))
    play(file, draft)
    assert boards.finish(file, draft).label == "Took the advances that were due"
    assert member_view(file, 7).value("ws").explanation == "Base 3, Advance at 10 XP +1"
    assert campaign_view(file).advances_due == 0
    undo(file)
    assert board_view(file, draft).is_complete


def test_without_advances_there_is_no_board(file: CampaignFile) -> None:
    with pytest.raises(Refusal, match="No advance is due"):
        boards.start_muster(file)
    edits.adjust_resource(file, "xp", 10, "taught", member_id=7)
    edits.mark_dead(file, 7)
    with pytest.raises(Refusal, match="No advance is due"):
        boards.start_muster(file)


def test_one_board_at_a_time(file: CampaignFile) -> None:
    edits.adjust_resource(file, "xp", 10, "taught", member_id=7)
    muster = boards.start_muster(file).created["draft"]
    with pytest.raises(Refusal, match="Finish the open advances first"):
        boards.start_muster(file)
    with pytest.raises(Refusal, match="Finish the open advances first"):
        fight(file)
    assert boards.discard_draft(file, muster).label == "Put the advances off"
    assert campaign_view(file).advances_due == 1
    _, draft = fight(file)
    with pytest.raises(Refusal, match="Finish the aftermath of battle 1 first"):
        boards.start_muster(file)
    with pytest.raises(Refusal, match="belongs to its battle"):
        boards.discard_draft(file, draft)


# ---------------------------------------------------------------------------- crashes

ANSWER_AND_HANG = """
import sys
from pathlib import Path
from mordcry_app.services import boards
from mordcry_app.services.campaign_file import open_campaign
file = open_campaign(Path(sys.argv[1]))
draft = int(sys.argv[2])
boards.type_faces(file, draft, "injury/15/roll", "31")
boards.type_faces(file, draft, "income/1/roll", "34")
boards.type_faces(file, draft, "injury/1/roll", "11")
print("answered", flush=True)
sys.stdin.readline()
"""


def test_a_killed_process_loses_no_answer(path: Path) -> None:
    with open_campaign(path) as file:
        _, draft = fight(file, OUT)
    process = child(ANSWER_AND_HANG, str(path), str(draft))
    try:
        wait_for_line(process, "answered")
    finally:
        kill(process)
    with open_campaign(path) as file:
        assert not file.read_only
        board = board_view(file, draft)
        answered = {
            step.key: step.text
            for track in board.tracks
            for line in track.lines
            for step in line.steps
        }
        assert answered == {
            "injury/15/roll": "3 1",
            "income/1/roll": "3 4",
            "injury/1/roll": "1 1",
        }
        assert board.last_answer == "injury/1/roll"
        assert [roll.total for roll in rolls_view(file)] == [11, 70, 31]
        boards.take_back(file, draft)
        assert board_view(file, draft).last_answer == "income/1/roll"
        assert roster_ids(file) == (1, 2)
