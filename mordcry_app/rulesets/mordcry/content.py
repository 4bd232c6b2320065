"""Mordcry's content: the item schemas that only it has, and the loading and cross-checking.

Rules: mordcry.txt, "Weapon List", "Shield List", "Armor List" and the tables; checklist 002.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

from pydantic import Field, field_validator, model_validator

from mordcry_app.rules.anchors import check_paper, check_topics
from mordcry_app.rules.catalogue import (
    Archetype,
    CatalogueItem,
    Characteristic,
    Condition,
    Content,
    HouseRule,
    PendingDefinition,
    Resource,
    TraitDefinition,
)
from mordcry_app.rules.content_folder import ContentFolder
from mordcry_app.rules.dice import parse_real_dice
from mordcry_app.rules.paper import load_paper
from mordcry_app.rules.references import check_content
from mordcry_app.rules.schema import ContentError, Identifier, RecordError
from mordcry_app.rules.topics import Topic
from mordcry_app.rulesets.mordcry.house_rules import HOUSE_RULES
from mordcry_app.rulesets.mordcry.wares import AttackBonus, Trinket, check_ware, find_tables

INJURY = "injury"
SKILL = "skill"
ABILITY = "ability"
MUTATION = "mutation"
"""Kinds of trait."""

CROWNS = "crowns"
RENOWN = "renown"
XP = "xp"
ADVANCES = "advances"
SPENT_XP = "spent_xp"
"""Resources. `advances` counts the experience thresholds that a fighter has already used,
`spent_xp` the XP that reactions have cost it."""

CHARACTERISTICS = ("a", "bs", "ds", "int", "m", "os", "s", "sv", "w", "will", "ws")
"""The eleven values of a profile, in the order of the alphabet."""
TABLES = ("injury", "advance", "mutations", "deployment", "victory", "twist")
MOST_DAMAGE = 20

EYE_INJURY = "eye_injury"
BLIND_AT: dict[str | int, int | None] = {"four_rolls": 4, "two_rolls": 2, "never": None}
"""The level of an eye injury at which a fighter is blind, by the house rule `blindness`."""


class Weapon(CatalogueItem):
    """A weapon: its reach in inches (0 is melee) and what it does to its bearer's A, S and OS.

    A wound deals `damage`, or `damage_dice` that are rolled for each. `shots` are the attack dice
    of a weapon that does not go by its bearer's Attacks, 0 for the others; with `limited_ammo`, the
    house rule of that name says how often it can be fired in a battle. A two-handed weapon leaves
    room for a shield only when `with_shield` says so.
    """

    kind: Identifier = "weapon"
    range: int = Field(default=0, ge=0, le=60)
    attacks: int = Field(ge=-9, le=9)
    speed: int = Field(ge=-9, le=9)
    strength: int = Field(ge=-9, le=9)
    damage: int = Field(default=0, ge=0, le=MOST_DAMAGE)
    damage_dice: str = Field(default="", max_length=40)
    shots: int = Field(default=0, ge=0, le=9)
    limited_ammo: bool = False
    hands: int = Field(ge=1, le=2)
    with_shield: bool = False
    bonuses: tuple[AttackBonus, ...] = ()

    @field_validator("damage_dice")
    @classmethod
    def _dice_can_be_read(cls, value: str) -> str:
        if value:
            parse_real_dice(value)
        return value

    @model_validator(mode="after")
    def _hurts(self) -> Weapon:
        if bool(self.damage) == bool(self.damage_dice):
            problem = "must be 1 or more, or else damage_dice must say what is rolled"
            raise RecordError(problem, field="damage")
        return self

    @property
    def damage_text(self) -> str:
        """The damage as players write it: `2`, `D3+1`."""
        return self.damage_dice.upper() or str(self.damage)

    @property
    def is_ranged(self) -> bool:
        """Whether it shoots."""
        return self.range > 0

    @property
    def leaves_room_for_shield(self) -> bool:
        """Whether a shield can be carried beside it."""
        return self.hands == 1 or self.with_shield


class Shield(CatalogueItem):
    """A shield: on a D6 of `save` or more it stops the first wound taken each round.

    One with a `save` of 0 stops nothing: it does what else is said of it.
    """

    kind: Identifier = "shield"
    save: int = Field(default=0, ge=0, le=6)
    melee_only: bool = False

    @field_validator("save")
    @classmethod
    def _can_fail(cls, value: int) -> int:
        if value == 1:
            raise ValueError("must be 0 for none, or 2 to 6")
        return value


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


class Mutation(TraitDefinition):
    """A change that the ruins made to a fighter."""

    kind: Identifier = MUTATION


_ITEMS: tuple[tuple[str, str, type[CatalogueItem]], ...] = (
    ("weapons.toml", "weapon", Weapon),
    ("shields.toml", "shield", Shield),
    ("armour.toml", "armour", Armour),
    ("items.toml", "item", Trinket),
)
_TRAITS: tuple[tuple[str, str, type[TraitDefinition]], ...] = (
    ("skills.toml", SKILL, Skill),
    ("abilities.toml", ABILITY, Ability),
    ("injuries.toml", INJURY, Injury),
    ("mutations.toml", MUTATION, Mutation),
)


def load_content(folder: ContentFolder, functions: frozenset[str]) -> Content:
    """Read and cross-check all content in `folder`, house content included.

    `functions` names what `call` effects may use. Raises `ContentError`, which names the file,
    the row and the field, and says what is valid.
    """
    items: dict[str, CatalogueItem] = {}
    for file, kind, item_model in _ITEMS:
        for item in folder.records(file, kind, item_model):
            path = folder.file_of(item)
            _check_kind(path, item.id, item.kind, kind)
            if item.id in items:
                raise ContentError(path, item.id, "id", "stands twice among the items")
            items[item.id] = item
    traits: dict[tuple[str, str], TraitDefinition] = {}
    for file, kind, trait_model in _TRAITS:
        for trait_id, trait in folder.by_id(file, kind, trait_model).items():
            _check_kind(folder.file_of(trait), trait_id, trait.kind, kind)
            traits[kind, trait_id] = trait
    content = Content(
        characteristics=folder.by_id(
            "characteristics.toml", "characteristic", Characteristic, fixed=True
        ),
        resources=folder.by_id("resources.toml", "resource", Resource, fixed=True),
        archetypes=folder.by_id("archetypes.toml", "archetype", Archetype),
        traits=traits,
        items=items,
        tables={**folder.tables(), **find_tables(items.values(), folder)},
        conditions=folder.by_id("conditions.toml", "condition", Condition, fixed=True),
        pending=folder.by_id("pending.toml", "pending", PendingDefinition, fixed=True),
        house_rules=folder.by_id("house_rules.toml", "rule", HouseRule, fixed=True),
        topics=folder.by_id("rules.toml", "topic", Topic, fixed=True),
        paper=load_paper(folder),
    )
    check_content(content, folder, functions)
    for item in items.values():
        check_ware(folder.file_of(item), item, content.conditions)
    _check_needed(content, folder.path)
    check_topics(folder, content, functions)
    check_paper(folder, content)
    return content


def _check_kind(path: Path, row: str, found: str, kind: str) -> None:
    if found != kind:
        raise ContentError(path, row, "kind", f"must be {kind} in this file (found {found})")


def _check_needed(content: Content, folder: Path) -> None:
    """Refuse content without something that the engine asks for by name."""
    needed: tuple[tuple[Path, Iterable[str], Iterable[str]], ...] = (
        (folder / "characteristics.toml", CHARACTERISTICS, content.characteristics),
        (folder / "resources.toml", (CROWNS, RENOWN, XP, ADVANCES, SPENT_XP), content.resources),
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
