"""House content: fill in blanks, add to the rules or change them, in this campaign alone.

What was typed and not saved is kept while the page is open, whatever else is looked at.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.content_pins import (
    accept_content,
    keeps_what_cannot_be_used,
    newer_content,
)
from mordcry_app.services.house_content import (
    house_content_view,
    new_record,
    problem_with,
    record_view,
    ref_for,
    remove_record,
    save_record,
    words_of,
)
from mordcry_app.services.house_content_views import (
    FormValue,
    HouseContentView,
    HouseKindView,
    HouseRecordView,
    NewerContentView,
)
from mordcry_app.services.views import Touched
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.shortcuts import bind
from mordcry_app.ui.views.house_content.editor import RecordEditor
from mordcry_app.ui.views.house_content.entry_list import EntryList, Key
from mordcry_app.ui.views.house_content.exchange import Exchange
from mordcry_app.ui.views.house_content.pack_dialogs import RemoveDialog
from mordcry_app.ui.widgets import (
    ActionButton,
    Banner,
    Card,
    EmptyState,
    HeaderBar,
    IconButton,
)

_SETTLE = "Keep the newer content"
_NARROW = 760  # logical pixels; below that, list and form take turns
_LIST_WIDTH = 310
_PAUSE_MS = 250  # after the last key, before what was typed is looked at
_TABLES = frozenset({"custom_row"})
_HELD_BY_MEMBERS = frozenset({"possession", "trait", "member", "roster"})


class HouseContentPage(QWidget):
    """Shows everything that house content can change, and a form for one of it."""

    def __init__(
        self, session: CampaignSession, store: SettingsStore, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.title = "House content"
        self._session = session
        self._content: HouseContentView = house_content_view(session.file)
        self._newer: NewerContentView | None = None
        self._drafts: dict[Key, tuple[str, dict[str, FormValue]]] = {}
        self._key: Key | None = None
        self._told = ""
        self._shows_list = True
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self.look_at_typing)
        self.banner = Banner(self)
        self.newer = Banner(self)
        self.exchange = Exchange(session, store, self.banner, self)
        self._make_header()
        self.list = EntryList(self)
        self.list.picked.connect(lambda kind, ref: self.open((kind, ref)))
        self.editor = RecordEditor(self)
        self.editor.hide()
        self.nothing = EmptyState(
            "Pick something to change it in this campaign, or add something of your own.",
            icon_name="edit",
        )
        self._lay_out()
        self._connect()
        self.refresh(None)

    # ------------------------------------------------------------------ what others ask

    def refresh(self, touched: Touched | None) -> None:
        """Show the content as it is now; what is being typed stays."""
        is_ours = touched is None or touched.everything or bool(touched.tables & _TABLES)
        if is_ours:
            self._content = house_content_view(self._session.file)
            self._newer = newer_content(self._session.file)
            self._show_messages()
        if is_ours or (touched is not None and touched.tables & _HELD_BY_MEMBERS):
            self._show_list()
            self._show_again()

    def open(self, key: Key) -> None:
        """Show one thing, with what was typed about it before."""
        self._keep_typing()
        self._key = key
        self._shows_list = False
        self._show_again()
        self.list.choose(key)
        self._share_room()

    def show_place(self, place: str) -> None:
        """Show what another page leads to: `KIND/REF`."""
        kind, _, ref = place.rpartition("/")
        self.open((kind, ref))

    def add(self, kind: str) -> None:
        """Begin something new of a kind, or go on with what was begun."""
        self.open((kind, ""))
        self.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def look_at_typing(self) -> None:
        """Say what is wrong with what was typed, or what it does."""
        self._pause.stop()
        record = self.editor.record
        if record is None or self._key is None:
            return
        self._keep_typing()
        self._show_list()
        is_unsaved = self._key in self._drafts
        self.editor.set_unsaved(unsaved=is_unsaved, locked=self._session.file.read_only_reason)
        if not is_unsaved:
            self.editor.show_problem("", record.does)
            return
        file, values = self._session.file, self.editor.values()
        ref = "" if record.state == "blank" else record.ref
        problem = problem_with(file, record.kind, ref, values)
        words = () if problem else words_of(file, record.kind, values)
        self.editor.show_problem(problem, words)

    def save(self) -> None:
        """Save what was typed; what is wrong is said, and stays as it was typed."""
        record, key = self.editor.record, self._key
        if record is None or key is None:
            return
        self.look_at_typing()
        file, values = self._session.file, self.editor.values()
        ref = record.ref
        if not ref or record.state == "blank":
            ref = ref_for(file, record.kind, str(values.get("name") or ""))
        draft = self._drafts.pop(key, None)
        self._key = (record.kind, ref)
        if self._session.run(lambda: save_record(file, record.kind, ref, values)) is None:
            self._key = key
            if draft is not None:
                self._drafts[key] = draft
            return
        self.list.choose(self._key)
        if self.list.isVisible():
            self.list.tree.setFocus(Qt.FocusReason.OtherFocusReason)

    def setFocus(self, *reason: Qt.FocusReason) -> None:
        """Give the keyboard to the list or, where a thing is open without it, to its form."""
        if self.list.isVisible() or self._key is None:
            self.list.tree.setFocus(*reason)
        else:
            self.editor.setFocus(*reason)

    def hideEvent(self, event: QHideEvent) -> None:
        self._keep_typing()
        super().hideEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    # ------------------------------------------------------------------ what is shown

    def _show_again(self) -> None:
        """Show the thing at hand as it is stored, and what was typed over it."""
        record = self._read()
        self.editor.setVisible(record is not None)
        self.nothing.setVisible(record is None)
        if record is None:
            self._key = None
            return
        kind = self._content.kind(record.kind)
        self.editor.show_record(record, kind, self._content, item_kinds=self._item_kinds())
        draft = self._drafts.get(self._key) if self._key is not None else None
        if draft is not None:
            self.editor.set_values(draft[1])
        self.look_at_typing()

    def _read(self) -> HouseRecordView | None:
        if self._key is None:
            return None
        kind, ref = self._key
        draft = self._drafts.get(self._key)
        file = self._session.file
        try:
            if not ref:
                return new_record(file, kind)
            return record_view(file, draft[0] if draft else kind, ref)
        except Refusal:
            if draft is None:
                return None
            # What was typed about something that has gone is something new now.
            self._key = (kind, "")
            self._drafts[self._key] = draft
            return new_record(file, kind)

    def _keep_typing(self) -> None:
        """Keep what differs from what is stored, until it is saved or discarded."""
        record = self.editor.record
        if record is None or self._key is None or self.editor.isHidden():
            return
        values = self.editor.values()
        other_kind = record.state == "blank" and record.kind != self._key[0]
        if values == dict(record.values) and not other_kind:
            self._drafts.pop(self._key, None)
        else:
            self._drafts[self._key] = (record.kind, values)

    def _follow_typing(self) -> None:
        self._keep_typing()
        self.editor.set_unsaved(unsaved=True, locked=self._session.file.read_only_reason)
        self._pause.start()

    def _show_list(self) -> None:
        self.list.show_content(self._content, [key for key in self._drafts if key[1]])
        count = len(self._content.own)
        told = {0: "all as printed", 1: "1 of your own"}.get(count, f"{count} of your own")
        self._header.set_subtitle(told)
        reason = "" if count else "There is no house content yet."
        self.export_button.set_available(not reason, reason)

    def _show_messages(self) -> None:
        told = " ".join(self._content.troubles)
        if told:
            is_kept = keeps_what_cannot_be_used(self._session.file)
            self.banner.say(told, "warning", action=_SETTLE if is_kept else "")
        elif self._told:
            self.banner.close_message()
        self._told = told
        if self._newer is not None:
            self.newer.say(self._newer.sentence, action="See what would change")
        elif not self.newer.isHidden():
            self.newer.close_message()

    def _item_kinds(self) -> list[HouseKindView]:
        return [k for k in self._content.kinds if any(f.name == "rarity" for f in k.fields)]

    # ------------------------------------------------------------------ what is done

    def _fill_with(self, kind: str) -> None:
        """Fill the blank with something of another kind; what fits its form stays typed."""
        if self._key is None:
            return
        typed = self.editor.values()
        other = record_view(self._session.file, kind, self._key[1])
        values = {name: typed.get(name, value) for name, value in other.values.items()}
        self._drafts[self._key] = (kind, values)
        self._show_again()

    def _discard(self) -> None:
        if self._key is not None:
            self._drafts.pop(self._key, None)
            self._show_again()

    def _copy(self) -> None:
        record = self.editor.record
        if record is None:
            return
        values = {**self.editor.values(), "name": f"{self.editor.values().get('name')} (copy)"}
        empty = new_record(self._session.file, record.kind).values
        for name in ("rarity", "on"):
            if name in empty:
                values[name] = empty[name]
        self._keep_typing()
        self._drafts[record.kind, ""] = (record.kind, values)
        self._key = None
        self.add(record.kind)

    def _back(self) -> None:
        record = self.editor.record
        if record is None:
            return
        if record.state != "changed" and record.touches:
            dialog = RemoveDialog(record.name, record.touches, self.window())
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

            def go_on() -> None:
                dialog.accept()
                self._remove(record)

            dialog.accept_asked.connect(go_on)
            dialog.open()
        else:
            self._remove(record)

    def _remove(self, record: HouseRecordView) -> None:
        key = (record.kind, record.ref)
        draft = self._drafts.pop(key, None)
        stays, self._key = self._key, key if record.state == "changed" else None
        file = self._session.file
        if self._session.run(lambda: remove_record(file, *key)) is None:
            self._key = stays
            if draft is not None:
                self._drafts[key] = draft
        self._shows_list = self._key is None
        self._share_room()

    def _offer_kinds(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for kind in self._content.kinds:
            action = menu.addAction(kind.noun.capitalize().replace("&", "&&"))
            action.triggered.connect(lambda _checked=False, key=kind.kind: self.add(key))
        menu.popup(self.add_button.mapToGlobal(QPoint(0, self.add_button.height())))

    def _show_list_again(self) -> None:
        self._keep_typing()
        self._shows_list = True
        self._share_room()
        self.list.tree.setFocus(Qt.FocusReason.OtherFocusReason)

    # ------------------------------------------------------------------ layout

    def _make_header(self) -> None:
        self._header = HeaderBar("House content", parent=self)
        self.list_button = IconButton("back", "To the list")
        self.add_button = ActionButton("Add…", icon_name="add")
        self.import_button = ActionButton("Import…", icon_name="open")
        self.export_button = ActionButton("Export…", icon_name="save")
        for button in (self.list_button, self.add_button, self.import_button, self.export_button):
            self._header.add_action(button)
        locked = self._session.file.read_only_reason
        for button in (self.add_button, self.import_button):
            button.set_available(not locked, locked)

    def _lay_out(self) -> None:
        self._side = Card(flush=True, parent=self)
        self._side.body.setContentsMargins(10, 10, 4, 8)
        self._side.add(self.list, 1)
        both = QHBoxLayout()
        both.setContentsMargins(20, 14, 20, 16)
        both.setSpacing(14)
        both.addWidget(self._side)
        both.addWidget(self.editor, 1)
        both.addWidget(self.nothing, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._header)
        column.addWidget(self.newer)
        column.addWidget(self.banner)
        column.addLayout(both, 1)

    def _connect(self) -> None:
        self.list_button.clicked.connect(self._show_list_again)
        self.add_button.clicked.connect(self._offer_kinds)
        self.import_button.clicked.connect(self.exchange.ask_for_pack)
        self.export_button.clicked.connect(self.exchange.ask_for_name)
        self.newer.acted.connect(lambda: self.exchange.show_newer(self._newer))
        self.banner.acted.connect(
            lambda: self._session.run(lambda: accept_content(self._session.file))
        )
        self.editor.changed.connect(self._follow_typing)
        self.editor.kind_picked.connect(self._fill_with)
        self.editor.save_asked.connect(self.save)
        self.editor.discard_asked.connect(self._discard)
        self.editor.copy_asked.connect(self._copy)
        self.editor.back_asked.connect(self._back)
        here = Qt.ShortcutContext.WidgetWithChildrenShortcut
        bind(self, "search_content", self._search, here)

    def _search(self) -> None:
        if not self.list.isVisible():
            self._show_list_again()
        self.list.search.setFocus()
        self.list.search.selectAll()

    def _share_room(self) -> None:
        """Show list and form side by side, or one of them where there is little room."""
        is_narrow = self.width() < _NARROW
        shows_list = not is_narrow or self._shows_list or self._key is None
        self._side.setVisible(shows_list)
        self._side.setMaximumWidth(16_777_215 if is_narrow else _LIST_WIDTH)
        self._side.setMinimumWidth(0 if is_narrow else _LIST_WIDTH)
        shows_form = not is_narrow or not shows_list
        self.editor.setVisible(shows_form and self._key is not None)
        self.nothing.setVisible(shows_form and self._key is None)
        self.list_button.setVisible(is_narrow and not shows_list)
