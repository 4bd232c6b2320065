"""A choice of many: type to find an option in a list, or go through it with the arrow keys."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QAccessible, QColor, QFontMetrics, QKeyEvent, QPainter, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from mordcry_app.rules.procedure import ChoiceAnswer, Choose, Option
from mordcry_app.ui.theme import TextSize, body_font, colours
from mordcry_app.ui.views.aftermath.question_editor import ENTER, QuestionEditor
from mordcry_app.ui.widgets import KeyHint, WrapLabel, announce

_LIST_HEIGHT = (132, 268)  # logical pixels: two skills with their text, or four
_INSET = 9
_GAP = 2


class OptionModel(QAbstractListModel):
    """The options that what was typed finds; those that are refused come last and say why."""

    OPTION_ROLE = Qt.ItemDataRole.UserRole

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._options: tuple[Option, ...] = ()
        self._found: list[Option] = []

    def set_options(self, options: tuple[Option, ...]) -> None:
        """Offer other options, all of them."""
        self._options = options
        self.search("")

    def search(self, text: str) -> None:
        """Keep the options with every word of *text*; those that are called so come first."""
        words = text.casefold().split()
        self.beginResetModel()
        self._found = [option for option in self._options if _has_words(option, words)]
        self._found.sort(key=lambda option: _order(option, words))
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._found)

    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        option = self._found[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return option.label
            case Qt.ItemDataRole.AccessibleDescriptionRole | Qt.ItemDataRole.ToolTipRole:
                return option.refused or option.detail
            case OptionModel.OPTION_ROLE:
                return option
        return None

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        if not index.isValid() or self._found[index.row()].refused:
            return Qt.ItemFlag.ItemNeverHasChildren
        return (
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemNeverHasChildren
        )


def _has_words(option: Option, words: list[str]) -> bool:
    text = f"{option.label} {option.detail}".casefold()
    return all(word in text for word in words)


def _order(option: Option, words: list[str]) -> tuple[bool, bool, bool]:
    """Sorts what can be chosen before what is refused, and names that fit before texts that do."""
    label = option.label.casefold()
    begins = any(label.startswith(word) for word in words)
    return bool(option.refused), not begins, not all(word in label for word in words)


class OptionDelegate(QStyledItemDelegate):
    """Draws an option: its name, and below it what it does or why it cannot be chosen."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view
        self._heights: dict[tuple[str, int], int] = {}

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        del option
        shown: Option = index.data(OptionModel.OPTION_ROLE)
        width = self._view.viewport().width()
        return QSize(width, self._height(shown.refused or shown.detail, width))

    def _height(self, text: str, width: int) -> int:
        """How tall an option with this *text* is; the same skills come up again and again."""
        if (text, width) not in self._heights:
            height = QFontMetrics(body_font(semibold=True)).height() + 2 * _INSET - 4
            if text:
                metrics = QFontMetrics(body_font(TextSize.SMALL, italic=True))
                room = QRect(0, 0, max(width - 2 * _INSET, 40), 10_000)
                flags = Qt.TextFlag.TextWordWrap
                height += _GAP + metrics.boundingRect(room, flags, text).height()
            self._heights[text, width] = height
        return self._heights[text, width]

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        shown: Option = index.data(OptionModel.OPTION_ROLE)
        palette = colours()
        area = option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, QColor(palette.selection))
            painter.fillRect(area.left(), area.top(), 3, area.height(), QColor(palette.focus))
        elif option.state & QStyle.StateFlag.State_MouseOver and not shown.refused:
            painter.fillRect(area, QColor(palette.hover))
        painter.setPen(QColor(palette.hairline))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        inner = area.adjusted(_INSET, _INSET - 2, -_INSET, -_INSET + 2)
        painter.setFont(body_font(semibold=not shown.refused))
        painter.setPen(QColor(palette.muted if shown.refused else palette.ink))
        painter.drawText(inner, Qt.AlignmentFlag.AlignTop, shown.label)
        painter.setFont(body_font(TextSize.SMALL, italic=bool(shown.refused)))
        painter.setPen(QColor(palette.muted))
        inner.setTop(inner.top() + QFontMetrics(body_font(semibold=True)).height() + _GAP)
        painter.drawText(inner, Qt.TextFlag.TextWordWrap, shown.refused or shown.detail)
        painter.restore()


