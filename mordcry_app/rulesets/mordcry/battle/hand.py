"""What can be put right by hand: how each such thing is described, and how it is done.

See `by_hand` for the command, and `hand_fighters` and `hand_battle` for the things themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mordcry_app.rules.battle_engine import Command, Correction
from mordcry_app.rules.playing import Asking
from mordcry_app.rules.procedure import Option
from mordcry_app.rulesets.mordcry.battle.fight import Fight

KIND = "by_hand"
SOURCE = "By hand"
CAUSE = "by_hand"
"""The cause of modifiers that were entered by hand, so that only these are taken away by hand."""


@dataclass(frozen=True)
class About:
    """What a correction is about: a fighter or a side by id, or the battle."""

    what: str
    id: int = 0

    def command(self, thing: str) -> Command:
        """Return the command that puts one thing about it right, without its new value."""
        who = {self.what: self.id} if self.id else {}
        return Command(kind=KIND, values={"what": thing, **who})


@dataclass(frozen=True)
class Thing:
    """One thing that can be put right.

    `shown` says how it stands, or none where it makes no sense. `done` changes it and returns a
    sentence without its full stop, for the log.
    """

    id: str
    shown: Callable[[Fight, About], Correction | None]
    done: Callable[[Fight, About, Command], Asking[str]]


def at_once(
    change: Callable[[Fight, About, Command], str],
) -> Callable[[Fight, About, Command], Asking[str]]:
    """Return a change that asks nothing as one that could."""

    def asking(fight: Fight, about: About, command: Command) -> Asking[str]:
        yield from ()
        return change(fight, about, command)

    return asking


def number(
    about: About,
    thing: str,
    label: str,
    now: int,
    most: int = 99,
    least: int = 0,
    current: str = "",
) -> Correction:
    """Return a number that can be put right."""
    command = about.command(thing)
    return Correction(
        thing, label, "number", command, current or str(now), number=now, least=least, most=most
    )


def choice(
    about: About, thing: str, label: str, options: Sequence[Option], now: str = ""
) -> Correction:
    """Return one of some options that can be put right."""
    current = next((option.label for option in options if option.id == now), "")
    command = about.command(thing)
    return Correction(thing, label, "choice", command, current, tuple(options), choice=now)


def click(about: About, thing: str, label: str, current: str = "") -> Correction:
    """Return something that one click puts right."""
    return Correction(thing, label, "none", about.command(thing), current)


def dice(
    about: About, thing: str, label: str, faces: tuple[int, ...], current: str = ""
) -> Correction:
    """Return faces of dice that can be put right."""
    written = current or " ".join(map(str, faces)) or "none"
    return Correction(thing, label, "dice", about.command(thing), written, dice=faces)
