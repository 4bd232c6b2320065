"""Saving the document as a PDF: where to, what it is called, and opening it afterwards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from mordcry_app.rules.refusal import Refusal
from mordcry_app.sheets.saving import save_document
from mordcry_app.ui.file_dialogs import ask_where_to_save
from mordcry_app.ui.file_names import file_name_for
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.widgets import Banner


class Saver(QObject):
    """Asks for a path, writes, says so in a banner, and opens what was written."""

    def __init__(self, store: SettingsStore, banner: Banner, page: QWidget) -> None:
        super().__init__(page)
        self._store = store
        self._banner = banner
        self._page = page
        self._saved: Path | None = None

    def ask_path(self, name: str, beside: Path, then: Callable[[Path], object]) -> None:
        """Let the player choose where to save; `beside` is a folder if there is no usual one."""
        path = self._store.sheet_folder(beside) / f"{file_name_for(name)}.pdf"
        ask_where_to_save(self._page, "Save as PDF", path, "PDF (*.pdf)", then)

    def save(self, data: bytes, path: Path) -> bool:
        """Write a document; say where it is, or why it could not be written."""
        self._saved = None
        try:
            self._saved = save_document(data, path)
        except Refusal as refusal:
            self._banner.say(refusal.sentence, "warning")
            return False
        self._store.change(sheet_folder=str(self._saved.parent))
        if self._store.values.opens_sheets and self._open():
            self._banner.say(f"Saved as {self._saved}, and opened.", action="Open again")
        else:
            self._banner.say(f"Saved as {self._saved}.", action="Open")
        return True

    def open_saved(self) -> None:
        """Open what was saved last."""
        if self._saved is not None and not self._open():
            self._banner.say(
                f"This system has nothing that opens a PDF. It is saved as {self._saved}.",
                "warning",
            )

    def _open(self) -> bool:
        return QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._saved)))
