"""Names in Arabic and Hebrew read on paper as they are written."""

from __future__ import annotations

import unicodedata

import pytest

from mordcry_app.sheets.document import document
from mordcry_app.sheets.flow import Item, Sheet, lay_out
from mordcry_app.sheets.glyphs import legible
from mordcry_app.sheets.options import SheetOptions
from mordcry_app.sheets.parts import Gap, paragraph
from mordcry_app.sheets.right_to_left import in_display_order, joined
from mordcry_app.sheets.styles import COMFORTABLE, GRIDS, Setting
from mordcry_app.sheets.text import Run
from tests.sheets.reading import lines

NIGHT = "شبح الليل"
SHADOW = "צללית"


def on_paper(text: str, width: float = 300) -> list[str]:
    setting = Setting(GRIDS["a4"], COMFORTABLE, SheetOptions())
    part = paragraph([Run(text, setting.styles.name)], width)
    sheet = Sheet("", (Item(part),), Gap(0), (), "", setting)
    return lines(document("", "", [lay_out(sheet)], setting))


@pytest.mark.parametrize("text", ["Anselm", "Żółw 12 ″ −1", "山田 Жнец", ""])
def test_other_scripts_are_left_alone(text: str) -> None:
    assert joined(text) == text
    assert in_display_order(text) == text


def test_letters_that_join_take_their_forms_and_keep_their_order() -> None:
    shaped = joined(NIGHT)
    assert shaped != NIGHT
    assert unicodedata.normalize("NFKC", shaped) == NIGHT
    assert legible(legible(NIGHT)) == legible(NIGHT) == shaped


def test_a_line_is_set_from_the_other_end_but_for_numbers_and_latin_words() -> None:
    assert in_display_order(SHADOW) == SHADOW[::-1]
    assert in_display_order(f"Old {SHADOW} 12 Tam") == f"Old 12 {SHADOW[::-1]} Tam"


@pytest.mark.parametrize("name", [NIGHT, SHADOW])
def test_a_reader_finds_the_name_as_it_was_typed(name: str) -> None:
    assert on_paper(name)[0] == name


def test_lines_break_before_they_are_turned_round() -> None:
    words = [f"{SHADOW}{letter}" for letter in "אבגד"]
    read = on_paper(" ".join(words), 60)
    assert read[:4] == words
