"""Starts a window in a fresh process and prints, as JSON, when it painted and what it weighs.

`bare`: a plain PySide6 window with the Fusion style. `app FILE`: the program with a campaign.
Times are seconds since the process began.
"""

import json
import os
import sys
import time
from pathlib import Path


def since_start() -> float:
    """Return seconds since this process began."""
    ticks = int(Path("/proc/self/stat").read_text().rsplit(")", 1)[1].split()[19])
    return time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")


def resident_megabytes() -> float:
    """Return the memory that the process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def bare() -> dict[str, float]:
    """Paint a bare window."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication, QLabel, QMainWindow

    application = QApplication([])
    application.setStyle("Fusion")
    result: dict[str, float] = {}

    class Window(QMainWindow):
        def paintEvent(self, event):
            super().paintEvent(event)
            if not result:
                result["paint"] = since_start()
                QTimer.singleShot(50, application.quit)

    window = Window()
    window.setCentralWidget(QLabel("Hello"))
    window.resize(1280, 800)
    window.show()
    application.exec()
    result["memory"] = resident_megabytes()
    return result


def app(path: str) -> dict[str, float]:
    """Paint the program’s window and open a campaign in it, as its command line does."""
    from mordcry_app import quick_start

    quick_start.begin()
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from mordcry_app import cli
    from mordcry_app.ui.main_window import MainWindow

    result: dict[str, float] = {}

    def painted(window: MainWindow) -> None:
        result["paint"] = since_start()

        def look() -> None:
            if window.session is None:
                QTimer.singleShot(1, look)
                return
            window.repaint()
            result["usable"] = since_start()
            QTimer.singleShot(50, QApplication.quit)

        QTimer.singleShot(1, look)

    original = MainWindow.__init__

    def watched(self, *arguments, **named) -> None:
        original(self, *arguments, **named)
        self.first_painted.connect(lambda: painted(self))

    MainWindow.__init__ = watched
    cli.open_window(Path(path))
    result["memory"] = resident_megabytes()
    return result


if __name__ == "__main__":
    print(json.dumps(bare() if sys.argv[1] == "bare" else app(sys.argv[2])))
