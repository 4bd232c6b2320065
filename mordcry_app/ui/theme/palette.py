"""The two colour sets of the program, and the arithmetic that keeps text readable.

Every colour on screen is a field of `Palette`; nothing outside this package writes a colour.
Text and grounds that may meet are listed in `text_pairs`, and a test holds each pair to WCAG's
4.5:1, so a new colour cannot quietly become unreadable.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

MINIMUM_CONTRAST = 4.5
"""WCAG 2 contrast that every text keeps against every ground it may stand on."""


@dataclass(frozen=True)
class Palette:
    """One colour set. Every field but the first two is a colour as ``#RRGGBB``."""

    name: str
    is_dark: bool

    ground: str
    """Behind everything: the window, headers of cards' neighbours, the page."""
    surface: str
    """Cards, the rail, the dice tray, fields: what carries content."""
    ink: str
    """Text and dice outlines."""
    muted: str
    """Text that waits or explains."""
    blood: str
    """Losses, the primary action, the mark of the active page."""
    verdigris: str
    """Gains, hits, what is chosen."""
    gold: str
    """The next question, criticals, warnings."""

    hairline: str
    """Lines between rows and around cards. Decoration: carries no meaning alone."""
    control: str
    """Outlines of fields, boxes and scroll handles: visible at 3:1 on the surface."""
    hover: str
    """Under the pointer."""
    selection: str
    """The selected row, the active page, the fighter on screen."""
    accent_soft: str
    """A quiet ground for the next question and for notices."""
    blood_deep: str
    """The primary button under the pointer or pressed."""
    on_accent: str
    """Text on a filling of blood, verdigris or gold."""
    focus: str
    """The ring around the control that has the keyboard."""
    shadow: str
    """The edge that lifts an overlay from what it covers."""


PARCHMENT = Palette(
    name="Parchment",
    is_dark=False,
    ground="#F4EFE4",
    surface="#FBF8F1",
    ink="#231F1A",
    muted="#6B6255",
    blood="#8E2B23",
    verdigris="#2F6B5E",
    gold="#8A6412",
    hairline="#DCD3C0",
    control="#8F8573",
    hover="#F5EEE0",
    selection="#F5EBD5",
    accent_soft="#F7EFDF",
    blood_deep="#742019",
    on_accent="#FFFDF8",
    focus="#2F6B5E",
    shadow="#C9BEA8",
)

NIGHT = Palette(
    name="Night",
    is_dark=True,
    ground="#15130F",
    surface="#1F1C17",
    ink="#EDE6D8",
    muted="#A79C8A",
    blood="#E0694F",
    verdigris="#6FB8A5",
    gold="#D9A441",
    hairline="#39342B",
    control="#7A7162",
    hover="#27231C",
    selection="#2C2519",
    accent_soft="#282218",
    blood_deep="#EB8069",
    on_accent="#15130F",
    focus="#6FB8A5",
    shadow="#050403",
)


PAPER = "#FFFFFF"
"""What is printed on: white in both themes, because it shows what comes out of the printer."""


def contrast(one: str, other: str) -> float:
    """The WCAG 2 contrast of two ``#RRGGBB`` colours: 1 (the same) to 21 (black on white)."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def text_pairs(palette: Palette) -> Iterator[tuple[str, str]]:
    """The names of every text field and ground field that may meet on screen."""
    for text in ("ink", "muted", "blood", "verdigris", "gold"):
        for ground in ("ground", "surface", "hover", "selection", "accent_soft"):
            yield text, ground
    for filling in ("blood", "verdigris", "gold", "blood_deep"):
        yield "on_accent", filling


def _luminance(colour: str) -> float:
    channels = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
