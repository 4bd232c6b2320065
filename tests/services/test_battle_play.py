"""Battles are played event by event: saved as they happen, taken back one by one, ended.

They run on the made-up ruleset, whose engine (tests/data/tiny_battle.py) the services do not know.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mordcry_app.rules.battle_engine import Command
from mordcry_app.rules.dice import SeededRandom
from mordcry_app.rules.procedure import ChoiceAnswer, PickAnswer
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import battle_play as play
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.battle_ending import battle_result, finish_battle
from mordcry_app.services.battle_setup import set_up_battle
from mordcry_app.services.battle_table import BattleTableView, battle_table
from mordcry_app.services.battles import battle_entry
from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.chronicle_reading import chronicle_view
from mordcry_app.services.founding import NewCampaign, NewRoster, create_campaign
from mordcry_app.services.history import history_view, redo, undo
from mordcry_app.services.reading import campaign_view, rolls_view
from tests.services.worlds import dump

pytestmark = pytest.mark.usefixtures("with_tiny_ruleset")

CHEER = "cheer"


@pytest.fixture
def file(tmp_path: Path, with_tiny_ruleset: Path) -> Iterator[CampaignFile]:
    """A campaign of two rosters of three in the made-up ruleset, its first battle set up."""
    rosters = tuple(
        NewRoster(player, player * 2, fighter_names=tuple(f"{player}{n}" for n in range(3)))
        for player in ("Ann", "Ben")
    )
    with create_campaign(tmp_path / "tiny", NewCampaign("Small", "tiny", rosters)) as opened:
        set_up_battle(opened, is_whole=True)
        yield opened


def table(file: CampaignFile) -> BattleTableView:
    found = battle_table(file)
    assert found is not None
    return found


def fighters(file: CampaignFile) -> dict[str, int]:
    return {f.name: f.id for side in table(file).sides for f in side.fighters}


def strike(file: CampaignFile, who: str, whom: str, face: int) -> None:
    """Strike with a typed die."""
    ids = fighters(file)
    play.do_command(file, Command(kind="strike", values={"fighter": ids[who]}))
    play.answer_event(file, "target", ChoiceAnswer(option=str(ids[whom])))
    play.type_event_faces(file, "hit", str(face))


def damage(file: CampaignFile) -> dict[str, int]:
    return {f.name: f.damage for side in table(file).sides for f in side.fighters if f.damage}


def glory(file: CampaignFile) -> int:
    return campaign_view(file).rosters[0].amount("glory")


def test_without_a_battle_there_is_no_table(file: CampaignFile) -> None:
    undo(file)
    assert battle_table(file) is None
    with pytest.raises(Refusal, match="No battle is set up"):
        play.do_command(file, Command(kind="end_round"))
    with pytest.raises(Refusal, match="No battle is under way"):
        finish_battle(file)


def test_a_command_asks_step_by_step_and_then_acts(file: CampaignFile) -> None:
    ids = fighters(file)
    assert table(file).status.title == "Round 1"
    touched = play.do_command(file, Command(kind="strike", values={"fighter": ids["Ann0"]}))
    assert touched.label == "Ann0 strikes"
    opened = table(file).open_event
    assert opened is not None
    assert (opened.label, opened.question.key, opened.steps) == ("Ann0 strikes", "target", ())
    assert table(file).offers == ()
    play.answer_event(file, "target", ChoiceAnswer(option=str(ids["Ben1"])))
    opened = table(file).open_event
    assert opened is not None
    assert [(step.why, step.answer) for step in opened.steps] == [("Whom?", "Ben1")]
    touched = play.type_event_faces(file, "hit", "5")
    assert touched.label == "Ann0 strikes: 5"
    assert damage(file) == {"Ben1": 1}
    [event] = table(file).events
    assert (event.label, event.summary, event.by_hand) == ("Ann0 strikes", "hit", False)
    [roll] = rolls_view(file)
    assert (roll.faces, roll.typed, roll.purpose) == ((5,), True, "To hit, 4 and more")


def test_an_answer_can_be_corrected_while_the_event_is_open(file: CampaignFile) -> None:
    ids = fighters(file)
    play.do_command(file, Command(kind="strike", values={"fighter": ids["Ann0"]}))
    for whom in ("Ben1", "Ben2"):
        play.answer_event(file, "target", ChoiceAnswer(option=str(ids[whom])))
    play.roll_event(file, random=SeededRandom(1))
    assert set(damage(file)) <= {"Ben2"}
    with pytest.raises(Refusal, match="Nothing is asked"):
        play.answer_event(file, "target", ChoiceAnswer(option=str(ids["Ben1"])))


def test_what_does_not_fit_is_refused_and_changes_nothing(file: CampaignFile) -> None:
    ids = fighters(file)
    with pytest.raises(Refusal, match="not in this battle"):
        play.do_command(file, Command(kind="strike", values={"fighter": 999}, forced=True))
    play.do_command(file, Command(kind="strike", values={"fighter": ids["Ann0"]}))
    before = dump(file.path)
    for wrong in (
        lambda: play.answer_event(file, "target", ChoiceAnswer(option="999")),
        lambda: play.answer_event(file, "nonsense", ChoiceAnswer(option="1")),
        lambda: play.type_event_faces(file, "target", "5"),
        lambda: play.roll_event(file),
        lambda: play.do_command(file, Command(kind="end_round")),
        lambda: finish_battle(file),
    ):
        with pytest.raises(Refusal):
            wrong()
    assert dump(file.path) == before


def test_what_is_not_allowed_can_be_forced_and_is_marked(file: CampaignFile) -> None:
    strike(file, "Ann0", "Ben0", 6)
    strike(file, "Ann1", "Ben0", 6)
    out = fighters(file)["Ben0"]
    command = Command(kind="strike", values={"fighter": out})
    with pytest.raises(Refusal, match="Whoever is out strikes nobody"):
        play.do_command(file, command)
    play.do_command(file, command.model_copy(update={"forced": True}))
    play.answer_event(file, "target", ChoiceAnswer(option=str(fighters(file)["Ann0"])))
    play.type_event_faces(file, "hit", "1")
    assert table(file).events[-1].by_hand
    assert not table(file).events[0].by_hand


def test_every_step_is_taken_back_by_itself_and_an_event_as_a_whole(file: CampaignFile) -> None:
    start = dump(file.path)
    strike(file, "Ann0", "Ben0", 4)
    done = dump(file.path)
    undo(file)
    opened = table(file).open_event
    assert opened is not None
    assert opened.question.key == "hit"
    assert damage(file) == {}
    redo(file)
    assert dump(file.path) == done
    play.take_back_event(file)
    assert table(file).events == ()
    assert dump(file.path) == start
    for _ in range(3):
        redo(file)
    assert dump(file.path) == done
    assert damage(file) == {"Ben0": 1}


def test_taking_back_stops_at_what_was_done_since(file: CampaignFile) -> None:
    strike(file, "Ann0", "Ben0", 4)
    edits.rename_campaign(file, "Later")
    with pytest.raises(Refusal, match="Something else was done since"):
        play.take_back_event(file)


def test_an_open_event_can_be_called_off(file: CampaignFile) -> None:
    ids = fighters(file)
    play.do_command(file, Command(kind="strike", values={"fighter": ids["Ann0"]}))
    assert play.call_off_event(file).label == "Called off: Ann0 strikes"
    assert (table(file).open_event, table(file).events) == (None, ())
    with pytest.raises(Refusal, match="Nothing is asked"):
        play.call_off_event(file)
    strike(file, "Ann0", "Ben0", 4)
    assert damage(file) == {"Ben0": 1}


def test_all_dice_up_to_a_choice_are_rolled_in_one_go(file: CampaignFile) -> None:
    ids = fighters(file)
    command = Command(kind="strike", values={"fighter": ids["Ann0"]})
    play.do_command(file, command, rolls=True, random=SeededRandom(3))
    opened = table(file).open_event
    assert opened is not None
    assert opened.question.key == "target"
    play.answer_event(file, "target", ChoiceAnswer(option=str(ids["Ben1"])))
    play.roll_event(file, through=True, random=SeededRandom(3))
    assert table(file).open_event is None
    assert len(table(file).events) == 1


def test_what_lasts_a_round_acts_until_it_ends(file: CampaignFile) -> None:
    ids = fighters(file)
    play.do_command(file, Command(kind=CHEER, values={"fighter": ids["Ann0"]}))
    heard = PickAnswer(options=(str(ids["Ann1"]), str(ids["Ann2"])))
    play.answer_event(file, "heard", heard)
    assert table(file).events[-1].summary == "2 heard it"
    strike(file, "Ann1", "Ben0", 3)
    assert damage(file) == {"Ben0": 1}
    play.do_command(file, Command(kind="end_round"))
    assert table(file).status.title == "Round 2"
    strike(file, "Ann1", "Ben0", 3)
    assert damage(file) == {"Ben0": 1}


def test_a_pick_holds_to_its_limits(file: CampaignFile) -> None:
    ids = fighters(file)
    play.do_command(file, Command(kind=CHEER, values={"fighter": ids["Ann0"]}))
    everybody = tuple(str(ids[f"Ann{n}"]) for n in range(3))
    for options, reason in (
        (everybody, "Pick 2 at most"),
        ((everybody[0], everybody[0]), "twice"),
        (("999",), "no longer there"),
    ):
        with pytest.raises(Refusal, match=reason):
            play.answer_event(file, "heard", PickAnswer(options=options))
    play.answer_event(file, "heard", PickAnswer(options=()))
    assert table(file).events[-1].summary == "0 heard it"


def test_closing_in_the_middle_loses_nothing(file: CampaignFile) -> None:
    strike(file, "Ann0", "Ben0", 4)
    ids = fighters(file)
    play.do_command(file, Command(kind="strike", values={"fighter": ids["Ann1"]}))
    play.answer_event(file, "target", ChoiceAnswer(option=str(ids["Ben0"])))
    before = table(file)
    file.close()
    with open_campaign(file.path) as again:
        assert battle_table(again) == before
        play.type_event_faces(again, "hit", "6")
        assert [e.label for e in table(again).events] == ["Ann0 strikes", "Ann1 strikes"]
        assert glory(again) == 1
        undo(again)
        assert glory(again) == 0


def test_the_battle_becomes_its_record_and_is_told(file: CampaignFile) -> None:
    for who, whom in (("Ann0", "Ben0"), ("Ann1", "Ben0"), ("Ann0", "Ben1"), ("Ann0", "Ben1")):
        strike(file, who, whom, 6)
    strike(file, "Ben2", "Ann2", 4)
    assert not table(file).is_over
    strike(file, "Ann0", "Ben2", 4)
    strike(file, "Ann0", "Ben2", 4)
    assert table(file).is_over
    ids = fighters(file)
    result = battle_result(file)
    ann, ben = result.sides
    assert (ann.result, ben.result) == ("won", "lost")
    assert ann.took_part | ben.took_part == frozenset(ids.values())
    assert (ann.out_by, ben.out_by) == (
        {},
        {ids["Ben0"]: ids["Ann1"], ids["Ben1"]: ids["Ann0"], ids["Ben2"]: ids["Ann0"]},
    )
    touched = finish_battle(file)
    assert battle_entry(file, touched.created["battle"]) == result
    assert battle_table(file) is None
    [telling] = chronicle_view(file).tellings
    assert "Ann1 put Ben0 out. Ann0 put Ben1 out." in telling.paragraphs[0]
    undo(file)
    assert table(file).is_over
    assert history_view(file).redo_label == "Recorded battle 1"


def test_a_correction_by_hand_counts_from_then_on(file: CampaignFile) -> None:
    strike(file, "Ann1", "Ben0", 2)
    edits.correct_stat(file, fighters(file)["Ann1"], "might", 6, "found out")
    strike(file, "Ann1", "Ben0", 2)
    assert damage(file) == {"Ben0": 1}


def test_who_leaves_the_roster_leaves_the_table(file: CampaignFile) -> None:
    strike(file, "Ann0", "Ben0", 4)
    strike(file, "Ann0", "Ben1", 4)
    ids = fighters(file)
    edits.retire(file, ids["Ben0"], "ran away")
    assert damage(file) == {"Ben1": 1}
    undo(file)
    assert damage(file) == {"Ben0": 1, "Ben1": 1}


def test_an_event_about_somebody_who_left_is_dropped(file: CampaignFile) -> None:
    ids = fighters(file)
    play.do_command(file, Command(kind="strike", values={"fighter": ids["Ann0"]}))
    edits.retire(file, ids["Ann0"], "ran away")
    shown = table(file)
    assert shown.open_event is None
    assert shown.offers
    strike(file, "Ann1", "Ben0", 4)
    assert [event.label for event in table(file).events] == ["Ann1 strikes"]
    play.do_command(file, Command(kind="strike", values={"fighter": ids["Ann1"]}))
    edits.retire(file, ids["Ann1"], "ran away, too")
    assert finish_battle(file).created["draft"]
