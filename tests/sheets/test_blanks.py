"""What is filled in by hand."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pypdf
import pytest

from mordcry_app.sheets.options import Paper, SheetOptions
from mordcry_app.sheets.roster_sheet import make_roster_sheets
from tests.sheets.printing import DAY, PAPERS, printed
from tests.sheets.reading import lines, texts
from tests.sheets.warbands import (
    ashen_vigil,
    fighter,
    material,
    roster,
)

_IN_ONE_ROW = "Attack Dice Hit Str Wound Dmg Spd Range"


def test_an_empty_roster_becomes_a_sheet_to_fill_in() -> None:
    for paper in PAPERS:
        data = printed(roster([]), SheetOptions(paper=paper))
        read = lines(data)
        assert len(texts(data)) == 1
        assert " ".join(read).split().count("Will") == 10
        assert sum("Rank" in line for line in read) == 10


def test_write_in_blocks_can_be_added() -> None:
    data = printed(roster([fighter(1, "Ilse")]), SheetOptions(write_in_fighters=2))
    assert sum("Rank" in line for line in lines(data)) == 2


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("large", [False, True])
def test_a_blank_sheet_has_room_for_everything_and_shows_nobody(paper: Paper, large: bool) -> None:
    blank = replace(material(ashen_vigil()), rosters=(), is_blank=True)
    data = make_roster_sheets(blank, SheetOptions(paper=paper, large=large), DAY)
    read = " ".join(" ".join(texts(data)).split())
    assert len(texts(data)) == (2 if large else 1)
    for label in ("Warband", "Motto", "Player", "crowns", "renown", "Stash"):
        assert read.count(label) == 1
    assert sum("Rank XP" in line for n in range(len(texts(data))) for line in lines(data, n)) == 10
    rows = "Attack Dice Str Dmg Spd Range Hit Wound" if large else _IN_ONE_ROW
    assert read.count(rows) == 10
    assert not any(name in read for name in ("Ashen", "Mira", "Ilse", "Long Sword", "☐"))
    assert "Blank roster sheet · page 1" in read
    reader = pypdf.PdfReader(BytesIO(data))
    assert reader.metadata is not None
    assert reader.metadata.title == "Blank roster sheet – The Drowned Quarter"


def test_a_blank_sheet_of_a_campaign_without_fighters() -> None:
    blank = replace(material(), is_blank=True)
    data = make_roster_sheets(blank, SheetOptions(), DAY)
    assert " ".join(lines(data)).count("Attack Hit Wound Dmg") == 10
