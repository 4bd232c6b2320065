"""How long the window needs for each key of an evening with the sample campaign.

A key counts from the moment it is sent until everything that it caused is on disk and painted.
Target: at most 50 ms at the 99th percentile. A bare window’s key is timed in the same run.
"""

from __future__ import annotations

import gc
import os
import shutil
import time
from pathlib import Path
from statistics import median, quantiles

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from mordcry_app.rules.procedure import Choose, Roll
from mordcry_app.services.samples import create_sample, load_sample, play_battle
from mordcry_app.ui.main_window import MainWindow
from mordcry_app.ui.settings import SettingsStore
from mordcry_app.ui.theme import Theme

TARGET_MS = 50.0


class Timer:
    """Sends keys and keeps how long each took, by what it was for."""

    def __init__(self) -> None:
        self.times: list[tuple[str, float]] = []

    def key(self, what: str, key: Qt.Key | str, *modifiers: Qt.KeyboardModifier) -> None:
        """Send one key to whatever has the keyboard."""
        held = modifiers[0] if modifiers else Qt.KeyboardModifier.NoModifier
        aim = QApplication.focusWidget() or QApplication.activeWindow()
        assert aim is not None
        started = time.perf_counter()
        QTest.keyClick(aim, key, held)
        QApplication.processEvents()
        self.times.append((what, (time.perf_counter() - started) * 1000))


def test_evening(tmp_path: Path) -> None:
    """Print the median and the 99th percentile, and the slowest kinds of keys."""
    sample = tmp_path / "sample.mordcry"
    file = create_sample(sample)
    play_battle(file, load_sample().next_battle)
    file.close()
    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    theme = Theme(application, "light")
    timer, bare = Timer(), _bare_keys()
    for number in range(3):
        copy = tmp_path / f"evening {number}.mordcry"
        shutil.copy(sample, copy)
        _play(MainWindow(SettingsStore(tmp_path / f"settings {number}.json")), copy, timer)
    del theme
    spent = [ms for _, ms in timer.times]
    ninety_ninth = quantiles(spent, n=100)[98]
    print(
        f"\n{len(spent)} keys: median {median(spent):.1f} ms, 99th percentile {ninety_ninth:.1f} ms"
    )
    print(f"target {TARGET_MS:.0f} ms; a key in a bare window: {bare:.2f} ms")
    kinds: dict[str, list[float]] = {}
    for what, ms in timer.times:
        kinds.setdefault(what, []).append(ms)
    for what, times in sorted(kinds.items(), key=lambda kind: -max(kind[1])):
        print(
            f"  {what:22} {len(times):4} × median {median(times):6.1f}, worst {max(times):6.1f} ms"
        )


def _play(window: MainWindow, path: Path, timer: Timer) -> None:
    control, none = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
    window.resize(1280, 800)
    window.show()
    window.activateWindow()
    window.open_path(path)
    window.warm_up()
    gc.freeze()  # as the program does once it has loaded
    for _ in range(5):
        QApplication.processEvents()
    for what, key in (("page", Qt.Key.Key_1), ("page", Qt.Key.Key_2), ("page", Qt.Key.Key_3)):
        timer.key(f"first {what}", key, control)
    timer.key("page", Qt.Key.Key_1, control)
    for _ in range(9):
        timer.key("roster row", Qt.Key.Key_Down, none)
    for _ in range(6):
        timer.key("roster cell", Qt.Key.Key_Right, none)
    timer.key("page", Qt.Key.Key_3, control)
    _answer(window, timer)
    timer.key("finish", Qt.Key.Key_Return, control)
    timer.key("undo finish", Qt.Key.Key_Z, control)
    timer.key("redo finish", Qt.Key.Key_Y, control)
    timer.key("page", Qt.Key.Key_1, control)
    timer.key("history", Qt.Key.Key_H, control)
    timer.key("history", Qt.Key.Key_Escape, none)
    for _ in range(10):
        timer.key("undo", Qt.Key.Key_Z, control)
    for _ in range(10):
        timer.key("redo", Qt.Key.Key_Y, control)
    window.close()
    QApplication.processEvents()


def _answer(window: MainWindow, timer: Timer) -> None:
    """Answer the whole board by keyboard: dice typed, choices by number, amounts as proposed."""
    page = window.frame.page("aftermath")
    assert page is not None
    for _ in range(300):
        board = page.board
        if board is None or board.next_line is None:
            return
        question = board.line(board.next_line).question
        if isinstance(question, Roll):
            for _ in question.parsed.sides:
                timer.key("die", "3" if question.parsed.sides[0] >= 3 else "1")
            if page.board is board:
                timer.key("confirm dice", Qt.Key.Key_Return)
        elif isinstance(question, Choose):
            if len(question.options) <= 9:
                timer.key("choice", "1")
            else:
                timer.key("walk a list", Qt.Key.Key_Down)
                timer.key("pick from a list", Qt.Key.Key_Return)
        else:
            timer.key("accept amounts", Qt.Key.Key_Return)
        if page.board is board:
            raise AssertionError(f"the keys did not answer {question}")
    raise AssertionError("the board did not come to an end")


def _bare_keys() -> float:
    window = QWidget()
    field = QLineEdit(window)
    window.show()
    window.activateWindow()
    field.setFocus()
    times: list[float] = []
    for _ in range(50):
        started = time.perf_counter()
        QTest.keyClick(field, "a")
        QApplication.processEvents()
        times.append((time.perf_counter() - started) * 1000)
    window.close()
    return median(times)
