"""Dice on screen: every state can be told from every other without colour."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from mordcry_app.ui.dice import DiceRow, Die, DieFace, DieState, dice_of, paint_die
from mordcry_app.ui.theme import Theme, colours

SIDE = 28


def shape_of(die: Die, *, pips: bool = False) -> list[bool]:
    """Which dots of a drawn die differ clearly from the surface: its drawing in black and white."""
    image = QImage(SIDE, SIDE, QImage.Format.Format_ARGB32)
    surface = QColor(colours().surface)
    image.fill(surface)
    painter = QPainter(image)
    paint_die(painter, QRectF(0, 0, SIDE, SIDE), die, pips=pips)
    painter.end()
    grey = surface.lightness()
    return [
        abs(QColor(image.pixel(x, y)).lightness() - grey) > 45
        for x in range(SIDE)
        for y in range(SIDE)
    ]


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("pips", [False, True])
def test_states_differ_in_black_and_white(theme: Theme, mode: str, pips: bool) -> None:
    theme.set_mode(mode)
    waiting = {DieState.EMPTY, DieState.CURRENT}
    shapes = {
        state: shape_of(Die(None if state in waiting else 4, state), pips=pips)
        for state in DieState
    }
    for one, other in itertools.combinations(DieState, 2):
        differing = sum(a != b for a, b in zip(shapes[one], shapes[other], strict=True))
        assert differing >= 15, f"{one.name} looks like {other.name}"


@pytest.mark.parametrize("pips", [False, True])
def test_faces_differ(theme: Theme, pips: bool) -> None:
    for state in (DieState.SET, DieState.HIT, DieState.CRITICAL, DieState.MISSED):
        shapes = [shape_of(Die(face, state), pips=pips) for face in range(1, 7)]
        for one, other in itertools.combinations(shapes, 2):
            assert one != other


def test_dice_say_what_they_show(qtbot: QtBot, theme: Theme) -> None:
    row = DiceRow([Die(6, DieState.CRITICAL), Die(2, DieState.MISSED), Die(4)], label="To hit")
    qtbot.addWidget(row)
    assert row.accessibleName() == "To hit: 6 critical, 2 missed, 4 not rolled"
    row.set_dice(dice_of((3, 5)))
    assert row.accessibleName() == "To hit: 3, 5"
    face = DieFace()
    qtbot.addWidget(face)
    assert face.accessibleName() == "not rolled"
    face.set_die(12, DieState.SET)
    assert face.accessibleName() == "12"


def test_a_double_stands_together(qtbot: QtBot, theme: Theme) -> None:
    row = DiceRow([Die(3, DieState.SET), Die(5, DieState.HIT), Die(5, DieState.HIT, joined=True)])
    qtbot.addWidget(row)
    row.resize(row.sizeHint())
    gaps = [
        right.left() - left.right()
        for left, right in itertools.pairwise(row.die_area(place) for place in range(3))
    ]
    assert gaps[0] > 0
    assert gaps[1] == 0


def test_few_dice_stay_in_one_row_and_many_wrap(show_in_window) -> None:
    few, many = DiceRow(dice_of((1,) * 6)), DiceRow(dice_of((1,) * 14))
    window = show_in_window(few, many, width=240)
    QApplication.processEvents()
    assert few.width() >= few.sizeHint().width()
    assert {few.die_area(place).top() for place in range(6)} == {few.die_area(0).top()}
    assert many.width() <= window.width()
    assert many.height() >= many.heightForWidth(many.width())
    areas = [many.die_area(place) for place in range(14)]
    assert all(many.rect().contains(area.toAlignedRect()) for area in areas)
    assert not any(a.intersects(b) for a, b in itertools.combinations(areas, 2))
    window.resize(900, 400)
    QApplication.processEvents()
    assert many.heightForWidth(many.width()) == few.height()


def test_a_point_finds_its_die(qtbot: QtBot, theme: Theme) -> None:
    row = DiceRow(dice_of((1, 2, 3)))
    qtbot.addWidget(row)
    row.resize(row.sizeHint())
    for place in range(3):
        assert row.die_at(row.die_area(place).center()) == place
    assert row.die_at(QPointF(-3, -3)) is None
    assert row.die_at(QPointF(row.die_area(0).right() + 1, 3)) is None


def test_no_dice_take_the_height_of_a_row(qtbot: QtBot, theme: Theme) -> None:
    row = DiceRow()
    qtbot.addWidget(row)
    assert row.sizeHint().width() == 0
    assert row.sizeHint().height() == DieFace().sizeHint().height()
