"""Widgets side by side, as many as the width holds, in rows of equal columns."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget


class CardGrid(QWidget):
    """Lays widgets out in columns of equal width, none narrower than *least* logical pixels."""

    def __init__(self, least: int, *, gap: int = 14, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._least = least
        self._gap = gap
        self._cells: list[QWidget] = []
        self._columns = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(gap)

    def set_cells(self, cells: Sequence[QWidget]) -> None:
        """Show other widgets; those that are there no more are deleted."""
        for cell in self._cells:
            self._grid.removeWidget(cell)
            if cell not in cells:
                cell.hide()
                cell.deleteLater()
        self._cells = list(cells)
        self._columns = 0
        self._arrange()

    def cells(self) -> tuple[QWidget, ...]:
        """The widgets, in order."""
        return tuple(self._cells)

    def columns(self) -> int:
        """How many stand side by side."""
        return self._columns

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        fits = max(1, (self.width() + self._gap) // (self._least + self._gap))
        columns = min(fits, max(len(self._cells), 1))
        # Four in rows of three leave a hole; two rows of two do not.
        rows = -(-len(self._cells) // columns) if self._cells else 1
        columns = max(1, -(-len(self._cells) // rows)) if self._cells else 1
        if columns == self._columns:
            return
        for column in range(max(columns, self._columns)):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)
        self._columns = columns
        for place, cell in enumerate(self._cells):
            self._grid.removeWidget(cell)
            self._grid.addWidget(cell, place // columns, place % columns)
        # Layouts around this one remember the height of the rows that were.
        self._grid.invalidate()
        self.updateGeometry()
