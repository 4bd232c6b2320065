"""How a battle stands, in words: the title, whose turn it is, and the dice and marks of a side.

What there is to say of a single fighter is in `fighter_marks`.
"""

from __future__ import annotations

from collections.abc import Iterator

from mordcry_app.rules.battle import Fighter
from mordcry_app.rules.battle_engine import BattleStatus, DiceSet, FighterStatus, Mark, SideStatus
from mordcry_app.rulesets.mordcry.battle import (
    initiative,
    pool,
    reserves,
    retreating,
    turn_order,
    turns,
    victory,
)
from mordcry_app.rulesets.mordcry.battle.decided import (
    decided_by_setup,
    drawn_row,
    round_limit,
    round_of_arrival,
)
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.fighter_marks import marks_of
from mordcry_app.rulesets.mordcry.battle.hand_battle import holders
from mordcry_app.rulesets.mordcry.battle.words import Doing, Known, OfSide, Phase


def status_of(fight: Fight) -> BattleStatus:
    """Return how the battle stands."""
    turn = _side_on_turn(fight)
    return BattleStatus(
        title=_title(fight),
        turn=_turn(fight),
        marks=tuple(_battle_marks(fight)),
        sides=tuple(
            SideStatus(side, _dice(fight, side), tuple(_side_marks(fight, side)), side == turn)
            for side in fight.battle.sides
        ),
        fighters=tuple(_fighter(fight, fighter) for fighter in fight.battle.fighters.values()),
        decided=tuple(decided_by_setup(fight)),
        rounds=round_limit(fight),
    )


# ------------------------------------------------------------------------------ the battle


def _title(fight: Fight) -> str:
    if fight.is_free:
        return "Dice and attacks"
    if fight.phase == Phase.OVER:
        return f"Battle {fight.battle.number} is over"
    if not fight.round:
        return "Before round 1"
    last = round_limit(fight)
    return f"Round {fight.round} of {last}" if last else f"Round {fight.round}"


def _turn(fight: Fight) -> str:
    """Return what the battle waits for, in a sentence without its full stop."""
    match fight.phase:
        case Phase.FREE:
            return "No rounds, no turns"
        case Phase.SETUP:
            return "Everything is set up for the first round"
        case Phase.INITIATIVE:
            return "Each side rolls six initiative dice"
        case Phase.WILD_DICE:
            side = initiative.declaring(fight)
            return f"{fight.player(side)} declares wild dice" if side else "Wild dice are declared"
        case Phase.RESERVES:
            side = _arriving(fight)
            return (
                f"{fight.player(side)} sets up reserves" if side else "The action phase can start"
            )
        case Phase.ACTIONS:
            return _action_turn(fight)
        case Phase.ROUND_END:
            return f"Round {fight.round} is over; the next can begin"
        case Phase.OVER:
            return _result(fight)


def _action_turn(fight: Fight) -> str:
    active = fight.active
    if active is not None:
        left = turns.actions_left(fight, active)
        could = turns.could_follow(fight, active)
        what = could if could and not left else f"{turns.actions_in_words(left)} left"
        return f"{fight.player(active.side)}: {fight.name(active.id)} acts, {what}"
    if turn_order.is_phase_over(fight):
        return f"The action phase of round {fight.round} is over"
    if turn_order.is_open(fight):
        return f"{fight.player(fight.sides[0])} chooses who takes the first turn"
    turn = fight.battle.number_of(Known.TURN)
    called = turn_order.called(fight)
    if called is not None:
        return f"{fight.player(turn)} may activate {fight.name(called.id)}, who was called up"
    return f"{fight.player(turn)} to activate"


def _result(fight: Fight) -> str:
    fled = fight.battle.number_of(Known.RETREATED)
    if fled:
        return f"{fight.side_name(fled)} has retreated"
    winner = fight.battle.number_of(Known.WINNER)
    return f"{fight.side_name(winner)} has won" if winner else "The battle is a draw"


def _arriving(fight: Fight) -> int:
    return next((side for side in fight.sides if reserves.is_waiting(fight, side)), 0)


def _side_on_turn(fight: Fight) -> int:
    """Return the side that has to do something now; 0 when both have, or neither."""
    match fight.phase:
        case Phase.WILD_DICE:
            return initiative.declaring(fight)
        case Phase.RESERVES:
            return _arriving(fight)
        case Phase.ACTIONS:
            if turn_order.is_open(fight):
                return fight.sides[0]
            return fight.battle.number_of(Known.TURN)
        case _:
            return 0


