"""The way to the table: shows it while a battle is under way, unless the players have left it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedLayout

from mordcry_app.services.battle_table import is_under_way
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.views.battle.table import TableScreen


class TableDoor(QObject):
    """Puts the table in front of the other parts of a page, and takes it away.

    - `left()` the players want the list of battles while the battle goes on
    - `finished()` the battle was recorded, and its aftermath is open
    """

    left = Signal()
    finished = Signal()

    def __init__(self, session: CampaignSession, stack: QStackedLayout, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._stack = stack
        self._screen: TableScreen | None = None
        self._is_away = False

    @property
    def screen(self) -> TableScreen | None:
        """The table, once it has been shown."""
        return self._screen

    def is_open(self) -> bool:
        """Whether the table is on screen."""
        return self._screen is not None and self._stack.currentWidget() is self._screen

    def is_under_way(self) -> bool:
        """Whether there is a battle to go back to."""
        return is_under_way(self._session.file)

    def follow(self) -> bool:
        """Show the table as it stands, if a battle is under way; say whether it is on screen."""
        if not self.is_under_way():
            self._is_away = False
            return False
        if self._is_away:
            return False
        screen = self._made()
        screen.load()
        if not self.is_open():
            self._stack.setCurrentWidget(screen)
        return True

    def go_back(self) -> bool:
        """Go back to the table; say whether there is one."""
        self._is_away = False
        return self.follow()

    def stay_away(self) -> None:
        """Leave the table to itself until it is gone back to."""
        self._is_away = True

    def take_keyboard(self) -> None:
        """Give the keyboard to what is next at the table."""
        if self._screen is not None:
            self._screen.take_keyboard()

    def _made(self) -> TableScreen:
        if self._screen is None:
            self._screen = TableScreen(self._session)
            self._screen.left.connect(self._leave)
            self._screen.finished.connect(self.finished)
            self._stack.addWidget(self._screen)
        return self._screen

    def _leave(self) -> None:
        self.stay_away()
        self.left.emit()
