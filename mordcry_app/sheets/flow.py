"""Flowing parts over pages: what does not fit on one goes on to the next, and none is lost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from mordcry_app.sheets.parts import Gap, Lines, Part, Rule, Stack, paragraph
from mordcry_app.sheets.styles import Setting
from mordcry_app.sheets.text import Run, shortened

_LEAST_START = 110.0
"""A part that is too tall for any page begins on this page if so much room is left."""


@dataclass(frozen=True)
class Item:
    """A part on its way to a page.

    `gap` is the least space before it and `stretch` how much more it may get where a page has
    room; a `ruled` gap has a hairline in its middle. A `kept` part goes to the next page whole
    if it fits there. None of this matters at the top of a page.
    """

    part: Part
    gap: float = 0.0
    stretch: float = 0.0
    ruled: bool = False
    kept: bool = True


@dataclass(frozen=True)
class Sheet:
    """What is printed for one subject: its parts, and what every page of it repeats."""

    title: str
    items: tuple[Item, ...]
    running_head: Part
    legend: tuple[Run, ...]
    imprint: str
    setting: Setting


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
    for item in items:
        part: Part | None = item.part
        while part is not None:
            page = pages[-1]
            gap = item.gap if page.placed else 0.0
            left = room - page.used - gap
            if part.height <= left + 0.01:
                page.place(replace(item, part=part), gap)
                break
            waits = item.kept and (part.height <= next_room or left < _LEAST_START)
            first = None
            rest: Part | None = part
            if not (waits and page.placed):
                first, rest = part.split(left)
            if first is not None:
                page.place(replace(item, part=first), gap)
            elif not page.placed and len(pages) > 1:
                raise ValueError("a part that cannot be divided is taller than a page")
            part = rest
            pages.append(Page())
            room = next_room
    return pages


@dataclass(frozen=True)
class LaidOut:
    """A sheet with its pages, and the foot that all of them share but for the page number.

    `room` is the height that a page has for parts before its running head is taken off.
    """

    sheet: Sheet
    pages: tuple[Page, ...]
    foot: Part
    room: float


def lay_out(sheet: Sheet) -> LaidOut:
    """Spread a sheet's parts over pages."""
    grid = sheet.setting.grid
    foot = _foot(sheet)
    room = grid.page_height - grid.top - grid.bottom - foot.height
    pages = flow(sheet.items, room, room - sheet.running_head.height)
    return LaidOut(sheet, tuple(pages), foot, room)


def _foot(sheet: Sheet) -> Part:
    grid, style = sheet.setting.grid, sheet.setting.styles.foot
    parts: list[Part] = [Gap(4.0), Rule(grid.width, 4.0)]
    if sheet.legend:
        parts.append(paragraph(sheet.legend, grid.width, style=style))
    imprint = shortened(sheet.imprint, style, grid.width * 0.5)
    parts.append(Lines((imprint,), style, grid.width))
    return Stack(tuple(parts))
