"""The small marks inside Qt's own controls (ticks, arrows), drawn in the palette's colours.

A style sheet can take such a mark only from a file and cannot colour it, so the marks of the
present palette are written to a folder that lives as long as the program.
"""

from __future__ import annotations

from pathlib import Path

from mordcry_app.ui.theme.palette import Palette

_STROKES = {
    "check": ("on_accent", "M3.5 8.5 6.5 11.5 12.5 4.5"),
    "dash": ("on_accent", "M4 8H12"),
    "down": ("muted", "M4 6 8 10 12 6"),
    "up": ("muted", "M4 10 8 6 12 10"),
    "right": ("muted", "M6 4 10 8 6 12"),
}
_SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">'
    '<path d="{path}" fill="none" stroke="{colour}" stroke-width="2"'
    ' stroke-linecap="round" stroke-linejoin="round"/></svg>'
)


def write_glyphs(palette: Palette, folder: Path) -> dict[str, str]:
    """Write the marks for *palette* into *folder*; return their paths by name, for a ``url()``."""
    written: dict[str, str] = {}
    for name, (field, path) in _STROKES.items():
        file = folder / f"{palette.name.lower()}-{name}.svg"
        file.write_text(_SVG.format(path=path, colour=getattr(palette, field)), encoding="utf-8")
        written[name] = file.as_posix()
    return written
