"""A grid of looked-up values as a table that is as tall as it is long: the page scrolls, not it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QSizePolicy, QVBoxLayout, QWidget

from mordcry_app.rules.topics import Grid, GridCell
from mordcry_app.ui.help_anchors import HELP_ANCHOR
from mordcry_app.ui.qt_models.rows import CENTRE, LEFT, Index
from mordcry_app.ui.theme import TextSize, body_font
from mordcry_app.ui.widgets import Label, TableView, WrapLabel, escaped

NOTED = "*"
"""Stands behind a value that has a note below the grid."""

_LEAST_COLUMN = 40  # logical pixels


class GridModel(QAbstractTableModel):
    """A grid with its row headings as the first column."""

    def __init__(self, grid: Grid, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.grid = grid

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self.grid.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self.grid.columns) + 1

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.grid.columns[section - 1] if section else self.grid.down
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._side(section)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.grid.rows[index.row()]
        cell = row.cells[index.column() - 1] if index.column() else GridCell(row.heading)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return f"{cell.text}{NOTED}" if cell.note else cell.text
            case Qt.ItemDataRole.ToolTipRole:
                return escaped(cell.note) if cell.note else None
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(index, cell)
            case Qt.ItemDataRole.TextAlignmentRole:
                return self._side(index.column())
            case Qt.ItemDataRole.FontRole:
                is_strong = bool(cell.note) or not index.column()
                return body_font(semibold=True) if is_strong else None
        return row.anchor if role == HELP_ANCHOR else None

    def _side(self, column: int) -> Qt.AlignmentFlag:
        return CENTRE if column and not self.grid.are_words[column - 1] else LEFT

    def _spoken(self, index: Index, cell: GridCell) -> str:
        if not index.column():
            return cell.text
        grid, row = self.grid, self.grid.rows[index.row()]
        column = " ".join(t for t in (grid.across, grid.columns[index.column() - 1]) if t)
        heading = " ".join(t for t in (grid.down, row.heading) if t)
        return ". ".join(t for t in (f"{heading}, {column}: {cell.text}", cell.note) if t)


class _Table(TableView):
    """Takes the height of its rows; Enter and a click open what a row tells of."""

    opened = Signal(str)

    def __init__(self, grid: Grid) -> None:
        is_list = any(row.anchor for row in grid.rows)
        super().__init__(flush=True, stretched=0 if is_list else None)
        self.setModel(GridModel(grid, self))
        self.setAccessibleName(", ".join(t for t in (grid.down, grid.across) if t))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        if not is_list:
            self.setSelectionBehavior(TableView.SelectionBehavior.SelectItems)
        columns = self.horizontalHeader()
        columns.setSectionsClickable(False)
        self.fit_columns()
        columns.setMinimumSectionSize(_LEAST_COLUMN)
        if not is_list:
            columns.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.clicked.connect(self._open)

    def sizeHint(self) -> QSize:
        rows, columns = self.verticalHeader(), self.horizontalHeader()
        height = columns.sizeHint().height() + rows.length() + 2 * self.frameWidth() + 2
        if columns.length() > self.viewport().width() > 0:
            height += self.horizontalScrollBar().sizeHint().height()
        return QSize(columns.length() + 4, height)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.updateGeometry()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _open(self, index: QModelIndex) -> None:
        anchor = index.data(HELP_ANCHOR)
        if anchor:
            self.opened.emit(str(anchor))


class GridTable(QWidget):
    """A grid, what its columns are, and its notes. `opened(anchor)` tells which row was chosen."""

    opened = Signal(str)

    def __init__(self, grid: Grid, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        if grid.across:
            across = Label(grid.across, tone="muted", size=TextSize.SMALL)
            across.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(across)
        self.table = _Table(grid)
        self.table.opened.connect(self.opened)
        column.addWidget(self.table)
        for note in _notes(grid):
            column.addWidget(WrapLabel(f"{NOTED} {note}", tone="muted", size=TextSize.SMALL))


def _notes(grid: Grid) -> list[str]:
    """Return the notes of the cells, each with the cell that it is about."""
    return [
        f"{row.heading} against {column}. {cell.note}" if grid.across else cell.note
        for row in grid.rows
        for column, cell in zip(grid.columns, row.cells, strict=True)
        if cell.note
    ]
