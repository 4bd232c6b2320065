"""A value is written as TOML and read again as what it was."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mordcry_app.rules.refusal import Refusal
from mordcry_app.services.toml_values import as_toml, from_toml

TEXTS = st.text(st.characters(codec="utf-8"), max_size=12)
VALUES: st.SearchStrategy[Any] = st.recursive(
    TEXTS | st.integers(-(10**9), 10**9) | st.booleans(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=10,
)


@settings(deadline=None)
@given(VALUES)
def test_what_is_written_is_read_again(value: Any) -> None:
    assert from_toml(as_toml(value), "It") == value


def test_a_list_of_tables_has_one_on_each_line() -> None:
    assert as_toml([{"op": "kill"}, {"op": "draw", "table": "scar"}]) == (
        '[\n    {op = "kill"},\n    {op = "draw", table = "scar"},\n]'
    )
    assert as_toml([1, 2]) == "[1, 2]"
    assert as_toml([]) == "[]"


def test_nothing_is_an_empty_list() -> None:
    assert from_toml("  \n", "It") == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[{ op = }]", "It, line 1: this is not TOML ("),
        ("[\n1,\n,\n]", "It, line 3: this is not TOML ("),
        ("[", "It: this is not TOML ("),
        ("1\nother = 2", "only one value fits here"),
        ("1\n[table]", "only one value fits here"),
        ("[" * 60 + "]" * 60, "nested more than 40 deep"),
        ("[" * 5000, "nested too deeply"),
        ('"' + "x" * 20_000 + '"', "longer than 10000 characters"),
    ],
)
def test_what_is_no_value_is_a_sentence(text: str, problem: str) -> None:
    with pytest.raises(Refusal) as refused:
        from_toml(text, "It")
    assert problem in refused.value.sentence
