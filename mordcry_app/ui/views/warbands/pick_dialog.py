"""A dialog that picks one entry of a long list, found by typing a few letters of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    QSortFilterProxyModel,
    Qt,
)
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from mordcry_app.services.views import ChoiceView
from mordcry_app.ui.forms import labelled, number_field, text_field
from mordcry_app.ui.qt_models.rows import ROW, RowsModel
from mordcry_app.ui.theme import TextSize, body_font, colours
from mordcry_app.ui.widgets import ListView, PlainDialog, WrapLabel

_Index = QModelIndex | QPersistentModelIndex


class ChoiceModel(RowsModel[ChoiceView]):
    """What may be picked."""

    HEADINGS = ("Name",)

    def cells(self, row: ChoiceView) -> tuple[str, ...]:
        return (row.name,)


class _Filter(QSortFilterProxyModel):
    """Keeps entries that have every typed word somewhere in name, kind or text."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._words: list[str] = []

    def set_words(self, text: str) -> None:
        self._words = text.casefold().split()
        self.invalidate()

    def filterAcceptsRow(self, source_row: int, source_parent: _Index) -> bool:
        del source_parent
        model = self.sourceModel()
        assert isinstance(model, ChoiceModel)
        choice = model.row_view(source_row)
        if choice is None:
            return False
        haystack = f"{choice.name} {choice.kind} {choice.text}".casefold()
        return all(word in haystack for word in self._words)


class _ChoiceDelegate(QStyledItemDelegate):
    """Draws an entry with its kind at the right and the start of its text below."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        choice = index.data(ROW)
        palette = colours()
        painter.save()
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if selected or hovered:
            painter.fillRect(option.rect, QColor(palette.selection if selected else palette.hover))
        area = option.rect.adjusted(10, 5, -10, -5)
        kind_font = body_font(TextSize.SMALL)
        kind = choice.kind.capitalize()
        kind_width = QFontMetrics(kind_font).horizontalAdvance(kind) + 8 if kind else 0
        name_font = body_font(TextSize.BODY, semibold=True)
        metrics = QFontMetrics(name_font)
        top = QRect(area.left(), area.top(), area.width() - kind_width, metrics.height())
        painter.setFont(name_font)
        painter.setPen(QColor(palette.ink))
        painter.drawText(
            top,
            Qt.AlignmentFlag.AlignVCenter,
            metrics.elidedText(choice.name, Qt.TextElideMode.ElideRight, top.width()),
        )
        painter.setFont(kind_font)
        painter.setPen(QColor(palette.muted))
        painter.drawText(
            QRect(area.left(), area.top(), area.width(), metrics.height()),
            Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight,
            kind,
        )
        below = QRect(area.left(), top.bottom() + 1, area.width(), area.bottom() - top.bottom())
        painter.drawText(
            below,
            Qt.AlignmentFlag.AlignVCenter,
            QFontMetrics(kind_font).elidedText(
                choice.text, Qt.TextElideMode.ElideRight, below.width()
            ),
        )
        painter.setPen(QColor(palette.hairline))
        painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight())
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        del option, index
        name = QFontMetrics(body_font(TextSize.BODY, semibold=True)).height()
        return QSize(120, name + QFontMetrics(body_font(TextSize.SMALL)).height() + 12)


class PickDialog(PlainDialog):
    """Asks for one of *choices*, why, and at which price where there is a *price_in*.

    Typing searches, Up and Down move in the list without leaving the search, Enter takes.
    """

    def __init__(
        self,
        title: str,
        sentence: str,
        choices: Sequence[ChoiceView],
        accept: str,
        *,
        price_in: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(title, sentence, parent)
        self.setMinimumWidth(520)
        self.search = text_field(placeholder="Search")
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName("Search")
        self.search.installEventFilter(self)
        self._model = ChoiceModel(self)
        self._model.set_rows(choices)
        self._filter = _Filter(self)
        self._filter.setSourceModel(self._model)
        self.list = ListView()
        self.list.setModel(self._filter)
        self.list.setItemDelegate(_ChoiceDelegate(self.list))
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setMinimumHeight(150)
        self.list.setAccessibleName(title)
        self.text = WrapLabel(tone="muted")
        self.reason = text_field(placeholder="As the history will tell it")
        self.price = number_field(choices[0].price if choices else 0)
        self.body.addWidget(self.search)
        self.body.addWidget(self.list, 1)
        self.body.addWidget(self.text)
        line = QHBoxLayout()
        if price_in:
            line.addLayout(labelled(f"Price, in {price_in}", self.price))
        line.addLayout(labelled("Reason", self.reason), 1)
        self.body.addLayout(line)
        self.add_cancel()
        self._accept = self.add_accept(accept)
        self.search.textChanged.connect(self._search)
        self.list.selectionModel().currentChanged.connect(self._show_current)
        self.list.doubleClicked.connect(lambda _: self.accept_asked.emit())
        self._take_first()
        self.search.setFocus()
        self.resize(560, 540)

    def chosen(self) -> ChoiceView | None:
        """Return the entry that is marked, or none."""
        index = self.list.currentIndex()
        return index.data(ROW) if index.isValid() else None

    def has_unsaved_input(self) -> bool:
        # A search is nothing to lose.
        return bool(self.reason.text().strip())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            watched is self.search
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down)
        ):
            step = 1 if event.key() == Qt.Key.Key_Down else -1
            row = self.list.currentIndex().row() + step
            if 0 <= row < self._filter.rowCount():
                self.list.setCurrentIndex(self._filter.index(row, 0))
            return True
        return super().eventFilter(watched, event)

    def _search(self, text: str) -> None:
        self._filter.set_words(text)
        self._take_first()

    def _take_first(self) -> None:
        self.list.setCurrentIndex(self._filter.index(0, 0))
        self._show_current()

    def _show_current(self) -> None:
        choice = self.chosen()
        self._accept.setEnabled(choice is not None)
        if choice is None:
            self.text.set_plain("Nothing here has all of these words.")
            return
        self.text.set_plain(choice.text or " ")
        self.price.setValue(choice.price)
