"""Tables wrap, divide and lose nothing, whatever stands in their cells."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mordcry_app.sheets.options import SheetOptions
from mordcry_app.sheets.parts import Part
from mordcry_app.sheets.styles import COMFORTABLE, GRIDS, Setting
from mordcry_app.sheets.tables import Cell, Table, table_part
from mordcry_app.sheets.text import Run, measure
from tests.sheets.hostile import phrases, sentences
from tests.sheets.reading import in_print, squashed
from tests.sheets.recording import drawn

SETTING = Setting(GRIDS["a4"], COMFORTABLE, SheetOptions())
PLAIN = COMFORTABLE.cell
WIDTH = 240.0


def pieces(part: Part | None, room: float) -> list[Part]:
    """Divide a part into pieces for pages of one height."""
    result: list[Part] = []
    while part is not None:
        first, part = part.split(room)
        assert first is not None
        assert first.height <= room + 0.01
        result.append(first)
    return result


def table(*rows: list[Cell], headings: tuple[str, ...] = ()) -> Table:
    return table_part(headings, rows, None, SETTING, WIDTH)


def test_cells_stand_in_columns_below_their_headings() -> None:
    pen = drawn(table(["11", "Dead"], ["12", "Lost arm"], headings=("D66", "Injury")))
    places = {text: x for x, _, text, _ in pen.texts}
    assert places["D66"] == places["11"] == places["12"] == 0.0
    assert places["Injury"] == places["Dead"] == places["Lost arm"] > 0.0


def test_a_short_column_is_left_room_beside_a_long_one() -> None:
    long = "The fighter cannot take part in the next battle, and loses all crowns that it had. " * 3
    (row,) = table(["11–13", "Multiple injuries", long]).rows
    (_, roll), (_, name), (_, text) = row.cells
    assert len(roll.lines) == 1
    assert len(name.lines) == 1
    assert len(text.lines) > 3
    assert text.width > 2 * name.width


def test_what_nobody_needs_is_shared_so_that_the_table_is_as_wide_as_asked() -> None:
    (row,) = table(["ab", "cd"]).rows
    offset, last = row.cells[-1]
    assert offset + last.width == pytest.approx(WIDTH)


def test_widths_may_be_given_in_proportion() -> None:
    part = table_part((), [["a", "b"]], [1, 3], SETTING, WIDTH)
    (_, first), (_, second) = part.rows[0].cells
    assert second.width == pytest.approx(3 * first.width)


def test_figures_stand_at_the_right_but_not_in_the_first_column() -> None:
    rows: list[list[Cell]] = [["1", "12"], ["2", "−7"]]
    part = table_part(("No", "Renown"), rows, None, SETTING, WIDTH)
    assert part.head is not None
    assert [cell.align for _, cell in part.head.cells] == ["left", "right"]
    assert [cell.align for _, cell in part.rows[1].cells] == ["left", "right"]
    pen = drawn(part)
    ends = [x + measure(text, PLAIN) for x, _, text, _ in pen.texts if text in ("12", "−7")]
    assert ends == pytest.approx([WIDTH, WIDTH])


def test_sides_may_be_given() -> None:
    part = table_part((), [["1", "2"]], None, SETTING, WIDTH, aligns=("centre", "left"))
    assert [cell.align for _, cell in part.rows[0].cells] == ["centre", "left"]


def test_one_hairline_stands_between_two_rows_and_a_stronger_one_below_the_headings() -> None:
    pen = drawn(table(["a", "b"], ["c", "d"], ["e", "f"], headings=("A", "B")))
    assert [width for *_, width in pen.rules] == [0.5, 0.3, 0.3]
    assert not drawn(table(["a", "b"])).rules


def test_headings_are_repeated_on_every_piece() -> None:
    rows = [[str(n), f"Row {n}"] for n in range(30)]
    part = table_part(("No", "What"), rows, None, SETTING, WIDTH)
    parts = pieces(part, 100.0)
    assert len(parts) > 3
    assert all("What" in drawn(piece).words for piece in parts)
    read = "".join(drawn(piece).words for piece in parts)
    assert read.replace("NoWhat", "") == "".join(f"{n}Row {n}" for n in range(30))


def test_a_row_stays_whole_and_goes_to_the_next_page() -> None:
    part = table(["1", "short"], ["2", "a text of several lines " * 12])
    first, rest = part.split(part.height - 5)
    assert isinstance(first, Table)
    assert isinstance(rest, Table)
    assert len(first.rows) == len(rest.rows) == 1
    assert part.split(3.0) == (None, part)


def test_headings_never_stand_without_a_row() -> None:
    part = table(["1", "one"], headings=("No", "What"))
    assert part.head is not None
    assert part.split(part.head.height + 2) == (None, part)


def test_a_heading_across_the_columns_goes_with_the_row_below_it() -> None:
    part = table(["1", "one"], ["Doubles"], ["2", "two"])
    assert [row.leads for row in part.rows] == [False, True, False]
    first, rest = part.split(part.height - 2)
    assert isinstance(first, Table)
    assert isinstance(rest, Table)
    assert [len(first.rows), len(rest.rows)] == [1, 2]
    only = table(["Doubles"], ["2", "two"])
    assert only.split(only.height - 2) == (None, only)


def test_a_row_taller_than_a_page_is_divided() -> None:
    words = [f"word{n}" for n in range(3000)]
    part = table(["1", " ".join(words)], ["2", "behind"], headings=("No", "What"))
    parts = pieces(part, 700.0)
    assert len(parts) > 1
    read = squashed("".join(drawn(piece).words for piece in parts).replace("NoWhat", ""))
    assert read == squashed(f"1{' '.join(words)}2behind")


def test_a_table_may_be_empty() -> None:
    assert table().height == 0
    assert drawn(table()).words == ""
    assert table([], ["", ""]).height > 0
    assert "What" in drawn(table(headings=("What",))).words


def test_cells_may_be_runs_in_styles_of_their_own() -> None:
    strong = COMFORTABLE.cell_strong
    part = table([[Run("Stun ", strong), Run("2 dice", PLAIN)], "x"])
    assert "Stun" in drawn(part).words


def test_headings_that_fill_a_page_are_printed_once_and_divided() -> None:
    part = table_part(("No", "W" * 2000), [["1", "one"]], None, SETTING, WIDTH)
    assert part.head is None
    assert len(pieces(part, 300.0)) > 1


@given(
    st.integers(1, 6).flatmap(
        lambda count: st.tuples(
            st.lists(phrases, min_size=count, max_size=count),
            st.lists(
                st.lists(st.one_of(phrases, sentences), min_size=0, max_size=count), max_size=6
            ),
        )
    ),
    st.floats(120.0, 540.0),
    st.floats(480.0, 760.0),
)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_hostile_cells_lose_nothing_and_stay_within_the_table(
    content: tuple[list[str], list[list[str]]], width: float, room: float
) -> None:
    headings, rows = content
    part = table_part(headings, rows, None, SETTING, width)
    pens = [drawn(piece) for piece in pieces(part, room)]
    read = squashed("".join(pen.words for pen in pens))
    for text in (*headings, *(cell for row in rows for cell in row)):
        for word in in_print(text).split():
            letters = squashed(word)
            assert all(letter in read for letter in letters)
    for pen in pens:
        for x, y, text, size in pen.texts:
            assert size >= 7.0
            assert x >= -0.01
            assert y >= -room - 0.01
            if len(text) > 1:
                assert x <= width


def test_a_note_stands_below_its_row_and_is_divided_with_it_only_if_it_is_tall() -> None:
    rows: list[list[Cell]] = [["a", "b"], ["c", "d"]]
    long = "A note that is as long as it needs to be, and longer than what one line of it holds."
    notes = ["", long]
    part = table_part((), rows, None, SETTING, WIDTH, notes=notes)
    plain, noted = part.rows
    assert plain.note is None
    assert noted.note is not None
    assert len(noted.note.lines) == 2
    assert noted.height == pytest.approx(plain.height + 2 * PLAIN.leading)
    assert drawn(part).words.startswith("abcdA note")
    first, _ = part.split(part.height - 4)
    assert isinstance(first, Table)
    assert len(first.rows) == 1


def test_a_note_taller_than_a_page_goes_on() -> None:
    words = [f"word{n}" for n in range(2000)]
    part = table_part((), [["a", "b"]], None, SETTING, WIDTH, notes=[" ".join(words)])
    parts = pieces(part, 500.0)
    assert len(parts) > 2
    assert squashed("".join(drawn(p).words for p in parts)) == squashed(f"ab{''.join(words)}")
    lone = part.split(part.rows[0].leading + 3.0)[0]
    assert isinstance(lone, Table)
    assert drawn(lone).words == "ab"
