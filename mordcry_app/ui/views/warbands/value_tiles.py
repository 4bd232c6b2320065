"""All characteristics of one fighter as small tiles; the one at hand is explained below them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from mordcry_app.services.views import MemberView, ValueView
from mordcry_app.ui.qt_models.roster_model import change_mark, explanation_markup
from mordcry_app.ui.theme import TextSize, body_font, colours
from mordcry_app.ui.views.warbands.roster_delegate import paint_mark
from mordcry_app.ui.widgets import announce

_LEAST_TILE = 44
_GAP = 4


class ValueTiles(QWidget):
    """Left, Right, Up and Down choose a tile, Enter or F2 asks to correct it; so does a
    double click. `chosen(stat)` tells the tile at hand, `edit_asked(stat)` the wish."""

    chosen = Signal(str)
    edit_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: tuple[ValueView, ...] = ()
        self._current = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_values(self, member: MemberView) -> None:
        """Show the values of a fighter; the tile at hand stays."""
        self._values = member.values
        self._current = min(self._current, max(len(self._values) - 1, 0))
        self._describe()
        self.updateGeometry()
        self.update()

    def current(self) -> ValueView | None:
        """Return the value at hand."""
        return self._values[self._current] if self._values else None

    def help_anchor(self) -> str:
        """Return the place in the rules of the value at hand."""
        value = self.current()
        return f"stat:{value.stat}" if value else ""

    def choose(self, stat: str) -> None:
        """Put a characteristic at hand, without telling."""
        for place, value in enumerate(self._values):
            if value.stat == stat:
                self._current = place
        self._describe()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(300, self.heightForWidth(300))

    def minimumSizeHint(self) -> QSize:
        return QSize(_LEAST_TILE * 3, self._tile_height())

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        columns = self._columns(width)
        rows = -(-max(len(self._values), 1) // columns)
        return rows * (self._tile_height() + _GAP) - _GAP

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            place = self._place_at(event.pos())
            if place is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), explanation_markup(self._values[place]), self)
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self._place_at(event.position().toPoint())
        if place is not None:
            self._take(place)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        place = self._place_at(event.position().toPoint())
        if place is not None:
            self.edit_asked.emit(self._values[place].stat)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        columns = self._columns(self.width())
        steps = {
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Up: -columns,
            Qt.Key.Key_Down: columns,
        }
        value = self.current()
        if event.key() in steps:
            self._take(self._current + steps[Qt.Key(event.key())])
        elif value and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self.edit_asked.emit(value.stat)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QEvent) -> None:
        self.update()

    def focusOutEvent(self, event: QEvent) -> None:
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place, value in enumerate(self._values):
            self._paint_tile(painter, self._tile(place), value, is_current=place == self._current)

    def _paint_tile(
        self, painter: QPainter, area: QRect, value: ValueView, *, is_current: bool
    ) -> None:
        palette = colours()
        frame = QRectF(area).adjusted(0.5, 0.5, -0.5, -0.5)
        if is_current:
            ring = palette.focus if self.hasFocus() else palette.hairline
            painter.setPen(QPen(QColor(ring), 2 if self.hasFocus() else 1))
            painter.setBrush(QColor(palette.selection))
            painter.drawRoundedRect(frame, 5, 5)
        head_font = body_font(TextSize.TINY)
        font = body_font(TextSize.BODY, bold=bool(value.change))
        head = QFontMetrics(head_font).height()
        painter.setFont(head_font)
        painter.setPen(QColor(palette.muted))
        top = QRect(area.left(), area.top() + 3, area.width(), head)
        painter.drawText(top, Qt.AlignmentFlag.AlignCenter, value.short)
        tone = palette.ink
        if value.change:
            tone = palette.verdigris if value.change > 0 else palette.blood
        painter.setFont(font)
        painter.setPen(QColor(tone))
        mark = change_mark(value)
        below = QRect(area.left(), top.bottom(), area.width(), area.bottom() - top.bottom() - 1)
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, value.text)
        if mark:
            width = QFontMetrics(font).horizontalAdvance(value.text)
            corner = QPointF(below.center().x() + width / 2 + 3, below.center().y() - 3)
            paint_mark(painter, corner, mark, tone if value.change else palette.muted)

    def _take(self, place: int) -> None:
        if not 0 <= place < len(self._values):
            return
        self._current = place
        self._describe()
        self.update()
        self.chosen.emit(self._values[place].stat)

    def _describe(self) -> None:
        value = self.current()
        self.setAccessibleName(f"{value.name} {value.text}" if value else "Values")
        self.setAccessibleDescription(value.explanation if value else "")
        announce(self)

    def _columns(self, width: int) -> int:
        """As many as fit, but no last row with a single tile where it can be helped."""
        most = max((width + _GAP) // (_LEAST_TILE + _GAP), 1)
        count = max(len(self._values), 1)
        rows = -(-count // most)
        return -(-count // rows)

    @staticmethod
    def _tile_height() -> int:
        head = QFontMetrics(body_font(TextSize.TINY)).height()
        return head + QFontMetrics(body_font(TextSize.BODY)).height() + 6

    def _tile(self, place: int) -> QRect:
        columns = self._columns(self.width())
        width = (self.width() + _GAP) // columns - _GAP
        row, column = divmod(place, columns)
        height = self._tile_height()
        return QRect(column * (width + _GAP), row * (height + _GAP), width, height)

    def _place_at(self, point: QPoint) -> int | None:
        return next((p for p in range(len(self._values)) if self._tile(p).contains(point)), None)
