"""Rows that drop what is only convenient where the window is narrow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QLayout, QWidget


def natural_width(parts: Iterable[QWidget | QLayout], gap: int) -> int:
    """The width, in logical pixels, that *parts* want in a row with *gap* between them."""
    widths = [
        part.sizeHint().width()
        for part in parts
        if not (isinstance(part, QWidget) and part.isHidden())
    ]
    return sum(widths) + gap * max(len(widths) - 1, 0)


def show_what_fits(spare: int, optional: Sequence[QWidget], gap: int) -> None:
    """Show as many of *optional*, the most welcome first, as *spare* logical pixels hold."""
    for part in optional:
        spare -= part.sizeHint().width() + gap
        part.setVisible(spare >= 0)


def least_without(least: QSize, optional: Sequence[QWidget], gap: int) -> QSize:
    """The smallest size of a row, *least* with everything shown, once *optional* has gone."""
    gone = sum(part.minimumSizeHint().width() + gap for part in optional if not part.isHidden())
    return QSize(least.width() - gone, least.height())
