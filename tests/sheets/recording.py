"""A pen that records instead of drawing, for parts that are made of text and lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from mordcry_app.sheets.parts import Part


@dataclass
class Recorder:
    """A pen that keeps what it wrote and drew."""

    texts: list[tuple[float, float, str, float]] = field(
        default_factory=list[tuple[float, float, str, float]]
    )
    rules: list[tuple[float, float, float, float, float]] = field(
        default_factory=list[tuple[float, float, float, float, float]]
    )

    def text(self, x: float, y: float, text: str, face: str, size: float, ink: float) -> None:
        """Keep a text."""
        del face, ink
        self.texts.append((x, y, text, size))

    def rule(self, x1: float, y1: float, x2: float, y2: float, width: float, ink: float) -> None:
        """Keep a line."""
        del ink
        self.rules.append((x1, y1, x2, y2, width))

    def box(
        self, x: float, y: float, width: float, height: float, line: float, radius: float = 0.0
    ) -> None:
        """Never called by tables."""
        raise AssertionError

    def image(self, x: float, y: float, width: float, height: float, data: bytes) -> None:
        """Never called by tables."""
        raise AssertionError

    def path(
        self,
        points: Sequence[tuple[float, float]],
        width: float,
        ink: float,
        *,
        dash: tuple[float, ...] = (),
        closed: bool = False,
        fill: float | None = None,
    ) -> None:
        """Never called by tables."""
        raise AssertionError

    def link(self, x: float, y: float, width: float, height: float, page: int) -> None:
        """Never called by tables."""
        raise AssertionError

    @property
    def words(self) -> str:
        """All that was written, in the order of writing."""
        return "".join(text for _, _, text, _ in self.texts)


def drawn(part: Part) -> Recorder:
    """Draw a part and return what was recorded."""
    pen = Recorder()
    part.draw(pen, 0.0, 0.0)
    return pen
