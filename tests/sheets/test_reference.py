"""The quick reference prints every word of its view, in columns, on few pages."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pypdf
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pypdf.generic import Destination

from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.topics import Grid, GridCell, GridRow, cells
from mordcry_app.services.campaign_file import CampaignFile, open_campaign
from mordcry_app.services.house_content import save_data
from mordcry_app.services.house_rules import set_house_rule
from mordcry_app.services.paper_reference import reference_view
from mordcry_app.services.paper_views import (
    PaperMaterial,
    ReferenceEntry,
    ReferenceRow,
    ReferenceSection,
    ReferenceView,
    RuleInForce,
)
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.samples import create_sample
from mordcry_app.sheets.options import Paper, SheetOptions
from mordcry_app.sheets.reference import make_reference
from mordcry_app.sheets.watching import unwatched
from tests.sheets.hostile import (
    NASTY,
    WITHOUT_SHRINKING,
    phrases,
    sentences,
    words,
)
from tests.sheets.reading import check_page, lines, texts, words_lost
from tests.sheets.warbands import campaign, roster

DAY = date(2026, 11, 30)


def made(view: ReferenceView, options: SheetOptions | None = None) -> bytes:
    warband = roster([])
    material = PaperMaterial("reference", campaign(warband), (warband,), reference=view)
    return make_reference(material, options or SheetOptions(), DAY, unwatched)


def of_file(file: CampaignFile, options: SheetOptions) -> tuple[ReferenceView, bytes]:
    view, shown = reference_view(file, ()), campaign_view(file)
    material = PaperMaterial("reference", shown, shown.rosters, reference=view)
    return view, make_reference(material, options, DAY, unwatched)


def rule_fields(rule: RuleInForce) -> Iterator[str]:
    yield from (rule.name, rule.setting)
    if rule.is_changed:
        yield from (rule.changes, rule.usual)


def fields(view: ReferenceView) -> Iterator[str]:
    """Yield every text of a view."""
    yield view.title
    for rule in view.house_rules:
        yield from rule_fields(rule)
        if not rule.is_changed:
            yield rule.topic
    for section in view.sections:
        yield section.title
        for entry in section.entries:
            yield from (entry.title, entry.dice, *entry.paragraphs)
            for rule in entry.rules:
                yield from (rule.name, rule.setting, rule.changes)
            for row in entry.rows:
                yield from (row.mark, row.name, row.text, row.detail)
                for rule in row.rules:
                    yield from (rule.name, rule.setting)
            if entry.grid is not None:
                grid = entry.grid
                yield from (grid.down, grid.across, *grid.columns)
                for line in grid.rows:
                    yield from (line.heading, *(cell.text for cell in line.cells))
                    yield entry.notes.get(line.heading, "")


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample campaign, with house rules changed and house content added."""
    path = tmp_path_factory.mktemp("sample") / "sample.mordcry"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MORDCRY_HOME", str(path.parent / "home"))
        with create_sample(path) as file:
            set_house_rule(file, "crystal_bud", "willpower")
            set_house_rule(file, "injury_dice", "uniform")
            set_house_rule(file, "mutations", "own_table")
            banner = {"name": "Crow Banner", "text": "It frightens nobody.", "price": 40}
            better = {"modifiers": [{"stat": "ws", "amount": 1}]}
            save_data(file, "item", "crow_banner", {**banner, **better, "rarity": "rare", "on": 26})
    return path


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_sample_is_printed_whole_on_few_pages(sample: Path, paper: Paper) -> None:
    with open_campaign(sample) as file:
        view, data = of_file(file, SheetOptions(paper=paper))
    assert words_lost(data, fields(view)) == []
    check_page(data)
    assert len(texts(data)) <= 6
    whole = " ".join(" ".join(texts(data)).split())
    assert "Crow Banner our own 40 crowns It frightens nobody." in whole
    assert "It frightens nobody. While it is carried: +1 WS." in whole
    assert "House rule Keeping the crystal bud: A Willpower test first" in whole


def test_large_print_is_large(sample: Path) -> None:
    with open_campaign(sample) as file:
        view, data = of_file(file, SheetOptions(large=True))
    assert words_lost(data, fields(view)) == []
    check_page(data, 11.0)


