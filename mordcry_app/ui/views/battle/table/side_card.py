"""One side at the table: its name and player, its dice, its marks, its fighters."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mordcry_app.services.battle_table import TableSideView
from mordcry_app.ui.theme import TextSize, colours, title_font
from mordcry_app.ui.views.battle.table.dice_sets import DiceSetsView
from mordcry_app.ui.views.battle.table.fighters_view import FightersView
from mordcry_app.ui.views.battle.table.mark_chips import MarkChips
from mordcry_app.ui.widgets import Card, Chip, ElidedLabel, Hairline, WrapLabel

_LEAST_WIDTH = 190  # logical pixels


class SideCard(Card):
    """Shows a side, and marks the one whose turn it is with a bar and a word."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", flush=True, parent=parent)
        self.side_id = 0
        self._is_on_turn = False
        head = QWidget()
        column = QVBoxLayout(head)
        column.setContentsMargins(13, 10, 13, 8)
        column.setSpacing(5)
        self._name = WrapLabel()
        self._name.setFont(title_font(TextSize.HEADING))
        line = QHBoxLayout()
        line.setSpacing(8)
        self._player = ElidedLabel(tone="muted")
        self._turn = Chip("to play", "gold")
        stays = self._turn.sizePolicy()
        stays.setRetainSizeWhenHidden(True)  # so that nothing moves when the turn goes over
        self._turn.setSizePolicy(stays)
        self._turn.hide()
        line.addWidget(self._player, 1)
        line.addWidget(self._turn)
        self.dice = DiceSetsView()
        self.marks = MarkChips()
        column.addWidget(self._name)
        column.addLayout(line)
        column.addWidget(self.dice)
        column.addWidget(self.marks)
        self.fighters = FightersView()
        self.add(head)
        self.add(Hairline())
        self.add(self.fighters, 1)

    def set_side(self, side: TableSideView) -> None:
        """Show a side as it stands."""
        self.side_id = side.id
        if self._name.text() != side.name:
            self._name.set_plain(side.name)
            self.setAccessibleName(side.name)
            self.fighters.setAccessibleName(f"{side.name}: fighters")
        if self._player.text() != side.player:
            self._player.setText(side.player)
        self.dice.set_sets(side.status.dice)
        self.marks.set_marks(side.status.marks)
        if self._is_on_turn != side.status.is_on_turn:
            self._is_on_turn = side.status.is_on_turn
            self._turn.setVisible(self._is_on_turn)
            self.update()
        self.fighters.set_fighters(side.fighters)

    def set_compact(self, is_compact: bool) -> None:
        """Leave the name out where it stands above already."""
        self._name.setVisible(not is_compact)

    def is_on_turn(self) -> bool:
        """Whether it is marked as the side whose turn it is."""
        return self._is_on_turn

    def minimumSizeHint(self) -> QSize:
        return QSize(_LEAST_WIDTH, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._is_on_turn:
            painter = QPainter(self)
            painter.fillRect(9, 0, self.width() - 18, 3, QColor(colours().gold))
