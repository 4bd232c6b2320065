"""From laid-out pages to a PDF with title, language, bookmarks and page numbers.

ReportLab is loaded when the first document is written, not before.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from mordcry_app.days import spoken_date
from mordcry_app.sheets.flow import LaidOut, Page, Sheet
from mordcry_app.sheets.glyphs import legible
from mordcry_app.sheets.parts import Bookmarked, Lines, Rule
from mordcry_app.sheets.styles import Setting
from mordcry_app.sheets.text import one_line, shortened_text
from mordcry_app.sheets.watching import Watch, unwatched

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.pdfgen.textobject import PDFTextObject

__all__ = ["CanvasPen", "Document", "document", "spoken_date"]


class Document:
    """A PDF in the making: title, language, bookmarks, pages."""

    def __init__(
        self,
        title: str,
        subject: str,
        setting: Setting,
        watch: Watch = unwatched,
        pages: int = 0,
    ) -> None:
        from reportlab.pdfgen.canvas import Canvas

        self._watch = watch
        self._pages = pages
        self._written = 0
        self._bookmarks = 0
        self._grid = setting.grid
        self._target = BytesIO()
        self._canvas = Canvas(
            self._target,
            pagesize=(self._grid.page_width, self._grid.page_height),
            pageCompression=1,
            invariant=1 if setting.options.invariant else 0,
            lang=setting.options.language,
        )
        self._canvas.setTitle(legible(title))
        self._canvas.setSubject(legible(subject))
        self._canvas.setAuthor("")
        self._canvas.setCreator("Mordcry campaign manager")
        self._canvas.setViewerPreference("DisplayDocTitle", "true")

    def add(self, laid_out: LaidOut) -> None:
        """Write the pages of a sheet, with a bookmark for it and one for each part that has one."""
        level = 1
        for number, page in enumerate(laid_out.pages, start=1):
            if number == 1:
                self._bookmark(laid_out.sheet.title, 0)
            for item, _ in page.placed:
                if item.bookmark:
                    self._bookmark(item.bookmark, 1)
                    level = 2
                for title in item.part.bookmarks if isinstance(item.part, Bookmarked) else ():
                    self._bookmark(title, level)
            pen = CanvasPen(self._canvas)
            self._draw(pen, laid_out, page, number)
            pen.finish()
            self._canvas.showPage()
            self._written += 1
            self._watch(self._written, self._pages)

    def finish(self) -> bytes:
        """Return the PDF."""
        self._canvas.save()
        return self._target.getvalue()

    def _bookmark(self, title: str, level: int) -> None:
        page = _key(self._canvas.getPageNumber())
        self._bookmarks += 1
        key = f"{page}-{self._bookmarks}"
        for name in (page, key):
            self._canvas.bookmarkPage(name)
        self._canvas.addOutlineEntry(legible(title), key, level=level)

    def _draw(self, pen: CanvasPen, laid_out: LaidOut, page: Page, number: int) -> None:
        """Draw a page; gaps that may stretch share what room is left."""
        grid, sheet = self._grid, laid_out.sheet
        top, room = grid.page_height - grid.top, laid_out.room
        if number > 1 or sheet.has_first_head:
            head = sheet.head_of(page) if sheet.head_of else sheet.running_head
            head.draw(pen, grid.side, top)
            top -= sheet.running_head.height
            room -= sheet.running_head.height
        wishes = sum(item.stretch for item, _ in page.placed[1:])
        share = min(max(room - page.used, 0.0) / wishes, 1.0) if wishes else 0.0
        for place, (item, least) in enumerate(page.placed):
            gap = least + item.stretch * share if place else 0.0
            if item.ruled and place:
                Rule(grid.width, gap).draw(pen, grid.side, top)
            top -= gap
            item.part.draw(pen, grid.side, top)
            top -= item.part.height
        laid_out.foot.draw(pen, grid.side, grid.bottom + laid_out.foot.height)
        if sheet.folio == "sheet":
            self._page_number(pen, sheet, number, len(laid_out.pages))
        elif sheet.folio == "book":
            style = sheet.setting.styles.prose
            line = one_line(str(laid_out.first + number - 1), style)
            number_line = Lines((line,), style, grid.width, "centre")
            number_line.draw(pen, grid.side, grid.bottom + style.leading)

    def _page_number(self, pen: CanvasPen, sheet: Sheet, number: int, count: int) -> None:
        grid, style = self._grid, sheet.setting.styles.foot
        pages = f" · page {number} of {count}"
        room = grid.width * 0.45 - one_line(pages, style).width
        title = shortened_text(sheet.title, style, room)
        line = Lines((one_line(title + pages, style),), style, grid.width, "right")
        line.draw(pen, grid.side, grid.bottom + style.leading)


def _key(page: int) -> str:
    """Return what the beginning of a page is called inside the PDF."""
    return f"page-{page}"


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

    def image(self, x: float, y: float, width: float, height: float, data: bytes) -> None:
        """Draw a picture; the same one is embedded once, however often it is drawn."""
        from reportlab.lib.utils import ImageReader

        self._canvas.drawImage(ImageReader(BytesIO(data)), x, y, width, height, mask="auto")

    def path(
        self,
        points: Sequence[tuple[float, float]],
        width: float,
        ink: float,
        *,
        dash: tuple[float, ...] = (),
        closed: bool = False,
        fill: float | None = None,
    ) -> None:
        """Draw a line through points, dashed in lengths of points, or a shape with a grey in it."""
        self._use(width, ink)
        path = self._canvas.beginPath()
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        if closed:
            path.close()
        if fill is not None:
            self._canvas.setFillGray(fill)
        if dash:
            self._canvas.setDash(list(dash))
        self._canvas.setLineJoin(1)
        self._canvas.drawPath(path, stroke=1, fill=0 if fill is None else 1)
        self._canvas.setLineJoin(0)
        if dash:
            self._canvas.setDash()

    def link(self, x: float, y: float, width: float, height: float, page: int) -> None:
        """Let a click on an area lead to a page, which has a bookmark."""
        area = (x, y, x + width, y + height)
        self._canvas.linkRect("", _key(page), area, relative=0, Border="[0 0 0]")

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
    sheets: Sequence[LaidOut],
    setting: Setting,
    watch: Watch = unwatched,
) -> bytes:
    """Return a PDF of several sheets, each of which begins on a page of its own.

    `watch` is told of each page.
    """
    pages = sum(len(sheet.pages) for sheet in sheets)
    result = Document(title, subject, setting, watch, pages)
    for sheet in sheets:
        result.add(sheet)
    return result.finish()