def test_every_table_has_its_bookmark_below_its_section(sample: Path) -> None:
    with open_campaign(sample) as file:
        view, data = of_file(file, SheetOptions())
    reader = pypdf.PdfReader(BytesIO(data))
    sheet, below = reader.outline
    assert isinstance(sheet, Destination)
    assert isinstance(below, list)
    assert sheet.title == "Quick reference"
    titles = [each.title for each in below if not isinstance(each, list)]
    assert titles == [
        "House rules changed from the default",
        *(section.title for section in view.sections),
        "House rules left at the default",
    ]
    groups = [
        [mark for mark in each if not isinstance(mark, list)]
        for each in below
        if isinstance(each, list)
    ]
    assert [[mark.title for mark in group] for group in groups] == [
        [f"{e.title} · {e.dice}" if e.dice else e.title for e in section.entries]
        for section in view.sections
    ]
    numbers = [reader.get_destination_page_number(mark) or 0 for group in groups for mark in group]
    assert numbers[-1] > 0
    assert all(before <= after for before, after in pairwise(numbers))


def table(name: str, count: int) -> ReferenceEntry:
    rows = [
        ReferenceRow(f"{name}row{n:03}", f"What {name} does, number {n}.", str(n))
        for n in range(count)
    ]
    return ReferenceEntry(name, "D100", ("An introduction.",), tuple(rows))


def test_a_small_reference_reads_as_it_should() -> None:
    stunned = RuleInForce("Being stunned", "Fights", "Until night", "It lasts.", "Until noon", True)
    rounds = RuleInForce("Rounds", "Fights", "6", "", "6", is_number=True)
    scars = ReferenceEntry(
        "Scars",
        "D6",
        ("Rolled at night.",),
        (
            ReferenceRow("Limp", "Slower.", "1–3"),
            ReferenceRow("Tale", "Told.", "4–6", "5 coins", (stunned, rounds), is_house=True),
        ),
    )
    numbers = Grid("hit", "Mine", "Yours", ("1", "2"), (GridRow("1", cells("4+", "5+")),))
    hit = ReferenceEntry("Hitting", grid=numbers, rules=(stunned,))
    view = ReferenceView(
        "Quick reference", (ReferenceSection("Night", (scars, hit)),), (stunned, rounds)
    )
    assert lines(made(view)) == [
        "Quick reference The Drowned Quarter · after battle 6",
        "The Ashen Vigil",
        "House rules changed from the default",
        "Being stunned Until night. It lasts. Default: Until noon.",
        "Night",
        "Scars · D6",
        "Rolled at night.",
        "1–3 Limp Slower.",
        "4–6 Tale our own 5 coins Told. (Rounds: 6)",
        "House rule Being stunned: Until night. It lasts.",
        "Hitting",
        "House rule Being stunned: Until night. It lasts.",
        "Yours",
        "Mine 1 2",
        "1 4+ 5+",
        "House rules left at the default",
        "Fights Rounds: 6",
        "Mordcry · printed 30 November 2026 Quick reference · page 1 of 1",
    ]


def test_long_tables_go_on_below_their_headings_in_reading_order() -> None:
    view = ReferenceView(
        "Quick reference", (ReferenceSection("", (table("Alpha", 150), table("Beta", 150))),), ()
    )
    pages = texts(made(view))
    assert len(pages) > 2
    whole = "".join(pages)
    assert whole.count("Alpha · D100") == 1 + whole.count("Alpha · D100, continued")
    assert "Alpha · D100, continued" in whole
    places = [whole.index(f"{name}row{n:03}") for name in ("Alpha", "Beta") for n in range(150)]
    assert all(before < after for before, after in pairwise(places))


def test_long_narrow_numbers_stand_beside_themselves() -> None:
    rows = tuple(GridRow(str(n), cells(f"{n}0")) for n in range(1, 31))
    grid = Grid("steps", "Step", "", ("Cost",), rows)
    view = ReferenceView(
        "Quick reference", (ReferenceSection("", (ReferenceEntry("Steps", grid=grid),)),), ()
    )
    read = lines(made(view))
    assert read.count("Step Cost") == 3
    first = read.index("Step Cost")
    assert read[first + 1 : first + 12] == [*(f"{n} {n}0" for n in range(1, 11)), "Step Cost"]


