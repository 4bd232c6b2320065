"""What people type is cleaned, never cut, and refused where it cannot be kept."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mordcry_app.model.tables import LONGEST_NAME, LONGEST_TEXT
from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.text_checks import (
    check_amount,
    clean_name,
    clean_reason,
    clean_text,
    written,
)

ANY = st.text(st.characters(exclude_categories=()), max_size=LONGEST_NAME)


@given(ANY)
def test_a_clean_name_is_one_line_that_can_be_stored_and_stays_as_it_is(text: str) -> None:
    name = clean_name(text)
    name.encode()
    assert name == clean_name(name) == name.strip()
    assert len(name.splitlines()) <= 1
    assert "  " not in name
    assert not {unicodedata.category(c) for c in name} & {"Cc", "Cs", "Zl", "Zp"}


@given(st.text(st.characters(categories=["L", "N", "P", "S"]), max_size=60))
def test_letters_digits_and_signs_are_never_lost(text: str) -> None:
    assert clean_name(text) == unicodedata.normalize("NFC", text)
    assert clean_text(text) == unicodedata.normalize("NFC", text)


@given(ANY)
def test_a_clean_text_can_be_stored_and_stays_as_it_is(text: str) -> None:
    kept = clean_text(text)
    kept.encode()
    assert kept == clean_text(kept)
    assert "\r" not in kept
    assert kept.count("\n") == text.replace("\r\n", "\n").replace("\r", "\n").count("\n")


def test_signs_that_this_python_does_not_know_yet_are_kept() -> None:
    unassigned = "\U0001fae8\U0001fac6"
    assert clean_name(unassigned) == unassigned


def test_joined_signs_stay_joined() -> None:
    assert clean_name("👨‍👩‍👧 ☠️") == "👨‍👩‍👧 ☠️"


def test_the_longest_that_fits() -> None:
    assert len(clean_name("x" * LONGEST_NAME)) == LONGEST_NAME
    assert len(clean_name(" " * 999 + "x" * LONGEST_NAME + "\n")) == LONGEST_NAME
    assert len(clean_text("😀" * LONGEST_TEXT)) == LONGEST_TEXT
    with pytest.raises(Refusal, match="A motto has 200 letters at most; this one has 1,201"):
        clean_name("x" * 1201, "A motto")
    with pytest.raises(Refusal, match="At most 20,000 letters fit here; this has 20,001"):
        clean_text("x" * 20_001)


def test_a_reason_or_what_stands_for_it() -> None:
    assert clean_reason(" because \n", "by hand") == "because"
    assert clean_reason(" \x00", "by hand") == "by hand"


def test_amounts_and_how_they_are_written() -> None:
    assert check_amount(5, 5, 5, "It") == 5
    with pytest.raises(Refusal, match="A price goes from −3 to 1,000"):
        check_amount(10**6000, -3, 1000, "A price")
    assert [written(n) for n in (-1234, 0, 56)] == ["−1,234", "0", "56"]
