"""The list of the kinds of paper: the name of each, and below it what it is for."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QPainter,
    QPen,
    QResizeEvent,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from mordcry_app.services.paper_views import PaperKind
from mordcry_app.sheets.kinds import KINDS, SheetKind, kind_of
from mordcry_app.ui.theme import TextSize, body_font, colours
from mordcry_app.ui.widgets import ListView

_KIND = Qt.ItemDataRole.UserRole
_SIDE, _ABOVE = 13, 6  # logical pixels around the text of a row
_MARK = 3  # how wide the mark of the chosen one is
_WRAPPED = int(Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap)


class _Delegate(QStyledItemDelegate):
    def __init__(self, view: ListView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        width = self._view.viewport().width()
        name, text = _metrics()
        needed = text.boundingRect(QRect(0, 0, _room(width), 10_000), _WRAPPED, _kind(index).text)
        return QSize(width, name.height() + needed.height() + 2 * _ABOVE)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        palette, kind, area = colours(), _kind(index), option.rect
        name, _ = _metrics()
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        if is_chosen:
            painter.fillRect(area, QColor(palette.selection))
            mark = QRect(area.left(), area.top(), _MARK, area.height())
            painter.fillRect(mark, QColor(palette.blood))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, QColor(palette.hover))
        room = QRect(area.left() + _SIDE, area.top() + _ABOVE, _room(area.width()), name.height())
        painter.setFont(body_font(semibold=True))
        painter.setPen(QColor(palette.ink))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft), kind.name)
        room.setTop(room.bottom() + 1)
        room.setBottom(area.bottom())
        painter.setFont(body_font(TextSize.SMALL))
        painter.setPen(QColor(palette.muted))
        painter.drawText(room, _WRAPPED, kind.text)
        if is_chosen and self._view.hasFocus():
            painter.setPen(QPen(QColor(palette.focus), 2))
            painter.drawRect(area.adjusted(1, 1, -1, -1))
        painter.restore()


class KindList(ListView):
    """Lets one kind be chosen; it is as high as its rows. `chosen` tells the new one."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(flush=True, parent=parent)
        self.setAccessibleName("What to print")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setItemDelegate(_Delegate(self))
        model = QStandardItemModel(self)
        for kind in KINDS:
            row = QStandardItem(kind.name)
            row.setData(kind.id, _KIND)
            row.setData(kind.text, Qt.ItemDataRole.AccessibleDescriptionRole)
            model.appendRow(row)
        self.setModel(model)
        self.selectionModel().currentChanged.connect(
            lambda index: self.chosen.emit(index.data(_KIND))
        )

    def kind(self) -> SheetKind:
        """Return what is chosen; one kind always is."""
        return _kind(self.currentIndex())

    def choose(self, kind: PaperKind) -> None:
        """Choose a kind."""
        row = next(row for row, each in enumerate(KINDS) if each.id == kind)
        self.setCurrentIndex(self.model().index(row, 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()
            self._fit_height()

    def _fit_height(self) -> None:
        rows = range(self.model().rowCount())
        heights = (self.sizeHintForIndex(self.model().index(row, 0)).height() for row in rows)
        self.setFixedHeight(sum(heights) + 2 * self.frameWidth())


def _kind(index: QModelIndex | QPersistentModelIndex) -> SheetKind:
    return kind_of(index.data(_KIND) if index.isValid() else KINDS[0].id)


def _metrics() -> tuple[QFontMetrics, QFontMetrics]:
    """Return the measures of names and of texts."""
    return QFontMetrics(body_font(semibold=True)), QFontMetrics(body_font(TextSize.SMALL))


def _room(width: int) -> int:
    return max(width - 2 * _SIDE, 40)
