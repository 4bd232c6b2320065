"""What all table models here have in common: rows of frozen views under given headings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from mordcry_app.ui.widgets import escaped

Index = QModelIndex | QPersistentModelIndex

ROW = Qt.ItemDataRole.UserRole
"""Role of the frozen view that a row shows."""

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter

Row = TypeVar("Row")

_LONG = 20  # letters from which a cell may be elided, and has its text as a tooltip


class RowsModel(QAbstractTableModel, Generic[Row]):
    """Shows one frozen view a row. A subclass says what stands in each cell."""

    HEADINGS: tuple[str, ...] = ()
    NUMBERS: frozenset[int] = frozenset()
    """Columns that are set to the right."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []
        self._cells: dict[int, tuple[str, ...]] = {}

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show other rows."""
        if list(rows) == self._rows:
            return
        self.beginResetModel()
        self._rows = list(rows)
        self._cells.clear()
        self.endResetModel()

    def row_view(self, row: int) -> Row | None:
        """Return the view that a row shows, or none for a row that is not there."""
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def rows(self) -> tuple[Row, ...]:
        """Return every view that is shown, in order."""
        return tuple(self._rows)

    def cells(self, row: Row) -> tuple[str, ...]:
        """Return what stands in the cells of a row; asked once a row."""
        raise NotImplementedError

    def extra(self, row: Row, column: int, role: int) -> Any:
        """Return what another role has for a cell; nothing by default."""
        del row, column, role
        return None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self.HEADINGS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.HEADINGS[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if section in self.NUMBERS else LEFT
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row_view(index.row())
        if row is None:
            return None
        if role == ROW:
            return row
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(index)
            case Qt.ItemDataRole.ToolTipRole:
                text = self._text(index)
                return escaped(text) if len(text) > _LONG else None
            case Qt.ItemDataRole.TextAlignmentRole:
                return RIGHT if index.column() in self.NUMBERS else LEFT
        return self.extra(row, index.column(), role)

    def _text(self, index: Index) -> str:
        row = index.row()
        if row not in self._cells:
            self._cells[row] = self.cells(self._rows[row])
        return self._cells[row][index.column()]
