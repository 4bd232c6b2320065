"""The board of a correction shows what differs from what was committed, line by line."""

from __future__ import annotations

from mordcry_app.rules.procedure import ChoiceAnswer
from mordcry_app.services import boards
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.amending import start_amending
from mordcry_app.services.amending_views import AmendCheck, some_of
from mordcry_app.services.board_view import board_view
from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.house_rules import set_house_rule
from mordcry_app.services.reading import campaign_view
from tests.services.corrections import (
    INJURIES,
    amend,
    amending,
    correct,
    give_crowns,
    keep_quiet,
    state_of,
)
from tests.services.worlds import change_behind_our_back, fight

ODO = 15


def changes(file: CampaignFile, draft: int, track: int) -> list[tuple[str, str, str]]:
    board = board_view(file, draft)
    return [(c.label, c.old, c.new) for c in board.tracks[track].changes]


def test_a_line_that_differs_says_what_it_was(closed: CampaignFile) -> None:
    draft = amend(closed, 1, {"injury/15/roll": "31"})
    board = board_view(closed, draft)
    line = board.line("injury/15")
    assert line.text == "Odo was hurt in the arm in battle 1."
    assert line.was
    assert line.was != line.text
    assert [line.key for t in board.tracks for line in t.lines if line.was is not None] == [
        "injury/15"
    ]
    [difference] = amending(closed, draft).differences
    assert (difference.key, difference.name) == ("injury/15", "Injury, Odo")
    assert (difference.was, difference.now) == (line.was, line.text)


def test_what_changes_is_told_from_what_was_committed(closed: CampaignFile) -> None:
    """Also where crowns came and went since."""
    give_crowns(closed, 7, 2)
    has = state_of(closed).rosters[2].amount("crowns")
    draft = start_amending(closed, 1).created["draft"]
    [step] = board_view(closed, draft).line("income/2").steps
    assert step.dice is not None
    earned = sum(step.dice.faces) * 10
    correct(closed, draft, {"injury/15/roll": "31", "income/2/roll": "11"})
    assert changes(closed, draft, 0) == []
    shown = changes(closed, draft, 1)
    assert ("Odo, WS", "4", "3") in shown
    assert ("Odo", "", "Arm or hand wound") in shown
    assert ("Crowns", str(has), str(has - earned + 20)) in shown
    assert all("XP" not in label for label, _, _ in shown)


def test_a_line_that_comes_up_is_new_and_one_that_goes_is_told(closed: CampaignFile) -> None:
    draft = start_amending(closed, 1).created["draft"]
    before = [line.key for t in board_view(closed, draft).tracks for line in t.lines]
    correct(closed, draft, {"injury/15/roll": "11"})
    board = board_view(closed, draft)
    lines = {line.key: line for t in board.tracks for line in t.lines}
    gone = [key for key in before if key not in lines]
    new = [key for key in lines if key not in before]
    assert gone
    assert new
    assert {lines[key].was for key in new} == {""}
    told = {d.key: d for d in amending(closed, draft).differences}
    assert all(told[key].now == "" and told[key].was for key in gone)
    assert ("Odo", "", "graveyard") in changes(closed, draft, 1)


def test_answers_that_fall_away_are_named(closed: CampaignFile) -> None:
    draft = start_amending(closed, 1).created["draft"]
    assert amending(closed, draft).unfit == ()
    asked = [
        (line.key, line.label)
        for track in board_view(closed, draft).tracks
        for line in track.lines
        if line.member_id == ODO and line.steps and not line.key.startswith("injury/")
    ]
    assert asked
    correct(closed, draft, {"injury/15/roll": "11"})
    assert set(amending(closed, draft).unfit) == {f"{label}, Odo" for _, label in asked}
    boards.type_faces(closed, draft, "injury/15/roll", INJURIES["injury/15/roll"])
    assert amending(closed, draft).unfit == ()
    assert amending(closed, draft).changes_nothing


