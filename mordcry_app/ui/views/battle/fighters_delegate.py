"""How the cells of a side’s fighters are drawn."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import (
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from mordcry_app.ui.theme import TextSize, body_font, colours, paint_icon
from mordcry_app.ui.views.battle.entry_state import Fighter
from mordcry_app.ui.views.battle.fighters_model import Column, FightersModel, Index

ROW_HEIGHT = 32
BOX = 16
INSET = 8
"""Logical pixels: the height of a row, the side of a box, and the room before it."""

NUMBER_WIDTH = 34
"""The room for a number of the printed form, in logical pixels."""

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class FightersDelegate(QStyledItemDelegate):
    """Draws a cell: a box where there is something to tick, then its text."""

    def __init__(self, view: QTableView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        del option, index
        return QSize(60, ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view = self._view
        palette = colours()
        fighter: Fighter = index.data(FightersModel.FIGHTER_ROLE)
        area = option.rect
        painter.save()
        is_current_row = view.hasFocus() and view.currentIndex().row() == index.row()
        if is_current_row:
            painter.fillRect(area, QColor(palette.selection))
        painter.setPen(QColor(palette.hairline))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        room = area.adjusted(INSET, 0, -INSET, -1)
        if number := str(index.data(FightersModel.NUMBER_ROLE)):
            self._write(painter, room, number, palette.muted)
            room.setLeft(room.left() + NUMBER_WIDTH)
        check = index.data(FightersModel.CHECK_ROLE)
        if check is not None:
            self._paint_box(painter, option, view, room, check, is_off=bool(fighter.absent))
            room.setLeft(room.left() + BOX + 7)
        match Column(index.column()):
            case Column.FIGHTER:
                self._paint_fighter(painter, room, fighter, is_there=bool(check))
            case Column.OUT if check:
                skull = QRectF(room.left(), room.center().y() - 7, 15, 15)
                paint_icon(painter, "skull", skull, "blood")
                room.setLeft(room.left() + 20)
                self._write(painter, room, str(index.data()), palette.blood)
            case Column.KILLS:
                is_none = index.data() in ("–", "")
                tone = palette.muted if is_none else palette.ink
                self._write(painter, room, str(index.data()), tone, is_bold=not is_none)
            case _:
                pass
        if is_current_row and view.currentIndex().column() == index.column():
            painter.setPen(QPen(QColor(palette.focus), 2))
            painter.drawRect(area.adjusted(1, 1, -1, -2))
        painter.restore()

    def _paint_box(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        view: QWidget,
        room: QRect,
        is_ticked: bool,
        *,
        is_off: bool,
    ) -> None:
        box = QStyleOptionViewItem(option)
        box.rect = QRect(room.left(), room.center().y() - BOX // 2 + 1, BOX, BOX)
        box.state = QStyle.StateFlag.State_On if is_ticked else QStyle.StateFlag.State_Off
        if not is_off:
            box.state |= QStyle.StateFlag.State_Enabled
        view.style().drawPrimitive(
            QStyle.PrimitiveElement.PE_IndicatorItemViewItemCheck, box, painter, view
        )

    def _paint_fighter(
        self, painter: QPainter, room: QRect, fighter: Fighter, *, is_there: bool
    ) -> None:
        palette = colours()
        font = body_font(semibold=is_there)
        metrics = QFontMetrics(font)
        says_it = fighter.archetype.casefold() in fighter.name.casefold()
        note = fighter.absent or ("" if says_it else fighter.archetype)
        note_width = QFontMetrics(body_font(TextSize.SMALL)).horizontalAdvance(note) + 8
        name_width = metrics.horizontalAdvance(fighter.name) + 1
        shows_note = bool(fighter.absent) or name_width + note_width <= room.width()
        if shows_note:
            name_width = min(name_width, max(room.width() - note_width, 40))
        else:
            name_width = room.width()
        name = QRect(room.left(), room.top(), name_width, room.height())
        painter.setFont(font)
        painter.setPen(QColor(palette.ink if is_there else palette.muted))
        elided = metrics.elidedText(fighter.name, Qt.TextElideMode.ElideRight, name_width)
        painter.drawText(name, _LEFT, elided)
        if shows_note:
            beside = room.adjusted(name_width + 8, 0, 0, 0)
            painter.setFont(body_font(TextSize.SMALL, italic=bool(fighter.absent)))
            painter.setPen(QColor(palette.muted))
            metrics = painter.fontMetrics()
            painter.drawText(
                beside, _LEFT, metrics.elidedText(note, Qt.TextElideMode.ElideRight, beside.width())
            )

    def _write(
        self, painter: QPainter, room: QRect, text: str, colour: str, *, is_bold: bool = False
    ) -> None:
        font = body_font(semibold=is_bold)
        painter.setFont(font)
        painter.setPen(QColor(colour))
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, _LEFT, shown)