class OptionList(QuestionEditor):
    """Many options: type to find one, arrows move, Enter takes the selected one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        line = QHBoxLayout()
        line.setSpacing(8)
        self.search = QLineEdit()
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._find)
        self.search.installEventFilter(self)
        line.addWidget(self.search, 1)
        line.addWidget(KeyHint("Return"))
        column.addLayout(line)
        self._model = OptionModel(self)
        self.view = QListView()
        self.view.setModel(self._model)
        self.view.setItemDelegate(OptionDelegate(self.view))
        self.view.setResizeMode(QListView.ResizeMode.Adjust)
        self.view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setMouseTracking(True)
        self.view.setFixedHeight(_LIST_HEIGHT[0])
        self.view.clicked.connect(self._choose)
        column.addWidget(self.view)
        self._nothing = WrapLabel("Nothing is called that.", tone="muted", size=TextSize.SMALL)
        self._nothing.hide()
        column.addWidget(self._nothing)

    def set_question(self, question: Choose) -> None:
        """Offer other options; what was searched is forgotten."""
        self.search.clear()
        self.search.setPlaceholderText(f"Type to find one of {len(question.options)}")
        self.search.setAccessibleName(question.why)
        self.view.setAccessibleName(question.why)
        self._model.set_options(question.options)
        self.view.setCurrentIndex(QModelIndex())
        self.view.scrollToTop()

    def showEvent(self, event: QShowEvent) -> None:
        least, most = _LIST_HEIGHT
        self.view.setFixedHeight(max(least, min(self.window().height() // 3, most)))
        super().showEvent(event)

    def keyboard_place(self) -> QWidget:
        return self.search

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_key = event.type() == QEvent.Type.KeyPress and watched is self.search
        if is_key and isinstance(event, QKeyEvent) and self._take(event):
            return True
        if watched is self.search and event.type() == QEvent.Type.ShortcutOverride:
            # In an empty field Backspace means the answer before: leave it to the page.
            is_back = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Backspace
            if is_back and not self.search.text():
                return True
        return super().eventFilter(watched, event)

    def _take(self, event: QKeyEvent) -> bool:
        key = event.key()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        if key in ENTER:
            self._choose(self.view.currentIndex())
        elif key == Qt.Key.Key_Down:
            self._move(1)
        elif key == Qt.Key.Key_Up:
            self._move(-1)
        elif key == Qt.Key.Key_Escape and self.search.text():
            self.search.clear()
        else:
            return False
        return True

    def _move(self, step: int) -> None:
        place = self.view.currentIndex().row() + step
        while 0 <= place < self._model.rowCount():
            index = self._model.index(place, 0)
            if index.flags() & Qt.ItemFlag.ItemIsEnabled:
                self._select(index)
                return
            place += step
        self.stepped_out.emit(step)

    def _select(self, index: QModelIndex) -> None:
        self.view.setCurrentIndex(index)
        self.view.scrollTo(index)
        self.search.setAccessibleDescription(
            f"{index.data()}. {index.data(Qt.ItemDataRole.AccessibleDescriptionRole)}"
        )
        announce(self.search, QAccessible.Event.DescriptionChanged)

    def _find(self, text: str) -> None:
        self._model.search(text)
        first = self._model.index(0, 0)
        if text.strip() and first.isValid() and first.flags() & Qt.ItemFlag.ItemIsEnabled:
            self._select(first)
        else:
            self.view.clearSelection()
            self.view.setCurrentIndex(QModelIndex())
        self._nothing.setVisible(not first.isValid())
        self.changed.emit()

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid() and index.flags() & Qt.ItemFlag.ItemIsEnabled:
            option: Option = index.data(OptionModel.OPTION_ROLE)
            self.answered.emit(ChoiceAnswer(option=option.id))
