"""The page of the rules: search and contents at the left, what is read at the right."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from mordcry_app.services.rules_library import rules_library
from mordcry_app.services.rules_library_views import START, RulesLibrary
from mordcry_app.services.views import Touched
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.pages import page_entry
from mordcry_app.ui.shortcuts import ShortcutsDialog, bind, keys_of
from mordcry_app.ui.views.rules.contents import RulesContents
from mordcry_app.ui.views.rules.entry_view import EntryView
from mordcry_app.ui.views.rules.visits import Visits
from mordcry_app.ui.widgets import ActionButton, Card, HeaderBar, IconButton, key_text

_NARROW = 760  # logical pixels; below that, contents and page take turns
_CONTENTS_WIDTH = 310
_SHARE_OF_CONTENTS = 0.34
_TABLES = frozenset({"campaign", "custom_row"})
"""What the rules on screen depend on."""


class RulesPage(QWidget):
    """Shows the rules of the campaign, one page at a time.

    `navigate(page id)` asks for another page of the window; `returned(page id)` as well, for the
    one from which the reader was led here.
    """

    navigate = Signal(str)
    returned = Signal(str)

    def __init__(self, session: CampaignSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = "Rules"
        self._session = session
        self._library: RulesLibrary = rules_library(session.file)
        self._visits = Visits(START)
        self._shows_contents = True
        self._make_header()
        self.contents = RulesContents(self)
        self.contents.chosen.connect(self._take)
        self.contents.left.connect(self._read)
        self.reader = EntryView(self)
        self.reader.opened.connect(self.open)
        self.reader.switch_asked.connect(self._go_to_switch)
        self._side = Card(flush=True, parent=self)
        self._side.body.setContentsMargins(10, 10, 4, 8)
        self._side.add(self.contents, 1)
        self._both = QHBoxLayout()
        self._both.setContentsMargins(20, 14, 20, 16)
        self._both.setSpacing(14)
        self._both.addWidget(self._side)
        self._both.addWidget(self.reader, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._header)
        column.addLayout(self._both, 1)
        here = Qt.ShortcutContext.WidgetWithChildrenShortcut
        bind(self, "rules_search", self.search, here)
        bind(self, "rules_back", self.go_back, here)
        bind(self, "rules_forward", self.go_forward, here)
        self.contents.show_library(self._library)
        self._show()

    # ------------------------------------------------------------------ what others ask

    def open(self, anchor: str, came_from: str = "") -> None:
        """Show a place in the rules; one that is not there leads to the start.

        `came_from` is the page of the window to which Back leads from here.
        """
        place = self._library.place(anchor)
        self._visits.go(anchor if place is not None else START, came_from)
        self._shows_contents = False
        self._show()

    def show_place(self, anchor: str) -> None:
        """Show a place that another page of the window leads to."""
        self.open(anchor)

    def refresh(self, touched: Touched | None) -> None:
        """Show the rules under the house rules as they are now."""
        if touched is not None and not touched.everything and not touched.tables & _TABLES:
            return
        library = rules_library(self._session.file)
        if library != self._library:
            self._library = library
            self.contents.show_library(library)
            self._show()

    def search(self) -> None:
        """Give the keyboard to the search."""
        self._shows_contents = True
        self._lay_out()
        self.contents.focus_search()

    def go_back(self) -> None:
        """Go to the place before, or to the page of the window that led here."""
        page_id = self._visits.here.came_from
        if page_id:
            self._visits.forget_way_in()
            self._show_ways()
            self.returned.emit(page_id)
        elif self._visits.before() is not None:
            self._visits.go_back()
            self._show()
        elif self._is_narrow() and not self._shows_contents:
            self._shows_contents = True
            self._lay_out()

    def go_forward(self) -> None:
        """Go to the place that was left by going back."""
        if self._visits.after() is not None:
            self._visits.go_forward()
            self._shows_contents = False
            self._show()

    def setFocus(self, *reason: Qt.FocusReason) -> None:
        """Give the keyboard to the search or, where a place was asked for, to what is read."""
        if self._visits.here.anchor == START or not self.reader.isVisible():
            self.contents.field.setFocus(*reason)
        else:
            self.reader.scroller.setFocus(*reason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    # ------------------------------------------------------------------ inside

    def _make_header(self) -> None:
        self._header = HeaderBar("Rules", parent=self)
        self.back_button = IconButton("back", "Back")
        self.back_button.clicked.connect(self.go_back)
        self.forward_button = IconButton("forward", "Forward")
        self.forward_button.clicked.connect(self.go_forward)
        self.contents_button = ActionButton("Contents", icon_name="rules")
        self.contents_button.clicked.connect(self._show_contents)
        self.keys_button = ActionButton("Keys")
        self.keys_button.set_hint(f"Every key of the program ({key_text(keys_of('keys'))})")
        self.keys_button.clicked.connect(self._list_keys)
        for button in (
            self.back_button,
            self.forward_button,
            self.contents_button,
            self.keys_button,
        ):
            self._header.add_action(button)

    def _show(self) -> None:
        """Show the place at hand."""
        visit = self._visits.here
        place = self._library.place(visit.anchor)
        if place is None:  # house content that is gone since
            place = self._library.place(START)
        assert place is not None
        entry = self._library.entries[place.entry]
        self.reader.show_entry(entry, place.row, self.contents.wanted)
        self.contents.mark(place.entry)
        changed = len(self._library.entries[START].settings)
        told = {0: "", 1: "1 house rule changed"}.get(changed, f"{changed} house rules changed")
        self._header.set_subtitle(told)
        self._show_ways()
        self._lay_out()

    def _show_ways(self) -> None:
        visit, before, after = self._visits.here, self._visits.before(), self._visits.after()
        page = page_entry(visit.came_from)
        back = page.text if page else self._name(before.anchor) if before else ""
        forward = self._name(after.anchor) if after else ""
        for button, key, verb, target in (
            (self.back_button, "rules_back", "Back", back),
            (self.forward_button, "rules_forward", "Forward", forward),
        ):
            name = f"{verb} to {target}" if target else verb
            button.setAccessibleName(name)
            button.setToolTip(f"{name} ({key_text(keys_of(key))})")
            button.setEnabled(bool(target))

    def _go_to_switch(self, rule_id: str) -> None:
        self.navigate.emit(f"house_rules#{rule_id}")

    def _list_keys(self) -> None:
        dialog = ShortcutsDialog(self.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _name(self, anchor: str) -> str:
        place = self._library.place(anchor)
        return self._library.entries[place.entry].title if place else ""

    def _take(self, anchor: str) -> None:
        """Read what was chosen in the contents or among the results; the keyboard stays there."""
        self.open(anchor)
        if self._is_narrow():
            self._read()

    def _read(self) -> None:
        """Give the keyboard to what is read."""
        self._shows_contents = False
        self._lay_out()
        self.reader.scroller.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_contents(self) -> None:
        if self._is_narrow():
            self._shows_contents = True
            self._lay_out()
            self.contents.field.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.open(START)

    def _is_narrow(self) -> bool:
        return self.width() < _NARROW

    def _lay_out(self) -> None:
        """Show both sides, or where there is little room the one that is wanted."""
        narrow = self._is_narrow()
        self._side.setVisible(not narrow or self._shows_contents)
        self.reader.setVisible(not narrow or not self._shows_contents)
        if narrow:
            self._side.setMinimumWidth(0)
            self._side.setMaximumWidth(16_777_215)
        else:
            self._side.setFixedWidth(min(_CONTENTS_WIDTH, int(self.width() * _SHARE_OF_CONTENTS)))
        margin = 10 if narrow else 20
        self._both.setContentsMargins(margin, 8 if narrow else 14, margin, 8 if narrow else 16)
