"""Damage, from whatever it comes, and being put out of action.

Rules: mordcry.txt, “4. Allocating Damage, Armor, and Statuses”, “Dropping Treasure” and, for
fighters with a serious wound, “Determine Injuries”.
"""

from __future__ import annotations

from mordcry_app.rules.battle_effects import (
    BATTLE,
    AddFact,
    Heal,
    Hurt,
    KnockOut,
    Relieve,
)
from mordcry_app.rules.playing import Asking
from mordcry_app.rulesets.mordcry.battle.critical import named
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.testing import passes_test
from mordcry_app.rulesets.mordcry.battle.words import Ailment, Doing, Known, OfFighter, Phase
from mordcry_app.rulesets.mordcry.content import INJURY

SERIOUSLY_WOUNDED = "seriously_wounded"
GRIM_RESOLVE = "grim_resolve"
"""The status of a fighter whom nothing but a critical wound puts out of action."""
ACTIONS_OF_AN_ACTIVATION = 2


def hurt(
    fight: Fight,
    target: int,
    amount: int,
    *,
    by: int | None,
    source: str,
    key: str,
    critical: bool = False,
    quietly: bool = False,
) -> Asking[bool]:
    """Deal damage to a fighter, from anything, and return whether it is out of action now.

    Damage is dealt point by point up to the fighter’s Wounds; the rest is lost. Only a `critical`
    wound takes the last one from a fighter with Grim Resolve. The log gets a sentence with the
    `source` unless it is done `quietly`. `key` must be one of its own for each call in an event.
    Somebody who does not stand on the table takes nothing.
    """
    fighter = fight.fighter(target)
    if not fighter.is_on_table:
        return fighter.where == "out"
    left = fight.wounds_left(target)
    if fighter.has(GRIM_RESOLVE) and not critical:
        left = max(0, left - 1)
    taken = min(left, amount)
    if taken <= 0:
        return False
    fight.do(Hurt(fighter=target, amount=taken))
    if not quietly:
        fight.tell(f"{fight.name(target)} takes {taken} damage ({source}).")
    if fight.wounds_left(target) > 0:
        yield from _serious_wound(fight, target, key)
        return False
    yield from knock_out(fight, target, by, key=key)
    return fight.fighter(target).where == "out"


def heal(fight: Fight, target: int, amount: int) -> int:
    """Take damage off a fighter, down to none; return how much that was."""
    healed = min(amount, fight.fighter(target).damage)
    if healed > 0:
        fight.do(Heal(fighter=target, amount=healed))
    return max(0, healed)


def knock_out(
    fight: Fight, target: int, by: int | None, *, key: str, injury: bool = True
) -> Asking[None]:
    """Put a fighter out of action, by somebody or by nobody.

    What may keep it on its feet when its Wounds are gone comes first. A treasure is dropped where
    it fell. Without `injury`, none is rolled for after the battle.
    """
    from mordcry_app.rulesets.mordcry.battle import triggers, turns, victory

    if fight.fighter(target).where == "out":
        return
    if fight.wounds_left(target) == 0 and (
        yield from triggers.at_no_wounds(fight, target, by, f"{key}/last")
    ):
        return
    if fight.fighter(target).where == "out":
        return
    drop_treasure(fight, target)
    active = fight.active
    fight.do(KnockOut(fighter=target, by=by, injury=injury))
    name = fight.name(target)
    if by is None or by == target:
        fight.tell(f"{name} is out of action.", told=f"{name} was put out of action.")
    else:
        told = f"{fight.name(by)} put {name} out of action."
        fight.tell(f"{fight.name(by)} puts {name} out of action.", told=told)
    yield from victory.after_knock_out(fight, target, by, key=f"{key}/victory")
    yield from triggers.after_knock_out(fight, target, by, f"{key}/after")
    if active is not None and active.id == target and fight.phase == Phase.ACTIONS:
        yield from turns.end_activation(fight, f"{key}/end")


def drop_treasure(fight: Fight, fighter: int) -> bool:
    """Let a fighter drop the treasure that it carries; return whether there was one."""
    if not fight.fighter(fighter).number(OfFighter.CARRIES):
        return False
    fight.about_fighter(fighter, OfFighter.CARRIES, None)
    fight.do(AddFact(who=BATTLE, key=Known.TREASURES.value, amount=1))
    fight.tell(f"{fight.name(fighter)} drops the treasure.")
    return True


def burn(fight: Fight, key: str) -> Asking[None]:
    """Deal what burns and what poisons, as a round ends; before the round’s statuses pass.

    House rules `on_fire` and `poisoned`: 1 damage each.
    """
    from mordcry_app.rulesets.mordcry.battle import triggers

    harmful: list[Ailment] = []
    if fight.rules["on_fire"] != "ignored":
        harmful.append(Ailment.ON_FIRE)
    if fight.rules["poisoned"] == "damage":
        harmful.append(Ailment.POISONED)
    for fighter in fight.battle.on_table():
        for ailment in harmful:
            if fight.fighter(fighter.id).has(ailment):
                yield from triggers.harm(
                    fight,
                    fighter.id,
                    1,
                    by=None,
                    source=named(ailment),
                    key=f"{key}/{ailment}-{fighter.id}",
                )


def _serious_wound(fight: Fight, target: int, key: str) -> Asking[None]:
    """Test whether a fighter with a serious wound keeps the actions that it has left this round."""
    trait = fight.member(target).trait(INJURY, SERIOUSLY_WOUNDED)
    if trait is None or _has_no_actions(fight, target):
        return
    if (yield from passes_test(fight, target, "will", f"{key}/serious", trait.name)):
        return
    fight.tell(f"{fight.name(target)} doubles up: the actions left this round are lost.")
    lose_actions(fight, target, trait.name)


def lose_actions(fight: Fight, target: int, source: str) -> None:
    """Take from a fighter the actions that it has left in this round."""
    fighter = fight.fighter(target)
    active = fight.active
    if active is not None and active.id == target:
        amount = ACTIONS_OF_AN_ACTIVATION + fighter.level(Doing.EXTRA_ACTION)
        fight.mark(target, Doing.ACTIONS, "activation", source, amount=amount)
        return
    if fighter.has(Doing.WAITING):
        fight.do(Relieve(fighter=target, ref=Doing.WAITING.value))
    if not fighter.has(Doing.ACTED):
        fight.mark(target, Doing.ACTED, "round", source)


def _has_no_actions(fight: Fight, fighter: int) -> bool:
    """Say whether a fighter has nothing left to lose in this round."""
    active, stands = fight.active, fight.fighter(fighter)
    if fight.is_free or (active is not None and active.id == fighter):
        return False
    return stands.has(Doing.ACTED) and not stands.has(Doing.WAITING)
