"""Where a player writes: a title, a text, and where an entry of one’s own stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from mordcry_app.services.chronicle import LATEST
from mordcry_app.ui.forms import labelled, text_field
from mordcry_app.ui.shortcuts import keys_of
from mordcry_app.ui.theme import TextSize, body_font, title_font
from mordcry_app.ui.widgets import ActionButton, ChoiceField, set_invalid

_FEWEST_LINES, _MOST_LINES = 6, 24


@dataclass(frozen=True)
class Draft:
    """A text that is being written, and the place wanted for it (a battle’s number, or latest)."""

    title: str = ""
    text: str = ""
    after: int = LATEST

    def to_json(self) -> dict[str, Any]:
        """Return the draft as it is kept while the program is closed."""
        return asdict(self)

    @staticmethod
    def from_json(stored: object) -> Draft | None:
        """Return a draft that was kept, or none when it cannot be read."""
        if not isinstance(stored, Mapping):
            return None
        title, text, after = (stored.get(name) for name in ("title", "text", "after"))
        if isinstance(title, str) and isinstance(text, str) and type(after) is int:
            return Draft(title, text, after)
        return None


class TellingEditor(QWidget):
    """Takes a text. `keep_asked` and `away_asked` tell what the player wants done with it.

    `edited` is sent at every change, so that what is typed can be kept. Where an entry can stand
    is asked only when *places* are given: pairs of words and a battle’s number.
    """

    keep_asked = Signal()
    away_asked = Signal()
    edited = Signal()

    def __init__(
        self,
        start: Draft,
        *,
        places: Sequence[tuple[str, int]] = (),
        title_hint: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._start = start
        self.heading = text_field(start.title, placeholder=title_hint)
        self.heading.setFont(title_font(TextSize.HEADING))
        self.text = _GrowingText()
        self.text.setPlainText(start.text)
        self.place = ChoiceField(places)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addLayout(labelled("Title", self.heading))
        column.addLayout(labelled("Text; an empty line begins a new paragraph", self.text))
        self.text.setAccessibleName("Text")
        self._has_places = bool(places)
        if places:
            column.addLayout(labelled("Where it stands", self.place))
            known = {number for _, number in places}
            self.place.choose(start.after if start.after in known else places[0][1])
        self.keep_button = ActionButton("Keep", keys_of("keep_entry"), kind="primary")
        self.keep_button.clicked.connect(self.keep_asked)
        self.away_button = ActionButton("Put away")
        self.away_button.clicked.connect(self.away_asked)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.away_button)
        buttons.addWidget(self.keep_button)
        column.addLayout(buttons)
        self.heading.textChanged.connect(self._follow)
        self.text.textChanged.connect(self._follow)
        self.place.currentIndexChanged.connect(self._follow)

    def draft(self) -> Draft:
        """Return what is written now."""
        after = self.place.chosen() if self._has_places else self._start.after
        return Draft(
            self.heading.text(),
            self.text.toPlainText(),
            after if isinstance(after, int) else LATEST,
        )

    def write(self, draft: Draft) -> None:
        """Put a draft in, as if it had been typed."""
        self.heading.setText(draft.title)
        self.text.setPlainText(draft.text)
        if self._has_places and self.place.findData(draft.after) >= 0:
            self.place.choose(draft.after)

    def is_changed(self) -> bool:
        """Whether anything was written that is not kept yet."""
        return self.draft() != self._start

    def setFocus(self, *reason: Qt.FocusReason) -> None:
        """Give the keyboard to the text."""
        self.text.setFocus(*reason)

    def _follow(self) -> None:
        set_invalid(self.text)
        self.edited.emit()


class _GrowingText(QPlainTextEdit):
    """A field as high as its text; the shortcuts of the editor work while it has the keyboard."""

    def __init__(self) -> None:
        super().__init__()
        self.setFont(body_font(TextSize.LEAD))
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.document().documentLayout().documentSizeChanged.connect(lambda _: self._grow())
        self._grow()

    def event(self, event: QEvent) -> bool:
        # Undo with nothing typed is the campaign's, not the field's.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            document = self.document()
            undo = event.matches(QKeySequence.StandardKey.Undo) and not document.isUndoAvailable()
            redo = event.matches(QKeySequence.StandardKey.Redo) and not document.isRedoAvailable()
            if undo or redo:
                event.ignore()
                return False
        return super().event(event)

    def _grow(self) -> None:
        line = self.fontMetrics().lineSpacing()
        lines = max(_FEWEST_LINES, min(int(self.document().size().height()), _MOST_LINES))
        inset = round(self.document().documentMargin() * 2) + 14
        self.setFixedHeight(line * lines + inset)
