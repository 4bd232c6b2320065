"""Where the strings of a document are written, to see that none is written over another."""

from __future__ import annotations

from collections import defaultdict

import pytest

from mordcry_app.sheets.document import CanvasPen
from mordcry_app.sheets.fonts import Face, bundled_face, cjk_faces, system_faces


class Placing:
    """Keeps where every string is written, from now on to the end of the test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.pages: dict[int, list[tuple[float, float, float, float, str]]] = defaultdict(list)
        self._pens: list[CanvasPen] = []
        bundled = ("EBGaramond-Bold", "EBGaramond-Italic", "SourceSans3-Regular")
        more = ("SourceSans3-SemiBold", "SourceSans3-Italic", "DejaVuSans", "DejaVuSans-Bold")
        faces: list[Face] = [bundled_face(name) for name in (*bundled, *more)]
        faces += [*cjk_faces(), *system_faces()]
        self._faces = {face.name: face for face in faces}

        def record(
            pen: CanvasPen, x: float, y: float, text: str, face: str, size: float, ink: float
        ) -> None:
            self._record(pen, x, y, text, face, size)

        monkeypatch.setattr(CanvasPen, "text", record)

    def _record(
        self, pen: CanvasPen, x: float, y: float, text: str, face: str, size: float
    ) -> None:
        """Take a string's place down."""
        self._pens.append(pen)  # keeps its id from being used again
        width = self._faces[face].width(text.rstrip()) * size / 1000
        self.pages[id(pen)].append((x, y - 0.2 * size, x + width, y + 0.62 * size, text))

    def check_apart(self) -> None:
        """Hold every two strings of a page to places of their own."""
        assert self.pages
        for strings in self.pages.values():
            for number, (left, bottom, right, top, text) in enumerate(strings):
                for other in strings[number + 1 :]:
                    apart = (
                        other[0] >= right - 0.05
                        or other[2] <= left + 0.05
                        or other[1] >= top - 0.05
                        or other[3] <= bottom + 0.05
                    )
                    assert apart, (text, other[4])
