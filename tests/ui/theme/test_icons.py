"""Icons: crisp at every scale and always in the colours on screen."""

from __future__ import annotations

import gc

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QImage, QPixmap
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from mordcry_app.ui.theme import NIGHT, PARCHMENT, Theme, icon, icon_names


def colours_of(picture: QPixmap) -> set[str]:
    """The colours of all wholly opaque dots, in capitals."""
    image = picture.toImage().convertToFormat(QImage.Format.Format_ARGB32)
    dots = (
        QColor.fromRgba(image.pixel(x, y))
        for x in range(image.width())
        for y in range(image.height())
    )
    return {dot.name().upper() for dot in dots if dot.alpha() == 255}


def test_an_icon_that_does_not_exist_is_named(theme: Theme) -> None:
    with pytest.raises(FileNotFoundError, match="unicorn"):
        icon("unicorn")


def test_every_bundled_icon_draws_something(theme: Theme) -> None:
    assert len(icon_names()) > 20
    for name in icon_names():
        assert colours_of(icon(name).pixmap(QSize(48, 48))), name


def test_an_icon_has_the_dots_of_the_screen(theme: Theme) -> None:
    for scale in (1.0, 1.5, 2.0):
        picture = icon("battle").pixmap(QSize(18, 18), scale)
        assert picture.size() == QSize(18, 18) * scale
        assert picture.devicePixelRatio() == scale


def test_an_icon_takes_the_colour_of_its_tone_and_of_the_theme(theme: Theme) -> None:
    shield = icon("warbands", "blood")
    assert PARCHMENT.blood in colours_of(shield.pixmap(QSize(64, 64)))
    theme.set_mode("dark")
    assert NIGHT.blood in colours_of(shield.pixmap(QSize(64, 64)))
    assert PARCHMENT.blood not in colours_of(shield.pixmap(QSize(64, 64)))


def test_a_disabled_icon_is_quiet(theme: Theme) -> None:
    disabled = icon("warbands").pixmap(QSize(64, 64), 1.0, QIcon.Mode.Disabled)
    assert PARCHMENT.control in colours_of(disabled)
    assert PARCHMENT.ink not in colours_of(disabled)


def test_an_empty_size_is_an_empty_picture(theme: Theme) -> None:
    assert icon("battle").pixmap(QSize(0, 0)).isNull()


def test_a_button_keeps_its_icon_through_copies_and_a_change_of_theme(
    theme: Theme, qtbot: QtBot, qapp: QApplication
) -> None:
    button = QPushButton()
    qtbot.addWidget(button)
    button.setIcon(icon("battle"))
    button.setIconSize(QSize(40, 40))
    button.show()
    gc.collect()
    before = colours_of(button.grab())
    theme.set_mode("dark")
    qapp.processEvents()
    after = colours_of(button.grab())
    assert PARCHMENT.ink in before
    assert NIGHT.ink in after
    assert PARCHMENT.ink not in after
