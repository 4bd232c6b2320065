"""Whatever a roster holds, every word of it can be read on the sheet."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from mordcry_app.services.paper_views import MemberNews, PaperMaterial
from mordcry_app.services.views import MemberView, RosterView
from mordcry_app.sheets.document import CanvasPen
from mordcry_app.sheets.fonts import Face, bundled_face, cjk_faces, system_faces
from mordcry_app.sheets.options import Paper, SheetOptions
from mordcry_app.sheets.roster_sheet import make_roster_sheets
from mordcry_app.sheets.styles import LEAST_LARGE_SIZE, LEAST_SIZE
from tests.sheets.reading import characters, missing_words, texts, texts_by_pypdf
from tests.sheets.warbands import (
    HIT,
    attack,
    fallen,
    fighter,
    injury,
    item,
    material,
    roster,
    skill,
)
from tests.sheets.warbands import pending as waits

WITHOUT_SHRINKING = (Phase.explicit, Phase.reuse, Phase.generate)
"""A sheet takes too long to make for shrinking to end."""
DAY = date(2026, 11, 29)
IDEOGRAPHS = bytes(
    byte for lead in range(0x8A, 0x8C) for trail in range(0x9F, 0xDB) for byte in (lead, trail)
).decode("shift_jis")
"""120 ideographs, all different: where their font is missing, pdfium reads equal lines once."""
NASTY = (
    "<b>R&D</b>",
    '<b>&"',
    "&amp;",
    "</para>",
    "Żółw",
    "Жнец",
    "山田",
    "汉字",
    "한글",
    "日本語の長い名前がここにありますよ。",
    "5″",
    "−1",
    "½",
    "☠⚔★",
    "🐉",
    "👩\u200d👧",
    "⚔\ufe0f",
    "e\u0301a\u0308",
    "W" * 200,
    "i" * 200,
    "Ж" * 120,
    IDEOGRAPHS,
    "a-b/c–d",
    "%s{}\\n",
    "(((",
    "\\",
    "…",
    "“quoted”",
    "NULL",
)
words = st.one_of(
    st.sampled_from(NASTY),
    st.text(alphabet="abcXYZ019'&<>\"/-éßżŁЖщΩ″½", min_size=1, max_size=20),
)
phrases = st.lists(words, min_size=0, max_size=4).map(" ".join)
sentences = st.lists(words, max_size=60).map(" ".join)
names = st.one_of(st.just(""), st.just("   "), phrases)
changes = st.lists(
    st.tuples(st.sampled_from(["m", "ws", "ds", "w"]), st.integers(-1, 3), words), max_size=3
)
attacks = st.builds(
    attack,
    phrases,
    st.sampled_from(["1", "–", "12"]),
    st.sampled_from(HIT),
    st.integers(1, 12),
    st.sampled_from(["2+ 2+ 3+ – –", "6+ – – – –"]),
    st.integers(1, 3),
    st.integers(1, 9),
    st.sampled_from(["melee", "18″"]),
)
items = st.builds(item, words, st.integers(1, 3), phrases)
sayings = st.lists(words, min_size=1, max_size=4).map(" ".join)
skills = st.builds(skill, phrases, st.sampled_from(["double", "triple", "quad", ""]), sentences)
injuries = st.builds(injury, phrases, phrases)
pending = st.one_of(
    st.just(waits("misses_battle", "x", "Grievous")),
    st.just(waits("starts_wounded", "Starts with 3 wounds taken", "", 3)),
    st.builds(waits, st.just("other"), phrases, words),
)


@st.composite
def fighters(draw: st.DrawFn) -> MemberView:
    return fighter(
        draw(st.integers(1, 99)),
        draw(names),
        draw(st.sampled_from(["Captain", "Champion", "Warrior", "Youngblood"])),
        xp=draw(st.integers(0, 100_000)),
        renown=draw(st.integers(-5, 500)),
        changes=draw(changes),
        attacks=draw(st.lists(attacks, max_size=3)),
        items=draw(st.lists(items, max_size=4)),
        skills=draw(st.lists(skills, max_size=3)),
        injuries=draw(st.lists(injuries, max_size=2)),
        pending=draw(st.lists(pending, max_size=2)),
        other_traits=draw(st.lists(injuries, max_size=1)),
        tags=tuple(draw(st.lists(words, max_size=2))),
        notes=draw(sentences),
        leads=draw(st.booleans()),
        advances_due=draw(st.integers(0, 2)),
    )


@st.composite
def warbands(draw: st.DrawFn, most: int = 8) -> RosterView:
    return roster(
        draw(st.lists(fighters(), max_size=most)),
        name=draw(names),
        player=draw(phrases),
        motto=draw(phrases),
        stash=tuple(draw(st.lists(items, max_size=6))),
        fallen=tuple(fallen(n, draw(words), n) for n in range(draw(st.integers(0, 3)))),
    )


def in_print(text: str) -> str:
    """Return how a text must read on paper: emoji by name, what is invisible left out.

    Written without the code under test, for the characters of `NASTY`.
    """
    result: list[str] = []
    unnamed = False
    for character in unicodedata.normalize("NFC", text):
        if unicodedata.category(character) == "Cf" or character == "\ufe0f":
            continue
        if ord(character) > 0xFFFF:
            name = unicodedata.name(character).lower()
            if unnamed:
                result[-1] = result[-1][:-1] + f", {name}]"
            else:
                result.append(f"[{name}]")
            unnamed = True
        else:
            result.append(character)
            unnamed = False
    return "".join(result)


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


def lost(
    data: bytes, view: RosterView, options: SheetOptions, more: Iterable[str] = ()
) -> list[str]:
    """Return the words of a roster that cannot be read on its sheet.

    pdfium passes over single CJK characters where the machine has no font for them; pypdf does not.
    """
    every = (*fields(view, options), *more)
    words = dict.fromkeys(word for field in every for word in in_print(field).split())
    missing = missing_words(texts(data), " ".join(words))
    return missing_words(texts_by_pypdf(data), " ".join(missing)) if missing else []


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
    assert lost(data, about.rosters[0], options, told_of(about, options)) == []
    least = LEAST_LARGE_SIZE if large else LEAST_SIZE
    for (width, height), character in characters(data):
        assert character.size >= least
        assert character.left >= -0.5
        assert character.right <= width + 0.5
        assert character.bottom >= -0.5
        assert character.top <= height + 0.5


def forty() -> RosterView:
    """Return forty fighters, each with a name of one kind or another."""
    members = [
        fighter(
            number,
            "" if number % 7 == 0 else f"{NASTY[number % len(NASTY)]} the {number}th",
            changes=[("ws", 1, f"Advance {number}"), ("bs", -1, NASTY[number % len(NASTY)])],
            attacks=[attack(f"Blade{number}", "3", HIT[2], 4, "2+ 3+ 4+ 5+ 6+", 1, 4, "melee")],
            items=[item(f"Ring{number}-{n}") for n in range(30 if number % 13 == 1 else 1)],
            skills=[skill(f"Trick{number}", "double")],
            notes=f"Note{number} " * (number * 3),
        )
        for number in range(40)
    ]
    return roster(members, name='Żółw Жнец 山田 🐉 <b>&"')


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_forty_hostile_fighters_are_printed_whole(paper: Paper) -> None:
    view = forty()
    options = SheetOptions(paper=paper)
    data = make_roster_sheets(material(view), options, DAY)
    assert lost(data, view, options) == []


class Placing:
    """Keeps where every string of a sheet is written."""

    def __init__(self) -> None:
        self.pages: dict[int, list[tuple[float, float, float, float, str]]] = defaultdict(list)
        bundled = ("EBGaramond-Bold", "EBGaramond-Italic", "SourceSans3-Regular")
        more = ("SourceSans3-SemiBold", "SourceSans3-Italic", "DejaVuSans", "DejaVuSans-Bold")
        faces: list[Face] = [bundled_face(name) for name in (*bundled, *more)]
        faces += [*cjk_faces(), *system_faces()]
        self._faces = {face.name: face for face in faces}

    def record(
        self, pen: CanvasPen, x: float, y: float, text: str, face: str, size: float, ink: float
    ) -> None:
        """Take a string's place down."""
        width = self._faces[face].width(text.rstrip()) * size / 1000
        self.pages[id(pen)].append((x, y - 0.2 * size, x + width, y + 0.62 * size, text))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("large", [False, True])
def test_no_text_is_written_over_another(
    paper: Paper, large: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    placing = Placing()
    pens: list[CanvasPen] = []

    def record(
        pen: CanvasPen, x: float, y: float, text: str, face: str, size: float, ink: float
    ) -> None:
        pens.append(pen)  # keeps its id from being used again
        placing.record(pen, x, y, text, face, size, ink)

    monkeypatch.setattr(CanvasPen, "text", record)
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
    assert placing.pages
    for strings in placing.pages.values():
        for number, (left, bottom, right, top, text) in enumerate(strings):
            for other in strings[number + 1 :]:
                apart = (
                    other[0] >= right - 0.05
                    or other[2] <= left + 0.05
                    or other[1] >= top - 0.05
                    or other[3] <= bottom + 0.05
                )
                assert apart, (text, other[4])


def test_pages_are_read_in_order() -> None:
    view = roster([fighter(n, f"Fighter{n:02}") for n in range(40)])
    whole = "".join(texts(make_roster_sheets(material(view), SheetOptions(), DAY)))
    places = [whole.index(f"Fighter{n:02}") for n in range(40)]
    assert all(before < after for before, after in pairwise(places))
