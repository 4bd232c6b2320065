"""How the dice of an attack are shared out among several targets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from mordcry_app.rules.procedure import Option
from mordcry_app.ui.widgets import ElidedLabel, Label, NumberField


class SplitRow(QWidget):
    """A number of dice for each target. `split(dict)` tells the shares whenever they change."""

    split = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._sum = Label(tone="muted")
        self._grid: QWidget | None = None
        self._fields: dict[int, NumberField] = {}
        self._dice = 0
        self._column.addWidget(self._sum)

    def set_targets(self, targets: Sequence[Option], shares: Mapping[int, int], dice: int) -> None:
        """Offer targets for so many dice; fields that stay keep the keyboard."""
        self._dice = dice
        ids = [int(option.id) for option in targets if not option.refused]
        if ids != list(self._fields):
            self._build([option for option in targets if not option.refused])
        for target, field in self._fields.items():
            field.blockSignals(True)
            field.setMaximum(max(dice, 0))
            field.setValue(shares.get(target, 0))
            field.blockSignals(False)
        self._count()

    def shares(self) -> dict[int, int]:
        """How many dice each target gets; those without any are left out."""
        return {target: field.value() for target, field in self._fields.items() if field.value()}

    def adds_up(self) -> bool:
        """Whether every die has its target."""
        return sum(self.shares().values()) == self._dice

    def _build(self, targets: Sequence[Option]) -> None:
        old, self._grid = self._grid, QWidget()
        grid = QGridLayout(self._grid)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setColumnStretch(0, 1)
        self._fields = {}
        for row, option in enumerate(targets):
            name = ElidedLabel(option.label)
            field = NumberField(0, max(self._dice, 0), 0)
            field.setAccessibleName(f"Dice on {option.label}")
            field.valueChanged.connect(self._tell)
            name.setBuddy(field)
            grid.addWidget(name, row, 0)
            grid.addWidget(field, row, 1)
            self._fields[int(option.id)] = field
        self._column.insertWidget(0, self._grid)
        if old is not None:
            old.hide()
            old.deleteLater()

    def _tell(self) -> None:
        self._count()
        if self.adds_up():
            self.split.emit(self.shares())

    def _count(self) -> None:
        left = self._dice - sum(self.shares().values())
        if left > 0:
            self._sum.setText(f"{left} of {self._dice} dice still to share out")
        elif left < 0:
            self._sum.setText(f"{-left} more than the {self._dice} dice there are")
        else:
            self._sum.setText(f"✓ all {self._dice} dice shared out")
        self._sum.set_tone("verdigris" if left == 0 else "blood")
