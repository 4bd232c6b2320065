"""Fighter cards: where they stand on the paper, what they hold, and that nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import product

import pypdf
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mordcry_app.rules.paper import PaperPlan, TickBox
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.paper_views import MemberNews, PaperMaterial
from mordcry_app.services.views import RosterView, TraitView
from mordcry_app.sheets.cards import make_cards
from mordcry_app.sheets.cards_page import CardGrid
from mordcry_app.sheets.document import CanvasPen
from mordcry_app.sheets.figures import NEW
from mordcry_app.sheets.options import Paper, SheetOptions
from mordcry_app.sheets.watching import Cancelled
from tests.sheets.card_faces import (
    DAY,
    ONE_SIDED,
    PAPERS,
    PLAIN,
    faces,
    material,
    numbered,
    of,
    picture,
    places,
    printed,
)
from tests.sheets.hostile import WITHOUT_SHRINKING, forty, warbands
from tests.sheets.placing import Placing
from tests.sheets.reading import (
    characters,
    check_page,
    missing_words,
    outline,
    squashed,
    texts,
    words_lost,
)
from tests.sheets.warbands import (
    HIT,
    ashen_vigil,
    attack,
    campaign,
    fighter,
    figures_of,
    injury,
    item,
    of_other_rules,
    pending,
    roster,
    skill,
)

# ------------------------------------------------------------------ where cards stand


@pytest.mark.parametrize(("paper", "large"), list(product(PAPERS, (False, True))))
def test_all_cards_are_equal_and_fill_the_sheet_around_its_middle(
    paper: Paper, large: bool
) -> None:
    grid = CardGrid.of(SheetOptions(paper=paper, large=large))
    assert grid.count == (4 if large else 8)
    assert grid.side == pytest.approx(grid.page_width - grid.side - 2 * grid.width)
    assert grid.above == pytest.approx(grid.page_height - grid.above - grid.rows * grid.height)
    assert grid.side >= 24
    assert grid.above >= 30


@pytest.mark.parametrize("paper", PAPERS)
def test_eight_cards_stand_on_a_page_each_in_its_place(paper: Paper) -> None:
    options = SheetOptions(paper=paper, backs=False)
    first, second = faces(printed(numbered(10), options), options)
    for number, text in enumerate(first):
        assert text.startswith(f"Fighter{number:02}")
        assert text.count("Fighter") == 1
    assert [text[:9] for text in second] == ["Fighter08", "Fighter09", "Key to th", *[""] * 5]


@pytest.mark.parametrize("paper", PAPERS)
def test_backs_fall_behind_their_fronts_when_the_paper_is_turned_over_its_long_edge(
    paper: Paper,
) -> None:
    options = SheetOptions(paper=paper)
    pages = faces(printed(numbered(11), options), options)
    assert len(pages) == 4
    for fronts, backs in zip(pages[::2], pages[1::2], strict=True):
        mirrored = [backs[place + 1 - 2 * (place % 2)] for place in range(len(backs))]
        assert [text[:9] for text in fronts] == [text[:9] for text in mirrored]


def test_a_straight_cut_parts_neighbours_and_backs_have_marks_in_the_margin_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: dict[int, list[tuple[float, float, float, float]]] = {}
    pens: list[CanvasPen] = []

    def record(
        pen: CanvasPen, x1: float, y1: float, x2: float, y2: float, width: float, ink: float
    ) -> None:
        pens.append(pen)  # keeps its id from being used again
        drawn.setdefault(id(pen), []).append((x1, y1, x2, y2))

    monkeypatch.setattr(CanvasPen, "rule", record)
    printed(numbered(3))
    grid = CardGrid.of(PLAIN)
    right, top = grid.page_width - grid.side, grid.page_height - grid.above
    fronts, backs = drawn.values()

    def whole(lines: list[tuple[float, float, float, float]]) -> list[float]:
        """Return the heights at which a line crosses all cards."""
        return [y1 for x1, y1, x2, y2 in lines if x1 == grid.side and abs(x2 - right) < 0.1]

    assert whole(fronts) == pytest.approx([top - row * grid.height for row in range(3)])
    assert whole(backs) == []
    marks = [line for line in backs if line[0] < grid.side - 1]
    assert [line[1] for line in marks] == pytest.approx(
        [top - row * grid.height for row in range(3)]
    )


@pytest.mark.parametrize(
    ("paper", "large", "backs"), list(product(PAPERS, (False, True), (False, True)))
)
def test_all_text_stands_within_a_card_or_in_the_margin(
    paper: Paper, large: bool, backs: bool
) -> None:
    options = SheetOptions(paper=paper, large=large, backs=backs)
    grid = CardGrid.of(options)
    corners = list(places(grid))
    for view in (ashen_vigil(), forty()):
        for (width, height), character in characters(printed(view, options)):
            assert character.size >= (10.99 if large else 7.0)
            if character.bottom > height - grid.above or character.top < grid.above:
                assert 12 <= character.bottom <= character.top <= height - 12
                assert grid.side - 1 <= character.left <= character.right <= width - grid.side + 1
                continue
            assert any(
                left + 4 <= character.left
                and character.right <= left + grid.width - 4
                and character.top <= top - 4
                and character.bottom >= top - grid.height + 4
                for left, top in corners
            ), character


def test_no_text_is_written_over_another(monkeypatch: pytest.MonkeyPatch) -> None:
    placing = Placing(monkeypatch)
    view = forty()
    news = {n: MemberNews(values={"ws": "3"}, amounts={"xp": 3}) for n in range(0, 40, 2)}
    printed(view, news=news)
    printed(replace(view, crest=picture()), ONE_SIDED)
    placing.check_apart()


def test_two_warbands_share_no_sheet() -> None:
    other = replace(numbered(3), id=2, name="Rust & Ruin", shown_name="Rust & Ruin")
    pages = faces(make_cards(material(numbered(3), other), PLAIN, DAY))
    assert len(pages) == 4
    for page, whose in zip(pages, ("Vigil", "Vigil", "Ruin", "Ruin"), strict=True):
        assert all(whose in text for text in page if text)


def test_large_print_has_four_to_a_page() -> None:
    options = SheetOptions(large=True, backs=False)
    pages = faces(printed(numbered(5), options), options)
    assert [text[:9] for text in pages[0]] == [f"Fighter{n:02}" for n in range(4)]
    assert pages[1][0].startswith("Fighter04")


# ------------------------------------------------------------------ what cards hold

ANSELM_FRONT = (
    "Brother Anselm Champion · XP 67/70 · 7 renown The Ashen Vigil "
    "Next battle ☐ Starts with 2 wounds taken (exploration) "
    "M 5″ WS 6¹ BS 2² OS 3 DS 4³ S 1⁴ W 4 A 2 Will 3 Int 3 Sv – "
    "Hammer ×2 Dice 1⁵ Str 6 Dmg 3 Spd 1 Range melee "
    "Hit 2+ 2+ 3+ 3+ 4+ Wound 2+ 2+ 2+ 3+ 4+ Leather "
    "Skills Lethal Lunge (double) · Bloodthirst (triple) "
    "Injuries Arm or hand wound (−1 WS), Eye injury (−1 BS) "
    "wounds st dn head leg arm acted"
)
ANSELM_BACK = (
    "Brother Anselm The Ashen Vigil Skills Lethal Lunge double Bloodthirst triple "
    "Injuries Arm or hand wound −1 WS. A second one costs the limb. Eye injury (−1 BS) "
    "Marks on the front "
    "1 WS 6 Base 3, Champion’s training +2, Advance after battle 5 +1, Tarnished Blade +1, "
    "Arm or hand wound −1 2 BS 2 Base 3, Eye injury −1 3 DS 4 Base 3, Leather +1 "
    "4 S 1 Base 3, Champion’s training +1, Hammer −3 "
    "5 Hammer ×2, Dice 1 Attacks 1, −1 weapon, but at least one die (house rule)"
)


def words_of(text: str) -> list[str]:
    """Return the words of a text in alphabetical order; PDF readers find columns in any order."""
    return sorted(text.split())


def test_the_golden_words_of_a_card() -> None:
    pages = faces(printed(ashen_vigil()))
    assert words_of(pages[0][1]) == words_of(ANSELM_FRONT)
    assert words_of(pages[1][0]) == words_of(ANSELM_BACK)


def test_ten_fighters_take_two_sheets_and_the_key_stands_on_their_backs() -> None:
    for paper in PAPERS:
        options = SheetOptions(paper=paper)
        pages = faces(printed(ashen_vigil(), options), options)
        assert len(pages) == 4
        key = "st stunned · dn knocked down · head −1 BS · leg −1 M · arm −1 WS"
        assert sum(key in text for text in pages[1] + pages[3]) >= 9
        assert not any(key in text for text in pages[0] + pages[2])


def test_without_backs_the_key_has_a_card_where_a_place_is_free() -> None:
    free = faces(printed(numbered(5), ONE_SIDED), ONE_SIDED)[0]
    assert free[5].startswith("Key to these cards")
    assert not any("knocked down" in text for text in free[:5])
    full = faces(printed(numbered(8), ONE_SIDED), ONE_SIDED)
    assert len(full) == 1
    assert all("knocked down" in text for text in full[0])


def test_gear_is_named_with_its_use_in_battle() -> None:
    things = [item("Dagger"), item("Rope", 2), item("Bomb"), replace(item("Map"), spent=True)]
    blade = attack("Dagger", "2", HIT[2], 3, "3+ 4+ 5+ 6+ 6+", 1, 5, "melee")
    uses = {"rope": ("Climb without a test",), "bomb": ("D3 damage", "once"), "map": ("Look",)}
    text = faces(of(fighter(1, "Ilse", items=things, attacks=[blade]), item_uses=uses))[0][0]
    assert "Map (used) Rope ×2 Climb without a test Bomb D3 damage; once" in text
    assert text.count("Dagger") == 1


def test_what_waits_stands_on_the_card_once_with_how_often_it_does() -> None:
    hurt = pending("starts_wounded", "Starts with 1 wound taken", "Gale")
    later = replace(pending("gossip", "Gossip to follow"), until="market")
    misses = pending("misses_battle", "Misses the next battle", "Battle 6")
    text = faces(of(fighter(1, "Ilse", pending=[hurt, later, hurt, misses])))[0][0]
    assert "Next battle ☐ Starts with 1 wound taken (Gale) ×2" in text
    assert "☐ Misses the next battle (Battle 6)" in text
    assert "Later ☐ Gossip to follow" in text
    assert text.count("Misses") == 1


def test_news_is_marked_unless_it_is_not_wanted() -> None:
    member = fighter(
        1,
        "Ilse",
        xp=12,
        changes=[("ws", -1, "Arm wound")],
        items=[item("Rope"), item("Lamp")],
        skills=[skill("Unbowed", "triple", "Fight on.")],
    )
    news = {
        1: MemberNews(
            values={"ws": "4"},
            traits=frozenset({("skill", "unbowed")}),
            items=frozenset({"rope"}),
            amounts={"xp": 4},
            gone=("Old map",),
        )
    }
    front, back = (page[place] for place, page in enumerate(faces(of(member, news=news))))
    assert f"{NEW} WS 4 → 3 · gone: Old map" in front
    assert f"{NEW} Rope · Lamp" in front
    assert f"Skills {NEW} Unbowed (triple)" in front
    assert f"XP 12/10 {NEW}+4" in front
    assert f"{NEW} Unbowed triple Fight on." in back
    assert f"{NEW} new since the last battle" in back
    quiet = "".join(texts(of(member, news=news, options=SheetOptions(news=False))))
    assert NEW not in quiet
    assert "joined" in faces(of(member, news={1: MemberNews(joined=True)}))[0][0]


def test_an_unnamed_fighter_gets_a_line_to_write_on() -> None:
    text = faces(of(fighter(1, "", "Youngblood")))[0][0]
    assert text.startswith("Youngblood · XP 0/10 The Ashen Vigil")


def test_without_backs_all_that_is_known_in_play_stands_on_the_front() -> None:
    data = of(
        fighter(
            1,
            "Ilse",
            changes=[("ws", 1, "Advance")],
            attacks=[attack("Club", "1", HIT[2], 4, "2+ 3+", 2, 2, "melee", "At least one die")],
            skills=[skill("Unbowed", "triple")],
            injuries=[injury("Eye injury", "−1 BS")],
            tags=("holy",),
            notes="Owes three crowns.\n\nHates rats.",
        ),
        options=ONE_SIDED,
    )
    pages = faces(data)
    assert len(pages) == 1
    text = pages[0][0]
    assert "WS" in text
    assert "5*" in text.replace(" ", "")
    assert "* changed since joining" in pages[0][1]
    assert "Dice 1 At least one die" in text
    assert "Skills Unbowed (triple)" in text
    assert "Injuries Eye injury (−1 BS)" in text
    assert "Tags holy · Note Owes three crowns. · Hates rats." in text
    assert "both sides" not in texts(data)[0]


def test_tags_and_notes_stand_on_the_back() -> None:
    traits = [TraitView("boon", "x", "Blessed", "Glows at night.", level=2)]
    member = fighter(1, "Ilse", notes="Owes it.\nHates rats.", tags=("holy",), other_traits=traits)
    back = faces(of(member))[1][1]
    assert "Also Blessed ×2 Glows at night. Tags holy Notes Owes it. · Hates rats." in back


def test_an_effect_is_not_said_twice() -> None:
    said = injury("Serious wound", "−1 WS, −1 BS", "−1 WS and −1 BS, and it aches.")
    worse = injury("Spinal injury", "−3 DS", "−1 DS each time.")
    back = faces(of(fighter(1, "Ilse", injuries=[said, worse])))[1][1]
    assert "Serious wound −1 WS and −1 BS, and it aches." in back
    assert "Spinal injury (−3 DS) −1 DS each time." in back


def test_where_values_come_from_is_told_only_where_it_costs_no_card() -> None:
    talk = "This is a rule that takes a line of the card to tell in full, and then some. "
    skills = [skill(f"Trick{n}", "double", talk) for n in range(7)]
    changes = [("ws", 1, f"Advance number {n}") for n in range(12)]
    plain = faces(of(fighter(1, "Ilse", changes=changes)))
    assert "Advance number 11 +1" in plain[1][1]
    full = faces(of(fighter(1, "Ilse", changes=changes, skills=skills)))
    assert "16*" in full[0][0]
    assert not any("Advance" in text for page in full for text in page)
    assert "continued" not in full[0][1]
    whole = " ".join(text for page in full for text in page)
    assert "Key to these cards" in full[0][1]
    assert "* changed since joining" in whole


# ------------------------------------------------------------------ going on


def test_what_does_not_fit_goes_on_to_the_back_and_to_further_cards() -> None:
    notes = " ".join(f"word{n}" for n in range(700))
    pages = faces(of(fighter(1, "Chatty", notes=notes), fighter(2, "Quiet")))
    fronts = [text for page in pages[::2] for text in page if text]
    cards = len(fronts) - 1
    assert cards > 2
    assert f"The Ashen Vigil · card 1 of {cards}" in fronts[0]
    for number, text in enumerate(fronts[1:-1], start=2):
        assert text.startswith(f"Chatty, continued {number}/{cards}")
    assert fronts[-1].startswith("Quiet")
    backs = [text for page in pages[1::2] for text in page if text]
    assert sum(text.startswith(f"Chatty, continued 2/{cards}") for text in backs) == 1
    read = [word for word in " ".join(fronts + backs).split() if word.startswith("word")]
    assert sorted(read, key=lambda word: int(word[4:])) == notes.split()


def test_without_backs_notes_go_on_to_further_cards() -> None:
    notes = " ".join(f"word{n}" for n in range(400))
    pages = faces(of(fighter(1, "Chatty", notes=notes), options=ONE_SIDED))
    cards = [text for page in pages for text in page if text.startswith("Chatty")]
    assert len(cards) > 2
    assert "card 1 of" in cards[0]
    assert all("continued" in text for text in cards[1:])
    assert missing_words(texts(of(fighter(1, "Chatty", notes=notes))), notes) == []


@pytest.mark.parametrize("options", [PLAIN, ONE_SIDED, SheetOptions(large=True, paper="letter")])
def test_a_name_of_any_length_is_printed_whole(options: SheetOptions) -> None:
    parts = [f"{n:04}," for n in range(1000)]
    name = "".join(parts)
    weapon = attack(name[7:600], "1", "2+", 3, "2+", 1, 1, "18″")
    data = of(fighter(1, name, attacks=[weapon]), options=options)
    whole = [squashed(text) for text in texts(data)]
    broken = [part for part in parts if not any(part in text for text in whole)]
    assert len(broken) <= sum(bool(text) for page in faces(data, options) for text in page)
    assert all(in_two_pieces(data, part) for part in broken)


@given(warbands(5), st.sampled_from(PAPERS), st.booleans(), st.booleans())
@settings(
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow],
    deadline=None,
    phases=WITHOUT_SHRINKING,
)
def test_every_word_of_a_hostile_warband_is_on_its_cards(
    view: RosterView, paper: Paper, large: bool, backs: bool
) -> None:
    options = SheetOptions(paper=paper, large=large, backs=backs)
    data = printed(view, options)
    missing = words_lost(data, fields(view, backs))
    assert [word for word in missing if not in_two_pieces(data, word)] == []
    check_page(data, 11.0 if large else 7.0, over=0.0)


def fields(view: RosterView, backs: bool) -> Iterator[str]:
    """Yield every text that a warband's cards must hold."""
    for member in view.members:
        yield from (view.name, member.name, member.archetype_name, member.notes, *member.tags)
        for value in member.values:
            yield f"{value.short} {value.text}"
        for line in member.attacks:
            yield line.name
            for cell in line.cells:
                yield f"{cell.heading} {cell.text}"
                yield cell.note if cell.exception else ""
        yield from (thing.label for thing in member.items)
        for trait in (*member.skills, *member.injuries, *member.other_traits):
            yield f"{trait.name} {trait.cost}"
            yield trait.text if backs else trait.effect
        yield from (f"{waits.words} {waits.source}" for waits in member.pending)


