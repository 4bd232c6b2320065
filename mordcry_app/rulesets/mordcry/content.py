"""Mordcry's content: the item schemas that only it has, and the loading and cross-checking.

Rules: mordcry.txt, "Weapon List", "Shield List", "Armor List" and the tables; checklist 002.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar, cast

from pydantic import Field, model_validator

from mordcry_app.rules.catalogue import (
    Archetype,
    CatalogueItem,
    Characteristic,
    Content,
    HouseRule,
    Resource,
    TraitDefinition,
)
from mordcry_app.rules.loader import by_id, load_list, load_table
from mordcry_app.rules.references import ContentFiles, check_content
from mordcry_app.rules.schema import ContentError, Identifier
from mordcry_app.rules.table import Table

INJURY = "injury"
SKILL = "skill"
ABILITY = "ability"
"""Kinds of trait."""

CROWNS = "crowns"
RENOWN = "renown"
XP = "xp"
ADVANCES = "advances"
"""Resources. `advances` counts the experience thresholds that a fighter has already used."""

CHARACTERISTICS = ("a", "bs", "ds", "int", "m", "os", "s", "sv", "w", "will", "ws")
"""The eleven values of a profile, in the order of the alphabet."""
TABLES = ("injury", "advance")

HOUSE_RULES: dict[str, tuple[str, ...]] = {
    "advance_thresholds": ("converted", "restart", "current"),
    "advance_characteristic": ("pick", "random"),
    "most_kills": ("all_tied", "pick_one", "nobody"),
    "starting_crowns": (),
    "most_fighters": (),
    "minimum_attack_dice": ("one", "none"),
    "hit_table": ("printed", "smooth"),
    "wound_table": ("printed", "pattern"),
    "blindness": ("four_rolls", "two_rolls", "never"),
    "healer": ("once", "not_the_dead", "again"),
}
"""The house rules that the engine acts on, with their options; none for a number."""

EYE_INJURY = "eye_injury"
BLIND_AT: dict[str | int, int | None] = {"four_rolls": 4, "two_rolls": 2, "never": None}
"""The level of an eye injury at which a fighter is blind, by the house rule `blindness`."""


class Weapon(CatalogueItem):
    """A weapon: its reach in inches (0 is melee) and what it does to its bearer's A, S and OS.

    A two-handed weapon leaves room for a shield only when `with_shield` says so.
    """

    kind: Identifier = "weapon"
    range: int = Field(default=0, ge=0, le=60)
    attacks: int = Field(ge=-9, le=9)
    speed: int = Field(ge=-9, le=9)
    strength: int = Field(ge=-9, le=9)
    damage: int = Field(ge=1, le=20)
    hands: int = Field(ge=1, le=2)
    with_shield: bool = False

    @property
    def is_ranged(self) -> bool:
        """Whether it shoots."""
        return self.range > 0

    @property
    def leaves_room_for_shield(self) -> bool:
        """Whether a shield can be carried beside it."""
        return self.hands == 1 or self.with_shield


class Shield(CatalogueItem):
    """A shield: on a D6 of `save` or more it stops the first wound taken each round."""

    kind: Identifier = "shield"
    save: int = Field(ge=2, le=6)
    melee_only: bool = False


class Armour(CatalogueItem):
    """A suit of armour; `save` is the roll that stops a wound, 0 for none.

    What it does to Speed, Defensive Strength and the save acts as modifiers while it is worn.
    """

    kind: Identifier = "armour"
    speed: int = Field(default=0, ge=-9, le=9)
    defence: int = Field(default=0, ge=-9, le=9)
    save: int = Field(default=0, ge=0, le=6)

    @model_validator(mode="before")
    @classmethod
    def _worn_modifiers(cls, fields: object) -> object:
        if not isinstance(fields, dict) or "modifiers" in fields:
            return cast(object, fields)
        fields = cast(dict[str, Any], fields)
        worn = (("s", "speed"), ("ds", "defence"), ("sv", "save"))
        modifiers = [
            {"stat": stat, "amount": fields[name]}
            for stat, name in worn
            if isinstance(fields.get(name), int) and fields[name]
        ]
        return {**fields, "modifiers": modifiers}


class Skill(TraitDefinition):
    """A skill that an advance can teach, paid for with a set of initiative dice."""

    kind: Identifier = SKILL


class Ability(TraitDefinition):
    """An ability that every fighter has."""

    kind: Identifier = ABILITY


class Injury(TraitDefinition):
    """A lasting injury."""

    kind: Identifier = INJURY


_Named = TypeVar("_Named", Characteristic, Resource, Archetype, HouseRule)

_ITEMS: tuple[tuple[str, str, type[CatalogueItem]], ...] = (
    ("weapons.toml", "weapon", Weapon),
    ("shields.toml", "shield", Shield),
    ("armour.toml", "armour", Armour),
)
_TRAITS: tuple[tuple[str, str, type[TraitDefinition]], ...] = (
    ("skills.toml", SKILL, Skill),
    ("abilities.toml", ABILITY, Ability),
    ("injuries.toml", INJURY, Injury),
)


def load_content(folder: Path, functions: frozenset[str]) -> Content:
    """Read and cross-check all content in `folder`.

    `functions` names what `call` effects may use. Raises `ContentError`, which names the file,
    the row and the field, and says what is valid.
    """
    items: dict[str, CatalogueItem] = {}
    for file, kind, item_model in _ITEMS:
        path = folder / file
        for item in load_list(path, kind, item_model):
            _check_kind(path, item.id, item.kind, kind)
            if item.id in items:
                raise ContentError(path, item.id, "id", "stands twice among the items")
            items[item.id] = item
    traits: dict[tuple[str, str], TraitDefinition] = {}
    for file, kind, trait_model in _TRAITS:
        path = folder / file
        loaded = load_list(path, kind, trait_model)
        for trait in loaded:
            _check_kind(path, trait.id, trait.kind, kind)
        traits.update(
            {(kind, trait_id): t for trait_id, t in by_id(path, loaded, lambda t: t.id).items()}
        )
    content = Content(
        characteristics=_load(folder / "characteristics.toml", "characteristic", Characteristic),
        resources=_load(folder / "resources.toml", "resource", Resource),
        archetypes=_load(folder / "archetypes.toml", "archetype", Archetype),
        traits=traits,
        items=items,
        tables=_load_tables(folder / "tables"),
        house_rules=_load(folder / "house_rules.toml", "rule", HouseRule),
    )
    files = ContentFiles(
        folder,
        traits={kind: folder / file for file, kind, _ in _TRAITS},
        items={kind: folder / file for file, kind, _ in _ITEMS},
        tables={table_id: folder / "tables" / f"{table_id}.toml" for table_id in content.tables},
    )
    check_content(content, files, functions)
    _check_needed(content, folder)
    return content


def with_blindness(content: Content, reading: str | int) -> Content:
    """Return the content with the eye injury blinding at the level that a house rule names."""
    definition = content.traits[INJURY, EYE_INJURY]
    printed, blind_modifiers = next(iter(definition.at_level.items()))
    blind = definition.name_at(int(printed))
    level = BLIND_AT[reading]
    lost = {"2": definition.name_at(2)}
    changed = definition.model_copy(
        update={
            "at_level": {} if level is None else {str(level): blind_modifiers},
            "level_names": lost if level is None else lost | {str(level): blind},
        }
    )
    return replace(content, traits={**content.traits, (INJURY, EYE_INJURY): changed})


def _load(path: Path, key: str, model: type[_Named]) -> dict[str, _Named]:
    return by_id(path, load_list(path, key, model), lambda record: record.id)


def _load_tables(folder: Path) -> dict[str, Table]:
    tables: dict[str, Table] = {}
    for path in sorted(folder.glob("*.toml")):
        table = load_table(path)
        if table.id != path.stem:
            raise ContentError(path, "", "id", f"must be the file's name, {path.stem}")
        tables[table.id] = table
    return tables


def _check_kind(path: Path, row: str, found: str, kind: str) -> None:
    if found != kind:
        raise ContentError(path, row, "kind", f"must be {kind} in this file (found {found})")


def _check_needed(content: Content, folder: Path) -> None:
    """Refuse content without something that the engine asks for by name."""
    needed: tuple[tuple[Path, Iterable[str], Iterable[str]], ...] = (
        (folder / "characteristics.toml", CHARACTERISTICS, content.characteristics),
        (folder / "resources.toml", (CROWNS, RENOWN, XP, ADVANCES), content.resources),
        (folder / "house_rules.toml", HOUSE_RULES, content.house_rules),
        (folder / "tables", TABLES, content.tables),
        (folder / "injuries.toml", (EYE_INJURY,), (t.id for t in content.traits_of(INJURY))),
    )
    for path, wanted, found in needed:
        present = set(found)
        for needed_id in wanted:
            if needed_id not in present:
                raise ContentError(path, "", "id", f"“{needed_id}” is needed and missing")
    for rule_id, options in HOUSE_RULES.items():
        found_options = tuple(option.id for option in content.house_rules[rule_id].options)
        if set(found_options) != set(options):
            valid = ", ".join(options) or "none: it is a number"
            raise ContentError(folder / "house_rules.toml", rule_id, "options", f"valid: {valid}")
    if not any(archetype.leads for archetype in content.archetypes.values()):
        raise ContentError(folder / "archetypes.toml", "", "leads", "one archetype must lead")
    if not content.traits[INJURY, EYE_INJURY].at_level:
        raise ContentError(
            folder / "injuries.toml", EYE_INJURY, "at_level", "must say what blindness does"
        )
