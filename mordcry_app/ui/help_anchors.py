"""Which place in the rules belongs to what is on screen, so that F1 can lead there.

A widget declares its anchor with `set_help_anchor`, or has a method `help_anchor()` where it
changes with what is at hand inside it. A model gives its cells one under the role `HELP_ANCHOR`,
and its columns one in their headings. F1 takes the nearest: from the widget that has the keyboard
upwards.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

HELP_ANCHOR = Qt.ItemDataRole.UserRole + 40
"""Role of the anchor of a cell or of a column's heading."""

_PROPERTY = "helpAnchor"


@runtime_checkable
class HasHelpAnchor(Protocol):
    """A widget whose place in the rules depends on what is at hand inside it."""

    def help_anchor(self) -> str:
        """Return an anchor such as `stat:ws`, or nothing."""
        ...


def set_help_anchor(widget: QWidget, anchor: str) -> None:
    """Say which place in the rules a widget is about; an empty one takes it back."""
    widget.setProperty(_PROPERTY, anchor)


def anchor_at(widget: QWidget | None) -> str:
    """Return the anchor of a widget or of the nearest one around it; nothing where none has one."""
    while widget is not None:
        anchor = _own_anchor(widget)
        if anchor:
            return anchor
        widget = None if widget.isWindow() else widget.parentWidget()
    return ""


def _own_anchor(widget: QWidget) -> str:
    found = ""
    if isinstance(widget, HasHelpAnchor):
        found = widget.help_anchor()
    if not found and isinstance(widget, QAbstractItemView) and not isinstance(widget, QHeaderView):
        found = _anchor_of_cell(widget)
    return found or str(widget.property(_PROPERTY) or "")


def _anchor_of_cell(view: QAbstractItemView) -> str:
    index = view.currentIndex()
    if not index.isValid():
        return ""
    cell = index.data(HELP_ANCHOR)
    if cell:
        return str(cell)
    heading = index.model().headerData(index.column(), Qt.Orientation.Horizontal, HELP_ANCHOR)
    return str(heading or "")
