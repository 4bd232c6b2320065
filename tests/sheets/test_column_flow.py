"""Columns keep the order of their blocks, lose nothing, and end about equally tall."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mordcry_app.sheets.column_flow import Block, ColumnFlow, Headed, Poured
from mordcry_app.sheets.options import SheetOptions
from mordcry_app.sheets.parts import Bookmarked, Part, paragraph
from mordcry_app.sheets.styles import COMFORTABLE, GRIDS, Setting
from mordcry_app.sheets.tables import table_part
from mordcry_app.sheets.text import Run
from tests.sheets.recording import Recorder, drawn

SETTING = Setting(GRIDS["a4"], COMFORTABLE, SheetOptions())
CELL = COMFORTABLE.cell
WIDTH = 200.0


def lines(name: str, count: int) -> Part:
    return paragraph([Run("\n".join(f"{name}{n}" for n in range(count)), CELL)], WIDTH)


def headed(name: str, count: int, least: float = 0.0) -> Headed:
    rows = [[f"{name}{n}"] for n in range(count)]
    return Headed(
        lines(f"Head{name}", 1),
        paragraph([Run(f"Again{name}", CELL)], WIDTH),
        table_part((), rows, None, SETTING, WIDTH),
        least,
    )


def flow_of(*parts: Part, count: int = 2, gap: float = 6.0, kept: bool = False) -> ColumnFlow:
    blocks = tuple(Block(part, gap, kept, f"Mark{n}") for n, part in enumerate(parts))
    return ColumnFlow(blocks, count, WIDTH, 20.0)


def pages(flow: Part, room: float) -> list[Part]:
    result: list[Part] = []
    rest: Part | None = flow
    while rest is not None:
        first, rest = rest.split(room)
        assert first is not None
        assert first.height <= room + 0.01
        result.append(first)
    return result


def column_heights(part: Part) -> list[float]:
    if isinstance(part, ColumnFlow):
        part = part._balanced  # the columns that it draws
    assert isinstance(part, Poured)
    return [column.part.height for column in part.columns.columns]


def texts(pen: Recorder) -> list[str]:
    return [text for _, _, text, _ in pen.texts]


def test_one_page_is_read_down_the_first_column_and_then_the_second() -> None:
    flow = flow_of(*(lines(f"block{n}-", 3) for n in range(6)))
    pen = drawn(flow)
    assert texts(pen) == [f"block{n}-{m}" for n in range(6) for m in range(3)]
    first = [text for x, _, text, _ in pen.texts if x < WIDTH]
    assert first == [f"block{n}-{m}" for n in range(3) for m in range(3)]
    assert {x for x, *_ in pen.texts} == {0.0, WIDTH + 20.0}


def test_the_last_columns_are_about_equally_tall() -> None:
    flow = flow_of(lines("a", 31))
    left, right = column_heights(flow)
    assert abs(left - right) <= CELL.leading + 0.01
    assert flow.height == max(left, right)


def test_a_block_stays_whole_where_that_costs_little() -> None:
    flow = flow_of(headed("a", 11), headed("b", 10))
    assert "Againa" not in drawn(flow).words
    uneven = flow_of(headed("a", 30), headed("b", 3))
    assert "Againa" in drawn(uneven).words


def test_full_pages_fill_their_columns_and_go_on() -> None:
    flow = flow_of(headed("a", 100), gap=0.0)
    parts = pages(flow, 300.0)
    assert len(parts) > 2
    for part in parts[:-1]:
        assert all(height > 300.0 - 2 * 14 for height in column_heights(part))
    read = [text for part in parts for text in texts(drawn(part))]
    assert [text for text in read if text not in ("Heada0", "Againa")] == [
        f"a{n}" for n in range(100)
    ]
    assert read.count("Heada0") == 1
    assert read.count("Againa") == sum(len(column_heights(part)) for part in parts) - 1


def test_kept_blocks_go_to_the_next_column_whole() -> None:
    flow = flow_of(*(headed(f"b{n}-", 9) for n in range(7)), kept=True)
    for part in pages(flow, 330.0):
        assert not any(text.startswith("Again") for text in texts(drawn(part)))


def test_a_kept_block_taller_than_a_column_is_divided_all_the_same() -> None:
    parts = pages(flow_of(headed("a", 90), kept=True), 300.0)
    assert len(parts) > 1


def test_no_piece_is_a_scrap() -> None:
    part = headed("a", 10, least=40.0)
    for room in range(20, int(part.height)):
        first, rest = part.split(float(room))
        if first is None:
            continue
        assert first.height >= 40.0
        assert rest is not None
        assert rest.height >= 40.0


def test_what_cannot_be_divided_well_is_divided_somehow_in_an_empty_column() -> None:
    parts = pages(flow_of(headed("a", 10, least=400.0)), 90.0 + 120.0 - 90.0)
    read = [text for part in parts for text in texts(drawn(part)) if text.startswith("a")]
    assert read == [f"a{n}" for n in range(10)]


def test_columns_do_not_begin_where_there_is_little_room() -> None:
    flow = flow_of(headed("a", 100))
    assert flow.split(90.0) == (None, flow)
    short = flow_of(headed("a", 4))
    first, rest = short.split(90.0)
    assert first is not None
    assert rest is None


def test_bookmarks_stand_where_their_blocks_begin() -> None:
    flow = flow_of(*(headed(f"b{n}-", 20) for n in range(6)))
    assert flow.bookmarks == tuple(f"Mark{n}" for n in range(6))
    parts = pages(flow, 400.0)
    assert len(parts) > 1
    found: list[str] = []
    for part in parts:
        assert isinstance(part, Bookmarked)
        words = drawn(part).words
        assert all(f"Headb{mark.removeprefix('Mark')}-" in words for mark in part.bookmarks)
        found.extend(part.bookmarks)
    assert found == [f"Mark{n}" for n in range(6)]


def test_one_column_is_a_plain_flow() -> None:
    flow = flow_of(headed("a", 5), headed("b", 5), count=1)
    assert len(column_heights(flow)) == 1
    assert flow.height == pytest.approx(sum(b.part.height for b in flow.blocks) + 6.0)


@given(
    st.lists(st.tuples(st.integers(1, 40), st.booleans()), min_size=1, max_size=8),
    st.integers(1, 3),
    st.floats(150.0, 700.0),
)
def test_nothing_is_lost_and_the_order_is_kept(
    blocks: list[tuple[int, bool]], count: int, room: float
) -> None:
    flow = flow_of(*(headed(f"b{n}-", rows, 30.0) for n, (rows, _) in enumerate(blocks)))
    flow = replace(
        flow,
        count=count,
        blocks=tuple(
            replace(block, kept=kept) for block, (_, kept) in zip(flow.blocks, blocks, strict=True)
        ),
    )
    read = [text for part in pages(flow, room) for text in texts(drawn(part))]
    assert [text for text in read if text.startswith("b")] == [
        f"b{n}-{row}" for n, (rows, _) in enumerate(blocks) for row in range(rows)
    ]
