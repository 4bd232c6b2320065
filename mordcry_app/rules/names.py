"""Invents names: fighters, warbands, mottos and campaigns, from word lists by theme.

The lists are content (`resources/names/`); which words come up is decided by an injected source
of randomness, so that a name can be re-rolled at will and repeated in a test.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations, count, product
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from mordcry_app.rules.dice import RandomSource
from mordcry_app.rules.loader import by_id, load_record, read_toml
from mordcry_app.rules.schema import (
    ContentError,
    Identifier,
    LongText,
    Record,
    RecordError,
    ShortText,
)

Gender = Literal["any", "masculine", "feminine", "neutral"]
"""Which given names to draw from; neutral ones are among all of them."""

Word = Annotated[str, Field(min_length=1, max_length=40)]

_PLACES = re.compile(r"\{([^{}]*)\}")


def _differ(words: tuple[str, ...]) -> tuple[str, ...]:
    for number, word in enumerate(words):
        if word in words[:number]:
            raise ValueError(f"“{word}” stands twice")
    return words


def _has_both_parts(pattern: str) -> str:
    if sorted(_PLACES.findall(pattern)) != ["first", "second"]:
        raise ValueError(f"“{pattern}” needs {{first}} and {{second}}, once each")
    return pattern


Pattern = Annotated[str, Field(max_length=60), AfterValidator(_has_both_parts)]
"""How two parts are put together: `The {first} {second}`."""

Patterns = Annotated[tuple[Pattern, ...], Field(min_length=1), AfterValidator(_differ)]
Parts = Annotated[tuple[Word, ...], Field(min_length=20), AfterValidator(_differ)]
Given = Annotated[tuple[Word, ...], Field(min_length=5), AfterValidator(_differ)]


class NameTheme(Record):
    """The word lists of one kind of warband; large enough that two warbands rarely sound alike."""

    id: Identifier
    name: ShortText
    text: LongText
    masculine: Given
    feminine: Given
    neutral: Given
    bynames: Annotated[tuple[Word, ...], Field(min_length=25), AfterValidator(_differ)]
    warband_patterns: Patterns
    first: Parts
    second: Parts
    mottos: Annotated[tuple[ShortText, ...], Field(min_length=12), AfterValidator(_differ)]

    @model_validator(mode="after")
    def _given_names_differ(self) -> NameTheme:
        lists = {"masculine": self.masculine, "feminine": self.feminine, "neutral": self.neutral}
        for (one, names), (other, more) in combinations(lists.items(), 2):
            for name in more:
                if name in names:
                    raise RecordError(f"“{name}” is also among the {one} names", field=other)
        return self

    def given(self, gender: Gender = "any") -> tuple[str, ...]:
        """Return the given names to draw from."""
        match gender:
            case "masculine":
                return self.masculine + self.neutral
            case "feminine":
                return self.feminine + self.neutral
            case "neutral":
                return self.neutral
            case "any":
                return self.masculine + self.feminine + self.neutral

    def fighter(self, random: RandomSource, taken: Collection[str], gender: Gender = "any") -> str:
        """Return a fighter's name that is not taken, whatever its capitals.

        Given names and bynames that nobody in `taken` has yet are preferred, so that a warband
        has no two Berthas while others are left. When every combination is taken, a number
        follows the name.
        """
        lowered = {name.casefold() for name in taken}
        given, bynames = self.given(gender), self.bynames
        new_given = [g for g in given if not any(t.startswith(g.casefold()) for t in lowered)]
        new_bynames = [b for b in bynames if not any(t.endswith(b.casefold()) for t in lowered)]
        preferred = [f"{g} {b}" for g, b in product(new_given or given, new_bynames or bynames)]
        every = [f"{g} {b}" for g, b in product(given, bynames)]
        return _free_name(preferred, random, taken) or _free_or_numbered(every, random, taken)

    def warband(self, random: RandomSource, taken: Collection[str]) -> str:
        """Return a warband's name that is not taken, whatever its capitals."""
        every = _put_together(self.warband_patterns, self.first, self.second)
        return _free_or_numbered(every, random, taken)

    def motto(self, random: RandomSource, taken: Collection[str] = ()) -> str:
        """Return a motto, one that is not taken while there are any."""
        free = [motto for motto in self.mottos if motto not in taken]
        return _pick(free or self.mottos, random)


class CampaignNames(Record):
    """The word lists for a campaign's name."""

    patterns: Patterns
    first: Parts
    second: Parts


def load_themes(folder: Path) -> dict[str, NameTheme]:
    """Return the themes in `folder`/themes by id, sorted by file; raises `ContentError`."""
    themes: list[NameTheme] = []
    for path in sorted((folder / "themes").glob("*.toml")):
        theme = load_record(path, NameTheme, read_toml(path), "")
        if theme.id != path.stem:
            raise ContentError(path, "", "id", f"must be the file's name, {path.stem}")
        themes.append(theme)
    if not themes:
        raise ContentError(folder / "themes", "", "", "holds no theme")
    return by_id(folder / "themes", themes, lambda theme: theme.id)


def load_campaign_names(folder: Path) -> CampaignNames:
    """Return the word lists in `folder`/campaign.toml; raises `ContentError`."""
    path = folder / "campaign.toml"
    return load_record(path, CampaignNames, read_toml(path), "")


def campaign_name(names: CampaignNames, random: RandomSource, taken: Collection[str] = ()) -> str:
    """Return a campaign's name that is not taken, whatever its capitals."""
    every = _put_together(names.patterns, names.first, names.second)
    return _free_or_numbered(every, random, taken)


def _put_together(
    patterns: Iterable[str], first: Iterable[str], second: Iterable[str]
) -> list[str]:
    return [
        pattern.replace("{first}", one).replace("{second}", two)
        for pattern, one, two in product(patterns, first, second)
    ]


def _free_name(names: Iterable[str], random: RandomSource, taken: Collection[str]) -> str:
    """Return one of the names that is not taken, or nothing when all are."""
    lowered = {name.casefold() for name in taken}
    free = [name for name in names if name.casefold() not in lowered]
    return _pick(free, random) if free else ""


def _free_or_numbered(names: Sequence[str], random: RandomSource, taken: Collection[str]) -> str:
    """Return one of the names that is not taken, with a number behind it when all are."""
    free = _free_name(names, random, taken)
    if free:
        return free
    name = _pick(names, random)
    lowered = {other.casefold() for other in taken}
    return next(
        numbered
        for number in count(2)
        if (numbered := f"{name} {number}").casefold() not in lowered
    )


def _pick(words: Sequence[str], random: RandomSource) -> str:
    return words[random.face(len(words)) - 1]
