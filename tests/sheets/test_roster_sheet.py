from __future__ import annotations

from dataclasses import replace
from datetime import date
from io import BytesIO

import pypdf
import pytest
from pypdf.generic import Destination

from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.ruleset import AttackCell, AttackLine
from mordcry_app.services.views import RosterView, TraitView, ValueView
from mordcry_app.sheets.fighter import starts_with
from mordcry_app.sheets.options import KeyEntry, Paper, SheetOptions, TickBox
from mordcry_app.sheets.roster_sheet import roster_sheet
from tests.sheets.reading import characters, holds, lines, missing_words, texts, texts_by_pypdf
from tests.sheets.warbands import (
    HIT,
    ashen_vigil,
    attack,
    campaign,
    fallen,
    fighter,
    injury,
    item,
    pending,
    roster,
    skill,
)

DAY = date(2026, 11, 29)
PAPERS: tuple[Paper, ...] = ("a4", "letter")


def printed(view: RosterView, options: SheetOptions | None = None) -> bytes:
    """Return the sheet of one warband."""
    return roster_sheet(campaign(view), [view], options or SheetOptions(invariant=True), DAY)


def block(data: bytes, name: str, following: str, page: int = 0) -> list[str]:
    """Return the lines of one fighter's block."""
    read = lines(data, page)
    return read[read.index(name) : read.index(following)]


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
    "Leather — D Lethal Lunge · T Bloodthirst | "
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


def test_every_changed_value_has_a_footnote_that_explains_it() -> None:
    read = " ".join(lines(printed(ashen_vigil())))
    assert "1 DS 6 Base 3, Captain’s training +1, Half Plate +2" in read
    assert (
        "5 WS 6 Base 3, Champion’s training +2, Advance after battle 5 +1, Tarnished Blade +1, "
        "Arm or hand wound −1" in read
    )
    assert "14 M 6″ Base 5, Old map +1" in read


def test_equal_explanations_share_a_footnote() -> None:
    leather = [("ds", 1, "Leather")]
    view = roster([fighter(n, f"Name{n}", changes=leather) for n in range(3)])
    read = " ".join(lines(printed(view)))
    assert read.count("DS 4¹") == 3
    assert read.count("Base 3, Leather +1") == 1


def test_a_value_whose_changes_balance_out_is_explained_too() -> None:
    changes = [("ws", 1, "Advance"), ("ws", -1, "Arm wound")]
    read = " ".join(lines(printed(roster([fighter(1, "Even", changes=changes)]))))
    assert "WS 4¹" in read
    assert "1 WS 4 Base 3, Warrior’s training +1, Advance +1, Arm wound −1" in read


def test_footnotes_can_be_left_out() -> None:
    read = "\n".join(texts(printed(ashen_vigil(), SheetOptions(footnotes=False))))
    assert "Tarnished Blade" not in read
    assert "¹" not in read


def test_attack_lines_can_be_explained_except_for_what_the_key_says() -> None:
    view = roster(
        [fighter(1, "Pell", attacks=[attack("Spear", "2", HIT[3], 4, "2+", 1, 5, "melee")])]
    )
    read = " ".join(lines(printed(view, SheetOptions(attack_notes=True)))).replace("\u00a0", " ")
    assert "Spear¹" in read
    assert "1 Spear Dice 2 = 2 Attacks, weapon included; Str 4 = 3 Base, +1 Spear" in read
    assert "WS 4 against" not in read


def test_an_exception_in_an_attack_line_has_a_footnote_of_its_own() -> None:
    read = " ".join(lines(printed(ashen_vigil())))
    explained = "Attacks 1, −1 weapon, but at least one die (house rule)"
    assert f"9 Hammer ×2, Dice 1 {explained}" in read
    assert f"15 Club, Dice 1 {explained}" in read
    assert "weapon included" not in read


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


def test_what_skills_injuries_and_gear_do_can_be_printed_once_each() -> None:
    texted = skill("Unbowed", "triple", "At half wounds or fewer, fight harder.")
    members = [
        fighter(n, f"Name{n}", skills=[texted], items=[item("Club", text="Crude and heavy.")])
        for n in range(2)
    ]
    view = roster(
        [*members, fighter(3, "Hurt", injuries=[injury("Old wound", "", "Aches in the rain.")])]
    )
    read = " ".join(lines(printed(view, SheetOptions(rules_text=True))))
    assert read.count("At half wounds or fewer, fight harder.") == 1
    assert "T Unbowed At half wounds" in read
    assert "Club Crude and heavy." in read
    assert "1 Old wound Aches in the rain." in read
    bare = printed(view, SheetOptions(rules_text=True, footnotes=False))
    assert "Old wound Aches in the rain." in " ".join(lines(bare))
    assert "Crude" not in " ".join(texts(printed(view)))


def test_an_unnamed_fighter_gets_a_line_to_write_on() -> None:
    view = roster([fighter(1, "", "Youngblood")])
    assert lines(printed(view))[4] == "Youngblood · XP 0/10"


def test_the_next_advance_and_the_leader_are_named() -> None:
    leader = fighter(1, "Ilse", "Captain", xp=158, next_at=170, leads=True, advances_due=2)
    read = " ".join(lines(printed(roster([leader]))))
    assert "Captain, leads · XP 158/170 2 advances to roll" in read


