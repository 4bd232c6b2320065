"""Asks who put a fighter out of action: a short list, one key an answer."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from mordcry_app.ui.theme import TextSize, body_font, colours
from mordcry_app.ui.views.battle.entry_state import EntryState, Fighter
from mordcry_app.ui.views.battle.fighters_model import Index
from mordcry_app.ui.widgets import WrapLabel, set_look

_KEYS = "1234567890"
_ROW_HEIGHT = 28
_MOST_ROWS = 14
_LEAST_WIDTH, _MOST_WIDTH = 240, 380
_BY_ROLE = Qt.ItemDataRole.UserRole
_NOTE_ROLE = Qt.ItemDataRole.UserRole + 1
_KEY_ROLE = Qt.ItemDataRole.UserRole + 2


class WhomPicker(QFrame):
    """A popup with the fighters of the other side, nobody, and those of the own side.

    Digits pick one of the first ten, letters jump, Enter picks, Esc leaves things as they are.
    `picked(id or None)` tells the choice.
    """

    picked = Signal(object)

    def __init__(self, state: EntryState, victim: Fighter, now: int | None, owner: QWidget) -> None:
        super().__init__(owner, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAccessibleName(f"Who put {victim.name} out of action?")
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 8, 1, 1)
        column.setSpacing(5)
        question = WrapLabel(f"{victim.name} out of action – by whom?", size=TextSize.SMALL)
        question.setContentsMargins(9, 0, 9, 0)
        column.addWidget(question)
        self.list = _CulpritList()
        self.list.setItemDelegate(_CulpritDelegate(self.list))
        self.list.itemClicked.connect(self._pick)
        self.list.confirmed.connect(self._pick_current)
        self.list.number_typed.connect(self._pick_number)
        set_look(self.list, "flush", True)
        self._fill(state, victim, now)
        column.addWidget(self.list)
        self._fit(question)

    def open_below(self, below: QPoint, above: QPoint) -> None:
        """Show the list below its cell, or above it where the screen ends; both are global."""
        room = self.screen().availableGeometry() if self.screen() else QRect(0, 0, 4000, 4000)
        top = below.y() + 1
        if top + self.height() > room.bottom():
            top = max(above.y() - self.height(), room.top())
        self.move(max(min(below.x(), room.right() - self.width()), room.left()), top)
        self.show()
        self.list.setFocus(Qt.FocusReason.PopupFocusReason)

    def _fill(self, state: EntryState, victim: Fighter, now: int | None) -> None:
        own = state.side_of(victim.id)
        culprits = state.culprits(victim.id)
        several = len(culprits) > 2
        for side, fighters in culprits:
            if side is own:
                self._add("Nobody known", None, "")
            for fighter in fighters:
                note = "own side" if side is own else side.name if several else fighter.archetype
                self._add(fighter.name, fighter.id, note)
        wanted = (n for n in range(self.list.count()) if self.list.item(n).data(_BY_ROLE) == now)
        self.list.setCurrentRow(next(wanted, 0) if now is not None else -1)

    def _add(self, text: str, by: int | None, note: str) -> None:
        item = QListWidgetItem(text, self.list)
        number = self.list.count() - 1
        key = _KEYS[number] if number < len(_KEYS) else ""
        item.setData(_BY_ROLE, by)
        item.setData(_NOTE_ROLE, note)
        item.setData(_KEY_ROLE, key)
        spoken = ", ".join(part for part in (text, note, f"key {key}" if key else "") if part)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken)

    def _fit(self, question: WrapLabel) -> None:
        metrics, small = QFontMetrics(body_font()), QFontMetrics(body_font(TextSize.SMALL))
        widest = max(
            (
                metrics.horizontalAdvance(item.text())
                + small.horizontalAdvance(item.data(_NOTE_ROLE))
                for item in map(self.list.item, range(self.list.count()))
            ),
            default=0,
        )
        width = max(min(widest + 76, _MOST_WIDTH), _LEAST_WIDTH)
        rows = min(self.list.count(), _MOST_ROWS)
        self.list.setFixedHeight(rows * _ROW_HEIGHT + 2)
        self.setFixedSize(width, rows * _ROW_HEIGHT + 18 + question.heightForWidth(width - 20))

    def _pick(self, item: QListWidgetItem) -> None:
        by = item.data(_BY_ROLE)
        self.close()
        self.picked.emit(by)

    def _pick_current(self) -> None:
        item = self.list.currentItem()
        if item is None:
            self.close()
        else:
            self._pick(item)

    def _pick_number(self, number: int) -> None:
        if number < self.list.count():
            self._pick(self.list.item(number))


class _CulpritList(QListWidget):
    confirmed = Signal()
    number_typed = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setAccessibleName("By whom")

    def event(self, event: QEvent) -> bool:
        # Esc is a shortcut of the form below; while the list is open it only closes the list.
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.confirmed.emit()
        elif event.text() and event.text() in _KEYS:
            self.number_typed.emit(_KEYS.index(event.text()))
        else:
            super().keyPressEvent(event)


class _CulpritDelegate(QStyledItemDelegate):
    """Draws the key, the name, and at the right a note."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        del option, index
        return QSize(_LEAST_WIDTH, _ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        palette = colours()
        area = option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, QColor(palette.selection))
            painter.fillRect(area.left(), area.top(), 3, area.height(), QColor(palette.focus))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, QColor(palette.hover))
        middle = Qt.AlignmentFlag.AlignVCenter
        small = body_font(TextSize.SMALL)
        note = str(index.data(_NOTE_ROLE))
        painter.setFont(small)
        painter.setPen(QColor(palette.muted))
        key_room = QRect(area.left() + 9, area.top(), 18, area.height())
        painter.drawText(key_room, middle | Qt.AlignmentFlag.AlignHCenter, index.data(_KEY_ROLE))
        right = area.adjusted(34, 0, -9, 0)
        painter.drawText(right, middle | Qt.AlignmentFlag.AlignRight, note)
        right.setRight(right.right() - QFontMetrics(small).horizontalAdvance(note) - 8)
        font = body_font()
        painter.setFont(font)
        painter.setPen(QColor(palette.ink if index.data(_BY_ROLE) is not None else palette.muted))
        name = QFontMetrics(font).elidedText(
            index.data(), Qt.TextElideMode.ElideRight, right.width()
        )
        painter.drawText(right, middle | Qt.AlignmentFlag.AlignLeft, name)
        painter.restore()
