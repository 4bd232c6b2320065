"""Every place in the rules leads somewhere, and every page says what it should."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mordcry_app.rules.anchors import known_anchors
from mordcry_app.rules.catalogue import HouseRules
from mordcry_app.rules.content_folder import HouseRow
from mordcry_app.rules.effects import Call
from mordcry_app.rules.ruleset import Ruleset, load_ruleset
from mordcry_app.services.battles import default_entry, record_battle
from mordcry_app.services.board_view import board_view
from mordcry_app.services.campaign_file import CampaignFile, rulesets_folder
from mordcry_app.services.effect_words import EffectLine, function_words
from mordcry_app.services.house_rules import set_house_rule
from mordcry_app.services.rules_library import build_library, house_anchor, rules_library
from mordcry_app.services.rules_library_views import START, LibraryEntry, RulesLibrary
from mordcry_app.services.rules_references import all_effects, effects_of_item

TINY = Path(__file__).parent.parent / "data" / "rulesets"


@pytest.fixture(scope="module")
def mordcry() -> Ruleset:
    return load_ruleset(rulesets_folder(), "mordcry")


def built(ruleset: Ruleset, chosen: dict[str, str | int] | None = None) -> RulesLibrary:
    return build_library(ruleset, HouseRules(ruleset.content.house_rules, chosen))


@pytest.fixture(scope="module")
def library(mordcry: Ruleset) -> RulesLibrary:
    return built(mordcry)


def links(entry: LibraryEntry) -> list[str]:
    """Return every anchor to which a page leads."""
    found = [link.anchor for link in (*entry.see, *entry.comes_up)]
    found += [setting.anchor for setting in entry.settings]
    for row in entry.rows:
        found += [link.anchor for link in row.links] + [s.anchor for s in row.settings]
        found += [row.anchor] if row.is_page else []
    if entry.grid is not None:
        found += [row.anchor for row in entry.grid.rows if row.anchor]
    return found


@pytest.mark.parametrize("name", ["mordcry", "tiny"])
def test_every_place_that_the_content_has_leads_to_a_page(name: str) -> None:
    ruleset = load_ruleset(rulesets_folder() if name == "mordcry" else TINY, name)
    library = built(ruleset)
    groups = {group.anchor for group in library.groups}
    for anchor in known_anchors(ruleset.content):
        place = library.place(anchor)
        if place is None:  # a list that has nothing in it
            assert anchor.startswith("list:"), anchor
            assert anchor not in groups
            continue
        entry = library.entries[place.entry]
        assert place.row in ("", *(row.anchor for row in entry.rows))


@pytest.mark.parametrize("name", ["mordcry", "tiny"])
def test_no_link_leads_nowhere(name: str) -> None:
    library = built(load_ruleset(rulesets_folder() if name == "mordcry" else TINY, name))
    for entry in library.entries.values():
        for anchor in links(entry):
            assert library.place(anchor) is not None, f"{entry.anchor} leads to {anchor}"


def test_every_page_stands_in_one_group_and_says_something(library: RulesLibrary) -> None:
    listed = [anchor for group in library.groups for anchor in group.entries]
    assert len(listed) == len(set(listed))
    heads = {group.anchor for group in library.groups}
    assert set(library.entries) == {*listed, *heads, START}
    for entry in library.entries.values():
        assert entry.title
        assert entry.kind
        assert entry.paragraphs, entry.anchor


def test_the_groups_are_those_of_the_book(library: RulesLibrary) -> None:
    names = [group.name for group in library.groups]
    assert names[:4] == ["Tables", "Procedures", "Skills", "Universal abilities"]
    assert names[-1] == "House rules in force"
    expected = {"Weapons", "Shields", "Armour", "Items", "Lasting injuries", "Characteristics"}
    assert expected | {"Fighters"} <= set(names)
    assert len(set(names)) == len(names)


def test_every_row_of_every_table_has_faces_a_chance_and_effects_in_words(
    mordcry: Ruleset, library: RulesLibrary
) -> None:
    for table in mordcry.content.tables.values():
        rows = library.entry(f"table:{table.id}").rows
        assert [row.name for row in rows] == [row.name for row in table.rows]
        assert sum(row.share for row in rows) == pytest.approx(1)
        for row in rows:
            assert row.mark
            assert " in " in row.chance
            assert row.chance.endswith(" %")
            assert row.does
            assert all(line.text for line in row.does)
            assert not any(line.text.startswith("Carry out:") for line in row.does), row.anchor


def test_every_function_that_content_calls_is_said_in_words(mordcry: Ruleset) -> None:
    content = mordcry.content
    effects = [e for t in content.tables.values() for row in t.rows for e in row.effects]
    effects += [e for item in content.items.values() for e in effects_of_item(item)]
    called = {e.function for e in all_effects(effects) if isinstance(e, Call)}
    assert called
    for function in called:
        assert not function_words(function, content).startswith("Carry out:"), function


def test_a_row_says_its_faces_its_chance_and_what_is_done(library: RulesLibrary) -> None:
    place = library.place("table:injury/eye_injury")
    assert place is not None
    assert (place.entry, place.row) == ("table:injury", "table:injury/eye_injury")
    entry = library.entries[place.entry]
    assert entry.dice == "D66"
    row = next(row for row in entry.rows if row.anchor == place.row)
    assert (row.mark, row.chance) == ("26–30", "1 in 36 · 2.8 %")
    assert row.does == (EffectLine("The fighter gets the injury “Eye injury”: −1 BS."),)
    assert [link.anchor for link in row.links] == ["trait:injury/eye_injury"]
    assert [setting.anchor for setting in row.settings] == ["house_rule:blindness"]


def test_rows_numbered_1_to_36_show_the_faces_that_are_rolled(library: RulesLibrary) -> None:
    rows = library.entry("table:exploration").rows
    assert [rows[0].mark, rows[5].mark, rows[6].mark, rows[35].mark] == ["11", "16", "21", "66"]


def test_every_house_rule_touches_something_and_shows_there(
    mordcry: Ruleset, library: RulesLibrary
) -> None:
    for rule in mordcry.content.house_rules.values():
        assert rule.touches, rule.id
        for anchor in rule.touches:
            place = library.place(anchor)
            assert place is not None, f"{rule.id} touches {anchor}"
            entry = library.entries[place.entry]
            rows = [row for row in entry.rows if row.anchor == place.row]
            shown = rows[0].settings if rows else entry.settings
            assert f"house_rule:{rule.id}" in [setting.anchor for setting in shown]


def test_a_house_rule_of_a_list_shows_on_the_pages_of_the_list(library: RulesLibrary) -> None:
    on_list = library.entry("list:shield").settings
    on_page = library.entry("item:heavy_shield").settings
    assert set(on_list) <= set(on_page)
    assert on_list


def test_a_house_rule_has_all_its_settings_and_the_one_in_force(mordcry: Ruleset) -> None:
    entry = built(mordcry, {"most_kills": "nobody"}).entry("house_rule:most_kills")
    assert [(o.label, o.is_set, o.is_default) for o in entry.options] == [
        ("All who tie earn it", False, True),
        ("The player picks one of them", False, False),
        ("Nobody earns it", True, False),
    ]
    assert [fact.text for fact in entry.facts[:2]] == ["Nobody earns it", "All who tie earn it"]
    number = built(mordcry).entry("house_rule:most_fighters")
    assert ("May be", "1 to 40") in [(fact.label, fact.text) for fact in number.facts]


def test_what_is_changed_from_the_default_is_marked_everywhere(mordcry: Ruleset) -> None:
    assert built(mordcry).entry(START).settings == ()
    library = built(mordcry, {"blindness": "two_rolls"})
    [changed] = library.entry(START).settings
    assert (changed.name, changed.setting) == (
        "When a fighter goes blind",
        "With the second eye injury",
    )
    table = library.entry("table:injury")
    assert changed in table.settings
    assert changed in next(row for row in table.rows if row.name == "Eye injury").settings
    row = next(r for r in library.entry("list:house_rule").rows if r.name == changed.name)
    assert (row.mark, row.text) == ("changed", "With the second eye injury")


def test_pages_show_the_content_as_the_house_rules_have_it(mordcry: Ruleset) -> None:
    def eyes(reading: str) -> tuple[EffectLine, ...]:
        library = built(mordcry, {"blindness": reading})
        return library.entry("trait:injury/eye_injury").does

    assert EffectLine("Blind, the 4th time: −2 WS more.") in eyes("four_rolls")
    assert EffectLine("Blind, the 2nd time: −2 WS more.") in eyes("two_rolls")
    assert not any("Blind" in line.text for line in eyes("never"))
    spread = built(mordcry, {"injury_dice": "uniform"}).entry("table:injury")
    assert spread.dice != "D66"


def test_an_item_tells_its_values_and_what_it_does(library: RulesLibrary) -> None:
    spear = library.entry("item:spear")
    facts = {fact.label: fact.text for fact in spear.facts}
    assert facts["Range"] == "melee"
    assert facts["Hands"] == "2, or with a shield"
    plate = library.entry("item:full_plate")
    said = [line.text for line in plate.does]
    assert "While it is carried: −2 Speed." in said
    assert "While it is carried: an armour save of 5+." in said
    pendant = library.entry("item:warpstone_pendant")
    assert ("Found as", "rare, D66 12") in [(fact.label, fact.text) for fact in pendant.facts]
    lines = [line.text for line in pendant.does]
    assert "After each battle:" in lines


def test_a_characteristic_tells_what_changes_it(library: RulesLibrary) -> None:
    weapon_skill = library.entry("stat:ws")
    assert weapon_skill.comes_up_heading == "What changes it"
    changes = {link.anchor: link.text for link in weapon_skill.comes_up}
    assert changes["trait:injury/arm_or_hand_wound"] == "Arm or hand wound −1"
    assert "topic:hitting" in [link.anchor for link in weapon_skill.see]


def test_what_speaks_of_a_page_is_named_there(library: RulesLibrary) -> None:
    injury = library.entry("trait:injury/head_wound")
    assert [link.anchor for link in injury.comes_up] == ["table:injury/head_wound"]
    assert "topic:healer" in [link.anchor for link in library.entry("table:injury").comes_up]
    condition = library.entry("condition:first_round")
    assert any(link.anchor.startswith("item:") for link in condition.comes_up)


def test_lists_of_numbers_stand_for_their_rows(library: RulesLibrary) -> None:
    weapons = library.entry("list:weapon")
    assert weapons.rows == ()
    assert weapons.grid is not None
    assert {row.anchor for row in weapons.grid.rows} == {
        anchor for group in library.groups if group.name == "Weapons" for anchor in group.entries
    }
    assert library.entry("topic:weapons") == weapons
    assert library.entry("rule:income").anchor == "topic:income"
    assert library.entry("resource:xp").anchor == "topic:experience"


def test_house_content_is_marked(mordcry: Ruleset) -> None:
    rules = HouseRules(mordcry.content.house_rules)
    house = [HouseRow("row:injury", "dead"), HouseRow("skill", "stun"), HouseRow("weapon", "club")]
    library = build_library(mordcry, rules, house)
    own = [row.anchor for row in library.entry("table:injury").rows if row.is_house]
    assert own == ["table:injury/dead"]
    assert library.entry("table:injury").is_house
    assert library.entry("trait:skill/stun").is_house
    assert library.entry("item:club").is_house
    assert not library.entry("item:mace").is_house
    assert [row.name for row in library.entry("list:skill").rows if row.is_house] == ["Stun"]


def test_where_house_content_stands(mordcry: Ruleset) -> None:
    content = mordcry.content
    assert house_anchor(HouseRow("pending", "gossip"), content) == "pending:gossip"
    assert house_anchor(HouseRow("skill", "club"), content) == "skill:club"


def test_the_library_follows_the_campaign(file: CampaignFile) -> None:
    assert rules_library(file).entry(START).settings == ()
    set_house_rule(file, "hit_table", "smooth")
    library = rules_library(file)
    assert [s.anchor for s in library.entry(START).settings] == ["house_rule:hit_table"]
    grid = library.entry("topic:hitting").grid
    assert grid is not None
    assert grid.rows[0].cells[1].text == "5+"


def test_every_line_of_an_aftermath_leads_into_the_rules(file: CampaignFile) -> None:
    entry = default_entry(file)
    winner, loser = entry.sides
    fallen = dict.fromkeys(loser.took_part)
    sides = (replace(winner, result="won"), replace(loser, result="retreated", out_by=fallen))
    touched = record_battle(file, replace(entry, sides=sides))
    library = rules_library(file)
    board = board_view(file, touched.created["draft"])
    lines = [line for track in board.tracks for line in track.lines]
    assert {line.stage for line in lines} >= {"retreat", "injuries", "experience", "income"}
    for line in lines:
        assert library.place(line.rule) is not None, f"{line.key}: {line.rule}"


def test_what_is_not_there(library: RulesLibrary) -> None:
    assert library.place("table:fog") is None
    assert library.place("") is None
    with pytest.raises(KeyError):
        library.entry("item:no_such_item")


def test_a_made_up_ruleset_has_its_own_library() -> None:
    library = built(load_ruleset(TINY, "tiny"))
    assert [group.name for group in library.groups][:2] == ["Tables", "Weapons"]
    assert library.entry("list:weapon").grid is not None
    assert next(row.chance for row in library.entry("table:scar").rows) == "6 in 36 · 16.7 %"
