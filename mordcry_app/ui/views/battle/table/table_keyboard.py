"""Where the keyboard goes at the table: to what is next, or on to the next part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication

from mordcry_app.services.battle_table import BattleTableView
from mordcry_app.ui.views.battle.table.arrangement import CENTRE
from mordcry_app.ui.views.battle.table.which_offers import (
    active_fighter,
    picks_a_fighter,
    side_on_turn,
)

if TYPE_CHECKING:
    from mordcry_app.ui.views.battle.table.screen import TableScreen


class TableKeyboard(QObject):
    """Gives the keyboard to a part of the table, and brings that part into view."""

    def __init__(self, screen: TableScreen) -> None:
        super().__init__(screen)
        self._screen = screen

    def is_here(self) -> bool:
        """Whether the table has the keyboard, or nobody has."""
        focused = QApplication.focusWidget()
        screen = self._screen
        return focused is None or focused is screen or screen.isAncestorOf(focused)

    def go_to_next(self, view: BattleTableView, *, is_looking: bool) -> None:
        """Go to a question, an attack, fighters to pick from, or else to what can be done."""
        is_choosing = self._screen.centre.shown == "offers" and active_fighter(view) is None
        if is_choosing and picks_a_fighter(view) and not is_looking:
            self.go_to_side(side_on_turn(view))
        else:
            self.go_to_centre()

    def go_to_side(self, side_id: int) -> None:
        """Go to the fighters of a side."""
        cards = self._screen.cards
        place = next(n for n, card in enumerate(cards) if card.side_id == side_id)
        self._screen.arrangement.show_part(str(place))
        cards[place].fighters.setFocus(Qt.FocusReason.OtherFocusReason)

    def go_to_centre(self) -> None:
        """Go to what is being done."""
        self._screen.arrangement.show_part(CENTRE)
        centre = self._screen.centre
        match centre.shown:
            case "event":
                centre.focus_question()
            case "attack":
                centre.attack_panel.take_keyboard()
            case _:
                centre.offers_panel.setFocus(Qt.FocusReason.OtherFocusReason)

    def go_on(self, step: int) -> None:
        """Go to the part at the right (1) or the left (−1) of the one that has the keyboard."""
        parts = self._screen.arrangement.parts()
        key = parts[(parts.index(self._part()) + step) % len(parts)]
        if key == CENTRE:
            self.go_to_centre()
        else:
            self.go_to_side(self._screen.cards[int(key)].side_id)

    def _part(self) -> str:
        focused = QApplication.focusWidget()
        for place, card in enumerate(self._screen.cards):
            if focused is not None and card.isAncestorOf(focused):
                return str(place)
        return CENTRE
