"""Styles and grids: large print has nothing small."""

from __future__ import annotations

from dataclasses import fields

import pytest

from mordcry_app.sheets.options import Paper, SheetOptions
from mordcry_app.sheets.styles import LARGE, LEAST_LARGE_SIZE, Styles, TextStyle
from tests.sheets.printing import NEWS, PAPERS, USES, printed
from tests.sheets.reading import characters, missing_words, texts
from tests.sheets.warbands import (
    ashen_vigil,
)


@pytest.mark.parametrize("paper", PAPERS)
def test_large_print_has_nothing_below_eleven_points(paper: Paper) -> None:
    options = SheetOptions(
        paper=paper, large=True, rules_text=True, write_in_fighters=1, write_in_notes=3
    )
    data = printed(ashen_vigil(), options, news=NEWS, item_uses=USES)
    for (width, height), character in characters(data):
        assert character.size >= 11.0
        assert 20 <= character.left <= character.right <= width - 20
        assert 15 <= character.bottom <= character.top <= height - 15
    assert missing_words(texts(data), "The Ashen Vigil “We light what the flood left.”") == []
    assert {f.name for f in fields(Styles) if _is_small(getattr(LARGE, f.name))} == set()


def _is_small(style: object) -> bool:
    styles = style if isinstance(style, tuple) else (style,)
    return any(isinstance(each, TextStyle) and each.size < LEAST_LARGE_SIZE for each in styles)
