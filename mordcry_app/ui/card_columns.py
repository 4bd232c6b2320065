"""Cards beside each other where the window is wide enough, else one below the other."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

_TWO = 820  # logical pixels from which there are two columns
_WIDEST = 640  # wider cards have lines that are hard to read
_GAP = 14


class CardColumns(QWidget):
    """Fills one or two columns with cards, in turn; Tab walks through them in the order added."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards: list[QWidget] = []
        self._columns: list[QVBoxLayout] = []
        self._count = 0
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(_GAP)
        for _ in range(2):
            column = QVBoxLayout()
            column.setSpacing(_GAP)
            line.addLayout(column, 1)
            self._columns.append(column)
        self._place(1)

    def add(self, card: QWidget) -> None:
        """Add a card."""
        card.setMaximumWidth(_WIDEST)
        self._cards.append(card)
        column = self._columns[(len(self._cards) - 1) % self._count]
        column.insertWidget(column.count() - 1, card)

    def arrange(self) -> None:
        """Share the cards out anew, once some have been hidden or shown."""
        self._place(self._wanted_columns())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wanted = self._wanted_columns()
        if wanted != self._count:
            self._place(wanted)
        self._keep_left()

    def _shown(self) -> list[QWidget]:
        return [card for card in self._cards if not card.isHidden()]

    def _wanted_columns(self) -> int:
        return 2 if self.width() >= _TWO and len(self._shown()) > 1 else 1

    def _place(self, count: int) -> None:
        self._count = count
        for column in self._columns:
            for card in self._cards:
                # Not takeAt: the item that it leaves alive would keep the card's old height.
                column.removeWidget(card)
            while column.count():
                column.takeAt(0)
        for place, card in enumerate(self._shown()):
            self._columns[place % count].addWidget(card)
        for column in self._columns:
            column.addStretch(1)
        layout = self.layout()
        assert isinstance(layout, QHBoxLayout)
        layout.setStretch(1, 1 if count == 2 else 0)
        layout.setSpacing(_GAP if count == 2 else 0)
        self._keep_left()

    def _keep_left(self) -> None:
        """Let a single column begin where two would: beside it there is nothing."""
        spare = max(self.width() - _WIDEST, 0) if self._count == 1 else 0
        self.setContentsMargins(0, 0, spare, 0)
