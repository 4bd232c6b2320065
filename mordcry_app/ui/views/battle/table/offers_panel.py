"""What can be done now, in groups, each with its key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mordcry_app.rules.battle_engine import Offer
from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.views.battle.table.menus import force_menu
from mordcry_app.ui.views.battle.table.offer_button import OfferButton
from mordcry_app.ui.views.battle.table.wording import GROUPS, grouped
from mordcry_app.ui.widgets import Label

_KEYS = "123456789"


class OffersPanel(QWidget):
    """Shows offers as buttons; digits press the first nine, arrows move between them.

    - `chosen(Offer)` an offer was chosen
    - `forced(Offer)` a refused one is to be done all the same
    """

    chosen = Signal(object)
    forced = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("What can be done now")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(5)
        self._headings: dict[str, Label] = {}
        self._made: list[OfferButton] = []
        self._order: list[str] = []
        self.buttons: list[OfferButton] = []
        self._is_read_only = False

    def set_offers(self, offers: Sequence[Offer], *, is_read_only: bool = False) -> None:
        """Show other offers; those that can be done now come first in their group."""
        self._is_read_only = is_read_only
        groups = grouped(offers)
        wanted = [offer for group in groups.values() for offer in group]
        while len(self._made) < len(wanted):
            self._made.append(self._new_button())
        self.buttons = self._made[: len(wanted)]
        number = 0
        for button, offer in zip(self.buttons, wanted, strict=True):
            has_key = not offer.refused and number < len(_KEYS)
            number += has_key
            button.set_offer(offer, number if has_key else 0)
            button.setEnabled(not is_read_only)
        self._arrange({group: len(own) for group, own in groups.items()})

    def button_of(self, offer_id: str) -> OfferButton | None:
        """Return the button of an offer that is shown."""
        return next((b for b in self.buttons if b.offer.id == offer_id), None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._take(event, -1):
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Buttons would use the arrow keys themselves.
        is_key = event.type() == QEvent.Type.KeyPress and watched in self.buttons
        if is_key and isinstance(event, QKeyEvent):
            at = self.buttons.index(cast("OfferButton", watched))
            return self._take(event, at)
        return super().eventFilter(watched, event)

    def _take(self, event: QKeyEvent, at: int) -> bool:
        """Use a key that came while the button number *at* had the keyboard, −1 for none."""
        meant = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
        if event.modifiers() & meant:
            return False
        if event.key() == Qt.Key.Key_Down:
            self._move(at + 1)
        elif event.key() == Qt.Key.Key_Up and at > 0:
            self._move(at - 1)
        elif event.text() and event.text() in _KEYS:
            for button in self.buttons:
                if button.number == int(event.text()):
                    button.click()
        else:
            return False
        return True

    def _move(self, place: int) -> None:
        if place < len(self.buttons):
            self.buttons[place].setFocus(Qt.FocusReason.TabFocusReason)

    def _new_button(self) -> OfferButton:
        button = OfferButton(self)
        button.installEventFilter(self)
        button.clicked.connect(self._choose_of(button))
        return button

    def _choose_of(self, button: OfferButton) -> Callable[[], None]:
        def choose() -> None:
            if not button.offer.refused:
                self.chosen.emit(button.offer)
                return
            menu = force_menu(button.offer, self.forced.emit, button)
            menu.popup(button.mapToGlobal(QPoint(40, button.height() - 2)))

        return choose

    def _arrange(self, counts: dict[str, int]) -> None:
        """Put headings and buttons below each other, if they stand otherwise."""
        order = [name for group, count in counts.items() for name in (group, *("",) * count)]
        has_headings = len(counts) > 1
        for group, heading in self._headings.items():
            heading.setVisible(has_headings and group in counts)
        if order != self._order:
            self._order = order
            while self._column.count():
                self._column.takeAt(0)
            buttons = iter(self.buttons)
            for name in order:
                self._column.addWidget(self._heading(name) if name else next(buttons))
            for heading in (self._headings[group] for group in counts):
                heading.setVisible(has_headings)
        for place, button in enumerate(self._made):
            button.setVisible(place < len(self.buttons))

    def _heading(self, group: str) -> Label:
        if group not in self._headings:
            heading = Label(GROUPS[group], tone="muted", size=TextSize.SMALL, parent=self)
            heading.setContentsMargins(2, 6, 0, 0)
            self._headings[group] = heading
        return self._headings[group]
