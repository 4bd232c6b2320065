"""What has just happened: the newest event, its story and its dice."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from mordcry_app.services.battle_table import EventView, StepView
from mordcry_app.ui.theme import TextSize, body_font
from mordcry_app.ui.views.battle.table.rolls_line import RollsLine
from mordcry_app.ui.views.battle.table.wording import BY_HAND, event_text
from mordcry_app.ui.widgets import Hairline, WrapLabel

_MOST_LINES = 4


def event_line(event: EventView) -> str:
    """An event in one line, marked where it was done by hand."""
    return event_text(event, f" ({BY_HAND})" if event.by_hand else "")


def story_of(event: EventView) -> tuple[str, ...]:
    """The sentences of an event that its label and summary do not say yet."""
    said = (event.label.casefold().rstrip("."), event.summary.casefold().rstrip("."))
    return tuple(line for line in event.story if line.casefold().rstrip(".") not in said)


class JustNow(QWidget):
    """Says what the newest event was; hidden before the first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: EventView | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 2)
        column.setSpacing(4)
        self.text = WrapLabel()
        self.text.setFont(body_font(semibold=True))
        self.story = WrapLabel(tone="muted", size=TextSize.SMALL)
        self.rolls = RollsLine()
        for widget in (self.text, self.story, self.rolls, Hairline()):
            column.addWidget(widget)
        self.hide()

    def set_event(self, event: EventView | None, rolls: tuple[StepView, ...]) -> None:
        """Show another event with its dice; none hides all of it."""
        self.setVisible(event is not None)
        self.rolls.set_rolls(rolls if event is not None else ())
        if event is None or self._shown == event:
            return
        self._shown = event
        self.text.set_plain(event_line(event))
        lines = story_of(event)
        more = len(lines) - _MOST_LINES
        shown = list(lines[:_MOST_LINES]) + ([f"… and {more} more in the log"] if more > 0 else [])
        self.story.set_plain("\n".join(shown))
        self.story.setVisible(bool(shown))
