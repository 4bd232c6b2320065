"""What happens when something goes wrong that no code expected.

A `Refusal` that nobody caught is still only a sentence for the player. Every other exception is a
bug of ours: it is written to a report file and shown once, in words, with the details on demand.
The program goes on; nothing on screen is lost, because whatever is on screen is on disk.
"""

from __future__ import annotations

import platform
import re
import sys
import threading
import traceback
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, Qt, QUrl, Signal, qVersion
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHBoxLayout,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from mordcry_app import __version__
from mordcry_app.rules.refusal import Refusal
from mordcry_app.ui.theme import TextSize
from mordcry_app.ui.widgets import ActionButton, Label, WrapLabel, titled

_KEPT_REPORTS = 20

SENTENCE = (
    "The program made a mistake and stopped what it was doing. Nothing you entered was lost: "
    "everything that was on screen is saved. You can go on; if it happens again, "
    "quit and start the program anew."
)

ShowRefusal = Callable[[str], None]


class ErrorHandler(QObject):
    """Catches what escapes; made by `install`, ended by `uninstall`.

    Exceptions of other threads are brought to the thread of the window before anything is shown.
    """

    _caught = Signal(object)

    def __init__(self, report_folder: Path, show_refusal: ShowRefusal | None = None) -> None:
        super().__init__()
        self._folder = report_folder
        self._show_refusal = show_refusal
        self._is_handling = False
        self.dialog: CrashDialog | None = None
        self._earlier = (sys.excepthook, threading.excepthook)
        self._caught.connect(self._handle, Qt.ConnectionType.AutoConnection)
        sys.excepthook = self._hook
        threading.excepthook = self._thread_hook

    def set_show_refusal(self, show_refusal: ShowRefusal) -> None:
        """Tell where a refusal's sentence is shown, once there is a window."""
        self._show_refusal = show_refusal

    def uninstall(self) -> None:
        """Put back the hooks that were there before."""
        sys.excepthook, threading.excepthook = self._earlier

    def _hook(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if not issubclass(kind, Exception):  # KeyboardInterrupt, SystemExit: not ours to explain
            sys.__excepthook__(kind, error, trace)
            return
        if QApplication.instance() is None:
            _to_stderr(error)
            return
        self._caught.emit(error.with_traceback(trace))

    def _thread_hook(self, arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_value is None or issubclass(arguments.exc_type, SystemExit):
            return
        self._hook(arguments.exc_type, arguments.exc_value, arguments.exc_traceback)

    def _handle(self, error: Exception) -> None:
        if self._is_handling:
            _to_stderr(error)
            return
        self._is_handling = True
        try:
            if isinstance(error, Refusal) and self._show_refusal is not None:
                self._show_refusal(error.sentence)
            else:
                self._report(error)
        except Exception as second:  # noqa: BLE001 - the last line of defence must not fail
            _to_stderr(error)
            _to_stderr(second)
        finally:
            self._is_handling = False

    def _report(self, error: Exception) -> None:
        _to_stderr(error)
        details = crash_report(error)
        file = save_report(details, self._folder)
        if self.dialog is not None:
            self.dialog.add(details)
            return
        self.dialog = CrashDialog(details, file, self._folder, _window_in_front())
        self.dialog.finished.connect(self._forget_dialog)
        self.dialog.open()

    def _forget_dialog(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None


def install(report_folder: Path, show_refusal: ShowRefusal | None = None) -> ErrorHandler:
    """Catch all uncaught exceptions from now on. Keep what this returns as long as the program.

    Reports go to *report_folder*, which is made when the first is written; the newest 20 stay.
    *show_refusal* gets the sentence of a `Refusal`; until there is one, a refusal is reported
    like any other error.
    """
    return ErrorHandler(report_folder, show_refusal)


def crash_report(error: BaseException) -> str:
    """What a developer needs to know about *error*: versions, platform and traceback.

    The player's home folder is written as ``~``, so that a report can be shown to strangers.
    """
    lines = [
        f"Mordcry campaign manager {__version__}",
        f"{datetime.now().astimezone():%Y-%m-%d %H:%M:%S %z}",
        f"Python {platform.python_version()}, Qt {qVersion()}, {platform.platform()}",
        f"Screen: {QGuiApplication.platformName() or 'none'}",
        "",
        "".join(traceback.format_exception(error)).rstrip(),
    ]
    return _without_home("\n".join(lines))


def save_report(details: str, folder: Path) -> Path | None:
    """Write *details* to a new file in *folder* and return it, or None where that cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        stem = f"crash-{datetime.now().astimezone():%Y%m%d-%H%M%S-%f}"
        file = folder / f"{stem}.txt"
        file.write_text(details + "\n", encoding="utf-8", errors="backslashreplace")
        for old in sorted(folder.glob("crash-*.txt"))[:-_KEPT_REPORTS]:
            old.unlink(missing_ok=True)
    except OSError:
        return None
    return file


def _window_in_front() -> QWidget | None:
    """The window that the player sees; a popup goes at the next click and is none."""
    window = QApplication.activeWindow()
    while window is not None and window.windowType() == Qt.WindowType.Popup:
        owner = window.parentWidget()
        window = owner.window() if owner is not None else None
    return window


def _without_home(text: str) -> str:
    home = str(Path.home())
    if len(home) < 2:  # a home folder of “/” names nobody
        return text
    return re.sub(re.escape(home) + r"(?=[/\\\"'\s]|$)", "~", text)


def _to_stderr(error: BaseException) -> None:
    if sys.stderr is not None:
        traceback.print_exception(error, file=sys.stderr)


class CrashDialog(QDialog):
    """Says that the program made a mistake, and lets the player go on."""

    def __init__(
        self, details: str, file: Path | None, folder: Path, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._file = file
        self._folder = folder
        self._count = 1
        self.setWindowTitle("A mistake in the program")
        self.setModal(True)
        self.setMinimumWidth(520)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(22, 16, 22, 16)
        outer.setSpacing(12)
        outer.addWidget(titled("A mistake in the program", TextSize.CAMPAIGN))
        self.sentence = WrapLabel(SENTENCE)
        outer.addWidget(self.sentence)
        where = f"A report was saved as {file.name}." if file else "No report could be saved."
        outer.addWidget(Label(where, tone="muted", size=TextSize.SMALL))
        self.details = QPlainTextEdit(details)
        self.details.setReadOnly(True)
        self.details.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.details.setTabChangesFocus(True)
        self.details.setAccessibleName("Details")
        self.details.setMinimumHeight(180)
        self.details.hide()
        outer.addWidget(self.details, 1)
        outer.addLayout(self._make_buttons())
        self.go_on.setFocus()

    def add(self, details: str) -> None:
        """Add another mistake to the details, while the dialog is open."""
        self._count += 1
        self.details.appendPlainText(f"\n\n— and {self._count - 1} more —\n\n{details}")

    def _make_buttons(self) -> QHBoxLayout:
        line = QHBoxLayout()
        self.show_details = ActionButton("Details", kind="quiet")
        self.show_details.setCheckable(True)
        self.show_details.toggled.connect(self._toggle_details)
        self.copy_details = ActionButton("Copy details", kind="quiet")
        self.copy_details.clicked.connect(self._copy)
        self.open_folder = ActionButton("Open folder", kind="quiet")
        if self._file is None:
            self.open_folder.hide()
        self.open_folder.clicked.connect(self._open_folder)
        self.quit = ActionButton("Quit")
        self.quit.clicked.connect(self._quit)
        self.go_on = ActionButton("Go on", kind="primary")
        self.go_on.setDefault(True)
        self.go_on.clicked.connect(self.accept)
        for button in (self.show_details, self.copy_details, self.open_folder):
            line.addWidget(button)
        line.addStretch(1)
        line.addWidget(self.quit)
        line.addWidget(self.go_on)
        return line

    def _toggle_details(self, shown: bool) -> None:
        self.details.setVisible(shown)
        self.adjustSize()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.details.toPlainText())
        self.copy_details.set_text("Copied")

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder)))

    def _quit(self) -> None:
        self.accept()
        QApplication.quit()
