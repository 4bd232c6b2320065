"""All lines of a board in one column, in the order of the printed form and with its numbers.

For those who have filled the form in at the table: eyes on the paper, hands on the keyboard.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from mordcry_app.services.views import BoardView, LineView, StageView, TrackView
from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.views.aftermath.jump_field import JumpField
from mordcry_app.ui.views.aftermath.line_list import RowEntry, row_with_keyboard
from mordcry_app.ui.views.aftermath.line_row import GAP, INSET, NUMBER_WIDTH, LineRow
from mordcry_app.ui.views.aftermath.lines_card import LinesCard
from mordcry_app.ui.views.aftermath.on_form import BoardOnForm, block_letter
from mordcry_app.ui.widgets import ElidedLabel, Label, titled

LEAST_WIDTH = 420
"""Narrower than this, in logical pixels, the column needs all the room of the page."""

_NARROW = 380
"""Below this width the label of a line stands above its text: its number needs room, too."""


class FormColumn(LinesCard):
    """The lines of a board from top to bottom, with a field that leads to the row of a number.

    - `jumped(key)` the player wants to go to this line
    - `jump_given_up()` the player wants to go back to the question at hand
    """

    jumped = Signal(str)
    jump_given_up = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("As on the form", parent)
        self._board: BoardView | None = None
        self._form = BoardOnForm(())
        self._stages: dict[str, StageHeading] = {}
        self._warbands: dict[tuple[str, int], WarbandHeading] = {}
        self.jump = JumpField()
        self.jump.typed.connect(self._jump)
        self.jump.given_up.connect(self.jump_given_up)
        self.add_aside(self.jump)
        self.body.addWidget(self._list, 1)

    def set_board(self, board: BoardView, form: BoardOnForm) -> None:
        """Show the board as it stands, in the order of the form."""
        is_other = self._board is None or self._board.draft_id != board.draft_id
        if is_other or bool(self._form.numbers) != bool(form.numbers):
            self.clear()
        self._board, self._form = board, form
        self.jump.setVisible(bool(form.numbers))
        self.jump.field.setPlaceholderText(next(iter(form.numbers.values()), ""))
        self._list.set_entries(list(self._entries(board, form)))
        kept = self._list.headings()
        self._stages = {key: it for key, it in self._stages.items() if it in kept}
        self._warbands = {key: it for key, it in self._warbands.items() if it in kept}

    def clear(self) -> None:
        """Show nothing."""
        self._board, self._form = None, BoardOnForm(())
        self._stages, self._warbands = {}, {}
        self._list.set_entries([])
        self.jump.clear()

    def focused_row(self) -> LineRow | None:
        """The row that the keyboard is in."""
        return row_with_keyboard(self._list)

    def headings(self) -> tuple[str, ...]:
        """The headings, from top to bottom."""
        headings = self._list.headings()
        return tuple(h.text() for h in headings if isinstance(h, (StageHeading, WarbandHeading)))

    def least_width(self) -> int:
        """How much room the column needs at least, in logical pixels."""
        return LEAST_WIDTH

    def focus_beside(self, key: str, step: int) -> None:
        """Go to the row after (1) or before (−1) a line."""
        rows = list(self.rows())
        place = next((n for n, row in enumerate(rows) if row.line.key == key), None)
        if place is not None and 0 <= place + step < len(rows):
            self.focus_row(rows[place + step])

    def focus_end(self, *, is_last: bool) -> None:
        """Go to the first row, or to the last one."""
        rows = list(self.rows())
        if rows:
            self.focus_row(rows[-1 if is_last else 0])

    def focus_across(self, key: str, step: int) -> None:
        """There is nothing beside a row: the keyboard stays."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._list.set_narrow(self.width() < _NARROW)

    def _jump(self, typed: str) -> None:
        key = self._form.found(self._board, typed) if self._board is not None else None
        if key is None:
            self.jump.refuse(self._form.why_not_found(typed))
        else:
            self.jump.clear()
            self.jumped.emit(key)

    def _entries(self, board: BoardView, form: BoardOnForm) -> Iterator[RowEntry | QWidget]:
        """Yield headings and rows. Lines of whole warbands name them, as their rows do on paper.

        Where all lines of a stage are of one kind its heading says which.
        """
        tracks = {track.roster_id: track for track in board.tracks}
        lines = [board.line(key) for key in form.order]
        for stage in board.stages:
            of_stage = [line for line in lines if line.stage == stage.id]
            number = next((n for line in of_stage if (n := form.numbers.get(line.key))), "")
            yield self._stage_heading(stage, block_letter(number))
            names_each = all(line.member_id is None for line in of_stage)
            is_labelled = len({line.label for line in of_stage}) > 1
            before: int | None = None
            for line in of_stage:
                if not names_each and line.roster_id != before:
                    yield self._warband_heading(stage, tracks[line.roster_id])
                before = line.roster_id
                name = "" if names_each else tracks[line.roster_id].name
                yield RowEntry(line, name, self._number(line), is_labelled)

    def _number(self, line: LineView) -> str | None:
        """The number of a line on the form; none where no line has one."""
        return self._form.numbers.get(line.key, "") if self._form.numbers else None

    def _stage_heading(self, stage: StageView, letter: str) -> StageHeading:
        heading = self._stages.get(stage.id)
        if heading is None:
            heading = self._stages[stage.id] = StageHeading(has_margin=bool(self._form.numbers))
        heading.show_stage(stage, letter)
        return heading

    def _warband_heading(self, stage: StageView, track: TrackView) -> WarbandHeading:
        key = (stage.id, track.roster_id)
        heading = self._warbands.get(key)
        if heading is None:
            heading = self._warbands[key] = WarbandHeading(has_margin=bool(self._form.numbers))
        heading.show_track(track)
        return heading


