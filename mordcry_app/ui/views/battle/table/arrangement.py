"""Where the parts of the table stand: three columns, two, or one at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mordcry_app.ui.views.battle.table.side_card import SideCard
from mordcry_app.ui.widgets import ChipButton, FlowLayout

Mode = Literal["columns", "pair", "one"]

_COLUMNS, _PAIR = 880, 640
"""Widths in logical pixels from which there are three columns, or two."""
_SIDE_SHARE = (270, 340)  # least and most width of a side beside the centre
_GAP = 14
CENTRE = "centre"


def mode_of(width: int) -> Mode:
    """Return how the parts stand in so much room."""
    if width >= _COLUMNS:
        return "columns"
    return "pair" if width >= _PAIR else "one"


class Arrangement(QWidget):
    """Holds the centre between the sides; where only one has room, chips choose which."""

    def __init__(self, centre: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._centre = centre
        self._cards: list[SideCard] = []
        self._mode: Mode = "columns"
        self._part = CENTRE
        outer = QVBoxLayout(self)
        outer.setContentsMargins(20, 14, 20, 14)
        outer.setSpacing(8)
        self._tabs = QWidget()
        self._tab_flow = FlowLayout(self._tabs, gap=6)
        self._tabs.setAccessibleName("Parts of the table")
        self._tabs.hide()
        self._chips: dict[str, ChipButton] = {}
        self._left, self._right = QWidget(), QWidget()
        for column in (self._left, self._right):
            layout = QVBoxLayout(column)
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(_GAP)
        self._line = QHBoxLayout()
        self._line.setSpacing(_GAP)
        self._line.addWidget(self._left)
        self._line.addWidget(centre, 1)
        self._line.addWidget(self._right)
        outer.addWidget(self._tabs)
        outer.addLayout(self._line, 1)

    @property
    def mode(self) -> Mode:
        """How the parts stand now."""
        return self._mode

    @property
    def part(self) -> str:
        """The part that is shown where there is room for one only."""
        return self._part

    def set_cards(self, cards: list[SideCard]) -> None:
        """Show other sides, the first at the left."""
        self._cards = cards
        self._place()

    def name_parts(self, names: dict[str, str]) -> None:
        """Write on the chips what the parts are called; keys are those of `show_part`."""
        for key, name in names.items():
            if key not in self._chips:
                chip = ChipButton("", checkable=True)
                chip.clicked.connect(self._choose_of(key))
                self._tab_flow.addWidget(chip)
                self._chips[key] = chip
            if self._chips[key].accessibleName() != name:
                self._chips[key].set_text(name)
        self._check()

    def show_part(self, key: str) -> None:
        """Bring a part into view: `centre`, or the number of a card."""
        self._part = key
        self._show()

    def parts(self) -> list[str]:
        """The parts from left to right."""
        count = len(self._cards)
        keys = [str(place) for place in range(count)]
        return [*keys[:1], CENTRE, *keys[1:]]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wanted = mode_of(self.width())
        if wanted != self._mode:
            self._mode = wanted
            self._place()
        self._share_width()

    def _choose_of(self, key: str) -> Callable[[], None]:
        return lambda: self.show_part(key)

    def _place(self) -> None:
        """Put the cards into their columns."""
        is_pair = self._mode == "pair"
        for place, card in enumerate(self._cards):
            column = self._left if place % 2 == 0 or is_pair else self._right
            layout = column.layout()
            assert isinstance(layout, QVBoxLayout)
            layout.addWidget(card, 1)
        side, above = (8, 8) if self._mode == "one" else (20, 14)
        outer = self.layout()
        assert outer is not None
        outer.setContentsMargins(side, above, side, above)
        self._line.setSpacing(0 if self._mode == "one" else _GAP)
        self._tabs.setVisible(self._mode == "one")
        self._show()
        self._share_width()

    def _show(self) -> None:
        is_one = self._mode == "one"
        for place, card in enumerate(self._cards):
            card.setVisible(not is_one or self._part == str(place))
        self._centre.setVisible(not is_one or self._part == CENTRE)
        shown = [self._part == str(place) for place in range(len(self._cards))]
        self._left.setVisible(not is_one or any(shown[::2]))
        self._right.setVisible(
            (self._mode == "columns" and len(self._cards) > 1) or (is_one and any(shown[1::2]))
        )
        self._check()

    def _check(self) -> None:
        for key, chip in self._chips.items():
            chip.setChecked(key == self._part)

    def _share_width(self) -> None:
        least, most = _SIDE_SHARE
        if self._mode == "one":
            for column in (self._left, self._right):
                column.setMinimumWidth(0)
                column.setMaximumWidth(16_777_215)
            return
        width = min(max(round(self.width() * 0.24), least), most)
        for column in (self._left, self._right):
            column.setFixedWidth(width)
