"""What the table shows beside the play: the round of each event, dice, corrections, labels.

It runs on the made-up ruleset, whose engine the services do not know.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mordcry_app.rules.battle_engine import Command
from mordcry_app.rules.procedure import ChoiceAnswer
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import battle_play as play
from mordcry_app.services.battle_setup import set_up_battle, setup_view
from mordcry_app.services.battle_table import (
    BattleTableView,
    battle_table,
    command_label,
    corrections,
    is_under_way,
    round_under_way,
)
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.founding import NewCampaign, NewRoster, create_campaign
from mordcry_app.services.history import undo

pytestmark = pytest.mark.usefixtures("with_tiny_ruleset")


@pytest.fixture
def file(tmp_path: Path, with_tiny_ruleset: Path) -> Iterator[CampaignFile]:
    """A campaign of two rosters of two, its first battle set up."""
    rosters = tuple(
        NewRoster(player, player * 2, fighter_names=tuple(f"{player}{n}" for n in range(2)))
        for player in ("Ann", "Ben")
    )
    with create_campaign(tmp_path / "tiny", NewCampaign("Small", "tiny", rosters)) as opened:
        set_up_battle(opened, is_whole=True)
        yield opened


def table(file: CampaignFile) -> BattleTableView:
    found = battle_table(file)
    assert found is not None
    return found


def strike(file: CampaignFile, face: int) -> None:
    one, other = table(file).sides
    play.do_command(file, Command(kind="strike", values={"fighter": one.fighters[0].id}))
    play.answer_event(file, "target", ChoiceAnswer(option=str(other.fighters[0].id)))
    play.type_event_faces(file, "hit", str(face))


def test_every_event_knows_its_round(file: CampaignFile) -> None:
    assert round_under_way(file) == 0
    strike(file, 1)
    play.do_command(file, Command(kind="end_round"))
    strike(file, 5)
    play.do_command(file, Command(kind="end_round"))
    assert [event.round for event in table(file).events] == [0, 1, 1, 2]
    assert round_under_way(file) == 2
    undo(file)
    assert [event.round for event in table(file).events] == [0, 1, 1]
    strike(file, 1)
    assert [event.summary for event in table(file).events] == ["missed", "", "hit", "missed"]


def test_the_dice_of_the_newest_event_are_there_with_what_they_were_for(
    file: CampaignFile,
) -> None:
    strike(file, 2)
    strike(file, 5)
    (roll,) = table(file).last_rolls
    assert (roll.why, roll.faces, roll.answer) == ("To hit, 4 and more", (5,), "5")
    assert (roll.need, roll.critical) == (4, 6)
    undo(file)
    assert table(file).last_rolls == (), "that event is open again"
    play.type_event_faces(file, "hit", "3")
    assert table(file).last_rolls[0].faces == (3,)
    play.do_command(file, Command(kind="end_round"))
    assert table(file).last_rolls == ()


def test_an_answered_question_can_be_asked_again(file: CampaignFile) -> None:
    one, other = table(file).sides
    play.do_command(file, Command(kind="strike", values={"fighter": one.fighters[0].id}))
    asked = table(file).open_event
    assert asked is not None
    play.answer_event(file, "target", ChoiceAnswer(option=str(other.fighters[0].id)))
    later = table(file).open_event
    assert later is not None
    assert later.steps[0].question == asked.question


def test_commands_have_words_and_things_can_be_put_right(file: CampaignFile) -> None:
    fighter = table(file).sides[0].fighters[0]
    command = Command(kind="strike", values={"fighter": fighter.id})
    assert command_label(file, command) == f"{fighter.name} strikes"
    (correction,) = corrections(file, fighter=fighter.id)
    assert correction.label == "Let it strike"
    assert corrections(file) == ()


def test_only_a_battle_that_is_set_up_is_under_way(file: CampaignFile) -> None:
    assert is_under_way(file)
    assert setup_view(file).has_table
    undo(file)
    assert not is_under_way(file)
    assert round_under_way(file) is None
    with pytest.raises(Refusal, match="No battle is set up"):
        corrections(file)
