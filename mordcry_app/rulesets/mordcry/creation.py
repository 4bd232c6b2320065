"""Starting warbands: ten fighters, with the printed profiles or with every advance to roll.

Rules: mordcry.txt, "Suggested Characteristics Spread" and "Warband Composition"; ruling 1.
"""

from __future__ import annotations

from mordcry_app.rules.catalogue import Archetype, Content, HouseRules
from mordcry_app.rules.derive import TRAINING
from mordcry_app.rules.effects import Effect, Gain, Modify
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.ruleset import CreationStyle, Recruit
from mordcry_app.rulesets.mordcry.content import ADVANCES, CROWNS, XP
from mordcry_app.rulesets.mordcry.thresholds import thresholds_within

PRINTED = CreationStyle(
    "printed",
    "Printed profiles",
    "The quick start: ten fighters with the characteristics that the rules suggest.",
)
ROLLED = CreationStyle(
    "rolled",
    "Roll every advance",
    "Everybody starts with the base profile and takes the advances that the starting experience "
    "has earned, one roll at a time.",
)
STYLES = (PRINTED, ROLLED)


def starting_roster(style: str, content: Content, rules: HouseRules) -> tuple[Recruit, ...]:
    """Return the fighters of a new warband, the captain first.

    Raises `Refusal` for a style that does not exist.
    """
    if style not in {known.id for known in STYLES}:
        valid = ", ".join(known.id for known in STYLES)
        raise Refusal(f"There is no way “{style}” to start a warband; there are {valid}.")
    return tuple(
        recruit(archetype, style, content, rules)
        for archetype in content.archetypes.values()
        for _ in range(archetype.count)
    )


def recruit(archetype: Archetype, style: str, content: Content, rules: HouseRules) -> Recruit:
    """Return one new fighter of an archetype.

    With printed profiles its experience counts as spent; otherwise every advance is still due.
    """
    effects: list[Effect] = []
    if archetype.xp:
        effects.append(Gain(resource=XP, amount=archetype.xp, reason="Starting experience"))
    if style == PRINTED.id:
        effects += _trained(archetype, rules)
    stats = {stat: c.base for stat, c in content.characteristics.items()}
    return Recruit(archetype.id, stats, tuple(effects))


def starting_resources(rules: HouseRules) -> dict[str, int]:
    """Return the purse of a new warband, in crowns (house rule; ruling 8)."""
    return {CROWNS: rules.number("starting_crowns")}


def _trained(archetype: Archetype, rules: HouseRules) -> list[Effect]:
    effects: list[Effect] = [
        Modify(stat=stat, amount=amount, source=archetype.training_source, cause=TRAINING)
        for stat, amount in archetype.training.items()
    ]
    used = thresholds_within(archetype.xp, rules)
    if used:
        effects.append(Gain(resource=ADVANCES, amount=used, reason="Spent on training"))
    return effects