def test_other_pending_effects_stand_in_the_banner() -> None:
    cursed = pending("modifier", "−1 Will", "Cursed, old shrine", -1)
    view = roster([fighter(1, "Ilse", pending=[cursed])])
    assert "☐ Ilse – −1 Will (Cursed, old shrine)" in " ".join(lines(printed(view)))
    assert "Next battle" not in " ".join(texts(printed(roster([fighter(1, "Ilse")]))))


def test_what_waits_for_the_whole_warband_comes_first_in_the_banner() -> None:
    for_all = pending("deployment_choice", "Chooses where to deploy", "A map")
    cursed = pending("modifier", "−1 Will", "Old shrine", -1)
    view = replace(roster([fighter(1, "Ilse", pending=[cursed])]), pending=(for_all,))
    read = " ".join(lines(printed(view)))
    assert "☐ Chooses where to deploy (A map)" in read
    assert read.index("Chooses where") < read.index("☐ Ilse")


def test_what_waits_for_later_stands_behind_what_is_for_the_battle() -> None:
    cursed = pending("modifier", "−1 Will", "Old shrine", -1)
    gossip = replace(pending("gossip", "Gossip to follow", "Tavern"), until="market")
    read = " ".join(lines(printed(roster([fighter(1, "Ilse", pending=[gossip, cursed])]))))
    assert "Next battle ☐ Ilse – −1 Will (Old shrine)" in read
    assert "Later ☐ Ilse – Gossip to follow (Tavern)" in read
    only_later = " ".join(lines(printed(roster([fighter(1, "Ilse", pending=[gossip])]))))
    assert "Next battle" not in only_later
    assert "Later ☐ Ilse – Gossip to follow (Tavern)" in only_later


@pytest.mark.parametrize(("taken", "ticked"), [(1, 1), (2, 2), (3, 2), (9, 2)])
def test_wounds_that_are_carried_leave_one(taken: int, ticked: int) -> None:
    hurt = pending("starts_wounded", f"Starts with {taken} wounds taken", "", taken)
    member = fighter(1, "Ilse", pending=[hurt])
    assert member.value("w").total == 3
    assert starts_with(member, 3) == ticked


def test_a_fighter_that_misses_the_battle_is_marked_twice() -> None:
    misses = pending("misses_battle", "Misses the next battle")
    read = " ".join(lines(printed(roster([fighter(1, "Tam", pending=[misses])]))))
    assert "☐ Tam misses it" in read
    assert "Warrior · misses the next battle" in read


def test_notes_tags_and_other_traits_are_printed() -> None:
    view = roster(
        [
            fighter(
                1,
                "Ilse",
                notes="Owes three crowns.\n\nHates rats.",
                tags=("holy", "rider"),
                other_traits=[TraitView("boon", "x", "Blessed", "", level=2)],
            )
        ]
    )
    read = " ".join(lines(printed(view)))
    assert "Note Owes three crowns. · Hates rats." in read
    assert "Also Blessed ×2 · Tags holy, rider" in read


def test_an_empty_roster_becomes_a_sheet_to_fill_in() -> None:
    for paper in PAPERS:
        data = printed(roster([]), SheetOptions(paper=paper))
        read = lines(data)
        assert len(texts(data)) == 1
        assert " ".join(read).split().count("Will") == 10
        assert sum("Rank" in line for line in read) == 10


def test_write_in_blocks_can_be_added() -> None:
    data = printed(roster([fighter(1, "Ilse")]), SheetOptions(write_in_fighters=2))
    assert sum("Rank" in line for line in lines(data)) == 2


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


def test_any_headings_are_laid_out() -> None:
    wide = AttackLine(
        "Word of Power",
        (
            AttackCell("A heading that is long", "as is what stands under it"),
            AttackCell("Hit", "2+"),
            AttackCell("Hit", "twice"),
        ),
    )
    narrow = AttackLine("Knife", tuple(AttackCell(f"H{n}", str(n)) for n in range(14)))
    values = tuple(
        ValueView(f"s{n}", f"Stat{n}", f"Stat {n}", f"{n}d6+{n}", n, n, ()) for n in range(30)
    )
    member = replace(fighter(1, "Ilse", attacks=[wide, narrow]), values=values)
    options = SheetOptions(
        status_boxes=(TickBox("bleeding", "1 wound a round"), TickBox("a rather long label")),
        attack_key=(KeyEntry("H3", "third"),),
        wounds_stat="s5",
    )
    data = printed(roster([member]), options)
    pages = texts(data)
    for cell in (*wide.cells, *narrow.cells):
        assert missing_words(pages, f"{cell.heading} {cell.text}") == []
    for value in values:
        assert missing_words(pages, f"{value.short} {value.text}") == []
    assert missing_words(pages, "bleeding 1 wound a round H3 third stat 5") == []


def test_a_huge_number_of_wounds_is_written_instead_of_drawn() -> None:
    value = ValueView("w", "W", "Wounds", "900", 900, 900, ())
    member = replace(fighter(1, "Hulk"), values=(value,))
    assert "900 wounds, lost" in " ".join(lines(printed(roster([member]))))


def test_the_document_is_described_for_readers_and_screen_readers() -> None:
    other = replace(ashen_vigil(), id=2, name="Żółw & <Sons>", shown_name="Żółw & <Sons>")
    data = roster_sheet(campaign(other), [ashen_vigil(), other], SheetOptions(), DAY)
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
        roster_sheet(campaign(), [], SheetOptions(), DAY)


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
