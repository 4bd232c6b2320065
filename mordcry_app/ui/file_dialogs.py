"""Asking where a file is to be saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget


def ask_where_to_save(
    parent: QWidget, title: str, suggested: Path, files: str, then: Callable[[Path], object]
) -> QFileDialog:
    """Let the player choose a path, and go on with it; nothing follows if they think better of it.

    A name without a suffix gets that of the *suggested* path. *files* are what the dialog lists,
    as Qt writes them: `PDF (*.pdf)`.
    """
    dialog = QFileDialog(parent, title, str(suggested.parent), files)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(suggested.suffix.removeprefix("."))
    dialog.selectFile(suggested.name)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(lambda chosen: then(Path(chosen)))
    dialog.open()
    return dialog
