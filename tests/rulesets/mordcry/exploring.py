"""A warband that explores, and every way through what it finds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from mordcry_app.rules.effects import Effect
from mordcry_app.rules.interpreter import apply_effects
from mordcry_app.rules.procedure import (
    Answer,
    Choose,
    Procedure,
    RollAnswer,
    every_branch,
)
from mordcry_app.rules.settle import EffectFunction
from mordcry_app.rules.state import Pending, State
from mordcry_app.rulesets.mordcry.exploration import explore
from tests.rulesets.mordcry.deltas import changes, small_book
from tests.rulesets.mordcry.helpers import (
    RUIN,
    asked,
    campaign,
    fighter,
    finished,
    given,
    mordcry,
    rolled,
)

ROWS = [row.id for row in mordcry().content.tables["exploration"].rows]
KEY = "exploration/1"
ROLL = f"{KEY}/roll"
PURSE = 60
LIBRAM = "libram_of_lost_saints"
WOUNDED = Pending("starts_wounded", "Crows Scatter, battle 5", 2)


def band(crowns: int = PURSE) -> State:
    """Return a warband of Ilse (who explores), Hask (wounded) and a hound; others stand by."""
    return campaign(
        fighter(1, "Ilse", renown=5, xp=3),
        replace(fighter(2, "Hask", carried=["dagger"]), pending=(WOUNDED,)),
        replace(fighter(3, "Rook"), archetype="hound", tags=frozenset({"beast"})),
        replace(fighter(4, "Wren"), state="dead"),
        replace(fighter(9, "Orla", roster_id=RUIN, renown=8), pending=(WOUNDED,)),
        crowns={1: crowns, RUIN: 500},
    )


def with_band(state: State, **changed: object) -> State:
    return state.with_member(replace(state.members[1], **changed))  # type: ignore[arg-type]


def place(row: str) -> RollAnswer:
    """Return the D66 that leads to a row."""
    tens, units = divmod(ROWS.index(row), 6)
    return rolled("d66", tens + 1, units + 1)


def exploring(
    state: State,
    row: str,
    functions: Mapping[str, EffectFunction] | None = None,
    **chosen: str | int,
) -> Callable[[], Procedure]:
    """Return the exploration of fighter 1 after battle 6, its first roll made."""
    book = small_book(**chosen)
    if functions is not None:
        book = replace(book, functions={**book.functions, **functions})
    start: Callable[[], Procedure] = lambda: explore(book, state, 1, 6, KEY)  # noqa: E731
    again = f"{KEY}/mutant_beggar/0/again"
    return given(
        start,
        {
            ROLL: place(row),
            f"{again}/roll": place("mutant_beggar"),
            f"{again}/mutant_beggar/0/again/roll": place("merchants_corpse"),
        },
    )


@dataclass(frozen=True)
class Way:
    """One way through a row: its choices, the chance of its dice, what changed, what was told."""

    choices: tuple[str, ...]
    chance: Fraction
    changed: frozenset[str]
    story: tuple[str, ...]
    effects: tuple[Effect, ...]


def ways_through(
    state: State, row: str, functions: Mapping[str, EffectFunction] | None = None,
    **chosen: str | int,
) -> tuple[Way, ...]:  # fmt: skip
    ways: list[Way] = []
    for branch in every_branch(exploring(state, row, functions, **chosen)):
        after = apply_effects(state, branch.outcome.effects)
        choices = tuple(
            answer.option for answer in branch.answers.values() if answer.kind == "choice"
        )
        ways.append(
            Way(
                choices,
                branch.chance,
                changes(state, after),
                branch.outcome.story,
                branch.outcome.effects,
            )
        )
    return tuple(ways)


@cache
def ways_of(row: str) -> tuple[Way, ...]:
    """Return every way through a row under the default house rules.

    A second roll that a beggar brings leads to another beggar, and the third to crowns.
    """
    return ways_through(band(25) if row == "mutant_beggar" else band(), row)


def outcomes(ways: tuple[Way, ...]) -> dict[str, Fraction]:
    """Return what can come of it with its chance; every choice counts as one of those there are."""
    found: dict[str, Fraction] = {}
    for way in ways:
        words = "; ".join(sorted(way.changed)) or "nothing"
        found[words] = found.get(words, Fraction(0)) + way.chance
    return found


HALF, THIRD, SIXTH = Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)


KEEP = {"finder": "Ilse", "stash": "stash", "for_2": "Hask"}
"""Who has an item after each choice of a bearer."""


def gained(items: tuple[tuple[str, str], ...]) -> frozenset[str]:
    """Return the changes that items and their bearers make: two of a kind count together."""
    counted: dict[tuple[str, str], int] = {}
    for item, bearer in items:
        counted[KEEP[bearer], item] = counted.get((KEEP[bearer], item), 0) + 1
    return frozenset(f"{who} {item} +{number}" for (who, item), number in counted.items())


@dataclass(frozen=True)
class Answered:
    """A row under way: answers by their key after `exploration/1/ROW/`."""

    state: State
    row: str
    chosen: Mapping[str, str | int]
    answers: Mapping[str, Answer]

    def then(self, key: str, answer: Answer) -> Answered:
        return replace(self, answers={**self.answers, f"{KEY}/{self.row}/{key}": answer})

    @property
    def question(self) -> object:
        """What is asked next."""
        start = exploring(self.state, self.row, **self.chosen)  # type: ignore[arg-type]
        return asked(given(start, self.answers), {})

    @property
    def options(self) -> dict[str, str]:
        """The options of what is asked next, each with the reason why it is refused."""
        question = self.question
        assert isinstance(question, Choose)
        return {option.id: option.refused for option in question.options}

    @property
    def changed(self) -> frozenset[str]:
        """What has changed in the end."""
        start = exploring(self.state, self.row, **self.chosen)  # type: ignore[arg-type]
        outcome = finished(given(start, self.answers), {})
        return changes(self.state, apply_effects(self.state, outcome.effects))


def with_answers(row: str, state: State | None = None, **chosen: str | int) -> Answered:
    return Answered(state or band(), row, dict(chosen), {})


PAIR = ("bone_charm", "hunters_bow")
