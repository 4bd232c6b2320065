"""Statuses that skills and items leave and that act in attacks by themselves.

What changes a characteristic is no status but a modifier with an end, and acts through that.
Rules: mordcry.txt, "Universal Abilities" and the tables of skills and items.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mordcry_app.rules.battle import Status
from mordcry_app.rules.state import Modifier
from mordcry_app.rulesets.mordcry.battle.attack_plan import AttackPlan
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.words import Doing

BRACED = "braced_for_impact"
FURIOUS_CHARGE = "furious_charge"
REROLLS_ONES = "rerolls_ones"
"""The status of a fighter whose 1s are rolled again, until its activation ends."""
POISONED = "poisoned_"
"""Begins the status of a fighter whose weapon is poisoned, by the weapon: `poisoned_dagger`."""
CHARGED = "charged"
"""The switch for an attack after a charge."""

FURY = 2
"""What Furious Charge adds to hit and to damage."""


def has_charged(fight: Fight, plan: AttackPlan) -> bool:
    """Say whether an attack follows on a successful charge."""
    return CHARGED in plan.switches or fight.fighter(plan.attacker).has(Doing.CHARGED)


def poison_of(weapon_id: str) -> str:
    """Return the status of a fighter whose weapon of this kind is poisoned."""
    return f"{POISONED}{weapon_id}"


def take_statuses(fight: Fight, plan: AttackPlan) -> None:
    """Put into a plan what the statuses of both fighters do to the attack."""
    for acting in _ACTING:
        bearer = fight.fighter(plan.target if acting.of_target else plan.attacker)
        status = bearer.status(acting.ref)
        if status is None or (acting.in_melee_only and plan.is_ranged):
            continue
        if acting.ref == FURIOUS_CHARGE and not has_charged(fight, plan):
            continue
        plan.notes.append(f"{acting.acts(plan, status)}, {status.source}")
    poison = fight.fighter(plan.attacker).status(poison_of(plan.weapon.id))
    if poison is not None and not plan.is_ranged:
        plan.double_on_six = True
        plan.notes.append(f"double damage with each 6 to wound, {poison.source}")


@dataclass(frozen=True, slots=True)
class _Acting:
    """What a status does to an attack of its bearer, or on its bearer.

    `acts` changes the plan and returns what there is to say of it.
    """

    ref: str
    acts: Callable[[AttackPlan, Status], str]
    of_target: bool = False
    in_melee_only: bool = False


def _more_damage(plan: AttackPlan, status: Status) -> str:
    plan.damage_bonus += status.amount
    return f"+{status.amount} damage"


def _stronger(plan: AttackPlan, status: Status) -> str:
    plan.extra.append(Modifier("os", 1, status.source, "activation"))
    return "+1 Offensive Strength"


def _more_dice(plan: AttackPlan, status: Status) -> str:
    del status
    plan.dice_bonus += 1
    return "+1 Attack"


def _furious(plan: AttackPlan, status: Status) -> str:
    del status
    plan.hit_bonus += FURY
    plan.damage_bonus += FURY
    return f"+{FURY} to hit, +{FURY} damage"


def _no_shield(plan: AttackPlan, status: Status) -> str:
    del status
    plan.ignores_shield = True
    return "no shield helps"


def _no_reactions(plan: AttackPlan, status: Status) -> str:
    del status
    plan.no_reactions = True
    return "nobody can react"


def _ones_again(plan: AttackPlan, status: Status) -> str:
    del status
    plan.rerolls_ones = True
    return "each 1 is rolled again"


def _easier_to_hit(plan: AttackPlan, status: Status) -> str:
    del status
    plan.hit_bonus += 1
    return "+1 to hit"


def _less_damage(plan: AttackPlan, status: Status) -> str:
    del status
    plan.less += 1
    return "−1 damage, at least 1"


def _first_wound(plan: AttackPlan, status: Status) -> str:
    del status
    plan.ignores_first = True
    return "the first unsaved wound is ignored"


def _only_criticals(plan: AttackPlan, status: Status) -> str:
    del status
    plan.only_criticals_kill = True
    return "out of action by critical wounds only"


_ACTING = (
    _Acting("coordinated_strike", _more_damage),
    _Acting("blood_for_iron", _stronger, in_melee_only=True),
    _Acting("onslaught", _more_dice, in_melee_only=True),
    _Acting("unrelenting_fury", _more_dice, in_melee_only=True),
    _Acting(FURIOUS_CHARGE, _furious, in_melee_only=True),
    _Acting("shieldbreaker", _no_shield, in_melee_only=True),
    _Acting("silent_step", _no_reactions),
    _Acting(REROLLS_ONES, _ones_again),
    _Acting("litany_of_wrath", _easier_to_hit, of_target=True),
    _Acting("blessed_endurance", _less_damage, of_target=True),
    _Acting(BRACED, _first_wound, of_target=True),
    _Acting("grim_resolve", _only_criticals, of_target=True),
)
