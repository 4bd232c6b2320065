"""Joins the lines that were noted after a battle into sentences and paragraphs.

Each line is a sentence of the ruleset that mostly begins with whom it is about. Lines that say the
same of several fighters become one sentence, and so do short ones about the same fighter. A line
that only makes sense after the one before it (“It went to Vetch.”) stays behind that one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mordcry_app.services.shown import as_sentence


@dataclass(frozen=True)
class LineFacts:
    """A line that was noted, what the one it begins with is called, and its id, where known.

    `about` is the fighter that it was noted for. Ids tell fighters of one name apart.
    """

    text: str
    subject: str = ""
    who: int | None = None
    about: int | None = None


def told(lines: Iterable[LineFacts], warband: str = "") -> list[str]:
    """Return lines as paragraphs. The last line about the warband itself ends one: its income."""
    every = list(lines)
    ends = [place for place, line in enumerate(every, 1) if warband and line.subject == warband]
    middle = ends[-1] if ends else len(every)
    return [
        paragraph
        for part in (every[:middle], every[middle:])
        for paragraph in _paragraphs(_sentences(part))
    ]


def listed(names: Sequence[str]) -> str:
    """Return names as a list in words: `Eel`, `Eel and Hask`, `Eel, Hask and Vetch`."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def without_battle(text: str, number: int) -> str:
    """Return a line without the number of its battle, which the title says already."""
    battle = rf"battle {number}(?!\d)"
    text = re.sub(rf"(?<!taken) (?:in|after) {battle}(?=[.,;:]|$| and )", "", text)
    return re.sub(battle, "the battle", text)


def predicate_of(line: LineFacts) -> str:
    """Return what a line says of the one it begins with; nothing when it begins with another."""
    start, rest = line.text[: len(line.subject)], line.text[len(line.subject) :]
    if line.subject and start == as_sentence(line.subject) and rest.startswith(" "):
        return rest.strip().removesuffix(".")
    return ""


def as_ended(text: str) -> str:
    """Return a text that ends as a sentence does."""
    text = text.strip()
    return text if not text or text[-1] in ".!?…”\"'’)" else f"{text}."


def joined(sentences: Iterable[str]) -> str:
    """Return sentences as a paragraph; each begins with a large letter, also of “unnamed …”."""
    return " ".join(as_sentence(sentence) for sentence in sentences if sentence)


_MOST_SENTENCES = 8
"""How many sentences a paragraph has at most."""

_Subject = tuple[int | None, str]
"""Whom something is said of: an id where known, and a name."""


@dataclass
class _Unit:
    """Lines that belong together: whole sentences, or what is said of some fighters alike."""

    subjects: tuple[_Subject, ...] = ()
    predicates: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()

    def written(self) -> list[str]:
        if self.sentences:
            return [*self.sentences]
        return [_sentence(self.subjects, self.predicates)]


def _sentences(lines: Sequence[LineFacts]) -> list[list[str]]:
    """Return the sentences of some lines, those together that must not be parted."""
    return [unit.written() for unit in _together(_alike(_units(lines)))]


def _units(lines: Sequence[LineFacts]) -> list[_Unit]:
    """Return lines one by one, each with those behind it that only make sense there."""
    units: list[_Unit] = []
    about: int | None = None
    for line in lines:
        predicate = predicate_of(line)
        follows = not predicate and about is not None and line.about == about
        if follows and units:
            last = units[-1]
            units[-1] = _Unit(sentences=(*last.written(), as_ended(line.text)))
        elif predicate:
            units.append(_Unit(((line.who, line.subject),), (predicate,)))
        else:
            units.append(_Unit(sentences=(as_ended(line.text),)))
        about = line.about
    return units


def _alike(units: Sequence[_Unit]) -> list[_Unit]:
    """Return what is said, in order, with everybody of whom the same is said together."""
    order: list[_Unit] = []
    places: dict[str, int] = {}
    for unit in units:
        said = unit.predicates[0] if unit.predicates else ""
        place = places.get(said) if said else None
        if place is None or unit.subjects[0] in order[place].subjects:
            places[said] = len(order)
            order.append(unit)
        else:
            order[place] = _Unit(order[place].subjects + unit.subjects, unit.predicates)
    return order


def _together(units: Sequence[_Unit]) -> list[_Unit]:
    """Return what is said, with two short things about the same fighter in one sentence."""
    order: list[_Unit] = []
    places: dict[tuple[_Subject, ...], int] = {}
    for unit in units:
        is_short = len(unit.subjects) == 1 and _is_short(unit.predicates[0])
        place = places.pop(unit.subjects, None) if is_short else None
        if place is not None and order[place].predicates != unit.predicates:
            order[place] = _Unit(unit.subjects, order[place].predicates + unit.predicates)
            continue
        if is_short:
            places[unit.subjects] = len(order)
        order.append(unit)
    return order


def _is_short(predicate: str) -> bool:
    """Say whether something can be said together with more: it has no second clause."""
    return not any(mark in predicate for mark in (",", ";", ":", "–", "(", " and "))


def _sentence(subjects: tuple[_Subject, ...], predicates: Sequence[str]) -> str:
    names = listed([name for _, name in subjects])
    if len(subjects) > 1:
        predicates = [_plural(predicate) for predicate in predicates]
    return f"{names} {' and '.join(predicates)}."


def _plural(predicate: str) -> str:
    """Return what is said of one as it is said of several."""
    first, _, rest = predicate.partition(" ")
    verbs = {"was": "were", "is": "are", "has": "have", "does": "do"}
    return f"{verbs[first]} {rest}" if first in verbs else f"each {predicate}"


def _paragraphs(units: Sequence[list[str]]) -> list[str]:
    """Return sentences in paragraphs of about the same length."""
    count = sum(len(unit) for unit in units)
    wanted = max(1, -(-count // _MOST_SENTENCES))
    paragraphs: list[list[str]] = [[]]
    written = 0
    for unit in units:
        if written * wanted >= count * len(paragraphs) and paragraphs[-1]:
            paragraphs.append([])
        paragraphs[-1] += unit
        written += len(unit)
    return [joined(paragraph) for paragraph in paragraphs if paragraph]
