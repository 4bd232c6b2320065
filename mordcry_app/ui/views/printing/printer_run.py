"""Printing by the system: its dialog, then page after page onto the printer.

Pages are pictured in the background, strip by strip, in the printer’s own dots, and drawn between
two breaths of the window. Strips end between lines of text where they can, so that no seam shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QMarginsF, QObject, QRect, QSizeF, Signal
from PySide6.QtGui import QPageLayout, QPageRanges, QPageSize, QPainter
from PySide6.QtPrintSupport import QAbstractPrintDialog, QPrintDialog, QPrinter, QPrinterInfo
from PySide6.QtWidgets import QDialog, QWidget

from mordcry_app.ui.background import Job, in_background
from mordcry_app.ui.views.printing.pdf_pages import (
    POINTS_PER_INCH,
    PageSize,
    Strip,
    page_strip,
)

MOST_DPI = 600
"""Finer dots than these are not seen, and take four times the room."""

_STRIP_DOTS = 1_200_000
"""What is drawn at once: as much as the window can wait for."""

NO_PRINTER = "This system knows no printer. Save as PDF, and print the file where there is one."


def has_printer() -> bool:
    """Say whether the system knows any printer."""
    return bool(QPrinterInfo.availablePrinterNames())


def prepared_printer(name: str, size: PageSize) -> QPrinter:
    """Return the usual printer, set to the document’s paper, edge to edge."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(name)
    set_paper(printer, size)
    return printer


def set_paper(printer: QPrinter, size: PageSize) -> None:
    """Let a printer print on the document’s paper, upright, without margins of its own."""
    paper = QPageSize(
        QSizeF(size.width, size.height),
        QPageSize.Unit.Point,
        "",
        QPageSize.SizeMatchPolicy.FuzzyMatch,
    )
    printer.setFullPage(True)
    printer.setPageSize(paper)
    printer.setPageOrientation(QPageLayout.Orientation.Portrait)
    printer.setPageMargins(QMarginsF(0, 0, 0, 0), QPageLayout.Unit.Point)


def print_dialog(printer: QPrinter, pages: int, parent: QWidget) -> QPrintDialog:
    """Return the system’s dialog for a document of so many pages; show it with `show_dialog`."""
    dialog = QPrintDialog(printer, parent)
    dialog.setWindowTitle("Print")
    option = QAbstractPrintDialog.PrintDialogOption
    dialog.setOption(option.PrintSelection, False)
    dialog.setOption(option.PrintCurrentPage, True)
    dialog.setOption(option.PrintPageRange, True)
    dialog.setMinMax(1, pages)
    return dialog


def show_dialog(dialog: QPrintDialog) -> None:
    """Show the dialog without waiting: its own `open` wants the name of a slot."""
    QDialog.open(dialog)


def wanted_pages(printer: QPrinter, pages: int, current: int) -> tuple[int, ...]:
    """Return the pages to print in order, counted from 0, as the dialog left the printer.

    Copies are in it only where the printer does not make them by itself.
    """
    match printer.printRange():
        case QPrinter.PrintRange.CurrentPage:
            chosen = [current - 1]
        case QPrinter.PrintRange.PageRange:
            ranges = _ranges(printer, pages)
            chosen = [page for page in range(pages) if ranges.contains(page + 1)]
        case _:
            chosen = list(range(pages))
    if printer.pageOrder() == QPrinter.PageOrder.LastPageFirst:
        chosen.reverse()
    copies = 1 if printer.supportsMultipleCopies() else max(printer.copyCount(), 1)
    if printer.collateCopies():
        return tuple(chosen * copies)
    return tuple(page for page in chosen for _ in range(copies))


def _ranges(printer: QPrinter, pages: int) -> QPageRanges:
    ranges = printer.pageRanges()
    if ranges.isEmpty():
        ranges = QPageRanges()
        ranges.addRange(max(printer.fromPage(), 1), min(printer.toPage() or pages, pages))
    return ranges


