"""Who should hit whom: a row for each way of attacking, a column for each target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from mordcry_app.rules.battle_engine import MatrixRow
from mordcry_app.ui.views.battle.table.wording import mean, percent, whole_percent

Index = QModelIndex | QPersistentModelIndex
Cell = tuple[float, float]


class MatrixModel(QAbstractTableModel):
    """Cells hold the chance to put the target out of action, and the mean damage."""

    CELL_ROLE = Qt.ItemDataRole.UserRole
    IS_BEST_ROLE = Qt.ItemDataRole.UserRole + 1
    PLAN_ROLE = Qt.ItemDataRole.UserRole + 2

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[MatrixRow, ...] = ()
        self._targets: tuple[int, ...] = ()
        self._names: Mapping[int, str] = {}
        self._best: dict[int, float] = {}
        self._plan: Mapping[tuple[int, str, int], str] = {}

    def set_plan(self, places: Mapping[tuple[int, str, int], str]) -> None:
        """Mark the attacks of a plan with where they stand in it."""
        self._plan = dict(places)
        if self._rows and self._targets:
            last = self.index(len(self._rows) - 1, len(self._targets) - 1)
            self.dataChanged.emit(self.index(0, 0), last, [MatrixModel.PLAN_ROLE])

    def set_matrix(self, rows: Sequence[MatrixRow], names: Mapping[int, str]) -> None:
        """Show another matrix; *names* are those of all fighters by id."""
        self.beginResetModel()
        self._rows, self._names = tuple(rows), names
        self._targets = tuple(dict.fromkeys(target for row in rows for target in row.cells))
        self._best = {}
        for row in rows:
            for target, cell in row.cells.items():
                if cell is not None:
                    self._best[target] = max(cell[0], self._best.get(target, 0.0))
        self.endResetModel()

    def attack(self, index: Index) -> tuple[MatrixRow, int] | None:
        """Return the row and the target of a cell; none where it cannot be attacked like that."""
        if not index.isValid():
            return None
        row, target = self._rows[index.row()], self._targets[index.column()]
        return (row, target) if row.cells.get(target) is not None else None

    def label_of(self, row: MatrixRow) -> str:
        """Return who attacks and with what."""
        name = self._names.get(row.fighter, "")
        return row.label if row.label.startswith(name) else f"{name} · {row.label}"

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._targets)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row, target = self._rows[index.row()], self._targets[index.column()]
        cell = row.cells.get(target)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return whole_percent(cell[0]) if cell else "–"
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(row, target, cell)
            case MatrixModel.CELL_ROLE:
                return cell
            case MatrixModel.PLAN_ROLE:
                return self._plan.get((row.fighter, row.weapon, target), "")
            case MatrixModel.IS_BEST_ROLE:
                return cell is not None and cell[0] > 0 and cell[0] >= self._best[target]
        return None

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        if orientation == Qt.Orientation.Vertical:
            return self.label_of(self._rows[section])
        return self._names.get(self._targets[section], "")

    def _spoken(self, row: MatrixRow, target: int, cell: Cell | None) -> str:
        who = f"{self.label_of(row)} on {self._names.get(target, '')}"
        if cell is None:
            return f"{who}: cannot be"
        place = self._plan.get((row.fighter, row.weapon, target), "")
        planned = f", {place} in the plan" if place else ""
        return f"{who}: out of action {percent(cell[0])}, mean damage {mean(cell[1])}{planned}"
