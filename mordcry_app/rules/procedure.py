"""Procedures: pure coroutines that ask, and the driver that answers them.

A procedure yields questions and returns an `Outcome`. The driver gives it the answers that are
stored, each under its question's key, and stops at the first question without a fitting one.
The same procedure therefore serves the app's dice, typed dice, scripted tests, a half-done
aftermath found again after a crash, and the enumeration of every branch. Correcting an early
answer is a replay: answers that still fit are kept because they are found by key.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from mordcry_app.rules.battle_effects import BattleEffect
from mordcry_app.rules.dice import MAXIMUM_DICE, Dice, check_faces, parse_dice
from mordcry_app.rules.effects import Effect
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.schema import Record

MAXIMUM_QUESTIONS = 10_000


@dataclass(frozen=True, slots=True)
class Roll:
    """A question answered by dice. `chances` names outcomes with their share, for a hint.

    Where each die by itself succeeds or not, `need` is the least face that does, and `critical` the
    least that does more; both are for showing, the procedure decides.
    """

    key: str
    dice: str
    why: str
    chances: tuple[tuple[str, Fraction], ...] = ()
    need: int | None = None
    critical: int | None = None

    @property
    def parsed(self) -> Dice:
        """The dice to roll."""
        return parse_dice(self.dice)


@dataclass(frozen=True, slots=True)
class Option:
    """Something that may be chosen; `refused` says in a sentence why it may not be now."""

    id: str
    label: str
    detail: str = ""
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Choose:
    """A question answered by one of its options.

    Open questions that are `alike` may be answered together. The first option is the one that
    changes nothing, or that most would take.
    """

    key: str
    options: tuple[Option, ...]
    why: str
    alike: str = ""

    def option(self, option_id: str) -> Option | None:
        """Return the option with this id."""
        return next((o for o in self.options if o.id == option_id), None)


@dataclass(frozen=True, slots=True)
class Share:
    """One payer of a `Spread`: at most `available` can come from it; `proposed` is the default."""

    id: str
    label: str
    available: int
    proposed: int


@dataclass(frozen=True, slots=True)
class Spread:
    """A question answered by dividing `total` among several payers."""

    key: str
    total: int
    shares: tuple[Share, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Ask:
    """A question answered by a short text, such as the name of a recruit."""

    key: str
    why: str
    proposed: str = ""
    longest: int = 200


@dataclass(frozen=True, slots=True)
class Pick:
    """A question answered by some of its options, such as everybody who stands within 6″.

    At least `least` and at most `most` of them; without a most, all may be picked. `proposed` are
    picked to begin with.
    """

    key: str
    options: tuple[Option, ...]
    why: str
    least: int = 0
    most: int | None = None
    proposed: tuple[str, ...] = ()

    def option(self, option_id: str) -> Option | None:
        """Return the option with this id."""
        return next((o for o in self.options if o.id == option_id), None)

    @property
    def limit(self) -> int:
        """The most that may be picked."""
        return len(self.options) if self.most is None else self.most


Question = Roll | Choose | Spread | Ask | Pick


class RollAnswer(Record):
    """Faces, and whether a player typed them or the app rolled them."""

    kind: Literal["roll"] = "roll"
    dice: str = Field(max_length=40)
    faces: tuple[int, ...] = Field(max_length=MAXIMUM_DICE)
    typed: bool


class ChoiceAnswer(Record):
    """The option that was chosen."""

    kind: Literal["choice"] = "choice"
    option: str = Field(max_length=130)


class SpreadAnswer(Record):
    """How much each payer gives."""

    kind: Literal["spread"] = "spread"
    amounts: dict[str, int] = Field(max_length=200)


class TextAnswer(Record):
    """A typed text."""

    kind: Literal["text"] = "text"
    text: str = Field(max_length=2000)


class PickAnswer(Record):
    """The options that were picked; none is an answer, too."""

    kind: Literal["pick"] = "pick"
    options: tuple[Annotated[str, Field(max_length=130)], ...] = Field(max_length=200)


Answer = Annotated[
    RollAnswer | ChoiceAnswer | SpreadAnswer | TextAnswer | PickAnswer,
    Field(discriminator="kind"),
]
Answers = Mapping[str, Answer]
"""Answers by the key of their question."""

ANSWERS: TypeAdapter[dict[str, Answer]] = TypeAdapter(dict[str, Answer])
"""Reads and writes stored answers as JSON values."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a procedure comes to: settled effects and lines of story.

    `summary` says it in short where it is shown beside its effects; without one, the story does.
    """

    effects: tuple[Effect, ...] = ()
    story: tuple[str, ...] = ()
    summary: str = ""
    battle: tuple[BattleEffect, ...] = ()
    """What it does on the table; see `rules.battle_effects`."""
    told: tuple[str, ...] = ()
    """Lines of a battle that are worth a place in the chronicle, too."""


Procedure = Generator[Question, Answer, Outcome]
"""A coroutine that asks questions and returns an outcome."""


@dataclass(frozen=True, slots=True)
class Step:
    """A question with the answer it was given."""

    question: Question
    answer: Answer


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a procedure has come with the answers there are.

    Exactly one of `question` (what is asked next) and `outcome` is set. `refused` says why a
    stored answer to `question` no longer fits, when there was one.
    """

    steps: tuple[Step, ...]
    question: Question | None
    outcome: Outcome | None
    refused: str = ""


