"""The roster sheet as a whole."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pypdf
import pytest
from pypdf.generic import Destination

from mordcry_app.rules.paper import KeyEntry, PaperPlan, Profile, TickBox
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.ruleset import AttackCell, AttackLine
from mordcry_app.services.paper_views import MemberNews
from mordcry_app.services.views import AmountView, PartView, ValueView
from mordcry_app.sheets.options import Paper, SheetOptions
from mordcry_app.sheets.roster_sheet import make_roster_sheets
from mordcry_app.sheets.watching import Cancelled
from tests.sheets.printing import DAY, PAPERS, block, printed
from tests.sheets.reading import characters, holds, lines, missing_words, texts, texts_by_pypdf
from tests.sheets.warbands import (
    HIT,
    ashen_vigil,
    attack,
    fallen,
    fighter,
    item,
    material,
    roster,
)

GOLDEN_HEAD = [
    "The Ashen Vigil",
    "“We light what the flood left.”",
    "The Drowned Quarter · after battle 6 · Mira",
    "185 crowns · 41 renown · won 4 of 6, 1 drawn · strength 504",
    "Stash Iron Spikes, Blessed Rope, Silver Ammo ×2",
    (
        "Next battle ☐ Brother Anselm starts with 2 wounds taken (exploration) "
        "☐ Old Tam misses it (Grievous injury, battle 6)"
    ),
]
GOLDEN_ANSELM = (
    "Brother Anselm | Champion · XP 67/70 · 7 renown | wounds | st dn head leg arm acted | "
    "M 5″ WS 6⁵ BS 2⁶ OS 3 DS 4⁷ S 1⁸ W 4 A 2 Will 3 Int 3 Sv – | "
    "Hammer ×2 Dice 1⁹ Hit 2+ 2+ 3+ 3+ 4+ Str 6 Wound 2+ 2+ 2+ 3+ 4+ Dmg 3 Spd 1 Range melee | "
    "Leather — D Lethal Lunge · T Bloodthirst · "
    "Injuries Arm or hand wound¹⁰ (−1 WS), Eye injury (−1 BS)"
)
GOLDEN_FOOT = [
    "Fallen Hask (battle 3) · Mirrel the Younger (battle 5)",
    (
        "st stunned · dn knocked down · head −1 BS · leg −1 M · arm −1 WS · T triple · D double · "
        "Q quad · Hit against WS 2–6, or to shoot · Wound against DS 2–6 · Dmg per unsaved wound"
    ),
    "Mordcry · printed 29 November 2026 The Ashen Vigil · page 1 of 1",
]


@pytest.mark.parametrize("paper", PAPERS)
def test_ten_typical_fighters_fit_on_one_page(paper: Paper) -> None:
    assert len(texts(printed(ashen_vigil(), SheetOptions(paper=paper)))) == 1


def test_the_golden_text_of_a_typical_warband() -> None:
    data = printed(ashen_vigil())
    read = lines(data)
    assert read[: len(GOLDEN_HEAD)] == GOLDEN_HEAD
    anselm = " ".join(block(data, "Brother Anselm", "Old Tam"))
    assert anselm == GOLDEN_ANSELM.replace(" |", "")
    assert read[-len(GOLDEN_FOOT) :] == GOLDEN_FOOT


def test_a_sheet_is_set_closer_only_where_this_saves_a_page() -> None:
    def set_as(count: int) -> tuple[int, float]:
        """Return how many pages so many fighters take, and the size of the title."""
        notes = "Keeps a diary of every meal. " * 4
        members = [fighter(n, f"Name{n}", items=[item("Rope")], notes=notes) for n in range(count)]
        data = printed(roster(members), SheetOptions(paper="letter"))
        title = next(character for _, character in characters(data))
        return len(texts(data)), round(title.size)

    assert set_as(10) == (1, 28)
    assert set_as(13) == (1, 24)
    assert set_as(16) == (2, 28)


def test_forty_fighters_flow_on_under_a_repeated_head() -> None:
    view = roster([fighter(n, f"Fighter{n:02}", xp=n) for n in range(40)])
    data = printed(view)
    pages = texts(data)
    assert len(pages) > 1
    for number in range(40):
        assert holds(pages, f"Fighter{number:02}")
    for number in range(1, len(pages)):
        assert lines(data, number)[0] == "The Ashen Vigil continued"
        assert f"page {number + 1} of {len(pages)}" in pages[number]


def test_long_notes_go_on_on_the_next_page_under_the_fighters_name() -> None:
    notes = " ".join(f"word{n}" for n in range(3000))
    data = printed(roster([fighter(1, "Chatty", notes=notes), fighter(2, "Quiet")]))
    pages = texts(data)
    assert len(pages) >= 2
    assert "Chatty, continued" in lines(data, 1)
    assert missing_words(pages, notes) == []
    assert holds(pages, "Quiet")


@pytest.mark.parametrize("paper", PAPERS)
def test_names_of_any_length_are_printed_whole(paper: Paper) -> None:
    name = "".join(chr(ord("A") + n % 26) for n in range(5000))
    view = roster(
        [fighter(1, name[:200], attacks=[attack(name[3:300], "1", HIT[0], 3, "2+", 1, 1, "18″")])],
        name=name,
        motto=name[7:],
        stash=(item(name[11:400]),),
    )
    pages = texts(printed(view, SheetOptions(paper=paper)))
    for text in (name, name[:200], name[3:300], name[7:], name[11:400]):
        assert holds(pages, text)


def test_markup_in_names_is_text() -> None:
    view = roster([fighter(1, "<b>R&D</b>", notes="&lt; <para> &quot;")], name='<i>&"</i>')
    pages = texts(printed(view))
    assert missing_words(pages, '<b>R&D</b> &lt; <para> &quot; <i>&"</i>') == []


def test_the_document_is_described_for_readers_and_screen_readers() -> None:
    other = replace(ashen_vigil(), id=2, name="Żółw & <Sons>", shown_name="Żółw & <Sons>")
    data = make_roster_sheets(material(ashen_vigil(), other), SheetOptions(), DAY)
    reader = pypdf.PdfReader(BytesIO(data))
    assert reader.metadata is not None
    assert reader.metadata.title == "The Ashen Vigil, Żółw & <Sons> – roster sheet"
    assert reader.metadata.subject == "The Drowned Quarter, after battle 6"
    assert reader.root_object["/Lang"] == "en-GB"
    assert reader.viewer_preferences is not None
    assert reader.viewer_preferences.display_doctitle
    outline = [mark for mark in reader.outline if isinstance(mark, Destination)]
    marks = [(mark.title, reader.get_destination_page_number(mark)) for mark in outline]
    assert marks == [("The Ashen Vigil", 0), ("Żółw & <Sons>", 1)]
    assert "page 1 of 1" in texts(data)[1]


def test_pages_have_the_size_of_the_paper() -> None:
    sizes: dict[Paper, tuple[float, float]] = {"a4": (595.3, 841.9), "letter": (612.0, 792.0)}
    for paper, size in sizes.items():
        box = (
            pypdf.PdfReader(BytesIO(printed(roster([]), SheetOptions(paper=paper))))
            .pages[0]
            .mediabox
        )
        assert (float(box.width), float(box.height)) == pytest.approx(size, abs=0.1)


def test_an_invariant_sheet_is_the_same_byte_for_byte() -> None:
    assert printed(ashen_vigil()) == printed(ashen_vigil())


def test_the_fallen_and_the_retired_are_named() -> None:
    view = roster(
        [fighter(1, "Ilse")],
        fallen=(
            fallen(2, "Hask", 3),
            replace(fallen(3, "Odo", 0), state="retired", fell_in_battle=None),
        ),
    )
    read = " ".join(lines(printed(view)))
    assert "Fallen Hask (battle 3)" in read
    assert "Retired Odo" in read
    assert "Hask" not in "".join(texts(printed(view, SheetOptions(fallen=False))))


def test_without_a_warband_there_is_a_refusal() -> None:
    with pytest.raises(Refusal):
        make_roster_sheets(material(), SheetOptions(), DAY)


def test_both_readers_find_the_same_words() -> None:
    data = printed(ashen_vigil())
    theirs = "".join("".join(texts_by_pypdf(data)).split())
    for word in " ".join(texts(data)).split():
        assert word in theirs


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_is_smaller_than_seven_points_or_off_the_page(paper: Paper) -> None:
    options = SheetOptions(paper=paper, attack_notes=True, rules_text=True, write_in_fighters=1)
    for (width, height), character in characters(printed(ashen_vigil(), options)):
        assert character.size >= 7.0
        assert 20 <= character.left <= character.right <= width - 20
        assert 15 <= character.bottom <= character.top <= height - 15


def test_lines_for_notes_can_be_added() -> None:
    assert "Notes" not in lines(printed(ashen_vigil()))
    data = printed(roster([fighter(1, "Ilse")]), SheetOptions(write_in_notes=4))
    assert lines(data)[-3] == "Notes"
    many = printed(roster([fighter(1, "Ilse")]), SheetOptions(write_in_notes=40))
    assert len(texts(many)) == 2


def test_whoever_waits_is_told_of_each_fighter_and_page_and_can_stop_it() -> None:
    told: list[tuple[int, int]] = []
    both = material(ashen_vigil(), replace(ashen_vigil(), id=2))
    make_roster_sheets(both, SheetOptions(), DAY, lambda done, total: told.append((done, total)))
    assert told == [(n, 22) for n in range(1, 23)]

    def stop(done: int, total: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        make_roster_sheets(both, SheetOptions(), DAY, stop)


def test_a_ruleset_of_its_own_is_laid_out_from_its_plan() -> None:
    plan = PaperPlan(
        profile=Profile(wounds="hull", progress="fame"),
        boxes=(TickBox(id="adrift", label="adrift", text="cannot steer"),),
        key=(KeyEntry(id="bite", heading="Bite", text="crew lost"),),
    )
    hull = ValueView("hull", "Hull", "Hull", "4", 4, 5, (PartView("Base", 5, "base"),))
    crew = ValueView("crew", "Crew", "Crew", "12", 12, 12, (PartView("Base", 12, "base"),))
    ram = AttackLine("Ram", (AttackCell("Bite", "3"), AttackCell("Reach", "a cable’s length")))
    ship = replace(
        fighter(1, "The Wager", attacks=[ram]),
        archetype_name="Sloop",
        values=(hull, crew),
        amounts=(AmountView("fame", "Fame", "fame", 7),),
        next_advance_at=9,
    )
    news = {1: MemberNews(values={"hull": "5"}, amounts={"fame": 2})}
    for options in (SheetOptions(), SheetOptions(large=True, paper="letter")):
        data = make_roster_sheets(material(roster([ship]), paper=plan, news=news), options, DAY)
        read = " ".join(lines(data)).replace("\u00a0", " ")
        assert "Sloop · fame 7/9 ▶+2" in read
        assert "Hull 5▶" in read
        for words in ("adrift", "hull", "adrift cannot steer", "Bite crew lost", "Bite 3"):
            assert words in read
        assert not any(word in read for word in ("stunned", "WS", "XP"))
