"""The dead and the retired, with all that is known of them and the way back."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from mordcry_app.services.views import CampaignView, RosterView
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.qt_models.campaign_lists import GraveyardModel
from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.views.warbands.edits import RosterEdits
from mordcry_app.ui.views.warbands.fighter_panel import FighterPanel
from mordcry_app.ui.views.warbands.list_tabs import ListTab, ListTable
from mordcry_app.ui.widgets import ActionButton, EmptyState, WrapLabel

_ROOM_FOR_PANEL = 760  # logical pixels


class GraveyardTab(ListTab):
    """Shows who left a warband; those whom a mistake sent here can be restored."""

    def __init__(self, session: CampaignSession, edits: RosterEdits, parent: QWidget) -> None:
        self._model = GraveyardModel()
        super().__init__(
            ListTable(self._model, "Graveyard", 2),
            EmptyState("Nobody has fallen yet.", icon_name="skull"),
            parent,
        )
        self._session = session
        self._edits = edits
        self._roster: RosterView | None = None
        self.restore_button = ActionButton("Restore…")
        self.restore_button.clicked.connect(self._restore)
        self._about = WrapLabel(tone="muted", size=TextSize.SMALL)
        self.bar.addWidget(self._about, 1)
        self.bar.addWidget(self.restore_button)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.panel = FighterPanel(session, edits, splitter)
        self.panel.setMinimumWidth(250)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(16)
        splitter.addWidget(self.card)
        splitter.addWidget(self.panel)
        splitter.setStretchFactor(0, 1)
        splitter.setSizes([712, 340])
        self.column.addWidget(splitter)
        self.table.doubleClicked.connect(lambda _: self._restore())
        self.table.selectionModel().currentRowChanged.connect(self._show_current)

    def show_roster(self, campaign: CampaignView, roster: RosterView) -> None:
        """Show who left a warband."""
        self._roster = roster
        self._model.set_rows(roster.fallen)
        dead = sum(member.state == "dead" for member in roster.fallen)
        gone = len(roster.fallen) - dead
        told = [f"{dead} dead" if dead else "", f"{gone} retired" if gone else ""]
        self._about.set_plain(", ".join(text for text in told if text))
        self.show_emptiness(is_empty=not roster.fallen)
        self.restore_button.set_available(
            bool(roster.fallen) and not campaign.read_only,
            campaign.read_only or "Nobody is here.",
        )
        self._show_current()

    def select_member(self, member_id: int) -> None:
        """Put somebody at hand who left the warband."""
        gone = self._roster.fallen if self._roster is not None else ()
        for row, member in enumerate(gone):
            if member.id == member_id:
                self.table.setCurrentIndex(self._model.index(row, 0))
                self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def keep_typing(self) -> None:
        """Keep what is being typed into the notes."""
        self.panel.keep_notes()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_current()

    def _show_current(self, *_: QModelIndex) -> None:
        member = self._model.row_view(self.table.current_row())
        has_room = self.width() >= _ROOM_FOR_PANEL
        self.panel.setVisible(member is not None and has_room)
        if member is not None and self._roster is not None:
            self.panel.show_member(self._roster, member)

    def _restore(self) -> None:
        member = self._model.row_view(self.table.current_row())
        if member is not None and not self._session.file.read_only:
            self._edits.restore(member)
