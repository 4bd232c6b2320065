"""Pictures keep their proportions, are embedded once, and a broken one costs nothing but itself."""

from __future__ import annotations

from io import BytesIO

import pypdf
import pytest
from PIL import Image

from mordcry_app.rules.paper import PLAIN_PAPER
from mordcry_app.sheets.document import document
from mordcry_app.sheets.flow import Item, Sheet, lay_out
from mordcry_app.sheets.options import SheetOptions
from mordcry_app.sheets.parts import Gap
from mordcry_app.sheets.picture import fitted
from mordcry_app.sheets.styles import COMFORTABLE, GRIDS, Setting


def picture(width: int, height: int, kind: str = "PNG") -> bytes:
    target = BytesIO()
    Image.new("RGB", (width, height), "maroon").save(target, kind)
    return target.getvalue()


@pytest.mark.parametrize(
    ("size", "box", "expected"),
    [
        ((400, 200), (100, 100), (100, 50)),
        ((200, 400), (100, 100), (50, 100)),
        ((10, 10), (100, 40), (40, 40)),
    ],
)
def test_a_picture_is_as_large_as_its_box_allows(
    size: tuple[int, int], box: tuple[int, int], expected: tuple[float, float]
) -> None:
    part = fitted(picture(*size), *box)
    assert part is not None
    assert (part.width, part.height) == pytest.approx(expected)


@pytest.mark.parametrize(
    "data", [b"", b"not a picture", picture(50, 50)[:60], picture(50, 50, "JPEG")[:200]]
)
def test_a_broken_picture_is_left_out(data: bytes) -> None:
    assert fitted(data, 100, 100) is None


def test_the_same_picture_twice_is_in_the_file_once() -> None:
    part = fitted(picture(300, 200), 100, 100)
    assert part is not None
    setting = Setting(GRIDS["a4"], COMFORTABLE, SheetOptions(), PLAIN_PAPER)
    sheet = Sheet("Pictures", (Item(part), Item(part)), Gap(0), (), "", setting)
    data = document("Pictures", "", [lay_out(sheet)], setting)
    reader = pypdf.PdfReader(BytesIO(data))
    assert len(reader.pages[0].images) == 1
    assert reader.pages[0].images[0].image is not None
    assert reader.pages[0].images[0].image.size == (300, 200)
