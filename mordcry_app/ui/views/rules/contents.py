"""The left side of the rules: where to search, what was found, and the contents."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from mordcry_app.services.rules_library_views import Hit, RulesLibrary
from mordcry_app.services.rules_search import MOST_HITS, RulesSearch
from mordcry_app.ui.help_anchors import HELP_ANCHOR
from mordcry_app.ui.qt_models.rows import ROW
from mordcry_app.ui.theme import TextSize, body_font, colours, icon
from mordcry_app.ui.views.rules.contents_models import ContentsModel, HitsModel
from mordcry_app.ui.views.rules.marking import paint_marked
from mordcry_app.ui.widgets import EmptyState, Label, ListView, TreeView, announce

_Index = QModelIndex | QPersistentModelIndex
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class RulesContents(QWidget):
    """`chosen(anchor)` tells what is to be read; `left()` that Esc was pressed on an empty search.

    While something is searched for, the results stand in place of the contents.
    """

    chosen = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._library: RulesLibrary | None = None
        self._search: RulesSearch | None = None
        self.field = SearchField(self)
        self.field.textChanged.connect(self._find)
        self.field.stepped.connect(self._step)
        self.field.entered.connect(self._enter)
        self.field.left.connect(self.left)
        self._count = Label(tone="muted", size=TextSize.SMALL)
        self._count.setContentsMargins(4, 0, 4, 0)
        self.tree = _ContentsTree()
        self._contents = ContentsModel(self)
        self.tree.setModel(self._contents)
        self.tree.chosen.connect(self._choose)
        self.results = _Results()
        self._hits = HitsModel(self)
        self.results.setModel(self._hits)
        self.results.chosen.connect(self._choose)
        self.results.left.connect(self.focus_search)
        self._nothing = EmptyState("", icon_name="search")
        self._stack = QStackedWidget()
        for widget in (self.tree, self.results, self._nothing):
            self._stack.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.field)
        column.addWidget(self._count)
        column.addWidget(self._stack, 1)
        self._find()

    @property
    def wanted(self) -> str:
        """The words that are searched for now; nothing while the contents are shown."""
        return self.field.text().strip()

    def show_library(self, library: RulesLibrary) -> None:
        """Show the contents of a library; what is searched for is searched for again."""
        self._library = library
        self._search = None
        opened = {
            str(self._contents.item(row).data(HELP_ANCHOR))
            for row in range(self._contents.rowCount())
            if self.tree.isExpanded(self._contents.index(row, 0))
        }
        self._contents.show_library(library)
        for anchor in opened:
            self.tree.expand(self._contents.index_of(anchor))
        self._find()

    def mark(self, anchor: str) -> None:
        """Show in the contents which page is being read."""
        index = self._contents.index_of(anchor)
        if not index.isValid():
            self.tree.clearSelection()
            self.tree.setCurrentIndex(QModelIndex())
            return
        if index.parent().isValid():
            self.tree.expand(index.parent())
        self.tree.setCurrentIndex(index)
        self.tree.scrollTo(index)

    def focus_search(self) -> None:
        """Give the keyboard to the search, what stands there ready to be typed over."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def _find(self) -> None:
        wanted = self.wanted
        if not wanted or self._library is None:
            self._count.hide()
            self._stack.setCurrentWidget(self.tree)
            return
        if self._search is None:
            self._search = RulesSearch(self._library)
        hits = self._search.find(wanted)
        self._hits.show_hits(hits, wanted)
        first = "The first " if len(hits) == MOST_HITS else ""
        self._count.setText(f"{first}{len(hits)} found")
        self._count.setVisible(bool(hits))
        announce(self._count)
        if hits:
            self.results.setCurrentIndex(self._hits.index(0, 0))
            self.results.scrollToTop()
            self._stack.setCurrentWidget(self.results)
        else:
            sentence = f"Nothing in the rules speaks of “{wanted}”."
            self._nothing.sentence.set_plain(sentence)
            self._nothing.setAccessibleName(sentence)
            self._stack.setCurrentWidget(self._nothing)

    def _step(self, steps: int) -> None:
        """Move through the results while the search keeps the keyboard."""
        count = self._hits.rowCount()
        if self._stack.currentWidget() is not self.results or not count:
            return
        row = min(max(self.results.currentIndex().row() + steps, 0), count - 1)
        self.results.setCurrentIndex(self._hits.index(row, 0))

    def _enter(self) -> None:
        if self._stack.currentWidget() is self.results:
            self._choose(self.results.currentIndex())

    def _choose(self, index: _Index) -> None:
        anchor = index.data(HELP_ANCHOR)
        if anchor:
            self.chosen.emit(str(anchor))


