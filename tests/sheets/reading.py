"""Reads PDFs back: their text, and where and how large every character stands."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

import pypdf
import pypdfium2 as pdfium
from pypdfium2 import raw

Pages = list[str]


@dataclass(frozen=True)
class Character:
    """A character on a page: its size and its box in points."""

    text: str
    size: float
    left: float
    bottom: float
    right: float
    top: float


@contextmanager
def _opened(data: bytes) -> Iterator[pdfium.PdfDocument]:
    with closing(pdfium.PdfDocument(data)) as document:
        yield document


def texts(data: bytes) -> Pages:
    """Return the text of every page, as pdfium reads it."""
    with _opened(data) as document:
        pages: Pages = []
        for page in document:
            with closing(page), closing(page.get_textpage()) as textpage:
                pages.append(textpage.get_text_range().replace("\ufffe", "-").replace("\x02", "-"))
        return pages


def lines(data: bytes, page: int = 0) -> list[str]:
    """Return the lines of one page."""
    return [line.strip() for line in texts(data)[page].splitlines() if line.strip()]


def texts_by_pypdf(data: bytes) -> Pages:
    """Return the text of every page, as pypdf reads it."""
    return [page.extract_text() for page in pypdf.PdfReader(BytesIO(data)).pages]


def characters(data: bytes) -> Iterator[tuple[tuple[float, float], Character]]:
    """Yield every visible character with the size of its page."""
    with _opened(data) as document:
        for page in document:
            with closing(page), closing(page.get_textpage()) as textpage:
                size = page.get_size()
                for number in range(textpage.count_chars()):
                    code = raw.FPDFText_GetUnicode(textpage.raw, number)
                    if raw.FPDFText_IsGenerated(textpage.raw, number) or chr(code).isspace():
                        continue
                    yield (
                        size,
                        Character(
                            chr(code),
                            raw.FPDFText_GetFontSize(textpage.raw, number),
                            *textpage.get_charbox(number),
                        ),
                    )


@lru_cache(maxsize=256)
def squashed(text: str) -> str:
    """Return a text without any white space, its accents composed."""
    return unicodedata.normalize("NFC", "".join(text.split()))


_FOOT = "ststunned·dn"
"""How the foot of a page begins, squashed."""


def holds(pages: Pages, text: str) -> bool:
    """Say whether a text can be read on the pages, whatever lines it is broken into.

    It may go on from the end of one page to the next.
    """
    wanted = squashed(text)
    read = [squashed(page) for page in pages]
    if any(wanted in page for page in read):
        return True
    bodies = [page.rpartition(_FOOT)[0] or page for page in read]
    return any(_goes_on(wanted, bodies[first:]) for first in range(len(bodies) - 1))


def _goes_on(wanted: str, bodies: Pages) -> bool:
    """Say whether a text begins at the end of the first page and goes on over the others."""
    for number, body in enumerate(bodies):
        if number and wanted in body:
            return True
        cut = next((n for n in range(len(wanted), 0, -1) if body.endswith(wanted[:n])), 0)
        if not cut:
            return False
        wanted = wanted[cut:]
    return False


def missing_words(pages: Pages, text: str) -> list[str]:
    """Return the words of a text that cannot be read on the pages."""
    return [word for word in text.split() if not holds(pages, word)]
