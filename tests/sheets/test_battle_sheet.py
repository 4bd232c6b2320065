"""The battle sheet on paper: its words, its pages, and that nothing of a battle is lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from io import BytesIO

import pypdf
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mordcry_app.rules.paper import (
    KeyEntry,
    PaperBlock,
    PaperField,
    PaperPlan,
    Profile,
    Short,
    TickBox,
)
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.paper_battle import battle_sheet_of, blank_battle_sheet
from mordcry_app.services.paper_views import (
    BattleFighterSheet,
    BattleSheetView,
    FactLine,
    PaperMaterial,
)
from mordcry_app.services.views import CampaignView, MemberView, RosterView
from mordcry_app.sheets.battle_fighters import called, short_attack, short_values
from mordcry_app.sheets.battle_sheet import make_battle_sheet
from mordcry_app.sheets.options import Paper, SheetOptions
from mordcry_app.sheets.styles import setting_for
from mordcry_app.sheets.watching import Cancelled, unwatched
from tests.sheets.hostile import (
    NASTY,
    WITHOUT_SHRINKING,
    phrases,
    sentences,
    warbands,
)
from tests.sheets.reading import check_page, holds, lines, outline, texts, words_lost
from tests.sheets.warbands import (
    ashen_vigil,
    attack,
    campaign,
    fighter,
    pending,
    roster,
    rust_and_ruin,
)

DAY = date(2026, 11, 30)
PAPERS: tuple[Paper, ...] = ("a4", "letter")
FACTS = (
    FactLine("Attacker", "Rust & Ruin"),
    FactLine("Victory", "High ground", "More points after round 4 win."),
    FactLine("Twist", "Thick fog", "Nobody sees farther than 4″."),
)


def material(
    *rosters: RosterView, facts: tuple[FactLine, ...] = (), paper: PaperPlan | None = None
) -> PaperMaterial:
    """Return what the sheet of battle 7 is made from."""
    view = campaign(*rosters)
    if paper is not None:
        view = replace(view, paper=paper)
    battle = replace(battle_sheet_of(view, rosters, 7), facts=facts)
    return PaperMaterial("battle", view, rosters, battle=battle)


def blank(view: CampaignView | None = None) -> PaperMaterial:
    """Return what a blank sheet is made from."""
    view = view or campaign(ashen_vigil())
    return PaperMaterial("battle", view, (), is_blank=True, battle=blank_battle_sheet(view))


def made(whole: PaperMaterial, options: SheetOptions | None = None) -> bytes:
    """Return the PDF of a battle sheet."""
    return make_battle_sheet(whole, options or SheetOptions(), DAY, unwatched)


def sheet_in(whole: PaperMaterial) -> BattleSheetView:
    """Return the view of some material."""
    assert whole.battle is not None
    return whole.battle


def shown(whole: PaperMaterial) -> Iterator[str]:
    """Yield every text that a battle sheet must hold."""
    view, setting = sheet_in(whole), setting_for(SheetOptions(), whole.campaign.paper)
    yield view.title
    for fact in view.facts:
        yield from (fact.label, fact.text, fact.detail)
    rosters = {roster.id: roster for roster in whole.rosters}
    for block in (*view.blocks, *(block for side in view.sides for block in side.blocks)):
        if block.owner == "" or not block.has_names:
            yield from (block.title, block.text)
        for row in block.rows:
            yield row.lead
            for field in row.fields:
                yield from (field.label, field.text, field.after, *field.options)
    for side in view.sides:
        yield from (side.owner, *side.now)
        yield from (fighter.now for fighter in side.fighters)
        if side.roster_id:
            fighting = {fighter.member_id for fighter in side.fighters}
            own = rosters[side.roster_id]
            yield own.player
            yield from (p.words for p in own.pending if p.until == "battle")
            for member in own.members:
                if member.id not in fighting:
                    continue
                yield called(member)
                for value in short_values(member, setting):
                    yield from (value.short, value.text)
                for line in (short_attack(line, setting) for line in member.attacks):
                    yield line.name
                    for cell in line.cells:
                        yield from (cell.heading, cell.text)


def test_the_front_of_a_battle_that_is_set_up() -> None:
    data = made(material(ashen_vigil(), rust_and_ruin(), facts=FACTS))
    read = lines(data)
    assert read[0] == "Battle 7"
    assert "The Ashen Vigil (Mira) against Rust & Ruin (Jon)" in "\n".join(read)
    assert "Date" in " ".join(read)
    for line in (
        "Attacker Rust & Ruin",
        "Victory High ground",
        "More points after round 4 win.",
        "Twist Thick fog",
        "1 The Ashen Vigil",
        "Rust & Ruin",
        "6 The Ashen Vigil",
        "Notes",
    ):
        assert line in read, line


def test_the_back_has_a_line_of_figures_and_a_line_of_boxes_for_each_fighter() -> None:
    read = lines(made(material(ashen_vigil(), rust_and_ruin())), page=1)
    assert read[0] == "The Drowned Quarter, battle 7 continued"
    assert read[1] == "The Ashen Vigil · Mira"
    assert read[2] == "M WS BS DS S Will Int Sv Dice Hit Wound Dmg Range"
    place = read.index(
        "Sister Ilse Varr 5″ 6 4 6 4 5 4 6+ Long Sword 3 2+ 2+ 3+ 3+ 4+ 2+ 2+ 2+ 3+ 4+ 2 melee"
    )
    assert read[place + 1] == "W st dn head leg arm acted arrives 1 2 3 treasure out by"
    assert "Unnamed Youngblood" in "\n".join(read)
    assert not any(line.startswith("Old Tam") for line in read), "who misses it is not there"


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("facts", [(), FACTS])
def test_ten_a_side_take_a_front_and_a_back(paper: Paper, facts: tuple[FactLine, ...]) -> None:
    whole = material(ashen_vigil(), rust_and_ruin(), facts=facts)
    data = made(whole, SheetOptions(paper=paper))
    assert len(texts(data)) == 2
    assert words_lost(data, shown(whole)) == []
    check_page(data)


@pytest.mark.parametrize("paper", PAPERS)
def test_large_print_is_nowhere_smaller_than_11_points(paper: Paper) -> None:
    whole = material(ashen_vigil(), rust_and_ruin(), facts=FACTS)
    data = made(whole, SheetOptions(paper=paper, large=True))
    assert words_lost(data, shown(whole)) == []
    check_page(data, 11.0)


def test_what_waits_for_the_battle_stands_in_the_banner_with_boxes() -> None:
    first = "\n".join(texts(made(material(ashen_vigil(), rust_and_ruin())))[:1])
    assert holds([first], "☐ Brother Anselm starts with 2 wounds taken (exploration)")
    assert holds([first], "☐ Old Tam misses it (Grievous injury, battle 6)")


def test_without_anything_that_waits_there_is_no_banner() -> None:
    data = made(material(rust_and_ruin(), replace(rust_and_ruin(), id=3)))
    assert not any("☐" in page for page in texts(data))


def test_what_waits_for_another_moment_is_not_there() -> None:
    waits = replace(pending("market", "One more roll at the market"), until="market")
    own = roster([fighter(1, "Wren", pending=[waits])])
    assert not holds(texts(made(material(own, rust_and_ruin()))), "One more roll at the market")


def test_wounds_that_were_taken_are_crossed_out() -> None:
    own = roster([fighter(1, "Wren")])
    whole = material(own, rust_and_ruin(1))
    view = sheet_in(whole)
    hurt = replace(view.sides[0], fighters=(BattleFighterSheet(1, taken=2),))
    after = replace(whole, battle=replace(view, sides=(hurt, view.sides[1])))

    def strokes(data: bytes) -> int:
        page = pypdf.PdfReader(BytesIO(data)).pages[1]
        contents = page.get_contents()
        assert contents is not None
        return contents.get_data().count(b" l S")

    assert strokes(made(after)) - strokes(made(whole)) == 4


def test_a_battle_under_way_says_how_everybody_stands() -> None:
    whole = material(ashen_vigil(), rust_and_ruin(2), facts=(FactLine("So far", "Round 3 of 4"),))
    view = sheet_in(whole)
    side = view.sides[1]
    stands = replace(
        side,
        now=("Initiative", "2 victory points"),
        fighters=(
            replace(side.fighters[0], now="Stunned, treasure"),
            replace(side.fighters[1], now="out of action by Pell"),
        ),
    )
    whole = replace(whole, battle=replace(view, sides=(view.sides[0], stands)))
    read = lines(made(whole), page=1)
    assert "Rust & Ruin · Jon · Initiative · 2 victory points" in read
    assert "Stunned, treasure" in read
    assert "out of action by Pell" in read


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("paper", PAPERS)
def test_a_blank_sheet_has_room_for_two_warbands(paper: Paper, large: bool) -> None:
    whole = blank()
    data = made(whole, SheetOptions(paper=paper, large=large))
    assert words_lost(data, shown(whole)) == []
    check_page(data, 11.0 if large else 7.0)
    pages = texts(data)
    assert sum(page.count("arrives") for page in pages) == 20
    assert "Campaign" in pages[0]
    assert "Attack · Dice · Hit · Wound · Dmg · Range" in "\n".join(pages)
    if paper == "a4" and not large:
        assert len(pages) == 2


def test_a_warband_that_does_not_fit_below_the_other_begins_a_page() -> None:
    pages = texts(made(material(ashen_vigil(), rust_and_ruin(16))))
    assert len(pages) == 3
    assert "Rusty 1" not in pages[1]
    assert pages[2].splitlines()[1].startswith("Rust & Ruin · Jon")


def test_forty_fighters_a_side_go_on_with_their_headings() -> None:
    own = roster([fighter(n, f"Number {n}") for n in range(1, 41)])
    whole = material(own, rust_and_ruin(40))
    data = made(whole)
    pages = texts(data)
    assert words_lost(data, shown(whole)) == []
    assert any("The Ashen Vigil, continued" in page for page in pages)
    assert sum("M WS BS DS" in page for page in pages) == len(pages) - 1


def test_three_warbands_and_none_of_them_with_fighters() -> None:
    empty = [roster([], id=n, name=f"Empty {n}", shown_name=f"Empty {n}") for n in (1, 2, 3)]
    whole = material(*empty)
    data = made(whole)
    assert words_lost(data, shown(whole)) == []
    assert "Empty 1 (Mira) against Empty 2 (Mira) against Empty 3 (Mira)" in "\n".join(lines(data))


def test_without_a_warband_there_is_nothing_to_print() -> None:
    with pytest.raises(Refusal, match="add warbands"):
        made(material())


def test_it_can_be_watched_and_stopped() -> None:
    seen: list[tuple[int, int]] = []
    make_battle_sheet(
        material(ashen_vigil(), rust_and_ruin()),
        SheetOptions(),
        DAY,
        lambda done, total: seen.append((done, total)),
    )
    assert seen == [(1, 2), (2, 2)]

    def stop(done: int, total: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        make_battle_sheet(material(ashen_vigil()), SheetOptions(), DAY, stop)


def test_the_document_says_what_it_is() -> None:
    data = made(material(ashen_vigil(), rust_and_ruin()))
    reader = pypdf.PdfReader(BytesIO(data))
    assert reader.metadata is not None
    assert reader.metadata.title == "The Drowned Quarter, battle 7 – battle sheet"
    assert outline(data) == [
        ("The Drowned Quarter, battle 7", 0, 1),
        ("The Ashen Vigil", 1, 2),
        ("Rust & Ruin", 1, 2),
    ]
    assert reader.root_object["/Lang"] == "en-GB"


OTHER_PLAN = PaperPlan(
    profile=Profile(wounds="will", rounds=3),
    short=Short(values=("int",)),
    boxes=(
        TickBox(id="dazed", label="dazed", text="no spells"),
        TickBox(id="spent", label="spent", each_round=True),
    ),
    key=(KeyEntry(id="reach", heading="Range", text="in paces"),),
    blocks=(
        PaperBlock(
            id="weather",
            sheet="battle",
            title="Weather",
            text="Once a night.",
            fields=(
                PaperField(label="D20", kind="dice", dice="d20"),
                PaperField(label="Sky", kind="pick", options=("clear", "storm")),
            ),
        ),
        PaperBlock(
            id="omens",
            sheet="battle",
            title="Omens",
            scope="round",
            fields=(PaperField(label="Omen"), PaperField(label="Mana", kind="ticks", count=5)),
        ),
        PaperBlock(
            id="oath",
            sheet="battle",
            title="Oath",
            scope="roster",
            fields=(PaperField(label="Sworn to", shows="player"),),
        ),
        PaperBlock(
            id="souls",
            sheet="battle",
            title="Souls",
            scope="member",
            extra=2,
            fields=(PaperField(label="souls", kind="ticks", count=3),),
        ),
    ),
)


@pytest.mark.parametrize("large", [False, True])
def test_the_plan_of_another_ruleset_is_printed(large: bool) -> None:
    whole = material(ashen_vigil(), rust_and_ruin(3), paper=OTHER_PLAN)
    data = made(whole, SheetOptions(large=large))
    assert words_lost(data, shown(whole)) == []
    check_page(data, 11.0 if large else 7.0)
    together = "\n".join(texts(data))
    for alien in ("Initiative", "Victory", "treasure", "stunned", "acted", "arrives"):
        assert alien not in together
    for own in ("Weather", "clear", "storm", "Omens", "Sworn to", "souls", "dazed", "no spells"):
        assert own in together
    if not large:
        read = [line for page in range(len(texts(data))) for line in lines(data, page)]
        assert "Int Dice Hit Str Wound Dmg Spd Range" in read
        assert sum("Will dazed spent souls" in line for line in read) == 9 + 3
        assert sum(line == "dazed spent souls" for line in read) == 2 + 2


def test_a_ruleset_without_a_plan_has_everything_of_its_fighters() -> None:
    whole = material(ashen_vigil(), rust_and_ruin(), paper=PaperPlan())
    data = made(whole)
    assert words_lost(data, shown(whole)) == []
    assert holds(texts(data), "OS")


def test_a_blank_sheet_of_a_ruleset_without_a_plan() -> None:
    whole = blank(replace(campaign(ashen_vigil()), paper=PaperPlan(), columns=()))
    assert holds(texts(made(whole)), "First warband")


def test_hostile_names_facts_and_campaigns() -> None:
    members = [
        fighter(
            n,
            name,
            attacks=[attack(name, "3", "4+ 5+ 6+ 6+ 6+", 3, "6+ – – – –", 1, 3, name[:40])],
            pending=[pending("other", name, name)],
        )
        for n, name in enumerate((*NASTY, "W" * 5000, "", "  "), 1)
    ]
    own = roster(members, name=NASTY[0], shown_name=NASTY[0], player=" ".join(NASTY))
    other = roster([], id=2, name="y" * 5000, shown_name="y" * 5000, player="")
    facts = tuple(FactLine(text[:80], text, f"{text} {text}") for text in NASTY)
    whole = material(own, other, facts=facts)
    whole = replace(whole, campaign=replace(whole.campaign, name="<b>Zürich & 山田</b>" * 30))
    for options in (SheetOptions(), SheetOptions(paper="letter", large=True)):
        data = made(whole, options)
        assert words_lost(data, shown(whole)) == []
        check_page(data, 11.0 if options.large else 7.0)


def numbered(roster: RosterView, first: int) -> tuple[MemberView, ...]:
    """Return the fighters of a roster, each with an id of its own."""
    return tuple(replace(member, id=n) for n, member in enumerate(roster.members, first))


@settings(
    max_examples=8,
    deadline=None,
    phases=WITHOUT_SHRINKING,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(
    own=warbands(5),
    other=warbands(3),
    facts=st.lists(st.builds(FactLine, phrases, phrases, sentences), max_size=4),
    large=st.booleans(),
    paper=st.sampled_from(PAPERS),
)
def test_every_word_of_any_battle_can_be_read(
    own: RosterView, other: RosterView, facts: list[FactLine], large: bool, paper: Paper
) -> None:
    other = replace(other, id=2, members=numbered(other, 101))
    own = replace(own, members=numbered(own, 1))
    whole = material(own, other, facts=tuple(facts))
    data = made(whole, SheetOptions(paper=paper, large=large))
    assert words_lost(data, shown(whole)) == []
    check_page(data, 11.0 if large else 7.0)
