"""Pages go to a printer as they are. A printer that writes a file stands in for one of metal."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QImage
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from reportlab.lib.pagesizes import A4, letter

from mordcry_app.ui.views.printing.pdf_pages import PageSize, page_image, page_sizes
from mordcry_app.ui.views.printing.printer_run import (
    PrinterRun,
    prepared_printer,
    set_paper,
    wanted_pages,
)
from tests.ui.views.printing.conftest import MakePdf

DPI = 100


@pytest.fixture
def owner(qapp: QApplication) -> QObject:
    del qapp
    return QObject()


def printer_to(path: Path, size: PageSize) -> QPrinter:
    printer = prepared_printer("A test", size)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(path))
    printer.setResolution(DPI)
    set_paper(printer, size)
    return printer


def run_of(printer: QPrinter, data: bytes, pages: tuple[int, ...], owner: QObject) -> PrinterRun:
    return PrinterRun(printer, data, page_sizes(data), pages, owner)


def print_all(qtbot: QtBot, run: PrinterRun) -> None:
    with qtbot.waitSignal(run.finished, timeout=30_000):
        run.start()


def shades(data: bytes) -> list[int]:
    """The grey of each page’s upper half."""
    pictures = [page_image(data, page, 0.3) for page in range(len(page_sizes(data)))]
    return [image.pixelColor(image.width() // 2, image.height() // 4).red() for image in pictures]


def spread(image: QImage) -> list[int]:
    small = image.scaled(24, 34).convertToFormat(QImage.Format.Format_Grayscale8)
    return [small.pixelColor(x, y).red() for y in range(34) for x in range(24)]


@pytest.mark.parametrize("size", [A4, letter], ids=["a4", "letter"])
def test_the_printed_pages_are_the_pages(
    qtbot: QtBot, pdf: MakePdf, tmp_path: Path, owner: QObject, size: tuple[float, float]
) -> None:
    data, target = pdf(2, size), tmp_path / "printed.pdf"
    steps: list[tuple[int, int]] = []
    run = run_of(printer_to(target, page_sizes(data)[0]), data, (0, 1), owner)
    run.progressed.connect(lambda done, total: steps.append((done, total)))
    print_all(qtbot, run)
    printed = target.read_bytes()
    assert [(round(s.width), round(s.height)) for s in page_sizes(printed)] == [
        (round(size[0]), round(size[1]))
    ] * 2
    for page in (0, 1):
        one, other = (spread(page_image(pdf_, page, 1)) for pdf_ in (data, printed))
        differences = [abs(a - b) for a, b in zip(one, other, strict=True)]
        assert sum(differences) / len(differences) < 4
    assert [done for done, _ in steps] == sorted(done for done, _ in steps)
    assert steps[-1][0] == steps[-1][1]


def test_only_the_wanted_pages_come_in_their_order(
    qtbot: QtBot, pdf: MakePdf, tmp_path: Path, owner: QObject
) -> None:
    data, target = pdf(4), tmp_path / "printed.pdf"
    print_all(qtbot, run_of(printer_to(target, page_sizes(data)[0]), data, (3, 1, 1), owner))
    assert shades(target.read_bytes()) == [shades(data)[page] for page in (3, 1, 1)]


def test_on_smaller_paper_the_whole_page_is_printed_smaller(
    qtbot: QtBot, pdf: MakePdf, tmp_path: Path, owner: QObject
) -> None:
    data, target = pdf(1), tmp_path / "printed.pdf"
    small = PageSize(A4[0] / 2, A4[1] / 2)
    print_all(qtbot, run_of(printer_to(target, small), data, (0,), owner))
    one, other = (spread(page_image(pdf_, 0, 1)) for pdf_ in (data, target.read_bytes()))
    differences = [abs(a - b) for a, b in zip(one, other, strict=True)]
    assert sum(differences) / len(differences) < 5


def test_cancelled_in_the_middle_nothing_is_left_behind(
    qtbot: QtBot, pdf: MakePdf, tmp_path: Path, owner: QObject
) -> None:
    data, target = pdf(3), tmp_path / "printed.pdf"
    printer = printer_to(target, page_sizes(data)[0])
    printer.setResolution(300)
    run = run_of(printer, data, (0, 1, 2), owner)
    heard: list[str] = []
    run.finished.connect(lambda: heard.append("finished"))
    run.failed.connect(heard.append)
    with qtbot.waitSignal(run.progressed, timeout=30_000):
        run.start()
    run.cancel()
    run.cancel()
    assert not target.exists()
    assert heard == []


@pytest.mark.qt_log_ignore("QPainter::begin")
def test_a_printer_that_takes_nothing_is_a_sentence(
    qtbot: QtBot, pdf: MakePdf, tmp_path: Path, owner: QObject
) -> None:
    data = pdf(1)
    printer = printer_to(tmp_path / "no such folder" / "x.pdf", page_sizes(data)[0])
    run = run_of(printer, data, (0,), owner)
    with qtbot.waitSignal(run.failed, timeout=30_000) as failed:
        run.start()
    assert "did not take the pages" in failed.args[0]


def test_no_page_is_a_sentence(qtbot: QtBot, pdf: MakePdf, tmp_path: Path, owner: QObject) -> None:
    data, target = pdf(1), tmp_path / "x.pdf"
    run = run_of(printer_to(target, page_sizes(data)[0]), data, (), owner)
    with qtbot.waitSignal(run.failed) as failed:
        run.start()
    assert failed.args == ["None of the pages was chosen, so nothing was printed."]
    assert not target.exists()


def test_the_dialogs_wishes_become_pages(qtbot: QtBot, tmp_path: Path) -> None:
    printer = printer_to(tmp_path / "x.pdf", PageSize(*A4))
    assert not printer.supportsMultipleCopies()
    assert wanted_pages(printer, 3, 1) == (0, 1, 2)
    printer.setPrintRange(QPrinter.PrintRange.PageRange)
    printer.setFromTo(2, 9)
    assert wanted_pages(printer, 3, 1) == (1, 2)
    printer.setPrintRange(QPrinter.PrintRange.CurrentPage)
    assert wanted_pages(printer, 3, 3) == (2,)
    printer.setPrintRange(QPrinter.PrintRange.AllPages)
    printer.setCopyCount(2)
    printer.setCollateCopies(True)
    assert wanted_pages(printer, 2, 1) == (0, 1, 0, 1)
    printer.setCollateCopies(False)
    assert wanted_pages(printer, 2, 1) == (0, 0, 1, 1)
    printer.setPageOrder(QPrinter.PageOrder.LastPageFirst)
    assert wanted_pages(printer, 2, 1) == (1, 1, 0, 0)
