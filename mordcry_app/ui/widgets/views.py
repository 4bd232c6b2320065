"""Lists, trees and tables in the program's look, with what every one of them needs set."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QListView,
    QTableView,
    QTreeView,
    QWidget,
)

from mordcry_app.ui.theme import body_font
from mordcry_app.ui.widgets.styling import set_look

_ROW_PADDING = 12  # logical pixels above and below a row's text together


def row_height(lines: int = 1) -> int:
    """The height, in logical pixels, of a row with so many *lines* of body text."""
    return QFontMetrics(body_font()).height() * lines + _ROW_PADDING


def _prepare(view: QAbstractItemView, *, flush: bool) -> None:
    set_look(view, "flush", flush)
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)


class ListView(QListView):
    """A list of rows. *flush* takes the frame away, inside a card."""

    def __init__(self, *, flush: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _prepare(self, flush=flush)
        self.setResizeMode(QListView.ResizeMode.Adjust)

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.Polish:
            self.doItemsLayout()  # rows laid out before the style sheet came have wrong heights
        return done


class TreeView(QTreeView):
    """Rows inside rows. *flush* takes the frame away, inside a card."""

    def __init__(self, *, flush: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _prepare(self, flush=flush)

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.Polish:
            self.doItemsLayout()  # rows laid out before the style sheet came have wrong heights
        return done


class TableView(QTableView):
    """A table whose rows are selected whole, with hairlines between them.

    Tab leaves the table, arrows move inside it. *lines* is the number of lines of text in a row.
    Column *stretched* takes the room that the others leave.
    """

    def __init__(
        self,
        *,
        flush: bool = False,
        lines: int = 1,
        stretched: int | None = 0,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        _prepare(self, flush=flush)
        self._stretched = stretched
        self.setShowGrid(False)
        self.setWordWrap(lines > 1)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        rows = self.verticalHeader()
        rows.hide()
        rows.setMinimumSectionSize(row_height())
        rows.setDefaultSectionSize(row_height(lines))
        columns = self.horizontalHeader()
        columns.setHighlightSections(False)
        columns.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        columns.setMinimumSectionSize(28)

    def fit_columns(self) -> None:
        """Give each column the width of its content; call it once the model is filled."""
        columns = self.horizontalHeader()
        for column in range(columns.count()):
            columns.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        if self._stretched is not None and columns.count() > self._stretched:
            columns.setSectionResizeMode(self._stretched, QHeaderView.ResizeMode.Stretch)
