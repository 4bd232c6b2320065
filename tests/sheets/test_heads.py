"""The head of a roster sheet: title, crest, and what waits."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from io import BytesIO

import pypdfium2 as pdfium
import pytest
from PIL import Image
from pypdfium2 import raw

from mordcry_app.sheets.options import SheetOptions
from tests.sheets.printing import printed
from tests.sheets.reading import lines, texts
from tests.sheets.warbands import (
    ashen_vigil,
    fighter,
    pending,
    roster,
)


def picture(width: int, height: int) -> bytes:
    """Return a picture."""
    target = BytesIO()
    Image.new("L", (width, height), 96).save(target, "PNG")
    return target.getvalue()


def drawn(data: bytes) -> list[tuple[float, float]]:
    """Return the width and height in points of the pictures on the first page."""
    with closing(pdfium.PdfDocument(data)) as document, closing(document[0]) as page:
        images = page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE])
        boxes = [image.get_bounds() for image in images]
    return [(right - left, top - bottom) for left, bottom, right, top in boxes]


def test_a_crest_stands_in_the_head_in_its_proportions() -> None:
    view = replace(ashen_vigil(), crest=picture(60, 80))
    data = printed(view)
    assert lines(data)[:2] == ["The Ashen Vigil", "“We light what the flood left.”"]
    ((width, height),) = drawn(data)
    assert height == pytest.approx(45, abs=8)
    assert width / height == pytest.approx(0.75)
    assert not drawn(printed(view, SheetOptions(portraits=False)))
    assert len(texts(data)) == 1


def test_a_broken_crest_is_left_out() -> None:
    data = printed(replace(ashen_vigil(), crest=b"no picture"))
    assert not drawn(data)
    assert lines(data)[0] == "The Ashen Vigil"


def test_other_pending_effects_stand_in_the_banner() -> None:
    cursed = pending("modifier", "−1 Will", "Cursed, old shrine", -1)
    view = roster([fighter(1, "Ilse", pending=[cursed])])
    assert "☐ Ilse: −1 Will (Cursed, old shrine)" in " ".join(lines(printed(view)))
    assert "Next battle" not in " ".join(texts(printed(roster([fighter(1, "Ilse")]))))


def test_what_waits_for_the_whole_warband_comes_first_in_the_banner() -> None:
    for_all = pending("deployment_choice", "Chooses where to deploy", "A map")
    cursed = pending("modifier", "−1 Will", "Old shrine", -1)
    view = replace(roster([fighter(1, "Ilse", pending=[cursed])]), pending=(for_all,))
    read = " ".join(lines(printed(view)))
    assert "☐ Chooses where to deploy (A map)" in read
    assert read.index("Chooses where") < read.index("☐ Ilse")


def test_what_waits_for_later_stands_behind_what_is_for_the_battle() -> None:
    cursed = pending("modifier", "−1 Will", "Old shrine", -1)
    gossip = replace(pending("gossip", "Gossip to follow", "Tavern"), until="market")
    read = " ".join(lines(printed(roster([fighter(1, "Ilse", pending=[gossip, cursed])]))))
    assert "Next battle ☐ Ilse: −1 Will (Old shrine)" in read
    assert "Later ☐ Ilse: Gossip to follow (Tavern)" in read
    only_later = " ".join(lines(printed(roster([fighter(1, "Ilse", pending=[gossip])]))))
    assert "Next battle" not in only_later
    assert "Later ☐ Ilse: Gossip to follow (Tavern)" in only_later


def test_what_several_fighters_wait_for_is_told_once_with_a_box_for_each() -> None:
    gale = pending("starts_wounded", "Starts with 1 wound taken", "Ashwind Gale")
    members = [
        fighter(1, "Ilse", pending=[gale, gale]),
        fighter(2, "Tam", pending=[gale]),
        fighter(3, "Pell", pending=[replace(gale, source="Old wound")]),
    ]
    read = " ".join(lines(printed(roster(members)))).replace("\u00a0", " ")
    assert "Starts with 1 wound taken (Ashwind Gale): ☐ Ilse ×2 ☐ Tam" in read
    assert "☐ Pell starts with 1 wound taken (Old wound)" in read
