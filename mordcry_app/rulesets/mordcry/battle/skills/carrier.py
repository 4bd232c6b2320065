"""What carries a skill or an ability out, and what the carriers have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from mordcry_app.rules.battle_effects import Bend, Until
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Option
from mordcry_app.rulesets.mordcry.battle import damage
from mordcry_app.rulesets.mordcry.battle.critical import ailments_of, named, relieve
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.triggers import harm
from mordcry_app.rulesets.mordcry.battle.words import Doing
from mordcry_app.rulesets.mordcry.content import ABILITY, SKILL

HEAL = "heal"


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a skill or an ability: by whom, what it is called, and the value of its dice."""

    fighter: int
    ref: str
    name: str
    value: int
    key: str = "ability"


Perform = Callable[[Fight, Use], Asking[str]]
Refusal = Callable[[Fight, int], str]


def always(fight: Fight, fighter: int) -> str:
    """Refuse nothing."""
    del fight, fighter
    return ""


@dataclass(frozen=True, slots=True)
class Carrier:
    """Carries out one skill or ability.

    `refusal` says why it would be of no use now, besides what holds for every ability. Where the
    `value_matters`, players may choose among sets of different faces.
    """

    ref: str
    perform: Perform
    refusal: Refusal = always
    value_matters: bool = False
    kind: str = SKILL


def universal(
    ref: str, perform: Perform, refusal: Refusal = always, *, value_matters: bool = False
) -> Carrier:
    """Return what carries out an ability that everybody has."""
    return Carrier(ref, perform, refusal, value_matters, ABILITY)


def bend(fight: Fight, use: Use, fighter: int, stat: str, amount: int, until: Until) -> None:
    """Change a characteristic for some time, because of a skill."""
    fight.do(
        Bend(
            fighter=fighter,
            stat=stat,
            amount=amount,
            until=until,
            source=use.name,
            cause=use.ref,
        )
    )


def leave(fight: Fight, use: Use, until: Until) -> Asking[str]:
    """Leave the skill as a status of its user: what it does is read where it counts."""
    yield from ()
    if not fight.fighter(use.fighter).has(use.ref):
        fight.mark(use.fighter, use.ref, until, use.name)
    return ""


def friends_of(fight: Fight, fighter: int) -> tuple[int, ...]:
    """Return who else stands on the table for the same side."""
    side = fight.fighter(fighter).side
    return tuple(f.id for f in fight.battle.on_table(side) if f.id != fighter)


def enemies_of(fight: Fight, fighter: int) -> tuple[int, ...]:
    """Return the enemies that stand on the table."""
    return tuple(f.id for f in fight.battle.enemies_of(fight.fighter(fighter).side))


def needs_enemy(fight: Fight, fighter: int) -> str:
    """Refuse what needs an enemy on the table."""
    return "" if enemies_of(fight, fighter) else "No enemy stands on the table."


def needs_friend(fight: Fight, fighter: int) -> str:
    """Refuse what needs a friend on the table."""
    return "" if friends_of(fight, fighter) else "No friend stands on the table."


def needs_kill(fight: Fight, fighter: int) -> str:
    """Refuse what follows on putting an enemy out of action."""
    if fight.is_free or fight.fighter(fighter).has(Doing.SLEW):
        return ""
    return f"{fight.name(fighter)} has put nobody out of action in this activation."


def needs_damage(fight: Fight, fighter: int) -> str:
    """Refuse healing for somebody without damage."""
    return "" if fight.fighter(fighter).damage else f"{fight.name(fighter)} has taken no damage."


def pick_one(
    fight: Fight, use: Use, fighters: Iterable[int], why: str, *, key: str = "who"
) -> Asking[int | None]:
    """Ask for one fighter and return it; none where nobody can be picked."""
    options = [Option(str(fighter), fight.name(fighter)) for fighter in fighters]
    if not options:
        return None
    return int((yield from fight.choose(f"{use.key}/{key}", options, f"{use.name}: {why}")))


def pick_some(
    fight: Fight, use: Use, fighters: Iterable[int], why: str, *, key: str = "who"
) -> Asking[tuple[int, ...]]:
    """Ask for any of some fighters, such as everybody within 6″."""
    place = f"{use.key}/{key}"
    return (yield from fight.pick_fighters(place, fighters, f"{use.name}: {why}"))


def names(fight: Fight, fighters: Iterable[int]) -> str:
    """Return some names as they stand in a sentence; `nobody` for none."""
    listed = [fight.name(fighter) for fighter in fighters]
    if len(listed) > 1:
        return f"{', '.join(listed[:-1])} and {listed[-1]}"
    return listed[0] if listed else "nobody"


def deal(
    fight: Fight, use: Use, target: int, amount: int, *, key: str, by: int | None = None
) -> Asking[None]:
    """Deal damage of a skill, by its user unless somebody else, or nobody, is meant."""
    yield from harm(
        fight,
        target,
        amount,
        by=use.fighter if by is None else by,
        source=use.name,
        key=f"{use.key}/{key}-{target}",
    )


def deal_to_each(fight: Fight, use: Use, targets: tuple[int, ...], dice: str) -> Asking[None]:
    """Roll damage for each of some targets, all dice at once in their order, and deal it.

    `dice` is one die, such as `d3`.
    """
    if not targets:
        return
    why = f"{use.name}: damage to {names(fight, targets)}"
    faces = yield from fight.roll(f"{use.key}/damage", f"{len(targets)}{dice}", why)
    for target, face in zip(targets, faces, strict=True):
        yield from deal(fight, use, target, face, key="hurt")


def heal(fight: Fight, use: Use, target: int, amount: int) -> None:
    """Take damage off a fighter and tell of it."""
    healed = damage.heal(fight, target, amount)
    fight.tell(f"{fight.name(target)} heals {healed} damage ({use.name}).")


def heal_or_relieve(fight: Fight, use: Use, target: int) -> Asking[str]:
    """Ask whether a fighter heals the value of the dice or is rid of one temporary status."""
    ailments = ailments_of(fight, target)
    picked = HEAL
    if ailments:
        healing = Option(HEAL, f"Heal {use.value} damage")
        options = (
            *((healing,) if fight.fighter(target).damage else ()),
            *(Option(a.value, f"No longer {named(a)}") for a in ailments),
        )
        why = f"{use.name}: what is better for {fight.name(target)}?"
        picked = yield from fight.choose(f"{use.key}/cure", options, why)
    if picked == HEAL:
        heal(fight, use, target, use.value)
        return ""
    ailment = next(a for a in ailments if a.value == picked)
    relieve(fight, target, ailment)
    fight.tell(f"{fight.name(target)} is no longer {named(ailment)} ({use.name}).")
    return ""


def can_be_helped(fight: Fight, fighter: int) -> bool:
    """Say whether a fighter has damage or a temporary status."""
    return bool(fight.fighter(fighter).damage or ailments_of(fight, fighter))
