"""Checks that content refers only to content that is there.

A file is checked by itself when it is read. What it says about others (a resource, a
characteristic, a trait, an item, a table, a function of the ruleset) can be checked only when
everything has been read: a ruleset calls these functions then, and a wrong reference is found at
start-up instead of in the middle of somebody's aftermath.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from mordcry_app.rules.catalogue import CatalogueItem, Content, WornModifier
from mordcry_app.rules.content_folder import HOUSE_CONTENT, ContentFolder
from mordcry_app.rules.effects import (
    AddTrait,
    Arm,
    Await,
    Call,
    ChooseOne,
    Draw,
    Effect,
    Gain,
    GainItem,
    Join,
    Lose,
    LoseItem,
    Modify,
    RollFor,
    SetStat,
    Spend,
    SpendItem,
    Test,
)
from mordcry_app.rules.loader import check_reference
from mordcry_app.rules.schema import ContentError
from mordcry_app.rules.state import MISSES_BATTLE, STARTS_WOUNDED, WAITING_MODIFIER
from mordcry_app.rules.table import Table


def check_content(content: Content, folder: ContentFolder, functions: Collection[str]) -> None:
    """Check everything that a ruleset's content refers to; raises `ContentError`.

    `folder` is what the content was loaded from, `functions` are the names that a `call` may use.
    """
    folder.check_house_content()
    for archetype in content.archetypes.values():
        for stat in archetype.training:
            path = folder.file_of(archetype)
            check_reference(path, archetype.id, "training", stat, content.characteristics)
    for trait in content.traits.values():
        path = folder.file_of(trait)
        check_modifiers(path, trait.id, trait.modifiers, content)
        for level, modifiers in trait.at_level.items():
            check_modifiers(path, f"{trait.id}, at_level {level}", modifiers, content)
    for item in content.items.values():
        check_item(folder.file_of(item), item, content, functions)
    for table in content.tables.values():
        check_table(folder, table, content, functions)


def check_item(
    path: Path, item: CatalogueItem, content: Content, functions: Collection[str]
) -> None:
    """Check what an item changes and does; raises `ContentError`."""
    check_modifiers(path, item.id, item.modifiers, content)
    for use in item.uses:
        here = f"{item.id}, use {use.id}"
        _check_condition(path, here, use.when, content)
        check_effects(path, here, use.effects, content, functions)
        check_effects(path, f"{here}, afterwards", use.afterwards, content, functions)
    check_effects(path, f"{item.id}, after_battle", item.after_battle, content, functions)
    check_effects(path, f"{item.id}, when_taken", item.when_taken, content, functions)


def check_table(
    folder: ContentFolder, table: Table, content: Content, functions: Collection[str]
) -> None:
    """Check what every row of a table refers to; raises `ContentError`."""
    for number, row in enumerate(table.rows, 1):
        path = folder.file_of(row)
        place = f"row {number} ({row.id})"
        if path == HOUSE_CONTENT:
            place = f"row {row.id} of {table.id}"
        check_effects(path, place, row.effects, content, functions)


def check_modifiers(
    path: Path, place: str, modifiers: Iterable[WornModifier], content: Content
) -> None:
    """Check what an item or a trait changes, and when; raises `ContentError`."""
    for number, modifier in enumerate(modifiers, 1):
        here = f"{place}, modifier {number}"
        check_reference(path, here, "stat", modifier.stat, content.characteristics)
        _check_condition(path, here, modifier.when, content)


def check_effects(
    path: Path,
    place: str,
    effects: Iterable[Effect],
    content: Content,
    functions: Collection[str],
) -> None:
    """Check what declared effects refer to, those inside others too; raises `ContentError`.

    `place` names the row in which they stand; `functions` are the names for `call`.
    """
    for number, effect in enumerate(effects, 1):
        here = f"{place}, effect {number} ({effect.op})"
        _check_target(path, here, effect)
        _check_one(path, here, effect, content, functions)
        for inner_place, inner in _inside(effect):
            check_effects(path, f"{here}, {inner_place}", inner, content, functions)


def _check_target(path: Path, place: str, effect: Effect) -> None:
    if ":" in effect.who:
        problem = f"content cannot mean “{effect.who}”; valid: self, roster, all, random"
        raise ContentError(path, place, "who", problem)


def _check_one(
    path: Path, place: str, effect: Effect, content: Content, functions: Collection[str]
) -> None:
    match effect:
        case Gain() | Lose():
            _check_resource(path, place, effect, content)
        case Modify():
            check_reference(path, place, "stat", effect.stat, content.characteristics)
            _check_condition(path, place, effect.when, content)
        case SetStat() | Test():
            check_reference(path, place, "stat", effect.stat, content.characteristics)
        case AddTrait():
            # A name makes a trait that stands in no catalogue, such as a note for later.
            if effect.name is None and content.trait(effect.kind, effect.ref) is None:
                known = [trait.id for trait in content.traits_of(effect.kind)]
                check_reference(path, place, "ref", effect.ref, known)
        case GainItem() | LoseItem() | SpendItem():
            check_reference(path, place, "ref", effect.ref, content.items)
        case Await() | Spend() | Arm():
            check_reference(path, place, "ref", effect.ref, _waiting(content))
        case Join():
            raise ContentError(path, place, "op", "only a function of the ruleset can say “join”")
        case Draw():
            check_reference(path, place, "table", effect.table, content.tables)
        case Call():
            check_reference(path, place, "function", effect.function, functions)
        case _:
            pass


def _waiting(content: Content) -> set[str]:
    return {*content.pending, MISSES_BATTLE, STARTS_WOUNDED, WAITING_MODIFIER}


def _check_condition(path: Path, place: str, condition: str, content: Content) -> None:
    if condition:
        check_reference(path, place, "when", condition, content.conditions)


def _check_resource(path: Path, place: str, effect: Gain | Lose, content: Content) -> None:
    check_reference(path, place, "resource", effect.resource, content.resources)
    owner = content.resources[effect.resource].owner
    if (owner == "roster") != (effect.who == "roster"):
        valid = "roster" if owner == "roster" else "self, all, random"
        problem = f"{effect.resource} belongs to a {owner}, not to “{effect.who}”; valid: {valid}"
        raise ContentError(path, place, "who", problem)


def _inside(effect: Effect) -> Iterable[tuple[str, tuple[Effect, ...]]]:
    match effect:
        case ChooseOne():
            for number, option in enumerate(effect.options, 1):
                yield f"option {number} ({option.id})", option.effects
        case Test():
            yield "passed", effect.passed
            yield "failed", effect.failed
        case RollFor():
            for number, row in enumerate(effect.rows, 1):
                yield f"row {number}", row.effects
        case _:
            pass
