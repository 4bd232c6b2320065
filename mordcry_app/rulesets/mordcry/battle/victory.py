"""Victory: what the condition of a battle does from moment to moment, and who has won.

Rules: mordcry.txt, “Victory Conditions Table” and “Determine Victory, Loss, or Retreat”; that a
side wins when every enemy is out of action is ruling 19.
"""

from __future__ import annotations

from mordcry_app.rules.playing import Asking
from mordcry_app.rulesets.mordcry.battle.conditions import falls, ground, objectives, treasure
from mordcry_app.rulesets.mordcry.battle.conditions.condition import Condition, most
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.finishing import finish
from mordcry_app.rulesets.mordcry.battle.words import Known, OfSide, Phase
from mordcry_app.rulesets.mordcry.points import points_of

CONDITIONS: dict[str, Condition] = {
    "five_treasures": treasure.Treasures(),
    "heavy_treasure": treasure.HeavyTreasure(),
    "growing_treasure": treasure.GrowingTreasure(),
    "quarters": ground.Quarters(),
    "platforms": ground.Platforms(),
    "breakthrough": ground.Breakthrough(),
    "blood_tally": falls.BloodTally(),
    "leaders": falls.Leaders(),
    "bloodmarked": falls.Bloodmarked(),
    "awakening": objectives.Awakening(),
    "vanishing_objectives": objectives.Vanishing(),
    "late_objective": objectives.LateObjective(),
}
"""What carries out each row of the victory table."""

OPEN = Condition()
"""A condition of a group’s own, or none: players say who has won."""

ALL_OUT = "every enemy is out of action"


def condition_of(fight: Fight) -> Condition:
    """Return the victory condition of a battle."""
    return CONDITIONS.get(fight.battle.word(Known.VICTORY), OPEN)


def at_action_phase(fight: Fight, key: str) -> Asking[None]:
    """Act as an action phase starts."""
    yield from condition_of(fight).at_action_phase(fight, f"{key}/victory")


def after_move(fight: Fight, fighter: int, key: str) -> Asking[None]:
    """Act after a move action of a fighter; it may leave the table."""
    if _is_played(fight):
        yield from condition_of(fight).after_move(fight, fighter, f"{key}/victory")


def at_activation_end(fight: Fight, fighter: int, key: str) -> Asking[None]:
    """Act as the activation of a fighter ends."""
    if _is_played(fight):
        yield from condition_of(fight).at_activation_end(fight, fighter, f"{key}/victory")


def at_round_end(fight: Fight, key: str) -> Asking[None]:
    """Act as a round ends: control, victory points, and who is caught at the edge."""
    yield from condition_of(fight).at_round_end(fight, f"{key}/victory")


def after_knock_out(fight: Fight, target: int, by: int | None, *, key: str) -> Asking[None]:
    """Count that a fighter is out of action, and end the battle when that decides it.

    Where one blow and its answer meet the condition for both sides, it is a draw.
    """
    del by
    if fight.is_free or fight.was_over:
        return
    _count(fight, target)
    winners = set(condition_of(fight).achieved(fight))
    why = condition_of(fight).at_once
    if not winners:
        winners, why = set(_last_standing(fight)), ALL_OUT
    if not winners:
        return
    winner = winners.pop() if len(winners) == 1 else 0
    if fight.phase == Phase.OVER:
        if winner != fight.battle.number_of(Known.WINNER):
            fight.about_battle(Known.WINNER, 0)
            draw = "Both met their end in the same moment, so it {} a draw after all."
            fight.tell(draw.format("is"), told=draw.format("was"))
        return
    yield from finish(fight, winner, why, key=f"{key}/over")


def decide(fight: Fight, key: str) -> Asking[None]:
    """End the battle after its last round: ask what decides it, and say who has won."""
    condition = condition_of(fight)
    yield from condition.before_end(fight, f"{key}/victory")
    scores = condition.scores(fight)
    winner = most(scores)
    if condition.counts:
        told = ", ".join(f"{fight.side_name(s)} {scores.get(s, 0)}" for s in fight.battle.sides)
        why = f"{condition.counts}, {told}"
    elif fight.battle.number_of(Known.IS_CAPPED):
        why = f"{fight.round} rounds are over and nobody has met the condition"
    else:
        why = "the last round is over"
    yield from finish(fight, winner, why, key=f"{key}/over")


def standing(fight: Fight) -> int:
    """Return who would win if the battle ended now, as far as it is known; 0 for nobody."""
    condition = condition_of(fight)
    winners = condition.achieved(fight) or _last_standing(fight)
    if winners:
        return winners[0] if len(winners) == 1 else 0
    return most(condition.scores(fight))


def _is_played(fight: Fight) -> bool:
    return not fight.is_free and fight.phase != Phase.OVER


def _count(fight: Fight, target: int) -> None:
    """Count a fighter that is out of action for the tallies of the round."""
    member = fight.member(target)
    own = fight.fighter(target).side
    fight.add_to_side(own, OfSide.LOSSES, 1)
    for side in fight.battle.other_sides(own):
        fight.add_to_side(side, OfSide.KNOCK_OUTS, 1)
        points = points_of(member, fight.rules)
        if points:
            fight.add_to_side(side, OfSide.TALLY, points)


def _last_standing(fight: Fight) -> tuple[int, ...]:
    """Return the sides all of whose enemies are out of action (house rule `annihilation`)."""
    if fight.rules["annihilation"] != "wins":
        return ()
    fallen = {side for side in fight.battle.sides if _is_beaten(fight, side)}
    return tuple(
        side
        for side in fight.battle.sides
        if (others := fight.battle.other_sides(side)) and fallen.issuperset(others)
    )


def _is_beaten(fight: Fight, side: int) -> bool:
    fighters = fight.battle.of_side(side)
    return bool(fighters) and all(fighter.where == "out" for fighter in fighters)
