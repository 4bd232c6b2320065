"""The quick reference says what the rules library says, cut to what these warbands need."""

from __future__ import annotations

from pathlib import Path

import pytest

from mordcry_app.rules.paper import ReferencePart
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.founding import NewCampaign, NewRoster, create_campaign
from mordcry_app.services.house_content import record_view, save_data, save_record
from mordcry_app.services.house_rules import set_house_rule
from mordcry_app.services.paper_reference import reference_view
from mordcry_app.services.paper_views import ReferenceEntry, ReferenceRow, ReferenceView
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.rules_library import rules_library
from tests.services.worlds import ids_by_name, roster_ids


def entries(view: ReferenceView) -> dict[str, ReferenceEntry]:
    return {entry.title: entry for section in view.sections for entry in section.entries}


def row(entry: ReferenceEntry, name: str) -> ReferenceRow:
    return next(row for row in entry.rows if row.name == name)


def test_sections_come_as_they_are_needed(file: CampaignFile) -> None:
    view = reference_view(file, ())
    titles = [section.title for section in view.sections]
    assert titles == ["In battle", "Setting up", "After the battle"]
    assert [entry.title for entry in view.sections[0].entries][:3] == [
        "Hitting in melee",
        "Wounding",
        "Hitting with shots",
    ]


def test_every_wish_of_the_ruleset_is_met(file: CampaignFile) -> None:
    """Whatever may be left out is left out only for a reason that its part gives."""
    library = rules_library(file)
    found = entries(reference_view(file, ()))
    for part in campaign_view(file).paper.reference:
        title = part.title or library.entry(part.place).title
        if not (part.used_only or part.if_changed):
            assert title in found, part.id


def test_tables_have_their_rows_word_for_word(file: CampaignFile) -> None:
    library = rules_library(file)
    found = entries(reference_view(file, ()))
    for anchor in ("table:injury", "table:exploration", "table:victory", "table:uncommon_items"):
        page = library.entry(anchor)
        entry = found[page.title]
        assert entry.dice == page.dice
        assert [(r.mark, r.name, r.text) for r in entry.rows] == [
            (r.mark, r.name, r.text) for r in page.rows
        ]


def test_items_that_can_be_bought_have_their_price(file: CampaignFile) -> None:
    entry = entries(reference_view(file, ()))["Uncommon items"]
    content = file.ruleset.content
    prices = {item.name: f"{item.price:,} crowns" for item in content.items.values()}
    assert {row.name: row.detail for row in entry.rows} == {
        row.name: prices[row.name] for row in entry.rows
    }


def test_rows_that_say_the_same_become_one(file: CampaignFile) -> None:
    found = entries(reference_view(file, ()))
    assert [row.mark for row in found["Deployment"].rows] == ["1–6"]
    assert found["Rare items"].rows[-1].mark == "52–66"
    values = record_view(file, "row:deployment", "deployment_2").values
    save_record(file, "row:deployment", "deployment_2", {**values, "name": "Corners"})
    rows = entries(reference_view(file, ()))["Deployment"].rows
    assert [row.mark for row in rows] == ["1", "2", "3–6"]
    assert rows[1].is_house


def test_only_what_the_warbands_have_is_in_use(file: CampaignFile) -> None:
    first, second = roster_ids(file)
    everything = entries(reference_view(file, ()))
    assert "Skills in use" not in everything
    member = ids_by_name(file)["Anselm"]
    edits.add_trait(file, member, "skill", "stun")
    edits.give_item(file, "tarnished_blade", member_id=member)
    edits.give_item(file, "bone_charm", roster_id=second)
    ours = entries(reference_view(file, (first,)))
    assert [row.name for row in ours["Skills in use"].rows] == ["Stun"]
    assert ours["Skills in use"].rows[0].mark == "double"
    weapons = ours["Weapons in use"]
    assert weapons.grid is not None
    assert "Tarnished Blade" in [row.heading for row in weapons.grid.rows]
    assert "first 1 rolled to hit" in weapons.notes["Tarnished Blade"]
    assert "Short Sword" not in weapons.notes
    assert "Items in use" not in ours
    theirs = entries(reference_view(file, (second,)))
    assert "Skills in use" not in theirs
    assert [row.name for row in theirs["Items in use"].rows] == ["Bone Charm"]
    both = entries(reference_view(file, ()))
    assert {"Skills in use", "Items in use"} <= set(both)