def in_two_pieces(data: bytes, word: str) -> bool:
    """Say whether a word wider than a line begins on one face and goes on on another."""
    whole = [squashed(text) for text in texts(data)]
    return any(
        any(word[:cut] in text for text in whole) and any(word[cut:] in text for text in whole)
        for cut in range(1, len(word))
    )


# ------------------------------------------------------------------ pictures, other rules


def test_portraits_and_crests_are_printed_unless_broken_or_not_wanted() -> None:
    def pictures(data: bytes) -> int:
        return len(pypdf.PdfReader(BytesIO(data)).pages[0].images)

    portrayed = replace(fighter(1, "Ilse"), portrait=picture())
    broken = replace(fighter(2, "Tam"), portrait=b"no picture")
    bare = fighter(3, "Pell")
    assert pictures(of(portrayed, broken, bare)) == 1
    with_crest = replace(roster([portrayed, broken, bare]), crest=picture(50, 50))
    assert pictures(printed(with_crest)) == 2
    assert pictures(printed(with_crest, SheetOptions(portraits=False))) == 0
    assert pictures(printed(replace(with_crest, crest=b"\x89PNG broken"))) == 1
    assert faces(of(broken)) == faces(of(replace(broken, portrait=None)))


def test_any_ruleset_is_laid_out() -> None:
    boxes = [
        TickBox(id=f"b{n}", label=f"a rather long label {n}", text="" if n else "bleeds")
        for n in range(12)
    ]
    member, plan = of_other_rules(boxes)
    view = roster([member])
    for options in (PLAIN, ONE_SIDED, SheetOptions(large=True)):
        pages = texts(make_cards(under(plan, view), options, DAY))
        for figure in figures_of(member):
            assert missing_words(pages, figure) == []
        assert missing_words(pages, "label 11 bleeds H3 third stat 5") == []
    plain = under(PaperPlan(), view)
    assert "Ilse" in faces(make_cards(plain, PLAIN, DAY))[0][0]
    empty = replace(plain, rosters=(), is_blank=True, campaign=replace(plain.campaign, rosters=()))
    assert "Name Rank" in faces(make_cards(empty, PLAIN, DAY))[0][0]


