"""One warband’s side of a board: its lines, in the order of the rules."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from mordcry_app.services.views import TrackView
from mordcry_app.ui.views.aftermath.line_list import RowEntry
from mordcry_app.ui.views.aftermath.line_row import NARROW
from mordcry_app.ui.views.aftermath.lines_card import LinesCard
from mordcry_app.ui.widgets import ElidedLabel, WrapLabel

LEAST_WIDTH = 262
"""Narrower than this, in logical pixels, the lines of a track cannot be read any more."""


class TrackPanel(LinesCard):
    """The lines of one warband."""

    def __init__(self, track: TrackView, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.setMinimumWidth(LEAST_WIDTH)
        self._standing = ElidedLabel(tone="muted")
        self.add_aside(self._standing)
        self._nothing = WrapLabel("Nothing is to be done for this warband.", tone="muted")
        self._nothing.setContentsMargins(14, 4, 14, 4)
        self.body.addWidget(self._nothing)
        self.body.addWidget(self._list, 1)
        self.set_track(track)

    def set_track(self, track: TrackView) -> None:
        """Show the track as it stands."""
        self.set_title(track.name)
        self._standing.setText(" · ".join(part for part in (track.player, track.result) if part))
        if self._nothing.isHidden() == (not track.lines):
            self._nothing.setHidden(bool(track.lines))
        self._list.set_entries([RowEntry(line, track.name) for line in track.lines])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._standing.setMaximumWidth(self.width() * 2 // 5)  # the warband’s name comes first
        self._list.set_narrow(self.width() < NARROW)
