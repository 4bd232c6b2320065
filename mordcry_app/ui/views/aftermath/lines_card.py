"""A card whose content is a list of lines: one warband’s, or all of them as on the printed form."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from mordcry_app.ui.views.aftermath.line_list import LineList
from mordcry_app.ui.views.aftermath.line_row import LineRow
from mordcry_app.ui.widgets import Card


class LinesCard(Card):
    """Holds a `LineList`, whose signals are its own; who inherits it says where the list stands."""

    chosen = Signal(str)
    step_chosen = Signal(str, str)
    moved = Signal(str, int)
    crossed = Signal(str, int)
    left = Signal(str)
    row_goes = Signal(QWidget)
    """A row is about to be deleted."""

    def __init__(self, title: str = "", parent: QWidget | None = None) -> None:
        super().__init__(title, flush=True, parent=parent)
        self._list = LineList()
        for theirs, ours in (
            (self._list.chosen, self.chosen),
            (self._list.step_chosen, self.step_chosen),
            (self._list.moved, self.moved),
            (self._list.crossed, self.crossed),
            (self._list.left, self.left),
            (self._list.row_goes, self.row_goes),
        ):
            theirs.connect(ours)

    def rows(self) -> Iterator[LineRow]:
        """The rows, from top to bottom."""
        yield from self._list.rows()

    def row(self, key: str) -> LineRow | None:
        """The row of a line, if it is here."""
        return self._list.row(key)

    def show_row(self, row: LineRow) -> None:
        """Scroll *row* into view, once the layout has settled."""
        self._list.show_row(row)

    def focus_row(self, row: LineRow) -> None:
        """Give *row* the keyboard, or the question that it asks, and scroll it into view."""
        self._list.focus_row(row)
