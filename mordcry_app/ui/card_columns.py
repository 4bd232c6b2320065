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

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wanted = 2 if self.width() >= _TWO and len(self._cards) > 1 else 1
        if wanted != self._count:
            self._place(wanted)

    def _place(self, count: int) -> None:
        self._count = count
        for column in self._columns:
            while column.count():
                column.takeAt(0)
        for place, card in enumerate(self._cards):
            self._columns[place % count].addWidget(card)
        for column in self._columns:
            column.addStretch(1)
        layout = self.layout()
        assert isinstance(layout, QHBoxLayout)
        layout.setStretch(1, 1 if count == 2 else 0)
        layout.setSpacing(_GAP if count == 2 else 0)
