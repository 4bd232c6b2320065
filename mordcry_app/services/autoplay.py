"""Answers whole boards without a player, through the same services that screens use.

The sample campaign and the demonstration are played like this.
"""

from __future__ import annotations

from mordcry_app.rules.dice import RandomSource
from mordcry_app.rules.procedure import (
    Answer,
    ChoiceAnswer,
    Choose,
    Question,
    Roll,
    Spread,
    SpreadAnswer,
    TextAnswer,
)
from mordcry_app.services.board_view import board_view
from mordcry_app.services.boards import give_answer, roll_all_left
from mordcry_app.services.campaign_file import CampaignFile

_MOST_ANSWERS = 2_000


def play_board(file: CampaignFile, draft_id: int, random: RandomSource) -> None:
    """Answer every line of a board: rolls from `random`, choices drawn from it as well.

    A choice that begins with a free option (leaving things as they are) takes that one.
    """
    for _ in range(_MOST_ANSWERS):
        board = board_view(file, draft_id)
        if board.is_complete or board.next_line is None:
            return
        open_questions = [
            line.question
            for track in board.tracks
            for line in track.lines
            if line.question is not None
        ]
        if any(isinstance(question, Roll) for question in open_questions):
            roll_all_left(file, draft_id, random)
        else:
            question = open_questions[0]
            give_answer(file, draft_id, question.key, automatic_answer(question, random))
    raise RuntimeError("a board did not come to an end")


def automatic_answer(question: Question, random: RandomSource) -> Answer:
    """Return an answer to any question but a roll."""
    match question:
        case Choose():
            open_options = [option for option in question.options if not option.refused]
            first = open_options[0]
            if first.id == "keep":
                return ChoiceAnswer(option=first.id)
            return ChoiceAnswer(option=open_options[random.face(len(open_options)) - 1].id)
        case Spread():
            return SpreadAnswer(amounts={share.id: share.proposed for share in question.shares})
        case Roll():
            raise TypeError("rolls are rolled, not chosen")
        case _:
            return TextAnswer(text=question.proposed)