def test_house_rules_are_all_there_and_the_changed_ones_first(file: CampaignFile) -> None:
    rules = reference_view(file, ()).house_rules
    assert len(rules) == len(file.ruleset.content.house_rules)
    assert not any(rule.is_changed for rule in rules)
    set_house_rule(file, "stunned", "round")
    set_house_rule(file, "endless_battles", 7)
    endless, stunned, *others = reference_view(file, ()).house_rules
    assert endless.is_changed
    assert (endless.setting, endless.usual, endless.is_number) == ("7", "10", True)
    assert stunned.is_changed
    assert stunned.name == "How long Stunned lasts"
    rule = file.ruleset.content.house_rules["stunned"]
    option = next(option for option in rule.options if option.id == "round")
    assert (stunned.setting, stunned.changes) == (option.label, option.changes)
    assert stunned.usual == "Through the next activation"
    assert not any(rule.is_changed for rule in others)


def test_a_changed_house_rule_stands_beside_what_it_changes(file: CampaignFile) -> None:
    bud = row(entries(reference_view(file, ()))["Exploration"], "(unnamed)")
    assert bud.rules == ()
    set_house_rule(file, "crystal_bud", "willpower")
    set_house_rule(file, "natural_hits", "plain")
    found = entries(reference_view(file, ()))
    [rule] = row(found["Exploration"], "(unnamed)").rules
    assert rule.setting == "A Willpower test first, then the D6"
    assert found["Exploration"].rules == ()
    assert [rule.name for rule in found["Hitting in melee"].rules] == ["1 and 6 on the dice to hit"]


def test_numbers_that_a_group_sets_stand_in_their_rows(file: CampaignFile) -> None:
    set_house_rule(file, "endless_battles", 8)
    victory = entries(reference_view(file, ()))["Victory conditions"]
    assert [rule.setting for rule in row(victory, "Death to the leader").rules] == ["8"]


def test_the_numbers_are_those_under_the_house_rules(file: CampaignFile) -> None:
    def cell(own: int, other: int) -> str:
        grid = entries(reference_view(file, ()))["Wounding"].grid
        assert grid is not None
        return grid.rows[own - 1].cells[other - 1].text

    assert cell(10, 8) == "3+"
    set_house_rule(file, "wound_table", "pattern")
    assert cell(10, 8) == "2+"


def test_mutations_are_printed_only_for_groups_that_have_them(file: CampaignFile) -> None:
    assert "Mutations" not in entries(reference_view(file, ()))
    set_house_rule(file, "mutations", "own_table")
    assert len(entries(reference_view(file, ()))["Mutations"].rows) == 6


def test_house_content_says_what_it_does(file: CampaignFile) -> None:
    save_data(
        file,
        "skill",
        "crow_call",
        {
            "name": "Crow Call",
            "text": "The crows answer.",
            "cost": "double",
            "modifiers": [{"stat": "ws", "amount": 1}],
        },
    )
    edits.add_trait(file, ids_by_name(file)["Anselm"], "skill", "crow_call")
    [skill] = entries(reference_view(file, ()))["Skills in use"].rows
    assert skill.is_house
    assert skill.text.startswith("The crows answer. ")
    assert "+1 WS" in skill.text


def test_a_ruleset_without_wishes_has_all_tables_and_grids(
    tmp_path: Path, with_tiny_ruleset: Path
) -> None:
    rosters = (NewRoster("Ann", "Anns", fighter_names=("A", "B", "C")),)
    with create_campaign(tmp_path / "tiny", NewCampaign("Small", "tiny", rosters)) as file:
        assert campaign_view(file).paper.reference == ()
        view = reference_view(file, ())
    [section] = view.sections
    assert section.title == ""
    assert [entry.title for entry in section.entries] == ["Scars", "Weapons"]
    scars, weapons = section.entries
    assert [(row.mark, row.name) for row in scars.rows] == [
        ("1", "Dead"),
        ("2–4", "Limp"),
        ("5", "Dazed"),
        ("6", "A tale to tell"),
    ]
    assert weapons.grid is not None
    assert weapons.grid.columns == ("Damage",)
    assert {rule.name for rule in view.house_rules} == {"Coins at the start", "Loot"}


def test_a_part_prints_words_or_numbers(file: CampaignFile) -> None:
    edits.give_item(file, "leather_armour", member_id=ids_by_name(file)["Anselm"])
    found = entries(reference_view(file, ()))
    armour = found["Armour in use"]
    assert armour.grid is None
    assert [(row.name, bool(row.text)) for row in armour.rows] == [("Leather Armour", True)]
    with pytest.raises(ValueError, match="prints"):
        ReferencePart.model_validate({"id": "x", "place": "table:scar", "prints": "pictures"})
