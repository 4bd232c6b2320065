"""What tests of roster sheets print: a sheet, what is new on it, and what its gear does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from mordcry_app.services.paper_views import MemberNews
from mordcry_app.services.views import RosterView
from mordcry_app.sheets.options import Paper, SheetOptions
from mordcry_app.sheets.roster_sheet import make_roster_sheets
from tests.sheets.reading import lines
from tests.sheets.warbands import material

DAY = date(2026, 11, 29)
PAPERS: tuple[Paper, ...] = ("a4", "letter")

USES = {
    "medium_shield": ("5+ stops the first wound each round",),
    "light_shield": ("6+ stops the first melee wound each round", "Loud when struck"),
    "long_sword": ("Never printed for it has a line of its own",),
}
NEWS = {
    1: MemberNews(
        values={"ds": "5", "will": "4"},
        traits=frozenset({("skill", "penance")}),
        items=frozenset({"long_sword", "half_plate"}),
        amounts={"xp": 12, "renown": 3},
    ),
    2: MemberNews(traits=frozenset({("injury", "eye injury")}), gone=("Club", "Old wound")),
    10: MemberNews(joined=True),
}


def printed(
    view: RosterView,
    options: SheetOptions | None = None,
    *,
    news: Mapping[int, MemberNews] | None = None,
    item_uses: Mapping[str, tuple[str, ...]] | None = None,
) -> bytes:
    """Return the sheet of one warband."""
    known = {"news": news or {}, "item_uses": item_uses or {}}
    return make_roster_sheets(
        replace(material(view), **known), options or SheetOptions(invariant=True), DAY
    )


def block(data: bytes, name: str, following: str, page: int = 0) -> list[str]:
    """Return the lines of one fighter's block."""
    read = lines(data, page)
    return read[read.index(name) : read.index(following)]
