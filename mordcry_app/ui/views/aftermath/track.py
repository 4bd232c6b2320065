"""One warband’s side of a board: its lines, in the order of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from mordcry_app.services.views import TrackView
from mordcry_app.ui.views.aftermath.line_row import NARROW, LineRow
from mordcry_app.ui.views.aftermath.scrolling import UpAndDown
from mordcry_app.ui.widgets import Card, ElidedLabel, WrapLabel

_ABOVE = 26
"""What of a question is seen above an editor that takes up all the room, in logical pixels."""

LEAST_WIDTH = 262
"""Narrower than this, in logical pixels, the lines of a track cannot be read any more."""


class TrackPanel(Card):
    """The lines of one warband. Only rows whose line has changed are written anew.

    Its signals are those of its rows (`LineRow`).
    """

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
        self._rows: dict[str, LineRow] = {}
        self._standing = ElidedLabel(tone="muted")
        self.add_aside(self._standing)
        content = self._content = QWidget()
        self._column = QVBoxLayout(content)
        self._column.setContentsMargins(0, 0, 0, 8)
        self._column.setSpacing(0)
        self._nothing = WrapLabel("Nothing is to be done for this warband.", tone="muted")
        self._nothing.setContentsMargins(14, 4, 14, 4)
        self._column.addWidget(self._nothing)
        self._column.addStretch(1)
        self._scroller = UpAndDown(content)
        self.body.addWidget(self._scroller)
        self.set_track(track)

    def rows(self) -> Iterator[LineRow]:
        """The rows, from top to bottom."""
        yield from sorted(self._rows.values(), key=self._column.indexOf)

    def row(self, key: str) -> LineRow | None:
        """The row of a line, if this track has it."""
        return self._rows.get(key)

    def set_track(self, track: TrackView) -> None:
        """Show the track as it stands."""
        self.set_title(track.name)
        self._standing.setText(" · ".join(part for part in (track.player, track.result) if part))
        if self._nothing.isHidden() == (not track.lines):
            self._nothing.setHidden(bool(track.lines))
        wanted = {line.key for line in track.lines}
        for key in [key for key in self._rows if key not in wanted]:
            row = self._rows.pop(key)
            self.row_goes.emit(row)
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._place_rows(track)
        # Tab leads to the first row of a track only; from there arrow keys go on.
        for place, row in enumerate(self.rows()):
            row.setFocusPolicy(Qt.FocusPolicy.ClickFocus if place else Qt.FocusPolicy.StrongFocus)

    def _place_rows(self, track: TrackView) -> None:
        for place, line in enumerate(track.lines, 1):
            row = self._rows.get(line.key)
            if row is None:
                row = LineRow(line, track.name)
                row.set_narrow(self._is_narrow())
                for theirs, ours in (
                    (row.chosen, self.chosen),
                    (row.step_chosen, self.step_chosen),
                    (row.moved, self.moved),
                    (row.crossed, self.crossed),
                    (row.left, self.left),
                ):
                    theirs.connect(ours)
                self._rows[line.key] = row
                self._column.insertWidget(place, row)
            else:
                row.set_line(line, track.name)
                if self._column.indexOf(row) != place:
                    self._column.removeWidget(row)
                    self._column.insertWidget(place, row)

    def show_row(self, row: LineRow) -> None:
        """Scroll *row* into view, once the layout has settled."""
        QTimer.singleShot(0, row, lambda: self._scroll_to(row))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._standing.setMaximumWidth(self.width() * 2 // 5)  # the warband’s name comes first
        for row in self._rows.values():
            row.set_narrow(self._is_narrow())

    def _is_narrow(self) -> bool:
        return self.width() < NARROW

    def _scroll_to(self, row: LineRow) -> None:
        if row.isVisible():
            self._settle(row)
            room = self._scroller.viewport().height()
            if row.height() <= room:
                margin = min(60, (room - row.height()) // 2)
                self._scroller.ensureWidgetVisible(row, 0, margin)
            else:
                place = row.editor or row
                top = place.mapTo(self._content, QPoint(0, 0)).y()
                self._scroller.verticalScrollBar().setValue(top - _ABOVE)

    def _settle(self, row: LineRow) -> None:
        """Let the layout know how tall *row* has become; Qt would do so some events later."""
        layout = row.layout()
        if layout is not None:
            layout.activate()
        self._column.activate()
        QApplication.sendEvent(self._content, QEvent(QEvent.Type.LayoutRequest))

    def focus_row(self, row: LineRow) -> None:
        """Give *row* the keyboard, or the question that it asks."""
        if row.editor is not None:
            row.editor.take_keyboard()
        else:
            row.setFocus(Qt.FocusReason.OtherFocusReason)
        self.show_row(row)
