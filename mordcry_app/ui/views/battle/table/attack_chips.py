"""Chips to choose a weapon, and to switch what counts in an attack."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from mordcry_app.rules.battle_engine import Switch
from mordcry_app.rules.procedure import Option
from mordcry_app.ui.widgets import ChipButton, FlowLayout, escaped


class ChoiceChips(QWidget):
    """One of some options, each a chip. `chosen(str)` tells the id."""

    chosen = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._flow = FlowLayout(self, gap=7)
        _let_grow(self)
        self._chips: list[ChipButton] = []
        self._options: tuple[Option, ...] = ()

    def set_options(self, options: Sequence[Option], chosen: str) -> None:
        """Offer other options."""
        self._options = tuple(options)
        _fit(self._chips, len(options), self._flow, self._choose_of)
        for chip, option in zip(self._chips, options, strict=False):
            chip.set_text(option.label)
            _describe(chip, option.label, option.detail, option.refused)
            chip.setChecked(option.id == chosen)
        self._flow.invalidate()
        self.updateGeometry()

    def chips(self) -> tuple[ChipButton, ...]:
        """The chips on screen."""
        return tuple(self._chips[: len(self._options)])

    def _choose_of(self, place: int) -> Callable[[bool], None]:
        def choose(_is_on: bool) -> None:
            self._chips[place].setChecked(True)
            self.chosen.emit(self._options[place].id)

        return choose


class SwitchChips(QWidget):
    """What may count in an attack, each a chip that is on or off."""

    switched = Signal(str, bool)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._flow = FlowLayout(self, gap=7)
        _let_grow(self)
        self._chips: list[ChipButton] = []
        self._switches: tuple[Switch, ...] = ()

    def set_switches(self, switches: Sequence[Switch]) -> None:
        """Offer other switches."""
        self._switches = tuple(switches)
        _fit(self._chips, len(switches), self._flow, self._switch_of)
        for chip, switch in zip(self._chips, switches, strict=False):
            chip.set_text(switch.label)
            _describe(chip, switch.label, switch.source, switch.refused)
            chip.setChecked(switch.is_on)
        self.setVisible(bool(switches))
        self._flow.invalidate()
        self.updateGeometry()

    def chips(self) -> tuple[ChipButton, ...]:
        """The chips on screen."""
        return tuple(self._chips[: len(self._switches)])

    def _switch_of(self, place: int) -> Callable[[bool], None]:
        return lambda is_on: self.switched.emit(self._switches[place].id, is_on)


def _fit(
    chips: list[ChipButton],
    count: int,
    flow: FlowLayout,
    press_of: Callable[[int], Callable[[bool], None]],
) -> None:
    while len(chips) < count:
        chip = ChipButton("", checkable=True)
        chip.clicked.connect(press_of(len(chips)))
        chips.append(chip)
        flow.addWidget(chip)
    for place, chip in enumerate(chips):
        chip.setVisible(place < count)


def _describe(chip: ChipButton, label: str, source: str, refused: str) -> None:
    cut = label if chip.text().replace("&&", "&") != label else ""
    parts = [part for part in (cut, source, refused) if part]
    chip.setToolTip("<br>".join(escaped(part) for part in parts))
    chip.setAccessibleDescription(". ".join(part for part in (source, refused) if part))
    chip.setEnabled(not refused)


def _let_grow(widget: QWidget) -> None:
    policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    policy.setHeightForWidth(True)
    widget.setSizePolicy(policy)
