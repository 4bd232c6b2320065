"""The heat table of who should hit whom; a click on a cell begins that attack."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from mordcry_app.rules.battle_engine import MatrixRow
from mordcry_app.rules.procedure import Option
from mordcry_app.ui.theme import TextSize, body_font, colours, contrast
from mordcry_app.ui.views.aftermath.question_editor import ENTER
from mordcry_app.ui.views.battle.table.attack_chips import ChoiceChips
from mordcry_app.ui.views.battle.table.composing import attack_command
from mordcry_app.ui.views.battle.table.matrix_model import MatrixModel
from mordcry_app.ui.views.battle.table.matrix_plan import PlanLine, PlanOf
from mordcry_app.ui.views.battle.table.wording import mean
from mordcry_app.ui.widgets import PlainDialog, TableView, WrapLabel

Index = QModelIndex | QPersistentModelIndex

_CELL_WIDTH, _WIDE_CELL, _ROW_HEIGHT = 94, 128, 42
_LONG_NAME = 24  # letters
_AROUND = 290  # logical pixels above and below the table
_LEAST_LABEL, _MOST_LABEL = 120, 240  # logical pixels for who attacks and with what
_LEAST_HEIGHT, _ROOM_FOR_NOTE = 110, 480
_HOTTEST = 0.62
"""How much of the colour the surest attack has: with more, numbers could not be read."""


def heat(ground: str, colour: str, chance: float) -> str:
    """Return a ground tinted for a chance from 0 to 1: small chances can be told apart, too."""
    share = _HOTTEST * chance**0.6
    mixed = (
        round(int(ground[at : at + 2], 16) * (1 - share) + int(colour[at : at + 2], 16) * share)
        for at in (1, 3, 5)
    )
    return "#" + "".join(f"{value:02X}" for value in mixed)


class HeatDelegate(QStyledItemDelegate):
    """Draws a cell: the chance on a tinted ground, and the mean damage below it."""

    def __init__(self, view: QTableView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        del option, index
        return QSize(_CELL_WIDTH, _ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        palette = colours()
        cell: tuple[float, float] | None = index.data(MatrixModel.CELL_ROLE)
        area: QRect = option.rect
        painter.save()
        ground = heat(palette.surface, palette.blood, cell[0]) if cell else palette.surface
        painter.fillRect(area.adjusted(0, 0, -1, -1), QColor(ground))
        inks = (palette.ink, palette.on_accent)
        ink = max(inks, key=lambda colour: contrast(colour, ground))
        painter.setPen(QColor(ink if cell else palette.muted))
        is_best = bool(index.data(MatrixModel.IS_BEST_ROLE))
        painter.setFont(body_font(bold=is_best))
        across = Qt.AlignmentFlag.AlignHCenter
        upper = area.adjusted(0, 4, 0, -area.height() // 2 + 4) if cell else area
        painter.drawText(upper, across | Qt.AlignmentFlag.AlignVCenter, str(index.data()))
        planned = str(index.data(MatrixModel.PLAN_ROLE) or "")
        if planned:
            painter.setFont(body_font(TextSize.TINY, bold=True))
            corner = area.adjusted(5, 3, -5, 0)
            painter.drawText(corner, Qt.AlignmentFlag.AlignLeft, f"#{planned}")
        if cell:
            painter.setFont(body_font(TextSize.TINY))
            lower = area.adjusted(0, area.height() // 2 + 2, 0, -3)
            painter.drawText(lower, across | Qt.AlignmentFlag.AlignVCenter, mean(cell[1]))
        if self._view.hasFocus() and self._view.currentIndex() == index:
            painter.setPen(QPen(QColor(palette.focus), 3))
            painter.drawRect(area.adjusted(1, 1, -3, -3))
        painter.restore()


class MatrixView(TableView):
    """The heat table.

    `chosen(QModelIndex)` tells a cell that was clicked or confirmed, `planned(QModelIndex)` one
    that is to be part of a plan, by P or Ctrl and a click, `plan_undone()` that the last part of
    it is not.
    """

    chosen = Signal(QModelIndex)
    planned = Signal(QModelIndex)
    plan_undone = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(stretched=None, parent=parent)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setItemDelegate(HeatDelegate(self))
        self.setMouseTracking(True)
        rows = self.verticalHeader()
        rows.show()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(_ROW_HEIGHT)
        rows.setHighlightSections(False)
        wrap = int(Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextWordWrap)
        rows.setDefaultAlignment(Qt.AlignmentFlag(wrap | int(Qt.AlignmentFlag.AlignLeft)))
        columns = self.horizontalHeader()
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        columns.setDefaultSectionSize(_CELL_WIDTH)
        columns.setDefaultAlignment(Qt.AlignmentFlag(wrap | int(Qt.AlignmentFlag.AlignHCenter)))
        self.clicked.connect(self._click)

    def _click(self, index: QModelIndex) -> None:
        is_planned = QApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier
        (self.planned if is_planned else self.chosen).emit(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_P and not event.modifiers():
            self.planned.emit(self.currentIndex())
        elif event.key() == Qt.Key.Key_Backspace:
            self.plan_undone.emit()
        elif event.key() in ENTER or event.key() == Qt.Key.Key_Space:
            self.chosen.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def fit_labels(self, labels: Sequence[str]) -> None:
        """Give the names at the left the room of the longest, within bounds; they wrap."""
        metrics = QFontMetrics(body_font(semibold=True))
        wanted = max((metrics.horizontalAdvance(label) for label in labels), default=0) + 24
        width = min(max(wanted, _LEAST_LABEL), _MOST_LABEL)
        rows = self.verticalHeader()
        rows.setFixedWidth(width)
        rows.setDefaultSectionSize(max(_highest(labels, width - 18) + 8, _ROW_HEIGHT))

    def fit_heads(self, heads: Sequence[str]) -> None:
        """Give the names above the lines that the longest needs; long ones get wider columns."""
        is_long = max((len(head) for head in heads), default=0) > _LONG_NAME
        width = _WIDE_CELL if is_long else _CELL_WIDTH
        columns = self.horizontalHeader()
        columns.setDefaultSectionSize(width)
        columns.setFixedHeight(_highest(heads, width - 16) + 14)

    def wanted_size(self) -> QSize:
        """The size that shows every row and column."""
        rows, columns, model = self.verticalHeader(), self.horizontalHeader(), self.model()
        return QSize(
            rows.width() + model.columnCount() * columns.defaultSectionSize() + 14,
            columns.height() + model.rowCount() * rows.defaultSectionSize() + 4,
        )


def _highest(texts: Sequence[str], width: int) -> int:
    """The height, in logical pixels, of the text that needs most lines in a width."""
    metrics = QFontMetrics(body_font(semibold=True))
    room = QRect(0, 0, width, 10_000)
    wrap = Qt.TextFlag.TextWordWrap
    return max((metrics.boundingRect(room, wrap, text).height() for text in texts), default=0)


class MatrixDialog(PlainDialog):
    """Shows what every attack of a side is worth. `attack_chosen(Command)` begins one."""

    attack_chosen = Signal(object)

    def __init__(
        self,
        sides: Sequence[tuple[int, str]],
        side: int,
        names: Mapping[int, str],
        matrix_of: Callable[[int], Sequence[MatrixRow]],
        plan_of: PlanOf,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("Who should hit whom?", parent=parent)
        self._names = names
        self._matrix_of = matrix_of
        self.model = MatrixModel(self)
        self.sides = ChoiceChips("Who attacks")
        self._sides = [Option(str(side_id), name) for side_id, name in sides]
        self.sides.chosen.connect(lambda chosen: self.show_side(int(chosen)))
        self.body.addWidget(self.sides)
        note = "Chance to put the target out of action; below it the mean damage. "
        note += "The best attack on each target is bold. Enter or a click begins an attack; P or "
        note += "Ctrl and a click adds it to a plan of several on one target."
        self.note = WrapLabel(note, tone="muted", size=TextSize.SMALL)
        self.body.addWidget(self.note)
        self.view = MatrixView()
        self.view.setAccessibleName("Who should hit whom")
        self.view.setAccessibleDescription(note)
        self.view.setMinimumHeight(_LEAST_HEIGHT)
        self.view.setModel(self.model)
        self.view.chosen.connect(self._choose)
        self.view.planned.connect(self._add_to_plan)
        self.body.addWidget(self.view, 1)
        self.plan = PlanLine(plan_of)
        self.view.plan_undone.connect(self.plan.take_back)
        self.plan.changed.connect(lambda: self.model.set_plan(self.plan.places()))
        self.body.addWidget(self.plan)
        self.nothing = WrapLabel("There is nobody to attack, or nobody to attack with.")
        self.body.addWidget(self.nothing)
        self.add_cancel("Close")
        self.set_unsaved_test(lambda: False)
        self.show_side(side)
        self._fit(parent)

    def show_side(self, side: int) -> None:
        """Show the attacks of a side."""
        self.sides.set_options(self._sides, str(side))
        self.plan.forget()
        self.model.set_matrix(self._matrix_of(side), self._names)
        has_cells = bool(self.model.rowCount() and self.model.columnCount())
        self.view.setVisible(has_cells)
        self.nothing.setVisible(not has_cells)
        if has_cells:
            rows = range(self.model.rowCount())
            labels = [str(self.model.headerData(row, Qt.Orientation.Vertical)) for row in rows]
            self.view.fit_labels(labels)
            columns = range(self.model.columnCount())
            self.view.fit_heads(
                [str(self.model.headerData(c, Qt.Orientation.Horizontal)) for c in columns]
            )
            self.view.setCurrentIndex(self.model.index(0, 0))
            self.view.setFocus()

    def _fit(self, parent: QWidget | None) -> None:
        """As large as the table needs, within the window."""
        room = parent.window().size() if parent is not None else QSize(1000, 700)
        self.note.setVisible(room.height() >= _ROOM_FOR_NOTE)
        wanted = self.view.wanted_size() + QSize(54, _AROUND)
        self.resize(wanted.boundedTo(room - QSize(24, 24)).expandedTo(QSize(420, 300)))

    def _add_to_plan(self, index: QModelIndex) -> None:
        found = self.model.attack(index)
        if found is not None:
            row, target = found
            command = attack_command(row.fighter, row.weapon, (target,))
            self.plan.add(command, self.model.label_of(row), target, self._names.get(target, ""))

    def _choose(self, index: QModelIndex) -> None:
        found = self.model.attack(index)
        if found is not None:
            row, target = found
            self.accept()
            self.attack_chosen.emit(attack_command(row.fighter, row.weapon, (target,)))