class StageHeading(QWidget):
    """The title of a block of the form with its letter, and how much of it is left."""

    def __init__(self, *, has_margin: bool) -> None:
        super().__init__()
        line = QHBoxLayout(self)
        line.setContentsMargins(INSET, 14, INSET, 3)
        line.setSpacing(GAP)
        self._letter = titled("", TextSize.HEADING)
        self._letter.set_tone("muted")
        self._letter.setFixedWidth(NUMBER_WIDTH)
        self._name = titled("", TextSize.HEADING)
        self._left = Label(tone="muted", size=TextSize.SMALL)
        line.addWidget(self._letter)
        line.addWidget(self._name, 1)
        line.addWidget(self._left)
        self._letter.setVisible(has_margin)  # not before: it would be a window of its own

    def show_stage(self, stage: StageView, letter: str) -> None:
        """Show how a stage stands."""
        self._letter.setText(letter)
        self._name.setText(stage.name)
        self._left.setText(f"{stage.left} left" if stage.left else "✓")
        self._left.set_tone("muted" if stage.left else "verdigris")

    def text(self) -> str:
        """What the heading says."""
        return " ".join(part for part in (self._letter.text(), self._name.text()) if part)


class WarbandHeading(QWidget):
    """Whose lines follow."""

    def __init__(self, *, has_margin: bool) -> None:
        super().__init__()
        line = QHBoxLayout(self)
        line.setContentsMargins(INSET + (NUMBER_WIDTH + GAP if has_margin else 0), 6, INSET, 4)
        line.setSpacing(GAP)
        self._name = ElidedLabel(bold=True)
        self._standing = ElidedLabel(tone="muted", size=TextSize.SMALL)
        line.addWidget(self._name, 1)
        line.addWidget(self._standing)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._standing.setMaximumWidth(self.width() * 2 // 5)  # the warband’s name comes first

    def show_track(self, track: TrackView) -> None:
        """Show a warband."""
        self._name.setText(track.name)
        standing = " · ".join(part for part in (track.player, track.result) if part)
        self._standing.setText(standing)

    def text(self) -> str:
        """What the heading says."""
        return self._name.text()
