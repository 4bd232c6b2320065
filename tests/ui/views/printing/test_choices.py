"""What can be chosen about printing has words, reaches the sheets, and is remembered."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from mordcry_app.sheets.kinds import KINDS, kind_of
from mordcry_app.sheets.options import SheetOptions
from mordcry_app.ui.views.printing.choices import (
    MOST,
    NUMBERS,
    SWITCHES,
    KindChoices,
    offered,
    options_for,
    read_choices,
    read_kind,
    stored_choices,
)

ROSTER, CARDS, BOOKLET = kind_of("roster"), kind_of("cards"), kind_of("booklet")


def test_every_option_of_every_kind_has_words_and_is_one_of_the_sheets() -> None:
    known = {field.name for field in fields(SheetOptions)}
    offered_somewhere = {name for kind in KINDS for name in kind.options}
    assert offered_somewhere == {*SWITCHES, *NUMBERS}
    assert offered_somewhere <= known


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_without_any_choice_everything_is_as_usual(kind: Any) -> None:
    assert options_for(kind, read_choices({}, kind), "a4") == SheetOptions()
    assert read_kind({}) == KINDS[0]


def test_what_is_chosen_for_one_kind_is_remembered_for_it_alone() -> None:
    chosen = KindChoices(is_blank=True, left_out=("Rust",), options={"backs": False})
    stored = stored_choices({}, CARDS, chosen)
    assert read_kind(stored) == CARDS
    assert read_choices(stored, CARDS) == chosen
    assert read_choices(stored, ROSTER) == KindChoices()
    stored = stored_choices(stored, BOOKLET, KindChoices(options={"pictures": False}))
    assert read_kind(stored) == BOOKLET
    assert read_choices(stored, CARDS) == chosen


def test_choices_of_an_earlier_version_hold_until_there_are_others() -> None:
    stored = {
        "footnotes": False,
        "rules_text": True,
        "write_in_fighters": 3,
        "left_out": ["Rust & Ruin"],
    }
    read = read_choices(stored, ROSTER)
    assert read.left_out == ("Rust & Ruin",)
    assert options_for(ROSTER, read, "letter") == SheetOptions(
        paper="letter", footnotes=False, rules_text=True, write_in_fighters=3
    )
    assert read_choices(stored, CARDS).left_out == ("Rust & Ruin",)
    stored = stored_choices(stored, ROSTER, KindChoices(options={"footnotes": True}))
    assert options_for(ROSTER, read_choices(stored, ROSTER), "a4") == SheetOptions()


@pytest.mark.parametrize(
    "own",
    [
        None,
        [],
        {"footnotes": "yes", "write_in_notes": True, "left_out": 4, "blank": 1},
        {"footnotes": None, "write_in_notes": 2.5, "left_out": {}, "blank": "x"},
    ],
)
def test_what_does_not_read_as_it_should_is_as_usual(own: object) -> None:
    stored = {"kind": 7, "for_roster": own}
    assert read_kind(stored) == KINDS[0]
    assert read_choices(stored, ROSTER) == KindChoices()


def test_numbers_stay_within_what_sheets_take() -> None:
    stored = {"for_roster": {"write_in_notes": 4000, "write_in_fighters": -3}}
    assert dict(read_choices(stored, ROSTER).options) == {
        "write_in_notes": MOST,
        "write_in_fighters": 0,
    }


def test_only_what_matters_is_offered_and_handed_on() -> None:
    assert "footnotes" not in offered(CARDS, is_blank=False)
    assert "footnotes" not in offered(ROSTER, is_blank=True)
    chosen = KindChoices(is_blank=True, options={"footnotes": False, "large": True})
    assert options_for(ROSTER, chosen, "a4") == SheetOptions(large=True)


def test_only_what_can_be_blank_is() -> None:
    assert not read_choices({"for_booklet": {"blank": True}}, BOOKLET).is_blank
