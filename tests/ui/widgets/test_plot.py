"""Plots in the window: lines told apart without colour, words for all."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from mordcry_app.sheets.plots import DASHES, MARKERS, PlotSeries
from mordcry_app.ui.theme import NIGHT, PARCHMENT, Theme
from mordcry_app.ui.widgets.plot import LinePlot, paint_marker
from tests.ui.conftest import ShowInWindow

EMPTY = "The line begins with the first battle."


def plot(*lines: tuple[int, ...], name: str = "Band") -> LinePlot:
    made = LinePlot("Crowns", EMPTY)
    steps = len(lines[0]) if lines else 1
    made.set_series(
        ["start", *(str(n) for n in range(1, steps))],
        ["before the first battle", *(f"after battle {n}" for n in range(1, steps))],
        [PlotSeries(f"{name} {n}", line) for n, line in enumerate(lines, 1)],
    )
    return made


# ---------------------------------------------------------------------- without colour


def marker(number: int) -> frozenset[tuple[int, int]]:
    """The shape of a marker: which pixels are painted, whatever their colour."""
    image = QImage(24, 24, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    paint_marker(painter, number, QPointF(12, 12), 6)
    painter.end()
    ground = QColor(PARCHMENT.surface).lightness()
    return frozenset(
        (x, y)
        for x in range(24)
        for y in range(24)
        if image.pixelColor(x, y).alpha() > 128 and image.pixelColor(x, y).lightness() < ground - 40
    )


def test_markers_and_dashes_are_told_apart_without_colour(theme: Theme) -> None:
    shapes = [marker(number) for number in range(len(MARKERS))]
    assert len(MARKERS) >= 8
    for one, other in combinations(shapes, 2):
        assert len(one ^ other) > 12
    assert len(set(DASHES)) == len(DASHES) >= 8


def test_lines_that_share_a_colour_differ_in_marker_and_dash(theme: Theme) -> None:
    assert marker(0) != marker(5)
    assert marker(0) == marker(8), "the ninth begins again"


# ---------------------------------------------------------------------- the widget


def colours_in(widget: LinePlot) -> set[str]:
    image = widget.grab().toImage()
    return {
        image.pixelColor(x, y).name().upper()
        for x in range(0, image.width(), 2)
        for y in range(0, image.height(), 2)
    }


STATES = {
    "none": (),
    "one step": ((100,),),
    "one battle": ((100, 170), (100, 120)),
    "flat": ((7, 7, 7), (7, 7, 7)),
    "negative": ((0, -20, -400), (0, 30, -5)),
    "huge": ((0, 10**9, 1), (0, 0, 0)),
    "eight": tuple(tuple(100 + n * step for step in range(9)) for n in range(8)),
    "200 battles": tuple(tuple(n * step % 377 for step in range(201)) for n in (7, 13)),
}


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("size", [(220, 180), (330, 230), (900, 400)])
def test_every_state_is_painted(
    show_in_window: ShowInWindow, state: str, size: tuple[int, int]
) -> None:
    made = plot(*STATES[state])
    made.setFixedSize(*size)
    show_in_window(made, width=size[0] + 40, height=size[1] + 40)
    made.look_at(1)
    found = colours_in(made)
    assert made.is_empty() == (state in ("none", "one step"))
    if made.is_empty():
        assert made.step is None
        assert made.spoken() == EMPTY
    else:
        assert made.step == 1
        assert PARCHMENT.blood in found


def test_it_follows_the_theme(show_in_window: ShowInWindow, theme: Theme) -> None:
    made = plot((100, 170), (100, 120))
    show_in_window(made)
    assert PARCHMENT.verdigris in colours_in(made)
    theme.set_mode("dark")
    assert NIGHT.verdigris in colours_in(made)


def test_arrows_read_the_values_step_by_step(qtbot: QtBot, show_in_window: ShowInWindow) -> None:
    made = plot((100, 170, 90), (100, 120, 140))
    show_in_window(made)
    made.setFocus()
    assert made.step is None
    qtbot.keyClick(made, Qt.Key.Key_Left)
    assert made.step == 2
    assert made.accessibleDescription() == "After battle 2: Band 1 90, Band 2 140"
    qtbot.keyClick(made, Qt.Key.Key_Left)
    qtbot.keyClick(made, Qt.Key.Key_Left)
    qtbot.keyClick(made, Qt.Key.Key_Left)
    assert made.step == 0
    assert made.accessibleDescription() == "Before the first battle: Band 1 100, Band 2 100"
    qtbot.keyClick(made, Qt.Key.Key_End)
    qtbot.keyClick(made, Qt.Key.Key_Right)
    assert made.step == 2
    qtbot.keyClick(made, Qt.Key.Key_Home)
    assert made.step == 0
    made.clearFocus()
    assert made.step is None
    assert made.accessibleDescription() == made.spoken()


def test_the_pointer_reads_the_nearest_step(qtbot: QtBot, show_in_window: ShowInWindow) -> None:
    made = plot((100, 170, 90), (100, 120, 140))
    made.setFixedSize(400, 240)
    window = show_in_window(made)
    QTest.mouseMove(made, QPoint(60, 120))
    assert made.step == 0
    QTest.mouseMove(made, QPoint(390, 120))
    assert made.step == 2
    made.clearFocus()
    QTest.mouseMove(made, QPoint(60, 120))
    QTest.mouseMove(window, QPoint(5, window.height() - 5))
    qtbot.waitUntil(lambda: made.step is None)
    assert made.step is None


def test_it_says_in_words_what_it_shows() -> None:
    made = plot((100, 170, 90))
    assert made.accessibleName() == "Crowns"
    assert made.accessibleDescription() == (
        "From before the first battle to after battle 2: Band 1 from 100 to 90, lowest 90, "
        "highest 170."
    )


def test_fewer_steps_let_go_of_what_was_read(show_in_window: ShowInWindow) -> None:
    made = plot((1, 2, 3, 4))
    show_in_window(made)
    made.look_at(3)
    made.set_series(["start", "1"], ["a", "b"], [PlotSeries("A", (1, 2))])
    assert made.step is None


def test_a_line_with_too_few_values_is_our_mistake() -> None:
    made = LinePlot()
    with pytest.raises(ValueError, match="each line"):
        made.set_series(["start", "1"], ["a", "b"], [PlotSeries("A", (1,))])
    with pytest.raises(ValueError, match="each line"):
        made.set_series(["start", "1"], ["a"], [])


def test_hostile_names_stay_inside(show_in_window: ShowInWindow) -> None:
    made = plot((100, 170), (100, 120), name="<b>R&D</b> " + "W" * 200)
    made.setFixedSize(330, 230)
    show_in_window(made)
    made.look_at(1)
    assert PARCHMENT.blood in colours_in(made), "there is room for the lines"
    assert "<b>R&D</b>" in made.spoken()
