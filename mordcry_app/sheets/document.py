"""From parts to a PDF: flowing parts over pages, and writing pages with ReportLab.

ReportLab is loaded when the first document is written, not before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from io import BytesIO
from typing import TYPE_CHECKING

from mordcry_app.sheets.glyphs import legible
from mordcry_app.sheets.options import SheetOptions
from mordcry_app.sheets.parts import Gap, Lines, Part, Rule, Stack, paragraph
from mordcry_app.sheets.styles import Grid, Styles
from mordcry_app.sheets.text import Run, one_line, shortened

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.pdfgen.textobject import PDFTextObject

_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
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
                page.place(_with(item, part), gap)
                break
            waits = item.kept and (part.height <= next_room or left < _LEAST_START)
            first = None
            rest: Part | None = part
            if not (waits and page.placed):
                first, rest = part.split(left)
            if first is not None:
                page.place(_with(item, first), gap)
            elif not page.placed and len(pages) > 1:
                raise ValueError("a part that cannot be divided is taller than a page")
            part = rest
            pages.append(Page())
            room = next_room
    return pages


def _with(item: Item, part: Part) -> Item:
    return item if part is item.part else Item(part, item.gap, item.stretch, item.ruled, item.kept)


def spoken_date(day: date) -> str:
    """Return a date as it is written in British English, whatever the system's language."""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


class Document:
    """A PDF in the making: title, language, bookmarks, pages."""

    def __init__(
        self, title: str, subject: str, grid: Grid, styles: Styles, options: SheetOptions
    ) -> None:
        from reportlab.pdfgen.canvas import Canvas

        self._grid = grid
        self._styles = styles
        self._target = BytesIO()
        self._canvas = Canvas(
            self._target,
            pagesize=(grid.page_width, grid.page_height),
            pageCompression=1,
            invariant=1 if options.invariant else 0,
            lang=options.language,
        )
        self._canvas.setTitle(legible(title))
        self._canvas.setSubject(legible(subject))
        self._canvas.setAuthor("")
        self._canvas.setCreator("Mordcry campaign manager")
        self._canvas.setViewerPreference("DisplayDocTitle", "true")

    def add(self, sheet: Sheet) -> int:
        """Lay a sheet out, write its pages, and return how many there are."""
        grid = self._grid
        foot = self._foot(sheet)
        room = grid.page_height - grid.top - grid.bottom - foot.height
        pages = flow(sheet.items, room, room - sheet.running_head.height)
        for number, page in enumerate(pages, start=1):
            if number == 1:
                self._bookmark(sheet.title)
            pen = CanvasPen(self._canvas)
            self._draw(pen, sheet, page, number, len(pages), foot, room)
            pen.finish()
            self._canvas.showPage()
        return len(pages)

    def finish(self) -> bytes:
        """Return the PDF."""
        self._canvas.save()
        return self._target.getvalue()

    def _bookmark(self, title: str) -> None:
        key = f"page-{self._canvas.getPageNumber()}"
        self._canvas.bookmarkPage(key)
        self._canvas.addOutlineEntry(legible(title), key, level=0)

    def _draw(
        self,
        pen: CanvasPen,
        sheet: Sheet,
        page: Page,
        number: int,
        count: int,
        foot: Part,
        room: float,
    ) -> None:
        grid = self._grid
        top = grid.page_height - grid.top
        if number > 1:
            sheet.running_head.draw(pen, grid.side, top)
            top -= sheet.running_head.height
            room -= sheet.running_head.height
        wishes = sum(item.stretch for item, gap in page.placed[1:])
        share = min(max(room - page.used, 0.0) / wishes, 1.0) if wishes else 0.0
        for place, (item, least) in enumerate(page.placed):
            gap = least + item.stretch * share if place else 0.0
            if item.ruled and place:
                Rule(grid.width, gap).draw(pen, grid.side, top)
            top -= gap
            item.part.draw(pen, grid.side, top)
            top -= item.part.height
        foot.draw(pen, grid.side, grid.bottom + foot.height)
        self._page_number(pen, sheet, number, count)

    def _foot(self, sheet: Sheet) -> Part:
        """Return what stands at the foot of every page but for the page number."""
        grid, style = self._grid, self._styles.foot
        parts: list[Part] = [Gap(4.0), Rule(grid.width, 4.0)]
        if sheet.legend:
            parts.append(paragraph(sheet.legend, grid.width, style=style))
        imprint = shortened(sheet.imprint, style, grid.width * 0.5)
        parts.append(Lines((imprint,), style, grid.width))
        return Stack(tuple(parts))

    def _page_number(self, pen: CanvasPen, sheet: Sheet, number: int, count: int) -> None:
        grid, style = self._grid, self._styles.foot
        pages = f" · page {number} of {count}"
        title = shortened(sheet.title, style, grid.width * 0.45 - one_line(pages, style).width)
        text = "".join(glyphs.text for glyphs in title.glyphs) + pages
        line = Lines((one_line(text, style),), style, grid.width, "right")
        line.draw(pen, grid.side, grid.bottom + style.leading)


class CanvasPen:
    """Draws on one page of a ReportLab canvas; all of its text is one text object."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._text: PDFTextObject = canvas.beginText()
        self._font: tuple[str, float] | None = None
        self._ink: float | None = None
        self._stroke: tuple[float, float] | None = None

    def text(self, x: float, y: float, text: str, face: str, size: float, ink: float) -> None:
        """Write on a baseline at `y`."""
        if self._font != (face, size):
            self._text.setFont(face, size)
            self._font = (face, size)
        if self._ink != ink:
            self._text.setFillGray(ink)
            self._ink = ink
        self._text.setTextOrigin(x, y)
        self._text.textOut(text)

    def rule(self, x1: float, y1: float, x2: float, y2: float, width: float, ink: float) -> None:
        """Draw a straight line."""
        self._use(width, ink)
        self._canvas.line(x1, y1, x2, y2)

    def box(
        self, x: float, y: float, width: float, height: float, line: float, radius: float = 0.0
    ) -> None:
        """Draw the outline of a box whose lower left corner is at `x`, `y`."""
        self._use(line, 0.0)
        if radius:
            self._canvas.roundRect(x, y, width, height, radius, stroke=1, fill=0)
        else:
            self._canvas.rect(x, y, width, height, stroke=1, fill=0)

    def finish(self) -> None:
        """Put the text on the page."""
        self._canvas.drawText(self._text)

    def _use(self, width: float, ink: float) -> None:
        if self._stroke != (width, ink):
            self._canvas.setLineWidth(width)
            self._canvas.setStrokeGray(ink)
            self._stroke = (width, ink)


def document(
    title: str,
    subject: str,
    sheets: Sequence[Sheet],
    grid: Grid,
    styles: Styles,
    options: SheetOptions,
) -> bytes:
    """Return a PDF of several sheets, each of which begins on a page of its own."""
    result = Document(title, subject, grid, styles, options)
    for sheet in sheets:
        result.add(sheet)
    return result.finish()