class SearchField(QLineEdit):
    """Up and Down walk through the results, Enter opens one, Esc clears.

    `stepped(number)` tells the wish to move, `entered()` to open, `left()` that Esc was pressed
    while there was nothing to clear.
    """

    stepped = Signal(int)
    entered = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText("Search the rules")
        self.setAccessibleName("Search the rules")
        self.setClearButtonEnabled(True)
        self.addAction(icon("search", "muted"), QLineEdit.ActionPosition.LeadingPosition)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_PageDown: 8,
            Qt.Key.Key_PageUp: -8,
        }
        if event.key() in steps:
            self.stepped.emit(steps[Qt.Key(event.key())])
        elif event.key() in _ENTER:
            self.entered.emit()
        elif event.key() == Qt.Key.Key_Escape:
            if self.text():
                self.clear()
            else:
                self.left.emit()
        else:
            super().keyPressEvent(event)


class _ContentsTree(TreeView):
    """The contents. A click or Enter chooses; a heading opens as well."""

    chosen = Signal(QModelIndex)

    def __init__(self) -> None:
        super().__init__(flush=True)
        self.setHeaderHidden(True)
        self.setIndentation(16)
        self.setUniformRowHeights(True)
        self.setExpandsOnDoubleClick(False)
        self.setAccessibleName("Contents")
        self.setItemDelegate(_ContentsDelegate(self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self._take)

    def drawBranches(self, painter: QPainter, rect: QRect, index: _Index) -> None:
        """Leave the room before a row plain, also where the row is chosen; headings open there."""
        painter.fillRect(rect, QColor(colours().surface))
        if index.model().hasChildren(index):
            super().drawBranches(painter, rect, index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER and self.currentIndex().isValid():
            self._take(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _take(self, index: QModelIndex) -> None:
        if not index.parent().isValid():
            self.setExpanded(index, True)
        self.chosen.emit(index)


class _Results(ListView):
    """What was found. A click or Enter chooses; Esc goes back to the search."""

    chosen = Signal(QModelIndex)
    left = Signal()

    def __init__(self) -> None:
        super().__init__(flush=True)
        self.setItemDelegate(_HitDelegate(self))
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setAccessibleName("Found")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.clicked.connect(self.chosen)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER and self.currentIndex().isValid():
            self.chosen.emit(self.currentIndex())
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class _ContentsDelegate(QStyledItemDelegate):
    """A line of the contents: calm, without the hairlines of tables."""

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(60, QFontMetrics(body_font()).height() + 9)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        palette = colours()
        area = option.rect
        is_heading = not index.parent().isValid()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setBrush(QColor(palette.selection))
            painter.drawRoundedRect(area.adjusted(0, 1, -4, -1), 5, 5)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(QColor(palette.hover))
            painter.drawRoundedRect(area.adjusted(0, 1, -4, -1), 5, 5)
        font = body_font(semibold=is_heading)
        words = area.adjusted(8, 0, -10, 0)
        text = QFontMetrics(font).elidedText(
            str(index.data()), Qt.TextElideMode.ElideRight, words.width()
        )
        painter.setFont(font)
        painter.setPen(QColor(palette.ink))
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, text)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(palette.focus), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(area.adjusted(1, 2, -5, -2), 5, 5)
        painter.restore()


class _HitDelegate(QStyledItemDelegate):
    """A result: its name, where it stands, and the passage that was found."""

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        name, small = QFontMetrics(body_font()), QFontMetrics(body_font(TextSize.SMALL))
        return QSize(120, name.height() + 2 * small.height() + 14)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        hit: Hit = index.data(ROW)
        model = index.model()
        wanted = model.wanted if isinstance(model, HitsModel) else ""
        palette = colours()
        area = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, QColor(palette.selection))
            painter.fillRect(area.left(), area.top(), 3, area.height(), QColor(palette.gold))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, QColor(palette.hover))
        painter.setPen(QColor(palette.hairline))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        small = body_font(TextSize.SMALL)
        line = QRect(area.left() + 10, area.top() + 6, area.width() - 20, 0)
        for text, font, tone in (
            (hit.title, body_font(semibold=True), palette.ink),
            (hit.where, small, palette.muted),
            (hit.excerpt, small, palette.ink),
        ):
            line.setHeight(QFontMetrics(font).height())
            paint_marked(painter, line, text, font, tone, wanted)
            line.moveTop(line.bottom() + 1)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(palette.focus), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(area.adjusted(1, 1, -2, -2))
        painter.restore()
