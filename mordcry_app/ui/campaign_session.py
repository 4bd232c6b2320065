"""The window's hold on an open campaign: runs operations, tells what they touched.

Screens never call a service that writes by themselves. They hand the call to `run`, which turns a
`Refusal` into a signal (shown as a sentence) and a success into `touched`, from which every screen
refreshes just what it shows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.history import history_view, redo, undo
from mordcry_app.services.reading import campaign_view, drafts_view
from mordcry_app.services.views import CampaignView, HistoryView, Touched

BOARD_TABLES = frozenset({"draft", "roll", "battle_event"})
"""What an answer on a board, or in a battle, writes to."""


class CampaignSession(QObject):
    """One open campaign in one window."""

    touched = Signal(object)
    """A `Touched`: what an operation changed; sent after the change is on disk."""

    refused = Signal(str)
    """A sentence for the player; nothing was changed."""

    def __init__(self, file: CampaignFile, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._file = file
        self._campaign: CampaignView | None = None

    @property
    def file(self) -> CampaignFile:
        """The open campaign, for services that read."""
        return self._file

    @property
    def campaign(self) -> CampaignView:
        """The whole campaign as it stands, read once after each change."""
        if self._campaign is None:
            self._campaign = campaign_view(self._file)
        return self._campaign

    def history(self) -> HistoryView:
        """Return the history as it stands."""
        return history_view(self._file)

    def run(self, operation: Callable[[], Touched]) -> Touched | None:
        """Run a writing service; return what it touched, or none when it was refused."""
        try:
            touched = operation()
        except Refusal as refusal:
            self.refused.emit(refusal.sentence)
            return None
        if not touched.is_nothing:
            self._forget_what_changed(touched)
            self.touched.emit(touched)
        return touched

    def _forget_what_changed(self, touched: Touched) -> None:
        """Read anew what an operation changed: an answer on a board changes just the board."""
        if self._campaign is not None and touched.tables and touched.tables <= BOARD_TABLES:
            self._campaign = replace(self._campaign, drafts=drafts_view(self._file))
        else:
            self._campaign = None

    def undo(self) -> Touched | None:
        """Take the last operation back."""
        return self.run(lambda: undo(self._file))

    def redo(self) -> Touched | None:
        """Do again what was taken back last."""
        return self.run(lambda: redo(self._file))

    def close(self) -> None:
        """Close the file."""
        self._file.close()
