"""How a fighter’s row is drawn: name and marks, and its Wounds as boxes to tick."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from mordcry_app.rules.battle_engine import Mark
from mordcry_app.services.battle_table import TableFighterView
from mordcry_app.ui.theme import body_font, colours, paint_icon
from mordcry_app.ui.views.battle.table.fighters_model import FightersModel, Index, Row
from mordcry_app.ui.views.battle.table.wording import MOST_BOXES, place_text

_SIDE, _ABOVE = 13, 6  # logical pixels around the content of a row
_BOX, _BETWEEN = 11, 2  # a Wound, and the gap to the next
_GAP = 7  # between two things beside each other
_SKULL = 15
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
_WRAP = Qt.TextFlag.TextWordWrap
_TONES = {"muted": "muted", "bad": "blood", "gold": "gold", "good": "verdigris", "plain": "ink"}


@dataclass
class _Placed:
    """Where everything of a row stands, from its top left corner."""

    name: QRect
    boxes: QRect = field(default_factory=QRect)
    words: list[tuple[QRect, str, str]] = field(default_factory=list[tuple[QRect, str, str]])
    height: int = 0


class FightersDelegate(QStyledItemDelegate):
    """Draws rows. A name that is long wraps; what finds no room beside it stands below it."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view
        self._known: dict[tuple[Row, int], _Placed] = {}

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        del option
        width = self._view.viewport().width()
        return QSize(width, self._placed(index.data(FightersModel.ROW_ROLE), width).height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        palette = colours()
        row: Row = index.data(FightersModel.ROW_ROLE)
        area: QRect = option.rect
        placed = self._placed(row, area.width())
        fighter = row.fighter
        painter.save()
        if fighter is not None and fighter.is_active:
            painter.fillRect(area, QColor(palette.selection))
            painter.fillRect(QRect(area.topLeft(), QSize(3, area.height())), QColor(palette.blood))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, QColor(palette.hover))
        painter.setPen(QColor(palette.hairline))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        painter.translate(area.topLeft())
        if fighter is None:
            self._paint_reserves(painter, row, placed)
        else:
            self._paint_fighter(painter, fighter, placed)
        painter.translate(-area.topLeft())
        if row.is_target:
            painter.setPen(QPen(QColor(palette.blood), 2))
            painter.drawRect(area.adjusted(1, 1, -1, -2))
        if self._view.hasFocus() and self._view.currentIndex() == index:
            painter.setPen(QPen(QColor(palette.focus), 2))
            painter.drawRect(area.adjusted(2, 2, -2, -3))
        painter.restore()

    def _paint_reserves(self, painter: QPainter, row: Row, placed: _Placed) -> None:
        palette = colours()
        painter.setFont(body_font())
        painter.setPen(QColor(palette.muted))
        painter.drawText(placed.name, _LEFT | _WRAP, row.text)
        name = "chevron-down" if row.is_open else "chevron-right"
        paint_icon(painter, name, QRectF(placed.boxes), "muted")

    def _paint_fighter(self, painter: QPainter, fighter: TableFighterView, placed: _Placed) -> None:
        palette = colours()
        is_gone = fighter.where in ("out", "left")
        is_quiet = is_gone or fighter.has_acted
        painter.setFont(_name_font(fighter))
        painter.setPen(QColor(palette.muted if is_quiet else palette.ink))
        painter.drawText(placed.name, _LEFT | _WRAP, fighter.name)
        if fighter.where == "out":
            skull = QRectF(_SIDE, placed.name.top() + 2, _SKULL, _SKULL)
            paint_icon(painter, "skull", skull, "muted")
        painter.setFont(body_font())
        for area, text, tone in placed.words:
            painter.setPen(QColor(getattr(palette, _TONES[tone])))
            painter.drawText(area, _LEFT | _WRAP, text)
        if not placed.boxes.isEmpty():
            self._paint_wounds(painter, fighter, placed.boxes)

    def _paint_wounds(self, painter: QPainter, fighter: TableFighterView, area: QRect) -> None:
        palette = colours()
        if fighter.wounds > MOST_BOXES:
            painter.setFont(body_font(semibold=fighter.damage > 0))
            painter.setPen(QColor(palette.blood if fighter.damage else palette.ink))
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
            painter.drawText(area, right, _number(fighter))
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place, corner in enumerate(_corners(area, fighter.wounds)):
            box = QRectF(corner.x() + 0.5, corner.y() + 0.5, _BOX - 1, _BOX - 1)
            is_ticked = place < fighter.damage
            colour = palette.blood if is_ticked else palette.ink
            painter.setPen(QPen(QColor(colour), 1.1))
            painter.setBrush(QColor(palette.blood if is_ticked else palette.surface))
            painter.drawRoundedRect(box, 1.5, 1.5)
            if is_ticked:
                painter.setPen(QPen(QColor(palette.on_accent), 1.2))
                painter.drawPolyline(
                    QPolygonF([box.topLeft() + QPointF(3, 3), box.bottomRight() - QPointF(3, 3)])
                )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _placed(self, row: Row, width: int) -> _Placed:
        known = self._known.get((row, width))
        if known is None:
            if len(self._known) > 400:
                self._known.clear()
            known = _place(row, width)
            self._known[row, width] = known
        return known


