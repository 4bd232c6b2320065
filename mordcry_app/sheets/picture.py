"""Pictures on paper: crests, portraits, and what was put into the chronicle."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

from mordcry_app.sheets.parts import Pen, Whole


@dataclass(frozen=True)
class Picture(Whole):
    """A picture in its own proportions, `width` by `height` points."""

    data: bytes
    width: float
    height: float

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw the picture."""
        pen.image(x, top - self.height, self.width, self.height, self.data)


def fitted(data: bytes, width: float, height: float) -> Picture | None:
    """Return a picture as large as it gets within a box of points, or none for a broken one."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(BytesIO(data)) as image:
            image.load()
            across, down = image.size
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError, SyntaxError):
        return None
    scale = min(width / across, height / down)
    return Picture(data, across * scale, down * scale)
