"""House rules with their settings, and tables with the exact chance of each row."""

from __future__ import annotations

from fractions import Fraction

import pytest

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.history import undo
from mordcry_app.services.house_rules import set_house_rule
from mordcry_app.services.reading import member_view
from mordcry_app.services.rules_views import chance_text, house_rules_view, tables_view
from tests.services.worlds import fingerprint, operations


def values(file: CampaignFile) -> dict[str, str | int]:
    return {rule.id: rule.value for rule in house_rules_view(file)}


def test_every_house_rule_is_shown_with_its_settings(file: CampaignFile) -> None:
    rules = house_rules_view(file)
    assert len(rules) == len(file.ruleset.content.house_rules)
    assert all(rule.value == rule.default for rule in rules)
    kills = next(rule for rule in rules if rule.id == "most_kills")
    assert [option.id for option in kills.options] == ["all_tied", "pick_one", "nobody"]
    fighters = next(rule for rule in rules if rule.id == "most_fighters")
    assert (fighters.value, fighters.least, fighters.most) == (10, 1, 40)


def test_a_house_rule_is_switched_kept_and_taken_back(file: CampaignFile) -> None:
    assert set_house_rule(file, "most_fighters", 15).label == (
        "House rule “Most fighters in a warband”: 15"
    )
    assert values(file)["most_fighters"] == 15
    assert set_house_rule(file, "most_kills", "pick_one").label == (
        "House rule “Ties for most kills”: The player picks one of them"
    )
    file.close()
    with open_campaign(file.path) as again:
        assert values(again)["most_kills"] == "pick_one"
        assert set_house_rule(again, "most_kills", "pick_one").is_nothing
        set_house_rule(again, "most_kills", "all_tied")
        assert values(again)["most_kills"] == "all_tied"
        for _ in range(3):
            undo(again)
        assert values(again)["most_fighters"] == 10


def test_values_are_worked_out_afresh(file: CampaignFile) -> None:
    assert member_view(file, 1).next_advance_at == 170
    set_house_rule(file, "advance_thresholds", "current")
    assert member_view(file, 1).next_advance_at == 210


@pytest.mark.parametrize(
    ("rule", "value", "sentence"),
    [
        ("no_such_rule", 1, "There is no such house rule"),
        ("most_kills", "everybody", "everybody is not one of all_tied, pick_one, nobody"),
        ("most_kills", 1, "is not one of"),
        ("most_fighters", 0, "0 is not a number from 1 to 40"),
        ("most_fighters", 41, "41 is not a number from 1 to 40"),
        ("most_fighters", "ten", "ten is not a number from 1 to 40"),
        ("most_fighters", True, "is not a number from 1 to 40"),
    ],
)
def test_settings_that_cannot_be(
    file: CampaignFile, rule: str, value: str | int, sentence: str
) -> None:
    before = fingerprint(file.path)
    with pytest.raises(Refusal, match=sentence):
        set_house_rule(file, rule, value)
    assert fingerprint(file.path) == before
    assert len(operations(file.path)) == 1


def test_tables_show_the_chance_of_each_row(file: CampaignFile) -> None:
    tables = {table.id: table for table in tables_view(file.ruleset.content)}
    assert {"injury", "advance"} <= set(tables)
    assert (tables["advance"].dice, tables["injury"].dice) == ("2D6", "D66")
    assert [(row.on, row.chance) for row in tables["advance"].rows] == [
        ("2–4", "6 in 36 · 16.7 %"),
        ("5–9", "24 in 36 · 66.7 %"),
        ("10–12", "6 in 36 · 16.7 %"),
    ]
    assert tables["injury"].rows[0].chance == "5 in 36 · 13.9 %"


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(1, 2), "18 in 36 · 50.0 %"),
        (Fraction(1), "36 in 36 · 100.0 %"),
        (Fraction(1, 1000), "1 in 1000 · 0.1 %"),
        (Fraction(3, 7), "3 in 7 · 42.9 %"),
    ],
)
def test_a_chance_as_people_read_it(chance: Fraction, text: str) -> None:
    assert chance_text(chance) == text
