"""Warbands that people did their worst to: names of every script, markup, endless words."""

from __future__ import annotations

from hypothesis import Phase
from hypothesis import strategies as st

from mordcry_app.services.views import MemberView, RosterView
from tests.sheets.warbands import HIT, attack, fallen, fighter, injury, item, roster, skill
from tests.sheets.warbands import pending as waits

WITHOUT_SHRINKING = (Phase.explicit, Phase.reuse, Phase.generate)
"""A sheet takes too long to make for shrinking to end."""
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
