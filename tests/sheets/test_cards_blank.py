"""Blank fighter cards: they have room for all that a card holds."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from mordcry_app.sheets.cards import make_cards
from mordcry_app.sheets.options import Paper, SheetOptions
from tests.sheets.card_faces import DAY, PAPERS, faces, material, printed
from tests.sheets.reading import missing_words, texts
from tests.sheets.warbands import ashen_vigil, roster


@pytest.mark.parametrize(
    ("paper", "large", "backs"), list(product(PAPERS, (False, True), (False, True)))
)
def test_blank_cards_have_room_for_all_that_a_card_holds(
    paper: Paper, large: bool, backs: bool
) -> None:
    options = SheetOptions(paper=paper, large=large, backs=backs)
    blank = replace(material(ashen_vigil()), rosters=(), is_blank=True)
    data = make_cards(blank, options, DAY)
    pages = faces(data, options)
    assert len(pages) == (2 if backs else 1)
    labels = "Name Rank Warband XP Weapon Dice Str Dmg Spd Range Hit Wound M WS Will Sv st acted"
    *blanks, last = pages[0]
    if not backs and not large:
        assert last.startswith("Key to these cards")
    else:
        blanks.append(last)
    for text in blanks:
        assert missing_words([text], labels) == []
        assert "Gear" in text or backs
    for text in pages[1] if backs else ():
        assert missing_words([text], "Gear Skills Injuries Notes st stunned Wound") == []
    assert "Ilse" not in "".join(texts(data))


def test_a_warband_without_fighters_gets_blank_cards_with_its_name() -> None:
    pages = faces(printed(roster([])))
    assert len(pages) == 2
    assert all("The Ashen Vigil" in text and "Name" in text for text in pages[0])
    assert not any("Warband" in text for text in pages[0])
