"""What the printed form has to do with a board: the order of its lines, and their numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.paper_form import form_order, form_view
from mordcry_app.services.paper_form_then import form_then
from mordcry_app.services.paper_views import FormView
from mordcry_app.services.views import BoardView, Touched
from mordcry_app.ui.campaign_session import BOARD_TABLES, CampaignSession

_KINDS = ("aftermath", "amend")
"""Boards that were filled in on paper; before a battle, and for advances, there is no form."""

_NUMBER = re.compile(r"([A-Z]+)\s*(\d*)")


@dataclass(frozen=True)
class BoardOnForm:
    """The lines of a board in the order of the form, and the number of the row of each.

    Lines without a row have no number. `rows` are the numbers of all rows of the form, those with
    nothing to answer on this board as well.
    """

    order: tuple[str, ...]
    numbers: Mapping[str, str] = field(default_factory=dict[str, str])
    rows: frozenset[str] = frozenset()

    def found(self, board: BoardView, typed: str) -> str | None:
        """Return the key of the line in the row that was typed, such as `c4`.

        Of several in one row it is the first that is not done. A letter alone finds the block.
        """
        match = _NUMBER.fullmatch(typed.strip().upper())
        if match is None:
            return None
        letters, digits = match.groups()
        keys = [key for key in self.order if _is_in(self.numbers.get(key, ""), letters, digits)]
        left = (key for key in keys if board.line(key).status != "done")
        return next(left, keys[0] if keys else None)

    def why_not_found(self, typed: str) -> str:
        """Say why there is no line in the row that was typed."""
        shown = typed.strip().upper()
        match = _NUMBER.fullmatch(shown)
        letters, digits = match.groups() if match else ("", "")
        if match and any(_is_in(row, letters, digits) for row in self.rows):
            return f"{shown} asks nothing."
        return f"No {shown} on the form."


def block_letter(number: str) -> str:
    """Return the letter of the block that a row is in: `C` for `C4`."""
    return number.rstrip("0123456789")


def on_form(board: BoardView, form: FormView | None) -> BoardOnForm:
    """Return how a board goes with the form that was printed for it."""
    order = form_order(board)
    if form is None:
        return BoardOnForm(order)
    numbers: dict[str, str] = {}
    seen = Counter[tuple[str, int, int | None]]()
    for key in order:
        line = board.line(key)
        about = (line.stage, line.roster_id, line.member_id)
        seen[about] += 1
        if number := form.number_of(*about, seen[about]):
            numbers[key] = number
    rows = frozenset(row.number for block in form.blocks for row in block.rows if row.number)
    return BoardOnForm(order, numbers, rows)


class FormFinder:
    """Finds the form of the board on screen; it is read once, while only answers change."""

    def __init__(self, session: CampaignSession) -> None:
        self._session = session
        self._known: tuple[int, FormView | None] | None = None

    def follow(self, touched: Touched | None) -> None:
        """Forget the form after an operation that may have changed it."""
        if touched is None or touched.everything or not touched.tables <= BOARD_TABLES:
            self._known = None

    def is_there(self, board: BoardView) -> bool:
        """Whether the ruleset prints a form for boards of this kind."""
        return board.kind in _KINDS and bool(self._session.campaign.paper.blocks_of("form"))

    def of(self, board: BoardView) -> BoardOnForm:
        """Return how the board goes with its form."""
        if self._known is None or self._known[0] != board.draft_id:
            self._known = (board.draft_id, self._read(board))
        return on_form(board, self._known[1])

    def _read(self, board: BoardView) -> FormView | None:
        file = self._session.file
        if board.kind != "amend" or board.battle_number is None:
            return form_view(file, ())
        try:
            return form_then(file, board.battle_number)
        except Refusal:
            return None  # the lines keep their order; there are no numbers to go by


def _is_in(number: str, letters: str, digits: str) -> bool:
    return number == letters + digits if digits else block_letter(number) == letters
