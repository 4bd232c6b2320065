"""Whatever players put right by hand; every such event is marked so.

The rules are not asked: a correction is always allowed. What it does is only what it says, except
that a fighter who is put out of action counts for the victory condition like any other.
"""

from __future__ import annotations

from mordcry_app.rules.battle_engine import Command, Correction
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rulesets.mordcry.battle.fight import Deed, Fight
from mordcry_app.rulesets.mordcry.battle.hand import KIND, About, Thing
from mordcry_app.rulesets.mordcry.battle.hand_battle import BATTLE_THINGS, SIDE_THINGS
from mordcry_app.rulesets.mordcry.battle.hand_fighters import THINGS as FIGHTER_THINGS

FIGHTER, SIDE, BATTLE = "fighter", "side", "battle"

BIGGEST_FACE = 6


def corrections(
    fight: Fight, fighter: int | None = None, side: int | None = None
) -> tuple[Correction, ...]:
    """Return what can be put right by hand: about a fighter, a side, or else the battle."""
    about = _about(fight, fighter or 0, side or 0)
    shown = (thing.shown(fight, about) for thing in _things(about))
    return tuple(correction for correction in shown if correction is not None)


def _about(fight: Fight, fighter: int, side: int) -> About:
    if fighter:
        if fighter not in fight.battle.fighters:
            raise Refusal("Nobody like that is in this battle.")
        return About(FIGHTER, fighter)
    if side:
        if side not in fight.battle.sides:
            raise Refusal("No such side is in this battle.")
        return About(SIDE, side)
    return About(BATTLE)


def _things(about: About) -> tuple[Thing, ...]:
    return {FIGHTER: FIGHTER_THINGS, SIDE: SIDE_THINGS, BATTLE: BATTLE_THINGS}[about.what]


def _found(fight: Fight, command: Command) -> tuple[About, Thing, Correction]:
    about = _about(fight, command.number(FIGHTER), command.number(SIDE))
    for thing in _things(about):
        if thing.id == command.word("what"):
            correction = thing.shown(fight, about)
            if correction is not None:
                return about, thing, correction
    raise Refusal("That cannot be put right by hand now.")


def _misfit(correction: Correction, command: Command) -> str:
    """Return why the new value cannot be, or nothing."""
    if "choice" in correction.kind:
        known = {option.id: option for option in correction.options}
        if command.word("choice") not in known:
            return f"{correction.label}: pick one of what is offered."
    if "number" in correction.kind:
        least, most = correction.least, correction.most
        if not least <= command.number("number") <= most:
            written = f"{least} to {most}".replace("-", "−")
            return f"{correction.label}: a number from {written} fits here."
    if correction.kind == "dice" and any(
        not 1 <= face <= BIGGEST_FACE for face in command.numbers("dice")
    ):
        return f"{correction.label}: numbers from 1 to {BIGGEST_FACE} fit here."
    return ""


def _refusal(fight: Fight, command: Command) -> str:
    _, _, correction = _found(fight, command)
    return _misfit(correction, command)


def _label(fight: Fight, command: Command) -> str:
    about, _, correction = _found(fight, command)
    what = correction.label
    match about.what:
        case "fighter":
            return f"{fight.name(about.id)}: {what}"
        case "side":
            return f"{fight.side_name(about.id)}: {what}"
        case _:
            return what


def _put_right(fight: Fight, command: Command) -> Asking[str]:
    about, thing, correction = _found(fight, command)
    misfit = _misfit(correction, command)
    if misfit:
        raise Refusal(misfit)
    sentence = yield from thing.done(fight, about, command)
    fight.tell(f"By hand: {sentence}.")
    return ""


DEEDS: tuple[Deed, ...] = (Deed(KIND, _label, _refusal, _put_right),)
