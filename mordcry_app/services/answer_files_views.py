"""What an answers file comes to, as frozen views."""

from __future__ import annotations

from dataclasses import dataclass

from mordcry_app.rules.procedure import Question
from mordcry_app.services.views import BoardView


@dataclass(frozen=True)
class OpenQuestionView:
    """A question that is still open: on which line, what it asks, and what may be answered.

    `valid` has one line of text for each option or payer, and one for dice; `example` is an answer
    as it may be written where a single word is enough.
    """

    key: str
    line: str
    why: str
    valid: tuple[str, ...]
    example: str
    question: Question


@dataclass(frozen=True)
class AnsweredView:
    """A board as it is with the answers of a file; nothing of it is stored yet.

    `typed` and `rolled` count the rolls that the file and the program made; with the same `seed`
    the program rolls the same again. `unused` are keys that nothing asks so far.
    """

    board: BoardView
    records_battle: bool
    typed: int
    rolled: int
    seed: str
    open: tuple[OpenQuestionView, ...]
    unused: tuple[str, ...]
