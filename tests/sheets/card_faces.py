"""What tests of fighter cards print, and what can be read in each place for a card."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date
from io import BytesIO
from itertools import product

import pypdfium2 as pdfium
from PIL import Image

from mordcry_app.services.paper_views import PaperMaterial
from mordcry_app.services.views import MemberView, RosterView
from mordcry_app.sheets.cards import make_cards
from mordcry_app.sheets.cards_page import CardGrid
from mordcry_app.sheets.options import Paper, SheetOptions
from tests.sheets.warbands import campaign, fighter, roster

DAY = date(2026, 11, 30)
PAPERS: tuple[Paper, ...] = ("a4", "letter")
PLAIN = SheetOptions(invariant=True)
ONE_SIDED = SheetOptions(backs=False)


def material(*rosters: RosterView, **fields: object) -> PaperMaterial:
    """Return what the cards of some warbands are made from."""
    return replace(PaperMaterial("cards", campaign(*rosters), rosters), **fields)


def printed(view: RosterView, options: SheetOptions = PLAIN, **fields: object) -> bytes:
    """Return the cards of one warband."""
    return make_cards(material(view, **fields), options, DAY)


def of(*members: MemberView, options: SheetOptions = PLAIN, **fields: object) -> bytes:
    """Return the cards of some fighters."""
    return printed(roster(members), options, **fields)


def faces(data: bytes, options: SheetOptions = PLAIN) -> list[list[str]]:
    """Return the text of every place for a card, page by page, in the order of reading."""
    grid = CardGrid.of(options)
    result: list[list[str]] = []
    with closing(pdfium.PdfDocument(data)) as document:
        for page in document:
            with closing(page), closing(page.get_textpage()) as text:
                read = [
                    text.get_text_bounded(left, top - grid.height, left + grid.width, top)
                    for left, top in places(grid)
                ]
                result.append([" ".join(each.replace("\ufffe", "-").split()) for each in read])
    return result


def places(grid: CardGrid) -> Iterator[tuple[float, float]]:
    """Yield the upper left corner of every place for a card."""
    for row, column in product(range(grid.rows), range(grid.columns)):
        yield (
            grid.side + column * grid.width,
            grid.page_height - grid.above - row * grid.height,
        )


def numbered(count: int) -> RosterView:
    """Return a warband of fighters who are told apart by their names."""
    return roster([fighter(n, f"Fighter{n:02}") for n in range(count)])


def picture(width: int = 60, height: int = 80) -> bytes:
    """Return a picture."""
    target = BytesIO()
    Image.new("L", (width, height), 90).save(target, "PNG")
    return target.getvalue()
