"""A list of modifiers to edit: which value, by how much, and when."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mordcry_app.services.house_content_views import ModifierValue
from mordcry_app.ui.widgets import ActionButton, ChoiceField, FlowLayout, IconButton, NumberField

_MOST = 99
_ALWAYS = "always"

Pairs = Sequence[tuple[str, str]]


class _Line(QWidget):
    """One modifier. How it is reckoned with (added, or otherwise) stays as it was read."""

    changed = Signal()

    def __init__(self, value: ModifierValue, stats: Pairs, conditions: Pairs) -> None:
        super().__init__()
        self._arithmetic = value.arithmetic
        self.stat = ChoiceField(_choices(stats, value.stat))
        self.stat.choose(value.stat)
        self.stat.setAccessibleName("Which value")
        self.amount = NumberField(-_MOST, _MOST, value.amount)
        self.amount.setAccessibleName("By how much")
        self.when = ChoiceField(_choices([("", _ALWAYS), *conditions], value.when))
        self.when.choose(value.when)
        self.when.setAccessibleName("When")
        self.remove = IconButton("remove", "Remove this change")
        line = FlowLayout(self, gap=8)
        for widget in (self.stat, self.amount, self.when, self.remove):
            line.addWidget(widget)
        self.stat.currentIndexChanged.connect(self.changed)
        self.amount.valueChanged.connect(self.changed)
        self.when.currentIndexChanged.connect(self.changed)

    def value(self) -> ModifierValue:
        return ModifierValue(
            stat=str(self.stat.chosen()),
            amount=self.amount.value(),
            arithmetic=self._arithmetic,
            when=str(self.when.chosen()),
        )


class ModifiersEditor(QWidget):
    """Edits modifiers line by line."""

    changed = Signal()

    def __init__(self, stats: Pairs, conditions: Pairs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stats, self._conditions = stats, conditions
        self.lines: list[_Line] = []
        self.add_button = ActionButton("Add a change", kind="quiet", icon_name="add")
        self.add_button.clicked.connect(self._add_new)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        row = FlowLayout(gap=0)
        row.addWidget(self.add_button)
        self._column.addLayout(row)

    def values(self) -> tuple[ModifierValue, ...]:
        """Return the modifiers as they stand in the fields."""
        return tuple(line.value() for line in self.lines)

    def set_values(self, values: Sequence[ModifierValue]) -> None:
        """Show other modifiers."""
        for line in list(self.lines):
            self._take_out(line)
        for value in values:
            self._add(value)

    def _add(self, value: ModifierValue) -> _Line:
        line = _Line(value, self._stats, self._conditions)
        line.changed.connect(self.changed)
        line.remove.clicked.connect(lambda: self._remove(line))
        self.lines.append(line)
        self._column.insertWidget(len(self.lines) - 1, line)
        return line

    def _add_new(self) -> None:
        first = self._stats[0][0] if self._stats else ""
        self._add(ModifierValue(first, 1)).stat.setFocus()
        self.changed.emit()

    def _remove(self, line: _Line) -> None:
        self._take_out(line)
        self.add_button.setFocus()
        self.changed.emit()

    def _take_out(self, line: _Line) -> None:
        self.lines.remove(line)
        self._column.removeWidget(line)
        line.hide()
        line.deleteLater()


def _choices(pairs: Pairs, value: str) -> list[tuple[str, object]]:
    """Return choices in words; a value that is not among them is one more, under its id."""
    known: list[tuple[str, object]] = [(words, found) for found, words in pairs]
    if value not in [found for found, _ in pairs]:
        known.append((value, value))
    return known
