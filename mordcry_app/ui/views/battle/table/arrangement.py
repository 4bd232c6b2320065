"""Where the parts of the table stand: three columns, two, or one at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from mordcry_app.ui.views.battle.table.side_card import SideCard
from mordcry_app.ui.widgets import ChipButton, FlowLayout

Mode = Literal["columns", "pair", "one"]

_COLUMNS, _PAIR = 880, 640
"""Widths in logical pixels from which there are three columns, or two."""
_SIDE_SHARE = (270, 340)  # least and most width of a side beside the centre
_GAP = 14
_LEAST_WIDTH = 320
CENTRE = "centre"


def mode_of(width: int) -> Mode:
    """Return how the parts stand in so much room."""
    if width >= _COLUMNS:
        return "columns"
    return "pair" if width >= _PAIR else "one"


class Arrangement(QWidget):
    """Holds the centre between the sides; where only one has room, chips choose which.

    It places its parts itself: a layout of Qt would lay out and paint the whole window anew with
    every word that changes in a part.
    """

    def __init__(self, centre: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._centre = centre
        centre.setParent(self)
        self._cards: list[SideCard] = []
        self._mode: Mode = "columns"
        self._part = CENTRE
        self._tabs = QWidget(self)
        self._tab_flow = FlowLayout(self._tabs, gap=6)
        self._tabs.setAccessibleName("Parts of the table")
        self._tabs.hide()
        self._chips: dict[str, ChipButton] = {}

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
        self._cards = list(cards)
        for card in cards:
            card.setParent(self)
        self._in_tab_order()
        self._place()

    def name_parts(self, names: dict[str, str]) -> None:
        """Write on the chips what the parts are called; keys are those of `show_part`."""
        is_changed = False
        for key, name in names.items():
            if key not in self._chips:
                chip = ChipButton("", checkable=True)
                chip.clicked.connect(self._choose_of(key))
                self._tab_flow.addWidget(chip)
                self._chips[key] = chip
            if self._chips[key].accessibleName() != name:
                self._chips[key].set_text(name)
                is_changed = True
        if is_changed:
            self._check()
            self._place()

    def show_part(self, key: str) -> None:
        """Bring a part into view: `centre`, or the number of a card."""
        self._part = key
        if self._mode == "one":
            self._place()

    def parts(self) -> list[str]:
        """The parts from left to right."""
        count = len(self._cards)
        keys = [str(place) for place in range(count)]
        return [*keys[:1], CENTRE, *keys[1:]]

    def minimumSizeHint(self) -> QSize:
        """Small, because with less room there are fewer columns."""
        return QSize(_LEAST_WIDTH, 160)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._mode = mode_of(self.width())
        self._place()

    def _choose_of(self, key: str) -> Callable[[], None]:
        return lambda: self.show_part(key)

    def _place(self) -> None:
        """Give every part its room, and hide what has none."""
        side, above = (8, 8) if self._mode == "one" else (20, 14)
        room = self.rect().adjusted(side, above, -side, -above)
        self._tabs.setVisible(self._mode == "one")
        if self._mode == "one":
            height = self._tab_flow.heightForWidth(room.width())
            self._tabs.setGeometry(QRect(room.topLeft(), QSize(room.width(), height)))
            room.setTop(room.top() + height + 8)
            self._show_one(room)
        else:
            self._show_columns(room)
        self._check()

    def _show_one(self, room: QRect) -> None:
        for place, card in enumerate(self._cards):
            _put(card, room if self._part == str(place) else None)
        _put(self._centre, room if self._part == CENTRE else None)

    def _show_columns(self, room: QRect) -> None:
        least, most = _SIDE_SHARE
        width = min(max(round(self.width() * 0.24), least), most)
        is_pair = self._mode == "pair"
        left = [card for place, card in enumerate(self._cards) if is_pair or place % 2 == 0]
        right = [card for card in self._cards if card not in left]
        centre = QRect(room)
        if left:
            _stack(left, QRect(room.left(), room.top(), width, room.height()))
            centre.setLeft(room.left() + width + _GAP)
        if right:
            _stack(right, QRect(room.right() + 1 - width, room.top(), width, room.height()))
            centre.setRight(room.right() - width - _GAP)
        _put(self._centre, centre)

    def _in_tab_order(self) -> None:
        """Let Tab go from left to right."""
        before: QWidget = self._tabs
        for key in self.parts():
            part = self._centre if key == CENTRE else self._cards[int(key)].fighters
            QWidget.setTabOrder(before, part)
            before = part

    def _check(self) -> None:
        for key, chip in self._chips.items():
            chip.setChecked(key == self._part)


def _put(part: QWidget, room: QRect | None) -> None:
    """Show a part in its room, or hide one that has none."""
    if room is None:
        part.hide()
        return
    part.setGeometry(room)
    if part.isHidden():
        part.show()


def _stack(parts: Sequence[QWidget], room: QRect) -> None:
    """Put parts below each other, all equally high."""
    height = (room.height() - _GAP * (len(parts) - 1)) // len(parts)
    for place, part in enumerate(parts):
        _put(part, QRect(room.left(), room.top() + place * (height + _GAP), room.width(), height))
