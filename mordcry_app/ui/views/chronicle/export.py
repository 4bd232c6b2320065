"""Saving the chronicle as Markdown: what goes into the file, and where it goes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QCheckBox, QWidget

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.chronicle_markdown import Exported, export_markdown
from mordcry_app.services.chronicle_views import ChronicleFilter
from mordcry_app.ui.campaign_session import CampaignSession
from mordcry_app.ui.file_dialogs import ask_where_to_save
from mordcry_app.ui.file_names import file_name_for
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.widgets import Banner, PlainDialog


class ExportDialog(PlainDialog):
    """Asks what goes into the file."""

    def __init__(self, *, is_filtered: bool, newest_first: bool, parent: QWidget) -> None:
        super().__init__(
            "Export the chronicle",
            "As a Markdown file, which word processors and websites read. The campaign stays as "
            "it is.",
            parent,
        )
        self.pictures = QCheckBox("With pictures, in a folder beside the file")
        self.pictures.setChecked(True)
        self.newest_first = QCheckBox("Newest entry first")
        self.newest_first.setChecked(newest_first)
        self.only_shown = QCheckBox("Only the entries that are shown now")
        self.only_shown.setChecked(is_filtered)
        self.only_shown.setVisible(is_filtered)
        for box in (self.pictures, self.newest_first, self.only_shown):
            self.body.addWidget(box)
        self.booklet_button = self.add_button("Booklet to print…")
        self.booklet_button.set_hint("As a PDF with a chapter a battle, plots and tables")
        self.add_cancel()
        self.add_accept("Choose a file…")


class Exporter(QObject):
    """Leads through an export and says in a banner what came of it.

    `booklet_asked` tells that the players want it on paper instead.
    """

    booklet_asked = Signal()

    def __init__(
        self, session: CampaignSession, store: SettingsStore, banner: Banner, page: QWidget
    ) -> None:
        super().__init__(page)
        self._session = session
        self._store = store
        self._banner = banner
        self._page = page
        self._written: Path | None = None

    def start(self, wanted: ChronicleFilter, *, newest_first: bool) -> None:
        """Ask what is wanted in the file."""
        is_filtered = not wanted.is_nothing
        dialog = ExportDialog(
            is_filtered=is_filtered, newest_first=newest_first, parent=self._page.window()
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        def go_on() -> None:
            chosen = wanted if dialog.only_shown.isChecked() and is_filtered else ChronicleFilter()
            newest, pictures = dialog.newest_first.isChecked(), dialog.pictures.isChecked()
            dialog.mark_saved()
            dialog.accept()
            self._ask_path(
                lambda path: self.save(
                    path, wanted=chosen, newest_first=newest, with_pictures=pictures
                )
            )

        def go_to_print() -> None:
            dialog.mark_saved()
            dialog.accept()
            self.booklet_asked.emit()

        dialog.accept_asked.connect(go_on)
        dialog.booklet_button.clicked.connect(go_to_print)
        dialog.open()

    def save(
        self, path: Path, *, wanted: ChronicleFilter, newest_first: bool, with_pictures: bool
    ) -> None:
        """Write the file, and say so, or why not."""
        try:
            done = export_markdown(
                self._session.file,
                path,
                wanted=wanted,
                newest_first=newest_first,
                with_pictures=with_pictures,
            )
        except Refusal as refusal:
            self._written = None
            self._banner.say(refusal.sentence, "error")
            return
        self._written = done.path
        self._store.change(sheet_folder=str(done.path.parent))
        self._banner.say(_said(done), action="Open it")

    def open_written(self) -> None:
        """Open the file that was written last."""
        if self._written is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._written)))

    def _ask_path(self, save: Callable[[Path], None]) -> None:
        folder = self._store.sheet_folder(self._session.file.path.parent)
        path = folder / f"{file_name_for(f'{self._session.campaign.name} chronicle')}.md"
        files = "Markdown (*.md);;All files (*)"
        ask_where_to_save(self._page, "Save the chronicle", path, files, save)


def _said(done: Exported) -> str:
    entries = "1 entry" if done.entries == 1 else f"{done.entries} entries"
    pictures = "1 picture" if done.pictures == 1 else f"{done.pictures} pictures"
    beside = f", and {pictures} in “{done.folder.name}” beside it" if done.folder else ""
    return f"Saved {entries} as “{done.path.name}”{beside}."
