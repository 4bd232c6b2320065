"""The lines of a board in one of two arrangements: side by side, or as on the printed form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from mordcry_app.services.views import BoardView
from mordcry_app.ui.views.aftermath.form_column import FormColumn
from mordcry_app.ui.views.aftermath.line_row import LineRow
from mordcry_app.ui.views.aftermath.on_form import BoardOnForm
from mordcry_app.ui.views.aftermath.tracks import TracksView


class Arrangement(Protocol):
    """What both arrangements of the lines can do."""

    def rows(self) -> Iterator[LineRow]: ...

    def row(self, key: str) -> LineRow | None: ...

    def focused_row(self) -> LineRow | None: ...

    def least_width(self) -> int: ...

    def focus_row(self, row: LineRow) -> None: ...

    def show_row(self, row: LineRow) -> None: ...

    def focus_beside(self, key: str, step: int) -> None: ...

    def focus_end(self, *, is_last: bool) -> None: ...

    def focus_across(self, key: str, step: int) -> None: ...


class BoardLines(QStackedWidget):
    """Shows the lines of a board; the arrangement that is not on screen holds no rows.

    Its signals are those of both: of the rows (`LineRow`), `row_goes(row)` for a row that is about
    to be deleted, and `jumped(key)` and `jump_given_up()` of the column (`FormColumn`).
    """

    chosen = Signal(str)
    step_chosen = Signal(str, str)
    moved = Signal(str, int)
    crossed = Signal(str, int)
    left = Signal(str)
    row_goes = Signal(QWidget)
    jumped = Signal(str)
    jump_given_up = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tracks = TracksView()
        self.column = FormColumn()
        for arrangement in (self._tracks, self.column):
            arrangement.chosen.connect(self.chosen)
            arrangement.step_chosen.connect(self.step_chosen)
            arrangement.moved.connect(self.moved)
            arrangement.crossed.connect(self.crossed)
            arrangement.left.connect(self.left)
            arrangement.row_goes.connect(self.row_goes)
            self.addWidget(arrangement)
        self.column.jumped.connect(self.jumped)
        self.column.jump_given_up.connect(self.jump_given_up)

    @property
    def shown(self) -> Arrangement:
        """The arrangement on screen."""
        return self.column if self.currentWidget() is self.column else self._tracks

    def set_board(self, board: BoardView, form: BoardOnForm | None) -> None:
        """Show a board as it stands: in the order of its form, or without one side by side."""
        if form is None:
            self.column.clear()
            self._tracks.set_tracks(board.tracks)
            self.setCurrentWidget(self._tracks)
        else:
            self._tracks.set_tracks(())
            self.column.set_board(board, form)
            self.setCurrentWidget(self.column)
