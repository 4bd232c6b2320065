"""A ruleset is found, not listed: a made-up one from a folder is founded, played and undone."""

from __future__ import annotations

from pathlib import Path

import pytest

from mordcry_app.rules.procedure import ChoiceAnswer, Roll
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import boards
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.battle_entries import BattleEntry, SideEntry
from mordcry_app.services.battles import record_battle
from mordcry_app.services.board_view import board_view
from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.checking import check_file
from mordcry_app.services.founding import (
    NewCampaign,
    NewRoster,
    create_campaign,
    installed_rulesets,
)
from mordcry_app.services.history import undo
from mordcry_app.services.house_rules import set_house_rule
from mordcry_app.services.reading import campaign_view, member_view, roster_view
from mordcry_app.services.rules_views import house_rules_view, tables_view
from tests.services.worlds import dump

pytestmark = pytest.mark.usefixtures("with_tiny_ruleset")


@pytest.fixture
def tiny(tmp_path: Path, with_tiny_ruleset: Path) -> CampaignFile:
    """A campaign of two rosters of three in a made-up ruleset; closed when the test ends."""
    rosters = tuple(
        NewRoster(player, player * 2, fighter_names=tuple(f"{player}{n}" for n in range(3)))
        for player in ("Ann", "Ben")
    )
    return create_campaign(tmp_path / "tiny", NewCampaign("Small", "tiny", rosters))


def fought(file: CampaignFile, out: dict[int, int | None]) -> int:
    """Record a battle that the first roster won and return its board."""
    sides = tuple(
        SideEntry(
            roster.id,
            "won" if number == 0 else "lost",
            frozenset(m.id for m in roster.members),
            {m: by for m, by in out.items() if m in {m.id for m in roster.members}},
        )
        for number, roster in enumerate(campaign_view(file).rosters)
    )
    return record_battle(file, BattleEntry(sides)).created["draft"]


def test_it_is_found_with_what_it_starts_with() -> None:
    [choice] = installed_rulesets()
    assert (choice.id, choice.name, choice.slots) == (
        "tiny",
        "Tiny",
        ("Boss", "Scrapper", "Scrapper"),
    )
    assert [style.id for style in choice.styles] == ["plain"]


def test_it_is_founded_and_shown(tiny: CampaignFile) -> None:
    with tiny:
        view = campaign_view(tiny)
        assert (view.ruleset, view.ruleset_name) == ("tiny", "Tiny")
        assert [column.short for column in view.columns] == ["Mi", "Lu"]
        roster = view.rosters[0]
        assert [(a.name, a.amount) for a in roster.amounts] == [("Coins", 10), ("Glory", 0)]
        boss = roster.members[0]
        assert boss.leads
        assert [v.text for v in boss.values] == ["5", "2☘"]
        assert boss.value("might").explanation == "Base 3, Years of shouting +2"
        assert [rule.id for rule in house_rules_view(tiny)] == ["starting_coins", "loot"]
        assert [table.id for table in tables_view(tiny.ruleset.content)] == ["scar"]


def test_it_is_played_through_a_battle_its_aftermath_and_back(tiny: CampaignFile) -> None:
    with tiny:
        edits.give_item(tiny, "stick", member_id=4, price=4)
        with pytest.raises(Refusal, match="One hand holds one stick"):
            edits.give_item(tiny, "stick", member_id=4)
        start = dump(tiny.path)
        draft = fought(tiny, {4: 1, 5: None, 2: 4})
        keys = [line.key for track in board_view(tiny, draft).tracks for line in track.lines]
        assert keys == ["loot/1", "scar/2", "scar/4", "scar/5"]
        boards.type_faces(tiny, draft, "loot/1/coins", "34")
        boards.type_faces(tiny, draft, "scar/4/0/draw", "1")
        boards.type_faces(tiny, draft, "scar/2/0/draw", "3")
        boards.type_faces(tiny, draft, "scar/5/0/draw", "5")
        question = board_view(tiny, draft).line("scar/5").question
        assert isinstance(question, Roll)
        assert question.why.startswith("Luck test, Ben1: 2 or less passes")
        boards.type_faces(tiny, draft, question.key, "3")
        boards.finish(tiny, draft)
        assert roster_view(tiny, 1).amount("coins") == 17
        assert [m.name for m in roster_view(tiny, 2).fallen] == ["Ben0"]
        assert [item.name for item in roster_view(tiny, 2).stash] == ["Stick"]
        assert member_view(tiny, 2).value("might").explanation == "Base 3, Limp, battle 1 −1"
        assert member_view(tiny, 5).misses_next_battle
        undo(tiny)
        assert board_view(tiny, draft).is_complete
        while dump(tiny.path) != start:
            undo(tiny)
    assert check_file(tiny.path) == ()


def test_its_advances_are_taken(tiny: CampaignFile) -> None:
    with tiny:
        edits.adjust_resource(tiny, "glory", 3, "A song", member_id=2)
        assert campaign_view(tiny).advances_due == 1
        draft = boards.start_muster(tiny).created["draft"]
        boards.give_answer(tiny, draft, "advance/2/stat", ChoiceAnswer(option="luck"))
        boards.finish(tiny, draft)
        view = member_view(tiny, 2)
        assert (view.value("luck").total, view.amount("glory"), view.advances_due) == (3, 0, 0)


def test_its_rosters_grow_to_its_own_limit_and_its_house_rules_act(tiny: CampaignFile) -> None:
    with tiny:
        for number in range(3):
            edits.recruit(tiny, 1, "scrapper", f"New {number}")
        with pytest.raises(Refusal, match="At most 6 members fight together"):
            edits.recruit(tiny, 1, "scrapper")
        set_house_rule(tiny, "loot", "everybody")
        draft = fought(tiny, {})
        keys = [line.key for track in board_view(tiny, draft).tracks for line in track.lines]
        assert keys == ["loot/1", "loot/2"]


def test_a_campaign_of_a_ruleset_that_is_gone_is_refused(
    tiny: CampaignFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiny.close()
    monkeypatch.undo()
    with pytest.raises(Refusal, match="ruleset “tiny”, which is not installed here"):
        open_campaign(tiny.path)
