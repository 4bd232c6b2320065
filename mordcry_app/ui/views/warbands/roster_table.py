"""The roster as a table: two lines a fighter, changed values marked, all reachable by key."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLineEdit, QWidget

from mordcry_app.services.views import MemberView, RosterView, StatColumn
from mordcry_app.ui.qt_models.roster_model import RosterModel
from mordcry_app.ui.theme import TextSize, body_font
from mordcry_app.ui.views.warbands.roster_delegate import RosterDelegate, fighter_width, row_height
from mordcry_app.ui.widgets import TableView

_Index = QModelIndex | QPersistentModelIndex

_STAT = 30  # logical pixels
_AMOUNT = 38
_LEAST_FIGHTER = 150
_LEAST_CARRIES = 108
_WIDEST_FIGHTER = 420


class RosterTable(TableView):
    """The fighters of one warband.

    - `current_changed(member id, RosterColumn)` another cell is at hand
    - `edit_asked(member id, RosterColumn)` a cell that is not a name is to be changed
    - `open_asked()` Enter: on to the fighter's panel
    - `move_asked(member id, step)` Alt+Up or Alt+Down
    - `menu_asked(member id, QPoint)` the context menu, at a global point
    """

    current_changed = Signal(int, object)
    edit_asked = Signal(int, object)
    open_asked = Signal()
    move_asked = Signal(int, int)
    menu_asked = Signal(int, QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(flush=True, lines=2, stretched=None, parent=parent)
        self._model = RosterModel(self)
        self.setModel(self._model)
        self.setItemDelegate(RosterDelegate(self))
        self.setAccessibleName("Roster")
        self.setMouseTracking(True)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        rows = self.verticalHeader()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(row_height())
        columns = self.horizontalHeader()
        columns.setMinimumSectionSize(20)
        columns.setFont(body_font(TextSize.TINY, semibold=True))
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._model.modelReset.connect(self._fit_columns)
        self._model.dataChanged.connect(lambda *_: self._fit_columns())

    @property
    def roster(self) -> RosterModel:
        """The model, whose signal `rename_asked(member id, name)` tells a new name."""
        return self._model

    def show_roster(
        self, roster: RosterView | None, stats: tuple[StatColumn, ...], *, locked: bool
    ) -> None:
        """Show a roster, with the same fighter and column at hand where they are still there."""
        here = self.current_member()
        section = max(self.currentIndex().column(), 0)
        row = self.currentIndex().row()
        self._model.show_roster(roster, stats, locked=locked)
        count = self._model.rowCount()
        if not count:
            return
        found = self._model.row_of(here.id) if here is not None else -1
        wanted = found if found >= 0 else max(0, min(row, count - 1))
        section = min(section, self._model.columnCount() - 1)
        self.setCurrentIndex(self._model.index(wanted, section))
        self._tell_current()

    def current_member(self) -> MemberView | None:
        """Return the fighter at hand, or none."""
        return self._model.member(self.currentIndex().row())

    def select_member(self, member_id: int) -> bool:
        """Put a fighter at hand; return whether it is on this roster."""
        row = self._model.row_of(member_id)
        if row < 0:
            return False
        section = max(self.currentIndex().column(), 0)
        self.setCurrentIndex(self._model.index(row, section))
        return True

    def select_column(self, key: str) -> None:
        """Put the cell of a characteristic at hand, of the same fighter."""
        for section, column in enumerate(self._model.columns()):
            if column.kind == "stat" and column.key == key and self.currentIndex().isValid():
                self.setCurrentIndex(self._model.index(self.currentIndex().row(), section))

    def rename_current(self, typed: str | None = None) -> None:
        """Open the editor of the name of the fighter at hand, with what was typed before if any."""
        row = self.currentIndex().row()
        if row >= 0:
            self.setFocus(Qt.FocusReason.OtherFocusReason)
            self.setCurrentIndex(self._model.index(row, 0))
            self.edit(self._model.index(row, 0))
            editor = self.indexWidget(self._model.index(row, 0)) or self.findChild(QLineEdit)
            if typed is not None and isinstance(editor, QLineEdit):
                editor.setText(typed)

    def edit(self, index: _Index, *how: object) -> bool:  # type: ignore[override]
        if not how:
            super().edit(index)
            return True
        trigger, event = how
        column = self._model.column(index.column()) if index.isValid() else None
        by_hand = trigger in (
            QAbstractItemView.EditTrigger.DoubleClicked,
            QAbstractItemView.EditTrigger.EditKeyPressed,
        )
        member = self._model.member(index.row())
        if column is not None and column.kind != "fighter" and by_hand and member is not None:
            self.edit_asked.emit(member.id, column)
            return False
        return super().edit(index, trigger, event)  # type: ignore[call-overload]

    def currentChanged(self, current: _Index, previous: _Index) -> None:
        super().currentChanged(current, previous)
        self._tell_current()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        member = self.current_member()
        key, modifiers = event.key(), event.modifiers()
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        is_editing = self.state() == QAbstractItemView.State.EditingState
        if member is None or is_editing:
            super().keyPressEvent(event)
        elif modifiers & Qt.KeyboardModifier.AltModifier and key in steps:
            self.move_asked.emit(member.id, steps[Qt.Key(key)])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.open_asked.emit()
        elif key == Qt.Key.Key_F10 and modifiers & Qt.KeyboardModifier.ShiftModifier:
            self._ask_menu()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self._ask_menu()
            return
        index = self.indexAt(event.pos())
        member = self._model.member(index.row())
        if member is not None:
            self.menu_asked.emit(member.id, event.globalPos())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.verticalHeader().setDefaultSectionSize(row_height())

    def _ask_menu(self) -> None:
        member = self.current_member()
        if member is not None:
            area = self.visualRect(self.currentIndex())
            self.menu_asked.emit(member.id, self.viewport().mapToGlobal(area.bottomLeft()))

    def _tell_current(self) -> None:
        index = self.currentIndex()
        member = self._model.member(index.row())
        if member is not None:
            self.current_changed.emit(member.id, self._model.column(index.column()))

    def _fit_columns(self) -> None:
        """Give figures what they need, and names and gear what is left."""
        columns = self._model.columns()
        if not columns:
            return
        figures = {"stat": _STAT, "amount": _AMOUNT}
        fixed = sum(figures.get(column.kind, 0) for column in columns)
        room = self.viewport().width() - fixed
        wanted = max((fighter_width(member) for member in self._model.members()), default=0)
        fighter = max(min(wanted, room - _LEAST_CARRIES, _WIDEST_FIGHTER), _LEAST_FIGHTER)
        carries = max(room - fighter, _LEAST_CARRIES)
        widths = {**figures, "fighter": fighter, "carries": carries}
        for section, column in enumerate(columns):
            self.setColumnWidth(section, widths[column.kind])
