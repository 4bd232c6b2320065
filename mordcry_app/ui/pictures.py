"""Takes pictures of the real window, page by page and in both themes, without a display."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import shiboken6
from PySide6.QtCore import QElapsedTimer, QEventLoop, Qt
from PySide6.QtWidgets import QApplication, QWidget

from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.ui.main_window import MainWindow
from mordcry_app.ui.pages import HISTORY, PAGES
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.theme import Theme

SIZE = (1280, 800)
"""Width and height of the window in logical pixels: a small laptop’s screen."""
_SETTLE_MS = 60
_LONGEST_MS = 30_000


class PictureTaker:
    """A window that nobody sees, and the folder its pictures go to; a context manager."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        running = QApplication.instance()
        self._application = running if isinstance(running, QApplication) else QApplication([])
        self._store = SettingsStore()
        self._theme = Theme(self._application, "light")
        self._window = MainWindow(self._store)
        self._window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        self._window.resize(*SIZE)
        self._window.show()
        self._settle()

    def __enter__(self) -> PictureTaker:
        return self

    def __exit__(self, *_: object) -> None:
        self._window.close()
        self._settle()
        shiboken6.delete(self._window)
        shiboken6.delete(self._theme)

    @property
    def file(self) -> CampaignFile:
        """The campaign that is open in the window."""
        assert self._window.session is not None
        return self._window.session.file

    def open_campaign(self, path: Path) -> None:
        """Open a campaign in the window."""
        self._window.open_path(path)
        self._settle()

    def refresh(self) -> None:
        """Show what services changed beside the window."""
        path = self.file.path
        self._window.close_campaign()
        self.open_campaign(path)

    def take_welcome(self) -> Iterator[str]:
        """Picture the page that greets a new player, with the form for a campaign."""
        self._window.load()
        yield from self._take_both([("", "new-campaign")])

    def take(self, page_id: str, name: str) -> Iterator[str]:
        """Picture one page under a name."""
        yield from self._take_both([(page_id, name)])

    def take_every_page(self) -> Iterator[str]:
        """Picture every page of the rail, and the history beside the first."""
        pages = [(page.id, page.id.replace("_", "-")) for page in PAGES if page.make is not None]
        yield from self._take_both([*pages, (HISTORY, HISTORY)])

    def _take_both(self, wanted: Sequence[tuple[str, str]]) -> Iterator[str]:
        """Picture what is wanted in the light theme, then in the dark one."""
        for mode in ("light", "dark"):
            self._theme.set_mode(mode)
            for page_id, name in wanted:
                yield self._picture(page_id, f"{name}-{mode}.png")
        self._theme.set_mode("light")

    def _picture(self, page_id: str, file_name: str) -> str:
        frame = self._window.frame
        if page_id == HISTORY:
            frame.show_page(PAGES[0].id)
            frame.toggle_history()
        elif page_id:
            frame.show_page(page_id)
        self._settle(frame.page(frame.page_id))
        self._window.grab().save(str(self._folder / file_name))
        if page_id == HISTORY:
            frame.toggle_history()
        return f"{file_name}: a picture of the window"

    def _settle(self, page: QWidget | None = None) -> None:
        """Let the window lay itself out and paint; timers of widgets run as well.

        A page that works in the background says with `is_ready` when it is done.
        """
        clock = QElapsedTimer()
        clock.start()
        is_ready = getattr(page, "is_ready", None)
        while clock.elapsed() < _SETTLE_MS or (
            callable(is_ready) and not is_ready() and clock.elapsed() < _LONGEST_MS
        ):
            self._application.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 10)
