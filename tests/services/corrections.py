"""Aftermaths to amend, and ways to look at what a correction did."""

from __future__ import annotations

from collections.abc import Mapping

from mordcry_app.rules.dice import SeededRandom
from mordcry_app.rules.procedure import ChoiceAnswer, Choose, Roll
from mordcry_app.rules.state import State
from mordcry_app.services import boards
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.amending import start_amending
from mordcry_app.services.board_view import board_view
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.state_reader import current_state
from mordcry_app.services.views import AmendingView, BoardView
from tests.services.worlds import answer_next, fight, open_lines

OUT: dict[str, str | None] = {"Anselm": "Krato", "Dietlind": "Lene", "Odo": "Anselm"}
"""Members 1, 4 and 15: the captain and a warrior of roster 1, a warrior of roster 2."""

INJURIES = {"injury/1/roll": "31", "injury/4/roll": "32", "injury/15/roll": "36"}
"""An arm, an arm, and a wound that heals."""


def keep_quiet(
    file: CampaignFile,
    draft_id: int,
    seed: int | str = 7,
    choices: Mapping[str, str] | None = None,
) -> None:
    """Answer what is left, and do nothing where one may: no healer, no search, nobody joins.

    `choices` has options that are taken all the same, by question.
    """
    source = SeededRandom(seed)
    while not (board := board_view(file, draft_id)).is_complete:
        lines = open_lines(board)
        if any(isinstance(line.question, Roll) for line in lines):
            boards.roll_all_left(file, draft_id, source)
            continue
        question = lines[0].question
        assert question is not None
        quiet = ("keep", "stay", "none", "nobody", "no")
        options = question.options if isinstance(question, Choose) else ()
        chosen = (choices or {}).get(question.key) or next(
            (o.id for o in options if o.id in quiet and not o.refused), None
        )
        if chosen is None:
            answer_next(file, draft_id, source)
        else:
            boards.give_answer(file, draft_id, question.key, ChoiceAnswer(option=chosen))


def answered_battle(
    file: CampaignFile, injuries: dict[str, str] | None = None, seed: int | str = 7
) -> tuple[int, int]:
    """Fight a battle and answer its aftermath; return the ids of the battle and of its draft."""
    battle_id, draft_id = fight(file, OUT)
    for key, faces in (INJURIES if injuries is None else injuries).items():
        boards.type_faces(file, draft_id, key, faces)
    keep_quiet(file, draft_id, seed)
    return battle_id, draft_id


def finish_battle(
    file: CampaignFile, injuries: dict[str, str] | None = None, seed: int | str = 7
) -> int:
    """Fight a battle, answer its aftermath and finish it; return the battle’s id."""
    battle_id, draft_id = answered_battle(file, injuries, seed)
    boards.finish(file, draft_id)
    return battle_id


def amend(file: CampaignFile, battle_id: int, faces: dict[str, str], seed: int | str = 7) -> int:
    """Open an aftermath again, correct some rolls, answer what follows; return the draft’s id."""
    draft_id = start_amending(file, battle_id).created["draft"]
    correct(file, draft_id, faces, seed)
    return draft_id


def correct(
    file: CampaignFile, draft_id: int, faces: dict[str, str], seed: int | str = 7
) -> BoardView:
    """Correct some rolls of a board and answer what follows from them."""
    for key, typed in faces.items():
        boards.type_faces(file, draft_id, key, typed)
    keep_quiet(file, draft_id, seed)
    return board_view(file, draft_id)


def amending(file: CampaignFile, draft_id: int) -> AmendingView:
    """Return how an open correction stands."""
    view = board_view(file, draft_id).amending
    assert view is not None
    return view


def state_of(file: CampaignFile) -> State:
    """Return the campaign as the rules see it."""
    with file.reading() as connection:
        return current_state(file, connection)


def give_crowns(file: CampaignFile, amount: int, roster_id: int = 1) -> None:
    """Put crowns into a purse."""
    edits.adjust_resource(file, "crowns", amount, "found", roster_id=roster_id)
