"""Pictures of the pages of a PDF, made by PDFium: the very document, not another drawing of it.

PDFium may be used by one thread at a time: call these in the background only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from PySide6.QtGui import QImage

_WHITE = 0xFFFFFFFF
_OVERLAP = 2  # rows
_MOST_TIMES = 8
"""How much longer than wanted a strip may become, to end at a good place."""

POINTS_PER_INCH = 72


@dataclass(frozen=True)
class PageSize:
    """Width and height of a page, in points of 1/72 inch."""

    width: float
    height: float

    def dots(self, scale: float) -> tuple[int, int]:
        """Return width and height in dots, at so many dots a point."""
        return max(round(self.width * scale), 1), max(round(self.height * scale), 1)


def page_sizes(data: bytes) -> tuple[PageSize, ...]:
    """Return the size of each page."""
    document = pdfium.PdfDocument(data)
    try:
        return tuple(PageSize(*document.get_page_size(n)) for n in range(len(document)))
    finally:
        document.close()


def page_image(data: bytes, page: int, scale: float) -> QImage:
    """Return a picture of a page, counted from 0, at `scale` dots a point."""
    document = pdfium.PdfDocument(data)
    try:
        width, height = PageSize(*document.get_page_size(page)).dots(scale)
        return _pictured(document[page], width, height, 0, height)[0]
    finally:
        document.close()


@dataclass(frozen=True)
class Strip:
    """Rows of the picture of a page: `image` begins with row `first`; the next strip with `end`.

    Where no good place to end could be found, the picture overlaps the next by a few rows.
    """

    image: QImage
    first: int
    end: int


def page_strip(data: bytes, page: int, scale: float, first: int, wanted: int) -> Strip:
    """Return some of the rows of a page’s picture, from `first` on: about as many as are wanted.

    If it can be, the strip ends where rows are all alike for about a point: in white, or where only
    upright lines are. Whoever shows strips in fewer dots then does not see where they meet. For
    that a strip may become longer, but not beyond reason.
    """
    document = pdfium.PdfDocument(data)
    try:
        width, height = PageSize(*document.get_page_size(page)).dots(scale)
        many = wanted
        while True:
            end = min(first + many, height)
            drawn = min(end + _OVERLAP, height)
            image, dots = _pictured(document[page], width, height, first, drawn)
            if end == height:
                return Strip(image, first, height)
            row = len(dots) // (drawn - first)
            rows = [dots[n * row : (n + 1) * row] for n in range(end - first)]
            last = _quiet_row(rows, max(round(scale), 2))
            if last is not None:
                return Strip(image.copy(0, 0, width, last), first, first + last)
            if many >= wanted * _MOST_TIMES:
                return Strip(image, first, end)
            many *= 2
    finally:
        document.close()


def _quiet_row(rows: Sequence[bytes], alike: int) -> int | None:
    """Return the last row in the middle of so many rows that are alike; none in the first half."""
    count = 1
    for row in range(len(rows) - 1, len(rows) // 2, -1):
        count = count + 1 if rows[row] == rows[row - 1] else 1
        if count > alike:
            return row + alike // 2
    return None


def _pictured(
    page: pdfium.PdfPage, width: int, height: int, first: int, end: int
) -> tuple[QImage, bytes]:
    """Return rows of a page that is so many dots wide and high, as a picture and as its dots."""
    bitmap = pdfium.PdfBitmap.new_native(width, end - first, pdfium_c.FPDFBitmap_BGRx)
    pdfium_c.FPDFBitmap_FillRect(bitmap, 0, 0, width, end - first, _WHITE)
    pdfium_c.FPDF_RenderPageBitmap(bitmap, page, 0, -first, width, height, 0, pdfium_c.FPDF_ANNOT)
    dots, stride = bytes(bitmap.buffer), bitmap.stride
    bitmap.close()
    image = QImage(dots, width, end - first, stride, QImage.Format.Format_RGB32)
    return image.copy(), dots
