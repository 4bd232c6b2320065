"""What a fighter’s items can still do in a battle, and how a use of one is counted.

Once is gone, once a campaign is spent, once a battle and once a round are remembered. A use that is
felt after the battle is noted for the aftermath instead, which counts it then.
Rules: mordcry.txt, "Search the Shops" (the two item tables).
"""

from __future__ import annotations

from collections.abc import Iterator

from mordcry_app.rules.effects import Await, Effect, LoseItem, Story
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Option
from mordcry_app.rules.state import Member
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.helpful import (
    LET_IT_STAND,
    STAND,
    USED_IN_BATTLE,
    USED_THIS_GAME,
    Help,
    counted_use,
    helps_at,
    option_for,
)
from mordcry_app.rulesets.mordcry.wares import DOES_AT, Does, Moment

_USED = "used_"
"""Begins the status of a fighter who has used an item in this round: `used_crown_of_thorns`."""

UNDEAD = "undead"
DEMONS = frozenset({"daemon", "demon"})
FLAMMABLE = "flammable"
"""Tags of fighters that skills and items ask for."""
TARGETS = ("undead", "undead_or_daemon", "flammable_or_undead")
"""Conditions that hold against targets with some of these tags."""


def helps(fight: Fight, fighter: int, *moments: Moment) -> Iterator[Help]:
    """Yield the uses that a fighter’s items have left at some moments."""
    if not fight.member(fighter).carried:
        return
    for helped in helps_at(fight.member(fighter), fight.content, *moments):
        per_round = helped.use.per == "round"
        if not (per_round and fight.fighter(fighter).has(f"{_USED}{helped.item.id}")):
            yield helped


def help_called(fight: Fight, fighter: int, item: str, use: str) -> Help | None:
    """Return one use of one item that a fighter carries and has left, by their ids."""
    every = helps(fight, fighter, *Moment)
    return next((h for h in every if (h.item.id, h.use.id) == (item, use)), None)


def count_use(fight: Fight, fighter: int, helped: Help) -> None:
    """Count a use of an item in this battle."""
    use = helped.use
    if use.afterwards or (use.per == "battle" and Moment(use.moment) in DOES_AT):
        who = member_target(fighter)
        fight.write(Await(who=who, ref=USED_IN_BATTLE, source=helped.item.name))
    elif use.per == "round":
        fight.mark(fighter, f"{_USED}{helped.item.id}", "round", helped.item.name)
    else:
        counted = counted_use(fight.member(fighter), helped)
        fight.write(*counted)
        if any(isinstance(effect, LoseItem) for effect in counted):
            verb = "breaks" if use.does == Does.BREAK else "is used up"
            fight.tell(f"The {helped.item.name} of {fight.name(fighter)} {verb}.")


def write_used(fight: Fight, effects: tuple[Effect, ...]) -> None:
    """Write what a helped roll used up, and tell its story in the log.

    What counts once a game counts for the time after this battle, too.
    """
    for effect in effects:
        if isinstance(effect, Story):
            fight.tell(effect.text)
        elif isinstance(effect, Await) and effect.ref == USED_THIS_GAME:
            fight.write(effect.model_copy(update={"ref": USED_IN_BATTLE}))
        else:
            fight.write(effect)


def ask_to_use(fight: Fight, fighter: int, helped: Help, key: str, why: str) -> Asking[bool]:
    """Ask whether an item is used now, and count it when it is."""
    options = (
        Option(STAND, "Not now"),
        Option(helped.id, f"Use the {helped.item.name}", helped.use.text or helped.item.text),
    )
    owner = fight.player(fight.fighter(fighter).side)
    picked = yield from fight.choose(key, options, f"{owner}: {why}")
    if picked == STAND:
        return False
    count_use(fight, fighter, helped)
    return True


def ask_which(
    fight: Fight, fighter: int, found: tuple[Help, ...], key: str, why: str
) -> Asking[Help | None]:
    """Ask which item is used, if any; count it. Without any, nothing is asked."""
    if not found:
        return None
    options = (Option(STAND, LET_IT_STAND), *map(option_for, found))
    picked = yield from fight.choose(key, options, why)
    helped = next((one for one in found if one.id == picked), None)
    if helped is not None:
        count_use(fight, fighter, helped)
    return helped


def is_undead(member: Member) -> bool:
    """Say whether a member is tagged as undead."""
    return UNDEAD in _tags(member)


def is_demon(member: Member) -> bool:
    """Say whether a member is tagged as a demon."""
    return bool(DEMONS & _tags(member))


def fits(condition: str, target: Member) -> bool:
    """Say whether a use under a condition of its target suits this one; none suits everybody."""
    match condition:
        case "undead":
            return is_undead(target)
        case "undead_or_daemon":
            return is_undead(target) or is_demon(target)
        case "flammable_or_undead":
            return is_undead(target) or FLAMMABLE in _tags(target)
        case _:
            return True


def _tags(member: Member) -> frozenset[str]:
    return frozenset(tag.strip().casefold() for tag in member.tags)
