"""Sheets of cards: where each card stands on the paper, where to cut, and how backs meet fronts.

Cards of one sheet touch one another, so that one straight cut parts two neighbours. They stand
centred on the page; backs are mirrored left to right and so fall behind their fronts on paper that
is turned over its long edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from mordcry_app.sheets.cards_faces import Card, Face
from mordcry_app.sheets.flow import Item, LaidOut, Page, Sheet
from mordcry_app.sheets.options import Paper, SheetOptions
from mordcry_app.sheets.parts import Gap, Lines, Pen, Whole
from mordcry_app.sheets.styles import GRIDS, HAIR, Grid, Setting
from mordcry_app.sheets.text import one_line, shortened

_MM = 72 / 25.4
_COLUMNS = 2
_ROWS = 4
_LARGE_ROWS = 2
_WIDTH = 96 * _MM
_SHEET_HEIGHTS: dict[Paper, float] = {"a4": 272 * _MM, "letter": 256 * _MM}
"""Height of all cards of a sheet together."""
_PADDING = 8.0
_FOOT = 14.0
"""From the paper’s lower edge to the foot of its last line."""
_MARK = 9.0
"""Length of a cut mark in the margin."""
_CUT = 0.3
_HINT = "Print at full size and cut along the lines."
_HINT_BOTH_SIDES = (
    "Print at full size on both sides, turned over the long edge, and cut along the lines."
)
_HINT_BACKS = "Backs of the page before."


@dataclass(frozen=True, slots=True)
class CardGrid:
    """How cards stand on a sheet: how many, how large, and how far from the paper’s edges."""

    page_width: float
    page_height: float
    rows: int
    width: float
    height: float
    columns: int = _COLUMNS
    padding: float = _PADDING

    @classmethod
    def of(cls, options: SheetOptions) -> CardGrid:
        """Return the grid for a paper: eight to a page, or four in large print."""
        paper = GRIDS[options.paper]
        rows = _LARGE_ROWS if options.large else _ROWS
        height = _SHEET_HEIGHTS[options.paper] / rows
        return cls(paper.page_width, paper.page_height, rows, _WIDTH, height)

    @property
    def count(self) -> int:
        """How many cards a sheet has."""
        return self.columns * self.rows

    @property
    def side(self) -> float:
        """Margin at the left and at the right."""
        return (self.page_width - self.columns * self.width) / 2

    @property
    def above(self) -> float:
        """Margin at the top and at the foot."""
        return (self.page_height - self.rows * self.height) / 2

    @property
    def inner_width(self) -> float:
        """Width of what stands on a card."""
        return self.width - 2 * self.padding

    @property
    def inner_height(self) -> float:
        """Height of what stands on a card."""
        return self.height - 2 * self.padding

    @property
    def sheet_grid(self) -> Grid:
        """The grid of the page around the cards; its column aside is as wide as a card has room."""
        return Grid(
            self.page_width,
            self.page_height,
            side=self.side,
            top=self.above,
            bottom=_FOOT,
            aside=self.inner_width,
            gutter=0.0,
        )


@dataclass(frozen=True)
class CardPage(Whole):
    """One side of a sheet: the faces of its cards, where to cut, and a line in the margin above.

    Fronts have hairlines between cards; backs, which seldom fall quite behind them, only have marks
    in the margin.
    """

    faces: tuple[Face | None, ...]
    grid: CardGrid
    setting: Setting
    hint: str
    is_back: bool = False

    @property
    def height(self) -> float:
        """Height in points."""
        return self.grid.rows * self.grid.height

    def draw(self, pen: Pen, x: float, top: float) -> None:
        """Draw the cards and what is around them."""
        grid = self.grid
        self._draw_cuts(pen, x, top)
        style = self.setting.styles.foot
        line = Lines((one_line(self.hint, style),), style, grid.columns * grid.width)
        line.draw(pen, x, grid.page_height - _FOOT)
        for number, face in enumerate(self.faces):
            if face is None:
                continue
            row, column = divmod(number, grid.columns)
            if self.is_back:
                column = grid.columns - 1 - column
            left, upper = x + column * grid.width, top - row * grid.height
            face.draw(pen, left + grid.padding, upper - grid.padding)

    def _draw_cuts(self, pen: Pen, x: float, top: float) -> None:
        grid = self.grid
        mark = min(_MARK, grid.above - _FOOT - self.setting.styles.foot.leading)
        rows = -(-len(self.faces) // grid.columns)
        right, foot = x + grid.columns * grid.width, top - rows * grid.height
        for column in range(grid.columns + 1):
            place = x + column * grid.width
            pen.rule(place, top + 1.5, place, top + mark, _CUT, HAIR)
            pen.rule(place, foot - 1.5, place, foot - mark, _CUT, HAIR)
            if not self.is_back:
                pen.rule(place, top, place, foot, _CUT, HAIR)
        for row in range(rows + 1):
            place = top - row * grid.height
            pen.rule(x - 1.5, place, x - _MARK, place, _CUT, HAIR)
            pen.rule(right + 1.5, place, right + _MARK, place, _CUT, HAIR)
            if not self.is_back:
                pen.rule(x, place, right, place, _CUT, HAIR)


def sheets_of_cards(
    title: str, cards: Sequence[Card], grid: CardGrid, setting: Setting, imprint: str
) -> LaidOut:
    """Return the pages of one warband’s cards: a page of fronts, its backs, the next fronts."""
    setting = replace(setting, grid=grid.sheet_grid)
    pages: list[Page] = []
    for start in range(0, len(cards), grid.count):
        pages.extend(_sides(cards[start : start + grid.count], grid, setting))
    sheet = Sheet(title, (), Gap(0.0), (), imprint, setting)
    style = setting.styles.foot
    text = shortened(imprint, style, grid.columns * grid.width * 0.5)
    foot = Lines((text,), style, grid.columns * grid.width)
    return LaidOut(sheet, tuple(pages), foot, grid.rows * grid.height)


def _sides(cards: Sequence[Card], grid: CardGrid, setting: Setting) -> Iterator[Page]:
    """Yield the front of a sheet and, where its cards have backs, the other side."""
    has_backs = any(card.back is not None for card in cards)
    hint = _HINT_BOTH_SIDES if has_backs else _HINT
    fronts = CardPage(tuple(card.front for card in cards), grid, setting, hint)
    page = Page()
    for card in cards:
        page.place(Item(Gap(0.0), bookmark=card.bookmark), 0.0)
    page.place(Item(fronts), 0.0)
    yield page
    if has_backs:
        backs = CardPage(tuple(card.back for card in cards), grid, setting, _HINT_BACKS, True)
        page = Page()
        page.place(Item(backs), 0.0)
        yield page
