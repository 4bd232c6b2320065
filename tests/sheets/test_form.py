"""The aftermath form on paper: its words, its order, and that nothing is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from io import BytesIO

import pypdf
import pytest

from mordcry_app.rules.paper import PaperBlock, PaperField, PaperPlan, Profile
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.paper_form import Asked, blank_form, form_of
from mordcry_app.services.paper_views import FormView, PaperMaterial
from mordcry_app.services.views import CampaignView, RosterView
from mordcry_app.sheets.document import CanvasPen
from mordcry_app.sheets.form import make_form
from mordcry_app.sheets.options import Paper, SheetOptions
from mordcry_app.sheets.watching import Cancelled, unwatched
from tests.sheets.hostile import NASTY
from tests.sheets.reading import check_page, holds, lines, outline, texts, words_lost
from tests.sheets.warbands import ashen_vigil, campaign, fighter, roster, rust_and_ruin

DAY = date(2026, 11, 30)
PAPERS: tuple[Paper, ...] = ("a4", "letter")
STAGES = ("injuries", "gear", "advances", "market", "exploration")


def everybody(rosters: Sequence[RosterView], stages: Sequence[str] = STAGES) -> Asked:
    """Return that all fighters can be asked in these stages."""
    return {
        (stage, member.id): f"{stage} of {member.id}"
        for each in rosters
        for member in each.members
        for stage in stages
    }


def material(
    rosters: Sequence[RosterView], view: CampaignView | None = None, asked: Asked | None = None
) -> PaperMaterial:
    """Return what the form of battle 7 is made from."""
    view = view or campaign(*rosters)
    asked = everybody(rosters) if asked is None else asked
    form = form_of(view, tuple(rosters), 7, asked)
    return PaperMaterial("form", view, tuple(rosters), form=form)


def blank() -> PaperMaterial:
    """Return what a blank form is made from."""
    view = campaign(ashen_vigil(), rust_and_ruin())
    return PaperMaterial("form", view, (), is_blank=True, form=blank_form(view))


def made(whole: PaperMaterial, options: SheetOptions | None = None) -> bytes:
    """Return the PDF of a form."""
    return make_form(whole, options or SheetOptions(), DAY, unwatched)


def form_in(whole: PaperMaterial) -> FormView:
    """Return the form of some material."""
    assert whole.form is not None
    return whole.form


def shown(whole: PaperMaterial) -> Iterator[str]:
    """Yield every text that a form must hold."""
    form = form_in(whole)
    yield form.title
    if not whole.is_blank:
        yield whole.campaign.name
    for block in form.blocks:
        yield f"{block.letter}. {block.title}"
        yield from (block.text, block.owner, block.names_heading)
        for row in block.rows:
            yield from (row.number, row.name)
            for field in row.fields:
                yield from (field.label, field.text, field.after, *field.options)


def test_the_form_of_a_battle() -> None:
    data = made(material([ashen_vigil(), rust_and_ruin()]))
    first = lines(data)
    assert first[:2] == [
        "Aftermath of battle 7 The Drowned Quarter",
        "The Ashen Vigil · Rust & Ruin",
    ]
    together = "\n".join(texts(data)).replace("\r", "")
    for line in (
        "A. Result",
        "A1 The Ashen Vigil won lost drew retreated",
        "B. Who fought · The Ashen Vigil",
        "B1 Sister Ilse Varr Captain",
        "B11 Rusty 1 Warrior",
        "F2 Brother Anselm no 60 c 30 r 120 c 60 r",
        "J1 Sister Ilse Varr 158 170",
        "K1 The Ashen Vigil × 10",
    ):
        assert line in together, line
    assert words_lost(data, shown(material([ashen_vigil(), rust_and_ruin()]))) == []


@pytest.mark.parametrize("paper", PAPERS)
def test_ten_a_side_have_four_pages(paper: Paper) -> None:
    known = material([ashen_vigil(), rust_and_ruin()], asked=few_with_gear())
    for whole in (known, blank()):
        data = made(whole, SheetOptions(paper=paper))
        assert len(texts(data)) <= 4
        assert words_lost(data, shown(whole)) == []
        check_page(data)


def few_with_gear() -> Asked:
    """Return that everybody is asked, but only two fighters about gear."""
    asked = dict(everybody([ashen_vigil(), rust_and_ruin()]))
    return {
        about: hint for about, hint in asked.items() if about[0] != "gear" or about[1] in (2, 3)
    }


@pytest.mark.parametrize("paper", PAPERS)
def test_large_print_has_nothing_small(paper: Paper) -> None:
    for whole in (material([ashen_vigil(), rust_and_ruin()]), blank()):
        data = made(whole, SheetOptions(paper=paper, large=True))
        assert words_lost(data, shown(whole)) == []
        check_page(data, 11.0)


@pytest.mark.parametrize("large", [False, True])
def test_rows_are_read_in_the_order_of_the_form(large: bool) -> None:
    whole = material([ashen_vigil(), rust_and_ruin()])
    read = " ".join(" ".join(texts(made(whole, SheetOptions(large=large)))).split())
    place = 0
    for block in form_in(whole).blocks:
        for row in block.rows:
            found = re.compile(rf"\b{row.number}\b").search(read, place)
            assert found is not None, row.number
            place = found.end()


def test_what_nobody_is_asked_says_so() -> None:
    asked = everybody([ashen_vigil()], ["injuries", "market", "exploration"])
    whole = material([ashen_vigil()], asked=asked)
    read = lines(made(whole), 1) + lines(made(whole), 0)
    place = read.index("G. Gear")
    assert read[place + 1] == "Nobody is asked."


def test_a_blank_form_has_lines_for_names() -> None:
    data = made(blank())
    assert lines(data)[0].startswith("Aftermath form")
    for label in ("Campaign", "Battle", "First warband", "Second warband"):
        assert holds(texts(data)[:1], label)
    for word in ("Vigil", "Drowned", "Ilse", "Rusty"):
        assert not holds(texts(data), word)


def test_what_a_block_is_for_is_said_once() -> None:
    data = made(material([ashen_vigil(), rust_and_ruin()]))
    assert "".join(texts(data)).count("Only who was put out of action.") == 1


def test_the_outline_leads_to_the_stages() -> None:
    data = made(material([ashen_vigil(), rust_and_ruin()]))
    reader = pypdf.PdfReader(BytesIO(data))
    assert reader.metadata is not None
    assert reader.metadata.title == "Aftermath of battle 7"
    titles = [title for title, _, _ in outline(data)]
    assert titles[0] == "Aftermath of battle 7"
    assert {"Result", "Injuries", "Market", "Exploration"} <= set(titles)
    assert len(titles) == len(set(titles))


def hostile() -> list[RosterView]:
    """Return two warbands of twenty with names of every kind."""
    sides: list[RosterView] = []
    for number in (1, 2):
        members = [
            fighter(number * 100 + n, f"{NASTY[n % len(NASTY)]} the {number * 100 + n}th")
            for n in range(20)
        ]
        name = f"{' '.join(NASTY[:9])} {number}"
        sides.append(roster(members, id=number, name=name, shown_name=name))
    return sides


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("large", [False, True])
def test_hostile_names_are_printed_whole(paper: Paper, large: bool) -> None:
    sides = hostile()
    whole = material(sides, campaign(*sides, name='<b>&"</b> Żółw 山田 🐉'))
    data = made(whole, SheetOptions(paper=paper, large=large))
    assert words_lost(data, shown(whole)) == []
    check_page(data, 11.0 if large else 7.0)


def test_endless_names_go_on_over_pages() -> None:
    long = "Aa" * 2_500
    side = roster([fighter(1, long), fighter(2, "Short")], name=long, shown_name=long)
    whole = material([side], campaign(side, name=long))
    data = made(whole)
    check_page(data)
    read = "".join("".join(texts(data)).split())
    assert "Short" in read
    # the name of the campaign, and twice at least that of the warband and of its fighter
    assert read.count("A") >= 5 * 2_500


def test_five_warbands_are_all_on_the_form() -> None:
    sides = [
        roster(
            [fighter(n * 10 + k, f"Member {n * 10 + k}") for k in range(3)],
            id=n,
            name=f"Band {n}",
            shown_name=f"Band {n}",
        )
        for n in range(1, 6)
    ]
    whole = material(sides)
    data = made(whole)
    assert words_lost(data, shown(whole)) == []
    assert form_in(whole).number_of("market", 5, 52) == "L15"


def made_up() -> PaperPlan:
    """Return the plan of a ruleset about ships, with blocks of every scope."""
    die = PaperField(label="Storm", kind="dice", dice="3d8")
    return PaperPlan(
        profile=Profile(progress="renown"),
        blocks=(
            PaperBlock(
                id="weather",
                sheet="form",
                title="Weather",
                text="Once for all ships.",
                rows=2,
                fields=(die, PaperField(label="Wind", kind="pick", options=("fair", "foul"))),
            ),
            PaperBlock(
                id="cargo",
                sheet="form",
                title="Cargo",
                scope="roster",
                stage="cargo",
                fields=(PaperField(label="Barrels", kind="number", shows="amount:crowns"),),
            ),
            PaperBlock(
                id="crew",
                sheet="form",
                title="Crew",
                scope="member",
                extra=2,
                stage="crew",
                fields=(
                    PaperField(label="Berth", shows="archetype"),
                    PaperField(label="Mutinies", kind="ticks", count=3),
                    PaperField(label="Of note", shows="hint"),
                ),
            ),
            PaperBlock(
                id="elsewhere", sheet="battle", title="Elsewhere", fields=(PaperField(label="X"),)
            ),
        ),
    )


def test_another_ruleset_has_the_form_that_it_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    sides = [ashen_vigil(), rust_and_ruin(2)]
    view = replace(campaign(*sides), ruleset="ships", ruleset_name="Ships", paper=made_up())
    whole = material(sides, view, everybody(sides, ["crew"]))
    boxes: list[tuple[float, float]] = []
    draw_box = CanvasPen.box

    def count(
        pen: CanvasPen, x: float, y: float, width: float, height: float, line: float, *rest: float
    ) -> None:
        boxes.append((round(width, 1), round(height, 1)))
        draw_box(pen, x, y, width, height, line, *rest)

    monkeypatch.setattr(CanvasPen, "box", count)
    data = made(whole)
    assert words_lost(data, shown(whole)) == []
    read = " ".join(" ".join(texts(data)).split())
    for line in (
        "A. Weather Once for all ships.",
        "B1 The Ashen Vigil 185",
        "C. Crew · The Ashen Vigil",
        "C1 Sister Ilse Varr Captain crew of 1",
        "C11 C12",
        "C13 Rusty 1 Warrior crew of 101",
        "C14 Rusty 2 Warrior crew of 102",
        "C15 C16",
    ):
        assert line in read, line
    assert not {"Elsewhere", "Mordcry", "Injuries", "renown"} & set(read.split())
    squares = [size for size in boxes if size[0] == size[1]]
    dice, ticks = 2 * 3, (10 + 2 + 2 * 2) * 3
    assert len(squares) == dice + ticks
    assert len(boxes) - len(squares) == 2  # barrels


def test_a_ruleset_without_a_form_refuses() -> None:
    view = replace(campaign(ashen_vigil()), paper=PaperPlan(), ruleset_name="Plain")
    with pytest.raises(Refusal, match="Plain has no aftermath form"):
        made(material([ashen_vigil()], view))


def test_whoever_waits_is_told_of_pages_and_can_stop() -> None:
    told: list[tuple[int, int]] = []

    def watch(done: int, total: int) -> None:
        told.append((done, total))
        if done == 2:
            raise Cancelled

    with pytest.raises(Cancelled):
        make_form(material([ashen_vigil(), rust_and_ruin()]), SheetOptions(), DAY, watch)
    assert [done for done, _ in told] == [1, 2]
    assert told[0][1] >= 4


def test_the_same_form_twice_is_the_same_file() -> None:
    options = SheetOptions(invariant=True)
    whole = material([ashen_vigil(), rust_and_ruin()])
    assert made(whole, options) == made(whole, options)
