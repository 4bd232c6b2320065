"""Small rounded labels: states, skills, weapons to choose from."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QWidget

from mordcry_app.ui.theme import TextSize, body_font
from mordcry_app.ui.widgets.labels import elided, escaped
from mordcry_app.ui.widgets.styling import set_look

ChipKind = Literal["plain", "good", "bad", "gold", "active"]
"""A gain, a loss, something to heed, the one that is on now. The words must say it too."""

_LONGEST = 280  # logical pixels; a longer text is elided and whole in the tooltip


def _fitted(widget: QWidget, text: str) -> str:
    single_line = " ".join(text.split())
    shown = elided(single_line, widget.font(), _LONGEST)
    widget.setToolTip(escaped(single_line) if shown != single_line else "")
    widget.setAccessibleName(single_line)
    return shown


class Chip(QLabel):
    """A chip to read."""

    def __init__(
        self, text: str = "", kind: ChipKind = "plain", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(body_font(TextSize.SMALL))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_kind(kind)
        self.set_text(text)

    def set_kind(self, kind: ChipKind) -> None:
        set_look(self, "kind", kind)

    def set_text(self, text: str) -> None:
        """Show *text* as it is; a very long one is elided and whole in the tooltip."""
        self.setText(_fitted(self, text))


class ChipButton(QPushButton):
    """A chip to press (`clicked`) or, where *checkable*, to switch (`toggled`)."""

    def __init__(
        self,
        text: str = "",
        kind: ChipKind = "plain",
        *,
        checkable: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setFont(body_font(TextSize.SMALL))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setCheckable(checkable)
        self.setAutoDefault(False)
        self.set_kind(kind)
        self.set_text(text)

    def set_kind(self, kind: ChipKind) -> None:
        set_look(self, "kind", kind)

    def set_text(self, text: str) -> None:
        """Show *text* as it is; a very long one is elided and whole in the tooltip."""
        self.setText(_fitted(self, text).replace("&", "&&"))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()
