"""What a document takes at least: its strings on a bare canvas, and how both are timed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from time import perf_counter

import pytest
from reportlab.pdfgen.canvas import Canvas

from mordcry_app.sheets import glyphs, text
from mordcry_app.sheets.document import CanvasPen
from mordcry_app.sheets.styles import GRIDS


@dataclass(frozen=True)
class Written:
    """One string as a document wrote it."""

    x: float
    y: float
    text: str
    face: str
    size: float


def written_by(make: Callable[[], bytes]) -> list[Written | None]:
    """Return every string that a document writes, in order, with the ends of pages between them."""
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
    """Empty the caches of measured words, as if a document were printed for the first time."""
    for cached in (glyphs.legible, glyphs.pieces, text.measure):
        cached.cache_clear()


def seconds(work: Callable[[], object]) -> float:
    """Return how long something takes."""
    start = perf_counter()
    work()
    return perf_counter() - start