def _battle_marks(fight: Fight) -> Iterator[Mark]:
    for known, what in ((Known.VICTORY, "Victory"), (Known.TWIST, "Twist")):
        row = drawn_row(fight, known)
        if row is not None:
            yield Mark(
                f"{what}: {row.name}", "gold" if known == Known.VICTORY else "plain", row.text
            )
    if fight.battle.number_of(Known.IS_CAPPED) and fight.phase != Phase.OVER:
        last = fight.battle.number_of(Known.LAST_ROUND)
        yield Mark(f"Draw after round {last}", "muted", "There is no other end to this condition.")
    if fight.battle.number_of(Known.IS_FOGGY):
        yield Mark("Fog", "bad", "Fighters 4″ or more apart do not see each other.")
    treasures = fight.battle.number_of(Known.TREASURES)
    if treasures:
        yield Mark(
            "1 treasure lies about" if treasures == 1 else f"{treasures} treasures lie about"
        )
    yield from _objectives(fight)


def _objectives(fight: Fight) -> Iterator[Mark]:
    only_awake = Known.AWAKE in fight.battle.facts
    awake = fight.battle.numbers(Known.AWAKE)
    for number, holder in holders(fight).items():
        if only_awake and number not in awake:
            yield Mark(f"Objective {number} is dormant", "muted")
        elif holder:
            yield Mark(f"Objective {number}: {fight.side_name(holder)}", "gold")
        else:
            yield Mark(f"Objective {number}: nobody")


# --------------------------------------------------------------------------------- sides


def _dice(fight: Fight, side: int) -> tuple[DiceSet, ...]:
    lying = pool.pool_of(fight, side)
    singles = tuple(DiceSet((face,)) for face in lying.singles)
    sets = tuple(DiceSet(pool.faces_of(s), pool.set_name(s)) for s in lying.sets)
    return (*singles, *sets)


def _side_marks(fight: Fight, side: int) -> Iterator[Mark]:
    known = fight.battle.sides[side]
    if fight.is_free and not known.number(OfSide.HAS_ROLLED):
        return
    if side == fight.initiative:
        yield Mark(
            "Initiative", "gold", "Chooses who takes the first turn, and goes first in doubt."
        )
    singles = known.number(OfSide.EXTRA_SINGLES)
    if singles:
        yield Mark(f"+{_counted(singles, 'single')}", "plain", "Wild dice that count as singles.")
    wild = pool.wild_dice(fight, side)
    if wild:
        yield Mark("1 wild die" if wild == 1 else f"{wild} wild dice", "gold")
    points = known.number(OfSide.POINTS)
    if points or OfSide.POINTS in known.facts:
        yield Mark(_counted(points, "victory point"), "gold")
    exits = known.number(OfSide.EXITS)
    if exits:
        yield Mark(f"{exits} over the enemy’s edge", "gold")
    tally = known.number(OfSide.TALLY)
    if tally and victory.condition_of(fight).compares_tallies:
        yield Mark(f"blood tally {tally}", "plain", "Points of the enemies put out in this round.")
    edge = known.word(OfSide.EDGE)
    if edge:
        yield Mark(f"{edge} edge", "muted", "The edge that is its territory.")
    attacker = fight.battle.number_of(Known.ATTACKER)
    if attacker:
        yield Mark("attacker" if side == attacker else "defender", "muted")
    gone, count = retreating.lost(fight, side)
    if fight.phase != Phase.OVER and 2 * gone >= count > 0:
        yield Mark("may retreat", "bad", "Half of the warband or more is out of action or stunned.")


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


# ------------------------------------------------------------------------------- fighters


def _fighter(fight: Fight, fighter: Fighter) -> FighterStatus:
    is_active = turns.is_active(fight, fighter.id) and not fight.is_free
    return FighterStatus(
        fighter.id,
        fight.wounds(fighter.id),
        tuple(marks_of(fight, fighter)),
        is_active=is_active,
        has_acted=not is_active
        and not fight.is_free
        and fighter.has(Doing.ACTED)
        and not fighter.has(Doing.WAITING),
        arrives=round_of_arrival(fighter),
    )
