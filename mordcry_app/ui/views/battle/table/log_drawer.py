"""The whole log of a battle, round by round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from mordcry_app.services.battle_table import EventView
from mordcry_app.ui.theme import TextSize, body_font, colours, title_font
from mordcry_app.ui.views.battle.table.just_now import event_line, story_of
from mordcry_app.ui.widgets import Drawer, ListView

Index = QModelIndex | QPersistentModelIndex

_INSET, _ABOVE = 6, 5  # logical pixels
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
_WRAP = Qt.TextFlag.TextWordWrap


@dataclass(frozen=True)
class LogLine:
    """One line of the log: a heading, an event, or a sentence of its story."""

    text: str
    kind: str


def log_lines(events: Sequence[EventView]) -> Iterator[LogLine]:
    """Yield the log: a heading for each round, its events, and their stories."""
    shown: int | None = None
    for event in events:
        if event.round != shown:
            shown = event.round
            yield LogLine(f"Round {shown}" if shown else "Before the first round", "heading")
        yield LogLine(event_line(event), "event")
        for sentence in story_of(event):
            yield LogLine(sentence, "story")


class LogModel(QAbstractListModel):
    """The lines of the log, the oldest first; what is added comes at the end."""

    LINE_ROLE = Qt.ItemDataRole.UserRole

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: list[LogLine] = []

    def set_events(self, events: Sequence[EventView]) -> None:
        """Show these events; lines that stay are kept."""
        lines = list(log_lines(events))
        kept = 0
        for old, new in zip(self._lines, lines, strict=False):
            if old != new:
                break
            kept += 1
        if kept < len(self._lines):
            self.beginRemoveRows(QModelIndex(), kept, len(self._lines) - 1)
            del self._lines[kept:]
            self.endRemoveRows()
        if kept < len(lines):
            self.beginInsertRows(QModelIndex(), kept, len(lines) - 1)
            self._lines.extend(lines[kept:])
            self.endInsertRows()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        line = self._lines[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return line.text
        return line if role == LogModel.LINE_ROLE else None


class LogDelegate(QStyledItemDelegate):
    """Draws a line of the log as text that wraps."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view
        self._heights: dict[tuple[LogLine, int], int] = {}

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        del option
        line: LogLine = index.data(LogModel.LINE_ROLE)
        width = self._view.viewport().width()
        if (line, width) not in self._heights:
            room = QRect(0, 0, max(width - 2 * _INSET - _indent(line), 80), 10_000)
            area = QFontMetrics(_font(line)).boundingRect(room, _LEFT | _WRAP, line.text)
            self._heights[line, width] = area.height() + _above(line) + 2
        return QSize(width, self._heights[line, width])

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        palette = colours()
        line: LogLine = index.data(LogModel.LINE_ROLE)
        painter.save()
        has_keyboard = self._view.hasFocus() and self._view.currentIndex() == index
        if has_keyboard:
            painter.fillRect(option.rect, QColor(palette.selection))
        left = _INSET + _indent(line)
        room = option.rect.adjusted(left, _above(line), -_INSET, 0)
        painter.setFont(_font(line))
        painter.setPen(QColor(palette.muted if line.kind == "story" else palette.ink))
        painter.drawText(room, _LEFT | _WRAP, line.text)
        painter.restore()


def _font(line: LogLine) -> QFont:
    match line.kind:
        case "heading":
            return title_font(TextSize.HEADING)
        case "event":
            return body_font()
        case _:
            return body_font(TextSize.SMALL)


def _indent(line: LogLine) -> int:
    return 14 if line.kind == "story" else 0


def _above(line: LogLine) -> int:
    return {"heading": 12, "event": _ABOVE, "story": 1}[line.kind]


class LogDrawer(Drawer):
    """Shows the log over the right side of the page; it opens at its end."""

    def __init__(self, host: QWidget) -> None:
        super().__init__(host, "What has happened", width=460)
        self.model = LogModel(self)
        self.view = ListView(flush=True)
        self.view.setAccessibleName("Log of the battle")
        self.view.setModel(self.model)
        self.view.setItemDelegate(LogDelegate(self.view))
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.body.addWidget(self.view, 1)
        self._events: Sequence[EventView] = ()
        self.opened.connect(self._show)

    def set_events(self, events: Sequence[EventView]) -> None:
        """Show these events, once the drawer is open."""
        self._events = events
        if self.is_open():
            self._show()

    def _show(self) -> None:
        self.model.set_events(self._events)
        self.view.scrollToBottom()
