"""The booklet: every word of it can be read, its numbers are right, and it can be stopped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date
from io import BytesIO

import pypdf
import pypdfium2 as pdfium
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mordcry_app.services.paper_views import (
    BookletView,
    BookSide,
    BookTable,
    ChapterView,
    FallenPage,
    Moment,
    PaperMaterial,
)
from mordcry_app.services.views import CampaignView
from mordcry_app.sheets import booklet
from mordcry_app.sheets.booklet import make_booklet
from mordcry_app.sheets.booklet_story import caption_of
from mordcry_app.sheets.kinds import make
from mordcry_app.sheets.options import Paper, SheetOptions
from mordcry_app.sheets.watching import Cancelled, unwatched
from tests.sheets import books
from tests.sheets.books import book_material, chapter, gone, own
from tests.sheets.hostile import (
    NASTY,
    WITHOUT_SHRINKING,
    fighters,
    phrases,
    sentences,
    warbands,
)
from tests.sheets.reading import (
    characters,
    check_page,
    distinct_words,
    missing_words,
    outline,
    texts,
)
from tests.sheets.warbands import campaign, fallen, fighter, injury, roster, skill

DAY = date(2026, 11, 29)
PLAIN = SheetOptions(invariant=True)


def printed(
    view: BookletView, options: SheetOptions = PLAIN, around: CampaignView | None = None
) -> bytes:
    return make_booklet(book_material(view, around), options, DAY, unwatched)


def reader(data: bytes) -> pypdf.PdfReader:
    return pypdf.PdfReader(BytesIO(data))


def bodies(data: bytes) -> str:
    """Return the text of all pages as one, without running heads and page numbers."""
    parts: list[str] = []
    with closing(pdfium.PdfDocument(data)) as document:
        for page in document:
            with closing(page), closing(page.get_textpage()) as text:
                high = page.get_height() - HEAD
                parts.append(text.get_text_bounded(bottom=FOOT, top=high))
    return "\n".join(parts).replace("\ufffe", "-").replace("\x02", "-")


HEAD, FOOT = 54.0, 40.0
"""What is above and below the text of a page, in points."""


def missing(data: bytes, words: str) -> list[str]:
    """Return the words that cannot be read, neither page by page nor from one page to the next."""
    left = missing_words(["\n".join(texts(data))], words)
    return missing_words([bodies(data)], " ".join(left)) if left else []


# ---------------------------------------------------------------------- what is in it


def test_the_title_page_says_what_who_and_when() -> None:
    first = texts(printed(books.booklet()))[0]
    lines = [line.strip() for line in first.splitlines() if line.strip()]
    assert lines == [
        "The Drowned Quarter",
        "A campaign of Mordcry",
        "The Ashen Vigil",
        "“We light what the flood left.”",
        "Mira",
        "Rust & Ruin",
        "“We light what the flood left.”",
        "Jon",
        "3 battles",
        "2–29 November 2026",
        "Mordcry · printed 29 November 2026",
    ]


def test_a_chapter_has_a_head_and_its_text() -> None:
    pages = texts(printed(books.booklet(1)))
    lines = [line.strip() for line in pages[1].splitlines() if line.strip()]
    assert lines[:5] == [
        "Battle 1",
        "The Ashen Vigil won",
        "2 November 2026",
        "The Ashen Vigil won · 9 took part · held 1 treasure",
        "Rust & Ruin lost · 8 took part · Vetch out of action",
    ]
    assert lines[-2:] == ["That was battle 1.", "2"]


def test_a_short_booklet_has_no_contents() -> None:
    assert "Contents" not in bodies(printed(books.booklet(4)))
    assert "Contents" in bodies(printed(books.booklet(5)))


@pytest.mark.parametrize("battles", [6, 60, 130])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_contents_name_the_page_on_which_each_chapter_begins(
    battles: int, paper: Paper
) -> None:
    fallen_pages = tuple(gone(fallen(n, f"Fighter{n:03}", 1)) for n in range(battles // 2))
    view = books.booklet(battles, fallen=fallen_pages)
    data = printed(view, replace(PLAIN, paper=paper))
    pages = texts(data)
    bookmarks = {title: page for title, _, page in outline(data)}
    start = bookmarks["Contents"]
    listed = "\n".join(pages[start - 1 : bookmarks["The story"] - 1])
    for each in (*view.chapters, *fallen_pages):
        name = each.name if isinstance(each, ChapterView) else each.member.name
        title = each.title if isinstance(each, ChapterView) else each.member.name
        found = re.search(rf"{re.escape(name)}\s+(\d+)", listed)
        assert found is not None, name
        page = int(found[1])
        assert page == bookmarks[name]
        assert title in pages[page - 1]
        assert pages[page - 1].split()[-1] == str(page), "the number at its foot is the same"


def test_entries_of_the_contents_lead_to_their_pages() -> None:
    data = printed(books.booklet(7))
    read = reader(data)
    numbers = {page.indirect_reference: n for n, page in enumerate(read.pages, start=1)}
    links = [annotation.get_object() for annotation in read.pages[1]["/Annots"]]
    targets = {numbers[link["/Dest"][0]] for link in links}
    assert targets == {page for title, _, page in outline(data)} - {1, 2}


def test_pages_are_numbered_through_but_for_the_title_page() -> None:
    pages = texts(printed(books.booklet(8)))
    assert pages[0].split()[-1] == "2026"
    assert [page.split()[-1] for page in pages[1:]] == [str(n) for n in range(2, len(pages) + 1)]


def test_bookmarks_lead_to_parts_chapters_fighters_and_tables() -> None:
    view = books.booklet(6, chapters=(*(chapter(n) for n in range(1, 7)), own("", "A quiet week.")))
    data = printed(view)
    assert [(title, level) for title, level, _ in outline(data)] == [
        ("The Drowned Quarter", 0),
        ("Contents", 0),
        ("The story", 0),
        *[(f"Battle {n}: The Ashen Vigil won", 1) for n in range(1, 7)],
        ("After battle 1", 1),
        ("Those who fell", 0),
        ("Hask", 1),
        ("Over the battles", 0),
        ("Crowns", 1),
        ("Tables", 0),
        ("How they stand", 1),
        ("The battles", 1),
    ]


def test_title_and_language_are_set() -> None:
    data = printed(books.booklet())
    read = reader(data)
    assert read.metadata is not None
    assert read.metadata.title == "The Drowned Quarter – chronicle"
    assert read.metadata.subject == "Mordcry, after battle 6"
    root = read.trailer["/Root"]
    assert root["/Lang"] == "en-GB"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"].value is True


def test_equal_views_give_equal_bytes() -> None:
    view = books.booklet(6)
    assert printed(view) == printed(view)


# ---------------------------------------------------------------------- those who are gone


def test_a_fallen_fighter_has_a_page_with_all_that_is_known() -> None:
    hask = replace(
        fighter(
            11,
            "Hask",
            xp=34,
            renown=3,
            skills=[skill("Silent Step", "double")],
            injuries=[injury("Eye injury", "−1 BS")],
            other_traits=[injury("Pale", "")],
            notes="Owed Katrin three crowns.",
        ),
        state="dead",
    )
    told = [("Battle 1", "Hask was hurt in the eye."), ("Battle 3", "Hask died.")]
    data = printed(books.booklet(1, fallen=(gone(hask, told),)))
    pages = {title: page for title, _, page in outline(data)}
    text = texts(data)[pages["Hask"] - 1]
    for words in (
        "Warrior of The Ashen Vigil",
        "Fell in battle 3, by the hand of Vetch.",
        "Battles 3 · Enemies put out of action 2 · Renown 3 · XP 34",
        "Carried Club, Blessed Rope",
        "Learned Silent Step",
        "Injuries Eye injury (−1 BS)",
        "Marked by Pale",
        "Notes Owed Katrin three crowns.",
        "Battle 1 Hask was hurt in the eye.",
        "Battle 3 Hask died.",
    ):
        assert words in " ".join(text.split()).replace("\u00a0", " ")


def test_everybody_who_fell_has_a_page_those_with_a_name_first() -> None:
    every = tuple(
        gone(fallen(n, name, 1)) for n, name in enumerate(("Eel", "", "Squint", "", ""), 1)
    )
    data = printed(books.booklet(1, fallen=every))
    those = [title for title, level, _ in outline(data) if level == 0].index("Those who fell")
    parts = [page for _, level, page in outline(data) if level == 0]
    after = parts[those + 1] if those + 1 < len(parts) else len(texts(data)) + 1
    found = [
        (title, page)
        for title, level, page in outline(data)
        if level == 1 and parts[those] <= page < after
    ]
    assert [title.partition(",")[0] for title, _ in found[:2]] == ["Eel", "Squint"]
    assert [title.startswith("Unnamed") for title, _ in found] == [False, False, True, True, True]
    assert [page - found[0][1] for _, page in found] == [0, 1, 2, 3, 4]


def test_who_retired_is_counted_among_those_who_are_gone() -> None:
    retired = replace(fallen(11, "Hask", 3), state="retired")
    assert "Those who fell or retired" in [
        title for title, _, _ in outline(printed(books.booklet(1, fallen=(gone(retired),))))
    ]


def test_those_who_retired_share_pages_behind_those_who_fell() -> None:
    left = tuple(
        gone(replace(fallen(n, name, 1), state="retired"))
        for n, name in enumerate(("Ada", "Bo", "Cy"), 1)
    )
    data = printed(books.booklet(1, fallen=(*left, gone(fallen(9, "Zoe", 1)))))
    pages = {title: page for title, level, page in outline(data) if level == 1}
    assert [pages[name] - pages["Zoe"] for name in ("Ada", "Bo", "Cy")] == [1, 1, 1]


def test_a_long_story_goes_on_and_no_label_stands_alone_at_the_foot() -> None:
    told = [(f"Battle {n}", f"Word{n} " * (5 + n % 40)) for n in range(1, 90)]
    data = printed(books.booklet(1, fallen=(gone(fallen(1, "Hask", 3), told),)))
    for page in texts(data):
        read = [line.strip() for line in page.splitlines() if line.strip()]
        assert not (len(read) > 1 and read[-2].startswith("Battle ") and len(read[-2]) < 11)
    assert missing(data, " ".join(f"Word{n}" for n in range(1, 90))) == []


# ---------------------------------------------------------------------- how it is set


def test_short_chapters_share_a_page_and_long_ones_go_on() -> None:
    short = books.booklet(
        3, chapters=tuple(chapter(n, paragraphs=["It was short."]) for n in (1, 2, 3))
    )
    assert len({page for title, _, page in outline(printed(short)) if "Battle" in title}) == 1
    long = books.booklet(1, chapters=(chapter(1, paragraphs=["A long tale. " * 60] * 30),))
    data = printed(long)
    pages = texts(data)
    assert sum("A long tale." in page for page in pages) > 2
    going_on = [line.strip() for line in pages[2].splitlines() if line.strip()]
    head = " ".join(going_on[:2])
    assert "The Drowned Quarter" in head
    assert "Battle 1: The Ashen Vigil won" in head


def test_no_chapter_begins_at_the_foot_and_no_line_stands_alone() -> None:
    chapters = tuple(
        chapter(n, paragraphs=[f"Sentence {n} of a tale. " * (7 + n % 5)] * (n % 11 + 1))
        for n in range(1, 25)
    )
    data = printed(books.booklet(24, chapters=chapters, fallen=()))
    for number, page in enumerate(texts(data), start=1):
        read = [line.strip() for line in page.splitlines() if line.strip()]
        heads = [place for place, line in enumerate(read) if line == "The Ashen Vigil won"]
        assert all(len(read) - place > 6 for place in heads), f"page {number}"


def test_large_print_has_nothing_below_11_points() -> None:
    data = printed(books.booklet(7), replace(PLAIN, large=True))
    assert min(character.size for _, character in characters(data)) >= 11


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_paper_is_the_one_asked_for(paper: Paper) -> None:
    box = reader(printed(books.booklet(), replace(PLAIN, paper=paper))).pages[0].mediabox
    assert round(float(box.width)) == (595 if paper == "a4" else 612)


# ---------------------------------------------------------------------- pictures


def images(data: bytes) -> list[int]:
    """Return how many pictures each page has."""
    return [len(page.images) for page in reader(data).pages]


def illustrated() -> tuple[BookletView, CampaignView]:
    pictures = [
        books.picture(1, "the-bell-tower.png", books.image("PNG", (800, 500))),
        books.picture(2, "IMG_2041.jpg", books.image("JPEG", (300, 800))),
        books.picture(3, "Brannoc on the stair.jpg", books.image("JPEG", (500, 500), "L")),
        books.picture(4, "broken.png", b"\x89PNG\r\n\x1a\nnothing"),
        books.picture(5, "seen through.png", books.image("PNG", (64, 64), "RGBA")),
    ]
    hask = replace(fallen(11, "Hask", 3), portrait=books.image("PNG", (600, 720)))
    vigil = roster((), crest=books.image("PNG", (200, 220), "LA"))
    ruin = replace(vigil, id=2, crest=b"no picture", name="Rust & Ruin")
    view = books.booklet(1, chapters=(chapter(1, pictures=pictures),), fallen=(gone(hask),))
    return view, campaign(vigil, ruin)


def test_pictures_are_printed_with_captions_and_broken_ones_passed_over() -> None:
    view, around = illustrated()
    data = printed(view, around=around)
    assert images(data)[0] == 1, "one crest"
    assert sum(images(data)) == 1 + 4 + 1
    text = bodies(data)
    assert "The bell tower" in text
    assert "Brannoc on the stair" in text
    assert "Seen through" in text
    assert "IMG" not in text
    assert "roken" not in text


def test_without_pictures_there_are_none() -> None:
    view, around = illustrated()
    data = printed(view, replace(PLAIN, pictures=False), around)
    assert sum(images(data)) == 0
    assert "The bell tower" not in bodies(data)


@pytest.mark.parametrize(
    ("name", "caption"),
    [
        ("the-bell-tower.png", "The bell tower"),
        ("Brannoc on the stair.jpg", "Brannoc on the stair"),
        ("after_the_bell.JPEG", "After the bell"),
        ("Half-Ear and Wren.png", "Half-Ear and Wren"),
        ("v1.2 of the map", "V1.2 of the map"),
        ("IMG_2041.jpg", ""),
        ("IMG-20261130-WA0003.jpg", ""),
        ("PXL_20261130_201455123.jpg", ""),
        ("20261130_201455.jpg", ""),
        ("Screenshot 2026-11-30 at 20.14.55.png", ""),
        ("WhatsApp Image 2026-11-30 at 20.14.55.jpeg", ""),
        ("DSC00042.JPG", ""),
        ("image (3).png", ""),
        ("0f8fad5b-d9cb-469f-a165-70867728950e.png", ""),
        ("", ""),
    ],
)
def test_a_name_that_a_camera_gave_is_no_caption(name: str, caption: str) -> None:
    assert caption_of(name) == caption


# ---------------------------------------------------------------------- little and much


def test_an_empty_campaign_has_a_title_and_says_that_nothing_was_told() -> None:
    view = BookletView("", "A campaign of Mordcry", 0, None, None, (), (), (), ())
    around = campaign(name="")
    data = printed(view, around=around)
    pages = texts(data)
    assert len(pages) == 2
    assert "Before the first battle" in pages[0]
    assert "Nothing has been told yet" in pages[1]


def test_it_is_made_from_its_kind() -> None:
    data = make(book_material(books.booklet()), PLAIN, DAY)
    assert data == printed(books.booklet())
    with pytest.raises(ValueError, match="gathered"):
        make_booklet(PaperMaterial("booklet", campaign(), ()), PLAIN, DAY)


def test_whoever_waits_is_told_of_each_step_and_can_stop_it() -> None:
    told: list[tuple[int, int]] = []
    material = book_material(books.booklet(9))
    data = make_booklet(material, PLAIN, DAY, lambda done, total: told.append((done, total)))
    assert len(told) == 10 + len(texts(data))
    assert told == sorted(told), "it never goes back"
    assert len({total for _, total in told}) == 1
    assert told[-1][0] == told[-1][1]

    for last in (0, 4, len(told) - 1):
        calls = 0

        def stop(done: int, total: int, last: int = last) -> None:
            nonlocal calls
            if calls == last:
                raise Cancelled
            calls += 1

        with pytest.raises(Cancelled):
            make_booklet(material, PLAIN, DAY, stop)


def test_many_warbands_share_the_title_page_and_the_plots() -> None:
    rosters = tuple(
        roster((), id=n, name=f"Warband {n}", shown_name=f"Warband {n}") for n in range(1, 9)
    )
    lines = tuple(tuple(n * step for step in range(5)) for n in range(1, 9))
    data = printed(
        books.booklet(1, plots=(books.plot("Crowns", *lines),)), around=campaign(*rosters)
    )
    pages = texts(data)
    assert missing_words([pages[0]], " ".join(f"{n}" for n in range(1, 9))) == []
    [plots] = [page for page in pages if "Over the battles" in page]
    assert all(f"Warband {n}" in plots for n in range(1, 9))


# ---------------------------------------------------------------------- hostile


chapters = st.builds(
    lambda title, lead, texts, sides, kind: replace(
        own(title, *texts, lead=lead),
        sides=sides,
        on=date(2026, 1, 1) if sides else None,
        telling=replace(own(title, *texts).telling, kind=kind),
    ),
    phrases,
    phrases,
    st.lists(sentences, max_size=4),
    st.lists(
        st.builds(BookSide, phrases, phrases, st.lists(phrases, max_size=3).map(tuple)), max_size=3
    ).map(tuple),
    st.sampled_from(["own", "battle", "before"]),
)
moments = st.builds(Moment, st.sampled_from(["Battle 1", "After battle 12"]), sentences)


@st.composite
def graves(draw: st.DrawFn) -> FallenPage:
    return FallenPage(
        member=draw(fighters()),
        roster_name=draw(phrases),
        battle_number=1,
        by=draw(phrases),
        end=draw(phrases),
        carried=tuple(draw(st.lists(phrases, max_size=4))),
        facts=(("Battles", "3"),),
        story=tuple(draw(st.lists(moments, max_size=4))),
    )


cells = phrases.map(lambda text: " ".join(word[:24] for word in text.split(" ")))
"""Texts whose words stay on one page: headings stand between the halves of a divided row."""
tables = st.builds(
    lambda title, head, rows: BookTable(title, tuple(head), tuple(map(tuple, rows))),
    phrases,
    st.lists(cells, min_size=3, max_size=3),
    st.lists(st.lists(cells, min_size=3, max_size=3), min_size=1, max_size=4),
)


@st.composite
def booklets(draw: st.DrawFn) -> BookletView:
    return books.booklet(
        1,
        title=draw(phrases),
        subtitle=draw(phrases),
        chapters=tuple(draw(st.lists(chapters, max_size=3))),
        fallen=tuple(draw(st.lists(graves(), max_size=4))),
        tables=tuple(draw(st.lists(tables, max_size=2))),
    )


def fields(view: BookletView, around: CampaignView) -> Iterator[str]:
    """Yield every text that the booklet must hold."""
    yield from (view.title, view.subtitle)
    for warband in around.rosters:
        yield from (warband.shown_name, warband.player, warband.motto)
    for each in view.chapters:
        yield from (each.lead, each.title, *each.telling.paragraphs)
        for side in each.sides:
            yield from (side.name, side.result, *side.facts)
    for page in view.fallen:
        member = page.member
        yield from (member.name, member.archetype_name, page.roster_name, page.end, member.notes)
        yield from page.carried
        for value in member.values:
            yield from (value.short, value.text)
        for trait in (*member.skills, *member.injuries, *member.other_traits):
            yield from (trait.name, trait.effect)
        for moment in page.story:
            yield from (moment.when, moment.text)
    for table in view.tables:
        yield table.title
        yield from table.headings
        yield from (cell for row in table.rows for cell in row)


def lost(data: bytes, view: BookletView, around: CampaignView) -> list[str]:
    """Return the words that cannot be read in a booklet.

    Within a page as pdfium reads it, or as pypdf does where pdfium has no font for ideographs.
    """
    left = missing(data, distinct_words(fields(view, around)))
    if not left:
        return []
    whole = "\n".join(page.extract_text() for page in reader(data).pages)
    return missing_words([whole], " ".join(left))


@given(booklets(), warbands(most=1), st.sampled_from(["a4", "letter"]), st.booleans())
@settings(
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    deadline=None,
    phases=WITHOUT_SHRINKING,
)
@pytest.mark.filterwarnings("ignore:Generating overly large repr")
def test_every_word_of_every_field_is_in_the_booklet(
    view: BookletView, warband: object, paper: Paper, is_large: bool
) -> None:
    around = campaign(warband)  # type: ignore[arg-type]
    data = printed(view, SheetOptions(paper=paper, large=is_large), around)
    assert lost(data, view, around) == []
    check_page(data, 11.0 if is_large else 7.0)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_texts_of_any_length_and_script_go_on(paper: Paper) -> None:
    nasty = [text.replace("W" * 200, "W" * 900) for text in NASTY]
    endless = "A name without end " * 260
    view = books.booklet(
        3,
        title=endless.strip(),
        chapters=(
            *(chapter(n, text, [text, f"{text} tail"]) for n, text in enumerate(nasty, 1)),
            chapter(99, endless, [f"Note {n} " * 90 for n in range(9)]),
        ),
        fallen=(
            gone(fallen(1, endless, 3), [("Battle 1", text) for text in nasty]),
            *(gone(fallen(n, text, 3)) for n, text in enumerate(nasty, 2)),
        ),
        plots=(books.plot(endless, (0, -5, 10**9), (1, 1, 1)),),
        tables=(BookTable(endless, ("A", "B"), tuple((text, text) for text in nasty)),),
    )
    around = campaign(roster((), name=endless, shown_name=endless, motto=endless, player="Ж" * 90))
    data = printed(view, SheetOptions(paper=paper), around)
    assert lost(data, view, around) == []
    check_page(data)


def test_the_numbers_hold_however_long_the_contents_get(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(booklet, "_LEAST_CHAPTERS", 0)
    view = books.booklet(1)
    data = printed(view)
    bookmarks = {title: page for title, _, page in outline(data)}
    assert bookmarks["Contents"] == 2
    assert bookmarks["The story"] == 3
