"""The first page of a campaign: what to do next, and how everything stands."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mordcry_app.services.battle_setup import is_usually_whole, set_up_battle
from mordcry_app.services.boards import start_muster
from mordcry_app.services.campaign_page import campaign_page_view
from mordcry_app.services.campaign_page_views import CampaignPageView
from mordcry_app.services.views import Touched
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.views.campaign.card_grid import CardGrid
from mordcry_app.ui.views.campaign.lists import GraveyardCard, WaitingCard
from mordcry_app.ui.views.campaign.next_step_card import NextStepCard
from mordcry_app.ui.views.campaign.plots_card import PlotsCard
from mordcry_app.ui.views.campaign.standing_card import StandingCard
from mordcry_app.ui.widgets import HeaderBar, Scroller

_NARROWEST_STANDING = 280
_NARROWEST_LIST = 340


class CampaignPage(QWidget):
    """Shows the campaign at a glance. `navigate(str)` asks for a page, or a place on one."""

    navigate = Signal(str)

    def __init__(self, session: CampaignSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = "Campaign"
        self._session = session
        self._view: CampaignPageView | None = None
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName("Campaign")
        self._header = HeaderBar("Campaign", parent=self)
        self.next_step = NextStepCard()
        self.next_step.asked.connect(self._do_next)
        self._standings = CardGrid(_NARROWEST_STANDING)
        self.waiting = WaitingCard()
        self.graveyard = GraveyardCard()
        for card in (self.waiting, self.graveyard):
            card.place_asked.connect(self.navigate)
        self.plots = PlotsCard()
        lists = CardGrid(_NARROWEST_LIST)
        lists.set_cells([self.waiting, self.graveyard])
        body = QWidget()
        cards = QVBoxLayout(body)
        cards.setContentsMargins(20, 14, 20, 20)
        cards.setSpacing(14)
        for part in (self.next_step, self._standings, self.plots, lists):
            cards.addWidget(part)
        cards.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._header)
        column.addWidget(Scroller(body, self), 1)
        self._is_stale = True
        self._load()

    @property
    def standings(self) -> tuple[StandingCard, ...]:
        """The cards of the warbands, in order."""
        return tuple(c for c in self._standings.cells() if isinstance(c, StandingCard))

    def refresh(self, touched: Touched | None) -> None:
        """Show what an operation changed."""
        if touched is not None and not touched.everything and not _concerns(touched):
            return
        if self.isVisible():
            self._load()
        else:
            self._is_stale = True

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_stale:
            self._load()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.next_step.button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _load(self) -> None:
        self._is_stale = False
        campaign = self._session.campaign
        view = self._view = campaign_page_view(self._session.file, campaign)
        self._header.set_subtitle(view.after)
        self.next_step.show_step(view.next_step, view.read_only)
        if len(self.standings) != len(view.standings):
            self._standings.set_cells([self._new_standing() for _ in view.standings])
        for card, standing in zip(self.standings, view.standings, strict=True):
            card.show_standing(standing, campaign.battles_fought + 1)
        self.plots.show_plots(view.plots)
        self.waiting.set_entries(view.waiting)
        self.graveyard.set_entries(view.graves)

    def _new_standing(self) -> StandingCard:
        card = StandingCard()
        card.place_asked.connect(self.navigate)
        return card

    def _do_next(self) -> None:
        """Go where the next step leads; what has to be begun for it is begun first."""
        assert self._view is not None
        way = self._view.next_step.way
        if way == "muster":
            if self._session.run(lambda: start_muster(self._session.file)) is None:
                return
            way = "aftermath"
        if way == "setup":
            file = self._session.file
            is_whole = is_usually_whole(file)
            touched = self._session.run(lambda: set_up_battle(file, is_whole=is_whole))
            if touched is None:
                return
            way = "aftermath" if "draft" in touched.created else "battle"
        if way:
            self.navigate.emit(way)


def _concerns(touched: Touched) -> bool:
    """Whether an operation changed anything that this page shows."""
    return bool(touched.tables - {"roll", "chronicle_entry"})
