"""The geometry of plots: round numbers, labels with room, markers that differ."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mordcry_app.rules.paper import PLAIN_PAPER
from mordcry_app.sheets.document import CanvasPen, document
from mordcry_app.sheets.flow import Item, Sheet, lay_out
from mordcry_app.sheets.options import SheetOptions
from mordcry_app.sheets.parts import Gap
from mordcry_app.sheets.plot_part import PlotWish, plot_parts
from mordcry_app.sheets.plots import (
    DASHES,
    MARKERS,
    Frame,
    Measures,
    PlotSeries,
    dash_of,
    frame_for,
    marker_of,
    scale_for,
    scale_that_fits,
    spread,
    written,
)
from mordcry_app.sheets.styles import setting_for
from tests.sheets.reading import characters, texts

MEASURES = Measures(
    tick_width=lambda text: 6.0 * len(text),
    label_width=lambda line: 7.0 * len(line.name),
    tick_height=12.0,
    label_height=15.0,
    head=24.0,
)
series = st.lists(
    st.lists(st.integers(-(10**9), 10**9), min_size=9, max_size=9), min_size=1, max_size=12
).map(lambda lines: [PlotSeries(f"Band {n}", tuple(line)) for n, line in enumerate(lines)])
MARKS = ("start", *(str(n) for n in range(1, 9)))


# ---------------------------------------------------------------------- arithmetic


@pytest.mark.parametrize(
    ("values", "most", "ticks"),
    [
        ((100, 410), 5, (0, 100, 200, 300, 400, 500)),
        ((384, 449), 4, (380, 400, 420, 440, 460)),
        ((0, 0), 5, (0, 1)),
        ((), 5, (0, 1)),
        ((7, 8), 5, (7, 8)),
        ((-142, 20), 5, (-150, -100, -50, 0, 50)),
        ((-90, -10), 4, (-100, -75, -50, -25, 0)),
        ((0, 10**9), 2, (0, 500_000_000, 1_000_000_000)),
    ],
)
def test_ticks(values: tuple[int, ...], most: int, ticks: tuple[int, ...]) -> None:
    if values == (-90, -10):
        ticks = (-100, -50, 0)
    assert scale_for(values, most).ticks == ticks


@given(st.lists(st.integers(-(10**9), 10**9), min_size=1), st.integers(2, 8))
def test_every_value_is_on_its_scale(values: list[int], most: int) -> None:
    scale = scale_for(values, most)
    assert scale.low <= min(values) <= max(values) <= scale.high
    steps = {b - a for a, b in pairwise(scale.ticks)}
    assert len(steps) == 1
    assert str(steps.pop()).rstrip("0") in ("1", "2", "5")
    assert len(scale.ticks) <= most + 2, "one more where the scale is stretched to 0"
    assert all(0 <= scale.share(value) <= 1 for value in values)


@given(
    st.lists(st.floats(0, 100), max_size=12), st.floats(1, 30), st.floats(0, 20), st.floats(60, 120)
)
def test_labels_keep_apart_and_inside(
    wanted: list[float], height: float, low: float, high: float
) -> None:
    places = spread(wanted, height, low, high)
    assert len(places) == len(wanted)
    assert all(low - 1e-6 <= place <= high + 1e-6 for place in places)
    ordered = sorted(places)
    room = min(height, (high - low) / (len(places) - 1)) if len(places) > 1 else 0
    gaps = [b - a for a, b in pairwise(ordered)]
    assert all(gap >= room - 1e-6 for gap in gaps)


def test_labels_with_room_stay_where_they_are_wanted() -> None:
    assert spread([10, 50, 90], 15, 0, 100) == [10, 50, 90]
    assert spread([], 15, 0, 100) == []


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-3, "−3"),
        (12_345, "12,345"),
        (120_000, "120k"),
        (120_500, "120,500"),
        (2_500_000, "2.5m"),
        (-(10**9), "−1,000m"),
    ],
)
def test_numbers_as_they_are_written(value: int, text: str) -> None:
    assert written(value) == text


# ---------------------------------------------------------------------- the frame


def frame(*lines: tuple[int, ...], width: float = 400.0, height: float = 230.0) -> Frame:
    named = [PlotSeries(f"Band {n}", line) for n, line in enumerate(lines, 1)]
    marks = ["start", *(str(n) for n in range(1, len(lines[0])))]
    return frame_for(named, marks, width, height, MEASURES)


@given(series, st.floats(220, 900), st.floats(180, 400))
def test_everything_stands_within_the_plot(
    lines: list[PlotSeries], width: float, height: float
) -> None:
    made = frame_for(lines, MARKS, width, height, MEASURES)
    assert 0 < made.left < made.right < made.labels_left < width
    assert MEASURES.head < made.top < made.bottom < height
    for number in range(len(lines)):
        for x, y in made.points(number):
            assert made.left - 0.01 <= x <= made.right + 0.01
            assert made.top - 0.01 <= y <= made.bottom + 0.01
        assert made.points(number)[-1] in made.marked(number)
        assert set(made.marked(number)) <= set(made.points(number))
    for label in made.labels():
        assert made.top - 0.01 <= label.y <= made.bottom + 0.01
    ticks = made.ticks()
    assert ticks[0].y == pytest.approx(made.bottom)
    assert ticks[-1].y == pytest.approx(made.top)
    assert ticks[0].is_base


def test_a_line_goes_from_the_first_step_to_the_last() -> None:
    made = frame((0, 50, 100))
    (x1, y1), (x2, y2), (x3, y3) = made.points(0)
    assert (x1, x3) == (made.left, made.right)
    assert (y1, y3) == (made.bottom, made.top)
    assert x2 == pytest.approx((x1 + x3) / 2)
    assert y2 == pytest.approx((y1 + y3) / 2)
    assert [made.nearest(x) for x in (-50, x1, x2 + 3, 999)] == [0, 0, 1, 2]


def test_numbers_below_have_room() -> None:
    few, many = frame((1, 2, 3)), frame(tuple(range(201)))
    assert [text for text, _ in few.marks_below()] == ["start", "1", "2"]
    shown = many.marks_below()
    assert [text for text, _ in shown[:3]] == ["start", "20", "40"]
    assert all(b - a >= 29 for (_, a), (_, b) in pairwise(shown))


def test_markers_do_not_run_into_each_other() -> None:
    made = frame(tuple(range(201)))
    places = [x for x, _ in made.marked(0)]
    assert all(b - a >= 13 for a, b in pairwise(places))
    assert len(frame((1, 2, 3)).marked(0)) == 3


def test_labels_make_room_and_say_so() -> None:
    apart = frame((0, 100), (0, 20)).labels()
    assert [label.is_moved for label in apart] == [False, False]
    close = frame((0, 100), (0, 99), (0, 98)).labels()
    assert any(label.is_moved for label in close)
    assert all(b - a >= 14.9 for a, b in pairwise(sorted(label.y for label in close)))


def test_more_height_has_more_numbers() -> None:
    lines = [PlotSeries("A", (0, 97))]
    low = scale_that_fits(lines, 130, MEASURES)
    high = scale_that_fits(lines, 400, MEASURES)
    assert len(low.ticks) < len(high.ticks)


def test_lines_differ_without_colour() -> None:
    assert len(MARKERS) >= 8
    assert len({(m.outline, m.strokes, m.is_round, m.is_filled) for m in MARKERS}) == len(MARKERS)
    assert len(set(DASHES)) == len(DASHES) >= 8
    assert marker_of(8) == marker_of(0)
    assert dash_of(9) == dash_of(1)
    for one, other in combinations(range(8), 2):
        assert marker_of(one) != marker_of(other)


# ---------------------------------------------------------------------- on paper


def printed(*wishes: PlotWish, large: bool = False) -> bytes:
    setting = setting_for(SheetOptions(invariant=True, large=large), PLAIN_PAPER)
    parts = plot_parts(wishes, setting, setting.grid.width, 180.0)
    items = tuple(Item(part, gap=12.0) for part in parts)
    sheet = Sheet("Plots", items, Gap(0.0), (), "", setting)
    return document("Plots", "", [lay_out(sheet)], setting)


def wish(title: str, *lines: tuple[int, ...], name: str = "Warband") -> PlotWish:
    marks = ("start", *(str(n) for n in range(1, len(lines[0]))))
    named = (PlotSeries(f"{name} {n}", line) for n, line in enumerate(lines, 1))
    return PlotWish(title, marks, tuple(named))


def test_a_plot_has_its_numbers_and_labels_in_words() -> None:
    [page] = texts(printed(wish("Crowns", (100, 1410), (100, -20))))
    for text in ("Crowns", "1,500", "1,000", "−500", "start", "1,410 Warband 1", "−20 Warband 2"):
        assert text in page


def test_plots_begin_and_end_below_one_another() -> None:
    setting = setting_for(SheetOptions(), PLAIN_PAPER)
    wishes = [wish("Crowns", (100, 1_400_000)), wish("Renown", (1, 7), name="A longer name")]
    one, other = plot_parts(wishes, setting, 500.0, 180.0)
    assert (one.frame.left, one.frame.right) == (other.frame.left, other.frame.right)


@pytest.mark.parametrize("large", [False, True])
def test_long_names_stay_on_the_page(large: bool) -> None:
    lines = [tuple(n * step for step in range(60)) for n in range(12)]
    data = printed(wish("<b>R&D</b> " * 40, *lines, name="山田 Жнец " + "W" * 300), large=large)
    for (width, height), character in characters(data):
        assert character.size >= (11 if large else 7)
        assert 0 <= character.left <= character.right <= width
        assert 0 <= character.bottom <= character.top <= height


def test_lines_are_drawn_dashed_and_in_black(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[float, ...]] = []
    inks: set[float] = set()
    path = CanvasPen.path

    def record(
        pen: CanvasPen, points: list[tuple[float, float]], *args: float, **more: object
    ) -> None:
        if len(points) == 9:
            drawn.append(more["dash"])  # type: ignore[arg-type]
            inks.add(args[1])
        path(pen, points, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(CanvasPen, "path", record)
    printed(wish("Crowns", *[tuple(range(n, n + 9)) for n in range(8)]))
    assert len(drawn) == len(set(drawn)) == 8
    assert inks == {0.0}
