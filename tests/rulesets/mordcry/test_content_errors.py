"""Broken content is refused with file, row and field, and says what would be valid."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from mordcry_app.rules.content_folder import ContentFolder
from mordcry_app.rules.schema import ContentError
from mordcry_app.rulesets.mordcry.content import load_content
from mordcry_app.rulesets.mordcry.engine import FUNCTIONS
from tests.rulesets.mordcry.helpers import content_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copy = tmp_path / "mordcry"
    shutil.copytree(content_folder(), copy)
    return copy


def broken(folder: Path, file: str, old: str, new: str) -> ContentError:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load_content(ContentFolder(folder), FUNCTIONS)
    return caught.value


CASES = [
    # file, text, broken text, row, field, what the sentence says
    ("weapons.toml", "damage = 1", "damage = 0", "short_sword", "damage", "must be 1 or more"),
    ("weapons.toml", "hands = 1", "hands = 3", "short_sword", "hands", "found 3"),
    ("weapons.toml", "attacks = 1", "atacks = 1", "short_sword", "atacks", "attacks, bonuses"),
    ("weapons.toml", "damage = 1", "damage = 1\nsize = 2", "short_sword", "size", "with_shield"),
    ("weapons.toml", 'id = "long_sword"', 'id = "short_sword"', "short_sword", "id", "twice"),
    ("shields.toml", 'id = "light_shield"', 'id = "club"', "club", "id", "twice among the items"),
    ("shields.toml", "save = 6", "save = 7", "light_shield", "save", "found 7"),
    ("armour.toml", "[[armour]]", "[[armor]]", "", "armor", "valid here: armour"),
    ("armour.toml", "speed = 1", 'modifiers = [{ stat = "spd", amount = 1 }]',
     "cloth_armour, modifier 1", "stat", "valid: a, bs, ds"),
    ("armour.toml", 'name = "Cloth Armour"', 'name = "Cloth Armour"\nkind = "weapon"',
     "cloth_armour", "kind", "must be armour"),
    ("items.toml", 'moment = "fall"', 'moment = "fell"', "iron_spikes, use land", "moment",
     "did you mean: fall"),
    ("items.toml", 'does = "bonus"', 'does = "pull"', "dog_eared_codex_page, use look_up", "does",
     "valid: bonus"),
    ("items.toml", 'when = "first_round"', 'when = "last_round"', "quick_draw_sheath, modifier 1",
     "when", "did you mean: first_round"),
    ("items.toml", 'only = "unarmed"', 'only = "unarmed", when = "dusk"',
     "brawlers_wraps, bonus 1", "when", "“dusk” does not exist"),
    ("items.toml", 'when = "undead_or_daemon"', 'when = "undead_or_demon"', "silver_ammo, use fire",
     "when", "did you mean: undead_or_daemon"),
    ("items.toml", 'ref = "soot_caked_relic"', 'ref = "soot_relic"',
     "soot_caked_relic, use bare, afterwards", "ref", "did you mean: soot_caked_relic"),
    ("items.toml", 'function = "mutation"', 'function = "mutations"',
     "warpstone_pendant, after_battle", "function", "did you mean: mutation"),
    ("items.toml", "on = 3\n", "on = 7\n", "", "on", "each place holds one item"),
    ("shields.toml", "save = 6", "save = 1", "light_shield", "save", "0 for none, or 2 to 6"),
    ("skills.toml", 'cost = "double"', 'cost = "single"', "blood_for_iron", "cost", "'double'"),
    ("skills.toml", 'id = "unbowed"', 'id = "blood_for_iron"', "blood_for_iron", "id", "twice"),
    ("injuries.toml", 'stat = "ws", amount = -1', 'stat = "wss", amount = -1',
     "seriously_wounded, modifier 1", "stat", "did you mean: ws"),
    ("injuries.toml", '4 = [{ stat = "ws"', '4 = [{ stat = "eye"',
     "eye_injury, at_level 4, modifier 1", "stat", "valid: a, bs, ds"),
    ("injuries.toml", 'id = "eye_injury"', 'id = "eye_wound"', "eye_injury", "ref",
     "“eye_injury” does not exist"),
    ("archetypes.toml", "ws = 3", "wits = 3", "captain", "training", "“wits” does not exist"),
    ("archetypes.toml", "leads = true", "leads = false", "", "leads", "one archetype must lead"),
    ("characteristics.toml", 'id = "will"', 'id = "willpower"', "captain", "training",
     "did you mean: willpower"),
    ("resources.toml", 'id = "advances"', 'id = "steps"', "", "id", "“advances” is needed"),
    ("resources.toml", 'owner = "roster"', 'owner = "player"', "crowns", "owner", "'member'"),
    ("house_rules.toml", 'id = "healer"', 'id = "doctor"', "", "id", "“healer” is needed"),
    ("house_rules.toml", 'default = "four_rolls"', 'default = "five_rolls"', "blindness", "",
     "four_rolls, two_rolls, never"),
    ("house_rules.toml", '{ id = "never"', '{ id = "not"', "blindness", "options",
     "four_rolls, two_rolls, never"),
    ("tables/injury.toml", 'on = "16–21"', 'on = "17–21"', "", "", "16 is covered by no row"),
    ("tables/injury.toml", 'op = "kill"', 'op = "slay"', "dead", "op", "'kill'"),
    ("tables/injury.toml", 'resource = "xp"', 'resource = "exp"', "survives_miraculously",
     "resource", "did you mean: xp"),
    ("tables/injury.toml", 'kind = "injury", ref = "head_wound"',
     'kind = "wound", ref = "head_wound"', "head_wound", "", "does not exist"),
    ("tables/injury.toml", 'function = "gear_of_the_dead"', 'function = "gear_of_the_deaf"',
     "dead", "function", "did you mean: gear_of_the_dead"),
    ("tables/injury.toml", 'id = "injury"', 'id = "injuries"', "", "id", "file's name, injury"),
    ("tables/advance.toml", 'dice = "2d6"', 'dice = "2d7x"', "", "dice", "is not dice"),
    ("tables/advance.toml", "[[rows]]", "[[rows", "", "", "not valid TOML"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("file", "old", "new", "row", "field", "says"),
    CASES,
    ids=[f"{case[0]}-{number}" for number, case in enumerate(CASES)],
)
def test_broken_content(
    folder: Path, file: str, old: str, new: str, row: str, field: str, says: str
) -> None:
    error = broken(folder, file, old, new)
    where = (error.file, error.row, error.field)
    expected = "injury.toml" if (file, field) == ("injuries.toml", "ref") else Path(file).name
    if file == "characteristics.toml":
        expected = "archetypes.toml"
    assert Path(error.file).name == expected, where
    assert row in error.row, where
    assert field in error.field, where
    assert says in error.problem, error.problem


@pytest.mark.parametrize("file", ["weapons.toml", "tables/advance.toml", "house_rules.toml"])
def test_a_missing_file(folder: Path, file: str) -> None:
    (folder / file).unlink()
    with pytest.raises(ContentError) as caught:
        load_content(ContentFolder(folder), FUNCTIONS)
    named = {"tables/advance.toml": "injury.toml"}.get(file, Path(file).name)
    assert Path(caught.value.file).name in (named, "tables")
    assert caught.value.problem in ("the file is missing", "“advance” is needed and missing")


def test_a_missing_characteristic_is_named(folder: Path) -> None:
    for path in folder.rglob("*.toml"):
        text = path.read_text(encoding="utf-8").replace("int = 1", "will = 1")
        path.write_text(text.replace('stat = "int"', 'stat = "will"'), encoding="utf-8")
    path = folder / "characteristics.toml"
    text = path.read_text(encoding="utf-8").replace('id = "int"', 'id = "wits"')
    path.write_text(text, encoding="utf-8")
    archetypes = folder / "archetypes.toml"
    text = archetypes.read_text(encoding="utf-8").replace(", will = 1, will = 1", ", will = 1")
    archetypes.write_text(text, encoding="utf-8")
    with pytest.raises(ContentError, match="“int” is needed and missing") as caught:
        load_content(ContentFolder(folder), FUNCTIONS)
    assert Path(caught.value.file).name == "characteristics.toml"
