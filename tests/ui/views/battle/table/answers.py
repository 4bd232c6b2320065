"""The answers of somebody who wants to get on: the first option, the proposal, any dice."""

from __future__ import annotations

from mordcry_app.rules.dice import SeededRandom
from mordcry_app.rules.procedure import (
    Answer,
    Ask,
    ChoiceAnswer,
    Choose,
    Pick,
    PickAnswer,
    Question,
    Roll,
    RollAnswer,
    Spread,
    SpreadAnswer,
    TextAnswer,
)


def plain_answer(question: Question, random: SeededRandom) -> Answer:
    """Return an answer that fits."""
    match question:
        case Roll():
            return RollAnswer(dice=question.dice, faces=question.parsed.roll(random), typed=False)
        case Choose():
            option = next(option for option in question.options if not option.refused)
            return ChoiceAnswer(option=option.id)
        case Pick():
            free = tuple(option.id for option in question.options if not option.refused)
            is_enough = len(question.proposed) >= question.least
            return PickAnswer(options=question.proposed if is_enough else free[: question.least])
        case Spread():
            given = {share.id: share.proposed for share in question.shares if share.proposed}
            return SpreadAnswer(amounts=given)
        case Ask():
            return TextAnswer(text=question.proposed or "Nobody")
