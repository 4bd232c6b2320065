"""Setting the dynamic properties that the style sheet looks at."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent, QFont
from PySide6.QtWidgets import QWidget

_KEPT_FONT = "_q_styleSheetWidgetFont"


def set_look(widget: QWidget, name: str, value: object) -> None:
    """Set the property *name*, and let the style sheet see it at once if it changed.

    The style sheet knows `kind` (QPushButton: primary, quiet, danger), `tone` (QLabel: muted,
    blood, verdigris, gold), `invalid` (fields) and `flush` (views without a frame).
    """
    if widget.property(name) == value:
        return
    widget.setProperty(name, value)
    if not widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
        return  # Qt looks at the property before the first painting; now would lose later fonts
    style = widget.style()
    style.unpolish(widget)
    style.polish(widget)
    widget.updateGeometry()
    widget.update()


def set_font(widget: QWidget, font: QFont) -> None:
    """Give *widget* another font, also after it has been shown.

    `QWidget.setFont` alone would be undone at the next `set_look` or change of theme: Qt keeps the
    font that a widget had when the style sheet first met it, in a property, and goes back to it.
    """
    widget.setFont(font)
    if widget.property(_KEPT_FONT) is not None:
        widget.setProperty(_KEPT_FONT, font)


def set_invalid(field: QWidget, reason: str = "") -> None:
    """Mark *field* as wrong for *reason*, or as right again where there is none."""
    set_look(field, "invalid", bool(reason))
    field.setToolTip(reason)
    field.setAccessibleDescription(reason)


def announce(widget: QWidget, event: QAccessible.Event = QAccessible.Event.NameChanged) -> None:
    """Tell a screen reader, if one listens, that *widget* says something new."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleEvent(widget, event))
