"""The chronicle on screen: entries one below the other, with what can be done with them.

Cards are made as they are needed: a few at first, more as the reader comes to the end of them. What
is being written is kept at every change, also while the program is closed, until it is kept in the
chronicle or put away.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QShowEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from mordcry_app.services import chronicle
from mordcry_app.services.chronicle_reading import chronicle_view
from mordcry_app.services.chronicle_views import ChronicleView, TellingView
from mordcry_app.services.views import Touched
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.shortcuts import keys_of
from mordcry_app.ui.views.chronicle.drafts import NEW, Drafts
from mordcry_app.ui.views.chronicle.editor import Draft
from mordcry_app.ui.views.chronicle.export import Exporter
from mordcry_app.ui.views.chronicle.filter_bar import FilterBar
from mordcry_app.ui.views.chronicle.telling_card import TellingCard
from mordcry_app.ui.widgets import (
    ActionButton,
    Banner,
    EmptyState,
    HeaderBar,
    Scroller,
    set_invalid,
)

_AT_ONCE = 8
_WIDEST = 720  # logical pixels: a line of some 70 letters and the margins of the card
_NEAR_THE_END = 500
_PICTURES = "Pictures (*.png *.jpg *.jpeg *.webp *.gif *.bmp *.tif *.tiff);;All files (*)"


class ChroniclePage(QWidget):
    """Shows the chronicle. `navigate(page id)` asks for another page."""

    navigate = Signal(str)

    def __init__(
        self, session: CampaignSession, store: SettingsStore, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.title = "Chronicle"
        self._session = session
        self._store = store
        self._drafts = Drafts(session.file.path)
        self._put_away: tuple[str, Draft] | None = None
        self._banner_does = ""
        self._view: ChronicleView | None = None
        self._is_stale = True
        self._wanted_cards = _AT_ONCE
        self._file_dialog: QFileDialog | None = None
        self.cards: dict[str, TellingCard] = {}
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName("Chronicle")
        self._make_header()
        self._make_body()
        self.exporter = Exporter(session, store, self.banner, self)
        self.exporter.booklet_asked.connect(lambda: self.navigate.emit("print#booklet"))
        self.filters.oldest_first.setChecked(self._place().get("chronicle") == "oldest")
        self.filters.changed.connect(self._filter)

    def in_order(self) -> list[TellingCard]:
        """The cards on screen, from top to bottom."""
        return sorted(self.cards.values(), key=self._list.indexOf)

    # ------------------------------------------------------------------ what the window asks

    def refresh(self, touched: Touched | None) -> None:
        """Show what an operation changed."""
        if touched is not None and not touched.everything and not _concerns(touched):
            return
        if self.isVisible():
            self._load()
        else:
            self._is_stale = True

    def show_place(self, place: str) -> None:
        """Show one battle by its number: `battle:3`."""
        number = place.partition(":")[2]
        telling = next(
            (
                telling
                for telling in chronicle_view(self._session.file).tellings
                if telling.kind == "battle" and str(telling.after_battle) == number
            ),
            None,
        )
        if telling is not None and telling.battle_id is not None:
            self.filters.show_battle(telling.battle_id)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_stale:
            self._load()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._keep_drafts()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        writing = next((card for card in self.cards.values() if card.editor is not None), None)
        if writing is not None:
            writing.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.empty.isVisible() and self.empty.button is not None:
            self.empty.button.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.filters.words.setFocus(Qt.FocusReason.OtherFocusReason)

    # ------------------------------------------------------------------ making

    def _make_header(self) -> None:
        self._header = HeaderBar("Chronicle", parent=self)
        self.export_button = ActionButton("Export…", icon_name="save")
        self.export_button.clicked.connect(self._export)
        self.write_button = ActionButton("Write an entry", keys_of("write_entry"), kind="primary")
        self.write_button.clicked.connect(self.write_new)
        self._header.add_action(self.export_button)
        self._header.add_action(self.write_button)

    def _make_body(self) -> None:
        self.filters = FilterBar()
        self.banner = Banner()
        self.banner.acted.connect(self._act_on_banner)
        self.empty = EmptyState(
            "After each battle the program writes an entry from what was recorded and rolled. "
            "You can change it, and write your own.",
            icon_name="chronicle",
            title="Nothing has been told yet",
            action="Write an entry",
        )
        self.empty.activated.connect(self.write_new)
        self.nothing_found = EmptyState(
            "No entry fits what you are looking for.", icon_name="search", action="Show all entries"
        )
        self.nothing_found.activated.connect(self.filters.clear)
        self._list = QVBoxLayout()
        self._list.setSpacing(14)
        page = QWidget()
        page.setMaximumWidth(_WIDEST)
        lines = QVBoxLayout(page)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(14)
        lines.addWidget(self.filters)
        lines.addLayout(self._list)
        for state in (self.empty, self.nothing_found):
            state.hide()
            lines.addWidget(state, 1)
        lines.addStretch(1)
        body = QWidget()
        middle = QHBoxLayout(body)
        middle.setContentsMargins(20, 14, 20, 20)
        middle.addStretch(1)
        middle.addWidget(page, 1000)
        middle.addStretch(1)
        self.scroller = Scroller(body, self)
        bar = self.scroller.verticalScrollBar()
        bar.valueChanged.connect(lambda _: self._show_more())
        bar.rangeChanged.connect(lambda *_: QTimer.singleShot(0, self, self._show_more))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._header)
        column.addWidget(self.banner)
        column.addWidget(self.scroller, 1)

    # ------------------------------------------------------------------ showing

    def _load(self) -> None:
        self._is_stale = False
        self._keep_drafts()
        view = self._read()
        if self.filters.offer(view):
            view = self._read()
        self._view = view
        self._drafts.adopt_orphans(view.keys)
        told = "1 entry" if len(view.keys) == 1 else f"{len(view.keys)} entries"
        if view.found != len(view.keys):
            told = f"{view.found} of {told}"
        self._header.set_subtitle(told if view.keys else "")
        self._show_cards(view)
        self._follow_editors()
        is_new = NEW in self.cards
        self.empty.setVisible(not view.keys and not is_new)
        self.nothing_found.setVisible(bool(view.keys) and not view.tellings and not is_new)
        self.filters.setVisible(bool(view.keys))
        self.export_button.setVisible(bool(view.keys))
        self.write_button.setVisible(bool(view.keys) or is_new)
        buttons = [self.write_button, *([self.empty.button] if self.empty.button else [])]
        for button in buttons:
            button.set_available(not view.read_only, view.read_only)

    def _read(self) -> ChronicleView:
        return chronicle_view(
            self._session.file,
            self.filters.wanted(),
            newest_first=not self.filters.oldest_first.isChecked(),
            count=self._wanted_cards,
        )

    def _show_cards(self, view: ChronicleView) -> None:
        wanted = [telling.key for telling in view.tellings]
        if self._drafts.get(NEW) is not None and not view.read_only:
            wanted.insert(0, NEW)
        for key in [key for key in self.cards if key not in wanted]:
            card = self.cards.pop(key)
            card.hide()
            card.deleteLater()
        tellings = {telling.key: telling for telling in view.tellings}
        for place, key in enumerate(wanted):
            card = self.cards.get(key)
            if card is None:
                card = self.cards[key] = self._new_card(key)
            if self._list.indexOf(card) != place:
                self._list.insertWidget(place, card)
            if key in tellings:
                card.show_telling(tellings[key], locked=bool(view.read_only))
            kept = self._drafts.get(key)
            if kept is not None and card.editor is None and not view.read_only:
                self._open_editor(key, card, kept)

    def _new_card(self, key: str) -> TellingCard:
        card = TellingCard()
        card.edit_asked.connect(lambda: self.edit(key))
        card.keep_asked.connect(lambda: self._keep(key))
        card.away_asked.connect(lambda: self._put_draft_away(key))
        card.edited.connect(lambda: self._note(key))
        card.picture_asked.connect(lambda: self._pick_picture(key))
        card.picture_removed.connect(lambda picture_id: self._remove_picture(key, picture_id))
        card.anew_asked.connect(lambda: self._tell_anew(key))
        card.delete_asked.connect(lambda: self._delete(key))
        return card

    def _follow_editors(self) -> None:
        """One button is the loud one: that of an open editor, or the one that opens a new one."""
        is_writing = any(card.editor is not None for card in self.cards.values())
        self.write_button.set_kind("default" if is_writing else "primary")

    def _show_more(self) -> None:
        """Make more cards when the reader comes near the last one."""
        bar = self.scroller.verticalScrollBar()
        is_near = bar.value() >= bar.maximum() - _NEAR_THE_END
        if self._view is None or self._is_stale or not is_near or not self.isVisible():
            return
        if len(self._view.tellings) < self._view.found:
            self._wanted_cards = len(self._view.tellings) + _AT_ONCE
            self._load()

    def _filter(self) -> None:
        oldest = self.filters.oldest_first.isChecked()
        self._store.remember_place(
            self._session.file.path, chronicle="oldest" if oldest else "newest"
        )
        self._wanted_cards = _AT_ONCE
        self._load()
        self.scroller.verticalScrollBar().setValue(0)

    def _place(self) -> dict[str, object]:
        return self._store.place(self._session.file.path)

    # ------------------------------------------------------------------ writing

    def write_new(self) -> None:
        """Open the editor for an entry of one’s own."""
        if self._session.file.read_only:
            return
        if self._drafts.get(NEW) is None:
            self._drafts.put(NEW, Draft())
        self._load()
        self.scroller.verticalScrollBar().setValue(0)
        self.cards[NEW].setFocus(Qt.FocusReason.OtherFocusReason)

    def edit(self, key: str) -> None:
        """Open the editor of an entry with its text."""
        card = self.cards[key]
        self._open_editor(key, card, None)
        card.setFocus(Qt.FocusReason.OtherFocusReason)

    def _open_editor(self, key: str, card: TellingCard, kept: Draft | None) -> None:
        telling = card.telling
        is_own = key == NEW or (telling is not None and telling.kind == "own")
        card.write(_start(telling), self._places(key) if is_own else (), kept)
        self._follow_editors()

    def _places(self, key: str) -> list[tuple[str, int]]:
        """Return where an entry of one’s own can stand, in words and as a battle’s number."""
        battles = self._session.campaign.battles_fought
        places = [(f"After battle {n}", n) for n in range(battles, 0, -1)]
        places.append(("Before the first battle", 0))
        return [("After all so far", chronicle.LATEST), *places] if key == NEW else places

    def _keep(self, key: str) -> None:
        """Write what is in an editor into the chronicle."""
        card = self.cards[key]
        if card.editor is None:
            return
        draft = card.editor.draft()
        if not draft.text.strip():
            set_invalid(card.editor.text, "An entry needs some text.")
            card.editor.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        telling, changed = card.telling, card.editor.is_changed()
        # The draft goes first: the operation loads the page anew, and the editor stays closed then.
        self._drafts.drop(key)
        if key != NEW and not changed:
            card.stop_writing()
            self._follow_editors()
            return
        done = self._write(key, telling, draft)
        if done is None:
            self._drafts.put(key, draft)
            return
        self.banner.close_message()
        if key in self.cards:
            self.cards[key].stop_writing()
        self._follow_editors()
        written = self.cards.get(f"entry:{done.created.get('entry', 0)}")
        if written is not None:
            written.setFocus(Qt.FocusReason.OtherFocusReason)

    def _write(self, key: str, telling: TellingView | None, draft: Draft) -> Touched | None:
        file, run = self._session.file, self._session.run
        card = self.cards[key]
        editor, card.editor = card.editor, None
        try:
            if telling is None:
                done = run(
                    lambda: chronicle.write_entry(
                        file, draft.title, draft.text, after_battle=draft.after
                    )
                )
            elif telling.battle_id is not None:
                battle_id = telling.battle_id
                done = run(lambda: chronicle.tell_battle(file, battle_id, draft.title, draft.text))
            else:
                after = draft.after if draft.after != telling.after_battle else None
                entry_id = telling.entry_id or 0
                done = run(
                    lambda: chronicle.edit_entry(
                        file, entry_id, draft.title, draft.text, after_battle=after
                    )
                )
        finally:
            card.editor = editor
        return done

    def _put_draft_away(self, key: str) -> None:
        """Close an editor; one click brings back what was written in it."""
        card = self.cards[key]
        if card.editor is None:
            return
        draft = card.editor.draft()
        is_lost = card.editor.is_changed() and bool(draft.text.strip() or draft.title.strip())
        self._drafts.drop(key)
        card.stop_writing()
        if is_lost:
            self._put_away = (key, draft)
            self._banner_does = "bring back"
            self.banner.say("What you wrote was put away.", action="Bring it back")
        self._follow_editors()
        if key == NEW:
            self._load()

    def _note(self, key: str) -> None:
        """Remember what is being written; it goes to the disk in a moment."""
        card = self.cards.get(key)
        if card is not None and card.editor is not None:
            self._drafts.put(key, card.editor.draft())

    def _keep_drafts(self) -> None:
        for key, card in self.cards.items():
            if card.editor is not None and (card.editor.is_changed() or key == NEW):
                self._drafts.put(key, card.editor.draft())
        self._drafts.save()

    def _act_on_banner(self) -> None:
        if self._banner_does != "bring back":
            self.exporter.open_written()
        elif self._put_away is not None:
            (key, draft), self._put_away = self._put_away, None
            self._drafts.put(key, draft)
            self._load()
            if key in self.cards:
                self.cards[key].setFocus(Qt.FocusReason.OtherFocusReason)
        self._banner_does = ""

    # ------------------------------------------------------------------ doing

    def _tell_anew(self, key: str) -> None:
        telling = self.cards[key].telling
        if telling is not None and telling.battle_id is not None:
            battle_id = telling.battle_id
            self._session.run(lambda: chronicle.tell_anew(self._session.file, battle_id))

    def _delete(self, key: str) -> None:
        telling = self.cards[key].telling
        if telling is not None and telling.entry_id is not None:
            entry_id = telling.entry_id
            self._session.run(lambda: chronicle.delete_entry(self._session.file, entry_id))

    def _pick_picture(self, key: str) -> None:
        telling = self.cards[key].telling
        if telling is None:
            return
        folder = str(Path(self._store.values.open_folder or Path.home()))
        dialog = QFileDialog(self, f"A picture for “{telling.title}”", folder, _PICTURES)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.add_picture(telling, Path(name)))
        self._file_dialog = dialog
        dialog.open()

    def add_picture(self, telling: TellingView, path: Path) -> None:
        """Add a picture from a file to an entry; say so when it cannot be read."""
        try:
            data = path.read_bytes()
        except OSError as error:
            self._session.refused.emit(f"“{path.name}” cannot be read: {error.strerror}.")
            return
        battle_id, entry_id = _ids(telling)
        self._session.run(
            lambda: chronicle.add_picture(
                self._session.file, data, path.name, battle_id=battle_id, entry_id=entry_id
            )
        )

    def _remove_picture(self, key: str, picture_id: int) -> None:
        telling = self.cards[key].telling
        if telling is not None:
            battle_id, entry_id = _ids(telling)
            self._session.run(
                lambda: chronicle.remove_picture(
                    self._session.file, picture_id, battle_id=battle_id, entry_id=entry_id
                )
            )

    def _export(self) -> None:
        self._keep_drafts()
        self._banner_does = "open"
        self.exporter.start(
            self.filters.wanted(), newest_first=not self.filters.oldest_first.isChecked()
        )


def _start(telling: TellingView | None) -> Draft:
    """Return the text that an editor opens with. The program’s title is only its hint."""
    if telling is None:
        return Draft()
    title = telling.title if telling.kind == "own" or telling.is_retold else ""
    return Draft(title, telling.text, telling.after_battle)


def _ids(telling: TellingView) -> tuple[int | None, int | None]:
    """Return the battle, or else the entry, that an entry’s pictures belong to."""
    if telling.battle_id is not None:
        return telling.battle_id, None
    return None, telling.entry_id


def _concerns(touched: Touched) -> bool:
    """Whether an operation changed anything that is told here."""
    told = {"chronicle_entry", "battle", "member", "roster", "campaign"}
    return bool(touched.tables & told)
