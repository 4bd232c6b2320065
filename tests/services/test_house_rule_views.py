"""Whom a switch touches, told before it happens; nothing is written for it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import house_rule_views
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.boards import give_answer, roll_all_left
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.founding import NewCampaign, NewRoster, create_campaign
from mordcry_app.services.house_rule_views import (
    HouseRulePreview,
    house_rule_preview,
    reset_preview,
)
from mordcry_app.services.house_rules import reset_house_rules, set_house_rule
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.rules_views import house_rules_view
from tests.services.worlds import fight, fingerprint, play, rolled

NOBODY = ("It touches nobody at the moment.",)


def preview(file: CampaignFile, rule_id: str, value: str | int) -> tuple[str, ...]:
    """Return the sentences; the file must stay as it is to the last byte."""
    before = fingerprint(file.path)
    shown = house_rule_preview(file, rule_id, value)
    assert fingerprint(file.path) == before
    return shown.sentences


def test_advances(file: CampaignFile) -> None:
    assert preview(file, "advance_thresholds", "current") == (
        "Anselm: the next advance at 210 XP instead of 170",
        "Krato: the next advance at 210 XP instead of 170",
    )
    edits.adjust_resource(file, "xp", 25, "a journey", member_id=1)
    assert preview(file, "advance_thresholds", "current")[0] == "Anselm: 1 advance fewer due"


def test_attack_lines(file: CampaignFile) -> None:
    assert preview(file, "minimum_attack_dice", "none") == NOBODY
    edits.give_item(file, "hammer", member_id=10)
    assert preview(file, "minimum_attack_dice", "none") == ("Jost: Hammer: Dice 1 → –",)
    nobody_else = preview(file, "unarmed", "none")
    assert nobody_else[0] == "Anselm, Berta, Cuno and 6 more: Unarmed: no attack any more"
    assert nobody_else[1] == "Krato, Lene, Morgan and 7 more: Unarmed: no attack any more"


def test_values_and_names_of_injuries(file: CampaignFile) -> None:
    for _ in range(2):
        edits.add_trait(file, 4, "injury", "eye_injury")
        edits.add_trait(file, 5, "injury", "head_wound")
    sentence = preview(file, "blindness", "two_rolls")[0]
    assert sentence.startswith("Dietlind: WS 4 → 2; Lost eye → Blind")
    assert preview(file, "injury_stacking", "once") == ("Egon: Int 1 → 2",)


def test_points_and_places(file: CampaignFile) -> None:
    assert preview(file, "fighter_points", "xp") == (
        "Vigil: 460 → 360 points",
        "Ruin: 460 → 360 points",
        "Anselm, Berta, Cuno and 7 more: 10 points fewer",
        "Krato, Lene, Morgan and 7 more: 10 points fewer",
    )
    full = "more fighters than allowed; nobody has to leave, but nobody can join"
    assert preview(file, "most_fighters", 9) == (f"Vigil: {full}", f"Ruin: {full}")
    set_house_rule(file, "most_fighters", 9)
    assert preview(file, "most_fighters", 10)[0] == "Vigil: no longer more fighters than allowed"


def test_renown_that_moves(file: CampaignFile) -> None:
    edits.adjust_resource(file, "renown", 7, "a song", member_id=2)
    assert preview(file, "renown_owner", "warband") == (
        "Vigil: renown of its own 0 → 7",
        "Berta: renown 7 → 0",
    )


def test_nobody_and_the_table(file: CampaignFile, monkeypatch: pytest.MonkeyPatch) -> None:
    assert preview(file, "healer", "again") == NOBODY
    rule = file.ruleset.content.house_rules["shield_use"].model_copy(update={"at_table": True})
    monkeypatch.setattr(house_rule_views, "find_rule", lambda _file, _rule_id: rule)
    shown = house_rule_preview(file, "shield_use", "activation")
    assert shown.at_table
    assert shown.setting == "Once in each activation"
    assert shown.sentences == (
        "The program keeps it and shows it; your group carries it out at the table.",
    )


def test_the_setting_in_force_touches_nobody(file: CampaignFile) -> None:
    for rule in house_rules_view(file):
        assert house_rule_preview(file, rule.id, rule.value).touches == ()


def test_every_other_setting_can_be_asked_about(file: CampaignFile) -> None:
    before = fingerprint(file.path)
    for rule in house_rules_view(file):
        others = [o.id for o in rule.options if o.id != rule.value] or [rule.least, rule.most]
        for other in others:
            assert other is not None
            assert house_rule_preview(file, rule.id, other).sentences
    assert fingerprint(file.path) == before


OUT = {"Anselm": "Krato", "Dietlind": "Lene", "Odo": "Anselm"}


@pytest.fixture
def draft(file: CampaignFile) -> int:
    return fight(file, OUT)[1]


def test_answers_of_an_open_board_are_asked_again(file: CampaignFile, draft: int) -> None:
    give_answer(file, draft, "injury/1/roll", rolled("51"))
    give_answer(file, draft, "injury/4/roll", rolled("41"))
    assert preview(file, "injury_dice", "uniform")[0].startswith(
        "Aftermath of battle 1 (open): asks 2 questions again"
    )
    set_house_rule(file, "injury_dice", "uniform")
    assert preview(file, "injury_dice", "literal") == (
        "Aftermath of battle 1 (open): 2 former answers fit again",
    )


def test_answers_that_are_no_longer_needed_and_other_results(
    file: CampaignFile, draft: int
) -> None:
    edits.adjust_resource(file, "crowns", 200, "found", roster_id=1)
    play(file, draft, seed=3)
    shown = house_rule_preview(file, "most_kills", "nobody")
    assert [touched.kind for touched in shown.touches] == ["board"]
    assert shown.touches[0].ids == (draft,)
    assert "other results for" in shown.touches[0].text


def test_what_is_told_is_what_happens(file: CampaignFile) -> None:
    """Whoever changes with a switch was told of, and nobody else."""
    edits.give_item(file, "hammer", member_id=10)
    edits.adjust_resource(file, "renown", 7, "a song", member_id=2)
    edits.adjust_resource(file, "xp", 25, "a journey", member_id=1)
    for _ in range(2):
        edits.add_trait(file, 4, "injury", "eye_injury")
        edits.add_trait(file, 14, "injury", "nerve_damage")
    changes: dict[str, str | int] = {
        "advance_thresholds": "current", "minimum_attack_dice": "none", "unarmed": "weak",
        "blindness": "two_rolls", "injury_stacking": "once", "renown_owner": "warband",
        "healer": "again", "most_kills": "nobody", "reaction_xp": "apart",
    }  # fmt: skip
    for rule_id, value in changes.items():
        told = {
            member
            for touched in house_rule_preview(file, rule_id, value).touches
            if touched.kind == "fighter"
            for member in touched.ids
        }
        before = {m.id: m for roster in campaign_view(file).rosters for m in roster.members}
        set_house_rule(file, rule_id, value)
        after = {m.id: m for roster in campaign_view(file).rosters for m in roster.members}
        assert told == {member for member in after if after[member] != before[member]}, rule_id


def test_going_back_to_all_defaults(file: CampaignFile) -> None:
    assert reset_preview(file).sentences == NOBODY
    set_house_rule(file, "fighter_points", "xp")
    set_house_rule(file, "advance_thresholds", "current")
    told = reset_preview(file).sentences
    assert "Vigil: 360 → 460 points" in told
    assert "Anselm: the next advance at 170 XP instead of 210; 10 points more" in told
    reset_house_rules(file)
    assert reset_preview(file).sentences == NOBODY


@pytest.mark.parametrize(
    ("rule_id", "value"), [("no_such_rule", 1), ("most_kills", "everybody"), ("most_fighters", 99)]
)
def test_what_cannot_be(file: CampaignFile, rule_id: str, value: str | int) -> None:
    with pytest.raises(Refusal):
        house_rule_preview(file, rule_id, value)


def test_a_long_list_is_cut_after_eight(file: CampaignFile) -> None:
    for member in range(1, 21):
        edits.adjust_resource(file, "renown", member, "a song", member_id=member)
    shown = house_rule_preview(file, "renown_owner", "warband")
    assert isinstance(shown, HouseRulePreview)
    assert len(shown.touches) == 22
    assert len(shown.sentences) == 9
    assert shown.sentences[-1] == "… and 14 more"


def test_forty_fighters_take_a_blink(tmp_path: Path) -> None:
    """The aim is 100 ms on a quiet machine; here the processor’s own time is counted."""
    names = tuple(f"Fighter {number}" for number in range(10))
    rosters = tuple(NewRoster(f"Player {n}", f"Band {n}", "", "", names) for n in range(4))
    path = tmp_path / "forty.mordcry"
    with create_campaign(path, NewCampaign("Forty", "mordcry", rosters)) as file:
        settings = ("current", "restart", "converted", "restart")
        best = min(_seconds(file, setting) for setting in settings)
    assert best < 0.15


def _seconds(file: CampaignFile, setting: str) -> float:
    set_house_rule(file, "minimum_attack_dice", "none" if setting == "restart" else "one")
    start = time.process_time()
    house_rule_preview(file, "unarmed", "weak")
    return time.process_time() - start


def test_rolling_on_goes_by_the_new_rule(file: CampaignFile, draft: int) -> None:
    set_house_rule(file, "injury_dice", "uniform")
    roll_all_left(file, draft)
    assert preview(file, "injury_dice", "literal")[0].startswith("Aftermath of battle 1 (open)")
