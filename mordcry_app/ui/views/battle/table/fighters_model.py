"""The rows of one side: its fighters, and those who are still to come, summed up."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from mordcry_app.services.battle_table import TableFighterView
from mordcry_app.ui.views.battle.table.wording import (
    fighter_hint,
    reserves_text,
    spoken_fighter,
)

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class Row:
    """One row: a fighter, or without one the sum of the reserves.

    `is_target` marks whom the attack that is put together is aimed at, `is_aimable` whom else it
    could be aimed at.
    """

    fighter: TableFighterView | None
    text: str = ""
    is_open: bool = False
    is_target: bool = False
    is_aimable: bool = False

    @property
    def key(self) -> int | None:
        """What the row is about, whatever it says: the id of the fighter, or the reserves."""
        return self.fighter.id if self.fighter else None


class FightersModel(QAbstractListModel):
    """Fighters on the table and out of action in their order, then the reserves in one row.

    That row can be opened; the reserves follow below it then. A change touches only the rows that
    it is about.
    """

    ROW_ROLE = Qt.ItemDataRole.UserRole

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._fighters: tuple[TableFighterView, ...] = ()
        self._targets: frozenset[int] = frozenset()
        self._aimable: frozenset[int] = frozenset()
        self._shows_reserves = False
        self._rows: list[Row] = []

    def set_fighters(self, fighters: tuple[TableFighterView, ...]) -> list[int]:
        """Show a side as it stands; return the numbers of the rows that changed."""
        self._fighters = fighters
        return self._show()

    def set_aim(self, targets: Collection[int], aimable: Collection[int]) -> list[int]:
        """Mark whom an attack is aimed at, and whom it could be."""
        self._targets, self._aimable = frozenset(targets), frozenset(aimable)
        return self._show()

    def toggle_reserves(self) -> None:
        """Show the reserves one by one, or only their sum."""
        self._shows_reserves = not self._shows_reserves
        self._show()

    def row(self, index: Index) -> Row:
        """Return what a row shows."""
        return self._rows[index.row()]

    def rows(self) -> tuple[Row, ...]:
        """Return all rows as they are shown."""
        return tuple(self._rows)

    def place_of(self, fighter_id: int) -> QModelIndex:
        """Return the row of a fighter; an invalid index for one that is not shown."""
        for place, row in enumerate(self._rows):
            if row.key == fighter_id:
                return self.index(place, 0)
        return QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.fighter.name if row.fighter else row.text
            case Qt.ItemDataRole.AccessibleTextRole:
                return spoken_row(row)
            case Qt.ItemDataRole.ToolTipRole:
                return fighter_hint(row.fighter) if row.fighter else ""
            case FightersModel.ROW_ROLE:
                return row
        return None

    def _show(self) -> list[int]:
        wanted = self._wanted()
        if [row.key for row in wanted] != [row.key for row in self._rows]:
            self.beginResetModel()
            self._rows = wanted
            self.endResetModel()
            return list(range(len(wanted)))
        changed = [n for n, row in enumerate(wanted) if row != self._rows[n]]
        self._rows = wanted
        for place in changed:
            self.dataChanged.emit(self.index(place, 0), self.index(place, 0))
        return changed

    def _wanted(self) -> list[Row]:
        present = [self._row(f) for f in self._fighters if f.where != "reserve"]
        waiting = [f for f in self._fighters if f.where == "reserve"]
        if not waiting:
            return present
        total = Row(None, reserves_text(waiting), is_open=self._shows_reserves)
        below = [self._row(f) for f in waiting] if self._shows_reserves else []
        return [*present, total, *below]

    def _row(self, fighter: TableFighterView) -> Row:
        is_target = fighter.id in self._targets
        return Row(fighter, is_target=is_target, is_aimable=fighter.id in self._aimable)


def spoken_row(row: Row) -> str:
    """Return a whole row in words, for screen readers."""
    if row.fighter is None:
        return f"{row.text}, {'open' if row.is_open else 'closed'}"
    said = spoken_fighter(row.fighter)
    return f"{said}, target" if row.is_target else said
