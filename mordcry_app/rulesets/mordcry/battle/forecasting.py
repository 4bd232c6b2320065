"""What an attack is worth before the dice fall: the form, the forecast, and the whole matrix.

The numbers are those of the attack itself (`attack_numbers`), the odds are worked out from them by
`rules.odds`, and so nothing is guessed. Rules: mordcry.txt, “Attack Action”.
"""

from __future__ import annotations

from collections.abc import Sequence

from mordcry_app.rules.battle_engine import (
    AttackForm,
    Command,
    CommandValue,
    Forecast,
    MatrixRow,
    Switch,
)
from mordcry_app.rules.odds.attack import attack_odds
from mordcry_app.rules.odds.plan import plan_odds
from mordcry_app.rules.procedure import Option
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rulesets.mordcry.battle import in_attack, reacting
from mordcry_app.rulesets.mordcry.battle.arms import Arm, arms_of, best_arms
from mordcry_app.rulesets.mordcry.battle.attack_action import (
    attacker_of,
    chosen_arm,
    plans_of,
    shares_of,
    why_not,
)
from mordcry_app.rulesets.mordcry.battle.attack_numbers import Reckoner
from mordcry_app.rulesets.mordcry.battle.attack_plan import AttackPlan
from mordcry_app.rulesets.mordcry.battle.attacking import (
    CHARGED,
    CLOSE,
    COVER,
    ENGAGED,
    FAR,
    NEAR_EDGE,
    plan_with,
    set_reaction,
)
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.forecast_steps import steps_of
from mordcry_app.rulesets.mordcry.battle.still import StillFight
from mordcry_app.rulesets.mordcry.battle.words import AILMENT_NAMES, Ailment, Doing
from mordcry_app.rulesets.mordcry.carrying import kinds_carried
from mordcry_app.rulesets.mordcry.wares import Does, Moment

SWITCHES = "switches"
WHAT_IF = frozenset(reacting.NEEDS)
"""Switches that the forecast alone reads: what if the target reacts like that."""


def attack_form(fight: Fight, command: Command) -> AttackForm:
    """Return what can be chosen for an attack, given what has been chosen so far.

    What there is only one of is chosen already.
    """
    attacker = attacker_of(fight, command)
    attackers = _attackers(fight)
    if not attacker and len(attackers) == 1:
        attacker = int(attackers[0].id)
    if not attacker:
        return AttackForm(command, attackers, (), (), (), 0, refused=why_not(fight, command))
    arms = arms_of(fight, attacker)
    arm = chosen_arm(fight, command, attacker) or next(iter(best_arms(fight, attacker)), None)
    enemies = [f.id for f in fight.battle.enemies_of(fight.fighter(attacker).side)]
    values: dict[str, CommandValue] = {
        key: value for key, value in command.values.items() if key not in ("weapon", "second")
    }
    values["attacker"] = attacker
    if arm is not None:
        values["weapon"] = arm.id
    shares = [share for share in shares_of(command) if share.target in enemies]
    targets = tuple(share.target for share in shares) or tuple(enemies if len(enemies) == 1 else ())
    values["targets"] = targets
    values["dice"] = tuple(share.dice for share in shares if share.dice is not None)
    switches: tuple[Switch, ...] = ()
    dice = 0
    if arm is not None and targets:
        switches = _switches(fight, command, attacker, arm, targets[0])
        if SWITCHES not in values:
            values[SWITCHES] = tuple(switch.id for switch in switches if switch.is_on)
        plan = _first_plan(fight, values)
        dice = Reckoner(fight).reckon(plan).numbers.dice
    complete = command.model_copy(update={"values": values})
    is_melee = arm is not None and not arm.weapon.is_ranged
    return AttackForm(
        command=complete,
        attackers=attackers,
        weapons=tuple(
            Option(each.id, each.label, _arm_detail(each), each.refused) for each in arms
        ),
        targets=tuple(Option(str(e), fight.name(e), _target_detail(fight, e)) for e in enemies),
        switches=switches,
        dice=dice,
        may_split=dice > 1 and len(enemies) > 1 and is_melee,
        refused=why_not(fight, complete),
    )


def forecast(fight: Fight, command: Command) -> Forecast | None:
    """Return what an attack is worth, or none while it has no weapon or target.

    Of an attack that is divided, it is what the first target’s dice are worth.
    """
    attacker = attacker_of(fight, command)
    if not attacker or chosen_arm(fight, command, attacker) is None:
        return None
    shares = shares_of(command)
    known = fight.battle.fighters
    if not shares or any(s.target not in known or s.target == attacker for s in shares):
        return None
    plan = plans_of(fight, command)[0]
    for kind in reacting.NEEDS:
        if kind in plan.switches and (kind == reacting.PARRY) != plan.is_ranged:
            set_reaction(plan, kind)
    reckoning = Reckoner(fight).reckon(plan)
    odds = attack_odds(reckoning.numbers)
    return Forecast(
        steps=steps_of(fight, plan, reckoning),
        damage=odds.damage,
        wounds_left=reckoning.numbers.wounds_left,
        p_out=odds.p_out,
        mean_damage=odds.mean_damage,
        p_any_critical=odds.p_any_critical,
        statuses=tuple(
            (AILMENT_NAMES[Ailment(status)], chance)
            for status, chance in odds.statuses.items()
            if chance
        ),
    )


