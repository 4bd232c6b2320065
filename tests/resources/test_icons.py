"""The icons are one family: one grid, one weight, one colour that the theme gives."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from mordcry_app.paths import resources_folder

FOLDER = resources_folder() / "icons"
APPLICATION = FOLDER / "mordcry.svg"
LINE_ICONS = sorted(path for path in FOLDER.glob("*.svg") if path != APPLICATION)


def paint(svg: bytes, side: int) -> QImage:
    renderer = QSvgRenderer(QByteArray(svg))
    assert renderer.isValid()
    image = QImage(side, side, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    return image


def alpha(image: QImage) -> list[int]:
    return [image.pixelColor(x, y).alpha() for y in range(24) for x in range(24)]


@pytest.mark.parametrize("path", LINE_ICONS, ids=lambda path: path.stem)
def test_a_line_icon_keeps_to_the_family(path: Path) -> None:
    root = ElementTree.fromstring(path.read_text(encoding="utf-8"))

    assert root.get("viewBox") == "0 0 24 24"
    assert root.get("stroke-width") == "1.75"
    assert root.get("stroke-linecap") == root.get("stroke-linejoin") == "round"
    assert root.get("stroke") == "currentColor"
    for shape in root.iter():
        assert shape.get("stroke-width") in (None, "1.75")
        assert shape.get("fill") in (None, "none", "currentColor")


@pytest.mark.parametrize("path", LINE_ICONS, ids=lambda path: path.stem)
def test_a_line_icon_paints_in_the_given_colour_inside_its_grid(
    path: Path, qapp: QApplication
) -> None:
    image = paint(path.read_bytes().replace(b"currentColor", b"#ff0000"), 24)

    painted = [(n % 24, n // 24) for n, opacity in enumerate(alpha(image)) if opacity > 127]
    assert len(painted) >= 12
    assert all(1 <= x <= 22 and 1 <= y <= 22 for x, y in painted), "room for the round ends"
    assert {QColor(image.pixelColor(x, y)).hue() for x, y in painted} == {0}


def test_no_two_icons_look_alike(qapp: QApplication) -> None:
    pictures = {path.stem: tuple(alpha(paint(path.read_bytes(), 24))) for path in LINE_ICONS}

    assert len(set(pictures.values())) == len(pictures)


def test_the_application_icon_is_the_same_on_the_desktop(qapp: QApplication) -> None:
    on_desktop = resources_folder().parent / "packaging" / "icons" / "mordcry.svg"

    assert on_desktop.read_bytes() == APPLICATION.read_bytes()
    image = paint(APPLICATION.read_bytes(), 64)
    assert image.pixelColor(0, 0).alpha() == 0, "round corners"
    assert not re.search(r"(href|<image|<text)", APPLICATION.read_text(encoding="utf-8"))
