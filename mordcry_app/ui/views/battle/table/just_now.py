"""What has just happened: the newest event, its story and its dice."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from mordcry_app.services.battle_table import EventView, StepView
from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.views.battle.table.steps_list import ShownStep, StepsList
from mordcry_app.ui.views.battle.table.wording import BY_HAND
from mordcry_app.ui.widgets import Hairline, Label, WrapLabel, bold, escaped

_MOST_LINES = 4


def event_markup(event: EventView) -> str:
    """An event as rich text: what was done in bold, then what came of it."""
    text = bold(event.label)
    if event.by_hand:
        text += f" <i>({BY_HAND})</i>"
    return f"{text}: {escaped(event.summary)}" if event.summary else text


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
        column.setSpacing(3)
        self.text = WrapLabel()
        self.story = WrapLabel(tone="muted", size=TextSize.SMALL)
        for widget in (self.text, self.story, Hairline()):
            column.addWidget(widget)
        self.hide()

    def set_event(self, event: EventView | None) -> None:
        """Show another event; none hides all of it."""
        self.setVisible(event is not None)
        if event is None or self._shown == event:
            return
        self._shown = event
        self.text.set_rich(event_markup(event))
        lines = story_of(event)
        more = len(lines) - _MOST_LINES
        shown = list(lines[:_MOST_LINES]) + ([f"… and {more} more in the log"] if more > 0 else [])
        self.story.set_plain("\n".join(shown))
        self.story.setVisible(bool(shown))


class ItsDice(QWidget):
    """Shows the dice of the newest event; hidden where it had none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(4)
        heading = Label("The dice of it", tone="muted", size=TextSize.SMALL)
        self.steps = StepsList()
        for widget in (Hairline(), heading, self.steps):
            column.addWidget(widget)
        self.hide()

    def set_dice(self, event: EventView | None, rolls: tuple[StepView, ...]) -> None:
        """Show the dice of another event."""
        has_dice = event is not None and bool(rolls)
        self.setVisible(has_dice)
        if event is not None and has_dice:
            self.steps.set_steps([ShownStep.of(step) for step in rolls])
