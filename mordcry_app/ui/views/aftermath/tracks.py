"""All warbands of a board side by side; it scrolls sideways when there are more than fit."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QWidget

from mordcry_app.services.views import TrackView
from mordcry_app.ui.views.aftermath.line_list import row_with_keyboard
from mordcry_app.ui.views.aftermath.line_row import LineRow
from mordcry_app.ui.views.aftermath.track import LEAST_WIDTH, TrackPanel

_GAP = 14

_SHARES = (2, 1)
"""How the room is shared between what is about everybody, where there is any, and each warband."""


class TracksView(QScrollArea):
    """The tracks of a board.

    Its signals are those of the rows (`LineRow`), and `row_goes(row)` for a row that is about to
    be deleted.
    """

    chosen = Signal(str)
    step_chosen = Signal(str, str)
    moved = Signal(str, int)
    crossed = Signal(str, int)
    left = Signal(str)
    row_goes = Signal(QWidget)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        content = QWidget()
        self._across = QHBoxLayout(content)
        self._across.setContentsMargins(0, 0, 0, 0)
        self._across.setSpacing(_GAP)
        self.setWidget(content)
        self._panels: dict[int, TrackPanel] = {}

    def set_tracks(self, tracks: tuple[TrackView, ...]) -> None:
        """Show the tracks as they stand; what has not changed is left alone."""
        wanted = {track.roster_id for track in tracks}
        for roster_id in [key for key in self._panels if key not in wanted]:
            panel = self._panels.pop(roster_id)
            for row in panel.rows():
                self.row_goes.emit(row)
            self._across.removeWidget(panel)
            panel.hide()
            panel.deleteLater()
        for place, track in enumerate(tracks):
            panel = self._panels.get(track.roster_id)
            if panel is not None:
                panel.set_track(track)
                continue
            panel = TrackPanel(track)
            panel.chosen.connect(self.chosen)
            panel.step_chosen.connect(self.step_chosen)
            panel.moved.connect(self.moved)
            panel.crossed.connect(self.crossed)
            panel.left.connect(self.left)
            panel.row_goes.connect(self.row_goes)
            self._panels[track.roster_id] = panel
            self._across.insertWidget(place, panel, _SHARES[bool(track.roster_id)])

    def panels(self) -> tuple[TrackPanel, ...]:
        """The tracks, from left to right."""
        return tuple(sorted(self._panels.values(), key=self._across.indexOf))

    def rows(self) -> Iterator[LineRow]:
        """Every row of every track."""
        for panel in self.panels():
            yield from panel.rows()

    def row(self, key: str) -> LineRow | None:
        """The row of a line."""
        return next((row for panel in self.panels() if (row := panel.row(key))), None)

    def focused_row(self) -> LineRow | None:
        """The row that the keyboard is in."""
        return row_with_keyboard(self)

    def least_width(self) -> int:
        """How much room the tracks need at least, in logical pixels."""
        return len(self._panels) * (LEAST_WIDTH + _GAP) - _GAP

    def focus_row(self, row: LineRow) -> None:
        """Give a row, or the question that it asks, the keyboard, and scroll it into view."""
        panel = self._panel_of(row)
        if panel is not None:
            self.ensureWidgetVisible(panel, 0, 0)
            panel.focus_row(row)

    def show_row(self, row: LineRow) -> None:
        """Scroll a row into view."""
        panel = self._panel_of(row)
        if panel is not None:
            panel.show_row(row)

    def focus_beside(self, key: str, step: int) -> None:
        """Go to the row after (1) or before (−1) a line, within its track."""
        row = self.row(key)
        panel = self._panel_of(row) if row else None
        if row is None or panel is None:
            return
        rows = list(panel.rows())
        place = rows.index(row) + step
        if 0 <= place < len(rows):
            self.focus_row(rows[place])

    def focus_end(self, *, is_last: bool) -> None:
        """Go to the first row of all, or to the last one."""
        rows = list(self.rows())
        if rows:
            self.focus_row(rows[-1 if is_last else 0])

    def focus_across(self, key: str, step: int) -> None:
        """Go to the row at the same height in the next track (1) or the one before (−1)."""
        row = self.row(key)
        panel = self._panel_of(row) if row else None
        if row is None or panel is None:
            return
        place = self.panels().index(panel) + step
        if not 0 <= place < len(self.panels()):
            return
        height = _height_of(row)
        others = list(self.panels()[place].rows())
        if others:
            self.focus_row(min(others, key=lambda other: abs(_height_of(other) - height)))

    def _panel_of(self, row: LineRow) -> TrackPanel | None:
        return next((panel for panel in self.panels() if panel.row(row.line.key) is row), None)


def _height_of(row: LineRow) -> int:
    """Where the middle of a row stands on screen."""
    return row.mapToGlobal(row.rect().center()).y()
