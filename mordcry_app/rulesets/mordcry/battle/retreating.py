"""Leaving a lost battle: the test of the leader, and the blows that those who run in disorder take.

Rules: mordcry.txt, “Determine Victory, Loss, or Retreat”; rulings 45 (at the start of an own
activation, one try a round) and 46 (the stunned count). The renown moves in the aftermath.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from mordcry_app.rules.battle import Fighter
from mordcry_app.rules.battle_engine import Command, Offer
from mordcry_app.rules.dice import parse_dice
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Option
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rulesets.mordcry.battle import attacking, triggers, turn_order, turns
from mordcry_app.rulesets.mordcry.battle.fight import Deed, Fight
from mordcry_app.rulesets.mordcry.battle.finishing import finish
from mordcry_app.rulesets.mordcry.battle.leading import commander
from mordcry_app.rulesets.mordcry.battle.words import Ailment, Known, OfSide, Phase

DICE = "2d6"


def lost(fight: Fight, side: int) -> tuple[int, int]:
    """Return how many of a side are out of action or stunned, and how many it began with."""
    fighters = fight.battle.of_side(side)
    gone = sum(1 for f in fighters if f.where == "out" or f.has(Ailment.STUNNED))
    return gone, len(fighters)


def needed(fight: Fight, fighter: int) -> int:
    """Return what 2D6 must not exceed for an orderly retreat: Willpower and Intelligence."""
    conditions = frozenset({"will_test", "int_test"})
    return sum(fight.value(fighter, s, conditions=conditions).total for s in ("will", "int"))


def _retreat(fight: Fight, command: Command) -> Asking[str]:
    side = fight.side_of(command)
    leader = commander(fight, side)
    if leader is None:
        raise Refusal(f"Nobody of {fight.side_name(side)} is left to retreat.")
    fight.about_side(side, OfSide.LAST_TRY, fight.round)
    most = needed(fight, leader.id)
    rolled = yield from fight.total(
        "retreat",
        DICE,
        f"{fight.name(leader.id)} leads the retreat: {most} or less keeps it orderly",
        _chances(most),
    )
    fight.about_battle(Known.RETREATED, side)
    name = fight.side_name(side)
    is_orderly = rolled <= most
    if not is_orderly:
        what = f"The retreat that {fight.name(leader.id)} leads falls into disorder"
        is_orderly = yield from triggers.may_keep_order(fight, leader.id, "order", what)
    if is_orderly:
        fight.tell(f"{name} retreats in good order.", told=f"{name} retreated in good order.")
        done = "an orderly retreat"
    else:
        fight.tell(f"{name} flees in disorder.", told=f"{name} fled in disorder.")
        yield from _parting_blows(fight, side)
        done = "a disorderly retreat"
    if fight.phase != Phase.OVER:
        others = fight.battle.other_sides(side)
        winner = others[0] if len(others) == 1 else 0
        yield from finish(fight, winner, f"{name} has left the field", key="over")
    return done


def _parting_blows(fight: Fight, side: int) -> Asking[None]:
    """Let those who are engaged with the fleeing, and shooters who see them, attack once each."""
    enemies = [f for f in fight.battle.enemies_of(side) if not f.has(Ailment.STUNNED)]
    engaged = yield from fight.pick_fighters(
        "engaged",
        [fighter.id for fighter in enemies if _arms(fight, fighter, is_ranged=False)],
        f"Who stands within 1″ of somebody of {fight.side_name(side)}? Each strikes once",
    )
    shooters = yield from fight.pick_fighters(
        "shooters",
        [f.id for f in enemies if f.id not in engaged and _arms(fight, f, is_ranged=True)],
        f"Who sees somebody of {fight.side_name(side)} on the way out? Each shoots once",
    )
    for attacker in (*engaged, *shooters):
        yield from _parting_blow(fight, attacker, side, is_ranged=attacker in shooters)


def _parting_blow(fight: Fight, attacker: int, side: int, *, is_ranged: bool) -> Asking[None]:
    stands = fight.fighter(attacker)
    fleeing = fight.battle.on_table(side)
    if not stands.is_on_table or not fleeing:
        return
    key, name = f"parting/{attacker}", fight.name(attacker)
    targets = [Option(str(fighter.id), fight.name(fighter.id)) for fighter in fleeing]
    target = yield from _one_of(fight, f"{key}/target", targets, f"Whom does {name} attack?")
    arms = [Option(arm.id, arm.label) for arm in _arms(fight, stands, is_ranged=is_ranged)]
    weapon = yield from _one_of(fight, f"{key}/weapon", arms, f"With what does {name} attack?")
    plan = attacking.plan_of(fight, attacker, weapon, int(target), is_bonus=True)
    plan.no_reactions = True
    yield from attacking.attack(fight, plan, key, as_reaction=True)


def _one_of(fight: Fight, key: str, options: Sequence[Option], why: str) -> Asking[str]:
    if len(options) == 1:
        return options[0].id
    return (yield from fight.choose(key, options, why))


def _arms(fight: Fight, fighter: Fighter, *, is_ranged: bool) -> list[attacking.Arm]:
    usable = attacking.usable_weapons(fight, fighter.id)
    return [arm for arm in usable if arm.weapon.is_ranged == is_ranged]


def _chances(most: int) -> tuple[tuple[str, Fraction], ...]:
    ways = parse_dice(DICE).ways()
    orderly = Fraction(sum(count for total, count in ways.items() if total <= most), 36)
    return ("orderly", orderly), ("in disorder", 1 - orderly)


def _refusal(fight: Fight, command: Command) -> str:
    side = fight.side_of(command)
    if fight.phase == Phase.OVER:
        return "The battle is over."
    gone, count = lost(fight, side)
    if 2 * gone < count:
        half = (count + 1) // 2
        return f"{gone} of {count} are out of action or stunned; {half} are needed to retreat."
    if commander(fight, side) is None:
        return "Nobody is left to retreat."
    if fight.is_free:
        return ""
    if fight.battle.sides[side].number(OfSide.LAST_TRY) == fight.round > 0:
        return "It has been tried in this round."
    if fight.phase != Phase.ACTIONS or not _may_start_activation(fight, side):
        return "A retreat begins in place of an own activation."
    return ""


def _may_start_activation(fight: Fight, side: int) -> bool:
    """Say whether it is a side’s turn; an activation with no actions left holds nobody up."""
    active = fight.active
    if active is not None and turns.actions_left(fight, active):
        return False
    return turn_order.as_it_goes_on(fight).battle.number_of(Known.TURN) == side


DEEDS: tuple[Deed, ...] = (
    Deed(
        "retreat",
        lambda fight, command: f"{fight.side_name(fight.side_of(command))} retreats",
        _refusal,
        _retreat,
    ),
)


def offers(fight: Fight) -> Iterator[Offer]:
    """Yield the retreat of each side that could think of one, with what it takes."""
    if fight.phase == Phase.OVER:
        return
    for side in fight.sides:
        command = Command(kind="retreat", values={"side": side})
        refused = _refusal(fight, command)
        is_turn = fight.battle.number_of(Known.TURN) == side
        gone, count = lost(fight, side)
        if refused and not (is_turn or 2 * gone >= count > 0):
            continue
        leader = commander(fight, side)
        what = f"2D6, {needed(fight, leader.id)} or less is orderly" if leader else ""
        yield Offer(
            id=f"retreat/{side}",
            group="end",
            label=f"{fight.side_name(side)} retreats",
            command=command,
            detail=what,
            refused=refused,
        )
