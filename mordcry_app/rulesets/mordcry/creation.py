"""Starting warbands: ten fighters, with the printed profiles or with every advance to roll.

Rules: mordcry.txt, "Suggested Characteristics Spread" and "Warband Composition"; ruling 1.
"""

from __future__ import annotations

from mordcry_app.rules.catalogue import Archetype, CatalogueItem, Content, HouseRules
from mordcry_app.rules.derive import TRAINING
from mordcry_app.rules.effects import Effect, Gain, Modify
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.ruleset import CreationStyle, Joining, Recruit
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

MOST_XP_OF_RECRUITS: dict[str | int, int | None] = {"youngblood": 0, "warrior": 30, "any": None}
"""The most XP behind somebody who is recruited, by the house rule `recruit_archetype`."""
ORDINARY_GEAR = ("weapon", "shield", "armour")


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


def joining(archetype: Archetype, content: Content, rules: HouseRules) -> Recruit:
    """Return a fighter who joins later (rulings 1 and 69).

    By the house rules, one who starts without XP may be given some, whose advances are then due;
    and one with XP may have to take its advances instead of the printed profile.
    """
    style = ROLLED if rules["experienced_recruits"] == "rolled" else PRINTED
    if archetype.xp == 0 and archetype.count:
        given = archetype.model_copy(update={"xp": rules.number("recruits_at")})
        return recruit(given, ROLLED.id, content, rules)
    return recruit(archetype, style.id, content, rules)


def joins(content: Content, rules: HouseRules) -> Joining:
    """Return who is recruited, the humblest kind first, and for how many crowns (ruling 69)."""
    most = MOST_XP_OF_RECRUITS[rules["recruit_archetype"]]
    kinds = sorted((a for a in content.archetypes.values() if a.count), key=lambda a: a.xp)
    allowed = tuple(kind.id for kind in kinds if most is None or kind.xp <= most)
    return Joining(allowed, rules.number("recruit_price"))


def asking_price(item: CatalogueItem, rules: HouseRules, *, fought: bool) -> int:
    """Return what an item costs: ordinary gear may be free before the first battle (ruling 8)."""
    is_ordinary = item.kind in ORDINARY_GEAR and not item.rarity
    if is_ordinary and not fought and rules["starting_gear"] == "free":
        return 0
    return item.price


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
