"""House rules are switched in one operation, with what follows from them, and taken back whole."""

from __future__ import annotations

import pytest

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.history import redo, undo
from mordcry_app.services.house_rules import reset_house_rules, set_house_rule
from mordcry_app.services.ledgers import ledger_view
from mordcry_app.services.reading import campaign_view, member_view, roster_view
from mordcry_app.services.rules_views import house_rules_view
from tests.services.worlds import change_behind_our_back, dump, fingerprint, operations


def values(file: CampaignFile) -> dict[str, str | int]:
    return {rule.id: rule.value for rule in house_rules_view(file)}


def test_all_rules_go_back_in_one_operation(file: CampaignFile) -> None:
    before = values(file)
    set_house_rule(file, "most_kills", "nobody")
    set_house_rule(file, "terrain_pieces", 12)
    set_house_rule(file, "fighter_points", "xp")
    changed = values(file)
    assert reset_house_rules(file).label == "All house rules back to their defaults"
    assert values(file) == before
    assert len(operations(file.path)) == 5
    undo(file)
    assert values(file) == changed
    undo(file)
    assert values(file)["fighter_points"] == "ten_and_xp"
    assert values(file)["terrain_pieces"] == 12


def test_nothing_to_reset_is_no_operation(file: CampaignFile) -> None:
    before = fingerprint(file.path)
    assert reset_house_rules(file).is_nothing
    assert fingerprint(file.path) == before


def test_a_reading_only_window_refuses(file: CampaignFile) -> None:
    with open_campaign(file.path) as second:
        assert second.read_only
        with pytest.raises(Refusal):
            reset_house_rules(second)
        with pytest.raises(Refusal):
            set_house_rule(second, "most_kills", "nobody")


def test_an_injury_weighs_otherwise_at_once_and_back_again(file: CampaignFile) -> None:
    edits.add_trait(file, 4, "injury", "eye_injury")
    edits.add_trait(file, 4, "injury", "eye_injury")
    start = dump(file.path)
    profile = {value.stat: value.total for value in member_view(file, 4).values}
    assert [trait.name for trait in member_view(file, 4).injuries] == ["Lost eye"]
    touched = set_house_rule(file, "blindness", "two_rolls")
    assert 4 in touched.members
    blind = member_view(file, 4)
    assert [trait.name for trait in blind.injuries] == ["Blind"]
    now = {value.stat: value.total for value in blind.values}
    assert now == {**profile, "ws": profile["ws"] - 2}
    assert "by hand" in next(v for v in blind.values if v.stat == "bs").explanation
    undo(file)
    changed = {"operation", "change"}
    assert {k: v for k, v in dump(file.path).items() if k not in changed} == {
        k: v for k, v in start.items() if k not in changed
    }
    redo(file)
    assert {v.stat: v.total for v in member_view(file, 4).values} == now


def test_what_is_added_by_hand_goes_by_the_house_rules(file: CampaignFile) -> None:
    set_house_rule(file, "injury_stacking", "once")
    start = next(v.total for v in member_view(file, 4).values if v.stat == "int")
    for _ in range(2):
        edits.add_trait(file, 4, "injury", "head_wound")
    assert next(v.total for v in member_view(file, 4).values if v.stat == "int") == start - 1
    set_house_rule(file, "injury_stacking", "stack")
    assert next(v.total for v in member_view(file, 4).values if v.stat == "int") == start - 2


def test_renown_moves_with_its_ledger_entries(file: CampaignFile) -> None:
    edits.adjust_resource(file, "renown", 7, "a song", member_id=1)
    edits.adjust_resource(file, "renown", 5, "a tale", member_id=2)
    set_house_rule(file, "renown_owner", "warband")
    roster = roster_view(file, 1)
    assert roster.amount("renown") == 12
    assert [a.amount for m in roster.members for a in m.amounts if a.resource == "renown"] == [
        0
    ] * 10
    reasons = {entry.reason for entry in ledger_view(file, 1, "renown")}
    assert "House rule: one pool of renown" in reasons
    set_house_rule(file, "renown_owner", "fighters")
    assert [a.amount for a in member_view(file, 1).amounts if a.resource == "renown"] == [12]
    assert roster_view(file, 1).amount("renown") == 12


def test_points_follow_at_once(file: CampaignFile) -> None:
    set_house_rule(file, "fighter_points", "heads")
    assert [roster.strength for roster in campaign_view(file).rosters] == [100, 100]
    set_house_rule(file, "fighter_points", "xp")
    assert [roster.strength for roster in campaign_view(file).rosters] == [360, 360]


def test_what_a_newer_program_has_stored_is_left_alone(file: CampaignFile) -> None:
    path = file.path
    file.close()
    change_behind_our_back(
        path, """UPDATE campaign SET house_rules = '{"weather": "rain", "most_kills": "odd"}'"""
    )
    with open_campaign(path) as again:
        assert values(again)["most_kills"] == "all_tied"
        set_house_rule(again, "most_kills", "nobody")
        reset_house_rules(again)
        assert values(again)["most_kills"] == "all_tied"
        stored = str(dump(path)["campaign"])
        assert "weather" in stored
        assert "odd" not in stored
