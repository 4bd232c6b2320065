"""Content that refers to what is not there is found when it is loaded."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from mordcry_app.rules.catalogue import Content
from mordcry_app.rules.content_folder import ContentFolder
from mordcry_app.rules.effects import Effect
from mordcry_app.rules.references import (
    check_effects,
    check_modifiers,
    check_table,
)
from mordcry_app.rules.ruleset import load_ruleset
from mordcry_app.rules.schema import ContentError
from mordcry_app.rules.table import Table
from tests.rules.conftest import RULESETS

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
        {"op": "await", "ref": "modifier"},
        {"op": "spend", "ref": "starts_wounded", "amount": "d3"},
        {"op": "spend_item", "ref": "stick"},
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
            {"op": "spend_item", "ref": "hat"},
            "(spend_item), ref",
            "“hat” does not exist; valid: stick",
        ),
        (
            {"op": "modify", "stat": "might", "amount": 1, "when": "at_night"},
            "(modify), when",
            "“at_night” does not exist; valid: nothing, there are none",
        ),
        (
            {"op": "await", "ref": "rain"},
            "(await), ref",
            "“rain” does not exist; valid: misses_battle, modifier, starts_wounded",
        ),
        (
            {"op": "join", "who": "roster", "member": 7, "archetype": "boss"},
            "(join), op",
            "only a function of the ruleset can say “join”",
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
        check_table(ContentFolder(PATH), table, content, ())
    assert str(caught.value) == (
        f"tiny/x.toml, row 1 (fog), {place}, table: “scars” does not exist; did you mean: scar"
    )


def test_what_is_worn_changes_a_characteristic_that_is_there(content: Content) -> None:
    stick = content.items["stick"]
    check_modifiers(PATH, "stick", stick.modifiers, content)
    without = replace(content, characteristics={"luck": content.characteristics["luck"]})
    with pytest.raises(ContentError, match=r"stick, modifier 1, stat: “might” does not exist"):
        check_modifiers(PATH, "stick", stick.modifiers, without)


def load(tmp_path: Path, file: str = "", old: str = "", new: str = "") -> Content:
    """Load and check the made-up ruleset with one text in one file replaced."""
    folder = tmp_path / "tiny"
    shutil.copytree(RULESETS / "tiny", folder)
    if file:
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return load_ruleset(tmp_path, "tiny").content


def problem_of(tmp_path: Path, file: str, old: str, new: str) -> str:
    with pytest.raises(ContentError) as caught:
        load(tmp_path, file, old, new)
    return str(caught.value)


def test_all_content_of_a_good_ruleset_is_checked(content: Content, tmp_path: Path) -> None:
    assert load(tmp_path) == content


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        (
            "archetypes.toml", "might = 2", "charm = 2",
            "tiny/archetypes.toml, boss, training: “charm”",
        ),
        (
            "traits.toml", 'stat = "might"', 'stat = "charm"',
            "tiny/traits.toml, limp, modifier 1, stat: “charm”",
        ),
        (
            "traits.toml", "most_levels = 2",
            'most_levels = 2\nat_level = { 4 = [{ stat = "charm", amount = 1 }] }',
            "tiny/traits.toml, limp, at_level 4, modifier 1, stat: “charm”",
        ),
        (
            "weapons.toml", 'stat = "might"', 'stat = "charm"',
            "tiny/weapons.toml, stick, modifier 1, stat: “charm”",
        ),
        (
            "weapons.toml", "price = 4",
            'price = 4\nafter_battle = [{ op = "draw", table = "scars" }]',
            "tiny/weapons.toml, stick, after_battle, effect 1 (draw), table: “scars”",
        ),
        (
            "weapons.toml", "price = 4",
            (
                'price = 4\nuses = [{ id = "hit", moment = "fight", does = "hurt", '
                'effects = [{ op = "modify", stat = "charm", amount = 1 }] }]'
            ),
            "tiny/weapons.toml, stick, use hit, effect 1 (modify), stat: “charm”",
        ),
        (
            "weapons.toml", 'stat = "might", amount = 1',
            'stat = "might", amount = 1, when = "ill"',
            "tiny/weapons.toml, stick, modifier 1, when: “ill” does not exist",
        ),
        (
            "tables/scar.toml", 'ref = "limp"', 'ref = "limb"',
            "tables/scar.toml, row 2 (limp), effect 1 (add_trait), ref: “limb”",
        ),
    ],
)  # fmt: skip
def test_content_refers_to_what_there_is(
    tmp_path: Path, file: str, old: str, new: str, problem: str
) -> None:
    assert problem_of(tmp_path, file, old, new).startswith(problem)
