"""Whatever a roster holds, every word of it can be read on the sheet."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mordcry_app.services.paper_views import MemberNews, PaperMaterial
from mordcry_app.services.views import RosterView
from mordcry_app.sheets.options import Paper, SheetOptions
from mordcry_app.sheets.roster_sheet import make_roster_sheets
from mordcry_app.sheets.styles import LEAST_LARGE_SIZE, LEAST_SIZE
from tests.sheets.hostile import WITHOUT_SHRINKING, forty, warbands, words
from tests.sheets.placing import Placing
from tests.sheets.reading import check_page, texts, words_lost
from tests.sheets.warbands import fighter, material, roster

DAY = date(2026, 11, 29)
sayings = st.lists(words, min_size=1, max_size=4).map(" ".join)


@st.composite
def materials(draw: st.DrawFn) -> PaperMaterial:
    """Return a warband with what is new about it and what its gear does."""
    view = draw(warbands())
    refs = sorted({thing.ref for member in view.members for thing in member.items})
    uses = {ref: tuple(draw(st.lists(sayings, max_size=2))) for ref in refs}
    news = {
        member.id: MemberNews(
            joined=draw(st.booleans()),
            values=draw(st.dictionaries(st.sampled_from(["ws", "w", "sv"]), words, max_size=2)),
            traits=frozenset((trait.kind, trait.ref) for trait in member.skills[:2]),
            items=frozenset(thing.ref for thing in member.items[1:]),
            amounts={"xp": draw(st.integers(-5, 500))},
            gone=tuple(draw(st.lists(words, max_size=2))),
        )
        for member in view.members
    }
    return material(view, news=news, item_uses=uses)


def told_of(about: PaperMaterial, options: SheetOptions) -> Iterator[str]:
    """Yield every text that a sheet must hold beside those of the warband itself."""
    (view,) = about.rosters
    for member in view.members:
        named = {line.name for line in member.attacks}
        for thing in member.items:
            if not options.rules_text and thing.label not in named:
                yield from about.item_uses[thing.ref]
        if options.news:
            news = about.news[member.id]
            yield " ".join((*news.values.values(), *news.gone))
            if gain := news.amounts["xp"]:
                yield f"▶{'+' if gain > 0 else '−'}{abs(gain)}"


def fields(view: RosterView, options: SheetOptions) -> Iterator[str]:
    """Yield every text that a roster's sheet must hold."""
    yield from (view.name, view.player, view.motto)
    yield from (f"{amount.amount} {amount.short}" for amount in view.amounts)
    yield from (thing.label for thing in view.stash)
    yield from (member.name for member in view.fallen)
    for member in view.members:
        yield from (member.name, member.archetype_name, member.notes, *member.tags)
        for value in member.values:
            yield f"{value.short} {value.text}"
            if value.change:
                yield value.explanation
        for line in member.attacks:
            yield line.name
            yield from (f"{cell.heading} {cell.text}" for cell in line.cells)
        for thing in member.items:
            yield thing.label
            if options.rules_text:
                yield thing.text
        for trait in (*member.skills, *member.injuries, *member.other_traits):
            yield f"{trait.name} {trait.effect}"
            if options.rules_text:
                yield trait.text
        for trait in member.pending:
            if trait.ref == "other":
                yield f"{trait.words} {trait.source}"


@given(
    materials(),
    st.sampled_from(["a4", "letter"]),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
@settings(
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow],
    deadline=None,
    phases=WITHOUT_SHRINKING,
)
def test_every_word_of_every_field_is_on_the_sheet(
    about: PaperMaterial, paper: Paper, everything: bool, large: bool, news: bool
) -> None:
    options = SheetOptions(
        paper=paper,
        rules_text=everything,
        attack_notes=everything,
        large=large,
        news=news,
        write_in_notes=5 if everything else 0,
    )
    data = make_roster_sheets(about, options, DAY)
    wanted = (*fields(about.rosters[0], options), *told_of(about, options))
    assert words_lost(data, wanted) == []
    check_page(data, LEAST_LARGE_SIZE if large else LEAST_SIZE)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_forty_hostile_fighters_are_printed_whole(paper: Paper) -> None:
    view = forty()
    options = SheetOptions(paper=paper)
    data = make_roster_sheets(material(view), options, DAY)
    assert words_lost(data, fields(view, options)) == []


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("large", [False, True])
def test_no_text_is_written_over_another(
    paper: Paper, large: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    placing = Placing(monkeypatch)
    view = forty()
    options = SheetOptions(paper=paper, attack_notes=True, large=large)
    news = {
        member.id: MemberNews(
            values={"ws": "3", "bs": "12"},
            items=frozenset(thing.ref for thing in member.items),
            traits=frozenset((trait.kind, trait.ref) for trait in member.skills),
            amounts={"xp": 12},
        )
        for member in view.members
    }
    make_roster_sheets(material(view, news=news), options, DAY)
    placing.check_apart()


def test_pages_are_read_in_order() -> None:
    view = roster([fighter(n, f"Fighter{n:02}") for n in range(40)])
    whole = "".join(texts(make_roster_sheets(material(view), SheetOptions(), DAY)))
    places = [whole.index(f"Fighter{n:02}") for n in range(40)]
    assert all(before < after for before, after in pairwise(places))
