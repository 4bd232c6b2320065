"""Opens the menus of the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint

from mordcry_app.ui.views.battle.table.menus import fighter_menu, more_menu
from mordcry_app.ui.views.battle.table.which_offers import about, fighters_of

if TYPE_CHECKING:
    from mordcry_app.ui.views.battle.table.screen import TableScreen

Act = Callable[[], object]


class TableMenus(QObject):
    """Fills the menu of a fighter, and the one of all that is done less often."""

    def __init__(self, screen: TableScreen) -> None:
        super().__init__(screen)
        self._screen = screen

    def show_fighter(self, fighter_id: int, at: QPoint) -> None:
        """Open all that can be done with a fighter, at a place on the monitor."""
        screen, view = self._screen, self._screen.view
        fighter = fighters_of(view).get(fighter_id) if view is not None else None
        if view is None or fighter is None or screen.is_read_only():
            return
        extra: list[tuple[str, Act]] = []
        if view.open_event is None:
            extra = [
                ("An attack out of turn…", lambda: screen.attacks.begin_with(fighter_id)),
                ("By hand…", lambda: screen.by_hand.open(fighter.name, fighter=fighter_id)),
            ]
        menu = fighter_menu(about(view, fighter_id), screen.choose, screen.force, extra, screen)
        if menu.actions():
            menu.popup(at)

    def show_more(self, at: QPoint) -> None:
        """Open what else there is, at a place on the monitor."""
        screen, view = self._screen, self._screen.view
        if view is None:
            return
        can_act = not screen.is_read_only() and view.open_event is None
        entries: list[tuple[str, str, Act]] = []
        if view.open_event is None:
            entries.append(("Who should hit whom?", "matrix", screen.show_matrix))
        if can_act:
            entries.append(("An attack out of turn…", "", lambda: screen.attacks.begin_with(0)))
        entries.append(("Log", "battle_log", screen.log.toggle))
        if not screen.is_read_only():
            entries.append(("Take back the event", "take_event_back", screen.take_event_back))
        entries.append(("Leave the table", "", screen.left.emit))
        if can_act and (view.is_over or not view.is_whole):
            entries.append(("To the aftermath", "", screen.finish))
        hands: list[tuple[str, Act]] = []
        if can_act:
            hands = [("The battle…", lambda: screen.by_hand.open("the battle"))]
            hands += [
                (f"{side.name}…", lambda side=side: screen.by_hand.open(side.name, side=side.id))
                for side in view.sides
            ]
        shown = (screen.choose, screen.force) if can_act else (None, None)
        menu = more_menu(view, *shown, entries, hands, screen)
        menu.popup(at)
