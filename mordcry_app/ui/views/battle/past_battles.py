"""The battles that were fought, newest first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QTableView, QWidget

from mordcry_app.services.views import BattleView
from mordcry_app.ui.theme import body_font
from mordcry_app.ui.times import day_and_clock
from mordcry_app.ui.views.battle.fighters_model import Index
from mordcry_app.ui.views.battle.in_words import fallen_of, results_of
from mordcry_app.ui.widgets import set_look

_HEADINGS = ("No.", "When", "Result", "Out of action", "Aftermath")
_NUMBER, _WHEN, _RESULT, _OUT, _STATE = range(5)
_STATES = {"fought": "open", "closed": "done"}


class BattlesModel(QAbstractTableModel):
    """Battles as rows."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._battles: tuple[BattleView, ...] = ()

    def set_battles(self, battles: Sequence[BattleView]) -> None:
        """Show other battles."""
        self.beginResetModel()
        self._battles = tuple(battles)
        self.endResetModel()

    def battle(self, row: int) -> BattleView:
        """The battle of a row."""
        return self._battles[row]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._battles)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(_HEADINGS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        is_heading = orientation == Qt.Orientation.Horizontal
        return _HEADINGS[section] if is_heading and role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        battle = self._battles[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _text(battle, index.column())
            case Qt.ItemDataRole.FontRole if index.column() == _NUMBER:
                return body_font(bold=True)
            case Qt.ItemDataRole.TextAlignmentRole:
                return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"Battle {battle.number}, {_HEADINGS[index.column()]}: " + _text(
                    battle, index.column()
                )
        return None


class BattlesTable(QTableView):
    """The list of battles.

    `chosen(battle id)` tells that Enter or a double click chose one, `moved()` that another is
    the current one.
    """

    chosen = Signal(int)
    moved = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._battles = BattlesModel(self)
        self.setModel(self._battles)
        self.setAccessibleName("Battles fought")
        self.setShowGrid(False)
        self.setWordWrap(True)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.setEditTriggers(QTableView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        set_look(self, "flush", True)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        heading = self.horizontalHeader()
        heading.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        heading.setHighlightSections(False)
        heading.setSectionsClickable(False)
        heading.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.doubleClicked.connect(self._choose)

    def set_battles(self, battles: Sequence[BattleView]) -> None:
        """Show the battles, newest first; the current one stays the current one."""
        current = self.battle()
        self._battles.set_battles(battles)
        ids = [battle.id for battle in battles]
        if battles:
            row = ids.index(current.id) if current is not None and current.id in ids else 0
            self.setCurrentIndex(self._battles.index(row, 0))
        self._share_width()

    def battle(self) -> BattleView | None:
        """The battle that is the current one, if there are any."""
        index = self.currentIndex()
        return self._battles.battle(index.row()) if index.isValid() else None

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if current.row() != previous.row():
            self.moved.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(self._battles.battle(index.row()).id)

    def _share_width(self) -> None:
        """Give the two long columns what the short ones leave, and each row its height."""
        for column in (_NUMBER, _WHEN, _STATE):
            self.resizeColumnToContents(column)
        rest = self.viewport().width() - sum(self.columnWidth(c) for c in (_NUMBER, _WHEN, _STATE))
        self.setColumnWidth(_RESULT, max(rest * 2 // 5, 120))
        self.setColumnWidth(_OUT, max(rest - rest * 2 // 5, 120))
        self.resizeRowsToContents()


def _text(battle: BattleView, column: int) -> str:
    match column:
        case 0:
            return str(battle.number)
        case 1:
            return day_and_clock(battle.at)
        case 2:
            results = results_of(battle)
            return f"{results}\n{battle.note}" if battle.note else results
        case 3:
            return fallen_of(battle) or "nobody"
        case _:
            return _STATES[battle.state]
