"""The one window: the welcome page, or an open campaign.

It paints before anything heavy is read: services, database and PDF libraries are imported when
`load` is called, after the first paint. Closing never asks anything, because whatever is on screen
is on disk.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEventLoop, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFileDialog,
    QMainWindow,
    QStackedWidget,
)

from mordcry_app.rules.refusal import Refusal
from mordcry_app.ui.campaign_frame import CampaignFrame
from mordcry_app.ui.file_names import free_path
from mordcry_app.ui.help_anchors import anchor_at
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.shortcuts import ShortcutsDialog, bind
from mordcry_app.ui.theme import icon

if TYPE_CHECKING:
    from mordcry_app.services.campaign_file import CampaignFile
    from mordcry_app.services.founding import NewCampaign
    from mordcry_app.ui.campaign_session import CampaignSession
    from mordcry_app.ui.views.welcome import WelcomePage

_TITLE = "Mordcry"
_FILES = "Campaigns (*.mordcry);;All files (*)"
SAMPLE_NAME = "Sample campaign"


class MainWindow(QMainWindow):
    """Shows the welcome page or a campaign, and goes from one to the other.

    Made with the file to open, if any; nothing is read before `load`. `first_painted` is sent once,
    when the window is on screen.
    """

    first_painted = Signal()

    def __init__(self, store: SettingsStore, path: Path | None = None) -> None:
        super().__init__()
        self._store = store
        self._wanted = path
        values = store.values
        if path is None and values.reopens_campaign and values.open_campaign:
            self._wanted = Path(values.open_campaign)
        self._has_painted = False
        self.session: CampaignSession | None = None
        self._welcome: WelcomePage | None = None
        self._file_dialog: QFileDialog | None = None
        self.setWindowTitle(_TITLE)
        self.setWindowIcon(icon("mordcry", "blood"))
        self.setMinimumSize(560, 380)
        # Widgets are made inside their parents: moving them there later would style them twice.
        self._stack = QStackedWidget(self)
        self.setCentralWidget(self._stack)
        self.frame = CampaignFrame(store, self._stack)
        self._stack.addWidget(self.frame)
        self._bind_keys()
        self._restore_geometry()
        if self._wanted is not None:
            is_last = str(self._wanted) == values.open_campaign
            self.frame.show_outline(
                values.open_campaign_name if is_last else self._wanted.stem, "Opening…"
            )
        else:
            self._show_welcome()

    # ------------------------------------------------------------------ going about

    def load(self) -> None:
        """Read what the window was started for: a campaign, or what the welcome page offers."""
        try:
            if self._wanted is not None:
                self.open_path(self._wanted)
        finally:
            # Whatever went wrong, nobody is left before an empty window.
            if self.session is None:
                self._show_welcome(keep_message=True)
                assert self._welcome is not None
                self._welcome.load()

    def warm_up(self) -> None:
        """Read the modules of the pages not shown yet, while nobody is waiting for them."""
        from mordcry_app.services import board_view, boards
        from mordcry_app.ui.views import aftermath, battle, warbands

        del board_view, boards, aftermath, battle, warbands

    def open_path(self, path: Path) -> bool:
        """Open a campaign in place of the one at hand; say so if it cannot be."""
        from mordcry_app.services.campaign_file import open_campaign

        if self.session is not None and _is_same(self.session.file.path, path):
            self._show_frame()
            return True
        try:
            file = open_campaign(path)
        except Refusal as refusal:
            self._refuse(refusal.sentence)
            return False
        self._take(file)
        return True

    def found(self, path: Path, new: NewCampaign) -> bool:
        """Found a campaign and show it; say so if it cannot be."""
        from mordcry_app.services.founding import create_campaign

        try:
            file = create_campaign(path, new)
        except Refusal as refusal:
            self._refuse(refusal.sentence)
            return False
        self._take(file)
        return True

    def open_sample(self) -> None:
        """Make a fresh sample campaign in the player's folder and open it."""
        from mordcry_app.services.samples import create_sample

        if self._welcome is not None:
            self._welcome.show_busy(True)
        QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            path = free_path(self._store.campaign_folder(), SAMPLE_NAME)
            file = create_sample(path, self._show_sample_progress)
        except Refusal as refusal:
            self._refuse(refusal.sentence)
            return
        finally:
            QApplication.restoreOverrideCursor()
            if self._welcome is not None:
                self._welcome.show_busy(False)
        self._take(file)

    def _show_sample_progress(self, done: float) -> None:
        """Say how far the sample is, and let the window paint; it takes no input meanwhile."""
        if self._welcome is not None:
            self._welcome.show_progress(done)
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)

    def ask_for_file(self) -> None:
        """Let the player pick a campaign file."""
        dialog = QFileDialog(self, "Open a campaign", self._folder_to_look_in(), _FILES)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.open_path(Path(name)))
        self._file_dialog = dialog
        dialog.open()

    def close_campaign(self) -> None:
        """Go back to the welcome page; others may now open the file."""
        if self.session is None:
            return
        self._let_go()
        self._store.change(open_campaign="", open_campaign_name="")
        self._show_welcome()
        assert self._welcome is not None
        self._welcome.load()

    def show_new_campaign(self) -> None:
        """Show the form for a new campaign; the open one stays open behind it."""
        self._show_welcome()
        assert self._welcome is not None
        self._welcome.load()
        self._welcome.start_form()

    def show_refusal(self, sentence: str) -> None:
        """Say why something was not done, wherever the player is looking."""
        self._refuse(sentence)

    def show_help(self) -> None:
        """Open the rules at what has the keyboard; without a campaign, the list of keys."""
        if self.session is None or self._stack.currentWidget() is not self.frame:
            self.show_shortcuts()
        else:
            at_hand = anchor_at(QApplication.focusWidget())
            self.frame.show_rules(at_hand or anchor_at(self.frame.page(self.frame.page_id)))

    def show_shortcuts(self) -> None:
        """Show the list of keys."""
        dialog = ShortcutsDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    # ------------------------------------------------------------------ Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._has_painted:
            self._has_painted = True
            QTimer.singleShot(0, self.first_painted.emit)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # A button that has the keyboard is pressed by Enter as in a dialog, unless a shortcut of
        # the page took the key before.
        focused = QApplication.focusWidget()
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and isinstance(focused, QAbstractButton) and not event.isAutoRepeat():
            focused.click()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        geometry = bytes(self.saveGeometry().toHex().data()).decode("ascii")
        self._store.change(geometry=geometry)
        self._let_go()
        super().closeEvent(event)

    # ------------------------------------------------------------------ inside

    def _take(self, file: CampaignFile) -> None:
        """Put an open file in place of the one at hand."""
        from mordcry_app.services.recent import remember
        from mordcry_app.ui.campaign_session import CampaignSession

        self._let_go()
        self.session = CampaignSession(file, self)
        self.session.touched.connect(self._follow_name)
        self.frame.attach(self.session)
        campaign = self.session.campaign
        remember(file.path, campaign.name, campaign.ruleset_name, campaign.after)
        self._store.change(open_campaign=str(file.path), open_folder=str(file.path.parent))
        self._follow_name()
        self._show_frame()

    def _let_go(self) -> None:
        """Close the campaign at hand, after what is being typed was kept."""
        if self.session is None:
            return
        focused = QApplication.focusWidget()
        if focused is not None and self.frame.isAncestorOf(focused):
            focused.clearFocus()
        self.frame.detach()
        self.session.close()
        self.session.deleteLater()
        self.session = None
        self.setWindowTitle(_TITLE)

    def _follow_name(self) -> None:
        if self.session is None:
            return
        name = self.session.campaign.name
        if self._store.values.open_campaign == str(self.session.file.path):
            self._store.change(open_campaign_name=name)
        self.setWindowTitle(f"{name} – {_TITLE}")

    def _show_frame(self) -> None:
        self._stack.setCurrentWidget(self.frame)

    def _show_welcome(self, *, keep_message: bool = False) -> None:
        if self._welcome is None:
            from mordcry_app.ui.views.welcome import WelcomePage

            self._welcome = WelcomePage(self._store, self._stack)
            self._welcome.open_asked.connect(self.ask_for_file)
            self._welcome.path_asked.connect(self.open_path)
            self._welcome.sample_asked.connect(self.open_sample)
            self._welcome.found_asked.connect(self.found)
            self._welcome.back_asked.connect(self._show_frame)
            self._stack.addWidget(self._welcome)
        name = self.session.campaign.name if self.session is not None else ""
        self._welcome.offer_way_back(name)
        if not keep_message:
            self._welcome.banner.close_message()
        self._stack.setCurrentWidget(self._welcome)

    def _refuse(self, sentence: str) -> None:
        """Show a sentence on the page at hand; with no campaign, that is the welcome page."""
        if self.session is None and self._stack.currentWidget() is self.frame:
            self._show_welcome()
        if self._stack.currentWidget() is self.frame:
            self.frame.show_refusal(sentence)
        elif self._welcome is not None:
            self._welcome.refuse(sentence)

    def _bind_keys(self) -> None:
        bind(self, "new", self.show_new_campaign)
        bind(self, "open", self.ask_for_file)
        bind(self, "close", self.close_campaign)
        bind(self, "help", self.show_help)
        bind(self, "keys", self.show_shortcuts)
        bind(self, "quit", self.close)

    def _restore_geometry(self) -> None:
        stored = QByteArray.fromHex(self._store.values.geometry.encode("ascii", "ignore"))
        if stored.isEmpty() or not self.restoreGeometry(stored):
            room = self.screen().availableGeometry()
            self.resize(min(1280, room.width()), min(800, room.height()))

    def _folder_to_look_in(self) -> str:
        if self.session is not None:
            return str(self.session.file.path.parent)
        last = self._store.values.open_folder
        folders = (Path(last) if last else None, self._store.campaign_folder())
        return str(next((f for f in folders if f is not None and f.is_dir()), Path.home()))


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False
