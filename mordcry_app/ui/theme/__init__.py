"""Colours, fonts, icons and the style sheet: what all screens have in common to the eye."""

from mordcry_app.ui.theme.fonts import TextSize, body_font, register_fonts, title_font
from mordcry_app.ui.theme.icons import IconTone, icon, icon_names, paint_icon
from mordcry_app.ui.theme.palette import NIGHT, PAPER, PARCHMENT, Palette, contrast
from mordcry_app.ui.theme.theme import Theme, ThemeMode, colours

__all__ = [
    "NIGHT",
    "PAPER",
    "PARCHMENT",
    "IconTone",
    "Palette",
    "TextSize",
    "Theme",
    "ThemeMode",
    "body_font",
    "colours",
    "contrast",
    "icon",
    "icon_names",
    "paint_icon",
    "register_fonts",
    "title_font",
]
