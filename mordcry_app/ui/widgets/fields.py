"""Number and choice fields that do not change under a passing mouse wheel.

Qt's own change their value when a page is scrolled over them, which here would write to disk.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy, QSpinBox, QWidget


class NumberField(QSpinBox):
    """A whole number from *minimum* to *maximum*, with an optional *suffix* such as “ crowns”."""

    def __init__(
        self,
        minimum: int,
        maximum: int,
        value: int | None = None,
        *,
        suffix: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setRange(minimum, maximum)
        self.setValue(minimum if value is None else value)
        self.setSuffix(suffix)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCorrectionMode(QSpinBox.CorrectionMode.CorrectToNearestValue)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.lineEdit().setTextMargins(7, 0, 0, 0)  # the style sheet's padding does not reach it

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class ChoiceField(QComboBox):
    """One of some named things: *choices* are pairs of the text shown and the value meant."""

    def __init__(
        self, choices: Sequence[tuple[str, object]] = (), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(12)
        self.set_choices(choices)

    def set_choices(self, choices: Sequence[tuple[str, object]]) -> None:
        """Offer other *choices*; the first is chosen."""
        self.clear()
        for text, value in choices:
            self.addItem(text, value)

    def chosen(self) -> object:
        """The value of the choice on screen; None where there is none."""
        return self.currentData()

    def choose(self, value: object) -> None:
        """Choose the one that means *value*. Raises ValueError where none does."""
        place = next((n for n in range(self.count()) if self.itemData(n) == value), None)
        if place is None:
            raise ValueError(f"{value!r} is not among the choices")
        self.setCurrentIndex(place)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
