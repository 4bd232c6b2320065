"""Skills that make attacks, or make them stronger.

Rules: mordcry.txt, the table of skills.
"""

from __future__ import annotations

from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Option
from mordcry_app.rulesets.mordcry.battle import extra_attacks, turns
from mordcry_app.rulesets.mordcry.battle.acting_statuses import poison_of
from mordcry_app.rulesets.mordcry.battle.attack_plan import AttackPlan
from mordcry_app.rulesets.mordcry.battle.bonus_moves import tell_move
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.skills.carrier import (
    Carrier,
    Use,
    bend,
    enemies_of,
    heal,
    leave,
    needs_damage,
    needs_enemy,
    needs_kill,
    pick_one,
    pick_some,
)
from mordcry_app.rulesets.mordcry.battle.skills.moving import LUNGE
from mordcry_app.rulesets.mordcry.battle.words import Doing, OfFighter
from mordcry_app.rulesets.mordcry.content import Weapon

QUICK_HANDS = "quick_hands"


def _blood_for_iron(fight: Fight, use: Use) -> Asking[str]:
    yield from leave(fight, use, "activation")
    return "+1 Offensive Strength in melee"


def _unbowed_refusal(fight: Fight, fighter: int) -> str:
    if fight.fighter(fighter).has("unbowed"):
        return f"{fight.name(fighter)} is unbowed already."
    if 2 * fight.wounds_left(fighter) <= fight.wounds(fighter):
        return ""
    return f"{fight.name(fighter)} has more than half its Wounds left."


def _unbowed(fight: Fight, use: Use) -> Asking[str]:
    yield from leave(fight, use, "battle")
    for stat in ("ws", "a"):
        bend(fight, use, use.fighter, stat, 1, "battle")
    return "+1 WS and +1 Attack"


def _killing_refusal(fight: Fight, fighter: int) -> str:
    if not fight.is_free and fight.fighter(fighter).has(Doing.ACTIONS):
        return f"{fight.name(fighter)} has acted already; this would be its only action."
    return _melee_refusal(fight, fighter)


def _melee_refusal(fight: Fight, fighter: int) -> str:
    if not extra_attacks.melee_weapons(fight, fighter):
        return f"{fight.name(fighter)} holds nothing to strike with."
    return needs_enemy(fight, fighter)


def _killing_stroke(fight: Fight, use: Use) -> Asking[str]:
    def doubled(plan: AttackPlan) -> None:
        plan.doubles_damage = True
        plan.notes.append(f"double damage, {use.name}")

    active = fight.active
    if active is not None and active.id == use.fighter:
        for _ in range(turns.actions_left(fight, active)):
            turns.count_action(fight, use.fighter)
    title = f"{use.name}, {fight.name(use.fighter)}"
    yield from extra_attacks.strike(
        fight, use.fighter, f"{use.key}/attack", title, melee=True, may_skip=False, change=doubled
    )
    return "its only action"


def _merciless_advance(fight: Fight, use: Use) -> Asking[str]:
    tell_move(fight, use.fighter, LUNGE, use.name)
    title = f"{use.name}, {fight.name(use.fighter)}"
    yield from extra_attacks.strike(fight, use.fighter, f"{use.key}/attack", title, melee=True)
    return ""


def _sweeping_blow(fight: Fight, use: Use) -> Asking[str]:
    arms = extra_attacks.melee_weapons(fight, use.fighter)
    enemies = enemies_of(fight, use.fighter)
    struck = yield from pick_some(fight, use, enemies, "which enemies stand within 2″?")
    if not struck or not arms:
        return "nobody is within 2″"
    title = f"{use.name}, {fight.name(use.fighter)}"
    arm = yield from extra_attacks.asked_weapon(fight, arms, use.key, title)
    blows = 0
    for target in struck:
        standing = fight.fighter(use.fighter).is_on_table and fight.fighter(target).is_on_table
        if standing and extra_attacks.still_holds(fight, use.fighter, arm):
            place = f"{use.key}/{target}"
            yield from extra_attacks.strike_with(fight, use.fighter, arm, target, place)
            blows += 1
    return f"{blows} {'enemy' if blows == 1 else 'enemies'}"


def _shieldbreaker(fight: Fight, use: Use) -> Asking[str]:
    yield from leave(fight, use, "activation")
    return "shields are no help"


