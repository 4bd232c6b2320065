"""Views of made-up booklets: chapters, those who fell, plots and tables."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from PIL import Image

from mordcry_app.services.campaign_page_views import PlotLine, PlotView
from mordcry_app.services.chronicle_views import PictureView, TellingView
from mordcry_app.services.paper_views import (
    BookletView,
    BookSide,
    BookTable,
    ChapterView,
    FallenPage,
    Moment,
    PaperMaterial,
)
from mordcry_app.services.views import CampaignView, MemberView
from tests.sheets.warbands import ashen_vigil, campaign, fallen, roster

TOLD = "The Ashen Vigil won battle {n}. Vetch took out Jorun, and nobody was sorry. " * 6


def image(kind: str = "PNG", size: tuple[int, int] = (40, 30), mode: str = "RGB") -> bytes:
    """Return a picture as a file holds it."""
    buffer = io.BytesIO()
    Image.new(mode, size).save(buffer, kind)
    return buffer.getvalue()


def picture(number: int, name: str, data: bytes | None = None) -> PictureView:
    """Return a stored picture."""
    return PictureView(number, name, "image/png", image() if data is None else data)


def chapter(
    number: int,
    title: str = "The Ashen Vigil won",
    paragraphs: Sequence[str] = (),
    pictures: Sequence[PictureView] = (),
) -> ChapterView:
    """Return a chapter about a battle."""
    texts = tuple(paragraphs) or (TOLD.format(n=number).strip(), f"That was battle {number}.")
    telling = TellingView(
        f"battle:{number}",
        "battle",
        f"Battle {number}: {title}",
        texts,
        "2026-11-03T12:00:00Z",
        number,
        battle_id=number,
        pictures=tuple(pictures),
    )
    sides = (
        BookSide("The Ashen Vigil", "won", ("9 took part", "held 1 treasure")),
        BookSide("Rust & Ruin", "lost", ("8 took part", "Vetch out of action")),
    )
    return ChapterView(telling, f"Battle {number}", title, date(2026, 11, number % 28 + 1), sides)


def own(title: str, *paragraphs: str, lead: str = "After battle 1") -> ChapterView:
    """Return an entry of a player’s own."""
    telling = TellingView("entry:1", "own", title, paragraphs, "", 1, entry_id=1)
    return ChapterView(telling, lead, title)


def gone(member: MemberView, story: Sequence[tuple[str, str]] = ()) -> FallenPage:
    """Return the page of somebody who fell."""
    return FallenPage(
        member=member,
        roster_name="The Ashen Vigil",
        battle_number=3,
        by="Vetch",
        end="Fell in battle 3, by the hand of Vetch.",
        carried=("Club", "Blessed Rope"),
        facts=(("Battles", "3"), ("Enemies put out of action", "2")),
        story=tuple(Moment(*pair) for pair in story) or (Moment("Battle 1", "Hask stood firm."),),
    )


def plot(name: str, *lines: tuple[int, ...]) -> PlotView:
    """Return a plot with a line a warband."""
    named = (PlotLine(n, f"Warband {n}", values) for n, values in enumerate(lines, 1))
    return PlotView(name.lower(), name, tuple(range(len(lines[0]))), tuple(named))


def booklet(battles: int = 3, **fields: object) -> BookletView:
    """Return a booklet of some battles; `fields` replace what is there by default."""
    view = BookletView(
        title="The Drowned Quarter",
        subtitle="A campaign of Mordcry",
        battles=battles,
        first_on=date(2026, 11, 2),
        last_on=date(2026, 11, 29),
        chapters=tuple(chapter(number) for number in range(1, battles + 1)),
        fallen=(gone(fallen(11, "Hask", 3)),),
        plots=(plot("Crowns", (100, 180, 90, 60), (100, 120, 140, 900)),),
        tables=(
            BookTable("How they stand", ("Warband", "Won"), (("The Ashen Vigil", "2"),)),
            BookTable(
                "The battles",
                ("Battle", "Result"),
                tuple((str(n), f"Vigil won the fight {n}") for n in range(1, battles + 1)),
            ),
        ),
    )
    return replace(view, **fields)


def book_material(view: BookletView, around: CampaignView | None = None) -> PaperMaterial:
    """Return what a booklet is made from."""
    around = around or campaign(
        ashen_vigil(), roster((), id=2, name="Rust & Ruin", shown_name="Rust & Ruin", player="Jon")
    )
    return PaperMaterial("booklet", around, around.rosters, booklet=view)
