"""The preview shows the very pages, sharp, wherever they are scrolled and however large."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from reportlab.lib.colors import black, white
from reportlab.lib.pagesizes import A4, letter
from reportlab.pdfgen.canvas import Canvas

from mordcry_app.ui.views.printing.pdf_pages import (
    PageSize,
    page_image,
    page_sizes,
    page_strip,
)
from mordcry_app.ui.views.printing.preview import ZOOMS, Preview
from tests.ui.conftest import ShowInWindow
from tests.ui.held_thread import held_thread
from tests.ui.screens import press
from tests.ui.views.printing.conftest import MakePdf


@pytest.fixture
def preview(show_in_window: ShowInWindow) -> Preview:
    preview = Preview()
    window = show_in_window(preview, width=640, height=520)
    window.layout().setStretch(0, 1)  # type: ignore[union-attr]
    return preview


def show(preview: Preview, data: bytes) -> None:
    preview.show_document(data, page_sizes(data))


def sharp(qtbot: QtBot, preview: Preview) -> None:
    qtbot.waitUntil(preview.is_sharp, timeout=15_000)


def grey(image: QImage, x: float, y: float) -> int:
    """The grey of a spot, given in parts of width and height."""
    return image.pixelColor(int(image.width() * x), int(image.height() * y)).red()


def wheel(preview: Preview, turned: int, modifiers: Qt.KeyboardModifier) -> None:
    spot = QPointF(200, 200)
    event = QWheelEvent(
        spot,
        preview.viewport().mapToGlobal(spot),
        QPoint(),
        QPoint(0, turned),
        Qt.MouseButton.NoButton,
        modifiers,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(preview.viewport(), event)


def test_sizes_are_those_of_the_paper(pdf: MakePdf) -> None:
    (size,) = page_sizes(pdf(1, letter))
    assert (size.width, size.height) == letter
    assert PageSize(*A4).dots(1) == (595, 842)


def test_a_picture_is_the_page(pdf: MakePdf) -> None:
    image = page_image(pdf(2), 1, 0.5)
    assert (image.width(), image.height()) == (298, 421)
    assert grey(image, 0.5, 0.25) == pytest.approx(0.7 * 255, abs=1)
    assert grey(image, 0.5, 0.75) == 255


def test_strips_put_together_are_the_page(pdf: MakePdf) -> None:
    data, scale = pdf(1), 2.0
    whole = page_image(data, 0, scale)
    first = 0
    while first < whole.height():
        strip = page_strip(data, 0, scale, first, 300)
        assert strip.first == first
        assert first < strip.end <= first + 8 * 300
        rows = strip.end - first
        assert strip.image.copy(0, 0, whole.width(), rows) == whole.copy(
            0, first, whole.width(), rows
        )
        first = strip.end
    assert first == whole.height()


def test_strips_meet_between_lines_of_text_and_overlap_where_there_is_no_such_place() -> None:
    target = BytesIO()
    canvas = Canvas(target, pagesize=(200, 400))
    canvas.line(10, 0, 10, 400)
    for line in range(30):
        canvas.drawString(20, 400 - 12 * line, "The quick brown fox")
    canvas.linearGradient(0, 0, 0, 30, (black, white))
    canvas.save()
    data, scale = target.getvalue(), 4.0
    whole = page_image(data, 0, scale)

    def row(number: int) -> QImage:
        return whole.copy(0, number, whole.width(), 1)

    first = 0
    while first < 1400:
        strip = page_strip(data, 0, scale, first, 100)
        assert row(strip.end - 2) == row(strip.end - 1) == row(strip.end)
        assert strip.image.height() == strip.end - strip.first
        first = strip.end
    strip = page_strip(data, 0, scale, 1500, 10)
    assert strip.end == 1580
    assert strip.image.height() > 80


def test_it_fits_the_width_and_every_page_on_screen_is_pictured(
    qtbot: QtBot, preview: Preview, pdf: MakePdf
) -> None:
    show(preview, pdf(3))
    sharp(qtbot, preview)
    first = preview.picture_of(1)
    assert first is not None
    dots = preview.viewport().width() * preview.devicePixelRatioF()
    assert dots * 0.9 < first.width() < dots
    assert preview.horizontalScrollBar().maximum() == 0
    assert grey(first, 0.5, 0.25) == pytest.approx(0.8 * 255, abs=1)


def test_what_is_on_screen_is_the_picture_dot_for_dot(
    qtbot: QtBot, preview: Preview, pdf: MakePdf
) -> None:
    show(preview, pdf(1))
    sharp(qtbot, preview)
    grabbed = preview.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    area = preview._areas[0]
    ratio = preview.devicePixelRatioF()
    picture = preview.picture_of(1)
    assert picture is not None
    visible = min(area.height(), preview.viewport().height() - area.top() - 4)
    seen = grabbed.copy(
        round(area.left() * ratio),
        round(area.top() * ratio),
        round(area.width() * ratio),
        round(visible * ratio),
    )
    assert seen == picture.copy(0, 0, seen.width(), seen.height())


def test_scrolling_tells_the_page_and_pictures_what_comes(
    qtbot: QtBot, preview: Preview, pdf: MakePdf
) -> None:
    told: list[tuple[int, int]] = []
    preview.page_changed.connect(lambda page, pages: told.append((page, pages)))
    show(preview, pdf(6))
    preview.setFocus()
    press(qtbot, Qt.Key.Key_End)
    assert preview.page() == 6
    assert preview.accessibleDescription() == "Page 6 of 6"
    sharp(qtbot, preview)
    last = preview.picture_of(6)
    assert last is not None
    assert grey(last, 0.5, 0.25) == pytest.approx(0.3 * 255, abs=1)
    assert preview.picture_of(1) is None, "pages far away take no room"
    press(qtbot, Qt.Key.Key_Home)
    assert told[0] == (1, 6)
    assert told[-1] == (1, 6)


def test_pages_are_turned_one_by_one_with_the_keyboard(
    qtbot: QtBot, preview: Preview, pdf: MakePdf
) -> None:
    show(preview, pdf(3))
    preview.setFocus()
    bar = preview.verticalScrollBar()
    places = [bar.value()]
    for key in (Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_Space):
        press(qtbot, key)
        places.append(bar.value())
    assert all(one < other for one, other in pairwise(places))
    press(qtbot, Qt.Key.Key_Space, Qt.KeyboardModifier.ShiftModifier)
    assert bar.value() == places[-2]
    preview.show_page(3)
    assert preview.page() == 3
    preview.show_page(99)
    assert preview.page() == 3


def test_zooming_keeps_what_is_read_and_makes_it_sharp(
    qtbot: QtBot, preview: Preview, pdf: MakePdf
) -> None:
    show(preview, pdf(3))
    sharp(qtbot, preview)
    preview.show_page(2)
    before = preview.zoom
    preview.zoom_in()
    assert preview.fit == ""
    assert preview.zoom == next(zoom for zoom in ZOOMS if zoom > before * 1.01)
    assert preview.page() == 2
    sharp(qtbot, preview)
    second = preview.picture_of(2)
    assert second is not None
    assert second.width() == PageSize(*A4).dots(preview.zoom * 96 / 72)[0]
    for _ in ZOOMS:
        preview.zoom_out()
    assert preview.zoom == ZOOMS[0]
    for _ in ZOOMS:
        preview.zoom_in()
    assert preview.zoom == ZOOMS[-1]
    assert preview.horizontalScrollBar().maximum() > 0


def test_the_wheel_zooms_with_ctrl_and_scrolls_without(
    qtbot: QtBot, preview: Preview, pdf: MakePdf
) -> None:
    show(preview, pdf(3))
    before = preview.zoom
    wheel(preview, 120, Qt.KeyboardModifier.ControlModifier)
    assert preview.zoom > before
    wheel(preview, -120, Qt.KeyboardModifier.ControlModifier)
    assert preview.zoom <= before
    place = preview.verticalScrollBar().value()
    wheel(preview, -120, Qt.KeyboardModifier.NoModifier)
    assert preview.verticalScrollBar().value() > place


def test_a_whole_page_fits_where_it_is_wanted(qtbot: QtBot, preview: Preview, pdf: MakePdf) -> None:
    show(preview, pdf(2))
    preview.set_fit("page")
    assert preview._areas[0].height() <= preview.viewport().height()
    preview.window().resize(640, 420)
    qtbot.waitUntil(lambda: preview._areas[0].height() <= preview.viewport().height())
    sharp(qtbot, preview)


def test_it_follows_the_room_and_keeps_the_page(
    qtbot: QtBot, preview: Preview, pdf: MakePdf
) -> None:
    show(preview, pdf(4))
    preview.show_page(3)
    before = preview.zoom
    preview.window().resize(900, 520)
    qtbot.waitUntil(lambda: preview.zoom > before)
    assert preview.page() == 3
    assert preview.horizontalScrollBar().maximum() == 0


def test_another_document_can_keep_the_place_or_begin_anew(
    qtbot: QtBot, preview: Preview, pdf: MakePdf
) -> None:
    data = pdf(3)
    show(preview, data)
    preview.show_page(2)
    place = preview.verticalScrollBar().value()
    preview.show_document(data, page_sizes(data), keeps_place=True)
    assert preview.verticalScrollBar().value() == place
    show(preview, data)
    assert preview.verticalScrollBar().value() == 0
    short = pdf(1)
    preview.show_document(short, page_sizes(short), keeps_place=True)
    assert preview.page() == 1
    preview.clear()
    assert (preview.page(), preview.pages()) == (0, 0)
    assert not preview.is_sharp()


def test_a_picture_of_an_earlier_document_never_appears(
    qtbot: QtBot, preview: Preview, pdf: MakePdf
) -> None:
    with held_thread(qtbot):
        show(preview, pdf(1))
        preview.viewport().repaint()
        assert preview.picture_of(1) is None
        show(preview, pdf(1, letter))
        preview.viewport().repaint()
    sharp(qtbot, preview)
    picture = preview.picture_of(1)
    assert picture is not None
    assert picture.height() / picture.width() == pytest.approx(792 / 612, abs=0.005)


def test_the_paper_is_white_in_both_themes(
    qtbot: QtBot, preview: Preview, pdf: MakePdf, theme: object
) -> None:
    show(preview, pdf(1))
    sharp(qtbot, preview)
    for mode in ("light", "dark"):
        theme.set_mode(mode)  # type: ignore[attr-defined]
        image = preview.viewport().grab().toImage()
        area = preview._areas[0]
        inside = image.pixelColor(area.center().x(), preview.viewport().height() - 10)
        assert inside.name() in ("#ffffff", "#cccccc")
        assert (image.pixelColor(4, 10).lightness() < 60) is (mode == "dark")