def misfit(question: Question, answer: Answer) -> str:
    """Return a sentence that says why the answer does not fit the question, or nothing."""
    match question, answer:
        case Roll(), RollAnswer():
            return _roll_misfit(question.parsed, answer)
        case Choose(), ChoiceAnswer():
            option = question.option(answer.option)
            if option is None:
                return "That choice is no longer there."
            return option.refused
        case Spread(), SpreadAnswer():
            return _spread_misfit(question, answer)
        case Pick(), PickAnswer():
            return _pick_misfit(question, answer)
        case Ask(), TextAnswer():
            if len(answer.text.strip()) > question.longest:
                return f"At most {question.longest} characters fit here."
        case _:
            return "That is an answer to another question."
    return ""


def _roll_misfit(wanted: Dice, answer: RollAnswer) -> str:
    try:
        rolled = parse_dice(answer.dice)
    except ValueError:
        return f"{wanted.name} is rolled here, not “{answer.dice}”."
    if rolled != wanted:
        return f"{wanted.name} is rolled here, not {rolled.name}."
    try:
        check_faces(wanted, answer.faces)
    except Refusal as refusal:
        return refusal.sentence
    return ""


def _pick_misfit(question: Pick, answer: PickAnswer) -> str:
    known = {option.id: option for option in question.options}
    if len(set(answer.options)) != len(answer.options):
        return "Nobody can be picked twice."
    for option_id in answer.options:
        option = known.get(option_id)
        if option is None:
            return "Somebody who was picked is no longer there."
        if option.refused:
            return option.refused
    count = len(answer.options)
    if count < question.least:
        return f"Pick {question.least}{'' if question.least == question.limit else ' or more'}."
    if count > question.limit:
        return f"Pick {question.limit} at most."
    return ""


def _spread_misfit(question: Spread, answer: SpreadAnswer) -> str:
    known = {share.id: share for share in question.shares}
    for share_id, amount in answer.amounts.items():
        share = known.get(share_id)
        if share is None:
            return "Somebody who should pay is no longer there."
        if not 0 <= amount <= share.available:
            asked = str(amount).replace("-", "−")
            return f"{share.label} has {share.available}, so {asked} cannot come from there."
    given = sum(answer.amounts.values())
    if given != question.total:
        return f"{question.total} must be spread, not {given}."
    return ""


