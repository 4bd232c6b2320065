"""Answers that are chosen: a few options as buttons, many in a list that can be searched."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from mordcry_app.rules.procedure import ChoiceAnswer, Choose, Option
from mordcry_app.ui.theme import TextSize, body_font, colours
from mordcry_app.ui.views.aftermath.question_editor import ENTER, QuestionEditor
from mordcry_app.ui.views.aftermath.wording import MOST_NUMBERED
from mordcry_app.ui.widgets import KeyHint, WrapLabel, announce

_LIST_HEIGHT = (132, 268)  # logical pixels: two skills with their text, or four
_INSET = 9
_GAP = 2
_WRAP = Qt.TextFlag.TextWordWrap


def fits_buttons(question: Choose) -> bool:
    """Whether every option can have a number key."""
    return len(question.options) <= MOST_NUMBERED


class OptionButton(QAbstractButton):
    """One option with its number key: its name, and below it what it does or why it is refused."""

    def __init__(self, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = number
        self.option = Option("", "")
        self._cap = KeyHint(str(number), self)
        self._cap.move(_INSET, _INSET - 1)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def set_option(self, option: Option) -> None:
        """Show another option; a refused one is off."""
        self.option = option
        self.setText(option.label)
        self.setAccessibleName(f"{self._number}: {option.label}")
        self.setAccessibleDescription(option.refused or option.detail)
        self.setEnabled(not option.refused)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(220, self.heightForWidth(220))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        title, note = self._areas(width)
        return max(title.bottom(), note.bottom()) + _INSET

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Layouts give a height for the width that they guessed; this is the one that came.
        self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        palette = colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        has_focus, is_refused = self.hasFocus(), bool(self.option.refused)
        line = palette.focus if has_focus else palette.control
        painter.setPen(QPen(QColor(palette.hairline if is_refused else line), 2 if has_focus else 1))
        ground = palette.hover if self.underMouse() or self.isDown() else palette.surface
        painter.setBrush(Qt.BrushStyle.NoBrush if is_refused else QColor(ground))
        inset = 1.0 if has_focus else 0.5
        painter.drawRoundedRect(self.rect().toRectF().adjusted(inset, inset, -inset, -inset), 6, 6)
        title, note = self._areas(self.width())
        painter.setFont(body_font(semibold=not is_refused))
        painter.setPen(QColor(palette.muted if is_refused else palette.ink))
        painter.drawText(title, _WRAP, self.option.label)
        painter.setFont(body_font(TextSize.SMALL, italic=is_refused))
        painter.setPen(QColor(palette.muted))
        painter.drawText(note, _WRAP, self.option.refused or self.option.detail)

    def _areas(self, width: int) -> tuple[QRect, QRect]:
        """Where the name and the note below it stand."""
        left = _INSET + self._cap.sizeHint().width() + 9
        room = QRect(left, _INSET - 3, max(width - left - _INSET, 40), 10_000)
        name = QFontMetrics(body_font(semibold=not self.option.refused))
        title = name.boundingRect(room, _WRAP, self.option.label)
        title.setWidth(room.width())
        text = self.option.refused or self.option.detail
        if not text:
            return title, QRect()
        small = QFontMetrics(body_font(TextSize.SMALL, italic=bool(self.option.refused)))
        room.setTop(title.bottom() + 1)
        note = small.boundingRect(room, _WRAP, text)
        note.setWidth(room.width())
        return title, note


class OptionButtons(QuestionEditor):
    """Up to nine options, each with its number as its key; arrows move between them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(5)
        self._made: list[OptionButton] = []
        self.buttons: list[OptionButton] = []

    def set_question(self, question: Choose) -> None:
        """Offer other options."""
        self.setAccessibleName(question.why)
        self.setAccessibleDescription(f"Press 1 to {len(question.options)}")
        while len(self._made) < len(question.options):
            button = OptionButton(len(self._made) + 1)
            button.clicked.connect(self._choose_of(button))
            button.installEventFilter(self)
            self._column.addWidget(button)
            self._made.append(button)
        self.buttons = self._made[: len(question.options)]
        for button, option in zip(self.buttons, question.options, strict=True):
            button.set_option(option)
        for place, button in enumerate(self._made):
            button.setVisible(place < len(self.buttons))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._take(event, -1):
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Buttons would use the arrow keys themselves, and let Enter go.
        is_key = event.type() == QEvent.Type.KeyPress
        if is_key and isinstance(event, QKeyEvent) and isinstance(watched, OptionButton):
            return self._take(event, self.buttons.index(watched))
        return super().eventFilter(watched, event)

    def _take(self, event: QKeyEvent, at: int) -> bool:
        """Use a key that came while the button number *at* had the keyboard, −1 for none."""
        if event.modifiers() & (
            Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
        ):
            return False
        key = event.key()
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Right):
            self._move(at, 1)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Left):
            self._move(at, -1)
        elif key in ENTER and at >= 0:
            self.buttons[at].click()
        elif event.text() and event.text() in "123456789":
            place = int(event.text()) - 1
            if place < len(self.buttons):
                self.buttons[place].click()
        else:
            return False
        return True

    def _move(self, at: int, step: int) -> None:
        place = at + step
        while 0 <= place < len(self.buttons):
            if self.buttons[place].isEnabled():
                self.buttons[place].setFocus(Qt.FocusReason.TabFocusReason)
                return
            place += step
        self.stepped_out.emit(step)

    def _choose_of(self, button: OptionButton) -> Callable[[], None]:
        return lambda: self.answered.emit(ChoiceAnswer(option=button.option.id))


