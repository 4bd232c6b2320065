"""The grid of each paper and the sets of text styles for all sheets. Lengths are in points."""

from __future__ import annotations

from dataclasses import dataclass, replace

from mordcry_app.rules.paper import PLAIN_PAPER, PaperPlan
from mordcry_app.sheets.fonts import FaceName
from mordcry_app.sheets.options import Paper, SheetOptions

LEAST_SIZE = 7.0
"""Nothing on paper is set smaller than this."""

LEAST_LARGE_SIZE = 11.0
"""Nothing is smaller in large print."""

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
    cover: tuple[TextStyle, ...] = (
        TextStyle("EBGaramond-Bold", 46, 50),
        TextStyle("EBGaramond-Bold", 36, 40),
        TextStyle("EBGaramond-Bold", 28, 32),
        TextStyle("EBGaramond-Bold", 20, 24),
    )
    """The name of a book: from the largest down, the first in which a few lines will do."""
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
    chapter: TextStyle = TextStyle("EBGaramond-Bold", 22, 25)
    heading: TextStyle = TextStyle("EBGaramond-Bold", 13, 15.5)
    subheading: TextStyle = TextStyle("SourceSans3-SemiBold", 9.4, 12)
    body: TextStyle = TextStyle("SourceSans3-Regular", 9.6, 12.8)
    body_strong: TextStyle = TextStyle("SourceSans3-SemiBold", 9.6, 12.8)
    prose: TextStyle = TextStyle("EBGaramond-Regular", 11.6, 15.4)
    prose_quiet: TextStyle = TextStyle("EBGaramond-Italic", 11.6, 15.4, QUIET)
    cell: TextStyle = TextStyle("SourceSans3-Regular", 8.2, 10)
    cell_strong: TextStyle = TextStyle("SourceSans3-SemiBold", 8.2, 10)
    cell_quiet: TextStyle = TextStyle("SourceSans3-Regular", 7.6, 9.4, QUIET)
    foot: TextStyle = TextStyle("SourceSans3-Regular", 7.2, 9, QUIET)
    foot_strong: TextStyle = TextStyle("SourceSans3-SemiBold", 7.2, 9, QUIET)
    wound_box: BoxStyle = BoxStyle(8.2, 2.6, 11.4)
    status_box: BoxStyle = BoxStyle(6.4, 3.2, 9.2)
    die_box: BoxStyle = BoxStyle(13.5, 3.0, 19.0)
    tick_box: BoxStyle = BoxStyle(9.0, 3.4, 19.0)
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
    die_box=BoxStyle(13.5, 3.0, 16.8),
    tick_box=BoxStyle(9.0, 3.4, 16.8),
    block_gap=4.4,
    end_gap=5.4,
    banner_padding=3.5,
)
"""A little smaller and closer, for a sheet that saves a page by it."""

