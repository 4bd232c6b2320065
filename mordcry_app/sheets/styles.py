"""The one grid and the one set of text styles that all sheets share. Lengths are in points."""

from __future__ import annotations

from dataclasses import dataclass

from mordcry_app.sheets.fonts import FaceName
from mordcry_app.sheets.options import Paper, SheetOptions

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
class BoxStyle:
    """How boxes to tick are drawn: their side, the gap behind each, the height of their row."""

    side: float
    gap: float
    row: float


@dataclass(frozen=True, slots=True)
class Styles:
    """The text styles and boxes of a sheet, and the least space between its blocks."""

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
    small_mark: TextStyle = TextStyle("SourceSans3-Regular", 9.6, 10.3)
    attack: TextStyle = TextStyle("SourceSans3-Regular", 8.5, 10.3)
    attack_strong: TextStyle = TextStyle("SourceSans3-SemiBold", 8.5, 10.3)
    detail: TextStyle = TextStyle("SourceSans3-Regular", 8, 9.4)
    detail_strong: TextStyle = TextStyle("SourceSans3-SemiBold", 8, 9.4)
    detail_quiet: TextStyle = TextStyle("SourceSans3-Italic", 8, 9.4, QUIET)
    note: TextStyle = TextStyle("SourceSans3-Regular", 7.4, 8.8)
    note_strong: TextStyle = TextStyle("SourceSans3-SemiBold", 7.4, 8.8)
    foot: TextStyle = TextStyle("SourceSans3-Regular", 7.2, 9, QUIET)
    foot_strong: TextStyle = TextStyle("SourceSans3-SemiBold", 7.2, 9, QUIET)
    wound_box: BoxStyle = BoxStyle(8.2, 2.6, 11.4)
    status_box: BoxStyle = BoxStyle(6.4, 3.2, 9.2)
    block_gap: float = 6.0
    end_gap: float = 8.0
    banner_padding: float = 5.0


COMFORTABLE = Styles()
COMPACT = Styles(
    titles=(
        TextStyle("EBGaramond-Bold", 24, 25),
        TextStyle("EBGaramond-Bold", 20, 21),
        TextStyle("EBGaramond-Bold", 16, 17),
    ),
    motto=TextStyle("EBGaramond-Italic", 11.5, 13),
    head=TextStyle("SourceSans3-Regular", 8.2, 10),
    head_strong=TextStyle("SourceSans3-SemiBold", 8.2, 10),
    name=TextStyle("EBGaramond-Bold", 12.6, 12.8),
    meta=TextStyle("SourceSans3-Regular", 7.4, 8.6, QUIET),
    meta_strong=TextStyle("SourceSans3-SemiBold", 7.4, 8.6),
    label=TextStyle("SourceSans3-Regular", 7.1, 7.8, QUIET),
    value=TextStyle("SourceSans3-Regular", 10.4, 11.4),
    value_changed=TextStyle("SourceSans3-SemiBold", 10.4, 11.4),
    mark=TextStyle("SourceSans3-Regular", 10.4, 11.4),
    small_mark=TextStyle("SourceSans3-Regular", 9.4, 9.6),
    attack=TextStyle("SourceSans3-Regular", 8.2, 9.6),
    attack_strong=TextStyle("SourceSans3-SemiBold", 8.2, 9.6),
    detail=TextStyle("SourceSans3-Regular", 7.6, 8.7),
    detail_strong=TextStyle("SourceSans3-SemiBold", 7.6, 8.7),
    detail_quiet=TextStyle("SourceSans3-Italic", 7.6, 8.7, QUIET),
    note=TextStyle("SourceSans3-Regular", 7.1, 8.2),
    note_strong=TextStyle("SourceSans3-SemiBold", 7.1, 8.2),
    foot=TextStyle("SourceSans3-Regular", 7.1, 8.4, QUIET),
    foot_strong=TextStyle("SourceSans3-SemiBold", 7.1, 8.4, QUIET),
    wound_box=BoxStyle(7.8, 2.6, 10.4),
    status_box=BoxStyle(6.2, 3.2, 8.6),
    block_gap=5.0,
    end_gap=6.0,
    banner_padding=3.5,
)
"""A little smaller and closer, for a sheet that saves a page by it."""


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


@dataclass(frozen=True, slots=True)
class Setting:
    """How a sheet is set: on which grid, in which styles, with which options."""

    grid: Grid
    styles: Styles
    options: SheetOptions