def test_an_answer_that_no_longer_fits_is_asked_again(file: CampaignFile) -> None:
    _, draft = fight(file, {"Odo": "Anselm"})
    boards.type_faces(file, draft, "injury/15/roll", "11")
    keep_quiet(file, draft, choices={"recruit/2/1/who": "youngblood"})
    boards.finish(file, draft)
    set_house_rule(file, "recruit_price", 200)
    again = start_amending(file, 1).created["draft"]
    line = board_view(file, again).line("recruit/2/1")
    assert line.status == "open"
    assert line.refused
    assert "Recruit, Ruin" in amending(file, again).unfit
    keep_quiet(file, again)
    assert not amending(file, again).changes_nothing


def test_an_answer_that_is_not_asked_any_more_is_named(file: CampaignFile) -> None:
    give_crowns(file, 200)
    battle_id, draft = fight(file, {"Anselm": "Krato"})
    boards.type_faces(file, draft, "injury/1/roll", "11")
    boards.give_answer(file, draft, "injury/1/healer", ChoiceAnswer(option="reroll_crowns"))
    boards.type_faces(file, draft, "injury/1/reroll", "36")
    keep_quiet(file, draft)
    boards.finish(file, draft)
    set_house_rule(file, "healer", "not_the_dead")
    again = start_amending(file, battle_id).created["draft"]
    assert "Injury, Anselm" in amending(file, again).unfit
    assert ("Anselm", "", "graveyard") in changes(file, again, 0)


def test_other_house_rules_alone_lead_elsewhere(closed: CampaignFile) -> None:
    """Krato and Lene had put one out of action each."""
    set_house_rule(closed, "most_kills", "nobody")
    draft = start_amending(closed, 1).created["draft"]
    view = amending(closed, draft)
    assert view.other_rules
    assert view.differences == ()
    krato = state_of(closed).members[11].amount("xp")
    assert ("Krato, XP", str(krato), str(krato - 1)) in changes(closed, draft, 1)
    boards.finish(closed, draft)
    assert state_of(closed).members[11].amount("xp") == krato - 1


def test_house_rules_can_ask_what_was_not_asked_then(closed: CampaignFile) -> None:
    set_house_rule(closed, "most_kills", "pick_one")
    draft = start_amending(closed, 1).created["draft"]
    board = board_view(closed, draft)
    assert board.line("experience/2").status == "open"
    assert not board.is_complete
    assert board.amending is not None
    assert board.amending.unfit == ()


def test_an_old_log_without_names_is_no_hindrance(closed: CampaignFile) -> None:
    """Aftermaths that were finished by older versions do not tell which answers were in use."""
    path = closed.path
    closed.close()
    change_behind_our_back(path, "UPDATE operation SET detail = '{}'")
    with open_campaign(path) as file:
        draft = amend(file, 1, {"injury/15/roll": "11"})
        view = amending(file, draft)
        assert view.unfit == ()
        assert view.refused == ()
        boards.finish(file, draft)
        assert state_of(file).members[ODO].state == "dead"


def test_boards_of_other_kinds_amend_nothing(file: CampaignFile) -> None:
    _, draft = fight(file, {"Odo": "Anselm"})
    board = board_view(file, draft)
    assert board.amending is None
    assert all(line.was is None for track in board.tracks for line in track.lines)
    assert campaign_view(file).drafts[0].kind == "aftermath"


def test_reasons_are_a_handful() -> None:
    assert AmendCheck.of(()) == AmendCheck(True)
    few = tuple(f"Reason {number}." for number in range(5))
    assert AmendCheck.of(few) == AmendCheck(False, few)
    assert some_of((*few, "One more.")) == (*few[:4], "And 2 more.")


def test_who_joins_no_more_is_told(file: CampaignFile) -> None:
    _, draft = fight(file, {"Odo": "Anselm"})
    boards.type_faces(file, draft, "injury/15/roll", "11")
    keep_quiet(file, draft, choices={"recruit/2/1/who": "youngblood"})
    boards.finish(file, draft)
    before = state_of(file)
    again = amend(file, 1, {"injury/15/roll": "36"})
    shown = changes(file, again, 1)
    assert ("Odo", "", "roster") in shown
    assert [new for _, _, new in shown if new == "does not join"] == ["does not join"]
    boards.finish(file, again)
    after = state_of(file)
    assert set(before.members) - set(after.members)
    assert after.members[ODO].state == "active"
    edits.set_notes(file, ODO, "was never dead")
