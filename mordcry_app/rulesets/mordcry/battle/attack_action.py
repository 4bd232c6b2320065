"""The attack action: who may attack whom with what, and the attack on one target or several.

Rules: mordcry.txt, “Attack Action”, “Pick a Weapon and a Target”; rulings 29 to 31.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mordcry_app.rules.battle_engine import Command, Offer
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rulesets.mordcry.battle import attacking, combats, turns
from mordcry_app.rulesets.mordcry.battle.arms import Arm, arm_of
from mordcry_app.rulesets.mordcry.battle.attack_dice import listed
from mordcry_app.rulesets.mordcry.battle.attack_numbers import Reckoner
from mordcry_app.rulesets.mordcry.battle.attack_plan import AttackPlan
from mordcry_app.rulesets.mordcry.battle.fight import Deed, Fight
from mordcry_app.rulesets.mordcry.battle.words import Ailment, Doing, Phase

ATTACK = "attack"


@dataclass(frozen=True, slots=True)
class Share:
    """One target of an attack, and how many dice go to it; none for all of them."""

    target: int
    dice: int | None = None


def attacker_of(fight: Fight, command: Command) -> int:
    """Return who attacks: the one that was named, else the active fighter, else nobody (0)."""
    named = command.number("attacker")
    if named in fight.battle.fighters:
        return named
    return fight.active.id if fight.active is not None else 0


def chosen_arm(fight: Fight, command: Command, attacker: int) -> Arm | None:
    """Return what the command attacks with; none while nothing that the attacker holds is named."""
    return arm_of(fight, attacker, command.word("weapon"), second=command.is_set("second"))


def shares_of(command: Command) -> tuple[Share, ...]:
    """Return the targets with their dice; without any split, all dice go to the first."""
    targets, dice = command.numbers("targets"), command.numbers("dice")
    if not dice or len(targets) != len(dice):
        return tuple(Share(target) for target in targets[:1])
    return tuple(
        Share(target, count) for target, count in zip(targets, dice, strict=True) if count > 0
    )


def plans_of(fight: Fight, command: Command) -> tuple[AttackPlan, ...]:
    """Return an attack for each target; raises `Refusal` while something is not said yet."""
    attacker = attacker_of(fight, command)
    if not attacker:
        raise Refusal("Say who attacks.")
    arm = chosen_arm(fight, command, attacker)
    if arm is None:
        raise Refusal(f"Say what {fight.name(attacker)} attacks with.")
    shares = shares_of(command)
    if not shares:
        raise Refusal(f"Say whom {fight.name(attacker)} attacks.")
    for share in shares:
        if fight.fighter(share.target).id == attacker:
            raise Refusal(f"{fight.name(attacker)} does not attack itself.")
    switches = command.words("switches")
    return tuple(
        attacking.plan_with(fight, attacker, arm, share.target, switches, dice=share.dice)
        for share in shares
    )


def why_no_attack(fight: Fight, attacker: int) -> str:
    """Return why a fighter cannot make an attack action now, or nothing when it can."""
    if fight.phase == Phase.OVER:
        return "The battle is over."
    reason = turns.why_no_action(fight, attacker)
    if reason:
        return reason
    if fight.fighter(attacker).has(Ailment.KNOCKED_DOWN):
        return f"{fight.name(attacker)} lies on the ground and has to stand up first."
    if not fight.battle.enemies_of(fight.fighter(attacker).side):
        return "No enemy is on the table."
    return ""


def why_not(fight: Fight, command: Command) -> str:
    """Return why an attack is not allowed as it was put together, or nothing."""
    attacker = attacker_of(fight, command)
    if not attacker:
        return "Say who attacks." if fight.is_free else "Activate a fighter first."
    reason = why_no_attack(fight, attacker)
    if reason:
        return reason
    arm = chosen_arm(fight, command, attacker)
    if arm is None:
        return f"Say what {fight.name(attacker)} attacks with."
    if arm.refused:
        return arm.refused
    return _why_not_at(fight, command, attacker)


def _why_not_at(fight: Fight, command: Command, attacker: int) -> str:
    side = fight.fighter(attacker).side
    targets, dice = command.numbers("targets"), command.numbers("dice")
    if not targets:
        return f"Say whom {fight.name(attacker)} attacks."
    if len(set(targets)) < len(targets):
        return "Nobody can be a target twice."
    for target in targets:
        fighter = fight.battle.fighters.get(target)
        if fighter is None or not fighter.is_on_table:
            return "A target does not stand on the table."
        if fighter.side == side:
            return f"{fight.name(target)} is on the same side."
    if dice and len(dice) != len(targets):
        return "Say for each target how many dice it gets."
    if len(targets) > 1 and not dice:
        return "Divide the dice among the targets."
    plan = plans_of(fight, command.model_copy(update={"values": _undivided(command)}))[0]
    pool = Reckoner(fight).reckon(plan).numbers.dice
    if not pool:
        return f"No dice are left to attack with: {plan.weapon.name}."
    if len(targets) > 1 and plan.is_ranged:
        return "Only blows in melee are divided."
    if dice and (sum(dice) != pool or min(dice) < 1):
        return f"{pool} dice are divided, at least one for each target."
    if attacking.ENGAGED in plan.switches and attacking.CLOSE not in plan.switches:
        return "A target within 1″ of a friend can be shot at only from within 3″."
    return ""


def _undivided(command: Command) -> dict[str, bool | int | str | tuple[int, ...] | tuple[str, ...]]:
    return {key: value for key, value in command.values.items() if key != "dice"}


def _attack(fight: Fight, command: Command) -> Asking[str]:
    plans = plans_of(fight, command)
    attacker = plans[0].attacker
    turns.count_action(fight, attacker)
    if not fight.is_free:
        fight.mark(attacker, Doing.ATTACKED, "activation", plans[0].weapon.name)
    if fight.rules["attack_order"] == "speed" and not plans[0].is_ranged:
        summary = yield from combats.fought(fight, plans, ATTACK)
    else:
        summary = yield from strike_all(fight, plans, ATTACK)
    return summary


def strike_all(fight: Fight, plans: tuple[AttackPlan, ...], key: str) -> Asking[str]:
    """Carry out an attack on each of its targets, one after the other; return it in short."""
    summaries: list[str] = []
    for number, plan in enumerate(plans):
        result = yield from attacking.attack(
            fight,
            plan,
            key if len(plans) == 1 else f"{key}/{number + 1}",
            is_first=not number,
            is_last=number == len(plans) - 1,
        )
        if result.summary:
            who = f"{fight.name(plan.target)}: " if len(plans) > 1 else ""
            out = ", out of action" if result.target_out else ""
            summaries.append(f"{who}{result.summary}{out}")
    return "; ".join(summaries)


def _label(fight: Fight, command: Command) -> str:
    attacker = attacker_of(fight, command)
    targets = [
        share.target for share in shares_of(command) if share.target in fight.battle.fighters
    ]
    if not attacker or not targets:
        return "An attack"
    arm = chosen_arm(fight, command, attacker)
    verb = "shoots at" if arm is not None and arm.weapon.is_ranged else "strikes"
    return f"{fight.name(attacker)} {verb} {listed(fight.name(target) for target in targets)}"


def offers(fight: Fight) -> Iterator[Offer]:
    """Yield the attack of the active fighter or, without turns, of anybody."""
    if fight.phase == Phase.FREE:
        yield Offer(
            id=ATTACK,
            group="action",
            label="Attack",
            command=Command(kind=ATTACK),
            detail="Anybody on the table",
            is_next=True,
            opens_form=True,
        )
        return
    active = fight.active
    if active is None or fight.phase != Phase.ACTIONS:
        return
    yield Offer(
        id=f"{ATTACK}/{active.id}",
        group="action",
        label="Attack",
        command=Command(kind=ATTACK, values={"attacker": active.id}),
        detail="In melee or with a shot; the dice can be divided",
        refused=why_no_attack(fight, active.id),
        fighter=active.id,
        opens_form=True,
    )


DEEDS: tuple[Deed, ...] = (Deed(ATTACK, _label, why_not, _attack),)
