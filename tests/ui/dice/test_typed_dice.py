"""Typed dice: which keys mean which faces."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mordcry_app.ui.dice.typed_dice import TypedDice


def type_all(dice: TypedDice, keys: str) -> list[str]:
    return [sentence for key in keys if (sentence := dice.type_digit(key))]


def test_one_key_a_die() -> None:
    dice = TypedDice((6, 6, 3))
    assert type_all(dice, "423") == []
    assert dice.faces == [4, 2, 3]
    assert dice.is_complete()
    assert dice.cursor == 3


@pytest.mark.parametrize(
    ("sides", "keys", "sentence"),
    [
        ((3,), "4", "A D3 shows 1 to 3."),
        ((6,), "0", "A D6 shows 1 to 6."),
        ((6,), "7", "A D6 shows 1 to 6."),
        ((12,), "13", "A D12 shows 1 to 12."),
        ((12,), "0", "A D12 shows 1 to 12."),
    ],
)
def test_a_face_that_the_die_lacks_is_refused(
    sides: tuple[int, ...], keys: str, sentence: str
) -> None:
    dice = TypedDice(sides)
    assert type_all(dice, keys) == [sentence]
    assert not dice.is_complete()


def test_zero_is_the_ten_of_a_d10() -> None:
    dice = TypedDice((10, 10))
    assert type_all(dice, "01") == []
    assert dice.faces == [10, 1]


def test_a_large_die_waits_while_more_can_follow() -> None:
    dice = TypedDice((12, 20))
    dice.type_digit("1")
    assert (dice.faces, dice.pending, dice.cursor) == ([None, None], "1", 0)
    dice.type_digit("2")
    assert (dice.faces, dice.pending, dice.cursor) == ([12, None], "", 1)
    dice.type_digit("7")
    assert dice.faces == [12, 7], "no face of a D20 but 7 begins with a 7"


def test_what_waits_is_settled_by_moving_on() -> None:
    dice = TypedDice((12, 6))
    dice.type_digit("1")
    dice.settle()
    assert (dice.faces, dice.cursor) == ([1, None], 1)
    dice = TypedDice((6, 12))
    dice.move_to(1)
    dice.type_digit("1")
    dice.move_to(0)
    assert (dice.faces, dice.cursor) == ([None, 1], 0)


def test_a_die_that_shows_a_face_can_be_typed_again() -> None:
    dice = TypedDice((6, 6, 6))
    type_all(dice, "123")
    dice.move_to(1)
    dice.type_digit("6")
    assert dice.faces == [1, 6, 3]
    assert dice.cursor == 3


def test_after_a_correction_the_next_empty_die_is_next() -> None:
    dice = TypedDice((6, 6, 6))
    dice.move_to(2)
    dice.type_digit("3")
    assert dice.cursor == 0
    dice.type_digit("1")
    assert dice.cursor == 1


def test_back_takes_back_what_was_typed_last() -> None:
    dice = TypedDice((12, 6))
    dice.type_digit("1")
    dice.back()
    assert (dice.pending, dice.faces) == ("", [None, None])
    type_all(dice, "45")
    dice.back()
    assert (dice.faces, dice.cursor) == ([4, None], 1)
    dice.back()
    dice.back()
    assert (dice.faces, dice.cursor) == ([None, None], 0)
    assert dice.is_empty()


def test_a_full_row_takes_no_more_keys() -> None:
    dice = TypedDice((6,))
    dice.type_digit("5")
    assert "Backspace" in dice.type_digit("4")
    assert dice.faces == [5]


@pytest.mark.parametrize("faces", [(7, 1), (1,), (1, 2, 3), (0, 1)])
def test_faces_that_the_dice_cannot_show_are_refused(faces: tuple[int, ...]) -> None:
    dice = TypedDice((6, 6))
    with pytest.raises(ValueError, match="cannot show"):
        dice.put_all(faces)
    assert dice.is_empty()


@pytest.mark.parametrize("sides", [(), (1,), (6, 0), (1000,)])
def test_there_are_dice_that_cannot_be_typed(sides: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="not dice that can be typed"):
        TypedDice(sides)


@st.composite
def rolls(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    sides = draw(st.lists(st.integers(2, 120), min_size=1, max_size=6))
    return sides, [draw(st.integers(1, most)) for most in sides]


@given(rolls())
def test_every_roll_can_be_typed(roll: tuple[list[int], list[int]]) -> None:
    sides, faces = roll
    dice = TypedDice(sides)
    for most, face in zip(sides, faces, strict=True):
        before = dice.cursor
        for key in "0" if most == 10 and face == 10 else str(face):
            assert dice.type_digit(key) == ""
        if dice.cursor == before:
            dice.settle()
    assert dice.faces == faces
    assert dice.is_complete()


@given(
    st.lists(st.integers(2, 30), min_size=1, max_size=5),
    st.lists(st.sampled_from([*"0123456789", "back", "left", "right", "settle"]), max_size=40),
)
def test_no_keys_bring_forth_an_impossible_face(sides: list[int], keys: list[str]) -> None:
    dice = TypedDice(sides)
    for key in keys:
        match key:
            case "back":
                dice.back()
            case "left":
                dice.move(-1)
            case "right":
                dice.move(1)
            case "settle":
                dice.settle()
            case _:
                dice.type_digit(key)
        assert 0 <= dice.cursor <= len(sides)
        assert all(
            face is None or 1 <= face <= most for face, most in zip(dice.faces, sides, strict=True)
        )
