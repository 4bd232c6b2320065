"""One entry of the chronicle: to read, and to write in its place."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mordcry_app.services.chronicle import BEFORE_ALL
from mordcry_app.services.chronicle_views import TellingView
from mordcry_app.ui.theme import TextSize, title_font
from mordcry_app.ui.times import day
from mordcry_app.ui.views.chronicle.editor import Draft, TellingEditor
from mordcry_app.ui.views.chronicle.pictures import PictureRow
from mordcry_app.ui.widgets import Card, IconButton, Label, WrapLabel, escaped

_INSET = 24
_PARAGRAPH = '<p style="margin-top:0; margin-bottom:9px; line-height:110%">'


class TellingCard(Card):
    """Shows an entry; its buttons tell what is wanted of it.

    `edit_asked` opens the editor, `keep_asked` tells that what is written in it is to be kept,
    `away_asked` that it is to be put away, `edited` that something was typed.
    """

    edit_asked = Signal()
    keep_asked = Signal()
    away_asked = Signal()
    edited = Signal()
    picture_asked = Signal()
    picture_removed = Signal(int)
    anew_asked = Signal()
    delete_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.telling: TellingView | None = None
        self.editor: TellingEditor | None = None
        self._shown: tuple[TellingView, bool] | None = None
        self._reading = QWidget()
        column = QVBoxLayout(self._reading)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        head = QHBoxLayout()
        head.setSpacing(2)
        self.heading = WrapLabel(size=TextSize.CAMPAIGN)
        self.heading.setFont(title_font(TextSize.CAMPAIGN))
        head.addWidget(self.heading, 1)
        self.edit_button = IconButton("edit", "Edit this entry")
        self.picture_button = IconButton("portrait", "Add a picture to this entry")
        self.anew_button = IconButton("undo", "Tell it anew from the record")
        self.delete_button = IconButton("remove", "Delete this entry")
        for button, asked in (
            (self.edit_button, self.edit_asked),
            (self.picture_button, self.picture_asked),
            (self.anew_button, self.anew_asked),
            (self.delete_button, self.delete_asked),
        ):
            button.clicked.connect(lambda _checked=False, signal=asked: signal.emit())
            head.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(head)
        self.about = Label(tone="muted", size=TextSize.SMALL)
        column.addWidget(self.about)
        column.addSpacing(6)
        self.words = WrapLabel(size=TextSize.LEAD, selectable=True)
        column.addWidget(self.words)
        self.pictures = PictureRow()
        self.pictures.remove_asked.connect(self.picture_removed)
        column.addWidget(self.pictures)
        inside = QVBoxLayout()
        inside.setContentsMargins(_INSET, 6, _INSET, 4)
        inside.addWidget(self._reading)
        self._inside = inside
        self.add(inside)

    def show_telling(self, telling: TellingView, *, locked: bool) -> None:
        """Show an entry; a text that is being written stays."""
        if (telling, locked) == self._shown:
            return
        self._shown = (telling, locked)
        self.telling = telling
        title = telling.title or "Without a title"
        self.setAccessibleName(title)
        self.heading.set_plain(title)
        self.heading.set_tone("" if telling.title else "muted")
        self.about.setText(_about(telling))
        self.about.setVisible(bool(self.about.text()))
        self.words.set_rich("".join(f"{_PARAGRAPH}{escaped(p)}</p>" for p in telling.paragraphs))
        is_own = telling.kind == "own"
        can_change = not locked and telling.kind != "before"
        self.edit_button.setVisible(can_change)
        self.picture_button.setVisible(can_change)
        self.anew_button.setVisible(can_change and telling.is_retold)
        self.delete_button.setVisible(can_change and is_own)
        self.pictures.show_pictures(telling.pictures, locked=not can_change)

    def write(
        self, start: Draft, places: Sequence[tuple[str, int]] = (), kept: Draft | None = None
    ) -> TellingEditor:
        """Open the editor with a text, or with what was kept of an earlier attempt."""
        if self.editor is None:
            hint = self.telling.title if self.telling else "Without a title"
            self.editor = TellingEditor(start, places=places, title_hint=hint)
            self.editor.keep_asked.connect(self.keep_asked)
            self.editor.away_asked.connect(self.away_asked)
            if kept is not None:
                self.editor.write(kept)
            self.editor.edited.connect(self.edited)
            self._inside.addWidget(self.editor)
            self._reading.hide()
        return self.editor

    def stop_writing(self) -> None:
        """Close the editor and show the entry again."""
        if self.editor is not None:
            had_keyboard = self.editor.isAncestorOf(self.focusWidget() or self)
            self.editor.hide()
            self.editor.deleteLater()
            self.editor = None
            self._reading.show()
            if had_keyboard:
                self.setFocus()

    def setFocus(self, *reason: Qt.FocusReason) -> None:
        """Give the keyboard to the editor, or to the first button."""
        if self.editor is not None:
            self.editor.setFocus(*reason)
        elif self.edit_button.isVisibleTo(self):
            self.edit_button.setFocus(*reason)
        else:
            self.words.setFocus(*reason)


def _about(telling: TellingView) -> str:
    """Return when, and by whom it is told."""
    moment = "" if not telling.at or telling.at <= BEFORE_ALL else day(telling.at)
    if telling.kind == "own":
        written = "a player’s entry"
    elif telling.is_retold:
        written = "in your own words"
    else:
        written = "told from the record"
    return " · ".join(part for part in (moment, written) if part)
