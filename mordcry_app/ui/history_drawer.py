"""The drawer with everything that was ever changed, and the way to any point of it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from mordcry_app.services.history import jump_to
from mordcry_app.services.views import OperationView, Touched
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.painted_text import paint_lines, wrapped_lines
from mordcry_app.ui.qt_models.history_model import (
    IS_HERE,
    Group,
    HistoryModel,
    is_undone,
    short_moment,
)
from mordcry_app.ui.qt_models.rows import ROW
from mordcry_app.ui.shortcuts import keys_of
from mordcry_app.ui.theme import TextSize, body_font, colours, paint_icon
from mordcry_app.ui.widgets import ActionButton, Drawer, TreeView, WrapLabel, key_text

_Index = QModelIndex | QPersistentModelIndex

_RAIL = 22  # logical pixels for the line with its dots
_INDENT = 14
_HERE = "now"
_MOST_LINES = 3


class HistoryDrawer(Drawer):
    """Lists the operations of a campaign. A click or Enter goes to the state right after one."""

    def __init__(self, host: QWidget, session: CampaignSession) -> None:
        super().__init__(host, "History", width=400)
        self._session = session
        self._model = HistoryModel(self)
        about = WrapLabel(
            "Choose an entry to go back, or forward again, to how things stood right after it.",
            tone="muted",
            size=TextSize.SMALL,
        )
        self.body.addWidget(about)
        line = QHBoxLayout()
        self.undo_button = ActionButton("Undo", icon_name="undo")
        self.redo_button = ActionButton("Redo", icon_name="redo")
        self.undo_button.clicked.connect(session.undo)
        self.redo_button.clicked.connect(session.redo)
        line.addWidget(self.undo_button)
        line.addWidget(self.redo_button)
        line.addStretch(1)
        self.body.addLayout(line)
        self.list = _HistoryView()
        self.list.setModel(self._model)
        self.list.clicked.connect(self._take)
        self.body.addWidget(self.list, 1)
        self.opened.connect(self.refresh)
        session.touched.connect(self._follow)

    def refresh(self) -> None:
        """Show the history as it stands, scrolled to where we are."""
        history = self._session.history()
        read_only = self._session.file.read_only_reason
        self._model.show_history(history, self._session.campaign.drafts)
        here = self._model.here()
        if here.parent().isValid():
            self.list.expand(here.parent())
        self.list.setCurrentIndex(here)
        self.list.scrollTo(here, QAbstractItemView.ScrollHint.PositionAtCenter)
        for button, label, shortcut in (
            (self.undo_button, history.undo_label, "undo"),
            (self.redo_button, history.redo_label, "redo"),
        ):
            nothing = f"There is nothing to {shortcut}."
            button.set_available(bool(label) and not read_only, read_only or nothing)
            if label and not read_only:
                verb = "Take back" if shortcut == "undo" else "Do again"
                button.set_hint(f"{verb}: {label} ({key_text(keys_of(shortcut))})")

    def _follow(self, touched: Touched) -> None:
        del touched
        if self.is_open():
            self.refresh()

    def _take(self, index: QModelIndex) -> None:
        entry = self._model.entry(index)
        if isinstance(entry, Group):
            self.list.setExpanded(index, not self.list.isExpanded(index))
        elif isinstance(entry, OperationView) and not index.data(IS_HERE):
            self._session.run(lambda: jump_to(self._session.file, entry.id))


class _HistoryView(TreeView):
    """A tree without branches drawn: the line with its dots shows what belongs together."""

    def __init__(self) -> None:
        super().__init__(flush=True)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setUniformRowHeights(False)
        self.setItemsExpandable(True)
        self.setExpandsOnDoubleClick(False)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegate(_HistoryDelegate(self))
        self.setAccessibleName("History")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()  # the height of an entry follows from the width

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if is_enter and self.currentIndex().isValid():
            self.clicked.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)


class _HistoryDelegate(QStyledItemDelegate):
    """Draws an entry at its dot: full when done, a ring when taken back, gold where we are."""

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        view = self.parent()
        assert isinstance(view, QTreeView)
        width = view.viewport().width()
        text = _text_area(QRect(0, 0, width, 10), index)
        font = _font(index)
        lines = wrapped_lines(index.data(), font, text.width(), _MOST_LINES)
        return QSize(width, len(lines) * QFontMetrics(font).height() + 13)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        palette = colours()
        entry, here = index.data(ROW), bool(index.data(IS_HERE))
        undone = is_undone(entry)
        area = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if here:
            painter.fillRect(area, QColor(palette.accent_soft))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, QColor(palette.hover))
        if isinstance(entry, Group):
            is_open = bool(option.state & QStyle.StateFlag.State_Open)
            name = "chevron-down" if is_open else "chevron-right"
            spot = QRectF(area.left() + 4, area.top() + 8, 15, 15)
            paint_icon(painter, name, spot, "gold" if here else "muted")
        else:
            _paint_dot(painter, area, index, undone=undone, here=here)
        self._paint_words(painter, area, index, undone=undone, here=here)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(palette.focus), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(area.adjusted(1, 1, -2, -2), 4, 4)
        painter.restore()

    @staticmethod
    def _paint_words(
        painter: QPainter, area: QRect, index: _Index, *, undone: bool, here: bool
    ) -> None:
        palette = colours()
        entry = index.data(ROW)
        font = _font(index)
        painter.setPen(QColor(palette.muted if undone else palette.ink))
        words = _text_area(area, index)
        metrics = QFontMetrics(font)
        lines = wrapped_lines(index.data(), font, words.width(), _MOST_LINES)
        paint_lines(painter, words, lines, font)
        painter.setFont(body_font(TextSize.SMALL, semibold=here))
        painter.setPen(QColor(palette.gold if here else palette.muted))
        note = _HERE if here else "undone" if undone else short_moment(entry)
        painter.drawText(
            QRect(area.right() - 88, words.top(), 80, metrics.height()),
            Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
            note,
        )


def _font(index: _Index) -> QFont:
    entry = index.data(ROW)
    is_strong = bool(index.data(IS_HERE)) or isinstance(entry, Group)
    return body_font(TextSize.BODY, semibold=is_strong, italic=is_undone(entry))


def _indent(index: _Index) -> int:
    return _INDENT if index.parent().isValid() else 0


def _text_area(area: QRect, index: _Index) -> QRect:
    return area.adjusted(_RAIL + 6 + _indent(index), 6, -92, -4)


def _paint_dot(painter: QPainter, area: QRect, index: _Index, *, undone: bool, here: bool) -> None:
    palette = colours()
    line = area.left() + 11
    painter.setPen(QPen(QColor(palette.hairline), 1))
    painter.drawLine(line, area.top(), line, area.bottom())
    middle = QPointF(line + 0.5, area.top() + 6 + QFontMetrics(body_font()).height() / 2)
    tone = QColor(palette.gold if here else palette.control if undone else palette.verdigris)
    painter.setPen(QPen(tone, 2))
    painter.setBrush(QColor(palette.surface) if undone else tone)
    radius = 6 if here else 3 if index.parent().isValid() else 4
    painter.drawEllipse(middle, radius, radius)
