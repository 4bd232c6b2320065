"""Lines that were noted become sentences: joined where they say alike, never lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mordcry_app.services.chronicle_lines import (
    LineFacts,
    as_ended,
    listed,
    predicate_of,
    told,
    without_battle,
)


def lines(*texts: str) -> list[LineFacts]:
    """Lines that begin with a name of one word, each fighter with an id of its own."""
    names = sorted({text.split()[0] for text in texts})
    made = []
    for text in texts:
        name = text.split()[0]
        who = names.index(name) + 1
        made.append(LineFacts(text, name, who, who))
    return made


def test_alike_lines_become_one_sentence() -> None:
    assert told(lines("Eel was hurt.", "Hask was hurt.")) == ["Eel and Hask were hurt."]
    assert told(lines("Eel learned Leap.", "Hask learned Leap.", "Odo learned Leap.")) == [
        "Eel, Hask and Odo each learned Leap."
    ]
    assert told(lines("Eel has a dog.", "Hask has a dog.")) == ["Eel and Hask have a dog."]


def test_two_short_things_about_one_fighter_become_one_sentence() -> None:
    assert told(lines("Eel was hurt.", "Odo slept.", "Eel learned Leap.")) == [
        "Eel was hurt and learned Leap. Odo slept."
    ]


@pytest.mark.parametrize("long", ["went, and came back", "saw it: a ghost", "ate and drank"])
def test_what_has_a_second_clause_stands_alone(long: str) -> None:
    assert told(lines("Eel was hurt.", f"Eel {long}.")) == [f"Eel was hurt. Eel {long}."]


def test_the_same_thing_twice_of_one_fighter_stays_twice() -> None:
    assert told(lines("Eel found a coin.", "Eel found a coin.")) == [
        "Eel found a coin. Eel found a coin."
    ]


def test_fighters_of_one_name_are_told_apart() -> None:
    twins = [LineFacts("Eel was hurt.", "Eel", 1, 1), LineFacts("Eel was hurt.", "Eel", 2, 2)]
    assert told(twins) == ["Eel and Eel were hurt."]
    apart = [LineFacts("Eel was hurt.", "Eel", 1, 1), LineFacts("Eel slept.", "Eel", 2, 2)]
    assert told(apart) == ["Eel was hurt. Eel slept."]


def test_unnamed_fighters_are_written_small_inside_a_sentence() -> None:
    name = "unnamed Youngblood"
    made = [
        LineFacts("Eel was hurt.", "Eel", 1, 1),
        LineFacts("Unnamed Youngblood was hurt.", name, 2, 2),
    ]
    assert told(made) == ["Eel and unnamed Youngblood were hurt."]
    assert told(made[1:]) == ["Unnamed Youngblood was hurt."]


def test_a_line_that_needs_the_one_before_it_stays_behind_it() -> None:
    made = [
        LineFacts("Eel was hurt.", "Eel", 1, 1),
        LineFacts("Odo found a sword.", "Odo", 2, 2),
        LineFacts("It went to Hask.", "", None, 2),
        LineFacts("Hask found a sword.", "Hask", 3, 3),
        LineFacts("Odo slept.", "Odo", 2, 2),
    ]
    assert told(made) == [
        "Eel was hurt. Odo found a sword. It went to Hask. Hask found a sword. Odo slept."
    ]


def test_the_income_of_a_warband_ends_a_paragraph() -> None:
    made = [
        *lines("Eel was hurt."),
        LineFacts("The Crows earned 30 crowns.", "The Crows"),
        *lines("Eel found a coin."),
    ]
    assert told(made, "The Crows") == [
        "Eel was hurt. The Crows earned 30 crowns.",
        "Eel found a coin.",
    ]


def test_many_sentences_are_several_paragraphs_of_about_the_same_length() -> None:
    paragraphs = told(lines(*(f"Fighter{n} did thing {n}." for n in range(20))))
    counts = [paragraph.count(".") for paragraph in paragraphs]
    assert sum(counts) == 20
    assert max(counts) <= 8
    assert max(counts) - min(counts) <= 1


def test_nothing_noted_is_no_paragraph() -> None:
    assert told([]) == []


@given(st.lists(st.tuples(st.sampled_from("ABC"), st.sampled_from(["slept", "ate, then ran"]))))
def test_nothing_that_was_noted_is_lost(said: list[tuple[str, str]]) -> None:
    """Each pair of fighter and deed is told as often as it was noted."""
    text = " ".join(told(lines(*(f"{who} {what}." for who, what in said))))
    found: dict[tuple[str, str], int] = {}
    for sentence in text.split("."):
        words = sentence.strip()
        if not words:
            continue
        who, _, what = words.partition(" each ") if " each " in words else words.partition(" ")
        names = who.replace(",", "").replace(" and ", " ").split()
        for deed in what.split(" and "):
            for name in names:
                found[name, deed] = found.get((name, deed), 0) + 1
    noted = {pair: said.count(pair) for pair in said}
    assert found == noted


@pytest.mark.parametrize(
    ("text", "shorter"),
    [
        ("Eel was hurt in battle 3.", "Eel was hurt."),
        ("Eel learned Leap after battle 3.", "Eel learned Leap."),
        ("Eel died of wounds taken in battle 3.", "Eel died of wounds taken in the battle."),
        ("Eel survived battle 3 by a miracle.", "Eel survived the battle by a miracle."),
        ("Eel was hurt in battle 3 and slept.", "Eel was hurt and slept."),
        ("Eel was hurt in battle 31.", "Eel was hurt in battle 31."),
        ("Eel retreated from battle 3, and ran.", "Eel retreated from the battle, and ran."),
    ],
)
def test_a_line_needs_no_number_of_its_battle(text: str, shorter: str) -> None:
    assert without_battle(text, 3) == shorter


def test_what_is_said_of_whom() -> None:
    assert predicate_of(LineFacts("Eel was hurt.", "Eel")) == "was hurt"
    assert predicate_of(LineFacts("Eels were hurt.", "Eel")) == ""
    assert predicate_of(LineFacts("A stray followed Eel.", "Eel")) == ""
    assert predicate_of(LineFacts("Eel was hurt.")) == ""


def test_lists_and_ends() -> None:
    assert listed([]) == ""
    assert listed(["A"]) == "A"
    assert listed(["A", "B", "C"]) == "A, B and C"
    assert as_ended(" so it was ") == "so it was."
    assert as_ended("was it?") == "was it?"
    assert as_ended("") == ""
