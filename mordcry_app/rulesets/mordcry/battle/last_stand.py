"""What a fighter without wounds left can still do before it leaves the table.

Rules: mordcry.txt, the skills They Will Not Die and Feign Death, the rare item Helm of the
Revenant; ruling 44.
"""

from __future__ import annotations

from mordcry_app.rules.battle_effects import Heal
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Option
from mordcry_app.rulesets.mordcry.battle import extra_attacks
from mordcry_app.rulesets.mordcry.battle.answering import (
    FEIGN_DEATH,
    THEY_WILL_NOT_DIE,
    answers_with,
)
from mordcry_app.rulesets.mordcry.battle.bonus_moves import move_action
from mordcry_app.rulesets.mordcry.battle.critical import afflict, relieve
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.helps import ask_to_use, helps
from mordcry_app.rulesets.mordcry.battle.in_attack import source_of
from mordcry_app.rulesets.mordcry.battle.words import Ailment, Doing
from mordcry_app.rulesets.mordcry.wares import Does, Moment

FEIGN_NEED = 4
MOVE, GET_UP, ATTACK, NOTHING = "move", "get_up", "attack", "nothing"
LAST_STAND = "last_stand"
"""The status of a fighter that is in the middle of its last deed: nothing saves it anew."""


def stays_up(fight: Fight, target: int, by: int | None, key: str) -> Asking[bool]:
    """Ask what a fighter that has just lost its last wound does; say whether it stays.

    Feigning death comes first, because whoever succeeds does not fall at all.
    """
    del by
    if fight.fighter(target).has(LAST_STAND):
        return False
    if (yield from _feigns_death(fight, target, f"{key}/feign")):
        return True
    fight.mark(target, LAST_STAND, "activation", "About to fall")
    yield from _strikes_once_more(fight, target, f"{key}/strike")
    yield from _rises_once_more(fight, target, f"{key}/rise")
    return False


def _feigns_death(fight: Fight, target: int, key: str) -> Asking[bool]:
    name, source = fight.name(target), source_of(fight, FEIGN_DEATH)
    why = f"{name} has no wounds left"
    if not (yield from answers_with(fight, target, FEIGN_DEATH, key, why)):
        return False
    roll_why = f"{source} of {name}: {FEIGN_NEED}+"
    face = yield from fight.total(f"{key}/roll", "d6", roll_why, need=FEIGN_NEED)
    if face < FEIGN_NEED:
        fight.tell(f"Nobody is taken in by {name}.")
        return False
    surplus = fight.fighter(target).damage - (fight.wounds(target) - 1)
    fight.do(Heal(fighter=target, amount=max(0, surplus)))
    afflict(fight, target, Ailment.PRONE, source)
    fight.mark(target, Doing.RAISED, "round", source)
    if not fight.has_acted(target):
        fight.mark(target, Doing.ACTED, "round", source)
    told = f"{name} lay still as if dead."
    fight.tell(f"{name} lies still as if dead, with 1 wound left.", told=told)
    return True


def _strikes_once_more(fight: Fight, target: int, key: str) -> Asking[None]:
    if not extra_attacks.melee_weapons(fight, target) or not fight.battle.enemies_of(
        fight.fighter(target).side
    ):
        return
    name = fight.name(target)
    if (yield from answers_with(fight, target, THEY_WILL_NOT_DIE, key, f"{name} falls")):
        title = f"{source_of(fight, THEY_WILL_NOT_DIE)}, {name}"
        yield from extra_attacks.strike(fight, target, f"{key}/attack", title, melee=True)


def _rises_once_more(fight: Fight, target: int, key: str) -> Asking[None]:
    for helped in tuple(helps(fight, target, Moment.OUT_OF_ACTION)):
        if helped.use.does != Does.LAST_ACTIVATION:
            continue
        name, item = fight.name(target), helped.item.name
        place = f"{key}/{helped.item.id}"
        if helped.use.per != "any":
            why = f"{name} falls. Use the {item}?"
            if not (yield from ask_to_use(fight, target, helped, place, why)):
                continue
        need = helped.use.need or 2
        roll_why = f"{item} of {name}: {need}+"
        face = yield from fight.total(f"{place}/roll", "d6", roll_why, need=need)
        if face < need:
            continue
        fight.tell(f"{name} rises one last time ({item}).", told=f"{name} rose one last time.")
        for number in (1, 2):
            yield from last_action(fight, target, f"{place}/{number}", item)
        return


def last_action(fight: Fight, fighter: int, key: str, source: str) -> Asking[None]:
    """Ask for one action of a fighter out of turn: a move, getting up, an attack or none."""
    standing, name = fight.fighter(fighter), fight.name(fighter)
    if not standing.is_on_table:
        return
    can_attack = extra_attacks.weapons(fight, fighter) and extra_attacks.targets_of(fight, fighter)
    lies = standing.has(Ailment.KNOCKED_DOWN)
    options = (
        Option(GET_UP, "Get up") if lies else Option(MOVE, "Move"),
        Option(ATTACK, "Attack", refused="" if can_attack else "There is nobody to attack."),
        Option(NOTHING, "Nothing"),
    )
    picked = yield from fight.choose(f"{key}/action", options, f"{source}: what does {name} do?")
    match picked:
        case "get_up":
            relieve(fight, fighter, Ailment.KNOCKED_DOWN)
            fight.tell(f"{name} gets up ({source}).")
        case "move":
            inches = fight.value(fighter, "m").total
            yield from move_action(fight, fighter, inches, f"{key}/move", source)
        case "attack":
            title = f"{source}, {name}"
            yield from extra_attacks.strike(fight, fighter, f"{key}/attack", title)
        case _:
            pass
