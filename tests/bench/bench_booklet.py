"""How long a booklet of thirty pages takes, also against a bare canvas with the same strings.

Run by name: `pytest -n0 -s tests/bench/bench_booklet.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from io import BytesIO
from statistics import median
from time import perf_counter

import pypdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from mordcry_app.sheets import glyphs, text
from mordcry_app.sheets.booklet import make_booklet
from mordcry_app.sheets.document import CanvasPen
from mordcry_app.sheets.options import SheetOptions
from mordcry_app.sheets.styles import GRIDS
from mordcry_app.sheets.watching import unwatched
from tests.sheets import books
from tests.sheets.warbands import fallen

ROUNDS = 7
MOST_SECONDS = 3.0
MOST_BYTES = 200_000
PAGES = 30

_NAMES = ("Sister Ilse Varr", "Brother Anselm", "Old Tam", "Katrin Moor", "Jorun Half-Ear", "Wren")
_DEEDS = (
    "haggled all day and had nothing to show for it",
    "was hurt in the back and learned Righteous Zeal",
    "stared two grave robbers down, and they left their sack",
    "found a map on a wall and copied every alley of it",
    "prised 20 crowns’ worth out of hands that had been dead for a century",
)


@dataclass(frozen=True)
class Written:
    """One string as the booklet wrote it."""

    x: float
    y: float
    text: str
    face: str
    size: float


def sentences(first: int, count: int) -> str:
    """Return a paragraph of sentences that differ from one paragraph to the next."""
    return " ".join(
        f"{_NAMES[(first + n) % 6]} {_DEEDS[(first * 3 + n) % 5]} in week {first + n}."
        for n in range(count)
    )


def material() -> books.PaperMaterial:
    """Return a booklet of about thirty pages: 18 battles, 6 fallen, plots and tables."""
    chapters = tuple(
        books.chapter(n, paragraphs=[sentences(n * 7 + place, 6) for place in range(7)])
        for n in range(1, 19)
    )
    graves = tuple(
        books.gone(
            fallen(n, f"{name} the {n}th", n + 2),
            [(f"Battle {b}", sentences(n + b, 2)) for b in range(1, 9)],
        )
        for n, name in enumerate(_NAMES, 1)
    )
    lines = tuple(tuple((n * step * 37) % 900 for step in range(19)) for n in (3, 7))
    plots = tuple(books.plot(name, *lines) for name in ("Crowns", "Renown", "Experience"))
    rows = tuple((str(n), sentences(n, 1)) for n in range(1, 60))
    tables = (books.BookTable("The battles", ("Battle", "Result"), rows),)
    return books.book_material(
        books.booklet(18, chapters=chapters, fallen=graves, plots=plots, tables=tables)
    )


def written_by(make: Callable[[], bytes]) -> list[Written | None]:
    """Return every string that a booklet writes, in order, with the ends of pages between them."""
    strings: list[Written | None] = []
    finish = CanvasPen.finish

    def record(
        pen: CanvasPen, x: float, y: float, text: str, face: str, size: float, ink: float
    ) -> None:
        strings.append(Written(x, y, text, face, size))

    def end(pen: CanvasPen) -> None:
        strings.append(None)
        finish(pen)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CanvasPen, "text", record)
        patch.setattr(CanvasPen, "finish", end)
        make()
    return strings


def bare_canvas(strings: list[Written | None]) -> bytes:
    """Write the strings with nothing but ReportLab’s canvas."""
    grid = GRIDS["a4"]
    target = BytesIO()
    canvas = Canvas(target, pagesize=(grid.page_width, grid.page_height), pageCompression=1)
    font = None
    for written in strings:
        if written is None:
            canvas.showPage()
            font = None
            continue
        if font != (written.face, written.size):
            font = (written.face, written.size)
            canvas.setFont(*font)
        canvas.drawString(written.x, written.y, written.text)
    canvas.save()
    return target.getvalue()


def forget_text() -> None:
    """Empty the caches of measured words, as if a booklet were printed for the first time."""
    for cached in (glyphs.legible, glyphs.pieces, text.measure):
        cached.cache_clear()


def seconds(work: Callable[[], object]) -> float:
    """Return how long something takes."""
    start = perf_counter()
    work()
    return perf_counter() - start


def test_thirty_pages_take_at_most_three_seconds() -> None:
    made_of = material()

    def book() -> bytes:
        return make_booklet(made_of, SheetOptions(), date(2026, 11, 29), unwatched)

    first = seconds(book)
    data = book()
    pages = len(pypdf.PdfReader(BytesIO(data)).pages)
    strings = written_by(book)
    bare_canvas(strings)
    fresh: list[float] = []
    bare: list[float] = []
    for _ in range(ROUNDS):
        bare.append(seconds(lambda: bare_canvas(strings)))
        forget_text()
        fresh.append(seconds(book))
    count = sum(string is not None for string in strings)
    print(
        f"\nbooklet of {pages} pages: {median(fresh) * 1000:.0f} ms, bare canvas "
        f"{median(bare) * 1000:.0f} ms for its {count} strings: ratio "
        f"{median(fresh) / median(bare):.2f}; first of a process, fonts included, "
        f"{first * 1000:.0f} ms; {len(data) / 1024:.0f} KB"
    )
    assert pages >= PAGES
    assert median(fresh) * PAGES / pages <= MOST_SECONDS
    assert len(data) <= MOST_BYTES