def under(plan: PaperPlan, view: RosterView) -> PaperMaterial:
    """Return what the cards of a warband are made from under the plan of another ruleset."""
    return PaperMaterial("cards", replace(campaign(view), paper=plan), (view,))


# ------------------------------------------------------------------ the document


def test_the_document_has_a_title_and_a_bookmark_for_each_fighter() -> None:
    data = printed(numbered(9))
    reader = pypdf.PdfReader(BytesIO(data))
    assert reader.metadata is not None
    assert reader.metadata.title == "The Ashen Vigil – fighter cards"
    fighters = [(f"Fighter{n:02}", 1, 1 if n < 8 else 3) for n in range(9)]
    assert outline(data) == [("The Ashen Vigil", 0, 1), *fighters]


def test_how_to_print_stands_in_the_margin() -> None:
    pages = texts(printed(numbered(2)))
    hint = "Print at full size on both sides, turned over the long edge, and cut along the lines."
    assert hint in pages[0]
    assert "Backs of the page before." in pages[1]
    assert "Mordcry · printed 30 November 2026" in pages[0]
    assert "The Ashen Vigil · page 2 of 2" in pages[1]


def test_cards_are_the_same_byte_for_byte() -> None:
    assert printed(ashen_vigil()) == printed(ashen_vigil())


def test_whoever_waits_is_told_of_fighters_and_pages_and_can_stop() -> None:
    steps: list[tuple[int, int]] = []
    make_cards(material(numbered(10)), PLAIN, DAY, lambda done, total: steps.append((done, total)))
    assert [done for done, _ in steps] == list(range(1, 15))
    assert {total for _, total in steps} == {14}

    def stop(done: int, total: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        make_cards(material(numbered(10)), PLAIN, DAY, stop)


def test_without_a_warband_there_is_a_refusal() -> None:
    with pytest.raises(Refusal):
        make_cards(material(), PLAIN, DAY)
