"""Flowing parts over pages: what does not fit on one goes on to the next, and none is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from mordcry_app.sheets.parts import Gap, Lines, Part, Rule, Stack, paragraph
from mordcry_app.sheets.styles import Setting
from mordcry_app.sheets.text import Run, shortened

_ABOVE_FOLIO = 14.0
_LEAST_START = 110.0
"""A part that is too tall for any page begins on this page if so much room is left."""


@dataclass(frozen=True)
class Item:
    """A part on its way to a page.

    `gap` is the least space before it and `stretch` how much more it may get where a page has
    room; a `ruled` gap has a hairline in its middle. A `kept` part goes to the next page whole
    if it fits there. None of this matters at the top of a page.

    One that `starts_page` begins a page of its own; one that `leads` stays with the part after it.
    The PDF’s outline has its `bookmark` below that of its sheet. A part that may be divided begins
    only where `least` points are left. `subject` is what a running head calls it.
    """

    part: Part
    gap: float = 0.0
    stretch: float = 0.0
    ruled: bool = False
    kept: bool = True
    starts_page: bool = False
    leads: bool = False
    bookmark: str = ""
    least: float = 0.0
    subject: str = ""


Folio = Literal["sheet", "book", "none"]
"""What stands at the foot: legend, imprint and page of so many; a page number alone; nothing."""


@dataclass(frozen=True)
class Sheet:
    """What is printed for one subject: its parts, and what every page of it repeats.

    The running head stands on every page after the first, or with `has_first_head` on that, too.
    `head_of` returns, for one of these pages, another running head of the same height.
    """

    title: str
    items: tuple[Item, ...]
    running_head: Part
    legend: tuple[Run, ...]
    imprint: str
    setting: Setting
    folio: Folio = "sheet"
    has_first_head: bool = False
    head_of: Callable[[Page], Part] | None = None


@dataclass
class Page:
    """Parts with the space that each has before it, and how much of the page they take."""

    placed: list[tuple[Item, float]] = field(default_factory=list[tuple[Item, float]])
    used: float = 0.0

    def place(self, item: Item, gap: float) -> None:
        """Put a part below what is there."""
        self.placed.append((item, gap))
        self.used += gap + item.part.height


def flow(items: Iterable[Item], first_room: float, next_room: float) -> list[Page]:
    """Spread parts over pages with so much room; what does not fit goes on to another page.

    Raises `ValueError` for a part that cannot be divided and is taller than a page.
    """
    pages = [Page()]
    room = first_room
    waiting = list(items)
    for number, item in enumerate(waiting):
        part: Part | None = item.part
        bookmark = item.bookmark
        if pages[-1].placed and (
            item.starts_page
            or (item.leads and _leads_away(waiting[number:], room - pages[-1].used, next_room))
        ):
            pages.append(Page())
            room = next_room
        while part is not None:
            page = pages[-1]
            gap = item.gap if page.placed else 0.0
            left = room - page.used - gap
            if part.height <= left + 0.01:
                page.place(replace(item, part=part, bookmark=bookmark), gap)
                break
            waits = item.kept and (part.height <= next_room or left < _LEAST_START)
            waits = waits or left < item.least
            first = None
            rest: Part | None = part
            if not (waits and page.placed):
                first, rest = part.split(left)
            if first is not None:
                page.place(replace(item, part=first, bookmark=bookmark), gap)
                bookmark = ""
            elif not page.placed and len(pages) > 1:
                raise ValueError("a part that cannot be divided is taller than a page")
            part = rest
            pages.append(Page())
            room = next_room
    return pages


def _leads_away(items: Sequence[Item], left: float, next_room: float) -> bool:
    """Say whether a leading part would stand alone at the foot of its page.

    It does when nothing of what it leads to fits below it; a part that is kept must fit whole,
    unless it is taller than a page.
    """
    need = 0.0
    for item in items:
        need += item.gap
        if item.leads:
            need += item.part.height
            continue
        if item.kept and item.part.height <= next_room:
            return need + item.part.height > left + 0.01
        return item.part.split(left - need)[0] is None
    return False


@dataclass(frozen=True)
class LaidOut:
    """A sheet with its pages, and the foot that all of them share but for the page number.

    `room` is the height that a page has for parts before its running head is taken off. `first` is
    the number of its first page, where the pages of several sheets are counted together.
    """

    sheet: Sheet
    pages: tuple[Page, ...]
    foot: Part
    room: float
    first: int = 1


def lay_out(sheet: Sheet) -> LaidOut:
    """Spread a sheet's parts over pages."""
    grid = sheet.setting.grid
    foot = _foot(sheet)
    room = grid.page_height - grid.top - grid.bottom - foot.height
    next_room = room - sheet.running_head.height
    pages = flow(sheet.items, next_room if sheet.has_first_head else room, next_room)
    return LaidOut(sheet, tuple(pages), foot, room)


def _foot(sheet: Sheet) -> Part:
    grid, style = sheet.setting.grid, sheet.setting.styles.foot
    if sheet.folio != "sheet":
        number = sheet.setting.styles.prose
        return Gap(_ABOVE_FOLIO + number.leading if sheet.folio == "book" else 0.0)
    parts: list[Part] = [Gap(4.0), Rule(grid.width, 4.0)]
    if sheet.legend:
        parts.append(paragraph(sheet.legend, grid.width, style=style))
    imprint = shortened(sheet.imprint, style, grid.width * 0.5)
    parts.append(Lines((imprint,), style, grid.width))
    return Stack(tuple(parts))
