"""Tells a battle in varied plain sentences, from its record and from the lines noted after it.

Pure: facts in, paragraphs out. Nothing is invented; what varies is drawn by the number of the
battle, so that a battle always reads the same. What the ruleset noted after it is joined by
`services.chronicle_lines`.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from mordcry_app.rules.ruleset_words import BattleResult
from mordcry_app.services.chronicle_lines import (
    LineFacts,
    as_ended,
    joined,
    listed,
    predicate_of,
    told,
    without_battle,
)


@dataclass(frozen=True)
class OutFacts:
    """Who was put out of action; by whom is empty where nobody noted it."""

    name: str
    by: str = ""


@dataclass(frozen=True)
class SideFacts:
    """What one warband did in a battle, and the lines about it. `won` counts victories so far.

    `row` counts the victories one after the other that end with this battle.
    """

    name: str
    result: BattleResult
    out: tuple[OutFacts, ...] = ()
    objectives: int = 0
    treasures: int = 0
    holders: tuple[str, ...] = ()
    extra: tuple[tuple[str, int], ...] = ()
    lines: tuple[LineFacts, ...] = ()
    won: int = 0
    row: int = 0


@dataclass(frozen=True)
class BattleFacts:
    """All that is known of a battle.

    `fought` counts the battles up to this one, `drawn` those of them that nobody won. `later` are
    lines from between this battle and the next, `loose` lines that are about no warband. `course`
    tells a battle that was played event by event.
    """

    number: int
    sides: tuple[SideFacts, ...]
    note: str = ""
    course: tuple[str, ...] = ()
    fought: int = 1
    drawn: int = 0
    is_open: bool = False
    loose: tuple[LineFacts, ...] = ()
    later: tuple[LineFacts, ...] = ()


def title_of(facts: BattleFacts) -> str:
    """Return a title: the number, and how it ended."""
    winner = next((side.name for side in facts.sides if side.result == "won"), "")
    if winner:
        return f"Battle {facts.number}: {winner} won"
    result = facts.sides[0].result if facts.sides else "fought"
    return f"Battle {facts.number}: {'a draw' if result == 'drew' else result}"


def tell(facts: BattleFacts) -> tuple[str, ...]:
    """Return the battle in paragraphs: how it went, each warband’s aftermath, how things stand."""
    paragraphs = [_fight(facts)]
    for side in facts.sides:
        paragraphs += told(_not_yet_told(side, facts), side.name)
    paragraphs += told(facts.loose)
    later = told(facts.later)
    if later:
        leads = ("Before the next battle:", "Later:", "Between two battles:")
        later[0] = f"{_pick(facts, 'later', leads)} {later[0]}"
        paragraphs += later
    paragraphs.append(_closing(facts))
    return tuple(paragraph for paragraph in paragraphs if paragraph)


ALSO_IN_RECORD = re.compile(
    r"(?P<won>won the battle)"
    r"|(?P<kills>put (?:one enemy|\d+ enemies) out of action)"
    r"|(?P<held>held an objective or treasure)"
)
"""What lines say of a fighter that the record of the battle says, too."""


def _pick(facts: BattleFacts, place: str, ways: Sequence[str]) -> str:
    """Return one of several ways to say something: always the same one for the same battle."""
    return ways[zlib.crc32(f"{place}/{facts.number}".encode()) % len(ways)]


# ---------------------------------------------------------------------- how the battle went


def _fight(facts: BattleFacts) -> str:
    course = [as_ended(sentence) for sentence in facts.course] or _blows(facts)
    sentences = [_opening(facts), as_ended(facts.note), *course, *_held(facts)]
    return joined(sentence for sentence in sentences if sentence)


def _opening(facts: BattleFacts) -> str:
    sides, n = facts.sides, facts.number
    if not sides:
        return f"Battle {n} was fought."
    if len(sides) == 1:
        return _alone(facts, sides[0])
    winner = next((side.name for side in sides if side.result == "won"), "")
    if not winner:
        names = listed([side.name for side in sides])
        return _pick(
            facts,
            "draw",
            (
                f"Battle {n} between {names} was drawn.",
                f"Battle {n} ended in a draw: neither {_nor(sides)} won."
                if len(sides) == 2
                else f"Battle {n} ended in a draw: none of {names} won.",
                f"{names} fought battle {n} to a draw.",
            ),
        )
    beaten = listed([side.name for side in sides if side.result == "lost"])
    fled = listed([side.name for side in sides if side.result == "retreated"])
    if beaten and fled:
        return _pick(
            facts,
            "mixed",
            (
                f"{winner} won battle {n}; {beaten} lost, and {fled} retreated.",
                f"Battle {n} went to {winner}: {fled} retreated, and {beaten} lost.",
            ),
        )
    if fled:
        return _pick(
            facts,
            "fled",
            (
                f"{winner} won battle {n}; {fled} retreated.",
                f"Battle {n} ended with the retreat of {fled}, and {winner} won it.",
                f"{fled} retreated from battle {n}, which {winner} won.",
                f"Battle {n} went to {winner} when {fled} retreated.",
            ),
        )
    return _pick(
        facts,
        "won",
        (
            f"{winner} won battle {n} against {beaten}.",
            f"Battle {n} went to {winner}; {beaten} lost.",
            f"In battle {n}, {winner} beat {beaten}.",
            f"{beaten} lost battle {n} to {winner}.",
            f"Battle {n} was won by {winner} and lost by {beaten}.",
        ),
    )


def _alone(facts: BattleFacts, side: SideFacts) -> str:
    n, name = facts.number, side.name
    match side.result:
        case "won":
            return _pick(facts, "alone", (f"{name} won battle {n}.", f"Battle {n} went to {name}."))
        case "lost":
            return _pick(
                facts, "alone", (f"{name} lost battle {n}.", f"Battle {n} was lost by {name}.")
            )
        case "retreated":
            return f"{name} retreated from battle {n}."
        case _:
            return f"{name} fought battle {n} to a draw."


def _nor(sides: Sequence[SideFacts]) -> str:
    return f"{sides[0].name} nor {sides[1].name}"


def _blows(facts: BattleFacts) -> list[str]:
    """Return who put whom out of action, the one with the most first."""
    victims: dict[str, list[str]] = {}
    for side in facts.sides:
        for out in side.out:
            victims.setdefault(out.by, []).append(out.name)
    unknown = victims.pop("", [])
    extra = [pair for side in facts.sides for pair in side.extra]
    sentences: list[str] = []
    for place, (by, names) in enumerate(sorted(victims.items(), key=lambda v: -len(v[1]))):
        were = "was" if len(names) == 1 else "were"
        ways = (
            f"{by} put {listed(names)} out of action.",
            f"{listed(names)} {were} put out of action by {by}.",
            f"{by} took out {listed(names)}.",
        )
        # Those that follow each other differ.
        sentences.append(ways[(place + facts.number) % len(ways)])
    for name, count in extra:
        others = "one more" if count == 1 else f"{_number(count)} more"
        sentences.append(f"{name} put {others} out of action.")
    if unknown:
        were = "was" if len(unknown) == 1 else "were"
        ways = (
            f"{listed(unknown)} {were} put out of action, by whom is not known.",
            f"Who put {listed(unknown)} out of action is not known.",
        )
        sentences.append(_pick(facts, "unknown", ways))
    if not victims and not unknown and not extra:
        sentences.append("Nobody was put out of action.")
    return sentences


def _held(facts: BattleFacts) -> list[str]:
    said: list[str] = []
    loose: list[str] = []
    for side in facts.sides:
        parts = [_count(side.objectives, "objective"), _count(side.treasures, "treasure")]
        held = " and ".join(part for part in parts if part)
        names = listed(side.holders)
        if held and names:
            said.append(f"{side.name} held {held} ({names})")
        elif held:
            said.append(f"{side.name} held {held}")
        elif names:
            loose.append(f"{names} held an objective or treasure.")
    if not said:
        return loose
    ways = (f"At the end {'; '.join(said)}.", f"{'; '.join(said)} when it ended.")
    return [_pick(facts, "held", ways if len(said) == 1 else ways[:1]), *loose]


def _closing(facts: BattleFacts) -> str:
    """Return how the campaign stands after the battle."""
    if facts.is_open:
        return "Its aftermath is still open."
    winner = next((side for side in facts.sides if side.result == "won"), None)
    if facts.fought < 2:
        return ""
    if winner is None:
        if facts.drawn < 2:
            return ""
        drawn = _number(facts.drawn).capitalize()
        return f"{drawn} of {_number(facts.fought)} battles so far were draws."
    if winner.row > 1:
        return _pick(
            facts,
            "row",
            (
                f"It was the {_ordinal(winner.row)} victory in a row for {winner.name}.",
                f"With that, {winner.name} had won {_number(winner.row)} in a row.",
            ),
        )
    others = [side for side in facts.sides if side is not winner]
    if len(others) == 1 and others[0].won == winner.won:
        return f"That made {_number(winner.won)} {_victories(winner.won)} each."
    if len(others) == 1:
        one, other = _number(winner.won), _number(others[0].won)
        battles, loser = _number(facts.fought), others[0].name
        ways = (
            f"Of {battles} battles so far, {winner.name} had won {one} and {loser} {other}.",
            f"The tally stood at {one} for {winner.name} and {other} for {loser}.",
        )
        return _pick(facts, "tally", ways)
    return f"{winner.name} had now won {_number(winner.won)} of {_number(facts.fought)} battles."


# ---------------------------------------------------------------------- what was noted after it


def _not_yet_told(side: SideFacts, facts: BattleFacts) -> tuple[LineFacts, ...]:
    """Return the lines of a side, less what the record has said already."""
    has_kills = any(out.by for other in facts.sides for out in other.out) or bool(side.extra)
    known = {"won": side.result == "won", "kills": has_kills, "held": bool(side.holders)}
    lines: list[LineFacts] = []
    for line in side.lines:
        text = without_battle(line.text, facts.number)
        shorter = replace(line, text=text)
        found = ALSO_IN_RECORD.fullmatch(predicate_of(shorter))
        if not (found and known[str(found.lastgroup)]):
            lines.append(shorter)
    return tuple(lines)


def _count(number: int, what: str) -> str:
    if not number:
        return ""
    return f"one {what}" if number == 1 else f"{_number(number)} {what}s"


def _victories(count: int) -> str:
    return "victory" if count == 1 else "victories"


_NUMBERS = (
    *("none", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_ORDINALS = (
    *("first", "second", "third", "fourth", "fifth"),
    *("sixth", "seventh", "eighth", "ninth", "tenth"),
)


def _number(number: int) -> str:
    """Return a small number in words, a large one in figures."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else f"{number:,}"


def _ordinal(number: int) -> str:
    if 1 <= number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ending}"
