"""Draws the cells of the roster."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import (
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from mordcry_app.services.views import MemberView, ValueView
from mordcry_app.ui.painted_text import paint_lines, wrapped_lines
from mordcry_app.ui.qt_models.roster_model import (
    COLUMN,
    MARK_BOTH,
    MARK_DOWN,
    MARK_UP,
    VALUE,
    RosterColumn,
    badges,
    change_mark,
)
from mordcry_app.ui.qt_models.rows import ROW
from mordcry_app.ui.theme import TextSize, body_font, colours

_Index = QModelIndex | QPersistentModelIndex

_PAD = 8
_GAP = 6
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


def row_height() -> int:
    """Return the height of a row: a name, a line below it, and air."""
    name = QFontMetrics(body_font(TextSize.BODY, semibold=True)).height()
    return name + QFontMetrics(body_font(TextSize.BODY)).height() + 11


class RosterDelegate(QStyledItemDelegate):
    """Paints names with what must not be overlooked, marked values, and gear over two lines."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        column, member = index.data(COLUMN), index.data(ROW)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option)
        match column.kind:
            case "fighter":
                _paint_fighter(painter, option.rect.adjusted(_PAD, 0, -4, 0), member)
            case "stat":
                _paint_value(painter, option.rect, index.data(VALUE))
            case "amount":
                _paint_amount(painter, option.rect, member, column)
            case _:
                _paint_wrapped(painter, option.rect.adjusted(8, 4, -8, -4), member.carries)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        del option, index
        return QSize(40, row_height())

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: _Index
    ) -> QLineEdit:
        del option
        editor = QLineEdit(parent)
        editor.setFont(body_font(TextSize.BODY, semibold=True))
        editor.setPlaceholderText("No name yet")
        editor.setAccessibleName(f"Name of {index.data(ROW).shown_name}")
        return editor

    def setEditorData(self, editor: QWidget, index: _Index) -> None:
        assert isinstance(editor, QLineEdit)
        editor.setText(index.data(Qt.ItemDataRole.EditRole))
        editor.selectAll()

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: _Index
    ) -> None:
        del index
        height = editor.sizeHint().height()
        top = option.rect.top() + (option.rect.height() - height) // 2
        editor.setGeometry(option.rect.left() + 3, top, option.rect.width() - 6, height)

    @staticmethod
    def _paint_ground(painter: QPainter, option: QStyleOptionViewItem) -> None:
        palette = colours()
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        area = option.rect
        if selected or hovered:
            painter.fillRect(area, QColor(palette.selection if selected else palette.hover))
        painter.fillRect(
            QRect(area.left(), area.bottom(), area.width(), 1), QColor(palette.hairline)
        )
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(palette.focus), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(area).adjusted(1.5, 2, -1.5, -3), 4, 4)


def fighter_width(member: MemberView) -> int:
    """Return how wide a fighter's cell must be to show the name and every badge whole."""
    name = QFontMetrics(body_font(TextSize.BODY, semibold=True, italic=not member.name))
    below = QFontMetrics(body_font(TextSize.BODY))
    chip = QFontMetrics(body_font(TextSize.TINY))
    words = below.horizontalAdvance(_below_words(member))
    chips = sum(chip.horizontalAdvance(text) + 14 + _GAP for text, _ in badges(member))
    return max(name.horizontalAdvance(member.shown_name), words + chips) + _PAD + 10


def _below_words(member: MemberView) -> str:
    return f"{member.archetype_name} · leads" if member.leads else member.archetype_name


def _paint_fighter(painter: QPainter, area: QRect, member: MemberView) -> None:
    palette = colours()
    name_font = body_font(TextSize.BODY, semibold=True, italic=not member.name)
    below_font = body_font(TextSize.BODY)
    name_metrics, below_metrics = QFontMetrics(name_font), QFontMetrics(below_font)
    top = area.top() + (area.height() - name_metrics.height() - below_metrics.height()) // 2
    name_area = QRect(area.left(), top, area.width(), name_metrics.height())
    painter.setFont(name_font)
    painter.setPen(QColor(palette.ink if member.name else palette.muted))
    painter.drawText(
        name_area,
        _LEFT,
        name_metrics.elidedText(member.shown_name, Qt.TextElideMode.ElideRight, area.width()),
    )
    line = QRect(area.left(), name_area.bottom() + 1, area.width(), below_metrics.height())
    _paint_below(painter, line, member)


