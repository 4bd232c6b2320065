"""Blocks to write in on paper: how they look, how they are divided, and that nothing is lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import pytest

from mordcry_app.rules.paper import PaperPlan
from mordcry_app.services.paper_views import BlockView, FieldView, RowView
from mordcry_app.sheets.blocks import block_part
from mordcry_app.sheets.document import document
from mordcry_app.sheets.fields import Field
from mordcry_app.sheets.flow import Item, Sheet, lay_out
from mordcry_app.sheets.options import SheetOptions
from mordcry_app.sheets.parts import Gap, Part
from mordcry_app.sheets.styles import COMFORTABLE, LARGE, Setting, setting_for
from tests.sheets.hostile import NASTY
from tests.sheets.reading import check_page, lines, texts, words_lost

DICE = FieldView("Injury", dice=("D6", "D6"))
LINE = FieldView("What happens")
TICK = FieldView("Healer", ticks=1)
PICK = FieldView("Gear", options=("kept", "lost"))
NUMBER = FieldView("XP", is_number=True)
ALL = (DICE, LINE, TICK, PICK, NUMBER)


def setting(**options: object) -> Setting:
    """Return how blocks are set with these options."""
    return setting_for(replace(SheetOptions(), **options), PaperPlan())


def named(names: Iterable[str], fields: Sequence[FieldView] = ALL, **rest: object) -> BlockView:
    """Return a block with a row for each name."""
    rows = tuple(RowView(tuple(fields), name, f"A{n}") for n, name in enumerate(names, 1))
    view = BlockView("injuries", "Injuries", "Who was out.", rows, has_names=True)
    return replace(view, **rest)


def printed(parts: Sequence[Part], where: Setting) -> bytes:
    """Return a PDF of parts, one below the other."""
    items = tuple(Item(part, 6.0, kept=False) for part in parts)
    sheet = Sheet("Blocks", items, Gap(10.0), (), "imprint", where)
    return document("Blocks", "", [lay_out(sheet)], where)


def block_pdf(block: BlockView, where: Setting | None = None) -> bytes:
    """Return a PDF of one block."""
    where = where or setting()
    return printed([block_part(block, where, where.grid.width)], where)


@dataclass
class Recorder:
    """A pen that only notes what is drawn."""

    texts: list[tuple[float, float, str]] = field(default_factory=list[tuple[float, float, str]])
    rules: list[tuple[float, float, float, float]] = field(
        default_factory=list[tuple[float, float, float, float]]
    )
    boxes: list[tuple[float, float, float, float, float]] = field(
        default_factory=list[tuple[float, float, float, float, float]]
    )

    def text(self, x: float, y: float, text: str, face: str, size: float, ink: float) -> None:
        self.texts.append((x, y, text))

    def rule(self, x1: float, y1: float, x2: float, y2: float, width: float, ink: float) -> None:
        self.rules.append((x1, y1, x2, y2))

    def box(
        self, x: float, y: float, width: float, height: float, line: float, radius: float = 0.0
    ) -> None:
        self.boxes.append((x, y, width, height, radius))

    def path(self, points: object, width: float, ink: float, **how: object) -> None:
        raise AssertionError("blocks have no plots")

    def link(self, x: float, y: float, width: float, height: float, page: int) -> None:
        raise AssertionError("blocks lead nowhere")

    def image(self, x: float, y: float, width: float, height: float, data: bytes) -> None:
        raise AssertionError("blocks have no pictures")


def drawn(part: Part) -> Recorder:
    """Return what a part draws, its upper left corner at 0, 0."""
    recorder = Recorder()
    part.draw(recorder, 0.0, 0.0)
    return recorder


def test_labels_stand_once_above_rows_with_the_same_fields() -> None:
    read = lines(block_pdf(named(["Wren", "Pell"], owner="The Ashen Vigil")))
    assert read[:5] == [
        "Injuries · The Ashen Vigil",
        "Who was out.",
        "Injury What happens Healer Gear XP",
        "A1 Wren kept lost",
        "A2 Pell kept lost",
    ]


def test_the_owner_may_be_left_out() -> None:
    where = setting()
    part = block_part(named(["Wren"], owner="Vigil"), where, 400.0, with_owner=False)
    assert "Vigil" not in "".join(text for _, _, text in drawn(part).texts)


def test_a_block_of_one_row_has_its_title_beside_it() -> None:
    block = BlockView("twist", "Twist", "Rolled once.", (RowView((DICE, LINE)),))
    record = drawn(block_part(block, setting(), 500.0))
    places = {text: (x, y) for x, y, text in record.texts}
    assert places["Twist"][0] == 0.0
    assert places["Injury"][0] >= 100.0
    assert abs(places["Twist"][1] - places["Injury"][1]) < 4.0


def test_a_box_for_each_die_is_at_least_13_points_wide() -> None:
    record = drawn(Field(DICE, COMFORTABLE).part(200.0))
    assert len(record.boxes) == 2
    assert all(width == height >= 13.0 for _, _, width, height, _ in record.boxes)
    assert Field(DICE, COMFORTABLE).row >= 15.0


@pytest.mark.parametrize(
    ("view", "boxes"), [(TICK, 1), (FieldView("", ticks=7), 7), (NUMBER, 1), (PICK, 0), (LINE, 0)]
)
def test_boxes_are_drawn_for_ticks_and_numbers(view: FieldView, boxes: int) -> None:
    assert len(drawn(Field(view, COMFORTABLE).part(300.0)).boxes) == boxes


def test_lines_take_what_room_there_is_by_their_shares() -> None:
    fields = (FieldView("one"), FieldView("two", share=3))
    record = drawn(block_part(named(["Wren"], fields), setting(), 500.0))
    short, long = sorted(x2 - x1 for x1, y1, x2, y2 in record.rules)
    assert long > 2 * short


def test_what_is_known_is_circled_crossed_or_written() -> None:
    chosen = drawn(Field(replace(PICK, text="lost"), COMFORTABLE).part(200.0))
    (circle,) = chosen.boxes
    assert circle[4] > 0
    lost = next(x for x, _, text in chosen.texts if text == "lost")
    assert circle[0] < lost < circle[0] + circle[2]
    crossed = drawn(Field(FieldView("", ticks=4, text="3"), COMFORTABLE).part(200.0))
    assert (len(crossed.boxes), len(crossed.rules)) == (4, 6)
    faces = drawn(Field(replace(DICE, text="3 5"), COMFORTABLE).part(200.0))
    assert [text for _, _, text in faces.texts] == ["3", "5"]


@pytest.mark.parametrize(
    "view",
    [
        replace(PICK, text="neither of them"),
        replace(DICE, text="Dead"),
        replace(NUMBER, text="158"),
        FieldView("", ticks=3, text="12"),
        replace(LINE, text="was hurt before"),
        FieldView("", dice=("D6", "D6"), after="× 10", text="of them all"),
    ],
)
@pytest.mark.parametrize("width", [40.0, 120.0, 300.0])
def test_what_is_known_is_never_lost(view: FieldView, width: float) -> None:
    record = drawn(Field(view, COMFORTABLE).part(width))
    read = "".join("".join(text.split()) for _, _, text in record.texts)
    for word in (*view.text.split(), *view.after.split()):
        assert word in read


def test_fields_that_do_not_fit_have_their_labels_before_them() -> None:
    fields = tuple(FieldView(f"label {n}", dice=("D6",) * 4) for n in range(9))
    read = lines(block_pdf(named(["Wren", "Pell"], fields)))
    assert read[2].startswith("A1 Wren label 0")
    assert sum(line.count("label 8") for line in read) == 2


def test_rows_with_other_fields_have_their_own_labels() -> None:
    rows = (RowView((DICE,), "Wren"), RowView((TICK, LINE), "Pell"))
    read = lines(block_pdf(BlockView("x", "Mixed", "", rows, has_names=True)))
    assert read[1:3] == ["Wren Injury", "Pell Healer What happens"]


def test_leads_are_printed_once_and_their_rows_stay_on_one_page() -> None:
    rows = tuple(
        RowView((LINE,), name, lead=str(n)) for n in range(1, 31) for name in ("One", "Two")
    )
    block = BlockView("r", "Rounds", "", rows, has_names=True, names_heading="Round")
    pages = texts(block_pdf(block))
    assert len(pages) == 2
    first, second = (" ".join(page.split()) for page in pages)
    assert first.startswith("Rounds Round What happens 1 One Two 2 One Two 3 One Two")
    assert second.startswith("Rounds, continued Round What happens")
    assert first.count("One") == first.count("Two")


def test_a_divided_block_repeats_its_title_and_labels() -> None:
    where = setting()
    part = block_part(named([f"Fighter {n}" for n in range(20)]), where, 500.0)
    first, rest = part.split(200.0)
    assert first is not None
    assert rest is not None
    assert first.height <= 200.0
    read = [text for _, _, text in drawn(rest).texts]
    assert read[:2] == ["Injuries", ", continued"]
    assert "Healer" in read
    together = [text for piece in (first, rest) for _, _, text in drawn(piece).texts]
    assert all(together.count(f"Fighter {n}") == 1 for n in range(20))


def test_a_block_without_room_for_a_row_waits_for_the_next_page() -> None:
    part = block_part(named(["Wren"]), setting(), 500.0)
    assert part.split(30.0) == (None, part)


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_hostile_words_are_all_there(paper: str, large: bool) -> None:
    fields = tuple(
        replace(view, label=NASTY[n][:60], text=NASTY[-n - 1]) for n, view in enumerate(ALL)
    )
    block = named([*NASTY, "", "long name " * 300], fields, owner=NASTY[0] * 20)
    alone = replace(block, rows=block.rows[:1], has_names=False, title="Alone at last")
    where = setting(paper=paper, large=large)
    parts = [block_part(each, where, where.grid.width) for each in (block, alone)]
    data = printed(parts, where)
    wanted = [block.title, alone.title, block.text, block.owner]
    for row in block.rows:
        wanted += [row.number, row.name]
        wanted += [text for f in row.fields for text in (f.label, f.text, *f.options)]
    assert words_lost(data, wanted) == []
    check_page(data, 11.0 if large else 7.0)


def test_an_endless_name_goes_on_over_pages() -> None:
    pages = texts(block_pdf(named(["Ж" * 5000, "Pell"])))
    assert len(pages) > 2
    assert sum(page.count("Ж") for page in pages) == 5000
    assert all("Healer" in page for page in pages)


def test_endless_titles_owners_and_labels_flow_on() -> None:
    fields = tuple(FieldView("label" * 12, dice=("D6",)) for _ in range(12))
    block = named(["Wren"] * 3, fields, title="title " * 33, owner="o" * 9000, text="hint " * 400)
    pages = texts(block_pdf(block))
    assert len(pages) > 1
    assert sum(page.count("o") for page in pages) >= 9000
    assert sum(page.count("hint") for page in pages) == 400


def test_large_print_has_larger_boxes() -> None:
    (small, *_), (large, *_) = (
        drawn(Field(DICE, styles).part(200.0)).boxes for styles in (COMFORTABLE, LARGE)
    )
    assert large[2] > small[2]
