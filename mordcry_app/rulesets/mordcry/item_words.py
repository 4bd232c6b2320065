"""What items do in a battle besides their numbers, in words short enough to stand beside them.

Rules: mordcry.txt, "Shield List" and "Search the Shops" (the two item tables); ruling 67.
"""

from __future__ import annotations

from collections.abc import Iterator

from mordcry_app.rules.catalogue import CatalogueItem, Content, HouseRules, ItemUse
from mordcry_app.rulesets.mordcry.attack_gear import THIS_WEAPON, signed
from mordcry_app.rulesets.mordcry.content import Shield
from mordcry_app.rulesets.mordcry.wares import (
    AFTER_BATTLE_ONLY,
    FEAR,
    Does,
    Moment,
)

_AT_A_USE = frozenset({"one_round", "rest_of_battle", "one_battle"})
"""Conditions that a use brings about: its own words tell of them."""
_IN_ATTACKS = frozenset({"ws", "bs", "os", "ds", "s", "a"})
"""What changes these at times stands beside the numbers of an attack line."""
_BETWEEN_BATTLES = frozenset({"market_or_exploration"})
_TOLD_ELSEWHERE = _AT_A_USE | _BETWEEN_BATTLES | {"", THIS_WEAPON}
_FEARED = "An enemy within 3″ tests Willpower before it charges or attacks the bearer"
_HOW_OFTEN = {"round": "each round", "battle": "once a battle", "campaign": "once a campaign"}


def in_battle(item: CatalogueItem, content: Content, rules: HouseRules) -> tuple[str, ...]:
    """Return what an item does in a battle: what it stops, what it changes at times, its uses."""
    return (
        *_saves(item),
        *_changes_at_times(item, content),
        *(_use(item, use) for use in item.uses if Moment(use.moment) not in AFTER_BATTLE_ONLY),
        *((_FEARED,) if FEAR in item.tags and rules["cursed_fear"] == "on" else ()),
    )


def _saves(item: CatalogueItem) -> Iterator[str]:
    if isinstance(item, Shield) and item.save:
        wound = "melee wound" if item.melee_only else "wound"
        yield f"{item.save}+ stops the first {wound} each round"


def _changes_at_times(item: CatalogueItem, content: Content) -> Iterator[str]:
    """Yield what counts under a condition: `+1 Will, +1 M in the first round`."""
    amounts: dict[str, list[str]] = {}
    for modifier in item.modifiers:
        if modifier.stat not in _IN_ATTACKS:
            short = content.characteristics[modifier.stat].short
            amounts.setdefault(modifier.when, []).append(f"{signed(modifier.amount)} {short}")
    for condition, changes in amounts.items():
        if condition not in _TOLD_ELSEWHERE:
            name = content.conditions[condition].name
            yield f"{', '.join(changes)} {name[:1].lower()}{name[1:]}"


def _use(item: CatalogueItem, use: ItemUse) -> str:
    """Word a use and how often it can be made; one that happens once says so itself."""
    words = (use.text or item.text).removesuffix(".")
    often = "" if use.does == Does.BREAK else _HOW_OFTEN.get(use.per, "")
    return f"{words} ({often})" if often else words
