"""Writes an answers file to start from: its open questions as comments, or a battle to tell of."""

from __future__ import annotations

from collections.abc import Iterator

import tomlkit

from mordcry_app.rules.procedure import Pick, Spread
from mordcry_app.rules.ruleset import Ruleset
from mordcry_app.rules.state import State
from mordcry_app.services.answer_files import open_draft, open_questions
from mordcry_app.services.answer_files_views import OpenQuestionView
from mordcry_app.services.battle_entries import BattleEntry
from mordcry_app.services.battles import default_entry
from mordcry_app.services.board_layout import open_board
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.shown import shown_member_name, shown_roster_name
from mordcry_app.services.state_reader import current_state

_HOW = """\
# Faces are written as "36" or [3, 6], and "roll" lets the program roll. Choices are written by id
# or by label, amounts as a table of who pays what. What comes of an answer may ask more: run the
# file without --commit, and what is still open is listed like this.

# What becomes of all that is not listed: "stop" leaves it open, "roll" lets the program roll and
# takes amounts and names as proposed, "first" also takes the first option of each choice.
otherwise = "stop"
"""

_BATTLE = """\

# No board is open, so this file has to tell of the battle first. result is won, lost, drew or
# retreated; one side wins and the others do not, or all drew. Fighters go by name or number.
[battle]
note = ""
"""


def template(file: CampaignFile) -> str:
    """Return an answers file for the open board; without one, for a battle that is not recorded."""
    draft_id = open_draft(file)
    if draft_id is None:
        return "\n".join([_HOW + _BATTLE, *_sides(file), "[answers]", ""])
    with file.reading() as connection:
        board = open_board(file, connection, draft_id)
    lines = [line for question in open_questions(board) for line in question_lines(question)]
    return "\n".join([f"# {board.basis.title}", _HOW, "[answers]", *lines, ""])


def question_lines(question: OpenQuestionView) -> Iterator[str]:
    """Yield a question as comments, the last of which answers it once its `#` is taken away."""
    yield ""
    yield _comment(f"{question.line}: {question.why}")
    yield from (_comment(f"  {valid}") for valid in question.valid)
    yield f"# {_string(question.key)} = {_example(question)}"


def _sides(file: CampaignFile) -> Iterator[str]:
    entry = default_entry(file)
    with file.reading() as connection:
        state = current_state(file, connection)
    for place in range(len(entry.sides)):
        yield from _side(entry, place, state, file.ruleset)


def _side(entry: BattleEntry, place: int, state: State, ruleset: Ruleset) -> Iterator[str]:
    side = entry.sides[place]
    present = ", ".join(
        f"{shown_member_name(member, ruleset)} (#{member.id})"
        for member in state.active(side.roster_id)
        if member.id in side.took_part
    )
    yield "[[battle.side]]"
    yield f"warband = {_string(shown_roster_name(state.rosters[side.roster_id]))}"
    yield f"result = {_string(side.result)}"
    yield _comment(f"takes part: {present}")
    yield "absent = []          # who of them was not there after all"
    yield 'out = {}             # who was put out of action by whom: { "Odo" = "Anselm" }'
    yield "objectives = 0"
    yield "treasures = 0"
    yield "holders = []         # who held an objective or a treasure at the end"
    yield 'extra_kills = {}     # further knock-outs: { "Odo" = 1 }'
    yield ""


def _example(question: OpenQuestionView) -> str:
    if isinstance(question.question, Spread):
        amounts = tomlkit.inline_table()
        for share in question.question.shares:
            if share.proposed:
                amounts[share.id] = share.proposed
        return amounts.as_string()
    if isinstance(question.question, Pick):
        picked = question.question.proposed or tuple(
            option.id for option in question.question.options[: question.question.least]
        )
        return f"[{', '.join(_string(option) for option in picked)}]"
    return _string(question.example)


def _comment(text: str) -> str:
    """Return a text as one comment, whatever is in it."""
    indent = text[: len(text) - len(text.lstrip())]
    return f"# {indent}{' '.join(text.split())}"


def _string(text: str) -> str:
    return tomlkit.string(text).as_string()
