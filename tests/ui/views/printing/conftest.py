"""Documents to look at, and the page for printing of a real campaign."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from pytestqt.qtbot import QtBot
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from mordcry_app.ui.main_window import MainWindow
from mordcry_app.ui.views.printing import PrintPage
from tests.ui.screens import CTRL, press

MakePdf = Callable[..., bytes]


@pytest.fixture(scope="session")
def pdf() -> MakePdf:
    """Make a PDF of some pages; the upper half of each is grey, darker from page to page."""

    def make(pages: int, size: tuple[float, float] = A4) -> bytes:
        target = BytesIO()
        canvas = Canvas(target, pagesize=size, invariant=1)
        for page in range(pages):
            canvas.setFillGray(0.8 - page * 0.1)
            canvas.rect(0, size[1] / 2, size[0], size[1] / 2, stroke=0, fill=1)
            canvas.setFillGray(0)
            canvas.drawString(72, 72, f"Page {page + 1} of {pages}")
            canvas.showPage()
        canvas.save()
        return target.getvalue()

    return make


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """What was handed to the system’s PDF reader, which no test machine has."""
    opened: list[Path] = []

    def take(url: object) -> bool:
        opened.append(Path(url.toLocalFile()))  # type: ignore[attr-defined]
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", take)
    return opened


@pytest.fixture
def page(qtbot: QtBot, window: MainWindow) -> PrintPage:
    """The page for printing, gone to with its key, with the first document on screen."""
    press(qtbot, Qt.Key.Key_P, CTRL)
    page = print_page(window)
    shown(qtbot, page)
    return page


def print_page(window: MainWindow) -> PrintPage:
    """Return the page of a window in which it was shown."""
    page = window.frame.page("print")
    assert isinstance(page, PrintPage)
    return page


def shown(qtbot: QtBot, page: PrintPage) -> None:
    """Wait until what is chosen is made and on screen."""
    qtbot.waitUntil(page.is_ready, timeout=30_000)


def text_of(data: bytes | Path) -> str:
    """Return the words of a PDF."""
    content = data.read_bytes() if isinstance(data, Path) else data
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)
