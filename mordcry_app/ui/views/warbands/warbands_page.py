"""The page of the warbands: which one, how it stands, and its four parts."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from mordcry_app.services.views import RosterView, Touched
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.shortcuts import bind, keys_of
from mordcry_app.ui.theme import TextSize, title_font
from mordcry_app.ui.views.warbands.edits import RosterEdits
from mordcry_app.ui.views.warbands.fighter_panel import popup_below
from mordcry_app.ui.views.warbands.fighters_tab import FightersTab
from mordcry_app.ui.views.warbands.graveyard_tab import GraveyardTab
from mordcry_app.ui.views.warbands.list_tabs import LedgerTab, StashTab
from mordcry_app.ui.views.warbands.member_menus import fill_warband_menu
from mordcry_app.ui.views.warbands.portrait import Portrait
from mordcry_app.ui.widgets import (
    ActionButton,
    ElidedLabel,
    HeaderBar,
    IconButton,
    WrapLabel,
    bold,
    escaped,
)

_FIGHTERS, _STASH, _LEDGER, _GRAVEYARD = range(4)
_WIDEST_TAB = 300  # logical pixels
_LEAST_TAB = 150
_NARROW = 800
_WIDE_GAP = "&nbsp;&nbsp;&nbsp;&nbsp;"


class WarbandsPage(QWidget):
    """Shows one warband at a time. `navigate(page id)` asks for another page."""

    navigate = Signal(str)

    def __init__(
        self, session: CampaignSession, store: SettingsStore, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.title = "Warbands"
        self._session = session
        self._store = store
        self._edits = RosterEdits(session, self)
        self._edits.recruited.connect(self._show_recruit)
        self._edits.muster_started.connect(lambda: self.navigate.emit("aftermath"))
        self._roster_id = 0
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._make_header()
        self._make_tabs()
        column.addWidget(self._header)
        column.addLayout(self._bar)
        column.addWidget(self._stack, 1)
        bind(self, "next_warband", lambda: self._step(1))
        bind(self, "previous_warband", lambda: self._step(-1))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._restore_place()

    def refresh(self, touched: Touched | None) -> None:
        """Show what an operation changed."""
        if touched is not None and not touched.everything and not _concerns(touched):
            return
        self._fill_rosters()
        self._show()

    def setFocus(self, *reason: Qt.FocusReason) -> None:
        """Give the keyboard to the tab at hand."""
        tab = self._stack.currentWidget()
        if tab is not None:
            tab.setFocus(*reason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < _NARROW
        self._amounts.setVisible(not narrow)
        self._about.setVisible(not narrow)
        self._amounts_below.setVisible(narrow)

    def roster(self) -> RosterView:
        """Return the warband at hand."""
        rosters = self._session.campaign.rosters
        return next((r for r in rosters if r.id == self._roster_id), rosters[0])

    def keep_typing(self) -> None:
        """Keep what is being typed into notes."""
        self.fighters.keep_typing()
        if _GRAVEYARD in self._lists:
            self.graveyard.keep_typing()

    @property
    def stash(self) -> StashTab:
        """The tab with what nobody carries; like the next two, made when first wanted."""
        return cast("StashTab", self._list_tab(_STASH))

    @property
    def ledger(self) -> LedgerTab:
        """The tab with every gain and loss."""
        return cast("LedgerTab", self._list_tab(_LEDGER))

    @property
    def graveyard(self) -> GraveyardTab:
        """The tab with the dead and the retired."""
        return cast("GraveyardTab", self._list_tab(_GRAVEYARD))

    def show_place(self, place: str) -> None:
        """Show a warband (`roster:3`) or a fighter (`member:12`); the fallen in the graveyard."""
        kind, _, number = place.partition(":")
        wanted = int(number) if number.isdecimal() else 0
        for tab, roster in enumerate(self._session.campaign.rosters):
            stands = kind == "member" and wanted in {member.id for member in roster.members}
            fell = kind == "member" and wanted in {member.id for member in roster.fallen}
            if stands or fell or (kind == "roster" and wanted == roster.id):
                self.rosters.setCurrentIndex(tab)
            if stands:
                self.show_tab(_FIGHTERS)
                self.fighters.select_member(wanted)
            elif fell:
                self.show_tab(_GRAVEYARD)
                self.graveyard.select_member(wanted)

    def show_tab(self, place: int) -> None:
        """Show fighters (0), stash (1), ledger (2) or graveyard (3)."""
        self.parts.setCurrentIndex(place)

    # ------------------------------------------------------------------ making

    def _make_header(self) -> None:
        self._header = HeaderBar(parent=self)
        self.crest = Portrait(36)
        self.crest.clicked.connect(lambda: self._edits.pick_crest(self.roster()))
        self.rosters = _RosterTabs()
        self.rosters.setFont(title_font(TextSize.CAMPAIGN))
        self.rosters.setDrawBase(False)
        self.rosters.setExpanding(False)
        self.rosters.setUsesScrollButtons(True)
        self.rosters.setElideMode(Qt.TextElideMode.ElideRight)
        self.rosters.setAccessibleName("Warbands")
        self.rosters.currentChanged.connect(self._take_roster)
        switch = QWidget()
        line = QHBoxLayout(switch)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.crest)
        line.addWidget(self.rosters, 1)
        self._header.add_note(switch)
        self._amounts = WrapLabel()
        self._amounts.setWordWrap(False)
        # Where the window is narrow, the amounts stand below, in place of the motto.
        self._amounts_below = WrapLabel()
        self._amounts_below.setWordWrap(False)
        self._amounts_below.hide()
        self._header.add_action(self._amounts)
        self.recruit_button = ActionButton("Recruit…", keys_of("recruit"))
        self.recruit_button.clicked.connect(lambda: self._edits.recruit(self.roster()))
        self.more = IconButton("more", "More about this warband")
        self.more.clicked.connect(self._open_menu)
        self._header.add_action(self.recruit_button)
        self._header.add_action(self.more)

    def _make_tabs(self) -> None:
        self.parts = QTabBar()
        self.parts.setDrawBase(False)
        self.parts.setExpanding(False)
        self.parts.setAccessibleName("Parts of the warband")
        for text in ("Fighters", "Stash", "Ledger", "Graveyard"):
            self.parts.addTab(text)
        self._about = ElidedLabel(tone="muted")
        self.muster_button = ActionButton("Roll advances…", icon_name="dice")
        self.muster_button.clicked.connect(self._edits.start_muster)
        self._bar = QHBoxLayout()
        self._bar.setContentsMargins(20, 6, 20, 8)
        self._bar.setSpacing(14)
        self._bar.addWidget(self.parts)
        self._bar.addWidget(self._about, 1)
        self._bar.addWidget(self._amounts_below)
        self._bar.addWidget(self.muster_button)
        self._stack = QStackedWidget(self)
        self.fighters = FightersTab(self._session, self._store, self._edits, self._stack)
        self._stack.addWidget(self.fighters)
        self._lists: dict[int, StashTab | LedgerTab | GraveyardTab] = {}
        self.parts.currentChanged.connect(self._take_part)
        self.fighters.graveyard_asked.connect(lambda: self.show_tab(_GRAVEYARD))
        self.fighters.member_chosen.connect(self._remember_member)

    # ------------------------------------------------------------------ showing

    def _fill_rosters(self) -> None:
        """Keep one tab a warband, in their order, with the one at hand chosen."""
        rosters = self._session.campaign.rosters
        self.rosters.blockSignals(True)
        while self.rosters.count() > len(rosters):
            self.rosters.removeTab(self.rosters.count() - 1)
        for place, roster in enumerate(rosters):
            if place == self.rosters.count():
                self.rosters.addTab("")
            name = roster.shown_name.replace("&", "&&")
            self.rosters.setTabText(place, name)
            self.rosters.setTabToolTip(place, escaped(roster.shown_name))
            self.rosters.setTabData(place, roster.id)
            if roster.id == self._roster_id:
                self.rosters.setCurrentIndex(place)
        self.rosters.blockSignals(False)
        if self._roster_id not in {roster.id for roster in rosters} and rosters:
            self._roster_id = rosters[0].id
            self.rosters.setCurrentIndex(0)

    def _show(self) -> None:
        campaign, roster = self._session.campaign, self.roster()
        reason = campaign.read_only
        what = "Change the crest" if roster.crest else "Add a crest"
        self.crest.show_picture(roster.crest, roster.shown_name, what)
        self.crest.setVisible(roster.crest is not None)
        self.crest.setEnabled(not reason)
        standing = [
            f"{bold(str(amount.amount))} {escaped(amount.short)}" for amount in roster.amounts
        ]
        self._amounts_below.set_rich(_WIDE_GAP.join(standing))
        standing.append(f"{bold(str(roster.won))} won of {roster.fought}")
        self._amounts.set_rich(_WIDE_GAP.join(standing))
        results = f"{roster.won} won, {roster.lost} lost, {roster.drawn} drawn"
        rest = f"{results}. Strength {roster.strength}."
        for label in (self._amounts, self._amounts_below):
            label.setToolTip(escaped(rest))
        player = f"{_possessive(roster.player)} warband" if roster.player else ""
        motto = f"“{roster.motto}”" if roster.motto else ""
        self._about.setText(" · ".join(text for text in (player, motto) if text))
        stashed = sum(item.quantity for item in roster.stash)
        self.parts.setTabText(_FIGHTERS, f"Fighters {len(roster.members)}")
        self.parts.setTabText(_STASH, f"Stash {stashed}" if stashed else "Stash")
        gone = len(roster.fallen)
        self.parts.setTabText(_GRAVEYARD, f"Graveyard {gone}" if gone else "Graveyard")
        self.recruit_button.set_available(not reason, reason)
        self.more.setEnabled(not reason)
        due = campaign.advances_due
        self.muster_button.setVisible(bool(due) and not campaign.drafts and not reason)
        self.muster_button.set_text(f"Roll {due} {'advance' if due == 1 else 'advances'}…")
        self._show_part()

    def _show_part(self) -> None:
        """Bring the tab on screen up to date; the others follow when they are shown."""
        campaign, roster = self._session.campaign, self.roster()
        place = self.parts.currentIndex()
        if place == _FIGHTERS:
            self.fighters.show_roster(campaign, roster)
        else:
            self._list_tab(place).show_roster(campaign, roster)

    def _list_tab(self, place: int) -> StashTab | LedgerTab | GraveyardTab:
        """Return one of the tabs beside the fighters, made now if it never was."""
        if place not in self._lists:
            make = {_STASH: StashTab, _LEDGER: LedgerTab, _GRAVEYARD: GraveyardTab}[place]
            self._lists[place] = make(self._session, self._edits, self._stack)
            self._stack.addWidget(self._lists[place])
        return self._lists[place]

    # ------------------------------------------------------------------ acting

    def _take_roster(self, place: int) -> None:
        roster_id = self.rosters.tabData(place)
        if roster_id is None or roster_id == self._roster_id:
            return
        self.keep_typing()
        self._roster_id = roster_id
        self._store.remember_place(self._session.file.path, roster=roster_id)
        self._show()

    def _take_part(self, place: int) -> None:
        self.keep_typing()
        tab = self.fighters if place == _FIGHTERS else self._list_tab(place)
        self._stack.setCurrentWidget(tab)
        self._show_part()

    def _step(self, step: int) -> None:
        count = self.rosters.count()
        if count:
            self.rosters.setCurrentIndex((self.rosters.currentIndex() + step) % count)

    def _show_recruit(self, member_id: int) -> None:
        self.show_tab(_FIGHTERS)
        self.fighters.select_member(member_id)

    def _open_menu(self) -> None:
        menu = QMenu(self)
        fill_warband_menu(menu, self._edits, self.roster())
        popup_below(menu, self.more)

    def _remember_member(self, member_id: int) -> None:
        self._member_id = member_id

    def _restore_place(self) -> None:
        """Start with the warband and the fighter that were last on screen."""
        place = self._store.place(self._session.file.path)
        wanted = place.get("roster")
        self._roster_id = wanted if isinstance(wanted, int) else 0
        self._member_id: int | None = None
        member = place.get("member")
        self._fill_rosters()
        self._show()
        if isinstance(member, int):
            self.fighters.select_member(member)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._store.remember_place(self._session.file.path, member=self._member_id)


class _RosterTabs(QTabBar):
    """Tabs of which one with a long name leaves room for the others."""

    def tabSizeHint(self, index: int) -> QSize:
        return super().tabSizeHint(index).boundedTo(QSize(_WIDEST_TAB, 1000))

    def minimumTabSizeHint(self, index: int) -> QSize:
        least = QSize(_LEAST_TAB, 0)
        usual = super().minimumTabSizeHint(index)
        return usual.expandedTo(least).boundedTo(self.tabSizeHint(index))


def _concerns(touched: Touched) -> bool:
    """Whether an operation changed anything that this page shows."""
    return bool(touched.tables - {"roll", "chronicle_entry"})


def _possessive(name: str) -> str:
    return f"{name}’" if name.endswith("s") else f"{name}’s"
