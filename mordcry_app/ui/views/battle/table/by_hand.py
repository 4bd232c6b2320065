"""Opens the corrections of a fighter, a side or the battle."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from mordcry_app.rules.battle_engine import Command
from mordcry_app.services.battle_play import do_command
from mordcry_app.services.battle_table import battle_table, corrections
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.views.battle.table.correction_dialog import CorrectionDialog


class ByHand(QObject):
    """Shows what can be put right by hand, and does it."""

    def __init__(self, session: CampaignSession, host: QWidget) -> None:
        super().__init__(host)
        self._session = session
        self._host = host

    def open(self, about: str, *, fighter: int | None = None, side: int | None = None) -> None:
        """Open the corrections about a fighter or a side; without either, about the battle."""
        file = self._session.file
        dialog = CorrectionDialog(
            about, lambda: corrections(file, fighter=fighter, side=side), self._act, self._host
        )
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _act(self, command: Command) -> bool:
        """Do one correction; say whether another can follow."""
        file = self._session.file
        self._session.run(lambda: do_command(file, command))
        view = battle_table(file)
        return view is not None and view.open_event is None
