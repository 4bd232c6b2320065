"""Playing with dice and attacks only, and taking rounds up again.

Whoever wants only the dice and the attack helper keeps to no rounds and turns; a group may change
its mind at any time. What was known of the round is kept.
"""

from __future__ import annotations

from collections.abc import Iterator

from mordcry_app.rules.battle_engine import Command, Offer
from mordcry_app.rules.playing import Asking
from mordcry_app.rulesets.mordcry.battle.fight import Deed, Fight
from mordcry_app.rulesets.mordcry.battle.words import Known, Phase


def _refusal(fight: Fight, command: Command) -> str:
    if fight.phase == Phase.OVER:
        return "The battle is over."
    if command.is_set("on") == fight.is_free:
        return "It is played like that already."
    return ""


def _switch(fight: Fight, command: Command) -> Asking[str]:
    """Leave the rounds, or take them up where they were left; without any, before the first."""
    yield from ()
    if command.is_set("on"):
        if not fight.is_free:
            fight.about_battle(Known.PHASE_BEFORE, fight.phase.value)
        fight.about_battle(Known.PHASE, Phase.FREE.value)
        return ""
    before = fight.battle.word(Known.PHASE_BEFORE) or Phase.SETUP.value
    fight.about_battle(Known.PHASE_BEFORE, None)
    fight.about_battle(Known.PHASE, before)
    return ""


def offers(fight: Fight) -> Iterator[Offer]:
    """Yield the change from rounds to dice and attacks only, or back."""
    if fight.phase == Phase.OVER:
        return
    yield Offer(
        id="free",
        group="end",
        label="Play rounds from here" if fight.is_free else "Dice and attacks only",
        command=Command(kind="free", values={"on": not fight.is_free}),
        detail="" if fight.is_free else "Without rounds and turns; they can be taken up again",
    )


def _label(fight: Fight, command: Command) -> str:
    del fight
    return "Dice and attacks only" if command.is_set("on") else "Rounds are played from here"


DEEDS: tuple[Deed, ...] = (Deed("free", _label, _refusal, _switch),)
