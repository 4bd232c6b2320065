"""The fighters of a warband: the roster at the left, the fighter at hand at the right.

Where there is no room for both, one takes the place of the other: Enter goes on to the fighter,
Esc back to the roster.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSplitter, QVBoxLayout, QWidget

from mordcry_app.services.views import CampaignView, MemberView, RosterView
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.qt_models.campaign_lists import fate
from mordcry_app.ui.qt_models.roster_model import RosterColumn
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.views.warbands.edits import RosterEdits
from mordcry_app.ui.views.warbands.fighter_panel import FighterPanel
from mordcry_app.ui.views.warbands.member_menus import fill_member_menu
from mordcry_app.ui.views.warbands.roster_table import RosterTable
from mordcry_app.ui.widgets import ActionButton, Card, ElidedLabel, EmptyState, IconLabel

_NARROW = 800  # logical pixels of this tab, below which roster and fighter take turns
_PANEL_WIDTH = 340


class FightersTab(QWidget):
    """Shows one roster. `member_chosen(id)` tells the fighter at hand, `graveyard_asked` that the
    fallen are wanted."""

    member_chosen = Signal(int)
    graveyard_asked = Signal()

    def __init__(
        self,
        session: CampaignSession,
        store: SettingsStore,
        edits: RosterEdits,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._store = store
        self._edits = edits
        self._roster: RosterView | None = None
        self._is_narrow = False
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.table = RosterTable()
        self._empty = EmptyState(
            "Nobody stands on this roster.",
            icon_name="warbands",
            action="Recruit a fighter…",
        )
        self._empty.activated.connect(self._recruit)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(16)
        self._roster_card = self._make_roster_card()
        self._splitter.addWidget(self._roster_card)
        self.panel = FighterPanel(session, edits, self._splitter)
        self._splitter.addWidget(self.panel)
        self._splitter.setStretchFactor(0, 1)
        self._splitter.setStretchFactor(1, 0)
        self.panel.setMinimumWidth(250)
        self._restore_split()
        self._splitter.splitterMoved.connect(lambda *_: self._keep_split())
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 0, 20, 16)
        column.addWidget(self._splitter)
        self.setFocusProxy(self.table)
        self._wire()

    def show_roster(self, campaign: CampaignView, roster: RosterView) -> None:
        """Show a roster; the fighter at hand stays where possible."""
        self._roster = roster
        self._empty.setVisible(not roster.members)
        self._empty.setEnabled(not campaign.read_only)
        self.table.setVisible(bool(roster.members))
        self._show_fallen(roster)
        self.table.show_roster(roster, campaign.columns, locked=bool(campaign.read_only))
        member = self.table.current_member()
        if member is None or not roster.members:
            self.panel.keep_notes()
            self.panel.hide()
            self._show_part(panel=False)
        else:
            self.panel.show_member(roster, member)
            self._show_part(panel=self._is_panel_alone())

    def select_member(self, member_id: int) -> bool:
        """Put a fighter at hand; return whether it is on this roster."""
        return self.table.select_member(member_id)

    def keep_typing(self) -> None:
        """Keep what is being typed into the notes."""
        self.panel.keep_notes()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = self.width() < _NARROW
        if is_narrow != self._is_narrow:
            self._is_narrow = is_narrow
            self.panel.set_alone(is_narrow)
            self._show_part(panel=False)

    def _wire(self) -> None:
        self.table.current_changed.connect(self._follow_cell)
        self.table.roster.rename_asked.connect(self._take_name)
        self.table.edit_asked.connect(self._edit_cell)
        self.table.open_asked.connect(self._open_panel)
        self.table.move_asked.connect(self._move)
        self.table.menu_asked.connect(self._open_menu)
        self.panel.stat_chosen.connect(self.table.select_column)
        self.panel.rename_asked.connect(self._rename)
        self.panel.left.connect(self._leave_panel)

    def _make_roster_card(self) -> Card:
        card = Card(flush=True, parent=self._splitter)
        card.add(self.table, 1)
        card.add(self._empty, 1)
        # Where the fighter takes the place of the roster, a key alone would be hard to find.
        self.open_button = ActionButton("", icon_name="chevron-right", kind="quiet")
        self.open_button.clicked.connect(self._open_panel)
        self.open_button.hide()
        card.add(self.open_button)
        self._footer = QWidget()
        line = QHBoxLayout(self._footer)
        line.setContentsMargins(12, 4, 8, 4)
        line.setSpacing(7)
        self._fallen = ElidedLabel(tone="muted")
        graveyard = ActionButton("Graveyard", kind="quiet")
        graveyard.clicked.connect(self.graveyard_asked)
        line.addWidget(IconLabel("skull", side=16, tone="muted"))
        line.addWidget(self._fallen, 1)
        line.addWidget(graveyard)
        card.add(self._footer)
        return card

    def _show_fallen(self, roster: RosterView) -> None:
        self._footer.setVisible(bool(roster.fallen))
        told = [f"{member.shown_name} ({fate(member).lower()})" for member in roster.fallen]
        self._fallen.setText("Gone: " + ", ".join(told))

    def _follow_cell(self, member_id: int, column: RosterColumn) -> None:
        member = self._member(member_id)
        if self._roster is None or member is None:
            return
        if self.panel.member() != member:
            self.panel.show_member(self._roster, member)
        self.open_button.set_text(f"All about {member.shown_name}")
        if column.kind == "stat":
            self.panel.choose_stat(column.key)
        self.member_chosen.emit(member_id)

    def _edit_cell(self, member_id: int, column: RosterColumn) -> None:
        member = self._member(member_id)
        if self._roster is None or member is None or self._session.file.read_only:
            return
        match column.kind:
            case "stat":
                self._edits.correct_value(member, column.key)
            case "amount":
                self._edits.adjust_member(member, column.key)
            case _:
                self._edits.give_item(self._roster, member)

    def _open_panel(self) -> None:
        if self.table.current_member() is not None:
            self._show_part(panel=True)
            self.panel.focus_first()

    def _leave_panel(self) -> None:
        self._show_part(panel=False)
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _rename(self) -> None:
        self._show_part(panel=False)
        self.table.rename_current()

    def _take_name(self, member_id: int, name: str) -> None:
        """Rename a fighter; a name that is refused stays in the editor, to be changed."""
        if not self._edits.rename_member(member_id, name):
            QTimer.singleShot(0, self, lambda: self.table.rename_current(name))

    def _move(self, member_id: int, step: int) -> None:
        if self._roster is not None and not self._session.file.read_only:
            self._edits.move_member(self._roster, member_id, step)

    def _recruit(self) -> None:
        if self._roster is not None:
            self._edits.recruit(self._roster)

    def _open_menu(self, member_id: int, where: QPoint) -> None:
        member = self._member(member_id)
        if self._roster is None or member is None or self._session.file.read_only:
            return
        menu = QMenu(self)
        fill_member_menu(menu, self._edits, self._roster, member, self._rename)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(where)

    def _member(self, member_id: int) -> MemberView | None:
        members = self._roster.members if self._roster is not None else ()
        return next((member for member in members if member.id == member_id), None)

    def _is_panel_alone(self) -> bool:
        return self._is_narrow and self.panel.isVisible()

    def _show_part(self, *, panel: bool) -> None:
        """Show both, or the one that is wanted where there is no room for both."""
        has_member = self.table.current_member() is not None
        self._roster_card.setVisible(not self._is_narrow or not panel)
        self.open_button.setVisible(self._is_narrow and has_member)
        self.panel.setVisible(has_member and (not self._is_narrow or panel))

    def _restore_split(self) -> None:
        stored = self._store.values.roster_split
        usual = [712, _PANEL_WIDTH]
        self._splitter.setSizes(list(stored) if len(stored) == 2 else usual)

    def _keep_split(self) -> None:
        if not self._is_narrow:
            self._store.change(roster_split=tuple(self._splitter.sizes()))
