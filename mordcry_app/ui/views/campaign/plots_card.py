"""The plots over the battles, and the same numbers as a table."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mordcry_app.services.campaign_page_views import PlotView
from mordcry_app.sheets.plots import PlotSeries
from mordcry_app.ui.views.campaign.card_grid import CardGrid
from mordcry_app.ui.widgets import Card, ChipButton, TableView, WrapLabel
from mordcry_app.ui.widgets.plot import LinePlot

_NARROWEST_PLOT = 300
_ROWS_SHOWN = 9
_EMPTY = "The lines begin with the first finished battle."

_Index = QModelIndex | QPersistentModelIndex


class PlotsCard(Card):
    """One plot a resource, side by side where there is room, or one table with all values."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Over the battles", parent=parent)
        self.as_table = ChipButton("As a table", checkable=True)
        self.as_table.toggled.connect(self._show_values)
        self.add_aside(self.as_table)
        self.plots: list[LinePlot] = []
        self._shown: tuple[PlotView, ...] | None = None
        self._has_values = False
        self._grid = CardGrid(_NARROWEST_PLOT, gap=10)
        self._model = PlotTableModel()
        self.table = TableView(flush=True, stretched=None)
        self.table.setModel(self._model)
        self.table.setAccessibleName("Values after each battle")
        self._body = QVBoxLayout()
        self._body.addWidget(self._grid)
        self._body.addWidget(self.table)
        self.table.hide()
        self.nothing = WrapLabel(_EMPTY, tone="muted")
        self._body.addWidget(self.nothing)
        self.add(self._body)

    def show_plots(self, plots: tuple[PlotView, ...]) -> None:
        """Show other values."""
        if plots == self._shown:
            return
        self._shown = plots
        if len(plots) != len(self.plots):
            self.plots = [LinePlot("", _EMPTY) for _ in plots]
            self._grid.set_cells(self.plots)
        for widget, plot in zip(self.plots, plots, strict=True):
            widget.title = plot.name
            widget.set_series(
                ["start" if n == 0 else str(n) for n in plot.battles],
                [_moment(n) for n in plot.battles],
                [PlotSeries(line.name, line.values) for line in plot.lines],
            )
        self._has_values = bool(plots) and len(plots[0].battles) > 1
        self.as_table.setVisible(self._has_values)
        self.nothing.setVisible(not self._has_values)
        self._show_values()
        self._model.set_plots(plots)
        self.table.fit_columns()
        self._fit_table()

    def _show_values(self) -> None:
        """Show the plots or the table, whichever is wanted; neither while there is no value."""
        has_values = self._has_values
        self._grid.setVisible(has_values and not self.as_table.isChecked())
        self.table.setVisible(has_values and self.as_table.isChecked())
        if has_values:
            self._fit_table()

    def _fit_table(self) -> None:
        """Give the table the height of its rows; a long one scrolls."""
        rows = min(self._model.rowCount(), _ROWS_SHOWN)
        height = self.table.verticalHeader().defaultSectionSize() * rows
        bar = self.table.horizontalScrollBar().sizeHint().height()
        self.table.setFixedHeight(height + self.table.horizontalHeader().sizeHint().height() + bar)


class PlotTableModel(QAbstractTableModel):
    """A row a battle, newest first; a column for each resource of each warband."""

    def __init__(self) -> None:
        super().__init__()
        self._moments: list[str] = []
        self._columns: list[tuple[str, tuple[int, ...]]] = []

    def set_plots(self, plots: Sequence[PlotView]) -> None:
        """Show other values."""
        self.beginResetModel()
        self._moments = [_moment(n).capitalize() for n in plots[0].battles] if plots else []
        self._columns = [
            (f"{line.name}: {plot.name.lower()}", line.values)
            for plot in plots
            for line in plot.lines
        ]
        self.endResetModel()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._moments)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._columns) + 1

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return "When" if section == 0 else self._columns[section - 1][0]

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        step = len(self._moments) - 1 - index.row()
        if role == Qt.ItemDataRole.DisplayRole:
            if index.column() == 0:
                return self._moments[step]
            return f"{self._columns[index.column() - 1][1][step]:,}".replace("-", "−")
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column():
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return None


def _moment(number: int) -> str:
    return f"after battle {number}" if number else "before the first battle"
