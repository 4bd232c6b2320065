"""What skills, items and statuses of either side do to an attack.

What surely acts is put into the plan at once, with its source among the notes. What has to be seen
on the table, or decided, is a switch. What an attack uses up is counted when it is rolled.
Rules: mordcry.txt, the tables of skills and items; "Universal Abilities".
"""

from __future__ import annotations

from collections.abc import Iterator

from mordcry_app.rules.battle import Fighter
from mordcry_app.rules.battle_effects import Relieve
from mordcry_app.rules.battle_engine import Switch
from mordcry_app.rules.derive import worn_modifiers
from mordcry_app.rules.state import Member, Modifier
from mordcry_app.rulesets.mordcry.attack_gear import UNARMED_ID, AttackGear, signed
from mordcry_app.rulesets.mordcry.battle.acting_statuses import (
    FURIOUS_CHARGE,
    has_charged,
    take_statuses,
)
from mordcry_app.rulesets.mordcry.battle.attack_plan import AttackPlan
from mordcry_app.rulesets.mordcry.battle.fight import FIRST_ROUND, Fight
from mordcry_app.rulesets.mordcry.battle.helps import TARGETS, count_use, fits, helps
from mordcry_app.rulesets.mordcry.battle.words import Doing
from mordcry_app.rulesets.mordcry.content import ABILITY, SKILL
from mordcry_app.rulesets.mordcry.helpful import Help
from mordcry_app.rulesets.mordcry.wares import Does, Moment

SMOKESCREEN = "smokescreen"
FAR = "far"
"""The switch for an attack from farther away than 9″."""

PARTS = {
    "dice": "attack dice",
    "hit": "to hit",
    "strength": "Offensive Strength",
    "damage": "damage",
    "speed": "Speed",
}
"""The parts of an attack that items may add to, in words."""


def switches_of(fight: Fight, plan: AttackPlan) -> tuple[Switch, ...]:
    """Return what may count in an attack because of skills and items of either side."""
    return tuple(_switches(fight, plan))


def bend_plan(fight: Fight, plan: AttackPlan) -> None:
    """Put into a plan everything that skills, items and statuses do to the attack."""
    _bare_hands(fight, plan)
    _find_conditions(fight, plan)
    take_statuses(fight, plan)
    _take_smoke(fight, plan)
    _take_bonuses(fight, plan)
    _take_uses_of_attacker(fight, plan)
    _take_uses_of_target(fight, plan)


def spend_uses(fight: Fight, plan: AttackPlan) -> None:
    """Count what an attack uses up, and note what it was the first of, now that it is rolled."""
    for helped in tuple(_switched_on(fight, plan)):
        count_use(fight, plan.attacker, helped)
    if plan.is_ranged:
        return
    if fight.fighter(plan.attacker).has(FURIOUS_CHARGE) and has_charged(fight, plan):
        fight.do(Relieve(fighter=plan.attacker, ref=FURIOUS_CHARGE))
    if not fight.fighter(plan.target).has(Doing.STRUCK_AT):
        name = fight.name(plan.attacker)
        fight.mark(plan.target, Doing.STRUCK_AT, "battle", f"Struck at by {name}")


def source_of(fight: Fight, ref: str) -> str:
    """Return what a skill or an ability is called, by the status that it leaves."""
    trait = fight.content.trait(SKILL, ref) or fight.content.trait(ABILITY, ref)
    return trait.name if trait else ref.replace("_", " ").capitalize()


def lessened(fight: Fight, target: int, amount: int) -> int:
    """Return damage that is no attack’s after Blessed Endurance: 1 less, at least 1."""
    if amount > 1 and fight.fighter(target).has("blessed_endurance"):
        return amount - 1
    return amount


def _switches(fight: Fight, plan: AttackPlan) -> Iterator[Switch]:
    if plan.is_ranged and _smoke(fight) is not None:
        label = "Into or out of the smoke: −1 to hit"
        yield Switch(
            SMOKESCREEN, label, source_of(fight, SMOKESCREEN), SMOKESCREEN in plan.switches
        )
    for helped in _optional(fight, plan):
        yield Switch(
            helped.id, helped.use.text or helped.item.text, helped.item.name,
            helped.id in plan.switches,
        )  # fmt: skip
    for helped in _protections(fight, plan):
        label = f"{fight.name(plan.target)}: {helped.use.text or helped.item.text}"
        yield Switch(helped.id, label, helped.item.name, helped.id in plan.switches)
    if fight.is_free:
        source = _acts_in_first_round(fight, plan)
        if source:
            yield Switch(FIRST_ROUND, "First round", source, FIRST_ROUND in plan.switches)