class OptionModel(QAbstractListModel):
    """The options of a question; those that are refused cannot be selected and say why."""

    OPTION_ROLE = Qt.ItemDataRole.UserRole

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._options: tuple[Option, ...] = ()

    def set_options(self, options: tuple[Option, ...]) -> None:
        """Offer other options."""
        self.beginResetModel()
        self._options = options
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._options)

    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        option = self._options[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return option.label
            case Qt.ItemDataRole.AccessibleDescriptionRole | Qt.ItemDataRole.ToolTipRole:
                return option.refused or option.detail
            case OptionModel.OPTION_ROLE:
                return option
        return None

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        if self._options[index.row()].refused:
            return Qt.ItemFlag.ItemNeverHasChildren
        return (
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemNeverHasChildren
        )


class OptionFilter(QSortFilterProxyModel):
    """Options whose name or text has every word that was typed; by name first."""

    def __init__(self, model: OptionModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words: list[str] = []
        self.setSourceModel(model)
        self.sort(0)

    def search(self, text: str) -> None:
        """Show what *text* finds; nothing typed shows all."""
        self._words = text.casefold().split()
        self.invalidate()

    def filterAcceptsRow(
        self, source_row: int, source_parent: QModelIndex | QPersistentModelIndex
    ) -> bool:
        option = self._option(self.sourceModel().index(source_row, 0, source_parent))
        text = f"{option.label} {option.detail}".casefold()
        return all(word in text for word in self._words)

    def lessThan(
        self,
        source_left: QModelIndex | QPersistentModelIndex,
        source_right: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        return self._order(source_left) < self._order(source_right)

    def _order(self, index: QModelIndex | QPersistentModelIndex) -> tuple[bool, bool, bool, int]:
        option = self._option(index)
        label = option.label.casefold()
        words = self._words
        begins = any(label.startswith(word) for word in words)
        has_all = all(word in label for word in words)
        return (bool(option.refused), bool(words) and not begins, not has_all, index.row())

    @staticmethod
    def _option(index: QModelIndex | QPersistentModelIndex) -> Option:
        return index.data(OptionModel.OPTION_ROLE)


class OptionDelegate(QStyledItemDelegate):
    """Draws an option: its name, and below it what it does or why it cannot be chosen."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        shown: Option = index.data(OptionModel.OPTION_ROLE)
        view = self.parent()
        width = view.viewport().width() if isinstance(view, QListView) else option.rect.width()
        height = QFontMetrics(body_font(semibold=True)).height() + 2 * _INSET - 4
        if text := shown.refused or shown.detail:
            metrics = QFontMetrics(body_font(TextSize.SMALL))
            room = QRect(0, 0, max(width - 2 * _INSET, 40), 10_000)
            height += _GAP + metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, text).height()
        return QSize(width, height)

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

    found = Signal(int)
    """How many options the typed text finds."""

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
        self._options = OptionModel(self)
        self._filter = OptionFilter(self._options, self)
        self.view = QListView()
        self.view.setModel(self._filter)
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
        self._options.set_options(question.options)
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
        while 0 <= place < self._filter.rowCount():
            index = self._filter.index(place, 0)
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
        announce(self.search)

    def _find(self, text: str) -> None:
        self._filter.search(text)
        first = self._filter.index(0, 0)
        if text.strip() and first.isValid() and first.flags() & Qt.ItemFlag.ItemIsEnabled:
            self._select(first)
        else:
            self.view.clearSelection()
            self.view.setCurrentIndex(QModelIndex())
        self._nothing.setVisible(not first.isValid())
        self.found.emit(self._filter.rowCount())
        self.changed.emit()

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid() and index.flags() & Qt.ItemFlag.ItemIsEnabled:
            option: Option = index.data(OptionModel.OPTION_ROLE)
            self.answered.emit(ChoiceAnswer(option=option.id))