def test_notes_stand_below_their_numbers() -> None:
    rows = (GridRow("Sword", cells("1"), "item:sword"), GridRow("Axe", cells("2"), "item:axe"))
    grid = Grid("weapon", "Weapon", "", ("Damage",), rows)
    entry = ReferenceEntry("Weapons", grid=grid, notes={"Sword": "It sings."})
    view = ReferenceView("Quick reference", (ReferenceSection("", (entry,)),), ())
    read = lines(made(view))
    assert read[read.index("Sword 1") : read.index("Axe 2")] == ["Sword 1", "It sings."]


def test_an_empty_reference_is_still_a_page() -> None:
    assert "Quick reference" in texts(made(ReferenceView("Quick reference", (), ())))[0]


def test_other_material_is_refused() -> None:
    warband = roster([])
    material = PaperMaterial("roster", campaign(warband), (warband,))
    with pytest.raises(Refusal):
        make_reference(material, SheetOptions(), DAY, unwatched)


def test_whoever_waits_is_told_of_each_page() -> None:
    seen: list[tuple[int, int]] = []
    view = ReferenceView("Quick reference", (ReferenceSection("", (table("Alpha", 300),)),), ())
    warband = roster([])
    material = PaperMaterial("reference", campaign(warband), (warband,), reference=view)
    data = make_reference(
        material, SheetOptions(), DAY, lambda done, total: seen.append((done, total))
    )
    count = len(texts(data))
    assert seen[-count:] == [(number, count) for number in range(1, count + 1)]


rules = st.builds(
    RuleInForce, words, words, phrases, phrases, phrases, st.booleans(), st.booleans()
)
rows = st.builds(
    ReferenceRow,
    phrases,
    sentences,
    st.one_of(st.just(""), words),
    phrases,
    st.lists(rules, max_size=2).map(tuple),
    st.one_of(st.just(""), words),
    st.booleans(),
)


short = words.map(lambda word: word[:24])
"""Words that stay in one piece: headings stand between the halves of a divided row of numbers."""


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    columns = tuple(draw(st.lists(short, max_size=8)))
    count = len(columns)
    made_rows = draw(
        st.lists(st.tuples(short, st.lists(short, min_size=count, max_size=count)), max_size=12)
    )
    return Grid(
        "g",
        draw(phrases),
        draw(phrases),
        columns,
        tuple(GridRow(heading, tuple(map(GridCell, line))) for heading, line in made_rows),
    )


@st.composite
def entries(draw: st.DrawFn) -> ReferenceEntry:
    grid = draw(st.one_of(st.none(), grids()))
    noted = draw(st.booleans()) if grid else False
    return ReferenceEntry(
        draw(words),
        draw(st.sampled_from(["", "D6", "D66"])),
        tuple(draw(st.lists(sentences, max_size=2))),
        tuple(draw(st.lists(rows, max_size=6))),
        grid,
        {row.heading: draw(phrases) for row in grid.rows} if grid and noted else {},
        tuple(draw(st.lists(rules, max_size=1))),
    )


sections = st.builds(
    ReferenceSection,
    st.one_of(st.just(""), words),
    st.lists(entries(), min_size=1, max_size=3).map(tuple),
)


@given(
    st.builds(
        ReferenceView,
        st.just("Quick reference"),
        st.lists(sections, max_size=2).map(tuple),
        st.lists(rules, max_size=4).map(tuple),
    ),
    st.sampled_from(["a4", "letter"]),
    st.booleans(),
)
@settings(
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow],
    deadline=None,
    phases=WITHOUT_SHRINKING,
)
def test_hostile_references_lose_no_word(view: ReferenceView, paper: Paper, large: bool) -> None:
    data = made(view, SheetOptions(paper=paper, large=large))
    assert words_lost(data, fields(view)) == []
    check_page(data, 11.0 if large else 7.0)


def test_names_of_campaigns_and_warbands_may_be_endless() -> None:
    view = ReferenceView("Quick reference", (ReferenceSection(NASTY[0], (table("Alpha", 9),)),), ())
    warband = roster([], name="Warband " * 300)
    shown = campaign(warband, name="Campaign" * 300)
    material = PaperMaterial("reference", shown, (warband,), reference=view)
    data = make_reference(material, SheetOptions(), DAY, unwatched)
    assert "".join(texts(data)).count("Warband") == 300
    assert words_lost(data, fields(view)) == []
