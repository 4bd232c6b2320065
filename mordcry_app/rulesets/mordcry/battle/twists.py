"""Twists: what the twist of a battle does from moment to moment.

Rules: mordcry.txt, “Twist Table”; rulings 21 (the reserves of round 1 are seen to once, and mists
lift on less than the number of the round).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from mordcry_app.rules.battle import Fighter
from mordcry_app.rules.battle_effects import Bend
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Option
from mordcry_app.rulesets.mordcry.battle import damage
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.words import Known, OfFighter, OfSide, Phase

LATE_RESERVES = "late_reserves"
FLANKING_RESERVES = "flanking_reserves"
FOG_LIFTS = "fog_lifts"
WEARY = "weary"
GRIM_TALLY = "grim_tally"
INSPIRED = "inspired"
STRAGGLERS = "stragglers"
HEAVY_GOING = "heavy_going"
LIGHTNING = "lightning"
SHARDS = "shards"

COMES_LATE_ON = 1
COMES_AT_ONCE_ON = 6
STRIKES_A_STRAGGLER_FROM = 6
LIGHTNING_STRIKES_FROM = 10
TALLEST = 9
"""The greatest height in whole inches that is asked about; one more strikes always."""
FLIES = "fly"

NEAR, FAR = "near", "far"
OPEN, UNDER = "0", "under"


def is_on(fight: Fight, twist: str) -> bool:
    """Say whether a battle has this twist."""
    return fight.battle.word(Known.TWIST) == twist


def slows_moves(fight: Fight, fighter: int) -> bool:
    """Say whether a move of this fighter that begins on the floor is at −1 Movement."""
    return is_on(fight, HEAVY_GOING) and FLIES not in fight.member(fighter).tags


def has_free_presence(fight: Fight, side: int) -> bool:
    """Say whether a side can still use Inspiring Presence without dice."""
    return is_on(fight, INSPIRED) and not fight.battle.sides[side].number(OfSide.PRESENCE_USED)


# ---------------------------------------------------------------------------- moments


def at_action_phase(fight: Fight, key: str) -> Asking[None]:
    """Act as an action phase starts: mists may lift, stragglers are hunted."""
    if is_on(fight, FOG_LIFTS) and fight.round > 1 and fight.battle.number_of(Known.IS_FOGGY):
        yield from _lift_fog(fight, f"{key}/fog")
    if is_on(fight, STRAGGLERS):
        for side in fight.sides:
            if fight.phase != Phase.OVER:
                yield from _hunt_stragglers(fight, side, f"{key}/straggler/{side}")


def after_move(fight: Fight, fighter: int, key: str) -> Asking[None]:
    """Act after a move action of a fighter: the weary are easier to wound, once a round."""
    del key
    if is_on(fight, WEARY) and not fight.is_free:
        bent = fight.fighter(fighter).bent
        if not any(b.modifier.cause == WEARY for b in bent):
            fight.do(
                Bend(
                    fighter=fighter,
                    stat="ds",
                    amount=-1,
                    until="round",
                    source="Twist: weary after a move",
                    cause=WEARY,
                )
            )
    yield from ()


def at_activation_end(fight: Fight, fighter: int, key: str) -> Asking[None]:
    """Act as an activation ends: lightning may strike."""
    from mordcry_app.rulesets.mordcry.battle import triggers

    if not is_on(fight, LIGHTNING) or fight.is_free or fight.phase == Phase.OVER:
        return
    if not fight.fighter(fighter).is_on_table:
        return
    name = fight.name(fighter)
    where = yield from fight.choose(
        f"{key}/height", _heights(), f"Where does {name} stand as the lightning comes?"
    )
    if where == UNDER:
        return
    bonus = int(where)
    needed = LIGHTNING_STRIKES_FROM - bonus
    rolled = yield from fight.total(
        f"{key}/lightning",
        "2d6",
        f"Lightning near {name}: {needed} or more strikes",
        _chances_of("strikes", needed),
    )
    if rolled < needed:
        return
    amount = yield from fight.total(f"{key}/bolt", "2d6", f"Lightning strikes {name}: damage")
    fight.tell(f"Lightning strikes {name}.", told=f"Lightning struck {name}.")
    yield from triggers.harm(
        fight, fighter, amount, by=None, source="lightning", key=f"{key}/struck"
    )


def at_round_end(fight: Fight, key: str) -> Asking[None]:
    """Act as a round ends: shards hurt who stands near terrain."""
    from mordcry_app.rulesets.mordcry.battle import triggers

    if not is_on(fight, SHARDS):
        return
    near = yield from fight.pick_fighters(
        f"{key}/shards",
        [fighter.id for fighter in fight.battle.on_table()],
        "Who stands within 3″ of terrain? Each takes 1 damage",
    )
    for fighter in near:
        yield from triggers.harm(
            fight, fighter, 1, by=None, source="shards", key=f"{key}/shards/{fighter}"
        )


def reward_losses(fight: Fight) -> None:
    """Give the side that lost more fighters in the round one more wild die; a tie gives none."""
    if not is_on(fight, GRIM_TALLY):
        return
    losses = {side: known.number(OfSide.LOSSES) for side, known in fight.battle.sides.items()}
    most = max(losses.values(), default=0)
    grieving = [side for side, count in losses.items() if count == most]
    if most and len(grieving) == 1:
        fight.add_to_side(grieving[0], OfSide.WILD_DICE, 1)
        fight.tell(f"{fight.side_name(grieving[0])} lost more fighters: 1 more wild die.")


# ---------------------------------------------------------------------------- reserves


@dataclass
class Muster:
    """Who of some reserves sets up now and who comes a round later."""

    now: list[int] = field(default_factory=list[int])
    later: list[int] = field(default_factory=list[int])


def muster(fight: Fight, side: int, due: Iterable[Fighter], key: str) -> Asking[Muster]:
    """Roll who of a group that is due comes late; without that twist, all come."""
    group = list(due)
    tested = [fighter.id for fighter in group if not fighter.number(OfFighter.DELAYED)]
    found = Muster(now=[fighter.id for fighter in group])
    if not is_on(fight, LATE_RESERVES) or not tested:
        return found
    late = yield from _each_rolls(
        fight, tested, f"{key}/late", "A 1 comes a round later", COMES_LATE_ON
    )
    found.later = late
    found.now = [fighter for fighter in found.now if fighter not in late]
    return found


def may_flank(fight: Fight, side: int) -> bool:
    """Say whether reserves of a side may come out early: in round 1, by the twist."""
    return (
        is_on(fight, FLANKING_RESERVES)
        and fight.round == 1
        and any(fighter.where == "reserve" for fighter in fight.battle.of_side(side))
    )


def flank(fight: Fight, side: int, key: str) -> Asking[list[int]]:
    """Roll who of the reserves of a side is set up at once."""
    reserves = [f.id for f in fight.battle.of_side(side) if f.where == "reserve"]
    return (
        yield from _each_rolls(
            fight, reserves, f"{key}/flank", "A 6 is set up at once", COMES_AT_ONCE_ON
        )
    )


def _each_rolls(
    fight: Fight, fighters: list[int], key: str, what: str, face: int
) -> Asking[list[int]]:
    """Roll one die for each fighter, in order, and return those that show the face."""
    names = ", ".join(fight.name(fighter) for fighter in fighters)
    faces = yield from fight.roll(key, f"{len(fighters)}d6", f"{what}: {names}")
    return [fighter for fighter, rolled in zip(fighters, faces, strict=True) if rolled == face]


# ---------------------------------------------------------------------------- one by one


def _lift_fog(fight: Fight, key: str) -> Asking[None]:
    needed = fight.round
    below = min(6, needed - 1)
    face = yield from fight.total(
        key,
        "d6",
        f"The mists clear on less than {needed}",
        (("clear", Fraction(below, 6)), ("stay", Fraction(6 - below, 6))),
    )
    if face < needed:
        fight.about_battle(Known.IS_FOGGY, 0)
        fight.tell("The mists clear.", told="The mists cleared.")


def _hunt_stragglers(fight: Fight, side: int, key: str) -> Asking[None]:
    player = fight.player(side)
    picked = yield from fight.pick_fighters(
        f"{key}/who",
        [fighter.id for fighter in fight.battle.enemies_of(side)],
        f"{player} may pick an enemy more than 3″ from everybody: a 6 puts it out of action",
        most=1,
    )
    for fighter in picked:
        name = fight.name(fighter)
        distance = yield from fight.choose(
            f"{key}/far",
            [Option(NEAR, "6″ or less"), Option(FAR, "More than 6″", "+1 on the roll")],
            f"How far is {name} from the nearest fighter?",
        )
        needed = STRIKES_A_STRAGGLER_FROM - (distance == FAR)
        rolled = yield from fight.total(
            f"{key}/roll",
            "d6",
            f"What stalks {name} strikes on {needed} or more",
            (
                ("out of action", Fraction(7 - needed, 6)),
                ("nothing", Fraction(needed - 1, 6)),
            ),
        )
        if rolled >= needed:
            fight.tell(f"{name} strayed too far and is dragged away.")
            yield from damage.knock_out(fight, fighter, None, key=f"{key}/out", injury=False)


def _heights() -> list[Option]:
    return [
        Option(OPEN, "In the open", "on the floor"),
        Option(UNDER, "Wholly under a platform", "safe"),
        *(Option(str(inches), f"{inches}″ up", f"+{inches}") for inches in range(1, TALLEST + 1)),
    ]


def _chances_of(name: str, needed: int) -> tuple[tuple[str, Fraction], ...]:
    good = sum(a + b >= needed for a in range(1, 7) for b in range(1, 7))
    return (name, Fraction(good, 36)), ("misses", Fraction(36 - good, 36))
