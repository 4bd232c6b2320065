"""A column of lines that scrolls: one warband’s, or all of them as on the printed form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from mordcry_app.services.views import LineView
from mordcry_app.ui.views.aftermath.line_row import LineRow
from mordcry_app.ui.views.aftermath.scrolling import UpAndDown

_ABOVE = 26
"""What of a question is seen above an editor that takes up all the room, in logical pixels."""

_PAGE_KEYS = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}


@dataclass(frozen=True)
class RowEntry:
    """A line to be shown, and whose it is.

    `number` is that on the form, none where no line has one; `is_labelled` whether the row itself
    says what kind of line it is.
    """

    line: LineView
    track_name: str
    number: str | None = None
    is_labelled: bool = True


class LineList(UpAndDown):
    """Rows of lines, with headings between them. Only rows whose line has changed are written anew.

    Its signals are those of its rows (`LineRow`). Page Up and Page Down move the keyboard by as
    many rows as are seen.
    """

    chosen = Signal(str)
    step_chosen = Signal(str, str)
    moved = Signal(str, int)
    crossed = Signal(str, int)
    left = Signal(str)
    row_goes = Signal(QWidget)
    """A row is about to be deleted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        content = QWidget()
        super().__init__(content, parent)
        self._content = content
        self._rows: dict[str, LineRow] = {}
        self._headings: list[QWidget] = []
        self._is_narrow = False
        self._column = QVBoxLayout(content)
        self._column.setContentsMargins(0, 0, 0, 8)
        self._column.setSpacing(0)
        self._column.addStretch(1)

    def rows(self) -> Iterator[LineRow]:
        """The rows, from top to bottom."""
        yield from sorted(self._rows.values(), key=self._column.indexOf)

    def row(self, key: str) -> LineRow | None:
        """The row of a line, if it is in this list."""
        return self._rows.get(key)

    def headings(self) -> tuple[QWidget, ...]:
        """The headings, from top to bottom."""
        return tuple(self._headings)

    def set_entries(self, entries: Sequence[RowEntry | QWidget]) -> None:
        """Show these lines and headings, in this order; what is not among them goes."""
        self._remove_others(entries)
        for place, entry in enumerate(entries):
            widget = self._row_for(entry) if isinstance(entry, RowEntry) else entry
            if self._column.indexOf(widget) != place:
                self._column.removeWidget(widget)
                self._column.insertWidget(place, widget)
        # Tab leads to the first row of a list only; from there arrow keys go on.
        for place, row in enumerate(self.rows()):
            row.setFocusPolicy(Qt.FocusPolicy.ClickFocus if place else Qt.FocusPolicy.StrongFocus)

    def set_narrow(self, is_narrow: bool) -> None:
        """Put the labels of all rows above their text, or beside it."""
        self._is_narrow = is_narrow
        for row in self._rows.values():
            row.set_narrow(is_narrow)

    def show_row(self, row: LineRow) -> None:
        """Scroll *row* into view, once the layout has settled."""
        QTimer.singleShot(0, row, lambda: self._scroll_to(row))

    def focus_row(self, row: LineRow) -> None:
        """Give *row* the keyboard, or the question that it asks."""
        if row.editor is not None:
            row.editor.take_keyboard()
        else:
            row.setFocus(Qt.FocusReason.OtherFocusReason)
        self.show_row(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = row_with_keyboard(self)
        if event.key() in _PAGE_KEYS and row is not None:
            self._turn_page(row, _PAGE_KEYS[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def _remove_others(self, entries: Sequence[RowEntry | QWidget]) -> None:
        wanted = {entry.line.key for entry in entries if isinstance(entry, RowEntry)}
        for key in [key for key in self._rows if key not in wanted]:
            row = self._rows.pop(key)
            self.row_goes.emit(row)
            self._remove(row)
        headings = [entry for entry in entries if isinstance(entry, QWidget)]
        for heading in self._headings:
            if heading not in headings:
                self._remove(heading)
        self._headings = headings

    def _remove(self, widget: QWidget) -> None:
        self._column.removeWidget(widget)
        widget.hide()
        widget.deleteLater()

    def _row_for(self, entry: RowEntry) -> LineRow:
        row = self._rows.get(entry.line.key)
        if row is not None:
            row.set_number(entry.number)
            row.set_labelled(entry.is_labelled)
            row.set_line(entry.line, entry.track_name)
            return row
        row = LineRow(entry.line, entry.track_name, entry.number)
        row.set_labelled(entry.is_labelled)
        row.set_narrow(self._is_narrow)
        for theirs, ours in (
            (row.chosen, self.chosen),
            (row.step_chosen, self.step_chosen),
            (row.moved, self.moved),
            (row.crossed, self.crossed),
            (row.left, self.left),
        ):
            theirs.connect(ours)
        self._rows[entry.line.key] = row
        return row

    def _turn_page(self, row: LineRow, step: int) -> None:
        rows = list(self.rows())
        place = rows.index(row)
        further = rows[place + 1 :] if step > 0 else rows[:place][::-1]
        room = self.viewport().height()
        within = [other for other in further if abs(other.y() - row.y()) <= room]
        if further:
            self.focus_row(within[-1] if within else further[0])

    def _scroll_to(self, row: LineRow) -> None:
        if row.isVisible():
            self._settle(row)
            room = self.viewport().height()
            if row.height() <= room:
                margin = min(60, (room - row.height()) // 2)
                self.ensureWidgetVisible(row, 0, margin)
            else:
                place = row.editor or row
                top = place.mapTo(self._content, QPoint(0, 0)).y()
                self.verticalScrollBar().setValue(top - _ABOVE)

    def _settle(self, row: LineRow) -> None:
        """Let the layout know how tall *row* has become; Qt would do so some events later."""
        layout = row.layout()
        if layout is not None:
            layout.activate()
        self._column.activate()
        QApplication.sendEvent(self._content, QEvent(QEvent.Type.LayoutRequest))


def row_with_keyboard(inside: QWidget) -> LineRow | None:
    """The row inside a widget that the keyboard is in, if it is in any."""
    widget = QApplication.focusWidget()
    while widget is not None and widget is not inside:
        if isinstance(widget, LineRow):
            return widget
        widget = widget.parentWidget()
    return None
