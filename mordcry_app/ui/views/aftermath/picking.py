"""An answer that is some of many: everybody within 6″, the four of a group."""

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
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from mordcry_app.rules.procedure import Option, Pick, PickAnswer, misfit
from mordcry_app.ui.theme import TextSize, body_font, colours
from mordcry_app.ui.views.aftermath.question_editor import ENTER, QuestionEditor
from mordcry_app.ui.widgets import ActionButton, KeyHint, ListView, WrapLabel

Index = QModelIndex | QPersistentModelIndex

_BOX, _INSET, _ABOVE = 16, 9, 6  # logical pixels: a box to tick, and the room around it
_LEAST_HEIGHT = 96  # logical pixels; about three options
_WRAP = Qt.TextFlag.TextWordWrap


def picked_text(question: Pick, count: int) -> str:
    """How many are picked, and how many must be: `3 of 4`."""
    least, most = question.least, question.limit
    if least == most:
        return f"{count} of {most}"
    picked = f"{count} picked" if count else "none picked"
    if question.most is not None and question.most < len(question.options):
        return f"{picked}, {least} to {most}" if least else f"{picked}, {most} at most"
    return f"{picked}, {least} or more" if least else picked


class PickModel(QAbstractListModel):
    """The options of a question, each picked or not."""

    OPTION_ROLE = Qt.ItemDataRole.UserRole

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._question = Pick("", (), "")
        self._picked: set[str] = set()

    def set_question(self, question: Pick) -> None:
        """Offer other options, with those picked that are proposed."""
        self.beginResetModel()
        self._question = question
        self._picked = {
            option.id
            for option in question.options
            if option.id in question.proposed and not option.refused
        }
        self.endResetModel()

    def picked(self) -> tuple[str, ...]:
        """The ids of what is picked, in the order of the options."""
        return tuple(o.id for o in self._question.options if o.id in self._picked)

    def pick_only(self, ids: tuple[str, ...]) -> None:
        """Pick exactly these."""
        self._picked = set(ids)
        self._tell()

    def toggle(self, index: Index) -> None:
        """Pick an option or drop it; where only one may be picked, it takes the other's place."""
        option = self._question.options[index.row()]
        if option.refused:
            return
        if option.id in self._picked:
            self._picked.discard(option.id)
        elif self._question.limit == 1:
            self._picked = {option.id}
        else:
            self._picked.add(option.id)
        self._tell()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._question.options)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        option = self._question.options[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return option.label
            case Qt.ItemDataRole.CheckStateRole:
                is_picked = option.id in self._picked
                return Qt.CheckState.Checked if is_picked else Qt.CheckState.Unchecked
            case Qt.ItemDataRole.AccessibleDescriptionRole | Qt.ItemDataRole.ToolTipRole:
                return option.refused or option.detail
            case PickModel.OPTION_ROLE:
                return option
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        # One that is refused can be reached, so that the reason can be read.
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return (
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemNeverHasChildren
        )

    def _tell(self) -> None:
        last = self.index(self.rowCount() - 1, 0)
        self.dataChanged.emit(self.index(0, 0), last, [Qt.ItemDataRole.CheckStateRole])


class PickDelegate(QStyledItemDelegate):
    """Draws an option: its box, its name, and below it what there is to know of it."""

    def __init__(self, view: ListView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        del option
        width = self._view.viewport().width()
        title, note = _areas(index.data(PickModel.OPTION_ROLE), QRect(0, 0, width, 0))
        return QSize(width, max(title.bottom(), note.bottom()) + _ABOVE)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        palette = colours()
        shown: Option = index.data(PickModel.OPTION_ROLE)
        painter.save()
        has_keyboard = self._view.hasFocus() and self._view.currentIndex() == index
        if has_keyboard:
            painter.fillRect(option.rect, QColor(palette.selection))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(option.rect, QColor(palette.hover))
        title, note = _areas(shown, option.rect)
        box = QStyleOptionViewItem(option)
        line = QFontMetrics(body_font()).height()
        top = option.rect.top() + _ABOVE + (line - _BOX) // 2
        box.rect = QRect(option.rect.left() + _INSET, top, _BOX, _BOX)
        is_picked = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
        box.state = QStyle.StateFlag.State_On if is_picked else QStyle.StateFlag.State_Off
        if not shown.refused:
            box.state |= QStyle.StateFlag.State_Enabled
        self._view.style().drawPrimitive(
            QStyle.PrimitiveElement.PE_IndicatorItemViewItemCheck, box, painter, self._view
        )
        painter.setFont(body_font(semibold=is_picked))
        painter.setPen(QColor(palette.muted if shown.refused else palette.ink))
        painter.drawText(title, _WRAP, shown.label)
        painter.setFont(body_font(TextSize.SMALL, italic=bool(shown.refused)))
        painter.setPen(QColor(palette.muted))
        painter.drawText(note, _WRAP, shown.refused or shown.detail)
        if has_keyboard:
            painter.setPen(QColor(palette.focus))
            painter.drawRect(option.rect.adjusted(0, 0, -1, -1))
        painter.restore()


def _areas(option: Option, area: QRect) -> tuple[QRect, QRect]:
    """Where the name and the note below it stand; measured bold, so that a tick moves nothing."""
    left = area.left() + _INSET + _BOX + 9
    room = QRect(left, area.top() + _ABOVE, max(area.right() - left - _INSET, 40), 10_000)
    title = QFontMetrics(body_font(semibold=True)).boundingRect(room, _WRAP, option.label)
    title.setWidth(room.width())
    text = option.refused or option.detail
    if not text:
        return title, QRect()
    room.setTop(title.bottom() + 1)
    font = body_font(TextSize.SMALL, italic=bool(option.refused))
    note = QFontMetrics(font).boundingRect(room, _WRAP, text)
    note.setWidth(room.width())
    return title, note


class PickEditor(QuestionEditor):
    """Picks some of many: arrows and letters move, Space picks, Enter takes what is picked.

    Ctrl+A picks all that may be picked, or none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._question = Pick("", (), "")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        self._model = PickModel(self)
        self.view = ListView()
        self.view.setModel(self._model)
        self.view.setItemDelegate(PickDelegate(self.view))
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setMouseTracking(True)
        self.view.setTabKeyNavigation(False)
        self.view.installEventFilter(self)
        self.view.clicked.connect(self._toggle)
        self._model.dataChanged.connect(self._count)
        column.addWidget(self.view)
        line = QHBoxLayout()
        line.setSpacing(8)
        self.count = WrapLabel()
        self.confirm_button = ActionButton("Take these")
        self.confirm_button.clicked.connect(self.confirm)
        line.addWidget(self.count, 1)
        line.addWidget(self.confirm_button)
        line.addWidget(KeyHint("Return"))
        column.addLayout(line)

    def set_question(self, question: Pick) -> None:
        """Offer other options; what is proposed is picked."""
        self._question = question
        self.view.setAccessibleName(question.why)
        self._model.set_question(question)
        self.view.setCurrentIndex(self._model.index(0, 0))
        self.view.scrollToTop()
        self._fit_height()
        self._count()

    def keyboard_place(self) -> QWidget:
        return self.view

    def picked(self) -> tuple[str, ...]:
        """The ids of what is picked."""
        return self._model.picked()

    def confirm(self) -> None:
        """Answer with what is picked, if it fits; of one that must be picked, with the current."""
        if not self.picked() and self._question.least == self._question.limit == 1:
            self._model.toggle(self.view.currentIndex())
        answer = PickAnswer(options=self.picked())
        if not misfit(self._question, answer):
            self.answered.emit(answer)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit_height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.view and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride and _is_letter(event):
                event.accept()  # letters find an option here, whatever they do on the page
                return True
            if event.type() == QEvent.Type.KeyPress and self._take(event):
                return True
        return super().eventFilter(watched, event)

    def _take(self, event: QKeyEvent) -> bool:
        key, row = event.key(), self.view.currentIndex().row()
        is_ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if is_ctrl and key == Qt.Key.Key_A:
            self._toggle_all()
        elif is_ctrl:
            return False
        elif key in ENTER:
            self.confirm()
        elif key == Qt.Key.Key_Space:
            self._toggle(self.view.currentIndex())
        elif key == Qt.Key.Key_Down and row == self._model.rowCount() - 1:
            self.stepped_out.emit(1)
        elif key == Qt.Key.Key_Up and row <= 0:
            self.stepped_out.emit(-1)
        else:
            return False
        return True

    def _toggle(self, index: Index) -> None:
        if index.isValid():
            self._model.toggle(index)

    def _toggle_all(self) -> None:
        free = tuple(option.id for option in self._question.options if not option.refused)
        if self.picked() == free:
            self._model.pick_only(())
        elif len(free) <= self._question.limit:
            self._model.pick_only(free)

    def _count(self) -> None:
        refused = misfit(self._question, PickAnswer(options=self.picked()))
        count = len(self.picked())
        self.count.set_plain(picked_text(self._question, count))
        self.count.set_tone("blood" if count > self._question.limit else "verdigris")
        if refused and count <= self._question.limit:
            self.count.set_tone("muted")
        self.confirm_button.set_text("Take these" if count else "Take none")
        self.confirm_button.set_available(not refused, refused)
        self.changed.emit()

    def _fit_height(self) -> None:
        """As high as its options, or as a third of the window if they are many."""
        rows = range(self._model.rowCount())
        needed = sum(self.view.sizeHintForIndex(self._model.index(row, 0)).height() for row in rows)
        most = max(_LEAST_HEIGHT, self.window().height() // 3)
        height = min(needed + 2 * self.view.frameWidth() + 2, most)
        if self.view.height() != height:
            self.view.setFixedHeight(height)


def _is_letter(event: QKeyEvent) -> bool:
    meant = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    return (
        bool(event.text().strip()) and event.text().isprintable() and not event.modifiers() & meant
    )
