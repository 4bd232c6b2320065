"""Marks as chips, in a row that wraps."""

from __future__ import annotations

from PySide6.QtWidgets import QSizePolicy, QWidget

from mordcry_app.rules.battle_engine import Mark
from mordcry_app.ui.views.battle.table.wording import chip_kind
from mordcry_app.ui.widgets import Chip, FlowLayout, escaped


class MarkChips(QWidget):
    """Shows marks; chips that stay are kept, and without any mark it takes no room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._marks: tuple[Mark, ...] = ()
        self._chips: list[Chip] = []
        self._flow = FlowLayout(self, gap=6)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.hide()

    def set_marks(self, marks: tuple[Mark, ...]) -> None:
        """Show other marks."""
        if marks == self._marks:
            return
        self._marks = marks
        while len(self._chips) < len(marks):
            chip = Chip()
            self._chips.append(chip)
            self._flow.addWidget(chip)
        for chip, mark in zip(self._chips, marks, strict=False):
            show_mark(chip, mark)
        for place, chip in enumerate(self._chips):
            chip.setVisible(place < len(marks))
        self.setVisible(bool(marks))
        self._flow.invalidate()
        self.updateGeometry()

    def marks(self) -> tuple[Mark, ...]:
        """What is shown."""
        return self._marks


def show_mark(chip: Chip, mark: Mark) -> None:
    """Write a mark on a chip; what it means is its tooltip."""
    chip.set_kind(chip_kind(mark))
    chip.set_text(mark.text)
    cut = mark.text if chip.text() != mark.text else ""
    chip.setToolTip("<br>".join(escaped(part) for part in (cut, mark.hint) if part))
    chip.setAccessibleDescription(mark.hint)