def _place(row: Row, width: int) -> _Placed:
    right = width - _SIDE
    line = QFontMetrics(body_font()).height()
    if row.fighter is None:
        name = _text_area(body_font(), QPoint(_SIDE, _ABOVE), right - 24 - _SIDE, row.text)
        placed = _Placed(name, QRect(right - 16, _ABOVE + (line - 16) // 2, 16, 16))
        placed.height = name.bottom() + _ABOVE + 1
        return placed
    fighter = row.fighter
    boxes = _wounds_size(fighter)
    left = _SIDE + (_SKULL + 5 if fighter.where == "out" else 0)
    font = _name_font(fighter)
    room = right - left
    beside = room - (boxes.width() + _GAP if not boxes.isEmpty() else 0)
    single = QFontMetrics(font).horizontalAdvance(fighter.name) + 2
    is_beside = single <= beside or beside >= 110
    name = _text_area(font, QPoint(left, _ABOVE), beside if is_beside else room, fighter.name)
    placed = _Placed(name)
    bottom = name.bottom()
    if not boxes.isEmpty() and is_beside:
        top = _ABOVE + max((line - _BOX) // 2, 0) if fighter.wounds <= MOST_BOXES else _ABOVE
        placed.boxes = QRect(QPoint(right - boxes.width(), top), boxes)
    words = _words(fighter)
    is_one_line = name.height() <= line + 2
    at = QPoint(left + single + _GAP, _ABOVE) if is_one_line else QPoint(left, bottom + 1)
    end = left + beside if is_beside else right
    metrics = QFontMetrics(body_font())
    for text, tone in words:
        advance = metrics.horizontalAdvance(text) + 1
        if at.x() > left and at.x() + advance > (end if at.y() == _ABOVE else right):
            at = QPoint(left, max(bottom, at.y() + line - 1) + 1)
        area = _text_area(body_font(), at, max(right - at.x(), 40), text)
        placed.words.append((area, text, tone))
        bottom = max(bottom, area.bottom())
        at = QPoint(at.x() + advance + _GAP, at.y())
    if not boxes.isEmpty() and not is_beside:
        placed.boxes = QRect(QPoint(left, bottom + 4), boxes)
    if not placed.boxes.isEmpty():
        bottom = max(bottom, placed.boxes.bottom())
    placed.height = bottom + _ABOVE + 1
    return placed


def _text_area(font: QFont, corner: QPoint, width: int, text: str) -> QRect:
    room = QRect(corner, QSize(max(width, 40), 10_000))
    area = QFontMetrics(font).boundingRect(room, _LEFT | _WRAP, text)
    area.setWidth(room.width())
    return area


def _name_font(fighter: TableFighterView) -> QFont:
    return body_font(semibold=fighter.is_active)


def _words(fighter: TableFighterView) -> list[tuple[str, str]]:
    """What is said of a fighter beside its name."""
    place = place_text(fighter)
    said = [(f"— {place}", "muted")] if fighter.where in ("out", "left") else []
    return said + [(mark.text, _quiet(mark, fighter)) for mark in fighter.marks]


def _quiet(mark: Mark, fighter: TableFighterView) -> str:
    return "muted" if fighter.where in ("out", "left") else mark.tone


def _number(fighter: TableFighterView) -> str:
    return f"{fighter.damage}/{fighter.wounds}"


def _wounds_size(fighter: TableFighterView) -> QSize:
    if not fighter.wounds or fighter.where in ("out", "left", "reserve"):
        return QSize()
    if fighter.wounds > MOST_BOXES:
        metrics = QFontMetrics(body_font(semibold=True))
        return QSize(metrics.horizontalAdvance(_number(fighter)) + 2, metrics.height())
    in_row, rows = _shape(fighter.wounds)
    return QSize(in_row * (_BOX + _BETWEEN) - _BETWEEN, rows * (_BOX + _BETWEEN) - _BETWEEN)


def _shape(wounds: int) -> tuple[int, int]:
    """How many boxes stand in a row, and in how many rows: more than seven take two."""
    return (wounds, 1) if wounds <= 7 else ((wounds + 1) // 2, 2)


def _corners(area: QRect, wounds: int) -> list[QPoint]:
    in_row, _ = _shape(wounds)
    step = _BOX + _BETWEEN
    return [
        QPoint(area.left() + place % in_row * step, area.top() + place // in_row * step)
        for place in range(wounds)
    ]
