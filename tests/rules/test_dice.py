"""Dice: every face of the dice that the rules use, and what may be typed."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mordcry_app.rules.dice import (
    Dice,
    SecureRandom,
    SeededRandom,
    check_faces,
    d66_from_index,
    d66_index,
    parse_dice,
    parse_real_dice,
    read_faces,
)
from mordcry_app.rules.refusal import Refusal

D66_TOTALS = tuple(10 * tens + units for tens in range(1, 7) for units in range(1, 7))


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("d3", Dice((3,))),
        ("d6", Dice((6,))),
        ("D6", Dice((6,))),
        ("1d6", Dice((6,))),
        ("2d6", Dice((6, 6))),
        ("d66", Dice((6, 6), tens_and_units=True)),
        ("1d66", Dice((6, 6), tens_and_units=True)),
        ("d67", Dice((67,))),
        ("d100", Dice((100,))),
        ("20d999", Dice((999,) * 20)),
        ("2d6*10", Dice((6, 6), factor=10)),
        ("2d6 × 10", Dice((6, 6), factor=10)),
        ("d3+1", Dice((3,), bonus=1)),
        ("d3 - 1", Dice((3,), bonus=-1)),
        ("d3 − 1", Dice((3,), bonus=-1)),
        ("2d6*10+5", Dice((6, 6), factor=10, bonus=5)),
        ("10", Dice((), bonus=10)),
        ("-4", Dice((), bonus=-4)),
        ("−4", Dice((), bonus=-4)),
        (" d6 ", Dice((6,))),
    ],
)
def test_an_expression_is_read(text: str, dice: Dice) -> None:
    assert parse_dice(text) == dice


@pytest.mark.parametrize(
    "text",
    ["", "d", "d0", "d1", "d1000", "0d6", "61d6", "2d66", "d6+", "d6*0", "d6*2*2", "2 dice", "6d",
     "d6\nd6", "d6+d6", "1.5", "٣d6", "d6*99999", "x" * 5000],
)  # fmt: skip
def test_what_is_not_dice_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"dice|sides") as caught:
        parse_dice(text)
    assert len(str(caught.value)) < 200


def test_the_error_shows_valid_forms() -> None:
    with pytest.raises(ValueError, match="“5x6” is not dice; valid are d3, d6, 2d6, d66, 2d6"):
        parse_dice("5x6")


def test_real_dice_have_a_die() -> None:
    assert parse_real_dice("d3+1") == Dice((3,), bonus=1)
    with pytest.raises(ValueError, match="“10” has no die"):
        parse_real_dice("10")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("d6", "D6"),
        ("2d6", "2D6"),
        ("d66", "D66"),
        ("2d6*10", "2D6 × 10"),
        ("d3+1", "D3 + 1"),
        ("d3-1", "D3 − 1"),
        ("10", "10"),
        ("2d6*10+5", "2D6 × 10 + 5"),
    ],
)
def test_dice_are_named_as_players_write_them(text: str, name: str) -> None:
    assert parse_dice(text).name == name
    assert parse_dice(name) == parse_dice(text)


@pytest.mark.parametrize("sides", [3, 6])
def test_every_face_of_one_die(sides: int) -> None:
    dice = parse_dice(f"d{sides}")
    assert list(dice.all_faces()) == [(face,) for face in range(1, sides + 1)]
    for face in range(1, sides + 1):
        assert dice.total((face,)) == face
    for face in (-1, 0, sides + 1, 10**30):
        with pytest.raises(Refusal, match=f"cannot be rolled with D{sides}: each D{sides} shows"):
            dice.total((face,))


def test_every_combination_of_2d6() -> None:
    dice = parse_dice("2d6")
    for first, second in product(range(8), repeat=2):
        if 1 <= first <= 6 and 1 <= second <= 6:
            assert dice.total((first, second)) == first + second
        else:
            with pytest.raises(Refusal):
                dice.total((first, second))
    assert dice.totals() == tuple(range(2, 13))
    ways = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert dice.ways() == dict(zip(range(2, 13), ways, strict=True))


def test_every_combination_of_d66() -> None:
    dice = parse_dice("d66")
    for tens, units in product(range(8), repeat=2):
        if 1 <= tens <= 6 and 1 <= units <= 6:
            assert dice.total((tens, units)) == 10 * tens + units
        else:
            with pytest.raises(Refusal):
                dice.total((tens, units))
    assert dice.totals() == D66_TOTALS
    assert set(dice.ways().values()) == {1}


def test_a_d66_of_47_is_refused_with_a_sentence() -> None:
    with pytest.raises(Refusal) as caught:
        read_faces(parse_dice("d66"), "47")
    assert caught.value.sentence == "47 cannot be rolled with D66: each D6 shows 1–6."


def test_totals_are_multiplied_before_they_are_added_to() -> None:
    assert parse_dice("2d6*10+5").total((3, 4)) == 75
    assert parse_dice("d3-1").totals() == (0, 1, 2)
    assert parse_dice("10").total(()) == 10
    assert parse_dice("10").totals() == (10,)


@given(st.lists(st.integers(2, 7), max_size=5), st.integers(1, 4), st.integers(-9, 9))
def test_ways_count_what_enumeration_counts(sides: list[int], factor: int, bonus: int) -> None:
    dice = Dice(tuple(sides), factor, bonus)
    counted = Counter(dice.total(faces) for faces in dice.all_faces())
    assert dice.ways() == dict(counted)
    assert list(dice.ways()) == sorted(counted)


def test_many_dice_are_counted_without_listing_them() -> None:
    ways = parse_dice("20d999").ways()
    assert sum(ways.values()) == 999**20
    assert ways[20] == 1
    assert ways[21] == 20
    assert Fraction(sum(t * n for t, n in ways.items()), 999**20) == 20 * 500


@pytest.mark.parametrize(
    ("text", "outcomes"),
    [
        ("2d6", "2–12"),
        ("d66", "11–16, 21–26, 31–36, 41–46, 51–56, 61–66"),
        ("d3*10", "10, 20, 30"),
        ("2d6*10", "20, 30, 40, 50, 60, 70, …, 120"),
        ("7", "7"),
    ],
)
def test_outcomes_are_named(text: str, outcomes: str) -> None:
    assert parse_dice(text).outcomes() == outcomes


@pytest.mark.parametrize(
    ("dice", "typed", "faces"),
    [
        ("d66", "46", (4, 6)),
        ("d66", "4 6", (4, 6)),
        ("d66", "4,6", (4, 6)),
        ("d66", "4;6", (4, 6)),
        ("2d6", "4+6", (4, 6)),
        ("2d6", " 46 ", (4, 6)),
        ("d6", "6", (6,)),
        ("d6", "06", (6,)),
        ("6d6", "123456", (1, 2, 3, 4, 5, 6)),
        ("2d10", "10 3", (10, 3)),
        ("2d10", "103", None),
        ("d10", "10", (10,)),
        ("2d6", "4", None),
        ("2d6", "4 6 1", None),
        ("2d6", "0 6", None),
        ("d66", "", None),
        ("d66", "4-6", None),
        ("d66", "four six", None),
        ("d66", "٤٦", None),
        ("d66", "4" * 90, None),
        ("d66", "4 6" + " " * 200, None),
        ("10", "", ()),
        ("10", "3", None),
    ],
)
def test_typed_faces(dice: str, typed: str, faces: tuple[int, ...] | None) -> None:
    if faces is not None:
        assert read_faces(parse_dice(dice), typed) == faces
    else:
        with pytest.raises(Refusal) as caught:
            read_faces(parse_dice(dice), typed)
        assert caught.value.sentence.endswith(".")


def test_the_hint_for_typing_shows_possible_faces() -> None:
    with pytest.raises(Refusal, match=r"Type the faces of 2D6, such as 4 4\."):
        read_faces(parse_dice("2d6"), "?")
    with pytest.raises(Refusal, match=r"Type the faces of D3, such as 3\."):
        read_faces(parse_dice("d3"), "?")


def test_the_number_of_dice_is_checked() -> None:
    with pytest.raises(Refusal, match=r"^D6 needs 1 die, not 2\.$"):
        check_faces(parse_dice("d6"), (1, 2))
    with pytest.raises(Refusal, match=r"^D66 needs 2 dice, not 1\.$"):
        check_faces(parse_dice("d66"), (1,))


def test_the_index_of_a_d66_maps_both_ways() -> None:
    indices = [d66_index(total) for total in D66_TOTALS]
    assert indices == list(range(1, 37))
    assert [d66_from_index(index) for index in indices] == list(D66_TOTALS)
    assert d66_index(26) == 12


def test_what_no_d66_shows_has_no_index() -> None:
    for impossible in set(range(-5, 80)) - set(D66_TOTALS):
        with pytest.raises(ValueError, match=f"^{impossible} cannot be rolled"):
            d66_index(impossible)


@pytest.mark.parametrize("index", [-1, 0, 37])
def test_an_index_beyond_the_list_is_an_error(index: int) -> None:
    with pytest.raises(ValueError, match="is not between 1 and 36"):
        d66_from_index(index)


def test_a_seeded_source_repeats_itself() -> None:
    dice = parse_dice("6d6")
    first = [dice.roll(SeededRandom("campaign 1")) for _ in range(2)]
    assert first[0] == first[1]
    assert first[0] != dice.roll(SeededRandom("campaign 2"))


@pytest.mark.parametrize("source", [SeededRandom(7), SecureRandom()])
def test_sources_show_every_face_and_no_other(source: SeededRandom | SecureRandom) -> None:
    faces = {source.face(6) for _ in range(600)}
    assert faces == {1, 2, 3, 4, 5, 6}


def test_rolled_faces_fit_the_dice() -> None:
    source = SeededRandom(1)
    for text in ("d3", "d66", "2d6*10", "10"):
        dice = parse_dice(text)
        for _ in range(50):
            check_faces(dice, dice.roll(source))