def plan(fight: Fight, attacks: Sequence[Command]) -> tuple[float, ...]:
    """Return how likely the target is out of action after each of several attacks on it.

    What an attack changes besides Wounds and statuses is not worked into those after it.
    """
    fight = StillFight.of(fight)
    reckoner = Reckoner(fight)
    plans = [part for command in attacks for part in plans_of(fight, command)]
    if len({part.target for part in plans}) > 1:
        raise Refusal("A plan is about one target.")
    numbers = [reckoner.reckon(part).numbers for part in plans]
    each_attack = fight.rules["shield_use"] == "activation"
    return tuple(step.p_out for step in plan_odds(numbers, shield_each_attack=each_attack).steps)


def matrix(fight: Fight, side: int) -> tuple[MatrixRow, ...]:
    """Return what every attack of a side on every enemy on the table is worth."""
    fight = StillFight.of(fight)
    reckoner = Reckoner(fight)
    enemies = [fighter.id for fighter in fight.battle.enemies_of(side)]
    rows: list[MatrixRow] = []
    for fighter in fight.battle.on_table(side):
        switches = (CHARGED,) if fighter.has(Doing.CHARGED) else ()
        for arm in best_arms(fight, fighter.id):
            cells: dict[int, tuple[float, float] | None] = {}
            for enemy in enemies:
                plan = plan_with(fight, fighter.id, arm, enemy, switches)
                numbers = reckoner.reckon(plan).numbers
                odds = attack_odds(numbers) if numbers.dice else None
                cells[enemy] = (odds.p_out, odds.mean_damage) if odds is not None else None
            rows.append(MatrixRow(fighter.id, arm.id, arm.label, cells))
    return tuple(rows)


# --------------------------------------------------------------------- what can be chosen


def _attackers(fight: Fight) -> tuple[Option, ...]:
    """Return who can attack: the active fighter or, without turns, everybody on the table."""
    if fight.is_free:
        return tuple(Option(str(f.id), fight.name(f.id)) for f in fight.battle.on_table())
    active = fight.active
    return (Option(str(active.id), fight.name(active.id)),) if active is not None else ()


def _first_plan(fight: Fight, values: dict[str, CommandValue]) -> AttackPlan:
    """Return the attack with all its dice on the first target."""
    undivided = {key: value for key, value in values.items() if key != "dice"}
    return plans_of(fight, Command(kind="attack", values=undivided))[0]


def _arm_detail(arm: Arm) -> str:
    weapon = arm.weapon
    reach = f", {weapon.range}″" if weapon.is_ranged else ""
    return f"{weapon.damage_text} damage{reach}"


def _target_detail(fight: Fight, target: int) -> str:
    left = fight.wounds_left(target)
    return f"{left} of {fight.wounds(target)} wounds left"


def _switches(
    fight: Fight, command: Command, attacker: int, arm: Arm, target: int
) -> tuple[Switch, ...]:
    """Return what may count in the attack: the table’s own, what is carried, and reactions."""
    has_charged = fight.fighter(attacker).has(Doing.CHARGED)
    chosen = set(command.words(SWITCHES))
    if SWITCHES not in command.values and has_charged:
        chosen.add(CHARGED)
    plan = plan_with(fight, attacker, arm, target, chosen)
    return (
        *_of_the_table(fight, plan, chosen),
        *in_attack.switches_of(fight, plan),
        *_reactions(fight, plan, chosen),
    )


def _of_the_table(fight: Fight, plan: AttackPlan, on: set[str]) -> tuple[Switch, ...]:
    """Return the switches for what only the table shows."""
    switches: list[Switch] = []

    def add(switch_id: str, label: str, source: str = "") -> None:
        switches.append(Switch(switch_id, label, source, switch_id in on))

    if not plan.is_ranged:
        add(CHARGED, "Charged", "Charge")
    else:
        add(COVER, "In cover", "Take Cover")
        if _is_harder_from_afar(fight, plan.target):
            add(FAR, "Beyond 9″", "Distance")
        add(ENGAGED, "Within 1″ of a friend", "Target")
        if ENGAGED in on:
            add(CLOSE, "Shooter within 3″", "Distance")
    if fight.rules["falls_near_edges"] == "critical":
        add(NEAR_EDGE, "Within ½″ of an edge", "House rule")
    return tuple(switches)


def _is_harder_from_afar(fight: Fight, target: int) -> bool:
    return any(
        use.moment == Moment.SHOT_AT and use.does == Does.HINDER and use.inches
        for item in kinds_carried(fight.member(target), fight.content)
        for use in item.uses
    )


def _reactions(fight: Fight, plan: AttackPlan, on: set[str]) -> tuple[Switch, ...]:
    """Return the reactions whose effect the forecast can show beforehand."""
    name = fight.name(plan.target)
    return tuple(
        Switch(
            option.id,
            f"{option.label} by {name} {reacting.NEEDS[option.id]}+",
            "What if",
            option.id in on and not option.refused,
            option.refused,
        )
        for option in reacting.reactions_to(fight, plan)
        if option.id in WHAT_IF
    )
