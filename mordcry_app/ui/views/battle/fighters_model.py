"""The fighters of one side as a table: took part, out of action by whom, held, kills."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from mordcry_app.ui.views.battle.entry_state import EntryState, Fighter, Side

Index = QModelIndex | QPersistentModelIndex


class Column(IntEnum):
    """The columns, from left to right."""

    FIGHTER = 0
    OUT = 1
    HELD = 2
    KILLS = 3


_HEADINGS = {
    Column.FIGHTER: ("Took part", "Space says whether the fighter was in this battle."),
    Column.OUT: ("Out of action", "Space puts the fighter out of action and asks by whom."),
    Column.HELD: ("Held", "Space says whether the fighter held an objective or treasure."),
    Column.KILLS: (
        "Kills",
        "Counted from those put out of action. + and − count more that are on no roster.",
    ),
}


class FightersModel(QAbstractTableModel):
    """Shows a side of an entry. It changes nothing: the view does, and then calls `update_rows`."""

    FIGHTER_ROLE = Qt.ItemDataRole.UserRole
    CHECK_ROLE = Qt.ItemDataRole.UserRole + 1
    """True or False for a box that is ticked or not, None where there is no box."""
    NUMBER_ROLE = Qt.ItemDataRole.UserRole + 2
    """The number on the printed form before a fighter; empty where there is none."""

    def __init__(self, state: EntryState, side: Side, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = state
        self.side = side
        self._numbers: Mapping[int, str] = {}

    def set_numbers(self, numbers: Mapping[int, str]) -> None:
        """Show these numbers before the fighters that they belong to."""
        if numbers != self._numbers:
            self._numbers = numbers
            self.update_rows()

    def set_side(self, state: EntryState, side: Side) -> None:
        """Show another side, or the same one of another entry."""
        self.beginResetModel()
        self.state, self.side = state, side
        self.endResetModel()

    def update_rows(self) -> None:
        """Show what has changed in the entry."""
        last = self.index(self.rowCount() - 1, self.columnCount() - 1)
        if last.isValid():
            self.dataChanged.emit(self.index(0, 0), last)

    def fighter(self, row: int) -> Fighter:
        """The fighter of a row."""
        return self.side.fighters[row]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.side.fighters)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(Column)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation == Qt.Orientation.Horizontal:
            if role == Qt.ItemDataRole.DisplayRole:
                return _HEADINGS[Column(section)][0]
            if role == Qt.ItemDataRole.ToolTipRole:
                return _HEADINGS[Column(section)][1]
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        return flags if self.fighter(index.row()).absent else flags | Qt.ItemFlag.ItemIsEnabled

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        fighter, column = self.fighter(index.row()), Column(index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(fighter, column)
            case FightersModel.CHECK_ROLE:
                return self._check(fighter, column)
            case FightersModel.NUMBER_ROLE:
                return self._numbers.get(fighter.id, "") if column == Column.FIGHTER else ""
            case FightersModel.FIGHTER_ROLE:
                return fighter
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(fighter, column)
            case Qt.ItemDataRole.ToolTipRole:
                return self._hint(fighter, column)
        return None

    def _took_part(self, fighter: Fighter) -> bool:
        return fighter.id in self.side.took_part

    def _text(self, fighter: Fighter, column: Column) -> str:
        match column:
            case Column.FIGHTER:
                return fighter.name
            case Column.OUT if fighter.id in self.side.out_by:
                spared = ", no injury roll" if fighter.id in self.side.unhurt else ""
                return f"by {self.state.name(self.side.out_by[fighter.id])}{spared}"
            case Column.KILLS if self._took_part(fighter):
                kills = self.state.kills(fighter.id)
                extra = self.side.extra_kills.get(fighter.id, 0)
                return f"{kills} (+{extra})" if extra else str(kills or "–")
            case _:
                return ""

    def _check(self, fighter: Fighter, column: Column) -> bool | None:
        took_part = self._took_part(fighter)
        match column:
            case Column.FIGHTER:
                return took_part
            case Column.OUT if took_part:
                return fighter.id in self.side.out_by
            case Column.HELD if took_part:
                return fighter.id in self.side.holders
            case _:
                return None

    def _spoken(self, fighter: Fighter, column: Column) -> str:
        match column:
            case Column.FIGHTER if fighter.absent:
                said = fighter.absent
            case Column.FIGHTER:
                said = "took part" if self._took_part(fighter) else "did not take part"
            case Column.OUT:
                by = self._text(fighter, column)
                said = f"out of action {by}" if by else "not out of action"
            case Column.HELD:
                held = fighter.id in self.side.holders
                said = "held an objective or treasure" if held else "held nothing"
            case Column.KILLS:
                said = f"{self.state.kills(fighter.id)} kills"
        number = self._numbers.get(fighter.id)
        return f"{number}, {fighter.name}: {said}" if number else f"{fighter.name}: {said}"

    def _hint(self, fighter: Fighter, column: Column) -> str:
        if fighter.absent:
            return f"{fighter.name} {fighter.absent}."
        if column == Column.KILLS and (extra := self.side.extra_kills.get(fighter.id, 0)):
            listed = self.state.kills(fighter.id) - extra
            return f"{listed} of those listed, {extra} more. + and − change the latter."
        if column == Column.FIGHTER:
            return f"{fighter.name}, {fighter.archetype}"
        return self._spoken(fighter, column) if self._text(fighter, column) else ""
