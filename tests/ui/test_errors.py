"""What escapes: a refusal is a sentence, a bug is a report and a calm dialog."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFrame, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from mordcry_app import __version__
from mordcry_app.rules.refusal import Refusal
from mordcry_app.ui import errors
from mordcry_app.ui.theme import Theme


@pytest.fixture
def shown() -> list[str]:
    """The sentences of refusals that were shown."""
    return []


@pytest.fixture
def handler(
    qtbot: QtBot, theme: Theme, tmp_path: Path, shown: list[str]
) -> Iterator[errors.ErrorHandler]:
    del theme
    handler = errors.install(tmp_path / "reports", shown.append)
    yield handler
    handler.uninstall()
    if handler.dialog is not None:
        qtbot.addWidget(handler.dialog)
        handler.dialog.accept()


def reports(tmp_path: Path) -> list[str]:
    return [
        file.read_text(encoding="utf-8") for file in sorted((tmp_path / "reports").glob("*.txt"))
    ]


def press_button_that_raises(qtbot: QtBot, error: BaseException) -> None:
    """Let *error* escape from a slot, as a bug in a screen does."""

    def slot() -> None:
        raise error

    button = QPushButton("Buy")
    qtbot.addWidget(button)
    button.clicked.connect(slot)
    button.show()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_an_escaped_refusal_is_only_a_sentence(
    handler: errors.ErrorHandler, qtbot: QtBot, shown: list[str], tmp_path: Path
) -> None:
    press_button_that_raises(qtbot, Refusal("The stash holds 3 crowns; a Warrior costs 25."))
    assert shown == ["The stash holds 3 crowns; a Warrior costs 25."]
    assert handler.dialog is None
    assert reports(tmp_path) == []


def test_a_bug_is_explained_and_reported(
    handler: errors.ErrorHandler, qtbot: QtBot, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    press_button_that_raises(qtbot, ZeroDivisionError("kaboom"))
    dialog = handler.dialog
    assert dialog is not None
    assert dialog.isVisible()
    assert dialog.isModal()
    assert "Nothing you entered was lost" in dialog.sentence.text()
    assert not dialog.details.isVisible()
    assert dialog.go_on.hasFocus() or dialog.go_on.isDefault()
    [report] = reports(tmp_path)
    assert f"Mordcry campaign manager {__version__}" in report
    assert "ZeroDivisionError: kaboom" in report
    assert "in slot" in report
    assert f"Python {sys.version_info.major}.{sys.version_info.minor}" in report
    assert "ZeroDivisionError: kaboom" in capsys.readouterr().err

    qtbot.mouseClick(dialog.show_details, Qt.MouseButton.LeftButton)
    assert dialog.details.isVisible()
    assert dialog.details.toPlainText().strip() == report.strip()
    qtbot.mouseClick(dialog.copy_details, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == dialog.details.toPlainText()
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert handler.dialog is None


def test_more_mistakes_join_the_open_dialog(
    handler: errors.ErrorHandler, qtbot: QtBot, tmp_path: Path
) -> None:
    press_button_that_raises(qtbot, ValueError("first"))
    first = handler.dialog
    press_button_that_raises(qtbot, ValueError("second"))
    assert first is not None
    assert handler.dialog is first
    assert "ValueError: first" in first.details.toPlainText()
    assert "ValueError: second" in first.details.toPlainText()
    assert len(reports(tmp_path)) == 2
    first.accept()
    press_button_that_raises(qtbot, ValueError("third"))
    assert handler.dialog is not None
    assert handler.dialog is not first
    assert "first" not in handler.dialog.details.toPlainText()


def test_a_mistake_in_another_thread_is_shown_by_the_window(
    handler: errors.ErrorHandler, qtbot: QtBot, tmp_path: Path
) -> None:
    def work() -> None:
        raise OSError("the disk went away")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: handler.dialog is not None)
    assert "OSError: the disk went away" in reports(tmp_path)[0]
    assert handler.dialog is not None
    assert handler.dialog.thread() is QApplication.instance().thread()


def test_a_refusal_in_another_thread_is_a_sentence_too(
    handler: errors.ErrorHandler, qtbot: QtBot, shown: list[str]
) -> None:
    def work() -> None:
        raise Refusal("The campaign is open in another window.")

    threading.Thread(target=work).start()
    qtbot.waitUntil(lambda: shown == ["The campaign is open in another window."])


def test_a_refusal_before_there_is_a_window_is_not_lost(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    handler = errors.install(tmp_path / "reports")
    try:
        press_button_that_raises(qtbot, Refusal("This is not a campaign."))
        assert handler.dialog is not None
        assert "This is not a campaign." in reports(tmp_path)[0]
        handler.dialog.accept()
        late: list[str] = []
        handler.set_show_refusal(late.append)
        press_button_that_raises(qtbot, Refusal("Nor is this."))
        assert late == ["Nor is this."]
    finally:
        handler.uninstall()


def test_an_interrupt_passes(
    handler: errors.ErrorHandler, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    interrupt = KeyboardInterrupt()
    sys.excepthook(KeyboardInterrupt, interrupt, None)
    assert handler.dialog is None
    assert reports(tmp_path) == []
    assert "KeyboardInterrupt" in capsys.readouterr().err


def test_a_failing_dialog_ends_on_stderr_and_not_in_a_circle(
    handler: errors.ErrorHandler,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def no_dialog(*_arguments: object) -> None:
        raise RuntimeError("no dialog today")

    monkeypatch.setattr(errors, "CrashDialog", no_dialog)
    press_button_that_raises(qtbot, ValueError("the first mistake"))
    written = capsys.readouterr().err
    assert "ValueError: the first mistake" in written
    assert "RuntimeError: no dialog today" in written
    assert handler.dialog is None
    monkeypatch.undo()
    press_button_that_raises(qtbot, ValueError("the next mistake"))
    assert handler.dialog is not None


def test_a_failing_callback_is_reported_to_stderr(
    qtbot: QtBot, theme: Theme, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(sentence: str) -> None:
        raise LookupError(f"no window for: {sentence}")

    handler = errors.install(tmp_path, fails)
    try:
        press_button_that_raises(qtbot, Refusal("Too heavy."))
    finally:
        handler.uninstall()
    assert "LookupError: no window for: Too heavy." in capsys.readouterr().err
    assert handler.dialog is None


def test_where_no_report_can_be_written_the_dialog_says_so(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    handler = errors.install(tmp_path / "file" / "reports")
    try:
        press_button_that_raises(qtbot, ValueError("kaboom"))
        dialog = handler.dialog
        assert dialog is not None
        assert not dialog.open_folder.isVisible()
        assert dialog.show_details.isVisible()
        dialog.accept()
    finally:
        handler.uninstall()


def test_the_newest_twenty_reports_stay(tmp_path: Path) -> None:
    files = [errors.save_report(f"report {place}", tmp_path) for place in range(25)]
    kept = sorted(tmp_path.glob("crash-*.txt"))
    assert kept == files[5:]
    assert kept[-1].read_text(encoding="utf-8") == "report 24\n"


def test_a_report_does_not_name_the_player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/katrin")
    error = FileNotFoundError(2, "No such file", "/home/katrin/games/vigil.mordcry")
    report = errors.crash_report(error)
    assert "~/games/vigil.mordcry" in report
    assert "katrin" not in report
    error = FileNotFoundError(2, "No such file", "/home/katrinas/games/vigil.mordcry")
    assert "/home/katrinas/games" in errors.crash_report(error)


def test_the_earlier_hooks_come_back(qapp: QApplication, tmp_path: Path) -> None:
    before = (sys.excepthook, threading.excepthook)
    handler = errors.install(tmp_path)
    assert sys.excepthook != before[0]
    handler.uninstall()
    assert (sys.excepthook, threading.excepthook) == before


def test_a_mistake_under_an_open_popup_outlives_the_popup(
    handler: errors.ErrorHandler, qtbot: QtBot
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
    popup = QFrame(window, Qt.WindowType.Popup)
    popup.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    popup.show()
    popup.activateWindow()
    press_button_that_raises(qtbot, ValueError("kaboom"))
    assert handler.dialog is not None
    assert not popup.isAncestorOf(handler.dialog)
    popup.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert handler.dialog.isVisible()


QUITTING = """
import sys
from pathlib import Path
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from mordcry_app.ui import errors

application = QApplication([])
application.setQuitOnLastWindowClosed(False)
handler = errors.install(Path(sys.argv[1]))
window = QWidget()
window.show()

def fail():
    raise ValueError("kaboom")

def press():
    assert handler.dialog.parentWidget() in (window, None)
    QTest.mouseClick(handler.dialog.quit, Qt.MouseButton.LeftButton)

QTimer.singleShot(0, fail)
QTimer.singleShot(300, press)
QTimer.singleShot(20000, lambda: application.exit(99))
sys.exit(application.exec())
"""


def test_quit_ends_the_program_in_order(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", QUITTING, str(tmp_path)],
        check=False,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.returncode == 0, run.stderr
    assert "ValueError: kaboom" in run.stderr
    assert len(list(tmp_path.glob("crash-*.txt"))) == 1
