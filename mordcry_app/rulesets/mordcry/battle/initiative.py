"""The initiative phase: six dice a side, wild dice, and seizing the initiative.

Rules: mordcry.txt, “Initiative Phase”, “Wild Dice” and “Seizing the Initiative”; rulings 22 and 61.
"""

from __future__ import annotations

from collections.abc import Iterable

from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Option
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rulesets.mordcry.battle import pool
from mordcry_app.rulesets.mordcry.battle.fight import Fight
from mordcry_app.rulesets.mordcry.battle.roll_off import roll_off
from mordcry_app.rulesets.mordcry.battle.words import Known, OfSide, Phase

INITIATIVE_SINGLE = "initiative_single"
"""What waits for a battle and counts as singles in its first round."""

SINGLE, RAISE, KEEP = "single", "raise", "keep"


def roll_initiative(fight: Fight, key: str) -> Asking[str]:
    """Roll the initiative dice of all sides and give the initiative to the most singles."""
    for side in fight.sides:
        dice = f"{pool.INITIATIVE_DICE}d6"
        why = f"Initiative dice of {fight.player(side)}"
        faces = yield from fight.roll(f"{key}/{side}", dice, why)
        pool.deal(fight, side, faces, extra_singles=_waiting_singles(fight, side))
        fight.about_side(side, OfSide.HAS_ROLLED, 1)
        fight.about_side(side, OfSide.ROLLED_SINGLES, pool.count_singles(fight, side))
    counts = {side: pool.count_singles(fight, side) for side in fight.battle.sides}
    ahead = _leading(counts)
    holder = yield from roll_off(f"{key}/roll_off", ahead, fight.side_name, "Initiative")
    fight.about_battle(Known.INITIATIVE, holder)
    for side in fight.battle.sides:
        fight.add_to_side(side, OfSide.WILD_DICE, 1)
    fight.about_battle(Known.PHASE, Phase.WILD_DICE.value)
    fight.tell(_initiative_words(fight, holder, counts))
    return f"{fight.side_name(holder)} has the initiative"


def _initiative_words(fight: Fight, holder: int, counts: dict[int, int]) -> str:
    if len(counts) == 1:
        return f"{fight.side_name(holder)} has the initiative."
    rest = [count for side, count in counts.items() if side != holder]
    score = f"{counts[holder]} singles to {' and '.join(map(str, rest))}"
    won = "wins the roll-off for" if max(rest) == counts[holder] else "has"
    return f"{fight.side_name(holder)} {won} the initiative, {score}."


def _waiting_singles(fight: Fight, side: int) -> int:
    """Return the singles that what waited for this battle adds in its first round."""
    if fight.round != 1:
        return 0
    members = fight.state.active(side)
    waiting = [*fight.state.rosters[side].pending, *(p for m in members for p in m.pending)]
    return sum(p.amount for p in waiting if p.ref == INITIATIVE_SINGLE and p.armed)


def _leading(counts: dict[int, int]) -> list[int]:
    best = max(counts.values())
    return [side for side, count in counts.items() if count == best]


# ---------------------------------------------------------------------------- wild dice


def declaring(fight: Fight) -> int:
    """Return the side that declares its wild dice now, the initiative first; 0 for nobody."""
    if fight.phase != Phase.WILD_DICE:
        return 0
    return next((side for side in fight.sides if not _has_declared(fight, side)), 0)


def _has_declared(fight: Fight, side: int) -> bool:
    return bool(fight.battle.sides[side].number(OfSide.HAS_DECLARED))


def wild_options(fight: Fight, side: int) -> tuple[Option, ...]:
    """Return what a side can do with a wild die; keeping what it has comes first."""
    left = pool.wild_dice(fight, side)
    noun = "1 wild die" if left == 1 else f"{left} wild dice"
    options = [Option(KEEP, f"Keep {noun}" if left else "Done")]
    if left:
        options.append(Option(SINGLE, "One more single"))
        options += [
            Option(f"{RAISE}_{face}", _capital(pool.raised_name(fight, side, face)))
            for face in pool.raisable(fight, side)
        ]
    return tuple(options)


def wild_label(fight: Fight, side: int, use: str) -> str:
    """Return what a side does with a wild die, in words: `Mira: single 3 → double 3`."""
    words = {option.id: option.label for option in wild_options(fight, side)}
    what = words.get(use, "a wild die")
    return f"{fight.player(side)}: {what[:1].lower()}{what[1:]}"


def use_wild_die(fight: Fight, side: int, use: str) -> str:
    """Do one thing with a wild die and return it in words; `keep` ends the declaration.

    Raises `Refusal` for what cannot be done with it.
    """
    name = fight.player(side)
    if use == KEEP:
        left = pool.wild_dice(fight, side)
        done = f"keeps {left}" if left else "is done"
        fight.tell(f"{name} {done}{_dice(left)}.")
    elif use == SINGLE:
        pool.use_as_single(fight, side)
        done = f"has {pool.count_singles(fight, side)} singles now"
        fight.tell(f"{name} counts a wild die as a single: {pool.count_singles(fight, side)} now.")
    else:
        face = _face(use)
        done = pool.raised_name(fight, side, face)
        pool.use_to_raise(fight, side, face)
        fight.tell(f"{name} adds a wild die: {done}.")
    if use == KEEP or not pool.wild_dice(fight, side):
        fight.about_side(side, OfSide.HAS_DECLARED, 1)
    return done


def _dice(count: int) -> str:
    if not count:
        return ""
    return " wild die" if count == 1 else " wild dice"


def _face(use: str) -> int:
    kind, _, face = use.partition("_")
    if kind != RAISE or not face.isdigit():
        raise Refusal("A wild die is a single, joins one of the dice, or is kept.")
    return int(face)


# ---------------------------------------------------------------------------- seizing


def seize(fight: Fight, key: str) -> Asking[None]:
    """Count singles again: who is strictly ahead takes the initiative, a new tie is rolled off.

    A tie that was there before the wild dice changes nothing.
    """
    holder = fight.battle.number_of(Known.INITIATIVE)
    counts = {side: pool.count_singles(fight, side) for side in fight.battle.sides}
    mine = counts.get(holder, 0)
    if max(counts.values()) > mine:
        rivals = _leading(counts)
    else:
        rivals = [side for side in counts if side != holder and counts[side] == mine]
        rivals = [holder, *(side for side in rivals if not _was_tied(fight, side, holder))]
    if rivals == [holder]:
        return
    taker = yield from roll_off(key, rivals, fight.side_name, "Seizing the initiative")
    if taker != holder:
        fight.about_battle(Known.INITIATIVE, taker)
        fight.tell(f"{fight.side_name(taker)} seizes the initiative.")
    else:
        fight.tell(f"{fight.side_name(holder)} keeps the initiative.")


def _was_tied(fight: Fight, side: int, holder: int) -> bool:
    one, other = (fight.battle.sides[s].number(OfSide.ROLLED_SINGLES) for s in (side, holder))
    return one == other


def forget(fight: Fight, sides: Iterable[int]) -> None:
    """Take away the dice of a round, and what was noted about them; wild dice stay."""
    for side in sides:
        pool.discard(fight, side)
        known = fight.battle.sides[side].facts
        for key in (OfSide.HAS_ROLLED, OfSide.HAS_DECLARED, OfSide.ROLLED_SINGLES):
            if key in known:
                fight.about_side(side, key, None)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