def run(procedure: Callable[[], Procedure], answers: Answers) -> Progress:
    """Replay the stored answers into a fresh procedure and stop where one is missing.

    An answer that does not fit its question counts as missing; the reason is in `refused`.
    Raises `RuntimeError` when a procedure asks more than 10,000 questions or one key twice, and
    `TypeError` when it does not return an `Outcome`; both are faults of the procedure.
    """
    steps: list[Step] = []
    asked: set[str] = set()
    coroutine = procedure()
    try:
        question = next(coroutine)
        while True:
            if question.key in asked:
                raise RuntimeError(f"the question “{question.key}” came up twice")
            if len(steps) >= MAXIMUM_QUESTIONS:
                raise RuntimeError(f"more than {MAXIMUM_QUESTIONS} questions: “{question.key}”")
            asked.add(question.key)
            answer = answers.get(question.key)
            refused = misfit(question, answer) if answer is not None else ""
            if answer is None or refused:
                coroutine.close()
                return Progress(tuple(steps), question, None, refused)
            steps.append(Step(question, answer))
            question = coroutine.send(answer)
    except StopIteration as finished:
        outcome: object = finished.value
        if not isinstance(outcome, Outcome):
            raise TypeError(f"a procedure returned {outcome!r}, not an Outcome") from None
        return Progress(tuple(steps), None, outcome)


def possible_answers(question: Question) -> Iterator[tuple[Answer, Fraction]]:
    """Yield every answer to a roll or choice with its chance (a choice counts 1 for each option).

    A spread yields its proposal, a text question its proposed text, and a pick its smallest and its
    largest answer and each option by itself, where they are allowed.
    """
    match question:
        case Roll():
            dice = question.parsed
            chance = Fraction(1, prod(dice.sides))
            for faces in dice.all_faces():
                yield RollAnswer(dice=question.dice, faces=faces, typed=False), chance
        case Choose():
            for option in question.options:
                if not option.refused:
                    yield ChoiceAnswer(option=option.id), Fraction(1)
        case Spread():
            amounts = {share.id: share.proposed for share in question.shares}
            yield SpreadAnswer(amounts=amounts), Fraction(1)
        case Ask():
            yield TextAnswer(text=question.proposed), Fraction(1)
        case Pick():
            for picked in _possible_picks(question):
                yield PickAnswer(options=picked), Fraction(1)


def _possible_picks(question: Pick) -> Iterator[tuple[str, ...]]:
    free = tuple(option.id for option in question.options if not option.refused)
    picks = [free[: question.least], free[: question.limit], *((option,) for option in free)]
    for picked in dict.fromkeys(picks):
        if not _pick_misfit(question, PickAnswer(options=picked)):
            yield picked


@dataclass(frozen=True, slots=True)
class Branch:
    """One complete way through a procedure and the chance of its dice.

    A choice is not a matter of chance: the chances of the branches with the same choices add up
    to 1.
    """

    answers: dict[str, Answer]
    chance: Fraction
    outcome: Outcome


def every_branch(procedure: Callable[[], Procedure]) -> Iterator[Branch]:
    """Yield every complete way through a procedure, dice and choices alike.

    Branches come in the order of their answers: lowest faces and first options first. Raises
    `RuntimeError` for a question that cannot be answered, where a player would be stuck.
    """
    open_ends: list[tuple[dict[str, Answer], Fraction]] = [({}, Fraction(1))]
    while open_ends:
        answers, chance = open_ends.pop()
        progress = run(procedure, answers)
        if progress.outcome is not None:
            yield Branch(answers, chance, progress.outcome)
            continue
        question = progress.question
        if question is None or progress.refused:
            raise RuntimeError("a procedure refused an answer that its own question allows")
        ways = [
            ({**answers, question.key: answer}, chance * share)
            for answer, share in possible_answers(question)
        ]
        if not ways:
            raise RuntimeError(f"the question “{question.key}” allows no answer")
        open_ends.extend(reversed(ways))


def rolled_total(question: Roll, answer: Answer) -> int:
    """Return the total of the faces that answered a roll."""
    if not isinstance(answer, RollAnswer):
        raise TypeError("a roll is answered by faces")
    return question.parsed.total(answer.faces)


def chosen(answer: Answer) -> str:
    """Return the id of the option that was chosen."""
    if not isinstance(answer, ChoiceAnswer):
        raise TypeError("a choice is answered by an option")
    return answer.option


def picked(answer: Answer) -> tuple[str, ...]:
    """Return the ids of the options that were picked."""
    if not isinstance(answer, PickAnswer):
        raise TypeError("a pick is answered by some of its options")
    return answer.options
