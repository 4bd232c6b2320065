"""The composition root of the window: what the program is made of, and in which order.

Speed is part of the design: the window is on screen before services, database and PDF libraries
are imported. Nothing else wires.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from mordcry_app import __version__, paths, quick_start
from mordcry_app.ui import errors
from mordcry_app.ui.main_window import MainWindow
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.theme import Theme

_WARM_UP_AFTER_MS = 400


def run(path: Path | None = None) -> int:
    """Show the window, with the campaign at *path* if there is one; return the exit status."""
    application = QApplication(sys.argv[:1])
    application.setApplicationName("mordcry")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("mordcry")
    store = SettingsStore()
    handler = errors.install(paths.state_folder() / "crashes")
    theme = Theme(application, store.values.theme)
    store.changed.connect(lambda _: theme.set_mode(store.values.theme))
    window = MainWindow(store, path)
    handler.set_show_refusal(window.show_refusal)
    window.first_painted.connect(lambda: _load(window))
    window.show()
    try:
        return application.exec()
    finally:
        handler.uninstall()


def _load(window: MainWindow) -> None:
    """Let the window read its campaign, and later, while nobody waits, what it needs next."""
    with quick_start.loading():
        window.load()
    QTimer.singleShot(_WARM_UP_AFTER_MS, window.warm_up)
