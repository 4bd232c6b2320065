"""The list of one side’s fighters."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from mordcry_app.services.battle_table import TableFighterView
from mordcry_app.ui.views.aftermath.question_editor import ENTER
from mordcry_app.ui.views.battle.table.fighters_delegate import FightersDelegate
from mordcry_app.ui.views.battle.table.fighters_model import FightersModel
from mordcry_app.ui.widgets import ListView


class FightersView(ListView):
    """Shows fighters; arrows and letters move, Enter, Space or a click choose.

    - `chosen(int)` a fighter was chosen
    - `menu_asked(int, QPoint)` all that can be done with a fighter is wanted, at a place on screen
    - `crossed(int)` Left (−1) or Right (1) wants the next part of the table
    """

    chosen = Signal(int)
    menu_asked = Signal(int, QPoint)
    crossed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(flush=True, parent=parent)
        self.fighters = FightersModel(self)
        self.setModel(self.fighters)
        self._delegate = FightersDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumHeight(64)
        self.clicked.connect(self._choose)

    def set_fighters(self, fighters: tuple[TableFighterView, ...]) -> None:
        """Show a side as it stands; only rows that changed are drawn anew."""
        self._lay_out(self.fighters.set_fighters(fighters))

    def set_aim(self, targets: Collection[int], aimable: Collection[int]) -> None:
        """Mark whom an attack is aimed at, and whom it could be."""
        self._lay_out(self.fighters.set_aim(targets, aimable))

    def go_to(self, fighter_id: int) -> None:
        """Make a fighter the current one and bring it into view."""
        index = self.fighters.place_of(fighter_id)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)

    def current_fighter(self) -> int | None:
        """The fighter that the keyboard is at."""
        index = self.currentIndex()
        return self.fighters.row(index).key if index.isValid() else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        is_plain = not event.modifiers() & (
            Qt.KeyboardModifier.ControlModifier
            | Qt.KeyboardModifier.AltModifier
            | Qt.KeyboardModifier.ShiftModifier
        )
        if is_plain and (key in ENTER or key == Qt.Key.Key_Space):
            self._choose(self.currentIndex())
        elif is_plain and key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.crossed.emit(1 if key == Qt.Key.Key_Right else -1)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self.fighters.rowCount():
            self.setCurrentIndex(self.fighters.index(0, 0))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        is_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if is_mouse else self.currentIndex()
        fighter_id = self.fighters.row(index).key if index.isValid() else None
        if fighter_id is None:
            return
        self.setCurrentIndex(index)
        below = self.viewport().mapToGlobal(self.visualRect(index).bottomLeft() + QPoint(20, -4))
        self.menu_asked.emit(fighter_id, event.globalPos() if is_mouse else below)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()

    def _choose(self, index: QModelIndex) -> None:
        if not index.isValid():
            return
        fighter_id = self.fighters.row(index).key
        if fighter_id is None:
            row = index.row()
            self.fighters.toggle_reserves()
            self.setCurrentIndex(self.fighters.index(row, 0))
        else:
            self.chosen.emit(fighter_id)

    def _lay_out(self, changed: list[int]) -> None:
        for place in changed:
            index = self.fighters.index(place, 0)
            height = self.sizeHintForIndex(index).height()
            if self.visualRect(index).height() != height:
                self.scheduleDelayedItemsLayout()
                return