class PrinterRun(QObject):
    """Prints some pages of a document.

    - `progressed(done, total)`: rows of dots;
    - `finished()`, or `failed(sentence)`. After `cancel` neither comes.
    """

    progressed = Signal(int, int)
    finished = Signal()
    failed = Signal(str)

    def __init__(
        self,
        printer: QPrinter,
        data: bytes,
        sizes: Sequence[PageSize],
        pages: Sequence[int],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._printer = printer
        self._data = data
        self._sizes = sizes
        self._pages = tuple(pages)
        self._scale = min(printer.resolution(), MOST_DPI) / POINTS_PER_INCH
        self._painter = QPainter()
        self._job: Job | None = None
        self._rows = [sizes[page].dots(self._scale)[1] for page in self._pages]
        self._done = 0  # pages
        self._row = 0  # of the page at hand

    def start(self) -> None:
        """Begin; tells at once when the printer cannot be used."""
        if not self._pages:
            self.failed.emit("None of the pages was chosen, so nothing was printed.")
        elif not self._painter.begin(self._printer):
            self.failed.emit(self._cannot())
        else:
            # Pictures of text are to stay as they are; Qt would rather take them for photographs.
            self._painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
            self._ask()

    def cancel(self) -> None:
        """Stop. A file that was begun is taken away; a printer may finish the page at hand."""
        if self._job is not None:
            self._job.cancel()
        self._job = None
        if self._painter.isActive():
            self._printer.abort()
            self._painter.end()
            if self._printer.outputFileName():
                with suppress(OSError):
                    Path(self._printer.outputFileName()).unlink(missing_ok=True)

    def _ask(self) -> None:
        """Let the next strip be pictured."""
        data, scale, row, page = self._data, self._scale, self._row, self._pages[self._done]
        most = max(_STRIP_DOTS // self._sizes[page].dots(scale)[0], 1)

        def work(job: Job) -> Strip:
            job.watch(0, 1)
            return page_strip(data, page, scale, row, most)

        self._job = in_background(work, self._draw, self._fail)

    def _draw(self, strip: Strip) -> None:
        rows = self._rows[self._done]
        self._painter.drawImage(self._place(strip), strip.image)
        self._row = strip.end
        if strip.end == rows:
            self._done, self._row = self._done + 1, 0
        self.progressed.emit(sum(self._rows[: self._done]) + self._row, sum(self._rows))
        if self._done == len(self._pages):
            self._finish()
        elif self._row == 0 and not self._printer.newPage():
            self._fail(self._cannot())
        else:
            self._ask()

    def _finish(self) -> None:
        self._job = None
        if self._painter.end() and self._printer.printerState() != QPrinter.PrinterState.Error:
            self.finished.emit()
        else:
            self.failed.emit(self._cannot())

    def _place(self, strip: Strip) -> QRect:
        """Return where rows of a page go on the paper: actual size, or smaller where it must be."""
        sheet = self._printer.pageLayout().fullRectPixels(self._printer.resolution())
        width, height = self._sizes[self._pages[self._done]].dots(self._scale)
        zoom = self._printer.resolution() / POINTS_PER_INCH / self._scale
        # A printer’s idea of its paper may differ by a dot or two; that is no reason to shrink.
        if width * zoom > sheet.width() * 1.01 or height * zoom > sheet.height() * 1.01:
            zoom = min(sheet.width() / width, sheet.height() / height)
        left = (sheet.width() - width * zoom) / 2
        top = (sheet.height() - height * zoom) / 2
        first = round(top + strip.first * zoom)
        end = round(top + (strip.first + strip.image.height()) * zoom)
        return QRect(round(left), first, round(width * zoom), end - first)

    def _fail(self, sentence: str) -> None:
        self.cancel()
        self.failed.emit(sentence)

    def _cannot(self) -> str:
        target = self._printer.outputFileName() or self._printer.printerName()
        to_whom = f"“{target}”" if target else "The printer"
        return f"{to_whom} did not take the pages; nothing or not all was printed."
