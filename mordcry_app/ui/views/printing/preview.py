"""The pages of a PDF below one another, as they will come out of the printer.

Pages are pictured in the background, those on screen first, in exactly the dots that the screen
has. Until a page’s picture is there, it is a white sheet, or its last picture stretched.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QHideEvent,
    QImage,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from mordcry_app.ui.background import Job, in_background
from mordcry_app.ui.theme import PAPER, colours
from mordcry_app.ui.views.printing.pdf_pages import POINTS_PER_INCH, PageSize, page_image

Fit = Literal["width", "page", ""]
"""How the zoom follows the room: the width fits, a whole page fits, or it does not follow."""

ZOOMS = (0.25, 0.33, 0.5, 0.67, 0.8, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0)
"""The steps of the zoom; at 1 the paper is about as large as it will be."""

_DOTS_PER_INCH = 96  # logical pixels
_EDGE, _GAP = 18, 16  # around the pages and between them, in logical pixels
_SHADOW = 5
_LINE = 60  # how far an arrow key or a notch of the wheel scrolls
_KEPT_AROUND = 2  # pages before and after those on screen whose pictures are kept
_MOST_DOTS = 40_000_000
_VEIL = 120  # of 255: how much an outdated page fades


@dataclass(frozen=True)
class _Picture:
    image: QImage
    scale: float


class Preview(QAbstractScrollArea):
    """Shows a document; `page_changed(page, pages)` counts from 1, `zoom_changed(zoom)` as 1.0."""

    page_changed = Signal(int, int)
    zoom_changed = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("Preview")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._data = b""
        self._sizes: tuple[PageSize, ...] = ()
        self._areas: list[QRect] = []
        self._pictures: dict[int, _Picture] = {}
        self._job: Job | None = None
        self._asked = (-1, 0.0)
        self._hopeless: set[int] = set()
        self._told = (0, 0)
        self._is_outdated = False
        self.fit: Fit = "width"
        self.zoom = 1.0
        self.verticalScrollBar().setSingleStep(_LINE)
        self.horizontalScrollBar().setSingleStep(_LINE)
        self.verticalScrollBar().valueChanged.connect(lambda _: self._tell_page())

    # ------------------------------------------------------------------ what is shown

    def show_document(
        self, data: bytes, sizes: tuple[PageSize, ...], *, keeps_place: bool = False
    ) -> None:
        """Show a PDF, from its first page or where the one before was being read."""
        bar = self.verticalScrollBar()
        place = bar.value() if keeps_place else 0
        self._drop_job()
        self._data, self._sizes = data, sizes
        self._hopeless.clear()
        self._is_outdated = False
        if not keeps_place:
            self._pictures.clear()
        self._arrange()
        bar.setValue(place)
        self._pictures = {
            page: _Picture(picture.image, 0.0)
            for page, picture in self._pictures.items()
            if page < len(sizes)
        }
        self._tell_page()
        self.viewport().update()

    def clear(self) -> None:
        """Show nothing."""
        self.show_document(b"", ())

    def set_outdated(self, outdated: bool) -> None:
        """Let the pages fade while others are on their way."""
        if outdated != self._is_outdated:
            self._is_outdated = outdated
            self.viewport().update()

    def page(self) -> int:
        """Return the page that is being read, from 1; 0 where there is none."""
        middle = self.verticalScrollBar().value() + self.viewport().height() * 2 // 5
        if self.verticalScrollBar().value() >= self.verticalScrollBar().maximum() > 0:
            middle = self.verticalScrollBar().value() + self.viewport().height()
        above = [n for n, area in enumerate(self._areas, 1) if area.top() <= middle]
        return above[-1] if above else min(len(self._areas), 1)

    def pages(self) -> int:
        """Return how many pages there are."""
        return len(self._sizes)

    def show_page(self, page: int) -> None:
        """Scroll to the top of a page, counted from 1."""
        if self._areas:
            area = self._areas[min(max(page, 1), len(self._areas)) - 1]
            self.verticalScrollBar().setValue(area.top() - _EDGE // 2)

    def is_sharp(self) -> bool:
        """Whether every page on screen is pictured as it is now."""
        return bool(self._sizes) and self._next_page() is None

    def picture_of(self, page: int) -> QImage | None:
        """Return the picture of a page, counted from 1, if there is one."""
        picture = self._pictures.get(page - 1)
        return picture.image if picture is not None and picture.scale else None

    # ------------------------------------------------------------------ zoom

    def set_fit(self, fit: Fit) -> None:
        """Let the zoom follow the room from now on."""
        self.fit = fit
        self._zoom_keeping(self._fitting_zoom(), QPoint(0, 0))

    def set_zoom(self, zoom: float, fixed: QPoint | None = None) -> None:
        """Zoom; the spot `fixed` of the view, else its upper left, stays where it is."""
        self.fit = ""
        self._zoom_keeping(min(max(zoom, ZOOMS[0]), ZOOMS[-1]), fixed or QPoint(0, 0))

    def zoom_in(self, fixed: QPoint | None = None) -> None:
        """Go to the next larger step."""
        larger = (zoom for zoom in ZOOMS if zoom > self.zoom * 1.01)
        self.set_zoom(next(larger, ZOOMS[-1]), fixed)

    def zoom_out(self, fixed: QPoint | None = None) -> None:
        """Go to the next smaller step."""
        smaller = (zoom for zoom in reversed(ZOOMS) if zoom < self.zoom * 0.99)
        self.set_zoom(next(smaller, ZOOMS[0]), fixed)

    def _fitting_zoom(self) -> float:
        if not self._sizes or not self.fit:
            return self.zoom
        # The bar’s room is kept free, so that it does not come and go with what it makes room for.
        bar = self.verticalScrollBar()
        width = self.viewport().width() - (0 if bar.isVisible() else bar.sizeHint().width())
        widest = max(size.width for size in self._sizes) * _DOTS_PER_INCH / POINTS_PER_INCH
        zoom = (width - 2 * _EDGE) / widest
        if self.fit == "page":
            tallest = max(size.height for size in self._sizes) * _DOTS_PER_INCH / POINTS_PER_INCH
            zoom = min(zoom, (self.viewport().height() - 2 * _EDGE) / tallest)
        return min(max(zoom, 0.1), ZOOMS[-1])

    def _zoom_keeping(self, zoom: float, fixed: QPoint) -> None:
        if abs(zoom - self.zoom) < 1e-6:
            self._arrange()
            return
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        page = next((n for n, a in enumerate(self._areas) if a.bottom() >= down.value()), 0)
        spot = QPoint(across.value(), down.value()) + fixed
        before = self._areas[page] if self._areas else QRect(0, 0, 1, 1)
        share_x = (spot.x() - before.left()) / max(before.width(), 1)
        share_y = (spot.y() - before.top()) / max(before.height(), 1)
        self.zoom = zoom
        self._arrange()
        if self._areas:
            after = self._areas[page]
            across.setValue(round(after.left() + share_x * after.width()) - fixed.x())
            down.setValue(round(after.top() + share_y * after.height()) - fixed.y())
        self._tell_page()
        self.zoom_changed.emit(zoom)
        self.viewport().update()

    # ------------------------------------------------------------------ where things are

    def _arrange(self) -> None:
        """Place the pages, and let the bars know how much there is."""
        if self.fit:
            self.zoom = self._fitting_zoom()
        room = self.viewport().size()
        dots = [size.dots(self.zoom * _DOTS_PER_INCH / POINTS_PER_INCH) for size in self._sizes]
        widest = max((width for width, _ in dots), default=0) + 2 * _EDGE
        middle = max(widest, room.width()) // 2
        top, self._areas = _EDGE, []
        for width, height in dots:
            self._areas.append(QRect(middle - width // 2, top, width, height))
            top += height + _GAP
        total = top - _GAP + _EDGE if dots else 0
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        # Some dots more than the room are no reason to scroll.
        across.setRange(0, max(widest - room.width(), 0))
        across.setPageStep(room.width())
        down.setRange(0, max(total - room.height(), 0))
        down.setPageStep(max(room.height() - _LINE // 2, 1))

    def _tell_page(self) -> None:
        told = (self.page(), len(self._sizes))
        if told != self._told:
            self._told = told
            self.setAccessibleDescription(f"Page {told[0]} of {told[1]}" if told[1] else "")
            self.page_changed.emit(*told)

    def _shown_pages(self) -> list[int]:
        """Return the pages on screen, counted from 0."""
        top = self.verticalScrollBar().value()
        end = top + self.viewport().height()
        return [n for n, a in enumerate(self._areas) if a.bottom() >= top and a.top() <= end]

    # ------------------------------------------------------------------ pictures

    def _scale(self, page: int) -> float:
        """Return how many dots of the screen a point of a page has."""
        size = self._sizes[page]
        scale = self.zoom * self.devicePixelRatioF() * _DOTS_PER_INCH / POINTS_PER_INCH
        most = (_MOST_DOTS / (size.width * size.height)) ** 0.5
        return min(scale, most)

    def _next_page(self) -> int | None:
        """Return the page to be pictured next: one on screen, else the one after them."""
        shown = self._shown_pages()
        beyond = [shown[-1] + 1] if shown and shown[-1] + 1 < len(self._sizes) else []
        for page in (*shown, *beyond):
            picture = self._pictures.get(page)
            is_sharp = picture is not None and picture.scale == self._scale(page)
            if not is_sharp and page not in self._hopeless:
                return page
        return None

    def _ask_for_pictures(self) -> None:
        """Let the next page be pictured, one at a time: by then others may be on screen."""
        page = self._next_page()
        if page is None:
            return
        asked = (page, self._scale(page))
        if self._job is not None:
            if self._asked == asked or self._asked[0] in self._shown_pages():
                return
            self._drop_job()
        self._asked = asked
        data = self._data

        def work(job: Job) -> QImage:
            job.watch(0, 1)
            return page_image(data, *asked)

        self._job = in_background(work, self._take_picture, self._give_up)

    def _take_picture(self, image: QImage) -> None:
        page, scale = self._asked
        self._job = None
        self._pictures[page] = _Picture(image, scale)
        shown = self._shown_pages()
        if shown:
            kept = range(shown[0] - _KEPT_AROUND, shown[-1] + _KEPT_AROUND + 1)
            self._pictures = {n: p for n, p in self._pictures.items() if n in kept}
        self.viewport().update()
        self._ask_for_pictures()

    def _give_up(self, sentence: str) -> None:
        """Leave the page a white sheet: the mistake is reported elsewhere, once."""
        del sentence
        self._hopeless.add(self._asked[0])
        self._job = None

    def _drop_job(self) -> None:
        if self._job is not None:
            self._job.cancel()
        self._job = None

    # ------------------------------------------------------------------ Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        palette = colours()
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), QColor(palette.ground))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        offset = QPoint(self.horizontalScrollBar().value(), self.verticalScrollBar().value())
        for page in self._shown_pages():
            self._paint_page(painter, page, self._areas[page].translated(-offset))
        if self.hasFocus():
            painter.setPen(QPen(QColor(palette.focus), 2))
            painter.drawRect(self.viewport().rect().adjusted(1, 1, -1, -1))
        painter.end()
        self._ask_for_pictures()

    def _paint_page(self, painter: QPainter, page: int, area: QRect) -> None:
        palette = colours()
        shade = QColor(palette.shadow)
        for wide in range(_SHADOW, 0, -1):
            shade.setAlpha(20 + 12 * (_SHADOW - wide))
            painter.fillRect(area.adjusted(-wide + 2, -wide + 4, wide - 2, wide), shade)
        painter.setPen(QColor(palette.hairline))
        painter.drawRect(area.adjusted(-1, -1, 0, 0))
        painter.fillRect(area, QColor(PAPER))
        picture = self._pictures.get(page)
        if picture is not None:
            painter.drawImage(area, picture.image)
        if self._is_outdated:
            veil = QColor(palette.ground)
            veil.setAlpha(_VEIL)
            painter.fillRect(area, veil)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        page, before = self.page(), self.zoom
        is_at_top = self.verticalScrollBar().value() == 0
        self._arrange()
        if self.zoom != before:
            if not is_at_top:
                self.show_page(page)
            self.zoom_changed.emit(self.zoom)
        self._tell_page()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._drop_job()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self.viewport().update()
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        del dx, dy
        self.viewport().update()  # the focus ring stays where it is

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            spot = event.position().toPoint()
            turned = event.angleDelta().y()
            if turned > 0:
                self.zoom_in(spot)
            elif turned < 0:
                self.zoom_out(spot)
            event.accept()
        else:
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.verticalScrollBar()
        match event.key():
            case Qt.Key.Key_Home:
                bar.setValue(0)
            case Qt.Key.Key_End:
                bar.setValue(bar.maximum())
            case Qt.Key.Key_Space:
                backwards = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
                bar.setValue(bar.value() + (-1 if backwards else 1) * bar.pageStep())
            case _:
                super().keyPressEvent(event)