def _unrelenting_fury(fight: Fight, use: Use) -> Asking[str]:
    yield from leave(fight, use, "activation")
    fight.tell(f"{fight.name(use.fighter)} has to strike at the nearest enemy ({use.name}).")
    return "+1 Attack in melee"


def _furious_charge(fight: Fight, use: Use) -> Asking[str]:
    yield from leave(fight, use, "activation")
    return "+2 to hit and +2 damage after a charge"


def _bloodthirst_refusal(fight: Fight, fighter: int) -> str:
    return needs_kill(fight, fighter) or needs_damage(fight, fighter)


def _bloodthirst(fight: Fight, use: Use) -> Asking[str]:
    name = fight.name(use.fighter)
    amount = yield from fight.total(f"{use.key}/heal", "d3", f"{use.name}: {name} heals")
    heal(fight, use, use.fighter, amount)
    return ""


def _quick_refusal(fight: Fight, fighter: int) -> str:
    if fight.fighter(fighter).has(QUICK_HANDS):
        return f"{fight.name(fighter)} has used it in this round."
    if not extra_attacks.weapons(fight, fighter, one_handed=True):
        return f"{fight.name(fighter)} holds no one-handed weapon."
    return needs_enemy(fight, fighter)


def _quick_hands(fight: Fight, use: Use) -> Asking[str]:
    def halved(plan: AttackPlan) -> None:
        plan.halves_damage = True
        plan.notes.append(f"half damage, {use.name}")

    yield from leave(fight, use, "round")
    title = f"{use.name}, {fight.name(use.fighter)}"
    yield from extra_attacks.strike(
        fight, use.fighter, f"{use.key}/attack", title, one_handed=True, change=halved
    )
    return "half damage"


def _nerve_strike(fight: Fight, use: Use) -> Asking[str]:
    enemies = enemies_of(fight, use.fighter)
    target = yield from pick_one(fight, use, enemies, "which enemy in melee?")
    if target is None:
        return "nobody to strike"
    fight.about_fighter(use.fighter, OfFighter.NERVE_TARGET, target)
    if not fight.fighter(use.fighter).has(use.ref):
        fight.mark(use.fighter, use.ref, "attack", use.name)
    return f"the next attack on {fight.name(target)}"


def _blades(fight: Fight, fighter: int) -> tuple[Weapon, ...]:
    """Return the melee weapons of a fighter that bear no poison yet; fists bear none."""
    held = (arm.weapon for arm in extra_attacks.melee_weapons(fight, fighter))
    fighting = fight.fighter(fighter)
    return tuple(
        weapon
        for weapon in dict.fromkeys(held)
        if weapon.id in fight.content.items and not fighting.has(poison_of(weapon.id))
    )


def _poisoned_refusal(fight: Fight, fighter: int) -> str:
    if _blades(fight, fighter):
        return ""
    return f"{fight.name(fighter)} has no melee weapon left to poison."


def _poisoned_blades(fight: Fight, use: Use) -> Asking[str]:
    blades = _blades(fight, use.fighter)
    if not blades:
        return "nothing to poison"
    blade = blades[0]
    if len(blades) > 1:
        options = [Option(weapon.id, weapon.name) for weapon in blades]
        picked = yield from fight.choose(f"{use.key}/weapon", options, f"{use.name}: which one?")
        blade = next(weapon for weapon in blades if weapon.id == picked)
    source = f"{use.name}, {blade.name}"
    fight.mark(use.fighter, poison_of(blade.id), "battle", source)
    fight.tell(f"{fight.name(use.fighter)} poisons the {blade.name}.")
    return blade.name


CARRIERS = (
    Carrier("blood_for_iron", _blood_for_iron),
    Carrier("unbowed", _unbowed, _unbowed_refusal),
    Carrier("killing_stroke", _killing_stroke, _killing_refusal),
    Carrier("merciless_advance", _merciless_advance, needs_kill),
    Carrier("sweeping_blow", _sweeping_blow, _melee_refusal),
    Carrier("shieldbreaker", _shieldbreaker),
    Carrier("unrelenting_fury", _unrelenting_fury),
    Carrier("furious_charge", _furious_charge),
    Carrier("bloodthirst", _bloodthirst, _bloodthirst_refusal),
    Carrier(QUICK_HANDS, _quick_hands, _quick_refusal),
    Carrier("nerve_strike", _nerve_strike, needs_enemy),
    Carrier("poisoned_blades", _poisoned_blades, _poisoned_refusal),
)
