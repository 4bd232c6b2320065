"""House content is laid over a ruleset's files and checked like them."""

from __future__ import annotations

from typing import Any

import pytest

from mordcry_app.rules.catalogue import Content
from mordcry_app.rules.content_folder import HOUSE_CONTENT, ContentFolder, HouseRow
from mordcry_app.rules.ruleset import Ruleset, build_ruleset
from mordcry_app.rules.schema import ContentError
from tests.rules.conftest import RULESETS

CLUB = {"kind": "weapon", "name": "Club", "damage": 2, "price": 3}


def with_house(*rows: HouseRow) -> Content:
    return build_ruleset(RULESETS, "tiny", rows).ruleset.content


def problem_of(*rows: HouseRow) -> str:
    with pytest.raises(ContentError) as caught:
        with_house(*rows)
    return str(caught.value)


def test_without_house_content_everything_is_as_shipped(tiny: Ruleset) -> None:
    assert with_house() == tiny.content


def test_an_own_item_is_added_and_what_is_shipped_stays(tiny: Ruleset) -> None:
    content = with_house(HouseRow("weapon", "club", CLUB))
    assert list(content.items) == ["stick", "club"]
    assert content.items["club"].name == "Club"
    assert content.items["stick"] == tiny.content.items["stick"]


def test_a_changed_item_takes_the_place_of_the_shipped_one() -> None:
    content = with_house(HouseRow("weapon", "stick", {**CLUB, "name": "Cudgel"}))
    assert [(ref, item.name) for ref, item in content.items.items()] == [("stick", "Cudgel")]


def test_rows_of_a_table_are_replaced_and_added_in_the_order_of_the_dice() -> None:
    content = with_house(
        HouseRow("row:scar", "limp", {"on": "2-3", "name": "Small limp", "text": ""}),
        HouseRow("row:scar", "lucky", {"on": "4", "name": "Lucky", "text": "Nothing."}),
    )
    rows = content.tables["scar"].rows
    assert [row.id for row in rows] == ["dead", "limp", "lucky", "dazed", "tale"]
    assert content.tables["scar"].row_for(4).name == "Lucky"


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        (
            [HouseRow("weapon", "club", CLUB | {"price": -1})],
            "House content, weapon club, price: must be at least 0 (found -1)",
        ),
        (
            [HouseRow("weapon", "club", CLUB | {"modifiers": [{"stat": "charm", "amount": 1}]})],
            "House content, club, modifier 1, stat: “charm” does not exist; valid: luck, might",
        ),
        (
            [HouseRow("weapon", "Club", CLUB)],
            "House content, weapon Club, id: “Club” is not an id",
        ),
        (
            [HouseRow("weapon", "club", CLUB | {"id": "stick"})],
            "House content, weapon club, id: must be club",
        ),
        (
            [HouseRow("hat", "top", CLUB)],
            "House content, hat top, kind: unknown; valid: archetype, row:scar, trait, weapon",
        ),
        (
            [HouseRow("characteristic", "charm", {"name": "Charm", "short": "C", "base": 1})],
            "House content, characteristic charm, kind: unknown; valid: archetype,",
        ),
        (
            [HouseRow("row:scar", "limp", {"on": "2", "name": "Limp", "text": ""})],
            "House content, table scar, rows: 3 is covered by no row",
        ),
        (
            [HouseRow("row:scar", "more", {"on": "6", "name": "More", "text": ""})],
            "House content, table scar, row 5 (more), on: 6 is covered by 6 and by 6",
        ),
        (
            [HouseRow("row:scar", "limp", {"on": "2-4", "name": "", "text": ""})],
            "House content, row limp of scar, name: must have at least 1 characters",
        ),
        (
            [HouseRow("row:scar", "limp", {"on": "2-4", "name": "x", "text": "",
                                           "effects": [{"op": "draw", "table": "scars"}]})],
            "House content, row limp of scar, effect 1 (draw), table: “scars” does not exist",
        ),
        (
            [HouseRow("row:fate", "limp", {"on": "2", "name": "x", "text": ""})],
            "House content, row limp of fate, kind: unknown; valid: archetype, row:scar",
        ),
        (
            [HouseRow("row:scar", "limp", {"on": "2-4", "name": "x", "text": "",
                                           "effects": [{"op": "call", "function": "exec"}]})],
            "House content, row limp of scar, effect 1 (call), function: “exec” does not exist;",
        ),
    ],
)  # fmt: skip
def test_wrong_house_content_names_itself_in_place_of_a_file(
    rows: list[HouseRow], problem: str
) -> None:
    assert problem_of(*rows).startswith(problem)


def test_what_was_loaded_knows_where_it_came_from() -> None:
    loaded = build_ruleset(RULESETS, "tiny", [HouseRow("weapon", "club", CLUB)])
    folder, items = loaded.folder, loaded.ruleset.content.items
    assert folder.file_of(items["stick"]) == RULESETS / "tiny" / "weapons.toml"
    assert folder.file_of(items["club"]) == HOUSE_CONTENT
    assert folder.file_of(items["club"].model_copy()) == RULESETS / "tiny"
    assert [entry.is_house_content for entry in folder.loaded("weapon").values()] == [False, True]
    assert folder.loaded("weapon")["club"].raw == CLUB | {"id": "club"}
    assert list(folder.loaded("row:scar")) == ["dead", "limp", "dazed", "tale"]


def test_files_that_were_kept_stand_in_for_those_of_the_folder() -> None:
    shipped = (RULESETS / "tiny" / "weapons.toml").read_text(encoding="utf-8")
    pinned = {
        "weapons.toml": shipped.replace('name = "Stick"', 'name = "Old stick"'),
        "resources.toml": "the engine’s own lists are never older ones",
        "unknown.toml": "nothing reads this",
    }
    content = build_ruleset(RULESETS, "tiny", pinned=pinned).ruleset.content
    assert content.items["stick"].name == "Old stick"
    assert "coins" in content.resources
    own = [HouseRow("weapon", "stick", CLUB)]
    both = build_ruleset(RULESETS, "tiny", own, pinned).ruleset.content
    assert both.items["stick"].name == "Club"


@pytest.mark.parametrize(
    ("file", "text", "problem"),
    [
        ("weapons.toml", "x = ", "Content of this campaign/weapons.toml: not valid TOML"),
        ("weapons.toml", "[[weapon]]\nid = 1", "Content of this campaign/weapons.toml, weapon 1"),
        ("tables/scar.toml", 'id = "a"', "tables/scar.toml, "),
        ("tables/fate.toml", 'id = "fate"', "tables/fate.toml, "),
    ],
)
def test_a_kept_file_that_cannot_be_used_is_named(file: str, text: str, problem: str) -> None:
    with pytest.raises(ContentError) as caught:
        build_ruleset(RULESETS, "tiny", pinned={file: text})
    assert str(caught.value).startswith(problem)


def test_a_list_stands_in_one_file() -> None:
    from mordcry_app.rules.catalogue import Archetype

    folder = ContentFolder(RULESETS / "tiny")
    folder.records("archetypes.toml", "archetype", Archetype)
    with pytest.raises(ValueError, match="archetype is a list of two files"):
        folder.records("others.toml", "archetype", Archetype)


@pytest.mark.parametrize("data", [{}, {"name": 3}, {"rows": []}, {"on": 7}, {"on": "²"}])
@pytest.mark.parametrize("kind", ["weapon", "trait", "archetype", "row:scar"])
def test_nonsense_is_a_content_error(kind: str, data: dict[str, Any]) -> None:
    assert problem_of(HouseRow(kind, "limp", data)).startswith("House content, ")
