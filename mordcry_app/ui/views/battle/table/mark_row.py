"""Marks in one row: as many as there is room for, and the rest behind a chip that counts them."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QWidget

from mordcry_app.rules.battle_engine import Mark
from mordcry_app.ui.views.battle.table.mark_chips import show_mark
from mordcry_app.ui.views.battle.table.menus import add_entry
from mordcry_app.ui.widgets import Chip, ChipButton

_GAP = 6  # logical pixels


class MarkRow(QWidget):
    """Shows marks beside each other; what has no room is in a menu, muted ones first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._marks: tuple[Mark, ...] = ()
        self._chips: list[Chip] = []
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(_GAP)
        self.more = ChipButton("")
        self.more.clicked.connect(self._show_all)
        self._line.addWidget(self.more)
        self._line.addStretch(1)
        self.more.hide()

    def set_marks(self, marks: tuple[Mark, ...]) -> None:
        """Show other marks."""
        if marks == self._marks:
            return
        self._marks = marks
        while len(self._chips) < len(marks):
            chip = Chip()
            self._line.insertWidget(len(self._chips), chip)
            self._chips.append(chip)
        for chip, mark in zip(self._chips, self._in_order(), strict=False):
            show_mark(chip, mark)
        self._share_room()

    def marks(self) -> tuple[Mark, ...]:
        """All marks, shown or behind the chip that counts."""
        return self._marks

    def shown(self) -> list[str]:
        """The texts on screen."""
        return [chip.accessibleName() for chip in self._chips if not chip.isHidden()]

    def sizeHint(self) -> QSize:
        return QSize(200, self.more.sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(40, self.more.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    def _in_order(self) -> list[Mark]:
        return sorted(self._marks, key=lambda mark: mark.tone == "muted")

    def _share_room(self) -> None:
        widths = [chip.sizeHint().width() + _GAP for chip in self._chips[: len(self._marks)]]
        count = self._fitting(widths, self.width() + _GAP)
        if count < len(widths):
            self.more.set_text(f"+{len(widths)}")
            room = self.width() - self.more.sizeHint().width()
            count = self._fitting(widths, room)
            left = len(widths) - count
            self.more.set_text(f"+{left}" if count else f"{left} marks")
            self.more.setAccessibleName(f"{left} more marks")
        for place, chip in enumerate(self._chips):
            chip.setVisible(place < count)
        self.more.setVisible(count < len(widths))

    @staticmethod
    def _fitting(widths: list[int], room: int) -> int:
        count = 0
        for width in widths:
            room -= width
            if room < 0:
                break
            count += 1
        return count

    def _show_all(self) -> None:
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        for mark in self._in_order():
            add_entry(menu, f"{mark.text} — {mark.hint}" if mark.hint else mark.text)
        menu.popup(self.more.mapToGlobal(QPoint(0, self.more.height() + 2)))
