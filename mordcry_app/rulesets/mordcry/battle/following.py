"""What could follow in an activation whose actions are spent: an ability, an item, a treasure.

While something could, the activation stays open; else it ends by itself.
"""

from __future__ import annotations

from mordcry_app.rules.battle import Fighter
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.words import Doing

ONLY_BEFORE_ACTING = frozenset(
    {
        "rush",
        "onslaught",
        "blood_for_iron",
        "shieldbreaker",
        "unrelenting_fury",
        "furious_charge",
    }
)
"""Abilities and skills that help the actions still to come, and so are of no use after them."""


def what_could_follow(fight: Fight, fighter: Fighter) -> str:
    """Return what a fighter could still do without an action, in a few words; else nothing."""
    found = (
        ("an ability", _an_ability(fight, fighter)),
        ("an item", _an_item(fight, fighter)),
        ("a treasure", _a_treasure(fight, fighter)),
    )
    words = [what for what, is_possible in found if is_possible]
    return " or ".join(words)


# These parts of the rules build on activations, so they are looked up when they are needed.


def _an_ability(fight: Fight, fighter: Fighter) -> bool:
    from mordcry_app.rulesets.mordcry.battle import abilities, paying, twists

    if fighter.has(Doing.ABILITY_USED):
        return False
    return any(
        not abilities.why_not(fight, fighter.id, trait)
        for trait in abilities.abilities_of(fight, fighter.id)
        if trait.id not in ONLY_BEFORE_ACTING
    ) or (
        twists.has_free_presence(fight, fighter.side)
        and not paying.cannot_use_abilities(fight, fighter.id)
    )


def _an_item(fight: Fight, fighter: Fighter) -> bool:
    from mordcry_app.rulesets.mordcry.battle import item_uses

    return any(
        not item_uses.why_not(fight, fighter.id, helped)
        for helped in item_uses.usable(fight, fighter.id)
    )


def _a_treasure(fight: Fight, fighter: Fighter) -> bool:
    from mordcry_app.rulesets.mordcry.battle import treasures

    return fighter.has(Doing.JUST_MOVED) and treasures.could_pick_up(fight, fighter)
