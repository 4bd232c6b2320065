"""Reads PDFs back: their text, and where and how large every character stands."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

import pypdf
import pypdfium2 as pdfium
from pypdf.generic import Destination
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


def in_print(text: str) -> str:
    """Return how a text must read on paper: emoji by name, what is invisible left out.

    Written without the code under test, for the characters of `hostile.NASTY`.
    """
    result: list[str] = []
    unnamed = False
    for character in unicodedata.normalize("NFC", text):
        if unicodedata.category(character) == "Cf" or character == "\ufe0f":
            continue
        if ord(character) > 0xFFFF:
            name = unicodedata.name(character).lower()
            if unnamed:
                result[-1] = result[-1][:-1] + f", {name}]"
            else:
                result.append(f"[{name}]")
            unnamed = True
        else:
            result.append(character)
            unnamed = False
    return "".join(result)


def distinct_words(wanted: Iterable[str]) -> str:
    """Return every word of some texts once, as it must read on paper."""
    return " ".join(dict.fromkeys(word for text in wanted for word in in_print(text).split()))


def words_lost(data: bytes, wanted: Iterable[str]) -> list[str]:
    """Return the words of some texts that cannot be read on paper.

    pdfium passes over CJK characters where the machine has no font for them; pypdf does not.
    """
    missing = missing_words(texts(data), distinct_words(wanted))
    return missing_words(texts_by_pypdf(data), " ".join(missing)) if missing else []


def check_page(data: bytes, least: float = 7.0, *, over: float = 0.5) -> None:
    """Hold every character to its least size, and to the page, save for `over` points."""
    for (width, height), character in characters(data):
        assert character.size >= least, character
        assert -over <= character.left <= character.right <= width + over, character
        assert -over <= character.bottom <= character.top <= height + over, character


def outline(data: bytes) -> list[tuple[str, int, int]]:
    """Return title, level and page number of every bookmark."""
    read = pypdf.PdfReader(BytesIO(data))
    found: list[tuple[str, int, int]] = []

    def walk(entries: list[object], level: int) -> None:
        for entry in entries:
            if isinstance(entry, list):
                walk(entry, level + 1)
            else:
                assert isinstance(entry, Destination)
                page = read.get_destination_page_number(entry)
                assert page is not None
                found.append((str(entry.title), level, page + 1))

    walk(list(read.outline), 0)
    return found
