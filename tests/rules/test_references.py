"""Content that refers to what is not there is found when it is loaded."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from mordcry_app.rules.catalogue import Archetype, CatalogueItem, Content, TraitDefinition
from mordcry_app.rules.effects import Effect
from mordcry_app.rules.references import (
    ContentFiles,
    check_content,
    check_effects,
    check_modifiers,
    check_table,
)
from mordcry_app.rules.schema import ContentError
from mordcry_app.rules.table import Table

EFFECT: TypeAdapter[Effect] = TypeAdapter(Effect)
PATH = Path("tiny/x.toml")


@pytest.mark.parametrize(
    "fields",
    [
        {"op": "gain", "resource": "glory", "amount": 1},
        {"op": "gain", "resource": "glory", "amount": 1, "who": "all"},
        {"op": "lose", "resource": "coins", "amount": 1, "who": "roster"},
        {"op": "modify", "stat": "might", "amount": 1},
        {"op": "add_trait", "kind": "injury", "ref": "limp"},
        {"op": "add_trait", "kind": "note", "ref": "odd", "name": "Odd"},
        {"op": "gain_item", "ref": "stick"},
        {"op": "draw", "table": "scar"},
        {"op": "call", "function": "heal"},
        {"op": "kill"},
    ],
)
def test_good_references(content: Content, fields: dict[str, object]) -> None:
    check_effects(PATH, "row 1", [EFFECT.validate_python(fields)], content, {"heal"})


@pytest.mark.parametrize(
    ("fields", "place", "problem"),
    [
        (
            {"op": "gain", "resource": "gold", "amount": 1},
            "(gain), resource",
            "“gold” does not exist; valid: coins, glory",
        ),
        (
            {"op": "gain", "resource": "glori", "amount": 1},
            "(gain), resource",
            "“glori” does not exist; did you mean: glory",
        ),
        (
            {"op": "gain", "resource": "coins", "amount": 1},
            "(gain), who",
            "coins belongs to a roster, not to “self”; valid: roster",
        ),
        (
            {"op": "lose", "resource": "glory", "amount": 1, "who": "roster"},
            "(lose), who",
            "glory belongs to a member, not to “roster”; valid: self, all, random",
        ),
        (
            {"op": "kill", "who": "member:1"},
            "(kill), who",
            "content cannot mean “member:1”; valid: self, roster, all, random",
        ),
        (
            {"op": "modify", "stat": "charm", "amount": 1},
            "(modify), stat",
            "“charm” does not exist; valid: luck, might",
        ),
        (
            {"op": "set_stat", "stat": "mihgt", "value": 1},
            "(set_stat), stat",
            "“mihgt” does not exist; did you mean: might",
        ),
        (
            {"op": "test", "stat": "charm"},
            "(test), stat",
            "“charm” does not exist; valid: luck, might",
        ),
        (
            {"op": "add_trait", "kind": "injury", "ref": "limb"},
            "(add_trait), ref",
            "“limb” does not exist; did you mean: limp",
        ),
        (
            {"op": "add_trait", "kind": "skill", "ref": "limp"},
            "(add_trait), ref",
            "“limp” does not exist; valid: nothing, there are none",
        ),
        (
            {"op": "gain_item", "ref": "stik"},
            "(gain_item), ref",
            "“stik” does not exist; did you mean: stick",
        ),
        (
            {"op": "lose_item", "ref": "hat"},
            "(lose_item), ref",
            "“hat” does not exist; valid: stick",
        ),
        (
            {"op": "draw", "table": "scars"},
            "(draw), table",
            "“scars” does not exist; did you mean: scar",
        ),
        (
            {"op": "call", "function": "hael"},
            "(call), function",
            "“hael” does not exist; did you mean: heal",
        ),
    ],
)
def test_wrong_references(
    content: Content, fields: dict[str, object], place: str, problem: str
) -> None:
    effects = [EFFECT.validate_python({"op": "kill"}), EFFECT.validate_python(fields)]
    with pytest.raises(ContentError) as caught:
        check_effects(PATH, "row 4 (fog)", effects, content, {"heal"})
    assert str(caught.value) == f"tiny/x.toml, row 4 (fog), effect 2 {place}: {problem}"


WRONG = {"op": "draw", "table": "scars"}


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        (
            {"op": "choose", "options": [{"id": "a", "label": "A"},
                                         {"id": "b", "label": "B", "effects": [WRONG]}]},
            "effect 1 (choose), option 2 (b), effect 1 (draw)",
        ),
        (
            {"op": "test", "stat": "luck", "passed": [WRONG]},
            "effect 1 (test), passed, effect 1 (draw)",
        ),
        (
            {"op": "test", "stat": "luck", "failed": [{"op": "kill"}, WRONG]},
            "effect 1 (test), failed, effect 2 (draw)",
        ),
        (
            {"op": "roll", "dice": "d6", "rows": [{"on": "1", "effects": [
                {"op": "test", "stat": "luck", "passed": [WRONG]}]}]},
            "effect 1 (roll), row 1, effect 1 (test), passed, effect 1 (draw)",
        ),
    ],
)  # fmt: skip
def test_wrong_references_inside_effects(
    content: Content, fields: dict[str, object], place: str
) -> None:
    row = {"on": "1–6", "id": "fog", "name": "x", "text": "", "effects": [fields]}
    table = Table.model_validate({"id": "t", "name": "T", "dice": "d6", "rows": [row]})
    with pytest.raises(ContentError) as caught:
        check_table(PATH, table, content, ())
    assert str(caught.value) == (
        f"tiny/x.toml, row 1 (fog), {place}, table: “scars” does not exist; did you mean: scar"
    )


def test_what_is_worn_changes_a_characteristic_that_is_there(content: Content) -> None:
    stick = content.items["stick"]
    check_modifiers(PATH, "stick", stick.modifiers, content)
    without = replace(content, characteristics={"luck": content.characteristics["luck"]})
    with pytest.raises(ContentError, match=r"stick, modifier 1, stat: “might” does not exist"):
        check_modifiers(PATH, "stick", stick.modifiers, without)


FILES = ContentFiles(
    Path("rulesets/tiny"),
    traits={"injury": Path("tiny/injuries.toml")},
    items={"weapon": Path("tiny/weapons.toml")},
    tables={"scar": Path("tables/scar.toml")},
)
CHARM = [{"stat": "charm", "amount": 1}]


def test_all_content_of_a_good_ruleset_is_checked(content: Content) -> None:
    check_content(content, FILES, ())
    check_content(content, ContentFiles(Path("rulesets/tiny")), ())


def test_an_archetype_is_trained_in_what_there_is(content: Content) -> None:
    fields = {"id": "fool", "name": "Fool", "count": 1, "training": {"charm": 1}}
    broken = replace(content, archetypes={"fool": Archetype.model_validate(fields)})
    with pytest.raises(ContentError, match=r"^tiny/archetypes\.toml, fool, training: “charm”"):
        check_content(broken, FILES, ())


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"modifiers": CHARM}, "limp, modifier 1, stat"),
        ({"at_level": {"4": CHARM}}, "limp, at_level 4, modifier 1, stat"),
    ],
)
def test_a_trait_changes_what_there_is(
    content: Content, fields: dict[str, object], place: str
) -> None:
    limp = {"kind": "injury", "id": "limp", "name": "Limp", "text": ""}
    trait = TraitDefinition.model_validate(limp | fields)
    broken = replace(content, traits={("injury", "limp"): trait})
    with pytest.raises(ContentError, match=rf"^tiny/injuries\.toml, {place}: “charm”"):
        check_content(broken, FILES, ())


def test_an_item_changes_what_there_is(content: Content) -> None:
    fields = {"kind": "weapon", "id": "stick", "name": "Stick", "modifiers": CHARM}
    broken = replace(content, items={"stick": CatalogueItem.model_validate(fields)})
    with pytest.raises(
        ContentError, match=r"^tiny/weapons\.toml, stick, modifier 1, stat: “charm”"
    ):
        check_content(broken, FILES, ())


def test_a_table_refers_to_what_there_is(content: Content) -> None:
    broken = replace(content, traits={})
    with pytest.raises(
        ContentError,
        match=r"^tables/scar\.toml, row 2 \(limp\), effect 1 \(add_trait\), ref: “limp”",
    ):
        check_content(broken, FILES, ())
