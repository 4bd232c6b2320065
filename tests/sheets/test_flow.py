"""Parts are spread over pages: nothing is lost, and headings stay with what they lead to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mordcry_app.sheets.flow import Item, Page, flow
from mordcry_app.sheets.parts import Gap, Rule


def heights(pages: list[Page]) -> list[list[float]]:
    return [[item.part.height for item, _ in page.placed] for page in pages]


def whole(height: float) -> Rule:
    """Return a part that cannot be divided."""
    return Rule(10.0, height)


def test_a_part_that_starts_a_page_does_so_once() -> None:
    items = [Item(whole(10)), Item(whole(10), starts_page=True), Item(whole(10), starts_page=True)]
    assert heights(flow(items, 100, 100)) == [[10], [10], [10]]


def test_the_first_part_starts_no_second_page() -> None:
    assert heights(flow([Item(whole(10), starts_page=True)], 100, 100)) == [[10]]


def test_a_heading_goes_to_the_next_page_with_what_it_leads_to() -> None:
    items = [Item(whole(70)), Item(whole(10), leads=True), Item(whole(30))]
    assert heights(flow(items, 100, 100)) == [[70], [10, 30]]


def test_headings_one_after_the_other_stay_together() -> None:
    items = [Item(whole(60)), *[Item(whole(10), leads=True)] * 2, Item(whole(30))]
    assert heights(flow(items, 100, 100)) == [[60], [10, 10, 30]]


def test_a_heading_stays_where_some_of_what_follows_fits() -> None:
    items = [Item(whole(70)), Item(whole(10), leads=True), Item(Gap(90), kept=False)]
    assert heights(flow(items, 100, 100)) == [[70, 10, 20], [70]]


def test_a_heading_at_the_end_stays_where_it_is() -> None:
    items = [Item(whole(90)), Item(whole(10), leads=True)]
    assert heights(flow(items, 100, 100)) == [[90, 10]]


def test_only_the_first_piece_of_a_part_has_its_bookmark() -> None:
    pages = flow([Item(Gap(250), bookmark="Long", kept=False)], 100, 100)
    assert [item.bookmark for page in pages for item, _ in page.placed] == ["Long", "", ""]


def test_what_cannot_be_divided_and_fits_on_no_page_is_our_fault() -> None:
    with pytest.raises(ValueError, match="taller than a page"):
        flow([Item(whole(10)), Item(whole(110))], 100, 100)


@given(
    st.lists(
        st.tuples(
            st.floats(1, 300),
            st.floats(0, 20),
            st.booleans(),
            st.booleans(),
            st.booleans(),
        ),
        max_size=25,
    )
)
def test_no_height_is_lost_and_no_page_overflows(
    wanted: list[tuple[float, float, bool, bool, bool]],
) -> None:
    items = [
        Item(Gap(height), gap, kept=kept, starts_page=starts, leads=leads)
        for height, gap, kept, starts, leads in wanted
    ]
    pages = flow(items, 100, 90)
    total = sum(item.part.height for page in pages for item, _ in page.placed)
    assert total == pytest.approx(sum(height for height, *_ in wanted))
    for number, page in enumerate(pages):
        assert page.used <= (90 if number else 100) + 0.1
