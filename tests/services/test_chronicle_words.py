"""A battle is told from its record in varied sentences, and nothing is invented."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mordcry_app.services.chronicle_lines import LineFacts
from mordcry_app.services.chronicle_words import (
    BattleFacts,
    OutFacts,
    SideFacts,
    tell,
    title_of,
)
from mordcry_app.services.shown import as_sentence

VIGIL = SideFacts("The Vigil", "won", won=1, row=1)
RUIN = SideFacts("Rust & Ruin", "lost")
MANY = range(1, 60)


def battle(*sides: SideFacts, number: int = 1, **more: object) -> BattleFacts:
    return BattleFacts(number, tuple(sides), **more)  # type: ignore[arg-type]


def openings(*sides: SideFacts) -> set[str]:
    """Every first sentence that battles with these sides have, without their numbers."""
    found = set()
    for number in MANY:
        first = tell(battle(*sides, number=number))[0].split(". ")[0].removesuffix(".")
        assert f"battle {number}" in first.lower()
        found.add(first.replace(str(number), "N"))
    return found


@pytest.mark.parametrize(
    ("sides", "least"),
    [
        ((VIGIL, RUIN), 5),
        ((RUIN, VIGIL), 5),
        ((VIGIL, replace(RUIN, result="retreated")), 4),
        ((replace(VIGIL, result="drew"), replace(RUIN, result="drew")), 3),
        ((VIGIL, RUIN, SideFacts("The Crows", "retreated")), 2),
        ((replace(VIGIL, result="drew"), replace(RUIN, result="drew"), SideFacts("C", "drew")), 3),
        ((VIGIL,), 2),
        ((RUIN,), 2),
        ((replace(RUIN, result="retreated"),), 1),
        ((replace(RUIN, result="drew"),), 1),
    ],
)
def test_openings_vary_and_name_every_side(sides: tuple[SideFacts, ...], least: int) -> None:
    found = openings(*sides)
    assert len(found) >= least
    for opening in found:
        for side in sides:
            assert side.name in opening


@pytest.mark.parametrize("number", MANY)
def test_an_opening_says_the_right_one_won(number: int) -> None:
    text = tell(battle(VIGIL, RUIN, number=number))[0]
    right = (
        f"The Vigil won battle {number} against Rust & Ruin.",
        f"Battle {number} went to The Vigil; Rust & Ruin lost.",
        f"In battle {number}, The Vigil beat Rust & Ruin.",
        f"Rust & Ruin lost battle {number} to The Vigil.",
        f"Battle {number} was won by The Vigil and lost by Rust & Ruin.",
    )
    assert text.startswith(right)


def test_the_same_battle_always_reads_the_same() -> None:
    facts = battle(VIGIL, RUIN, number=7, note="Fog.")
    assert tell(facts) == tell(facts)


def test_a_battle_without_sides_was_fought() -> None:
    assert tell(battle())[0].startswith("Battle 1 was fought.")
    assert title_of(battle()) == "Battle 1: fought"


@pytest.mark.parametrize(
    ("sides", "title"),
    [
        ((VIGIL, RUIN), "Battle 4: The Vigil won"),
        ((replace(VIGIL, result="drew"), replace(RUIN, result="drew")), "Battle 4: a draw"),
        ((RUIN,), "Battle 4: lost"),
        ((replace(RUIN, result="retreated"),), "Battle 4: retreated"),
    ],
)
def test_titles(sides: tuple[SideFacts, ...], title: str) -> None:
    assert title_of(battle(*sides, number=4)) == title


def test_the_note_stands_as_it_was_written() -> None:
    assert (
        "The tower, held to the last." in tell(battle(VIGIL, note="The tower, held to the last"))[0]
    )
    assert "Was that all? " in tell(battle(VIGIL, note="Was that all?"))[0] + " "


@pytest.mark.parametrize("number", range(1, 8))
def test_who_put_whom_out_of_action(number: int) -> None:
    vigil = replace(VIGIL, out=(OutFacts("Pell", "Ruta"),))
    ruin = replace(RUIN, out=(OutFacts("Eel", "Ilse"), OutFacts("Hask", "Ilse"), OutFacts("Odo")))
    text = tell(battle(vigil, ruin, number=number))[0]
    assert re.search(
        r"(Ilse put Eel and Hask out of action|Eel and Hask were put out of action by Ilse"
        r"|Ilse took out Eel and Hask)\.",
        text,
    )
    assert re.search(r"(Ruta put Pell|Pell was put out of action by Ruta|Ruta took out Pell)", text)
    assert re.search(r"(Odo was put .* by whom is not known|Who put Odo .* is not known)\.", text)
    assert text.index("Ilse") < text.index("Ruta"), "who took out most comes first"


def test_further_knock_outs_and_none_at_all() -> None:
    text = tell(battle(replace(VIGIL, extra=(("Ilse", 1), ("Tam", 3))), RUIN))[0]
    assert "Ilse put one more out of action." in text
    assert "Tam put three more out of action." in text
    assert "Nobody was put out of action." in tell(battle(VIGIL, RUIN))[0]
    assert "Nobody" not in text


def test_what_was_held() -> None:
    vigil = replace(VIGIL, objectives=1, treasures=13, holders=("Wren", "Pell"))
    text = tell(battle(vigil, replace(RUIN, treasures=1)))[0]
    assert "The Vigil held one objective and 13 treasures (Wren and Pell)" in text
    assert "Rust & Ruin held one treasure" in text
    only_holders = tell(battle(replace(VIGIL, holders=("Wren",)), RUIN))[0]
    assert "Wren held an objective or treasure." in only_holders


@pytest.mark.parametrize("number", range(1, 6))
def test_closings_say_how_things_stand(number: int) -> None:
    def last(*sides: SideFacts, **more: object) -> str:
        return tell(battle(*sides, number=number, **more))[-1]

    first_win = tell(battle(VIGIL, RUIN, number=number, fought=1))
    assert len(first_win) == 1, "after the first battle there is nothing to add"
    assert "third" in last(
        replace(VIGIL, won=3, row=3), RUIN, fought=3
    ) or "three in a row" in last(replace(VIGIL, won=3, row=3), RUIN, fought=3)
    assert (
        last(replace(VIGIL, won=1), replace(RUIN, won=1), fought=2) == "That made one victory each."
    )
    tally = last(replace(VIGIL, won=2), replace(RUIN, won=1), fought=3)
    assert "two" in tally
    assert "one" in tally
    drawn = replace(VIGIL, result="drew"), replace(RUIN, result="drew")
    assert last(*drawn, fought=5, drawn=2) == "Two of five battles so far were draws."
    three = last(replace(VIGIL, won=2), RUIN, SideFacts("C", "lost"), fought=20)
    assert three == "The Vigil had now won two of 20 battles."
    assert last(VIGIL, RUIN, fought=4, is_open=True) == "Its aftermath is still open."


@pytest.mark.parametrize(
    ("row", "word"), [(2, "second"), (11, "11th"), (12, "12th"), (21, "21st"), (103, "103rd")]
)
def test_rows_are_counted(row: int, word: str) -> None:
    said = {
        tell(battle(replace(VIGIL, won=row, row=row), RUIN, number=n, fought=row))[-1] for n in MANY
    }
    assert f"It was the {word} victory in a row for The Vigil." in said


def test_lines_that_the_record_has_told_are_not_told_again() -> None:
    noted = (
        LineFacts("The Vigil won battle 2.", "The Vigil"),
        LineFacts("Ilse put 2 enemies out of action in battle 2.", "Ilse", 1),
        LineFacts("Wren held an objective or treasure in battle 2.", "Wren", 2),
        LineFacts("Wren was hurt in the arm in battle 2.", "Wren", 2),
    )
    out = (OutFacts("Eel", "Ilse"), OutFacts("Hask", "Ilse"))
    vigil = replace(VIGIL, lines=noted, holders=("Wren",), treasures=1)
    paragraphs = tell(battle(vigil, replace(RUIN, out=out), number=2))
    assert paragraphs[1] == "Wren was hurt in the arm."


def test_lines_that_the_record_does_not_bear_out_are_told() -> None:
    noted = (
        LineFacts("Ilse put one enemy out of action in battle 2.", "Ilse", 1),
        LineFacts("Wren held an objective or treasure in battle 2.", "Wren", 2),
    )
    text = " ".join(tell(battle(replace(VIGIL, lines=noted), RUIN, number=2)))
    assert "Ilse put one enemy out of action" in text
    assert "Wren held an objective or treasure" in text


def test_what_came_later_and_what_is_about_no_warband() -> None:
    later = (LineFacts("Wren learned Leap at 10 XP.", "Wren", 2, 2),)
    loose = (LineFacts("The river rose."),)
    paragraphs = tell(battle(VIGIL, RUIN, loose=loose, later=later))
    assert paragraphs[1] == "The river rose."
    assert paragraphs[2].endswith(": Wren learned Leap at 10 XP.")


NAMES = st.text(min_size=1, max_size=30).map(lambda s: " ".join(s.split()) or "X")


@given(NAMES, NAMES, st.integers(1, 10**6), st.text(max_size=50))
def test_hostile_names_stand_as_they_are(one: str, other: str, number: int, note: str) -> None:
    sides = (
        SideFacts(one, "won", (OutFacts(other, one),), lines=(LineFacts(f"{one} ran.", one),)),
        SideFacts(other, "lost", (OutFacts(one, other), OutFacts(one))),
    )
    paragraphs = tell(BattleFacts(number, sides, note))
    assert one in paragraphs[0] or as_sentence(one) in paragraphs[0]
    assert as_sentence(note.strip()) in paragraphs[0]
    assert all(paragraph.strip() for paragraph in paragraphs)