def _bare_hands(fight: Fight, plan: AttackPlan) -> None:
    """Let an item strike for an attacker without a weapon."""
    if plan.weapon.id != UNARMED_ID:
        return
    plan.conditions.add("unarmed")
    punch = AttackGear(fight.book, fight.member(plan.attacker), plan.weapon).punch()
    if punch is not None:
        dice, source = punch
        changed = {"damage": 0, "damage_dice": dice.lower()}
        plan.weapon = plan.weapon.model_copy(update=changed)
        plan.notes.append(f"{dice} damage, {source}")


def _find_conditions(fight: Fight, plan: AttackPlan) -> None:
    """Note which conditions hold for either fighter in this attack, and what acts through them."""
    if FIRST_ROUND in plan.switches:
        plan.conditions.add(FIRST_ROUND)
        plan.target_conditions.add(FIRST_ROUND)
    if plan.is_ranged:
        plan.target_conditions.add("against_missiles")
    elif not fight.fighter(plan.target).has(Doing.STRUCK_AT):
        plan.target_conditions.add("first_melee_attack")
    target = fight.member(plan.target)
    plan.conditions |= {condition for condition in TARGETS if fits(condition, target)}
    holding = plan.target_conditions
    defence = fight.value(plan.target, "ds", conditions=holding, extra=plan.target_extra)
    strength = fight.value(plan.attacker, "os", conditions=plan.conditions)
    if defence.total > strength.total:
        plan.conditions.add("tougher_target")
    _note_conditional(fight, plan.attacker, plan.conditions, plan, ("ws", "bs", "os", "a"))
    _note_conditional(fight, plan.target, plan.target_conditions, plan, ("ws", "ds"))


def _note_conditional(
    fight: Fight, fighter: int, holding: set[str], plan: AttackPlan, stats: tuple[str, ...]
) -> None:
    """Note the modifiers of a fighter that act because a condition holds."""
    member = fight.member(fighter)
    for modifier in (*member.modifiers, *worn_modifiers(member, fight.content)):
        holds = modifier.condition in holding or modifier.condition in fight.standing_conditions
        if modifier.condition and holds and modifier.stat in stats:
            short = fight.content.characteristics[modifier.stat].short
            plan.notes.append(f"{signed(modifier.amount)} {short}, {modifier.source}")


def _take_smoke(fight: Fight, plan: AttackPlan) -> None:
    if plan.is_ranged and SMOKESCREEN in plan.switches and _smoke(fight) is not None:
        plan.hit_bonus -= 1
        plan.notes.append(f"−1 to hit, {source_of(fight, SMOKESCREEN)}")


def _take_bonuses(fight: Fight, plan: AttackPlan) -> None:
    """Add what items give under a condition that holds; what they always give is no plan’s."""
    gear = AttackGear(fight.book, fight.member(plan.attacker), plan.weapon)
    if not gear.has_conditions:
        return
    holding = plan.conditions | fight.standing_conditions
    added = {part: gear.added_under(part, holding) for part in PARTS}
    plan.dice_bonus += sum(amount for amount, _ in added["dice"])
    plan.hit_bonus += sum(amount for amount, _ in added["hit"])
    plan.damage_bonus += sum(amount for amount, _ in added["damage"])
    for part, stat in (("strength", "os"), ("speed", "s")):
        plan.extra += [Modifier(stat, amount, source) for amount, source in added[part]]
    plan.notes += [
        f"{signed(amount)} {words}, {source}"
        for part, words in PARTS.items()
        for amount, source in added[part]
    ]


