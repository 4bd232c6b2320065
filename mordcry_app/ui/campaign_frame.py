"""The window of an open campaign: rail, page, dice, undo, history and messages around them.

The frame can stand before there is a campaign in it, so that the window paints before the file is
read. Pages are made when first shown; one that is out of sight refreshes when it is shown again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from mordcry_app.ui.pages import (
    FIRST_PAGE,
    HISTORY,
    PAGES,
    RULES,
    as_page,
    page_entry,
    rail_entries,
)
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.shortcuts import bind, keys_of
from mordcry_app.ui.times import clock
from mordcry_app.ui.widgets import ActionButton, Banner, PlainDialog, Rail, Toast

if TYPE_CHECKING:
    from mordcry_app.services.views import Touched
    from mordcry_app.ui.campaign_session import CampaignSession
    from mordcry_app.ui.history_drawer import HistoryDrawer

_KEPT_ROLLS = 200
_WIDEST_UNDO = 420  # logical pixels; the whole label is in the tooltip
_DONE_SECONDS = 6
_REFUSAL_SECONDS = 20


class CampaignFrame(QWidget):
    """Shows one campaign. `attach` puts it in, `detach` takes it out; both may happen often."""

    def __init__(self, store: SettingsStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self.session: CampaignSession | None = None
        self._pages: dict[str, QWidget] = {}
        self._stale: dict[str, Touched | None] = {}
        self._drawer: HistoryDrawer | None = None
        self._is_complete = False
        self._toast_redoes: bool | None = None
        self._is_undoing = False
        self._asked_from: QWidget | None = None
        self.page_id = ""
        # The outline is all that the first paint shows; the rest is made for the first campaign.
        self.rail = Rail(rail_entries(), self)
        self.rail.activated.connect(self._go)
        self.stack = QStackedWidget(self)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        line.addWidget(self.rail)
        self._column = QVBoxLayout()
        self._column.setSpacing(0)
        self._column.addWidget(self.stack, 1)
        line.addLayout(self._column, 1)
        self._set_available(False)

    def show_outline(self, name: str, subtitle: str) -> None:
        """Show what is known of a campaign before it is read."""
        self.rail.set_campaign(name, subtitle)

    def attach(self, session: CampaignSession) -> None:
        """Show a campaign at the place where it was left."""
        self.detach()
        self._complete()
        self.session = session
        session.touched.connect(self._follow)
        session.refused.connect(self.show_refusal)
        self._set_available(True)
        self._refresh_frame(None)
        reason = session.campaign.read_only
        if reason:
            self.read_only.say(reason, "warning")
        place = self._store.place(session.file.path)
        wanted = str(place.get("page", ""))
        self.show_page(wanted if page_entry(wanted) else FIRST_PAGE, take_keyboard=True)

    def detach(self) -> None:
        """Take the campaign out; nothing of it stays."""
        if self.session is None:
            return
        self.session.touched.disconnect(self._follow)
        self.session.refused.disconnect(self.show_refusal)
        self.session = None
        if self._drawer is not None:
            self._drawer.close_drawer()
            self._drawer.deleteLater()
            self._drawer = None
        for page in self._pages.values():
            self.stack.removeWidget(page)
            page.hide()
            page.deleteLater()
        self._pages.clear()
        self._stale.clear()
        self.page_id = ""
        for banner in (self.read_only, self.toast.banner):
            banner.close_message()
        self.tray.rest()
        self._set_available(False)

    def show_page(self, page_id: str, *, take_keyboard: bool = False) -> None:
        """Show a page, made now if it never was, or brought up to date.

        It gets the keyboard unless the player is walking through the rail. `PAGE#PLACE` shows a
        place on a page.
        """
        page_id, _, place = page_id.partition("#")
        entry = page_entry(page_id)
        if self.session is None or entry is None or entry.make is None:
            return
        page = self._pages.get(page_id)
        if page is None:
            page = entry.make(self.session, self._store, self.stack)
            self._pages[page_id] = page
            self.stack.addWidget(page)
            navigate = getattr(page, "navigate", None)
            if isinstance(navigate, SignalInstance):
                navigate.connect(self.show_page)
            returned = getattr(page, "returned", None)
            if isinstance(returned, SignalInstance):
                returned.connect(self._return_to)
        elif page_id in self._stale:
            as_page(page).refresh(self._stale.pop(page_id))
        if self.page_id != page_id:
            self.toast.banner.close_message()
        self.page_id = page_id
        self.stack.setCurrentWidget(page)
        for above in (self.toast, self._drawer):
            if above is not None:
                above.raise_()
        self.rail.set_active(page_id)
        self._store.remember_place(self.session.file.path, page=page_id)
        if take_keyboard or not self.rail.isAncestorOf(QApplication.focusWidget() or self):
            page.setFocus(Qt.FocusReason.OtherFocusReason)
        show_place = getattr(page, "show_place", None)
        if place and callable(show_place):
            show_place(place)

    def show_rules(self, anchor: str = "") -> None:
        """Open the rules at a place, the start if none is named; Back leads to the page at hand."""
        from mordcry_app.ui.views.rules import RulesPage

        before = self.page_id
        if before != RULES:
            self._asked_from = QApplication.focusWidget()
        self.show_page(RULES, take_keyboard=True)
        page = self._pages.get(RULES)
        if isinstance(page, RulesPage):
            page.open(anchor, came_from="" if before == RULES else before)
            page.setFocus(Qt.FocusReason.OtherFocusReason)

    def page(self, page_id: str) -> QWidget | None:
        """Return a page that was made already."""
        return self._pages.get(page_id)

    def undo(self) -> None:
        """Take the last change back."""
        if self.session is not None:
            self._is_undoing = True
            self.session.undo()
            self._is_undoing = False

    def redo(self) -> None:
        """Do again what was taken back last."""
        if self.session is not None:
            self.session.redo()

    def toggle_history(self) -> None:
        """Open the history, or close it."""
        if self.session is None:
            return
        if self._drawer is None:
            from mordcry_app.ui.history_drawer import HistoryDrawer

            self._drawer = HistoryDrawer(self.stack, self.session)
        self.toast.banner.close_message()
        self._drawer.toggle()

    @property
    def drawer(self) -> HistoryDrawer | None:
        """The history, once it has been opened."""
        return self._drawer

    def show_refusal(self, sentence: str) -> None:
        """Say why something was not done: in the dialog at hand, or above the page."""
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, PlainDialog):
            dialog.refuse(sentence)
        else:
            self._toast_redoes = None
            self.toast.say(sentence, "warning", seconds=_REFUSAL_SECONDS)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.rail.follow_width(self.width())

    def _go(self, page_id: str) -> None:
        if page_id == HISTORY:
            self.toggle_history()
        else:
            self.show_page(page_id)

    def _return_to(self, page_id: str) -> None:
        """Go back to the page from which the rules were asked, and to what was at hand there."""
        asked_from, self._asked_from = self._asked_from, None
        self.show_page(page_id, take_keyboard=True)
        if asked_from is not None and shiboken6.isValid(asked_from) and asked_from.isVisible():
            asked_from.setFocus(Qt.FocusReason.OtherFocusReason)

    def _follow(self, touched: Touched) -> None:
        """Bring everything on screen up to date after an operation."""
        self.toast.banner.close_message()
        self._refresh_frame(touched)
        for page_id, page in self._pages.items():
            if page_id == self.page_id:
                as_page(page).refresh(touched)
            else:
                # What happened meanwhile adds up to “look at everything again”.
                self._stale[page_id] = None
        self._tell(touched)

    def _refresh_frame(self, touched: Touched | None) -> None:
        if self.session is None:
            return
        campaign = self.session.campaign
        standing = f"{campaign.ruleset_name} · {campaign.after}"
        self.rail.set_campaign(
            campaign.name, f"{standing} · read only" if campaign.read_only else standing
        )
        left = sum(draft.left for draft in campaign.drafts)
        ready = "finish" if campaign.drafts else ""
        self.rail.set_badge("aftermath", f"{left} left" if left else ready)
        self.rail.set_badge("battle", _battle_badge(self.session))
        due = campaign.advances_due if not campaign.drafts else 0
        self.rail.set_badge("warbands", f"{due} due" if due else "", "gold")
        history = self.session.history()
        label = history.undo_label
        self.undo_button.set_text(f"Undo “{label}”" if label else "Undo")
        self.undo_button.set_available(
            bool(label) and not campaign.read_only,
            campaign.read_only or "There is nothing to undo.",
        )
        if touched is None or touched.everything or "roll" in touched.tables:
            self._load_rolls()

    def _load_rolls(self) -> None:
        from mordcry_app.services.reading import rolls_view
        from mordcry_app.ui.dice import RollLine

        assert self.session is not None
        rolls = reversed(rolls_view(self.session.file, _KEPT_ROLLS))
        self.tray.set_rolls(
            [RollLine(r.purpose or r.dice, r.faces, r.total, r.typed, clock(r.at)) for r in rolls]
        )

    def _tell(self, touched: Touched) -> None:
        """Say what was done, with the way back; answers on a board show themselves."""
        is_history_open = self._drawer is not None and self._drawer.is_open()
        is_board = self.page_id in ("aftermath", "battle") and not touched.everything
        if not touched.label or is_board or is_history_open:
            return
        self._toast_redoes = self._is_undoing
        action = "Redo" if self._is_undoing else "Undo"
        self.toast.say(
            touched.label, action="" if touched.everything else action, seconds=_DONE_SECONDS
        )

    def _act_on_toast(self) -> None:
        if self._toast_redoes:
            self.redo()
        elif self._toast_redoes is not None:
            self.undo()

    def _set_available(self, available: bool) -> None:
        for entry in PAGES:
            self.rail.set_available(entry.id, available)
        self.rail.set_active("")
        for page_id in ("aftermath", "warbands", "battle"):
            self.rail.set_badge(page_id, "")

    def _complete(self) -> None:
        """Make what surrounds the pages of a campaign, once."""
        if self._is_complete:
            return
        from mordcry_app.ui.dice import DiceTray

        self._is_complete = True
        self.read_only = Banner(self)
        self.read_only.setAccessibleName("Read only")
        self.tray = DiceTray(self)
        self.undo_button = ActionButton("Undo", keys_of("undo"))
        self.undo_button.clicked.connect(self.undo)
        self.undo_button.setMaximumWidth(_WIDEST_UNDO)
        self.tray.add_action(self.undo_button)
        self._column.insertWidget(0, self.read_only)
        self._column.addWidget(self.tray)
        self.toast = Toast(self.stack, bottom=18)
        self.toast.acted.connect(self._act_on_toast)
        bind(self, "redo", self.redo)
        for entry in PAGES:
            if entry.make and not entry.at_bottom:
                bind(self, entry.shortcut_id, lambda page=entry.id: self._go(page))


def _battle_badge(session: CampaignSession) -> str:
    """What the rail says of a battle that is under way."""
    from mordcry_app.services.battle_table import round_under_way

    number = round_under_way(session.file)
    if number is None:
        return ""
    return f"round {number}" if number else "under way"
