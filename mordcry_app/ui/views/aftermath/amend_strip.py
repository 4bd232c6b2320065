"""The strip above the board of a correction: what is amended, and what differs so far."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from mordcry_app.services.amending_views import AmendingView
from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.widgets import (
    ActionButton,
    IconLabel,
    Label,
    WrapLabel,
    announce,
)

_MOST_NAMED = 4


class AmendCard(QFrame):
    """The frame of the strip; the style sheet knows it by its class."""


class AmendStrip(QWidget):
    """Says how a correction stands to what was committed.

    `record_asked()` tells that the record of the battle itself is wrong.
    """

    record_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        around = self._around = QVBoxLayout(self)
        card = AmendCard()
        around.addWidget(card)
        line = QHBoxLayout(card)
        line.setContentsMargins(12, 7, 7, 7)
        line.setSpacing(12)
        self._icon = IconLabel("undo", side=18, tone="gold")
        line.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        self._column = QVBoxLayout()
        self._column.setSpacing(2)
        self.title = Label(bold=True)
        self.differing = WrapLabel()
        self.notes = WrapLabel(tone="muted", size=TextSize.SMALL)
        self.refusals = WrapLabel(tone="blood")
        for label in (self.title, self.differing, self.notes, self.refusals):
            self._column.addWidget(label)
        line.addLayout(self._column, 1)
        self.record_button = ActionButton("Correct the battle", kind="quiet")
        self.record_button.set_hint("Who won, who took part, who was put out of action")
        self.record_button.clicked.connect(self.record_asked)
        line.addWidget(self.record_button, 0, Qt.AlignmentFlag.AlignTop)
        self.set_compact(False)
        self.hide()

    def set_compact(self, is_compact: bool) -> None:
        """Leave out what the title of the page says, too."""
        side, above = (8, 6) if is_compact else (20, 10)
        self._around.setContentsMargins(side, above, side, 0)
        self.title.setHidden(is_compact)
        self._icon.setHidden(is_compact)

    def show_amending(self, amending: AmendingView | None) -> None:
        """Show how the correction stands; without one the strip is hidden."""
        self.setVisible(amending is not None)
        if amending is None:
            return
        self.title.setText(f"Amending battle {amending.battle_number}: answers as they were given")
        _write(self.differing, differing_text(amending))
        _write(self.notes, notes_text(amending))
        _write(self.refusals, "\n".join(amending.refused))
        self.setAccessibleName(
            ". ".join(part for part in (self.title.text(), differing_text(amending)) if part)
        )
        announce(self)


def differing_text(amending: AmendingView) -> str:
    """What differs from what was committed, in one sentence."""
    names = tuple(dict.fromkeys(difference.name for difference in amending.differences))
    record = "The record of the battle differs. " if amending.other_record else ""
    if names:
        verb = "differs" if len(names) == 1 else "differ"
        same = " It comes to the same." if amending.changes_nothing else ""
        return f"{record}{listed(names)} {verb}.{same}"
    if amending.other_rules:
        return f"{record}The same answers come to another result by the rules as they are now."
    if amending.is_as_committed and not record:
        return "Nothing differs so far. Choose an answer to correct it."
    return record.strip()


def notes_text(amending: AmendingView) -> str:
    """Whose answers are not in use any more."""
    if not amending.unfit:
        return ""
    return f"Answers of then that do not fit any more: {listed(amending.unfit)}."


def listed(names: Sequence[str]) -> str:
    """A handful of names, and how many there are beside them."""
    shown = "; ".join(names[:_MOST_NAMED])
    more = len(names) - _MOST_NAMED
    return f"{shown} and {more} more" if more > 0 else shown


def refused_text(amending: AmendingView | None) -> str:
    """Why a correction cannot be committed as it stands; nothing when it can."""
    if amending is None:
        return ""
    if amending.refused:
        return amending.refused[0]
    return "Nothing was changed." if amending.is_as_committed else ""


def _write(label: WrapLabel, text: str) -> None:
    label.set_plain(text)
    label.setVisible(bool(text))
