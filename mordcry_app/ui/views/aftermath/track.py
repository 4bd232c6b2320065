"""One warband’s side of a board: its lines, in the order of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from mordcry_app.services.views import TrackView
from mordcry_app.ui.views.aftermath.line_list import LineList, RowEntry
from mordcry_app.ui.views.aftermath.line_row import NARROW, LineRow
from mordcry_app.ui.widgets import Card, ElidedLabel, WrapLabel

LEAST_WIDTH = 262
"""Narrower than this, in logical pixels, the lines of a track cannot be read any more."""


class TrackPanel(Card):
    """The lines of one warband. Its signals are those of its rows (`LineRow`)."""

    chosen = Signal(str)
    step_chosen = Signal(str, str)
    moved = Signal(str, int)
    crossed = Signal(str, int)
    left = Signal(str)
    row_goes = Signal(QWidget)
    """A row is about to be deleted."""

    def __init__(self, track: TrackView, parent: QWidget | None = None) -> None:
        super().__init__(flush=True, parent=parent)
        self.setMinimumWidth(LEAST_WIDTH)
        self._standing = ElidedLabel(tone="muted")
        self.add_aside(self._standing)
        self._nothing = WrapLabel("Nothing is to be done for this warband.", tone="muted")
        self._nothing.setContentsMargins(14, 4, 14, 4)
        self.body.addWidget(self._nothing)
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
        self.body.addWidget(self._list, 1)
        self.set_track(track)

    def rows(self) -> Iterator[LineRow]:
        """The rows, from top to bottom."""
        yield from self._list.rows()

    def row(self, key: str) -> LineRow | None:
        """The row of a line, if this track has it."""
        return self._list.row(key)

    def set_track(self, track: TrackView) -> None:
        """Show the track as it stands."""
        self.set_title(track.name)
        self._standing.setText(" · ".join(part for part in (track.player, track.result) if part))
        if self._nothing.isHidden() == (not track.lines):
            self._nothing.setHidden(bool(track.lines))
        self._list.set_entries([RowEntry(line, track.name) for line in track.lines])

    def show_row(self, row: LineRow) -> None:
        """Scroll *row* into view, once the layout has settled."""
        self._list.show_row(row)

    def focus_row(self, row: LineRow) -> None:
        """Give *row* the keyboard, or the question that it asks."""
        self._list.focus_row(row)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._standing.setMaximumWidth(self.width() * 2 // 5)  # the warband’s name comes first
        self._list.set_narrow(self.width() < NARROW)
