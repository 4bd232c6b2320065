"""Small helps for forms: a field with its name above it, and numbers that hide no limit."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QLineEdit, QVBoxLayout, QWidget

from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.widgets import Label, NumberField

_WIDEST = 2_000_000_000


def labelled(name: str, field: QWidget, *, hint: str = "") -> QVBoxLayout:
    """Return *field* with its *name* above it, known to screen readers by that name."""
    column = QVBoxLayout()
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(3)
    label = Label(name, tone="muted", size=TextSize.SMALL)
    label.setBuddy(field)
    field.setAccessibleName(name)
    if hint:
        field.setToolTip(hint)
        field.setAccessibleDescription(hint)
    column.addWidget(label)
    column.addWidget(field)
    return column


def number_field(value: int = 0, *, signed: bool = False) -> NumberField:
    """Return a field for a whole number. It takes any; the services say what is out of range."""
    field = NumberField(-_WIDEST if signed else 0, _WIDEST, value)
    field.setAlignment(Qt.AlignmentFlag.AlignRight)
    field.setAccelerated(True)
    field.setMinimumWidth(132)
    return field


def text_field(text: str = "", *, placeholder: str = "") -> QLineEdit:
    """Return a field for a line of text."""
    field = QLineEdit(text)
    field.setPlaceholderText(placeholder)
    field.setCursorPosition(0)
    return field


def clear(layout: QLayout) -> None:
    """Take every widget out of a layout, at once from sight and soon from memory."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
