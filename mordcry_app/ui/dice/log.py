"""Every roll of the campaign, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from mordcry_app.ui.dice.faces import dice_of, die_side, paint_die
from mordcry_app.ui.theme import TextSize, body_font
from mordcry_app.ui.widgets.labels import Label, titled
from mordcry_app.ui.widgets.styling import set_look

_Index = QModelIndex | QPersistentModelIndex


class RollLine(NamedTuple):
    """One roll. *total* and *time* are shown as given; *typed* means rolled on the table."""

    what: str
    faces: tuple[int, ...]
    total: int | str
    typed: bool
    time: str

    def source(self) -> str:
        """Who rolled, in words."""
        return "rolled on the table" if self.typed else "rolled by the app"


class RollModel(QAbstractTableModel):
    """The rolls, newest first. Qt calls what every model has; `set_rolls` is ours."""

    HEADINGS = ("Time", "For", "Dice", "Total", "How")
    DICE = 2

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rolls: list[RollLine] = []

    def set_rolls(self, rolls: Sequence[RollLine]) -> None:
        """Show *rolls*, which are given oldest first."""
        self.beginResetModel()
        self._rolls = list(reversed(rolls))
        self.endResetModel()

    def add_roll(self, roll: RollLine) -> None:
        """Show *roll* on top."""
        self.beginInsertRows(QModelIndex(), 0, 0)
        self._rolls.insert(0, roll)
        self.endInsertRows()

    def newest(self) -> RollLine | None:
        """The last roll that was made."""
        return self._rolls[0] if self._rolls else None

    def roll(self, row: int) -> RollLine:
        return self._rolls[row]

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._rolls)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self.HEADINGS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self.HEADINGS[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        roll = self._rolls[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                faces = " ".join(map(str, roll.faces))
                return (roll.time, roll.what, faces, str(roll.total), roll.source())[index.column()]
            case Qt.ItemDataRole.ToolTipRole if index.column() == 1:
                return roll.what
            case Qt.ItemDataRole.FontRole if index.column() == 3:
                return body_font(TextSize.BODY, bold=True)
        return None


class _DiceDelegate(QStyledItemDelegate):
    """Draws the faces of a roll as dice."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        model = index.model()
        assert isinstance(model, RollModel)
        blank = QStyleOptionViewItem(option)
        self.initStyleOption(blank, index)
        blank.text = ""
        view = option.widget
        view.style().drawControl(view.style().ControlElement.CE_ItemViewItem, blank, painter, view)
        side = die_side(TextSize.SMALL)
        area = QRectF(option.rect).adjusted(8, 0, -4, 0)
        for place, die in enumerate(dice_of(model.roll(index.row()).faces)):
            square = QRectF(
                area.left() + place * (side + 3), area.center().y() - side / 2, side, side
            )
            if square.right() > area.right():
                painter.drawText(square, Qt.AlignmentFlag.AlignVCenter, "…")
                break
            paint_die(painter, square, die)

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        model = index.model()
        assert isinstance(model, RollModel)
        side = die_side(TextSize.SMALL)
        shown = min(len(model.roll(index.row()).faces), 8)
        return QSize(shown * (side + 3) + 20, side + 9)


class RollLog(QFrame):
    """A popup with the table of rolls."""

    def __init__(self, model: RollModel, owner: QWidget) -> None:
        super().__init__(owner, Qt.WindowType.Popup)
        self._model = model
        self.setAccessibleName("Rolls")
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 8, 8)
        column.setSpacing(6)
        column.addWidget(titled("Rolls", TextSize.HEADING))
        self._none = Label("Nothing has been rolled yet.", tone="muted")
        column.addWidget(self._none)
        self.table = QTableView()
        set_look(self.table, "flush", True)
        self.table.setModel(model)
        self.table.setItemDelegateForColumn(RollModel.DICE, _DiceDelegate(self.table))
        self.table.setShowGrid(False)
        self.table.setWordWrap(False)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(die_side(TextSize.SMALL) + 9)
        self.table.horizontalHeader().setHighlightSections(False)
        self.table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column.addWidget(self.table, 1)

    def open_above(self, anchor: QWidget) -> None:
        """Show the popup above the right end of *anchor*."""
        has_rolls = self._model.rowCount() > 0
        self._none.setVisible(not has_rolls)
        self.table.setVisible(has_rolls)
        for column in (0, 2, 3, 4):
            self.table.resizeColumnToContents(column)
        window = anchor.window()
        width = min(720, max(window.width() - 24, 240))
        rows = self._model.rowCount() * self.table.verticalHeader().defaultSectionSize() + 100
        height = min(rows, max(window.height() - 120, 160), 460) if has_rolls else 84
        self.resize(width, height)
        corner = anchor.mapToGlobal(QPoint(anchor.width() - 12, -6))
        room = anchor.screen().availableGeometry()
        self.move(max(corner.x() - width, room.left()), max(corner.y() - height, room.top()))
        self.show()
        self.table.setFocus(Qt.FocusReason.PopupFocusReason)
