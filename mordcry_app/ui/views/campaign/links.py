"""Text with links in it: names that lead to where somebody or something is shown."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QWidget

from mordcry_app.ui.theme import TextSize, colours
from mordcry_app.ui.widgets import Tone, WrapLabel, escaped


class LinkLabel(WrapLabel):
    """Shows markup whose links the mouse and the keyboard reach. `chosen(str)` names one."""

    chosen = Signal(str)

    def __init__(
        self, *, tone: Tone = "", size: int = TextSize.BODY, parent: QWidget | None = None
    ) -> None:
        super().__init__(tone=tone, size=size, parent=parent)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self._markup = ""
        self._shown_in = ""
        self.linkActivated.connect(self.chosen)

    def set_links(self, markup: str) -> None:
        """Show markup; links come from `link` and have the colour of the theme."""
        self._markup, self._shown_in = markup, colours().verdigris
        self.set_rich(markup.replace("<a ", f'<a style="color:{self._shown_in}" '))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # Qt writes the colour of links into the text, so another theme needs the text anew.
        if event.type() == QEvent.Type.StyleChange and self._shown_in != colours().verdigris:
            self.set_links(self._markup)


def link(place: str, text: str) -> str:
    """Return markup for a link to a place, such as `warbands#member:12`."""
    return f'<a href="{place}">{escaped(text)}</a>'


def to_member(member_id: int, name: str) -> str:
    """Return a link to a fighter."""
    return link(f"warbands#member:{member_id}", name)


def to_roster(roster_id: int, name: str) -> str:
    """Return a link to a warband."""
    return link(f"warbands#roster:{roster_id}", name)