def _paint_below(painter: QPainter, line: QRect, member: MemberView) -> None:
    """Write the archetype, then chips for what must not be overlooked as far as there is room."""
    palette = colours()
    font = body_font(TextSize.BODY)
    metrics = QFontMetrics(font)
    words = _below_words(member)
    chips = badges(member)
    chip_font = body_font(TextSize.TINY)
    chip_metrics = QFontMetrics(chip_font)
    needed = sum(chip_metrics.horizontalAdvance(text) + 14 + _GAP for text, _ in chips)
    room = line.width() if not chips else max(line.width() - needed, line.width() // 4)
    width = min(metrics.horizontalAdvance(words), room)
    painter.setFont(font)
    painter.setPen(QColor(palette.muted))
    painter.drawText(
        QRect(line.left(), line.top(), width + 1, line.height()),
        _LEFT,
        metrics.elidedText(words, Qt.TextElideMode.ElideRight, width + 1),
    )
    left = line.left() + width + _GAP
    tones = {"gold": palette.gold, "bad": palette.blood}
    painter.setFont(chip_font)
    for number, (text, kind) in enumerate(chips):
        others = len(chips) - number - 1
        room = line.right() - left - 16 - others * 34
        shown = chip_metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(room, 14))
        chip_width = chip_metrics.horizontalAdvance(shown) + 14
        chip = QRectF(left + 0.5, line.top() + 1.5, chip_width, line.height() - 3)
        painter.setPen(QPen(QColor(tones.get(kind, palette.hairline)), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(chip, chip.height() / 2, chip.height() / 2)
        painter.setPen(QColor(tones.get(kind, palette.muted)))
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, shown)
        left += chip_width + _GAP


def _paint_value(painter: QPainter, area: QRect, value: ValueView) -> None:
    """Write a value in the middle; its mark hangs beside it, so that figures stay in column."""
    palette = colours()
    mark = change_mark(value)
    tone = palette.ink
    if value.change:
        tone = palette.verdigris if value.change > 0 else palette.blood
    font = body_font(TextSize.BODY, bold=bool(value.change))
    metrics = QFontMetrics(font)
    width = metrics.horizontalAdvance(value.text)
    left = area.left() + (area.width() - width) // 2
    painter.setFont(font)
    painter.setPen(QColor(tone))
    painter.drawText(QRect(left, area.top(), width + 2, area.height()), _LEFT, value.text)
    if mark:
        corner = QPointF(left + width + 2, area.center().y() - metrics.xHeight() / 2)
        paint_mark(painter, corner, mark, tone if value.change else palette.muted)


def paint_mark(painter: QPainter, corner: QPointF, mark: str, tone: str) -> None:
    """Draw the mark of a changed value, its middle left at *corner*: up, down, or both."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(tone))
    x, y = corner.x(), corner.y()
    up = [QPointF(x, y + 2.4), QPointF(x + 6.4, y + 2.4), QPointF(x + 3.2, y - 2.8)]
    down = [QPointF(x, y - 2.4), QPointF(x + 6.4, y - 2.4), QPointF(x + 3.2, y + 2.8)]
    if mark == MARK_BOTH:
        up = [point - QPointF(0, 3.2) for point in up]
        down = [point + QPointF(0, 3.2) for point in down]
    if mark != MARK_DOWN:
        painter.drawPolygon(up)
    if mark != MARK_UP:
        painter.drawPolygon(down)
    painter.restore()


def _paint_amount(painter: QPainter, area: QRect, member: MemberView, column: RosterColumn) -> None:
    palette = colours()
    painter.setFont(body_font(TextSize.BODY))
    painter.setPen(QColor(palette.ink))
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, str(member.amount(column.key)))


def _paint_wrapped(painter: QPainter, area: QRect, text: str) -> None:
    """Write a text over as many lines as fit; what is left ends in …"""
    palette = colours()
    font = body_font(TextSize.BODY)
    metrics = QFontMetrics(font)
    painter.setPen(QColor(palette.ink if text else palette.muted))
    most = max(area.height() // metrics.height(), 1)
    lines = wrapped_lines(text or "nothing", font, area.width(), most)
    top = area.top() + (area.height() - len(lines) * metrics.height()) // 2
    paint_lines(painter, QRect(area.left(), top, area.width(), area.height()), lines, font)
