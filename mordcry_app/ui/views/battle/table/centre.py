"""The middle of the table: what is being done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from mordcry_app.rules.battle_engine import Mark
from mordcry_app.services.battle_table import BattleTableView
from mordcry_app.ui.theme import TextSize, title_font
from mordcry_app.ui.views.battle.table.attack_panel import AttackPanel
from mordcry_app.ui.views.battle.table.event_panel import EventPanel
from mordcry_app.ui.views.battle.table.just_now import JustNow
from mordcry_app.ui.views.battle.table.offers_panel import OffersPanel
from mordcry_app.ui.widgets import Card, Hairline, Scroller, WrapLabel, set_font

Shown = Literal["offers", "attack", "event"]


class Centre(Card):
    """Shows one of three: what can be done, an attack that is put together, the open event."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", flush=True, parent=parent)
        self.setAccessibleName("What is being done")
        content = QWidget()
        self._column = QVBoxLayout(content)
        self._column.setContentsMargins(18, 14, 18, 14)
        self._column.setSpacing(8)
        self.heading = WrapLabel()
        self.heading.setFont(title_font(TextSize.CAMPAIGN))
        self.note = WrapLabel(tone="muted")
        self.offers_panel = OffersPanel()
        self.attack_panel = AttackPanel()
        self.event_panel = EventPanel()
        self.just_now = JustNow()
        self.meaning = WrapLabel(tone="muted", size=TextSize.SMALL)
        self.meaning.setContentsMargins(0, 8, 0, 0)
        for widget in (
            self.just_now,
            self.heading,
            self.note,
            self.offers_panel,
            self.attack_panel,
            self.event_panel,
            self.meaning,
        ):
            self._column.addWidget(widget)
        self._column.addStretch(1)
        self.note.hide()
        self.scroller = Scroller(content)
        self.scroller.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.add(self.scroller, 1)
        self.footer = QWidget()
        footer = QVBoxLayout(self.footer)
        footer.setContentsMargins(0, 0, 0, 0)
        footer.setSpacing(0)
        footer.addWidget(Hairline())
        self._buttons = QVBoxLayout()
        self._buttons.setContentsMargins(18, 9, 18, 10)
        for buttons in (self.attack_panel.buttons, self.event_panel.buttons):
            self._buttons.addWidget(buttons)
        footer.addLayout(self._buttons)
        self.add(self.footer)
        self._look = QTimer(self)
        self._look.setSingleShot(True)
        self._look.setInterval(0)
        self._look.timeout.connect(self._look_at_question)
        self._is_compact: bool | None = None
        self._shown: Shown = "offers"
        self._show()

    @property
    def shown(self) -> Shown:
        """Which of the three is on screen."""
        return self._shown

    def show_panel(self, shown: Shown, title: str, note: str = "") -> None:
        """Bring one of the three into view, under a title."""
        if self.heading.text() != title:
            self.heading.set_plain(title)
        self.heading.setVisible(bool(title))
        if self.note.text() != note:
            self.note.set_plain(note)
        self.note.setVisible(bool(note))
        if shown != self._shown:
            self._shown = shown
            self._show()
            self.scroller.verticalScrollBar().setValue(0)

    def set_news(self, view: BattleTableView) -> None:
        """Show above what can be done what has just happened, and its dice."""
        has_news = bool(view.events) and self._shown == "offers"
        newest = view.events[-1] if has_news else None
        self.just_now.set_event(newest, view.last_rolls)

    def explain(self, marks: Sequence[Mark]) -> None:
        """Say below the offers what acts in the battle; nothing hides it."""
        said = "\n\n".join(f"{mark.text}\n{mark.hint}" for mark in marks if mark.hint)
        if said and said != self.meaning.text():
            self.meaning.set_plain(said)
        self.meaning.setVisible(bool(said) and self._shown == "offers")

    def focus_question(self) -> None:
        """Give the keyboard to the question at hand, and bring it into view once it is laid out."""
        self.event_panel.take_keyboard()
        self._look.start()

    def _look_at_question(self) -> None:
        editor = self.event_panel.editor
        if self._shown == "event" and editor is not None:
            self.scroller.ensureWidgetVisible(self.event_panel.why, 0, 16)
            self.scroller.ensureWidgetVisible(editor, 0, 16)

    def set_compact(self, is_compact: bool) -> None:
        """Use less room for and around the content where there is little."""
        if is_compact == self._is_compact:
            return
        self._is_compact = is_compact
        set_font(self.heading, title_font(TextSize.LEAD if is_compact else TextSize.CAMPAIGN))
        side, above = (12, 8) if is_compact else (18, 14)
        self._column.setContentsMargins(side, above, side, above)
        self._buttons.setContentsMargins(side, 6, side, 7)

    def _show(self) -> None:
        self.offers_panel.setVisible(self._shown == "offers")
        self.attack_panel.setVisible(self._shown == "attack")
        self.event_panel.setVisible(self._shown == "event")
        self.attack_panel.buttons.setVisible(self._shown == "attack")
        self.event_panel.buttons.setVisible(self._shown == "event")
        self.footer.setVisible(self._shown != "offers")
        if self._shown != "event":
            self.event_panel.rest()
