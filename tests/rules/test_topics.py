"""Topics are checked like all other content; grids are plain values."""

from __future__ import annotations

from pathlib import Path

import pytest

from mordcry_app.rules.loader import load_record
from mordcry_app.rules.schema import ContentError
from mordcry_app.rules.topics import Grid, GridCell, GridRow, Topic, cells

FILE = Path("rules/rules.toml")


def topic(**fields: object) -> dict[str, object]:
    return {"id": "rest", "title": "Rest", "group": "Camp", "text": ["Lie down."], **fields}


def test_a_topic_has_paragraphs_and_ways_on() -> None:
    found = load_record(
        FILE, Topic, topic(see=["stat:might"], stands_for=["resource:glory"]), "topic 1"
    )
    assert found.text == ("Lie down.",)
    assert found.see == ("stat:might",)
    assert (found.grid, found.lists, found.functions) == ("", "", {})


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"text": []}, "text"),
        ({"text": [""]}, "text"),
        ({"see": ["nowhere"]}, "is not a place in the rules"),
        ({"see": ["topic:rest"]}, "topic:rest is this topic itself"),
        ({"stands_for": ["topic:rest"]}, "topic:rest is this topic itself"),
        ({"grid": "Not an id"}, "is not an id"),
        ({"functions": {"heal": ""}}, "functions"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_topic_that_cannot_be(fields: dict[str, object], problem: str) -> None:
    with pytest.raises(ContentError, match=problem) as caught:
        load_record(FILE, Topic, topic(**fields), "topic 1")
    assert str(caught.value).startswith("rules/rules.toml, topic 1")


def test_plain_cells() -> None:
    assert cells("1", "2+") == (GridCell("1"), GridCell("2+"))


def test_columns_of_words_are_told_from_columns_of_numbers() -> None:
    rows = (
        GridRow("1", cells("4+", "2+/6+", "no actions until then")),
        GridRow("2", cells("–", "2+", "a point")),
    )
    assert Grid("g", "", "", ("A", "B", "C"), rows).are_words == (False, False, True)
    assert Grid("g", "", "", ("A",), ()).are_words == (False,)
