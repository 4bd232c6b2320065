"""How long a booklet of thirty pages takes, also against a bare canvas with the same strings.

Run by name: `pytest -n0 -s tests/bench/bench_booklet.py`.
"""

from __future__ import annotations

from datetime import date
from io import BytesIO
from statistics import median

import pypdf

from mordcry_app.sheets.booklet import make_booklet
from mordcry_app.sheets.options import SheetOptions
from mordcry_app.sheets.watching import unwatched
from tests.bench.bare_canvas import bare_canvas, forget_text, seconds, written_by
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
