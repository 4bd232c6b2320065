"""One answer of an answers file, and how a question is put to whoever writes such a file.

Faces are `"36"` or `[3, 6]`, choices the id or the label of an option, amounts a table of payers,
texts are texts; `"roll"` lets the program roll.
"""

from __future__ import annotations

from typing import cast

from mordcry_app.rules.dice import check_faces, read_faces
from mordcry_app.rules.procedure import (
    Answer,
    ChoiceAnswer,
    Choose,
    Pick,
    PickAnswer,
    Question,
    Roll,
    RollAnswer,
    Share,
    Spread,
    SpreadAnswer,
    TextAnswer,
    misfit,
)
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.answer_files_views import OpenQuestionView

ROLL = "roll"
"""What lets the program roll."""

MOST_NAMED = 12
LONGEST_TEXT = 2_000
LARGEST = 1_000_000_000


def is_for_the_program(question: Question, value: object) -> bool:
    """Say whether the program is to roll for a question."""
    return isinstance(question, Roll) and value == ROLL


def answer_from(question: Question, value: object) -> Answer:
    """Return what a file says as an answer; raises `Refusal` with what would be valid."""
    match question:
        case Roll():
            faces = _faces(question, value)
            answer: Answer = RollAnswer(dice=question.dice, faces=faces, typed=True)
        case Choose():
            answer = ChoiceAnswer(option=_option(question, value))
        case Spread():
            answer = SpreadAnswer(amounts=_amounts(question, value))
        case Pick():
            answer = PickAnswer(options=_picked(question, value))
        case _:
            if not isinstance(value, str) or len(value) > LONGEST_TEXT:
                raise Refusal(f"This is answered by a text of {question.longest} letters at most.")
            answer = TextAnswer(text=value)
    reason = misfit(question, answer)
    if reason:
        raise Refusal(reason)
    return answer


def in_words(question: Question, line: str) -> OpenQuestionView:
    """Return an open question with everything that may be answered."""
    valid: tuple[str, ...]
    match question:
        case Roll():
            valid, example = (f"the faces of {question.parsed.name}, or “{ROLL}”",), ROLL
        case Choose():
            valid = tuple(
                f"{option.id}: {option.label}"
                + (f" ({option.detail})" if option.detail else "")
                + (f" – not now: {option.refused}" if option.refused else "")
                for option in question.options
            )
            example = next((option.id for option in question.options if not option.refused), "")
        case Spread():
            valid = (
                f"{question.total} in all",
                *(
                    f"{share.id}: {share.label}, {share.available} at most"
                    for share in question.shares
                ),
            )
            example = ""
        case Pick():
            valid = (
                f"a list of {question.least} to {question.limit}",
                *(f"{option.id}: {option.label}" for option in question.options),
            )
            example = ""
        case _:
            valid, example = (f"A text of {question.longest} letters at most",), question.proposed
    return OpenQuestionView(question.key, line, question.why, valid, example, question)


def _faces(question: Roll, value: object) -> tuple[int, ...]:
    dice = question.parsed
    if isinstance(value, str):
        return read_faces(dice, value)
    if _is_whole(value):
        return read_faces(dice, str(value))
    if isinstance(value, list | tuple):
        faces = tuple(cast("list[object] | tuple[object, ...]", value))
        if all(_is_whole(face) for face in faces):
            whole = cast("tuple[int, ...]", faces)
            check_faces(dice, whole)
            return whole
    raise Refusal(f"{dice.name} is rolled here: write its faces, or “{ROLL}”.")


def _picked(question: Pick, value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise Refusal('This is answered by a list, such as ["4", "7"]; nobody is [].')
    return tuple(_option(question, name) for name in cast("list[object]", value))


def _option(question: Choose | Pick, value: object) -> str:
    if not isinstance(value, str):
        raise Refusal("This is answered by the id or the label of an option.")
    if question.option(value) is not None:
        return value
    wanted = value.strip().casefold()
    named = [option.id for option in question.options if option.label.casefold() == wanted]
    if len(named) == 1:
        return named[0]
    ids = [option.id for option in question.options]
    more = f" and {len(ids) - MOST_NAMED} more" if len(ids) > MOST_NAMED else ""
    raise Refusal(f"“{value[:60]}” cannot be chosen; valid: {', '.join(ids[:MOST_NAMED])}{more}.")


def _amounts(question: Spread, value: object) -> dict[str, int]:
    if not isinstance(value, dict):
        raise Refusal("This is answered by a table of amounts, such as { 4 = 10, 7 = 15 }.")
    amounts: dict[str, int] = {}
    for name, amount in cast("dict[str, object]", value).items():
        share = _share(question, name)
        if share.id in amounts:
            raise Refusal(f"{share.label} pays twice.")
        if not _is_whole(amount):
            raise Refusal(f"What {share.label} pays must be a whole number.")
        amounts[share.id] = cast(int, amount)
    return amounts


def _share(question: Spread, name: str) -> Share:
    wanted = name.strip().casefold()
    found = [share for share in question.shares if share.id == name] or [
        share for share in question.shares if share.label.casefold() == wanted
    ]
    if len(found) == 1:
        return found[0]
    payers = ", ".join(f"{share.id} ({share.label})" for share in question.shares[:MOST_NAMED])
    raise Refusal(f"“{name[:60]}” cannot pay here; valid: {payers}.")


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST
