"""What speaks of what in the rules: a row that gives an item, a skill that changes a value.

It is read off the effects and modifiers themselves, so it cannot go stale.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mordcry_app.rules.catalogue import CatalogueItem, Content
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
    MissNextBattle,
    Modify,
    RemoveTrait,
    RollFor,
    SetStat,
    Spend,
    SpendItem,
    Test,
    WoundsNextBattle,
)
from mordcry_app.rules.state import MISSES_BATTLE, STARTS_WOUNDED


def mentioned(effects: Iterable[Effect], content: Content) -> tuple[str, ...]:
    """Return the places in the rules that effects speak of, each once, in their order."""
    return tuple(dict.fromkeys(anchor for e in all_effects(effects) for anchor in _of(e, content)))


def all_effects(effects: Iterable[Effect]) -> Iterator[Effect]:
    """Yield effects and those inside them."""
    for effect in effects:
        yield effect
        match effect:
            case ChooseOne():
                for option in effect.options:
                    yield from all_effects(option.effects)
            case Test():
                yield from all_effects(effect.passed)
                yield from all_effects(effect.failed)
            case RollFor():
                for row in effect.rows:
                    yield from all_effects(row.effects)
            case _:
                pass


def effects_of_item(item: CatalogueItem) -> tuple[Effect, ...]:
    """Return every effect that an item may have."""
    used = tuple(e for use in item.uses for e in (*use.effects, *use.afterwards))
    return (*item.when_taken, *used, *item.after_battle)


def changed_stats(effects: Iterable[Effect]) -> Iterator[tuple[str, int]]:
    """Yield the characteristics that effects change, with the amount that is added."""
    for effect in all_effects(effects):
        if isinstance(effect, Modify) and effect.arithmetic == "add":
            yield effect.stat, effect.amount


def _of(effect: Effect, content: Content) -> Iterator[str]:
    match effect:
        case AddTrait() | RemoveTrait():
            if content.trait(effect.kind, effect.ref) is not None:
                yield f"trait:{effect.kind}/{effect.ref}"
        case GainItem() | LoseItem() | SpendItem():
            yield f"item:{effect.ref}"
        case Draw():
            yield f"table:{effect.table}"
        case Await() | Spend() | Arm():
            yield f"pending:{effect.ref}"
        case MissNextBattle():
            yield f"pending:{MISSES_BATTLE}"
        case WoundsNextBattle():
            yield f"pending:{STARTS_WOUNDED}"
        case Join():
            yield f"archetype:{effect.archetype}"
        case Modify() | SetStat() | Test():
            yield f"stat:{effect.stat}"
        case Gain() | Lose():
            yield f"resource:{effect.resource}"
        case Call():
            for topic in content.topics.values():
                if effect.function in topic.functions:
                    yield f"topic:{topic.id}"
        case _:
            return
