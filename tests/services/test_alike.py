"""Choices that are alike are answered together, and each can be answered by itself."""

from __future__ import annotations

import pytest

from mordcry_app.rules.dice import SeededRandom
from mordcry_app.rules.procedure import ChoiceAnswer, Choose
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import boards
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.board_view import board_view
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.history import undo
from mordcry_app.services.views import LineView
from tests.services.worlds import dump, fight, operations, roster_ids


def at_the_market(file: CampaignFile) -> int:
    """Return a board of which only the market and what follows is open."""
    _, draft = fight(file, {}, winner=None)
    boards.roll_all_left(file, draft, SeededRandom(3))
    return draft


def searches(file: CampaignFile, draft: int, roster_id: int | None = None) -> list[LineView]:
    return [
        line
        for track in board_view(file, draft).tracks
        for line in track.lines
        if line.stage == "market" and roster_id in (None, track.roster_id)
    ]


def open_searches(file: CampaignFile, draft: int, roster_id: int | None = None) -> list[str]:
    return [
        line.key
        for line in searches(file, draft, roster_id)
        if isinstance(line.question, Choose) and line.question.alike == "market"
    ]


def test_a_line_says_how_many_of_its_warband_are_alike(file: CampaignFile) -> None:
    draft = at_the_market(file)
    assert [line.alike for line in searches(file, draft)] == [9] * 20


def test_one_answer_for_a_whole_warband_is_one_operation(file: CampaignFile) -> None:
    draft = at_the_market(file)
    vigil, ruin = roster_ids(file)
    before = dump(file.path)["draft"]
    touched = boards.answer_alike(
        file, draft, "market/1/how", ChoiceAnswer(option="no"), only_roster=vigil
    )
    assert touched.label == "Market, 10 alike: Do not search"
    assert open_searches(file, draft, vigil) == []
    assert len(open_searches(file, draft, ruin)) == 10
    assert all(line.status == "done" for line in searches(file, draft, vigil))
    assert operations(file.path)[-1][0] == "answer"
    undo(file)
    assert dump(file.path)["draft"] == before


def test_without_a_warband_everybody_is_meant(file: CampaignFile) -> None:
    draft = at_the_market(file)
    boards.answer_alike(file, draft, "market/1/how", ChoiceAnswer(option="no"))
    assert open_searches(file, draft) == []


def test_what_is_answered_already_and_what_refuses_it_stays(file: CampaignFile) -> None:
    edits.adjust_resource(file, "renown", 12, "A song", member_id=2)
    draft = at_the_market(file)
    boards.give_answer(file, draft, "market/3/how", ChoiceAnswer(option="no"))
    vigil = roster_ids(file)[0]
    renowned = boards.answer_alike(
        file, draft, "market/2/how", ChoiceAnswer(option="renown"), only_roster=vigil
    )
    # Nobody else has the renown for it, so that option is not even there for them.
    assert renowned.label == "Market, Berta: Search, +1 for renown"
    assert len(open_searches(file, draft, vigil)) == 8
    boards.answer_alike(file, draft, "market/1/how", ChoiceAnswer(option="test"))
    lines = {line.key: line for line in searches(file, draft)}
    assert lines["market/3"].status == "done"
    assert [step.text for step in lines["market/2"].steps] == ["Search, +1 for renown"]
    assert [step.text for step in lines["market/4"].steps] == ["Search, Intelligence test for +1"]


def test_an_answer_that_does_not_fit_is_refused(file: CampaignFile) -> None:
    draft = at_the_market(file)
    before = dump(file.path)
    with pytest.raises(Refusal, match="no longer there"):
        boards.answer_alike(file, draft, "market/1/how", ChoiceAnswer(option="steal"))
    with pytest.raises(Refusal, match="not asked"):
        boards.answer_alike(file, draft, "market/99/how", ChoiceAnswer(option="no"))
    assert dump(file.path) == before


def test_a_choice_that_is_like_no_other_is_answered_alone(file: CampaignFile) -> None:
    edits.adjust_resource(file, "crowns", 200, "A loan", roster_id=roster_ids(file)[0])
    _, draft = fight(file, {"Anselm": None})
    boards.type_faces(file, draft, "injury/1/roll", "16")
    touched = boards.answer_alike(file, draft, "injury/1/healer", ChoiceAnswer(option="keep"))
    assert touched.label == "Injury, Anselm: Let it stand"
