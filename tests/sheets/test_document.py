from __future__ import annotations

from dataclasses import dataclass

import pytest

from mordcry_app.sheets.document import spoken_date
from mordcry_app.sheets.flow import Item, flow
from mordcry_app.sheets.parts import (
    Column,
    Columns,
    Framed,
    Gap,
    Lines,
    Part,
    Pen,
    Stack,
    Whole,
    beside,
    paragraph,
)
from mordcry_app.sheets.styles import TextStyle
from mordcry_app.sheets.text import Run

STYLE = TextStyle("SourceSans3-Regular", 8, 10)


@dataclass
class Seen:
    """A pen that keeps what was written, and how far down from 1000."""

    lines: list[tuple[str, float]]
    boxes: int = 0

    def text(self, x: float, y: float, text: str, face: str, size: float, ink: float) -> None:
        self.lines.append((text, 1000 - y))

    def rule(self, x1: float, y1: float, x2: float, y2: float, width: float, ink: float) -> None:
        pass

    def box(
        self, x: float, y: float, width: float, height: float, line: float, radius: float = 0.0
    ) -> None:
        self.boxes += 1


def drawn(part: Part | None) -> list[str]:
    """Return what a part writes."""
    pen = Seen([])
    if part is not None:
        typed: Pen = pen
        part.draw(typed, 0, 1000)
    return [text for text, _ in pen.lines]


def numbered(count: int, word: str = "line") -> Lines:
    """Return so many lines, 10 points each."""
    return paragraph([Run("\n".join(f"{word}{n}" for n in range(count)), STYLE)], 500)


def test_lines_are_divided_between_lines() -> None:
    first, rest = numbered(5).split(25)
    assert drawn(first) == ["line0", "line1"]
    assert drawn(rest) == ["line2", "line3", "line4"]
    assert numbered(5).split(9) == (None, numbered(5))
    assert numbered(5).split(50) == (numbered(5), None)


def test_a_stack_is_divided_within_the_part_that_the_room_ends_in() -> None:
    stack = Stack((numbered(2, "a"), Gap(5), numbered(3, "b")))
    first, rest = stack.split(36)
    assert drawn(first) == ["a0", "a1", "b0"]
    assert drawn(rest) == ["b1", "b2"]
    assert first is not None
    assert rest is not None
    assert first.height + rest.height == stack.height


def test_columns_are_divided_at_one_height() -> None:
    columns = beside(numbered(1, "a"), numbered(4, "b"), 100)
    first, rest = columns.split(20)
    assert drawn(first) == ["a0", "b0", "b1"]
    assert drawn(rest) == ["b2", "b3"]


def test_a_frame_is_divided_into_two_frames() -> None:
    framed = Framed(numbered(4), 200)
    first, rest = framed.split(35)
    assert drawn(first) == ["line0", "line1"]
    assert drawn(rest) == ["line2", "line3"]
    assert isinstance(first, Framed)
    assert isinstance(rest, Framed)


def test_parts_flow_from_page_to_page_and_none_is_lost() -> None:
    items = [Item(numbered(4, f"part{n}-"), gap=5) for n in range(5)]
    pages = flow(items, 90, 60)
    assert [len(page.placed) for page in pages] == [2, 1, 1, 1]
    assert all(page.used <= 90 for page in pages)
    texts = [text for page in pages for item, _ in page.placed for text in drawn(item.part)]
    assert texts == [f"part{n}-{line}" for n in range(5) for line in range(4)]


def test_the_gap_before_a_part_goes_at_the_top_of_a_page() -> None:
    pages = flow([Item(numbered(5), gap=7), Item(numbered(5), gap=7)], 60, 60)
    assert [gap for page in pages for _, gap in page.placed] == [0, 0]


def test_a_part_taller_than_a_page_is_divided_even_if_it_should_be_kept() -> None:
    pages = flow([Item(numbered(2)), Item(numbered(50, "long"))], 200, 200)
    texts = [text for page in pages for item, _ in page.placed for text in drawn(item.part)]
    assert texts == ["line0", "line1", *(f"long{n}" for n in range(50))]
    assert len(pages) == 3
    assert len(pages[0].placed) == 2


def test_a_part_that_is_not_kept_begins_where_there_is_room() -> None:
    pages = flow([Item(numbered(8)), Item(numbered(4, "more"), kept=False)], 100, 100)
    assert [drawn(item.part) for item, _ in pages[0].placed][1] == ["more0", "more1"]
    assert [drawn(item.part) for item, _ in pages[1].placed] == [["more2", "more3"]]


def test_what_fits_on_no_page_is_our_mistake_and_raises() -> None:
    @dataclass(frozen=True)
    class Tall(Whole):
        height: float = 500

        def draw(self, pen: Pen, x: float, top: float) -> None:
            pass

    with pytest.raises(ValueError, match="taller than a page"):
        flow([Item(Tall())], 100, 100)


def test_empty_columns_have_no_height() -> None:
    assert Columns(()).height == 0
    assert Columns((Column(0, Gap(4)),)).height == 4


def test_dates_are_written_out() -> None:
    from datetime import date

    assert spoken_date(date(2026, 11, 9)) == "9 November 2026"
