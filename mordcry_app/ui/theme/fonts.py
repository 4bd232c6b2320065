"""The faces of the window and the few sizes that they are used in.

Titles stand in EB Garamond, all else in Source Sans 3, whose figures all have one width. Both
lack some symbols and scripts (″ ☠ Cyrillic), so each font names DejaVu Sans as the next family.
The files are the same ones that the printed sheets embed.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache

from PySide6.QtGui import QFont, QFontDatabase

from mordcry_app import paths

TITLE_FAMILY = "EB Garamond"
BODY_FAMILY = "Source Sans 3"
FALLBACK_FAMILY = "DejaVu Sans"


class TextSize(IntEnum):
    """Text heights in logical pixels; Qt multiplies them by the scale of the screen."""

    TINY = 12
    """Key caps, table headings."""
    SMALL = 13
    """Chips, explanations, notes."""
    BODY = 15
    """Everything that has no reason to differ."""
    LEAD = 17
    """A sentence that stands alone."""
    HEADING = 19
    """The title of a card."""
    CAMPAIGN = 22
    """The campaign's name in the rail."""
    TITLE = 26
    """The title of a page."""
    FIGURE = 34
    """The one big number."""


@cache
def register_fonts() -> tuple[str, ...]:
    """Make the bundled faces known to Qt, once a process, and return their families.

    Needs a QGuiApplication. Raises RuntimeError naming the file if Qt refuses one, which means a
    broken installation.
    """
    families: list[str] = []
    for file in sorted((paths.resources_folder() / "fonts").glob("*.ttf")):
        number = QFontDatabase.addApplicationFont(str(file))
        if number < 0:
            raise RuntimeError(f"the bundled font {file.name} cannot be read")
        families += QFontDatabase.applicationFontFamilies(number)
    return tuple(dict.fromkeys(families))


def body_font(
    size: int = TextSize.BODY, *, bold: bool = False, semibold: bool = False, italic: bool = False
) -> QFont:
    """Source Sans 3 with tabular, lining figures, *size* logical pixels high."""
    return _font(BODY_FAMILY, size, _weight(bold, semibold), italic)


def title_font(size: int = TextSize.TITLE, *, semibold: bool = True, italic: bool = False) -> QFont:
    """EB Garamond, *size* logical pixels high."""
    return _font(TITLE_FAMILY, size, _weight(False, semibold), italic)


def _weight(bold: bool, semibold: bool) -> QFont.Weight:
    if bold:
        return QFont.Weight.Bold
    return QFont.Weight.DemiBold if semibold else QFont.Weight.Normal


def _font(family: str, size: int, weight: QFont.Weight, italic: bool) -> QFont:
    """A copy of the one font of its kind: painting asks for fonts at every stroke."""
    return QFont(_made_font(family, int(size), weight, italic))


@cache
def _made_font(family: str, size: int, weight: QFont.Weight, italic: bool) -> QFont:
    register_fonts()
    font = QFont()
    font.setFamilies([family, FALLBACK_FAMILY])
    font.setPixelSize(size)
    font.setWeight(weight)
    font.setItalic(italic)
    for feature in ("lnum", "tnum"):
        font.setFeature(QFont.Tag.fromString(feature), 1)
    return font
