"""The table in which a side of a battle is ticked off, quick by keyboard and by mouse."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QElapsedTimer, QEvent, QModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QHeaderView, QSizePolicy, QTableView, QWidget
from shiboken6 import isValid

from mordcry_app.ui.views.battle.entry_state import EntryState, Fighter, Side
from mordcry_app.ui.views.battle.fighters_delegate import BOX, INSET, ROW_HEIGHT, FightersDelegate
from mordcry_app.ui.views.battle.fighters_model import Column, FightersModel, Index
from mordcry_app.ui.views.battle.whom_picker import WhomPicker
from mordcry_app.ui.widgets import set_look

_HEADING_HEIGHT = 28
_WIDTHS = {Column.HELD: 52, Column.KILLS: 62}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class FightersTable(QTableView):
    """Ticks off the fighters of a side.

    Arrow keys move, letters jump to a fighter, Space ticks the cell, Enter names who did it, + and
    − count further kills. The table is as tall as its rows: the page scrolls, not the table.

    - `edited()` the entry has changed
    - `place_shown(QRect)` the cell that has the keyboard, in the table’s own coordinates
    """

    edited = Signal()
    place_shown = Signal(QRect)

    def __init__(self, state: EntryState, side: Side, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = FightersModel(state, side, self)
        self._typed = ""
        self._since_typed = QElapsedTimer()
        self._picker: WhomPicker | None = None
        self.setModel(self._model)
        self.setItemDelegate(FightersDelegate(self))
        self.setShowGrid(False)
        self.setSelectionMode(QTableView.SelectionMode.NoSelection)
        self.setEditTriggers(QTableView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        set_look(self, "flush", True)
        heading = self.horizontalHeader()
        heading.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        heading.setDefaultAlignment(_LEFT)
        heading.setFixedHeight(_HEADING_HEIGHT)
        heading.setHighlightSections(False)
        heading.setSectionsClickable(False)
        rows = self.verticalHeader()
        rows.hide()
        rows.setDefaultSectionSize(ROW_HEIGHT)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.set_side(state, side)

    @property
    def picker(self) -> WhomPicker | None:
        """The list that asks by whom, while it is open."""
        return self._picker if self._picker is not None and isValid(self._picker) else None

    def set_side(self, state: EntryState, side: Side) -> None:
        """Show another side, or the same one of another entry."""
        self._model.set_side(state, side)
        self.setAccessibleName(f"Fighters of {side.name}")
        self.setFixedHeight(_HEADING_HEIGHT + ROW_HEIGHT * len(side.fighters) + 2)
        self.setCurrentIndex(self._model.index(0, Column.OUT))
        self.viewport().update()

    def show_numbers(self, numbers: Mapping[int, str]) -> None:
        """Show the numbers that fighters have on the printed form."""
        self._model.set_numbers(numbers)

    def show_entry(self) -> None:
        """Show what has changed in the entry."""
        self._model.update_rows()

    def index_of(self, member_id: int, column: Column) -> QModelIndex:
        """The cell of a fighter; invalid for a fighter of another side."""
        for row, fighter in enumerate(self._model.side.fighters):
            if fighter.id == member_id:
                return self._model.index(row, column)
        return QModelIndex()

    def keyboardSearch(self, search: str) -> None:
        """Jump to the next fighter one of whose names begins with what is typed."""
        pause = QApplication.keyboardInputInterval()
        goes_on = bool(self._typed) and self._since_typed.elapsed() <= pause
        letters = search.casefold()
        self._since_typed.start()
        here = self.currentIndex().row()
        if goes_on and self._jump(self._typed + letters, here):
            self._typed += letters
        else:
            self._typed = letters
            self._jump(letters, here + 1)

    def _jump(self, typed: str, start: int) -> bool:
        """Go to the first fighter from row *start* on, and round, whose name fits."""
        count = self._model.rowCount()
        for row in ((start + step) % count for step in range(count)):
            if _begins(self._model.fighter(row).name, typed):
                self.setCurrentIndex(self._model.index(row, max(self.currentIndex().column(), 0)))
                return True
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index, key = self.currentIndex(), event.key()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier or not index.isValid():
            super().keyPressEvent(event)
        elif key == Qt.Key.Key_Space:
            self._typed = ""
            self.toggle(index)
        elif key in _ENTER:
            self._enter(index)
        elif event.text() in ("+", "-", "−"):
            self.add_kills(index, 1 if event.text() == "+" else -1)
        else:
            super().keyPressEvent(event)

    def toggle(self, index: QModelIndex) -> None:
        """Do what Space does: tick the box of a cell, or take the tick away."""
        fighter, state, side = self._of(index)
        if fighter.absent:
            return
        match Column(index.column()):
            case Column.FIGHTER:
                state.set_took_part(side, fighter.id, fighter.id not in side.took_part)
            case Column.OUT if fighter.id in side.out_by:
                del side.out_by[fighter.id]
            case Column.OUT:
                state.set_out(side, fighter.id, None)
                self.edited.emit()
                self.ask_by_whom(index)
                return
            case Column.HELD if fighter.id in side.holders:
                side.holders.discard(fighter.id)
            case Column.HELD:
                side.took_part.add(fighter.id)
                side.holders.add(fighter.id)
            case Column.KILLS:
                self.add_kills(index, 1)
                return
        self.edited.emit()

    def add_kills(self, index: QModelIndex, count: int) -> None:
        """Count further kills, of nobody on a roster; below none it does not go."""
        fighter, state, side = self._of(index)
        if fighter.id in side.took_part:
            extra = side.extra_kills.get(fighter.id, 0)
            state.set_extra_kills(side, fighter.id, extra + count)
            self.edited.emit()

    def ask_by_whom(self, index: QModelIndex) -> None:
        """Open the list of who can have put a fighter out of action."""
        fighter, state, side = self._of(index)
        picker = WhomPicker(state, fighter, side.out_by.get(fighter.id), self)
        picker.picked.connect(lambda by: self._name_culprit(fighter.id, by))
        self._picker = picker
        cell = self.visualRect(index)
        to_global = self.viewport().mapToGlobal
        picker.open_below(to_global(cell.bottomLeft()), to_global(cell.topLeft()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and event.button() == Qt.MouseButton.LeftButton:
            self.setCurrentIndex(index)
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self._click(index, event.position().toPoint())
            event.accept()
        else:
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.viewport().update()
        if self.hasFocus():
            self._show_place()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()
        if event.reason() != Qt.FocusReason.MouseFocusReason:
            self._show_place()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width = self.viewport().width()
        for column, fixed in _WIDTHS.items():
            self.setColumnWidth(column, fixed)
        rest = width - sum(_WIDTHS.values())
        self.setColumnWidth(Column.OUT, round(rest * 0.42))
        self.setColumnWidth(Column.FIGHTER, rest - round(rest * 0.42))

    def viewportEvent(self, event: QEvent) -> bool:
        # The table never scrolls by itself; let the wheel go to the page.
        if event.type() == QEvent.Type.Wheel:
            event.ignore()
            return False
        return super().viewportEvent(event)

    def _of(self, index: Index) -> tuple[Fighter, EntryState, Side]:
        return self._model.fighter(index.row()), self._model.state, self._model.side

    def _click(self, index: QModelIndex, where: QPoint) -> None:
        fighter, _, side = self._of(index)
        is_on_box = where.x() < self.visualRect(index).left() + INSET + BOX + 4
        is_named = index.column() == Column.OUT and fighter.id in side.out_by
        if is_named and not is_on_box:
            self.ask_by_whom(index)
        else:
            self.toggle(index)

    def _enter(self, index: QModelIndex) -> None:
        fighter, _, side = self._of(index)
        if index.column() == Column.OUT and fighter.id in side.out_by:
            self.ask_by_whom(index)
        else:
            self.toggle(index)

    def _name_culprit(self, victim: int, by: int | None) -> None:
        self._model.state.set_out(self._model.side, victim, by)
        self.edited.emit()

    def _show_place(self) -> None:
        cell = self.visualRect(self.currentIndex())
        self.place_shown.emit(cell.translated(self.viewport().pos()))


def _begins(name: str, typed: str) -> bool:
    folded = name.casefold()
    return folded.startswith(typed) or any(word.startswith(typed) for word in folded.split())