def _take_uses_of_attacker(fight: Fight, plan: AttackPlan) -> None:
    wanted = tuple(_switched_on(fight, plan))
    for helped in (*_always(fight, plan), *wanted):
        match helped.use.does:
            case Does.IGNORE_COVER:
                plan.ignores_cover = True
                plan.notes.append(f"cover is no help, {helped.item.name}")
            case Does.CRITICAL:
                plan.all_critical = True
                plan.notes.append(f"every wound is critical, {helped.item.name}")
            case Does.HIT:
                plan.hits_automatically = True
                plan.notes.append(f"hits without a roll, {helped.item.name}")
            case _:
                pass


def _take_uses_of_target(fight: Fight, plan: AttackPlan) -> None:
    for helped in helps(fight, plan.target, Moment.CRITICAL_WOUND_TAKEN):
        if helped.use.does == Does.LESSEN and helped.use.per == "any":
            plan.critical_less += helped.use.amount
            note = f"critical wounds do {helped.use.amount} less, {helped.item.name}"
            plan.notes.append(note)
    if plan.is_ranged:
        for helped in helps(fight, plan.target, Moment.SHOT_AT):
            is_far = FAR in plan.switches or not helped.use.inches
            if helped.use.does == Does.HINDER and is_far:
                plan.hit_bonus += helped.use.amount
                plan.notes.append(f"{signed(helped.use.amount)} to hit, {helped.item.name}")
    for helped in _protections(fight, plan):
        if helped.id in plan.switches:
            if helped.use.moment == Moment.CRITICAL_WOUND_TAKEN:
                plan.ignores_critical = True
            else:
                plan.ward = helped.use.need
            plan.notes.append(f"{helped.item.name} of {fight.name(plan.target)}")


def _attacking(fight: Fight, plan: AttackPlan) -> Iterator[Help]:
    """Yield the attacker’s uses that suit this attack; one of a weapon, with that weapon only."""
    moment = Moment.RANGED_ATTACK if plan.is_ranged else Moment.MELEE_ATTACK
    for helped in helps(fight, plan.attacker, moment):
        is_weapon = helped.item.kind == "weapon"
        if is_weapon and helped.item.id != plan.weapon.id:
            continue
        if fits(helped.use.when, fight.member(plan.target)):
            yield helped


_BENDING = frozenset({Does.IGNORE_COVER, Does.CRITICAL, Does.HIT})


def _always(fight: Fight, plan: AttackPlan) -> Iterator[Help]:
    """Yield the uses of the attacker that cost nothing, and so always count."""
    for helped in _attacking(fight, plan):
        if helped.use.does in _BENDING and helped.use.per == "any":
            yield helped


def _optional(fight: Fight, plan: AttackPlan) -> Iterator[Help]:
    """Yield the uses of the attacker that are counted, and so are decided on."""
    for helped in _attacking(fight, plan):
        if helped.use.does in _BENDING and helped.use.per != "any":
            yield helped


def _switched_on(fight: Fight, plan: AttackPlan) -> Iterator[Help]:
    return (helped for helped in _optional(fight, plan) if helped.id in plan.switches)


def _protections(fight: Fight, plan: AttackPlan) -> Iterator[Help]:
    """Yield what the target can still do about one wound of this attack."""
    moments = (Moment.CRITICAL_WOUND_TAKEN, Moment.DAMAGE_TAKEN)
    for helped in helps(fight, plan.target, *moments):
        if helped.use.does == Does.IGNORE:
            yield helped


def _smoke(fight: Fight) -> Fighter | None:
    """Return who has laid the smoke that hangs over the table, if there is any."""
    return next((f for f in fight.battle.fighters.values() if f.has(SMOKESCREEN)), None)


def _acts_in_first_round(fight: Fight, plan: AttackPlan) -> str:
    """Return what would count in this attack in a first round, in words."""
    found = (
        *_first_round(fight, fight.member(plan.attacker), ("ws", "bs", "os", "a", "s")),
        *_first_round(fight, fight.member(plan.target), ("ws", "ds")),
    )
    return ", ".join(dict.fromkeys(found))


def _first_round(fight: Fight, member: Member, stats: tuple[str, ...]) -> Iterator[str]:
    for modifier in (*member.modifiers, *worn_modifiers(member, fight.content)):
        if modifier.condition == FIRST_ROUND and modifier.stat in stats:
            yield modifier.source
