"""Packs in and out, and going on with newer content: asks, shows what would happen, does it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.content_pins import accept_content
from mordcry_app.services.house_content import house_content_view
from mordcry_app.services.house_content_views import NewerContentView
from mordcry_app.services.packs import (
    SUFFIX,
    Pack,
    export_pack,
    import_pack,
    pack_view,
    read_pack,
    write_pack,
)
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.file_dialogs import ask_where_to_save
from mordcry_app.ui.file_names import file_name_for
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.views.house_content.pack_dialogs import (
    ExportDialog,
    ImportDialog,
    NewerContentDialog,
)
from mordcry_app.ui.widgets import Banner

_FILTER = "Packs (*.toml);;All files (*)"
_STATUS = {"new": "is new", "changes": "changes", "goes": "goes"}
_KEPT = "You have your own of it, and that stays."


class Exchange(QObject):
    """Leads through an export, an import or newer content, and says in a banner what came of it."""

    def __init__(
        self, session: CampaignSession, store: SettingsStore, banner: Banner, page: QWidget
    ) -> None:
        super().__init__(page)
        self._session = session
        self._store = store
        self._banner = banner
        self._page = page
        self.file_dialog: QFileDialog | None = None

    def ask_for_name(self) -> None:
        """Ask what the exported pack is called."""
        count = len(house_content_view(self._session.file).own)
        dialog = ExportDialog(self._session.campaign.name, count, self._page.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        def go_on() -> None:
            try:
                text = export_pack(
                    self._session.file,
                    dialog.name.text(),
                    by=dialog.by.text(),
                    text=dialog.text.toPlainText(),
                )
            except Refusal as refusal:
                dialog.refuse(refusal.sentence)
                return
            name = dialog.name.text()
            dialog.mark_saved()
            dialog.accept()
            self._ask_where(name, text)

        dialog.accept_asked.connect(go_on)
        dialog.open()

    def write(self, path: Path, text: str) -> None:
        """Write a pack, and say so, or why not."""
        try:
            written = write_pack(path, text)
        except Refusal as refusal:
            self._banner.say(refusal.sentence, "error")
            return
        self._store.change(sheet_folder=str(written.parent))
        self._banner.say(f"The pack is in “{written.name}”.")

    def ask_for_pack(self) -> None:
        """Ask for the file of a pack to import."""
        dialog = QFileDialog(self._page, "Import a pack", str(self._folder()), _FILTER)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda chosen: self.preview(Path(chosen)))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.file_dialog = dialog
        dialog.open()

    def preview(self, path: Path) -> None:
        """Show what a pack would do, or why it cannot be used."""
        try:
            pack = read_pack(self._session.file, path)
            view = pack_view(self._session.file, pack)
        except Refusal as refusal:
            self._banner.say(refusal.sentence, "error")
            return
        dialog = ImportDialog(view, self._page.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accept_asked.connect(lambda: self._import(dialog, pack))
        dialog.open()

    def show_newer(self, newer: NewerContentView | None) -> None:
        """Show what newer content would change, and ask."""
        if newer is None:
            return
        dialog = NewerContentDialog(newer.explanation, self._page.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for change in newer.changes:
            title = f"{change.name} ({change.noun}) {_STATUS[change.status]}"
            notes = (change.touches, _KEPT if change.is_kept else "")
            dialog.add_entry(title, change.changes, tuple(note for note in notes if note))
        dialog.fit()
        locked = self._session.file.read_only_reason
        dialog.accept_button.set_available(not locked, locked)
        dialog.accept_asked.connect(lambda: self._accept(dialog))
        dialog.open()

    def _import(self, dialog: ImportDialog, pack: Pack) -> None:
        file, take = self._session.file, dialog.chosen()
        if self._session.run(lambda: import_pack(file, pack, take)) is not None:
            dialog.mark_saved()
            dialog.accept()

    def _accept(self, dialog: NewerContentDialog) -> None:
        if self._session.run(lambda: accept_content(self._session.file)) is not None:
            dialog.accept()

    def _ask_where(self, name: str, text: str) -> None:
        path = self._folder() / f"{file_name_for(name)}{SUFFIX}"
        self.file_dialog = ask_where_to_save(
            self._page, "Save the pack", path, _FILTER, lambda chosen: self.write(chosen, text)
        )

    def _folder(self) -> Path:
        return self._store.sheet_folder(self._session.file.path.parent)
