"""How long a roster of ten takes against a bare canvas that writes the same strings.

Both sides run in turn in one process; what counts is the ratio of the medians. Run by name:
`pytest -n0 -s tests/bench/bench_sheet.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from io import BytesIO
from statistics import median
from time import perf_counter

import pytest
from reportlab.pdfgen.canvas import Canvas

from mordcry_app.sheets import glyphs, text
from mordcry_app.sheets.document import CanvasPen
from mordcry_app.sheets.options import SheetOptions
from mordcry_app.sheets.roster_sheet import make_roster_sheets
from mordcry_app.sheets.styles import GRIDS
from tests.sheets.printing import NEWS, USES
from tests.sheets.warbands import ashen_vigil, material

ROUNDS = 40
MOST = 3.0
MOST_BYTES = 200 * 1024


@dataclass(frozen=True)
class Written:
    """One string as the sheet wrote it."""

    x: float
    y: float
    text: str
    face: str
    size: float


def written_by_sheet(make: Callable[[], bytes]) -> list[Written]:
    """Return every string that a sheet writes, in order."""
    strings: list[Written] = []

    def record(
        pen: CanvasPen, x: float, y: float, text: str, face: str, size: float, ink: float
    ) -> None:
        strings.append(Written(x, y, text, face, size))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CanvasPen, "text", record)
        make()
    return strings


def bare_canvas(strings: list[Written]) -> bytes:
    """Write the strings on a page with nothing but ReportLab's canvas."""
    grid = GRIDS["a4"]
    target = BytesIO()
    canvas = Canvas(target, pagesize=(grid.page_width, grid.page_height), pageCompression=1)
    font = None
    for written in strings:
        if font != (written.face, written.size):
            font = (written.face, written.size)
            canvas.setFont(*font)
        canvas.drawString(written.x, written.y, written.text)
    canvas.showPage()
    canvas.save()
    return target.getvalue()


def forget_text() -> None:
    """Empty the caches of measured words, as if the roster were printed for the first time."""
    for cached in (glyphs.legible, glyphs.pieces, text.measure):
        cached.cache_clear()


def seconds(work: Callable[[], object]) -> float:
    """Return how long something takes."""
    start = perf_counter()
    work()
    return perf_counter() - start


def test_a_roster_of_ten_takes_at_most_three_bare_canvases() -> None:
    warband = material(ashen_vigil(), news=NEWS, item_uses=USES)

    def sheet() -> bytes:
        return make_roster_sheets(warband, SheetOptions(), date(2026, 11, 29))

    first = seconds(sheet)
    strings = written_by_sheet(sheet)
    bare_canvas(strings)
    ours: list[float] = []
    fresh: list[float] = []
    bare: list[float] = []
    for _ in range(ROUNDS):
        bare.append(seconds(lambda: bare_canvas(strings)))
        ours.append(seconds(sheet))
        forget_text()
        fresh.append(seconds(sheet))
    ratio = median(fresh) / median(bare)
    print(
        f"\nroster of ten: {median(fresh) * 1000:.1f} ms (again: {median(ours) * 1000:.1f} ms), "
        f"bare canvas {median(bare) * 1000:.1f} ms for its {len(strings)} strings: "
        f"ratio {ratio:.2f} (again: {median(ours) / median(bare):.2f}); first of a process, "
        f"fonts included, {first * 1000:.0f} ms; {len(sheet()) / 1024:.0f} KB"
    )
    assert ratio <= MOST
    assert len(sheet()) <= MOST_BYTES
