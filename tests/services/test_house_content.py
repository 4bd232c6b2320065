"""House content is saved only when the loader takes it, acts at once, and can be taken back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.checking import check_file
from mordcry_app.services.history import history_view, jump_to, redo, undo
from mordcry_app.services.house_content import (
    house_content_view,
    new_record,
    problem_with,
    record_view,
    ref_for,
    remove_record,
    save_data,
    save_record,
    who_has,
    words_of,
)
from mordcry_app.services.house_content_views import FormValue, ModifierValue
from mordcry_app.services.reading import campaign_view, item_choices, member_view
from tests.services.worlds import dump, ids_by_name

BANNER: dict[str, Any] = {
    "name": "Crow Banner",
    "text": "It frightens nobody.",
    "price": 40,
    "modifiers": [{"stat": "ws", "amount": 1}],
}


def filled(
    file: CampaignFile, kind: str, ref: str = "", **values: FormValue
) -> dict[str, FormValue]:
    """Return the values of a form with some of them typed over."""
    view = record_view(file, kind, ref) if ref else new_record(file, kind)
    return {**view.values, **values}


def test_everything_of_the_ruleset_is_listed_with_its_blanks(file: CampaignFile) -> None:
    view = house_content_view(file)
    kinds = [kind.kind for kind in view.kinds]
    assert {"weapon", "item", "skill", "injury", "archetype", "row:injury"} <= set(kinds)
    assert "rule" not in kinds
    assert "characteristic" not in kinds
    assert {entry.state for entry in view.entries} == {"shipped", "blank"}
    blanks = [entry.place for entry in view.entries if entry.state == "blank"]
    rolls = [str(face) for face in range(1, 7)]
    assert blanks == [*(f"rare {place}" for place in range(26, 37)), *rolls, *rolls]
    names = [entry.name for entry in view.entries if entry.state == "blank"]
    assert names[11] == "Deployment 1: Opposite edges"
    assert ("ws", "Weapon Skill") in view.stats
    assert not view.own


def test_every_shipped_record_fills_its_form_and_comes_back_as_it_was(file: CampaignFile) -> None:
    view = house_content_view(file)
    for entry in view.entries:
        if entry.state == "shipped" or entry.kind.startswith("row:"):
            values = record_view(file, entry.kind, entry.ref).values
            with pytest.raises(Refusal, match="as it is printed"):
                save_record(file, entry.kind, entry.ref, values)


def test_an_own_item_can_be_given_and_acts(file: CampaignFile) -> None:
    touched = save_data(file, "item", "crow_banner", BANNER)
    assert touched.label == "House content: added the item “Crow Banner”"
    assert "crow_banner" in [choice.id for choice in item_choices(file)]
    anselm = ids_by_name(file)["Anselm"]
    before = member_view(file, anselm).value("ws").total
    edits.give_item(file, "crow_banner", member_id=anselm)
    assert member_view(file, anselm).value("ws").total == before + 1
    assert who_has(file, "item", "crow_banner") == "Anselm has it."


def test_undo_and_redo_change_what_the_rules_say(file: CampaignFile, path: Path) -> None:
    start = dump(path)
    shipped = file.ruleset
    price = shipped.content.items["club"].price
    save_record(file, "weapon", "club", filled(file, "weapon", "club", price=7))
    assert file.ruleset.content.items["club"].price == 7
    assert record_view(file, "weapon", "club").state == "changed"
    undo(file)
    assert file.ruleset.content.items["club"].price == price
    assert file.ruleset is shipped
    assert dump(path) == start
    redo(file)
    assert file.ruleset.content.items["club"].price == 7
    jump_to(file, history_view(file).operations[-1].id)
    assert file.ruleset.content.items["club"].price == price
    assert check_file(path) == ()


def test_values_on_screen_follow_a_changed_item(file: CampaignFile) -> None:
    save_data(file, "item", "crow_banner", BANNER)
    anselm = ids_by_name(file)["Anselm"]
    edits.give_item(file, "crow_banner", member_id=anselm)
    before = member_view(file, anselm).value("ws").total
    save_data(file, "item", "crow_banner", BANNER | {"modifiers": []})
    assert member_view(file, anselm).value("ws").total == before - 1
    undo(file)
    assert member_view(file, anselm).value("ws").total == before


def test_it_is_there_after_opening_again_and_for_one_who_only_reads(
    file: CampaignFile, path: Path
) -> None:
    save_data(file, "item", "crow_banner", BANNER)
    with open_campaign(path) as second:
        assert second.read_only
        assert "crow_banner" in second.ruleset.content.items
        remove_record(file, "item", "crow_banner")
        campaign_view(second)
        assert "crow_banner" not in second.ruleset.content.items


def test_a_blank_is_filled(file: CampaignFile) -> None:
    values = filled(file, "item", "blank:rare:26", name="Crow Banner", price=200)
    assert (values["rarity"], values["on"]) == ("rare", 26)
    save_record(file, "item", "blank:rare:26", values)
    assert file.ruleset.content.tables["rare_items"].row("crow_banner").on == "26"
    view = house_content_view(file)
    assert next(e.place for e in view.entries if e.state == "blank") == "rare 27"
    assert [(e.ref, e.state) for e in view.own] == [("crow_banner", "own")]


def test_a_row_that_the_rules_leave_open_is_a_blank_until_it_is_filled(file: CampaignFile) -> None:
    values = filled(file, "row:deployment", "deployment_2", name="Corners")
    save_record(file, "row:deployment", "deployment_2", values)
    assert file.ruleset.content.tables["deployment"].row_for(2).name == "Corners"
    states = {e.ref: e.state for e in house_content_view(file).entries if "deployment" in e.kind}
    assert (states["deployment_1"], states["deployment_2"]) == ("blank", "changed")
    remove_record(file, "row:deployment", "deployment_2")
    states = {e.ref: e.state for e in house_content_view(file).entries if "deployment" in e.kind}
    assert states["deployment_2"] == "blank"


def test_a_place_that_is_taken_is_refused(file: CampaignFile) -> None:
    values = filled(file, "item", name="Crow Banner", rarity="rare", on=1)
    with pytest.raises(Refusal, match="each place holds one item"):
        save_record(file, "item", "", values)


@pytest.mark.parametrize(
    ("kind", "values", "says"),
    [
        ("item", {"name": ""}, "ame: must have at least 1 characters"),
        ("item", {"name": "x", "price": -1}, "rice: must be at least 0"),
        ("item", {"name": "x", "rarity": "rare"}, "rarity and on come together"),
        ("item", {"name": "x", "modifiers": (ModifierValue("charm", 1),)}, "“charm” does not"),
        ("item", {"name": "x", "modifiers": (ModifierValue("ws", 1, when="noon"),)}, "noon"),
        ("item", {"name": "x", "after_battle": "[{ op = "}, "does after each battle, line 1: this"),
        ("item", {"name": "x", "after_battle": "[]\nname = 3"}, "only one value fits here"),
        ("item", {"name": "x", "after_battle": "1979-05-27"}, "“1979-05-27” is none of these"),
        ("item", {"name": "x", "after_battle": '[{ op = "call", function = "eval" }]'}, "“eval”"),
        ("skill", {"name": "x", "cost": "quint"}, ": must be one of"),
        ("weapon", {"name": "x"}, "missing; needed here: "),
        ("row:injury", {"on": "66", "name": "x"}, "66 is covered by"),
        ("archetype", {"name": "x", "count": 51}, "must be at most 50"),
        ("archetype", {"name": "x", "count": 0, "training": "{ charm = 1 }"}, "“charm”"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_and_nothing_is_written(
    file: CampaignFile, path: Path, kind: str, values: dict[str, FormValue], says: str
) -> None:
    start = dump(path)
    form = filled(file, kind, **values)
    assert says in problem_with(file, kind, "", form)
    with pytest.raises(Refusal) as refused:
        save_record(file, kind, "", form)
    assert says in refused.value.sentence
    assert dump(path) == start


def test_what_has_half_a_character_is_cleaned_or_refused(file: CampaignFile) -> None:
    save_data(file, "item", "odd", {"name": "O\ud800dd\x00", "text": "a\r\nb"})
    item = file.ruleset.content.items["odd"]
    assert (item.name, item.text) == ("Odd", "a\nb")


def test_a_kind_that_is_the_engines_own_is_refused(file: CampaignFile) -> None:
    with pytest.raises(Refusal, match="There is no house content of the kind “rule”"):
        new_record(file, "rule")
    with pytest.raises(Refusal, match="resource gold, kind: unknown; valid: ability"):
        save_data(file, "resource", "gold", {"name": "Gold", "short": "g", "owner": "roster"})
    with pytest.raises(Refusal, match="kind: unknown"):
        save_data(file, "pin", "content", {"sha256": "0"})


def test_something_enormous_is_refused(file: CampaignFile) -> None:
    effects = [{"op": "story", "text": "x" * 1000}] * 200
    with pytest.raises(Refusal, match="longer than 100,000 letters"):
        save_data(file, "item", "long", BANNER | {"after_battle": effects})


def test_a_changed_row_of_a_table_is_what_happens(file: CampaignFile) -> None:
    row = file.content.folder.loaded("row:injury")["dead"].raw
    effects = '[{ op = "story", text = "{name} was only asleep." }]'
    values = filled(file, "row:injury", "dead", name="Asleep", effects=effects)
    save_record(file, "row:injury", "dead", values)
    found = file.ruleset.content.tables["injury"].row("dead")
    assert (found.name, found.on, len(found.effects)) == ("Asleep", row["on"], 1)
    assert words_of(file, "row:injury", values)


def test_saving_what_is_printed_takes_the_change_back(file: CampaignFile) -> None:
    printed = record_view(file, "skill", "unbowed").values
    save_record(file, "skill", "unbowed", {**printed, "name": "Unbent"})
    assert file.ruleset.content.traits["skill", "unbowed"].name == "Unbent"
    touched = save_record(file, "skill", "unbowed", printed)
    assert touched.label == "House content: the skill “Unbent” is as printed again"
    assert file.ruleset is file.shipped.ruleset


def test_what_other_house_content_needs_stays(file: CampaignFile) -> None:
    save_data(file, "item", "crow_banner", BANNER)
    row = {**file.content.folder.loaded("row:injury")["dead"].raw}
    row["effects"] = [{"op": "gain_item", "ref": "crow_banner"}]
    save_data(file, "row:injury", "dead", row)
    with pytest.raises(Refusal, match="“crow_banner” does not exist"):
        remove_record(file, "item", "crow_banner")
    remove_record(file, "row:injury", "dead")
    remove_record(file, "item", "crow_banner")
    assert not house_content_view(file).own
    with pytest.raises(Refusal, match="nothing of your own"):
        remove_record(file, "item", "crow_banner")


def test_an_item_that_goes_while_it_is_carried_is_shown_by_its_id(file: CampaignFile) -> None:
    save_data(file, "item", "crow_banner", BANNER)
    anselm = ids_by_name(file)["Anselm"]
    edits.give_item(file, "crow_banner", member_id=anselm)
    assert record_view(file, "item", "crow_banner").touches == "Anselm has it."
    remove_record(file, "item", "crow_banner")
    assert "crow banner" in member_view(file, anselm).carries
    campaign_view(file)


def test_ids_are_made_from_names_and_free(file: CampaignFile) -> None:
    assert ref_for(file, "item", "Crow’s Bänner!") == "crows_banner"
    assert ref_for(file, "item", "Club") == "club_2"
    assert ref_for(file, "item", "3 Kings") == "item_3_kings"
    assert ref_for(file, "row:injury", "鴉") == "injury"
    save_record(file, "item", "", filled(file, "item", name="Club", price=1))
    assert ref_for(file, "item", "Club") == "club_3"
    assert len(ref_for(file, "item", "x" * 300)) <= 64


def test_content_that_was_spoilt_outside_is_left_out_with_a_sentence(
    file: CampaignFile, path: Path
) -> None:
    save_data(file, "item", "crow_banner", BANNER)
    save_data(file, "item", "other", BANNER | {"name": "Other"})
    file.close()
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("""UPDATE custom_row SET data = '{"name": 3}' WHERE ref = 'crow_banner'""")
    assert [finding for finding in check_file(path) if "crow_banner" in finding]
    with open_campaign(path) as opened:
        assert "other" in opened.ruleset.content.items
        assert "crow_banner" not in opened.ruleset.content.items
        view = house_content_view(opened)
        [trouble] = view.troubles
        assert "item crow_banner" in trouble
        assert "must be text (found 3)" in trouble
        assert [(e.ref, e.state) for e in view.own] == [
            ("other", "own"),
            ("crow_banner", "left_out"),
        ]
        save_data(opened, "item", "third", BANNER | {"name": "Third"})
        save_record(opened, "item", "crow_banner", filled(opened, "item", "crow_banner", name="C"))
        assert not house_content_view(opened).troubles
        assert opened.ruleset.content.items["crow_banner"].name == "C"


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("nonsense", "{}"),
        ("row:nowhere", '{"on": "1"}'),
        ("item", '{"id": "other"}'),
        ("item", '{"name": "x", "uses": ' + "[" * 300 + "]" * 300 + "}"),
        ("row:injury", '{"on": "11", "name": "x", "text": ""}'),
    ],
)
def test_hostile_rows_never_keep_a_campaign_from_being_opened(
    file: CampaignFile, path: Path, kind: str, data: str
) -> None:
    file.close()
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("INSERT INTO custom_row (kind, ref, data) VALUES (?, 'odd', ?)", (kind, data))
    with open_campaign(path) as opened:
        assert len(opened.content.troubles) == 1
        assert opened.content.left_out == {(kind, "odd")}
        view = house_content_view(opened)
        assert [(e.kind, e.ref, e.state) for e in view.own] == [(kind, "odd", "left_out")]
        remove_record(opened, kind, "odd")
        assert not opened.content.troubles


def test_a_reader_cannot_write(file: CampaignFile, path: Path) -> None:
    del file
    with open_campaign(path) as second, pytest.raises(Refusal):
        save_data(second, "item", "crow_banner", BANNER)
