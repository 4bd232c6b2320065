"""The pages of the window: what the rail offers and how each page is made.

A page is made when it is first shown, and only then are its modules read: the window paints
before any of them is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, cast

from PySide6.QtWidgets import QWidget

from mordcry_app.ui.widgets import RailEntry

if TYPE_CHECKING:
    from mordcry_app.services.views import Touched
    from mordcry_app.ui.campaign_session import CampaignSession
    from mordcry_app.ui.settings import SettingsStore

RULES = "rules"
"""The page to which F1 leads."""

HISTORY = "history"
"""The one entry of the rail that is no page: it opens the drawer."""


class Page(Protocol):
    """What the window asks of a page, which is a `QWidget` besides.

    A page may have a signal `navigate(str)` that asks for another page by its id. `PAGE#PLACE` asks
    for a place on it (`warbands#member:12`); such a page has a method `show_place(str)`. One that
    works in the background has a method `is_ready()`: whether all that is wanted is on screen.
    """

    def refresh(self, touched: Touched | None) -> None:
        """Show what an operation changed; without one, show everything as it stands."""
        ...


MakePage = Callable[["CampaignSession", "SettingsStore", QWidget], QWidget]
"""Makes a page inside its parent: moving it there later would style all of it twice."""


@dataclass(frozen=True)
class PageEntry:
    """One entry of the rail; `make` is missing where it is no page."""

    id: str
    text: str
    icon_name: str
    shortcut_id: str
    make: MakePage | None
    at_bottom: bool = False


def _campaign(session: CampaignSession, store: SettingsStore, parent: QWidget) -> QWidget:
    from mordcry_app.ui.views.campaign import CampaignPage

    del store
    return CampaignPage(session, parent)


def _warbands(session: CampaignSession, store: SettingsStore, parent: QWidget) -> QWidget:
    from mordcry_app.ui.views.warbands import WarbandsPage

    return WarbandsPage(session, store, parent)


def _battle(session: CampaignSession, store: SettingsStore, parent: QWidget) -> QWidget:
    from mordcry_app.ui.views.battle import BattlePage

    return BattlePage(session, store, parent)


def _aftermath(session: CampaignSession, store: SettingsStore, parent: QWidget) -> QWidget:
    from mordcry_app.ui.views.aftermath import AftermathPage

    return AftermathPage(session, store, parent)


def _chronicle(session: CampaignSession, store: SettingsStore, parent: QWidget) -> QWidget:
    from mordcry_app.ui.views.chronicle import ChroniclePage

    return ChroniclePage(session, store, parent)


def _rules(session: CampaignSession, store: SettingsStore, parent: QWidget) -> QWidget:
    from mordcry_app.ui.views.rules import RulesPage

    del store
    return RulesPage(session, parent)


def _house_rules(session: CampaignSession, store: SettingsStore, parent: QWidget) -> QWidget:
    from mordcry_app.ui.views.house_rules import HouseRulesPage

    del store
    return HouseRulesPage(session, parent)


def _house_content(session: CampaignSession, store: SettingsStore, parent: QWidget) -> QWidget:
    from mordcry_app.ui.views.house_content import HouseContentPage

    return HouseContentPage(session, store, parent)


def _printing(session: CampaignSession, store: SettingsStore, parent: QWidget) -> QWidget:
    from mordcry_app.ui.views.printing import PrintPage

    return PrintPage(session, store, parent)


def _settings(session: CampaignSession, store: SettingsStore, parent: QWidget) -> QWidget:
    from mordcry_app.ui.views.settings import SettingsPage

    return SettingsPage(session, store, parent)


PAGES = (
    PageEntry("campaign", "Campaign", "campaign", "page_1", _campaign),
    PageEntry("warbands", "Warbands", "warbands", "page_2", _warbands),
    PageEntry("battle", "Battle", "battle", "page_3", _battle),
    PageEntry("aftermath", "Aftermath", "aftermath", "page_4", _aftermath),
    PageEntry("chronicle", "Chronicle", "chronicle", "page_5", _chronicle),
    PageEntry(RULES, "Rules", "rules", "page_6", _rules),
    PageEntry("house_rules", "House rules", "house-rules", "page_7", _house_rules),
    PageEntry("house_content", "House content", "edit", "page_8", _house_content),
    PageEntry(HISTORY, "History", "history", "history", None, at_bottom=True),
    PageEntry("print", "Print", "print", "print", _printing, at_bottom=True),
    PageEntry("settings", "Settings", "settings", "settings", _settings, at_bottom=True),
)
"""In the order of the rail."""

FIRST_PAGE = PAGES[0].id


def page_entry(page_id: str) -> PageEntry | None:
    """Return the page with this id, or none: ids come from settings files, too."""
    return next((page for page in PAGES if page.id == page_id and page.make), None)


def rail_entries() -> tuple[RailEntry, ...]:
    """Return what the rail shows. Keys of pages above are not shown beside them, but work."""
    from mordcry_app.ui.shortcuts import keys_of

    return tuple(
        RailEntry(
            page.id,
            page.text,
            page.icon_name,
            keys_of(page.shortcut_id) if page.at_bottom else "",
            page.at_bottom,
        )
        for page in PAGES
    )


def as_page(widget: QWidget) -> Page:
    """Return a page's widget as a page."""
    return cast("Page", widget)
