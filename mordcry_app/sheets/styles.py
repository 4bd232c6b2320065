"""The one grid and the one set of text styles that all sheets share. Lengths are in points."""

from __future__ import annotations

from dataclasses import dataclass

from mordcry_app.sheets.fonts import FaceName
from mordcry_app.sheets.options import Paper

LEAST_SIZE = 7.0
"""Nothing on paper is set smaller than this."""

BLACK = 0.0
QUIET = 0.27
"""Grey of labels and of what may be read second; dark enough for any office printer."""
HAIR = 0.55
"""Grey of hairlines."""


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How text is set: face, size and distance of lines in points, grey from 0 (black) to 1."""

    face: FaceName
    size: float
    leading: float
    ink: float = BLACK


@dataclass(frozen=True, slots=True)
class Styles:
    """The text styles of a sheet."""

    titles: tuple[TextStyle, ...] = (
        TextStyle("EBGaramond-Bold", 28, 30),
        TextStyle("EBGaramond-Bold", 22, 24),
        TextStyle("EBGaramond-Bold", 17, 19),
    )
    """From the largest down: a long title takes the first in which two lines will do."""
    motto: TextStyle = TextStyle("EBGaramond-Italic", 12.5, 15)
    head: TextStyle = TextStyle("SourceSans3-Regular", 8.6, 11.2)
    head_strong: TextStyle = TextStyle("SourceSans3-SemiBold", 8.6, 11.2)
    running_head: TextStyle = TextStyle("EBGaramond-Bold", 13, 16)
    name: TextStyle = TextStyle("EBGaramond-Bold", 13.2, 13.8)
    meta: TextStyle = TextStyle("SourceSans3-Regular", 7.7, 9.2, QUIET)
    meta_strong: TextStyle = TextStyle("SourceSans3-SemiBold", 7.7, 9.2)
    label: TextStyle = TextStyle("SourceSans3-Regular", 7.2, 8.2, QUIET)
    value: TextStyle = TextStyle("SourceSans3-Regular", 10.8, 12.2)
    value_changed: TextStyle = TextStyle("SourceSans3-SemiBold", 10.8, 12.2)
    mark: TextStyle = TextStyle("SourceSans3-Regular", 11, 12.2)
    attack: TextStyle = TextStyle("SourceSans3-Regular", 8.5, 10.3)
    attack_strong: TextStyle = TextStyle("SourceSans3-SemiBold", 8.5, 10.3)
    detail: TextStyle = TextStyle("SourceSans3-Regular", 8, 9.4)
    detail_strong: TextStyle = TextStyle("SourceSans3-SemiBold", 8, 9.4)
    detail_quiet: TextStyle = TextStyle("SourceSans3-Italic", 8, 9.4, QUIET)
    note: TextStyle = TextStyle("SourceSans3-Regular", 7.4, 8.8)
    note_strong: TextStyle = TextStyle("SourceSans3-SemiBold", 7.4, 8.8)
    foot: TextStyle = TextStyle("SourceSans3-Regular", 7.2, 9, QUIET)
    foot_strong: TextStyle = TextStyle("SourceSans3-SemiBold", 7.2, 9, QUIET)


@dataclass(frozen=True, slots=True)
class Grid:
    """The page and its columns. `aside` holds who a fighter is, `main` what the fighter can do."""

    page_width: float
    page_height: float
    side: float = 30.0
    top: float = 26.0
    bottom: float = 22.0
    aside: float = 134.0
    gutter: float = 14.0

    @property
    def width(self) -> float:
        """Width between the side margins."""
        return self.page_width - 2 * self.side

    @property
    def main(self) -> float:
        """Width of the main column."""
        return self.width - self.aside - self.gutter

    @property
    def main_offset(self) -> float:
        """Where the main column begins, from the left margin."""
        return self.aside + self.gutter


GRIDS: dict[Paper, Grid] = {
    "a4": Grid(page_width=595.2756, page_height=841.8898),
    "letter": Grid(page_width=612.0, page_height=792.0),
}
