"""What an attack comes to before its dice are rolled, and how each number comes about.

Everything is looked up here once, for the forecast and for the attack itself.
Rules: mordcry.txt, “Attack Action”, headings 2 to 4; rulings 30 to 37, 40 and 67.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from mordcry_app.rules.derive import Value
from mordcry_app.rules.odds.numbers import NEVER, STATUSES, AttackNumbers
from mordcry_app.rules.state import Modifier
from mordcry_app.rulesets.mordcry.attack_gear import AttackGear
from mordcry_app.rulesets.mordcry.attacks import Now, Pool, attack_pool, attack_value
from mordcry_app.rulesets.mordcry.battle.attack_plan import AttackPlan
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.words import Doing
from mordcry_app.rulesets.mordcry.carrying import carried_items
from mordcry_app.rulesets.mordcry.content import Shield, Weapon
from mordcry_app.rulesets.mordcry.lookups import hit_need, ranged_need, wound_need

SHIELD_TRIED = "shield_tried_"
"""Begins the status of the active fighter that says whose shield has been tried against it."""
BEST_SAVE = 2
WORST_SAVE = 6
CHARGE_BONUS = 3
"""What a successful charge adds to Speed in the order of a combat."""

Conditions = frozenset[str]
Extra = tuple[Modifier, ...]


@dataclass(frozen=True, slots=True)
class Striker:
    """What an attacker brings to an attack, whoever the target is."""

    pool: Pool
    skill: Value
    strength: Value
    hit_bonus: tuple[tuple[int, str], ...]
    damage: str
    damage_bonus: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Struck:
    """What a target sets against an attack, whoever attacks."""

    skill: Value
    defence: Value
    armour: Value
    shield: Shield | None
    wounds_left: int
    held: frozenset[str]


@dataclass(frozen=True, slots=True)
class Reckoning:
    """The numbers of one attack, with what they come from."""

    numbers: AttackNumbers
    striker: Striker
    struck: Struck


class Reckoner:
    """Works attacks out, and keeps what it has looked up as long as nothing changes in the battle.

    One is good for one moment: after anything has happened in the fight, take a new one.
    """

    def __init__(self, fight: Fight) -> None:
        self._fight = fight
        self._strikers: dict[Hashable, Striker] = {}
        self._struck: dict[Hashable, Struck] = {}

    def reckon(self, plan: AttackPlan) -> Reckoning:
        """Return what an attack comes to."""
        fight, rules = self._fight, self._fight.rules
        striker = self._striker_of(plan, fight.standing_conditions | plan.conditions)
        struck = self._struck_of(plan, fight.standing_conditions | plan.target_conditions)
        dice = striker.pool.dice if plan.dice is None else plan.dice
        first, second = self._needs(plan, striker, struck)
        shield = struck.shield if not plan.ignores_shield else None
        numbers = AttackNumbers(
            dice=dice,
            hit_need=first,
            hit_second=second,
            hits_automatically=plan.hits_automatically,
            reroll_ones=plan.rerolls_ones,
            wound_need=wound_need(striker.strength.total, struck.defence.total, rules),
            all_critical=plan.all_critical,
            damage=striker.damage,
            damage_bonus=sum(amount for amount, _ in striker.damage_bonus) + plan.damage_bonus,
            halved=plan.halves_damage,
            doubled=plan.doubles_damage,
            double_on_six=plan.double_on_six,
            wounds_left=struck.wounds_left,
            less=plan.less,
            critical_less=plan.critical_less,
            reaction=plan.reaction,
            armour=armour_save(struck.armour.total),
            shield=shield.save if shield else None,
            shield_first=rules["save_order"] == "shield_first",
            ignores_first=plan.ignores_first,
            ward=plan.ward,
            ignores_critical=plan.ignores_critical,
            held=struck.held,
            saved_criticals_count=rules["saved_criticals"] == "status",
            only_criticals_kill=plan.only_criticals_kill,
        )
        return Reckoning(numbers, striker, struck)

    def _needs(self, plan: AttackPlan, striker: Striker, struck: Struck) -> tuple[int, int | None]:
        """Return what each die needs to hit and, from BS 6 on, after a natural 1."""
        rules = self._fight.rules
        bonus = sum(amount for amount, _ in striker.hit_bonus) + plan.hit_bonus
        least, most = (2, 6) if rules["natural_hits"] == "naturals" else (1, NEVER)
        if not plan.is_ranged:
            need = hit_need(striker.skill.total, struck.skill.total, rules)
            return min(most, max(least, need - bonus)), None
        need = ranged_need(striker.skill.total)
        first = min(most, max(least, need.first - bonus))
        if need.second is None:
            return first, None
        return first, min(most, max(BEST_SAVE, need.second - bonus))

    def _striker_of(self, plan: AttackPlan, conditions: Conditions) -> Striker:
        extra = tuple(plan.extra)
        weapon = plan.weapon
        known = (
            plan.attacker,
            weapon.id,
            plan.with_second,
            plan.dice_bonus,
            conditions,
            extra,
        )
        found = self._strikers.get(known)
        if found is None:
            found = self._strikers[known] = _striker(self._fight, plan, conditions, extra)
        return found

    def _struck_of(self, plan: AttackPlan, conditions: Conditions) -> Struck:
        extra = tuple(plan.target_extra)
        known = (plan.target, plan.is_ranged, conditions, extra)
        found = self._struck.get(known)
        if found is None:
            found = self._struck[known] = _struck(self._fight, plan, conditions, extra)
        return found


def numbers_of(fight: Fight, plan: AttackPlan) -> AttackNumbers:
    """Return what an attack comes to now."""
    return Reckoner(fight).reckon(plan).numbers


def has_tried_shield(fight: Fight, target: int) -> bool:
    """Say whether a fighter’s shield has had its one try, by the house rule `shield_use`.

    Without rounds or activations to count by, it has one in every attack.
    """
    if fight.rules["shield_use"] == "round":
        return fight.fighter(target).has(Doing.SHIELD_USED)
    active = fight.active
    return active is not None and active.has(f"{SHIELD_TRIED}{target}")


def try_shield(fight: Fight, target: int, source: str) -> None:
    """Note that a fighter’s shield has had its one try."""
    if fight.is_free:
        return
    active = fight.active
    if fight.rules["shield_use"] == "round":
        fight.mark(target, Doing.SHIELD_USED, "round", source)
    elif active is not None:
        fight.mark(active.id, f"{SHIELD_TRIED}{target}", "activation", source)


def speed_of(fight: Fight, fighter: int, weapon: Weapon, *, charged: bool = False) -> int:
    """Return the Speed that decides who strikes first: with weapon, armour and a charge’s +3."""
    now = Now(fight.fighter(fighter).modifiers, fight.standing_conditions)
    member = fight.member(fighter)
    value = attack_value(fight.book, member, "s", weapon, weapon.speed, "speed", now=now)
    return value.total + (CHARGE_BONUS if charged else 0)


def _striker(fight: Fight, plan: AttackPlan, conditions: Conditions, extra: Extra) -> Striker:
    book, weapon = fight.book, plan.weapon
    member = fight.member(plan.attacker)
    modifiers = (*fight.fighter(plan.attacker).modifiers, *extra)
    now = Now(modifiers, conditions, plan.dice_bonus)
    gear = AttackGear(book, member, weapon)
    return Striker(
        pool=attack_pool(book, member, weapon, weapon if plan.with_second else None, now),
        skill=attack_value(book, member, "bs" if weapon.is_ranged else "ws", weapon, 0, now=now),
        strength=attack_value(book, member, "os", weapon, weapon.strength, "strength", now=now),
        hit_bonus=gear.added("hit"),
        damage=weapon.damage_text.lower(),
        damage_bonus=gear.added("damage"),
    )


def _struck(fight: Fight, plan: AttackPlan, conditions: Conditions, extra: Extra) -> Struck:
    target = plan.target
    fighter = fight.fighter(target)

    def value(stat: str) -> Value:
        return fight.value(target, stat, conditions=conditions, extra=extra)

    return Struck(
        skill=value("ws"),
        defence=value("ds"),
        armour=value("sv"),
        shield=_shield(fight, plan),
        wounds_left=max(1, value("w").total - fighter.damage),
        held=frozenset(status for status in STATUSES if fighter.has(status)),
    )


def _shield(fight: Fight, plan: AttackPlan) -> Shield | None:
    """Return the shield that can stop a wound of this attack; none when it has been tried."""
    if has_tried_shield(fight, plan.target):
        return None
    for item in carried_items(fight.member(plan.target), fight.content):
        if isinstance(item, Shield) and item.save and not (plan.is_ranged and item.melee_only):
            return item
    return None


def armour_save(value: int) -> int | None:
    """Return the need of an armour save; 0 is none, and better than 2+ there is none."""
    return max(BEST_SAVE, value) if 0 < value <= WORST_SAVE else None
