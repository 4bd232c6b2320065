"""What the page shows while no board is open: why, and the way on."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedLayout, QWidget

from mordcry_app.services.views import CampaignView
from mordcry_app.ui.widgets import EmptyState


class NoBoard(QWidget):
    """Offers what can be done next: take due advances, record a battle, look at the result.

    `muster_asked()` the due advances should be taken; `navigate(page id)` another page is wanted.
    """

    muster_asked = Signal()
    navigate = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stack = QStackedLayout(self)
        self._shown: EmptyState | None = None

    @property
    def state(self) -> EmptyState | None:
        """What is on screen."""
        return self._shown

    def show_campaign(self, campaign: CampaignView, finished: str) -> None:
        """Show the way on; *finished* names the board that was just finished, if any."""
        if campaign.advances_due:
            count = campaign.advances_due
            advances = "1 advance is" if count == 1 else f"{count} advances are"
            state = EmptyState(
                f"{advances} due: fighters have earned the experience and may roll for it.",
                icon_name="star",
                title=_title(finished, "Advances to take"),
                action="Take the advances" if not campaign.read_only else "",
            )
            state.activated.connect(self.muster_asked)
        elif finished.startswith("Set-up"):
            state = EmptyState(
                "What waited for the battle acts in it now. Play it, then record what happened.",
                icon_name="check",
                title=_title(finished, ""),
                action="To the battle",
            )
            state.activated.connect(lambda: self.navigate.emit("battle"))
        elif finished:
            state = EmptyState(
                "Everything is written into the campaign. Undo takes it back as a whole.",
                icon_name="check",
                title=_title(finished, ""),
                action="See the warbands",
            )
            state.activated.connect(lambda: self.navigate.emit("warbands"))
        else:
            state = EmptyState(
                "Record a battle, and its aftermath opens here: injuries, experience, advances "
                "and income of every warband on one page.",
                icon_name="aftermath",
                title="No aftermath is open",
                action="Record a battle" if not campaign.read_only else "",
            )
            state.activated.connect(lambda: self.navigate.emit("battle"))
        old, self._shown = self._shown, state
        self._stack.addWidget(state)
        self._stack.setCurrentWidget(state)
        if old is not None:
            self._stack.removeWidget(old)
            old.deleteLater()

    def take_keyboard(self) -> None:
        """Give the keyboard to the way on."""
        if self._shown is not None and self._shown.button is not None:
            self._shown.button.setFocus()


def _title(finished: str, otherwise: str) -> str:
    return f"{finished} is finished" if finished else otherwise