LARGE = Styles(
    titles=(
        TextStyle("EBGaramond-Bold", 31, 33),
        TextStyle("EBGaramond-Bold", 25, 27),
        TextStyle("EBGaramond-Bold", 19, 21),
    ),
    motto=TextStyle("EBGaramond-Italic", 14.5, 17.5),
    head=TextStyle("SourceSans3-Regular", 11.4, 14.4),
    head_strong=TextStyle("SourceSans3-SemiBold", 11.4, 14.4),
    running_head=TextStyle("EBGaramond-Bold", 16, 19),
    name=TextStyle("EBGaramond-Bold", 16.5, 17.6),
    meta=TextStyle("SourceSans3-Regular", 11, 13, QUIET),
    meta_strong=TextStyle("SourceSans3-SemiBold", 11, 13),
    label=TextStyle("SourceSans3-Regular", 11, 12.2, QUIET),
    value=TextStyle("SourceSans3-Regular", 14, 15.6),
    value_changed=TextStyle("SourceSans3-SemiBold", 14, 15.6),
    mark=TextStyle("SourceSans3-Regular", 14, 15.6),
    small_mark=TextStyle("SourceSans3-Regular", 12.6, 13.6),
    attack=TextStyle("SourceSans3-Regular", 11.6, 13.8),
    attack_strong=TextStyle("SourceSans3-SemiBold", 11.6, 13.8),
    detail=TextStyle("SourceSans3-Regular", 11.2, 13.2),
    detail_strong=TextStyle("SourceSans3-SemiBold", 11.2, 13.2),
    detail_quiet=TextStyle("SourceSans3-Italic", 11.2, 13.2, QUIET),
    note=TextStyle("SourceSans3-Regular", 11, 13),
    note_strong=TextStyle("SourceSans3-SemiBold", 11, 13),
    chapter=TextStyle("EBGaramond-Bold", 25, 28.5),
    heading=TextStyle("EBGaramond-Bold", 16, 19),
    subheading=TextStyle("SourceSans3-SemiBold", 12.2, 15.4),
    body=TextStyle("SourceSans3-Regular", 12, 16),
    body_strong=TextStyle("SourceSans3-SemiBold", 12, 16),
    prose=TextStyle("EBGaramond-Regular", 14.2, 18.8),
    prose_quiet=TextStyle("EBGaramond-Italic", 14.2, 18.8, QUIET),
    cell=TextStyle("SourceSans3-Regular", 11.2, 13.6),
    cell_strong=TextStyle("SourceSans3-SemiBold", 11.2, 13.6),
    cell_quiet=TextStyle("SourceSans3-Regular", 11, 13.4, QUIET),
    foot=TextStyle("SourceSans3-Regular", 11, 13.4, QUIET),
    foot_strong=TextStyle("SourceSans3-SemiBold", 11, 13.4, QUIET),
    wound_box=BoxStyle(12, 3.6, 16.4),
    status_box=BoxStyle(9.4, 4.4, 13.6),
    die_box=BoxStyle(16.5, 3.6, 23.0),
    tick_box=BoxStyle(12.0, 4.4, 23.0),
    block_gap=9.0,
    end_gap=11.0,
    banner_padding=6.5,
)
"""Nothing smaller than `LEAST_LARGE_SIZE`; boxes and distances grow with the text."""

CARD = replace(COMFORTABLE, wound_box=BoxStyle(11, 3.4, 14.6), status_box=BoxStyle(8.4, 4.4, 11.8))
"""For cards, which are ticked on the table."""
CLOSE_CARD = replace(
    COMPACT, wound_box=BoxStyle(9.6, 3.2, 12.4), status_box=BoxStyle(7.6, 4.0, 10.2)
)
"""For a card that holds so much more."""


DENSE = replace(
    COMFORTABLE,
    subheading=TextStyle("SourceSans3-SemiBold", 9.2, 11.4),
    cell=TextStyle("SourceSans3-Regular", 7.7, 9.2),
    cell_strong=TextStyle("SourceSans3-SemiBold", 7.7, 9.2),
    cell_quiet=TextStyle("SourceSans3-Regular", 7.3, 8.8, QUIET),
)
"""For pages and pages of tables, which become fewer by it."""


def card_styles_for(options: SheetOptions) -> tuple[Styles, ...]:
    """Return the sets of styles that a card may be set in, best first."""
    return (LARGE,) if options.large else (CARD, CLOSE_CARD)


def styles_for(options: SheetOptions) -> Styles:
    """Return the set of styles that the options ask for."""
    return LARGE if options.large else COMFORTABLE


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

_LARGE_ASIDE = 156.0
_LARGE_GUTTER = 16.0


def grid_for(options: SheetOptions) -> Grid:
    """Return the grid of a paper; large print has a wider column aside."""
    grid = GRIDS[options.paper]
    if options.large:
        return replace(grid, aside=_LARGE_ASIDE, gutter=_LARGE_GUTTER)
    return grid


@dataclass(frozen=True, slots=True)
class Setting:
    """How a sheet is set: on which grid, in which styles, with which options and whose plan."""

    grid: Grid
    styles: Styles
    options: SheetOptions
    plan: PaperPlan = PLAIN_PAPER


def setting_for(options: SheetOptions, plan: PaperPlan) -> Setting:
    """Return how a sheet of a ruleset is set with these options."""
    return Setting(grid_for(options), styles_for(options), options, plan)
